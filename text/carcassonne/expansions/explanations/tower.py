"""The reasons, with The Tower, why one turn is better than another: prisoners, figures in reach, guards."""

from __future__ import annotations

from games.carcassonne.expansions.tower.towers import FOUNDATION
from games.carcassonne.view import BoardView, PieceView, SeatView
from text.carcassonne.expansions.explanations import named
from text.carcassonne.turn_reasons import ComparedPositions, TurnReason

_HELD, _REACHED, _GUARDED = 3.0, 1.5, 1.0
"""Points that a prisoner, a figure in reach and a closed tower are worth telling, or so."""


def prisoner_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about seats that hold a different number of prisoners in the two positions."""
    pairs = []
    for mine, other in zip(pair.better.seats, pair.other.seats, strict=True):
        for owner in range(len(pair.names)):
            more = _number(mine, owner) - _number(other, owner)
            if more:
                what = pair.of(pair.words.say("prisoners"), (mine.seat,))
                sentence, otherwise = (_prisoners_of(_number(seat, owner), owner, pair) for seat in (mine, other))
                pairs.append(TurnReason(_HELD * more * pair.side(mine.seat), pair.line(what, sentence, otherwise), "prisoners"))
    return pairs


def _number(seat: SeatView, owner: int) -> int:
    return sum(number for whose, _, number in seat.prisoners if whose == owner)


def _prisoners_of(number: int, owner: int, pair: ComparedPositions) -> str:
    if not number:
        return pair.words.say("none")
    return pair.words.say("{number} ({owner})", number=number, owner=pair.named((owner,)))


def threat_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about figures that the next tower piece could capture in one of the positions only.

    They are opponents' figures in reach in the better position, and own figures in reach in the other one.
    """
    here, there = _figures_in_reach(pair.better), _figures_in_reach(pair.other)
    danger, none = pair.words.say("within reach of a tower"), pair.words.say("out of reach of all towers")
    turn_reasons = [
        TurnReason(_REACHED, pair.line(named(pair, piece_view), danger), "towers")
        for piece_view in here
        if piece_view.seat != pair.seat and piece_view not in there
    ]
    for each in there:
        if each.seat == pair.seat and each not in here and (spared := pair.spared(each, none)):
            turn_reasons.append(TurnReason(_REACHED, pair.line(named(pair, each), spared, danger), "towers"))
    return turn_reasons


def _figures_in_reach(view: BoardView) -> list[PieceView]:
    """Return the followers that another seat could capture by raising an unguarded tower by one piece."""
    guarded = {(piece.x, piece.y) for piece in view.pieces if piece.role == FOUNDATION.role}
    heights = {(mark.x, mark.y): mark.value for mark in view.marks if mark.kind == "tower"}
    towers = {place: height for place, height in heights.items() if place not in guarded}
    followers = [piece for piece in view.pieces if piece.seat is not None and piece.role != piece.kind]
    return [
        piece
        for piece in followers
        if any(_is_in_reach(place, height + 1, piece) for place, height in towers.items()) and _may_be_taken(view, piece)
    ]


def _may_be_taken(view: BoardView, piece: PieceView) -> bool:
    """Return whether a seat other than the figure's owner has a tower piece."""
    return any(dict(seat.extras).get("tower-pieces", 0) for seat in view.seats if seat.seat != piece.seat)


def _is_in_reach(place: tuple[int, int], height: int, piece: PieceView) -> bool:
    dx, dy = abs(piece.x - place[0]), abs(piece.y - place[1])
    return min(dx, dy) == 0 and dx + dy <= height


def tower_closed_reasons(pair: ComparedPositions) -> list[TurnReason]:
    """Return reasons about towers that `pair.seat` has closed with a figure only in the better position."""
    guards = [piece for piece in pair.better.pieces if piece.role == FOUNDATION.role and piece.seat is not None]
    known = {(piece.x, piece.y) for piece in pair.other.pieces if piece.role == FOUNDATION.role}
    return [
        TurnReason(_GUARDED, pair.line(named(pair, piece), pair.words.say("closes the tower")))
        for piece in guards
        if (piece.x, piece.y) not in known and piece.seat == pair.seat
    ]


REASONS = (prisoner_reasons, threat_reasons, tower_closed_reasons)
