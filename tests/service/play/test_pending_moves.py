"""Taking back before anything new is seen: until its time is over, a confirmed move exists nowhere but in its draft."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import IllegalActionError
from games.core.game import CHANCE
from service.play.pending_moves import PASS
from service.wiring.services import Services
from storage.rows import FINISHED, MatchId, TimerRow, UserId, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services, play_turn, refused

pytestmark = pytest.mark.takes_back

WINDOW = timedelta(seconds=30)
LATER = NOW + timedelta(seconds=10)


async def opened(services: Services, *, computer: bool = False, terms: str = "30 s", **options: str) -> MatchId:
    """Return a running game of Anna and Ben, or of Anna and a computer."""
    people = (ANNA,) if computer else (ANNA, BEN)
    return (await begin(services, *people, computers=int(computer), terms={"take-back": terms}, **options)).match.id


async def confirmed(services: Services, match_id: MatchId, person: UserId = ANNA, *texts: str) -> Any:
    draft = await services.drafts.push(match_id, person, texts or ("keep", "bank"), now=NOW)
    return await services.turns.confirm(match_id, person, expected_version=draft.version, now=NOW)


async def log_of(services: Services, match_id: MatchId) -> list[str]:
    return [row.text for row in (await services.repository.rows(match_id)).log if row.seat != CHANCE]


@pytest.fixture
async def reopened(path: Path, store: Store) -> AsyncIterator[Store]:
    """Open another process's view of the same file."""
    other = await open_sqlite(path)
    yield other
    await other.close()


async def waiting(store: Store, match_id: MatchId) -> list[TimerRow]:
    """Timers of turns that have yet to pass on."""
    return [timer for timer in await store.timers.of(of_match(match_id)) if timer.kind == PASS]


async def test_until_its_time_is_over_a_confirmed_move_exists_nowhere(services: Services, store: Store) -> None:
    match_id = await opened(services)
    before = await store.matches.load(match_id)
    posts = await store.posts.of(of_match(match_id))

    update = await confirmed(services, match_id)

    assert update.passes_at == NOW + WINDOW
    assert update.entries == ()
    assert await store.matches.load(match_id) == before
    assert await store.posts.of(of_match(match_id)) == posts
    for who in (None, ANNA, BEN):
        assert (await services.match_queries.table(match_id, who)).scores == (0, 0)


async def test_the_turn_passes_on_by_itself_and_once(services: Services, store: Store) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)

    await services.timers.tick(NOW + WINDOW - timedelta(seconds=1))
    assert await log_of(services, match_id) == []
    for _ in range(2):
        await services.timers.tick(NOW + WINDOW)

    assert await log_of(services, match_id) == ["keep", "bank"]
    assert (await services.match_queries.table(match_id)).asked == (1,)
    assert not await waiting(store, match_id)
    assert await store.drafts.get(ANNA, of_match(match_id)) is None


async def test_it_passes_on_after_a_restart(services: Services, reopened: Store) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    restarted = make_services(reopened)

    assert (await restarted.drafts.open(match_id, ANNA, now=LATER)).passes_at == NOW + WINDOW
    await restarted.timers.tick(NOW + timedelta(days=1))

    assert await log_of(restarted, match_id) == ["keep", "bank"]
    await restarted.stop()


async def test_what_is_taken_back_is_a_draft_again_and_leaves_no_trace(services: Services, store: Store) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)

    draft = await services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)
    twice = await services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)

    assert (draft.texts, draft.passes_at, draft.may_confirm) == (("keep", "bank"), None, True)
    assert twice == draft
    await services.timers.tick(NOW + WINDOW)
    assert await log_of(services, match_id) == []
    assert not await waiting(store, match_id)


async def test_a_move_is_taken_back_once_a_turn(services: Services) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    await services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)
    await services.drafts.discard(match_id, ANNA, now=LATER)

    update = await confirmed(services, match_id, ANNA, "pass", "hold")

    assert update.passes_at is None
    assert await log_of(services, match_id) == ["pass", "hold"]
    assert await refused(services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)) == "take-back-too-late"


async def test_nobody_takes_back_the_move_of_another(services: Services) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)

    with pytest.raises(IllegalActionError, match="not-your-turn"):
        await services.pending_moves.take_back(match_id, BEN, expected_version=1, now=LATER)

    assert await refused(services.pending_moves.pass_on(match_id, BEN, expected_version=1, now=LATER)) == "stale"
    assert (await services.drafts.open(match_id, ANNA, now=LATER)).passes_at is not None


async def test_in_the_next_turn_it_may_be_taken_back_again(services: Services) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    await services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)
    await services.turns.confirm(match_id, ANNA, now=LATER)
    await play_turn(services, match_id, BEN)

    assert (await confirmed(services, match_id)).passes_at is not None


async def test_undo_takes_a_confirmed_move_back_to_the_start_of_the_turn(services: Services) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    assert await services.turns.may_undo(match_id, ANNA)

    update = await services.turns.undo(match_id, ANNA, now=LATER)

    assert (update.from_draft, update.undone) == (True, ("keep", "bank"))
    assert (await services.drafts.open(match_id, ANNA, now=LATER)).texts == ()
    await services.timers.tick(NOW + WINDOW)
    assert await log_of(services, match_id) == []
    assert (await confirmed(services, match_id)).passes_at is None


async def test_the_mover_may_pass_the_turn_at_once(services: Services, store: Store) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)

    update = await services.pending_moves.pass_on(match_id, ANNA, expected_version=1, now=LATER)

    assert (update.asked, update.passes_at) == ((1,), None)
    assert not await waiting(store, match_id)
    assert await refused(services.pending_moves.pass_on(match_id, ANNA, expected_version=1, now=LATER)) == "stale"


async def test_buttons_of_an_earlier_move_do_nothing_to_the_one_that_waits(services: Services) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    await services.pending_moves.pass_on(match_id, ANNA, expected_version=1, now=LATER)
    await play_turn(services, match_id, BEN)
    kept = await confirmed(services, match_id)

    late = services.pending_moves.take_back(match_id, ANNA, expected_version=1, now=LATER)
    early = services.pending_moves.pass_on(match_id, ANNA, expected_version=1, now=LATER)

    assert [await refused(late), await refused(early)] == ["take-back-too-late", "stale"]
    assert (await services.drafts.open(match_id, ANNA, now=LATER)).passes_at == kept.passes_at


async def test_confirming_again_answers_the_same_and_nothing_else_changes_the_move(services: Services) -> None:
    match_id = await opened(services)
    first = await confirmed(services, match_id)

    assert await services.turns.confirm(match_id, ANNA, expected_version=1, now=LATER) == first
    again = await services.turns.play(match_id, ANNA, ["bank"], keep=1, expected_version=1, now=LATER)
    assert again == first
    assert await refused(services.drafts.push(match_id, ANNA, ["hold"], keep=1, now=LATER)) == "move-made"
    assert await refused(services.drafts.back(match_id, ANNA, now=LATER)) == "move-made"
    assert await refused(services.drafts.discard(match_id, ANNA, now=LATER)) == "move-made"
    assert await refused(services.turns.play(match_id, ANNA, ["hold"], keep=1, expected_version=1, now=LATER)) == "move-made"


@pytest.mark.parametrize("leave", ["resign", "skip", "server"])
async def test_who_leaves_after_confirming_has_made_the_move(services: Services, store: Store, leave: str) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)

    if leave == "resign":
        await services.resignations.resign(match_id, ANNA, now=LATER)
    elif leave == "skip":
        await services.resignations.skip(
            match_id, (await services.match_queries.seats(match_id))[0].seat, now=LATER, moderator=True
        )
    else:
        await services.resignations.left_guild(7, ANNA, now=LATER)
    await services.timers.tick(NOW + WINDOW)

    assert (await log_of(services, match_id))[:2] == ["keep", "bank"]
    assert [s.is_human for s in await services.match_queries.seats(match_id)] == [False, True]
    assert not await waiting(store, match_id)


async def test_the_end_is_not_declared_before(services: Services) -> None:
    match_id = await opened(services, rounds="1")
    await play_turn(services, match_id, ANNA)
    await confirmed(services, match_id, BEN)

    assert (await services.match_queries.match(match_id)).status == "running"
    await services.resignations.resign(match_id, BEN, now=LATER)

    assert (await services.match_queries.match(match_id)).status == FINISHED
    assert [s.left for s in await services.match_queries.seats(match_id)] == [None, None]


async def test_answers_of_all_at_the_same_time_count_at_once(services: Services) -> None:
    match_id = await opened(services, rounds="1", vote="on")
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)

    assert (await confirmed(services, match_id, ANNA, "vote yes")).passes_at is None


async def test_a_cancelled_game_passes_nothing_on(services: Services, store: Store) -> None:
    match_id = await opened(services)
    await confirmed(services, match_id)
    await services.resignations.cancel(match_id, ANNA, now=LATER)

    await services.timers.tick(NOW + WINDOW)

    assert await log_of(services, match_id) == []
    assert not await waiting(store, match_id)


async def test_who_plays_alone_waits_only_by_choice(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id

    assert (await confirmed(services, match_id)).passes_at is None
    await services.computers.settled()
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    chosen = await opened(services, computer=True)
    assert (await confirmed(services, chosen)).passes_at == NOW + WINDOW


@pytest.fixture
def confirms_meanwhile(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[MatchId]:
    """Anna confirms a move in these matches while a computer thinks about it."""
    matches, turn = list[MatchId](), services.computers.turn

    async def slow(live: Any, seat: Any) -> Any:
        position = await turn(live, seat)
        if live.match.id in matches:
            draft = await services.drafts.push(live.match.id, ANNA, ("pass", "hold"), now=live.match.created_at)
            await services.turns.confirm(live.match.id, ANNA, expected_version=draft.version, now=LONG_AFTER)
        return position

    monkeypatch.setattr(services.computers, "turn", slow)
    return matches


LONG_AFTER = NOW + timedelta(days=8)


async def test_who_confirms_while_a_computer_thinks_instead_has_made_the_move(
    services: Services, store: Store, confirms_meanwhile: list[MatchId]
) -> None:
    """Their time was over by a second; they were told that their move is made, so it is."""
    match_id = await opened(services)
    for post in await store.posts.of(of_match(match_id)):
        await store.posts.sent(post, post.id, NOW)
    confirms_meanwhile.append(match_id)

    await services.timers.tick(LONG_AFTER)
    assert await log_of(services, match_id) == []
    await services.timers.tick(LONG_AFTER + WINDOW)

    assert (await log_of(services, match_id))[:2] == ["pass", "hold"]
    assert "timed-out" not in {post.payload.get("code") for post in await store.posts.of(of_match(match_id))}


@pytest.mark.parametrize("meanwhile", [False, True])
async def test_nobody_lets_a_computer_play_what_was_confirmed(
    services: Services, confirms_meanwhile: list[MatchId], meanwhile: bool
) -> None:
    """Without a clock, after a week."""
    match_id = (await begin(services, ANNA, BEN, terms={"pace": "none", "take-back": "30"})).match.id
    if meanwhile:
        confirms_meanwhile.append(match_id)
    else:
        await services.drafts.push(match_id, ANNA, ("pass", "hold"), now=LONG_AFTER)
        await services.turns.confirm(match_id, ANNA, now=LONG_AFTER)

    assert await refused(services.computer_stand_in.ask(match_id, BEN, now=LONG_AFTER)) == ("stale" if meanwhile else "not-waiting")
    await services.timers.tick(LONG_AFTER + WINDOW)

    assert (await log_of(services, match_id))[:2] == ["pass", "hold"]


async def test_of_a_confirmed_move_that_has_lapsed_nothing_is_left(services: Services, store: Store) -> None:
    """A referee has taken back what it stands on."""
    match_id = await opened(services)
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)
    await confirmed(services, match_id)
    await services.take_back.rule(match_id, BEN, by=UserId(900), now=LATER)

    await services.timers.tick(NOW + WINDOW)

    assert await store.drafts.of(of_match(match_id)) == {}
    assert not await waiting(store, match_id) and (await services.match_queries.table(match_id)).asked == (1,)
