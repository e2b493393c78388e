"""The stored form of an event's log: every kind of row by its name, written to plain JSON and read from it.

A payload has a key for each field. Tuples are lists, moments ISO 8601, and keys of mappings text. The version of a kind's form is
stored only from 2 on. `tests/golden/log_events.json` has examples of all kinds and of forms that earlier programs wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from service.core.stored_form import StoredFormError, from_stored_fields, to_stored_fields
from service.tournaments.log.appointment_events import (
    AppointmentAgreement,
    AppointmentEnd,
    AppointmentReminder,
    Arrival,
    CalendarUpdate,
    HoursProposal,
    LongerGrace,
)
from service.tournaments.log.entrant_events import (
    ArenaPause,
    ArenaReturn,
    Departure,
    EntrantCheckIn,
    EntrantEntry,
    InvitedEntrants,
    LateStep,
    MoveUp,
    NoShow,
    ReadyMark,
    Reinstatement,
    ReservedPlaces,
    Seeding,
    SkippedRound,
    TeamApproval,
    TeamLineup,
    Withdrawal,
)
from service.tournaments.log.log_event import LogEvent, LogRow, UnknownEvent
from service.tournaments.log.organiser_events import (
    ChannelChange,
    ChannelClosure,
    DeputyChange,
    HostDeparture,
    OrganiserChange,
    OrganiserMessage,
    SettingsChange,
)
from service.tournaments.log.result_events import GameEnd, PairingResult, ResultApproval, ResultProposal, VoidGame
from service.tournaments.log.round_events import (
    EventCancellation,
    EventEarlyEnd,
    EventFinish,
    EventReopening,
    EventStart,
    LadderChallenge,
    QueuedChallenge,
    RoundCall,
    RoundClose,
    RoundDraw,
    RoundPublication,
    RoundRedraw,
    RoundStart,
    SchedulingFailure,
    StageStart,
)
from service.tournaments.log.ruling_events import (
    Appeal,
    AppealDecision,
    DifferingRuling,
    NoShowPardon,
    PairingReplay,
    PlayerShield,
    RefereeAction,
    RefereeCall,
    Substitution,
)
from storage.tournament_rows import EventEntry

VERSION = "v"
"""Key of the version of a payload's form; missing in the first."""

KINDS: Mapping[str, type[LogEvent]] = {
    kind.kind: kind
    for kind in (
        *(
            ReservedPlaces,
            InvitedEntrants,
            EntrantEntry,
            Departure,
            EntrantCheckIn,
            MoveUp,
            Seeding,
            TeamLineup,
            TeamApproval,
            ArenaPause,
            ArenaReturn,
            SkippedRound,
        ),
        *(Withdrawal, Reinstatement, ReadyMark, LateStep, NoShow),
        *(EventStart, StageStart, RoundDraw, RoundRedraw, RoundPublication, RoundStart, RoundCall, RoundClose, LadderChallenge),
        *(EventEarlyEnd, EventFinish, EventReopening, EventCancellation, SchedulingFailure),
        *(GameEnd, VoidGame, PairingResult, ResultProposal, ResultApproval),
        *(
            Substitution,
            RefereeAction,
            PairingReplay,
            RefereeCall,
            DifferingRuling,
            Appeal,
            AppealDecision,
            NoShowPardon,
            QueuedChallenge,
            PlayerShield,
        ),
        *(HoursProposal, AppointmentAgreement, AppointmentReminder, LongerGrace, Arrival, AppointmentEnd, CalendarUpdate),
        *(SettingsChange, DeputyChange, HostDeparture, OrganiserChange, OrganiserMessage, ChannelClosure, ChannelChange),
    )
}
"""Every kind by its stored name."""


class LogFormatError(ValueError):
    """Raised for a stored row that this program can't read, with its kind and the mismatch."""


def encode(event: LogEvent) -> tuple[str, dict[str, Any]]:
    """Return the kind and the JSON payload under which an event is stored."""
    if isinstance(event, UnknownEvent):
        return event.stored_kind, dict(event.payload)
    payload = to_stored_fields(event)
    return event.kind, payload if event.version == 1 else {**payload, VERSION: event.version}


def decode(kind: str, payload: Mapping[str, Any]) -> LogEvent:
    """Return the typed event of a stored kind and payload.

    An unknown kind is kept as `UnknownEvent`. Unknown keys are ignored. Raises `LogFormatError` if the payload doesn't fit its
    kind.
    """
    known = KINDS.get(kind)
    return UnknownEvent(kind, payload) if known is None else read(known, payload)


def read(known: type[LogEvent], payload: Mapping[str, Any]) -> LogEvent:
    """Return the event of a kind from a stored payload of its version or an earlier one; raise `LogFormatError`."""
    version = payload.get(VERSION, 1)
    if version > known.version:
        raise LogFormatError(f"{known.kind}: version {version} is newer than this program's {known.version}")
    for upgrade in known.upgrades[version - 1 :]:
        payload = upgrade(payload)
    try:
        return from_stored_fields(known, payload)
    except StoredFormError as error:
        raise LogFormatError(f"{known.kind}: {error}") from error


def encode_entry(entry: LogRow) -> EventEntry:
    """Return a typed row in its stored form."""
    kind, payload = encode(entry.event)
    return EventEntry(entry.seq, kind, payload, entry.at, entry.by, entry.about, entry.reason)


def entries(rows: Iterable[EventEntry]) -> tuple[LogRow, ...]:
    """Return stored rows in typed form; raise `LogFormatError`."""
    return tuple(LogRow(row.seq, decode(row.kind, row.payload), row.at, row.by, row.about, row.reason) for row in rows)
