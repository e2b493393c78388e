"""Hints: one good turn in private, a row of the log for all, where the terms allow it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clocks.terms import CLUB, MatchTerms
from games.core.errors import IllegalActionError
from service.errors import Refusal
from service.history.hints import question
from service.match import match_log as logs
from service.wiring.services import Services
from storage.changes import CommitMatch
from storage.rows import MatchId, of_match
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, play_turn


async def begun(services: Services, **terms: object) -> MatchId:
    """Return a game of two with these terms."""
    match = (await begin(services, ANNA, BEN)).match
    agreed: MatchTerms = replace(match.terms, **terms)  # type: ignore[arg-type]
    await services.store.commit(CommitMatch(replace(match, terms=agreed), NOW))
    services.repository.forget(match.id)
    return match.id


async def test_a_hint_is_a_good_turn_and_counts_once_for_each_position(services: Services) -> None:
    match_id = await begun(services)

    hint = await services.hints.ask(match_id, ANNA, now=NOW)
    again = await services.hints.ask(match_id, ANNA, now=NOW)

    assert hint.draft.texts == again.draft.texts and hint.draft.texts[0] == "keep", "points are better than none"
    assert hint.draft.may_confirm and hint.taken == again.taken == 1
    (row,) = [row for row in await services.match_queries.history(match_id) if row.kind == logs.HINT]
    assert row.seat == 0

    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    assert (await services.hints.ask(match_id, ANNA, now=NOW)).taken == 2
    told = [row["text"] for row in (await services.record_export.export(match_id))["log"]]
    assert told.count("hint") == 2


async def test_a_hint_changes_nothing_for_a_player_in_the_middle_of_a_move(services: Services) -> None:
    """The draft stays, buttons that were seen before still work, and nobody is told a turn twice."""
    match_id = await begun(services)
    version = (await services.match_queries.match(match_id)).version
    await services.drafts.push(match_id, ANNA, ["pass"], now=NOW)
    told = len(await services.store.posts.of(of_match(match_id)))

    await services.hints.ask(match_id, ANNA, now=NOW)

    assert (await services.drafts.open(match_id, ANNA, now=NOW)).texts == ("pass",)
    assert len(await services.store.posts.of(of_match(match_id))) == told
    done = await services.turns.act(match_id, ANNA, ["pass", "bank"], expected_version=version, now=NOW)
    assert done.asked == (1,)


@pytest.mark.parametrize(("terms", "why"), [({"aids": CLUB}, "terms"), ({"rated": True}, "rated")])
async def test_there_are_hints_only_where_the_terms_allow_them(services: Services, terms: dict[str, object], why: str) -> None:
    match_id = await begun(services, **terms)

    with pytest.raises(Refusal) as refused:
        await services.hints.ask(match_id, ANNA, now=NOW)

    assert (refused.value.code, refused.value.params["why"]) == ("no-hints", why)
    assert not any(row.kind == logs.HINT for row in await services.match_queries.history(match_id))


async def test_only_who_is_asked_gets_a_hint(services: Services) -> None:
    match_id = await begun(services)

    with pytest.raises(IllegalActionError) as waiting:
        await services.hints.ask(match_id, BEN, now=NOW)
    with pytest.raises(Refusal) as stranger:
        await services.hints.ask(match_id, CHI, now=NOW)

    assert (waiting.value.code, stranger.value.code) == ("not-your-turn", "not-seated")


async def test_what_is_asked_holds_no_secret_and_is_the_same_again(services: Services) -> None:
    match_id = await begun(services)
    live = await services.repository.seen(match_id)
    first = question(live, live.seats[0].seat, {})

    await services.hints.ask(match_id, ANNA, now=NOW)

    live = await services.repository.seen(match_id)
    assert question(live, live.seats[0].seat, {}).seed == first.seed
    assert live.secret.key not in first.seed and first.seed != live.secret.key
