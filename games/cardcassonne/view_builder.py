"""The conversion of a state to a view for one viewer, and the states that a viewer must consider possible.

Cards that have ever been face up are public. So is a chest while it fills: the view does not show it, because the rules forbid
looking, but `imagined_state` keeps it, because a player may remember. Hidden are other hands, cards that other players placed face
down (in this round, or unclaimed ones of earlier rounds) and the rest of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.cardcassonne.cards import CODES, COLOURS, COPIES, HANDS, KINDS, SPECIES, card_in, face_down, laid_by
from games.cardcassonne.round_scoring import chest_cards, question, round_lines
from games.cardcassonne.state import CardState
from games.cardcassonne.view import CardView, Claim, Count, Herd, RowCard, RowView, SeatView, WinningsView
from games.core.game import CHANCE, Seat


def build_view(state: CardState, viewer: Seat | None) -> CardView:
    """Return the table as `viewer` sees it; None is a spectator."""
    unseen = _unseen(state, viewer)
    asked = tuple(int(seat) for seat in state.asked if seat != CHANCE)
    decision, card = _question_of(state) if asked else ("", None)
    return CardView(
        viewer=viewer,
        rows=tuple(_row(colour, items, viewer) for colour, items in zip(COLOURS, state.rows, strict=True)),
        seats=tuple(_side(state, seat) for seat in range(state.seats)),
        hand=() if viewer is None else tuple(CODES[card] for card in state.hands[viewer]),
        to_act=asked,
        decision=decision,
        card=card,
        dealer=state.dealer if state.dealer >= 0 else None,
        round=state.round,
        rounds=HANDS[state.seats][1],
        left=state.left,
        deck=tuple(Count(CODES[k], COPIES[k], COPIES[k] - unseen[k]) for k in range(KINDS)),
        animal_table=state.table,
        over=not state.asked,
    )


def _question_of(state: CardState) -> tuple[str, str | None]:
    if state.phase == "lay":
        return "lay", CODES[state.joker]
    if state.phase == "settle":
        return "wrong" if state.hauls[state.settling].undecided else "join", CODES[question(state)]
    return "turn", None


def _row(colour: str, items: list[int], viewer: Seat | None) -> RowView:
    cards: list[RowCard] = []
    claims: list[Claim] = []
    first = 0
    for item in items:
        if item < 0:
            claims.append(Claim(-1 - item, first, len(cards)))
            first = len(cards)
        elif (owner := laid_by(item)) < 0:
            cards.append(RowCard(CODES[item]))
        else:
            cards.append(RowCard(CODES[card_in(item)] if owner == viewer else None, owner))
    return RowView(colour, tuple(cards), tuple(claims))


def _side(state: CardState, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        score=state.scores[seat],
        hand=len(state.hands[seat]),
        has_begun=bool(state.began >> seat & 1),
        has_meeple=not state.claimed >> seat & 1,
        herds=tuple(_herds(state, seat)),
        loose=state.loose[seat],
        chest=sum(state.chests[seat]),
        haul=_haul(state, seat),
        buildings=() if state.asked else chest_cards(state.chests[seat]),
    )


def _herds(state: CardState, seat: int) -> Iterator[Herd]:
    for colour, animals in enumerate(state.animals[seat]):
        if animals:
            jokers = state.joined[seat][colour]
            yield Herd(COLOURS[colour], SPECIES[colour], animals, jokers, state.table[animals + jokers - 1])


def _haul(state: CardState, seat: int) -> WinningsView | None:
    if not state.hauls:
        return None
    haul = state.hauls[seat]
    cards, undecided = (tuple(CODES[c] for c in stamped) for stamped in (haul.cards, haul.undecided))
    return WinningsView(COLOURS[haul.row], cards, undecided, tuple(round_lines(state, seat)))


def _hides(state: CardState, viewer: Seat | None) -> list[tuple[list[int], int]]:
    """Return the positions of cards, outside the deck, that `viewer` can't see, as (hand or row, index)."""
    hands = [(hand, n) for seat, hand in enumerate(state.hands) if seat != viewer for n in range(len(hand))]
    rows = [(row, n) for row in state.rows for n, item in enumerate(row) if item >= 0 and laid_by(item) not in (-1, viewer)]
    return hands + rows


def _unseen(state: CardState, viewer: Seat | None) -> list[int]:
    """Return how many of each card `viewer` has never seen."""
    unseen = state.bag[:]
    for place, n in _hides(state, viewer):
        unseen[card_in(place[n])] += 1
    return unseen


def imagined_state(state: CardState, viewer: Seat, choose: Callable[[int], int]) -> CardState:
    """Return a random state that is possible from the viewer's knowledge: all cards that `viewer` can't see are dealt again.

    All deals are equally likely and depend on nothing hidden: the unseen cards are taken in the order of the deck.
    """
    other = state.clone()
    other.bag = _unseen(state, viewer)
    pool = [card for card, n in enumerate(other.bag) for _ in range(n)]
    for place, n in _hides(other, viewer):
        drawn = choose(len(pool))
        card, pool[drawn] = pool[drawn], pool[-1]
        pool.pop()
        other.bag[card] -= 1
        place[n] = card if (owner := laid_by(place[n])) < 0 else face_down(card, owner)
    for hand in other.hands:
        hand.sort()
    return other
