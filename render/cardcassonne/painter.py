"""The painter of the card game: selects what each picture highlights, and numbers the viewer's cards. It computes no rules.

A picture is made from the view of the user who will see it; numbers only appear on a hand that this view contains.
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
    """Return a PNG of the table with the changes of `events` highlighted; `spots` number the viewer's playable cards."""
    return card_table.paint_table(view, fresh=recent_changes.new_items(view, events), numbers=_numbers(view, spots), dark=dark).png


def whole(view: CardView, kind: str, key: int, *, dark: bool = False) -> bytes:  # noqa: ARG001
    """Return a PNG of the table, which is always shown whole."""
    return card_table.paint_table(view, dark=dark).png


def draft(view: CardView, listed: Sequence[ListedChoice], spots: Sequence[Spot], key: int, *, dark: bool = False) -> bytes:  # noqa: ARG001
    """Return a PNG of the table above the viewer's hand with numbered cards."""
    return card_table.paint_table(view, numbers=_numbers(view, spots), dark=dark).png


def named(view: CardView, names: Sequence[str]) -> CardView:
    """Return the view with the players' names, which their areas show."""
    return replace(view, seats=tuple(replace(seat, name=names[seat.seat]) for seat in view.seats))


def hand(view: CardView, spots: Sequence[Spot], *, dark: bool = False) -> bytes:
    """Return a PNG of the viewer's hand."""
    return card_table.hand(view, numbers=_numbers(view, spots), dark=dark).png


def moments(view: CardView, things: Sequence[SeatGain], *, dark: bool = False) -> bytes:  # noqa: ARG001  # the cards say all
    """Return a PNG with the cards that brought each of these gains."""
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
    """Return a PNG to share: best moments, the deciding moment, the points, and their curves."""
    return card_table.share_card(things, share_cards.GameResult(view.seats, totals, sentence, below), dark=dark).png


def animation(
    course: Sequence[tuple[CardView, Sequence[Any]]],
    below: Sequence[int] = (),  # noqa: ARG001
    *,
    dark: bool = False,
) -> bytes:
    """Return a GIF of the whole game; its table highlights no winner."""
    return replay.replay(course, dark=dark)


def _numbers(view: CardView, spots: Sequence[Spot]) -> dict[str, int]:
    """Return the numbers of the viewer's playable cards, by card code."""
    return {spot.actions[0].card: spot.number for spot in spots if spot.actions[0].card in view.hand}


def tapping() -> Tapping:
    """Return the functions that show the game on a page in the browser."""
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
