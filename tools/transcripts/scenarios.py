"""Scripted scenes of play in the simulated Discord, which the transcripts record.

Each scene is a coroutine that lets members type commands and press buttons on a `ScriptedServer`. Its random choices depend on the
server's seed, so every run is the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from storage.rows import RUNNING, MatchRow, UserId
from text.labels import label
from tools.transcripts.server import ScriptedServer, Shown

SHORT = {"rules": "tiles=twelve"}
BIG_BOX = "inns,traders,dragon,tower,river,abbot"
LONG_GAME = 18
"""So many turns of a long game are played before it is counted early."""


async def base(server: ScriptedServer) -> None:
    """Play a whole short three-player game, and use all views of it."""
    anna, ben, _ = server.people[:3]
    await begun(server, 3, **SHORT)
    await played(server, 4)
    for option in ("spot", "rotation", "meeple"):
        await server.suggest((await _asked_and_other(server))[0], "place", option, "1" if option == "spot" else "")
    for view in ("whole", "text", "features"):
        await server.type(ben, "board", view=view)
    await server.type(ben, "score")
    await server.type(ben, "tiles")
    await server.press(anna, server.newest("more"), "more")
    await played(server)
    end = server.newest("details")
    await server.press(ben, end, "details")


async def big_box(server: ScriptedServer) -> None:
    """Play a game with all expansions for some turns, then let all agree to end it early."""
    anna, *others = server.people[:3]
    await begun(server, 3, expansions=BIG_BOX)
    await played(server, LONG_GAME)
    await server.type(anna, "score")
    await server.type(anna, "tiles")
    asked = await server.type(anna, "game", action="finish-early", detail="stop")
    if label("ask-others", server.words) in server.buttons(asked):
        await server.press(anna, asked, "ask-others")
    for member in others:
        await server.press(member, server.newest("agree"), "agree")


async def cards(server: ScriptedServer) -> None:
    """Play some turns of a two-player card game, look at its views, and resign."""
    anna, _ = server.people[:2]
    await begun(server, 2, preset="cardcassonne")
    await played(server, LONG_GAME)
    await server.type(anna, "board", view="text")
    await server.type(anna, "score")
    await server.type(anna, "game", action="resign")


async def _play_whole_game(server: ScriptedServer, seats: int, **options: Any) -> None:
    """Play a game with `seats` players to its end, and open its details."""
    await begun(server, seats, **options)
    await played(server)
    await server.press(server.people[1], server.newest("details"), "details")


async def tournament(server: ScriptedServer) -> None:
    """Play a tournament of one organiser and four entrants: two rounds, a ruling, and the champion."""
    organiser, *entrants = server.people
    mine = await server.type(organiser, "tournament", action="new", detail="name=Spring-Cup stages=swiss:2 preview=0")
    await server.rest()
    for member in entrants:
        await server.press(member, server.newest("tenter"), "event-enter")
    await server.press(organiser, mine, "event-start")
    await server.rest()
    await server.press(entrants[0], server.newest("tmy"), "event-mine")
    await server.type(entrants[1], "tournament", action="pairings")
    await server.type(organiser, "tournament", action="rule", detail="win reason=never-came", who=entrants[0])
    await server.rest()
    await server.type(organiser, "tournament", action="late")
    for _ in range(3):
        await _resign_everywhere(server)
    await server.type(entrants[1], "tournament", action="standings")
    await server.type(entrants[1], "tournament", action="info")


async def refusals(server: ScriptedServer) -> None:
    """Try commands and buttons that must be refused, so that the transcript holds the refusals."""
    anna, ben, chi, dora, _ = server.people
    for command in ("place", "score", "board", "tiles", "undo", "turns", "play"):
        await server.type(anna, command, **({"card": "1"} if command == "play" else {}))
    await server.type(anna, "new", expansions="pirates")
    await server.type(anna, "new", map="atlantis")
    await server.type(anna, "new", rules="farmers=perhaps")
    await server.type(anna, "new", place="here", terms="take-back off", players=2, **SHORT)
    await server.type(ben, "new", place="here")
    await server.press(ben, server.newest("join"), "start")
    await server.press(anna, server.newest("join"), "start")
    await server.press(ben, server.newest("join"), "join")
    await server.type(ben, "game", action="join")
    await server.type(chi, "game", action="join")
    await server.press(anna, server.newest("start"), "start")
    mover, other = await _asked_and_other(server)
    await server.press_named(dora, server.newest("more"), _first(server, "place"))
    await server.press_named(other, server.newest("more"), _first(server, "place"))
    for typed in ("Z99", "A1", "M13", "hello", "N13 45", "N13 0 pirate"):
        await server.type(mover, "place", spot=typed)
    await server.type(mover, "meeple", where="monk")
    await server.type(mover, "undo")
    await server.type(mover, "board", view="moon")
    await server.type(other, "place", spot="1")
    await server.type(chi, "game", action="resign")
    await server.type(mover, "game", action="dance")
    await server.type(mover, "tournament", action="enter")
    await server.type(mover, "away", until="yesterday")
    await server.type(mover, "settings", setting="sleep", value="always")


async def panels(server: ScriptedServer) -> None:
    """Open the panels outside games: help, settings, lists."""
    anna, ben, *_ = server.people
    shown = await server.type(ben, "help")
    for custom_id, value in server.lines_of(shown):
        await server.choose(ben, shown, custom_id, value)
    for member, command in ((ben, "settings"), (anna, "server"), (ben, "turns"), (ben, "profile"), (ben, "leaderboard")):
        await server.type(member, command)
    for command in ("away", "new"):
        await server.type(ben, command)
    await server.type(ben, "find", pace="daily")
    await server.type(anna, "tournament")
    await server.type(anna, "help", topic="maps")
    for command, option in (("new", "preset"), ("new", "pace"), ("new", "rules"), ("find", "pace"), ("tournament", "action")):
        await server.suggest(anna, command, option)


async def curious(server: ScriptedServer) -> None:
    """Press every button that only displays information, around a lobby, a running game, its end, and a tournament."""
    anna, ben, *others = server.people
    await server.type(anna, "new", place="thread", **SHORT)
    lobby = server.newest("join")
    await server.press(ben, lobby, "join")
    await everything(server, ben, lambda: server.press(ben, lobby, "settings"))
    await everything(server, anna, lambda: server.press(anna, lobby, "settings"), deep=True)
    await begun(server, 2, **SHORT)
    await played(server, 2)
    for member in (anna, ben, others[0]):
        turn = server.newest("more")
        await everything(server, member, lambda turn=turn, member=member: server.press(member, turn, "more"))  # type: ignore[misc]
    mover, _ = await _asked_and_other(server)
    await server.press_named(mover, server.newest("place"), _first(server, "place"))
    await played(server)
    end = server.newest("details")
    await everything(server, ben, lambda: server.press(ben, end, "details"))
    for member, command in (
        (ben, "help"),
        (ben, "settings"),
        (anna, "server"),
        (ben, "profile"),
        (ben, "leaderboard"),
        (anna, "game"),
    ):
        await everything(server, member, lambda command=command, member=member: server.type(member, command))  # type: ignore[misc]
    await _tour_event(server)


async def _tour_event(server: ScriptedServer) -> None:
    """Open everything about a tournament as organiser, player and outsider, while open and after its first pairings."""
    organiser, *entrants = server.people
    mine = await server.type(organiser, "tournament", action="new", detail="name=Spring-Cup stages=swiss:2 preview=0")
    await server.rest()
    for member in entrants[:3]:
        await server.press(member, server.newest("tenter"), "event-enter")
    for member in (organiser, entrants[0], entrants[3]):
        await everything(server, member, lambda member=member: server.type(member, "tournament"))  # type: ignore[misc]
    await server.press(organiser, mine, "event-start")
    await server.rest()
    for member in (organiser, entrants[0], entrants[3]):
        await everything(server, member, lambda member=member: server.type(member, "tournament"))  # type: ignore[misc]
    await _resign_everywhere(server)


CHANGING = ("join", "start", "leave", "uncomputer", "back", "undo", "hint", "rematch", "welcomegone", "serverset")
LISTS = ("setgame", "speaks")
LEFT_OUT = frozenset((*CHANGING, *LISTS, "tstart", "tpublish", "tend", "tleave", "tenter", "tskip"))
"""Verbs that would change what is looked at next."""


async def everything(server: ScriptedServer, member: Any, door: Callable[[], Awaitable[Shown]], *, deep: bool = False) -> None:
    """Press each button and choose each list line of the panel that `door` opens.

    The panel is opened again before each press. With `deep`, the pages behind its buttons are visited in the same way. Buttons that
    an earlier press has removed are skipped.
    """
    shown = await door()
    if shown is None or getattr(shown, "modal", None) is not None:
        return  # a form, which is read as it stands
    for line in server.lines_of(shown):
        again = None if _is_left_out(component_ids.read(line[0])) else await door()
        if again is not None and line in server.lines_of(again):
            await server.choose(member, again, *line)
    for name, press in server.buttons(shown).items():
        if _is_left_out(press):
            continue

        async def behind(name: str = name) -> Shown:
            again = await door()
            is_there = again is not None and name in server.buttons(again)
            return await server.press_named(member, again, name) if is_there else None

        await (everything(server, member, behind) if deep else behind())


def _is_left_out(press: Press | None) -> bool:
    return press is not None and (press.verb in LEFT_OUT or press.verb.endswith("sure"))


async def begun(server: ScriptedServer, seats: int, **options: Any) -> None:
    """Start a game of the first `seats` members in the server's channel, with take-backs off."""
    host, *others = server.people[:seats]
    await server.type(host, "new", place="here", terms="take-back off", **options)
    for member in others:
        await server.press(member, server.newest("join"), "join")
    await server.press(host, server.newest("start"), "start")


async def played(server: ScriptedServer, turns: int = 1000, channel: Any = None) -> None:
    """Play the given number of turns by buttons, or fewer if the game ends before."""
    for _ in range(turns):
        if (await _match(server, channel)).status != RUNNING:
            return
        member, _ = await _asked_and_other(server, channel)
        shown = await server.press_named(member, server.newest("place", channel), _first(server, "place", channel))
        while shown is not None:
            shown = await _press_on(server, member, shown)


async def _press_on(server: ScriptedServer, member: Any, shown: Shown) -> Shown:
    """Press one button of a draft; return the changed draft, or None once the move is made."""
    buttons = server.buttons(shown)
    done = [name for name, press in buttons.items() if press.verb in ("confirm", "play") or name == label("confirm", server.words)]
    choices = [name for name, press in buttons.items() if press.verb == "push"]
    if done and (not choices or server.chance.random() < 0.7):
        shown = await server.press_named(member, shown, server.chance.choice(done))
        return shown if server.lines_of(shown) or "push" in {press.verb for press in server.buttons(shown).values()} else None
    if lines := server.lines_of(shown):
        return await server.choose(member, shown, *server.chance.choice(lines))
    return await server.press_named(member, shown, server.chance.choice(choices)) if choices else None


def _first(server: ScriptedServer, verb: str, channel: Any = None) -> str:
    """Return the label of the button with this verb on the newest turn message."""
    return next(name for name, press in server.buttons(server.newest(verb, channel)).items() if press.verb == verb)


async def _match(server: ScriptedServer, channel: Any = None) -> MatchRow:
    match_row: MatchRow = await server.services.match_queries.in_channel((channel or server.channel).id)
    return match_row


async def _asked_and_other(server: ScriptedServer, channel: Any = None) -> tuple[Any, Any]:
    """Return the active player of the channel's game, and another player in it, or None if that is no member."""
    table = await server.services.match_queries.table((await _match(server, channel)).id, None)
    asked = table.seats[table.asked[0]].user_id
    users = [seat.user_id for seat in table.seats if seat.user_id != asked]
    members = {member.id: member for member in server.people}
    return members[asked], members.get(users[0])


async def _resign_everywhere(server: ScriptedServer) -> None:
    """Let one of the two players resign in every running game of the event."""
    events = server.services.tournaments
    (row,) = await events.queries.of_guild(server.guild.id)
    for match in await events.queries.matches(row.id):
        if match.status == RUNNING:
            loser = max(seat.user_id for seat in match.seats)
            await server.services.resignations.resign(match.match_id, UserId(loser), now=server.env.now())
    await server.rest()


Scene = Callable[[ScriptedServer], Awaitable[None]]

KEPT: Mapping[str, Scene] = {
    "base": base,
    "big-box": big_box,
    "cards": cards,
    "tournament": tournament,
    "refusals": refusals,
}
"""Those whose transcripts are kept in every language, by the name of the file."""

SCENES: Mapping[str, Scene] = {**KEPT, "panels": panels, "curious": curious}
"""All; the others are played in English alone, for examples of their sentences."""

WHOLE: Mapping[str, Scene] = {
    "whole-big-box": partial(_play_whole_game, seats=3, expansions=BIG_BOX),
    "whole-cards": partial(_play_whole_game, seats=2, preset="cardcassonne"),
}
"""Long games to their end, for reading aloud: `python -m tools.transcripts --whole nl` prints them."""
