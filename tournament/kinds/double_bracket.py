"""Double elimination stages: an entrant is out after two losses. `tournament.double_elimination` plans the rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament import double_elimination, knockout
from tournament.double_elimination import FINAL, LOWER, UPPER, BracketSlot
from tournament.history import Couple, DrawnRound, TournamentHistory
from tournament.kinds import bracket
from tournament.kinds.base import Ids, StageKind
from tournament.results import EntrantId
from tournament.stages import Stage

NOBODY = EntrantId("")
"""At a place of the plan to which nobody comes."""


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """One slot of the plan in its current state. Sides, winner and loser are None while unknown."""

    part: str
    sides: tuple[EntrantId | None, EntrantId | None]
    winner: EntrantId | None
    loser: EntrantId | None
    place: tuple[int, int] | None = None
    """Its round and table, where it has been drawn."""


def bracket_places(course: TournamentHistory, stage: int) -> tuple[tuple[BracketPlace, ...], ...]:
    """Return every slot of every round of a stage that has begun, those of future rounds as far as known."""
    places, done = course.places[stage], course.drawn_in(stage)
    bracket_places: list[tuple[BracketPlace, ...]] = []
    for index, slots in enumerate(double_elimination.plan(knockout.room_for(len(places)))):
        if index < len(done):
            bracket_places.append(tuple(_drawn_place(course, done[index], number, slot) for number, slot in enumerate(slots)))
        elif index == 0:
            ties = knockout.first_round(places)
            bracket_places.append(tuple(_undrawn_place(UPPER, (tie.high, tie.low or NOBODY)) for tie in ties))
        else:
            bracket_places.append(tuple(_undrawn_place(slot.part, _sides(slot, bracket_places, done)) for slot in slots))
    return tuple(bracket_places)


def _drawn_place(course: TournamentHistory, drawn: DrawnRound, number: int, slot: BracketSlot) -> BracketPlace:
    """Return the slot of a round that was drawn, with its result so far."""
    if number not in drawn.slots:
        return BracketPlace(slot.part, (NOBODY, NOBODY), NOBODY, NOBODY)
    table = drawn.slots.index(number) + 1
    first, second = drawn.couples[table - 1]
    if second is None:
        return BracketPlace(slot.part, (first, NOBODY), first, NOBODY, (drawn.number, table))
    if (drawn.number, table) not in course.results:
        return BracketPlace(slot.part, (first, second), None, None, (drawn.number, table))
    winner = bracket.goes_on(course, drawn, table)
    return BracketPlace(slot.part, (first, second), winner, second if winner == first else first, (drawn.number, table))


def _sides(
    slot: BracketSlot, before: Sequence[Sequence[BracketPlace]], done: Sequence[DrawnRound]
) -> tuple[EntrantId | None, EntrantId | None]:
    """Return the two entrants of a slot, each None while unknown.

    A second final has none unless the unbeaten finalist lost the first.
    """
    entrant, other = (_entrant_from(before[s.round][s.at], done[s.round + 1 :], loses=s.loses) for s in slot.sources)
    final = before[-1][0]
    if slot.part == final.part == FINAL and final.winner is not None and final.winner != final.sides[1]:
        return NOBODY, NOBODY
    return entrant, other


def _entrant_from(from_: BracketPlace, later: Sequence[DrawnRound], *, loses: bool) -> EntrantId | None:
    """Return the entrant who comes from an earlier slot; None while unknown.

    An entrant drawn into a later round stays there, even if the result was corrected since.
    """
    who = from_.loser if loses else from_.winner
    if who in (None, NOBODY) or not any(who in couple for drawn in later for couple in drawn.couples):
        return who
    return from_.winner if loses else from_.loser


def _undrawn_place(part: str, sides: tuple[EntrantId | None, EntrantId | None]) -> BracketPlace:
    """Return a slot that is still to be drawn; if one side stays empty, the other has a bye."""
    if NOBODY not in sides:
        return BracketPlace(part, sides, None, None)
    entrant, other = sides
    return BracketPlace(part, sides, other if entrant == NOBODY else entrant, NOBODY)


def _round(course: TournamentHistory, stage: Stage, done: Sequence[DrawnRound]) -> DrawnRound | None:
    """Return the next round of the plan without withdrawn entrants; None once the champion is known."""
    whole = bracket_places(course, course.stage)
    if len(done) == len(whole) or len(remaining_entrants(course, course.stage)) < 2:
        return None
    places, coming = course.places[course.stage], whole[len(done)]
    couples, slots = list[Couple](), list[int]()
    for number, bracket_place in enumerate(coming):
        there = [who for who in _people(bracket_place) if course.stays(who)]
        if there:
            couples.append(_couple(there, places, is_first_final=bracket_place.part == FINAL and len(done) + 2 == len(whole)))
            slots.append(number)
    best_of = stage.final if stage.final and coming[0].part == FINAL else stage.best_of
    return DrawnRound(course.coming, course.stage, tuple(couples), best_of, slots=tuple(slots))


def _couple(there: Sequence[EntrantId], places: Sequence[EntrantId], *, is_first_final: bool) -> Couple:
    """Return the pair with its first player: the higher placed, or in the first final the unbeaten entrant."""
    if is_first_final and len(there) > 1:
        return there[0], there[1]
    tie = knockout.tie(there[0], there[1] if len(there) > 1 else None, places)
    return tie.high, tie.low


def _people(place: BracketPlace) -> list[EntrantId]:
    return [who for who in place.sides if who is not None and who != NOBODY]


def remaining_entrants(course: TournamentHistory, stage: int) -> Mapping[EntrantId, bool]:
    """Return the remaining entrants who have not withdrawn, each with whether they have lost once."""
    done = len(course.drawn_in(stage))
    remaining_entrants: dict[EntrantId, bool] = {}
    for depth, round_ in enumerate(bracket_places(course, stage)):
        for each in round_ if depth >= done else [bracket_place for bracket_place in round_ if bracket_place.winner is None]:
            remaining_entrants |= {
                who: each.part == LOWER or (each.part == FINAL and who == each.sides[1]) for who in _people(each)
            }
    return {who: lost for who, lost in remaining_entrants.items() if course.stays(who)}


def _places(course: TournamentHistory, stage: int) -> Ids:
    """Return the entrants in order: the remaining ones, unbeaten first, then the others by the round they reached.

    Equals keep their order from the start of the stage.
    """
    still, done = remaining_entrants(course, stage), len(course.drawn_in(stage))
    reached = dict.fromkeys(course.places[stage], (0, False))
    for depth, round_ in enumerate(bracket_places(course, stage)[:done], 1):
        reached |= {who: (depth, who == bracket_place.winner) for bracket_place in round_ for who in _people(bracket_place)}

    def key(who: EntrantId) -> tuple[bool, int, bool]:
        depth, won = reached[who]
        return (False, 0, still[who]) if who in still else (True, -depth, not won)

    return tuple(sorted(course.places[stage], key=key))


def part_of(course: TournamentHistory, drawn: DrawnRound, table: int) -> str:
    """Return the part of the plan to which a table belongs."""
    before = sum(drawn_round.number < drawn.number for drawn_round in course.drawn_in(drawn.stage))
    return double_elimination.plan(knockout.room_for(len(course.places[drawn.stage])))[before][drawn.slots[table - 1]].part


KIND = StageKind(_round, _places, closes_early=False, takes_substitutes=True)
