"""Telling Discord the commands, only when they changed. Touches nothing else: no data, no membership."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path

import aiohttp
import discord
from discord import app_commands

from journal.entry import entry

log = logging.getLogger(__name__)


async def sync_if_changed(tree: app_commands.CommandTree, told: Path) -> bool:
    """Send the tree if it differs from what the file `told` remembers, or if Discord has lost it; whether it was sent.

    A failed sync is logged and tried again at the next start; the old commands go on working meanwhile.
    """
    commands = tree.get_commands()
    fingerprint = f"{tree.client.application_id} {fingerprint_of(tree)}"
    try:
        known = {command.name for command in await tree.fetch_commands()}
        if known == {command.name for command in commands} and _read(told) == fingerprint:
            return False
        await tree.sync()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        log.warning(entry("commands-not-synced", reason=repr(error)[:200]))
        return False
    _write(told, fingerprint)
    log.info(entry("commands-synced"))
    return True


def fingerprint_of(tree: app_commands.CommandTree) -> str:
    """A hash of everything that Discord would be told."""
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _read(told: Path) -> str:
    return told.read_text(encoding="utf-8") if told.exists() else ""


def _write(told: Path, fingerprint: str) -> None:
    told.write_text(fingerprint, encoding="utf-8")
