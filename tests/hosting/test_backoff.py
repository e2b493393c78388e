"""After a long outage the bot is back within a minute or so."""

from __future__ import annotations

import inspect

import discord
import pytest
from discord.backoff import ExponentialBackoff

from hosting import backoff


def test_no_wait_is_longer_than_a_minute_and_they_still_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of discord.py itself do exceed it, which is why this is here; and it is what its client asks."""
    monkeypatch.setattr(discord.client, "ExponentialBackoff", ExponentialBackoff)
    backoff.bound()
    theirs, ours = ExponentialBackoff(), vars(discord.client)["ExponentialBackoff"]()

    waits = [(theirs.delay(), ours.delay()) for _ in range(200)]

    assert max(own for own, _ in waits) > backoff.LONGEST_S
    assert backoff.LONGEST_S / 2 < max(own for _, own in waits) <= backoff.LONGEST_S
    assert "ExponentialBackoff()" in inspect.getsource(discord.Client.connect)
    assert discord.Client.connect.__globals__["ExponentialBackoff"] is backoff.Backoff
