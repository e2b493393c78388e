"""Kinds of figures: what each counts for, how many a seat has, and what it may stand on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.carcassonne.tile import Kind
from games.core.options import Options


class PieceKind(NamedTuple):
    """A kind of figure. A follower may be sent by the base action; others have an offer of their own."""

    id: str
    votes: int
    """Weight in a majority; 0: no follower's vote (builder, pig)."""
    supply: Callable[[Options], int]
    """How many each seat starts with."""
    follower: bool = True
    stands_on: tuple[Kind, ...] | None = None
    """The kinds of segments that it may stand on; None: wherever any follower may."""
