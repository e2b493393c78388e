"""Opening of the board as Discord's embedded activity, by a button below a turn or by the entry point command."""

from __future__ import annotations

import logging
from typing import Any, cast

import discord

from cogs import deferral, interaction_info
from cogs.app_context import AppContext
from cogs.delivery import respond
from cogs.interactions import match_lookup
from cogs.messages import ephemeral_messages as notes
from cogs.refusals import InteractionRefused
from storage.rows import LIVE, MatchId
from telemetry.log_line import log_line

log = logging.getLogger("cogs.activity")

ENTRY_POINT = 4
"""Type of the command that opens the activity."""


def is_entry_point(interaction: discord.Interaction) -> bool:
    """Return whether an interaction is the command that opens the activity."""
    is_command = interaction.type is discord.InteractionType.application_command
    return is_command and cast(dict[str, Any], interaction.data or {}).get("type") == ENTRY_POINT


async def open_entry_point(app: AppContext, interaction: discord.Interaction) -> None:
    """Open the activity with the match of this channel; without a match, the user chooses one in the activity.

    Refuses `no-board`.
    """
    here = await match_lookup.match_in_channel(app, interaction_info.place(interaction).channel_id)
    await open_board(app, interaction, here.id if here is not None and here.status in LIVE else None)


async def open_board(app: AppContext, interaction: discord.Interaction, match_id: MatchId | None) -> None:
    """Open the board of a match as the activity, or else answer with a link for this user.

    Refuses `no-board` if neither is available.
    """
    if app.board is None:
        raise InteractionRefused("no-board")
    if app.board.is_activity and await _launch(app, interaction, match_id):
        return
    if match_id is None:
        raise InteractionRefused("no-board")
    words = interaction_info.words(interaction)
    await respond(interaction, notes.open_board(app.board.link(match_id, interaction_info.user(interaction), words), words))


async def _launch(app: AppContext, interaction: discord.Interaction, match_id: MatchId | None) -> bool:
    """Open the activity and remember which match the user opened.

    Return False if the activity isn't available here, so that another answer is needed.
    """
    assert app.board is not None
    await deferral.settle_acknowledgement(interaction)
    if interaction.response.is_done():  # only a first answer opens it, and the database kept us waiting
        return False
    launch: discord.InteractionCallbackResponse[discord.Client] | None = None
    try:
        with deferral.acknowledged_by_answer(interaction):
            launch = await interaction.response.launch_activity()
    except discord.HTTPException as error:
        log.info(log_line("activity-not-opened", reason=repr(error)[:200]))
        return False
    instance = launch.resource if launch is not None else None
    if isinstance(instance, discord.InteractionCallbackActivityInstance) and match_id is not None:
        await app.board.note_launch(instance.id, interaction_info.user(interaction), match_id)
    return True
