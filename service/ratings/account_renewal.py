"""The renewal of the points by source in old results, some of which earlier programs stored wrongly.

A result stores the points by source and the record achievements (`Game.ledger`, `Game.feats`). Games that began before logs had
hashes are replayed, a few at a time; if one differs, the statistics of its server are counted again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from games.core.errors import RuleRefusedError
from service.match.eligibility import FEATS, SOURCES
from service.match.match_repository import MatchRepository
from service.match.match_transaction import point_sources
from storage.rows import MatchId
from telemetry.log_line import log_line

LOG = logging.getLogger("bastide.service")

AT_ONCE = 10
"""Games that are looked at for one transaction: some 100 ms on another thread."""

_KEYS = {SOURCES, FEATS}

PAUSE_S = 0.5
"""Between two transactions: a hundred thousand games take an hour and a half, in which nobody notices."""


class AccountRenewal:
    """The renewal, begun at every start of the program and resumed where it ended."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self.is_over = False
        """Whether all games were looked at, so that no record is still to be counted again."""

    async def through(self, pause_s: float = PAUSE_S) -> int:
        """Check all such games; return how many results were renewed.

        Raises what fails; the next start tries again.
        """
        stats, renewed, more = self._repository.store.stats, 0, True
        while more:
            upto, unproved = await stats.unproved(AT_ONCE)
            accounts: dict[MatchId, Mapping[str, Any]] = {}
            for match_id in unproved:
                account = await self._account(match_id)
                if account is not None:
                    accounts[match_id] = account
            renewed += await stats.renew(accounts, _KEYS, upto)
            for match_id in accounts:
                self._repository.forget(match_id)
            more = upto is not None
            if more:
                await asyncio.sleep(pause_s)
        self.is_over = True
        return renewed

    async def _account(self, match_id: MatchId) -> Mapping[str, Any] | None:
        """Return the points by source of a game; None if its result stores none or its rules aren't known here."""
        try:
            live = await self._repository.seen(match_id)
            if _KEYS.isdisjoint(live.match.result or ()):
                return None
        except RuleRefusedError as refused:
            LOG.warning(log_line("account-kept", match=match_id, reason=refused.code))
            return None
        return await self._repository.work(point_sources, live)
