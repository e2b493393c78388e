"""The explanations of scores: what was counted, who has the majority, and why the reader gets nothing.

The module is the `ScoreTexts` of the game, together with `scored` and `ahead` from the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.carcassonne.events import FIGURES, ScoredFigure
from games.carcassonne.score_explanations import Scoring, ahead, scored
from games.carcassonne.view import BoardView
from games.core.game import Seat
from text.carcassonne.fields import name_of
from text.carcassonne.phrasebook import phrases
from text.carcassonne.score_lines import by_seat, crowd, explained, is_uneven, title, votes
from text.carcassonne.terms import counted, mark_name, role_name
from text.message_templates import opened
from text.play.choice_values import signed
from text.protocol import DETAIL, ScoreLine, cut
from text.translator import Translator, phrase
from text.users.player_names import colour, plain, safe

__all__ = ["ahead", "has_place", "line", "scored", "why"]

SQUARES = 24
"""Squares that are named; a larger feature is seen in the picture."""


def has_place(thing: Scoring) -> bool:
    """Return whether a scoring belongs to squares of the board, so that a picture can show it."""
    return bool(thing.squares)


def line(thing: Scoring, view: BoardView, names: Sequence[str], words: Translator) -> ScoreLine:
    """Return the texts of a scoring for a select."""
    sums = Counter[int]()
    for gain in thing.gains:  # of one seat there may be two: a bonus beside its points
        sums[gain.seat] += gain.points
    gains = ", ".join(_signed_gain(plain(names[seat]), points, words) for seat, points in sums.items())
    label = words.say("{what}: {gains}", what=headline(thing, view, words), gains=gains or words.say("nobody gets points"))
    sign = colour(thing.gains[0].seat, words).strip() if len(sums) == 1 else ""
    return ScoreLine(cut(label, DETAIL), cut(_sum(thing, words), DETAIL), sign)


def why(thing: Scoring, view: BoardView, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
    """Return the explanation of a scoring, line by line."""
    return [
        f"**{headline(thing, view, words)}**",
        *_occasion(thing, words),
        *_calculation_lines(thing, view, words),
        *_gain_lines(thing, names, words),
        *_figure_lines(thing, view, names, words),
        *_majority(thing, names, words),
        *_missed_by_reader(thing, viewer, words),
    ]


def headline(thing: Scoring, view: BoardView, words: Translator) -> str:
    """Return the title of a scoring: `city finished at N12`, `most wine`."""
    what = title(thing.kind, words, complete=thing.complete)
    if thing.square is None:
        return what
    square = name_of(thing.feature, view) if thing.feature else view.squares.name(*thing.square)
    return words.say("{what} at {square}", what=what, square=square)


def _occasion(thing: Scoring, words: Translator) -> list[str]:
    """Return the sentence about why a scoring came when it did, in a list; empty if the headline makes it clear."""
    if thing.occasion in phrases().occasions:
        return [words.say(phrases().occasions[thing.occasion])]
    return [words.say("Counted at the end of the game.")] if thing.is_final and thing.now else []


def _sum(thing: Scoring, words: Translator) -> str:
    """Return how the largest gain adds up: `(5 tiles + 1 shield) ×2 = 12`; empty if the title says it all."""
    best = max(thing.gains, key=lambda gain: gain.points, default=None)
    return ", ".join(explained(best, thing.kind, words)) if best else ""


def _calculation_lines(thing: Scoring, view: BoardView, words: Translator) -> list[str]:
    if not 1 < len(thing.squares) <= SQUARES:
        return []
    squares = ", ".join(view.squares.name(*square) for square in thing.squares)
    return [words.say("Tiles: {squares}", squares=squares)]


def _gain_lines(thing: Scoring, names: Sequence[str], words: Translator) -> list[str]:
    """Return a line for each seat's gain, with how it adds up."""
    paid = _PAID if thing.now else _AHEAD
    told = []
    for gain in thing.gains:
        parts = ", ".join(explained(gain, thing.kind, words))
        name = safe(names[gain.seat])
        if parts:
            told.append(words.say(paid, name=name, points=gain.points, sum=parts))
        elif thing.now:
            told.append(_signed_gain(name, gain.points, words))
        else:
            told.append(words.say("{name} +{points} if the game ended now", name=name, points=gain.points))
    return told


_PAID = phrase("{name} +{points}: {sum}")
_AHEAD = phrase("{name} +{points} if the game ended now: {sum}")


def _signed_gain(name: str, points: int, words: Translator) -> str:
    """Return a player's gain: `Anna +4`, `Anna −2`."""
    if points >= 0:
        return words.say("{name} +{points}", name=name, points=points)
    return words.say("{name} {gain}", name=name, gain=signed(points))


def _figure_lines(thing: Scoring, view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    stood = [_figure_text(figure, safe(names[figure.seat]), view, words) for figure in thing.figures]
    return [words.say("On it: {figures}", figures=", ".join(stood))] if stood else []


def _figure_text(figure: ScoredFigure, name: str, view: BoardView, words: Translator) -> str:
    return words.say(
        "{figure} ({name}) {square}",
        figure=role_name(figure.piece, figure.role, words),
        name=name,
        square=view.squares.name(figure.x, figure.y),
    )


def _majority(thing: Scoring, names: Sequence[str], words: Translator) -> list[str]:
    """Return the sentence about who has the majority, in a list; empty if fewer than two players compete.

    It names the figures that count more than once.
    """
    if len(thing.weights) < 2:
        return []
    owners = [safe(names[seat]) for seat in thing.owners]
    figures = thing.figures if thing.unit == FIGURES else ()
    what = words.say("Meeples") if thing.unit == FIGURES else opened(mark_name(thing.unit, words))
    numbers = votes(thing.weights, figures, names, words)
    if len(owners) == 1:
        name = owners[0]
        phrase_text = words.say(
            "{what}: {numbers}. {name} has the most and gets all the points.", what=what, numbers=numbers, name=name
        )
    else:
        tied = words.list(owners)
        phrase_text = words.say(
            "{what}: {numbers}. Tie: {names}. Each gets all the points.", what=what, numbers=numbers, names=tied
        )
    strong = [sentence for piece, sentence in phrases().counts.items() if any(figure.piece == piece for figure in figures)]
    return [" ".join([phrase_text, *map(words.say, strong)])]


def _missed_by_reader(thing: Scoring, viewer: Seat | None, words: Translator) -> list[str]:
    """Return the sentence about why `viewer` gets no points, in a list; empty if that isn't so or there is no viewer."""
    if viewer is None or viewer in thing.owners or not thing.weights or not thing.gains:
        return []
    own, most = dict(thing.weights).get(viewer, 0), max(number for _, number in thing.weights)
    if thing.unit != FIGURES:
        return [words.say("Nothing for you: {own} against {most}.", own=counted(thing.unit, own, words), most=most)]
    if not own:
        return [words.say(_NOBODY_STOOD if thing.now else _NOBODY_STANDS)]
    standing = by_seat(thing.figures)
    if is_uneven(thing.weights, standing):
        mine, theirs = crowd(standing[viewer], words), crowd(standing[thing.owners[0]], words)
        return [words.say("Nothing for you: your {own} against {most}.", own=mine, most=theirs)]
    count = words.count(
        "Nothing for you: your {number} meeple against {most}.",
        "Nothing for you: your {number} meeples against {most}.",
        own,
        most=most,
    )
    return [count]


_NOBODY_STOOD = phrase("Nothing for you: you had no meeple there.")
_NOBODY_STANDS = phrase("Nothing for you: you have no meeple there.")
