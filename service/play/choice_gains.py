"""What choices bring, computed beside the event loop: a turn may have hundreds of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from games.core.gains import Gain, gains
from games.core.game import AnyGame, Seat


async def brings(game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]]) -> tuple[Gain, ...]:
    """As `games.core.gains.gains`; what is imagined is the same every time, and so is the answer."""
    return await asyncio.to_thread(gains, game, state, seat, lines, Random(0).randrange)  # noqa: S311  # no secret
