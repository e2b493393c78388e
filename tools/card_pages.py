"""Pages of the gallery about the card game: all cards, the table at several moments, and a hand."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image

from games.cardcassonne.cards import CODES
from games.cardcassonne.game import Cardcassonne
from games.cardcassonne.view import CardView
from games.core.game import CHANCE, ignore_event
from render.cardcassonne import card_table
from render.cardcassonne.card_table import NewCards
from render.cardcassonne.face import TALL, CardBack, CardFace
from render.png import PngPicture

WIDE = 130
ACROSS = 8


@cache
def reached(seats: int, decision: str, nth: int, *, seed: int = 7) -> CardView:
    """Return the asked player's view at the `nth` decision of this kind in a random game; the final view if there is none."""
    game, chance = Cardcassonne(), random.Random(seed)
    state, met = game.start(game.options({}), seats), 0
    while seats_to_act := game.to_act(state):
        if seats_to_act[0] == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            view = game.view(state, seats_to_act[0])
            met += view.decision == decision
            if met == nth:
                return view
            action = chance.choice(game.legal(state, seats_to_act[0]))
        game.advance(state, seats_to_act[0], action, ignore_event)
    return game.view(state, None)


def cards_page() -> Image.Image:
    """Draw every card face, the card backs of five players, and a back marked as its owner sees it."""
    drawn = [CardFace(code, WIDE).draw() for code in CODES] + [CardBack(seat, WIDE).draw() for seat in range(5)]
    drawn.append(CardBack(0, WIDE, "gP3").draw())
    high = round(WIDE * TALL)
    page = Image.new("RGB", (ACROSS * (WIDE + 10) + 10, -(-len(drawn) // ACROSS) * (high + 10) + 10), (236, 228, 210))
    for number, card in enumerate(drawn):
        row, column = divmod(number, ACROSS)
        page.paste(card, (10 + column * (WIDE + 10), 10 + row * (high + 10)), card)
    return page


def _open_image(picture: PngPicture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def _numbers(view: CardView) -> dict[str, int]:
    return {card: number for number, card in enumerate(dict.fromkeys(view.hand), 1)}


def _table(view: CardView, *, dark: bool = False) -> Image.Image:
    news = NewCards({row.colour: range(max(0, len(row.cards) - 1), len(row.cards)) for row in view.rows[:2]}, (0,))
    return _open_image(card_table.paint_table(view, fresh=news, numbers=_numbers(view), dark=dark))


PAGES: Mapping[str, Callable[[], Image.Image]] = {
    "cards": cards_page,
    "card-table": lambda: _table(reached(5, "turn", 60)),
    "card-table-dark": lambda: _table(reached(2, "turn", 90), dark=True),
    "card-settling": lambda: _table(reached(4, "wrong", 2)),
    "card-end": lambda: _open_image(card_table.paint_table(reached(3, "", 1))),
    "card-hand": lambda: _open_image(card_table.hand(reached(2, "turn", 30), numbers=_numbers(reached(2, "turn", 30)))),
}
"""Every page by its name; each is drawn when it is asked for."""
