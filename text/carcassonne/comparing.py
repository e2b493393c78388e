"""Why one turn is better than another, from the two positions that they lead to: what is finished, and how likely the rest is.

"city of Anna: 7 of 31 tiles would finish it at M9; as played, 2 at N12".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.carcassonne.tile import Kind, Shape
from games.carcassonne.view import BoardView, FeatureView
from games.carcassonne.why import AROUND, fitting, holes
from text.carcassonne.places import kind_name, segment_at
from text.language import Words, phrase
from text.names import safe

MOST = 3
"""Lines that are told: what differs most."""

PLAYED, BEFORE = phrase("{line}; as played: {chance}"), phrase("{line}; before: {chance}")
"""How the other position is told beside the better one."""


class _Hope(NamedTuple):
    """What stands between a feature and its completion."""

    squares: int
    """How many are still missing; 0: it is finished."""
    square: tuple[int, int]
    """The one that is hardest to fill."""
    fit: int
    """How many of the tiles left fit there."""

    @property
    def worth(self) -> float:
        """A measure to compare by, from 0 (dead) to 1 (finished)."""
        return 0.0 if not self.fit and self.squares else 1 / (1 + self.squares / max(self.fit, 1) * 4)


class _Same(NamedTuple):
    """One feature after the better turn, and in the other position; None where it is not there."""

    better: FeatureView
    other: FeatureView | None

    @property
    def holders(self) -> tuple[int, ...]:
        """Whom it brings, or has just brought, its points."""
        return self.better.owners or (self.other.owners if self.other is not None else ())


def reasons(played: BoardView, better: BoardView, names: Sequence[str], words: Words) -> list[str]:
    """See `CompareWords.reasons`."""
    found = [*_differences(played, better, PLAYED, names, words), *_figures(played, better, names, words)]
    return _foremost(found)


def changes(before: BoardView, after: BoardView, names: Sequence[str], words: Words) -> list[str]:
    """See `CompareWords.changes`."""
    return _foremost(_differences(before, after, BEFORE, names, words))


def _foremost(found: Sequence[tuple[float, str]]) -> list[str]:
    return [line for _, line in sorted(found, key=lambda one: -one[0])[:MOST]]


def _differences(other: BoardView, better: BoardView, beside: str, names: Sequence[str], words: Words) -> list[tuple[float, str]]:
    """(how much it matters, line) for all that stands better, or worse, than in the other position."""
    found = []
    for same in _held(other, better):
        good, bad = _hope(same.better, better), None if same.other is None else _hope(same.other, other)
        if good is not None and good != bad:
            differs = abs(good.worth - (bad.worth if bad else 0.0)) * (1 + len(same.better.segments))
            found.append((differs, _told(same, good, bad, better, beside, names, words)))
    return found


def _held(other: BoardView, better: BoardView) -> Iterator[_Same]:
    """Everything that somebody holds, in both positions; of meadows, which are never finished, nothing can be said."""
    known = {segment: feature for feature in (*other.features, *other.closed) for segment in feature.segments}
    for feature in (*better.features, *better.closed):
        same = _Same(feature, next((known[segment] for segment in feature.segments if segment in known), None))
        if feature.kind != Kind.MEADOW and same.holders:
            yield same


def _hope(feature: FeatureView, view: BoardView) -> _Hope | None:
    """None for what has no squares to be filled."""
    if feature.complete:
        return _Hope(0, (0, 0), 0)
    missing = _missing(feature, view)
    counted = [(sum(number for tile, number in view.bag if fitting(view, tile, square)), square) for square in missing]
    if not counted:
        return None
    fit, square = min(counted)
    return _Hope(len(counted), square, fit)


def _missing(feature: FeatureView, view: BoardView) -> list[tuple[int, int]]:
    """The squares at its open ends, or around it."""
    near = {square for x, y, part in feature.segments for square in _beside(view, x, y, part)}
    return sorted(near & set(holes(view)))


def _beside(view: BoardView, x: int, y: int, part: str) -> Iterator[tuple[int, int]]:
    segment = segment_at(view, x, y, part)
    if segment.kind.shape is Shape.AROUND:
        yield from ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    else:
        yield from ((x + AROUND[side][0], y + AROUND[side][1]) for side in segment.ports)


def _told(same: _Same, good: _Hope, bad: _Hope | None, view: BoardView, beside: str, names: Sequence[str], words: Words) -> str:
    holders = words.list([safe(names[seat]) for seat in same.holders])
    what = words.say("{kind} of {names}", kind=kind_name(same.better.kind, words), names=holders)
    line = words.say("{what}: {chance}", what=what[:1].upper() + what[1:], chance=_chance(good, view, words))
    if bad is None:
        return line
    return words.say(beside, line=line, chance=_chance(bad, view, words))


def _chance(hope: _Hope, view: BoardView, words: Words) -> str:
    square, left = view.squares.name(*hope.square), sum(number for _, number in view.bag)
    if not hope.squares:
        return words.say("finished at once")
    if not hope.fit:
        return words.say("no tile left fits at {square}", square=square)
    if hope.squares == 1:
        return words.count(
            "{number} of {left} tiles finishes it, at {square}",
            "{number} of {left} tiles finish it, at {square}",
            hope.fit,
            left=left,
            square=square,
        )
    return words.count(
        "{squares} squares missing, the hardest is {square}, where {number} of {left} tiles fits",
        "{squares} squares missing, the hardest is {square}, where {number} of {left} tiles fit",
        hope.fit,
        left=left,
        square=square,
        squares=hope.squares,
    )


def _figures(played: BoardView, better: BoardView, names: Sequence[str], words: Words) -> list[tuple[float, str]]:
    """Who has more figures at hand than otherwise."""
    lines = []
    for mine, other in zip(better.seats, played.seats, strict=True):
        more = sum(number for _, number in mine.supply) - sum(number for _, number in other.supply)
        if more > 0:
            said = words.count(
                "{name} keeps {number} more meeple.", "{name} keeps {number} more meeples.", more, name=safe(names[mine.seat])
            )
            lines.append((0.5 * more, said))
    return lines
