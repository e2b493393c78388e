"""The sending of queued posts: in order within a topic, and never twice; the transport is injected as a `Poster`."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol
from zlib import crc32

from service.core.post_content import PostContent, new_post, posted, replaces
from storage.errors import StorageError
from storage.queries.direct import LONGEST_PAUSE, Pace
from storage.queries.outbox import LONGEST_WAIT
from storage.queries.outbox import PUT_ASIDE as PUT_ASIDE
from storage.repositories.outbox_and_timers import UNPACED as UNPACED
from storage.repositories.outbox_and_timers import PostStore
from storage.rows import MATCH, REPLY, MatchId, NewPost, Post, PostId, Subject, UserId, of_match
from telemetry import metric_hooks
from telemetry.log_line import log_line

log = logging.getLogger("service.process.outbox")

FIRST_WAIT_S = 5.0
PROBE_S = 4.0
"""While Discord is out of reach one message tries at least this often, each time a little sooner by chance: once it gets through,
all others follow at once. An outage that lasts is asked after more rarely, up to a tenth of the time it has lasted.
"""
HURRY_AGAIN_S = 30.0
"""So long no second success hurries the others: what fails all the same has a reason of its own."""
LONGEST_WAIT_S = LONGEST_WAIT.total_seconds()
PROBE_LOST = 2 * LONGEST_WAIT
"""After so long another message may try for all others: the one that did was withdrawn."""
WORKERS = 32
"""Messages that are on their way at the same time, each of another topic and to another place: a few that hang hold nobody up."""
AT_ONCE = 10
PAUSE_S = 0.25
"""So many are begun at once, and then so long none: Discord takes fifty requests a second."""
LIMIT_S = 60.0
"""How long one attempt may take, longer than the client waits out a usual rate limit; what is cut off may have arrived."""

PACE = Pace(
    opens=5,
    window=timedelta(minutes=1),
    urgent=("reminder", "call"),  # of a game, and to say that one is there for a round
    patient=("followed", "digest", "welcome", "operators-letter"),  # news, the daily list, introductions, the host to all servers
    late=timedelta(minutes=5),
)
"""Discord names no number; a bot that opens many private conversations at once is held back, and in the end shut out."""
PAUSES_COUNT = timedelta(minutes=30)
"""A pause that begins so soon after another one is longer."""

MISTAKES = 3
"""After so many unexpected failures of its builder a message goes out as a plain line, so that what follows it isn't held up."""
_MISTAKE = "mistake"
"""How the reason of such a delay begins; then the number of failures and the last one."""
_OF_MISTAKE = re.compile(rf"{_MISTAKE} (\d+): ")
UNBUILDABLE = "unbuildable"
"""Not even a plain line could be built."""

TOLERANCE = timedelta(days=1)
"""By how much our clock may have been ahead of the other side's: nothing is wrong more often than the zone that it is taken for."""

REJECTED = "rejected"
UNREACHABLE = "user-unreachable"
OVERTAKEN = "overtaken"
EXCLUDED = "excluded"
"""What it would tell is not so any more."""
LATE = "late"
"""A private message that was told elsewhere instead."""
CLOSED = ("channel-gone", "forbidden", REJECTED)
"""Refusals that concern the whole channel."""


@posted(MATCH, REPLY)
class TypedReply(PostContent):
    """The reply to a typed message, as plain data, with the message it answers and that message's author."""

    to: int
    user: UserId
    said: Any


class PostRetryLater(Exception):
    """Raised when a post could not be sent now and must be tried again: rate limit, outage or time-out.

    `retry_after_s` is the wait that Discord asked for in seconds; None if it named none.
    """

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after_s = retry_after_s


class PostsPaused(PostRetryLater):
    """Raised when Discord finds that too many private messages are sent, so that all of them must pause.

    `at_least_s` is the shortest pause in seconds.
    """

    def __init__(self, reason: str, retry_after_s: float) -> None:
        super().__init__(f"429 {reason}", retry_after_s)
        self.at_least_s = retry_after_s


class PostRejectedError(Exception):
    """Raised when a post can never be sent.

    The reasons `channel-gone`, `forbidden` and `rejected` (not even a plain line was accepted) concern the whole channel;
    `user-unreachable` and `overtaken` only this post.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


Closed = Callable[[Post, str, datetime], Awaitable[None]]
"""What the owner of a topic does when the channel of one of its messages is closed for good: gives it up, and says so."""

Unheard = Callable[[Post, datetime], Awaitable[None]]
"""What the owner of a topic does when somebody takes no private messages: tells somebody else. The message is given up then."""


def unheard(by_kind: Mapping[str, Unheard]) -> Unheard:
    """Return a handler that passes an undeliverable private post to the handler of its kind; other kinds are ignored."""

    async def hear(post: Post, now: datetime) -> None:
        if (owner := by_kind.get(post.kind)) is not None:
            await owner(post, now)

    return hear


class Poster(Protocol):
    """The interface of the transport: sends one post, with the message built from its content.

    A turn message shows the board at version `post.upto`; "since your last turn" covers the log rows `since <= seq < upto`.
    """

    async def post(self, post: Post) -> int:
        """Send a post with `post.nonce` and `enforce_nonce`; return the id of the message.

        Raises `PostRetryLater` or `PostRejectedError`.
        """

    async def replace(self, post: Post, message_id: int) -> bool:
        """Edit an earlier message so that it shows this post, without a ping; return False if that message is gone."""

    async def find(self, post: Post) -> int | None:
        """Return the id of the message that an interrupted attempt has already sent; None if there is none to be found.

        Called only when the nonce may be too old to prevent a second message. The search begins at `Outbox.sought_from`, because
        clocks differ. Also None where the history can't be read.
        """


def delivery_lanes(post: Post) -> frozenset[Hashable]:
    """Return the keys under which only one message may be in transit: its topic (per user if private) and its channel."""
    person = post.user_id if post.channel_id is None else None
    return frozenset((post.topic if person is None else (post.topic, person), (post.channel_id, person)))


def place_of_post(post: Post, matter: Sequence[Post]) -> tuple[int | None, bool]:
    """Return the id of the earlier message that a post replaces (or None), and whether a later post will replace this one.

    `matter` holds all posts about the same matter, oldest first. Only direct neighbours with equal channel, user, sender and kind
    replace each other.
    """
    number = next((place for place, each in enumerate(matter) if each.id == post.id), None)
    if number is None:
        return None, False
    before, after = matter[:number], matter[number + 1 : number + 2]
    former = before[-1].message_id if before and _key(before[-1]) == _key(post) and before[-1].sent_at is not None else None
    return former, bool(after) and _key(after[0]) == _key(post)


def _key(post: Post) -> Hashable:
    """Return the key by which two posts can replace each other: channel, user, sender, kind, code and matter."""
    by = post.cause.by if post.cause is not None else None
    return post.channel_id, post.user_id, by, post.kind, post.payload.get("code"), post.cause and post.cause.about


def _mistakes(post: Post) -> int:
    """Return how many times building this post's message has failed unexpectedly so far."""
    counted = _OF_MISTAKE.match(post.error or "")
    return int(counted[1]) if counted else 0


def _report(post: Post, mistake: Exception | None) -> None:
    """Write to the log and the metrics which message could not be built and why; do nothing without a `mistake`."""
    if mistake is not None:
        named = {"post": post.id, "kind": post.kind, "code": post.payload.get("code"), "topic": post.topic.id}
        log.error(log_line("post-not-built", **named, of=post.topic.kind, reason=repr(mistake)[:150]), exc_info=mistake)
        metric_hooks.count_outcome(metric_hooks.UNBUILT, f"{post.topic.kind} {post.kind}", type(mistake).__name__)


async def _unbuildable(_post: Post) -> int:
    """Raise `PostRejectedError`: the default where no Discord layer can send a plain line."""
    raise PostRejectedError(UNBUILDABLE)


def _is_outage(delay: PostRetryLater) -> bool:
    """Return whether a delay came from an unreachable Discord rather than a rate limit."""
    return delay.retry_after_s is None and not delay.reason.startswith("429")


def _delay_to_probe(post: Post, now: datetime) -> float:
    """Return the seconds until the next attempt, spread so that messages that failed together don't return together."""
    lasted_s = (now - (post.tried_at or now)).total_seconds()
    # From the nonce and not from chance: after a restart the same message comes back at the same moment.
    chance = crc32(f"{post.nonce} {post.attempts}".encode()) / 2**32
    return max(PROBE_S, lasted_s / 10) * (0.5 + 0.5 * chance)


class Outbox:
    """The sender of queued posts.

    `drain` sends what is due once: call it after commits, after a restart and when `next_at` is reached.
    """

    def __init__(self, posts: PostStore, pace: Pace = UNPACED, *, limit_s: float = LIMIT_S) -> None:
        self._posts = posts
        self._limit_s = limit_s
        self._pace = pace
        self._late: dict[tuple[str, str], Unheard] = {}
        self._nonces = Nonces()
        self._owners: dict[str, tuple[Closed, Unheard | None]] = {}
        self._looking = asyncio.Lock()
        self._busy: set[Hashable] = set()
        """Topics and places of the messages that are on their way."""
        self._sending: set[asyncio.Task[bool]] = set()
        self.share: Callable[[], float] = lambda: 1.0
        """How much of what Discord takes is for this process: each of those that share a bot has its part of it."""
        self.post_plainly: Callable[[Post], Awaitable[int]] = _unbuildable
        """Sends a plain line in place of a message that can't be built, with a link and the panel's button; otherwise as `post`."""
        self.after_sent: list[Callable[[Post, datetime], Awaitable[None]]] = []
        """Told of every message that has arrived, and when."""
        self._known_empty = -1
        """The `PostStore.news` at the look that took all unsent messages, if all of those have arrived or are on their way."""
        self._probe: tuple[PostId, datetime] | None = None
        """The message that finds out for all others whether Discord is back, and when it last tried."""
        self._hurried = datetime.min.replace(tzinfo=UTC)
        self._now = datetime.min.replace(tzinfo=UTC)
        """The latest time that was told, for the next one to look."""

    def register(self, topic: str, closed: Closed, unheard: Unheard | None = None) -> None:
        """Register the handlers of a kind of topic, called when a channel is closed or a user takes no private messages."""
        assert topic not in self._owners, topic
        self._owners[topic] = closed, unheard

    def register_late(self, topic: str, kind: str, elsewhere: Unheard) -> None:
        """Register the handler that posts a late private message of this urgent kind in a channel instead."""
        assert kind in PACE.urgent, kind
        self._late[topic, kind] = elsewhere

    async def drain(self, poster: Poster, now: datetime) -> int:
        """Send everything that is due; return how many messages were sent.

        May be called while an earlier call still runs: each takes only posts that no other has begun.

        An unexpected exception of `poster` delays its post, lets the others go on, and is raised at the end in an `ExceptionGroup`.
        Raises `StorageError` at once.
        """
        self._now, self._known_empty = now, -1
        sent, failures, mine = 0, list[Exception](), set[asyncio.Task[bool]]()
        try:
            while mine := mine | await self._start_due(poster):
                done, mine = await asyncio.wait(mine, return_when=asyncio.FIRST_COMPLETED)
                for error in (task.exception() for task in done):
                    if isinstance(error, StorageError) or not isinstance(error, Exception | None):
                        raise error  # nothing can be noted any more: the caller must know
                    failures += [error] if error else []
                sent += sum(task.exception() is None and task.result() for task in done)
        finally:
            for task in mine:
                task.cancel()
            await asyncio.gather(*mine, return_exceptions=True)
        if failures:
            raise ExceptionGroup("posts failed unexpectedly and will be tried again", failures)
        return sent

    async def hurry(self, now: datetime) -> int:
        """Make posts that an outage of Discord has delayed due now; return how many.

        Posts delayed by a rate limit keep their time. `drain` begins at most forty posts a second, below Discord's limit of fifty.
        """
        self._known_empty = -1
        return await self._posts.hurry(now)

    async def next_at(self) -> datetime | None:
        """Return when the next unsent post falls due; None if none waits."""
        if self._is_empty and not self._sending:
            return None
        return await self._posts.next_at(self._now if self._now.year > 1 else None, self._pace)

    async def reply(self, match_id: MatchId, answer_to: TypedReply, *, channel_id: int, now: datetime) -> None:
        """Queue the reply to a typed message.

        Raises `StorageError`.
        """
        answer = new_post(answer_to, secrets.token_hex(10), channel_id)
        await self._posts.add(of_match(match_id), answer, now)

    async def posted(self, match_id: MatchId, kind: str, message_id: int, *, channel_id: int, now: datetime) -> None:
        """Record a message of a match that was sent directly, such as the lobby message that answered a command."""
        sent = NewPost(kind, {}, secrets.token_hex(10), channel_id)
        await self._posts.note(of_match(match_id), sent, message_id, now)

    async def last(self, match_id: MatchId, kind: str) -> Post | None:
        """Return a match's newest post of a kind, whose `message_id` allows editing it; None if there is none."""
        return await self.last_about(of_match(match_id), kind)

    async def last_about(self, topic: Subject, kind: str) -> Post | None:
        """Return the newest post of a kind about a topic; None if there is none."""
        return await self._posts.last(topic, kind)

    async def about(self, topic: Subject) -> tuple[Post, ...]:
        """Return all stored posts about a topic."""
        return await self._posts.of(topic)

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        """Record a message that was sent directly, so that `last_about` finds it."""
        await self._posts.note(topic, post, message_id, now)

    async def sought_from(self, post: Post, now: datetime) -> int | datetime:
        """Return where to begin the search for the message of an interrupted attempt: a message id or a time.

        The id is that of the newest message about the topic that came before. If there is none, the time is that of the attempt by
        the local clock, less `TOLERANCE` because that clock may be wrong.
        """
        before = (p.message_id for p in await self._posts.of(post.topic) if p.id < post.id)
        known = max((number for number in before if number is not None), default=None)
        if known is not None:
            return known
        tried = post.tried_at or post.created_at
        return min(tried, now) - TOLERANCE  # tried later than now: somebody has set the clock back

    @property
    def _is_empty(self) -> bool:
        """Whether every message that was unsent at the last look is on its way or has arrived, and none was written since."""
        return self._known_empty == self._posts.news

    async def _start_due(self, poster: Poster) -> set[asyncio.Task[bool]]:
        """Start sending every due post whose topic and channel are free; return the tasks."""
        if self._is_empty:  # one transaction less for nearly every turn
            return set()
        # One look at a time: two calls that looked at once would both take the message at the head of a topic.
        async with self._looking:
            busy = set(self._busy)  # what is free after the look, but was not before it, may have been sent meanwhile
            room = min(AT_ONCE, WORKERS - len(self._sending))

            def is_free(post: Post) -> bool:
                free = not delivery_lanes(post) & busy
                busy.update(delivery_lanes(post) if free else ())
                return free

            # Busy topics may stand first in the line; looking a little past them finds others that are free, without reading all.
            among = len(busy) + 2 * WORKERS
            taken: tuple[Post, ...] = ()
            others, news = True, self._posts.news
            if room > 0:
                taken, others = await self._posts.take_and_look(self._now, room, among, is_free, self._pace)
            self._known_empty = -1 if others else news
            begun = {self._task(self._send(poster, post, self._now), delivery_lanes(post)) for post in taken}
            if len(begun) == AT_ONCE:
                await asyncio.sleep(PAUSE_S / self.share())
        return begun

    def _task(self, sending: Coroutine[None, None, bool], there: frozenset[Hashable]) -> asyncio.Task[bool]:
        task = asyncio.get_running_loop().create_task(sending, name="post")
        self._busy |= there
        self._sending.add(task)

        def free(done: asyncio.Task[bool]) -> None:
            self._busy -= there
            self._sending.discard(done)
            if done.cancelled() or done.exception() is not None or not done.result():
                self._known_empty = -1  # it is to be tried again

        task.add_done_callback(free)
        return task

    async def _send(self, poster: Poster, post: Post, now: datetime) -> bool:
        try:
            if await self._post_elsewhere(post, now):
                return False
            if _mistakes(post) >= MISTAKES:
                return await self._degrade(post, now, None)
            async with asyncio.timeout(self._limit_s):
                message_id = await self._deliver(poster, post, now)
        except TimeoutError:
            await self._delay(post, now, "cut-off", None, took_s=self._limit_s)
            return False
        except PostsPaused as pause:
            await self._pause(post, now, pause)
            return False
        except PostRetryLater as delay:
            await self._delay(post, now, delay.reason, delay.retry_after_s, outage=_is_outage(delay))
            return False
        except PostRejectedError as refusal:
            await self._give_up(post, refusal.reason, now)
            return False
        except StorageError:
            raise
        except Exception as error:
            # A mistake of ours in building one message must not hold up all others; `drain` raises it at its end.
            if (number := _mistakes(post) + 1) >= MISTAKES:
                await self._degrade(post, now, error)
            else:
                await self._delay(post, now, f"{_MISTAKE} {number}: {repr(error)[:150]}", None)
            raise
        if post.kind == REPLY:
            await self._posts.drop(post)  # nobody asks for it again, and it holds what was said
        else:
            await self._posts.sent(post, message_id, now)
        await self._note_arrival(post, now)
        return True

    async def _note_arrival(self, post: Post, now: datetime) -> None:
        await self._end_backoff(now)
        for told in self.after_sent:
            await told(post, now)

    async def _degrade(self, post: Post, now: datetime, mistake: Exception | None) -> bool:
        """Send a plain line instead of a message that can't be built; return whether it was sent.

        `mistake` is the latest failure; None when the plain line itself is tried again. If not even the plain line can be built,
        the post is given up.
        """
        why = (post.error or "") if mistake is None else f"{_MISTAKE} {MISTAKES}: {repr(mistake)[:150]}"
        try:
            async with asyncio.timeout(self._limit_s):
                message_id = await self.post_plainly(post)
        except PostRejectedError as refusal:
            await self._give_up(post, refusal.reason, now)
        except (PostRetryLater, TimeoutError) as delay:
            wait_s = max(getattr(delay, "retry_after_s", None) or 0.0, FIRST_WAIT_S)
            await self._posts.delayed(post, now + timedelta(seconds=min(wait_s, LONGEST_WAIT_S)), why)
        except StorageError:
            raise
        except Exception as error:
            log.exception(log_line("post-unbuildable", post=post.id, kind=post.kind, reason=repr(error)[:150]))
            await self._give_up(post, UNBUILDABLE, now)
        else:
            await self._posts.sent_plainly(post, message_id, now, why)
            await self._note_arrival(post, now)
            return True
        finally:
            _report(post, mistake)
        return False

    async def _post_elsewhere(self, post: Post, now: datetime) -> bool:
        """Post a late urgent private message in a channel instead, if its kind has a handler; return whether it did."""
        elsewhere = self._late.get((post.topic.kind, post.kind))
        if elsewhere is None or post.channel_id is not None or now - post.created_at < self._pace.late:
            return False
        await elsewhere(post, now)
        await self._posts.dead(post, now, LATE)
        log.info(log_line("post-told-elsewhere", post=post.id, kind=post.kind, topic=post.topic.id))
        return True

    async def _pause(self, post: Post, now: datetime, pause: PostsPaused) -> None:
        """Stop private messages for a while in all processes; the pause grows if another one follows soon."""
        former = await self._posts.pause()
        repeats = former is not None and former.until <= now < former.until + PAUSES_COUNT
        if former is not None and former.until > now:
            until = former.until  # another message has found it out at the same time
        else:
            number = former.number + 1 if former is not None and repeats else 1
            wait_s = min(pause.at_least_s * 2.0 ** min(number - 1, 20), LONGEST_PAUSE.total_seconds())
            until = now + timedelta(seconds=wait_s)
            await self._posts.put_pause(until, number)
            log.warning(log_line("private-messages-paused", reason=pause.reason, for_s=round(wait_s), number=number))
        await self._posts.delayed(post, until, pause.reason)

    async def direct_channel(self, user_id: UserId) -> int | None:
        """Return the id of the private channel with a user; None if none was opened yet."""
        return await self._posts.direct_channel(user_id)

    async def opened_direct_channel(self, user_id: UserId, channel_id: int) -> None:
        """Store the private channel that was opened with a user."""
        await self._posts.keep_direct_channel(user_id, channel_id)

    async def lost_direct_channel(self, user_id: UserId) -> None:
        """Delete the stored private channel of a user, because Discord no longer knows it."""
        await self._posts.forget_direct_channel(user_id)

    async def _deliver(self, poster: Poster, post: Post, now: datetime) -> int:
        if replaces(post):
            former, is_overtaken = place_of_post(post, await self._posts.of_matter(post))
            if is_overtaken:
                raise PostRejectedError(OVERTAKEN)
            if former is not None and await poster.replace(post, former):
                return former
        if not self._nonces.protect(post, now):
            message_id = await poster.find(post)
            if message_id is not None:
                return message_id
        return await poster.post(post)

    async def _delay(
        self, post: Post, now: datetime, reason: str, retry_after_s: float | None, *, took_s: float = 0.0, outage: bool = False
    ) -> None:
        """Postpone a post that could not be sent, and log the reason once.

        The wait counts from `now`, the begin of an attempt that took `took_s` seconds; it doubles with each attempt, is at least
        `retry_after_s` and at most `LONGEST_WAIT_S`. In an outage one post probes at shorter intervals.
        """
        if outage and self._probes(post, now):
            wait_s = _delay_to_probe(post, now)
        else:
            wait_s = took_s + FIRST_WAIT_S * 2.0 ** min(post.attempts, 20)
        wait_s = min(max(wait_s, retry_after_s or 0.0), LONGEST_WAIT_S)
        await self._posts.delayed(post, now + timedelta(seconds=wait_s), reason)
        if reason != post.error:  # once for each reason, not for each attempt
            named = {"post": post.id, "kind": post.kind, "topic": post.topic.id}
            log.warning(log_line("post-delayed", **named, again_in_s=round(wait_s), reason=reason))

    def _probes(self, post: Post, now: datetime) -> bool:
        """Return whether this post is the one that is retried to find out if Discord is back, on behalf of all others."""
        if self._probe is not None and self._probe[0] != post.id and now - self._probe[1] < PROBE_LOST:
            return False
        self._probe = (post.id, now)
        return True

    async def _end_backoff(self, now: datetime) -> None:
        """Make posts that an outage delayed due, because a message has just been sent."""
        if self._probe is not None:
            self._probe = None
            if now - self._hurried >= timedelta(seconds=HURRY_AGAIN_S):
                self._hurried = now
                await self.hurry(now)

    async def _give_up(self, post: Post, reason: str, now: datetime) -> None:
        if self._probe is not None and self._probe[0] == post.id:
            self._probe = None
        log.warning(log_line("post-given-up", post=post.id, kind=post.kind, topic=post.topic.id, reason=reason))
        closed, unheard = self._owners.get(post.topic.kind, (None, None))
        if closed is not None and post.channel_id is not None and reason in CLOSED:
            await closed(post, reason, now)
            return
        if unheard is not None and post.channel_id is None and reason not in (OVERTAKEN, EXCLUDED):
            await unheard(post, now)
        await self._posts.dead(post, now, reason)


NONCE_HOLDS = timedelta(minutes=2)
"""How long we trust Discord to recognise a nonce; it promises "a few minutes"."""


class Nonces:
    """The posts whose first attempt is so recent that Discord would recognise their nonce and drop a duplicate.

    The age must be confirmed by two clocks: the wall clock may be set back, and the clock of the event loop stands still while the
    host sleeps. Attempts of an earlier process are not trusted.
    """

    def __init__(self) -> None:
        self._begun: dict[str, float] = {}
        """When the first attempt with a nonce began here, in seconds of the loop's clock; the oldest first."""

    def protect(self, post: Post, now: datetime) -> bool:
        """Return whether the nonce protects an attempt that begins now; if not, the message may have been sent already.

        `post` is the row as it was before this attempt. Remembers the first attempt of each post.
        """
        at_s = asyncio.get_running_loop().time()
        self._forget(at_s)
        if post.tried_at is None:
            self._begun[post.nonce] = at_s
            return True
        return post.nonce in self._begun and timedelta(0) <= now - post.tried_at <= NONCE_HOLDS

    def _forget(self, at_s: float) -> None:
        """Drop the nonces that Discord may have forgotten by `at_s`, in seconds of the event loop."""
        while self._begun:
            oldest = next(iter(self._begun))
            if at_s - self._begun[oldest] <= NONCE_HOLDS.total_seconds():
                return
            del self._begun[oldest]
