"""A page and other hands at the same table: what the page does when the table has moved on under it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage.rows import MatchId
from tests.web.conftest import Client, Table, moved, needs_browser, phones

SHOWN = "document.querySelectorAll('.ground .tile').length"


async def test_an_act_on_a_table_that_has_moved_on_is_answered_with_the_table_and_why(table: Table, client: Client) -> None:
    match = await table.practise()
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    step = {"version": draft["version"], "kept": draft["kept"], "base": draft["base"], "actions": [draft["choices"][0]["a"]]}
    await moved(table, match, 0)

    for verb, fields in (("try", step), ("play", step), ("confirm", step), ("undo", {}), ("takeback", step), ("pass", step)):
        status, shown = await page.post(verb, **fields)

        assert status == 200, verb
        assert shown["version"] > draft["version"] or verb == "undo"
        assert shown["refused"]["say"] or verb == "undo"


async def test_a_table_that_moves_on_while_it_is_looked_at_is_shown_and_asked_for_once_more(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.practise()
    page = await client.opened(table.link(match, 0))
    draft = (await page.get("api/table"))[1]["draft"]
    await page.post("try", **{key: draft[key] for key in ("version", "kept", "base")}, actions=[draft["choices"][0]["a"]])
    peek = table.services.drafts.peek

    async def peek_late(*asked: Any, **how: Any) -> Any:
        monkeypatch.undo()
        await moved(table, match, 0)
        return await peek(*asked, **how)

    monkeypatch.setattr(table.services.drafts, "peek", peek_late)

    status, shown = await page.get("api/table")

    assert (status, shown["draft"]) == (200, None)
    assert (await page.get("api/table", **{"If-None-Match": f'"{shown["stamp"]}"'}))[0] == 200, "the page knows that it is behind"


@needs_browser
async def test_a_page_that_is_behind_shows_the_table_and_says_why_without_an_error(table: Table) -> None:
    """News don't come through, the chat moves, and the player taps what is no more."""
    match = await table.practise()
    async with phones({"anna": table.link(match, 0)}, blocked="**/b/api/news") as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square")
        await moved(table, match, 0)

        await page.locator(".offers .square").last.dispatch_event("click")

        await page.locator("#toast:not([hidden])").wait_for()
        assert "moved on" in await page.locator("#toast").inner_text()
        # Without news the page knows the table of that answer; the computer may have moved since.
        assert 1 < await page.evaluate(SHOWN) <= len((await table.seen(match, 0)).view.tiles)


@needs_browser
async def test_an_answer_that_comes_too_late_never_covers_a_newer_table(table: Table) -> None:
    """The table was asked for before a move, and that answer arrives after the answer to the move."""
    match = await table.practise()
    async with phones({"anna": table.link(match, 0)}, blocked="**/b/api/news", patient_ms=4_000) as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square")
        late: list[Any] = []
        may_arrive = asyncio.Event()

        async def hold(route: Any) -> None:
            late.append(await route.fetch())
            await may_arrive.wait()
            await route.fulfill(response=late[0])

        await page.route("**/b/api/table", hold, times=1)
        await table.services.drafts.push(
            match, table.people[0], [(await first(table, match))], keep=0, onward=True, now=table.now()
        )  # another window begins a draft, so the answer that is held shows a table
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        for _ in range(500):
            if late:
                break
            await asyncio.sleep(0.01)
        await page.locator(".offers .square").first.dispatch_event("click")
        await page.wait_for_selector("#go .main:not(:disabled)")
        await page.locator("#go .main").dispatch_event("click")
        await page.wait_for_selector(".last")
        newest = await page.evaluate(SHOWN)

        async with page.expect_response("**/b/api/table"):
            may_arrive.set()
        await page.wait_for_timeout(100)

        assert await page.evaluate(SHOWN) == newest


async def first(table: Table, match: MatchId) -> str:
    """Return the first legal action of the first member."""
    draft = await table.services.drafts.prepare(match, table.people[0], now=table.now())
    return str(draft.game.write(draft.legal[0]))
