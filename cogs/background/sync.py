"""Telling Discord the commands, only when they changed. Touches nothing else: no data, no membership."""

from __future__ import annotations

import hashlib
import json
import logging

import aiohttp
import discord
from discord import app_commands

from journal.entry import entry
from service.process.services import Notes

log = logging.getLogger(__name__)

REASON = 1000
"""Most characters of a reason in the log."""

_TOLD = "commands"
"""The note under which it is remembered what Discord was told, and for which application."""


async def sync_if_changed(tree: app_commands.CommandTree, notes: Notes) -> bool:
    """Send the tree if it differs from what is remembered, or if Discord has lost it; whether it was sent.

    A failed sync is logged with the commands that Discord refuses, and tried again at the next start; Discord takes a list whole
    or not at all, so the old commands go on working meanwhile.
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
    """What went wrong, in one line: for a list that Discord refuses, which command and what about it."""
    if isinstance(error, app_commands.CommandSyncFailure):
        return "; ".join(line.strip() for line in str(error).splitlines())[:REASON]
    return repr(error)[:REASON]


async def fingerprint_of(tree: app_commands.CommandTree) -> str:
    """A hash of everything that Discord would be told, in every language."""
    said = tree.translator
    payload = [
        command.to_dict(tree) if said is None else await command.get_translated_payload(tree, said)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
