"""Refusing what was meant for another position."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.game import AnyGame
from service.errors import Refusal
from service.process.live import Live
from service.review import log as logs
from storage.records import SeatRow


def check_version(live: Live, seat: SeatRow, expected: int, texts: Sequence[str], *, after: int = 0) -> None:
    """Refuse what was meant for another position; a seat that went to a computer since does not matter.

    `after`: how many actions of the seat came before `texts`, on top of that position.
    """
    if not 0 <= expected <= live.version:
        raise Refusal("stale", version=live.version, expected=expected)
    newer = logs.moved_since(live.log, expected)
    if newer:
        back = logs.taken_back(live.log)
        meant = [(seat.seat, _normal(live.game, text)) for text in texts]
        done = newer[after : after + len(meant)]
        same = [(row.seat, row.text) for row in done if row.seq not in back] == meant
        refuse_stale(live, seat, expected, own=same)


def refuse_stale(live: Live, seat: SeatRow, expected: int, *, own: bool) -> None:
    """Refuse `stale`, or `already-done` where this seat itself has moved on (`own`: with the very same actions)."""
    first = next(iter(logs.moved_since(live.log, expected)), None)
    is_own = first is not None and own and first.seat == seat.seat and first.seq not in logs.taken_back(live.log)
    raise Refusal("already-done" if is_own else "stale", version=live.version, expected=expected)


def _normal(game: AnyGame, text: str) -> str:
    return game.write(game.read(text))
