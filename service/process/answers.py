"""A live match as the service answers it: rows of the log, what a step did, who is asked, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import CHANCE, Event, Outcome, Seat
from service.play import ranking
from service.process.match_session import MatchSession
from service.process.match_transaction import MatchTransaction
from service.process.rows import Rows
from service.records import LogEntry, Update
from service.review import log as logs
from storage.records import FINISHED, LOST, RUNNING


def entry(rows: Rows, seq: int, undone: bool, told: Mapping[int, tuple[Event, ...]]) -> LogEntry:
    """One row of the log with everything that it caused, if it is `told`, for no one's eyes in particular."""
    row = rows.log[seq]
    kind = logs.kind_of(row)
    events = () if undone else told.get(seq, ())
    return LogEntry(seq, row.seat, kind, row.text, row.at, events, undone, _params(rows, seq, kind))


def _params(rows: Rows, seq: int, kind: str) -> Mapping[str, Any] | None:
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
        texts = [r.text for r in logs.standing(rows.log[:seq]) if r.seq >= target]
        return {"to": target, "texts": texts}
    return None


def update(step: MatchTransaction) -> Update:
    """What a step did, as the service answers it."""
    live = step.live
    back = logs.taken_back(live.log[step.before.version :])
    rows = tuple(entry(live, seq, seq in back, live.told) for seq in range(step.before.version, live.version))
    return Update(live.match, live.seats, live.version, rows, asked_people(live), outcome_of(live))


def asked_people(live: MatchSession) -> tuple[Seat, ...]:
    """The seats that are asked; nobody where the match is over or the house is at work."""
    return () if live.match.status not in (RUNNING, LOST) else tuple(s for s in live.asked if s != CHANCE)


def outcome_of(live: MatchSession) -> Outcome | None:
    """The result of a finished match."""
    return ranking.outcome(live.match.result) if live.match.status == FINISHED and live.match.result else None
