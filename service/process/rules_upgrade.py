"""Moving running matches to newer rules, where that changes nothing of what has happened."""

from __future__ import annotations

import logging
from datetime import datetime

from games.core.errors import IllegalAction
from service.errors import Refusal
from service.process import live as lives
from service.process.changing import Decision
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.step import Step
from storage.errors import StorageError
from storage.parts import WHOLE, Part
from storage.records import LOST, RUNNING, MatchId

LOG = logging.getLogger("bastide.service")


class Rebasing:
    """Tried at every start of the program: a version that no match goes by any more can be forgotten one day."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def rebase_all(self, now: datetime, part: Part = WHOLE) -> tuple[MatchId, ...]:
        """Move every running match of a part that may be moved, and say so in the log; the matches moved.

        One that fails stays as it is.
        """
        moved = []
        present = {game.id: game.rules_version for game in self._kernel.games.values()}
        for match_id in await self._kernel.store.matches.outdated(present, part):
            try:
                if await self.rebase(match_id, now=now):
                    moved.append(match_id)
            except (Refusal, IllegalAction, StorageError) as error:
                LOG.warning("match %s stays under its rules: %s", match_id, error)
        return tuple(moved)

    async def rebase(self, match_id: MatchId, *, now: datetime) -> bool:
        """Move one match to the present rules, if they take its version over and its whole log replays equal; whether it moved."""

        async def replayed(live: Live) -> Live | None:
            present, had = self._kernel.known(live.match.game), live.match.rules_version
            if live.match.status not in (RUNNING, LOST) or had == present.rules_version:
                return None
            if had not in present.takes_over:
                LOG.info("match %s of %s stays under rules %s", match_id, present.id, had)
                return None
            rebased = await self._kernel.work(lives.rebased, live, present, now)
            if rebased is None:
                LOG.info("match %s of %s stays under rules %s: its log replays differently", match_id, present.id, had)
            return rebased

        def decide(live: Live, rebased: Live | None) -> Decision[bool]:
            if rebased is None:
                return Decision(lambda: False)
            step = Step(live, now)
            step.rebase(rebased)
            return Decision(lambda: True, (self._kernel.step(step),))

        is_moved = await self._kernel.changing.change_knowing(self._kernel.of(match_id), replayed, decide, now=now)
        if is_moved:
            LOG.info("match %s goes on under the present rules", match_id)
        return is_moved
