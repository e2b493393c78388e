"""One run of the program, from its start until it is killed: the real services, with simulated surroundings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, TypeVar

from ai.player_protocol import Player
from cogs.background.guilds.champion_roles import ChampionRoleSync
from cogs.background.message_builders import MessageBuilders
from cogs.background.tournaments import calendar_sync, tournament_posts
from cogs.background.tournaments.calendar_sync import CalendarSync
from cogs.background.tournaments.pairing_threads import PairingThreads
from cogs.background.tournaments.tournament_boards import TournamentBoards
from games.core.game import AnyGame
from service.clocks.notifications import DAILY
from service.core.background_tasks import BackgroundTasks
from service.core.outbox import LONGEST_WAIT_S, OVERTAKEN, PostRejectedError, PostRetryLater
from service.core.post_content import content_of, read
from service.core.timers import LONGEST_WAIT_S as LONGEST_SLEEP_S
from service.match.match_posts import ResultPost, TurnCall
from service.play.requests import OPEN, REQUEST, RequestAsked, seats_yet_to_agree
from service.tournaments.champions import CROWN
from service.tournaments.event_posts import APPOINTMENT, LETTERS, PAIRING
from service.tournaments.repository import CALENDAR
from service.users.subscriptions import NEWS
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.errors import StorageError
from storage.rows import EVENT, MATCH, MatchId, Post, UserId
from storage.tournament_rows import EventId
from tools.simulation.fake_discord import GUILD, SimulatedServer
from tools.simulation.guild import GuildAccess, app
from tools.simulation.killable_database import Disk, DiskDatabase, WatchedStore
from tools.simulation.membership import SimulatedMembership
from workers.pool import Pool, Priority

T = TypeVar("T")
LOG = logging.getLogger("bastide.world")


SIGNS_EVERY = timedelta(hours=1)
"""A sign of life each minute would be most of what happens. So an outage may seem longer by so much, to nobody's harm."""
SELDOM = timedelta(days=1)
"""How often a program leaves one, and looks at its clock, to which nothing happens: this is what makes years of it quick."""


class ProcessKilled(asyncio.CancelledError):
    """Raised when the process is dead, to stop work that would still run."""


class InlineExecutor(Executor):
    """An executor that runs a function at once in the caller's thread, because threads would make the order random."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run `fn` at once and return its finished future."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class FakeWorkers(Pool):
    """A worker pool that computes in this process, after a delay drawn from the seed."""

    def __init__(self, chance: Random) -> None:
        super().__init__(1)
        self._chance = chance

    async def run(
        self,
        function: Callable[..., T],
        *arguments: Any,
        kind: str,  # noqa: ARG002
        limit_s: float,  # noqa: ARG002
        priority: Priority = Priority.MOVE,  # noqa: ARG002
    ) -> T:
        """Run a function after a random delay, like `Pool.run`, but without limit and without failing."""
        await asyncio.sleep(self._chance.uniform(0.01, 2))
        return function(*arguments)


@dataclass(frozen=True)
class Program:
    """The parts that all runs of the program share, and the callbacks for its changes."""

    games: Mapping[str, AnyGame]
    players: Mapping[str, Player]
    clock: Callable[[], datetime]
    """The host's, which may be wrong."""
    changed: Callable[[MatchId], None]
    event_changed: Callable[[EventId], None]
    is_calm: bool
    """Nothing goes wrong: it seldom needs to look at the clock, or to leave a sign of life."""


class ProgramRun:
    """One run of the program as a process, whose memory is lost when it dies."""

    def __init__(self, disk: Disk, server: SimulatedServer, program: Program, chance: Random) -> None:
        self.dead = False
        self.fell = asyncio.Event()
        self.kill_in: int | None = None
        """After how many moments of risk it is killed; None: not at all."""
        self._server = server
        self._clock = program.clock
        self._longest_s = SELDOM.total_seconds() if program.is_calm else LONGEST_SLEEP_S
        self._about_to_look = False
        self._draining = BackgroundTasks()
        self._alarm: asyncio.TimerHandle | None = None
        self._leaving = BackgroundTasks(lambda error: LOG.info("a departure failed: %r", error))
        self._database = DiskDatabase(disk, self)
        store = WatchedStore(self._database, program.changed, program.event_changed)
        thinking = FakeWorkers(chance)
        store.after_posts.append(self.news)
        self.services: Services = assembled(
            store,
            program.games,
            program.players,
            stand_in="greedy",
            clock=self._clock,
            after_commit=self._ignore_match,
            keep=16,
            thinking=thinking,
            replays=InlineExecutor(),
            signs_every=SELDOM if program.is_calm else SIGNS_EVERY,
            mixes=True,
        )
        self.membership = SimulatedMembership(self.services, server)
        self._app = app(self.services, GuildAccess(server.guild, GUILD, self), lambda: not server.put_out)
        self._builders = MessageBuilders()
        self.threads = PairingThreads(self._app, self.news)
        self.boards = TournamentBoards(self._app, self._builders, self.threads.look)
        tournament_posts.register(self._builders)
        calendar_sync.register(self._builders)
        self.services.timers.register(CALENDAR, CalendarSync(self._app).look)
        self.services.timers.register(CROWN, ChampionRoleSync(self._app).due)
        self.services.outbox.after_sent += [self.threads.sent, self.boards.sent]
        self.services.tournaments.repository.after_commit.append(self._event_told)

    async def begin(self) -> None:
        """Do what the program does at its start when Discord is ready."""
        await self.services.store.posts.look_back()
        await self.services.outages.begin(self._clock())
        await self.membership.compare(self._clock())
        self.services.timers.start(self._clock, longest_s=self._longest_s)
        await self.services.rules_upgrade.upgrade_all(self._clock())
        await self.services.computers.wake()
        await self.services.tournaments.round_scheduler.wake_all(self._clock())
        self.news()

    def check(self) -> None:
        """Raise `ProcessKilled` if the process is dead."""
        if self.dead:
            raise ProcessKilled

    def risk(self) -> None:
        """Count a moment of risk, which lies just before or after each effect visible outside.

        If the kill is due at this moment, the process dies, and `ProcessKilled` is raised.
        """
        self.check()
        if self.kill_in is not None:
            self.kill_in -= 1
            if self.kill_in < 0:
                self.die()
                raise ProcessKilled

    def die(self) -> None:
        """Mark the process as dead, so that all its later work has no effect."""
        self.dead = True
        self.fell.set()

    async def buried(self) -> None:
        """Stop the services and tasks of the dead process."""
        self.die()
        self._database.deferred.stop()
        self.threads.close()
        self.boards.refreshing.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        await self.services.stop()

    def news(self) -> None:
        """Start a pass over the outbox, even while an earlier message is still being sent."""
        if not self.dead and not self._about_to_look:
            self._about_to_look = True
            self._draining.begin(self._drain(), "outbox")

    async def post(self, post: Post) -> int:
        """Send a message as `Poster.post` and return its id.

        Raises `PostRejectedError` for a turn of a member who has left, and for a message that is outdated.
        """
        if post.topic.kind == MATCH and post.kind == "turn" and post.user_id not in self._server.members:
            left = self.services.resignations.left_guild(GUILD, UserId(post.user_id or 0), now=self._clock())
            self._leaving.begin(left, "left")
            raise PostRejectedError("user-unreachable")
        await self.services.ping_policy.check(post, self._clock())
        content = content_of(post)
        if isinstance(content, TurnCall | ResultPost):
            await self.services.match_queries.moment(post.match_id, version=post.upto, since=content.since)
        if post.kind == DAILY and not await self.services.notifications.waiting(UserId(post.topic.id), self._clock()):
            raise PostRejectedError(OVERTAKEN)
        aloud = await self.services.ping_policy.aloud(post, await self._pinged_people(post), self._clock())
        self.risk()
        sent = await self._server.post(post, aloud)
        self.risk()
        return sent

    async def replace(self, post: Post, message_id: int) -> bool:
        """Replace a message, as `Poster.replace`."""
        await self._pinged_people(post)
        self.risk()
        return await self._server.replace(post, message_id)

    async def find(self, post: Post) -> int | None:
        """Find an earlier attempt's message, as `Poster.find`."""
        self.check()
        server = await self._server.find(post, await self.services.outbox.sought_from(post, self._clock()))
        self.check()
        return server

    async def _pinged_people(self, post: Post) -> list[UserId]:
        """Return the users whom a message pings, as the Discord layer would build it."""
        if post.topic.kind == MATCH and post.kind in ("end", REQUEST):
            seats = await self.services.match_queries.seats(post.match_id)
            if post.kind == REQUEST:
                request = (await self.services.requests.of(post.match_id, read(post, RequestAsked).number)).request
                seats = seats_yet_to_agree(seats, request) if request.status == OPEN else ()
            return [UserId(row.user_id) for row in seats if row.is_human and row.user_id is not None]
        if post.topic.kind == EVENT and post.kind in (PAIRING, *LETTERS, APPOINTMENT):
            return await self._mentioned_people(post)
        return [] if post.user_id is None or post.kind in ("result", NEWS) else [post.user_id]

    async def _mentioned_people(self, post: Post) -> list[UserId]:
        """Return the users whom a message about an event pings, by building the real message.

        A message that can't be built is reported as a broken law.
        """
        try:
            return list((await self._builders.build(self._app, post)).pings)
        except (PostRetryLater, PostRejectedError, StorageError):
            raise
        except Exception as error:
            self._server.complain("every message can be built", f"post {post.id} ({post.kind} of {post.topic}): {error!r}")
            raise

    def _event_told(self, event_id: EventId) -> None:
        if not self.dead:
            self.boards.changed(event_id)
            self.news()

    def _ignore_match(self, _match: MatchId) -> None:
        self.news()

    async def _drain(self) -> None:
        self._about_to_look = False
        await self._safely(self.services.outbox.drain(self, self._clock()))
        await self._safely(self.threads.open_threads())
        await self._safely(self._sleep_until_due())

    async def _sleep_until_due(self) -> None:
        due = await self.services.outbox.next_at()
        if self._alarm is not None:
            self._alarm.cancel()
        if due is not None:
            wait_s = min(max((due - self._clock()).total_seconds(), 1.0), LONGEST_WAIT_S)
            self._alarm = asyncio.get_running_loop().call_later(wait_s, self.news)

    async def _safely(self, work: Any) -> None:
        try:
            await work
        except Exception as error:
            LOG.info("posting failed: %r", error)
