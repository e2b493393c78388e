"""Acting, undoing, and the private draft."""

from __future__ import annotations

import asyncio

import pytest

from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Emit, Seat
from service.errors import Refusal
from service.records import MatchLocation
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.rows import UserId, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn, refusal
from tests.service.tiny_game import AnyLegal, State, TinyGame


async def test_a_turn_is_carried_out_whole_and_the_house_draws_for_the_next(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    update = await services.turns.act(match_id, ANNA, ["keep", "bank"], expected_version=1, now=NOW)

    assert [(e.seat, e.text.split()[0]) for e in update.entries] == [(0, "keep"), (0, "bank"), (CHANCE, "draw")]
    assert (update.version, update.asked, update.outcome) == (4, (1,), None)
    assert [type(e).__name__ for e in update.events_for(None)] == ["Did", "Did", "Drew"]


async def test_if_one_action_is_refused_none_happens(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    for texts in (["keep", "keep"], ["keep", "fly"], ["draw 1"]):
        with pytest.raises(IllegalActionError):
            await services.turns.act(match_id, ANNA, texts, expected_version=1, now=NOW)

    assert (await services.match_queries.match(match_id)).version == 1
    assert (await services.match_queries.table(match_id)).scores == (0, 0)


async def test_who_may_not_act_is_told_why(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    with pytest.raises(IllegalActionError, match="not-your-turn"):
        await play_turn(services, match_id, BEN)
    assert (await refusal(play_turn(services, match_id, CHI))).code == "not-seated"
    assert (await refusal(services.turns.act(match_id, ANNA, [], expected_version=1, now=NOW))).code == "nothing-given"
    await services.resignations.resign(match_id, ANNA, now=NOW)
    assert (await refusal(play_turn(services, match_id, ANNA))).code == "seat-vacant"
    lobby = (await services.lobbies.open(MatchLocation(7, 79), ANNA, "tiny", {}, now=NOW)).match.id
    assert (await refusal(play_turn(services, lobby, ANNA))).code == "not-running"


async def test_an_action_meant_for_an_older_position_is_stale(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)

    stopped = await refusal(services.turns.act(match_id, ANNA, ["pass"], expected_version=1, now=NOW))

    assert (stopped.code, stopped.params) == ("stale", {"version": 7, "expected": 1})
    assert (await refusal(services.turns.act(match_id, ANNA, ["pass"], expected_version=99, now=NOW))).code == "stale"
    assert (await refusal(services.turns.act(match_id, ANNA, ["pass"], expected_version=-1, now=NOW))).code == "stale"


async def test_a_double_click_gives_one_action_and_a_polite_refusal(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    results = await asyncio.gather(
        *(services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW) for _ in range(5)), return_exceptions=True
    )

    assert [r.code for r in results if isinstance(r, Refusal)] == ["already-done"] * 4
    assert (await services.match_queries.match(match_id)).version == 2


async def test_two_people_at_once_are_both_answered_and_only_one_moves(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    first, second = await asyncio.gather(
        services.turns.act(match_id, ANNA, ["keep", "bank"], expected_version=1, now=NOW),
        services.turns.act(match_id, BEN, ["keep", "bank"], expected_version=1, now=NOW),
        return_exceptions=True,
    )

    assert not isinstance(first, BaseException)
    assert isinstance(second, Refusal)
    assert second.code == "stale"


async def test_two_programs_on_one_database_never_write_the_same_row(services: Services, store: Store) -> None:
    """The lock is per program; the primary key of the log is the guard that holds between two."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    other = make_services(store)
    await other.match_queries.table(match_id)

    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    stopped = await refusal(other.turns.act(match_id, ANNA, ["pass"], expected_version=1, now=NOW))

    assert stopped.code == "stale"
    assert [e.text for e in await other.match_queries.history(match_id, since=1)] == ["keep"]


async def test_seats_asked_at_the_same_time_act_in_any_order(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    match_update = await play_turn(services, match_id, BEN)

    assert match_update.asked == (0, 1)
    await play_turn(services, match_id, BEN, "vote yes")
    end = await play_turn(services, match_id, ANNA, "vote no")

    assert end.match.status == "finished"
    assert end.outcome is not None
    assert end.match.result is not None
    assert (end.match.result["scores"], end.match.result["winners"]) == (list(end.outcome.scores), list(end.outcome.winners))


async def test_undo_goes_back_to_the_start_of_the_own_turn_and_stays_in_the_log(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)

    update = await services.turns.undo(match_id, ANNA, now=NOW)

    assert (update.undone, update.asked, update.version) == (("keep",), (0,), 3)
    assert (await services.match_queries.table(match_id)).scores == (0, 0)
    rows = await services.match_queries.history(match_id, ANNA, since=1)
    assert [(r.kind, r.text, r.undone) for r in rows] == [("action", "keep", True), ("undo", "undo 1", False)]
    assert rows[1].params == {"to": 1, "texts": ["keep"]}
    assert (await refusal(services.turns.undo(match_id, ANNA, now=NOW))).code == "nothing-to-undo"


async def test_undo_does_not_reach_behind_a_draw_or_another_seat(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)

    assert (await refusal(services.turns.undo(match_id, ANNA, now=NOW))).code == "undo-too-late"
    assert (await refusal(services.turns.undo(match_id, BEN, now=NOW))).code == "nothing-to-undo"


async def test_a_click_from_before_an_undo_is_stale_not_done(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    await services.turns.undo(match_id, ANNA, now=NOW)

    assert (await refusal(services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW))).code == "stale"
    assert (await services.turns.act(match_id, ANNA, ["pass"], expected_version=3, now=NOW)).version == 4


async def test_a_draft_is_built_looked_at_and_confirmed(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    empty = await services.drafts.open(match_id, ANNA, now=NOW)
    assert (empty.texts, empty.legal, empty.may_confirm) == ((), ("keep", "pass"), False)

    half = await services.drafts.push(match_id, ANNA, ["keep"], now=NOW)
    assert (half.texts, half.legal, half.may_confirm) == (("keep",), ("bank", "hold"), False)
    assert half.view.scores[0] > 0
    assert (await refusal(services.turns.confirm(match_id, ANNA, now=NOW))).code == "draft-incomplete"
    full = await services.drafts.push(match_id, ANNA, ["hold"], expected_version=1, now=NOW)
    assert (full.legal, full.may_confirm) == ((), True)
    assert (await refusal(services.drafts.push(match_id, ANNA, ["hold"], now=NOW))).code == "draft-complete"

    assert (await services.match_queries.table(match_id)).scores == (0, 0)
    update = await services.turns.confirm(match_id, ANNA, expected_version=1, now=NOW)
    assert [e.text for e in update.entries[:2]] == ["keep", "hold"]
    assert all(entry.events for entry in update.entries)


async def test_who_is_asked_by_the_last_action_of_a_draft_is_told(services: Services, store: Store) -> None:
    """Without a draw in between: all vote after the last turn."""
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await services.drafts.push(match_id, BEN, ["keep", "bank", "vote yes"], now=NOW)

    update = await services.turns.confirm(match_id, BEN, now=NOW)

    assert update.asked == (0,)
    users = [post.user_id for post in await store.posts.of(of_match(match_id)) if post.upto == update.version]
    assert users == [ANNA]


async def test_a_draft_steps_back_and_begins_again(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.drafts.push(match_id, ANNA, ["keep", "bank"], now=NOW)

    assert (await services.drafts.back(match_id, ANNA, now=NOW)).texts == ("keep",)
    assert (await services.drafts.back(match_id, ANNA, now=NOW)).texts == ()
    assert (await refusal(services.drafts.back(match_id, ANNA, now=NOW))).code == "draft-empty"
    await services.drafts.push(match_id, ANNA, ["pass"], now=NOW)
    assert (await services.drafts.discard(match_id, ANNA, now=NOW)).texts == ()
    assert (await refusal(services.turns.confirm(match_id, ANNA, now=NOW))).code == "draft-empty"


async def test_a_push_on_top_of_a_part_can_be_repeated(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    for _ in range(2):
        again = await services.drafts.push(match_id, ANNA, ["keep"], keep=0, now=NOW)
        assert (again.texts, again.last) == (("keep",), ("keep", "pass"))
    assert (await services.drafts.push(match_id, ANNA, ["hold"], keep=1, now=NOW)).may_confirm
    assert (await services.drafts.push(match_id, ANNA, [], keep=1, now=NOW)).texts == ("keep",)
    assert (await refusal(services.drafts.push(match_id, ANNA, [], now=NOW))).code == "nothing-given"


async def test_a_peek_keeps_nothing(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    assert (await services.drafts.peek(match_id, ANNA, ["keep", "bank"], now=NOW)).may_confirm

    assert (await services.drafts.open(match_id, ANNA, now=NOW)).texts == ()


async def test_a_refused_push_leaves_the_draft_as_it_was(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.drafts.push(match_id, ANNA, ["keep"], now=NOW)

    with pytest.raises(IllegalActionError, match="not-legal"):
        await services.drafts.push(match_id, ANNA, ["keep"], now=NOW)

    assert (await services.drafts.open(match_id, ANNA, now=NOW)).texts == ("keep",)


async def test_a_draft_survives_a_restart_and_goes_with_the_action(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.drafts.push(match_id, ANNA, ["keep"], now=NOW)

    restarted = make_services(store)
    assert (await restarted.drafts.open(match_id, ANNA, now=NOW)).texts == ("keep",)
    await restarted.turns.act(match_id, ANNA, ["pass"], expected_version=1, now=NOW)

    after = await restarted.drafts.open(match_id, ANNA, now=NOW)
    assert (after.texts, after.lapsed) == ((), False)


async def test_a_stale_draft_lapses_once(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await services.drafts.push(match_id, ANNA, ["vote yes"], now=NOW)
    await play_turn(services, match_id, BEN, "vote no")

    lapsed = await services.drafts.open(match_id, ANNA, now=NOW)
    assert (lapsed.texts, lapsed.lapsed, lapsed.legal) == ((), True, ("vote yes", "vote no"))
    assert not (await services.drafts.open(match_id, ANNA, now=NOW)).lapsed


async def test_confirming_a_stale_draft_is_refused(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await services.drafts.push(match_id, ANNA, ["vote yes"], now=NOW)
    await play_turn(services, match_id, BEN, "vote no")

    assert (await refusal(services.turns.confirm(match_id, ANNA, now=NOW))).code == "stale"
    assert (await refusal(services.turns.confirm(match_id, ANNA, now=NOW))).code == "draft-empty"


async def test_confirming_twice_is_one_turn(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    draft = await services.drafts.push(match_id, ANNA, ["keep", "bank"], now=NOW)

    first, second = await asyncio.gather(
        *(services.turns.confirm(match_id, ANNA, expected_version=draft.version, now=NOW) for _ in range(2)), return_exceptions=True
    )

    assert not isinstance(first, BaseException)
    assert isinstance(second, Refusal)
    assert second.code == "already-done"


async def test_undo_discards_the_draft_first(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    await services.drafts.push(match_id, ANNA, ["bank"], now=NOW)

    first = await services.turns.undo(match_id, ANNA, now=NOW)
    second = await services.turns.undo(match_id, ANNA, now=NOW)

    assert (first.from_draft, first.undone, first.version) == (True, ("bank",), 2)
    assert (second.from_draft, second.undone, second.version) == (False, ("keep",), 3)


async def test_somebody_who_is_not_asked_has_no_draft(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    for attempt in (services.drafts.open(match_id, BEN, now=NOW), services.drafts.push(match_id, BEN, ["keep"], now=NOW)):
        with pytest.raises(IllegalActionError, match="not-your-turn"):
            await attempt


async def test_another_seat_that_goes_to_a_computer_makes_nothing_stale(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, CHI)).match.id
    await services.drafts.push(match_id, ANNA, ["keep", "bank"], now=NOW)

    await services.resignations.resign(match_id, CHI, now=NOW)

    assert (await services.drafts.open(match_id, ANNA, now=NOW)).may_confirm
    update = await services.turns.confirm(match_id, ANNA, expected_version=1, now=NOW)
    assert update.asked == (1,)


async def test_unknown_people_and_matches_are_refused_everywhere(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    stranger = UserId(999)

    for attempt in (
        services.turns.undo(match_id, stranger, now=NOW),
        services.drafts.open(match_id, stranger, now=NOW),
        services.turns.confirm(match_id, stranger, now=NOW),
        services.resignations.resign(match_id, stranger, now=NOW),
    ):
        assert (await refusal(attempt)).code == "not-seated"


class CountingGame(TinyGame):
    """Counts what is carried out."""

    def __init__(self) -> None:
        self.carried_out: list[str] = []

    def advance(self, state: State, seat: Seat, action: str, emit: Emit) -> None:
        if seat != CHANCE:
            self.carried_out.append(action)
        super().advance(state, seat, action, emit)


async def test_what_was_tried_is_not_played_again_when_it_is_confirmed(store: Store) -> None:
    game = CountingGame()
    services = assembled(store, {"tiny": game}, {"citizen": AnyLegal()})
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.drafts.push(match_id, ANNA, ["keep"], now=NOW)
    await services.drafts.push(match_id, ANNA, ["bank"], now=NOW)

    update = await services.turns.confirm(match_id, ANNA, now=NOW)

    assert game.carried_out == ["keep", "bank"]
    assert [e.text for e in update.entries][:2] == ["keep", "bank"]
    assert (await make_services(store).match_queries.table(match_id)).view == (await services.match_queries.table(match_id)).view


async def test_another_draft_than_the_one_tried_last_is_played_as_it_says(store: Store) -> None:
    """Whatever is in memory, what counts is the draft as it is kept."""
    game = CountingGame()
    services, other = (assembled(store, {"tiny": g}, {"citizen": AnyLegal()}) for g in (game, TinyGame()))
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.drafts.push(match_id, ANNA, ["keep", "bank"], now=NOW)
    await other.drafts.push(match_id, ANNA, ["pass", "hold"], keep=0, now=NOW)

    update = await services.turns.confirm(match_id, ANNA, now=NOW)

    assert [e.text for e in update.entries][:2] == ["pass", "hold"]
    assert game.carried_out == ["keep", "bank", "pass", "hold"]
    assert (await make_services(store).match_queries.table(match_id)).scores == (0, 0)


async def test_a_turn_tried_before_an_undo_of_the_one_before_is_tried_again(services: Services) -> None:
    """The same texts at another position give what they give there."""
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await services.drafts.push(match_id, ANNA, ["vote no"], now=NOW)
    await play_turn(services, match_id, BEN, "vote yes")
    await services.drafts.push(match_id, ANNA, ["vote no"], now=NOW)

    end = await services.turns.confirm(match_id, ANNA, now=NOW)

    assert end.outcome is not None
    votes = [e.text for e in await services.match_queries.history(match_id) if e.text.startswith("vote")]
    assert votes == ["vote yes", "vote no"]
