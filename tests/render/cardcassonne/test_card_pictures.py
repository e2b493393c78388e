"""Pictures of the card table: everything is on it, nothing that the viewer may not see, and it stays small."""

from __future__ import annotations

import io
import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from games.cardcassonne.cards import CODES, COLOURS
from games.cardcassonne.view import Claim, RowCard, RowView
from games.core.game import Seat
from render.cardcassonne import card_table
from render.cardcassonne.card_table import NewCards
from render.cardcassonne.colours import palette
from render.cardcassonne.face import TALL, CardBack, CardFace
from render.cardcassonne.inks import SUITS
from render.cardcassonne.layout import CARD, MEEPLE, START, TIGHT, WIDTH, lines
from tests.text.cardcassonne.card_positions import GAME, Position, played

BOUND = 1_500_000


@cache
def some() -> list[Position]:
    """Positions of a few games."""
    return [p for seats in (2, 3, 5) for p in played(seats, seats).positions[::74]]


def pixels(png: bytes) -> np.ndarray:  # type: ignore[type-arg]  # bytes of any picture
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def row(cards: int, *ends: int) -> RowView:
    """Return a row of open cards with meeples behind so many of them."""
    first, claims = 0, list[Claim]()
    for seat, end in enumerate(ends):
        claims.append(Claim(seat, first, end))
        first = end
    return RowView("red", (RowCard("rP1"),) * cards, tuple(claims))


def test_every_card_has_a_face_of_its_own_and_reads_from_its_band() -> None:
    """The band alone, which overlapping cards leave free, tells every card from every other."""
    faces = {code: np.asarray(CardFace(code, CARD).draw()) for code in CODES}
    bands = {code: face[:, :TIGHT].tobytes() for code, face in faces.items()}

    assert len(set(bands.values())) == len(CODES)
    assert all(face.shape[:2] == (round(CARD * TALL), CARD) for face in faces.values())


def test_cards_differ_without_their_colours() -> None:
    """In greys, no two colours share a band: the symbols tell them apart."""
    grey = [np.asarray(CardFace(f"{colour[0]}P1", CARD).draw().convert("L"))[:, :TIGHT].astype(int) for colour in COLOURS]

    for n, first in enumerate(grey):
        for second in grey[n + 1 :]:
            light = abs((first - first.mean()) - (second - second.mean()))
            assert (light > 60).sum() > 60
    assert len({suit.symbol for suit in SUITS.values()}) == len(SUITS)


def test_a_known_back_tells_its_card_and_an_unknown_one_does_not() -> None:
    assert np.any(np.asarray(CardBack(1, CARD, "gP3").draw()) != np.asarray(CardBack(1, CARD).draw()))
    assert np.any(np.asarray(CardBack(1, CARD).draw()) != np.asarray(CardBack(2, CARD).draw()))


@pytest.mark.parametrize(
    "spec", [row(0), row(0, 0), row(1, 1), row(9, 4, 4), row(21), row(30, 7, 20), row(60, 10, 55), row(130, 130)]
)
def test_every_card_and_meeple_of_a_row_has_its_place(spec: RowView) -> None:
    row_lines = lines(spec)

    assert [card.place for line in row_lines for card in line.cards] == list(range(len(spec.cards)))
    assert [meeple.seat for line in row_lines for meeple in line.meeples] == [claim.seat for claim in spec.claims]
    for line in row_lines:
        assert all(card.x >= START and card.x + CARD <= WIDTH for card in line.cards)
        assert all(after.x - before.x >= TIGHT for before, after in pairwise(line.cards))
        for meeple in line.meeples:
            assert meeple.x + MEEPLE <= WIDTH
            assert all(card.x + CARD <= meeple.x or card.x >= meeple.x + MEEPLE for card in line.cards)


def test_a_meeple_underlines_the_cards_that_it_claims() -> None:
    (line,) = lines(row(9, 4, 4, 7))

    claimed = [[card.place for card in line.cards if m.first <= card.x < m.x] for m in line.meeples]
    assert claimed == [[0, 1, 2, 3], [], [4, 5, 6]]


def test_a_claim_that_begins_in_an_earlier_line_is_underlined_there_too() -> None:
    first, *_ = lines(row(60, 50))

    assert first.open_claim == (0, first.cards[0].x, first.cards[-1].x + CARD)


def test_pictures_are_twice_as_wide_as_a_chat_shows_and_small() -> None:
    for p in some():
        for dark in (False, True):
            drawn = card_table.paint_table(p.view, fresh=NewCards({"red": [0]}, [0]), dark=dark)
            assert drawn.width == WIDTH
            assert len(drawn.png) < BOUND
            assert pixels(drawn.png).shape == (drawn.height, drawn.width, 3)


def test_a_picture_depends_on_nothing_that_the_viewer_cannot_see() -> None:
    chance = random.Random(1)
    for p in some():
        for viewer in map(Seat, range(len(p.view.seats))):
            other = GAME.imagine(p.state, viewer, chance.randrange)
            for who in (viewer, None):
                seen = [GAME.view(state, who) for state in (p.state, other)]
                if who is not None or seen[0] == seen[1]:
                    assert card_table.paint_table(seen[0]).png == card_table.paint_table(seen[1]).png
            hands = [card_table.hand(GAME.view(state, viewer)).png for state in (p.state, other)]
            assert hands[0] == hands[1]


def test_the_public_table_shows_no_hand() -> None:
    """Of two states that differ in a hand only, a spectator sees the same picture."""
    chance = random.Random(2)
    p = next(p for p in some() if p.view.decision == "turn" and p.view.hand)
    other = GAME.imagine(p.state, Seat((p.seat + 1) % len(p.view.seats)), chance.randrange)

    assert other.hands != p.state.hands
    assert card_table.paint_table(GAME.view(p.state, None)).png == card_table.paint_table(GAME.view(other, None)).png


def test_numbers_and_news_show() -> None:
    p = next(p for p in some() if p.view.decision == "turn" and p.view.hand and any(r.cards for r in p.view.rows))
    plain = card_table.paint_table(p.view).png
    colour = next(r.colour for r in p.view.rows if r.cards)

    assert card_table.paint_table(p.view, numbers={p.view.hand[0]: 1}).png != plain
    assert card_table.paint_table(p.view, fresh=NewCards({colour: [0]})).png != plain


def test_a_spectator_has_no_hand_to_look_at() -> None:
    with pytest.raises(ValueError, match="no hand"):
        card_table.hand(played(2, 2).final)


def test_the_end_shows_what_was_under_the_chests() -> None:
    final = played(3, 3).final

    assert any(seat.buildings for seat in final.seats)
    assert card_table.paint_table(final).height > card_table.paint_table(GAME.view(played(3, 3).positions[5].state, None)).height


def test_all_pictures_share_one_palette() -> None:
    assert palette() is palette()
    for suit in SUITS.values():
        assert tuple(palette().colours[palette().place(suit.strong)]) == suit.strong
