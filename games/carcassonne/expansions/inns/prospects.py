"""What Inns & Cathedrals promise: the big follower beyond what any follower is good for. Inns and cathedrals are in the worth of
their roads and cities.
"""

from __future__ import annotations

from games.carcassonne.outlook import Outlook
from games.carcassonne.stakes import times
from games.carcassonne.state import Prospect, State

BIG = "big"
"""The piece."""


def big_at_hand(state: State, _seen: Outlook, into: list[list[float]], at: int) -> None:
    """It takes over what others thought was theirs, as long as there is time."""
    soon, long = times(state)
    pieces, place = len(state.rules.pieces), state.rules.piece_of[BIG]
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + place]:
            row[at] = soon
            row[at + 1] = long


PROSPECT = Prospect(("big follower soon", "big follower"), big_at_hand)
