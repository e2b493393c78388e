"""State of a running tournament: its stages, the rounds as they were drawn, and their results.

A drawn round stays as it was drawn, whatever is corrected later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournament.results import BYE, HALF_BYE, ConstraintViolation, Entrant, EntrantId, Pairing, Result
from tournament.stages import Stage

Couple = tuple[EntrantId, EntrantId | None]
"""Who begins and whom they meet; None: nobody, they have a bye."""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round with its pairings as drawn. Its tables are numbered from 1, in this order."""

    number: int
    """Of the whole event, from 1."""
    stage: int
    """Which of the stages, from 0."""
    couples: tuple[Couple, ...]
    best_of: int = 1
    broken: tuple[ConstraintViolation, ...] = ()
    """Rules that could not be kept, with the reason."""
    others: tuple[tuple[EntrantId, ...], ...] = ()
    """At tables of three to five: who sits there behind the first two, by table; empty where only pairs meet."""
    slots: tuple[int, ...] = ()
    """In a double elimination: which place of its round in the plan each table is, from 0."""

    def tables(self) -> Iterator[tuple[int, Pairing]]:
        """Yield each table to be played: its number and its pairing."""
        for number, (_, second) in enumerate(self.couples, 1):
            if second is not None:
                yield number, self.pairing(number)

    def pairing(self, table: int) -> Pairing:
        """Return the pairing at a table, which must not be a bye."""
        first, second = self.couples[table - 1]
        assert second is not None, table
        return Pairing(first, second, self.others[table - 1] if self.others else ())

    def seats(self, table: int) -> tuple[EntrantId, ...]:
        """Return all entrants at a table; a single one for a bye."""
        return tuple(who for who in (*self.couples[table - 1], *(self.others[table - 1] if self.others else ())) if who is not None)

    def turned(self, turns: Mapping[EntrantId, EntrantId]) -> DrawnRound:
        """Return the round with entrants replaced by the mapping `turns`."""
        couples = tuple((turns.get(entrant, entrant), other and turns.get(other, other)) for entrant, other in self.couples)
        return replace(self, couples=couples, others=tuple(tuple(turns.get(who, who) for who in more) for more in self.others))

    def table_of(self, who: EntrantId) -> int | None:
        """Return the entrant's table; None if the entrant has a bye or no game."""
        return next((number for number, pairing in self.tables() if who in pairing.seats), None)


@dataclass(frozen=True, slots=True)
class NextStage:
    """Decision that the next stage begins with these entrants, the best first."""

    places: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """Decision that the tournament is over, with the entrants by final place, best first; equals in the order of seeding."""

    places: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class AwaitingChallenges:
    """Decision that nothing follows by itself: entrants challenge each other until an organiser ends the ladder."""


Follows = DrawnRound | NextStage | Finished | AwaitingChallenges


@dataclass(frozen=True)
class TournamentHistory:
    """The complete state of an event as far as pairings and standings need it."""

    stages: tuple[Stage, ...]
    order: str
    """How a Swiss pairs: one of `orders.ORDERS`."""
    tie_breaks: tuple[str, ...]
    seed: str
    entrants: tuple[Entrant, ...]
    places: tuple[tuple[EntrantId, ...], ...] = ()
    """Who is in each stage that has begun, the best first."""
    rounds: tuple[DrawnRound, ...] = ()
    results: Mapping[tuple[int, int], Result] = field(default_factory=dict)
    """By round and table."""
    skips: frozenset[tuple[int, EntrantId]] = frozenset()
    """Rounds that somebody skips for half a point, or came too late for."""
    provisional: frozenset[tuple[int, int]] = frozenset()
    """Rounds and tables whose result only stands until their game has ended."""

    @property
    def stage(self) -> int:
        """Index of the current stage, from 0; -1 before the first has begun."""
        return len(self.places) - 1

    @property
    def coming(self) -> int:
        """Number of the next round."""
        return len(self.rounds) + 1

    def entrant(self, who: EntrantId) -> Entrant:
        """Return the entrant with this id."""
        return next(entrant for entrant in self.entrants if entrant.id == who)

    def stays(self, who: EntrantId) -> bool:
        """Return whether the entrant has not withdrawn."""
        return self.entrant(who).withdrawn_after is None

    def outlasts(self, who: EntrantId, number: int) -> bool:
        """Return whether the entrant had not withdrawn when round `number` ended; a later withdrawal does not undo an advance."""
        withdrawn_after = self.entrant(who).withdrawn_after
        return withdrawn_after is None or withdrawn_after > number

    def present(self) -> list[EntrantId]:
        """Return the entrants of the current stage who have not withdrawn, in the order at its start."""
        return [who for who in self.places[self.stage] if self.stays(who)]

    def drawn_in(self, stage: int) -> tuple[DrawnRound, ...]:
        """Return the rounds of a stage drawn so far."""
        return tuple(drawn for drawn in self.rounds if drawn.stage == stage)

    def open_tables(self) -> tuple[tuple[int, Pairing], ...]:
        """Return number and pairing of the last round's tables that have no result."""
        if not self.rounds:
            return ()
        last = self.rounds[-1]
        return tuple(table for table in last.tables() if (last.number, table[0]) not in self.results)

    def unfinished(self) -> tuple[tuple[DrawnRound, int], ...]:
        """Return every table (round and table number) whose game can still change its result."""
        return tuple(
            (drawn, table)
            for drawn in self.rounds
            for table, _ in drawn.tables()
            if (drawn.number, table) not in self.results or (drawn.number, table) in self.provisional
        )

    def results_in(self, stage: int) -> tuple[Result, ...]:
        """Return the results of a stage for the standings, with byes and skipped rounds, in the order of rounds.

        A skipped round only counts for entrants of the stage: earlier versions accepted one from people on the waiting list.
        """
        own_results: list[Result] = []
        for drawn in self.drawn_in(stage):
            for table, (first, second) in enumerate(drawn.couples, 1):
                if second is None:
                    own_results.append(Result(drawn.number, first, None, BYE))
                elif (result := self.results.get((drawn.number, table))) is not None:
                    own_results.append(result)
            own_results += [Result(drawn.number, who, None, HALF_BYE) for who in self.skipping(stage, drawn.number)]
        return tuple(own_results)

    def skipping(self, stage: int, round_: int) -> tuple[EntrantId, ...]:
        """Return the entrants of a stage who skip one of its rounds."""
        return tuple(who for number, who in sorted(self.skips) if number == round_ and who in self.places[stage])


def in_order(ids: Sequence[EntrantId], seeds: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """Return these entrants sorted by their position in `seeds`."""
    places = {who: place for place, who in enumerate(seeds)}
    return tuple(sorted(ids, key=lambda who: places[who]))
