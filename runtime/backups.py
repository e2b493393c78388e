"""Automatic daily backups of a SQLite database, made without holding up the players."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

from runtime.settings import Settings
from storage.errors import DatabaseUnavailableError
from storage.maintenance.backups import back_up, backups
from telemetry.log_line import log_line

log = logging.getLogger("hosting.backups")

EVERY = timedelta(days=1)

FIRST_S = 30.0
"""After the start: the database is brought up to date and people are answered first."""

LOOK_S = 900.0
"""Between two looks at whether one is due; after a failure too."""


class Backups:
    """The task that makes daily backups. The backup files show when the last one was made, so restarts don't matter.

    A PostgreSQL server is backed up by its administrator, with its own tools.
    """

    def __init__(self, settings: Settings) -> None:
        self._database = settings.database
        self._keep = settings.backups
        self._complained = False

    async def keep(self) -> None:
        """Make backups until cancelled."""
        await asyncio.sleep(FIRST_S)
        while True:
            await self.look(datetime.now(UTC))
            await asyncio.sleep(LOOK_S)

    async def look(self, now: datetime) -> None:
        """Make a backup if one is due.

        A failure is logged once, and retried at every call.
        """
        file = self._database
        if not isinstance(file, Path) or not self._is_due(file, now):
            return
        try:
            made = await asyncio.to_thread(back_up, file, now, keep=self._keep)
        except DatabaseUnavailableError as error:
            if not self._complained:
                log.error(log_line("backup-failed", reason=error))
            self._complained = True
            return
        self._complained = False
        log.info(log_line("backup", file=made, bytes=made.stat().st_size))

    def _is_due(self, file: Path, now: datetime) -> bool:
        """Return whether a backup is due: backups are enabled, the file exists, and no recent backup does.

        Backup files dated in the future are ignored, because they were made while the clock was wrong.
        """
        if not self._keep or not file.exists():
            return False
        return not any(now - EVERY < made <= now for made, _ in backups(file))
