"""Games played on a phone by tapping alone, in a real browser."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage.rows import FINISHED, MatchId
from tests.web.conftest import Table, moved, needs_browser, phones

STATE = """() => ({
  busy: document.body.classList.contains('busy'),
  asked: document.body.classList.contains('asked'),
  squares: document.querySelectorAll('.offers .square:not(.faint)').length,
  ways: document.querySelectorAll('#ways button').length,
  several: document.querySelectorAll('#ways .of-place').length,
  spots: document.querySelectorAll('.offers .spot:not(.is-chosen), .offers .whole').length,
  chosen: !!document.querySelector('.is-chosen'),
  cards: document.querySelectorAll('.held:not(:disabled)').length,
  rows: document.querySelectorAll('button.row:not(:disabled)').length,
  go: !!document.querySelector('#go .main:not(:disabled)'),
  small: [...document.querySelectorAll('button')].filter((each) => each.offsetParent && !each.closest('.land')).some(
    (each) => each.getBoundingClientRect().width < 40 || each.getBoundingClientRect().height < 40),
  wide: document.documentElement.scrollWidth > innerWidth,
})"""


async def tapped(page: Any, number: int) -> str:
    """Tap what comes next, the `number`-th of several; what that was."""
    state = await page.evaluate(STATE)
    assert not state["small"] and not state["wide"]
    if state["busy"] or not state["asked"]:
        return ""
    chosen = [
        (".offers .square:not(.faint)", state["squares"]),
        ("button.row:not(:disabled)", 0 if state["chosen"] and state["go"] else state["rows"]),
        (".held:not(:disabled)", 0 if state["chosen"] else state["cards"]),
        ("#ways .of-place", 0 if state["chosen"] else state["several"]),
        (".offers .spot:not(.is-chosen), .offers .whole", 0 if state["chosen"] or number % 3 == 0 else state["spots"]),
        ("#go .main:not(:disabled)", state["go"]),
        ("#ways button", state["ways"]),
        (".offers .spot:not(.is-chosen), .offers .whole", state["spots"]),
    ]
    selector, count = next((each for each in chosen if each[1]), ("", 0))
    if selector:
        await page.locator(selector).nth(number % int(count)).dispatch_event("click")
    return selector


async def played(table: Table, match: MatchId, pages: dict[int, Any], *, turns: int = 500) -> int:
    """Play a game on by tapping, until its end or for so many moves; how many taps that took."""
    taps = 0
    for number in range(turns):
        before = await table.seen(match)
        if before.outcome is not None:
            break
        for _ in range(400):
            now = await table.seen(match)
            if now.version != before.version and now.asked != ():
                break
            page = next((page for person, page in pages.items() if _is_asked(table, now, person)), None)
            taps += bool(page is not None and await tapped(page, number))
            await asyncio.sleep(0.02)
    return taps


def _is_asked(table: Table, now: Any, person: int) -> bool:
    return any(now.seats[seat].user_id == table.people[person] for seat in now.asked)


@needs_browser
@pytest.mark.parametrize("last", [5, pytest.param(500, marks=pytest.mark.soak)], ids=["last turns", "whole"])
async def test_a_whole_game_is_played_by_touch(table: Table, last: int) -> None:
    """The first game of a newcomer, to the last points; in `make soak` from the first tile on."""
    match = await table.practise()
    while (now := await table.seen(match)).view.left > last:
        if _is_asked(table, now, 0):
            await moved(table, match, 0)
        else:
            await asyncio.sleep(0.02)

    async with phones({"anna": table.link(match, 0)}) as pages:
        await pages["anna"].wait_for_selector(".tile")
        await played(table, match, {0: pages["anna"]})

        await pages["anna"].get_by_text("The game is over.").wait_for()
    assert (await table.services.match_queries.match(match)).status == FINISHED
