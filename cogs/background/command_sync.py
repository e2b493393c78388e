"""Registers slash commands with Discord, only when they changed."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands
from discord.http import Route

from service.wiring.services import SentMarkers
from telemetry.log_line import log_line

log = logging.getLogger("cogs.background.sync")

REASON = 1000
"""Longest reason in the log, in characters."""

_TOLD = "commands"
"""Key of the note with the fingerprint of the last registered commands."""

ENTRY_POINT = 4
"""The type of the command that opens an activity. Discord adds one, and refuses a list without it (50240)."""

_KEPT = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations", "handler", "nsfw"),
    *("default_member_permissions", "integration_types", "contexts"),
)
"""What is sent back of a command that isn't ours, so that it stays as it is."""

APP_HANDLER, DISCORD_HANDLER = 1, 2
"""By whom the entry point is answered: by the bot, which notes the game, or by Discord alone."""


async def sync_if_changed(tree: app_commands.CommandTree, notes: SentMarkers, *, activity: bool = False) -> bool:
    """Register the commands if they changed or Discord has lost them; True if they were sent.

    An entry point is kept, first in the list; with an `activity` of ours the bot answers it. A failure is logged with the commands
    that Discord refuses, and retried at the next start. Discord accepts all or none, so the old commands keep working.
    """
    payload = await payload_of(tree)
    fingerprint = f"{tree.client.application_id} {_digest(payload)}"
    try:
        there = await _fetch_commands(tree.client)
        entry_points = [command for command in there if command["type"] == ENTRY_POINT]
        known = {command["name"] for command in there if command not in entry_points}
        kept = [_entry_point(_comparable_form(command), by_us=activity) for command in entry_points]
        is_told = known == {command["name"] for command in payload} and await notes.read(_TOLD) == fingerprint
        if is_told and kept == [_comparable_form(command) for command in entry_points]:
            return False
        await _register(tree, [*kept, *payload])
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        log.warning(log_line("commands-not-synced", reason=error_line(error)))
        return False
    await notes.keep(_TOLD, fingerprint)
    log.info(log_line("commands-synced"))
    return True


async def _fetch_commands(client: discord.Client) -> list[dict[str, Any]]:
    """Return the commands that Discord has, with all translations, which `CommandTree.fetch_commands` leaves out."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    return cast(list[dict[str, Any]], await client.http.request(route, params={"with_localizations": "true"}))


async def _register(tree: app_commands.CommandTree, payload: Sequence[dict[str, Any]]) -> None:
    """Register all given commands, where `CommandTree.sync` would send only its own."""
    assert tree.client.application_id is not None, "known since the login"
    try:
        await tree.client.http.bulk_upsert_global_commands(tree.client.application_id, payload=list(payload))
    except discord.HTTPException as error:
        if error.code == _INVALID:
            raise app_commands.CommandSyncFailure(error, tree.get_commands()) from None
        raise


_INVALID = 50035


def _comparable_form(command: dict[str, Any]) -> dict[str, Any]:
    return {name: command[name] for name in _KEPT if name in command}


def _entry_point(entry_point: dict[str, Any], *, by_us: bool) -> dict[str, Any]:
    """Return an entry point that the bot answers, or one that Discord does where there is no activity of ours."""
    handler = APP_HANDLER if by_us else DISCORD_HANDLER if entry_point.get("handler") == APP_HANDLER else None
    return entry_point if handler is None else {**entry_point, "handler": handler}


def error_line(error: Exception) -> str:
    """Return one line about an error; for refused commands, which ones and why."""
    if isinstance(error, app_commands.CommandSyncFailure):
        return "; ".join(line.strip() for line in str(error).splitlines())[:REASON]
    return repr(error)[:REASON]


async def payload_of(tree: app_commands.CommandTree) -> list[dict[str, Any]]:
    """Return all commands as Discord gets them, with all translations."""
    words = tree.translator
    return [
        command.to_dict(tree) if words is None else await command.get_translated_payload(tree, words)
        for command in tree.get_commands()
    ]


def _digest(payload: list[dict[str, Any]]) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
