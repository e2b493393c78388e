"""An outsider's view of a server, byte for byte the same with and without games that they can't see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from clocks.terms import MatchTerms
from games.core.game import Seat
from storage.changes import CommitMatch, QueuePosts
from storage.rows import FINISHED, MatchId, MatchRow, NewMatch, NewPost, SeatRow, Secret, UserId, of_server
from tests.e2e.world import World

UNSEEN, SEEN = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)


async def finished(world: World, room: int, players: tuple[Any, ...], scores: tuple[int, ...], results: Any) -> MatchId:
    """Insert a game that has ended in a room, with the line for the channel of results."""
    now, guild_id = discord.utils.utcnow(), world.guild.id
    feats = {"turn": [max(scores), 0]}
    result = {"scores": list(scores), "winners": [0], "feats": feats}
    users = [UserId(player.id) for player in players]
    row = MatchRow(
        *(MatchId(0), "carcassonne", {}, 1, guild_id, room, users[0], "lobby", 2, "joined", "en", "", 0),
        created_at=now,
        terms=MatchTerms(rated=True),
    )
    seats = tuple(SeatRow(Seat(at), user, joined=at) for at, user in enumerate(users))
    kept = await world.services.store.matches.open(NewMatch(row, Secret(b"s" * 32), seats))
    await world.services.store.commit(CommitMatch(replace(kept, status=FINISHED, started_at=now, ended_at=now, result=result), now))
    line = NewPost("result", {"match": kept.id}, f"line-{kept.id}", results.id)
    lost = NewPost("closed", {"match": kept.id, "reason": "forbidden"}, f"lost-{kept.id}", results.id)
    await world.services.store.commit(QueuePosts(of_server(guild_id), now, (line, lost)))
    world.bot.rounds.news()
    await world.settle()
    number: MatchId = kept.id
    return number


async def outside(world: World, reader: Any, whom: tuple[Any, ...], results: Any) -> list[str]:
    """Return everything that a member reads who is in none of the games."""
    read = [world.text(message) for message in results.history()]
    for order in ("records", "champions"):
        read.append(world.text((await reader.slash(world.channel, "leaderboard", by=order)).response))
    read.append(world.text((await reader.slash(world.channel, "game", action="list")).response))
    for one in whom:
        profile = world.text((await reader.slash(world.channel, "profile", member=one)).response)
        read += [line for line in profile.splitlines() if "discord.com" in line or "<#" in line]
    return read


async def test_an_outsider_reads_the_same_whether_or_not_hidden_games_were_played(world: World) -> None:
    anna, ben, chi, _, _, outsider = world.members
    rights: Any = {world.guild.default_role: UNSEEN, anna: SEEN, ben: SEEN}
    hidden = world.guild.create_text_channel("secret", overwrites=rights)
    results = world.guild.create_text_channel("results")
    await anna.slash(world.channel, "new", place="private")
    (lobby,) = await world.services.match_queries.guild_matches(world.guild.id)
    await world.services.resignations.cancel(lobby.id, UserId(anna.id), now=discord.utils.utcnow())
    await world.settle()
    await finished(world, world.channel.id, (anna, chi), (40, 30), results)
    before = await outside(world, outsider, (anna, ben, chi), results)
    assert any("anna" in text for text in before), "what all may see is told"

    # the closest of all, which would set a record and be the link of the profiles: in a hidden channel, a private thread, and
    # a channel that is gone
    for room in (hidden.id, lobby.channel_id, 99):
        await finished(world, room, (anna, ben), (90, 89), results)

    assert await outside(world, outsider, (anna, ben, chi), results) == before
    insider = world.text((await ben.slash(hidden, "leaderboard", by="records")).response)
    assert "ben" in insider, "who was there reads of it"
