"""Start: read the settings, be the bot on Discord; without a token, play in the sandbox instead."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from runtime import installed

if __name__ == "__main__":
    installed.exit_unless_locked_versions()  # before anything that may be missing is imported
    gc.disable()  # what is loaded now stays: looking through it again and again took an eighth of the start

from runtime.lifecycle import ExitCode
from runtime.settings import ListenAddress, SettingError, Settings, emojis_wanted, setting_value
from telemetry.log_line import version

if TYPE_CHECKING:
    from cogs.client import Bastide
    from cogs.render_executor import RenderExecutor
    from editions.edition import Editions

__all__ = ["Settings", "build_bot", "main"]


def build_bot(settings: Settings, editions: Editions | None = None, painting: RenderExecutor | None = None) -> Bastide:
    """Return the bot, not yet connected, for `main`, the sandbox and tests.

    Without `editions`, the official ones are used. Pictures are drawn in another process, or in a thread if Discord is simulated,
    because then no other user waits for the event loop; `painting` overrides this choice.
    """
    from cogs.client import Bastide  # everything else hangs on it: neither a health check nor a version waits for that
    from cogs.render_executor import ProcessRenderExecutor, ThreadRenderExecutor
    from editions.registry import EDITIONS

    gc.enable()  # everything is loaded
    shown = {"threads": settings.threads, "emojis": settings.emojis}
    real = bool(settings.token)  # without a token Discord is simulated, and so is time
    painting = painting or (ProcessRenderExecutor() if real else ThreadRenderExecutor())
    bot = Bastide(
        settings.database, editions or EDITIONS, settings.limits, **shown, real=real, shards=settings.shards, painting=painting
    )
    if settings.web is not None:
        from web.server import BoardServer

        listen_address, outside = settings.web, (settings.web_url, settings.web_proxies)
        bot.board = BoardServer(
            listen_address.host, listen_address.port, *outside, secret=settings.web_secret, sdk=settings.web_sdk
        )
    return bot


def main(arguments: list[str]) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python bot.py", description="Carcassonne by chat. Without an option: run the bot.")
    parser.add_argument("--check", action="store_true", help="say what this installation still lacks, and stop")
    parser.add_argument("--health", action="store_true", help="say whether the running bot is well, and stop")
    parser.add_argument("--version", action="version", version=version())
    wanted = parser.parse_args(arguments)
    try:
        settings = Settings(emojis=emojis_wanted())
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.SETTINGS
    if wanted.health:
        from runtime.process_probe import health

        return health(settings)
    if wanted.check:
        from runtime.preflight import check

        return check(settings)
    return _run(settings)


def _run(settings: Settings) -> int:
    os.umask(0o077)  # the database holds the secrets of open games, and so does whatever is copied from it
    from render.background_warmup import warm_up_in_background

    warm_up_in_background()
    if settings.token or settings.container:
        from runtime.lifecycle import run

        return run(settings, build_bot)
    if find_spec("simcord") is None:
        sys.stderr.write("There is no token in DISCORD_TOKEN, and the sandbox is not installed (`uv sync --extra sandbox`).\n")
        return ExitCode.SETTINGS
    from runtime import logging_setup

    logging_setup.start(
        settings.log_level if setting_value("BASTIDE_LOG") else "WARNING"
    )  # players here look for the address, not for a log
    logging.getLogger("discord").setLevel(logging.ERROR)  # its warnings, some while importing, are about a real Discord
    from sandbox.simulated_server import serve  # a simulated Discord is only loaded where one is wanted

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(build_bot, replace(settings, web=settings.web or ListenAddress("127.0.0.1", 0))))
    return ExitCode.DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
