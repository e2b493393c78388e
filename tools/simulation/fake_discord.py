"""A simulated Discord as plain data: a server with channels and members, its messages, and its answers to requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from service.core.outbox import PostRejectedError, PostRetryLater
from storage.rows import Post, Subject, UserId
from tools.simulation.delivery_latency import DeliveryLatencyCheck
from tools.simulation.guild import SimulatedGuild

GUILD = 1
FIRST_MESSAGE = 1_000_000
"""A thread has the number of the message that it was made from: no channel has such a one."""

NONCE_S = 300.0
"""How long Discord recognises a nonce."""

SEARCHED = 30
"""How many messages of a channel are looked through for one that may have arrived."""

HANGS_S = 60.0
"""When the other side gives up waiting for an answer."""

OUTAGE, LIMITED, DEAF, HANGING = "outage", "limited", "deaf", "hanging"


@dataclass(frozen=True)
class Sent:
    """A message in a channel or in a member's direct messages."""

    id: int
    at: datetime
    """By Discord's clock, which is right."""
    at_s: float
    place: int
    """A channel; a person's private messages are minus their number."""
    post: int
    """The row of the outbox that it tells."""
    topic: Subject
    kind: str
    seat: int | None
    upto: int
    nonce: str


@dataclass(frozen=True)
class FailureMode:
    """A temporary failure of Discord: `outage`, `limited`, `deaf` (the answer is lost) or `hanging`."""

    kind: str
    until_s: float
    channel: int | None = None
    """Only there; None: everywhere."""


class SimulatedServer:
    """A simulated Discord server: it takes messages, answers or fails, and checks that each arrives once and in order."""

    def __init__(
        self,
        clock: Callable[[], datetime],
        chance: Random,
        complain: Callable[[str, str], None],
        arrived: Callable[[Post, Sequence[UserId]], None],
    ) -> None:
        """Create an empty server; `clock` returns the right time.

        `complain` is called with each broken law and how it was broken, `arrived` with each message and the users whose devices
        ring for it.
        """
        self._clock = clock
        self._chance = chance
        self.complain = self._complain = complain
        self._told = arrived
        self.members: list[UserId] = []
        self.closed: dict[int, str] = {}
        """Channels that are closed to the bot, and how: `channel-gone` or `forbidden`."""
        self.put_out = False
        """Whether the bot was put out of the server."""
        self.muted_until_s = 0.0
        """Until then its role may not write anywhere."""
        self.no_letters: set[int] = set()
        """People who take no private messages."""
        self.weather: list[FailureMode] = []
        self.messages: dict[int, list[Sent]] = {}
        self._by_nonce: dict[str, Sent] = {}
        self._latest: dict[tuple[Subject, int], int] = {}
        self._nonces: dict[int, str] = {}
        """Of each row of the outbox that has arrived, the nonce of its latest message."""
        self._number = FIRST_MESSAGE
        self.guild = SimulatedGuild(clock, self.members, self._works, self._is_open)
        self.promptness = DeliveryLatencyCheck(complain)

    async def post(self, post: Post, aloud: Sequence[UserId]) -> int:
        """Take a message that pings the users `aloud`, and return its id.

        Raises `PostRejectedError` if the message is refused, `PostRetryLater` if Discord fails.
        """
        loop = asyncio.get_running_loop()
        self.promptness.tried(post, loop.time())
        try:
            return await self._take_post(post, aloud)
        finally:
            self.promptness.done(post, loop.time())

    async def _take_post(self, post: Post, aloud: Sequence[UserId]) -> int:
        await asyncio.sleep(self._chance.uniform(0.02, 0.3))
        self._refuse(post)
        kind = self._kind_of_weather(post)
        if kind == OUTAGE:
            raise PostRetryLater("503 0")
        if kind == LIMITED:
            raise PostRetryLater("429 0", self._chance.uniform(1, 60))
        if kind == HANGING:
            if self._chance.random() < 0.5:  # it arrives late, whether anybody still listens or not
                asyncio.get_running_loop().call_later(self._chance.uniform(0, HANGS_S), self._arrive_late, post, aloud)
            await asyncio.sleep(HANGS_S)
            raise PostRetryLater("TimeoutError")
        sent = self._arrive(post, aloud)
        if kind == DEAF and self._chance.random() < 0.5:
            raise PostRetryLater("ServerDisconnectedError")
        return sent.id

    async def replace(self, post: Post, message_id: int) -> bool:
        """Replace the message `message_id` by a post, as `Poster.replace`; return False if the message does not exist."""
        await asyncio.sleep(self._chance.uniform(0.02, 0.3))
        self._refuse(post)
        if self._kind_of_weather(post) in (OUTAGE, HANGING):
            raise PostRetryLater("503 0")
        there = self.messages.get(_place(post), [])
        number = next((number for number, sent in enumerate(there) if sent.id == message_id), None)
        if number is None:
            return False
        there[number] = replace(there[number], post=post.id, upto=post.upto, nonce=post.nonce)
        self._by_nonce[post.nonce] = there[number]
        return True

    async def find(self, post: Post, since: int | datetime) -> int | None:
        """Return the id of a post's message if it is among the place's latest ones; else None.

        Only messages after the message id or moment `since` count.
        """
        await asyncio.sleep(self._chance.uniform(0.02, 0.3))
        self._refuse(post)
        if self._kind_of_weather(post) in (OUTAGE, HANGING):
            raise PostRetryLater("503 0")
        self.promptness.done(post, asyncio.get_running_loop().time())
        latest = self.messages.get(_place(post), [])[-SEARCHED:]
        return next((sent.id for sent in latest if sent.post == post.id and _is_since(sent, since)), None)

    def arrived(self, post: Post) -> Sent | None:
        """Return the message of an outbox row if users can see it in its place; else None.

        The place is not checked for a direct message to a deleted user.
        """
        sent, is_anonymous = self._by_nonce.get(post.nonce), post.channel_id is None and post.user_id is None
        return sent if sent is not None and (is_anonymous or sent.place == _place(post)) else None

    def closed_how(self, channel: int) -> str | None:
        """Return why the bot can't write in a channel, `channel-gone` or `forbidden`; None if it can."""
        if self.put_out:
            return "channel-gone"
        if asyncio.get_running_loop().time() < self.muted_until_s:
            return self.closed.get(channel, "forbidden")
        return self.closed.get(channel)

    def _arrive_late(self, post: Post, aloud: Sequence[UserId]) -> None:
        if post.channel_id is None or self.closed_how(post.channel_id) is None:
            self._arrive(post, aloud)

    def _arrive(self, post: Post, aloud: Sequence[UserId]) -> Sent:
        at_s, known = asyncio.get_running_loop().time(), self._by_nonce.get(post.nonce)
        if known is not None and at_s - known.at_s <= NONCE_S:
            return known
        if known is not None:
            self._complain("every message once", f"post {post.id} ({post.kind} of {post.topic}) went out again")
        self._number += 1
        topic, about = post.topic, (post.kind, post.seat, post.upto, post.nonce)
        sent = Sent(self._number, self._clock(), at_s, _place(post), post.id, topic, *about)
        self.messages.setdefault(sent.place, []).append(sent)
        self._by_nonce[post.nonce] = sent
        # A game that goes on where it was tells its turn again, by the same row: the order begins again there.
        is_told_again = self._nonces.get(post.id, post.nonce) != post.nonce
        self._nonces[post.id] = post.nonce
        if post.channel_id is not None:
            latest = 0 if is_told_again else self._latest.get((topic, sent.place), 0)
            if post.id < latest:
                self._complain(
                    "every message in order", f"post {post.id} ({post.kind} of {topic}) came after {latest} in {sent.place}"
                )
            self._latest[topic, sent.place] = max(post.id, latest)
        self._told(post, aloud)
        return sent

    def _works(self) -> bool:
        now = asyncio.get_running_loop().time()
        return not self.put_out and not any(w.kind == OUTAGE and w.until_s > now for w in self.weather)

    def _is_open(self, channel: int) -> bool:
        return self.closed_how(channel) is None

    def _refuse(self, post: Post) -> None:
        if post.channel_id is None:
            if post.user_id in self.no_letters:
                raise PostRejectedError("user-unreachable")
        elif (how := self.closed_how(post.channel_id)) is not None:
            raise PostRejectedError(how)

    def _kind_of_weather(self, post: Post) -> str | None:
        now = asyncio.get_running_loop().time()
        self.weather = [w for w in self.weather if w.until_s > now]
        return next((w.kind for w in self.weather if w.channel in (None, post.channel_id)), None)


def _is_since(sent: Sent, since: int | datetime) -> bool:
    return sent.id > since if isinstance(since, int) else sent.at >= since


def _place(post: Post) -> int:
    return post.channel_id if post.channel_id is not None else -(post.user_id or 0)
