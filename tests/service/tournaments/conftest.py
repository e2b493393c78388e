"""Fixtures of a server with tournaments: the real services, a clock set by hand, and a stand-in for Discord's messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.core.outbox import PostRejectedError, PostRetryLater
from service.records import MatchLocation
from service.tournaments.event_posts import LETTERS
from service.tournaments.letters import BYE, COME, PLAY
from service.tournaments.round_scheduler import HEARTBEAT
from service.tournaments.state import TournamentState
from service.tournaments.tournament_settings import TournamentSettings, preset_settings
from service.wiring.services import Services
from storage.rows import FINISHED, MatchId, Post, UserId
from storage.store import Store, open_sqlite
from storage.tournament_rows import RUNNING, EventId
from tests.service.conftest import NOW, make_services

ORGANISER = UserId(900)
SERVER = MatchLocation(7, 70)


class Fair:
    """A server with a tournament and its people, which also receives the posts as `Poster`."""

    def __init__(self, store: Store, path: Path, *, mixes: bool = True) -> None:
        """Create a server on a store.

        With `mixes`, draws depend on the id of the message that opens a game, as in a real server, and so come later.
        """
        self.mixes = mixes
        self.store = store
        self.path = path
        self.now = NOW
        self.letters: list[tuple[int, str, Any]] = []
        """To whom, which, and what it says."""
        self.called: list[tuple[int, str, Any]] = []
        """As `letters`, of those about rounds."""
        self.bulletins: list[str] = []
        self.said: list[tuple[int | None, Any]] = []
        """Where each bulletin was posted, and what it says."""
        self.appointments: list[tuple[int | None, Any]] = []
        """The same of messages about the hour at which two meet."""
        self.posted: list[tuple[int | None, str]] = []
        self.closed: set[int] = set()
        """Channels that take no messages."""
        self.silent: set[int] = set()
        """People who take no private ones."""
        self.outage = False
        self.random = Random(7)
        self.absent: set[int] = set()
        """Who takes no turn."""
        self._numbers = count(1000)
        self._play = count(0)
        self.services: Services = make_services(store, clock=lambda: self.now, mixes=self.mixes)

    async def restart(self) -> None:
        """Stop the services and start new ones on the same database file."""
        await self.services.stop()
        await self.store.close()
        self.store = await open_sqlite(self.path)
        self.services = make_services(self.store, clock=lambda: self.now, mixes=self.mixes)
        await self.services.tournaments.round_scheduler.wake_all(self.now)

    # --- Discord ---------------------------------------------------------------------------------------------------------

    async def post(self, post: Post) -> int:
        """Record a post as `Poster.post`; it fails where the test set an outage, a closed channel or an unreachable user."""
        if self.outage:
            raise PostRetryLater("outage")
        if post.channel_id in self.closed:
            raise PostRejectedError("channel-gone")
        if post.channel_id is None and post.user_id in self.silent:
            raise PostRejectedError("user-unreachable")
        self.posted.append((post.channel_id, post.kind))
        if post.kind == "appointment":
            self.appointments.append((post.channel_id, post.payload))
        if post.kind == "bulletin":
            self.said.append((post.channel_id, post.payload))
        if post.kind in LETTERS and post.payload["code"] in (PLAY, COME, BYE):
            self.called.append((post.user_id or 0, post.payload["code"], post.payload))
        elif post.kind in LETTERS:
            self.letters.append((post.user_id or 0, post.payload["code"], post.payload))
        if post.kind == "bulletin":
            self.bulletins.append(post.payload["code"])
        return next(self._numbers)

    async def replace(self, post: Post, message_id: int) -> bool:
        """Record an edited message like a new one, as `Poster.replace`; return True."""
        await self.post(post)
        return True

    async def find(self, post: Post) -> int | None:
        return None

    async def settle(self) -> None:
        """Run timers, messages and threads until nothing is left to do at this moment."""
        for _ in range(50):
            await self.services.computers.settled()
            await self.services.timers.tick(self.now)
            sent = await self.services.outbox.drain(self, self.now)
            unseated = await self.services.tournaments.tables.unseated()
            for table in unseated:
                await self.services.tournaments.tables.seat(table, table.message_id, now=self.now)
            for event_id in {table.event_id for table in unseated}:
                await self.services.tournaments.tables.wake(event_id, self.now)
            if not sent and not unseated:
                return await self._must_miss_nothing()
        raise AssertionError(f"it never comes to rest: {unseated}, {sent}")

    async def _must_miss_nothing(self) -> None:
        """Check that a visit of all tables finds no work that visits of single tables have left out."""
        scheduler = self.services.tournaments.round_scheduler
        for event_id in await self.store.events.under_way():
            if (state := await self.services.tournaments.repository.state(event_id)).row.status == RUNNING and not state.stuck:
                overdue = await scheduler._find_due(state, self.now, away=False, named=None)
                assert not overdue.step.changes_something, [entry.event.kind for entry in overdue.step.entries]
                agenda = scheduler._agendas.of(state, self.now, HEARTBEAT)
                if agenda is not None and not agenda.changed:
                    latest = agenda.visited_at + HEARTBEAT  # then all tables are visited anyway
                    late = {place: at for place, at in overdue.due.items() if min(latest, agenda.due.get(place, latest)) > at}
                    assert not late, (late, agenda.due)

    async def wait(self, **length: float) -> None:
        """Let time pass by this length, running timer after timer."""
        until = self.now + timedelta(**length)
        while (due := await self.services.timers.next_at()) is not None and due <= until:
            self.now = max(self.now, due)
            await self.settle()
        self.now = until
        await self.settle()

    # --- the event -------------------------------------------------------------------------------------------------------

    async def opened(self, people: int, stages: str = "swiss:3", **changes: Any) -> EventId:
        """Open an event, enter the persons 1, 2, 3 ..., and return its id."""
        usually = {"stages": stages, "options": {"rounds": "1"}, "preview": timedelta()}
        settings = replace(preset_settings("slow-swiss", "tiny"), **{**usually, **changes})
        state = await self.services.tournaments.creation.open(SERVER, ORGANISER, "Cup", settings, now=self.now)
        for person in range(1, people + 1):
            await self.services.tournaments.registration.enter(state.row.id, UserId(person), now=self.now)
        await self.settle()
        return state.row.id

    async def started(self, people: int, stages: str = "swiss:3", **changes: Any) -> EventId:
        """Open an event like `opened`, start it, and return its id."""
        event_id = await self.opened(people, stages, **changes)
        await self.services.tournaments.registration.start(event_id, ORGANISER, now=self.now)
        await self.settle()
        return event_id

    async def started_with_preview(self, people: int) -> EventId:
        """Start an event like `started`, with each round shown to the organiser an hour before; return its id."""
        return await self.started(people, preview=timedelta(hours=1))

    async def state(self, event_id: EventId) -> TournamentState:
        return await self.services.tournaments.queries.state(event_id)

    async def turn(self, match_id: MatchId) -> bool:
        """Play one turn of the active player; return False if the game is over or the player is absent."""
        table = await self.services.match_queries.table(match_id, None)
        if table.match.status == FINISHED or not table.asked:
            return False
        user = table.seats[table.asked[0]].user_id
        if user is None or user in self.absent:
            return False
        texts = (self.random.choice(("keep", "pass")), "bank")
        await self.services.turns.act(match_id, user, texts, expected_version=table.version, now=self.now)
        return True

    async def play_round(self, event_id: EventId) -> None:
        """Play the games of the current round until another round begins or only absent players are left."""
        before = len((await self.state(event_id)).rounds)
        while len((await self.state(event_id)).rounds) == before and await self._play_on(event_id):
            await self.settle()

    async def _play_on(self, event_id: EventId) -> bool:
        played = False
        for match in await self.services.tournaments.queries.matches(event_id):
            while match.status == "running" and await self.turn(match.match_id):
                played = True
        return played

    async def play_out(self, event_id: EventId) -> TournamentState:
        """Play the event to its end, letting time pass if only absent players are left; return its state."""
        for _ in range(60):
            state = await self.state(event_id)
            if state.row.status != "running":
                return state
            await self.play_round(event_id)
            if (await self.state(event_id)).row.status == "running" and not await self._play_on(event_id):
                await self.wait(hours=12)
        raise AssertionError("it never ends")


def settings(**changes: Any) -> TournamentSettings:
    """Return the settings of a slow Swiss of the tiny game."""
    return replace(preset_settings("slow-swiss", "tiny"), **changes)


@pytest.fixture
async def fair(path: Path) -> AsyncIterator[Fair]:
    there = Fair(await open_sqlite(path), path)
    yield there
    await there.services.stop()
    await there.store.close()
