"""Databases that earlier programs left in the middle of a tournament: nothing is told again that they had told.

`event_0020.sql` was left by the last program that noted no messages about rounds, and knew neither records nor papers;
`event_0031.sql` by a later one, which had posted a paper and kept records, hours before. In each five people play a tournament of
two rounds, and several turns of its first games are played.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.guilds.weekly_paper import WEEKLY
from service.records import MatchLocation
from storage.rows import MatchId, UserId, of_server
from storage.store import open_sqlite
from storage.tournament_rows import EventId
from tests.service.conftest import begin
from tests.service.tournaments.conftest import Fair
from tests.storage.test_old_databases import restored

LEFT = {
    "event_0020.sql": datetime(2026, 3, 1, 15, tzinfo=UTC),
    "event_0031.sql": datetime(2026, 3, 8, 22, tzinfo=UTC),
}
"""When each program ended."""
CUP = EventId(1)


@pytest.fixture(params=LEFT)
async def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Fair]:
    """Begin with the present program on such a database, as a host does after an upgrade."""
    path = restored(tmp_path / "bastide.db", request.param)
    fair = Fair(await open_sqlite(path), path)
    fair.now = LEFT[request.param]
    await fair.services.tournaments.round_scheduler.wake_all(fair.now)
    await fair.services.account_renewal.through()
    await fair.services.stats_backfill.fill(0)
    yield fair
    await fair.services.stop()
    await fair.store.close()


async def told_everywhere(_: MatchId) -> bool:
    return True


async def test_who_was_told_of_a_round_is_not_told_again_and_of_the_next_one_once(upgraded: Fair) -> None:
    await upgraded.settle()
    await upgraded.wait(hours=2)
    assert (upgraded.called, upgraded.letters, upgraded.bulletins) == ([], [], [])

    await upgraded.restart()
    await upgraded.wait(hours=2)
    assert upgraded.called == []

    await upgraded.play_out(CUP)
    assert {letter["round"] for _, _, letter in upgraded.called} == {2}
    assert sorted(user for user, _, _ in upgraded.called) == [1, 2, 3, 4, 5]


async def test_no_paper_comes_for_a_week_that_was_told(upgraded: Fair) -> None:
    before = [post.id for post in await upgraded.services.store.posts.of(of_server(7)) if post.kind == WEEKLY]

    await upgraded.wait(days=2)

    assert [post.id for post in await upgraded.services.store.posts.of(of_server(7)) if post.kind == WEEKLY] == before
    assert WEEKLY not in [kind for _, kind in upgraded.posted]


async def test_a_record_that_stood_before_is_no_news(upgraded: Fair) -> None:
    """The first game after the upgrade that equals what was reached before has broken nothing."""
    services, kept = upgraded.services, await upgraded.services.leaderboards.records(7)
    assert {server.what for server in kept} >= {"tiny score", "tiny closest"} and all(server.match_id <= 3 for server in kept)

    match = (await begin(services, UserId(1), UserId(2), rounds="2", place=MatchLocation(7, 99))).match.id
    await upgraded.settle()
    while await upgraded.turn(match):
        await upgraded.settle()

    assert (await services.match_queries.match(match)).status == "finished"
    assert await services.told_records.fallen(7, match, told_everywhere) == ()
    assert await services.leaderboards.records(7) == kept
