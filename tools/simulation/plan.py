"""The plan of a simulated world: its planned events, made from the seed before the run begins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tools.simulation.world import World

DAY_S = 86_400.0

CLOSE = 0.3
"""How many happenings follow the one before within a twentieth of a second: people press at the same time."""


@dataclass(frozen=True)
class PlannedEvent:
    """One planned action of an actor, with its time in seconds and the seed of its own randomness."""

    number: int
    at_s: float
    actor: str
    seed: str
    """Everything that it leaves to chance."""


Act = Callable[[World, Random], Awaitable[str | None]]
"""Does it, and says what was done; None: there was nothing to do."""


@dataclass(frozen=True)
class Actor:
    """A function that acts in the world, with its frequency per day."""

    act: Act
    per_day: float
    needs_program: bool = True
    """Whether it is the program that is asked: nothing happens while it is down."""

    @property
    def name(self) -> str:
        """Name of the actor's function, which stories use."""
        return self.act.__name__


def planned(seed: int, days: float, actors: Sequence[Actor]) -> tuple[PlannedEvent, ...]:
    """Return the planned events of the given number of days, in the order of time.

    The actors are drawn by their frequency.
    """
    chance = Random(f"plan {seed}")
    number = round(days * sum(actor.per_day for actor in actors))
    times = sorted(chance.uniform(0, days * DAY_S) for _ in range(number))
    who = chance.choices([actor.name for actor in actors], [actor.per_day for actor in actors], k=number)
    for index in range(1, number):
        if chance.random() < CLOSE:
            times[index] = times[index - 1] + chance.uniform(0, 0.05)
    return _number_events(seed, zip(times, who, strict=True))


def with_more(seed: int, plan: Sequence[PlannedEvent], actor: Actor, number: int, days: float) -> tuple[PlannedEvent, ...]:
    """Return the plan with `number` additional events of one actor within the first `days` days."""
    chance = Random(f"more {seed}")
    more = ((chance.uniform(0, days * DAY_S), actor.name) for _ in range(number))
    return _number_events(seed, sorted((*((planned_event.at_s, planned_event.actor) for planned_event in plan), *more)))


def _number_events(seed: int, happenings: Iterable[tuple[float, str]]) -> tuple[PlannedEvent, ...]:
    return tuple(PlannedEvent(happening, time, actor, f"{seed} {happening}") for happening, (time, actor) in enumerate(happenings))
