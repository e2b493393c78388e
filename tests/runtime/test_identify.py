"""The identification of connections to the gateway, again and again."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from cogs.client import Bastide
from editions.registry import EDITIONS


async def test_identifications_keep_their_distance_and_wait_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits five seconds before each, so that the bot came back that much later after every outage."""
    now_s, slept = [1000.0], list[float]()

    async def sleep(wait_s: float) -> None:
        slept.append(wait_s)
        now_s[0] += wait_s

    loop = SimpleNamespace(time=lambda: now_s[0])
    bot = Bastide(tmp_path / "bastide.db", EDITIONS)
    monkeypatch.setattr("cogs.client.asyncio", SimpleNamespace(sleep=sleep, get_running_loop=lambda: loop))
    await bot.before_identify_hook(0, initial=True)
    await bot.before_identify_hook(1)
    now_s[0] += 20
    await bot.before_identify_hook(1)

    assert slept == [0, 5, 0]
