"""The reasons that each expansion finds in the difference between two turns: modules named as it, listed in its phrasebook."""

from __future__ import annotations

from games.carcassonne.view import PieceView
from text.carcassonne.terms import role_name
from text.carcassonne.turn_reasons import ComparedPositions


def named(pair: ComparedPositions, piece: PieceView) -> str:
    """`Big knight (Anna), M9`."""
    return pair.figure(piece, role_name(piece.kind, piece.role, pair.words))
