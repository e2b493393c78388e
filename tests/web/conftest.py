"""Fixtures of the sandbox with its real web server, browser phones of its members, and a client without a browser."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import Settings, build_bot
from cogs import interaction_info
from editions.registry import EDITIONS
from runtime.settings import ListenAddress
from sandbox.simulated_server import Sandbox, open_sandbox
from service.records import MatchLocation
from storage.rows import MatchId, UserId
from text.translator import translator_for

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
PLAIN = ("--no-sandbox", "--disable-gpu", "--disable-software-rasterizer")


class Table:
    """A sandbox with matches whose players are its members."""

    def __init__(self, sandbox: Sandbox, bot: Any) -> None:
        self.sandbox, self.bot = sandbox, bot
        self.services = bot.services
        self.people = [UserId(member.id) for member in sandbox.members]

    @property
    def place(self) -> MatchLocation:
        """Channel in which games are opened."""
        return MatchLocation(self.bot.guilds[0].id, self.sandbox.channel.id)

    @property
    def beside(self) -> MatchLocation:
        """Another channel, for a second game."""
        guild = self.bot.guilds[0]
        return MatchLocation(
            guild.id, next(text_channel.id for text_channel in guild.text_channels if text_channel.id != self.sandbox.channel.id)
        )

    def now(self) -> Any:
        """Return the time of the simulated world."""
        with self.sandbox.env.time_context():
            return interaction_info.now()

    async def begin(
        self,
        game: str = "carcassonne",
        *,
        seats: int = 2,
        terms: Mapping[str, str] | None = None,
        place: MatchLocation | None = None,
        **options: str,
    ) -> MatchId:
        """Start a game of the first members and return its id.

        Confirmed moves count at once, unless `terms` says otherwise.
        """
        terms = {"take-back": "0", **(terms or {})}
        with self.sandbox.env.time_context():
            host = self.people[0]
            lobbies, now = self.services.lobbies, interaction_info.now()
            lobby = await lobbies.open(place or self.place, host, game, options, now=now, seats=seats, terms=terms, order="joined")
            for person in self.people[1:seats]:
                await lobbies.join(lobby.match.id, person, now=now)
            await lobbies.start(lobby.match.id, host, now=now)
        return await self._begin(lobby.match.id, plays_on=terms["take-back"] == "0")

    async def _begin(self, match: MatchId, *, plays_on: bool = True) -> MatchId:
        """Wait for the first draw, and play until the first member has a choice; return the match.

        One first tile in ten fits only one square and is placed at once. In the card game a joker that is turned up is placed
        before there are hands.
        """
        for _ in range(3000):
            seen = await self.seen(match)
            members = [seen.seats[seat].user_id for seat in seen.asked if seen.seats[seat].user_id in self.people]
            if seen.outcome is not None or (members and (not plays_on or await self._has_choice(match, members[0]))):
                break
            if members:
                await moved(self, match, self.people.index(members[0]))
            await asyncio.sleep(0.02)
        return match

    async def _has_choice(self, match: MatchId, member: UserId) -> bool:
        """Return whether the first member must act and has several ways to begin their turn."""
        if member != self.people[0]:
            return False
        draft = await self.services.drafts.prepare(match, member, now=self.now())
        return not draft.texts and len(draft.legal) > 1 and draft.view.hand != ()

    async def practise(self) -> MatchId:
        """Start the first member's practice game and return its id."""
        lessons = EDITIONS["carcassonne"].words.lessons
        assert lessons is not None
        with self.sandbox.env.time_context():
            begun = await self.services.practice.begin(
                self.place, self.people[0], "carcassonne", lessons.options, now=interaction_info.now(), locale="en"
            )
        return await self._begin(begun.match.id)

    def link(self, match: MatchId, person: int, locale: str = "en") -> str:
        """Return the private page link of the member with this number for a match."""
        with self.sandbox.env.time_context():
            return str(self.bot.board.link(match, self.people[person], translator_for(locale)))

    async def seen(self, match: MatchId, person: int | None = None) -> Any:
        """Return the match as a member sees it, or as the public does."""
        return await self.services.match_queries.table(match, None if person is None else self.people[person])


async def moved(table: Table, match: MatchId, person: int) -> None:
    """Play the first legal move of a member by the services, as from the chat."""
    drafts, turns, user = table.services.drafts, table.services.turns, table.people[person]
    draft = await drafts.prepare(match, user, now=table.now())
    while not draft.may_confirm:
        action = draft.game.write(draft.legal[0])
        draft = await drafts.push(match, user, [action], keep=len(draft.texts), onward=True, now=table.now())
    await turns.confirm(match, user, now=table.now())


class Client:
    """An HTTP client that speaks to the web server as the page does."""

    def __init__(self, session: aiohttp.ClientSession, home: str) -> None:
        self.session, self.home = session, home
        self.headers: dict[str, str] = {"Origin": home}

    async def opened(self, link: str) -> Client:
        """Open a private link and return a client of its own for the opened page."""
        status, answer = await self.post("open", link=link.partition("#")[2])
        assert status == 200, answer
        page = Client(self.session, self.home)
        page.headers["Authorization"] = f"Page {answer['page']}"
        return page

    async def post(self, verb: str, **said: Any) -> tuple[int, Any]:
        """Post an action; return the status and the answer."""
        async with self.session.post(f"{self.home}/b/api/{verb}", json=said, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        """Get a resource; return the status and the answer."""
        async with self.session.get(f"{self.home}/b/{path}", headers={**self.headers, **headers}) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else await answer.read()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Open a sandbox and yield it."""
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", web=ListenAddress("127.0.0.1", 0)))
    async with open_sandbox(bot) as sandbox:
        yield Table(sandbox, bot)
    await bot.close()


@pytest.fixture
async def client(table: Table) -> AsyncIterator[Client]:
    """Open a client without a page and yield it."""
    async with aiohttp.ClientSession() as session:
        yield Client(session, table.sandbox.board)


async def _shorten_patience(patient_ms: int, route: Any) -> None:
    """Serve the page's script with another time limit for waiting for news."""
    answer = await route.fetch()
    usual = await answer.text()
    quick = re.sub(r"SILENT_MS = [\d_]+", f"SILENT_MS = {patient_ms}", usual)
    assert quick != usual, "the page names its patience"
    await route.fulfill(response=answer, body=quick)


@asynccontextmanager
async def phones(
    links: Mapping[str, str], *, blocked: str = "", ordered: str = "", patient_ms: int = 0, **look: Any
) -> AsyncIterator[Mapping[str, Any]]:
    """Open a phone-wide browser page for each link; any error on a page fails the test.

    Requests to paths in `blocked` get no answer. Errors that contain the words in `ordered` are expected. With `patient_ms` the
    page waits that long for news instead of its usual time.
    """
    from playwright.async_api import async_playwright

    complaints: list[str] = []
    async with async_playwright() as player:
        browser = await player.chromium.launch(executable_path=BROWSER, args=PLAIN)
        phones = {}
        for name, link in links.items():
            shape = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, **look}
            page = await (await browser.new_context(**shape)).new_page()
            page.set_default_timeout(60_000)
            page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            if blocked:
                await page.route(blocked, lambda _: None)
            if patient_ms:
                await page.route("**/api.js*", partial(_shorten_patience, patient_ms))
            await page.goto(link)
            phones[name] = page
        try:
            yield phones
        finally:
            await browser.close()
    assert [each for each in complaints if not ordered or ordered not in each] == []
