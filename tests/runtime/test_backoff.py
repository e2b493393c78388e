"""After an outage the bot is back within seconds, and after a long one within a minute."""

from __future__ import annotations

import inspect

import discord
import pytest
from discord.backoff import ExponentialBackoff

from runtime import backoff


class Clock:
    """Stands in for the time of the machine."""

    now_s = 1000.0

    def monotonic(self) -> float:
        return self.now_s


def waits(ours: backoff.Backoff, clock: Clock, lasts_s: float) -> list[float]:
    """Return the waits of an outage that lasts so long, in order."""
    end_s, lengths = clock.now_s + lasts_s, []
    while clock.now_s < end_s:
        lengths.append(ours.delay())
        clock.now_s += lengths[-1]
    return lengths


def test_after_twenty_seconds_it_is_back_within_four_and_never_later_than_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all processes at one moment, and the next outage begins again."""
    clock = Clock()
    monkeypatch.setattr(backoff, "time", clock)
    ours = backoff.Backoff()

    short = waits(ours, clock, 20)
    clock.now_s += backoff.OVER_S + 1
    long = waits(ours, clock, 3600)
    clock.now_s += backoff.OVER_S + 1

    assert all(2 <= wait <= 4 for wait in short) and len(set(short)) == len(short)
    assert 30 < max(long) <= backoff.LONGEST_S and sum(1 for wait in long if wait > 30) > len(long) / 3
    assert ours.delay() <= 4


def test_it_is_what_discord_py_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (discord.client, discord.shard):
        monkeypatch.setattr(module, "ExponentialBackoff", ExponentialBackoff)
    backoff.bound_backoff()

    assert "ExponentialBackoff()" in inspect.getsource(discord.Client.connect)
    assert discord.Client.connect.__globals__["ExponentialBackoff"] is backoff.Backoff
    assert discord.shard.Shard.__init__.__globals__["ExponentialBackoff"] is backoff.Backoff
