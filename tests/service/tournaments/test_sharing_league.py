"""Two processes on one PostgreSQL: in duels, appointments, arenas and seasons a press in both at the same moment is one press."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from service.errors import Refusal
from service.tournaments import next_season
from service.tournaments.duels import DuelRequest
from service.tournaments.result_agreements import Proposal
from service.wiring.services import Services
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.conftest import NOW
from tests.service.core.test_sharing import overtake
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.tournaments.test_kinds import ARENA
from tests.service.tournaments.test_sharing_events import Shared, shared

__all__ = ["shared"]

ONE, OTHER = UserId(1), UserId(2)
FIRST = EventId(1)
SOON = NOW + timedelta(minutes=12)

Act = Callable[[Services], Awaitable[Any]]
Before = Callable[[Fair], Awaitable[object]]


@dataclass(frozen=True)
class PressedTwice:
    """The steps before, each process's press, the second one's refusal (None: none), and the single effect."""

    before: Before
    act: Act
    told: str | None
    once: str
    """A kind of row in the log."""
    by_other: Act | None = None
    """Where the other process presses something else."""


async def challenged(fair: Fair) -> None:
    wanted = DuelRequest("tiny", {}, "daily")
    await fair.services.tournaments.duels.challenge(SERVER, ONE, OTHER, wanted, name="Duel", now=fair.now)
    await fair.settle()


async def two(fair: Fair) -> None:
    await fair.started(2, "swiss:1")


async def offered(fair: Fair) -> None:
    await two(fair)
    await fair.services.tournaments.scheduling.propose(FIRST, ONE, [SOON], now=fair.now)


async def agreed(fair: Fair) -> None:
    await offered(fair)
    await fair.services.tournaments.scheduling.accept(FIRST, OTHER, 0, 0, now=fair.now)
    await fair.settle()


async def brought(fair: Fair) -> None:
    await two(fair)
    result = Proposal("win", ONE, "at the club", elsewhere=True)
    await fair.services.tournaments.result_agreements.propose(FIRST, ONE, result, now=fair.now)


async def in_an_arena(fair: Fair) -> None:
    await fair.started(4, "arena:1", **ARENA)


async def agrees(services: Services) -> object:
    newest = await services.tournaments.result_agreements.newest(FIRST, OTHER)
    return await services.tournaments.result_agreements.agree(FIRST, OTHER, newest, now=NOW)


def accepts(services: Services) -> Awaitable[object]:
    return services.tournaments.duels.accept(FIRST, OTHER, now=NOW)


def declines(services: Services) -> Awaitable[object]:
    return services.tournaments.registration.leave(FIRST, OTHER, now=NOW)


def offers(by: UserId) -> Act:
    return lambda s: s.tournaments.scheduling.propose(FIRST, by, [SOON], now=NOW)


PRESSES = {
    "a duel is accepted": PressedTwice(challenged, accepts, "event-running", "start"),
    "a duel is accepted and declined": PressedTwice(challenged, declines, "event-over", "cancel", accepts),
    "both propose the same hour": PressedTwice(two, offers(ONE), None, "appoint", offers(OTHER)),
    "an hour is accepted": PressedTwice(
        offered, lambda s: s.tournaments.scheduling.accept(FIRST, OTHER, 0, 0, now=NOW), "hour-not-open", "appoint"
    ),
    "somebody is there": PressedTwice(agreed, lambda s: s.tournaments.scheduling.here(FIRST, ONE, now=NOW), None, "there"),
    "a result from elsewhere": PressedTwice(brought, agrees, "already-decided", "result"),
    "somebody pauses": PressedTwice(
        in_an_arena, lambda s: s.tournaments.arenas.join_or_pause(FIRST, ONE, now=NOW, pauses=True), None, "pause"
    ),
}


@pytest.mark.parametrize("name", PRESSES)
async def test_two_presses_at_the_same_moment_are_one(shared: Shared, name: str) -> None:
    fair, other = shared
    press = PRESSES[name]
    await press.before(fair)
    await other.tournaments.queries.state(FIRST)
    overtake(other, lambda: _result_or_refusal(press.act(fair.services)))

    told = await outcome((press.by_other or press.act)(other))
    await fair.settle()

    assert told == press.told
    log = await fair.services.tournaments.repository.log(FIRST)
    assert Counter(row.event.kind for row in log)[press.once] == 1
    assert await other.tournaments.repository.log(FIRST) == log
    assert (await other.tournaments.queries.state(FIRST)).row == (await fair.state(FIRST)).row


async def _result_or_refusal(act: Awaitable[object]) -> object:
    return await act


async def outcome(act: Awaitable[object]) -> str | None:
    """Return the code of a refusal; None without one."""
    try:
        await act
    except Refusal as refusal:
        return refusal.code
    return None


async def test_two_who_challenge_each_other_at_the_same_moment_have_one_duel(shared: Shared) -> None:
    fair, other = shared
    wanted = DuelRequest("tiny", {}, "daily")
    presses = [
        services.tournaments.duels.challenge(SERVER, by, rival, wanted, name="Duel", now=NOW)
        for services, by, rival in ((fair.services, ONE, OTHER), (other, OTHER, ONE))
    ]

    told = await asyncio.gather(*map(outcome, presses))

    assert Counter(told) == {None: 1, "duel-there": 1}
    assert len(await fair.store.events.under_way()) == 1


async def test_a_season_that_is_opened_twice_at_the_same_moment_is_one(shared: Shared) -> None:
    fair, other = shared
    state = await fair.play_out(await fair.started(2, "swiss:1"))
    given: dict[str, Any] = {"name": next_season.next_name(state), "held": timedelta(), "now": fair.now}
    presses = [
        services.tournaments.next_season.succeed(FIRST, SERVER, ORGANISER, next_season.next_season_settings(state), **given)
        for services in (fair.services, other)
    ]

    told = await asyncio.gather(*map(outcome, presses))

    assert Counter(told) == {None: 1, "has-successor": 1}
    assert len(await fair.store.events.under_way()) == 1


async def test_an_arena_that_two_processes_look_at_pairs_everybody_once(shared: Shared) -> None:
    fair, other = shared
    await in_an_arena(fair)
    for match in await fair.services.tournaments.queries.matches(FIRST):
        while await fair.turn(match.match_id):
            pass

    for _ in range(3):
        await asyncio.gather(
            *(services.tournaments.round_scheduler.look(FIRST, now=fair.now) for services in (fair.services, other))
        )
        await fair.settle()

    state = await fair.state(FIRST)
    seated = [who for drawn, table in state.open_tables() for who in drawn.seats(table)]
    assert len(seated) == len(set(seated)) == 4
    matches = [match for match in await fair.services.tournaments.queries.matches(FIRST) if match.status == "running"]
    assert len(matches) == 2 and [kind for _, kind in fair.posted].count("pairing") == 4
