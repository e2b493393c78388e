"""Registers slash commands with Discord, only when they changed."""

from __future__ import annotations

import hashlib
import json
import logging

import aiohttp
import discord
from discord import app_commands

from service.core.services import SentMarkers
from telemetry.log_line import entry

log = logging.getLogger("cogs.background.sync")

REASON = 1000
"""Longest reason in the log, in characters."""

_TOLD = "commands"
"""Key of the note with the fingerprint of the last registered commands."""


async def sync_if_changed(tree: app_commands.CommandTree, notes: SentMarkers) -> bool:
    """Register the commands if they changed or Discord has lost them; True if they were sent.

    A failure is logged with the commands that Discord refuses, and retried at the next start. Discord accepts all or none, so the
    old commands keep working.
    """
    commands = tree.get_commands()
    fingerprint = f"{tree.client.application_id} {await fingerprint_of(tree)}"
    try:
        known = {command.name for command in await tree.fetch_commands()}
        if known == {command.name for command in commands} and await notes.read(_TOLD) == fingerprint:
            return False
        await tree.sync()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        log.warning(entry("commands-not-synced", reason=why(error)))
        return False
    await notes.keep(_TOLD, fingerprint)
    log.info(entry("commands-synced"))
    return True


def why(error: Exception) -> str:
    """One line about an error; for refused commands, which ones and why."""
    if isinstance(error, app_commands.CommandSyncFailure):
        return "; ".join(line.strip() for line in str(error).splitlines())[:REASON]
    return repr(error)[:REASON]


async def fingerprint_of(tree: app_commands.CommandTree) -> str:
    """SHA-256 in hex of all commands as Discord would get them, with all translations."""
    said = tree.translator
    payload = [
        command.to_dict(tree) if said is None else await command.get_translated_payload(tree, said)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
