"""Two processes on one PostgreSQL: what happens to an event in both at the same moment has happened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.errors import Refusal
from service.wiring.services import Services
from storage.database_url import read
from storage.opening import open_store
from storage.rows import FINISHED, MatchId, UserId
from storage.sharding import WHOLE
from storage.tournament_rows import EventId
from tests.service.conftest import make_services
from tests.service.core.test_sharing import listening, overtake
from tests.service.tournaments.conftest import ORGANISER, Fair

Shared = tuple[Fair, Services]


@pytest.fixture
async def shared(ready_database: str, tmp_path: Path) -> AsyncIterator[Shared]:
    """Open a server with events as its process sees it, and the services of another process."""
    fair = Fair(await open_store(read(ready_database)), tmp_path)
    other = make_services(await open_store(read(ready_database)), clock=lambda: fair.now)
    await listening(fair.services, WHOLE)
    yield fair, other
    for services in (fair.services, other):
        await services.close()


async def entered(services: Services, event_id: EventId) -> set[UserId]:
    state = await services.tournaments.queries.state(event_id)
    return {state.user(member.id) for member in state.members.values()}


async def test_two_who_enter_at_the_same_moment_are_both_in(shared: Shared) -> None:
    fair, other = shared
    event_id = await fair.opened(1)
    await other.tournaments.queries.state(event_id)
    overtake(other, lambda: fair.services.tournaments.registration.enter(event_id, UserId(2), now=fair.now))

    await other.tournaments.registration.enter(event_id, UserId(3), now=fair.now)

    assert await entered(fair.services, event_id) == await entered(other, event_id) == {UserId(1), UserId(2), UserId(3)}


async def test_an_event_begins_once_though_several_begin_it(shared: Shared) -> None:
    """Its organiser presses in two windows; each pairing is posted once."""
    fair, other = shared
    event_id = await fair.opened(4, "swiss:1")
    overtake(other, lambda: fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now))

    with pytest.raises(Refusal, match="event-running"):
        await other.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()

    assert len(await fair.services.tournaments.queries.matches(event_id)) == 2
    assert [kind for _, kind in fair.posted].count("pairing") == 2


async def test_two_tables_that_end_at_the_same_moment_both_count(shared: Shared) -> None:
    """The round is over, and with it the event, though neither process has ended more than one of its games."""
    fair, other = shared
    event_id = await fair.started(4, "swiss:1")
    first, two = [match.match_id for match in await fair.services.tournaments.queries.matches(event_id)]
    for match_id in (first, two):
        await fair.turn(match_id)
    overtake(other, lambda: fair.turn(first))

    await last_turn(other, two, fair)
    await fair.settle()

    assert [(await fair.services.match_queries.match(match_id)).status for match_id in (first, two)] == [FINISHED] * 2
    states = [await services.tournaments.queries.state(event_id) for services in (fair.services, other)]
    assert [state.row.status for state in states] == ["finished"] * 2
    assert [len(state.final) for state in states] == [4, 4]


async def last_turn(services: Services, match_id: MatchId, fair: Fair) -> None:
    table = await services.match_queries.table(match_id)
    user = table.seats[table.asked[0]].user_id
    assert user is not None
    await services.turns.act(match_id, user, ("keep", "bank"), expected_version=table.version, now=fair.now)
