"""Whole games on phones by tapping alone: everything in the box, a map, cards, and a server that votes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from cogs import interaction_info
from editions.registry import EDITIONS
from service.guilds.server_settings import VOTERS
from service.play.vote_counting import OPEN_FOR
from storage.rows import MatchId
from tests.everything import EVERYTHING
from tests.web.conftest import Table, needs_browser, phones
from tests.web.test_playing_by_touch import played, tapped

GAMES = {
    "everything in the box, four players": ("carcassonne", 4, EVERYTHING),
    "a printed map": ("carcassonne", 2, {"map": "benelux"}),
    "winter": ("carcassonne", 2, {"edition": "winter"}),
    "the card game": ("cardcassonne", 2, {}),
    "a tile in hand": ("carcassonne", 2, {"in_hand": "on"}),
}


@pytest.mark.soak
@needs_browser
@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_of_each_kind_is_played_by_touch(table: Table, name: str) -> None:
    game, seats, options = GAMES[name]
    match = await table.begin(game, seats=seats, **options)

    async with phones({str(seat): table.link(match, seat) for seat in range(seats)}) as pages:
        await played(table, match, {int(seat): page for seat, page in pages.items()}, turns=1000)

        for page in pages.values():
            await page.get_by_text("The game is over.").wait_for()


@pytest.mark.soak
@needs_browser
async def test_a_server_votes_by_touch_to_the_end_of_its_game(table: Table) -> None:
    """A member votes at each turn of the server, on a phone; the other side is played by a member too."""
    match = await begun_by_a_server(table)
    async with phones({"voter": table.link(match, 0), "player": table.link(match, 1)}) as pages:
        for number in range(200):
            seen = await table.seen(match)
            if seen.outcome is not None:
                break
            if any(seen.seats[seat].is_town for seat in seen.asked):
                await vote(table, match, pages["voter"], number)
                await table.services.timers.tick(table.now() + OPEN_FOR + timedelta(seconds=1))
            elif seen.asked:
                await played(table, match, {1: pages["player"]}, turns=1)
            await asyncio.sleep(0.02)

        await pages["voter"].get_by_text("The game is over.").wait_for()


async def begun_by_a_server(table: Table) -> MatchId:
    """Begin a short game of the server against the second member."""
    lessons = EDITIONS["carcassonne"].words.lessons
    assert lessons is not None
    await table.services.server_settings.choose(table.bot.guilds[0].id, VOTERS, ["0"])  # members who have just come may vote too
    lobbies, host = table.services.lobbies, table.people[2]
    with table.sandbox.env.time_context():
        now = interaction_info.now()
        terms = {"take-back": "0"}
        lobby = await lobbies.open(table.place, host, "carcassonne", lessons.options, now=now, seats=2, terms=terms, order="joined")
        await lobbies.add_town(lobby.match.id, host, now=now)
        await lobbies.join(lobby.match.id, table.people[1], now=now)
        await lobbies.start(lobby.match.id, host, now=now)
    for _ in range(3000):
        if (await table.seen(lobby.match.id)).asked:
            break
        await asyncio.sleep(0.02)
    return MatchId(lobby.match.id)


async def vote(table: Table, match: MatchId, page: Any, number: int) -> None:
    """Cast a vote by tapping: open it, choose, and confirm."""
    version = (await table.seen(match)).version
    for _ in range(400):
        if await table.services.store.votes.of(match) or (await table.seen(match)).version != version:
            return
        opening = page.locator("body:not(.asked):not(.busy) #ways button")
        if await opening.count():
            await opening.first.dispatch_event("click")
        else:
            await tapped(page, number)
        await asyncio.sleep(0.05)
    raise AssertionError("nobody could vote")
