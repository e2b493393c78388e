"""The card game for a page in the browser: rows and hand as JSON, the tap position of each choice, and pictures of cards."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from games.cardcassonne.actions import Action
from games.cardcassonne.cards import CODES
from games.cardcassonne.events import CardLaidFaceDown, CardPlayed, OpeningCardLaid, RowClaimed
from games.cardcassonne.view import CardView, RowCard
from games.core.emoji_names import COLOURS
from render.cardcassonne.face import CardBack, CardFace
from render.disk_cache import art_version
from render.master_sprites import figure
from render.protocol import Json, Tapping

CARD_PX = 160
"""Pixels of width of a card."""
FIGURE_PX = 200
"""As on tiles of so many pixels."""

_FACE = re.compile(r"card\.(?P<card>[A-Za-z0-9]{2,3})")
_BACK = re.compile(r"back\.(?P<seat>[a-z]+)(?:\.(?P<card>[A-Za-z0-9]{2,3}))?")
_FIGURE = re.compile(r"figure\.small\.(?P<seat>[a-z]+)\.0")


@cache
def version() -> str:
    """Return a version name for the look of all pictures."""
    return art_version(*sorted(Path(__file__).parent.glob("*.py")))


def table(view: CardView) -> Json:
    """Return rows, claims, herds and the viewer's hand as JSON, as far as the view contains them."""
    return {
        "kind": "cards",
        "theme": "summer",
        "rows": [
            {
                "row": row.colour,
                "cards": [_lying(card) for card in row.cards],
                "claims": [{"seat": claim.seat, "end": claim.end, "picture": _meeple(claim.seat)} for claim in row.claims],
            }
            for row in view.rows
        ],
        "hand": [{"card": card, "picture": f"card.{card}"} for card in view.hand],
        "asked": view.card and f"card.{view.card}",
        "current": None,
    }


def seats(view: CardView) -> list[Json]:
    """Return by seat the large meeple while it is at hand, and the herds."""
    return [
        {
            "score": seat.score,
            "supply": [[_meeple(seat.seat), 1]] if seat.has_meeple else [],
            "cards": seat.hand,
            "herds": [[herd.colour, f"card.{herd.colour[0]}A", herd.animals + herd.jokers] for herd in seat.herds],
        }
        for seat in view.seats
    ]


def at(action: Action, view: CardView) -> Json | None:  # noqa: ARG001  # all that it names is in the action
    """Return the position where a choice is tapped: a card of the hand and a row, or only one of the two."""
    if action.verb in ("cash", "keep") or not (action.card or action.row):
        return None
    shown = {"picture": f"card.{action.card}"} if action.card else {}
    tapped = {"card": action.card} if action.verb in ("hide", "play") else {}  # the opening joker is in no hand
    return {**shown, **tapped, **({"row": action.row} if action.row else {})}


def moved(events: Sequence[Any]) -> list[Json]:
    """Return the cards and meeples that these events put into rows."""
    put = [event for event in events if isinstance(event, OpeningCardLaid | CardLaidFaceDown | CardPlayed | RowClaimed)]
    return [{"row": event.row, "seat": event.seat} for event in put if event.seat is not None]


def stock(view: CardView) -> list[Json]:
    """Return the cards that the viewer has not seen yet: in the deck, in other hands, or face down."""
    return [{"picture": f"card.{each.card}", "number": each.copies - each.seen} for each in view.deck if each.copies > each.seen]


def picture(name: str) -> bytes | None:
    """Return the PNG of a card, face up or down, or of a meeple; None for any other name."""
    if (face := _FACE.fullmatch(name)) is not None and face["card"] in CODES:
        return _png_bytes(CardFace(face["card"], CARD_PX).draw())
    if (back := _BACK.fullmatch(name)) is not None and back["seat"] in COLOURS and back["card"] in (None, *CODES):
        return _png_bytes(CardBack(COLOURS.index(back["seat"]), CARD_PX, back["card"] or "").draw())
    if (matched := _FIGURE.fullmatch(name)) is not None and matched["seat"] in COLOURS:
        return _png_bytes(figure("small", "knight", COLOURS.index(matched["seat"]), FIGURE_PX).image)
    return None


def _lying(card: RowCard) -> Json:
    if card.is_open:
        return {"picture": f"card.{card.card}", "card": card.card}
    assert card.seat is not None
    known = f".{card.card}" if card.card else ""
    return {"picture": f"back.{COLOURS[card.seat]}{known}", "card": card.card, "seat": card.seat}


def _meeple(seat: int) -> str:
    return f"figure.small.{COLOURS[seat]}.0"


def _png_bytes(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


TAPPING = Tapping(version=version, table=table, seats=seats, at=at, picture=picture, moved=moved, stock=stock)
