"""An evening of two in the sandbox, each with a page of their own in a real browser."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot import Settings, build_bot
from sandbox.simulated_server import open_sandbox
from storage.rows import UserId

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PICTURES = os.environ.get("BASTIDE_SCREENSHOTS")
"""A folder for what both saw; without one nothing is kept."""
PRESSES, PATIENCE_MS = 5, 8_000
"""How often somebody presses who sees nothing happen, and how long they look."""


class Page:
    """A member's phone: what they see and do."""

    def __init__(self, page: Any, name: str) -> None:
        self._page, self._name, self._shots = page, name, 0

    def button(self, name: str) -> Any:
        """Return the newest button with this label."""
        return self._page.get_by_role("button", name=re.compile(name)).last

    async def sees(self, text: str, timeout_ms: float | None = None) -> None:
        """Sooner or later; nothing is ever wider than the screen."""
        await self._page.get_by_text(re.compile(text)).last.wait_for(timeout=timeout_ms)
        await self.keep()

    async def press(self, name: str) -> None:
        """Press a button that is there, or will be."""
        await self.button(name).wait_for()
        await self.keep()
        await self.button(name).click()

    async def press_until(self, name: str, other: Page, text: str) -> None:
        """As people press while a page is still being drawn, which takes none for what it showed before: again, if nothing came."""
        from playwright.async_api import TimeoutError as NothingCame

        for _ in range(PRESSES):
            await self.press(name)
            with suppress(NothingCame):
                await other.sees(text, PATIENCE_MS)
                return
        raise AssertionError(f"pressed {name} {PRESSES} times, and nobody saw {text}")

    async def command(self, typed: str, says: str, option: str, value: str) -> None:
        """Type a command with one option, chosen from the list that Discord offers."""
        await self._page.get_by_role("textbox").first.fill(typed)
        await self._page.get_by_text(re.compile(f"^{says}")).first.wait_for()
        await self._page.keyboard.press("Enter")
        await self._page.get_by_role("option", name=re.compile(f"^{option}")).click()
        await self._page.keyboard.type(value)
        await self._page.keyboard.press("Enter")

    async def keep(self) -> None:
        """Check that the page fits the screen, and keep a picture of it if wanted."""
        wide, screen = await self._page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= screen
        if PICTURES is not None:
            self._shots += 1
            await self._page.screenshot(path=f"{PICTURES}/{self._name}-{self._shots:02}.png")


async def page_of(browser: Any, url: str, name: str) -> Page:
    """Return the page of a person who has just opened the sandbox."""
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(60_000)
    await page.goto(url)
    await page.get_by_text("Welcome to the sandbox.", exact=True).wait_for()
    await page.select_option("#viewer-picker", label=name)
    return Page(page, name)


@pytest.mark.takes_back
@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
@pytest.mark.soak
async def test_two_play_an_evening_with_a_move_taken_back_a_timeout_and_a_return(tmp_path: Path) -> None:
    """Whatever one does, the other sees on their page without pressing anything."""
    from playwright.async_api import async_playwright

    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", threads=False))
    async with open_sandbox(bot) as sandbox, async_playwright() as player:
        browser = await player.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        anna, ben = [await page_of(browser, sandbox.url, name) for name in ("Anna", "Ben")]
        await anna.command("/new", "Open a new game", "terms", "evening, vacate")
        await ben.press_until("^Join$", anna, "2 of 6 seats")
        await anna.press("^Start$")
        await anna.sees("it's your turn")
        assert sandbox.channel.guild is not None
        (match,) = await bot.services.match_queries.guild_matches(sandbox.channel.guild.id)
        table = await bot.services.match_queries.table(match.id)
        is_anna = UserId(sandbox.members[0].id) == table.seats[table.asked[0]].user_id
        mover, other = (anna, ben) if is_anna else (ben, anna)

        await mover.press(r"^1 · [A-Z]+\d+$")
        await mover.press(": play$")
        await mover.press("^Undo$")
        await mover.sees("^Undone")
        await mover.press("^Confirm$")
        await other.sees(f"^{'Anna' if is_anna else 'Ben'} [A-Z]+[0-9]+")

        await mover.command("/wait", "Sandbox: let", "length", "65min")
        await other.press("^I.m back$")

        await mover.sees(" is back")
        seats = await bot.services.match_queries.seats(match.id)
        assert all(seat.is_human for seat in seats)
        await browser.close()
    await bot.close()
