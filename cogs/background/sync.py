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

_TOLD = "commands"
"""The note under which it is remembered what Discord was told, and for which application."""


async def sync_if_changed(tree: app_commands.CommandTree, notes: Notes) -> bool:
    """Send the tree if it differs from what is remembered, or if Discord has lost it; whether it was sent.

    A failed sync is logged and tried again at the next start; the old commands go on working meanwhile.
    """
    commands = tree.get_commands()
    fingerprint = f"{tree.client.application_id} {await fingerprint_of(tree)}"
    try:
        known = {command.name for command in await tree.fetch_commands()}
        if known == {command.name for command in commands} and await notes.read(_TOLD) == fingerprint:
            return False
        await tree.sync()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        log.warning(entry("commands-not-synced", reason=repr(error)[:200]))
        return False
    await notes.keep(_TOLD, fingerprint)
    log.info(entry("commands-synced"))
    return True


async def fingerprint_of(tree: app_commands.CommandTree) -> str:
    """A hash of everything that Discord would be told, in every language."""
    said = tree.translator
    payload = [
        command.to_dict(tree) if said is None else await command.get_translated_payload(tree, said)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
