"""The list of commands, as Discord keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.wire.discord import Discord
from tests.wire.program import Program

Start = Callable[..., Awaitable[Program]]

ENTRY_POINT = {
    "id": "1234567890",
    "application_id": "1",
    "version": "1",
    "type": 4,
    "name": "launch",
    "name_localizations": {"de": "starten"},
    "description": "",
    "handler": 2,
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
    "default_member_permissions": None,
    "nsfw": False,
}


async def test_the_command_of_an_activity_stays_as_it_is(wire: Discord, start: Start) -> None:
    """Discord adds it when the owner switches on activities, and refuses every list without it: ours were frozen from then on."""
    wire.guild()
    wire.commands = [dict(ENTRY_POINT)]
    program = await start()
    await program.says(r"\bready\b")

    assert "commands-synced" in program.said, program.said
    kept = [command for command in wire.commands if command["type"] == 4]
    assert kept == [ENTRY_POINT | {"application_id": wire.bot["id"]}]
    assert {"new", "place"} <= {command["name"] for command in wire.commands}
    assert await program.stop() == 0

    again = await start()
    await again.says(r"\bready\b")
    assert "commands-" not in again.said, again.said
