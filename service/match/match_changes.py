"""The steps of one match: as `service.core.unit_of_work` carries them out, and as the service returns them.

A returned step has rows of the log, the asked players, and the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clocks.clock_history import ClockEvent
from games.core.game import CHANCE, Event, Outcome, Seat
from service.core.change_scope import AggregateCache
from service.match import final_ranking
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.records import LogEntry, MatchUpdate
from storage.changes import Change, CommitMatch
from storage.rows import FINISHED, LOST, RUNNING, Subject, of_match


@dataclass(frozen=True)
class MatchChange:
    """A change of a match by an action, or by another row of its log."""

    step: MatchTransaction
    memory: AggregateCache[MatchSession]

    @property
    def subject(self) -> Subject:
        return of_match(self.step.live.match.id)

    def changes(self) -> Sequence[Change]:
        """Carry out forced moves and draws; call it once."""
        self.step.proceed()
        commit = self.step.commit()
        return (commit, self.step.timers, *self.step.more)

    def keep(self, revision: int) -> None:
        self.memory.keep(self.step.live.match.id, lives.remember_session(self.step.live), revision)


@dataclass(frozen=True)
class MatchDetailsChange:
    """Something else about a match has changed: where it is played, who sits in its lobby, that it is over."""

    commit: CommitMatch
    memory: AggregateCache[MatchSession]

    @property
    def subject(self) -> Subject:
        return of_match(self.commit.match.id)

    def changes(self) -> Sequence[Change]:
        return (self.commit,)

    def keep(self, revision: int) -> None:  # noqa: ARG002  # it is read again
        self.memory.forget(self.commit.match.id)


@dataclass(frozen=True)
class ClockAdvance:
    """A change of a running match's clocks, or of what stops them, without an action."""

    rows: MatchRows
    events: tuple[ClockEvent, ...] = ()

    @property
    def subject(self) -> Subject:
        return of_match(self.rows.match.id)

    def changes(self) -> Sequence[Change]:
        """Return no changes: they depend on the clocks, see `service.wiring.post_commit`."""
        return ()

    def keep(self, revision: int) -> None:
        """Keep the match as it was."""


def log_entry(rows: MatchRows, seq: int, undone: bool, told: Mapping[int, tuple[Event, ...]]) -> LogEntry:
    """Return one row of the log with all its events if it is `told`, unfiltered for any viewer."""
    row = rows.log[seq]
    kind = logs.kind_of(row)
    events = () if undone else told.get(seq, ())
    return LogEntry(seq, row.seat, kind, row.text, row.at, events, undone, _params(rows, seq, kind))


def _params(rows: MatchRows, seq: int, kind: str) -> Mapping[str, Any] | None:
    row = rows.log[seq]
    if kind == logs.VACATE:
        _, why, level = row.text.split(" ", 2)
        return {"why": why, "level": level}
    if kind in (logs.TIMEOUT, logs.ASKED):
        return {"level": row.text.split(" ", 1)[1]}
    if kind == logs.REBASE:
        _, had, has = row.text.split(" ")
        return {"from": int(had), "to": int(has)}
    if kind == logs.REQUEST:
        _, asked, outcome, by = row.text.split(" ")
        return {"kind": asked, "outcome": outcome, "by": int(by)}
    if kind == logs.UNDO:
        target = logs.undo_target(row)
        texts = [r.text for r in logs.standing_rows(rows.log[:seq]) if r.seq >= target]
        return {"to": target, "texts": texts}
    return None


def update(step: MatchTransaction) -> MatchUpdate:
    """Return what a step did, as the service returns it."""
    live = step.live
    back = logs.undone_numbers(live.log[step.before.version :])
    rows = tuple(log_entry(live, seq, seq in back, live.told) for seq in range(step.before.version, live.version))
    outcome = outcome_of(live)
    ahead = outcome is None and live.game.plans_ahead(live.options)
    return MatchUpdate(live.match, live.seats, live.version, rows, asked_people(live), outcome, plans_ahead=ahead)


def asked_people(live: MatchSession) -> tuple[Seat, ...]:
    """Return the seats that are asked; none where the match is over or the house is at work."""
    return () if live.match.status not in (RUNNING, LOST) else tuple(s for s in live.asked if s != CHANCE)


def outcome_of(live: MatchSession) -> Outcome | None:
    """Return the result of a finished match."""
    return final_ranking.stored_outcome(live.match.result) if live.match.status == FINISHED and live.match.result else None
