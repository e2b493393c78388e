"""Asking all others: who must agree, what a refusal means, and what an undo by consent leaves behind."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from games.core.game import CHANCE
from service.match import match_log as logs
from service.play.requests import OpenRequest
from service.wiring.services import Services
from storage.rows import MatchId, UserId, of_match
from storage.store import Store
from tests.service.computers.test_computer_players import slow_services
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn, refusal

LATER = NOW + timedelta(hours=1)


async def ask(services: Services, match_id: MatchId, person: UserId = ANNA, *, now: datetime = NOW) -> OpenRequest:
    return await services.requests.ask(match_id, person, "undo", {}, now=now)


async def answer(services: Services, asked: OpenRequest, person: UserId, *, agrees: bool, now: datetime = LATER) -> OpenRequest:
    return await services.requests.answer(asked.match.id, person, asked.request.number, agrees=agrees, now=now)


async def played(services: Services, *people: UserId, turns: int = 1, **more: Any) -> MatchId:
    """Return a game after so many turns, of one after the other."""
    match_id = (await begin(services, *people, **more)).match.id
    for turn in range(turns):
        await play_turn(services, match_id, people[turn % len(people)])
    return match_id


async def texts(services: Services, match_id: MatchId) -> list[str]:
    return [row.text for row in (await services.repository.rows(match_id)).log]


async def test_all_others_must_agree_before_it_goes_back(services: Services) -> None:
    match_id = await played(services, ANNA, BEN, CHI)
    open_request = await ask(services, match_id)
    before = await texts(services, match_id)
    assert [seat.user_id for seat in open_request.missing] == [BEN, CHI]

    waiting = await answer(services, open_request, BEN, agrees=True)
    assert ([seat.user_id for seat in waiting.missing], await texts(services, match_id)) == ([CHI], before)
    done = await answer(services, open_request, CHI, agrees=True)

    assert done.request.status == "granted"
    assert (await texts(services, match_id))[len(before) :] == ["request undo granted 2", "undo 1"]
    table = await services.match_queries.table(match_id, ANNA)
    assert (table.asked, table.scores, len(table.legal)) == ((0,), (0, 0, 0), 2)


async def test_a_refusal_is_in_the_log_and_changes_nothing_else(services: Services, store: Store) -> None:
    match_id = await played(services, ANNA, BEN)
    draft = await services.drafts.push(match_id, BEN, ["keep"], now=NOW)
    open_request = await ask(services, match_id)
    before = await services.match_queries.table(match_id)

    await answer(services, open_request, BEN, agrees=False)

    after = await services.match_queries.table(match_id)
    assert (after.view, after.asked) == (before.view, before.asked)
    assert (await texts(services, match_id))[-1] == "request undo refused 1"
    (entry,) = await services.match_queries.history(match_id, since=before.version)
    assert (entry.kind, entry.seat, entry.params) == ("request", 0, {"kind": "undo", "outcome": "refused", "by": 1})
    assert (await services.drafts.open(match_id, BEN, now=LATER)).texts == draft.texts
    kinds = [post.kind for post in await store.posts.of(of_match(match_id))]
    assert kinds == ["turn", "turn", "request", "answered"]


async def test_a_draw_that_was_seen_comes_again_as_it_was(services: Services) -> None:
    """And so does every later one: draws are numbered by those that stand."""
    match_id = await played(services, ANNA, BEN, turns=3, rounds="20")
    seen = [text for text in await texts(services, match_id) if text.startswith("draw")]
    await answer(services, await ask(services, match_id), BEN, agrees=True)

    for person in (ANNA, BEN):
        await play_turn(services, match_id, person, "pass", "hold")

    live = await services.repository.live(match_id)
    stand = [row.text for row in logs.standing_rows(live.log) if row.seat == CHANCE]
    assert stand[: len(seen)] == seen
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    assert (await services.record_export.verify(match_id)).is_sound


async def test_games_from_before_number_every_draw_that_was_made(services: Services, store: Store) -> None:
    match_id = await played(services, ANNA, BEN, turns=2, rounds="20")
    await store._db.write(lambda con: con.exec_driver_sql("UPDATE match SET bag = 1"))  # as an earlier program
    services.repository.forget(match_id)
    await answer(services, await ask(services, match_id, BEN), ANNA, agrees=True)

    await play_turn(services, match_id, BEN)

    live = await services.repository.live(match_id)
    assert live.match.bag == logs.BY_ALL
    assert logs.draws_before(live.log, live.match.bag) == sum(row.seat == CHANCE for row in live.log) == 4
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    assert (await services.record_export.verify(match_id)).is_sound


async def test_it_goes_back_to_the_start_of_the_own_turn_over_the_turns_of_others(services: Services) -> None:
    match_id = await played(services, ANNA, BEN, CHI, turns=2)

    await ask(services, match_id)
    open_request = await ask(services, match_id, BEN)
    for person in (ANNA, CHI):
        open_request = await answer(services, open_request, person, agrees=True)

    table = await services.match_queries.table(match_id)
    assert open_request.request.detail["to"] == 4
    assert (table.asked, table.scores[1]) == ((1,), 0)
    assert table.scores[0] > 0


async def test_it_lapses_when_somebody_plays_on(services: Services) -> None:
    match_id = await played(services, ANNA, BEN)
    open_request = await ask(services, match_id)

    await play_turn(services, match_id, BEN)

    late = await refusal(answer(services, open_request, BEN, agrees=True))
    assert (late.code, late.params["status"]) == ("request-over", "lapsed")
    assert (await ask(services, match_id)).request.number == 2


async def test_it_stands_while_only_a_computer_plays_on(store: Store, tmp_path: Path) -> None:
    """Nobody at the table has decided anything since: the others can still agree."""
    services, slow = slow_services(store, tmp_path)
    match_id = await played(services, ANNA, BEN, turns=2, computers=1, rounds="20")
    await slow.has_begun()
    open_request = await ask(services, match_id)
    before = (await services.match_queries.match(match_id)).version

    slow.let_go()
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).version > before
    assert (await answer(services, open_request, BEN, agrees=True)).request.status == "granted"
    await services.stop()


async def test_who_asks_may_take_it_back_and_cannot_grant_it(services: Services) -> None:
    match_id = await played(services, ANNA, BEN)
    open_request = await ask(services, match_id)
    assert (await refusal(answer(services, open_request, ANNA, agrees=True))).code == "request-own"

    await answer(services, open_request, ANNA, agrees=False)

    assert (await refusal(answer(services, open_request, BEN, agrees=True))).params["status"] == "withdrawn"
    assert not any(text.startswith("request") for text in await texts(services, match_id))


async def test_requests_are_not_a_weapon(services: Services) -> None:
    match_id = await played(services, ANNA, BEN, turns=2, rounds="20")
    open_request = await ask(services, match_id)
    assert (await refusal(ask(services, match_id))).code == "request-open"
    await answer(services, open_request, BEN, agrees=False)
    rests = await refusal(ask(services, match_id, now=LATER))
    assert (rests.code, rests.params["again"]) == ("request-rests", LATER + timedelta(hours=24))

    tomorrow = LATER + timedelta(hours=24)
    for _ in range(2):
        await answer(services, await ask(services, match_id, now=tomorrow), ANNA, agrees=False, now=tomorrow)

    assert (await refusal(ask(services, match_id, now=tomorrow))).code == "too-many-requests"
    assert (await ask(services, match_id, BEN, now=tomorrow)).request.seat == 1


async def test_nobody_else_answers_and_what_does_not_exist_is_no_request(services: Services) -> None:
    match_id = await played(services, ANNA, BEN)
    open_request = await ask(services, match_id)

    assert (await refusal(answer(services, open_request, CHI, agrees=True))).code == "not-seated"
    assert (await refusal(services.requests.answer(match_id, BEN, 7, agrees=True, now=NOW))).code == "no-request"


async def test_who_has_not_moved_or_plays_for_ratings_cannot_ask(services: Services) -> None:
    match_id = await played(services, ANNA, BEN)
    assert (await refusal(ask(services, match_id, BEN))).code == "nothing-to-undo"
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    rated = await begin(services, ANNA, BEN, terms={"rated": "on"})
    await play_turn(services, rated.match.id, ANNA)

    assert (await refusal(ask(services, rated.match.id))).code == "undo-rated"


async def test_alone_with_computers_nobody_has_to_be_asked(services: Services) -> None:
    match_id = await played(services, ANNA, computers=1, rounds="20")
    await services.computers.settled()

    open_request = await ask(services, match_id)

    assert open_request.request.status == "granted"
    assert (await services.match_queries.table(match_id)).asked == (0,)


async def test_a_computer_that_plays_on_does_not_make_it_lapse(services: Services) -> None:
    match_id = await played(services, ANNA, BEN, computers=1, rounds="20")
    open_request = await ask(services, match_id)
    await services.resignations.resign(match_id, BEN, now=NOW)
    await services.computers.settled()

    assert (await services.requests.of(match_id, open_request.request.number)).missing == ()


async def test_a_confirmed_move_lapses_with_the_position_it_was_made_in(services: Services, store: Store) -> None:
    match_id = await played(services, ANNA, BEN)
    open_request = await ask(services, match_id)
    await services.drafts.push(match_id, BEN, ["keep", "bank"], now=NOW)
    await answer(services, open_request, BEN, agrees=True)
    await play_turn(services, match_id, ANNA, "pass", "hold")

    draft = await services.drafts.open(match_id, BEN, now=LATER)

    assert (draft.texts, draft.lapsed) == ((), True)


async def test_all_that_is_asked_is_kept_over_a_restart(services: Services, store: Store) -> None:
    match_id = await played(services, ANNA, BEN)
    open_request = await ask(services, match_id)
    restarted = make_services(store)

    done = await answer(restarted, open_request, BEN, agrees=True)

    assert done.request.status == "granted"
    assert (await store.requests.of(match_id))[0].closed_by == 1
    await restarted.stop()


async def test_who_has_moved_is_offered_to_go_back_but_for_ratings(services: Services) -> None:
    match_id = await played(services, ANNA, BEN)

    assert await services.turns.may_undo(match_id, ANNA)
    assert not await services.turns.may_undo(match_id, BEN)
    assert not await services.turns.may_undo(match_id, CHI)


async def test_a_referee_lets_somebody_go_back_whatever_the_others_say(services: Services, store: Store) -> None:
    """Also where the players may not agree on it, as in rated games; what was drawn comes again, and everybody is told."""
    match_id = await played(services, ANNA, BEN, turns=2)
    rows = [row.text for row in (await services.repository.rows(match_id)).log if row.seat == CHANCE]

    await services.take_back.rule(match_id, ANNA, by=UserId(900), now=LATER)

    assert (await services.match_queries.table(match_id)).asked == (0,)
    assert (await texts(services, match_id))[-1].startswith("undo ")
    told = [post.payload for post in await store.posts.of(of_match(match_id)) if post.kind == "notice"]
    assert told == [{"code": "let-back", "user": ANNA}]
    await play_turn(services, match_id, ANNA)
    assert [row.text for row in (await services.repository.rows(match_id)).log if row.seat == CHANCE][: len(rows)] == rows
    assert (await refusal(services.take_back.rule(match_id, UserId(999), by=UserId(900), now=LATER))).code == "not-seated"
    assert (await refusal(services.take_back.rule(match_id, BEN, by=UserId(900), now=LATER))).code == "nothing-to-undo"
