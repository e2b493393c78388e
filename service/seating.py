"""Who sits where once a match begins: by lot, drawn from the match's secret so that anybody can check it afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from service import sealed_bag
from storage.records import MatchRow, SeatRow, Secret, UserId


def seated(match: MatchRow, secret: Secret, joined: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats in the order of play, from those at the table in the order of joining.

    The round is drawn (`match.order` "random"; any other order is the one given). Where the host begins (BB-O14, an option that
    any game may offer), the same round begins with him; a host who does not play leaves it as it is.
    """
    order = sealed_bag.shuffled(secret, joined) if match.order == "random" else tuple(joined)
    return _led_by(match.host_id, order) if match.options.get("first_player") == "chosen" else order


def _led_by(host_id: UserId, order: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    at = next((place for place, seat in enumerate(order) if seat.user_id == host_id), 0)
    return (*order[at:], *order[:at])
