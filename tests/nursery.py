"""A template process that has loaded the program and is copied for each test process, because loading takes ten times as long."""

from __future__ import annotations

import asyncio
import multiprocessing

NURSERY = multiprocessing.get_context("forkserver")
LATER = ("cogs.client", "psycopg", "sqlalchemy.dialects.sqlite")
"""What the bot loads once it knows that it is to run, and on what."""

NURSERY.set_forkserver_preload(["tests.service.killed_player", *LATER, "tests.wire.born"])


async def ended_by(sentinel: int) -> None:
    """Wait for the end of a process."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sentinel, ended.set)
    try:
        await ended.wait()
    finally:
        loop.remove_reader(sentinel)
