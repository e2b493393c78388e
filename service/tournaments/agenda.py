"""The agenda of an event: when each table is next due, in memory, so that a result touches only its own table.

A look at all tables writes the agenda; each change of the event is heard and names the tables it may have changed. An agenda that
has missed a change is no longer valid, and the next look visits all tables again, as it does after a restart.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.tournaments.repository import TournamentTransaction
from service.tournaments.state import Place, TournamentState
from storage.tournament_rows import RUNNING, EventId

KEPT = 64
"""Most events whose agenda is in memory."""


@dataclass
class Agenda:
    """The next moment of each open table of one event."""

    version: int
    """Version of the event up to which every change was heard."""
    visited_at: datetime
    """When all tables were last visited."""
    due: dict[Place, datetime]
    changed: dict[Place, int] = field(default_factory=dict)
    """Tables changed since they were last visited, with the version of the event after that change."""

    def places(self, named: Iterable[Place], now: datetime) -> frozenset[Place]:
        """Return the tables to visit: those named, those that have changed, and those that are due."""
        return frozenset((*named, *self.changed, *(place for place, moment in self.due.items() if moment <= now)))

    def earliest(self, besides: Collection[Place]) -> list[datetime]:
        """Return the earliest moment of all other tables, as a list of one or none."""
        moments = [moment for place, moment in self.due.items() if place not in besides]
        return [min(moments)] if moments else []

    def visited(self, version: int, due: Mapping[Place, datetime], places: Collection[Place]) -> None:
        """Note the next moments of the tables that were visited at a version."""
        for place in places:
            if self.changed.get(place, 0) <= version:
                self.changed.pop(place, None)
            self.due.pop(place, None)
        self.due.update(due)


class Agendas:
    """The agendas of the events that were looked at last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[EventId, Agenda] = OrderedDict()

    def of(self, state: TournamentState, now: datetime, longest: timedelta) -> Agenda | None:
        """Return the agenda of an event; None if it has missed a change, or all tables were last visited `longest` ago."""
        agenda = self._kept.get(state.row.id)
        if agenda is None or state.row.status != RUNNING or agenda.version != state.row.version:
            return None
        return agenda if now < agenda.visited_at + longest else None

    def visited(self, step: TournamentTransaction, due: Mapping[Place, datetime]) -> None:
        """Note when the tables that a look has visited are due next, once its step is written."""
        event_id, version = step.state.row.id, step.state.row.version
        if None in _touched_places(step):
            self._kept.pop(event_id, None)
        elif step.visits is None:
            self._kept[event_id] = Agenda(version, step.now, dict(due))
        elif (agenda := self._kept.get(event_id)) is not None:
            agenda.visited(version, due, step.visits)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def hear(self, step: TournamentTransaction) -> None:
        """Note the tables that a committed step may have changed, or drop the agenda if it may have changed any of them."""
        agenda = self._kept.get(step.state.row.id)
        if agenda is None:
            return
        touched = _touched_places(step)
        if agenda.version != step.before.row.version or None in touched:
            del self._kept[step.state.row.id]
            return
        agenda.version = step.state.row.version
        agenda.changed |= {place: agenda.version for places in touched for place in places or ()}


def _touched_places(step: TournamentTransaction) -> list[Collection[Place] | None]:
    return [entry.event.places(step.state) for entry in step.entries]
