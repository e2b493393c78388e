"""Tags of forum posts in which games are played: how far a game is, and its edition, where the forum has tags of these names."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import discord

from cogs.desk import Desk
from cogs.present import settings
from journal.entry import entry
from storage.records import LIVE, LOBBY, MatchId
from text.language import SOURCE, languages, words
from text.servers import server_settings as said

log = logging.getLogger(__name__)

MOST = 5
"""Tags of a post."""


def named(guild_words: Iterable[str] = ()) -> Mapping[str, frozenset[str]]:
    """What the tag of each state may be called, in every language that is spoken here."""
    spoken = {SOURCE, *languages(), *guild_words}
    return {key: frozenset(words(one).say(name).casefold() for one in spoken) for key, name in said.TAGS.items()}


def fitting(forum: discord.ForumChannel, status: str, titles: Iterable[str]) -> list[discord.ForumTag]:
    """The tags of a forum that say how far a game is, or name a part of what is played."""
    state = "open" if status == LOBBY else "running" if status in LIVE else "finished"
    wanted = named()[state] | {title.casefold() for title in titles}
    return [tag for tag in forum.available_tags if tag.name.casefold() in wanted][:MOST]


async def keep(desk: Desk, match_id: MatchId) -> None:
    """Bring the tags of a game's post up to date, if it is played in one. Those that people have set beside ours stay."""
    match = await desk.services.looking.match(match_id)
    guild = desk.client.get_guild(match.guild_id) if match.guild_id is not None else None
    thread = guild.get_channel_or_thread(match.channel_id) if guild is not None else None
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.ForumChannel):
        return
    title = settings.called(desk, match, words(SOURCE))
    ours = fitting(thread.parent, match.status, title.split(" + "))
    states = frozenset().union(*named().values())
    others = [tag for tag in thread.applied_tags if tag.name.casefold() not in states and tag not in ours]
    wanted = [*ours, *others][:MOST]
    if {tag.id for tag in wanted} == {tag.id for tag in thread.applied_tags} or (not wanted and thread.parent.flags.require_tag):
        return
    try:
        await thread.edit(applied_tags=wanted)
    except discord.HTTPException as error:
        log.info(entry("tags-unchanged", match=match_id, reason=f"{error.status} {error.code}"))
