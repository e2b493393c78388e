"""The sandbox in a real browser, as a newcomer meets it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot import Settings, build_bot
from sandbox.simulated_server import open_sandbox

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


PLAIN = ("--disable-gpu", "--disable-software-rasterizer")
"""Drawing as a graphics card would takes half of the test's time where there is none."""


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
async def test_a_newcomer_makes_a_whole_move_on_a_phone(tmp_path: Path) -> None:
    """From the welcome by a typed command and presses to the next turn; nothing is ever wider than the screen."""
    from playwright.async_api import async_playwright

    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db"))
    async with open_sandbox(bot) as sandbox, async_playwright() as player:
        browser = await player.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", *PLAIN])
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(60_000)

        async def fits() -> None:
            wide, screen = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide <= screen

        await page.goto(sandbox.url)
        await page.get_by_text("Welcome to the sandbox.", exact=True).wait_for()
        await fits()
        await page.get_by_role("textbox").first.fill("/practice")
        await page.get_by_text(re.compile("^Play a short first game")).first.wait_for()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        news = page.locator("#channel-news")
        await news.wait_for()
        await fits()
        await news.click()
        await page.get_by_text(re.compile("Place it there")).wait_for()
        await fits()

        await page.get_by_role("button", name=re.compile(r"1 · [A-Z]+\d+$")).first.click()
        play = page.get_by_role("button", name=re.compile(r"^(?:✅ )?1 .*(?:highwayman|farmer|knight|monk)|: play$")).first
        await play.wait_for()
        await fits()
        await play.click()

        await page.get_by_text(re.compile("A road is finished when both ends stop")).wait_for()
        await fits()
        await page.select_option("#channel-picker", label="# games")
        await page.get_by_text("Welcome to the sandbox.", exact=True).wait_for()
        await browser.close()
    await bot.close()
