"""The event that a command or a button is about."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs import asking, fair
from cogs.present.ids import Press
from cogs.refused import Declined
from service.errors import Refusal
from service.events.assembled import Events
from service.events.state import State
from storage.event_records import UNDER_WAY, EventId, EventRow


async def meant(events_: Events, interaction: discord.Interaction, text: str, *, ended: bool = False) -> State:
    """The event that a command is about: the one named, else the only one that it can be.

    Refuses `not-in-private`, `no-event`, `which-event` (names).
    """
    if interaction.guild_id is None:
        raise Declined("not-in-private")
    rows = await events_.looking.of_guild(interaction.guild_id)
    wanted = text.strip().casefold()
    if wanted:
        found = [row for row in rows if wanted in (str(row.id), row.name.casefold())]
    else:
        found = _likely(rows, interaction.channel_id, ended=ended)
    if not found:
        raise Refusal("no-event", event=text)
    if len(found) > 1 and not wanted:
        raise Refusal("which-event", names=[row.name for row in found])
    return await events_.looking.state(found[0].id)


def _likely(rows: Sequence[EventRow], channel_id: int | None, *, ended: bool) -> list[EventRow]:
    """Those under way in this channel, else in this server; where `ended` ones will do, else the last of them."""
    live = [row for row in rows if row.status in UNDER_WAY]
    here = [row for row in live if row.channel_id == channel_id]
    return here or live or (list(rows[:1]) if ended else [])


async def pressed(events_: Events, interaction: discord.Interaction, press: Press) -> State:
    """The event that a button is about. Refuses `no-event`, also to whom it is none of his."""
    state = await events_.looking.state(EventId(asking.number(press.argument.split(" ")[0])))
    fair.must_reach(interaction, state)
    return state


async def offers(events_: Events, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Names of this server's events."""
    if interaction.guild_id is None:
        return []
    rows = await events_.looking.of_guild(interaction.guild_id)
    wanted = current.strip().casefold()
    return [app_commands.Choice(name=row.name, value=str(row.id)) for row in rows if wanted in row.name.casefold()][:25]
