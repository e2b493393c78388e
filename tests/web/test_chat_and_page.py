"""One table in the chat and on pages at once: one log, and pages that weigh little."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from storage.rows import FINISHED, MatchId, UserId
from tests.web.conftest import Client, Table, moved
from web.files import page_files

FIRST_LOAD, WARM_LOAD = 220_000, 50_000
"""Most bytes of a first load, and of one whose files and pictures the browser has."""


async def tapped_through(page: Client) -> int:
    """Play a move as a page does, from what it shows to Confirm; return the version afterwards."""
    shown = (await page.get("api/table"))[1]
    for _ in range(40):
        draft = shown["draft"]
        if draft is None or draft["passes"]:
            break
        on = {key: draft[key] for key in ("version", "kept", "base")}
        choice = None if draft["ready"] else draft["choices"][0]
        verb = "confirm" if choice is None else "play" if choice.get("last") else "try"
        _, shown = await page.post(verb, **on, **({} if choice is None else {"actions": [choice["a"]]}))
        assert "refused" not in shown
        if shown["version"] > draft["version"]:
            break
    return int(shown["version"])


async def asked(table: Table, match: MatchId) -> UserId | None:
    """Return who is asked, once a draw is made and a computer has played; None at the end."""
    for _ in range(500):
        seen = await table.seen(match)
        if seen.outcome is not None:
            return None
        people = [seen.seats[seat].user_id for seat in seen.asked]
        if people and people[0] in table.people:
            return UserId(people[0])
        await asyncio.sleep(0.02)
    raise AssertionError("nobody was asked")


async def test_a_game_played_half_in_the_chat_and_half_on_the_page_is_one_log(table: Table, client: Client) -> None:
    """Every other move is made by each; both see every one of them, and the log has them all in one order."""
    match = await table.practise()
    page = await client.opened(table.link(match, 0))
    versions = []
    for number in range(200):
        if await asked(table, match) is None:
            break
        await (moved(table, match, 0) if number % 2 else tapped_through(page))
        shown, seen = (await page.get("api/table"))[1], await table.seen(match, 0)
        assert shown["version"] <= seen.version
        versions.append(seen.version)

    assert (await table.services.match_queries.match(match)).status == FINISHED
    entries = await table.services.match_queries.history(match, table.people[0])
    assert [entry.seq for entry in entries] == sorted({entry.seq for entry in entries})
    told = (await page.get("api/look?what=log"))[1]["lines"]
    assert len(told) >= len(versions) > 6 and versions == sorted(versions)


async def test_a_spectator_guesses_on_the_page(table: Table, client: Client) -> None:
    match = await table.begin(seats=2)
    page = await client.opened(table.link(match, 2))
    shown = (await page.get("api/table"))[1]
    assert shown["may"]["guess"] and shown["draft"] is None

    _, shown = await page.post("aside")
    for _ in range(6):
        draft = shown["draft"]
        if draft["ready"]:
            break
        on = {key: draft[key] for key in ("version", "kept", "base")}
        _, shown = await page.post("try", **on, actions=[draft["choices"][0]["a"]], aside=True)
        assert shown["draft"]["aside"] == "guess"
    _, shown = await page.post("confirm", version=shown["draft"]["version"], base=shown["draft"]["base"], aside=True)

    assert "refused" not in shown
    assert (await table.seen(match)).version == shown["version"], "a guess is no move"
    assert await table.services.guesses.were_made(match)


async def test_a_first_load_and_a_warm_one_weigh_no_more_than_is_promised(table: Table, client: Client) -> None:
    """On the board of a game of some length: page, scripts, words, table and every picture that it names."""
    match = await table.begin(seats=2)
    page = await client.opened(table.link(match, 0))
    for _ in range(24):
        person = await asked(table, match)
        if person is None:
            break
        await moved(table, match, table.people.index(person))
    files = page_files()
    scripts = sum(len(packed.packed) for name, packed in files.files.items() if not re.match(r"words\.(?!en)", name))

    html, shown = await weighed(page, ""), await weighed(page, "api/table")
    pictures = sum([(await weighed(page, path))[0] for path in sorted(named(shown[1]))])

    assert html[0] + scripts + shown[0] + pictures <= FIRST_LOAD
    assert html[0] + shown[0] <= WARM_LOAD


def named(shown: Any) -> set[str]:
    """Return the paths of all pictures that a table names at first sight."""
    base = shown["art"].removeprefix("/b/")
    table, draft = shown["table"], shown["draft"] or {"choices": []}
    names = {each["picture"] for each in (*table["tiles"], *table["figures"])} | {table["hand"]}
    names |= {name for seat in shown["seats"] for name, _ in seat["supply"]} | {
        f"figure.small.{seat['colour']}.0" for seat in shown["seats"]
    }
    names |= {choice["at"]["figure"] for choice in draft["choices"] if choice.get("at", {}).get("figure")}
    return {f"{base}/{name}.png" for name in names if name}


async def weighed(page: Client, path: str) -> tuple[int, Any]:
    """Get a resource; return how many bytes were sent, and what it says."""
    async with page.session.get(f"{page.home}/b/{path}", headers=page.headers) as answer:
        assert answer.status == 200, path
        return int(answer.headers["Content-Length"]), await answer.json() if answer.content_type == "application/json" else None
