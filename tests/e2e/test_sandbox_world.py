"""The sandbox as somebody meets it who has just started it."""

from __future__ import annotations

from pathlib import Path

from bot import Settings, build_bot
from sandbox.world import opened
from tests.e2e.world import flat


async def test_a_game_is_played_in_the_channel_of_the_page_without_a_complaint(tmp_path: Path) -> None:
    """It is the choice of the sandbox; and the bot bears its own name."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False))
    async with opened(bot) as sandbox:
        anna = sandbox.members[0]
        answer = await anna.slash(sandbox.channel, "game new", players=2)
        stored = sandbox.env.backend.get_message(sandbox.channel.id, answer.response.id)
        said = "\n".join(part.get("content", "") for part in flat(stored.components))
        assert f"The game is open in <#{sandbox.channel.id}>" in said
        assert "threads" not in said
        lobby = sandbox.channel.history()[-1]
        assert lobby.author.name == "Bastide"
    await bot.close()
