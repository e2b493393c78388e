"""The painter of the card game: what each picture points out, what is new and the numbers of the own cards. Computes no rules.

A picture is made from the view of anyone who will see it; numbers of cards only ever come onto a hand that is in that view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from games.cardcassonne.view import CardView, SeatGain
from render import high_contrast_painter
from render.cardcassonne.emojis import SIGNS
from render.lazy_module import LazyModule
from render.protocol import ListedChoice, Painter, Spot

if TYPE_CHECKING:
    from render import share_card as share_cards
    from render.cardcassonne import card_table, recent_changes, replay
    from render.cardcassonne import tapping as tappings
    from render.protocol import Tapping
else:
    tappings = LazyModule("render.cardcassonne.tapping")
    share_cards = LazyModule("render.share_card")
    recent_changes, replay, card_table = (
        LazyModule(f"render.cardcassonne.{name}") for name in ("recent_changes", "replay", "card_table")
    )


def turn(
    view: CardView,
    events: Sequence[Any],
    spots: Sequence[Spot],
    key: int,  # noqa: ARG001  # nothing is kept by match
    listed: Sequence[ListedChoice] = (),  # noqa: ARG001  # answers that are no cards have no place on the table
    *,
    dark: bool = False,
) -> bytes:
    """Return the table, with the moves since set off; `spots` number the cards of the viewer, if they have any."""
    return card_table.paint_table(view, fresh=recent_changes.new_items(view, events), numbers=_numbers(view, spots), dark=dark).png


def whole(view: CardView, kind: str, key: int, *, dark: bool = False) -> bytes:  # noqa: ARG001
    """Return the table: it is always shown whole."""
    return card_table.paint_table(view, dark=dark).png


def draft(view: CardView, listed: Sequence[ListedChoice], spots: Sequence[Spot], key: int, *, dark: bool = False) -> bytes:  # noqa: ARG001
    """Return the table above the own hand, its cards numbered."""
    return card_table.paint_table(view, numbers=_numbers(view, spots), dark=dark).png


def named(view: CardView, names: Sequence[str]) -> CardView:
    """Return the view with the names that the fields of the players write."""
    return replace(view, seats=tuple(replace(seat, name=names[seat.seat]) for seat in view.seats))


def hand(view: CardView, spots: Sequence[Spot], *, dark: bool = False) -> bytes:
    """Return the own hand."""
    return card_table.hand(view, numbers=_numbers(view, spots), dark=dark).png


def moments(view: CardView, things: Sequence[SeatGain], *, dark: bool = False) -> bytes:  # noqa: ARG001  # the cards say all
    """Return the cards that each of them came from."""
    return card_table.moments(things, dark=dark).png


def share_card(
    view: CardView,
    things: Sequence[SeatGain],
    totals: Sequence[Sequence[int]],
    sentence: str,
    below: Sequence[int] = (),
    *,
    dark: bool = False,
) -> bytes:
    """Return the moments, what decided the game, the points and how they grew."""
    return card_table.share_card(things, share_cards.GameResult(view.seats, totals, sentence, below), dark=dark).png


def animation(
    course: Sequence[tuple[CardView, Sequence[Any]]],
    below: Sequence[int] = (),  # noqa: ARG001
    *,
    dark: bool = False,
) -> bytes:
    """Return the whole game; its table points out no winner."""
    return replay.replay(course, dark=dark)


def _numbers(view: CardView, spots: Sequence[Spot]) -> dict[str, int]:
    """Return the number of each card of the viewer's own hand that they may play."""
    return {spot.actions[0].card: spot.number for spot in spots if spot.actions[0].card in view.hand}


def tapping() -> Tapping:
    """Return the game on a page in the browser."""
    return tappings.TAPPING


LIGHT = Painter(
    turn=turn,
    draft=draft,
    whole=whole,
    hand=hand,
    named=named,
    moments=moments,
    share_card=share_card,
    replay=animation,
    signs=SIGNS,
    tapping=tapping,
)

_IN_DARK: Mapping[str, Any] = {
    function.__name__: partial(function, dark=True) for function in (turn, whole, draft, hand, moments, share_card)
}

PAINTER = high_contrast_painter.painter(
    replace(LIGHT, dark=replace(LIGHT, **_IN_DARK, replay=partial(animation, dark=True))), pale=0.0
)
"""Every picture there is of it."""
