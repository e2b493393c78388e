"""The list of occupied features, one line for each, for players who play without pictures."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.illegal_move_reasons import AROUND
from games.carcassonne.tile import Shape
from games.carcassonne.view import HOLDS_TILES, BoardView, FeatureView, PieceView
from text.carcassonne.board import figure
from text.carcassonne.choices import touched_cities_phrase
from text.carcassonne.segment_names import is_alone, kind_name, segment_at, side_at, tile_at
from text.message_templates import series
from text.translator import Translator
from text.users.player_names import safe


def held(view: BoardView, names: Sequence[str], words: Translator, *, worth: bool = True) -> list[str]:
    """Return a line for each feature with figures, by kind and then the largest first; with `worth`, with its points now."""
    stood_on = [(feature, _figures_on(feature, view)) for feature in view.features]
    told = sorted((pair for pair in stood_on if pair[1]), key=lambda pair: (_rank(pair[0].kind), -len(pair[0].segments)))
    if not told:
        return [words.say("There's nobody on the board.")]
    return [_line(feature, pieces, view, names, words, worth=worth) for feature, pieces in told]


_ORDER = ("city", "road", "cloister", "meadow")


def _rank(kind: str) -> int:
    """Return the place of a kind of feature in the list; kinds that expansions add come last."""
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _figures_on(feature: FeatureView, view: BoardView) -> list[PieceView]:
    parts = set(feature.segments)
    return [piece for piece in view.pieces if piece.seat is not None and (piece.x, piece.y, piece.part) in parts]


def _line(
    feature: FeatureView, pieces: Sequence[PieceView], view: BoardView, names: Sequence[str], words: Translator, *, worth: bool
) -> str:
    figures = [
        words.say("{figure} {square}", figure=figure(p, view, names, words), square=view.squares.name(p.x, p.y)) for p in pieces
    ]
    what = words.say("{kind} {squares}", kind=kind_name(feature.kind, words), squares=", ".join(_squares(feature, view, words)))
    texts = [
        ", ".join(figures),
        touched_cities_phrase(feature, words) if feature.kind == "meadow" else "",
        _open_ends(feature, view, words),
    ]
    texts += [_present_points(feature, names, words)] if worth else []
    return words.say("{what}: {told}.", what=what[:1].upper() + what[1:], told=series(filter(None, texts), words))


def _squares(feature: FeatureView, view: BoardView, words: Translator) -> list[str]:
    """Return the squares of a feature, each with the segment's side if the tile has several segments of the kind."""
    own_squares = []
    for x, y, part in feature.segments:
        side = "" if is_alone(view, x, y, part) else side_at(view, x, y, part, words)
        own_squares.append(f"{view.squares.name(x, y)} {side}".strip())
    assert view.printed is not None or not feature.printed
    return own_squares + [view.printed.parts[number].name for number in feature.printed if view.printed]


def _open_ends(feature: FeatureView, view: BoardView, words: Translator) -> str:
    if segment_at(view, *feature.segments[0]).kind.shape is Shape.AROUND:
        return words.count("{number} square missing", "{number} squares missing", feature.ends)
    number = _meadow_ends(feature, view) if feature.kind == "meadow" else feature.ends
    return words.count("{number} open end", "{number} open ends", number) if number else words.say("no open ends")


def _meadow_ends(feature: FeatureView, view: BoardView) -> int:
    """Return the number of sides at which a field can still be continued."""
    sides = {(x, y, port // 2) for x, y, part in feature.segments for port in segment_at(view, x, y, part).ports}
    return sum(_may_hold(view, x + AROUND[side][0], y + AROUND[side][1]) for x, y, side in sides)


def _may_hold(view: BoardView, x: int, y: int) -> bool:
    return tile_at(view, x, y) is None and (view.printed is None or view.printed.glyph((x, y)) in HOLDS_TILES)


def _present_points(feature: FeatureView, names: Sequence[str], words: Translator) -> str:
    """Return the points that each owner of a feature would get if the game ended now, zero included."""
    gains = dict.fromkeys(feature.owners, 0)
    for seat, points, _ in feature.gains:
        gains[seat] = gains.get(seat, 0) + points
    if not gains:
        return words.say("nobody has a majority")
    who = ", ".join(words.say("{name} +{points}", name=safe(names[seat]), points=points) for seat, points in gains.items())
    return words.say("now {gains}", gains=who)
