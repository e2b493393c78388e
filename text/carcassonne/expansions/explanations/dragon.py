"""The reasons, with The Princess & the Dragon, why one turn is better than another."""

from __future__ import annotations

from games.carcassonne.catalog import tile
from games.carcassonne.view import BoardView, PieceView
from text.carcassonne.expansions.explanations import named
from text.carcassonne.segment_names import tile_at
from text.carcassonne.turn_reasons import ComparedPositions, TurnReason

_NEAR = 3
"""So many squares away a figure is in danger: the six steps of the dragon are made by turns, not all of them towards it."""

_COMPANY, _SENT, _EATEN = 3.0, 3.0, 3.0
"""Points that the fairy's company, a knight sent home and a figure eaten are worth telling, or so."""


def company(pair: ComparedPositions) -> list[TurnReason]:
    """Return the reason that the fairy stands with another player's figure than in the other position; empty without one."""
    here, there = _companion(pair.better), _companion(pair.other)
    if here is None or (there is not None and there.seat == here.seat):
        return []
    sentence = pair.words.say(
        "the fairy: a point at the start of each of your turns, 3 more when it scores, and safe from the dragon"
    )
    worth = _COMPANY if pair.seat == here.seat else -_COMPANY
    return [TurnReason(worth, pair.line(named(pair, here), sentence, named(pair, there) if there else ""), "fairy")]


def _companion(view: BoardView) -> PieceView | None:
    fairy = _neutral(view, "fairy")
    if fairy is None:
        return None
    there = [piece for piece in view.pieces if piece.seat is not None and (piece.x, piece.y) == (fairy.x, fairy.y)]
    return next((piece for piece in there if piece.part == fairy.part), None)


def removal_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about figures lost only in the better position: eaten by the dragon, or sent home by a princess."""
    dragon, before = _neutral(pair.better, "dragon"), _neutral(pair.other, "dragon")
    sends, lines = _has_princess(pair.better), []
    for piece in _departed_figures(pair):
        if dragon is not None and dragon != before and (piece.x, piece.y) == (dragon.x, dragon.y):
            lines.append(
                TurnReason(_EATEN * _loss(pair, piece), pair.line(named(pair, piece), pair.words.say("eaten by the dragon")))
            )
        elif sends and piece.role == "knight":
            lines.append(
                TurnReason(_SENT * _loss(pair, piece), pair.line(named(pair, piece), pair.words.say("sent back by the princess")))
            )
    return lines


def survival_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about figures of `pair.seat` that the dragon has eaten only in the other position."""
    dragon, here = _neutral(pair.other, "dragon"), _neutral(pair.better, "dragon")
    if dragon is None or dragon == here:
        return []
    there = {(piece.x, piece.y, piece.part) for piece in pair.other.pieces}
    stays, eaten = pair.words.say("stays"), pair.words.say("eaten by the dragon")
    return [
        TurnReason(_EATEN, pair.line(named(pair, piece), stays, eaten))
        for piece in pair.better.pieces
        if piece.seat == pair.seat and (piece.x, piece.y) == (dragon.x, dragon.y)
        if (piece.x, piece.y, piece.part) not in there
    ]


def _loss(pair: ComparedPositions, piece: PieceView) -> int:
    """Return whether losing a figure is good (1) or bad (-1) for the player whose turns are compared."""
    return -1 if piece.seat == pair.seat else 1


def _departed_figures(pair: ComparedPositions) -> list[PieceView]:
    """Return the figures that are on the board in the other position only, though their tile and feature have not scored.

    Figures of features finished in the better position are left out, since these come home.
    """
    here = {(piece.x, piece.y, piece.part) for piece in pair.better.pieces}
    finished = [feature for feature in (*pair.better.features, *pair.better.closed) if feature.complete]
    here.update(segment for feature in finished for segment in feature.segments)
    return [
        piece
        for piece in pair.other.pieces
        if piece.seat is not None
        and (piece.x, piece.y, piece.part) not in here
        and tile_at(pair.better, piece.x, piece.y) == tile_at(pair.other, piece.x, piece.y)
    ]


def dragon_near(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about figures that the dragon threatens in only one of the positions."""
    here, there = _threatened_figures(pair.better), _threatened_figures(pair.other)
    nearby = []
    for piece, steps in here.items():
        if piece.seat != pair.seat and piece not in there:
            nearby.append(_danger(pair, piece, steps, pair.line(named(pair, piece), _walks(pair, steps))))
    for piece, steps in there.items():
        if piece.seat == pair.seat and piece not in here and (spared := pair.spared(piece, pair.words.say("far from the dragon"))):
            nearby.append(_danger(pair, piece, steps, pair.line(named(pair, piece), spared, _walks(pair, steps))))
    return nearby


def _threatened_figures(view: BoardView) -> dict[PieceView, int]:
    """Return the figures within `_NEAR` squares of the dragon, with their distance; empty if no tile that moves it is left."""
    dragon, fairy = _neutral(view, "dragon"), _neutral(view, "fairy")
    if dragon is None or not _walkers(view):
        return {}
    spared = {(dragon.x, dragon.y), *([(fairy.x, fairy.y)] if fairy else [])}
    figures = [piece for piece in view.pieces if piece.seat is not None and (piece.x, piece.y) not in spared]
    steps = {piece: abs(piece.x - dragon.x) + abs(piece.y - dragon.y) for piece in figures}
    return {piece: far for piece, far in steps.items() if far <= _NEAR}


def _danger(pair: ComparedPositions, piece: PieceView, steps: int, line: str) -> TurnReason:
    """Return the reason about a threatened figure.

    Its worth rises with the value of the figure's feature, the chance of a dragon tile, and the nearness of the dragon.
    """
    left, place = sum(number for _, number in pair.better.bag), (piece.x, piece.y, piece.part)
    stands_on = [feature for view in (pair.better, pair.other) for feature in view.features if place in feature.segments]
    points = max((points for feature in stands_on for seat, points, _ in feature.gains if seat == piece.seat), default=0)
    return TurnReason((_EATEN + points) * min(1.0, 2 * _walkers(pair.better) / max(left, 1)) / steps, line)


def _walks(pair: ComparedPositions, steps: int) -> str:
    number, left = _walkers(pair.better), sum(number for _, number in pair.better.bag)
    chance = pair.words.count(
        "{number} of the {left} tiles left makes it move", "{number} of the {left} tiles left make it move", number, left=left
    )
    return pair.words.count(
        "{number} square from the dragon, {chance}", "{number} squares from the dragon, {chance}", steps, chance=chance
    )


def _walkers(view: BoardView) -> int:
    """Return the number of tiles left to draw that make the dragon move."""
    return sum(number for tile_id, number in view.bag if "dragon" in tile(tile_id).marks)


def _has_princess(view: BoardView) -> bool:
    """Return whether the tile placed last shows a princess."""
    return "princess" in tile(view.tiles[-1].tile).marks


def _neutral(view: BoardView, kind: str) -> PieceView | None:
    """Return the dragon or the fairy on the board; None if it is absent."""
    return next((piece for piece in view.pieces if piece.kind == kind and piece.seat is None), None)


REASONS = (company, removal_reasons, survival_reasons, dragon_near)
