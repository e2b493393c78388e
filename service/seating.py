"""Who sits where: in the order of joining while the lobby is open, and once the match begins by lot.

The lot is drawn from the match's secret, so that anybody can check it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.core.game import Seat
from service import sealed_bag
from service.errors import Refusal
from storage.records import Loaded, MatchRow, SeatRow, Secret, UserId


def seated(match: MatchRow, secret: Secret, joined: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats in the order of play, from those at the table in the order of joining.

    The round is drawn (`match.order` "random"; any other order is the one given). Where the host begins (BB-O14, an option that
    any game may offer), the same round begins with him; a host who does not play leaves it as it is.
    """
    order = sealed_bag.shuffled(secret, joined) if match.order == "random" else tuple(joined)
    return _led_by(match.host_id, order) if match.options.get("first_player") == "chosen" else order


def joined(old: Loaded, seat: SeatRow) -> tuple[SeatRow, ...]:
    """The seats of a lobby with one more. Refuses `lobby-full`."""
    if len(old.seats) >= old.match.seats_wanted:
        raise Refusal("lobby-full", seats=old.match.seats_wanted)
    return (*old.seats, seat)


def numbered(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats of a lobby, numbered in the order given."""
    return tuple(replace(s, seat=Seat(i), joined=i) for i, s in enumerate(seats))


def same_people(seats: Sequence[SeatRow], host: UserId) -> tuple[SeatRow, ...]:
    """Who sat there, in the order of joining; who had gone stays a computer, unless it is who asks for the rematch."""
    rows = []
    for old in sorted(seats, key=lambda s: s.joined):
        stays = old.is_human or old.user_id == host
        rows.append(SeatRow(Seat(0), old.user_id) if stays else SeatRow(Seat(0), None, old.level))
    return tuple(rows)


def _led_by(host_id: UserId, order: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    at = next((place for place, seat in enumerate(order) if seat.user_id == host_id), 0)
    return (*order[at:], *order[:at])
