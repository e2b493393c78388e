"""The texts of legal actions for buttons, lists and typing, and the numbering of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.illegal_move_reasons import feature_at
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.view import BoardView, FeatureView, PieceView
from games.carcassonne.view_builder import figure_emoji, tile_emoji
from text.carcassonne.phrasebook import Count, Say, phrases
from text.carcassonne.segment_names import is_alone, place_at, segment_at, side_at
from text.carcassonne.terms import is_follower, role_name, standing_role
from text.carcassonne.tiles import as_it_lies, tile_name
from text.protocol import DETAIL, LABEL, ChoiceTexts, NamedSpot, cut
from text.translator import ENGLISH, Translator
from text.users.player_names import plain


def choice(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    """Return the texts of an action, cut to the lengths that Discord allows."""
    texts = (SAY.get(action.verb) or phrases().say[action.verb])(action, view, names, words)
    return texts._replace(label=cut(texts.label, LABEL), detail=cut(texts.detail, DETAIL))


def spots(view: BoardView, legal: Sequence[Action], _words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
    """Return the squares on which the tile can be placed or the game can start, numbered row by row from the north-west."""
    by_square: dict[tuple[int, int], list[Action]] = {}
    for action in legal:
        if action.verb in ("place", "start"):
            by_square.setdefault(action.square, []).append(action)
    squares = sorted(by_square, key=lambda square: (square[1], square[0]))
    return tuple(NamedSpot(n, square, view.squares.name(*square), tuple(by_square[square])) for n, square in enumerate(squares, 1))


def square_of(action: Action, view: BoardView) -> tuple[int, int]:
    """Return the square that an action names, or that of the tile just placed."""
    if action.cell != NOWHERE:
        return action.square
    assert view.current is not None, action
    return view.current


def group(action: Action, view: BoardView) -> str:
    """Return the name of the square that an action names; empty for an action without one."""
    return "" if action.cell == NOWHERE else view.squares.name(*action.square)


def _place(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    detail = as_it_lies(view.hand, action.turn, words) if view.hand else ""
    shown = view.hand and not view.printed  # emoji are tiles of the boxes, and a map's look different
    sign = words.sign(tile_emoji(view.hand, action.turn)).strip() if view.hand and shown else ""
    return ChoiceTexts(group(action, view), f"{action.turn * 90}°", detail, str(action.turn * 90), sign)


def _deploy(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    x, y = square_of(action, view)
    kind = segment_at(view, x, y, action.part).kind
    role = role_name(action.what, standing_role(action.what, kind), words)
    side = told_apart(action.what, view, x, y, action.part, words)
    label = words.say("{figure}, {side}", figure=role, side=side) if side and kind.shape not in (Shape.AROUND, Shape.SPOT) else role
    short = typed(action, view, words)
    sign = words.sign(figure_emoji(action.what, standing_role(action.what, kind), view.to_act[0])).strip() if view.to_act else ""
    return ChoiceTexts(group(action, view), label, _feature(view, x, y, action.part, kind, words), short, sign, role)


def typed(action: Action, view: BoardView, words: Translator) -> str:
    """Return the text to type for an action, without its square; the same as `ChoiceTexts.short`, but quicker to compute."""
    if action.verb != "deploy":
        return choice(action, view, ("?",) * len(view.seats), words).short
    x, y = square_of(action, view)
    role = role_name(action.what, standing_role(action.what, segment_at(view, x, y, action.part).kind), words)
    return role if is_alone(view, x, y, action.part) else f"{role} {side_at(view, x, y, action.part, words)}".strip()


def told_apart(piece: str, view: BoardView, x: int, y: int, part: str, words: Translator) -> str:
    """Return the words that distinguish a figure on its tile: the side of its segment, or the segment's name.

    A follower's role implies the kind of segment, so the side is enough; a builder may stand on a road or in a city.
    """
    if is_follower(piece):
        return side_at(view, x, y, part, words)
    return place_at(view, x, y, part, words)


def _feature(view: BoardView, x: int, y: int, part: str, kind: SegmentKind, words: Translator) -> str:
    """Return the size of an unfinished feature, or that it is finished; empty for a segment that is a single spot."""
    if kind.shape is Shape.SPOT:
        return ""
    feature = feature_at(view, x, y, part)
    if feature is None or feature.complete:
        return words.say("finished")
    if kind.shape is Shape.AROUND:
        there = sum(max(abs(t.x - x), abs(t.y - y)) <= 1 for t in view.tiles)
        return words.say("{there} of 9 tiles placed", there=there)
    size = len({(sx, sy) for sx, sy, _ in feature.segments})
    if kind is SegmentKind.FIELD:
        return f"{_OPEN[kind](size, words)}, {touched_cities_phrase(feature, words)}"
    return (_OPEN.get(kind) or phrases().open[kind])(size, words)


_OPEN: Mapping[str, Count] = {
    SegmentKind.CITY: lambda size, words: words.count("open city of {number} tile", "open city of {number} tiles", size),
    SegmentKind.ROAD: lambda size, words: words.count("open road of {number} tile", "open road of {number} tiles", size),
    SegmentKind.FIELD: lambda size, words: words.count("field on {number} tile", "field on {number} tiles", size),
}


def touched_cities_phrase(feature: FeatureView, words: Translator) -> str:
    """Return the text about the cities beside a field: `touches 2 finished cities and 1 open city`."""
    finished, unfinished = feature.cities
    parts = [
        words.count("{number} finished city", "{number} finished cities", finished) if finished else "",
        words.count("{number} open city", "{number} open cities", unfinished) if unfinished else "",
    ]
    told = words.list([part for part in parts if part])
    return words.say("touches {cities}", cities=told) if told else words.say("touches no city")


def _skip(_action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    if view.decision == "deploy" and view.to_act:
        kept = view.seat(view.to_act[0]).meeples
        detail = words.say("keep your meeples for later") if kept else ""  # none are left to keep
        return ChoiceTexts("", words.say("no meeple ({number} left)", number=kept), detail, "-", brief=words.say("no meeple"))
    return ChoiceTexts("", words.say("none"), "", "-")


def draw(action: Action, _view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    """Return the texts of a tile that could be drawn next."""
    return ChoiceTexts("", tile_name(action.what, words), action.what, action.what)


def figure_of(action: Action, view: BoardView) -> PieceView:
    """Return the player's figure on the segment that an action names."""
    x, y = square_of(action, view)
    return next(p for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None)


def standing_name(action: Action, view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the name of the figure that an action names on the board, with its owner: `knight (Ben)`."""
    figure = figure_of(action, view)
    assert figure.seat is not None
    return words.say("{figure} ({name})", figure=standing_figure(action, view, words), name=plain(names[figure.seat])[:10])


def standing_figure(action: Action, view: BoardView, words: Translator) -> str:
    """Return the name of the figure that an action names on the board: `knight`."""
    figure = figure_of(action, view)
    return role_name(figure.kind, figure.role, words)


def aimed(verb: str, action: Action, view: BoardView, words: Translator) -> str:
    """Return the text to type for an action on a figure on the board: `capture farmer`.

    The side is added if the tile has several segments of the kind.
    """
    x, y = square_of(action, view)
    figure = figure_of(action, view)
    side = "" if is_alone(view, x, y, action.part) else side_at(view, x, y, action.part, words)
    return " ".join(part for part in (verb, role_name(figure.kind, figure.role, words), side) if part)


SAY: Mapping[str, Say] = {"draw": draw, "place": _place, "deploy": _deploy, "skip": _skip}
"""How the verbs of every game are said."""
