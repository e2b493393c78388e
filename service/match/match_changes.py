"""The steps of a match: `AggregateChange` objects for the unit of work, and the `MatchUpdate` returned to callers."""

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
    """The step of a match whose log grows by actions or other rows."""

    step: MatchTransaction
    memory: AggregateCache[MatchSession]

    @property
    def subject(self) -> Subject:
        return of_match(self.step.live.match.id)

    def changes(self) -> Sequence[Change]:
        """Carry out forced moves and draws, and return the rows to write; call it only once."""
        self.step.proceed()
        commit = self.step.commit()
        return (commit, self.step.timers, *self.step.more)

    def keep(self, revision: int) -> None:
        self.memory.keep(self.step.live.match.id, lives.remember_session(self.step.live), revision)


@dataclass(frozen=True)
class MatchDetailsChange:
    """The step of a match whose log stays the same, such as another channel, another lobby seat or a cancellation."""

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
    """The step of a running match whose clocks, or the reasons that stop them, change without an action."""

    rows: MatchRows
    events: tuple[ClockEvent, ...] = ()

    @property
    def subject(self) -> Subject:
        return of_match(self.rows.match.id)

    def changes(self) -> Sequence[Change]:
        """Return no rows: `service.wiring.post_commit` adds those of the clocks."""
        return ()

    def keep(self, revision: int) -> None:
        """Raise the revision of the cached match, whose state is unchanged."""


def log_entry(rows: MatchRows, seq: int, undone: bool, told: Mapping[int, tuple[Event, ...]]) -> LogEntry:
    """Return one row of the log as a `LogEntry`, with all its events if it is `told`, not yet filtered for a viewer."""
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
    """Return the effects of a step as a `MatchUpdate`."""
    live = step.live
    back = logs.undone_numbers(live.log[step.before.version :])
    rows = tuple(log_entry(live, seq, seq in back, live.told) for seq in range(step.before.version, live.version))
    outcome = outcome_of(live)
    ahead = outcome is None and live.game.plans_ahead(live.options)
    return MatchUpdate(live.match, live.seats, live.version, rows, asked_people(live), outcome, plans_ahead=ahead)


def asked_people(live: MatchSession) -> tuple[Seat, ...]:
    """Return the seats that must act; empty if the match is over or a chance draw is due."""
    return () if live.match.status not in (RUNNING, LOST) else tuple(s for s in live.asked if s != CHANCE)


def outcome_of(live: MatchSession) -> Outcome | None:
    """Return the outcome of a finished match; None while it runs."""
    return final_ranking.stored_outcome(live.match.result) if live.match.status == FINISHED and live.match.result else None
