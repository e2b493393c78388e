"""The painter of the card game: what each picture points out, what is new and the numbers of the own cards. Computes no rules.

A picture is made from the view of whoever will see it; numbers of cards only ever come onto a hand that is in that view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.cardcassonne.events import Claimed, Hid, LaidOut, Played, RoundEnded
from games.cardcassonne.view import CardView
from render.cardcassonne.signs import SIGNS
from render.later import Later
from render.protocol import Choice, Painter, Spot

if TYPE_CHECKING:
    from render.cardcassonne import pictures
else:
    pictures = Later("render.cardcassonne.pictures")


def turn(
    view: CardView,
    events: Sequence[Any],
    spots: Sequence[Spot],
    key: int,  # noqa: ARG001  # nothing is kept by match
    listed: Sequence[Choice] = (),  # noqa: ARG001  # answers that are no cards have no place on the table
) -> bytes:
    """The table, with the moves since set off; `spots` number the cards of the viewer, if he has any."""
    return pictures.table(view, fresh=news(view, events), numbers=_numbers(view, spots)).png


def whole(view: CardView, kind: str, key: int) -> bytes:  # noqa: ARG001
    """The table: it is always shown whole."""
    return pictures.table(view).png


def draft(view: CardView, listed: Sequence[Choice], spots: Sequence[Spot], key: int) -> bytes:  # noqa: ARG001
    """The table above the own hand, its cards numbered."""
    return pictures.table(view, numbers=_numbers(view, spots)).png


def hand(view: CardView, spots: Sequence[Spot]) -> bytes:
    """The own hand."""
    return pictures.hand(view, numbers=_numbers(view, spots)).png


def news(view: CardView, events: Sequence[Any]) -> pictures.Fresh:
    """The cards and meeples that came into the rows with these events, as far as they still lie there."""
    added: dict[str, int] = {}
    meeples: list[int] = []
    for event in events:
        if isinstance(event, RoundEnded):
            added, meeples = {}, []
        elif isinstance(event, Hid | Played | LaidOut):
            added[event.row] = added.get(event.row, 0) + 1
        elif isinstance(event, Claimed):
            meeples.append(event.seat)
    lying = {row.colour: len(row.cards) for row in view.rows}
    return pictures.Fresh(
        {colour: range(max(0, lying[colour] - number), lying[colour]) for colour, number in added.items()}, meeples
    )


def _numbers(view: CardView, spots: Sequence[Spot]) -> dict[str, int]:
    """The number of each card of the viewer's own hand that he may play."""
    return {spot.actions[0].card: spot.number for spot in spots if spot.actions[0].card in view.hand}


PAINTER = Painter(turn=turn, draft=draft, whole=whole, hand=hand, signs=SIGNS)
"""Every picture there is of it."""
