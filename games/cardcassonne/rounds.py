"""The course of a game: opening, dealing and turns; the end of a round is in `round_scoring`.

Each verb has one function in either module, found in a table; each leaves the state waiting for a decision, or over.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from games.cardcassonne.actions import CLAIMS, DEALERS, DEALS, HIDES, LAYS, PLAYS, REVEAL, TURNS, Action
from games.cardcassonne.cards import CARD, CODES, COLOURED, COLOURS, HANDS, OPENING, ROW, face_down, meeple_of
from games.cardcassonne.events import (
    CardDealt,
    CardLaidFaceDown,
    CardPlayed,
    DealerNamed,
    FaceDownCardNamed,
    JokerTurnedUp,
    OpeningCardLaid,
    RoundBegan,
    RowClaimed,
)
from games.cardcassonne.round_scoring import finish, on_cash, on_join, on_keep, reveal, settlements
from games.cardcassonne.state import ASKED, THE_HOUSE, CardState
from games.core.game import Emit, Seat


def legal(state: CardState, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of `seat`: cards in hand order, rows in table order, the meeple last."""
    if seat not in state.asked:
        return ()
    if state.phase == "turn":
        return _turns_of(state, seat)
    if state.phase == "settle":
        return settlements(state, seat)
    if state.phase == "lay":
        return LAYS[state.joker]
    return [action for action, _ in odds(state)]


def _turns_of(state: CardState, seat: Seat) -> list[Action]:
    """Return a seat's legal actions in its turn.

    The first card of a round goes face down into any row, further ones into their own row; the meeple is placed once (section 3).
    """
    places = PLAYS if state.began >> seat & 1 else HIDES
    actions: list[Action] = []
    last = -1
    for card in state.hands[seat]:
        if card != last:
            actions += places[card]
            last = card
    if not state.claimed >> seat & 1:
        actions += CLAIMS
    return actions


def odds(state: CardState) -> list[tuple[Action, int]]:
    """Return the actions of chance with their weights.

    A card weighs as much as its number in the deck, all seats are equally likely as first dealer, and turning up is certain.
    """
    if state.phase == "deal":
        actions = DEALS[(state.dealer + 1 + state.step) % state.seats]
    elif state.phase == "open":
        actions = TURNS
    elif state.phase == "dealer":
        return [(action, 1) for action in DEALERS[: state.seats]]
    elif state.phase in ("reveal", "chests"):
        return [(REVEAL, 1)]
    else:
        return []
    return [pair for pair in zip(actions, state.bag, strict=True) if pair[1]]


def advance(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    """Carry out a legal action in place."""
    _DO[action.verb](state, seat, action, emit)


def shortest_row(state: CardState) -> int:
    """Return the row with the fewest cards, the first of several.

    There an opening joker goes if the dealer may not choose (section 2.3).
    """
    return min(range(len(COLOURS)), key=lambda row: len(state.rows[row]))


def conclude(state: CardState, emit: Emit) -> None:
    """End the game before its last round is settled: hands and rows leave the game, chests are counted (section 5)."""
    for hand in state.hands:
        hand.clear()
    for row in state.rows:
        row[:] = [item for item in row if item >= 0]  # the cards; meeples go back
    state.hauls = []
    state.settling = state.joker = -1
    finish(state, emit)


def _apply_dealer(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    state.dealer = action.seat
    state.phase = "open"
    emit(DealerNamed(action.seat))


def _apply_turn_up(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    card = CARD[action.card]
    state.bag[card] -= 1
    state.left -= 1
    state.seen[card] += 1
    if card < COLOURED:
        _lay_out_card(state, card, card // 5, None, emit)
    elif state.ask_jokers:
        state.phase, state.asked, state.joker = "lay", ASKED[state.dealer], card
        emit(JokerTurnedUp(action.card, state.dealer))
    else:
        _lay_out_card(state, card, shortest_row(state), None, emit)


def _apply_lay(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    state.phase, state.asked, state.joker = "open", THE_HOUSE, -1
    _lay_out_card(state, CARD[action.card], ROW[action.row], seat, emit)


def _lay_out_card(state: CardState, card: int, row: int, seat: int | None, emit: Emit) -> None:
    state.rows[row].append(card)
    state.step += 1
    emit(OpeningCardLaid(CODES[card], COLOURS[row], seat))
    if state.step == OPENING:
        begin_round(state, state.dealer, emit)


def begin_round(state: CardState, dealer: int, emit: Emit) -> None:
    """Begin the next round: `dealer` deals, and the seat to the dealer's left plays first."""
    state.phase, state.asked, state.step = "deal", THE_HOUSE, 0
    state.round += 1
    state.dealer = dealer
    state.began = state.claimed = 0
    state.last_claim = -1
    emit(RoundBegan(state.round, dealer, HANDS[state.seats][0]))


_DEALT = tuple(tuple(CardDealt(seat, code) for code in CODES) for seat in range(len(ASKED)))
_PLAYED = tuple(tuple(tuple(CardPlayed(seat, code, row) for row in COLOURS) for code in CODES) for seat in range(len(ASKED)))


def _apply_deal(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    card = CARD[action.card]
    state.bag[card] -= 1
    state.left -= 1
    insort(state.hands[action.seat], card)
    state.step += 1
    emit(_DEALT[action.seat][card])
    if state.step == state.seats * HANDS[state.seats][0]:
        state.phase, state.asked, state.step = "turn", ASKED[(state.dealer + 1) % state.seats], 0


def _apply_hide(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    card = CARD[action.card]
    state.hands[seat].remove(card)
    state.rows[ROW[action.row]].append(face_down(card, seat))
    state.began |= 1 << seat
    emit(CardLaidFaceDown(seat, action.row))
    emit(FaceDownCardNamed(seat, action.card, action.row))
    _pass_on(state, emit)


def _apply_play(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    card, row = CARD[action.card], ROW[action.row]
    state.hands[seat].remove(card)
    state.rows[row].append(card)
    state.seen[card] += 1
    emit(_PLAYED[seat][card][row])
    _pass_on(state, emit)


def _apply_claim(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    row = state.rows[ROW[action.row]]
    cards = 0
    for item in reversed(row):
        if item < 0:
            break
        cards += 1
    row.append(meeple_of(seat))
    state.claimed |= 1 << seat
    state.last_claim = seat
    emit(RowClaimed(seat, action.row, cards))
    _pass_on(state, emit)


def _pass_on(state: CardState, emit: Emit) -> None:
    state.step += 1
    if state.step == state.turns():
        state.phase, state.asked = "reveal", THE_HOUSE
    else:
        state.asked = ASKED[(state.dealer + 1 + state.step) % state.seats]


def _apply_reveal(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    if state.phase == "chests":
        finish(state, emit)
    elif reveal(state, emit):
        begin_round(state, state.last_claim, emit)


def _apply_settlement(state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
    if _SETTLE[action.verb](state, seat, action, emit):
        begin_round(state, state.last_claim, emit)


_SETTLE = {"cash": on_cash, "keep": on_keep, "join": on_join}

_DO = {
    "dealer": _apply_dealer,
    "turn": _apply_turn_up,
    "lay": _apply_lay,
    "deal": _apply_deal,
    "hide": _apply_hide,
    "play": _apply_play,
    "claim": _apply_claim,
    "reveal": _apply_reveal,
    "cash": _apply_settlement,
    "keep": _apply_settlement,
    "join": _apply_settlement,
}
