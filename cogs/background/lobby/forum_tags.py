"""Forum tags for games played in forum posts: open, running or finished, and the edition, if the forum has such tags."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import discord

from cogs.app_context import AppContext
from cogs.messages import game_settings
from storage.rows import LIVE, LOBBY, MatchId
from telemetry.log_line import log_line
from text.guilds import server_settings as said
from text.input_vocabulary import folded
from text.translator import SOURCE, languages, translator_for

log = logging.getLogger("cogs.background.lobby.tags")

MOST = 5
"""Most tags on one forum post (Discord's limit)."""


def tag_names_by_state(guild_words: Iterable[str] = ()) -> Mapping[str, frozenset[str]]:
    """Return the accepted tag names, casefolded, for each state, in every language of the bot."""
    spoken = {SOURCE, *languages(), *guild_words}
    return {
        key: frozenset(folded(translator_for(each_language).say(name)) for each_language in spoken)
        for key, name in said.TAGS.items()
    }


def fitting_tags(forum: discord.ForumChannel, status: str, titles: Iterable[str]) -> list[discord.ForumTag]:
    """Return the forum's tags, at most five, that name the game's state or one of `titles`."""
    state = "open" if status == LOBBY else "running" if status in LIVE else "finished"
    wanted = tag_names_by_state()[state] | {folded(title) for title in titles}
    return [tag for tag in forum.available_tags if folded(tag.name) in wanted][:MOST]


async def update_tags(app: AppContext, match_id: MatchId) -> None:
    """Update the tags of a game's forum post, if it is played in one. Other tags that people set stay."""
    match = await app.services.match_queries.match(match_id)
    guild = app.client.get_guild(match.guild_id) if match.guild_id is not None else None
    thread = guild.get_channel_or_thread(match.channel_id) if guild is not None else None
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
        return
    title = game_settings.title_or_id(app, match, translator_for(SOURCE))
    ours = fitting_tags(thread.parent, match.status, title.split(" + "))
    states = frozenset().union(*tag_names_by_state().values())
    others = [tag for tag in thread.applied_tags if folded(tag.name) not in states and tag not in ours]
    wanted = [*ours, *others][:MOST]
    if {tag.id for tag in wanted} == {tag.id for tag in thread.applied_tags} or (not wanted and thread.parent.flags.require_tag):
        return
    try:
        await thread.edit(applied_tags=wanted)
    except discord.HTTPException as error:
        log.info(log_line("tags-unchanged", match=match_id, reason=f"{error.status} {error.code}"))
