"""How reasons name a figure."""

from __future__ import annotations

from games.carcassonne.view import PieceView
from text.carcassonne.reasons import Pair
from text.carcassonne.terms import role_name


def named(pair: Pair, piece: PieceView) -> str:
    """`Big knight (Anna), M9`."""
    return pair.figure(piece, role_name(piece.kind, piece.role, pair.words))
