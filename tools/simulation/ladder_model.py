"""A ladder simulated by its rules only, without games and database, so that thousands of ladders take minutes.

Games between honest people are decided by lot and last from half a day to two days. `service.tournaments.challenges` decides which
challenges begin, wait, rest and count, as in a real ladder.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from service.tournaments import challenges
from service.tournaments.log.entrant_events import EntrantEntry
from service.tournaments.log.round_events import EventStart, StageStart
from service.tournaments.repository import TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.state import Place, TournamentState
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from storage.tournament_rows import RUNNING, EventId, EventRow
from tools.simulation.world import BEGINNING
from tournament import progression as courses
from tournament.results import RESIGNED, EntrantId

HONEST, BADLY, SLOWLY, NEVER = "honest", "badly", "slowly", "never"
"""How a gang helps its leader: not at all; by losing to them as fast as others play; by losing as slowly as a pairing may last; by
losing fast, and never challenging others once they stand below their leader.
"""
HELPS = (BADLY, SLOWLY, NEVER)
PEOPLE, GANG = 9, 3
TICK = timedelta(hours=6)
SLOWEST = timedelta(days=28)
CHALLENGES = 0.5
"""How often somebody who is free challenges, in each tick."""


@dataclass
class LadderModel:
    """One ladder with its entrants, three of whom, drawn at random, are a gang; the first of these is its leader."""

    seed: int
    help: str
    """One of `HELPS`, or `HONEST`."""
    people: int = PEOPLE
    days: int = 30
    on_top: float = 0.0
    """The part of all ticks in which one of the gang is at the top."""
    _ends: dict[Place, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._random = Random(f"ladder {self.seed} {self.help}")
        settings = preset_settings("ladder", "carcassonne").dump()
        row = EventRow(EventId(1), "Ladder", 1, 1, UserId(1), RUNNING, settings, "en", str(self.seed), "", 0, BEGINNING, BEGINNING)
        numbers = range(1, self.people + 1)
        step = TournamentTransaction(TournamentState(row, {number: UserId(100 + number) for number in numbers}), BEGINNING)
        for number in numbers:
            step.note(EntrantEntry(number))
        step.note(EventStart("ladder:3", dict.fromkeys(numbers)))
        step.note(StageStart(tuple(self._random.sample(numbers, self.people))))
        self.state = step.state
        self.gang = tuple(self._random.sample(numbers, GANG))

    @property
    def leader(self) -> int:
        """The entrant number of the gang's leader, whom the others help."""
        return self.gang[0]

    @property
    def is_won_by_gang(self) -> bool:
        """Whether a member of the gang is at the top now."""
        return int(courses.ranking(self.state.course)[0]) in self.gang

    async def live(self) -> LadderModel:
        """Simulate all days; return this ladder."""
        now, ticks = BEGINNING, 0
        while now < BEGINNING + timedelta(days=self.days):
            now, ticks = now + TICK, ticks + 1
            step = TournamentTransaction(self.state, now)
            self._end_games(step)
            await challenges.advance_ladder(step)
            self._challenge(step)
            self.state = step.state
            self.on_top += self.is_won_by_gang
        self.on_top /= ticks
        return self

    def _end_games(self, step: TournamentTransaction) -> None:
        for drawn, table in step.open_tables():
            place, pairing = (drawn.number, table), drawn.pairing(table)
            seats = {int(who) for who in pairing.seats}
            is_thrown = self.help != HONEST and seats <= set(self.gang)
            lasts = SLOWEST if is_thrown and self.help == SLOWLY else timedelta(days=self._random.uniform(0.5, 2))
            if step.now < self._ends.setdefault(place, step.state.published[drawn.number] + lasts):
                continue
            winner = min(seats, key=self.gang.index) if is_thrown else self._random.choice(sorted(seats))
            note_result(step, table, pairing.result(drawn.number, RESIGNED, EntrantId(str(winner))))

    def _challenge(self, step: TournamentTransaction) -> None:
        people = self._random.sample(list(step.state.members), self.people)
        for number in sorted(people, key=lambda number: number not in self.gang):
            above = [int(who) for who in step.state.within_reach(EntrantId(str(number)))]
            if not above or any(number == entrant for entrant, _ in step.state.queue):
                continue
            if self.help != HONEST and number in self.gang[1:]:
                if self.leader in above:
                    challenges.take_up(step, number, self.leader)
                    continue
                places = [int(who) for who in courses.ranking(step.state.course)]
                if self.help == NEVER and places.index(number) > places.index(self.leader):
                    continue
            if self._random.random() < CHALLENGES:
                challenges.take_up(step, number, above[-1])


def lived(seed: int, help_: str) -> LadderModel:
    """Return the ladder of a seed after its last day; `help_` is how the gang helps its leader."""
    return asyncio.run(LadderModel(seed, help_).live())
