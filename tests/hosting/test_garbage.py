"""What has survived a full collection is put aside, and taken back after some hours."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from hosting import garbage


class Circle:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself: Circle | None = self


@pytest.fixture
def hours() -> Iterator[list[float]]:
    """The clock, in hours; afterwards the collector is as it was."""
    now = [0.0]
    aside = garbage.Aside(lambda: now[0] * 3600)
    gc.callbacks.append(aside)
    yield now
    gc.callbacks.remove(aside)
    gc.unfreeze()


def test_what_has_lasted_is_not_looked_through_again(hours: list[float]) -> None:
    circle = Circle()
    gc.collect()
    assert gc.get_freeze_count() > 1000

    found = weakref.ref(circle)
    del circle
    gc.collect()
    assert found() is not None  # put aside: nobody looks

    hours[0] = 6.5
    gc.collect()
    gc.collect()
    assert found() is None


def test_what_is_new_is_found_each_time(hours: list[float]) -> None:
    gc.collect()
    for _ in range(3):
        circle = Circle()
        found = weakref.ref(circle)
        del circle
        gc.collect()
        assert found() is None
    assert hours == [0.0]


def test_what_nobody_holds_any_more_is_freed_also_where_it_was_put_aside(hours: list[float]) -> None:
    straight = Circle()
    straight.itself = None
    gc.collect()

    found = weakref.ref(straight)
    del straight

    assert found() is None and hours == [0.0]


def test_a_process_is_bound_once_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "callbacks", [])
    before = sys.getswitchinterval()
    try:
        garbage.bound()
        assert [type(one) for one in gc.callbacks] == [garbage.Aside]
        assert sys.getswitchinterval() == pytest.approx(garbage.SWITCH_S)
    finally:
        sys.setswitchinterval(before)
