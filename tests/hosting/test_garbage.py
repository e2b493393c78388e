"""What has survived a full collection is put aside, and taken back after some hours."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping

import pytest

from hosting import garbage


class Circle:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself: Circle | None = self


@pytest.fixture
def hours() -> Iterator[list[float]]:
    """The clock, in hours; nothing is collected by itself, and afterwards the collector is as it was."""
    now = [0.0]
    was_aside = gc.get_freeze_count() > 0
    gc.unfreeze()
    gc.disable()
    aside = garbage.Aside(lambda: now[0] * 3600)
    gc.callbacks.append(aside)
    yield now
    gc.callbacks.remove(aside)
    gc.unfreeze()
    if was_aside:
        gc.freeze()
    gc.enable()


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


def test_what_is_put_aside_is_looked_through_again_when_it_has_grown(hours: list[float]) -> None:
    """Long before the hours are over."""
    gc.collect()
    circle, kept = Circle(), [[number] for number in range(4 * gc.get_freeze_count())]
    gc.collect()
    found = weakref.ref(circle)
    del circle
    for _ in range(2):
        gc.collect()
    assert found() is not None  # it is counted now and then only

    hours[0] = 0.5
    for _ in range(2):
        gc.collect()
    assert found() is None and kept


def test_after_the_start_full_collections_come_soon_and_have_little_to_look_through(
    hours: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "GROWN", 1.2)
    gc.collect()  # as one does by itself while everything is loaded
    looked_through = list[int]()
    count = _counting(looked_through)
    seen = [[number] for number in range(300_000)]  # what the start has loaded
    before = gc.get_threshold()
    garbage.settled()
    hours[0] = 0.5
    gc.set_threshold(*garbage.OFTEN)
    gc.callbacks.insert(0, count)
    gc.enable()
    try:
        seen += [[number] for number in range(50_000)]
    finally:
        gc.callbacks.remove(count)
        gc.set_threshold(*before)

    assert len(looked_through) >= 3
    assert max(looked_through) < 20_000


def _counting(looked_through: list[int]) -> Callable[[str, Mapping[str, int]], None]:
    def count(phase: str, info: Mapping[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            looked_through.append(len(gc.get_objects()))

    return count


def test_a_process_is_bound_once_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "callbacks", [])
    before, often = sys.getswitchinterval(), gc.get_threshold()
    try:
        garbage.bound()
        assert [type(one) for one in gc.callbacks] == [garbage.Aside]
        assert sys.getswitchinterval() == pytest.approx(garbage.SWITCH_S)
        assert gc.get_threshold() == garbage.OFTEN
    finally:
        sys.setswitchinterval(before)
        gc.set_threshold(*often)
