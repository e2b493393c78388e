"""Access by links, pages and public links: who gets in, what they see, and all refusals."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.guilds.server_settings import PUBLIC, YES
from tests.web.conftest import Client, Table


async def test_a_link_opens_once_and_its_page_plays_until_all_are_closed(table: Table, client: Client) -> None:
    match = await table.begin()
    link = table.link(match, 0)
    page = await client.opened(link)
    shown = (await page.get("api/table"))[1]
    draft = shown["draft"]
    first = draft["choices"][0]

    status, answer = await page.post("try", version=draft["version"], kept=draft["kept"], base=draft["base"], actions=[first["a"]])

    assert status == 200 and answer["draft"]["kept"] >= 1
    assert (await client.post("open", link=link.partition("#")[2]))[1]["error"] == "link-used"
    await page.post("close")
    assert (await page.get("api/table"))[0] == 401


async def test_nobody_gets_in_without_a_page_or_from_another_site(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    forged = Client(client.session, client.home)
    forged.headers["Authorization"] = f"{page.headers['Authorization'][:-1]}!"

    assert (await client.get("api/table"))[0] == 401
    assert (await forged.get("api/table"))[0] == 401
    page.headers["Origin"] = "https://elsewhere.example"
    assert await page.post("discard") == (403, {"error": "origin"})
    del page.headers["Origin"]
    assert (await page.post("discard"))[0] == 403


async def test_a_stale_or_odd_request_changes_nothing(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    action = draft["choices"][0]["a"]
    odd: list[dict[str, Any]] = [
        {"version": "1", "kept": 0, "base": "", "actions": [action]},
        {"version": draft["version"], "kept": -1, "base": "", "actions": [action]},
        {"version": draft["version"], "kept": 0, "base": "", "actions": "place"},
        {"version": draft["version"], "kept": 0, "base": "", "actions": ["x"] * 100},
    ]

    for fields in odd:
        assert (await page.post("try", **fields))[0] == 400
    status, illegal = await page.post("try", version=draft["version"], kept=0, base="", actions=["place 99,99 r0"])
    _, changed = await page.post("try", version=draft["version"], kept=0, base="ffff", actions=[action])
    assert status == 200 and illegal["refused"]["say"] and illegal["draft"] == draft
    assert changed["refused"]["error"] == "draft-changed"
    assert (await page.get("api/table"))[1]["draft"] == draft


async def test_a_page_shows_one_players_draft_and_hand_to_them_alone(table: Table, client: Client) -> None:
    match = await table.begin("cardcassonne")
    pages = [await client.opened(table.link(match, person)) for person in (0, 1)]
    hands = []
    for person, page in enumerate(pages):
        shown = (await page.get("api/table"))[1]
        hands.append([card["card"] for card in shown["table"]["hand"]])
        assert hands[person] == list((await table.seen(match, person)).view.hand)
        assert (shown["draft"] is None) == (shown["viewer"] not in shown["asked"])


async def test_a_game_is_public_only_while_its_server_allows_it_and_its_players_share_it(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    assert (await page.post("share"))[1]["error"] == "not-public"
    guild = table.bot.guilds[0].id
    await table.services.server_settings.choose(guild, PUBLIC, [YES])

    path = (await page.post("share"))[1]["path"]

    anybody = Client(client.session, client.home)
    anybody.headers["Authorization"] = f"Share {path.removeprefix('/g/')}"
    status, shown = await anybody.get("api/table")
    assert status == 200 and shown["viewer"] is None and shown["draft"] is None
    assert (await anybody.post("discard"))[0] == 403
    async with client.session.get(f"{client.home}{path}") as answer:
        head = await answer.text()
    assert f'<meta property="og:image" content="{client.home}{path}/preview.png">' in head and "Anna, Ben" in head
    async with client.session.get(f"{client.home}{path}/preview.png") as picture:
        assert picture.status == 200 and picture.content_type == "image/png"
    await page.post("unshare")
    async with client.session.get(f"{client.home}{path}") as answer:
        assert answer.status == 200 and "og:" not in await answer.text()
    async with client.session.get(f"{client.home}{path}/preview.png") as picture:
        assert picture.status == 403
    assert (await anybody.get("api/table"))[1]["error"] == "link-closed"


async def test_no_answer_may_be_framed_indexed_or_load_anything_of_others(table: Table, client: Client) -> None:
    for path in ("/b/", "/g/1.x", "/b/api/table", "/b/art/carcassonne/x/y.png"):
        async with client.session.get(client.home + path) as answer:
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "Set-Cookie" not in answer.headers and "Server" not in answer.headers


async def test_one_readers_limit_is_not_anothers_behind_a_proxy(table: Table, client: Client) -> None:
    def reader(address: str) -> Client:
        behind = Client(client.session, client.home)
        behind.headers["X-Forwarded-For"] = address
        return behind

    flood = [(await reader("203.0.113.7").post("open", link="x"))[0] for _ in range(12)]

    assert flood[-1] == 429
    assert (await reader("203.0.113.8").post("open", link="x"))[0] == 401
    assert (await reader("203.0.113.9, 203.0.113.7").post("open", link="x"))[0] == 429, "a reader has chosen their address"


async def test_no_broken_request_is_an_error_or_writes_down_a_link(
    table: Table, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Origin": client.home}
    for body, kind in (("[" * 4000, "application/json"), ("{}", "application/json; charset=klingon"), ("{", "application/json")):
        async with client.session.post(f"{client.home}/b/api/open", data=body, headers={**headers, "Content-Type": kind}) as answer:
            assert (answer.status, await answer.json()) == (400, {"error": "json"})
    home = urlsplit(client.home)
    reader, writer = await asyncio.open_connection(home.hostname, home.port)
    writer.write(b"GET /g/7.secretsecretsecr HTTP/1.1\r\nHost: a\r\nBroken secretsecretsecr\x01\r\n\r\n")
    assert b" 400 " in await reader.readline()
    writer.close()

    assert "secretsecretsecr" not in caplog.text
    assert not [record for record in caplog.records if record.levelname == "ERROR" and "error id" in record.getMessage()]


async def test_a_stream_of_the_public_outlives_more_news_than_its_reader_may_ask_for(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    path = (await page.post("share"))[1]["path"]
    headers = {"Authorization": f"Share {path.removeprefix('/g/')}"}

    async with client.session.get(f"{client.home}/b/api/news", headers=headers) as stream:
        for _ in range(60):
            table.bot.board._streams.wake_all()
            await asyncio.wait_for(stream.content.readline(), 5)
        assert not stream.content.at_eof()


async def test_a_reader_who_leaves_is_no_error(table: Table, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    streams = table.bot.board._streams
    stream = await client.session.get(f"{client.home}/b/api/news", headers=page.headers)
    await stream.content.readline()
    stream.close()
    await asyncio.sleep(0.05)

    for _ in range(50):
        streams.wake_all()
        await asyncio.sleep(0.02)
        if not len(streams):
            break

    assert len(streams) == 0
    assert "error id" not in caplog.text
