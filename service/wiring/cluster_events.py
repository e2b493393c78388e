"""The notifications from other processes on the same database, which refresh caches and start checks for due work.

They are only hints: cached matches and events are compared with the database before use, posts and timers are polled every few
seconds anyway, and a process that has missed notifications checks everything.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from service.computers.computer_players import Computers
from service.core.background_tasks import BackgroundTasks
from service.core.leases import Leases
from service.core.timers import Timers
from service.guilds.server_settings import ServerSettings
from service.lobby.maps import Maps
from service.match.match_repository import MatchRepository
from service.operators.announcements import Announcements
from service.operators.exclusion import Exclusion
from service.tournaments.repository import TournamentRepository
from service.users.user_settings import UserSettings
from storage.queries.cluster_events import DUE, FORGOTTEN, MAP, MISSED, OPERATED, PAGES, PERSON, SERVER, WRITTEN, ProcessEvent
from storage.rows import MatchId, UserId

log = logging.getLogger("service.process.process_events")


class ClusterEvents:
    """The dispatcher of notifications from other processes."""

    def __init__(
        self,
        leases: Leases,
        repository: MatchRepository,
        tournaments: TournamentRepository,
        computers: Computers,
        timers: Timers,
        user_settings: UserSettings,
        chosen: ServerSettings,
        maps: Maps,
        exclusion: Exclusion,
        announcements: Announcements,
    ) -> None:
        self._leases = leases
        self._repository = repository
        self._tournaments = tournaments
        self._computers = computers
        self._timers = timers
        self._user_settings = user_settings
        self._chosen = chosen
        self._maps = maps
        self._exclusion = exclusion
        self._announcements = announcements
        self.after_operated: list[Callable[[], None]] = []
        """Called when operators have done something in another process."""
        self.after_news: list[Callable[[MatchId | None], None]] = []
        """Called with each match that was written, in whichever process; with None where any page may show something else."""
        self.reading = BackgroundTasks(lambda error: log.warning("what another process has told cannot be read: %s", error))
        self.after_missed: list[Callable[[], None]] = []
        """Called where anything that people or servers have chosen may have changed."""
        self._heard: Mapping[str, Callable[[ProcessEvent], None]] = {
            DUE: self._look_for_due,
            PERSON: lambda told: self._begin(user_settings.reread(UserId(told.number))),
            SERVER: lambda told: self._begin(self._server_changed(told.number)),
            FORGOTTEN: self._note_forgotten,
            MAP: lambda _told: self._begin(maps.open()),
            OPERATED: lambda _told: self._begin(self._run_operations()),
            WRITTEN: lambda told: self._note_match_news(MatchId(told.number)),
            PAGES: lambda _told: self._note_match_news(None),
            MISSED: lambda _told: self._begin(self._look_everywhere()),
        }

    async def close(self) -> None:
        """Stop the reads that notifications have started."""
        await self.reading.close()

    def hear(self, told: ProcessEvent) -> None:
        """Handle an event of another process; kinds of newer programs are ignored."""
        if (heard := self._heard.get(told.kind)) is not None:
            heard(told)

    def _look_for_due(self, told: ProcessEvent) -> None:
        """Look for posts or timers that another process has written for this one's part."""
        if self._leases.held.covers(told.guild_id):
            self.look()
            if told.number:
                self._computers.think(MatchId(told.number))

    def look(self) -> None:
        """Check for due work that another process may have written."""
        self._timers.wake()
        for heard in self._repository.store.after_posts:
            heard()

    def _note_match_news(self, match_id: MatchId | None) -> None:
        for heard in self.after_news:
            heard(match_id)

    async def _server_changed(self, guild_id: int) -> None:
        await self._chosen.reread(guild_id)
        self._note_match_news(None)

    def _note_forgotten(self, told: ProcessEvent) -> None:
        self._repository.forget_all()
        self._tournaments.forget_all()
        self._user_settings.forget(UserId(told.number))
        self._note_match_news(None)

    async def _run_operations(self) -> None:
        await self._exclusion.open()
        await self._announcements.open()
        for heard in self.after_operated:
            heard()

    async def _look_everywhere(self) -> None:
        self._user_settings.forget_all()
        await self._chosen.open()
        await self._maps.open()
        await self._run_operations()
        for heard in self.after_missed:
            heard()
        self._repository.forget_all()
        self._tournaments.forget_all()
        await self._computers.wake(self._leases.held)
        self.look()
        self._note_match_news(None)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self.reading.begin(work, "process-events")
