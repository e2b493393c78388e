"""Fixtures of the stand-in for Discord and of the bot's process that talks to it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.wire.discord import Discord
from tests.wire.program import Program


@pytest.fixture
async def wire() -> AsyncIterator[Discord]:
    """Run an empty stand-in of Discord and yield it."""
    world = Discord()
    await world.start()
    yield world
    await world.stop()


@pytest.fixture
async def start(wire: Discord, tmp_path: Path) -> AsyncIterator[Callable[..., Awaitable[Program]]]:
    """Yield a function that starts the bot against the stand-in; running bots are killed at the end of the test."""
    programs: list[Program] = []

    async def started(*arguments: str, token: str | None = None, loads: bool = False, **settings: str) -> Program:
        given = wire.token if token is None else token
        program = await Program.start(tmp_path, wire.address, given, *arguments, loads=loads, **settings)
        programs.append(program)
        return program

    yield started
    for program in programs:
        await program.kill()
