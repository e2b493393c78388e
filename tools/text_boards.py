"""Positions as plain text for transcripts: no words of any language, only the names that logs use.

A tile is five columns and three rows: its sides in compass order with the letter of what they show (C city, R road, nothing for a
field), and in the middle the seats whose figures stand on it, or M for an empty cloister.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.carcassonne.catalog import tiles
from games.carcassonne.view import BoardView, PieceView
from games.carcassonne.view import SeatView as TileSeat
from games.cardcassonne.view import CardView, RowView
from games.cardcassonne.view import SeatView as CardSeat
from games.core.game import AnyGame, Seat

WIDTH, HEIGHT = 5, 3
"""Characters of a tile."""


def drawn(game: AnyGame, state: Any, viewer: Seat | None) -> list[str]:
    """Return the lines of a position as the seat `viewer` may see it; with None, as the public does."""
    view = game.view(state, viewer)
    return list(_DRAWN.get(game.id, _field_lines)(view))


def _tile_board(view: BoardView) -> Iterator[str]:
    if view.tiles:
        yield from _tiles(view)
    for piece in view.pieces:
        yield f"  {_owner(piece.seat)}{piece.kind} {piece.role} on {piece.x},{piece.y} {piece.part}".rstrip()
    for mark in view.marks:
        yield f"  {mark.kind} {mark.value} {mark.text}".rstrip() + f" on {mark.x},{mark.y}"
    yield from map(_tile_seat, view.seats)
    aside = f", aside: {' '.join(view.aside)}" if view.aside else ""
    yield f"  turn {view.turn} of {view.turns}, {view.left} tiles in the bag{aside}"


def _tiles(view: BoardView) -> Iterator[str]:
    columns = range(min(t.x for t in view.tiles), max(t.x for t in view.tiles) + 1)
    rows = range(min(t.y for t in view.tiles), max(t.y for t in view.tiles) + 1)
    there = {(t.x, t.y): t for t in view.tiles}
    yield " " * 6 + "".join(f"{x:^{WIDTH}}" for x in columns).rstrip()
    for y in rows:
        blocks = [_block(view, there[x, y].tile, there[x, y].turn, (x, y)) if (x, y) in there else _EMPTY for x in columns]
        for line in range(HEIGHT):
            name = f"{y:>4}" if line == HEIGHT // 2 else " " * 4
            yield f"{name}  {''.join(block[line] for block in blocks)}".rstrip()


_EMPTY = (" " * WIDTH,) * HEIGHT


def _block(view: BoardView, tile_id: str, turn: int, square: tuple[int, int]) -> tuple[str, ...]:
    edges = tiles()[tile_id].edges
    north, east, south, west = (edges[(side - turn) % 4].replace("F", "") for side in range(4))
    standing = [piece for piece in view.pieces if (piece.x, piece.y) == square]
    cloister = any(segment.name == "m" for segment in tiles()[tile_id].segments)
    middle = "".join(map(_sign, standing))[: WIDTH - 2] or ("M" if cloister else "")
    return (f"+-{north or '-'}-+", f"{west or '|'}{middle:^{WIDTH - 2}}{east or '|'}", f"+-{south or '-'}-+")


def _sign(piece: PieceView) -> str:
    return piece.kind[0].upper() if piece.seat is None else str(piece.seat)


def _owner(seat: int | None) -> str:
    return "" if seat is None else f"seat {seat}: "


def _tile_seat(seat: TileSeat) -> str:
    supply = [f"{number} {kind}" for kind, number in seat.supply]
    extras = [f"{number} {kind}" for kind, number in seat.extras if number]
    prisoners = [f"holds {number} {kind} of seat {owner}" for owner, kind, number in seat.prisoners]
    return f"  seat {seat.seat}: {seat.score} points; {', '.join([*supply, *extras, *prisoners])}"


def _card_board(view: CardView) -> Iterator[str]:
    yield from map(_row, view.rows)
    yield from map(_card_seat, view.seats)
    if view.hand:
        yield f"  hand of seat {view.viewer}: {' '.join(view.hand)}"
    yield f"  round {view.round} of {view.rounds}, {view.left} cards to be dealt"


def _row(row: RowView) -> str:
    cards = [card.card or "?" if card.is_open else f"({card.card or '?'})" for card in row.cards]
    for claim in reversed(row.claims):
        cards.insert(claim.end, f"<seat {claim.seat}")
    return f"  {row.colour:6} | {' '.join(cards)}".rstrip()


def _card_seat(seat: CardSeat) -> str:
    herds = [f"{herd.animals}+{herd.jokers} {herd.species}" for herd in seat.herds]
    meeple = ["meeple"] if seat.has_meeple else []
    return f"  seat {seat.seat}: {seat.score} points; {', '.join([f'{seat.hand} cards', *meeple, f'chest {seat.chest}', *herds])}"


def _field_lines(view: Any) -> Iterator[str]:
    """Yield a view's fields line by line, for a game without a drawing in this module."""
    fields: Mapping[str, object] = view._asdict() if hasattr(view, "_asdict") else vars(view)
    for name, value in fields.items():
        yield f"  {name}: {value}"


_DRAWN: Mapping[str, Callable[[Any], Iterator[str]]] = {"carcassonne": _tile_board, "cardcassonne": _card_board}
