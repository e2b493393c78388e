"""Actions of simulated users: one function each, drawn by chance, in a table with the frequency of each per day.

Each function gets the world and a source of chance, calls the program as the Discord layer would, and returns a line for the story,
or None if the action is not possible now. A refusal is part of the story; an acceptance of what must be refused is a broken law.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from games.core.errors import IllegalActionError, RuleRefusedError
from games.core.game import CHANCE
from service.core.post_content import read
from service.guilds.server_settings import PAPER, PAPER_DAY, SETTINGS
from service.guilds.weekly_paper import WEEKLY, PaperPost
from service.play.substitutes import OFFERED
from service.records import MatchLocation, MatchUpdate
from service.users.subscriptions import ENDED, NEWS, FollowedGame
from storage.errors import StorageError
from storage.rows import FINISHED, LOBBY, LOST, MatchId, UserId, of_person, of_server
from tools.simulation.fake_discord import GUILD
from tools.simulation.plan import Actor
from tools.simulation.state_oracle import ObservedMatch
from tools.simulation.world import World

MOST_LIVE = 24
"""People open no more lobbies where so many matches are under way."""
LONG = timedelta(days=365)
"""For how long everybody has been a member."""

EXPANSIONS = ("", "", "", "inns", "traders", "dragon", "tower", "inns,traders", "inns,traders,dragon,tower")

WAITS = "waits to be taken back"
"""What is told of a confirmed move that has not been carried out yet."""

PLANNED = "is kept as a plan"
"""What is told of a move whose turn has passed meanwhile, or has not come yet."""

STRANGER = UserId(999_999)
"""Somebody who never sits anywhere."""


def _somebody(world: World, chance: Random) -> UserId:
    return chance.choice(world.server.members)


def asked(world: World, chance: Random) -> tuple[ObservedMatch, UserId] | None:
    """Return a random running match with one of the players who must act in it; None if there is none."""
    candidates = [
        (seen, UserId(user))
        for seen in world.running()
        for seat in seen.asked
        if seat != CHANCE and seen.seats[seat].is_human and (user := seen.seats[seat].user_id) in world.server.members
    ]
    return chance.choice(candidates) if candidates else None


def _pick_match(world: World, chance: Random, status: str) -> ObservedMatch | None:
    books = world.matches(lambda book: book.match.status == status)
    return chance.choice(books) if books else None


def accepted(world: World, update: MatchUpdate, texts: Sequence[str]) -> None:
    """Check that an accepted move is on the disk at once, with the texts that were sent."""
    seen = world.books[update.match.id]
    rows = [(entry.seq, entry.text) for entry in update.entries]
    if [(row.seq, row.text) for row in seen.log[rows[0][0] : rows[-1][0] + 1]] != rows if rows else False:
        world.complain("nothing accepted is lost", f"match {update.match.id}: {rows} were accepted")
    if list(texts) != [text for _, text in rows[: len(texts)]]:
        world.complain("what is accepted is what was meant", f"match {update.match.id}: {texts} became {rows}")


async def pressed(world: World, presses: Sequence[Awaitable[MatchUpdate]], texts: Sequence[str]) -> str:
    """Await presses of the same button at the same time; return their answers as text.

    It breaks a law if more than one is accepted.
    """
    answers = await asyncio.gather(*presses, return_exceptions=True)
    done = [answer for answer in answers if isinstance(answer, MatchUpdate) and answer.passes_at is None and not answer.planned]
    for update in done:
        accepted(world, update, texts)
    if len(done) > 1:
        world.complain("nothing is doubled", f"{texts} was accepted {len(done)} times in match {done[0].match.id}")
    return ", ".join(answered(answer) for answer in answers)


def answered(answer: Any) -> str:
    """Return the text for an answer or a refusal in the story; raise unexpected errors."""
    if isinstance(answer, RuleRefusedError | StorageError):
        return f"refused: {answer}"
    if isinstance(answer, BaseException):
        raise answer
    if isinstance(answer, MatchUpdate) and answer.planned:
        return PLANNED
    return WAITS if isinstance(answer, MatchUpdate) and answer.passes_at else "done"


async def _table(world: World, seen: ObservedMatch, who: UserId) -> tuple[int, list[str]]:
    """Return the version and the legal actions that the program shows to a user, after checking them against the log."""
    table = await world.services.match_queries.table(seen.match.id, who)
    legal = [table.game.write(action) for action in table.legal]
    now = world.books[seen.match.id]
    if table.version == len(now.log) and table.is_asked and table.viewer is not None:
        if legal != [now.game.write(action) for action in now.game.legal(now.state, table.viewer)]:
            world.complain("what is shown is what the log says", f"match {seen.match.id} at version {table.version}")
        if list(table.scores) != list(now.game.scores(now.state)):
            world.complain("what is shown is what the log says", f"scores of match {seen.match.id} at version {table.version}")
    return table.version, legal


async def move(world: World, chance: Random) -> str | None:
    """Make a move as an asked player, sometimes pressing twice."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    version, legal = await _table(world, seen, who)
    if not legal:
        return f"{who} looks at match {seen.match.id}"
    text = chance.choice(legal)
    act, times = world.services.turns.act, 2 if chance.random() < 0.15 else 1
    presses = [act(seen.match.id, who, [text], expected_version=version, now=world.host_time()) for _ in range(times)]
    return f"{who} plays {text!r} at {version} in match {seen.match.id}: {await pressed(world, presses, [text])}"


async def draft(world: World, chance: Random) -> str | None:
    """Draft a turn step by step and confirm it, sometimes twice."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    drafts, match_id = world.services.drafts, seen.match.id
    shown = await drafts.open(match_id, who, now=world.host_time())
    while shown.legal:
        text = shown.game.write(chance.choice(shown.legal))
        shown = await drafts.push(match_id, who, [text], expected_version=shown.version, now=world.host_time())
        if chance.random() < 0.1:
            shown = await drafts.back(match_id, who, now=world.host_time())
        if chance.random() < 0.05:
            return f"{who} leaves a draft in match {match_id}"
    times = 2 if chance.random() < 0.15 else 1
    confirm = world.services.turns.confirm
    presses = [confirm(match_id, who, expected_version=shown.version, now=world.host_time()) for _ in range(times)]
    return f"{who} confirms {shown.texts} at {shown.version} in match {match_id}: {await pressed(world, presses, shown.texts)}"


async def press_late(world: World, chance: Random) -> str | None:
    """Press a button of an outdated message, and check that it does nothing."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    version, legal = await _table(world, seen, who)
    acting = [row.seq for row in seen.log if row.text.split(" ")[0] not in ("vacate", "rebase", "request", "mix", "takeover")]
    if not legal or not acting or acting[-1] >= version:
        return None
    late = chance.randrange(acting[-1] + 1)
    try:
        await world.services.turns.act(seen.match.id, who, [legal[0]], expected_version=late, now=world.host_time())
    except (RuleRefusedError, StorageError) as refusal:
        return f"{who} presses a button of version {late} in match {seen.match.id}: {refusal}"
    world.complain("a late press does nothing", f"{legal[0]!r} of version {late} was accepted in match {seen.match.id}")
    return None


async def undo(world: World, chance: Random) -> str | None:
    """Take the last turn back."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    await world.services.turns.undo(seen.match.id, who, now=world.host_time())
    return f"{who} takes back in match {seen.match.id}"


async def open_lobby(world: World, chance: Random) -> str | None:
    """Open a lobby in a new channel."""
    if len(world.live()) >= MOST_LIVE:
        return None
    who, game = _somebody(world, chance), chance.choice(("carcassonne", "carcassonne", "cardcassonne"))
    options = {"expansions": chance.choice(EXPANSIONS)} if game == "carcassonne" else {}
    if game == "carcassonne" and chance.random() < 0.3:
        options["in_hand"] = "on"
    order = chance.choice(("random", "joined"))
    place = MatchLocation(GUILD, world.channel())
    lobby = await world.services.lobbies.open(place, who, game, options, now=world.host_time(), order=order)
    world.changed(lobby.match.id)
    return f"{who} opens match {lobby.match.id} of {game} {options} in {place.channel_id}"


async def join(world: World, chance: Random) -> str | None:
    """Take a seat in a lobby, perhaps twice at once."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    who, times = _somebody(world, chance), 2 if chance.random() < 0.2 else 1
    presses = [world.services.lobbies.join(seen.match.id, who, now=world.host_time()) for _ in range(times)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    if sum(row.user_id == who for row in world.books[seen.match.id].seats) > 1:
        world.complain("nothing is doubled", f"{who} has two seats in match {seen.match.id}")
    return f"{who} joins match {seen.match.id}: {', '.join(answered(answer) for answer in answers)}"


async def leave(world: World, chance: Random) -> str | None:
    """Leave a lobby."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    if not (people := [row.user_id for row in seen.seats if row.user_id]):
        return None  # its host has left, and the server plays
    who = chance.choice(people)
    await world.services.lobbies.leave(seen.match.id, who, now=world.host_time())
    return f"{who} leaves match {seen.match.id}"


async def add_computer(world: World, chance: Random) -> str | None:
    """Add a computer player to a lobby, as its host."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    level = chance.choice(("random", "greedy"))
    await world.services.lobbies.add_computer(seen.match.id, seen.match.host_id, level, now=world.host_time())
    return f"{seen.match.host_id} adds a {level} computer to match {seen.match.id}"


async def add_town(world: World, chance: Random) -> str | None:
    """Add a seat that the whole server plays by voting to a lobby, as its host."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    await world.services.lobbies.add_town(seen.match.id, seen.match.host_id, now=world.host_time())
    return f"{seen.match.host_id} seats the server in match {seen.match.id}"


async def vote(world: World, chance: Random) -> str | None:
    """Vote on a move of the server's seat, perhaps twice; check that the game does not change by it."""
    asking = [seen for seen in world.running() if any(seat != CHANCE and seen.seats[seat].is_town for seat in seen.asked)]
    if not asking:
        return None
    seen = chance.choice(asking)
    return await _aside(world, chance, seen, _watching(world, chance, seen), "votes")


async def guess(world: World, chance: Random) -> str | None:
    """Guess the next move of a game, as a spectator."""
    if (guess := asked(world, chance)) is None:
        return None
    seen, _ = guess
    who = _watching(world, chance, seen)
    await world.services.guesses.begin(seen.match.id, who, now=world.host_time())
    return await _aside(world, chance, seen, who, "guesses")


def _watching(world: World, chance: Random, seen: ObservedMatch) -> UserId:
    """Return a random member without a seat in a match; any member if all have one."""
    players = {row.user_id for row in seen.seats}
    return chance.choice([who for who in world.server.members if who not in players] or world.server.members)


async def _aside(world: World, chance: Random, seen: ObservedMatch, who: UserId, does: str) -> str:
    """Draft and confirm a turn of another player's seat, as a vote or guess; check that the log does not change."""
    drafts, match_id, now = world.services.drafts, seen.match.id, world.host_time()
    shown = await drafts.open(match_id, who, now=now)
    while shown.legal:
        shown = await drafts.push(match_id, who, [shown.game.write(chance.choice(shown.legal))], now=now)
    confirm, times = world.services.turns.confirm, 2 if chance.random() < 0.15 else 1
    presses = [confirm(match_id, who, expected_version=shown.version, now=now) for _ in range(times)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    if shown.is_aside and any(isinstance(answer, MatchUpdate) and answer.entries for answer in answers):
        world.complain("votes and guesses move nothing", f"{shown.texts} of {who} in match {match_id}")
    return f"{who} {does} {shown.texts} in match {match_id}: {', '.join(answered(answer) for answer in answers)}"


async def start(world: World, chance: Random) -> str | None:
    """Start a game as its host, perhaps twice at once."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    begin, times = world.services.lobbies.start, 2 if chance.random() < 0.2 else 1
    presses = [begin(seen.match.id, seen.match.host_id, now=world.host_time()) for _ in range(times)]
    return f"{seen.match.host_id} starts match {seen.match.id}: {await pressed(world, presses, ())}"


async def rematch(world: World, chance: Random) -> str | None:
    """Ask for a rematch."""
    if len(world.live()) >= MOST_LIVE or (seen := _pick_match(world, chance, FINISHED)) is None:
        return None
    people = [row.user_id for row in seen.seats if row.user_id in world.server.members]
    if not people:
        return None
    who, place = UserId(chance.choice(people) or 0), MatchLocation(GUILD, world.channel())
    lobby = await world.services.lobbies.rematch(seen.match.id, who, now=world.host_time(), place=place)
    world.changed(lobby.match.id)
    return f"{who} opens match {lobby.match.id} after match {seen.match.id}"


async def resign(world: World, chance: Random) -> str | None:
    """Resign."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    await world.services.resignations.resign(seen.match.id, who, now=world.host_time())
    return f"{who} resigns in match {seen.match.id}"


async def skip(world: World, chance: Random) -> str | None:
    """Skip a player, as a moderator."""
    if (candidate := asked(world, chance)) is None:
        return None
    seen, who = candidate
    seat = next(row.seat for row in seen.seats if row.user_id == who)
    await world.services.resignations.skip(seen.match.id, seat, now=world.host_time(), moderator=True)
    return f"a moderator skips {who} in match {seen.match.id}"


async def take_over(world: World, chance: Random, who: UserId | None = None) -> str | None:
    """Take over a lost seat, perhaps two users at once; its former player may be faster."""
    candidates = [(seen, row) for seen in world.running() for row in seen.seats if row.left in OFFERED]
    if not candidates:
        return None
    seen, row = chance.choice(candidates)
    people = [who or _somebody(world, chance), *([_somebody(world, chance)] if chance.random() < 0.2 else [])]
    take, now = world.services.substitutes.take_over, world.host_time()
    presses: list[Any] = [take(seen.match.id, who, now=now, member_since=now - LONG, seat=row.seat) for who in people]
    if row.user_id is not None and row.user_id in world.server.members and chance.random() < 0.3:
        presses.append(world.services.seat_reclaim.come_back(seen.match.id, row.user_id, now=now))
    answers = await asyncio.gather(*presses, return_exceptions=True)
    if sum(isinstance(answer, MatchUpdate) for answer in answers) > 1:
        world.complain("nothing is doubled", f"seat {row.seat} of match {seen.match.id} was taken twice")
    return f"{people} take over seat {row.seat} of match {seen.match.id}: {', '.join(answered(answer) for answer in answers)}"


async def add_word(world: World, chance: Random) -> str | None:
    """Add a user's word to the secret of a lobby's sealed bag."""
    if (seen := _pick_match(world, chance, LOBBY)) is None:
        return None
    who, word = _somebody(world, chance), chance.choice(("", "blue horse", "élan"))
    await world.services.lobbies.add_word(seen.match.id, who, word, now=world.host_time())
    return f"{who} adds {word!r} to match {seen.match.id}"


async def cancel(world: World, chance: Random) -> str | None:
    """Cancel a game as its host."""
    match_rows = world.live()
    if not match_rows:
        return None
    match = chance.choice(match_rows)
    await world.services.resignations.cancel(match.id, match.host_id, now=world.host_time())
    return f"{match.host_id} cancels match {match.id}"


async def leave_server(world: World, chance: Random) -> str | None:
    """Let a member leave and another one join; the program is not always told."""
    who = _somebody(world, chance)
    world.server.members.remove(who)
    world.server.members.append(UserId(world.next_member))
    world.next_member += 1
    if chance.random() < 0.5:
        return f"{who} leaves the server, and nobody says so"
    touched = await world.services.resignations.left_guild(GUILD, who, now=world.host_time())
    return f"{who} leaves the server, and matches {list(touched)}"


async def presence(world: World, _chance: Random) -> str | None:
    """Run the hourly check whether the awaited players are still members."""
    gone = [who for who in await world.services.match_queries.waited_for(GUILD) if who not in world.server.members]
    for who in gone:
        await world.services.resignations.left_guild(GUILD, who, now=world.host_time())
    return f"{gone} are seen to be gone" if gone else None


async def resume(world: World, chance: Random) -> str | None:
    """Continue a lost game, as a moderator: in its channel if that is open again, else in a new one."""
    if (seen := _pick_match(world, chance, LOST)) is None:
        return None
    return await brought_back(world, seen)


async def brought_back(world: World, seen: ObservedMatch) -> str:
    """Continue a lost game in its channel if the bot can write there, else in a new one; return a line for the story."""
    match, how = seen.match, world.server.closed_how(seen.match.channel_id)
    if how is None:
        await world.services.channel_changes.resume(match.id, now=world.host_time())
        return f"match {match.id} goes on where it was"
    channel = world.channel()
    await world.services.channel_changes.rehome(match.id, channel, now=world.host_time())
    return f"match {match.id} goes on in {channel}"


async def look(world: World, chance: Random) -> str | None:
    """View a game and its history; check the view against the log."""
    if not (books := world.running()):
        return None
    seen, who = chance.choice(books), _somebody(world, chance)
    await _table(world, seen, who)
    rows = await world.services.match_queries.history(seen.match.id, who)
    return f"{who} looks at {len(rows)} rows of match {seen.match.id}"


async def follow(world: World, chance: Random) -> str | None:
    """Follow a game or a player, or stop.

    Checks that followers are notified at most once of a game's end and at most once before.
    """
    if not (books := world.running()):
        return None
    seen, who = chance.choice(books), _somebody(world, chance)
    players = [UserId(row.user_id) for row in seen.seats if row.user_id is not None and row.user_id != who]
    on = chance.random() < 0.8
    if chance.random() < 0.5 or not players:
        await world.services.subscriptions.follow_match(who, seen.match.id, on=on)
    else:
        await world.services.subscriptions.follow_person(who, chance.choice(players), GUILD, on=on)
    had = [read(post, FollowedGame) for post in await world.services.store.posts.of(of_person(who)) if post.kind == NEWS]
    heard = Counter((followed_game.match, followed_game.why == ENDED) for followed_game in had)
    if twice := [match for (match, _), times in heard.items() if times > 1]:
        world.complain("nobody hears twice of a game they follow", f"{who} of matches {twice}")
    return f"{who} follows match {seen.match.id} or one of its players: {on}"


async def choose_paper(world: World, chance: Random) -> str | None:
    """Turn the server's weekly paper on or off; check that each week has at most one."""
    wants = ["4711"] if chance.random() < 0.8 else []
    day = chance.choice(SETTINGS[PAPER_DAY].values)
    await world.services.server_settings.choose_all(GUILD, {PAPER: wants, PAPER_DAY: [day]})
    weeks = Counter(
        read(post, PaperPost).until for post in await world.services.store.posts.of(of_server(GUILD)) if post.kind == WEEKLY
    )
    if twice := [week for week, papers in weeks.items() if papers > 1]:
        world.complain("a week has one paper", f"{twice}")
    return f"the server wants a paper: {bool(wants)}"


async def forget_me(world: World, chance: Random) -> str | None:
    """Erase a user's data."""
    who = _somebody(world, chance)
    await world.services.privacy.forget(who, now=world.host_time())
    for match_id in [book.match.id for book in world.matches(lambda book: any(row.user_id == who for row in book.seats))]:
        world.changed(match_id)
    return f"{who} is forgotten"


async def meddle(world: World, chance: Random) -> str | None:
    """Try an action that belongs to other users, and check that it is refused."""
    match_rows = world.live()
    if not match_rows:
        return None
    match = chance.choice(match_rows)
    name, work = chance.choice(_meddling(world, match.id))
    try:
        await work
    except (RuleRefusedError, StorageError) as refusal:
        return f"a stranger tries to {name} in match {match.id}: {refusal}"
    world.complain("nobody exceeds their rights", f"a stranger could {name} in match {match.id}")
    return None


def _meddling(world: World, match_id: MatchId) -> list[tuple[str, Any]]:
    services, now = world.services, world.host_time()
    version = len(world.books[match_id].log)
    is_town = any(row.is_town for row in world.books[match_id].seats)  # who may vote there is known by who knows the members
    tries: dict[str, Any] = {
        "act": lambda: services.turns.act(match_id, STRANGER, ["pass"], expected_version=version, now=now),
        "confirm": lambda: services.turns.confirm(match_id, STRANGER, expected_version=version, now=now),
        "undo": lambda: services.turns.undo(match_id, STRANGER, now=now),
        **({} if is_town else {"try out": lambda: services.drafts.open(match_id, STRANGER, now=now)}),
        "cancel": lambda: services.resignations.cancel(match_id, STRANGER, now=now),
        "resign": lambda: services.resignations.resign(match_id, STRANGER, now=now),
        "skip": lambda: services.resignations.skip(match_id, world.books[match_id].seats[0].seat, now=now, moderator=False),
        "start": lambda: services.lobbies.start(match_id, STRANGER, now=now),
        "add a computer": lambda: services.lobbies.add_computer(match_id, STRANGER, "random", now=now),
    }
    return [(name, _Later(make)) for name, make in tries.items()]


class _Later:
    """An awaitable that calls a function only when awaited, so that unchosen calls are never made."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __await__(self) -> Any:
        return self._make().__await__()


ACTORS: tuple[Actor, ...] = (
    Actor(move, 160),
    Actor(draft, 80),
    Actor(press_late, 6),
    Actor(undo, 6),
    Actor(open_lobby, 6),
    Actor(join, 16),
    Actor(leave, 0.5),
    Actor(add_computer, 2),
    Actor(add_town, 2),
    Actor(vote, 40),
    Actor(guess, 10),
    Actor(start, 10),
    Actor(rematch, 0.5),
    Actor(resign, 0.3),
    Actor(skip, 0.2),
    Actor(take_over, 6),
    Actor(follow, 3),
    Actor(choose_paper, 0.2),
    Actor(add_word, 4),
    Actor(cancel, 0.2),
    Actor(leave_server, 0.2),
    Actor(presence, 24),
    Actor(resume, 3),
    Actor(look, 10),
    Actor(forget_me, 0.05),
    Actor(meddle, 8),
)

REFUSED = (RuleRefusedError, IllegalActionError, StorageError)
"""What people are told kindly."""
