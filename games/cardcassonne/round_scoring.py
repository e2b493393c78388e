"""The end of a round: reveal, decisions, points; and after the last round the end of the game (sections 4 and 5).

Order (ruling): all claims are turned up; each player settles their cards in wrong rows and then their unassigned animal jokers,
clockwise from the left of this round's dealer; then all points are added. A joker whose owner has one species only joins it without
a decision. Functions that return a bool return whether another round begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne.actions import DECISIONS, JOINS, Action
from games.cardcassonne.cards import (
    ANIMAL,
    ANIMAL_JOKER,
    BUILDING,
    CARD,
    CODES,
    COLOURED,
    COLOURS,
    HANDS,
    ROW,
    card_in,
    is_wrong,
    laid_by,
    sort_of,
)
from games.cardcassonne.events import (
    ChestOpened,
    ClaimedCard,
    ClaimWon,
    GameEnded,
    JokerAssigned,
    MisplacedCardDecided,
    PointsScored,
    RoundEnded,
    ScoringLine,
    SeatPoints,
    UnclaimedCardsRemoved,
)
from games.cardcassonne.scoring import (
    animal_lines,
    chest_place,
    figure_lines,
    joker_lines,
    person_lines,
    points,
    series_lines,
    wrong_lines,
)
from games.cardcassonne.state import ASKED, THE_HOUSE, CardState, RoundWinnings
from games.core.game import Emit, Seat


def clockwise(state: CardState) -> list[int]:
    """Return all seats clockwise, beginning to the left of the dealer."""
    return [(state.dealer + 1 + n) % state.seats for n in range(state.seats)]


def reveal(state: CardState, emit: Emit) -> bool:
    """Give each player the claimed cards, start their decisions, and return whether another round begins."""
    emit(RoundEnded(state.round, state.last_claim))
    claims = _claims(state)
    state.hauls = [RoundWinnings(row, tuple(map(card_in, items))) for row, items in claims]
    state.phase, state.step = "settle", 0
    for seat in clockwise(state):
        row, items = claims[seat]
        shown = [ClaimedCard(CODES[card_in(item)], laid_by(item) >= 0, is_wrong(card_in(item), row)) for item in items]
        emit(ClaimWon(seat, COLOURS[row], tuple(shown)))
        for item in items:
            if laid_by(item) >= 0:
                state.seen[card_in(item)] += 1
        _take(state, seat)
    return _ask(state, emit)


def _claims(state: CardState) -> list[tuple[int, list[int]]]:
    """Return by seat the row of its meeple and the cards that it claims; unclaimed cards stay face down in the rows."""
    claims: list[tuple[int, list[int]]] = [(-1, [])] * state.seats
    for row, items in enumerate(state.rows):
        start = 0
        for place, item in enumerate(items):
            if item < 0:
                claims[-1 - item] = (row, items[start:place])
                start = place + 1
        del items[:start]
    return claims


def _take(state: CardState, seat: int) -> None:
    """Sort the cards that a seat won into its herds and chest; wrongly placed animals and buildings wait for a decision."""
    haul = state.hauls[seat]
    for card in haul.cards:
        if card == ANIMAL_JOKER:
            state.loose[seat] += 1
        elif is_wrong(card, haul.row):
            if sort_of(card) < BUILDING:
                haul.cashed += 1
            else:
                haul.undecided.append(card)
        else:
            _keep(state, seat, card)


def _keep(state: CardState, seat: int, card: int) -> None:
    """Add an animal to the player's herds or a building to the chest; other cards leave the game."""
    place = chest_place(card)
    if place >= 0:
        state.chests[seat][place] += 1
    elif card < COLOURED and sort_of(card) == ANIMAL:
        state.animals[seat][card // 5] += 1
        state.hauls[seat].fresh |= 1 << card // 5


def _ask(state: CardState, emit: Emit) -> bool:
    """Wait for the next player who must decide, or score the round if there is none; return whether another round begins."""
    order = clockwise(state)
    while state.step < state.seats:
        seat = order[state.step]
        if _must_decide(state, seat, emit):
            state.settling, state.asked = seat, ASKED[seat]
            return False
        state.step += 1
    state.settling = -1
    return _score(state, emit)


def _must_decide(state: CardState, seat: int, emit: Emit) -> bool:
    if state.hauls[seat].undecided:
        return True
    if not state.loose[seat]:
        return False
    owned = _species(state, seat)
    if len(owned) == 1:
        for _ in range(state.loose[seat]):
            _join(state, seat, owned[0])
            emit(JokerAssigned(seat, COLOURS[owned[0]], False))
    return len(owned) > 1


def _species(state: CardState, seat: int) -> list[int]:
    return [colour for colour, cards in enumerate(state.animals[seat]) if cards]


def _join(state: CardState, seat: int, colour: int) -> None:
    state.loose[seat] -= 1
    state.joined[seat][colour] += 1
    state.hauls[seat].fresh |= 1 << colour


def question(state: CardState) -> int:
    """Return the card that the settling seat must decide about: one from a wrong row, else an unassigned animal joker."""
    undecided = state.hauls[state.settling].undecided
    return undecided[0] if undecided else ANIMAL_JOKER


def settlements(state: CardState, seat: Seat) -> Sequence[Action]:
    """Return the legal actions: cash or keep the first card from a wrong row, or the species that a joker may join."""
    undecided = state.hauls[seat].undecided
    if undecided:
        return DECISIONS[undecided[0]]
    return [JOINS[colour] for colour in _species(state, seat)]


def on_cash(state: CardState, seat: Seat, action: Action, emit: Emit) -> bool:
    """Exchange an animal or building from a wrong row for 10 points; return whether another round begins."""
    haul = state.hauls[seat]
    del haul.undecided[0]
    haul.cashed += 1
    emit(MisplacedCardDecided(seat, action.card, False))
    return _ask(state, emit)


def on_keep(state: CardState, seat: Seat, action: Action, emit: Emit) -> bool:
    """Keep an animal or building from a wrong row as if it had been in its own; return whether another round begins."""
    del state.hauls[seat].undecided[0]
    _keep(state, seat, CARD[action.card])
    emit(MisplacedCardDecided(seat, action.card, True))
    return _ask(state, emit)


def on_join(state: CardState, seat: Seat, action: Action, emit: Emit) -> bool:
    """Assign an animal joker to a species permanently; return whether another round begins."""
    _join(state, seat, ROW[action.row])
    emit(JokerAssigned(seat, action.row, True))
    return _ask(state, emit)


def _score(state: CardState, emit: Emit) -> bool:
    gains = [_gain(state, seat, round_lines(state, seat)) for seat in clockwise(state)]
    emit(PointsScored("round", state.round, tuple(gains)))
    state.hauls = []
    if state.round < HANDS[state.seats][1]:
        return True
    state.phase, state.asked = "chests", THE_HOUSE
    return False


def round_lines(state: CardState, seat: int) -> list[ScoringLine]:
    """Return the score lines of a seat's settled winnings, which add up to its points for the round (section 4)."""
    haul = state.hauls[seat]
    lines = person_lines(haul.row, haul.cards) + figure_lines(haul.cards) + wrong_lines(haul.cashed)
    if any(state.animals[seat]):
        sizes = [own + jokers for own, jokers in zip(state.animals[seat], state.joined[seat], strict=True)]
        return lines + animal_lines(state.table, sizes, haul.fresh)
    return lines + joker_lines(haul.cards)


def _gain(state: CardState, seat: int, lines: list[ScoringLine]) -> SeatPoints:
    gained = points(lines)
    state.scores[seat] += gained
    return SeatPoints(seat, gained, tuple(lines), state.scores[seat])


def finish(state: CardState, emit: Emit) -> None:
    """End the game (section 5): reveal and remove unclaimed cards, then count the chests."""
    for row, items in enumerate(state.rows):
        if items:
            emit(UnclaimedCardsRemoved(COLOURS[row], tuple(CODES[card_in(item)] for item in items)))
        for item in items:
            if laid_by(item) >= 0:
                state.seen[card_in(item)] += 1
        items.clear()
    gains = []
    for seat in clockwise(state):
        emit(ChestOpened(seat, chest_cards(state.chests[seat])))
        gains.append(_gain(state, seat, series_lines(state.chests[seat])))
    emit(PointsScored("buildings", state.round, tuple(gains)))
    state.phase, state.asked = "over", ()
    emit(GameEnded(tuple(state.scores), winners(state)))


_CHEST_CODES = tuple(code for card, code in enumerate(CODES) if chest_place(card) >= 0)


def chest_cards(chest: Sequence[int]) -> tuple[str, ...]:
    """Return the codes of the cards in a chest, colour by colour, jokers last."""
    return tuple(code for code, n in zip(_CHEST_CODES, chest, strict=True) for _ in range(n))


def winners(state: CardState) -> tuple[Seat, ...]:
    """Return the seats with the most points; ties are broken by building cards, jokers included, then shared (section 5)."""
    ranks = [(state.scores[seat], sum(state.chests[seat])) for seat in range(state.seats)]
    return tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks))
