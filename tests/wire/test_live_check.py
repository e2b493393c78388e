"""The check of the real Discord, played through on the wire: with nothing refused, and with refusals."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.wire.discord import Discord
from tests.wire.program import ROOT, SHIM, Program
from tests.wire.records import Fault


async def checked(wire: Discord, folder: Path, guild: str) -> tuple[int, str]:
    """Its exit code and its report."""
    env = {**os.environ, "DISCORD_TOKEN": wire.token, "WIRE_ADDRESS": wire.address, "PYTHONPATH": f"{SHIM}{os.pathsep}{ROOT}"}
    program = await Program.of([sys.executable, "-m", "tools.live_check", guild, "--yes"], folder, env)
    code = await program.ends()
    report = folder / "live-check.md"
    assert report.exists(), program.said
    return code, report.read_text()


async def test_everything_is_tried_and_taken_away_again(wire: Discord, tmp_path: Path) -> None:
    """A server without a forum is told so; nothing stays behind."""
    guild = wire.guild()
    place = guild["channels"][0]["id"]
    code, report = await checked(wire, tmp_path, guild["id"])

    assert code == 0, report
    assert "REFUSED" not in report and report.count("left out") == 1 and "no forum" in report
    assert "of the kinds begin, end, turn" in report and "KiB" in report
    assert "ok        Begin a game with hidden hands" in report
    assert wire.room(place) == [] and not wire.emojis and guild["_commands"] == []
    assert not wire.commands, "the commands of all servers are none of its concern"


async def test_what_is_refused_is_named_and_the_rest_is_tried_all_the_same(wire: Discord, tmp_path: Path) -> None:
    """The list of commands, an emoji, and threads that may not be made."""
    guild = wire.guild()
    wire.faults += [
        Fault(r"/guilds/\d+/commands", 400, code=30034),
        Fault(r"/emojis", 400, method="POST", code=30008),
        Fault(r"/threads", 403, method="POST", code=50013, times=9),
    ]
    code, report = await checked(wire, tmp_path, guild["id"])

    assert code == 1
    refused = [line for line in report.splitlines() if line.startswith("REFUSED")]
    assert [any(said in line for line in refused) for said in ("400 30034", "400 30008", "403 50013")] == [True] * 3
    assert len(refused) == 4 and "ok        Play a practice game" in report
    assert wire.room(guild["channels"][0]["id"]) == []
