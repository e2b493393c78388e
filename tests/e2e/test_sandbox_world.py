"""The sandbox as a newcomer meets it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from bot import Settings, build_bot
from editions.edition import Editions
from editions.registry import CARDCASSONNE
from sandbox import simulated_server
from sandbox.simulated_server import open_sandbox
from tests.e2e.world import named
from text.translator import translator_for
from tools.transcripts.server import flat


async def test_a_game_is_played_in_the_channel_of_the_page_without_a_complaint(tmp_path: Path) -> None:
    """It is the choice of the sandbox; and the bot bears its own name."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False))
    async with open_sandbox(bot) as sandbox:
        anna = sandbox.members[0]
        answer = await anna.slash(sandbox.channel, "new", players=2)
        stored = sandbox.env.backend.get_message(sandbox.channel.id, answer.response.id)
        text = "\n".join(part.get("content", "") for part in flat(stored.components))
        assert f"The game is open in <#{sandbox.channel.id}>" in text
        assert "threads" not in text
        lobby = sandbox.channel.history()[-1]
        assert lobby.author.name == "Bastide"
    await bot.close()


async def test_signs_are_seen_on_the_page(tmp_path: Path) -> None:
    """Where an upload would have put them: the page finds the picture, and the words the emoji."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False), Editions(CARDCASSONNE))
    async with open_sandbox(bot) as sandbox:
        await simulated_server.draw(sandbox.env, bot)

        there = sandbox.env.backend.application_emojis
        assert CARDCASSONNE.painter.signs is not None
        assert len(there) == len(CARDCASSONNE.painter.signs.names())
        for emoji in there.values():
            picture = sandbox.env.backend.cdn.get(simulated_server.ADDRESS.format(id=emoji.id))
            assert picture is not None and picture.startswith(b"\x89PNG")
        assert translator_for("en").sign("red_meeple") == ""
        assert bot.app.emojis.words(translator_for("en")).sign("red_meeple").startswith("<:red_meeple_")
    await bot.close()


@pytest.mark.takes_back
async def test_a_confirmed_move_passes_on_when_the_clock_is_moved(tmp_path: Path) -> None:
    """Nothing waits by itself, and `/wait` without a length goes to the next thing that happens."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False))
    async with open_sandbox(bot) as sandbox:
        anna, ben = sandbox.members[:2]
        await anna.slash(sandbox.channel, "new", players=2, pace="evening")
        await ben.click(sandbox.channel.history()[-1], label=named("join"))
        await anna.click(sandbox.channel.history()[-1], label=named("start"))
        (match,) = await bot.services.match_queries.guild_matches(sandbox.channel.guild.id)
        table = await bot.services.match_queries.table(match.id)
        mover = next(m for m in (anna, ben) if m.id == table.seats[table.asked[0]].user_id)
        draft = await bot.services.drafts.open(match.id, mover.id, now=sandbox.env.now())
        while draft.legal:
            text = draft.game.write(draft.legal[-1])
            draft = await bot.services.drafts.push(match.id, mover.id, [text], now=sandbox.env.now())
        confirmed = await bot.services.turns.confirm(match.id, mover.id, now=sandbox.env.now())
        assert confirmed.passes_at is not None

        refused = await anna.slash(sandbox.channel, "wait", length="soon")
        assert "soon" in refused.response.content
        answer = await anna.slash(sandbox.channel, "wait")
        for _ in range(400):
            if (await bot.services.match_queries.match(match.id)).version > confirmed.version:
                break
            await asyncio.to_thread(time.sleep, 0.05)

        assert (await bot.services.match_queries.match(match.id)).version > confirmed.version
        assert "11s" in answer.response.content
    await bot.close()
