"""How long after an outage of Discord people still wait: the bot as a process, against the stand-in for Discord."""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.measuring import Figure, in_new_process


def figures(_games: int | None = None, _address: str | None = None) -> Iterator[Figure]:
    """Until the turn message that an outage of 20 s has held up, and until the gateway stands again."""
    found = in_new_process("tests.wire.recovery")
    yield Figure("recovery after 20 s: turn message posted", round(found["posted_s"], 1), "s", "at most 5")
    yield Figure("recovery after 20 s: gateway connected", round(found["back_s"], 1), "s", "at most 5")
