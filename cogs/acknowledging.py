"""Acknowledging what people press and type: Discord wants to hear within three seconds that it was heard.

An answer is its own acknowledgement if it is there soon enough, which saves a request. One that is lost harms nobody: what was
done is seen in the messages of all, or told by the next press. What would be done once more by that press is acknowledged before
anything is done, and isn't done where that fails. So is what another process may have begun, which leaves: it has acknowledged it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum, auto
from http.client import NOT_FOUND
from typing import ClassVar
from weakref import WeakSet

import aiohttp
import discord

from cogs import asking, measured
from journal.entry import entry
from service.process.timers import Sleep

log = logging.getLogger(__name__)

PATIENCE_S = 0.2
"""How long an answer may take and still be its own acknowledgement."""
LATE = timedelta(seconds=1)
"""What was pressed so long ago is acknowledged at once: a third of Discord's time is over."""
HEAVY = 256 * 1024
"""Bytes of files that may be sent as an acknowledgement: a second on a line of two megabits."""

_ALREADY = 40060
_PROMISE = "promise"


class Ack(Enum):
    """What the acknowledgement promises."""

    HERE = auto()
    """A press inside a private message will change that message; everything else gets a private answer of its own."""
    AFRESH = auto()
    """A private answer of its own, wherever it was pressed."""
    FRONT = auto()
    """The message that was pressed will change, before everybody's eyes."""
    FORM = auto()
    """A form comes at once, and is the acknowledgement."""


async def acknowledge(interaction: discord.Interaction, ack: Ack) -> bool:
    """Acknowledge now. False where Discord doesn't take it: then nothing may be done, for nobody could be told."""
    try:
        if changes(interaction, ack):
            await interaction.response.defer()
        elif ack is not Ack.FORM:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        _untaken(interaction, error)
        return False
    if ack is not Ack.FORM:
        measured.acknowledged(interaction)
    return True


@contextmanager
def by_answer(interaction: discord.Interaction) -> Iterator[None]:
    """Around an answer that acknowledges. One that does not arrive is lost: Discord says so, and who presses again is told how
    it stands. Raises what Discord has against the answer itself.
    """
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        is_refused = isinstance(error, discord.HTTPException) and error.status < 500 and error.status != NOT_FOUND
        if is_refused and not answered_elsewhere(error):
            raise
        interaction.extras.pop(_PROMISE, None)
        _untaken(interaction, error)
    else:
        measured.acknowledged(interaction)


def _untaken(interaction: discord.Interaction, error: Exception) -> None:
    if answered_elsewhere(error):
        log.info(entry("answered-elsewhere"))
    else:
        log.warning(entry("unacknowledged", reason=repr(error)[:200]))
    measured.ended(interaction, measured.UNACKNOWLEDGED)


def changes(interaction: discord.Interaction, ack: Ack) -> bool:
    """Whether the answer takes the place of the message that was pressed."""
    return ack is Ack.FRONT or (ack is Ack.HERE and is_private(interaction))


def is_private(interaction: discord.Interaction) -> bool:
    """Whether something was pressed in a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def answered_elsewhere(error: BaseException) -> bool:
    """Whether Discord says that somebody has acknowledged this already: another process of ours, which takes the place of this
    one or whose place this one takes, has heard it too.
    """
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY


async def promise(interaction: discord.Interaction, ack: Ack, asleep: Sleep) -> bool:
    """As `acknowledge`, but only once the answer has taken `PATIENCE_S`, unless that answer is the acknowledgement itself."""
    if ack is Ack.FORM or asking.now() - interaction.created_at > LATE:
        return await acknowledge(interaction, ack)
    interaction.extras[_PROMISE] = _Promise(interaction, ack, asleep)
    return True


async def keep_all() -> None:
    """Acknowledge all that was promised, as another process is about to take over what this one hears."""
    await asyncio.gather(*(promised.now() for promised in tuple(_Promise.all)))


def awaits_form(interaction: discord.Interaction) -> bool:
    """Whether a form may still be the answer: nothing was acknowledged, and nothing promised."""
    return not interaction.response.is_done() and _PROMISE not in interaction.extras


async def settle(interaction: discord.Interaction, *, size: int = 0) -> bool:
    """To be awaited before an answer with so many bytes of files, as nothing is acknowledged by itself from here on. True if the
    answer takes the place of the message that was pressed.
    """
    promised: _Promise | None = interaction.extras.get(_PROMISE)
    if promised is None:
        return is_private(interaction)
    await promised.settle()
    if size > HEAVY:
        await kept(interaction)
    return changes(interaction, promised.ack)


async def kept(interaction: discord.Interaction) -> None:
    """Acknowledge what was promised and neither answered nor acknowledged yet, if anything."""
    promised: _Promise | None = interaction.extras.get(_PROMISE)
    if promised is None:
        return
    await promised.settle()
    if not interaction.response.is_done():
        await acknowledge(interaction, promised.ack)


class _Promise:
    """An acknowledgement that is kept back for a while."""

    all: ClassVar[WeakSet[_Promise]] = WeakSet()
    """Those whose interactions are still there, kept or not."""

    def __init__(self, interaction: discord.Interaction, ack: Ack, asleep: Sleep) -> None:
        self.ack = ack
        self._interaction = interaction
        self._waits = True
        self._keeping = asyncio.create_task(self._keep(asleep), name="acknowledgement")
        self.all.add(self)

    async def _keep(self, asleep: Sleep) -> None:
        await asleep(PATIENCE_S)
        self._waits = False
        await self._acknowledged()

    async def now(self) -> None:
        """Keep it, unless the answer is under way."""
        if self._waits:
            self._waits = False
            self._keeping.cancel()
            self._keeping = asyncio.create_task(self._acknowledged(), name="acknowledgement")
        await asyncio.wait((self._keeping,))

    async def _acknowledged(self) -> None:
        await acknowledge(self._interaction, self.ack)

    async def settle(self) -> None:
        """Keep it back for good; one that is under way is waited for."""
        if self._waits:
            self._waits = False
            self._keeping.cancel()
        await asyncio.wait((self._keeping,))
