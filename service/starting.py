"""The use-case of beginning: seats in their order, the first draw, the first turn message."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.core.game import Seat
from service.errors import Refusal
from service.live import Live
from service.lobbies import EXPIRY, Lobbies
from service.records import Update
from service.seating import seated
from service.step import Step
from storage.records import RUNNING, Commit, Loaded, MatchId, UserId


class Starting(Lobbies):
    """From a full table to the first turn."""

    async def start(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> Update:
        """Begin: seats get their order, the house draws, the first turn message goes into the outbox.

        Refuses: `not-in-lobby`, `not-host`, `no-human`, `IllegalAction("bad-seats")`.
        """
        async with self.lock(match_id):
            old = await self.hosted(match_id, user_id, moderator=moderator)
            if not any(s.is_human for s in old.seats):
                raise Refusal("no-human")
            return await self.write(StartStep(await self._begun(old, now), now))

    async def _begun(self, old: Loaded, now: datetime) -> Live:
        game = self.known(old.match.game)
        options = game.options(old.match.options)
        state = game.start(options, len(old.seats))
        secret = await self.store.secret(old.match.id)
        order = seated(old.match, secret, old.seats)
        seats = tuple(replace(s, seat=Seat(i)) for i, s in enumerate(order))
        match = replace(old.match, status=RUNNING, started_at=now, rules_version=game.rules_version)
        return Live(match, seats, game, options, secret, (), state, {})


class StartStep(Step):
    """The first commit of a match: seats in their order, the lobby's timer gone."""

    def commit(self) -> Commit:
        """The transaction."""
        return replace(super().commit(), all_seats=self.live.seats, changed_seats=(), only_advances=False, drop_timers=EXPIRY)
