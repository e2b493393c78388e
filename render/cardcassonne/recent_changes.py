"""Detection of the cards and meeples that certain events put on the table and that are still there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.cardcassonne.events import CardLaidFaceDown, CardPlayed, OpeningCardLaid, RoundEnded, RowClaimed
from games.cardcassonne.view import CardView
from render.cardcassonne.card_table import NewCards


def new_items(view: CardView, events: Sequence[Any]) -> NewCards:
    """Return the cards and meeples that these events put into the rows and that are still there."""
    added: dict[str, int] = {}
    meeples: list[int] = []
    for event in events:
        if isinstance(event, RoundEnded):
            added, meeples = {}, []
        elif isinstance(event, CardLaidFaceDown | CardPlayed | OpeningCardLaid):
            added[event.row] = added.get(event.row, 0) + 1
        elif isinstance(event, RowClaimed):
            meeples.append(event.seat)
    lying = {row.colour: len(row.cards) for row in view.rows}
    return NewCards({colour: range(max(0, lying[colour] - number), lying[colour]) for colour, number in added.items()}, meeples)
