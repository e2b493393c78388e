"""What a row would bring whoever claimed it now, from what he can see: for words, never for rules."""

from __future__ import annotations

from collections import Counter

from games.cardcassonne.cards import ANIMAL, ANIMAL_JOKER, CARD, COLOURED, COLOURS, ROW, is_wrong, sort_of
from games.cardcassonne.events import Line
from games.cardcassonne.scoring import animal_lines, figure_lines, joker_lines, person_lines, wrong_lines
from games.cardcassonne.view import CardView


def claimed(view: CardView, seat: int, colour: str) -> tuple[Line, ...]:
    """The sum of the known cards that a meeple at the end of a row would claim for a seat, wrongly laid ones as 10 points each.

    Cards face down that the viewer does not know are left out, and so are buildings, which count at the end of the game.
    """
    row = view.row(colour)
    first = row.claims[-1].end if row.claims else 0
    cards = tuple(CARD[card.card] for card in row.cards[first:] if card.card is not None)
    wrong = sum(is_wrong(card, ROW[colour]) for card in cards)
    lines = person_lines(ROW[colour], cards) + figure_lines(cards) + wrong_lines(wrong)
    own = {herd.colour: herd.animals + herd.jokers for herd in view.seat(seat).herds}
    fresh = Counter(COLOURS[card // 5] for card in cards if _is_kept_animal(card, ROW[colour]))
    sizes = [own.get(c, 0) + fresh[c] for c in COLOURS]
    if any(sizes):
        lines += animal_lines(view.animal_table, sizes, sum(1 << n for n, c in enumerate(COLOURS) if fresh[c]))
    elif ANIMAL_JOKER in cards:
        lines += joker_lines(cards)
    return tuple(lines)


def _is_kept_animal(card: int, row: int) -> bool:
    return card < COLOURED and sort_of(card) == ANIMAL and not is_wrong(card, row)
