"""Possible actions, asked without an interaction, as the front door, the help or a page on the web would."""

from __future__ import annotations

import discord

from cogs.interactions import match_situations
from cogs.interactions.match_situations import Asker
from storage.rows import UserId
from tests.e2e.world import World
from text.translator import translator_for


async def test_each_person_may_do_what_their_panel_offers(world: World) -> None:
    """A player, who watches, and a moderator who plays no seat."""
    match_id, room = await world.start(2)
    match = await world.services.match_queries.match(match_id)
    seats = await world.services.match_queries.seats(match_id)
    player, stranger = UserId(seats[0].user_id or 0), UserId(world.members[4].id)
    assert stranger not in {seat.user_id for seat in seats}

    async def keys(user: UserId, *, moderates: bool = False) -> set[str]:
        """Return what this person may do, by key."""
        asker = Asker(
            user=user,
            words=translator_for("en"),
            channel_id=room.id,
            now=discord.utils.utcnow(),
            moderates=moderates,
            judges=moderates,
        )
        return {action.key for action in await match_situations.possible(world.bot.app, match, asker)}

    everybody = {"board", "score", "log", "info", "export", "list"}
    plays, watches, moderates = await keys(player), await keys(stranger), await keys(stranger, moderates=True)
    assert everybody <= plays & watches & moderates
    assert {"resign", "finish"} <= plays and not {"resign", "finish", "join", "start"} & watches
    assert "follow" in watches - plays
    assert moderates - watches >= {"skip", "let-back", "cancel"}
