"""Finding out how a game stands for whoever asks: `Situation`."""

from __future__ import annotations

import discord

from cogs import asking, scene, sight
from cogs.desk import Desk
from cogs.entries import rights
from cogs.entries.rights import Who
from cogs.present.play.situation import Situation
from cogs.scene import Scene
from games.core.errors import Refused
from storage.records import FINISHED, LOST, RUNNING, MatchId, MatchRow, UserId
from text.language import Words


async def found(desk: Desk, interaction: discord.Interaction, match_id: MatchId) -> Situation:
    """The situation of whoever asks. Refuses `no-match`, `out-of-reach`."""
    match = await _reached(desk, interaction, match_id)
    services, user, words, now = desk.services, asking.user(interaction), asking.words(interaction), asking.now()
    seats = await services.looking.seats(match.id)
    at = await _seen(desk, match, user, words)
    plays = at is not None and match.status == RUNNING and any(row.user_id == user and row.is_human for row in seats)
    moderates = sight.moderates(interaction, match.channel_id)
    return Situation(
        match=match,
        seats=seats,
        names=tuple(await desk.people.names(seats, match.guild_id, words)),
        user=user,
        channel_id=asking.place(interaction).channel_id,
        now=now,
        moderates=moderates,
        judges=moderates or rights.is_referee(desk, interaction),
        may_bring_back=rights.calls(interaction, match, seats),
        at=at,
        may_undo=plays and await services.turns.may_undo(match.id, user),
        paused_until=await services.pausing.lasts_until(match.id, now) if plays and match.terms.pace.has_clock else None,
        clocks=tuple(await services.clocks.shown(match, seats, now)) if match.status == RUNNING else (),
        in_event=await services.events.looking.event_of(match.id) is not None,
    )


async def _reached(desk: Desk, interaction: discord.Interaction, match_id: MatchId) -> MatchRow:
    match = await desk.services.looking.match(match_id)
    brings_back = match.status == LOST and match.guild_id == interaction.guild_id and sight.moderates_all(interaction)
    return await rights.of_match(desk, interaction, match_id, Who.CALLER if brings_back else Who.ANYBODY)


async def _seen(desk: Desk, match: MatchRow, user: UserId, words: Words) -> Scene | None:
    if match.status not in (RUNNING, LOST, FINISHED):
        return None
    try:
        return await scene.seen(desk, match.id, user, words)
    except Refused:
        return None
