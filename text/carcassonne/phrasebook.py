"""The class of an expansion's texts, as typed tables, and the sum of all expansions' tables.

The texts of an expansion are the constant `WORDS`, a `Phrasebook`, of the module `text.carcassonne.expansions.<its name>`; no other
module imports it. The base game's tables are in the modules that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from games.carcassonne.actions import Action
from games.carcassonne.expansion import expansion_modules
from games.carcassonne.tile import Tile
from games.carcassonne.view import BoardView
from text.carcassonne.event_narrator import EventNarrator
from text.carcassonne.turn_reasons import ReasonFinder
from text.protocol import ChoiceTexts
from text.translator import Translator

HOME = "text.carcassonne.expansions"

Count: TypeAlias = Callable[[int, Translator], str]
"""A number of things: `2 big meeples`."""

Say: TypeAlias = Callable[[Action, BoardView, Sequence[str], Translator], ChoiceTexts]
Tell: TypeAlias = Callable[[EventNarrator, Any], None]


@dataclass(frozen=True)
class Phrasebook:
    """The texts that one expansion adds to the game, by purpose; every table may be empty."""

    # figures, marks and what is counted
    roles: Mapping[str, str] = field(default_factory=dict)
    """What figures are called where they stand: the roles of its kinds, and figures that are no followers."""
    titles: Mapping[str, Callable[[str, str, Translator], str]] = field(default_factory=dict)
    """Its followers that are called otherwise where they stand, from the role and its name: `big knight`."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What its figures are called off the board."""
    supply: Mapping[str, Count] = field(default_factory=dict)
    """Its figures off the board, counted."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """A sentence for each of its figures that counts more than once in a majority."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Its printed symbols."""
    counted: Mapping[str, Count] = field(default_factory=dict)
    """The things of its score lines, and what it lets a player own."""

    # kinds of segments
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What a segment of each of its kinds is called."""
    sided: Mapping[str, Callable[[str, Translator], str]] = field(default_factory=dict)
    """The same with the sides through which it runs: (`north-south`, words)."""
    open: Mapping[str, Count] = field(default_factory=dict)
    """An incomplete feature of so many tiles."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """By edge letter what a side shows."""
    printed: Callable[[Tile, Translator], list[str]] | None = None
    """What of a tile only this expansion can name, beside cities, roads and cloisters."""

    # choices
    say: Mapping[str, Say] = field(default_factory=dict)
    """How each of its verbs is said."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """By verb what choices are called that are not about the tile just laid: on the button that leads to them."""
    decisions: Mapping[str, Callable[[str, Translator], str]] = field(default_factory=dict)
    """What each of its decisions asks for: (name of the player, words)."""
    aims: Mapping[str, Callable[[Action, BoardView], str]] = field(default_factory=dict)
    """For verbs that lead somewhere without naming a segment: the direction, as a key of `places.WHERE`."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """For verbs without a segment the role that the figure takes."""
    refused: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By the code of a `Misread` and the role: why a figure cannot be placed as that."""
    role_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    piece_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verb_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What players type for its roles, figures and verbs, besides their names."""

    # what a position is worth
    worths: Mapping[str, str] = field(default_factory=dict)
    """By each measure of its prospects the topic to which it belongs: a key of `topics`, or one of the game's own."""
    topics: Mapping[str, str] = field(default_factory=dict)
    """What those topics are called: `fairy`, `danger from towers`."""

    # what happened
    tell: Mapping[type, Tell] = field(default_factory=dict)
    """How each of its events is told."""
    brings: tuple[type, ...] = ()
    """Those of its events that a draft may bring about and must say."""
    paid: Mapping[str, str] = field(default_factory=dict)
    """What payments are called, by the reason."""
    returned: Mapping[str, str] = field(default_factory=dict)
    """How a figure came back, by the reason."""
    closed: Mapping[str, str] = field(default_factory=dict)
    """By kind, for a feature that was completed."""
    unfinished: Mapping[str, str] = field(default_factory=dict)
    closes: Mapping[str, str] = field(default_factory=dict)
    """By kind, for a draft that completes one: `Finishes the road: {sum}.`"""
    others: Mapping[str, str] = field(default_factory=dict)
    """What is scored besides features; the name says all."""
    alone: Mapping[str, str] = field(default_factory=dict)
    """Score lines that are not counted."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """What changed a sum."""
    nothing: Mapping[str, str] = field(default_factory=dict)
    """Why a sum is nothing."""
    occasions: Mapping[str, str] = field(default_factory=dict)
    """A sentence for each of its own reasons for which something is scored just then (`FeatureScored.occasion`)."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Where points come from, for the result: the first word of a kind or reason."""

    # what is seen
    standing: Mapping[str, Callable[[str, int, Translator], str]] = field(default_factory=dict)
    """Marks of the view that no tile tells: (square, value, words)."""
    aside: Callable[[str, Translator], str] | None = None
    """A tile that waits beside the board."""

    legend: Mapping[str, str] = field(default_factory=dict)
    """What the legend calls its samples that have no other name, by `mark tower`, `piece tower`."""

    reasons: tuple[ReasonFinder, ...] = ()
    """What it finds in the difference between two turns, for those who look back and for hints."""

    # settings and help
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Label and description of each of its options."""
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Every named value of an option, its own name among the expansions included."""
    help: Mapping[str, str] = field(default_factory=dict)
    """What it adds to a help topic of the game."""


class PhrasebookSum(Phrasebook):
    """The merged tables of several phrasebooks; for `help`, `printed` and `aside` callers go through `books`."""

    books: tuple[Phrasebook, ...] = ()


def phrases() -> PhrasebookSum:
    """Return the merged texts of all expansions."""
    return _sum(expansion_modules())


@cache
def _sum(modules: tuple[str, ...]) -> PhrasebookSum:
    books: tuple[Phrasebook, ...] = tuple(import_module(f"{HOME}.{module}").WORDS for module in modules)
    merged: dict[str, Any] = {}
    for slot in (slot for slot in fields(Phrasebook) if slot.name != "help"):
        for value in (getattr(book, slot.name) for book in books):
            if isinstance(value, Mapping):
                twice = set(value) & set(merged.get(slot.name, {}))
                assert not twice, (slot.name, twice)
                merged[slot.name] = {**merged.get(slot.name, {}), **value}
            elif isinstance(value, tuple):
                merged[slot.name] = (*merged.get(slot.name, ()), *value)
    spoken = PhrasebookSum(**merged)
    object.__setattr__(spoken, "books", books)
    return spoken


def asking(theirs: str, yours: str) -> Callable[[str, Translator], str]:
    """Return a function that phrases a question as `theirs` about a named player, or as `yours` without a name.

    `theirs` has the placeholder `{name}`; `yours` addresses the reader.
    """
    return lambda name, words: words.say(theirs, name=name) if name else words.say(yours)
