"""The outbox: each post is told once, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from service.core import outbox as sending
from service.core.outbox import EXCLUDED, LONGEST_WAIT_S, PROBE_S, TOLERANCE, Outbox, PostRejectedError, PostRetryLater, TypedReply
from service.errors import Refusal
from service.match.match_changes import MatchChange
from service.records import MatchLocation
from service.wiring.post_commit import PostCommitHooks
from service.wiring.services import Services
from storage.changes import Change, QueuePosts
from storage.errors import ConflictError
from storage.operator_rows import LETTER
from storage.rows import EVENT, PERSON, SERVER, Cause, MatchId, NewPost, Post, Subject, UserId, of_match, of_person
from storage.store import Store
from telemetry import metric_hooks
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn


class Recorder:
    """Stands in for Discord: keeps messages, and answers a known nonce with the message that it has."""

    def __init__(self) -> None:
        self.messages: list[Post] = []
        self.failures: list[Exception] = []

    async def post(self, post: Post) -> int:
        if self.failures:
            raise self.failures.pop(0)
        known = [i for i, m in enumerate(self.messages) if m.nonce == post.nonce]
        if not known:
            self.messages.append(post)
        return known[0] if known else len(self.messages) - 1

    async def find(self, post: Post) -> int | None:
        return next((i for i, m in enumerate(self.messages) if m.nonce == post.nonce), None)

    def told(self) -> list[tuple[str, int | None, int]]:
        return [(m.kind, m.seat, m.upto) for m in self.messages]


class ForgetfulRecorder(Recorder):
    """As Discord after some minutes: the nonce no longer protects."""

    async def post(self, post: Post) -> int:
        self.messages.append(post)
        return len(self.messages) - 1


async def unsent(store: Store, match_id: MatchId) -> list[Post]:
    return [p for p in await store.posts.of(of_match(match_id)) if p.sent_at is None and p.dead_at is None]


async def test_a_reply_outlives_an_outage_and_the_program_and_nothing_of_it_stays(services: Services, store: Store) -> None:
    """What was said to somebody is kept until it arrives; who is forgotten meanwhile is told nothing any more."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.outbox.drain(Recorder(), NOW)
    for person in (ANNA, BEN):
        reply = TypedReply(77, person, ["what was typed"])
        await services.outbox.reply(match_id, reply, channel_id=5, now=NOW)
    down = Recorder()
    down.failures = [PostRetryLater("503 0")] * 3
    for later in range(3):
        await services.outbox.drain(down, NOW + timedelta(hours=later))
    await store.people.forget(BEN, UserId(-9), NOW)

    discord = Recorder()
    await Outbox(store.posts).drain(discord, NOW + timedelta(days=1))

    assert [post.payload["user"] for post in discord.messages] == [ANNA]
    assert all(post.kind != "reply" for post in await store.posts.of(of_match(match_id)))


async def test_one_ping_for_each_turn_and_none_in_between(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    await services.turns.undo(match_id, ANNA, now=NOW)
    await services.turns.act(match_id, ANNA, ["pass", "bank"], expected_version=3, now=NOW)
    await play_turn(services, match_id, BEN)

    posts = await store.posts.of(of_match(match_id))

    assert [(p.kind, p.user_id, p.upto) for p in posts] == [("turn", ANNA, 1), ("turn", BEN, 6), ("end", None, 8)]
    assert [p.payload for p in posts] == [{"since": 0, "first": True}, {"since": 0, "first": True}, {"since": 6}]


async def test_the_turn_message_tells_all_moves_since_the_last_one(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, computers=2)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    posts = await store.posts.of(of_match(match_id))

    assert [(p.kind, p.seat) for p in posts] == [("turn", 0), ("turn", 0)]
    rows = await services.match_queries.history(match_id, None, since=posts[1].payload["since"], upto=posts[1].upto)
    assert [r.seat for r in rows] == [0, 0, -1, 1, 1, -1, 2, 2, -1]


async def test_asked_at_once_everyone_is_told_but_who_has_been_asked_all_along(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await play_turn(services, match_id, BEN, "vote no")

    posts = await store.posts.of(of_match(match_id))

    assert [(p.kind, p.user_id) for p in posts] == [("turn", ANNA), ("turn", BEN), ("turn", ANNA)]


async def test_posts_of_a_match_go_out_in_order_and_once(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)
    recorder, outbox = Recorder(), services.outbox

    assert await outbox.drain(recorder, NOW) == 2
    assert await outbox.drain(recorder, NOW) == 0

    assert recorder.told() == [("turn", 0, 1), ("turn", 1, 4)]
    last = await services.outbox.last(match_id, "turn")
    assert last is not None
    assert (last.message_id, last.sent_at) == (1, NOW)
    assert await outbox.next_at() is None


@pytest.fixture
def looks(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many messages each look of the outbox takes."""
    looks: list[int] = []
    take = store.posts.take_and_look

    async def counted(*args: Any) -> tuple[tuple[Post, ...], bool]:
        taken, others = await take(*args)
        looks.append(len(taken))
        return taken, others

    monkeypatch.setattr(store.posts, "take_and_look", counted)
    return looks


async def test_one_look_is_enough_for_all_that_waits(services: Services, looks: list[int]) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    assert await services.outbox.drain(Recorder(), NOW) == 1
    assert looks == [1]

    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    assert await services.outbox.next_at() is not None, "what was written since is known"
    assert await services.outbox.drain(Recorder(), NOW) == 2
    assert looks == [1, 1, 1], "the second message of a topic waits for the first"
    assert await services.outbox.next_at() is None


async def test_what_is_written_while_a_message_is_on_its_way_is_looked_for(services: Services, looks: list[int]) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    class PlaysOn(Recorder):
        async def post(self, post: Post) -> int:
            if not self.messages:
                await play_turn(services, match_id, ANNA)
            return await super().post(post)

    assert await services.outbox.drain(PlaysOn(), NOW) == 2
    assert looks == [1, 1]


async def test_what_could_not_be_sent_is_waited_for(services: Services) -> None:
    await begin(services, ANNA, BEN)
    recorder = Recorder()
    recorder.failures = [PostRetryLater("503")]

    assert await services.outbox.drain(recorder, NOW) == 0
    assert await services.outbox.next_at() is not None


async def test_a_delayed_post_is_tried_again_and_holds_back_what_follows(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [PostRetryLater("503"), PostRetryLater("429", retry_after_s=60)]

    assert await outbox.drain(recorder, NOW) == 0
    again = await outbox.next_at()
    assert again is not None and NOW < again <= NOW + timedelta(seconds=4)
    assert await outbox.drain(recorder, again) == 0
    assert await outbox.next_at() == again + timedelta(seconds=60)
    assert await outbox.drain(recorder, again + timedelta(seconds=59)) == 0
    assert await outbox.drain(recorder, again + timedelta(seconds=60)) == 2

    assert recorder.told() == [("turn", 0, 1), ("turn", 1, 4)]


async def test_a_mistake_in_one_message_is_raised_and_holds_up_no_other_match(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    await begin(services, BEN, CHI, place=MatchLocation(7, 71))
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [ValueError("no such picture")]

    with pytest.raises(ExceptionGroup) as caught:
        await outbox.drain(recorder, NOW)

    assert [str(e) for e in caught.value.exceptions] == ["no such picture"]
    assert len(recorder.messages) == 1
    assert await outbox.drain(recorder, NOW + timedelta(minutes=1)) == 1


async def test_a_crash_between_sending_and_noting_it_sends_no_second_message(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    (post,) = await store.posts.take(NOW, 1)
    await recorder.post(post)

    assert await outbox.drain(recorder, NOW + timedelta(seconds=30)) == 1

    assert recorder.told() == [("turn", 0, 1)]
    assert await unsent(store, match_id) == []


async def test_after_a_long_outage_the_message_is_looked_for_before_it_is_sent_again(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    recorder, outbox = ForgetfulRecorder(), services.outbox
    (post,) = await store.posts.take(NOW, 1)
    await recorder.post(post)

    assert await outbox.drain(recorder, NOW + timedelta(hours=9)) == 1

    assert len(recorder.messages) == 1


@pytest.mark.parametrize("reason", ["channel-gone", "forbidden"])
async def test_a_lost_channel_rests_the_match_and_tells_the_host_once(services: Services, store: Store, reason: str) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [PostRejectedError(reason)]

    assert await outbox.drain(recorder, NOW) == 1

    assert [(m.kind, m.channel_id, m.user_id, m.payload) for m in recorder.messages] == [
        ("lost", None, ANNA, {"reason": reason, "channel": 70})
    ]
    with pytest.raises(Refusal, match="match-lost"):
        await play_turn(services, match_id, ANNA)
    assert await services.match_queries.waiting_for(ANNA) == ()
    assert await outbox.drain(recorder, NOW + timedelta(days=1)) == 0


async def test_a_lost_match_that_is_resumed_tells_what_it_owes(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [PostRejectedError("forbidden")]
    await outbox.drain(recorder, NOW)

    with pytest.raises(Refusal, match="not-lost"):
        await services.channel_changes.resume((await begin(services, CHI, BEN, place=MatchLocation(7, 77))).match.id, now=NOW)
    assert (await services.channel_changes.resume(match_id, now=NOW)).status == "running"
    await outbox.drain(recorder, NOW)

    assert ("turn", 0, 1) in recorder.told()
    assert (await play_turn(services, match_id, ANNA)).version == 4


async def test_where_the_host_takes_no_messages_the_other_players_are_told(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, CHI)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [
        PostRejectedError("channel-gone"),
        PostRejectedError("user-unreachable"),
        PostRejectedError("user-unreachable"),
    ]

    assert await outbox.drain(recorder, NOW) == 1

    assert [(m.kind, m.user_id, m.channel_id) for m in recorder.messages] == [("lost", CHI, None)]
    assert await unsent(store, match_id) == []


async def test_players_who_all_take_no_messages_are_given_up(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [
        PostRejectedError("channel-gone"),
        PostRejectedError("user-unreachable"),
        PostRejectedError("user-unreachable"),
    ]

    assert await outbox.drain(recorder, NOW) == 0

    assert await unsent(store, match_id) == []
    assert await outbox.next_at() is None


async def test_who_is_asked_learns_that_the_game_rests_beside_the_host(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)
    recorder, outbox = Recorder(), services.outbox
    await outbox.drain(recorder, NOW)
    recorder.messages.clear()
    await play_turn(services, match_id, BEN)
    await play_turn(services, match_id, ANNA)
    recorder.failures = [PostRejectedError("rejected")]

    assert await outbox.drain(recorder, NOW) == 2

    assert [(m.kind, m.user_id, m.payload["reason"]) for m in recorder.messages] == [
        ("lost", ANNA, "rejected"),
        ("lost", BEN, "rejected"),
    ]
    await services.channel_changes.resume(match_id, now=NOW)
    await outbox.drain(recorder, NOW)
    assert [m.kind for m in recorder.messages][2:] == ["turn", "turn"]


async def test_nobody_gets_a_letter_for_each_of_twenty_games(services: Services) -> None:
    for n in range(20):
        await begin(services, ANNA, place=MatchLocation(7, 200 + n), computers=1)
    recorder = Recorder()
    recorder.failures = [PostRejectedError("forbidden") for _ in range(20)]

    # Each topic leads with its turn message, so all refusals come before all letters but for those of the first look.
    while recorder.failures:
        await services.outbox.drain(Closed(recorder), NOW)

    assert len([m for m in recorder.messages if m.user_id == ANNA and m.kind == "lost"]) == 5


class Closed(Recorder):
    """A server that is closed to us; private messages arrive."""

    def __init__(self, seen: Recorder) -> None:
        super().__init__()
        self.messages, self._left = seen.messages, seen.failures

    async def post(self, post: Post) -> int:
        if post.channel_id is not None:
            raise self._left.pop()
        return await super().post(post)


async def test_a_cancelled_game_pings_nobody_any_more(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox

    await services.resignations.cancel(match_id, ANNA, now=NOW)
    await outbox.drain(recorder, NOW)

    assert [(m.kind, m.payload) for m in recorder.messages] == [("notice", {"code": "cancelled", "by": ANNA})]
    assert await services.match_queries.waiting_for(ANNA) == ()


async def test_a_game_that_moved_posts_in_its_new_channel(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [PostRejectedError("channel-gone"), *(PostRejectedError("user-unreachable") for _ in (ANNA, BEN))]
    await outbox.drain(recorder, NOW)

    await services.channel_changes.rehome(match_id, 72, now=NOW)
    await outbox.drain(recorder, NOW)

    told = sorted((m.channel_id, m.kind, m.payload.get("code") or m.payload.get("channel")) for m in recorder.messages)
    assert told == [(70, "moved", 72), (72, "notice", "resumed"), (72, "turn", None)]


class Ending(Recorder):
    """A channel that fails first, and is gone then."""

    def __init__(self, channel_id: int) -> None:
        super().__init__()
        self._channel_id = channel_id
        self._answers: list[Exception] = [PostRetryLater("503 0"), PostRejectedError("channel-gone")]

    async def post(self, post: Post) -> int:
        if post.channel_id == self._channel_id:
            raise self._answers.pop(0)
        return await super().post(post)


async def test_a_channel_that_fails_holds_up_nothing_where_its_game_has_gone(services: Services) -> None:
    """Nor does one that is gone for good: there nothing more is said."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox
    recorder.failures = [PostRejectedError("forbidden"), *(PostRejectedError("user-unreachable") for _ in (ANNA, BEN))]
    await outbox.drain(recorder, NOW)
    await services.channel_changes.rehome(match_id, 72, now=NOW)
    poster = Ending(70)

    await outbox.drain(poster, NOW)
    await outbox.drain(poster, NOW + timedelta(hours=1))

    assert [m.channel_id for m in poster.messages] == [72, 72]
    assert await outbox.next_at() is None
    assert (await services.match_queries.match(match_id)).status == "running"


class Hanging(Recorder):
    """A channel whose messages arrive and are never answered."""

    def __init__(self, channel_id: int) -> None:
        super().__init__()
        self.channel_id = channel_id
        self.hangs = asyncio.Event()
        self.at_once = 0
        self._changed = asyncio.Condition()

    async def arrived(self, number: int) -> None:
        """So many messages are there."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.messages) >= number)

    async def post(self, post: Post) -> int:
        if post.channel_id == self.channel_id:
            self.at_once += 1
            try:
                self.hangs.set()
                await asyncio.Event().wait()
            finally:
                self.at_once -= 1
        sent = await super().post(post)
        async with self._changed:
            self._changed.notify_all()
        return sent


async def test_a_channel_that_hangs_holds_up_no_other_game(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    others = [(await begin(services, ANNA, BEN, place=MatchLocation(7, 100 + n))).match.id for n in range(40)]
    recorder = Hanging(70)
    first = asyncio.create_task(services.outbox.drain(recorder, NOW))
    await recorder.hangs.wait()

    await play_turn(services, others[0], ANNA)
    await services.outbox.drain(recorder, NOW + timedelta(seconds=1))
    await recorder.arrived(41)

    assert not first.done()
    assert recorder.at_once == 1
    assert [m.seat for m in recorder.messages if m.match_id == others[0]] == [0, 1]
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert recorder.at_once == 0


async def test_what_comes_for_a_game_whose_message_is_on_its_way_goes_out_right_after_it(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, begun, go = Recorder(), asyncio.Event(), asyncio.Event()

    class Slow(Recorder):
        async def post(self, post: Post) -> int:
            begun.set()
            await go.wait()
            return await recorder.post(post)

    first = asyncio.create_task(services.outbox.drain(Slow(), NOW))
    await begun.wait()
    version = (await services.match_queries.match(match_id)).version
    later = NOW + timedelta(seconds=3)
    await services.turns.act(match_id, ANNA, ("keep", "bank"), expected_version=version, now=later)
    assert await services.outbox.drain(Slow(), later) == 0
    go.set()

    assert await first == 2
    assert recorder.told() == [("turn", 0, 1), ("turn", 1, 4)]


async def test_one_message_at_a_time_goes_to_one_channel(store: Store) -> None:
    await store.commit(*(QueuePosts(Subject(EVENT, n), NOW, (news(f"n{n}", 1),)) for n in range(3)))
    most = 0

    class Counting(Recorder):
        under_way = 0

        async def post(self, post: Post) -> int:
            nonlocal most
            self.under_way += 1
            most = max(most, self.under_way)
            await asyncio.sleep(0.01)
            self.under_way -= 1
            return await super().post(post)

    assert await Outbox(store.posts).drain(Counting(), NOW) == 3
    assert most == 1


async def test_a_send_that_is_cut_off_may_have_arrived(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)

    class Arrives(ForgetfulRecorder):
        async def post(self, post: Post) -> int:
            await super().post(post)
            if len(self.messages) == 1:
                await asyncio.Event().wait()
            return len(self.messages) - 1

    recorder, outbox = Arrives(), Outbox(store.posts, limit_s=0.05)

    assert await outbox.drain(recorder, NOW) == 0
    assert await outbox.drain(recorder, NOW + timedelta(minutes=3)) == 1

    assert len(recorder.messages) == 1


async def test_a_channel_that_hangs_on_is_not_tried_again_at_once(store: Store, services: Services) -> None:
    """However long the wait has become: what is due too late counts as written by a wrong clock, and would be due now."""
    await begin(services, ANNA, BEN)
    for _ in range(20):
        await store.posts.take(NOW, 1)
    tried = 0

    class Hangs(Recorder):
        async def post(self, post: Post) -> int:
            nonlocal tried
            tried += 1
            assert tried == 1
            await asyncio.Event().wait()
            return 0

    outbox = Outbox(store.posts, limit_s=0.05)

    assert await outbox.drain(Hangs(), NOW) == 0

    assert await outbox.next_at() == NOW + timedelta(seconds=LONGEST_WAIT_S)


async def test_a_clock_that_was_set_back_makes_no_second_message(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    recorder = ForgetfulRecorder()
    (post,) = await store.posts.take(NOW + timedelta(hours=2), 1)
    await recorder.post(post)

    assert await services.outbox.drain(recorder, NOW) == 1

    assert len(recorder.messages) == 1


class Unanswered(ForgetfulRecorder):
    """Every message arrives, and the answer to the first one does not."""

    async def post(self, post: Post) -> int:
        number = await super().post(post)
        if len(self.messages) == 1:
            raise PostRetryLater("ServerDisconnectedError")
        return number


async def test_a_clock_set_back_while_a_channel_hung_makes_no_second_message(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the host's clock the first attempt was a moment ago; it was an hour ago, and the nonce is forgotten."""
    await begin(services, ANNA, BEN)
    recorder, loop = Unanswered(), asyncio.get_running_loop()
    assert await services.outbox.drain(recorder, NOW) == 0
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + 3600.0)

    assert await services.outbox.drain(recorder, NOW + timedelta(seconds=30)) == 1

    assert len(recorder.messages) == 1


async def test_a_clock_set_back_while_nothing_ran_makes_no_second_message(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    recorder = Unanswered()
    assert await services.outbox.drain(recorder, NOW) == 0

    assert await make_services(store).outbox.drain(recorder, NOW + timedelta(seconds=30)) == 1

    assert len(recorder.messages) == 1


async def test_what_a_clock_that_ran_ahead_has_written_goes_out_at_once(services: Services, store: Store) -> None:
    """It has not been tried, so it waits for nothing, by however little the clock was set back."""
    await store.commit(QueuePosts(CUP, NOW + timedelta(minutes=5), (news("ahead", 1),)))

    assert await services.outbox.drain(Recorder(), NOW) == 1


async def test_while_the_nonce_protects_nothing_is_looked_for(services: Services, store: Store) -> None:
    """It would cost a request, and a drawing, for every retry."""
    await begin(services, ANNA, BEN)

    class Sightless(Recorder):
        async def find(self, post: Post) -> int | None:
            raise AssertionError("looked for")

    recorder = Sightless()
    recorder.failures = [PostRetryLater("503")]
    assert await services.outbox.drain(recorder, NOW) == 0

    assert await services.outbox.drain(recorder, NOW + timedelta(seconds=110)) == 1


async def test_a_delay_is_logged_once_for_each_reason(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    await begin(services, ANNA, BEN)
    recorder = Recorder()
    recorder.failures = [PostRetryLater(reason) for reason in ("503 0", "503 0", "503 0", "429 0", "429 0")]

    for hours in range(6):
        await services.outbox.drain(recorder, NOW + timedelta(hours=hours))

    logged = [record.getMessage() for record in caplog.records if "post-delayed" in record.getMessage()]
    assert [line.split("reason=")[1] for line in logged] == ['"503 0"', '"429 0"']


async def test_what_was_sent_before_is_known_by_the_other_sides_number(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.outbox.posted(match_id, "lobby", 5550, channel_id=69, now=NOW)
    (first,) = await store.posts.due(NOW, 9)
    assert await services.outbox.sought_from(first, NOW) == NOW - TOLERANCE
    assert await services.outbox.sought_from(replace(first, tried_at=NOW + 2 * TOLERANCE), NOW) == NOW - TOLERANCE
    assert await services.outbox.sought_from(replace(first, tried_at=NOW - TOLERANCE), NOW) == NOW - 2 * TOLERANCE
    await store.posts.sent(first, 900, NOW)
    await play_turn(services, match_id, ANNA)

    (second,) = await store.posts.due(NOW, 9)

    assert await services.outbox.sought_from(second, NOW) == 5550  # in another channel, and by the same clock


async def test_a_message_sent_by_other_means_is_remembered_not_repeated(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder, outbox = Recorder(), services.outbox

    await services.outbox.posted(match_id, "lobby", 555, channel_id=70, now=NOW)
    await outbox.drain(recorder, NOW)

    lobby = await services.outbox.last(match_id, "lobby")
    assert lobby is not None
    assert lobby.message_id == 555
    assert recorder.told() == [("turn", 0, 1)]


async def test_the_poster_is_called_after_every_commit(store: Store) -> None:
    called: list[MatchId] = []
    services = make_services(store, after_commit=called.append)

    match_id = (await begin(services, ANNA, BEN)).match.id

    assert match_id in called
    called.clear()
    await play_turn(services, match_id, ANNA)
    assert called == [match_id]


CUP = Subject(EVENT, 5)


def news(nonce: str, upto: int) -> NewPost:
    return NewPost("board", {}, nonce, 70, upto=upto)


def with_each_step(services: Services, changes: Callable[[MatchChange], Sequence[Change]]) -> None:
    """Write additional changes with every step of a match."""

    async def along(step: MatchChange, _now: datetime) -> Sequence[Change]:
        return changes(step)

    unit_of_work = services.repository.unit_of_work
    assert isinstance(unit_of_work.following, PostCommitHooks)
    written = unit_of_work.following.written
    unit_of_work.following = replace(unit_of_work.following, written={**written, MatchChange: (*written[MatchChange], along)})


async def test_the_end_of_a_match_and_what_it_means_for_its_event_are_one_transaction(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    with_each_step(services, lambda of: (QueuePosts(CUP, NOW, (news("result", 1),)),) if of.step.is_over else ())

    await play_turn(services, match_id, ANNA)
    assert await store.posts.of(CUP) == ()
    await play_turn(services, match_id, BEN)

    assert [p.nonce for p in await store.posts.of(CUP)] == ["result"]
    assert (await services.match_queries.match(match_id)).status == "finished"


async def test_a_match_whose_event_cannot_be_written_does_not_end(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    await play_turn(services, match_id, ANNA)
    await store.commit(QueuePosts(CUP, NOW, (news("taken", 1),)))
    with_each_step(services, lambda _: (QueuePosts(CUP, NOW, (news("taken", 2),)),))

    with pytest.raises(ConflictError):
        await play_turn(services, match_id, BEN)

    assert (await services.match_queries.match(match_id)).status == "running"
    assert [p.nonce for p in await store.posts.of(CUP)] == ["taken"]


async def test_messages_of_an_event_go_out_in_their_own_order_and_once(services: Services, store: Store) -> None:
    await begin(services, ANNA, BEN)
    await store.commit(QueuePosts(CUP, NOW, (news("one", 1), news("two", 2))))
    recorder = Recorder()
    recorder.failures = [PostRetryLater("503")]

    assert await services.outbox.drain(recorder, NOW) == 3, "what failed once follows the first that arrives"
    assert await services.outbox.drain(recorder, NOW + timedelta(minutes=1)) == 0

    assert [m.nonce for m in recorder.messages if m.topic == CUP] == ["one", "two"]
    assert recorder.told().count(("turn", 0, 1)) == 1


async def test_a_closed_channel_is_told_to_the_owner_of_the_topic(services: Services, store: Store) -> None:
    told: list[tuple[Subject, str]] = []

    async def closed(post: Post, reason: str, now: datetime) -> None:
        told.append((post.topic, reason))
        await store.posts.dead(post, now, reason)

    club, server = Subject("club", 5), Subject(SERVER, 7)
    store.before_posts.clear()  # of messages about clubs the table of payloads knows nothing
    services.outbox.register(club.kind, closed)
    await store.commit(QueuePosts(club, NOW, (news("one", 1),)), QueuePosts(server, NOW, (news("alone", 1),)))
    recorder = Recorder()
    recorder.failures = [PostRejectedError("channel-gone"), PostRejectedError("channel-gone")]

    assert await services.outbox.drain(recorder, NOW) == 0

    assert told == [(club, "channel-gone")]
    assert [p.error for topic in (club, server) for p in await store.posts.of(topic)] == ["channel-gone"] * 2


class Killed(BaseException):
    """The process ends here."""


class DyingRecorder(ForgetfulRecorder):
    """Sends, and is killed before it can say so."""

    async def post(self, post: Post) -> int:
        await super().post(post)
        raise Killed


async def test_a_message_sent_by_a_program_that_died_is_looked_for_by_the_next_one(services: Services, store: Store) -> None:
    """Nobody but the worker itself notes that an attempt begins, and it must do so before it sends."""
    await begin(services, ANNA, BEN)
    before, after = DyingRecorder(), ForgetfulRecorder()
    after.messages = before.messages
    with pytest.raises(Killed):
        await services.outbox.drain(before, NOW)

    assert await make_services(store).outbox.drain(after, NOW + timedelta(hours=9)) == 1

    assert len(after.messages) == 1


async def test_one_message_asks_often_and_every_other_one_waits_longer_each_time(services: Services, store: Store) -> None:
    probe = (await begin(services, ANNA, BEN)).match.id
    other = (await begin(services, ANNA, BEN, place=MatchLocation(7, 71))).match.id
    waits: dict[MatchId, list[float]] = {probe: [], other: []}
    now = {probe: NOW, other: NOW}
    for _ in range(4):
        for at in sorted(now.values()):
            if await services.outbox.next_at() == at or at == NOW:
                await services.outbox.drain(Unreachable(), at)
        for match_id in now:
            (post,) = await unsent(store, match_id)
            if post.due_at != now[match_id]:
                waits[match_id].append((post.due_at - now[match_id]).total_seconds())
                now[match_id] = post.due_at

    assert all(0.5 * PROBE_S <= wait <= PROBE_S for wait in waits[probe]) and len(set(waits[probe])) > 1, "not all at one moment"
    assert waits[other][0] == 5.0


async def test_an_outage_that_lasts_is_asked_after_more_rarely(services: Services) -> None:
    await begin(services, ANNA, BEN)
    await services.outbox.drain(Unreachable(), NOW)

    await services.outbox.drain(Unreachable(), NOW + timedelta(minutes=20))

    due = await services.outbox.next_at()
    assert due is not None and timedelta(minutes=1) <= due - (NOW + timedelta(minutes=20)) <= timedelta(minutes=2)


async def test_the_first_message_that_arrives_takes_all_others_along(services: Services, store: Store) -> None:
    """However long they would have waited; one that fails for a reason of its own is not hurried by each success of others."""
    for channel in range(70, 75):
        await begin(services, ANNA, BEN, place=MatchLocation(7, channel))
    recorder = Recorder()
    for seconds in (0, 6, 17):  # the others would come at 5, 15 and 35
        await services.outbox.drain(Unreachable(), NOW + timedelta(seconds=seconds))

    assert await services.outbox.drain(recorder, NOW + timedelta(seconds=22)) == 5


class Unreachable(Recorder):
    """Stands in for Discord while nothing reaches it."""

    async def post(self, post: Post) -> int:
        raise PostRetryLater("ClientConnectorError")


async def test_when_discord_is_back_what_its_absence_delayed_is_due_at_once(services: Services, store: Store) -> None:
    """Not minutes later; what a rate limit has delayed keeps its time."""
    cut_off = (await begin(services, ANNA, BEN)).match.id
    limited = (await begin(services, ANNA, BEN, place=MatchLocation(7, 71))).match.id
    recorder = Recorder()
    recorder.failures = [PostRetryLater("ClientConnectorError"), PostRetryLater("429 0", 600.0)]
    await services.outbox.drain(recorder, NOW)
    assert [len(await unsent(store, match_id)) for match_id in (cut_off, limited)] == [1, 1]

    hurried = await services.outbox.hurry(NOW)

    assert hurried == 1
    assert await services.outbox.drain(recorder, NOW) == 1
    assert len(await unsent(store, limited)) + len(await unsent(store, cut_off)) == 1


async def test_a_process_with_a_tenth_of_the_share_pauses_ten_times_as_long(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "PAUSE_S", 0.03)
    monkeypatch.setattr(sending, "AT_ONCE", 1)
    services.outbox.share = lambda: 0.1
    await begin(services, ANNA, BEN)
    loop = asyncio.get_running_loop()
    began = loop.time()

    assert await services.outbox.drain(Recorder(), NOW) == 1

    assert loop.time() - began >= 0.3


async def test_after_three_failures_of_its_builder_a_plain_line_goes_out_and_the_topic_goes_on(
    services: Services, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    counted: list[tuple[str, str, str]] = []

    class Counts:
        def took(self, what: str, kind: str, seconds: float) -> None:
            """Record nothing."""

        def happened(self, what: str, kind: str, outcome: str) -> None:
            counted.append((what, kind, outcome))

    class Mistaken(Recorder):
        plain: list[str]

        async def post(self, post: Post) -> int:
            if post.nonce == "wrong":
                raise IndexError("list index out of range")
            return await super().post(post)

        async def post_plainly(self, post: Post) -> int:
            self.plain.append(post.nonce)
            return 900

    recorder = Mistaken()
    recorder.plain = []
    services.outbox.post_plainly = recorder.post_plainly
    sent: list[str] = []

    async def arrived(post: Post, now: datetime) -> None:
        sent.append(post.nonce)

    services.outbox.after_sent.append(arrived)
    metric_hooks.listen(Counts())
    await store.commit(QueuePosts(CUP, NOW, (news("wrong", 1), news("behind", 2))))
    now = NOW
    try:
        for _ in range(sending.MISTAKES):
            assert [m.nonce for m in recorder.messages] == []
            with pytest.raises(ExceptionGroup):
                await services.outbox.drain(recorder, now)
            now = max(now, await services.outbox.next_at() or now)
        await services.outbox.drain(recorder, now)
    finally:
        metric_hooks.listen(None)

    assert recorder.plain == ["wrong"] and [m.nonce for m in recorder.messages] == ["behind"]
    assert sent == ["wrong", "behind"], "what follows from a message follows from its plain line too"
    rows = {post.nonce: post for post in await store.posts.of(CUP)}
    assert rows["wrong"].message_id == 900 and "IndexError" in str(rows["wrong"].error), "the row is marked"
    assert ("unbuilt", "event board", "IndexError") in counted
    assert any("post-not-built" in record.getMessage() and "IndexError" in record.getMessage() for record in caplog.records)


async def test_what_has_not_even_a_plain_line_is_given_up_and_a_busy_discord_asked_again(services: Services, store: Store) -> None:
    class Mistaken(Recorder):
        async def post(self, post: Post) -> int:
            if post.nonce != "behind":
                raise KeyError("place")
            return await super().post(post)

    recorder, answers = Mistaken(), [PostRetryLater("429", 40.0), ValueError("nor this")]

    async def plainly(post: Post) -> int:
        raise answers.pop(0)

    services.outbox.post_plainly = plainly
    await store.commit(QueuePosts(CUP, NOW, (news("wrong", 1), news("behind", 2))))
    now = NOW
    for _ in range(sending.MISTAKES):
        with pytest.raises(ExceptionGroup):
            await services.outbox.drain(recorder, now)
        now = max(now, await services.outbox.next_at() or now)

    assert len(answers) == 1 and not recorder.messages, "Discord was busy"
    await services.outbox.drain(recorder, now)

    rows = {post.nonce: post for post in await store.posts.of(CUP)}
    assert rows["wrong"].dead_at is not None and rows["wrong"].error == sending.UNBUILDABLE
    assert [m.nonce for m in recorder.messages] == ["behind"]


async def test_who_is_barred_is_not_noted_as_unreachable(services: Services, store: Store) -> None:
    recorder, outbox, heard = Recorder(), services.outbox, list[UserId | None]()

    async def unheard(post: Post, now: datetime) -> None:
        heard.append(post.user_id)

    outbox._owners[PERSON] = services.notifications.closed, unheard
    recorder.failures = [PostRejectedError(EXCLUDED), PostRejectedError("user-unreachable")]
    for user in (ANNA, BEN):
        letter = NewPost(LETTER, {"text": "Hello"}, f"n{user}", None, user, cause=Cause("operators"))
        await store.commit(QueuePosts(of_person(user), NOW, (letter,)))
        await outbox.drain(recorder, NOW)

    assert heard == [BEN]
