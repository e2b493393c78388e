"""The explanation why one turn is better than another, from the two positions after them.

It compares what is finished, how likely the rest is, who owns it and what fields bring; expansions add reasons in their
phrasebooks. "City of Anna: 7 of 31 tiles finish it, at M9; as played: 2 of 31 tiles finish it, at N12".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.carcassonne.illegal_move_reasons import AROUND, empty_squares, fitting_turns
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.view import BoardView, FeatureView
from games.core.evaluation_terms import EvaluationTerm
from text.carcassonne import evaluation_reasons
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import kind_name, segment_at
from text.carcassonne.turn_reasons import BEFORE, PLAYED, ComparedPositions, FeaturePair, TurnReason
from text.translator import Translator
from text.users.player_names import safe

MOST = 3
"""Lines that are told: what differs most."""

PLACES = 2
"""Lines that are told below the terms."""

DONE = 1.5
"""What is finished is worth, by that measure: nothing can go wrong any more, and its figures are home."""

HOPED = 1.5
"""Points that a city that is open yet may bring a meadow, or so."""


class _Hope(NamedTuple):
    """The empty squares that a feature needs for its completion, and the number of tiles that fit the hardest one."""

    squares: int
    """How many are still missing; 0: it is finished."""
    square: tuple[int, int]
    """The one that is hardest to fill."""
    fit: int
    """How many of the tiles left fit there."""

    @property
    def worth(self) -> float:
        """The likelihood of completion as a score from 0 (impossible) to below 1; `DONE` for a finished feature."""
        if not self.squares:
            return DONE
        return 1 / (1 + self.squares / self.fit * 4) if self.fit else 0.0


def reasons(
    played: BoardView, better: BoardView, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
) -> list[str]:
    """Return the reasons why `better` is better for `seat` than `played`, as specified by `ComparisonTexts.reasons`."""
    pair = ComparedPositions(played, better, PLAYED, seat, names, words)
    return _term_lines(pair, [*_find_reasons(pair), *_figure_reasons(pair)], terms)


def changes(
    before: BoardView, after: BoardView, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
) -> list[str]:
    """Return the effects of a turn for `seat`, as specified by `ComparisonTexts.changes`."""
    pair = ComparedPositions(before, after, BEFORE, seat, names, words)
    return _term_lines(pair, _find_reasons(pair), terms)


def _term_lines(pair: ComparedPositions, found: Sequence[TurnReason], terms: Sequence[EvaluationTerm]) -> list[str]:
    """Return the line of the difference in points, followed by the reasons that belong to its topics.

    Without `terms`, only the most important reasons.
    """
    if not terms:
        return _foremost(found, MOST)
    named = evaluation_reasons.topics(terms)
    about = {"", *(topic.name for topic in named if topic.points > 0)}
    line = evaluation_reasons.line(named, pair.other, pair.better, pair.seat, pair.names, pair.words)
    return [
        *([line] if line else ()),
        *_foremost([why for why in found if why.about in about - {evaluation_reasons.MEEPLES}], PLACES),
    ]


def _find_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return all reasons except those about free meeples, since every turn may use one up."""
    own = [why for same in pair.held() for why in (_meadow if same.better.kind == SegmentKind.FIELD else _completable)(pair, same)]
    return own + [why for reason in phrases().reasons for why in reason(pair)]


def _foremost(reasons: Sequence[TurnReason], most: int) -> list[str]:
    lines = dict.fromkeys(why.line for why in sorted(reasons, key=lambda why: -why.worth) if why.worth > 0)
    return list(lines)[:most]


def _subject_of_reason(pair: ComparedPositions, same: FeaturePair) -> str:
    return pair.of(kind_name(same.better.kind, pair.words), same.holders)


def _otherwise(pair: ComparedPositions, same: FeaturePair, text: str) -> str:
    """Return `text` if the feature has the same owners in the other position, else a text that tells its owners there."""
    if same.other is None or same.other.owners == same.holders or same.other.complete:
        return text
    if not same.other.owners:
        return pair.words.say("nobody holds it")
    return pair.words.say("held by {names}", names=pair.named(same.other.owners))


# --- roads, cities, cloisters --------------------------------------------------------------------------------------------


def _completable(pair: ComparedPositions, same: FeaturePair) -> list[TurnReason]:
    """Return the reason that a road, city or monastery is more or less likely to be finished, or has other owners."""
    good, bad = _hope(same.better, pair.better), None if same.other is None else _hope(same.other, pair.other)
    is_taken = same.other is not None and not same.other.complete and same.other.owners != same.holders
    if good is None or (good == bad and not is_taken):
        return []
    if is_taken:
        gain = good.worth + (1.0 if same.other and same.other.owners else 0.0)
    else:
        gain = good.worth - (bad.worth if bad else 0.0)
    worth = gain * (1 + len(same.better.segments)) * pair.side(*same.holders)
    beside = _otherwise(pair, same, _chance(bad, pair.other, pair.words) if bad else "")
    return [
        TurnReason(
            worth, pair.line(_subject_of_reason(pair, same), _chance(good, pair.better, pair.words), beside), same.better.kind
        )
    ]


def _hope(feature: FeatureView, view: BoardView) -> _Hope | None:
    """Return what a feature needs for its completion; None if there is no square on which it could grow."""
    if feature.complete:
        return _Hope(0, (0, 0), 0)
    missing = _missing_squares(feature, view)
    counted = [(sum(number for tile, number in view.bag if fitting_turns(view, tile, square)), square) for square in missing]
    if not counted:
        return None
    fit, square = min(counted)
    return _Hope(len(counted), square, fit)


def _missing_squares(feature: FeatureView, view: BoardView) -> list[tuple[int, int]]:
    """Return the empty squares that a feature needs: at its open ends, or around a monastery."""
    near = {square for x, y, part in feature.segments for square in _squares_beside(view, x, y, part)}
    return sorted(near & set(empty_squares(view)))


def _squares_beside(view: BoardView, x: int, y: int, part: str) -> Iterator[tuple[int, int]]:
    segment = segment_at(view, x, y, part)
    if segment.kind.shape is Shape.AROUND:
        yield from ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    else:
        yield from ((x + AROUND[side][0], y + AROUND[side][1]) for side in segment.ports)


def _chance(hope: _Hope, view: BoardView, words: Translator) -> str:
    square, left = view.squares.name(*hope.square), sum(number for _, number in view.bag)
    if not hope.squares:
        return words.say("finished at once")
    if not hope.fit:
        return words.say("none of the tiles left fits at {square}", square=square)
    if hope.squares == 1:
        return words.count(
            "{number} of the {left} tiles left finishes it (at {square})",
            "{number} of the {left} tiles left finish it (at {square})",
            hope.fit,
            left=left,
            square=square,
        )
    return words.count(
        "{squares} squares missing; the hardest is {square}, where {number} of the {left} tiles left fits",
        "{squares} squares missing; the hardest is {square}, where {number} of the {left} tiles left fit",
        hope.fit,
        left=left,
        square=square,
        squares=hope.squares,
    )


# --- meadows, figures ----------------------------------------------------------------------------------------------------


def _meadow(pair: ComparedPositions, same: FeaturePair) -> list[TurnReason]:
    """Return the reason that a field brings more or fewer points, or has other owners."""
    mine, theirs = _field_points(same.better), 0 if same.other is None else _field_points(same.other)
    is_taken = same.other is not None and same.other.owners != same.better.owners
    opened = same.better.cities[1] - (0 if same.other is None else same.other.cities[1])
    gain = (mine + HOPED * same.better.cities[1]) if is_taken else mine - theirs + HOPED * opened
    if not gain:
        return []
    beside = "" if same.other is None else _otherwise(pair, same, _cities(same.other, pair.words))
    line = pair.line(_subject_of_reason(pair, same), _cities(same.better, pair.words), beside)
    return [TurnReason(gain * pair.side(*same.better.owners), line, SegmentKind.FIELD)]


def _field_points(meadow: FeatureView) -> int:
    """Return the points that a field would bring each of its owners if the game ended now."""
    return max((points for _, points, _ in meadow.gains), default=0)


def _cities(meadow: FeatureView, words: Translator) -> str:
    finished, unfinished = meadow.cities
    return words.count(
        "{number} point as it stands; cities: {finished} finished, {unfinished} open",
        "{number} points as it stands; cities: {finished} finished, {unfinished} open",
        _field_points(meadow),
        finished=finished,
        unfinished=unfinished,
    )


def _figure_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about seats with more free meeples than in the other position."""
    lines = []
    for mine, other in zip(pair.better.seats, pair.other.seats, strict=True):
        more = mine.meeples - other.meeples
        if more > 0:
            name = safe(pair.names[mine.seat])
            count = pair.words.count("{name} keeps {number} more meeple.", "{name} keeps {number} more meeples.", more, name=name)
            lines.append(TurnReason(0.5 * more * pair.side(mine.seat), count, evaluation_reasons.MEEPLES))
    return lines
