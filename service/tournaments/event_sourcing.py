"""An event from its rows: what each row of the log changes (`service.tournaments.log`) gives the state, all together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from service.tournaments.log.entrant_events import Seeding
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import PairingResult
from service.tournaments.state import TournamentState
from storage.tournament_rows import EntrantRow, EventRow


def folded(row: EventRow, entrants: Iterable[EntrantRow], log: Iterable[LogRow]) -> TournamentState:
    """Return the state that the rows give."""
    state = TournamentState(row, {entrant.number: entrant.user_id for entrant in entrants})
    for entry in log:
        state = applied(state, entry)
    return state


def applied(state: TournamentState, entry: LogRow) -> TournamentState:
    """Return the state after one more row; kinds that only tell change nothing but who has decided."""
    if entry.by is not None and (isinstance(entry.event, Seeding | PairingResult) or entry.is_public):
        state = replace(state, decided=state.decided | {entry.by})
    after = entry.event.apply(state, entry.at)
    return after if after is state else after.with_caches_of(state)
