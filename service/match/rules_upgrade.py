"""The moving of running matches to newer rules, where the change leaves everything that has happened equal."""

from __future__ import annotations

import logging
from datetime import datetime

from games.core.errors import IllegalActionError
from service.core.change_scope import Decision
from service.errors import Refusal
from service.match import match_session as lives
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from storage.errors import StorageError
from storage.rows import LOST, RUNNING, MatchId
from storage.sharding import WHOLE, ShardSet

LOG = logging.getLogger("bastide.service")


class RulesUpgrade:
    """The upgrade of running matches at every start of the program, so that old rules versions can be removed one day."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def upgrade_all(self, now: datetime, part: ShardSet = WHOLE) -> tuple[MatchId, ...]:
        """Move every running match of a part of the servers to the present rules if possible; return the ids of those moved.

        Each move is logged. A match for which it fails stays as it is.
        """
        moved = []
        present = {game.id: game.rules_version for game in self._repository.games.values()}
        for match_id in await self._repository.store.matches.outdated(present, part):
            try:
                if await self.rebase(match_id, now=now):
                    moved.append(match_id)
            except (Refusal, IllegalActionError, StorageError) as error:
                LOG.warning("match %s stays under its rules: %s", match_id, error)
        return tuple(moved)

    async def rebase(self, match_id: MatchId, *, now: datetime) -> bool:
        """Move one match to the present rules, if these accept its version and its log replays equal; return whether it did."""

        async def replayed(live: MatchSession) -> MatchSession | None:
            present, had = self._repository.known(live.match.game), live.match.rules_version
            if live.match.status not in (RUNNING, LOST) or had == present.rules_version:
                return None
            if had not in present.takes_over:
                LOG.info("match %s of %s stays under rules %s", match_id, present.id, had)
                return None
            rebased = await self._repository.work(lives.rebase, live, present, now)
            if rebased is None:
                LOG.info("match %s of %s stays under rules %s: its log replays differently", match_id, present.id, had)
            return rebased

        def decide(live: MatchSession, rebased: MatchSession | None) -> Decision[bool]:
            if rebased is None:
                return Decision(lambda: False)
            step = MatchTransaction(live, now)
            step.rebase(rebased)
            return Decision(lambda: True, (self._repository.step(step),))

        is_moved = await self._repository.unit_of_work.change_with_precomputed(
            self._repository.of(match_id), replayed, decide, now=now
        )
        if is_moved:
            LOG.info("match %s goes on under the present rules", match_id)
        return is_moved
