"""The agenda of an event: in memory, when each table is next due, so that a result makes only its own table be checked.

Visiting all tables writes the agenda; each change of the event names the tables that it may affect. An agenda that has missed a
change is dropped, and the next wake-up visits all tables again, as after a restart.
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
    """The next due moment of each open table of one event."""

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
        """Return the earliest moment of all tables not in `besides`, as a list of one; empty if there is none."""
        moments = [moment for place, moment in self.due.items() if place not in besides]
        return [min(moments)] if moments else []

    def visited(self, version: int, due: Mapping[Place, datetime], places: Collection[Place]) -> None:
        """Store the next moments of `places`, which were visited at this version of the event."""
        for place in places:
            if self.changed.get(place, 0) <= version:
                self.changed.pop(place, None)
            self.due.pop(place, None)
        self.due.update(due)


class Agendas:
    """The agendas of the most recently visited events."""

    def __init__(self) -> None:
        self._kept: OrderedDict[EventId, Agenda] = OrderedDict()

    def of(self, state: TournamentState, now: datetime, longest: timedelta) -> Agenda | None:
        """Return the agenda of an event; None if it is missing or out of date.

        It is out of date if it has missed a change, or all tables were last visited `longest` ago.
        """
        agenda = self._kept.get(state.row.id)
        if agenda is None or state.row.status != RUNNING or agenda.version != state.row.version:
            return None
        return agenda if now < agenda.visited_at + longest else None

    def visited(self, step: TournamentTransaction, due: Mapping[Place, datetime]) -> None:
        """Store when the visited tables are due next, after their step was written."""
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
        """Mark the tables that a written step may affect; drop the agenda if that may be all of them."""
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
