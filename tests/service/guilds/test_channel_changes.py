"""A closed or lost channel: its game rests, or has ended, and its people are told in private."""

from __future__ import annotations

import asyncio

import pytest

from service.core.outbox import PostRejectedError, PostRetryLater, TypedReply
from service.wiring.services import Services
from storage.rows import MatchId, Post, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, play_turn
from tests.service.core.test_outbox import Recorder


async def played_out(services: Services) -> MatchId:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    assert (await services.match_queries.match(match_id)).status == "finished"
    return match_id


@pytest.mark.parametrize("first_refused", ["turn", "end"])
async def test_how_a_game_has_ended_is_told_in_private_where_its_channel_takes_nothing(
    services: Services, first_refused: str
) -> None:
    """Whether the end itself is refused or a turn before it that had not gone out yet: to every player, once, not as a loss."""
    match_id, recorder = (await begin(services, ANNA, BEN, rounds="1")).match.id, Recorder()
    await play_turn(services, match_id, ANNA)
    if first_refused == "end":
        await services.outbox.drain(recorder, NOW)
        recorder.messages.clear()
    await play_turn(services, match_id, BEN)
    recorder.failures = [PostRejectedError("channel-gone")]

    await services.outbox.drain(recorder, NOW)

    assert [(m.kind, m.user_id, m.channel_id) for m in recorder.messages] == [("result", ANNA, None), ("result", BEN, None)]
    assert all(m.payload["since"] >= 0 for m in recorder.messages)
    assert await services.outbox.next_at() is None


async def test_who_takes_no_letters_hides_the_end_from_nobody_else(services: Services) -> None:
    await played_out(services)
    recorder = Recorder()
    recorder.failures = [PostRejectedError("forbidden"), PostRejectedError("user-unreachable")]

    await services.outbox.drain(recorder, NOW)

    assert [(m.kind, m.user_id) for m in recorder.messages] == [("result", BEN)]


async def test_an_end_that_was_told_is_not_told_again_when_its_channel_goes(services: Services, store: Store) -> None:
    match_id = await played_out(services)
    recorder = Recorder()
    await services.outbox.drain(recorder, NOW)
    end = next(m for m in recorder.messages if m.kind == "end")

    await services.channel_changes.lose(end, "channel-gone", NOW)

    assert all(post.kind != "result" for post in await store.posts.of(of_match(match_id)))


async def test_a_message_for_a_channel_that_the_game_has_left_is_given_up_alone(services: Services, store: Store) -> None:
    """The game goes on where it is, and so does everything else that is to be told there."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    others = await store.posts.of(of_match(match_id))
    await services.outbox.reply(match_id, TypedReply(77, BEN, ["typed there"]), channel_id=999, now=NOW)
    (reply,) = [post for post in await store.posts.of(of_match(match_id)) if post.channel_id == 999]

    await services.channel_changes.lose(reply, "forbidden", NOW)

    after = {post.id: post.dead_at for post in await store.posts.of(of_match(match_id))}
    assert after == {reply.id: NOW, **{post.id: post.dead_at for post in others}}
    assert (await services.match_queries.match(match_id)).status == "running"


async def test_a_game_rests_as_soon_as_its_channel_is_deleted(services: Services) -> None:
    """Nobody could press anything there, so no further message would find out."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder = Recorder()
    await services.outbox.drain(recorder, NOW)
    recorder.messages.clear()

    for _ in range(2):  # Discord may say so more than once
        await services.channel_changes.vanished(PLACE.channel_id, NOW)
    await services.channel_changes.vanished(999, NOW)
    await services.outbox.drain(recorder, NOW)

    assert (await services.match_queries.match(match_id)).status == "lost"
    assert [(m.kind, m.user_id, m.payload["reason"]) for m in recorder.messages] == [("lost", ANNA, "channel-gone")]


async def test_nobody_is_written_to_who_was_forgotten(services: Services, store: Store) -> None:
    """The host is nobody any more: anyone who still plays hears that the game rests."""
    match_id = (await begin(services, ANNA, BEN, CHI)).match.id
    await services.privacy.forget(ANNA, now=NOW)
    assert (await services.match_queries.match(match_id)).host_id < 0
    recorder = Recorder()
    await services.outbox.drain(recorder, NOW)
    recorder.messages.clear()

    await services.channel_changes.vanished(PLACE.channel_id, NOW)
    await services.outbox.drain(recorder, NOW)

    assert [(m.kind, m.user_id) for m in recorder.messages] == [("lost", BEN)]


async def test_the_player_asked_is_told_again_where_the_game_goes_on(services: Services) -> None:
    """Once, and nothing of what came before; the old message stands in a channel that is no more."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)
    recorder = Recorder()
    await services.outbox.drain(recorder, NOW)
    await services.channel_changes.vanished(PLACE.channel_id, NOW)
    await services.outbox.drain(recorder, NOW)
    before = recorder.told()

    await services.channel_changes.rehome(match_id, 99, now=NOW)
    await services.outbox.drain(recorder, NOW)

    (there,) = [told for told in recorder.messages[len(before) :] if told.kind == "turn"]
    assert recorder.told().count(before[1]) == 2 and before[1][0] == "turn"
    assert (there.channel_id, there.user_id) == (99, BEN)
    assert sorted(told.kind for told in recorder.messages[len(before) :]) == ["moved", "notice", "turn"]


async def test_what_may_have_arrived_where_a_game_was_is_told_under_a_new_nonce(services: Services, store: Store) -> None:
    """By the old one Discord would answer with the message that nobody can see any more."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder = Recorder()
    recorder.failures = [PostRetryLater("TimeoutError")]
    await services.outbox.drain(recorder, NOW)
    before = (await store.posts.of(of_match(match_id)))[0]
    await services.channel_changes.vanished(PLACE.channel_id, NOW)

    await services.channel_changes.rehome(match_id, 99, now=NOW)

    after = (await store.posts.of(of_match(match_id)))[0]
    assert before.tried_at == NOW and before.sent_at is None
    assert (after.channel_id, after.tried_at, after.attempts, after.dead_at) == (99, None, 0, None)
    assert after.nonce != before.nonce


class Slow(Recorder):
    """The first attempt ends only when `end` is set, as one that hangs does; later ones arrive."""

    def __init__(self, outcome: Exception | None) -> None:
        super().__init__()
        self.begun, self.end, self._outcome = asyncio.Event(), asyncio.Event(), outcome

    async def post(self, post: Post) -> int:
        self.begun.set()
        await self.end.wait()
        outcome, self._outcome = self._outcome, None
        if outcome is not None:
            raise outcome
        return await super().post(post)


OUTCOMES = (None, PostRejectedError("channel-gone"), PostRetryLater("503 0"), ValueError())


@pytest.mark.parametrize("outcome", OUTCOMES, ids=["arrived", "gone", "outage", "mistake"])
async def test_what_comes_of_an_attempt_in_the_old_channel_says_nothing_about_the_message_in_the_new_one(
    services: Services, store: Store, outcome: Exception | None
) -> None:
    """The message was on its way while its game moved: it is due where the game is, before all that follows."""
    match_id, slow = (await begin(services, ANNA, BEN)).match.id, Slow(outcome)
    sending = asyncio.create_task(services.outbox.drain(slow, NOW))
    await slow.begun.wait()
    await services.channel_changes.vanished(PLACE.channel_id, NOW)
    await services.channel_changes.rehome(match_id, 99, now=NOW)
    slow.end.set()
    if isinstance(outcome, ValueError):
        with pytest.raises(ExceptionGroup):
            await sending
    else:
        await sending
    await play_turn(services, match_id, ANNA)

    there = Recorder()
    await services.outbox.drain(there, NOW)

    everything = [post for post in (*slow.messages, *there.messages) if post.channel_id == 99]
    assert [post.kind for post in everything if post.topic == of_match(match_id)] == ["turn", "notice", "turn"]
    assert all(post.sent_at is not None for post in await store.posts.of(of_match(match_id)) if post.channel_id is not None)
