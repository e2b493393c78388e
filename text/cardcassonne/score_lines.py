"""The terms of a score as text: "people (3+1+1) × 3 = 15", "sheep, 5 cards = 14"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne.events import ScoringLine
from text.cardcassonne.terms import species_name
from text.translator import Translator


def explained(line: ScoringLine, words: Translator, *, numbers: Sequence[int] = ()) -> str:
    """Return one term of a score as text.

    `numbers` are the numbers on the person cards, if the reader has seen the claim.
    """
    return TERMS[line.what](line, words, numbers)


def _persons(line: ScoringLine, words: Translator, numbers: Sequence[int]) -> str:
    points = line.number * line.each
    if line.each == 1:
        return words.say("person {number} × 1 = {points}", number=line.number, points=points)
    added = "+".join(map(str, numbers))
    if not added:
        return words.say("people {sum} × {cards} = {points}", sum=line.number, cards=line.each, points=points)
    return words.say("people ({numbers}) × {cards} = {points}", numbers=added, cards=line.each, points=points)


def _animals(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    return words.count(
        "{species}, {number} card = {points}",
        "{species}, {number} cards = {points}",
        line.cards,
        species=species_name(line.colour, words),
        points=line.number * line.each,
    )


def _dragon(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    return words.say("dragon {points}", points=line.number * line.each)


def _fairy(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    return words.say("fairy {points}", points=line.number * line.each)


def _wrong_chest(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    return words.count(
        "card in the wrong row {points}",
        "{number} cards in the wrong row × {each} = {points}",
        line.number,
        each=line.each,
        points=line.number * line.each,
    )


def _joker(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    return words.count(
        "animal joker {points}",
        "{number} animal jokers × {each} = {points}",
        line.number,
        each=line.each,
        points=line.number * line.each,
    )


def _series(line: ScoringLine, words: Translator, _numbers: Sequence[int]) -> str:
    number, params = line.number, {"each": line.each, "points": line.number * line.each}
    match line.cards:
        case 4:
            return words.count("series of four = {points}", "{number} series of four × {each} = {points}", number, **params)
        case 3:
            return words.count("series of three = {points}", "{number} series of three × {each} = {points}", number, **params)
        case 2:
            return words.count("series of two = {points}", "{number} series of two × {each} = {points}", number, **params)
        case _:
            return words.count("single building = {points}", "{number} single buildings = {points}", number, **params)


TERMS: Mapping[str, Callable[[ScoringLine, Translator, Sequence[int]], str]] = {
    "persons": _persons,
    "animals": _animals,
    "dragon": _dragon,
    "fairy": _fairy,
    "wrong": _wrong_chest,
    "joker": _joker,
    "series": _series,
}
"""How each kind of line is said."""
