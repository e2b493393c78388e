"""A host's experience: starting, stopping, an absent Discord, wrong settings."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot import main
from runtime.lifecycle import ExitCode
from tests.wire.discord import Discord
from tests.wire.doing import answered, opened_with_computer, press, slash
from tests.wire.program import ROOT, Program
from tests.wire.records import Asked, Fault, Json, flat, words_of

Start = Callable[..., Awaitable[Program]]


async def test_asked_to_stop_it_ends_in_order(wire: Discord, start: Start, tmp_path: Path) -> None:
    """SIGTERM closes the gateway and the database and answers 0; a game goes on after the next start."""
    guild, anna = wire.guild(), wire.person("anna")
    place = guild["channels"][0]["id"]
    program = await start(loads=True)
    await program.says(r"\bready\b.* servers=1")
    opened = await answered(wire, await slash(wire, anna, place, "new", place="thread"))

    code = await program.stop()

    assert code == 0
    assert "Traceback" not in program.said, program.said
    assert {file.name for file in (tmp_path / "data").iterdir()} == {"bastide.db", "bastide.db.lock"}
    again = await start()
    await again.says(r"\bready\b")
    front = wire.room(place)[0]
    await press(wire, wire.person("ben"), front, "Join")
    await wire.until(lambda: "Ben" in words_of(front))
    assert opened.kind == 5


async def test_an_upgrade_is_one_line_of_the_log(wire: Discord, start: Start, tmp_path: Path) -> None:
    """Alembic's own lines, one for each revision, say nothing to a host."""
    wire.guild()
    (tmp_path / "data").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "bastide.db")) as old:
        old.executescript((ROOT / "tests/storage/old/version_2.sql").read_text(encoding="utf-8"))
    program = await start()

    await program.says(r"\bready\b")

    assert program.said.count("database-upgraded") == 1
    assert "alembic" not in program.said, program.said


async def test_asked_to_stop_in_the_middle_of_an_edit_it_says_nothing_of_it(wire: Discord, start: Start) -> None:
    """A lobby is being redrawn, which Discord does not answer, or only after the connection is closed."""
    guild, anna = wire.guild(), wire.person("anna")
    place = guild["channels"][0]["id"]
    program = await start()
    await program.says(r"\bready\b.* servers=1")
    await answered(wire, await slash(wire, anna, place, "new", place="here"))
    hangs = Fault(f"^/channels/{place}/messages/\\d+$", 0, method="PATCH", hangs_s=2.5)
    wire.faults.append(hangs)
    await slash(wire, wire.person("ben"), place, "game", action="join")  # the answer to a press may be the new lobby itself
    await wire.until(lambda: not hangs.times)

    assert await program.stop() == 0
    assert not re.search("Traceback|never retrieved|Session is closed|was destroyed", program.said), program.said


async def test_a_second_process_on_the_same_database_ends_and_touches_nothing(wire: Discord, start: Start, tmp_path: Path) -> None:
    """In a container too. Looking from outside works beside the first, whose signs of life stay."""
    wire.guild()
    first = await start()
    await first.says(r"\bready\b")

    second = await start(BASTIDE_CONTAINER="1")

    assert await second.ends() == ExitCode.IN_USE
    assert "database-in-use" in second.said and "another process works with the database" in second.said
    assert "Traceback" not in second.said and "ready" not in second.said
    assert await (await start("--health")).ends() == 0
    assert await (await start("--check")).ends() == 0
    assert {file.stat().st_mode & 0o077 for file in (tmp_path / "data").glob("bastide.*")} == {0}
    assert await first.stop() == 0
    again = await start()
    await again.says(r"\bready\b")


async def test_a_discord_that_is_not_there_is_waited_for(wire: Discord, start: Start) -> None:
    """Refused connections, an error at login, a gateway that is down: one line each, no traceback, and then it is ready."""
    wire.guild()
    wire.down = True
    program = await start()
    await program.says("discord-unreachable", times=2)
    wire.down = False
    wire.faults.append(Fault("/users/@me", 503, times=2))
    await wire.until(lambda: not wire.faults[0].times)
    wire.gateway_down = True
    await program.says("discord-unreachable.*gateway")
    wire.gateway_down = False

    await program.says(r"\bready\b")

    assert "Traceback" not in program.said, program.said
    assert program.said.count("\n") < 40


async def test_cut_while_it_tells_the_commands_it_goes_on(wire: Discord, start: Start) -> None:
    """The old commands work meanwhile; the next start tells the new ones."""
    wire.guild()
    wire.faults.append(Fault("/commands$", 0, times=1000))
    program = await start()

    await program.says(r"\bready\b")

    assert "Traceback" not in program.said, program.said


async def test_a_refused_list_of_commands_leaves_the_old_one_and_names_the_command(wire: Discord, start: Start) -> None:
    """And what is wrong with it."""
    wire.guild()
    old = {"id": "1", "application_id": wire.bot["id"], "version": "1", "name": "old", "description": "x", "type": 1}
    wire.commands = [old]
    too_long = {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be 100 or fewer in length."}]}
    refusal = Fault("/commands$", 400, method="PUT", code=50035, errors={"2": {"description": too_long}})
    wire.faults.append(refusal)
    program = await start()
    await program.says(r"\bready\b")

    assert wire.commands == [old]
    told = next(line for line in program.said.splitlines() if "commands-not-synced" in line)
    assert f"'{refusal.body[2]['name']}'" in told and "Must be 100 or fewer in length." in told
    assert "Traceback" not in program.said, program.said


async def test_a_wrong_token_is_one_sentence(start: Start) -> None:
    """And an exit code of its own, so that nobody starts it again and again."""
    program = await start(token="MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde." + "x" * 38)

    code = await program.ends()

    assert code == ExitCode.TOKEN
    assert "DISCORD_TOKEN" in program.said and "Traceback" not in program.said
    assert "x" * 38 not in program.said


async def test_refused_intents_are_one_sentence(wire: Discord, start: Start) -> None:
    """Discord closes the gateway with 4014."""
    wire.close_with = 4014

    program = await start()

    assert await program.ends() == ExitCode.INTENTS
    assert "intents" in program.said and "Traceback" not in program.said


async def test_in_a_container_it_stays_and_is_unhealthy(wire: Discord, start: Start) -> None:
    """What no retry mends would be retried for ever by what restarts containers."""
    program = await start(token="MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde." + "x" * 38, BASTIDE_CONTAINER="1")
    await program.says("DISCORD_TOKEN")

    health = await start("--health")

    assert await health.ends() == 1
    assert "unhealthy" in health.said
    assert program.process.returncode is None
    assert await program.stop() == 0


async def test_without_a_token_a_container_says_so(start: Start) -> None:
    """Nobody could reach a sandbox in there."""
    program = await start(token="", BASTIDE_CONTAINER="1")

    await program.says("DISCORD_TOKEN")

    assert "sandbox" not in program.said


async def test_health_says_what_runs(wire: Discord, start: Start) -> None:
    """Connected, servers, posts, database."""
    wire.guild()
    program = await start()
    await program.says(r"\bready\b")

    health = await start("--health", loads=True)

    assert await health.ends() == 0, health.said
    assert "1 servers" in health.said and "database writable" in health.said


UNMEANT = [("BASTIDE_LOG", "verbose"), ("BASTIDE_SANDBOX_PORT", "http"), ("BASTIDE_CONTAINER", "yes"), ("BASTIDE_EMOJIS", "some")]


@pytest.mark.parametrize(("name", "value"), UNMEANT)
def test_a_setting_that_cannot_be_meant_is_one_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names what would be right."""
    monkeypatch.setenv(name, value)

    code = main([])

    printed = capsys.readouterr().err
    assert code == ExitCode.SETTINGS
    assert printed.count("\n") == 1 and name in printed and "may be" in printed


async def test_nothing_secret_is_logged_even_at_debug(wire: Discord, start: Start) -> None:
    """Tokens of interactions and the bot's own."""
    place, anna = wire.guild()["channels"][0]["id"], wire.person("anna")
    program = await start(BASTIDE_LOG="DEBUG")
    await program.says(r"\bready\b")

    asked = await answered(wire, await slash(wire, anna, place, "help"))
    await program.says(r"/interactions/\d+/\[token\]/callback")

    assert asked.interaction["token"] not in program.said
    assert wire.token not in program.said and "s" * 38 not in program.said


async def test_help_and_log_name_the_version(wire: Discord, start: Start) -> None:
    """As the program names itself, and as the project names it."""
    place, anna = wire.guild()["channels"][0]["id"], wire.person("anna")
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    program = await start()
    await program.says(rf"\bready version={re.escape(named)}\b")

    asked = await answered(wire, await slash(wire, anna, place, "help", topic="about"))

    assert f"Bastide {named}" in asked.text and "MIT" in asked.text


async def test_an_answer_that_comes_too_late_is_one_line(wire: Discord, start: Start) -> None:
    """Discord says 10062: nobody's mistake, no traceback."""
    place, anna = wire.guild()["channels"][0]["id"], wire.person("anna")
    program = await start()
    await program.says(r"\bready\b")
    wire.faults.append(Fault("/interactions/", 404, code=10062, times=2))

    await slash(wire, anna, place, "help")
    await program.says("10062")

    assert "Traceback" not in program.said, program.said


async def test_an_answer_that_takes_long_is_acknowledged_meanwhile(wire: Discord, start: Start, tmp_path: Path) -> None:
    """Somebody else holds the database while a turn is to be kept."""
    place, people = wire.guild()["channels"][0]["id"], [wire.person("anna"), wire.person("ben")]
    program = await start()
    await program.says(r"\bready\b")
    await answered(wire, await slash(wire, people[0], place, "new", place="here"))
    front = wire.room(place)[0]
    await press(wire, people[1], front, "Join")
    await wire.until(lambda: "2 of 6" in words_of(wire.room(place)[0]))
    await answered(wire, await press(wire, people[0], front, "Start"))
    turn = await wire.until(lambda: next((message for message in wire.room(place) if ":place" in str(message["components"])), None))
    who = next(person for person in people if f"<@{person['id']}>" in words_of(turn))
    opened = await answered(wire, await _step(wire, who, turn))
    assert opened.answer is not None

    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "bastide.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        played = await _step(wire, who, opened.answer)
        await wire.until(lambda: played.kind is not None)
        assert (played.kind, played.is_answered) == (6, False), played.text
        other.execute("ROLLBACK")
    await answered(wire, played)

    assert played.edits == 1


async def _step(wire: Discord, who: Json, shown: Json) -> Asked:
    """Press the first button that goes on with a turn, or choose the first line of the list that does."""
    parts = flat(shown["components"])
    part = next(piece for piece in parts if any(f":{verb}" in piece.get("custom_id", "") for verb in ("push", "play", "pick")))
    return await press(
        wire, who, shown, part.get("label") or part["placeholder"], *(line["value"] for line in part.get("options", ())[:1])
    )


async def test_the_check_says_that_discord_does_not_know_a_token(wire: Discord, start: Start) -> None:  # it answers
    token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde." + "x" * 38
    program = await start("--check", token=token)

    assert await program.ends() == 1
    assert "MEND  Discord does not know the token" in program.said and "x" * 38 not in program.said


async def test_an_emptied_database_is_no_new_beginning(wire: Discord, start: Start, tmp_path: Path) -> None:
    """It looked like a bot whose games were all gone. The log, here in JSON, says how to restore."""
    wire.guild()
    backup = tmp_path / "data" / "bastide.db.backups" / "bastide-2026-03-01T120000Z.db"
    backup.parent.mkdir(parents=True)
    backup.write_bytes(b"whatever")
    (tmp_path / "data" / "bastide.db").write_bytes(b"")

    program = await start(BASTIDE_LOG_JSON="1")

    assert await program.ends() == ExitCode.DATABASE
    lines = [json.loads(line) for line in program.said.splitlines()]
    assert [each_line["level"] for each_line in lines if "--restore" in each_line["message"]] == ["CRITICAL"]
    assert lines[0]["event"] == "start" and lines[0]["version"] and lines[-1] | {"event": "end", "code": 74} == lines[-1]
    assert (tmp_path / "data" / "bastide.db").read_bytes() == b""


async def test_the_first_hour_check_names_everything(wire: Discord, start: Start) -> None:
    """All is well: permissions, invitation, database, tiles, clock, token, which is not printed."""
    program = await start("--check")

    assert await program.ends() == 0, program.said
    for fact in (
        "form of a token",
        "377957223424",
        f"client_id={wire.bot['id']}",
        "can be written",
        "Tiles can be drawn",
        "clock is right",
        "Discord knows the token",
    ):
        assert fact in program.said, program.said
    assert wire.token not in program.said
    assert {path for _, path, _ in wire.requests} == {"/gateway", "/users/@me"}


async def test_the_first_hour_check_says_what_is_wrong(wire: Discord, start: Start, tmp_path: Path) -> None:
    """A token that is none, a database that is none, no Discord."""
    (tmp_path / "broken.db").write_bytes(b"no database at all" * 100)
    wire.down = True

    program = await start("--check", token="my-client-secret", BASTIDE_DB="broken.db")

    assert await program.ends() == 1
    wrong = [line for line in program.said.splitlines() if line.startswith("MEND")]
    assert len(wrong) == 3, program.said
    assert "Traceback" not in program.said and "my-client-secret" not in program.said


async def test_after_an_outage_what_waited_goes_out_at_once(wire: Discord, start: Start) -> None:
    """The message was delayed by five seconds and more; the connection that stands again sends it."""
    place, anna = wire.guild()["channels"][0]["id"], wire.person("anna")
    program = await start()
    await program.says(r"\bready\b")
    front = await opened_with_computer(wire, anna, place)
    outage = Fault(f"/channels/{place}/messages$", 503, times=1000, method="POST")
    wire.faults.append(outage)
    await press(wire, anna, front, "Start")
    await wire.until(lambda: outage.times <= 997)
    await program.says("post-delayed")
    outage.times = 0

    await wire.cut()

    await program.says("gateway-back")
    await wire.until(lambda: any(f"<@{anna['id']}>" in words_of(posted) for posted in wire.room(place)), 5)
    assert "Traceback" not in program.said, program.said
