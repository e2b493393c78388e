"""What an abbot promises: at hand he serves on cloisters and gardens only; on the board he may come home whenever that pays."""

from __future__ import annotations

from games.carcassonne.outlook import Outlook
from games.carcassonne.stakes import times
from games.carcassonne.state import Prospect, State

ABBOT = "abbot"

NAMES = ("abbot at hand soon", "abbot at hand", "abbot out soon", "abbot out")
"""Turns to come (`stakes.Times`), for a seat whose abbot is in its supply, and for one whose abbot stands on the board."""


def abbots(state: State, seat: int) -> list[int]:
    """The segments on which the seat's abbot stands: one or none."""
    own = seat * len(state.rules.pieces) + state.rules.piece_of[ABBOT]
    return [segment for segment, figure in state.figures.items() if figure & 255 == own]


def measure(state: State, _seen: Outlook, into: list[list[float]], at: int) -> None:
    """See `NAMES`."""
    pieces, place = len(state.rules.pieces), state.rules.piece_of[ABBOT]
    when = times(state)
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + place]:
            row[at : at + 2] = when
    for figure in state.figures.values():
        seat, piece = divmod(figure & 255, pieces)
        if piece == place:
            into[seat][at + 2 : at + 4] = when


PROSPECT = Prospect(NAMES, measure)
