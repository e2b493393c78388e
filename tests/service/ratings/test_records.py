"""Records of a server: what sets and breaks them, for whom they count, and who is named."""

from __future__ import annotations

import pytest

from games.core.game_summary import Achievement
from service.users.preferences import RATING
from service.wiring.services import Services
from storage.rows import MatchId
from storage.stats import ServerRecord
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, play_turn
from tests.service.ratings.test_leaderboards import ended
from tests.service.tiny_game import TinyGame


async def held(services: Services, guild_id: int = 7) -> dict[str, ServerRecord]:
    return {record.what.partition(" ")[2]: record for record in await services.leaderboards.records(guild_id)}


async def test_a_record_falls_only_to_what_is_better_and_keeps_what_it_was(services: Services) -> None:
    feats = [{"road": [9, 0]}, {"road": [9, 1]}, {"road": [12, 0, 1]}]
    for days, first in zip((3, 2, 1), feats, strict=True):
        await ended(services, (ANNA, BEN), (40, 30), feats=first, days=days)
    await ended(services, (BEN, CHI), (35, 34))

    records = await held(services)

    assert (records["road"].value, records["road"].seats, records["road"].before) == (12, (0, 1), 9)
    assert (records["score"].value, records["score"].before) == (40, None), "40 does not beat 40"
    assert (records["closest"].value, records["closest"].before, records["closest"].seats) == (1, 10, (0, 1))
    assert await held(services, 8) == {}


async def test_only_a_broken_record_is_told_and_only_by_the_game_that_holds_it(services: Services) -> None:
    for scores in ((40, 30), (50, 39), (60, 30)):
        await ended(services, (ANNA, BEN), scores)
    first, second, third = [MatchId(row.id) for row in await services.store.matches.ended(7, 3)]

    told = {
        match: [server.what for server in await services.leaderboards.fallen(match)] for match in sorted((first, second, third))
    }

    assert list(told.values()) == [[], [], ["tiny score"]], "the first game only sets records, the second is beaten by now"


@pytest.mark.parametrize(
    ("players", "more"),
    [
        ((ANNA, None), {}),
        ((ANNA, BEN), {"imported": True}),
        ((ANNA, BEN), {"how": "walkover"}),
        ((ANNA, BEN), {"uncounted": [0, 1]}),
        ((ANNA, BEN), {"unplayed": [0]}),
    ],
    ids=str,
)
async def test_what_does_not_count_as_peoples_own_sets_no_record(services: Services, players: tuple, more: dict) -> None:  # type: ignore[type-arg]  # as `ended` takes them
    await ended(services, players, (40, 30), feats={"road": [9, 0]}, **more)

    records = await held(services)

    assert "road" not in records and "closest" not in records
    assert records.get("score") is None or records["score"].value == 30, "that of the one who played"


async def test_who_was_forgotten_or_hides_their_ratings_is_not_named(services: Services) -> None:
    await ended(services, (ANNA, BEN, CHI), (40, 30, 20), feats={"road": [9, 0, 1, 2]})
    await services.user_settings.prefer(BEN, RATING, "hidden")
    await services.privacy.forget(CHI, now=NOW)
    (record,) = [each for each in await services.leaderboards.records(7) if each.what == "tiny road"]

    holders = await services.leaderboards.holders(record, await services.match_queries.seats(record.match_id))

    assert holders == (ANNA,) and record.seats == (0, 1, 2)
    assert await services.stats_backfill.prove(0) == 0


async def test_a_game_that_is_played_keeps_what_may_be_a_record(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the transaction of its last move."""
    monkeypatch.setattr(TinyGame, "feats", lambda _self, state, events: {"turns": Achievement(len(events), (0,))})
    match = (await begin(services, ANNA, BEN, rounds="10")).match.id
    for _ in range(10):
        for who in (ANNA, BEN):
            await play_turn(services, match, who)

    result = (await services.match_queries.match(match)).result
    assert result is not None and result["feats"] == {"turns": [61, 0]}, "of three events a turn, and the end"
    assert (await held(services))["turns"].match_id == match


async def test_the_highest_score_is_no_record_where_a_computer_has_scored_more_in_the_same_game(services: Services) -> None:
    """Else the result would say that somebody wins with 38, and below that 36 is a new record."""
    await ended(services, (ANNA, BEN, CHI), (30, 29, 20))
    await ended(services, (ANNA, BEN, CHI), (38, 36, 20), unplayed=[0])

    assert (await held(services))["score"].value == 30

    await ended(services, (ANNA, BEN, CHI), (31, 36, 20), unplayed=[0])

    assert (await held(services))["score"].value == 36
