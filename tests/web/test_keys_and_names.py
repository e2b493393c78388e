"""A turn by the keyboard alone, and what a screen reader is told: names, roles and news of every part of the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Table, needs_browser, phones

FOCUSED = "document.activeElement?.closest('#table, #tools, #panel')?.id ?? ''"
SPOKEN = {"button", "link", "textbox", "checkbox"}
"""Roles of parts that are used: none of them may be without a name."""


async def tab_to(page: Any, selector: str) -> int:
    """Press Tab until a part has the focus; return how often."""
    for number in range(1, 80):
        await page.keyboard.press("Tab")
        if await page.evaluate(f"document.activeElement?.matches({selector!r}) ?? false"):
            return number
    raise AssertionError(f"no key leads to {selector}")


@pytest.mark.soak
@needs_browser
async def test_a_turn_is_played_by_keys_alone(table: Table) -> None:
    """Tab to the board, arrows from square to square, Enter, `r`, the figure's place, Confirm: no pointer at all."""
    match = await table.begin()
    wide = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}
    async with phones({"anna": table.link(match, 0)}, **wide) as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square")
        before = (await table.seen(match)).version

        await tab_to(page, "#table")
        await page.keyboard.press("ArrowRight")
        assert await page.evaluate("document.activeElement.matches('.offers .square')"), "an arrow goes to a square"
        outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", "where the focus is can be seen"
        await page.keyboard.press("Enter")
        await page.wait_for_selector(".offers .lying")
        await page.keyboard.press("r")
        await page.wait_for_selector("body:not(.busy)")
        if await page.locator(".offers .spot").count():
            await tab_to(page, ".offers .spot")
            await page.keyboard.press("Enter")
            await page.wait_for_selector(".is-chosen")
            await page.keyboard.press("Escape")
            await page.wait_for_selector("body:not(:has(.is-chosen))")
        await tab_to(page, "#go .main:not(:disabled)")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("body:not(.asked)")

        assert (await table.seen(match)).version > before


@pytest.mark.soak
@needs_browser
async def test_a_menu_opens_and_closes_by_keys_and_gives_the_focus_back(table: Table) -> None:
    async with phones({"anna": table.link(await table.begin(), 0)}) as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square")
        await tab_to(page, "#tools button")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#sheet[open]")
        assert await page.evaluate("document.activeElement.closest('#sheet') !== null"), "the focus stays inside"
        await page.keyboard.press("Escape")
        await page.wait_for_selector("#sheet:not([open])", state="attached")
        assert await page.evaluate(FOCUSED) == "tools"


@pytest.mark.soak
@needs_browser
@pytest.mark.parametrize("game", ["carcassonne", "cardcassonne"])
async def test_all_that_is_used_has_a_name_and_news_are_spoken(table: Table, game: str) -> None:
    match = await table.begin(game)
    async with phones({"anna": table.link(match, 0, "de")}) as pages:
        page = pages["anna"]
        await page.wait_for_selector(".offers .square, .held")
        devtools = await page.context.new_cdp_session(page)
        tree = (await devtools.send("Accessibility.getFullAXTree"))["nodes"]
        parts = [node for node in tree if not node["ignored"]]
        used = [node for node in parts if node["role"]["value"] in SPOKEN]
        nameless = [node for node in used if not node.get("name", {}).get("value", "").strip()]
        images = [node for node in parts if node["role"]["value"] in ("image", "img") and not node.get("name", {}).get("value")]
        names = [node["name"]["value"] for node in used]

        assert len(used) >= 5 and nameless == [] and images == []
        if game == "carcassonne":
            squares = await page.locator(".offers .square").count()
            labels = await page.locator(".offers .square").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
            assert squares == len(set(labels)) and set(labels) <= set(names), "each square is told by its own name"
            await page.locator("#table").focus()
            await page.wait_for_function("() => document.getElementById('in-words').textContent.length > 20")
        assert await page.evaluate("document.documentElement.lang") == "de"
        assert await page.locator("#said").get_attribute("aria-live") == "polite"
        assert await page.locator("#toast").get_attribute("role") == "alert"
        assert await page.locator("main").count() == 1 and await page.title() != ""
