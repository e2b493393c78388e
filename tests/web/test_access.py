"""Access by links, pages and public links: who gets in, what they see, and all refusals."""

from __future__ import annotations

from typing import Any

from service.guilds.server_settings import PUBLIC, YES
from tests.web.conftest import Client, Table


async def test_a_link_opens_once_and_its_page_plays_until_all_are_closed(table: Table, client: Client) -> None:
    match = await table.begin()
    link = table.link(match, 0)
    page = await client.opened(link)
    shown = (await page.get("api/table"))[1]
    draft = shown["draft"]
    first = draft["choices"][0]

    status, said = await page.post("try", version=draft["version"], kept=draft["kept"], base=draft["base"], actions=[first["a"]])

    assert status == 200 and said["draft"]["kept"] >= 1
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

    for said in odd:
        assert (await page.post("try", **said))[0] == 400
    assert (await page.post("try", version=draft["version"], kept=0, base="", actions=["place 99,99 r0"]))[0] == 409
    assert (await page.post("try", version=draft["version"], kept=0, base="ffff", actions=[action]))[1]["error"] == "draft-changed"
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
    await page.post("unshare")
    assert (await anybody.get("api/table"))[1]["error"] == "link-closed"


async def test_no_answer_may_be_framed_indexed_or_load_anything_of_others(table: Table, client: Client) -> None:
    for path in ("/b/", "/g/1.x", "/b/api/table", "/b/art/carcassonne/x/y.png"):
        async with client.session.get(client.home + path) as answer:
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "Set-Cookie" not in answer.headers and "Server" not in answer.headers
