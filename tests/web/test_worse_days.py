"""Worse days of a page: two tabs and the chat at once, a line that breaks in mid-Confirm, a seat in other hands, an upgrade."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bot import Settings, build_bot
from games.core.game import CHANCE
from runtime.settings import ListenAddress
from sandbox.simulated_server import open_sandbox
from service.guilds.guild_lifecycle import GONE
from service.guilds.server_settings import NEWCOMERS
from storage.rows import MatchId, of_server
from tests.web.conftest import Client, Table, moved, needs_browser, phones
from tests.web.test_chat_and_page import tapped_through
from web import answers, files, tokens


async def ready(page: Client) -> dict[str, Any]:
    """Choose until only the last choice or Confirm is left; return the verb and what is sent with it."""
    shown = (await page.get("api/table"))[1]
    for _ in range(20):
        draft = shown["draft"]
        on = {key: draft[key] for key in ("version", "kept", "base")}
        if draft["ready"]:
            return {"verb": "confirm", **on}
        choice = next((each for each in draft["choices"] if each.get("nothing")), draft["choices"][0])
        if choice.get("last"):
            return {"verb": "play", **on, "actions": [choice["a"]]}
        _, shown = await page.post("try", **on, actions=[choice["a"]])
    raise AssertionError("the move has no end")


def step(draft: Any) -> dict[str, Any]:
    """Return what is sent with the first choice of a draft."""
    return {"version": draft["version"], "kept": 0, "base": draft["base"], "actions": [draft["choices"][0]["a"]]}


async def sent(client: Client, page: Client, verb: str, body: str, part: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send the first `part` bytes of a body on a line of its own."""
    home = urlsplit(client.home)
    reader, writer = await asyncio.open_connection(home.hostname, home.port)
    lines = [f"POST /b/api/{verb} HTTP/1.1", f"Host: {home.netloc}", "Content-Type: application/json"]
    lines += [*(f"{key}: {value}" for key, value in page.headers.items()), f"Content-Length: {len(body)}", "", body[:part]]
    writer.write("\r\n".join(lines).encode())
    await writer.drain()
    return reader, writer


async def moves(table: Table, match: MatchId) -> list[int]:
    """Return the numbers of the rows that people have written."""
    entries = await table.services.match_queries.history(match, table.people[0])
    return [entry.seq for entry in entries if entry.seat != CHANCE]


async def test_two_tabs_and_the_chat_at_once_make_one_move(table: Table, client: Client) -> None:
    match = await table.begin()
    tabs = [await client.opened(table.link(match, 0)) for _ in range(2)]
    last = await ready(tabs[0])
    assert await ready(tabs[1]) == last, "the other tab goes on with the same draft"
    before, verb = await moves(table, match), last.pop("verb")

    async def in_the_chat() -> None:
        try:
            await moved(table, match, 0)
        except Exception as refused:
            assert type(refused).__name__ in ("Refusal", "RuleRefusedError", "JobCancelled"), refused

    first, second, _ = await asyncio.gather(tabs[0].post(verb, **last), tabs[1].post(verb, **last), in_the_chat())

    assert (first[0], second[0]) == (200, 200)
    assert sum("refused" in answer for _, answer in (first, second)) >= 1
    made = (await moves(table, match))[len(before) :]
    seats = {entry.seat for entry in await table.services.match_queries.history(match) if entry.seq in made}
    assert len(seats) == 1, "the turn has passed on, and nobody has moved twice"
    shown = [(await tab.get("api/table"))[1] for tab in tabs]
    assert shown[0]["version"] == shown[1]["version"] and shown[0]["draft"] is shown[1]["draft"] is None


async def test_a_line_that_breaks_in_the_middle_of_a_confirm_doubles_nothing(table: Table, client: Client) -> None:
    """The request arrives and its answer doesn't: the page sends it again, as people press again."""
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    last = await ready(page)
    verb, before = last.pop("verb"), (await table.seen(match)).version
    body = json.dumps(last)
    _, writer = await sent(client, page, verb, body, len(body))
    for _ in range(500):
        if (await table.seen(match)).version > before:
            break
        await asyncio.sleep(0.01)
    writer.transport.abort()
    once = await moves(table, match)

    status, again = await page.post(verb, **last)

    assert status == 200 and again["refused"]["say"] and again["draft"] is None
    assert await moves(table, match) == once and len(once) > 0


async def test_a_confirm_that_never_arrived_is_made_by_the_next_one(
    table: Table, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    last = await ready(page)
    verb, body = last.pop("verb"), json.dumps(last)
    _, writer = await sent(client, page, verb, body, len(body) // 2)
    writer.transport.abort()
    await asyncio.sleep(0.1)
    before = (await table.seen(match)).version

    _, answer = await page.post(verb, **last)

    assert "refused" not in answer and answer["version"] > before
    assert "error id" not in caplog.text, "who leaves is no mistake of ours"


async def test_who_has_taken_over_a_seat_plays_on_and_who_had_it_only_looks(table: Table, client: Client) -> None:
    match = await table.begin(seats=2)
    before, after = await client.opened(table.link(match, 0)), await client.opened(table.link(match, 2))
    draft = (await before.get("api/table"))[1]["draft"]
    await table.services.server_settings.choose(table.bot.guilds[0].id, NEWCOMERS, ["0"])
    await table.services.resignations.resign(match, table.people[0], now=table.now())
    now = table.now()
    await table.services.substitutes.take_over(match, table.people[2], now=now, member_since=now - timedelta(days=90))

    version = (await table.seen(match)).version
    status, answer = await before.post("try", **step(draft))
    assert "refused" in answer or (status, answer["draft"], answer["version"]) == (200, None, version), "a guess at most"
    assert (await before.get("api/table"))[1]["draft"] is None
    shown = (await after.get("api/table"))[1]
    assert shown["viewer"] == 0 and shown["draft"]["choices"]
    assert await tapped_through(after) > draft["version"]


async def test_a_game_that_is_erased_is_gone_from_every_page(table: Table, client: Client) -> None:
    match, guild = await table.begin(), table.bot.guilds[0].id
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    async with client.session.get(f"{client.home}/b/api/news", headers=page.headers) as stream:
        await stream.content.readline()
        await table.services.guild_lifecycle.left(guild, now=table.now())
        (timer,) = [each for each in await table.services.store.timers.of(of_server(guild)) if each.kind == GONE]
        await table.services.guild_lifecycle.erase(timer, table.now())

        async with asyncio.timeout(10):
            while await stream.content.readline() != b"data: void\n":
                pass

    for path in ("api/table", "api/look?what=log", "api/replay", "api/paper"):
        assert (await page.get(path))[0] == 404
    assert (await page.post("try", version=draft["version"], kept=0, base=draft["base"], actions=[draft["choices"][0]["a"]]))[
        0
    ] == 404


async def test_a_page_of_a_former_program_learns_that_there_is_a_newer_one(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are no more, its draft goes on, and the table names the new files: it loads itself once more."""
    page = await client.opened(table.link(await table.begin(), 0))
    shown = (await page.get("api/table"))[1]
    former = shown["page"]
    assert (await page.get(f"a/{former}/main.js"))[0] == 200
    upgraded(monkeypatch)

    again = (await page.get("api/table"))[1]
    assert again["page"] != former and again["draft"] == shown["draft"]
    assert (await page.get(f"a/{former}/main.js"))[0] == 404
    assert (await page.get(f"a/{again['page']}/main.js"))[0] == 200
    async with client.session.get(f"{client.home}/b/") as answer:
        assert again["page"] in await answer.text() and answer.headers["Cache-Control"] == "no-cache"


def upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pages be those of a newer program."""
    now = files.page_files()
    newer = files.PageFiles("newer" + now.digest[:8], now.files, now.pages)
    for module in ("web.files", "web.server", "web.tables"):
        monkeypatch.setattr(f"{module}.page_files", lambda: newer)


@pytest.mark.soak
@needs_browser
async def test_an_open_page_loads_itself_once_after_an_upgrade_and_plays_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await table.begin()
    async with phones({"anna": table.link(match, 0)}) as pages:
        page, loads = pages["anna"], []
        await page.wait_for_selector(".offers .square")
        page.on("load", lambda _: loads.append(1))
        upgraded(monkeypatch)
        await moved(table, match, 0)
        await moved(table, match, 1)
        await page.wait_for_selector("body.asked")
        for _ in range(100):
            if loads:
                break
            await asyncio.sleep(0.05)
        await page.wait_for_selector(".offers .square")
        await asyncio.sleep(1)
        assert len(loads) == 1


@pytest.mark.soak
@needs_browser
async def test_a_phone_that_loses_its_line_in_mid_confirm_shows_the_move_once(table: Table) -> None:
    """The answer to Confirm is lost: the page says so, finds the table again by itself, and offers nothing twice."""
    match = await table.begin()
    async with phones({"anna": table.link(match, 0)}, ordered="net::ERR_FAILED") as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square")
        await page.locator(".offers .square").first.dispatch_event("click")
        await page.wait_for_selector("#go .main:not(:disabled)")
        before = (await table.seen(match)).version

        async def lose(route: Any) -> None:
            await route.fetch()
            await route.abort()

        await page.route("**/b/api/play", lose)
        await page.route("**/b/api/confirm", lose)
        await page.locator("#go .main").click()
        await page.wait_for_selector("body:not(.asked)")
        assert (await table.seen(match)).version > before
        assert await page.locator("#go .main:not(:disabled)").count() == 0
        assert len(await moves(table, match)) <= 2


async def test_on_a_purist_table_any_square_is_tapped_and_refused_in_the_words_of_the_chat(table: Table, client: Client) -> None:
    match = await table.begin(terms={"aids": "purist"})
    page = await client.opened(table.link(match, 0))
    shown = (await page.get("api/table"))[1]
    assert shown["draft"]["free"], shown["draft"]
    assert not any(choice.get("at", {}).get("square") for choice in shown["draft"]["choices"]), shown["draft"]["choices"]

    _, far = await page.post("type", text="Z29")
    assert far["refused"]["error"] == "does-not-go-there" and far["refused"]["say"]
    refusals = set()
    for column in "MNO":
        for row in range(10, 15):
            _, answer = await page.post("type", text=f"{column}{row}")
            if "refused" in answer:
                refusals.add(answer["refused"]["error"])
            elif answer["draft"]["kept"]:
                _, shown = await page.post("discard")
    assert refusals and refusals <= {"misread", "does-not-go-there"}, refusals
    assert "odds" not in [key for key, value in shown["may"].items() if value and key == "stock"]


async def test_a_vote_that_somebody_is_too_new_for_is_refused_in_words(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the chat does: the answer holds the table and a sentence, and no error of HTTP that a browser complains of."""
    page = await client.opened(table.link(await table.begin(), 2))
    for code in ("no-vote", "no-guess", "too-new-to-vote", "votes-elsewhere"):
        assert code not in answers.DENIED

    from service.errors import Refusal
    from web import routes

    async def too_new(*_: object) -> None:
        raise Refusal("too-new-to-vote", days=7)

    monkeypatch.setattr(routes, "vote_or_guess", too_new)

    status, reply = await page.post("aside")

    assert status == 200 and reply["refused"]["error"] == "too-new-to-vote" and "7" in reply["refused"]["say"]
    assert reply["draft"] is None and reply["table"]


async def test_who_has_guessed_still_follows_the_game(table: Table, client: Client) -> None:
    """Their page asks for the draft of a guess with every look, also when there is nothing to guess."""
    match = await table.begin()
    page = await client.opened(table.link(match, 2))
    assert (await page.get("api/table?aside=1"))[1]["draft"] is None, "nobody guesses before they have asked for it"
    _, answer = await page.post("aside")
    assert answer["draft"]["aside"] == "guess"
    await moved(table, match, 0)
    await table.services.resignations.cancel(match, table.people[0], now=table.now(), moderator=True)

    status, shown = await page.get("api/table?aside=1")

    assert (status, shown["status"], shown["draft"]) == (200, "cancelled", None)


HOSTILE = "https://evil.example"


async def test_a_hostile_page_of_another_site_can_neither_act_nor_read(table: Table, client: Client) -> None:
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    before = (await page.get("api/table"))[1]
    session, home = client.session, client.home
    key = page.headers["Authorization"]
    forms = [
        ("application/x-www-form-urlencoded", "version=1"),
        ("text/plain", json.dumps({"version": before["version"]})),
        ("multipart/form-data; boundary=x", "--x\r\n\r\n{}\r\n--x--"),
        ("application/json", "{}"),
    ]
    for kind, body in forms:
        for origin in (HOSTILE, "null", f"{home}.evil.example", home.replace("http", "https").replace(":", ":0", 1)):
            headers = {"Origin": origin, "Content-Type": kind, "Authorization": key}
            async with session.post(f"{home}/b/api/discard", data=body, headers=headers) as answer:
                assert answer.status in (403, 415)
                assert "Access-Control-Allow-Origin" not in answer.headers
    preflight = {"Origin": HOSTILE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    async with session.options(f"{home}/b/api/play", headers=preflight) as answer:
        assert answer.status in (403, 405) and "Access-Control-Allow-Origin" not in answer.headers
    async with session.get(f"{home}/b/api/table", headers={"Origin": HOSTILE, "Authorization": key}) as answer:
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert (await page.get("api/table"))[1]["draft"] == before["draft"]


async def test_a_phone_that_has_slept_for_a_day_goes_on_and_one_after_two_weeks_is_closed(table: Table, client: Client) -> None:
    match = await table.begin()
    server, people = table.bot.board, table.people
    for days, status in ((1, 200), (13, 200), (15, 401)):
        then = table.now() - timedelta(days=days)
        page = tokens.new_token(tokens.PAGE, match, people[0], "en", now=then)
        until = then + tokens.LIFETIMES[tokens.PAGE]
        await table.services.pages.open(page.nonce, people[0], until=until, now=then)
        client.headers["Authorization"] = f"Page {tokens.write(page, server._key)}"
        stale = {"If-None-Match": '"a stamp of yesterday"'}
        assert (await client.get("api/table", **stale))[0] == status


async def test_who_writes_a_request_slowly_is_cut_off(table: Table, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from web import bodies

    monkeypatch.setattr(bodies, "PATIENCE_S", 0.2)
    page = await client.opened(table.link(await table.begin(), 0))
    reader, writer = await sent(client, page, "discard", "{" * 4000, 1)

    assert b" 408 " in await asyncio.wait_for(reader.readline(), 5)
    writer.close()


async def test_who_never_ends_the_head_of_a_request_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from web import server

    monkeypatch.setattr(server, "IDLE_S", 0.5)
    bot = build_bot(Settings(token="", database=tmp_path / "sandbox.db", web=ListenAddress("127.0.0.1", 0)))
    async with open_sandbox(bot) as sandbox:
        home = urlsplit(sandbox.board)
        reader, writer = await asyncio.open_connection(home.hostname, home.port)
        writer.write(b"GET /b/ HTTP/1.1\r\nHost: a\r\n")
        rest = asyncio.create_task(reader.read())
        for _ in range(40):
            if rest.done():
                break
            writer.write(b"X: y\r\n")
            await asyncio.sleep(0.1)
        assert rest.done() and b"200" not in await rest
        writer.close()
    await bot.close()
