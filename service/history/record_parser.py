"""Reading a record that `RecordExport.export` wrote: from the bytes of a file to rows, every field looked at. Knows no rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from clocks import serialization, term_parsing, terms
from clocks.clock_history import ClockEvent
from clocks.durations import InvalidDurationError
from clocks.terms import NO_CLOCK, MatchTerms
from games.core.game import CHANCE, Seat
from service.core.free_text import LONGEST_WORD
from service.errors import Refusal
from service.history.record_export import RECORD
from service.match import match_log as logs
from service.match import sealed_bag
from storage.log_chain import LogChain
from storage.rows import CANCELLED, FINISHED, ActionRow, SeatRow, Secret, UserId

LARGEST = 1 << 20
"""Bytes of a file that is looked at at all."""

LONGEST = 200
"""Characters of an action, of an option, and of its value."""

ELSEWHERE = "elsewhere"
"""Stands in place of a computer's level where a person sat whom nobody knows here."""

_WORD = re.compile(r"[a-z0-9-]{1,40}")
_HASH = re.compile(r"[0-9a-f]{32}")
_HEX = re.compile(r"[0-9a-f]{64}")


class ParsedRecord(NamedTuple):
    """A game as described by a record file."""

    game: str
    rules_version: int
    options: Mapping[str, str]
    order: str
    status: str
    created_at: datetime
    started_at: datetime
    ended_at: datetime
    secret: Secret
    bag: int
    """How its draws are numbered; 1 in files from before that was written down."""
    seats: tuple[SeatRow, ...]
    log: tuple[ActionRow, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]
    terms: MatchTerms
    """As in games from before there were any, where the file has none."""
    clock: tuple[ClockEvent, ...]
    """What happened to the clocks; nothing where there were none."""
    map: str | None
    """The text of the map that it was played on, where it was one of a server."""
    estimates: tuple[tuple[int, int], ...] = ()
    """From which row on its computers weighed with which version of the estimates, as far as the file tells."""
    chain: LogChain | None = None
    """The hashes of its log; None in files from before there were any."""

    @property
    def commitment(self) -> str:
        """The hash of the secret as published before the game."""
        return sealed_bag.commitment(self.secret)

    @property
    def last(self) -> str | None:
        """The hash of the last row of the log; None if the rows have no hashes."""
        return None if self.chain is None else self.chain.last

    @property
    def people(self) -> tuple[UserId, ...]:
        """People who sat there, as the file says."""
        return tuple(seat.user_id for seat in self.seats if seat.user_id is not None)


def read(content: bytes) -> ParsedRecord:
    """Return the record in a file.

    Refuses: `record-too-large`, `not-a-record`, `record-not-ended`, `record-field` (which one is wrong), `record-row` (which row of
    the log), `record-secret` (it does not belong to what was published).
    """
    if len(content) > LARGEST:
        raise Refusal("record-too-large", most=LARGEST // 1024)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refusal("not-a-record") from error
    if not isinstance(document, dict) or document.get("format") != RECORD:
        raise Refusal("not-a-record")
    status = _word(document, "status")
    if status not in (FINISHED, CANCELLED):
        raise Refusal("record-not-ended")
    seats = tuple(_seat(data, number) for number, data in enumerate(_list(document, "seats")))
    if sorted(seat.joined for seat in seats) != list(range(len(seats))):
        raise _field_refused("seats")
    result = document.get("result")
    return ParsedRecord(
        _word(document, "game"),
        _whole_number(document, "rules_version"),
        _options(document),
        _word(document, "order"),
        status,
        _moment(document, "created_at"),
        _moment(document, "started_at"),
        _moment(document, "ended_at"),
        _secret(document),
        _bag(document),
        seats,
        tuple(_row(data, number, len(seats)) for number, data in enumerate(_list(document, "log"))),
        None if result is None else tuple(_numbers(result, "scores", len(seats))),
        () if result is None else tuple(_numbers(result, "winners", None)),
        *_times(document, len(seats)),
        document["map"] if isinstance(document.get("map"), str) else None,
        tuple(_computer_version(data) for data in _list({"estimates": [], **document}, "estimates")),
        _chain(document),
    )


def _field_refused(field: str) -> Refusal:
    return Refusal("record-field", field=field)


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if not isinstance(value, list):
        raise _field_refused(key)
    return value


def _word(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise _field_refused(key)
    return value


def _whole_number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise _field_refused(key)
    return value


def _moment(data: Mapping[str, Any], key: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data[key])
    except (KeyError, TypeError, ValueError) as error:
        raise _field_refused(key) from error
    if moment.tzinfo is None:
        raise _field_refused(key)
    return moment


def _numbers(result: Any, key: str, wanted: int | None) -> list[int]:
    value = result.get(key) if isinstance(result, dict) else None
    if not isinstance(value, list) or any(type(each) is not int for each in value) or wanted not in (None, len(value)):
        raise _field_refused(f"result.{key}")
    return value


def _options(data: Mapping[str, Any]) -> dict[str, str]:
    options = data.get("options")
    if not isinstance(options, dict):
        raise _field_refused("options")
    for key, value in options.items():
        if not isinstance(value, str) or max(len(key), len(value)) > LONGEST:
            raise _field_refused(f"options.{key[:40]}")
    return options


def _secret(data: Mapping[str, Any]) -> Secret:
    """Return the sealed secret, if it matches its published commitment."""
    for key in ("secret", "commitment"):
        if not isinstance(data.get(key), str) or not _HEX.fullmatch(data[key]):
            raise _field_refused(key)
    secret = Secret(bytes.fromhex(data["secret"]))
    if sealed_bag.commitment(secret) != data["commitment"]:
        raise Refusal("record-secret")
    return secret


def _bag(data: Mapping[str, Any]) -> int:
    bag = data.get("bag", 1)
    if type(bag) is not int or not 1 <= bag <= logs.MIXED:
        raise _field_refused("bag")
    return bag


def _chain(data: Mapping[str, Any]) -> LogChain | None:
    """Return the hashes of a log, which every row and the file itself must have; None where none has any."""
    previous = [row.get("previous") if isinstance(row, dict) else None for row in _list(data, "log")]
    if data.get("last") is None and not any(previous):
        return None
    for number, each in enumerate(previous):
        if not isinstance(each, str) or not _HASH.fullmatch(each):
            raise _field_refused(f"log.{number + 1}.previous")
    if not isinstance(data.get("last"), str) or not _HASH.fullmatch(data["last"]):
        raise _field_refused("last")
    return LogChain(tuple(previous), data["last"])


def _computer_version(data: Any) -> tuple[int, int]:
    """Return from which row on computers used which version."""
    try:
        return _whole_number(data, "since"), _whole_number(data, "version")
    except (Refusal, AttributeError) as error:
        raise _field_refused("estimates") from error


def _times(data: Mapping[str, Any], seats: int) -> tuple[MatchTerms, tuple[ClockEvent, ...]]:
    """Return the agreed terms and the clock events; refuse `record-field`."""
    try:
        agreed = terms.load(data["terms"]) if isinstance(data.get("terms"), dict) else NO_CLOCK
        agreed = term_parsing.apply_wishes(replace(agreed, chosen=frozenset()), term_parsing.terms_as_text(agreed))
        agreed = replace(
            agreed, chosen=frozenset(key for key in data.get("terms", {}).get("chosen", ()) if key in term_parsing.KEYS)
        )
    except (InvalidDurationError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise _field_refused("terms") from error
    if data.get("clock") is None:
        return agreed, ()
    try:
        sheet, events = serialization.read(data["clock"])
    except (InvalidDurationError, OverflowError) as error:
        raise _field_refused("clock") from error
    if sheet.pace != agreed.pace or len(sheet.seats) != seats:
        raise _field_refused("clock")
    return agreed, events


def _seat(data: Any, number: int) -> SeatRow:
    """Return a seat; forgotten people have an id below 0 there, and are no players here."""
    field = f"seats {number + 1}"
    if not isinstance(data, dict) or data.get("seat") != number or type(data.get("joined")) is not int:
        raise _field_refused(field)
    user, level, left = data.get("user"), data.get("computer"), data.get("left")
    if not (user is None or (isinstance(user, str) and re.fullmatch(r"-?\d{1,19}", user))) or (user is None and level is None):
        raise _field_refused(field)
    if any(each is not None and not (isinstance(each, str) and _WORD.fullmatch(each)) for each in (level, left)):
        raise _field_refused(field)
    word = data.get("word")
    if not (word is None or (isinstance(word, str) and 0 < len(word) <= LONGEST_WORD)):
        raise _field_refused(field)
    person = None if user is None else UserId(int(user))
    return SeatRow(Seat(number), person, level, left, joined=data["joined"], word=word)


def _row(data: Any, number: int, seats: int) -> ActionRow:
    """Return a row of the log; an empty action is one that was withheld."""
    wrong = Refusal("record-row", row=number + 1, text=str(data.get("text", "") if isinstance(data, dict) else data)[:60])
    if not isinstance(data, dict) or data.get("seq") != number:
        raise wrong
    seat, text = data.get("seat"), data.get("text")
    if type(seat) is not int or not CHANCE <= seat < seats or not isinstance(text, str) or not 0 < len(text) <= LONGEST:
        raise wrong
    form = logs.FORMS.get(text.split(" ", 1)[0])
    if form is not None and not form.fullmatch(text):
        raise wrong
    try:
        at = _moment(data, "at")
    except Refusal as error:
        raise wrong from error
    return ActionRow(number, Seat(seat), text, at)
