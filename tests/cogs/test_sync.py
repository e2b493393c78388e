"""The log's lines when Discord refuses the list of commands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
from discord import app_commands

from cogs.background.command_sync import REASON, error_line


def refused(errors: dict[str, Any], *commands: Any) -> app_commands.CommandSyncFailure:
    """Discord's answer to a list of commands."""
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    message = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    return app_commands.CommandSyncFailure(discord.HTTPException(response, message), list(commands))


def test_a_refused_list_names_the_command_and_the_reason_in_one_line() -> None:
    """Anyone who reads the log knows where to look."""

    async def nothing(interaction: discord.Interaction) -> None: ...

    command = app_commands.Command(name="place", description="Place", callback=nothing)
    errors = {"0": {"description": {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be 100 or fewer in length."}]}}}
    reason = error_line(refused(errors, command))
    assert "'place'" in reason and "Must be 100 or fewer in length." in reason and "\n" not in reason


def test_other_failures_are_told_too_and_none_fills_the_log() -> None:
    """An outage has no commands."""
    assert error_line(TimeoutError("slow")) == "TimeoutError('slow')"
    assert len(error_line(ValueError("x" * 5000))) == REASON
