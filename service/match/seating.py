"""Seating: in the order of joining while the lobby is open, in a drawn order once the match begins.

The order is drawn from the match's secret, so that players can verify it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.core.game import Seat
from service.errors import Refusal
from service.match import sealed_bag
from storage.rows import LoadedMatch, MatchRow, SeatRow, Secret, UserId


def in_play_order(match: MatchRow, secret: Secret, joined: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats in the order of play; `joined` are they in the order of joining.

    `secret` includes the players' words. The order is drawn if `match.order` is "random", otherwise it is the given one. With the
    option that the host begins (BB-O14), the drawn order is rotated so that the host is first; a host who does not play changes
    nothing.
    """
    order = sealed_bag.shuffle(secret, joined) if match.order == "random" else tuple(joined)
    return _order_after_host(match.host_id, order) if match.options.get("first_player") == "chosen" else order


def with_player(old: LoadedMatch, seat: SeatRow, most: int) -> tuple[SeatRow, ...]:
    """Return the seats of a lobby with one more; refuse `lobby-full` beyond `most` seats."""
    if len(old.seats) >= old.match.seats_wanted:
        raise Refusal("lobby-full", seats=old.match.seats_wanted, most=most)
    return (*old.seats, seat)


def renumber(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats of a lobby, numbered from 0 in the given order."""
    return tuple(replace(s, seat=Seat(i), joined=i) for i, s in enumerate(seats))


def rematch_seats(seats: Sequence[SeatRow], host: UserId) -> tuple[SeatRow, ...]:
    """Return the initial seats of a rematch: its host and the computers, including those that replaced leavers."""
    computers = [SeatRow(Seat(0), None, s.level) for s in in_joining_order(seats) if not s.is_human and s.user_id != host]
    return (SeatRow(Seat(0), host), *computers)


def in_joining_order(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return the seats in the order in which users took them."""
    return sorted(seats, key=lambda seat: seat.joined)


def _order_after_host(host_id: UserId, order: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    host_place = next((place for place, seat in enumerate(order) if seat.user_id == host_id), 0)
    return (*order[host_place:], *order[:host_place])
