"""A match as its rows alone describe it, without a replay, for use where its rules are not known here."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from games.core.game import Seat
from service.errors import Refusal
from service.match import match_log as logs
from storage.rows import LOST, RUNNING, ActionRow, MatchRow, RequestRow, SeatRow, UserId
from storage.store import Store

AGREED = "agreed"
"""Why all seats go to computers where everybody wants the game to be over."""
SKIPPED = "skipped"
"""Why a computer plays a seat that a moderator took from its person."""

R = TypeVar("R", bound="MatchRows")


@dataclass(frozen=True)
class MatchRows:
    """The immutable rows of one match that has begun."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    log: tuple[ActionRow, ...]
    summary: logs.LogSummary = field(default=logs.LogSummary(), repr=False, compare=False, kw_only=True)
    """Of the log, or of its beginning: see `known`."""

    @property
    def known(self) -> logs.LogSummary:
        """The summary of the whole log."""
        return logs.summarise_log(self.log, self.summary)

    @property
    def version(self) -> int:
        """Number of rows of the log."""
        return len(self.log)

    def seat_of(self, user_id: UserId | None) -> SeatRow | None:
        """Return the seat that a user plays or has played; None without any."""
        return next((s for s in self.seats if user_id is not None and s.user_id == user_id), None)

    def played_by(self, user_id: UserId) -> SeatRow:
        """Return the seat that a user plays now; refuse `not-seated`, or `seat-vacant` if a computer has it."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal("not-seated", match=self.match.id)
        if not seat.is_human:
            raise Refusal("seat-vacant", left=seat.left, level=seat.level)
        return seat

    def must_run(self) -> None:
        """Refuse `not-running` and `match-lost` where play is impossible."""
        if self.match.status == LOST:
            raise Refusal("match-lost", match=self.match.id)
        if self.match.status != RUNNING:
            raise Refusal("not-running", status=self.match.status)


def vacate_seat(rows: R, seat: Seat, *, why: str, level: str, at: datetime) -> R:
    """Return the match with a user's seat given to a computer of this level; needs no rules."""
    row = ActionRow(rows.version, seat, logs.write_vacate(why, level), at)
    there = replace(rows.seats[seat], level=level, left=why, waiting_since=None)
    return replace(rows, log=(*rows.log, row), seats=tuple(there if s.seat == seat else s for s in rows.seats))


def settle_request(rows: R, request: RequestRow, at: datetime) -> R:
    """Return the match with a row about the outcome of a request, on behalf of its asker."""
    assert request.closed_by is not None
    text = logs.write_request(request.kind, request.status, request.closed_by)
    return replace(rows, log=(*rows.log, ActionRow(rows.version, request.seat, text, at)))


def return_seat(rows: R, seat: Seat, at: datetime) -> R:
    """Return the match with a seat given back to its former player by the computer."""
    row = ActionRow(rows.version, seat, logs.RETURN, at)
    there = replace(rows.seats[seat], level=None, left=None, waiting_since=None)
    return replace(rows, log=(*rows.log, row), seats=tuple(there if s.seat == seat else s for s in rows.seats))


def take_over_seat(rows: R, seat: Seat, user_id: UserId, at: datetime) -> R:
    """Return the match with a seat given to another user by the computer."""
    row = ActionRow(rows.version, seat, logs.TAKEOVER, at)
    there = replace(rows.seats[seat], user_id=user_id, level=None, left=None, waiting_since=None)
    return replace(rows, log=(*rows.log, row), seats=tuple(there if s.seat == seat else s for s in rows.seats))


def actions_of_others(rows: MatchRows, viewer: Seat | None) -> frozenset[int]:
    """Return the row numbers of all actions by other seats than the viewer's, chance draws included."""
    return frozenset(row.seq for row in rows.log if logs.kind_of(row) == logs.ACTION and row.seat != viewer)


LOG = logging.getLogger("bastide.service")

AT_ONCE = 5
"""Matches in one transaction: some 20 ms, so that no move waits for long."""

PAUSE_S = 0.5
"""Between two of them: a hundred thousand matches take three hours, in which nobody notices."""


class Compaction:
    """The rewriting of stored matches in a smaller form, begun at every start of the program and resumed where it ended."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def through(self, pause_s: float = PAUSE_S) -> int:
        """Compact all matches, pausing in between; return the number of transactions.

        Raises what fails; the next start tries again.
        """
        done = 1
        while await self._store.matches.thin(AT_ONCE):
            await asyncio.sleep(pause_s)
            done += 1
        LOG.debug("old matches were thinned in %s transactions", done)
        return done
