"""Log format: one line per event, times in UTC, no secrets, and no traceback for expected errors.

A traceback only appears for bugs. An outage of Discord, an expired interaction or a deleted message is a single line.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections import Counter

import aiohttp
import discord
from discord import app_commands

from telemetry.log_line import LogLine, log_line

FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"

VOID = {10008, 10015, 10062, 40060, 50027}
"""Discord's codes for what is gone or too late: message, webhook, interaction, answered already, void token."""

_OUTAGES = (
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
    discord.ConnectionClosed,
    discord.DiscordServerError,
    discord.GatewayNotFound,
    discord.RateLimited,
)

_SECRETS = (
    (re.compile(r"(/webhooks/\d+/)[\w.-]+"), r"\1[token]"),
    (re.compile(r"(/interactions/\d+/)[\w.-]+"), r"\1[token]"),
    (re.compile(r"""(['"](?:token|session_id)['"]:\s*)(['"])[^'"]*\2"""), r"\1\2[token]\2"),
    (re.compile(r"[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}"), "[token]"),
)
"""What gives power to anyone who reads it, as it appears in addresses, in events of the gateway and by itself."""


def start(level: str, *, as_json: bool = False) -> HourlyCounts:
    """Set up logging to standard error from `level` on, and return the handler that counts events."""
    lines, tally = logging.StreamHandler(), HourlyCounts()
    lines.setFormatter(JsonFormatter() if as_json else TextFormatter())
    logging.basicConfig(level=level, handlers=[lines, tally], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # an upgrade is one line of our own, not one for each revision
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # of each transaction that an outage cuts off the driver warns
    logging.getLogger("discord.shard").addFilter(_shorten_gateway_error)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at this table
    return tally


def _shorten_gateway_error(record: logging.LogRecord) -> bool:
    """Turn a gateway error that discord.py retries itself into a one-line warning; always return True."""
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno == logging.ERROR and error is not None and is_expected(error) and isinstance(record.args, tuple):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        record.msg = log_line("discord-unreachable", what="gateway", shard=record.args[0], reason=_error_line(error))
        record.args = None
    return True


def is_expected(error: BaseException | None) -> bool:
    """Return whether the error is normal for a program that talks to Discord, such as an outage, rather than a bug."""
    if isinstance(error, app_commands.CommandInvokeError):
        return is_expected(error.original)
    if isinstance(error, BaseExceptionGroup):
        return all(is_expected(part) for part in error.exceptions)
    return isinstance(error, _OUTAGES) or (isinstance(error, discord.HTTPException) and error.code in VOID)


def without_secrets(line: str) -> str:
    """Return the line with the tokens of interactions, webhooks and bots replaced by `[token]`."""
    for secret, instead in _SECRETS:
        line = secret.sub(instead, line)
    return line


class TextFormatter(logging.Formatter):
    """Formatter that writes each record as one line of text with its time in UTC."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(FORM)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, followed by a traceback only for an unexpected error."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not is_expected(error):
            return without_secrets(super().format(record))
        short = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None})
        return without_secrets(f"{super().format(short)}: {_error_line(error)}")


class JsonFormatter(TextFormatter):
    """Formatter that writes each record as a JSON object with `at`, `level`, `logger` and `message`.

    Lines about an event also have its name as `event` and its values under their names; a traceback is in `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        error = record.exc_info[1] if record.exc_info else None
        told: dict[str, object] = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if isinstance(record.msg, LogLine):
            told = {**record.msg.values, **told, "event": record.msg.event}
        if record.exc_info and error is not None:
            told |= {"error": _error_line(error)} if is_expected(error) else {"traceback": self.formatException(record.exc_info)}
        return without_secrets(json.dumps(told, ensure_ascii=False, default=str))


def _error_line(error: BaseException) -> str:
    """Return the type of an error and the first line of its message."""
    first, *_ = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


class HourlyCounts(logging.Handler):
    """Log handler that counts events by name, and warnings and errors."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[str] = Counter()
        self._former: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count one record."""
        if isinstance(record.msg, LogLine):
            self._counts[record.msg.event] += 1
        if record.levelno >= logging.WARNING:
            self._counts["errors" if record.levelno >= logging.ERROR else "warnings"] += 1

    def count(self, event: str) -> None:
        """Count an event that is too frequent to be logged."""
        self._counts[event] += 1

    def taken(self) -> dict[str, int]:
        """Return the counts by name since the last call, and reset them."""
        counts, self._counts = self._counts, Counter()
        self._former += counts
        return dict(sorted(counts.items()))

    @property
    def totals(self) -> dict[str, int]:
        """Return the number of occurrences of each event since the start of the program."""
        return self._former + self._counts
