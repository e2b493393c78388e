"""The reasons that expansions add to the comparison of two turns, one module for each expansion."""

from __future__ import annotations

from games.carcassonne.view import PieceView
from text.carcassonne.terms import role_name
from text.carcassonne.turn_reasons import ComparedPositions


def named(pair: ComparedPositions, piece: PieceView) -> str:
    """Return a figure with its owner and square: `Big knight (Anna), M9`."""
    return pair.figure(piece, role_name(piece.kind, piece.role, pair.words))
