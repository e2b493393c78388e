"""The contents of timers, read as they were stored."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.clocks.pausing import PAUSE, PauseTimer
from service.core.stored_form import StoredFormError, from_stored_fields, to_stored_fields
from service.core.timer_content import CONTENTS, new_timer, read_timer
from service.play.pending_moves import PLAN, PlanTimer
from service.tournaments.round_scheduler import TablesTimer
from storage.rows import MATCH, NewTimer, Subject, TimerRow
from storage.tournament_rows import tables_named
from tests.service.conftest import NOW
from tools import timer_examples


def _stored_timer(new: NewTimer) -> TimerRow:
    return TimerRow(1, new.kind, Subject(MATCH, 5), new.seat, new.payload, NOW, new.due_at)


@pytest.mark.parametrize("text", timer_examples.known())
def test_a_timer_that_was_ever_set_is_read(text: str) -> None:
    kind, payload = timer_examples.read(text)
    content = from_stored_fields(CONTENTS[kind], payload)
    assert from_stored_fields(CONTENTS[kind], to_stored_fields(content)) == content
    assert {key: value for key, value in to_stored_fields(content).items() if key in payload} == payload, (
        "its stored form has changed"
    )


def test_every_kind_of_this_program_is_in_the_golden_file() -> None:
    missing = sorted(set(timer_examples.current()) - set(timer_examples.known()))
    assert not missing, f"run `python -m tools.write timers` and read what it adds: {missing}"


def test_a_timer_carries_what_it_was_set_with() -> None:
    new = new_timer(PauseTimer(3), NOW + timedelta(hours=1), None)

    assert (new.kind, new.due_at, dict(new.payload)) == (PAUSE, NOW + timedelta(hours=1), {"number": 3})
    assert read_timer(_stored_timer(new), PauseTimer) == PauseTimer(3)


def test_a_key_that_must_be_there_is_missed_and_one_of_a_newer_program_passed_over() -> None:
    with pytest.raises(StoredFormError, match="user is missing"):
        read_timer(_stored_timer(NewTimer(PLAN, NOW)), PlanTimer)
    assert read_timer(_stored_timer(NewTimer(PLAN, NOW, {"user": 7, "colour": "red"})), PlanTimer) == PlanTimer(7)


def test_the_tables_that_the_end_of_a_match_names_are_read_by_the_scheduler() -> None:
    assert from_stored_fields(TablesTimer, tables_named((1, 2), (1, 3))) == TablesTimer(((1, 2), (1, 3)))
