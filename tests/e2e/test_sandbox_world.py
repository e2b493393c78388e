"""The sandbox as somebody meets it who has just started it."""

from __future__ import annotations

from pathlib import Path

from bot import Settings, build_bot
from editions.edition import Editions
from editions.offered import CARDCASSONNE
from sandbox import signs
from sandbox.world import opened
from tests.e2e.world import flat
from text.language import words


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


async def test_signs_are_seen_on_the_page(tmp_path: Path) -> None:
    """Where an upload would have put them: the page finds the picture, and the words the emoji."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False), Editions(CARDCASSONNE))
    async with opened(bot) as sandbox:
        await signs.draw(sandbox.env, bot)

        there = sandbox.env.backend.application_emojis
        assert CARDCASSONNE.painter.signs is not None
        assert len(there) == len(CARDCASSONNE.painter.signs.names())
        for emoji in there.values():
            picture = sandbox.env.backend.cdn.get(signs.ADDRESS.format(id=emoji.id))
            assert picture is not None and picture.startswith(b"\x89PNG")
        assert words("en").sign("red_meeple") == ""
        assert bot.desk.emojis.words(words("en")).sign("red_meeple").startswith("<:red_meeple_")
    await bot.close()
