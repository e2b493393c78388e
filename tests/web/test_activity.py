"""The board inside Discord: signing in, the instance it runs in, the game it was opened for, and everything that is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import Settings, build_bot
from runtime.settings import ListenAddress
from sandbox.simulated_server import open_sandbox
from storage.rows import MatchId
from tests.web.conftest import Client, Table, needs_browser
from tests.web.oauth import SECRET, OAuth
from web import discord_sign_in, tokens

INSTANCE = "i-1276580072400224306-gc-912952092627435520-912954213460484116"


@dataclass
class Inside:
    """A world in which the board opens inside Discord."""

    table: Table
    oauth: OAuth
    client: Client

    async def sign_in(self, person: int = 0, instance: str = INSTANCE, code: str = "a-code", **more: Any) -> tuple[int, Any]:
        """Sign in as the member with this number, by a code that Discord has given to them."""
        self.oauth.codes[code] = self.table.people[person]
        return await self.client.post("sign-in", **{"code": code, "instance": instance, **more})

    async def entered(self, match: MatchId, person: str) -> Client:
        """Return the page of a match for who has this token of a person."""
        chooser = Client(self.client.session, self.client.home)
        chooser.headers["Authorization"] = f"Person {person}"
        status, answer = await chooser.post("enter", match=match)
        assert status == 200, answer
        page = Client(self.client.session, self.client.home)
        page.headers["Authorization"] = f"Page {answer['page']}"
        return page


@pytest.fixture
async def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    """Open a sandbox whose board opens inside Discord, with a stand-in for what Discord says of people."""
    (tmp_path / "sdk").mkdir()
    (tmp_path / "sdk" / "index.mjs").write_text(SDK)
    web = {"web": ListenAddress("127.0.0.1", 0), "web_secret": SECRET, "web_sdk": tmp_path / "sdk"}
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", **web))  # type: ignore[arg-type]
    async with open_sandbox(bot) as sandbox, aiohttp.ClientSession() as session:
        table = Table(sandbox, bot)
        oauth = OAuth(bot.application_id or 0, bot.http.token or "")
        await oauth.start()
        monkeypatch.setattr(discord_sign_in, "api", lambda: oauth.address)
        oauth.runs(INSTANCE, table.place.channel_id, table.place.guild_id, *table.people)
        yield Inside(table, oauth, Client(session, sandbox.board))
        await oauth.stop()
    await bot.close()


SDK = """
export class DiscordSDK {
  constructor(client) { this.client = client; this.instanceId = new URLSearchParams(location.search).get('instance_id'); }
  async ready() {}
  async subscribe() {}
  commands = {
    authorize: async (asked) => ({ code: new URLSearchParams(location.search).get('code') }),
    authenticate: async (shown) => { window.shown = shown; },
  };
}
"""
"""What stands for Discord's scripts: the same names, and answers from the address."""


async def test_who_signs_in_enters_the_game_for_which_the_activity_was_opened(inside: Inside) -> None:
    table = inside.table
    first, second = await table.begin(), await table.begin(place=table.beside)
    await table.bot.board.note_launch(INSTANCE, table.people[0], first)

    status, answer = await inside.sign_in()

    assert status == 200 and answer["match"] == first and {game["match"] for game in answer["games"]} == {first, second}
    assert answer["locale"] == "de" and answer["access"] == f"access-{table.people[0]}"
    assert inside.oauth.asked == ["token", "person", "instance"]
    page = await inside.entered(first, answer["person"])
    shown = (await page.get("api/table"))[1]
    assert shown["viewer"] == 0 and shown["draft"]["choices"]
    assert SECRET not in repr(answer)


async def test_two_games_of_one_channel_are_told_apart_by_who_opened_them(inside: Inside) -> None:
    table = inside.table
    first, second = await table.begin(), await table.begin(place=table.beside)
    await table.bot.board.note_launch(INSTANCE, table.people[0], first)
    await table.bot.board.note_launch(INSTANCE, table.people[1], second)
    await table.bot.board.note_launch(INSTANCE, table.people[1], first)
    await table.bot.board.note_launch(INSTANCE, table.people[1], second)

    assert (await inside.sign_in(0))[1]["match"] == first
    assert (await inside.sign_in(1))[1]["match"] == second


async def test_who_opens_it_by_the_entry_point_chooses_among_their_games(inside: Inside) -> None:
    inside.oauth.runs(INSTANCE, 12345, inside.table.place.guild_id, *inside.table.people)
    assert (await inside.sign_in())[1]["match"] is None

    only = await inside.table.begin()
    assert (await inside.sign_in())[1]["match"] == only

    another = await inside.table.begin(place=inside.table.beside)
    answer = (await inside.sign_in())[1]
    assert answer["match"] is None and {game["match"] for game in answer["games"]} == {only, another}
    assert (await inside.sign_in(2))[1]["games"] == []


@pytest.mark.parametrize("wrong", ["code", "twice", "elsewhere", "not inside", "another application"])
async def test_who_is_not_who_and_where_they_say_gets_nothing(inside: Inside, wrong: str) -> None:
    await inside.table.begin()
    instance = INSTANCE
    if wrong == "elsewhere":
        instance = "i-1-gc-1-1"
    if wrong == "not inside":
        inside.oauth.runs(INSTANCE, inside.table.place.channel_id, inside.table.place.guild_id, inside.table.people[1])
    if wrong == "another application":
        inside.oauth.application += 1
    if wrong == "twice":
        assert (await inside.sign_in())[0] == 200
    if wrong in ("code", "twice"):
        status, answer = await inside.client.post("sign-in", code="a-code", instance=instance)
    else:
        status, answer = await inside.sign_in(instance=instance)

    assert (status, answer["error"]) == (401, "sign-in-failed") and "Discord" in answer["say"]


@pytest.mark.parametrize(
    "odd", [{"code": ""}, {"code": 7}, {"code": "c" * 300}, {"instance": ""}, {"instance": "../commands"}, {"instance": "i" * 200}]
)
async def test_nothing_odd_is_handed_on_to_discord(inside: Inside, odd: dict[str, Any]) -> None:
    assert (await inside.client.post("sign-in", **{"code": "c", "instance": INSTANCE, **odd}))[0] == 400
    assert inside.oauth.asked == []


async def test_where_discord_does_not_answer_the_page_tries_again(inside: Inside) -> None:
    inside.oauth.status = 500
    assert await inside.sign_in() == (503, {"error": "discord"})
    inside.oauth.status = 429
    assert await inside.sign_in() == (503, {"error": "discord"})


async def test_one_instance_that_floods_is_slowed_down(inside: Inside) -> None:
    statuses = [(await inside.client.post("sign-in", code="wrong", instance=INSTANCE))[0] for _ in range(25)]

    assert statuses[-1] == 429 and statuses.count(401) == 20
    assert (await inside.client.post("sign-in", code="wrong", instance="another"))[0] == 401


async def test_a_token_of_a_person_opens_their_games_and_no_other_door(inside: Inside) -> None:
    table = inside.table
    match = await table.begin()
    person = (await inside.sign_in(2))[1]["person"]  # who has no seat
    client = inside.client
    client.headers["Authorization"] = f"Page {person}"
    assert (await client.get("api/table"))[0] == 401
    client.headers["Authorization"] = f"Person {person}"
    assert (await client.get("api/table"))[0] == 401
    assert (await client.post("enter", match=match + 900))[0] == 404
    page = await inside.entered(match, person)
    assert (await page.get("api/table"))[1]["draft"] is None
    client.headers["Authorization"] = page.headers["Authorization"].replace("Page", "Person")
    assert (await client.post("enter", match=match))[0] == 401, "a page opens no other game"

    await page.post("close")

    client.headers["Authorization"] = f"Person {person}"
    assert (await client.post("enter", match=match))[0] == 401, "closing all pages closes this door too"


async def test_who_is_barred_gets_in_nowhere(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = inside.table
    match = await table.begin()
    page = await inside.entered(match, (await inside.sign_in())[1]["person"])
    assert (await page.get("api/table"))[0] == 200

    monkeypatch.setattr(table.services.exclusion, "holds", lambda *ids: table.people[0] in ids)

    assert (await page.get("api/table"))[0] == 403
    assert (await page.post("discard"))[0] == 403
    assert (await inside.sign_in())[0] == 403


async def test_only_discord_frames_it_and_only_pages_that_need_it(inside: Inside) -> None:
    for path, framed in (("/", True), ("/b/", True), ("/b/replay", True), ("/g/1.x", False), ("/b/api/table", False)):
        async with inside.client.session.get(inside.client.home + path) as answer:
            policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        ancestors = policy.partition("frame-ancestors ")[2]
        assert ancestors == ("https://discord.com https://*.discord.com https://*.discordsays.com" if framed else "'none'")


async def test_the_page_inside_discord_may_act_and_those_of_other_activities_may_not(inside: Inside) -> None:
    page = await inside.entered(await inside.table.begin(), (await inside.sign_in())[1]["person"])
    page.headers["Origin"] = f"https://{inside.table.bot.application_id}.discordsays.com"
    assert (await page.post("discard"))[0] == 200
    for other in ("https://1.discordsays.com", "https://discord.com", f"{page.headers['Origin']}.evil.example", "null"):
        page.headers["Origin"] = other
        assert (await page.post("discard"))[0] == 403


async def test_a_person_who_is_forgotten_leaves_no_launch_behind(inside: Inside) -> None:
    table = inside.table
    match, pages = await table.begin(), table.services.pages
    await table.bot.board.note_launch(INSTANCE, table.people[0], match)
    assert await pages.launched(INSTANCE, table.people[0], now=table.now()) == match

    await table.services.privacy.forget(table.people[0], now=table.now())

    assert await pages.launched(INSTANCE, table.people[0], now=table.now()) is None


async def test_without_the_secret_there_is_no_such_page(table: Table, client: Client) -> None:
    async with client.session.get(client.home + "/") as answer:
        assert answer.status == 404
    assert not table.bot.board.is_activity
    async with client.session.post(f"{client.home}/b/api/sign-in", json={}, headers=client.headers) as answer:
        assert answer.status == 404
    assert tokens.PERSON not in (tokens.LINK, tokens.PAGE)


@pytest.mark.soak
@needs_browser
async def test_a_phone_inside_discord_signs_in_and_shows_the_game(inside: Inside) -> None:
    """In a real browser, by scripts that answer as Discord's do: the game that is meant, else the one that is tapped."""
    from tests.web.conftest import phones

    table, oauth = inside.table, inside.oauth
    first, second = await table.begin(), await table.begin(place=table.beside)
    oauth.runs(INSTANCE, 12345, table.place.guild_id, *table.people)
    oauth.codes = {"one": table.people[0], "two": table.people[1]}
    await table.bot.board.note_launch(INSTANCE, table.people[0], second)
    links = {code: f"{inside.client.home}/?instance_id={INSTANCE}&code={code}" for code in oauth.codes}

    async with phones(links) as pages:
        await pages["one"].wait_for_selector(".tile")
        assert await pages["one"].evaluate("window.shown.access_token") == f"access-{table.people[0]}"
        assert await pages["two"].locator(".choose button").count() == 2
        await pages["two"].locator(".choose button").first.click()
        await pages["two"].wait_for_selector(".tile")
        assert await pages["two"].evaluate("sessionStorage.getItem('locale')") == "de"
    assert first != second
