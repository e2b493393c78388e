"""A game from a file in the sandbox: opened at a decision, kept when it ends, opened again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot import Settings, build_bot
from sandbox import position, simulated_server
from sandbox.position import PositionError
from sandbox.simulated_server import open_sandbox
from service.match import match_log as logs
from tests.e2e.world import named
from tools import reload
from tools.code_map import ROOT


async def _play_short_game(folder: Path) -> tuple[str, str]:
    """Play a short game of two; return it as the sandbox keeps it, and what its channel said last."""
    bot = build_bot(Settings(token="", database=folder / "first.db", threads=False))
    async with open_sandbox(bot) as sandbox:
        anna, ben = sandbox.members[:2]
        await anna.slash(sandbox.channel, "new", players=2)
        await ben.click(sandbox.channel.history()[-1], label=named("join"))
        await anna.click(sandbox.channel.history()[-1], label=named("start"))
        await sandbox.env.settle()
        assert sandbox.channel.guild is not None
        text = await position.newest_game_text(bot.services, sandbox.channel.guild.id)
    await bot.close()
    return text, str(json.loads(text)["log"][-1]["text"])


async def test_the_sandbox_goes_on_with_the_game_that_it_kept(tmp_path: Path) -> None:
    text, last = await _play_short_game(tmp_path)
    kept = tmp_path / "game.json"
    kept.write_text(text, encoding="utf-8")

    bot = build_bot(Settings(token="", database=tmp_path / "second.db", threads=False))
    async with open_sandbox(bot) as sandbox:
        await simulated_server._open_position(sandbox, bot, str(kept))

        match = await bot.services.store.matches.in_channel(sandbox.channel.id)
        assert match is not None and match.status == "running"
        rows = await bot.services.repository.rows(match.id)
        assert rows.log[-1].text == last and [seat.waiting_since is not None for seat in rows.seats].count(True) == 1
        assert sandbox.channel.guild is not None
        again = json.loads(await position.newest_game_text(bot.services, sandbox.channel.guild.id))
        assert {key: again[key] for key in ("log", "secret", "options")} == {
            key: json.loads(text)[key] for key in ("log", "secret", "options")
        }
        assert any(message.attachments or message.components for message in sandbox.channel.history()[1:]), "the turn is posted"
        assert logs.kind_of(rows.log[-1]) in logs.MOVES
    await bot.close()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("", "can't be read"), ("[]", "is no record"), ('{"format": "bastide-1", "seats": [], "log": []}', "is no record")],
)
def test_a_file_without_a_game_is_refused_with_what_would_be_right(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(PositionError, match=complaint):
        position.read(str(path))


def test_rows_behind_a_colon_are_kept_and_a_path_may_have_one_itself(tmp_path: Path) -> None:
    path = tmp_path / "game:a.json"
    path.write_text(json.dumps({"format": "bastide-1", "seats": [{}], "log": [], "rows": 9}), encoding="utf-8")
    assert position.read(f"{path}:40")[1] == 40
    assert position.read(str(path))[1] == 9


def test_a_restart_keeps_the_address_and_takes_the_game_that_was_kept(tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    first = reload.environment(kept, 8765, {"BASTIDE_POSITION": "mine.json", "PATH": "/bin"})
    assert (first["BASTIDE_POSITION"], first["BASTIDE_SANDBOX_PORT"], first["PATH"]) == ("mine.json", "8765", "/bin")
    kept.write_text("{}", encoding="utf-8")
    assert reload.environment(kept, 8765, {"BASTIDE_POSITION": "mine.json"})["BASTIDE_POSITION"] == str(kept)


def test_every_part_of_the_program_is_watched() -> None:
    watched = {path.relative_to(ROOT).as_posix() for path in reload.files()}
    wanted = {"bot.py", "cogs/client.py", "web/routes.py", "locales/nl/LC_MESSAGES/messages.po", "games/carcassonne/weights.json"}
    assert {name for name in wanted if (ROOT / name).exists()} <= watched
    assert replace(Settings(token=""), position="x").position == "x"
