"""The application's emojis on the wire: uploaded by the process itself, in the background, and found again by the next one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.wire.discord import Discord
from tests.wire.program import Program
from tests.wire.records import Fault

Start = Callable[..., Awaitable[Program]]


@pytest.mark.soak
async def test_emojis_are_uploaded_at_a_pace_and_go_on_after_a_restart(wire: Discord, start: Start) -> None:
    """One that is refused for too many requests is sent again; what was there is not sent twice."""
    wire.guild()
    wire.faults.append(Fault(r"/applications/\d+/emojis", 429, method="POST", retry_after_s=0.2))
    program = await start(BASTIDE_EMOJIS="1")
    await program.says(r"\bready\b")
    await wire.until(lambda: len(wire.emojis) >= 4)
    assert await program.stop() == 0
    assert "Traceback" not in program.said, program.said
    sent = set(wire.emojis)

    again = await start(BASTIDE_EMOJIS="1")
    await wire.until(lambda: len(wire.emojis) > len(sent) + 1)
    assert await again.stop() == 0

    names = [value["name"] for value in wire.emojis.values()]
    assert names[0].startswith("red_meeple_"), "the figures of the players come first"
    assert len(set(names)) == len(names)
