"""Acknowledges interactions: Discord expects a response within three seconds.

A quick answer is its own acknowledgement, which saves a request. Losing one does no harm: people see the effect in public messages
or at their next press. Actions that a second press would repeat are acknowledged first, and not done if that fails. That also
prevents two processes from handling the same interaction during a takeover.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.client import NOT_FOUND
from typing import ClassVar
from weakref import WeakSet

import aiohttp
import discord

from cogs import interaction_info, metrics
from cogs.declarations import DeferMode
from service.core.timers import Sleep
from telemetry.log_line import log_line

log = logging.getLogger("cogs.acknowledging")

PATIENCE_S = 0.2
"""An answer within this time is its own acknowledgement."""
LATE = timedelta(seconds=1)
"""Interactions older than this are acknowledged at once: a third of Discord's time is over."""
HEAVY = 256 * 1024
"""Most bytes of files in an answer that is its own acknowledgement: one second at 2 Mbit/s."""

_ALREADY = 40060
_PROMISE = "promise"


async def acknowledge(interaction: discord.Interaction, ack: DeferMode) -> bool:
    """Acknowledge an interaction now; return False if that fails, and then nothing may be done, as no answer could be shown."""
    try:
        if edits_message(interaction, ack):
            await interaction.response.defer()
        elif ack is not DeferMode.FORM:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        _untaken(interaction, error)
        return False
    if ack is not DeferMode.FORM:
        metrics.record_acknowledgement(interaction)
    return True


@contextmanager
def acknowledged_by_answer(interaction: discord.Interaction) -> Iterator[None]:
    """Treat the answer sent in the block as the acknowledgement; log and ignore an answer that isn't delivered.

    Raises Discord's error if the content of the answer is rejected.
    """
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        is_refused = isinstance(error, discord.HTTPException) and error.status < 500 and error.status != NOT_FOUND
        if is_refused and not is_answered_elsewhere(error):
            raise
        interaction.extras.pop(_PROMISE, None)
        _untaken(interaction, error)
    else:
        metrics.record_acknowledgement(interaction)


def _untaken(interaction: discord.Interaction, error: Exception) -> None:
    if is_answered_elsewhere(error):
        log.info(log_line("answered-elsewhere"))
    else:
        log.warning(log_line("unacknowledged", reason=repr(error)[:200]))
    metrics.record_outcome(interaction, metrics.UNACKNOWLEDGED)


def edits_message(interaction: discord.Interaction, ack: DeferMode) -> bool:
    """Return whether the answer edits the message that was pressed."""
    return ack is DeferMode.FRONT or (ack is DeferMode.HERE and is_private(interaction))


def is_private(interaction: discord.Interaction) -> bool:
    """Return whether the interaction comes from a private (ephemeral) message."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_answered_elsewhere(error: BaseException) -> bool:
    """Return whether the error says that another process of the bot has acknowledged the interaction, during a takeover."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY


async def defer_later(interaction: discord.Interaction, ack: DeferMode, asleep: Sleep) -> bool:
    """Acknowledge after `PATIENCE_S` unless answered by then; forms and late interactions at once. False if that fails."""
    if ack is DeferMode.FORM or interaction_info.now() - interaction.created_at > LATE:
        return await acknowledge(interaction, ack)
    interaction.extras[_PROMISE] = _Promise(interaction, ack, asleep)
    return True


async def acknowledge_all_pending() -> None:
    """Acknowledge all pending promises at once, before another process takes over."""
    await asyncio.gather(*(promised.now() for promised in tuple(_Promise.all)))


def awaits_form(interaction: discord.Interaction) -> bool:
    """Return whether the answer can still be a form: nothing was acknowledged or promised."""
    return not interaction.response.is_done() and _PROMISE not in interaction.extras


async def settle_acknowledgement(interaction: discord.Interaction, *, size: int = 0) -> bool:
    """Await this before an answer with `size` bytes of files: it stops the pending acknowledgement, or sends it for large answers.

    True if the answer should edit the message that was pressed.
    """
    promised: _Promise | None = interaction.extras.get(_PROMISE)
    if promised is None:
        return is_private(interaction)
    await promised.settle()
    if size > HEAVY:
        await acknowledge_promised(interaction)
    return edits_message(interaction, promised.ack)


async def acknowledge_promised(interaction: discord.Interaction) -> None:
    """Acknowledge now what was promised, unless it's already answered or acknowledged."""
    promised: _Promise | None = interaction.extras.get(_PROMISE)
    if promised is None:
        return
    await promised.settle()
    if not interaction.response.is_done():
        await acknowledge(interaction, promised.ack)


class _Promise:
    """An acknowledgement that is sent after a delay unless it's stopped."""

    all: ClassVar[WeakSet[_Promise]] = WeakSet()
    """All promises whose interactions are still in memory."""

    def __init__(self, interaction: discord.Interaction, ack: DeferMode, asleep: Sleep) -> None:
        self.ack = ack
        self._interaction = interaction
        self._waits = True
        self._keeping = asyncio.create_task(self._keep(asleep), name="acknowledgement")
        self.all.add(self)

    async def _keep(self, asleep: Sleep) -> None:
        await asleep(PATIENCE_S)
        self._waits = False
        await self._acknowledge()

    async def now(self) -> None:
        """Acknowledge the interaction now, unless its answer is already being sent."""
        if self._waits:
            self._waits = False
            self._keeping.cancel()
            self._keeping = asyncio.create_task(self._acknowledge(), name="acknowledgement")
        await asyncio.wait((self._keeping,))

    async def _acknowledge(self) -> None:
        await acknowledge(self._interaction, self.ack)

    async def settle(self) -> None:
        """Cancel the pending acknowledgement; if it is already being sent, wait for that."""
        if self._waits:
            self._waits = False
            self._keeping.cancel()
        await asyncio.wait((self._keeping,))
