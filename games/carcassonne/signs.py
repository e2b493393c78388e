"""Names of the signs of the tile game: figures, symbols and tiles as they lie."""

from __future__ import annotations

from games.carcassonne.catalog import tile, tiles
from games.carcassonne.tile import Kind
from games.core.game import Seat
from games.core.signs import owned

_MEEPLE = {"small": "meeple", "small lying": "farmer"}


def figure_sign(piece: str, role: str, seat: Seat | int | None) -> str:
    """A figure as it stands on the board, or lies there as a farmer; `seat` None for one of nobody."""
    return figure_named(f"{piece} lying" if role == Kind.MEADOW.role and piece != role else piece, seat)


def figure_named(name: str, seat: Seat | int | None) -> str:
    """A figure by the name of its drawing: `red_big_lying`, `dragon`."""
    thing = _MEEPLE.get(name, name).replace(" ", "_")
    return thing if seat is None else owned(thing, seat)


def mark_sign(mark: str) -> str:
    """A symbol on tiles, or a thing that an expansion lets a player own: `sign_shield`."""
    return f"sign_{mark.replace('-', '_')}"


def tile_sign(tile_id: str, turn: int) -> str:
    """A tile as it lies after so many quarter turns, one name for all that look the same: `tile_base_E_90`."""
    return f"tile_{tile_id.replace('/', '_')}_{tile(tile_id).alike[turn] * 90}"


def tile_signs() -> dict[str, tuple[str, int]]:
    """Every tile in every way that looks different: id and quarter turns by the name of the sign."""
    return {tile_sign(one.id, turn): (one.id, turn) for one in tiles().values() for turn in sorted(set(one.alike))}
