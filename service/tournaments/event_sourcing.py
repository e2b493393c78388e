"""The state of an event folded from its log: the change by each row is in `service.tournaments.log`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from service.tournaments.contested_rulings import ContestableRuling, with_ruling, without_place
from service.tournaments.log.entrant_events import InvitedEntrants, NoShow, Seeding, Withdrawal
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import PairingResult
from service.tournaments.state import DISQUALIFY, TournamentState
from storage.tournament_rows import EntrantRow, EventRow
from tournament.results import EntrantId


def fold_rows(row: EventRow, entrants: Iterable[EntrantRow], log: Iterable[LogRow]) -> TournamentState:
    """Return the state of an event from its own row, its entrants and its log."""
    state = TournamentState(row, {entrant.number: entrant.user_id for entrant in entrants})
    for entry in log:
        state = apply_row(state, entry)
    return state


def apply_row(state: TournamentState, entry: LogRow) -> TournamentState:
    """Return the state after one more row; some kinds only add to who has ruled."""
    if entry.by is not None and (isinstance(entry.event, Seeding | PairingResult | InvitedEntrants) or entry.is_public):
        state = replace(state, decided=state.decided | {entry.by})
    after = _with_contested(entry.event.apply(state, entry.at), entry)
    return after if after is state else after.with_caches_of(state)


def _with_contested(state: TournamentState, entry: LogRow) -> TournamentState:
    """Return the state with this row as a contestable ruling, if it is a ruling by a person or an entrant's absence."""
    event, known = entry.event, state.contested
    match event:
        case PairingResult() if entry.by is not None:
            known = without_place(known, event.place)
            if not event.is_open:
                seats = state.rounds[event.round - 1].seats(event.table)
                is_agreed = state.numbers.get(entry.by) in {int(who) for who in seats}
                known = with_ruling(known, ContestableRuling(entry.seq, entry.at, event.place, holds=not is_agreed))
        case NoShow():
            drawn = state.rounds[event.round - 1]
            table = drawn.table_of(EntrantId(str(event.entrant)))
            if table is not None and not drawn.pairing(table).is_table and not state.settings.is_arena:
                place = (event.round, table)
                known = with_ruling(known, ContestableRuling(entry.seq, entry.at, place, event.entrant))
        case Withdrawal(why=why) if why == DISQUALIFY:
            seat = state.sits_at(EntrantId(str(event.entrant)))
            contested_place = None if seat is None else (seat[0].number, seat[1])
            known = with_ruling(known, ContestableRuling(entry.seq, entry.at, contested_place, event.entrant))
    return state if known is state.contested else replace(state, contested=known)
