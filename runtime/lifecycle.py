"""The life cycle of the process: connect, reconnect after failures, and shut down in order.

An established connection is repaired by discord.py. This module handles the rest: a Discord that can't be reached at the start,
errors that no retry can fix, and signals.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from enum import IntEnum
from typing import TYPE_CHECKING

import aiohttp
import discord

from runtime import backoff, gc_tuning
from runtime import logging_setup as lines
from runtime.backups import Backups
from runtime.process_probe import HOUR_S, ProcessWatch
from runtime.settings import Settings, unknown
from storage import database_url
from storage.errors import DatabaseInUseError, DatabaseUnreachableError, OpenError, SchemaTooNewError
from storage.maintenance.missing_database import require_found
from storage.opening import share_among_leases
from telemetry.log_line import log_line, version

if TYPE_CHECKING:
    from cogs.client import Bastide


class ExitCode(IntEnum):
    """Exit codes of the program, listed in `docs/self-hosting.md`.

    The systemd unit there doesn't restart after codes from 65 to 78, except 74 and 75.
    """

    DONE = 0
    """Asked to stop, and stopped."""
    DATABASE_TOO_NEW = 65
    """A newer program has written the database."""
    DATABASE = 74
    """The database cannot be opened: a disk that is not there, a folder of somebody else, a damaged file."""
    IN_USE = 75
    """Another process works with the database: of two bots on one file both would post."""
    INTENTS = 76
    """Discord does not grant the intents that the bot asks for."""
    TOKEN = 77
    """Discord does not know the token."""
    SETTINGS = 78
    """A setting that cannot be meant so."""


class FatalStartupError(Exception):
    """Raised when only the self-hoster can solve a problem; has the exit `code` and a `sentence` that says what to do."""

    def __init__(self, code: ExitCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


log = logging.getLogger("hosting.run")

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
"""Between two attempts to reach the database's server: twice as long each time, up to this."""

IN_FLIGHT_S = 1.5
"""How long answers under way may take when the process is asked to stop."""

STOP_S = 4.5
"""When it ends at the latest, whatever still runs; what is accepted is on the disk, what must be said is in the outbox."""

_REFUSED_TOKEN = 4004
_REFUSED_INTENTS = (4013, 4014)

_ANSWERS = ("discord.py:", "discord-ui-", "CommandTree-invoker")
"""How discord.py names the tasks in which it calls us."""

_LOOKING_AFTER = "discord.py: on_ready"
"""Nobody waits for what begins with a connection; with thousands of servers it takes long, and the next start does it again."""

Build = Callable[[Settings], "Bastide"]


def run(settings: Settings, build_bot: Build) -> int:
    """Run the bot until it is stopped, and return the exit code."""
    tally = lines.start(settings.log_level, as_json=settings.log_json)
    backoff.bound_backoff()
    gc_tuning.bound_gc_pauses()
    log.info(log_line("start", version=version(), database=database_url.name(settings.database), log=settings.log_level))
    for name, nearest in unknown():
        log.warning(log_line("setting-unknown", name=name, nearest=nearest or None))
    return asyncio.run(_run_until_stopped(settings, build_bot, ProcessWatch(settings, tally), tally))


async def _run_until_stopped(settings: Settings, build_bot: Build, watch: ProcessWatch, tally: lines.HourlyCounts) -> int:
    stop = asyncio.Event()
    _stop_on_signals(stop)
    figures = _start_metrics(settings, watch, tally)
    living = asyncio.create_task(_run_on_database(settings, build_bot, watch), name="bot")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    await asyncio.wait((living, stopping), return_when=asyncio.FIRST_COMPLETED)
    for task in (living, stopping):
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await living
    if figures is not None:
        figures.cancel()
    code = ExitCode.DONE if stop.is_set() else living.result()
    log.info(log_line("end", code=int(code)))
    return code


def _start_metrics(settings: Settings, watch: ProcessWatch, tally: lines.HourlyCounts) -> asyncio.Task[None] | None:
    """Start the metrics server and return its task; None if metrics are off."""
    if settings.metrics is None:
        return None
    from runtime.metrics import Metrics, serve  # and its library: it costs memory, and start-up time

    return asyncio.create_task(serve(settings.metrics, Metrics(watch, tally)), name="metrics")


async def _run_on_database(settings: Settings, build_bot: Build, watch: ProcessWatch) -> ExitCode:
    """Run as the only process on the database, or with those that share it.

    If another process has the database for itself, return the exit code and leave that process's heartbeat file in place. In a
    container, wait for the other process instead, and for a database server that is not up yet, because containers start in any
    order; elsewhere the service manager restarts the program.
    """
    in_use = log_line("database-in-use", database=settings.database)
    attempt = 0
    while True:
        try:
            async with share_among_leases(settings.database, waiting=lambda: log.warning(in_use)):
                await asyncio.to_thread(require_found, settings.database, must_exist=settings.must_exist)
                return await _run_watched(settings, watch, _live(settings, build_bot, watch))
        except DatabaseInUseError as error:
            log.critical(f"{error}.")
            return ExitCode.IN_USE
        except OpenError as error:
            if not isinstance(error, DatabaseUnreachableError) or not settings.container:
                return await _run_watched(
                    settings, watch, _despair(settings, watch, FatalStartupError(ExitCode.DATABASE, f"{error}."))
                )
            await _run_watched(settings, watch, _wait_for_database(watch, error, attempt))
            attempt += 1


async def _wait_for_database(watch: ProcessWatch, error: DatabaseUnreachableError, attempt: int) -> ExitCode:
    """Wait before the next attempt to reach the database server.

    The reason is logged at the first attempt, and shown by the health check while waiting.
    """
    if attempt == 0:
        log.warning(log_line("database-unreachable", reason=error))
    await watch.hopeless(f"{error}.")
    await asyncio.sleep(min(FIRST_WAIT_S * 2.0 ** min(attempt, 10), LONGEST_WAIT_S))
    watch.hopeful()
    return ExitCode.DATABASE


async def _run_watched(settings: Settings, watch: ProcessWatch, life: Coroutine[None, None, ExitCode]) -> ExitCode:
    """Run `life` while writing heartbeats and making backups; remove the heartbeat file at the end.

    A heartbeat file left behind would look like a crash.
    """
    beside = [
        asyncio.create_task(watch.keep(), name="signs of life"),
        asyncio.create_task(Backups(settings).keep(), name="backups"),
    ]
    try:
        return await life
    finally:
        for task in beside:
            task.cancel()
        watch.gone()


async def _live(settings: Settings, build_bot: Build, watch: ProcessWatch) -> ExitCode:
    """Stay connected until cancelled. Return the exit code if a problem makes that impossible."""
    try:
        _require_token(settings)
        await _stay_connected(settings, build_bot, watch)
    except FatalStartupError as reason:
        return await _despair(settings, watch, reason)
    return ExitCode.DONE


async def _despair(settings: Settings, watch: ProcessWatch, reason: FatalStartupError) -> ExitCode:
    """Log a problem that only the self-hoster can solve, and return its exit code.

    In a container it doesn't return but repeats the message every hour, because a container would be restarted.
    """
    await watch.hopeless(reason.sentence)
    log.critical(reason.sentence)
    while settings.container:
        await asyncio.sleep(HOUR_S)
        log.critical(reason.sentence)
    return reason.code


def _require_token(settings: Settings) -> None:
    if not settings.token:
        raise FatalStartupError(
            ExitCode.SETTINGS, "There is no token: set DISCORD_TOKEN (docs/self-hosting.md says where it comes from)."
        )


async def _stay_connected(settings: Settings, build_bot: Build, watch: ProcessWatch) -> None:
    """Connect, and retry until it succeeds.

    A bot that failed to connect is closed and a new one is built, so that nothing stays half open.
    """
    waits, attempt = backoff.Backoff(), 0
    while True:
        bot = build_bot(settings)
        watch.over(bot)
        try:
            await _connect(bot, settings)
            return
        except (aiohttp.ClientError, ConnectionError, TimeoutError, discord.HTTPException, discord.GatewayNotFound) as error:
            wait = waits.delay()
            log.warning(
                log_line("discord-unreachable", reason=_short_reason(error), attempt=attempt + 1, again_in_s=round(wait, 1))
            )
        await asyncio.sleep(wait)
        attempt += 1


async def _connect(bot: Bastide, settings: Settings) -> None:
    """Log in and run until disconnected; close the bot afterwards in any case."""
    async with bot:
        try:
            await bot.login(settings.token)
            gc_tuning.collect_after_start()
            await bot.connect()
        except discord.LoginFailure as error:
            raise FatalStartupError(ExitCode.TOKEN, _UNKNOWN) from error
        except discord.PrivilegedIntentsRequired as error:
            raise FatalStartupError(ExitCode.INTENTS, _UNGRANTED) from error
        except discord.ConnectionClosed as error:
            raise _error_for_gateway_close(error) from error
        except SchemaTooNewError as error:
            raise FatalStartupError(
                ExitCode.DATABASE_TOO_NEW, f"The database {settings.database} was not touched: {error}."
            ) from error
        except DatabaseUnreachableError:
            raise
        except OpenError as error:
            raise FatalStartupError(
                ExitCode.DATABASE, f"The database {settings.database} cannot be opened; nothing was touched. {error}"
            ) from error
        finally:
            await bot.leave()
            await _finish_answers()


def _error_for_gateway_close(error: discord.ConnectionClosed) -> Exception:
    if error.code == _REFUSED_TOKEN:
        return FatalStartupError(ExitCode.TOKEN, _UNKNOWN)
    if error.code in _REFUSED_INTENTS:
        return FatalStartupError(ExitCode.INTENTS, _UNGRANTED)
    return ConnectionError(f"the gateway closed with {error.code}")


_UNKNOWN = (
    "Discord does not know the token in DISCORD_TOKEN: copy it again from https://discord.com/developers/applications "
    "(Bot, Reset Token)."
)
_UNGRANTED = (
    "Discord does not grant the intents that the bot asks for: it asks for none of the privileged ones, so the application "
    "itself is restricted; see https://discord.com/developers/applications (Bot)."
)


async def _finish_answers() -> None:
    """Wait up to `IN_FLIGHT_S` seconds for responses in progress, then cancel them."""
    answers = {task for task in asyncio.all_tasks() if task.get_name().startswith(_ANSWERS)}
    background = {task for task in answers if task.get_name() == _LOOKING_AFTER}
    for task in background:
        task.cancel()
    if answers - background:
        _, late = await asyncio.wait(answers - background, timeout=IN_FLIGHT_S)
        for task in late:
            task.cancel()


def _short_reason(error: Exception) -> str:
    """Return type and message of an error, at most 200 characters, without addresses that contain secrets."""
    return f"{type(error).__name__}: {error}"[:200]


def _stop_on_signals(stop: asyncio.Event) -> None:
    """Set `stop` at the first SIGINT or SIGTERM.

    A second signal, or a shutdown that takes longer than `STOP_S` seconds, ends the process at once.
    """
    loop = asyncio.get_running_loop()

    def asked(number: int) -> None:
        if stop.is_set():
            os._exit(ExitCode.DONE)
        log.info(log_line("stop", signal=signal.Signals(number).name))
        stop.set()
        late = threading.Timer(STOP_S, os._exit, (ExitCode.DONE,))
        late.daemon = True
        late.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, asked, number)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda got, _frame: loop.call_soon_threadsafe(asked, got))
