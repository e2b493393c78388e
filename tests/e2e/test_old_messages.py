"""Messages that an earlier program posted: their buttons go on working, on the database that it left behind."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import discord

from bot import Settings, build_bot
from storage.rows import MatchId
from tests.e2e.world import World, named
from tests.storage.test_old_databases import restored

RUNNING, LOBBY = MatchId(1), MatchId(2)

TURN = ("place", "look whole", "score", "tiles", "more", "look text", "log", "undo")
FRONT = ("join", "leave", "settings 0", "computer", "start")
"""What the buttons said that the program of `version_2.sql` put below a turn message and a lobby."""


def at_home(path: Path, world: World, rooms: dict[int, Any]) -> Path:
    """Return the old database with the people and channels of this server."""
    con = sqlite3.connect(restored(path))
    people = {old: world.members[place].id for place, old in enumerate((101, 102, 103))}
    for table, column, ids in (
        ("match", "guild_id", {7: world.guild.id}),
        ("match", "channel_id", {old: room.id for old, room in rooms.items()}),
        ("outbox", "channel_id", {old: room.id for old, room in rooms.items()}),
        *((table, "user_id", people) for table in ("seat", "outbox")),
        ("match", "host_id", people),
    ):
        for old, new in ids.items():
            con.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (new, old))
    con.commit()
    con.close()
    return path


async def posted(world: World, room: Any, match_id: MatchId, version: int, verbs: tuple[str, ...]) -> Any:
    """Post a message with the ids that the earlier program wrote: `b1:<match>:<version>:<verb> <argument>`."""
    view = discord.ui.View(timeout=None)
    for verb in verbs:
        view.add_item(discord.ui.Button(label=verb, custom_id=f"b1:{match_id}:{version}:{verb}"))
    channel = world.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    return await channel.send("before the update", view=view)


async def test_buttons_of_an_earlier_program_play_on(world: World, tmp_path: Path) -> None:
    rooms = {old: world.guild.create_text_channel(f"room-{old}") for old in (70, 71, 72, 80)}
    turn = await posted(world, rooms[70], RUNNING, 46, TURN)
    front = await posted(world, rooms[71], LOBBY, 0, FRONT)
    database = at_home(tmp_path / "old.db", world, rooms)
    world._build = lambda: build_bot(Settings(token="", database=database))
    await world.restart()
    anna, ben = world.members[:2]

    for verb in TURN[1:-1]:
        answer = await ben.click(turn, custom_id=f"b1:1:46:{verb}")
        assert world.parts(answer.response), verb
    draft = (await ben.click(turn, custom_id="b1:1:46:place")).response
    while named("confirm") not in world.buttons(draft):
        select = world.selects(draft)[-1]
        draft = (await ben.select(draft, [select["options"][0]["value"]], custom_id=select["custom_id"])).response
    await ben.click(draft, label=named("confirm"))

    assert (await world.services.match_queries.match(RUNNING)).version > 46
    (newest,) = world.messages(rooms[70], "place")[-1:]
    assert anna.mention in world.text(newest)
    late = (await ben.click(turn, custom_id="b1:1:46:place")).response  # the old message is behind by now
    assert named("confirm") not in world.buttons(late)

    await anna.click(front, custom_id="b1:2:0:join")
    await ben.click(front, custom_id="b1:2:0:start")
    assert (await world.services.match_queries.match(LOBBY)).status == "running"
