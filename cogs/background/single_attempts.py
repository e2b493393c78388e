"""Requests that are tried once: discord.py tries what Discord answers with 502 five times, and sleeps up to 9 s in between.

That is right for an answer to a press. The outbox waits by itself, and shorter, so that messages follow an outage at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp
from discord import DiscordServerError

_once = ContextVar("_once", default=False)


@contextmanager
def once() -> Iterator[None]:
    """Requests made within raise `DiscordServerError` at their first answer of 500 or more."""
    before = _once.set(True)
    try:
        yield
    finally:
        _once.reset(before)


def trace() -> aiohttp.TraceConfig:
    """For discord.py's client, as its `http_trace`."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_ended)
    return config


async def _ended(_session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
    if _once.get() and ended.response.status >= 500:
        ended.response.release()
        raise DiscordServerError(ended.response, "tried once")
