"""The contents of timers, typed: a frozen dataclass for each kind that carries one, declared beside its owner.

    @timed(PAUSE)
    class PauseTimer(TimerContent):
        \"""The pause that is over, by its number.\"""

        number: int | None = omitted_if(None)

A kind without a content carries nothing. `tests/golden/timers.txt` has every form that was ever stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, TypeVar, dataclass_transform

from games.core.game import Seat
from service.core.stored_form import from_stored_fields, to_stored_fields
from storage.rows import NewTimer, TimerRow


@dataclass(frozen=True, slots=True)
class TimerContent:
    """The base of timer payloads: a frozen dataclass for each kind of timer that carries data, declared with `timed`."""

    kinds: ClassVar[tuple[str, ...]]
    """How the kind is stored; the first, unless the timer is set otherwise."""


CONTENTS: dict[str, type[TimerContent]] = {}
"""Every content by its kind of timer."""

C = TypeVar("C", bound=TimerContent)


@dataclass_transform(frozen_default=True)
def timed(*kinds: str) -> Callable[[type[C]], type[C]]:
    """Return a class decorator that declares a frozen dataclass as the content of these kinds of timers."""

    def declared(content: type[C]) -> type[C]:
        content.kinds = kinds
        made = dataclass(frozen=True, slots=True)(content)
        for kind in kinds:
            assert kind not in CONTENTS, kind
            CONTENTS[kind] = made
        return made

    return declared


def new_timer(content: TimerContent, due_at: datetime, seat: Seat | None = None) -> NewTimer:
    """Return a timer to be set with this content, due at `due_at`."""
    return NewTimer(content.kinds[0], due_at, to_stored_fields(content), seat)


def read_timer(timer: TimerRow, kind: type[C]) -> C:
    """Return the typed content of a timer.

    Unknown keys are ignored. Raises `StoredFormError` if the payload doesn't fit `kind`.
    """
    return from_stored_fields(kind, timer.payload)
