"""The stored form of an event's log: every kind of row by its name, written to plain JSON and read from it.

A payload has a key for each field. Tuples are lists, moments ISO 8601, and keys of mappings text. The version of a kind's form is
stored only from 2 on. `tests/golden/log_events.json` has examples of all kinds and of forms that earlier programs wrote.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from datetime import datetime
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

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
from service.tournaments.log.log_event import KEY, LEFT_OUT, LogEvent, LogRow, UnknownEvent
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

Converter = Callable[[Any], Any]


class LogFormatError(ValueError):
    """A stored row that this program can't read, with its kind and what is wrong."""


class _Slot(NamedTuple):
    """The stored form of one field."""

    name: str
    key: str
    default: Any
    """`MISSING` if the key must be there."""
    is_left_out: bool
    encode: Converter
    decode: Converter


_SLOTS: dict[type[LogEvent], tuple[_Slot, ...]] = {}


def encode(event: LogEvent) -> tuple[str, dict[str, Any]]:
    """Return the stored kind and payload of an event."""
    if isinstance(event, UnknownEvent):
        return event.stored_kind, dict(event.payload)
    payload: dict[str, Any] = {}
    for slot in _slots(type(event)):
        value = getattr(event, slot.name)
        if not slot.is_left_out or value != slot.default:
            payload[slot.key] = slot.encode(value)
    return event.kind, payload if event.version == 1 else {**payload, VERSION: event.version}


def decode(kind: str, payload: Mapping[str, Any]) -> LogEvent:
    """Return the event that a stored kind and payload say; raise `LogFormatError` if the payload doesn't fit its kind.

    An unknown kind is kept as it is. Keys that the kind doesn't know are passed over.
    """
    known = KINDS.get(kind)
    return UnknownEvent(kind, payload) if known is None else read(known, payload)


def read(known: type[LogEvent], payload: Mapping[str, Any]) -> LogEvent:
    """Return the event of a kind that a stored payload says, of its version or an earlier one; raise `LogFormatError`."""
    version = payload.get(VERSION, 1)
    if version > known.version:
        raise LogFormatError(f"{known.kind}: version {version} is newer than this program's {known.version}")
    for upgrade in known.upgrades[version - 1 :]:
        payload = upgrade(payload)
    values: dict[str, Any] = {}
    for slot in _slots(known):
        if slot.key in payload:
            try:
                values[slot.name] = slot.decode(payload[slot.key])
            except (TypeError, ValueError, AttributeError) as error:
                raise LogFormatError(f"{known.kind}: {slot.key} can't be {payload[slot.key]!r}") from error
        elif slot.default is MISSING:
            raise LogFormatError(f"{known.kind}: {slot.key} is missing in {dict(payload)}")
    return known(**values)


def stored(entry: LogRow) -> EventEntry:
    """Return a row as it is stored."""
    kind, payload = encode(entry.event)
    return EventEntry(entry.seq, kind, payload, entry.at, entry.by, entry.about, entry.reason)


def entries(rows: Iterable[EventEntry]) -> tuple[LogRow, ...]:
    """Return stored rows, typed; raise `LogFormatError`."""
    return tuple(LogRow(row.seq, decode(row.kind, row.payload), row.at, row.by, row.about, row.reason) for row in rows)


def _slots(kind: type[LogEvent]) -> tuple[_Slot, ...]:
    """Return how the fields of a kind are stored, worked out once."""
    if (known := _SLOTS.get(kind)) is None:
        hints = get_type_hints(kind)
        known = _SLOTS[kind] = tuple(_slot(field, hints[field.name]) for field in fields(kind))
    return known


def _slot(field: Field[Any], hint: Any) -> _Slot:
    encode, decode = _converters(hint)
    return _Slot(field.name, field.metadata.get(KEY, field.name), field.default, LEFT_OUT in field.metadata, encode, decode)


def _converters(hint: Any) -> tuple[Converter, Converter]:
    """Return how values of a type become JSON, and the way back."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (hint,) = (one for one in inner if one is not types.NoneType)
        encode, decode = _converters(hint)
        return _or_none(encode), _or_none(decode)
    if origin is tuple and inner[-1] is Ellipsis:
        encode, decode = _converters(inner[0])
        return (lambda values: [encode(value) for value in values]), (lambda values: tuple(decode(value) for value in values))
    if origin is tuple:
        parts = [_converters(one) for one in inner]
        encoders, decoders = [one for one, _ in parts], [other for _, other in parts]
        return (lambda values: list(_each(encoders, values))), (lambda values: tuple(_each(decoders, values)))
    if origin is not None and issubclass(origin, Mapping):
        (to_text, from_text), (encode, decode) = (str, inner[0]), _converters(inner[1])
        return (
            lambda values: {to_text(key): encode(value) for key, value in values.items()},
            lambda values: {from_text(key): decode(value) for key, value in values.items()},
        )
    if hint is datetime:
        return datetime.isoformat, datetime.fromisoformat
    return _exactly(hint), _exactly(hint)


def _each(converters: Iterable[Converter], values: Iterable[Any]) -> Iterable[Any]:
    return (convert(value) for convert, value in zip(converters, values, strict=True))


def _or_none(convert: Converter) -> Converter:
    return lambda value: None if value is None else convert(value)


def _exactly(hint: type) -> Converter:
    """Return a function that lets only values of a type pass; a whole number may stand for a fraction."""
    kinds = (int, float) if hint is float else hint

    def checked(value: Any) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and hint is not bool):
            raise TypeError(f"{value!r} is no {hint.__name__}")
        return value

    return checked
