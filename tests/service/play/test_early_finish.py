"""A game that all want to end where it stands: counted, kept, checkable, and of no weight for ratings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from service.errors import Refusal
from service.match.eligibility import is_rated
from service.play.early_finish import STOP
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import MatchId, of_match
from storage.store import Store
from tests.service.clocks.test_clock_service import begun
from tests.service.conftest import ANNA, BEN, CHI, NOW, make_services, play_turn
from tests.service.history.test_record_import import unchained


async def stopped(services: Services, turns: int = 2, **terms: str) -> MatchId:
    """Return a game of three after so many turns, which all of them stop."""
    match_id = await begun(services, ANNA, BEN, CHI, **terms)
    for person in ((ANNA, BEN, CHI) * 4)[:turns]:
        await play_turn(services, match_id, person)
    question = await services.requests.ask(match_id, CHI, STOP, {}, now=NOW)
    assert (await services.match_queries.match(match_id)).status == "running"
    for person in (ANNA, BEN):
        await services.requests.answer(match_id, person, question.request.number, agrees=True, now=NOW)
    return match_id


async def test_it_counts_as_it_stands_and_is_told_once(services: Services, store: Store) -> None:
    match_id = await stopped(services)

    match, seats = await services.match_queries.seated(match_id)
    scores = (await services.match_queries.table(match_id)).scores
    assert match.status == "finished" and match.result is not None
    assert (tuple(match.result["scores"]), match.result["how"]) == (scores, "stopped")
    assert [seat.left for seat in seats] == [None] * 3
    assert [row.text for row in (await services.repository.rows(match_id)).log][-2:] == ["request stop granted 1", "conclude"]
    assert [post.kind for post in await store.posts.of(of_match(match_id))].count("end") == 1
    assert [timer.kind for timer in await store.timers.of(of_match(match_id))] == []
    assert (await services.record_export.verify(match_id)).is_sound
    with pytest.raises(Refusal, match="not-running"):
        await play_turn(services, match_id, CHI)


async def test_a_restart_a_replay_and_a_record_know_the_end(services: Services, store: Store) -> None:
    match_id = await stopped(services)
    after = make_services(store)

    assert (await after.match_queries.table(match_id)).asked == ()
    assert (await after.match_queries.history(match_id))[-1].events
    assert len(await after.turn_replays.frames(match_id)) >= 2
    record = json.dumps(await after.record_export.export(match_id)).encode()
    validated_record = await after.record_import.read(record, now=NOW + timedelta(days=1))
    kept = await after.record_import.bring(
        validated_record, MatchLocation(7, 71), ANNA, here=(ANNA, BEN, CHI), locale="en", now=NOW
    )
    assert kept.result is not None and kept.result["scores"] == json.loads(record)["result"]["scores"]
    assert (await after.record_export.verify(kept.id)).is_sound
    late = unchained(json.loads(record))
    late["log"].append({**late["log"][-1], "seq": len(late["log"])})
    with pytest.raises(Refusal, match="record-row"):
        await after.record_import.read(json.dumps(late).encode(), now=NOW + timedelta(days=1))
    await after.stop()


@pytest.mark.parametrize(("how", "rated"), [("stopped", False), (None, True)])
async def test_it_counts_for_no_rating(services: Services, store: Store, how: str | None, rated: bool) -> None:
    await stopped(services, turns=11, rated="on")
    (ended,) = await store.matches.ended(7, 100)
    result = {key: value for key, value in ended.result.items() if key != "how"} | ({"how": how} if how else {})

    assert is_rated(replace(ended, result=result)) is rated


async def test_a_refused_wish_to_stop_changes_nothing(services: Services) -> None:
    match_id = await begun(services, ANNA, BEN)
    question = await services.requests.ask(match_id, ANNA, STOP, {}, now=NOW)

    await services.requests.answer(match_id, BEN, question.request.number, agrees=False, now=NOW)

    assert (await services.match_queries.match(match_id)).status == "running"
    assert [row.text for row in (await services.repository.rows(match_id)).log][-1] == "request stop refused 1"
