"""The log of a tournament is read as it was stored, by whichever program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from service.core.stored_form import stored_under
from service.tournaments.log import codec
from service.tournaments.log.entrant_events import ArenaPause, EntrantCheckIn, EntrantEntry
from service.tournaments.log.log_event import LogEvent, LogRow, UnknownEvent
from service.tournaments.log.result_events import PairingResult
from service.tournaments.log.round_events import RoundDraw
from service.tournaments.log.ruling_events import AppealDecision
from storage.rows import UserId
from storage.tournament_rows import EventEntry
from tools import log_examples

GOLDEN = log_examples.known()


@dataclass(frozen=True, slots=True)
class Toast(LogEvent):
    """A kind whose form has changed twice: first its number was text, then it had another name."""

    kind: ClassVar[str] = "toast"
    version: ClassVar[int] = 3
    upgrades: ClassVar[tuple[Any, ...]] = (
        lambda old: {"slices": int(old["slices"])},
        lambda old: {"count": old["slices"]},
    )
    number: int = stored_under("count")


def test_every_kind_of_this_program_is_in_the_golden_file() -> None:
    missing = sorted(set(log_examples.current()) - set(GOLDEN))
    assert not missing, f"run `python -m tools.write log` and read what it adds: {missing}"


@pytest.mark.parametrize("text", GOLDEN)
def test_a_row_that_was_ever_stored_is_read(text: str) -> None:
    kind, payload = log_examples.read(text)
    event = codec.decode(kind, payload)
    assert not isinstance(event, UnknownEvent), f"nobody reads {kind} any more: bring its class back"
    assert codec.decode(*codec.encode(event)) == event


@pytest.mark.parametrize("kind", codec.KINDS)
def test_a_kind_is_stored_as_the_golden_file_says(kind: str) -> None:
    event = log_examples.whole_of(codec.KINDS[kind])
    assert log_examples.line(*codec.encode(event)) in GOLDEN
    assert codec.decode(*codec.encode(event)) == event


def test_keys_that_earlier_programs_did_not_write_have_their_defaults() -> None:
    assert codec.decode("enter", {"entrant": 4}) == EntrantEntry(4, waiting=False, from_round=1)
    assert codec.decode("pause", {"entrant": 4}) == ArenaPause(4, until=None)
    drawn = codec.decode("draw", {"round": 1, "couples": [[1, None], [2, 3, 4]], "best_of": 1, "broken": []})
    assert drawn == RoundDraw(1, ((1, None), (2, 3, 4)), 1, ())


def test_what_has_its_default_is_left_out_only_where_it_always_was() -> None:
    result = PairingResult(1, 2, "played", None, (7, 5), (), is_open=False)
    kept = {"round": 1, "table": 2, "how": "played", "winner": None, "score": [7, 5], "games": [], "open": False, "gone": []}
    assert codec.encode(result) == ("result", kept)
    assert codec.encode(EntrantEntry(4)) == ("enter", {"entrant": 4, "waiting": False, "from_round": 1})


def test_a_kind_of_a_newer_program_is_kept_as_it_is() -> None:
    row = EventEntry(3, "firework", {"colour": "red"}, log_examples.MOMENT, UserId(5), about=1, reason="a win")
    (entry,) = codec.entries([row])
    assert entry.event == UnknownEvent("firework", {"colour": "red"})
    assert codec.encode_entry(entry) == row


def test_a_row_keeps_who_did_it_and_why() -> None:
    entry = LogRow(7, EntrantCheckIn(2), log_examples.MOMENT, UserId(5), about=2, reason="late train")
    assert codec.entries([codec.encode_entry(entry)]) == (entry,)


@pytest.mark.parametrize(
    ("kind", "payload", "complaint"),
    [
        ("enter", {}, "enter: entrant is missing in {}"),
        ("enter", {"entrant": "4"}, "enter: entrant can't be '4'"),
        ("enter", {"entrant": True}, "enter: entrant can't be True"),
        ("publish", {"round": 1, "boards": [[1, 2, 3]]}, "publish: boards can't be"),
        ("grace", {"round": 1, "table": 1, "until": "soon"}, "grace: until can't be 'soon'"),
        ("begins", {"round": 1, "v": 2}, "begins: version 2 is newer"),
    ],
)
def test_a_row_that_does_not_fit_its_kind_is_refused(kind: str, payload: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(codec.LogFormatError, match=complaint.replace("{", r"\{")):
        codec.decode(kind, payload)


@pytest.mark.parametrize("payload", [{"slices": "2"}, {"slices": 2, "v": 2}, {"count": 2, "v": 3}])
def test_former_versions_of_a_kind_are_read(payload: Mapping[str, Any]) -> None:
    assert codec.read(Toast, payload) == Toast(2)
    assert codec.encode(Toast(2)) == ("toast", {"count": 2, "v": 3})


@pytest.mark.parametrize("upheld", [True, False])
def test_the_answer_to_an_appeal_is_public_without_a_reason(upheld: bool) -> None:
    assert AppealDecision(3, upheld, "win").is_public(None)
