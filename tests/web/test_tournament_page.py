"""Public pages beside the board: a tournament's, and the overlay for streams; who gets them, and what they show."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from cogs import interaction_info
from service.guilds.server_settings import NO, PUBLIC, YES
from service.tournaments.tournament_settings import preset_settings
from storage.rows import of_match
from storage.tournament_rows import EventId, of_event
from tests.web.conftest import Client, Table, needs_browser, phones

NAME = "<b>Cup</b> & more"


async def begun(table: Table, preset: str = "cup") -> EventId:
    """Begin a tournament of four members; its games have their threads."""
    settings = replace(preset_settings(preset, "carcassonne"), preview=timedelta())
    tournaments = table.services.tournaments
    with table.sandbox.env.time_context():
        now = interaction_info.now()
        state = await tournaments.creation.open(table.place, table.people[0], NAME, settings, now=now)
        for person in table.people[:4]:
            await tournaments.registration.enter(state.row.id, person, now=now)
        await tournaments.registration.start(state.row.id, table.people[0], now=now)
    event_id: EventId = state.row.id
    for _ in range(500):
        if len(await tournaments.queries.matches(event_id)) == 2:
            break
        await asyncio.sleep(0.02)
    return event_id


async def got(client: Client, path: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    async with client.session.get(f"{client.home}/{path}", headers={"Accept-Language": "en"}) as answer:
        return answer.status, await answer.text()


async def test_a_tournament_is_public_only_while_its_server_allows_it_and_its_link_is_open(table: Table, client: Client) -> None:
    event_id, guild = await begun(table), table.bot.guilds[0].id
    pages = table.services.pages
    link = f"t/{event_id}.{await pages.share(of_event(event_id))}"
    assert (await got(client, link))[0] == 403

    await table.services.server_settings.choose(guild, PUBLIC, [YES])
    status, text = await got(client, link)
    assert status == 200 and "&lt;b&gt;Cup&lt;/b&gt; &amp; more" in text and "<b>Cup" not in text
    assert all(member.name.capitalize() in text for member in table.sandbox.members[:4])
    assert text.count("/g/") == 2, "both live games can be watched"
    assert '<meta name="robots" content="noindex, nofollow">' in text and 'http-equiv="refresh"' in text
    watched = text.split('href="/g/')[1].split('"')[0]
    assert (await client.get(f"../g/{watched}"))[0] == 200
    async with client.session.get(f"{client.home}/{link}/chart.png") as chart:
        assert chart.status == 200 and chart.content_type == "image/png"

    assert (await got(client, f"t/{event_id}.{'a' * 16}"))[0] == 403
    assert (await got(client, "t/999.x"))[0] == 403
    await table.services.server_settings.choose(guild, PUBLIC, [NO])
    assert (await got(client, link))[0] == 403
    await table.services.server_settings.choose(guild, PUBLIC, [YES])
    watcher = Client(client.session, client.home)
    watcher.headers["Authorization"] = f"Share {watched}"
    assert (await watcher.get("api/table"))[0] == 200
    await pages.unshare(of_event(event_id))
    assert (await got(client, link))[0] == 403
    assert (await watcher.get("api/table"))[1]["error"] == "link-closed", "with a tournament's link those of its boards close"


async def test_a_tournament_of_a_hidden_channel_has_no_page(table: Table, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event_id = await begun(table)
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    link = f"t/{event_id}.{await table.services.pages.share(of_event(event_id))}"
    assert (await got(client, link))[0] == 200

    async def is_hidden(*_args: object) -> bool:
        return False

    monkeypatch.setattr(table.bot.app.visibility, "is_seen_by_all", is_hidden)
    assert (await got(client, link))[0] == 403


@needs_browser
@pytest.mark.soak
@pytest.mark.parametrize("preset", ["cup", "slow-swiss", "double-elimination"])
async def test_the_page_fits_a_phone(table: Table, preset: str) -> None:
    event_id = await begun(table, preset)
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    link = f"{table.sandbox.board}/t/{event_id}.{await table.services.pages.share(of_event(event_id))}"
    async with phones({"anybody": link}) as opened:
        page = opened["anybody"]
        await page.wait_for_selector("h2")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@needs_browser
@pytest.mark.soak
async def test_an_overlay_shows_board_and_scores_on_nothing(table: Table) -> None:
    match = await table.begin()
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    link = f"{table.sandbox.board}/g/{match}.{await table.services.pages.share(of_match(match))}"
    async with phones({"stream": f"{link}?overlay=1", "reader": link}, viewport={"width": 1920, "height": 1080}) as opened:
        for name, is_clear in (("stream", True), ("reader", False)):
            page = opened[name]
            await page.wait_for_selector(".tile")
            ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (ground == "rgba(0, 0, 0, 0)") == is_clear
            assert await page.locator("#tools").is_visible() != is_clear
            assert await page.locator(".seat").count() == 2
