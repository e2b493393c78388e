"""Plans made on the page while others play, and the replay of a finished game with its analysis beside it."""

from __future__ import annotations

import asyncio

import pytest

from ai.game_analysis import GameAnalysis, analyse_game
from service.history.analyses import finished_game
from storage.rows import MatchId
from tests.web.conftest import Client, Table, needs_browser, phones
from tests.web.test_chat_and_page import asked, tapped_through
from tests.web.test_playing_by_touch import tapped

LEAVES, BLAMED = 300, 4.0
"""Positions that a short analysis looks at, and the points that one decision is said to have cost."""


async def test_the_next_turn_is_planned_on_the_page_and_stands_when_it_comes(table: Table, client: Client) -> None:
    match = await table.begin(in_hand="on")
    pages = [await client.opened(table.link(match, person)) for person in (0, 1)]
    shown = [(await page.get("api/table"))[1] for page in pages]
    waits = next(number for number, each in enumerate(shown) if each["draft"] is None)
    page = pages[waits]
    assert shown[waits]["may"]["plan"]

    _, answer = await page.post("aside")
    for _ in range(8):
        draft = answer["draft"]
        assert draft["aside"] == "plan"
        if draft["ready"]:
            break
        on = {key: draft[key] for key in ("version", "kept", "base")}
        choice = next((each for each in draft["choices"] if each.get("nothing")), draft["choices"][0])
        _, answer = await page.post("try", **on, actions=[choice["a"]], aside=True)
        assert "refused" not in answer
    _, answer = await page.post("confirm", version=answer["draft"]["version"], base=answer["draft"]["base"], aside=True)

    assert "refused" not in answer and answer["version"] == shown[waits]["version"], "a plan is no move"
    assert (await pages[1 - waits].get("api/table"))[1]["draft"]["aside"] == "", "the other one sees nothing of it"
    await tapped_through(pages[1 - waits])
    for _ in range(200):
        now = (await page.get("api/table"))[1]
        if now["draft"] is not None:
            break
        await asyncio.sleep(0.02)
    assert now["draft"]["kept"] or any(now["draft"]["lead"]), "the turn begins with the plan, or says why it doesn't"


@pytest.mark.soak
@needs_browser
async def test_a_plan_is_made_by_tapping(table: Table) -> None:
    match = await table.begin(in_hand="on")
    seen = await table.seen(match)
    waits = next(seat.seat for seat in seen.seats if seat.seat not in seen.asked)
    async with phones({"waits": table.link(match, waits)}) as pages:
        page = pages["waits"]
        await page.wait_for_selector("#ways button")
        await page.locator("#ways button").first.click()
        await page.wait_for_selector("body.asked")
        for number in range(60):
            await tapped(page, 3 * number)
            await asyncio.sleep(0.1)
            if await page.locator("body:not(.asked)").count():
                break
        assert (await table.services.drafts.kept(await table.services.repository.seen(match), table.people[waits])) is not None
        assert (await table.seen(match)).version == seen.version


async def finished(table: Table, client: Client) -> tuple[MatchId, Client]:
    """Return a practice game that was played to its end, and the page of its player."""
    match = await table.practise()
    page = await client.opened(table.link(match, 0))
    for _ in range(100):
        if await asked(table, match) is None:
            break
        await tapped_through(page)
    return match, page


async def test_a_replay_has_the_analysis_beside_the_turns_that_it_is_about(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, page = await finished(table, client)
    overview = (await page.get("api/replay"))[1]
    assert overview["lost"] is None and overview["expected"] is None
    analyses = table.services.analyses
    judged, turn = await invented(table, match)

    async def known(_match: MatchId) -> GameAnalysis:
        return judged

    monkeypatch.setattr(analyses, "of", known)

    overview = (await page.get("api/replay"))[1]
    steps = [(await page.get(f"api/replay?step={number}"))[1] for number in range(overview["steps"])]

    final = list((await table.seen(match)).scores)
    assert overview["lost"][turn] == BLAMED == sum(overview["lost"])
    assert overview["expected"][-1] == final
    assert [bool(step["analysis"]) for step in steps].index(True) == turn + 1
    told = " ".join(steps[turn + 1]["analysis"])
    assert "4" in told
    assert steps[0]["table"]["tiles"] and len(steps[-1]["table"]["tiles"]) > len(steps[0]["table"]["tiles"])


async def invented(table: Table, match: MatchId) -> tuple[GameAnalysis, int]:
    """Return a short analysis that blames one decision of the first seat, and the number of its turn."""
    played = finished_game(await table.services.repository.seen(match))
    judged = await asyncio.to_thread(analyse_game, played, LEAVES)
    blamed = [each for each in judged.decisions if each.seat == 0][1]
    decisions = tuple(each._replace(loss=BLAMED if each is blamed else 0.0) for each in judged.decisions)
    frames = await table.services.turn_replays.frames(match)
    turn = next(number for number, frame in enumerate(frames) if frame.since <= blamed.since < frame.upto)
    return judged._replace(decisions=decisions), turn
