"""Whole games on the page: opened, joined, and played to their end by panels only or by typing only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.messages import component_ids
from storage.rows import RUNNING, MatchId, UserId
from tools.browser_checks.phone import Phone
from tools.transcripts.scenarios import played
from tools.transcripts.server import Shown

KEPT = (1, 2, 6)
"""After so many turns there is a picture."""


@dataclass(frozen=True)
class PageGame:
    """Parameters of a game that is opened on the page: preset, settings, options and computer players."""

    preset: str
    lists: Sequence[tuple[str, str, str]] = ()
    """Pages of the lobby's settings, lists there, and the lines to choose."""
    typed: Mapping[str, Any] = field(default_factory=dict)
    """The options of `/new`."""
    computers: int = 0
    """How many sit beside Anna; without any Ben joins."""
    level: str = "apprentice"


GRANDMASTER = "grandmaster"
TWELVE = ("rules", "rules tiles", "twelve")
SIX = ("seats", "", "6")
KINDS: Mapping[str, PageGame] = {
    "base": PageGame("classic", (TWELVE,), {"rules": "tiles=twelve"}),
    "first": PageGame("classic", (("game", "game edition", "first"), TWELVE), {"rules": "edition=first tiles=twelve"}, 1),
    "winter": PageGame("classic", (("game", "", "winter"), TWELVE), {"preset": "winter", "rules": "tiles=twelve"}, 1),
    GRANDMASTER: PageGame("classic", (TWELVE,), {"rules": "tiles=twelve"}, 1, GRANDMASTER),
    "map": PageGame("map", (("map", "map-0 map", "tutorial"),), {"rules": "map=tutorial towns=a,c"}, 1),
    "cards": PageGame("cardcassonne", (("seats", "", "5"),), {"preset": "cardcassonne"}, 4),
    "river-abbot": PageGame("new-box", (("seats", "", "5"),), {"preset": "new-box"}, 4),
    "big-box": PageGame("big-box", (SIX,), {"preset": "big-box"}, 5),
}


async def by_panels(phone: Phone, name: str) -> MatchId:
    """Play a game from the welcome message's button to its end without typing; return its id."""
    kind, (anna, ben, *_) = KINDS[name], phone.people
    assert await phone.press(anna, phone.newest("new"), "open-game") is None, "no form"
    home = await phone.fill(anna, preset=kind.preset)
    for page, argument, value in kind.lists:
        if not any(_is(custom_id, argument, value) for custom_id, value in phone.lines_of(home)):
            home = await phone.press(anna, home, page)
        home = await phone.choose(anna, home, *_line(phone, home, argument, value))
        home = await phone.press(anna, home, "back")
    for _ in range(kind.computers):
        levels = await phone.press(anna, home, "add-computer")
        home = await phone.choose(anna, levels, phone.lines_of(levels)[0][0], kind.level)
    await phone.keep("settings")
    lobby = phone.newest("start" if kind.computers else "join")  # a full lobby lets nobody join
    if not kind.computers:
        await phone.press(ben, lobby, "join")
    await phone.keep("lobby")
    await phone.press(anna, lobby, "start")
    match_id, thread = await _newest_game(phone)
    await _look_at_panel(phone, anna, thread, every_line=name == "base")
    number = 0
    while (await phone.services.match_queries.match(match_id)).status == RUNNING:
        number += 1
        await turn(phone, thread)
        if number in KEPT:
            await phone.keep(f"turn-{number}")
            await _watch_thinking(phone, anna, thread, match_id, kind)
    await _check_end(phone, anna, thread, match_id)
    return match_id


async def turn(phone: Phone, thread: Any) -> None:
    """Play the active player's turn by buttons and lists, and pass it on without the wait for taking it back."""
    table = await phone.services.match_queries.table((await phone.services.match_queries.in_channel(thread.id)).id, None)
    member = next(actor for actor in phone.people if actor.id == table.seats[table.asked[0]].user_id)
    await played(phone, 1, thread)
    answer = phone.answer()
    if answer is not None and "pass" in phone._verbs(answer):
        await phone.press(member, answer, "pass")


async def _look_at_panel(phone: Phone, member: Any, thread: Any, *, every_line: bool) -> None:
    """Open the panel below a turn: its buttons for the board and the points, and the lines of its list."""
    panel = await phone.press(member, phone.newest("more", thread), "more")
    await phone.keep("panel")
    for custom_id, value in phone.lines_of(panel) if every_line else ():
        shown = await phone.choose(member, panel, custom_id, value)
        panel = await phone.press(member, phone.newest("more", thread), "more")
        assert shown is not None, value
    for key in ("board", "score"):
        await phone.press(member, panel, key)
        await phone.keep(key)
        panel = await phone.press(member, phone.newest("more", thread), "more")


async def _watch_thinking(phone: Phone, member: Any, thread: Any, match_id: MatchId, kind: PageGame) -> None:
    """Check that a grandmaster's thinking time is shown while the game goes on."""
    if kind.level == GRANDMASTER and (await phone.services.match_queries.match(match_id)).status == RUNNING:
        answer = await phone.type(member, "game", thread, action="info")
        await phone.keep("info")
        assert any("Processor time" in text for text in phone._message_lines(answer))


async def _check_end(phone: Phone, member: Any, thread: Any, match_id: MatchId) -> None:
    table = await phone.services.match_queries.table(match_id, None)
    assert table.outcome is not None
    await phone.be(member, thread)
    await phone.keep("end")
    end = phone.newest("rematch", thread)
    assert all(str(score) in "\n".join(phone._message_lines(end)) for score in table.outcome.scores)
    await phone.press(member, end, "details")
    await phone.keep("details")


async def by_typing(phone: Phone, name: str) -> MatchId:
    """Play a game from `/new` to its end without pressing a button; return its id."""
    kind, (anna, ben, *_) = KINDS[name], phone.people
    for member in (anna, ben):
        await phone.type(member, "settings", setting="typed", value="at-once")
    options = {"preset": kind.preset, "terms": "take-back off", **kind.typed}
    await phone.type(anna, "new", players=max(2, 1 + kind.computers), place="thread", **options)
    await phone.keep("typed-new")
    match_id, thread = await _newest_game(phone)
    for _ in range(kind.computers):
        await phone.type(anna, "game", thread, action="computer", detail=kind.level)
    if not kind.computers:
        await phone.type(ben, "game", thread, action="join")
    await phone.type(anna, "game", thread, action="start")
    number = 0
    while (await phone.services.match_queries.match(match_id)).status == RUNNING:
        number += 1
        await typed_turn(phone, thread)
        if number in KEPT:
            await phone.keep(f"typed-turn-{number}")
            await _watch_thinking(phone, anna, thread, match_id, kind)
    assert (await phone.services.match_queries.table(match_id, None)).outcome is not None, "it was not played to its end"
    for command in ("score", "board", "game"):
        await phone.type(anna, command, thread)
    await phone.keep("typed-end")
    return match_id


async def typed_turn(phone: Phone, thread: Any) -> None:
    """Play the active player's turn by a command or a reply; if it can be taken back, pass it on by a command."""
    looking = phone.services.match_queries
    before = await looking.in_channel(thread.id)
    member = await _type_turn(phone, before.id, thread)
    if (await looking.match(before.id)).version == before.version:
        await phone.type(member, "game", thread, action="pass")
    assert (await looking.match(before.id)).version > before.version, "the typed turn was not taken"


async def _type_turn(phone: Phone, match_id: MatchId, thread: Any) -> Any:
    """Type a random legal turn and return the member who played it.

    It is typed as `/place` or `/play` if it begins with a tile or a card, else as a reply.
    """
    services = phone.services
    public = await services.match_queries.table(match_id, None)
    user = UserId(public.seats[public.asked[0]].user_id)
    member = next(actor for actor in phone.people if actor.id == user)
    table: Any = await services.match_queries.table(match_id, user)
    say, game, done, texts = phone.bot.editions[table.match.game].words.say, services.games[table.match.game], [], []
    first = table.view.decision
    while table.legal:
        action = phone.chance.choice(table.legal)
        texts.append(say.choice(action, table.view, ["?"] * len(public.seats), phone.words))
        done.append(game.write(action))
        table = await services.drafts.peek(match_id, user, done, now=phone.env.now())
    words = [f"{each_typed.group} {each_typed.short}".strip() for each_typed in texts]
    if first == "place":
        spot, _, rotation = words[0].partition(" ")
        await phone.type(member, "place", thread, spot=spot, rotation=rotation, meeple=" ".join(words[1:]) or "-")
    elif table.match.game == "cardcassonne":  # its moves are typed in private
        named = {"card": texts[0].group, "row": texts[0].short} if texts[0].group else {"card": " ".join(words)}
        await phone.type(member, "play", thread, **named)
    else:
        await phone.reply(member, phone.newest("more", thread), " ".join(words))
    return member


async def _newest_game(phone: Phone) -> tuple[MatchId, Any]:
    """Return the latest game, and the channel where it is played."""
    row = (await phone.services.match_queries.guild_matches(phone.guild.id))[0]
    return row.id, phone.room(row.channel_id)


def _line(phone: Phone, message: Shown, argument: str, value: str) -> tuple[str, str]:
    """Return the list id and the value of the menu line with this value, in a list whose id has this argument."""
    return next(line for line in phone.lines_of(message) if line[1] == value and _is(line[0], argument, value))


def _is(custom_id: str, argument: str, _value: str) -> bool:
    press = component_ids.read(custom_id)
    return press is not None and press.argument == argument
