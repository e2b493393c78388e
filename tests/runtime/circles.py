"""Programs that `test_gc_tuning.py` runs in processes of their own, because the tests' process has too many objects."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Mapping

from runtime import gc_tuning


class Circle:
    """An object that references itself, so that only garbage collection frees it."""

    def __init__(self) -> None:
        self.itself: Circle | None = self


def hours() -> list[float]:
    """Turn automatic collection off and install the freezer; return its clock, a list of one number of hours."""
    now = [0.0]
    gc.disable()
    gc.callbacks.append(gc_tuning.GcFreezer(lambda: now[0] * 3600))
    return now


def what_has_lasted_is_not_looked_through_again() -> None:
    now, circle = hours(), Circle()
    gc.collect()
    assert gc.get_freeze_count() > 1000

    reference = weakref.ref(circle)
    del circle
    gc.collect()
    assert reference() is not None  # put aside: nobody looks

    now[0] = 6.5
    gc.collect()
    gc.collect()
    assert reference() is None


def what_is_new_is_found_each_time() -> None:
    hours()
    gc.collect()
    for _ in range(3):
        circle = Circle()
        reference = weakref.ref(circle)
        del circle
        gc.collect()
        assert reference() is None


def what_nobody_holds_any_more_is_freed_also_where_it_was_put_aside() -> None:
    hours()
    straight = Circle()
    straight.itself = None
    gc.collect()

    reference = weakref.ref(straight)
    del straight

    assert reference() is None


def what_is_put_aside_is_looked_through_again_when_it_has_grown() -> None:
    """Check that frozen objects are scanned again early, before the hours are over, if many have been added."""
    now = hours()
    gc.collect()
    circle, kept = Circle(), [[number] for number in range(4 * gc.get_freeze_count())]
    gc.collect()
    reference = weakref.ref(circle)
    del circle
    for _ in range(2):
        gc.collect()
    assert reference() is not None  # it is counted now and then only

    now[0] = 0.5
    for _ in range(2):
        gc.collect()
    assert reference() is None and kept


def after_the_start_full_collections_come_soon_and_have_little_to_look_through() -> None:
    now = hours()
    gc_tuning.GROWN = 1.2  # type: ignore[assignment]  # a whole number otherwise
    gc.collect()  # as one does by itself while everything is loaded
    looked_through = list[int]()
    seen = [[number] for number in range(300_000)]  # what the start has loaded
    gc_tuning.collect_after_start()
    now[0] = 0.5
    gc.set_threshold(*gc_tuning.OFTEN)
    gc.callbacks.insert(0, _counter_into(looked_through))
    gc.enable()
    seen += [[number] for number in range(50_000)]

    assert len(looked_through) >= 3
    assert max(looked_through) < 20_000


def _counter_into(looked_through: list[int]) -> Callable[[str, Mapping[str, int]], None]:
    def count(phase: str, info: Mapping[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            looked_through.append(len(gc.get_objects()))

    return count


ALL = (
    what_has_lasted_is_not_looked_through_again,
    what_is_new_is_found_each_time,
    what_nobody_holds_any_more_is_freed_also_where_it_was_put_aside,
    what_is_put_aside_is_looked_through_again_when_it_has_grown,
    after_the_start_full_collections_come_soon_and_have_little_to_look_through,
)
