"""The bot with its database on a PostgreSQL server: the same process, the same game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from runtime.lifecycle import ExitCode
from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program
from tests.wire.records import words_of

Start = Callable[..., Awaitable[Program]]


async def test_a_game_goes_on_after_a_restart_with_who_has_stood_by(
    wire: Discord, start: Start, new_database: Callable[[], str], tmp_path: Path
) -> None:
    """An address is all it takes; no password and no traceback reaches the log; health is told without a file of a database."""
    guild, anna = wire.guild(), wire.person("anna")
    place = guild["channels"][0]["id"]
    address = new_database()
    program = await start(BASTIDE_DB=address)
    await program.says(r"\bready\b.* servers=1")
    await answered(wire, await slash(wire, anna, place, "new", place="thread"))
    healthy = await start("--health", BASTIDE_DB=address)
    again = await start(BASTIDE_DB=address)
    await again.says("standing-by")
    checked = await start("--check", BASTIDE_DB=address, BASTIDE_SHARDS="0/2")

    assert await healthy.ends() == 0, healthy.said
    assert await checked.ends() == 1 and "MEND  Others deal the servers into 1 shards" in checked.said, checked.said
    assert re.search(rf"ok    The process \S+/{program.process.pid}/\w+ looks after shards 0/1, common, until", checked.said)
    assert await program.stop() == 0, program.said
    await again.says("leases-taken")
    front = wire.room(place)[0]
    await press(wire, wire.person("ben"), front, "Join")
    await wire.until(lambda: "Ben" in words_of(front))

    text = program.said + again.said + healthy.said + checked.said
    assert "swordfish" not in text and "Traceback" not in text, text
    assert not list((tmp_path / "data").glob("*.db"))
    assert "commands-synced" not in again.said


async def test_a_server_that_is_not_there_is_one_sentence(start: Start, tmp_path: Path) -> None:
    program = await start(BASTIDE_DB=f"postgresql://bastide:swordfish@/games?host={tmp_path}")

    assert await program.ends() == ExitCode.DATABASE
    assert "swordfish" not in program.said and "Traceback" not in program.said, program.said
