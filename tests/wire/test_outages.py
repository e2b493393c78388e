"""The server of the database goes away under a bot that runs: people are told, nothing is lost, and it goes on by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import pytest

from tests.database_server import DatabaseServer, running
from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program
from tests.wire.records import words_of

Start = Callable[..., Awaitable[Program]]

REFUSED = "I can't save anything right now"


@pytest.fixture
def server() -> Iterator[DatabaseServer]:
    """Run a server for these tests alone."""
    with running() as server:
        yield server


async def test_an_outage_is_told_to_people_and_over_by_itself(wire: Discord, start: Start, server: DatabaseServer) -> None:
    """Also when it lasts longer than leases do: then nobody holds any, and people are answered all the same.

    In a container a server that starts later than the bot is waited for.
    """
    guild, anna, ben = wire.guild(), wire.person("anna"), wire.person("ben")
    place = guild["channels"][0]["id"]
    address = server.address(server.create())
    server.stop()
    program = await start(BASTIDE_DB=address, BASTIDE_CONTAINER="1")
    await program.says("database-unreachable")
    server.start()
    await program.says("leases-taken")
    await answered(wire, await slash(wire, anna, place, "new", place="thread"))
    front = (await wire.until(lambda: wire.room(place)))[0]
    before = words_of(front)

    server.kill()
    refused = [await answered(wire, await press(wire, ben, front, "Join"))]
    await program.says("leases-lost")
    refused.append(await answered(wire, await press(wire, ben, front, "Join")))
    refused.append(await answered(wire, await slash(wire, ben, place, "game", action="join")))
    server.start()
    await program.says("database-back")
    await program.says("leases-taken", 2)

    assert [REFUSED in asked.text for asked in refused] == [True] * 3
    assert words_of(front) == before
    await press(wire, ben, front, "Join")
    await wire.until(lambda: "Ben" in words_of(front))
    assert program.said.count("database-unreachable") == 1, program.said
    assert program.said.count("database-lost") == program.said.count("database-back") == 1, program.said
    assert "Traceback" not in program.said and "swordfish" not in program.said, program.said
    assert await program.stop() == 0, program.said
