"""Contents of tournament and game charts as ready texts and numbers, for painters and for alt texts."""

from __future__ import annotations

from typing import NamedTuple

WON, DRAWN, LOST, OPEN, SELF, NONE = "won", "drawn", "lost", "open", "self", "none"
"""What a mark says: how a pairing went, that it is still to come, that this would be oneself, or nothing."""


class CrossTableCell(NamedTuple):
    """A cell of a cross-table."""

    kind: str
    text: str = ""
    """A few signs: an opponent's place, a half."""


class TableLine(NamedTuple):
    """One entrant in a table."""

    rank: str
    name: str
    values: tuple[str, ...]
    """As many as the table has heads of values; the first are their points."""
    marks: tuple[CrossTableCell, ...] = ()
    gone: bool = False
    """Whether they are out of the event."""
    own: bool = False
    """Whether it is the reader themselves."""


class TableGrid(NamedTuple):
    """Standings, or a cross-table."""

    title: str
    """Empty where it needs none."""
    heads: tuple[str, ...]
    """Of the values."""
    lines: tuple[TableLine, ...]
    numbers: tuple[str, ...] = ()
    """Heads of the marks."""
    labelled: bool = False
    """Whether a mark is only understood with its head."""


class BracketSide(NamedTuple):
    """One entrant's line in a bracket match."""

    name: str
    """Empty: not known yet."""
    score: str = ""
    won: bool | None = None
    """None: not decided."""
    own: bool = False


class BracketMatchView(NamedTuple):
    """One match of a bracket chart; without `lower` the upper entrant has a bye."""

    upper: BracketSide
    lower: BracketSide | None


class Bracket(NamedTuple):
    """A knock-out chart or part of one: each round has as many matches as the one before it, or half as many."""

    heads: tuple[str, ...]
    """What the rounds are called."""
    rounds: tuple[tuple[BracketMatchView, ...], ...]
    third: BracketMatchView | None = None
    """The game for the third place."""
    third_head: str = ""
    title: str = ""
    """Which part it is; empty where it needs none."""


class Champion(NamedTuple):
    """The winner's chart at the end of an event."""

    event: str
    places: tuple[tuple[str, str], ...]
    """Rank and name, the champion first; a few of them."""
    detail: str
    """In one line what they have won."""


class RatingCurve(NamedTuple):
    """One player's rating after each game."""

    name: str
    """What is rated."""
    value: str
    """As it stands now, in writing."""
    course: tuple[float, ...]
    """After each game, the oldest first."""


class ProfileCard(NamedTuple):
    """One player's playing record."""

    name: str
    facts: tuple[tuple[str, str], ...]
    """Value and what it is: `12`, `games`."""
    curves: tuple[RatingCurve, ...]


class FrontPage(NamedTuple):
    """The front page of a weekly paper."""

    title: str
    day: str
    """Which week, and whose."""
    headline: str
    detail: str
    """A line below the headline."""
    scene: bytes
    """What the headline is about, as a picture; empty without."""
    items: tuple[tuple[str, str], ...]
    """What else there is, each below what it is: `Record`, `Longest road: 17 tiles`."""


class ExpectedCourse(NamedTuple):
    """The expected result of one game after each decision."""

    names: tuple[str, ...]
    """By seat."""
    lines: tuple[tuple[float, ...], ...]
    """By seat, after each decision of any seat: by how many points it was expected to be ahead of the best of the others."""
    marks: tuple[tuple[int, int], ...] = ()
    """(seat, place in its line) of the moments that are told, which are numbered in this order from 1."""
