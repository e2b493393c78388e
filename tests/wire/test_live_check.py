"""The check of the real Discord, played through on the wire: with nothing refused, and with refusals."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.wire import recording
from tests.wire.discord import Discord
from tests.wire.program import ROOT, SHIM, Program
from tests.wire.records import Fault


async def checked(wire: Discord, folder: Path, guild: str, *more: str) -> tuple[int, str]:
    """Return its exit code and its report."""
    env = {**os.environ, "DISCORD_TOKEN": wire.token, "WIRE_ADDRESS": wire.address, "PYTHONPATH": f"{SHIM}{os.pathsep}{ROOT}"}
    program = await Program.of([sys.executable, "-m", "tools.live_check", guild, "--yes", *more], folder, env)
    code = await program.ends()
    report = folder / "live-check.md"
    assert report.exists(), program.said
    return code, report.read_text()


@pytest.mark.soak
async def test_everything_is_tried_and_taken_away_again(wire: Discord, tmp_path: Path) -> None:
    """A server without a forum is told so; nothing stays behind."""
    guild = wire.guild()
    guild["owner_id"] = wire.person("olga")["id"]
    code, report = await checked(wire, tmp_path, guild["id"])

    assert code == 0, report
    assert "REFUSED" not in report and report.count("left out") == 1 and "no forum" in report
    for told in (
        "ok        Play a practice game with pictures and buttons: ",
        "messages of the kinds begin, end, turn",
        "ok        Play a card game with hidden hands",
        "messages of the kinds begin, board, bulletin, pairing, turn",
        "ok        Post a puzzle and its solution",
        "KiB",
        "Doesn't work: nothing",
    ):
        assert told in report, (told, report)
    assert "Permission to give" not in report
    assert all(wire.room(place) == [] for place in wire.channels) and not wire.emojis and guild["_commands"] == []
    assert len(wire.channels) == 1, "threads are gone"
    assert not wire.commands, "the commands of all servers are none of its concern"


async def test_what_is_refused_is_named_and_the_rest_is_tried_all_the_same(wire: Discord, tmp_path: Path) -> None:
    """The list of commands, an emoji, threads that may not be made, and a limit, which is waited for."""
    guild = wire.guild()
    guild["owner_id"] = wire.person("olga")["id"]
    threads = (1 << 35) | (1 << 36)
    guild["roles"][0]["permissions"] = str(int(guild["roles"][0]["permissions"]) & ~threads)
    wire.faults += [
        Fault(r"/guilds/\d+/commands", 400, code=30034),
        Fault(r"/emojis", 400, method="POST", code=30008),
        Fault(r"/threads", 403, method="POST", code=50013, times=99),
        Fault(r"/messages$", 429, method="POST", times=2, retry_after_s=0.05),
    ]
    code, report = await checked(wire, tmp_path, guild["id"], "--short")

    assert code == 1
    refused = [line for line in report.splitlines() if line.startswith("REFUSED")]
    assert [any(error_code in line for line in refused) for error_code in ("400 30034", "400 30008", "403 50013")] == [True] * 3
    assert "MISSING   Check the permissions in that channel: Create Public Threads, Create Private Threads" in report
    assert "ok        Play a practice game" in report and "ok        Play a card game" in report
    recorded = recording.read(tmp_path / "live-check.json")
    limited = next(record for record in recorded if record["status"] == 429)
    assert limited["path"] == "/channels/{id}/messages" and limited["error"]["retry_after"] == 0.05
    assert {record["error"]["code"] for record in recorded if record["status"] in (400, 403)} == {30034, 30008, 50013}
    assert wire.token not in (tmp_path / "live-check.json").read_text() and guild["name"] not in str(recorded)
    assert "REFUSED   Hold a tournament of two from its board to its champion: its game did not begin" in report
    given = [line for line in report.splitlines() if line.startswith("Permission to give")]
    assert len(given) == 2 and "Create Public Threads (a thread for each game)" in given[0]
    assert wire.room(guild["channels"][0]["id"]) == []
