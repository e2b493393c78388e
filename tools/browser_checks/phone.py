"""A page of the sandbox in a real browser as narrow as a phone, and its use: pressing, choosing, filling in, typing.

The available buttons and lists are read from the simulated server, as the transcripts read them; the actions are performed only in
the page.
"""

from __future__ import annotations

import random
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from simcord.results import to_discord_message

from bot import Settings, build_bot
from sandbox.simulated_server import Sandbox, open_sandbox
from text.translator import SOURCE, translator_for
from tools.transcripts.server import ScriptedServer, Shown

WIDE, HIGH = 390, 844
PATIENCE_MS, PRESSED_MS, PATIENCE = 180_000, 3_000, 20
PRESSES = 3
"""So often somebody presses who sees nothing happen: the page takes no press for what it showed before it was redrawn."""
READY = "() => window.simcordPreview.ready && !window.simcordPreview.pendingAction"


@asynccontextmanager
async def browsing(high: int = HIGH, *, scale: int = 1, language: str = SOURCE) -> AsyncIterator[tuple[Sandbox, Any, Any]]:
    """Open a sandbox in a language; yield the sandbox, its bot, and its page in a browser as wide as a phone."""
    from playwright.async_api import async_playwright

    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as data:
        bot = build_bot(Settings(token="", database=Path(data) / "sandbox.db"))
        async with open_sandbox(bot, language=language) as sandbox, async_playwright() as player:
            browser = await player.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            page = await browser.new_page(viewport={"width": WIDE, "height": high}, device_scale_factor=scale)
            try:
                await page.goto(sandbox.url)
                yield sandbox, bot, page
            finally:
                await browser.close()
        await bot.close()


class Phone(ScriptedServer):
    """A phone shared by all simulated members: before a member acts, the page switches to that member and the channel."""

    def __init__(self, sandbox: Sandbox, page: Any, folder: Path, seed: str, language: str = SOURCE) -> None:
        """Use `page`, a page of Playwright; screenshots are written to `folder`."""
        self.env, self.words = sandbox.env, translator_for(language)
        self.chance = random.Random(seed)
        self.lines = []
        self.channel, self.people = sandbox.channel, list(sandbox.members)
        assert sandbox.channel.guild is not None
        self.guild = sandbox.channel.guild
        self.presses = self.shots = 0
        self._answer_id = 0
        self._asked: Shown = None
        """The message whose button has opened the last form."""
        self._preview, self._page, self._folder = sandbox.preview, page, folder
        self._who = self._where = 0

    def room(self, channel_id: int) -> Any:
        """Return the channel or thread with this id."""
        return self._preview._handle(channel_id)

    # --- what people do ------------------------------------------------------------------------------------------------

    async def be(self, member: Any, channel: Any = None) -> None:
        """Switch the page to this member, showing this channel."""
        if self._who != member.id:
            await self._page.select_option("#viewer-picker", label=member.user.global_name or member.name)
            self._who, self._where = member.id, 0
            await self._page.wait_for_function("(id) => window.simcordPreview.viewerId === id", arg=str(member.id))
            await self._ready()
        wanted = (channel or self.channel).id
        if self._where != wanted:
            await self._page.locator(f"#channel-picker option[value='{wanted}']").wait_for(state="attached")
            await self._page.select_option("#channel-picker", value=str(wanted))
            self._where = wanted
            await self._page.wait_for_timeout(300)
            await self._ready()

    async def type(self, member: Any, command: str, channel: Any = None, **options: Any) -> Shown:
        """Type a command with its options; the result is as in `press_named`."""
        await self.be(member, channel)
        before = self._private(member)
        page = self._page
        entry = page.locator(".command-entry", has=page.locator("strong", has_text=re.compile(f"^/{command}$")))
        for _ in range(PATIENCE):  # the page forgets what is typed while it still learns whose it is now
            await page.locator("#channel-composer-input").fill(f"/{command}")
            await page.wait_for_timeout(300)
            if await entry.count():
                break
        await entry.click()
        for name, value in options.items():
            field = await self._option(name)
            typed = getattr(value, "name", value)
            await field.fill(str(typed))
            if typed is not value:  # a member, who is chosen from the list
                await page.locator(".command-entity-suggestion", has_text=str(typed)).first.click()
            await self._ready()
        await self._send()
        return await self._await_answer(member, before, None)

    async def _send(self) -> None:
        """Send the typed command, even if late completions cover the button."""
        from playwright.async_api import TimeoutError as NothingCame

        for _ in range(PRESSES):
            await self._page.keyboard.press("Escape")
            with suppress(NothingCame):
                await self._page.locator("#send-message").click(timeout=PRESSED_MS)
            await self._page.wait_for_timeout(200)
            await self._ready()
            if not await self._page.locator(".command-chip").count():
                return
        raise AssertionError("the command was not sent")

    async def _option(self, name: str) -> Any:
        """Return the field of a command option, opened from the list of options not yet set."""
        from playwright.async_api import TimeoutError as NothingCame

        page = self._page
        field = page.locator(f".command-option-input[data-option='{name}']")
        for _ in range(PATIENCE):  # the list goes away where the page is redrawn
            with suppress(NothingCame):
                if not await page.locator(".command-suggestion-label", has_text=re.compile(f"^{name}$")).count():
                    await page.locator(".command-ghost").click(timeout=PRESSED_MS)
                await page.locator(".command-suggestion", has=page.get_by_text(name, exact=True)).first.click(timeout=PRESSED_MS)
            if await field.count():
                break
        return field

    async def press_named(self, member: Any, message: Shown, name: str) -> Shown:
        """Press the button with this label; return the private answer or the changed message, or None for a form."""
        await self.be(member, self._room_of(message))
        before, state = self._private(member), self._state(message)
        answer: Shown = None
        is_pressed = False
        for _ in range(PRESSES):
            is_pressed = await self._click(message, name) or is_pressed
            answer = await self._await_answer(member, before, message)
            if answer is None or answer.id != message.id or self._state(answer) != state:
                break
        assert is_pressed, f"no button {name}"
        return answer

    async def _click(self, message: Shown, name: str) -> bool:
        """Click this button, reloading an outdated page first; return whether the button was there."""
        label = self._page.locator(".button-label", has_text=re.compile(f"^{re.escape(name)}$"))
        button = (await self._find_message(message)).locator(".component-button", has=label).first
        await self._page.wait_for_timeout(100)
        if not await button.count():
            await self._page.get_by_role("button", name="Refresh").first.click()
            await self._ready()
        if await button.count():
            await button.click()
            return True
        return False

    async def choose(self, member: Any, message: Shown, custom_id: str, value: str) -> Shown:
        """Choose a line of a list; the result is as in `press_named`."""
        await self.be(member, self._room_of(message))
        before = self._private(member)
        menus = [part["custom_id"] for part in self.parts(message) if part.get("type") in range(3, 9) and part["type"] != 4]
        menu = (await self._find_message(message)).locator(".preview-select").nth(menus.index(custom_id))
        await self._pick(menu, [value])
        return await self._await_answer(member, before, message)

    async def fill(self, member: Any, **given: Any) -> Shown:
        """Fill in and send the open form: text fields by their ids, in lists the values of lines, or members."""
        before = self._private(member)
        for name, value in given.items():
            field = self._page.locator(f".modal-field[data-custom-id='{name}']")
            if await field.locator(".preview-select").count():
                await self._pick(field.locator(".preview-select"), [str(getattr(value, "id", value))])
            elif await field.locator("input[type=radio]").count():
                await field.locator(f"label:has(input[value='{value}'])").click()
            else:
                await field.locator("input, textarea").first.fill(str(value))
        await self.keep("form")
        await self._page.get_by_role("button", name="Submit").click()
        return await self._await_answer(member, before, self._asked)

    async def reply(self, member: Any, message: Any, text: str) -> None:
        """Reply to a message."""
        await self.be(member, self._room_of(message))
        shown = await self._find_message(message)
        await shown.hover()
        await shown.get_by_role("button", name="Reply").click()
        await self._page.locator("#channel-composer-input").fill(text)
        await self._page.keyboard.press("Enter")
        await self._ready()

    async def _pick(self, menu: Any, values: list[str]) -> None:
        from playwright.async_api import TimeoutError as NothingCame

        options = menu.locator(".select-list:popover-open")  # the list of another menu may still be open
        for value in values:
            line = options.locator(f"[role=option][data-value='{value}']")
            for _ in range(PATIENCE):  # a redraw closes its lists, and a list opens once the pictures are there
                if not await line.count():
                    await menu.locator(".select-trigger").click()
                with suppress(NothingCame):
                    await line.click(timeout=PRESSED_MS)
                    break
            else:
                raise AssertionError(f"no line {value}")
        applying = options.get_by_role("button", name="Apply")
        for _ in range(PATIENCE):  # the list lies over the next field until it's closed
            if await applying.count():
                with suppress(NothingCame):
                    await applying.click(timeout=PRESSED_MS)
            if not await options.count():
                break
            await self._page.wait_for_timeout(100)

    def answer(self) -> Any:
        """Return the last private answer or changed message, if it still exists."""
        return self._read_again(self._answer_id) if self._answer_id in self._messages() else None

    async def settle(self) -> None:
        """Wait until all tasks are idle and the page shows the result."""
        await self._page.wait_for_timeout(200)
        await self._ready()

    # --- what came of it -----------------------------------------------------------------------------------------------

    async def _ready(self) -> None:
        await self._page.wait_for_function(READY, timeout=PATIENCE_MS)
        wide, screen = await self._page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= screen, f"{wide} px wide"

    async def _await_answer(self, member: Any, before: set[int], message: Shown) -> Shown:
        self.presses += 1
        await self._page.wait_for_timeout(30)
        await self._ready()
        if await self._page.locator(".modal-dialog").count():
            self._asked = message
            return None
        fresh = self._private(member) - before
        if fresh:
            return self._read_again(max(fresh))
        return None if message is None or message.id not in self._messages() else self._read_again(message.id)

    def _read_again(self, message_id: int) -> Any:
        self._answer_id = message_id
        return to_discord_message(self.env, self._messages()[message_id])

    def _messages(self) -> dict[int, Any]:
        return self.env.backend.messages.get(self._where, {})

    def _private(self, member: Any) -> set[int]:
        """Return the ids of the private messages that this member sees in the page's channel."""
        return {
            message.id for message in self._messages().values() if message.visible_to(member.id) and not message.visible_to(None)
        }

    def _room_of(self, message: Any) -> Any:
        return self.room(message.channel_id if hasattr(message, "channel_id") else message.channel.id)

    async def _find_message(self, message: Any) -> Any:
        """Return a message's element on the page, loading older history if needed."""
        locator, older = (
            self._page.locator(f".channel-message[data-message-id='{message.id}']"),
            self._page.locator("#history-older"),
        )
        while not await locator.count() and await older.is_visible():
            await older.click()
            await self._page.wait_for_timeout(200)
            await self._ready()
        return locator

    async def keep(self, name: str) -> None:
        """Save a screenshot of the page under `name`."""
        self.shots += 1
        await self._page.wait_for_timeout(250)
        answer = self._page.locator(f".channel-message[data-message-id='{self._answer_id}']")
        if await answer.count():
            await answer.scroll_into_view_if_needed()
        await self._page.screenshot(path=self._folder / f"{self.shots:03}-{name}.png")
