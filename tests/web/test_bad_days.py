"""Bad days of a page: its player resigns or is forgotten, its game ends, its process starts again, its time is over."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from tests.web.conftest import Client, Table
from web import tokens
from web.server import BoardServer


async def test_links_and_pages_end_with_their_time(table: Table, client: Client) -> None:
    match, server = await table.begin(), table.bot.board
    then = table.now() - timedelta(days=15)

    def made(kind: str) -> str:
        return tokens.write(tokens.new_token(kind, match, table.people[0], "en", now=then), server._key)

    assert (await client.post("open", link=made(tokens.LINK)))[1]["error"] == "page-closed"
    client.headers["Authorization"] = f"Page {made(tokens.PAGE)}"
    assert (await client.get("api/table"))[1]["error"] == "page-closed"


async def test_who_has_resigned_still_looks_but_plays_no_more(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    first = draft["choices"][0]["a"]

    await table.services.resignations.resign(match, table.people[0], now=table.now())
    status, answer = await page.post("try", version=draft["version"], kept=draft["kept"], base=draft["base"], actions=[first])

    assert status == 403 or "refused" in answer
    status, shown = await page.get("api/table")
    assert status == 200 and shown["draft"] is None


async def test_the_pages_of_a_person_who_is_forgotten_are_closed(table: Table, client: Client) -> None:
    match = await table.begin()
    page, other = [await client.opened(table.link(match, person)) for person in (0, 1)]

    await table.services.privacy.forget(table.people[0], now=table.now())

    assert (await page.get("api/table"))[0] == 401
    assert (await other.get("api/table"))[0] == 200


async def test_a_game_that_is_called_off_is_shown_and_offers_nothing(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]

    await table.services.resignations.cancel(match, table.people[0], now=table.now(), moderator=True)
    _, answer = await page.post("play", version=draft["version"], kept=0, base=draft["base"], actions=[draft["choices"][0]["a"]])

    assert answer["refused"]["say"] and answer["status"] == "cancelled" and answer["draft"] is None


async def test_a_page_is_served_on_by_the_next_process_and_its_link_stays_used(table: Table, client: Client) -> None:
    match = await table.begin()
    link = table.link(match, 0)
    page = await client.opened(link)
    following = BoardServer("127.0.0.1", 0)
    with table.sandbox.env.time_context():
        await following.start(table.bot.app)
    try:
        page.home = following.url
        page.headers["Origin"] = following.url
        assert (await page.get("api/table"))[0] == 200
        assert (await page.post("open", link=link.partition("#")[2]))[1]["error"] == "link-used"
    finally:
        await following.close()


async def test_a_link_that_two_open_at_once_becomes_one_page(table: Table, client: Client) -> None:
    link = table.link(await table.begin(), 0).partition("#")[2]

    answers = await asyncio.gather(*(client.post("open", link=link) for _ in range(4)))

    assert sorted(status for status, _ in answers) == [200, 401, 401, 401]


async def test_a_member_who_cannot_read_the_channel_any_more_sees_nothing(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.begin(seats=2)
    page = await client.opened(table.link(match, 2))
    assert (await page.get("api/table"))[0] == 200

    async def is_hidden(*_: object) -> bool:
        return False

    monkeypatch.setattr(table.bot.app.visibility, "is_seen", is_hidden)

    for path in ("api/table", "api/look?what=log", "api/paper", "api/replay"):
        assert (await page.get(path))[0] == 404
    assert (await page.post("aside"))[0] == 404
