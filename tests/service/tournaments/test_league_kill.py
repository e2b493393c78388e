"""Killed after any transaction, the program does nothing twice of a duel, an appointment, an arena or a season, and goes on."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from service.errors import Refusal
from service.tournaments import next_season
from service.tournaments.appointment import ABSENT
from service.tournaments.duels import DuelRequest
from service.tournaments.log.appointment_events import AppointmentEnd
from service.tournaments.log.result_events import PairingResult
from service.tournaments.state import TournamentState
from storage.backends.sqlite import SqliteDatabase
from storage.rows import UserId
from storage.tournament_rows import FINISHED, OPEN, RUNNING, EventId
from tests.service.conftest import NOW
from tests.service.tournaments.conftest import ORGANISER, SERVER
from tests.service.tournaments.test_event_kill import STRIDE, Killed, Lives, Mortal
from tests.service.tournaments.test_kinds import ARENA
from tools.simulation import adversarial_invariants as laws
from tools.simulation.adversarial_invariants import FinishedTournament

ANNA, BEN = UserId(1), UserId(2)
FIRST, SECOND = EventId(1), EventId(2)
HOUR = timedelta(hours=1)

Onward = Callable[[Lives], Awaitable[None]]
"""All that is left to do, from wherever it stands."""


async def lived(path: Path, onward: Onward, deaths: list[int]) -> Lives:
    """Something that is done by a program which dies after so many transactions, then after so many more, and lives at last."""
    there = Lives(Mortal(await SqliteDatabase.open(path), None), path)
    for last in deaths:
        await there.reborn(last)
        try:
            await _reborn_and_on(there, onward)
            break
        except* Killed:
            there.deaths += 1
    await there.reborn(None)
    await _reborn_and_on(there, onward)
    return there


async def _reborn_and_on(there: Lives, onward: Onward) -> None:
    await there.services.tournaments.round_scheduler.wake_all(there.now)
    await there.settle()
    await onward(there)


async def found(there: Lives, event_id: EventId) -> TournamentState | None:
    try:
        return await there.state(event_id)
    except Refusal:
        return None


# --- duels -------------------------------------------------------------------------------------------------------------


async def duel(there: Lives) -> None:
    """Best of three: ben gives up the first game and the last one, anna the second."""
    events = there.services.tournaments
    if await found(there, FIRST) is None:
        wanted = DuelRequest("tiny", {"rounds": "12"}, "daily", 3)
        await events.duels.challenge(SERVER, ANNA, BEN, wanted, name="Duel", now=there.now)
    if (await there.state(FIRST)).row.status == OPEN:
        await events.duels.accept(FIRST, BEN, now=there.now)
    await there.settle()
    while (await there.state(FIRST)).row.status == RUNNING:
        match = (await events.queries.matches(FIRST))[-1]
        while (await there.services.match_queries.match(match.match_id)).version < 50:
            assert await there.turn(match.match_id)
        if (await there.services.match_queries.match(match.match_id)).status == RUNNING:
            await there.services.resignations.resign(match.match_id, (BEN, ANNA, BEN)[match.game - 1], now=there.now)
        await there.settle()


async def a_duel_is_won_once(there: Lives) -> None:
    state, matches = await there.state(FIRST), await there.services.tournaments.queries.matches(FIRST)
    assert (state.row.status, len(matches), len({match.channel_id for match in matches})) == (FINISHED, 3, 1)
    assert state.user(state.final[0]) == ANNA
    counter = Counter(there.sent.values())
    assert (counter["pairing"], counter["duel-over"]) == (1, 1), counter
    ratings = await there.store.stats.ratings(SERVER.guild_id or 0, "tiny duel", [ANNA, BEN])
    assert {user: (rating.games, rating.wins) for user, rating in ratings.items()} == {ANNA: (1, 1), BEN: (1, 0)}
    assert await there.services.stats_backfill.prove(0) == 0


# --- appointments ------------------------------------------------------------------------------------------------------


async def until(there: Lives, moment: datetime) -> None:
    if moment > there.now:
        await there.wait(seconds=(moment - there.now).total_seconds())


async def appointment(there: Lives) -> None:
    """Agree on an hour; the player asked in the game does not come."""
    events = there.services.tournaments
    if await found(there, FIRST) is None:
        await there.opened(2, "swiss:1")
    await _enter_missing(there, FIRST, 2)
    await there.settle()
    state, hour = await there.state(FIRST), NOW + 30 * HOUR
    if (1, 1) not in state.hours.ever:
        if not state.hours.proposed.get((1, 1)):
            await events.scheduling.propose(FIRST, ANNA, [hour], now=there.now)
        await events.scheduling.accept(FIRST, BEN, 0, 0, now=there.now)
    await there.settle()
    if (1, 1) in (await there.state(FIRST)).hours.agreed:
        await until(there, hour - timedelta(minutes=10))
        (match,) = await events.queries.matches(FIRST)
        (there_too,) = [seat.user_id for seat in match.seats if seat.waiting_since is None]
        await events.scheduling.here(FIRST, UserId(there_too or 0), now=there.now)
    await until(there, hour + 2 * HOUR)
    await there.play_out(FIRST)


async def _enter_missing(there: Lives, event_id: EventId, people: int) -> None:
    """Enter again those who died while entering."""
    for person in range(1, people + 1):
        with contextlib.suppress(Refusal):
            await there.services.tournaments.registration.enter(event_id, UserId(person), now=there.now)
    if (await there.state(event_id)).row.status == OPEN:
        await there.services.tournaments.registration.start(event_id, ORGANISER, now=there.now)


async def one_has_lost_by_absence(there: Lives) -> None:
    state, log = await there.state(FIRST), await there.services.tournaments.repository.log(FIRST)
    parted = [row.event.why for row in log if isinstance(row.event, AppointmentEnd)]
    results = [row.event.how for row in log if isinstance(row.event, PairingResult)]
    assert (state.row.status, parted, results) == (FINISHED, [ABSENT], ["walkover"])
    counter = Counter(there.sent.values())
    assert [counter[code] for code in ("proposed", "agreed", "absent", "day")] == [1, 1, 1, 1] and counter["soon"] >= 1, counter


# --- arenas ------------------------------------------------------------------------------------------------------------


async def arena(there: Lives) -> None:
    """Four are paired again and again for an hour."""
    if await found(there, FIRST) is None:
        await there.opened(4, "arena:1", **ARENA)
    await _enter_missing(there, FIRST, 4)
    await there.settle()
    for _ in range(60):
        if (await there.state(FIRST)).row.status != RUNNING:
            return
        for match in await there.services.tournaments.queries.matches(FIRST):
            while match.status == RUNNING and await there.turn(match.match_id):
                pass
        await there.settle()
        await there.wait(minutes=5)


async def an_arena_counts(there: Lives) -> None:
    state, log = await there.state(FIRST), await there.services.tournaments.repository.log(FIRST)
    assert state.row.status == FINISHED and len(state.rounds) > 6
    matches = await there.services.tournaments.queries.matches(FIRST)
    lived_ = FinishedTournament(state, {}, matches, log)
    own = laws.seated_once, laws.an_arena_counts_as_it_says, laws.games_are_over
    own = (*own, laws.nobody_meets_twice_in_a_row_while_others_are_free)
    assert [broken for law in own for broken in law(lived_)] == []
    counter, pairings = Counter(there.sent.values()), sum(1 for drawn in state.rounds for _ in drawn.tables())
    assert (counter["event-started"], counter["champion"], counter["pairing"]) == (1, 1, pairings)


# --- seasons -----------------------------------------------------------------------------------------------------------


async def begin_next_season(there: Lives) -> None:
    """Begin a league, and the one after it."""
    if await found(there, FIRST) is None:
        await there.opened(4, "league:2")
    await _enter_missing(there, FIRST, 4)
    await there.settle()
    state = await there.play_out(FIRST)
    if await found(there, SECOND) is None:
        given = {"name": next_season.next_name(state), "held": 24 * HOUR, "now": there.now}
        await there.services.tournaments.next_season.succeed(
            FIRST, SERVER, ORGANISER, next_season.next_season_settings(state), **given
        )  # type: ignore[arg-type]  # of three kinds
    await _enter_missing(there, SECOND, 4)
    await there.settle()
    await there.play_out(SECOND)


async def a_season_follows_once(there: Lives) -> None:
    state, other = await there.state(FIRST), await there.state(SECOND)
    assert (state.row.status, other.row.status, other.settings.former, other.settings.season) == (FINISHED, FINISHED, FIRST, 2)
    assert await found(there, EventId(3)) is None
    assert sorted(other.held.values()) == [1, 2, 3, 4]
    counter = Counter(there.sent.values())
    assert (counter["event-started"], counter["champion"], counter["next-season"]) == (2, 2, 4), counter


WAYS = {
    "duel": (duel, a_duel_is_won_once),
    "appointment": (appointment, one_has_lost_by_absence),
    "arena": (arena, an_arena_counts),
    "season": (begin_next_season, a_season_follows_once),
}


async def checked(there: Lives, check: Onward) -> None:
    await there.settle()
    await check(there)
    await there.services.stop()
    await there.store.close()


@pytest.mark.parametrize(
    ("way", "first"),
    [pytest.param(way, 1, marks=pytest.mark.soak if way == "arena" else ()) for way in WAYS]
    + [pytest.param(way, first, marks=pytest.mark.soak) for way in WAYS for first in (2, 3)],
)
async def test_what_dies_again_and_again_goes_its_way_once(tmp_path: Path, way: str, first: int) -> None:
    onward, check = WAYS[way]
    there = await lived(tmp_path / "bastide.db", onward, [first + STRIDE * number for number in range(40)])

    assert there.deaths >= 4
    await checked(there, check)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
async def test_killed_after_any_transaction_it_goes_on_as_if_nothing_had_happened(tmp_path: Path, way: str) -> None:
    """One death, after each of its transactions in turn."""
    onward, check = WAYS[way]
    last = 0
    while True:
        last += 1
        there = await lived(tmp_path / f"{last}.db", onward, [last])
        await checked(there, check)
        if not there.deaths:
            break
    assert last > 20
