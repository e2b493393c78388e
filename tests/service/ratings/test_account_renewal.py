"""Accounts of points that an earlier program told wrong are made again, and the records with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import select, text, update

from service.match import match_transaction
from service.match.eligibility import FEATS, SOURCES
from service.wiring.services import Services
from storage.rows import MatchId
from storage.schema import match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, begin, play_turn

RIGHT = {SOURCES: [{"bank": 3}, {"bank": 1}], FEATS: {"turn": [9, 0]}}
WRONG = {SOURCES: [{"bank": 2}, {"bank": 1}], FEATS: {"turn": [40, 1]}}


async def _finish_game(services: Services, monkeypatch: pytest.MonkeyPatch, account: Mapping[str, Any]) -> MatchId:
    """Return a finished game whose result keeps this account."""
    monkeypatch.setattr(match_transaction, "point_sources", lambda _live: account)
    match_id = (await begin(services, ANNA, BEN, rounds="10")).match.id
    for _ in range(10):
        for person in (ANNA, BEN):
            await play_turn(services, match_id, person)
    return match_id


async def _strip_hashes(store: Store, match_id: MatchId) -> None:
    await store._db.write(lambda con: con.execute(update(match).where(match.c.id == match_id).values(last_hash=None)))


async def _result(store: Store, match_id: MatchId) -> Mapping[str, Any]:
    result: Mapping[str, Any] = await store._db.read(
        lambda con: con.execute(select(match.c.result).where(match.c.id == match_id)).scalar_one()
    )
    return result


async def _record(services: Services) -> tuple[int, ...]:
    await services.stats_backfill.fill(0)
    return tuple(record.value for record in await services.leaderboards.records(7) if record.what.endswith(" turn"))


async def test_a_wrong_account_is_made_again_and_the_record_is_the_right_one(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await _finish_game(services, monkeypatch, WRONG)
    await _strip_hashes(store, match_id)
    wrong, kept = await _record(services), await _result(store, match_id)
    monkeypatch.setattr("service.ratings.account_renewal.point_sources", lambda _live: RIGHT)

    assert not services.account_renewal.is_over
    assert await services.account_renewal.through(0) == 1

    assert (wrong, await _record(services)) == ((40,), (9,))
    assert await _result(store, match_id) == {**kept, **RIGHT}, "all else in the result stays"
    assert (await services.match_queries.match(match_id)).result == {**kept, **RIGHT}
    assert services.account_renewal.is_over


async def test_what_is_right_or_was_made_since_is_left_alone_and_no_game_is_looked_at_twice(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[MatchId] = []
    newer = await _finish_game(services, monkeypatch, WRONG)
    older = await _finish_game(services, monkeypatch, RIGHT)
    await _strip_hashes(store, older)

    def account(live: Any) -> Mapping[str, Any]:
        looked.append(live.match.id)
        return RIGHT

    monkeypatch.setattr("service.ratings.account_renewal.point_sources", account)

    assert [await services.account_renewal.through(0), await services.account_renewal.through(0)] == [0, 0]

    assert looked == [older]
    assert (await _result(store, newer))[FEATS] == WRONG[FEATS]


async def test_a_game_whose_rules_are_not_known_here_keeps_its_account(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await _finish_game(services, monkeypatch, WRONG)
    await _strip_hashes(store, match_id)
    await store._db.write(lambda con: con.execute(text("UPDATE match SET rules_version = 99")))
    services.repository.forget_all()

    assert await services.account_renewal.through(0) == 0
    assert (await _result(store, match_id))[FEATS] == WRONG[FEATS]
