"""All actions of the card game and their text form.

There are only some hundred, so all of them are created once: equal actions are the same object, and reading is a lookup. A card
placed face down has a verb of its own, `hide`, so the log line alone shows what must stay secret.

- `dealer s2`: chance names the first dealer.
- `turn gA`: chance turns up an opening card.
- `lay JA red`: the dealer places an opening joker.
- `deal yP3 s0`: chance deals a card to a hand.
- `hide yP3 red`: a first card, face down in any row.
- `play yP3 yellow`: a further card, face up.
- `claim red`: the large meeple, behind the last card.
- `cash gA`, `keep gA`: take 10 points for a card in the wrong row, or keep the card.
- `reveal`: chance turns up the claims, or at the end the chests.
- `join green`: an unassigned animal joker joins a species.

Turning up is an action of chance, so that a player can't try a last turn, look at the cards, and take it back.
"""

from __future__ import annotations

from typing import NamedTuple

from games.cardcassonne.cards import ANIMAL, BUILDING, CODES, COLOURED, COLOURS, KINDS, SEATS, colour_of, sort_of
from games.core.errors import IllegalActionError
from games.core.game import Seat

UNKNOWN = "?"
"""What stands in a public line of the log instead of a secret card."""


class Action(NamedTuple):
    """Action of a seat or of chance.

    Get one from `read` or the tables of this module, because actions are interned.
    """

    verb: str
    card: str = ""
    """The code of a card."""
    row: str = ""
    """The colour of a row or, for `join`, of a species."""
    seat: int = -1


def write(action: Action) -> str:
    """Return the text form of an action, such as `play yP3 yellow`, `deal gA s0` or `claim red`.

    The log, tests and button ids carry this form.
    """
    words = [action.verb, action.card, action.row, f"s{action.seat}" if action.seat >= 0 else ""]
    return " ".join(word for word in words if word)


def public(seat: Seat, action: Action, viewer: Seat | None) -> str:
    """Return the log line of `action` by `seat` for `viewer` (None: a spectator) while the game runs.

    A dealt card is known to the seat that got it, a card laid face down to the seat that laid it. Other viewers see a `?` for the
    card; `read` refuses such a line.
    """
    knows = {"deal": action.seat, "hide": seat}.get(action.verb)
    if knows is None or knows == viewer:
        return write(action)
    return write(action._replace(card=UNKNOWN))


DEALERS = tuple(Action("dealer", seat=seat) for seat in SEATS)
TURNS = tuple(Action("turn", code) for code in CODES)
LAYS = tuple(tuple(Action("lay", code, row) for row in COLOURS) if card >= COLOURED else () for card, code in enumerate(CODES))
"""For each joker its four places in the opening."""
DEALS = tuple(tuple(Action("deal", code, seat=seat) for code in CODES) for seat in SEATS)
HIDES = tuple(tuple(Action("hide", code, row) for row in COLOURS) for code in CODES)
_PLAYS = tuple(tuple(Action("play", code, row) for row in COLOURS) for code in CODES)
PLAYS = tuple(_PLAYS[card] if card >= COLOURED else (_PLAYS[card][colour_of(card)],) for card in range(KINDS))
"""For each card where it may go face up: a coloured one to its own row only."""
CLAIMS = tuple(Action("claim", row=row) for row in COLOURS)
DECISIONS = tuple(
    (Action("cash", code), Action("keep", code)) if card < COLOURED and sort_of(card) in (BUILDING, ANIMAL) else ()
    for card, code in enumerate(CODES)
)
"""For each building and animal the two ways to settle it when it was wrongly laid."""
REVEAL = Action("reveal")
JOINS = tuple(Action("join", row=colour) for colour in COLOURS)

_TABLES = (*LAYS, *DEALS, *HIDES, *_PLAYS, *DECISIONS, DEALERS, TURNS, CLAIMS, (REVEAL,), JOINS)
_BY_TEXT: dict[str, Action] = {write(action): action for table in _TABLES for action in table}


def read(text: str) -> Action:
    """Return the action that `text` writes; raises `IllegalActionError("unreadable")`."""
    action = _BY_TEXT.get(text)
    if action is None:
        raise IllegalActionError("unreadable", text=text[:80])
    return action
