"""The sandbox in a real browser: a newcomer reads the turn, presses a button, switches to a friend."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot import Settings, build_bot
from sandbox.world import opened
from tests.e2e.world import flat

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
async def test_a_game_is_begun_on_the_page_of_the_sandbox(tmp_path: Path) -> None:
    """In a window as narrow as a phone."""
    from playwright.async_api import async_playwright

    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db"))
    async with opened(bot) as sandbox, async_playwright() as player:
        anna, ben = sandbox.members[:2]
        await anna.slash(sandbox.channel, "game new")
        lobby = next(m for m in sandbox.channel.history() if "Join" in _labels(sandbox, m))
        await ben.click(lobby, label="Join")
        await anna.click(lobby, label="Start")
        browser = await player.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 420, "height": 860})
        await page.goto(sandbox.url)

        await page.get_by_role("button", name="Score").first.wait_for(timeout=30_000)
        await page.get_by_role("button", name="Score").first.click()

        await page.get_by_text("turn 1 of 71").nth(1).wait_for(timeout=30_000)
        await browser.close()
    await bot.close()


def _labels(sandbox: object, message: object) -> set[str]:
    stored = sandbox.env.backend.get_message(sandbox.channel.id, message.id)  # type: ignore[attr-defined]
    return {part.get("label", "") for part in flat(stored.components)}
