"""Simulated users of a league: they challenge each other, keep or miss appointments, and report results from elsewhere.

Each action is one function that returns a line for the story, or None if it is not possible now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from clocks.availability import WINDOWS
from games.core.errors import RuleRefusedError
from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments.duels import DuelRequest
from service.tournaments.result_agreements import Proposal
from service.tournaments.scheduling import pair_of
from service.tournaments.state import Place, TournamentState
from service.users.preferences import FOLLOWED, FREE, PREFERENCES, TOURNAMENTS
from storage.errors import StorageError
from storage.rows import UserId
from storage.tournament_rows import DUEL, OPEN, RUNNING
from tools.simulation.fake_discord import GUILD
from tools.simulation.people import STRANGER, answered
from tools.simulation.plan import Actor
from tools.simulation.tournament_ledgers import TournamentLedger
from tools.simulation.world import World

PACES = ("daily", "daily", "relaxed", "brisk", "evening", "live", "none")
MOST_DUELS = 12
"""Nobody challenges anybody where so many duels are under way."""
HOURS = (0.1, 0.5, 1, 3, 8, 20, 26, 49, 100)
"""How far ahead the hours lie that people propose."""
TRIES = 6


def somebody(world: World, chance: Random) -> UserId:
    """Return a random member."""
    return chance.choice(world.server.members)


def running(world: World, kind: str | None = None, status: str = RUNNING) -> list[TournamentLedger]:
    """Return the ledgers of the events with this status, of one kind or of all."""
    known = sorted(world.league.known.items())
    return [book for _, book in known if book.row.status == status and kind in (None, book.row.kind)]


async def together(presses: Sequence[Any]) -> str:
    """Await all presses at the same moment; return their answers as text."""
    return ", ".join(answered(answer) for answer in await asyncio.gather(*presses, return_exceptions=True))


async def challenge(world: World, chance: Random) -> str | None:
    """Challenge a member to a duel of one, three or five games, perhaps twice, or both members each other."""
    if len(running(world, DUEL)) >= MOST_DUELS:
        return None
    by, other = chance.sample(world.server.members, 2)
    wanted = DuelRequest(
        "carcassonne", {"tiles": "twelve"}, chance.choice(PACES), chance.choice((1, 1, 3, 5)), chance.random() < 0.8
    )
    duels, place = world.services.tournaments.duels, MatchLocation(GUILD, world.channel())
    couples = [(by, other), *chance.choice(((), (), (), ((by, other),), ((other, by),)))]
    presses = [duels.challenge(place, first, two, wanted, name="Duel", now=world.host_time()) for first, two in couples]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    opened = [answer.row.id for answer in answers if isinstance(answer, TournamentState)]
    for event_id in opened:
        world.event_changed(event_id)
    if len(opened) > 1:
        world.complain("nothing is doubled", f"{by} and {other} have two duels")
    return f"{by} challenges {other} to {wanted.games} at {wanted.pace}: {', '.join(answered(answer) for answer in answers)}"


async def answer_challenge(world: World, chance: Random) -> str | None:
    """Accept, decline or withdraw a challenge, perhaps all at once; check that a stranger can do neither."""
    if not (ledgers := running(world, DUEL, OPEN)):
        return None
    book = chance.choice(ledgers)
    by, other, now = book.users[1], book.users[2], world.host_time()
    accept, leave = world.services.tournaments.duels.accept, world.services.tournaments.registration.leave
    does = chance.choice(("accept",) * 6 + ("decline", "withdraw", "both", "twice", "stranger", "stranger"))
    presses: dict[str, list[Any]] = {
        "accept": [lambda: accept(book.row.id, other, now=now)],
        "decline": [lambda: leave(book.row.id, other, now=now)],
        "withdraw": [lambda: leave(book.row.id, by, now=now)],
        "both": [lambda: accept(book.row.id, other, now=now), lambda: leave(book.row.id, by, now=now)],
        "twice": [lambda: accept(book.row.id, other, now=now)] * 2,
        "stranger": [lambda: accept(book.row.id, chance.choice((STRANGER, by)), now=now)],
    }
    answers = await asyncio.gather(*(press() for press in presses[does]), return_exceptions=True)
    begun = [isinstance(answer, TournamentState) and answer.row.status == RUNNING for answer in answers]
    if any(begun) if does == "stranger" else does == "twice" and all(begun):
        world.complain("a duel begins once, by whom it is for", f"{does} of event {book.row.id}")
    return f"duel {book.row.id}: {does}: {', '.join(answered(answer) for answer in answers)}"


async def give_up(world: World, chance: Random) -> str | None:
    """Give up a duel, or leave a running tournament."""
    if not (ledgers := running(world)):
        return None
    book = chance.choice(ledgers)
    who = chance.choice(list(book.users.values()))
    await world.services.tournaments.registration.leave(book.row.id, who, now=world.host_time())
    return f"{who} gives up event {book.row.id}"


def _pairs(world: World) -> list[tuple[TournamentState, Place, UserId, UserId]]:
    """Return the pairings that can be played now: event, place, and the two players."""
    return [
        (book.state, place, book.state.user(pairing.first), book.state.user(pairing.second))
        for book in running(world)
        if not book.state.settings.is_arena
        for place, drawn in book.state.open_by_place.items()
        if len((pairing := drawn.pairing(place[1])).seats) == 2
    ]


async def propose_hour(world: World, chance: Random) -> str | None:
    """Propose hours, those that suit both, or the cancellation of an appointment; perhaps both players at once."""
    if not (pairs := _pairs(world)):
        return None
    state, place, person, other = chance.choice(pairs)
    appointments, now = world.services.tournaments.scheduling, world.host_time()
    who = chance.choice((person, other))
    moments = [now + timedelta(hours=hours) for hours in chance.sample(HOURS, chance.choice((1, 1, 3)))]
    if chance.random() < 0.3:
        moments = list(await appointments.suiting(state.row.id, who, now=now, place=place)) or moments
    if place in state.hours.agreed and chance.random() < 0.4:
        moments = []
    both = [who, *((other if who == person else person,) if chance.random() < 0.15 else ())]
    outcomes = await together([appointments.propose(state.row.id, user, moments, now=now, place=place) for user in both])
    return f"{both} propose {[f'{moment:%d %H:%M}' for moment in moments]} for {place} of event {state.row.id}: {outcomes}"


async def answer_hour(world: World, chance: Random) -> str | None:
    """Accept a proposed hour, perhaps an old proposal, perhaps twice; the proposer tries it in vain."""
    open_pairs = [(state, place, user, other) for state, place, user, other in _pairs(world) if state.hours.proposed.get(place)]
    if not open_pairs:
        return None
    state, place, user, other = chance.choice(open_pairs)
    appointments, now = world.services.tournaments.scheduling, world.host_time()
    who, times = chance.choice((user, other)), 2 if chance.random() < 0.2 else 1
    theirs = state.hours.open_to(place, pair_of(state, who, place).own)
    number = 0 if theirs is None or chance.random() < 0.2 else max(1, theirs.number - (chance.random() < 0.1))
    which = chance.randrange(max(1, 0 if theirs is None else len(theirs.moments)))
    accept = appointments.accept
    outcomes = await together([accept(state.row.id, who, number, which, now=now, place=place) for _ in range(times)])
    return f"{who} accepts hour {which} of {number} for {place} of event {state.row.id}: {outcomes}"


def comes(world: World, event: int, place: Place, at: str, who: UserId) -> float | None:
    """Return how many minutes before an appointment a player confirms presence, negative if late; None if never.

    Equal arguments give the same answer.
    """
    chance = Random(f"comes {world.seed} {event} {place} {at} {who}")
    return None if chance.random() < 0.2 else chance.uniform(-14, 14)


async def keep_appointments(world: World, _chance: Random) -> str | None:
    """Confirm presence for all players whose time for that has come."""
    done, now = list[str](), world.right_time()
    for book in running(world):
        for place, appointment in book.state.hours.agreed.items():
            for number in set(appointment.between) - appointment.there:
                who, hour = book.users[number], appointment.at.isoformat()
                before = comes(world, book.row.id, place, hour, who)
                if before is None or who not in world.server.members or now < appointment.at - timedelta(minutes=before):
                    continue
                try:
                    await world.services.tournaments.scheduling.here(book.row.id, who, now=world.host_time())
                    done.append(f"{who} is there for {place} of event {book.row.id}")
                except (RuleRefusedError, Refusal, StorageError) as refusal:
                    done.append(f"{who} is not there for {place} of event {book.row.id}: {refusal}")
    return "; ".join(done) or None


async def play_on(world: World, chance: Random) -> str | None:
    """Play a few turns of a pairing with both players."""
    match_ids = [
        match.match_id
        for book in running(world)
        for match in book.matches
        if match.status == "running" and match.match_id in world.books
    ]
    return await turns(world, chance, chance.choice(match_ids)) if match_ids else None


async def turns(world: World, chance: Random, match_id: Any) -> str:
    """Play some turns of a game, as long as its active players are present; return them as text."""
    done = 0
    for _ in range(TRIES):
        seen = world.books[match_id]
        seat = next((row for row in seen.seats if row.waiting_since is not None and row.user_id in world.server.members), None)
        if seat is None or seen.match.status != "running" or not world.is_up:
            break
        user, drafts, now = UserId(seat.user_id or 0), world.services.drafts, world.host_time()
        shown = await drafts.open(match_id, user, now=now)
        while shown.legal:
            text = shown.game.write(chance.choice(shown.legal))
            shown = await drafts.push(match_id, user, [text], expected_version=shown.version, now=world.host_time())
        await world.services.turns.confirm(match_id, user, expected_version=shown.version, now=world.host_time())
        await asyncio.sleep(chance.uniform(1, 20) + seen.match.terms.take_back_s)
        done += 1
    return f"{done} turns of match {match_id}"


async def bring_result(world: World, chance: Random) -> str | None:
    """Report the result of a game played elsewhere; the opponent agrees, stays silent, or proposes too."""
    open_pairs = [pair for pair in _pairs(world) if pair[0].row.kind != DUEL or chance.random() < 0.1]
    if not open_pairs:
        return None
    state, place, user, other = chance.choice(open_pairs)
    by, asked = (user, other) if chance.random() < 0.5 else (other, user)
    what = Proposal(
        chance.choice(("win", "win", "draw", "neither")), chance.choice((user, other)), "played at the club", elsewhere=True
    )
    agreements, now = world.services.tournaments.result_agreements, world.host_time()
    outcomes = await together([agreements.propose(state.row.id, by, what, now=now)])
    done = f"{by} brings {what.what} of {what.whom} for {place} of event {state.row.id}: {outcomes}"
    if chance.random() < 0.3:
        return done
    await asyncio.sleep(chance.uniform(1, 600))
    if not world.is_up:
        return done
    newest = await agreements.newest(state.row.id, asked)
    times = 2 if chance.random() < 0.3 else 1
    outcomes = await together([agreements.agree(state.row.id, asked, newest, now=world.host_time()) for _ in range(times)])
    return f"{done}; {asked} agrees: {outcomes}"


async def choose_letters(world: World, chance: Random) -> str | None:
    """Choose a user's playing times and wanted direct messages."""
    who, key = somebody(world, chance), chance.choice((FREE, TOURNAMENTS, FOLLOWED))
    value = chance.choice(tuple(WINDOWS) if key == FREE else PREFERENCES[key])
    await world.services.user_settings.prefer(who, key, value)
    return f"{who} prefers {key} {value}"


ACTORS: tuple[Actor, ...] = (
    Actor(challenge, 3),
    Actor(answer_challenge, 6),
    Actor(give_up, 0.4),
    Actor(propose_hour, 10),
    Actor(answer_hour, 14),
    Actor(keep_appointments, 200),
    Actor(play_on, 14),
    Actor(bring_result, 1),
    Actor(choose_letters, 1),
)
