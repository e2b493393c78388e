"""The run of a plan in a simulated world, from its start until everything has come to rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from sqlalchemy import select

from games.core.errors import RuleRefusedError
from service.core.background_tasks import BackgroundTasks
from service.errors import Refusal
from storage.errors import StorageError
from storage.rows import LOST, MatchId
from storage.schema import match as match_table
from tools.simulation import (
    faults,
    league_faults,
    league_people,
    people,
    pests,
    planners,
    second_thoughts,
    slow_people,
    tournament_people,
    town_people,
)
from tools.simulation.plan import Actor, PlannedEvent, planned, with_more
from tools.simulation.virtual_time import DeadlockError, clock, run, seeded, source, told_time
from tools.simulation.world import BrokenLaw, World, WorldStory

ACTORS: tuple[Actor, ...] = (*people.ACTORS, *planners.ACTORS, *second_thoughts.ACTORS, *faults.ACTORS)
SLOW_ACTORS: tuple[Actor, ...] = (*slow_people.ACTORS, *faults.SLOW_ACTORS)
LEAGUE_ACTORS: tuple[Actor, ...] = (
    *SLOW_ACTORS,
    *(actor for part in (league_people, tournament_people, town_people, pests, league_faults) for actor in part.ACTORS),
)
BEGIN = Actor(slow_people.begin_slow_game, 0)
"""Happens as often as a month has games."""
_BY_NAME = {actor.name: actor for actor in (*ACTORS, *LEAGUE_ACTORS, BEGIN)}

DOWN_S = (0.5, 600.0)
"""How long it takes until a killed program is started again."""

REST_S = 3 * 3600.0
"""How long everything has to come to rest, when all is well."""

STILL_S, LOOKS = 60.0, 60
"""It rests when nothing was written for so long: a message may be on its way just then. So often that is looked at."""

LATE_S = 1.0
"""Nobody asks a program later than they wanted to because it was down: they do not ask."""

OVER = timedelta(days=200)
"""So long after everybody has stopped playing, the longest clock with all its nights, vacations and pauses has run out, again and
again.
"""


@dataclass(frozen=True)
class RunOutcome:
    """The outcome of a run: the story, the first broken law or None, and the simulated days."""

    told: WorldStory
    broken: BrokenLaw | None
    days: float


def lived(
    seed: int, plan: Iterable[PlannedEvent], *, to_the_end: bool = False, world: World | None = None, actors: Sequence[Actor] = ()
) -> RunOutcome:
    """Run a plan and return the outcome.

    With `to_the_end` no player acts after the plan, and all games with a clock must end by it. `actors` are added to the usual
    ones; the plan may be made while it runs.
    """
    with seeded(), told_time(), _quiet():
        return run(_Running(world or World(seed), plan, actors, to_the_end=to_the_end).lived())


def month_of(seed: int, games: int, days: float) -> tuple[PlannedEvent, ...]:
    """Return the plan of a month of slow games for a seed; most of the games begin early."""
    return with_more(seed, planned(seed, days, SLOW_ACTORS), BEGIN, games, days * 0.6)


def league_of(seed: int, days: float) -> tuple[PlannedEvent, ...]:
    """Return the plan of a month of league life for a seed."""
    return with_more(seed, planned(seed, days, LEAGUE_ACTORS), BEGIN, round(days / 2), days * 0.6)


def world_of(seed: int, days: float) -> tuple[PlannedEvent, ...]:
    """Return the plan of an ordinary server for a seed."""
    return planned(seed, days, ACTORS)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the program's logging while the block runs."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


class _Running:
    def __init__(self, world: World, plan: Iterable[PlannedEvent], actors: Sequence[Actor], *, to_the_end: bool) -> None:
        self._world = world
        self._plan = plan
        self._by_name = {**_BY_NAME, **{actor.name: actor for actor in actors}}
        self._to_the_end = to_the_end
        self._happening = BackgroundTasks()

    async def lived(self) -> RunOutcome:
        """Run the world from the start to the rest and return the outcome."""
        world = self._world
        clock.set(world.host_time)
        source.set(Random(f"world {world.seed}"))
        self._chance = Random(f"restarts {world.seed}")
        try:
            await self._start()
            for happening in self._plan:
                await self._sleep_until(happening.at_s)
                if world.broken is not None:
                    break
                world.happening = happening.number
                self._happening.begin(self._happen(happening), f"happening {happening.number}")
            if world.broken is None:
                await self._rest()
            if world.broken is None and self._to_the_end:
                await self._end()
        finally:
            await self._bury()
            world.disk.close()
        return RunOutcome(world.told, world.broken, asyncio.get_running_loop().time() / 86_400)

    async def _sleep_until(self, at_s: float) -> None:
        """Sleep until a time in seconds; restart the program whenever it is killed meanwhile."""
        loop, world = asyncio.get_running_loop(), self._world
        while (wait_s := at_s - loop.time()) > 0:
            life = world.life
            assert life is not None
            fell = asyncio.ensure_future(life.fell.wait())
            await asyncio.wait([fell], timeout=wait_s)
            if not fell.done():
                fell.cancel()
                return
            world.tell("the program is killed")
            world.gone()
            await self._bury()
            down_s = self._chance.uniform(*DOWN_S) if self._chance.random() < 0.5 else DOWN_S[0]
            await asyncio.sleep(down_s if world.down_s is None else world.down_s)
            world.down_s = None
            await self._start()

    async def _start(self) -> None:
        world = self._world
        life = world.born()
        world.tell("the program starts")
        for match_id in world.disk.now(lambda con: con.execute(select(match_table.c.id)).scalars().all()):
            if match_id not in world.books:
                world.changed(MatchId(match_id))
        try:
            await life.begin()
            world.back()
        except (StorageError, asyncio.CancelledError) as error:
            if life.dead:
                return
            world.tell(f"it cannot start: {error}")
            life.die()

    async def _bury(self) -> None:
        """Stop all tasks of the dead program, so that none has any effect, and examine all matches."""
        life, world = self._world.life, self._world
        if life is None:
            return
        await life.buried()
        here = asyncio.current_task()
        left = [task for task in asyncio.all_tasks() if task is not here]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        world.look_over()

    async def _happen(self, happening: PlannedEvent) -> None:
        world, actor = self._world, self._by_name[happening.actor]
        chance = Random(happening.seed)
        source.set(Random(f"secrets {happening.seed}"))
        late_s = asyncio.get_running_loop().time() - happening.at_s
        if actor.needs_program and (not world.is_up or world.server.put_out or late_s > LATE_S):
            return
        world.told.counts[actor.name] += 1
        try:
            done = await actor.act(world, chance)
        except (RuleRefusedError, Refusal, StorageError) as refusal:
            done = f"{actor.name}: refused: {refusal}"
        except Exception as error:
            world.complain("nobody meets a mistake of ours", f"{actor.name}: {error!r}")
            return
        if done is not None:
            world.tell(f"#{happening.number} {done}")

    async def _rest(self) -> None:
        """End all faults, restart the program, continue lost games, and let all work finish."""
        world, loop = self._world, asyncio.get_running_loop()
        world.tell("all is well again")
        world.server.weather.clear()
        world.server.put_out, world.server.muted_until_s = False, 0.0
        world.clock.right()
        world.disk.full_until = world.disk.locked_until = 0.0
        if world.life is not None:
            world.life.kill_in = None
        await self._sleep_until(loop.time() + REST_S)
        await self._bury()
        await self._start()
        for book in world.matches(lambda book: book.match.status == LOST):
            world.tell(await people.brought_back(world, book))
        await self._judge_rest()

    async def _judge_rest(self) -> None:
        """Check the laws of rest when no work is left, or when that takes too long."""
        world, loop = self._world, asyncio.get_running_loop()
        await self._sleep_until(loop.time() + REST_S)
        for _ in range(LOOKS):
            if world.has_been_still(STILL_S):
                break
            await self._sleep_until(loop.time() + STILL_S)
        world.look_over()
        world.rested()

    async def _end(self) -> None:
        """Let time pass until the clocks have ended every game that has one; games without a clock go on for ever."""
        world, loop = self._world, asyncio.get_running_loop()
        world.tell("nobody plays any more")
        last_s = loop.time() + OVER.total_seconds()
        while world.broken is None and any(book.match.terms.pace.has_clock for book in world.running()):
            if loop.time() > last_s:
                left = [book.match.id for book in world.running() if book.match.terms.pace.has_clock]
                world.complain("every game ends", f"matches {left} go on after {OVER.days} days in which nobody played")
                return
            await self._sleep_until(loop.time() + 6 * 3600)
            world.watch()
        await self._judge_rest()


__all__ = [
    "ACTORS",
    "BEGIN",
    "LEAGUE_ACTORS",
    "SLOW_ACTORS",
    "DeadlockError",
    "RunOutcome",
    "league_of",
    "lived",
    "month_of",
    "world_of",
]
