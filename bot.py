"""Start: read the settings, build the bot, run it; without a token, play in the sandbox instead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from dataclasses import dataclass, field
from pathlib import Path

from discord.ext import commands
from dotenv import dotenv_values

from cogs.client import Bastide
from storage.errors import CannotOpen


def _setting(name: str, default: str) -> str:
    """What the environment says, or else the file `.env` in the working folder, or else the default; empty counts as unsaid."""
    return os.environ.get(name) or dotenv_values(".env").get(name) or default


@dataclass(frozen=True)
class Settings:
    """What differs between installations. Every value not given is read from the environment and from `.env`."""

    token: str = field(default_factory=lambda: _setting("DISCORD_TOKEN", ""), repr=False)
    """The bot's secret; empty means the sandbox. Never printed, never logged."""
    database: Path = field(default_factory=lambda: Path(_setting("BASTIDE_DB", "data/bastide.db")))
    """The SQLite file; its folder is made when missing."""
    log_level: str = field(default_factory=lambda: _setting("BASTIDE_LOG", "INFO").upper())
    """DEBUG, INFO, WARNING or ERROR."""
    sandbox_port: int = field(default_factory=lambda: int(_setting("BASTIDE_SANDBOX_PORT", "0")))
    """The port of the sandbox's page; 0 takes any free one."""


def build_bot(settings: Settings) -> commands.Bot:
    """The bot, not yet connected: for `main`, the sandbox, tests and whoever else starts it."""
    return Bastide(Path(settings.database))


def main() -> None:
    """Run on Discord with a token, in the sandbox without one."""
    settings = Settings()
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.token:
        try:
            build_bot(settings).run(settings.token, log_handler=None)
        except CannotOpen as error:
            raise SystemExit(f"The database {settings.database} cannot be opened; nothing was touched. {error}") from error
    else:
        logging.getLogger("discord").setLevel(logging.ERROR)  # its warnings, some while importing, are about a real Discord
        from sandbox.world import serve  # a simulated Discord is only loaded where one is wanted

        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(serve(build_bot, settings))


if __name__ == "__main__":
    main()
