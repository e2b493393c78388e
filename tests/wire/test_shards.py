"""Several processes of the bot on one database: each looks after its servers, and another one takes over where one ends."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from storage.database_url import read
from tests.wire.discord import Discord
from tests.wire.doing import answered, press, reply, slash
from tests.wire.program import Program
from tests.wire.records import Json, words_of
from tests.wire.takeovers import Crowd, Fleet, measured

Start = Callable[..., Awaitable[Program]]


def channel(guild: Json) -> str:
    return str(guild["channels"][0]["id"])


async def begun(wire: Discord, guild: Json) -> str:
    """Begin a game between two people in this server; return where its first turn was posted."""
    anna, ben = wire.person("anna"), wire.person("ben")
    before = set(wire.channels)
    await answered(wire, await slash(wire, anna, channel(guild), "new", place="thread"))
    front = await wire.until(lambda: wire.room(channel(guild)))
    await press(wire, ben, front[0], "Join")
    await wire.until(lambda: "Ben" in words_of(front[0]))
    await press(wire, anna, front[0], "Start")
    (thread,) = await wire.until(lambda: set(wire.channels) - before)
    await wire.until(lambda: any("it's your turn" in words_of(message) for message in wire.room(thread)))
    return str(thread)


@pytest.mark.soak
async def test_each_process_plays_the_games_of_its_shards(wire: Discord, start: Start, new_database: Callable[[], str]) -> None:
    """Three that begin at once on an empty database, and three servers: tables are made once, nothing is answered or told twice."""
    guilds = [wire.guild(f"Server {shard}", (shard, 3)) for shard in range(3)]
    address = new_database()
    programs = [await start(BASTIDE_DB=address, BASTIDE_SHARDS=f"{shard}/3") for shard in range(3)]
    for shard, program in enumerate(programs):
        await program.says(rf"leases-taken.*shard {shard}/3")

    threads = [await begun(wire, guild) for guild in guilds]
    await wire.quiet()

    assert [len(wire.room(thread)) for thread in threads] == [2, 2, 2]
    assert wire.count()[400] == 0, wire.requests
    for program in programs:
        assert "Traceback" not in program.said, program.said
        assert "leases-lost" not in program.said


async def test_another_process_goes_on_where_one_is_killed(
    wire: Discord, start: Start, new_database: Callable[[], str], tmp_path: Path
) -> None:
    """It stands by and hears everything, and takes over as soon as the other one is gone.

    People who ask again are answered, every turn is told, and none twice.
    """
    crowd, address = Crowd(wire, 4, parts=1, calm=2), new_database()
    await crowd.prepare(read(address))
    fleet = Fleet(tmp_path, wire, crowd, address, loads=False)

    await measured(fleet, 6.0, 1, (Fleet.killed,))

    assert (crowd.figures.silent, crowd.told_twice(), crowd.waiting()) == (0, 0, [])
    assert [event.kind for event in fleet.events] == ["killed"]
    assert "holder-gone" in fleet.at_work[0].said
    assert "Traceback" not in "".join(program.said for program in fleet.all)


async def test_one_that_leaves_hands_over_at_once(wire: Discord, start: Start, new_database: Callable[[], str]) -> None:
    """A restart that players do not notice: what they do meanwhile is answered, once."""
    guild, address = wire.guild(), new_database()
    first = await start(BASTIDE_DB=address)
    await first.says("leases-taken")
    second = await start(BASTIDE_DB=address)
    await second.says("standing-by")
    thread = await begun(wire, guild)
    anna = next(value for value in wire.people.values() if value["username"] == "anna")

    first.process.send_signal(signal.SIGTERM)
    askeds = [await slash(wire, anna, thread, "board") for _ in range(20)]
    await reply(wire, anna, wire.room(thread)[1], "N12 90 knight")
    for each in askeds:
        await answered(wire, each)

    assert await first.ends() == 0, first.said
    await second.says("leases-taken")
    await wire.until(lambda: len(wire.room(thread)) == 4)
    await wire.quiet()
    assert len(wire.room(thread)) == 4, "a typed move is answered once too"
    assert all(each.answer is not None and "Anna" in words_of(each.answer) for each in askeds)
    assert "Traceback" not in first.said + second.said, first.said + second.said
