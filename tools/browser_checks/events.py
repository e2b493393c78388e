"""A tournament of eight on the page: from its creation to its champion by panels alone, or by commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from storage.rows import RUNNING
from tools.browser_checks.games import turn, typed_turn
from tools.browser_checks.phone import Phone

LOOKS = 20
"""So many times it is looked whether a tournament has come further."""
FINAL = 3
"""The round of the final of eight."""

Turning = Callable[[Phone, Any], Awaitable[None]]
Resigning = Callable[[Phone, Any, Any], Awaitable[None]]


async def by_panels(phone: Phone) -> Any:
    """Play a knock-out tournament by panels: the final to its end, other games until a player resigns after a turn."""
    anna = phone.people[0]
    panel = await phone.type(anna, "tournament")  # opens the panel: the one thing that is typed
    await phone.press(anna, panel, "event-new")
    panel = await phone.fill(anna, name="Panel Cup", kind="cup")
    await _rest(phone)
    await phone.press(anna, panel, "event-rules")
    await phone.fill(anna, rules="tiles=twelve")
    await phone.press(anna, panel, "event-edit")
    await phone.fill(anna, preview="0")
    for member in phone.people:
        await phone.press(member, phone.newest("tenter"), "event-enter")
    await phone.keep("event-board")
    panel = await phone.press(anna, phone.newest("tpanel"), "more")
    await phone.keep("event-panel")
    await phone.press(anna, panel, "event-start")
    await _play_all_games(phone, turn, _resign_by_panel)
    panel = await phone.press(anna, phone.newest("tpanel"), "more")
    await phone.keep("event-over")
    return panel


async def by_typing(phone: Phone) -> Any:
    """Play the same tournament with commands: no button is pressed."""
    anna = phone.people[0]
    for member in phone.people:
        await phone.type(member, "settings", setting="typed", value="at-once")
    await phone.type(anna, "tournament", action="new", detail="name=Typed-Cup kind=cup preview=0 rules=tiles=twelve")
    await _rest(phone)
    for member in phone.people:
        await phone.type(member, "tournament", action="enter")
    await phone.type(anna, "tournament", action="start")
    await _play_all_games(phone, typed_turn, _resign_by_typing)
    return await phone.type(anna, "tournament", action="standings")


async def _play_all_games(phone: Phone, turned: Turning, resigned: Resigning) -> None:
    """Play every open game with `turned`: the final to its end, in others a player resigns after a turn by `resigned`."""
    events = phone.services.tournaments
    (row,) = await events.queries.of_guild(phone.guild.id, ended=False)
    shown: set[int] = set()
    for _ in range(LOOKS):
        await _rest(phone)
        state = await events.queries.state(row.id)
        if state.final:
            return
        for match in await events.queries.matches(row.id):
            if match.status != RUNNING:
                continue
            thread, is_final = phone.room(match.channel_id), match.round == FINAL
            await turned(phone, thread)
            while is_final and (await phone.services.match_queries.match(match.match_id)).status == RUNNING:
                await turned(phone, thread)
            if match.round not in shown:
                await phone.keep(f"event-game-{match.round}")
                shown.add(match.round)
            if not is_final:
                loser = max(seat.user_id for seat in match.seats)
                await resigned(phone, next(actor for actor in phone.people if actor.id == loser), thread)
        await phone.be(phone.people[0], phone.channel)
        await phone.keep("event-round")
    raise AssertionError("the tournament has stopped")


async def _resign_by_panel(phone: Phone, member: Any, thread: Any) -> None:
    """Resign by the panel and confirm it."""
    panel = await phone.press(member, phone.newest("more", thread), "more")
    sure = await phone.press(member, panel, "resign")
    name = next(name for name, press in phone.buttons(sure).items() if press.verb == "resignsure")
    await phone.press_named(member, sure, name)


async def _resign_by_typing(phone: Phone, member: Any, thread: Any) -> None:
    await phone.type(member, "game", thread, action="resign", detail="yes")


async def _rest(phone: Phone) -> None:
    """Wait until no post or game is due, using `/wait` to let simulated time pass."""
    services = phone.services
    for _ in range(20):
        await phone.settle()
        due, waits = await services.timers.next_at(), await services.outbox.next_at()
        if waits is None and not await services.tournaments.tables.unseated() and (due is None or due > phone.env.now()):
            return
    await phone.type(phone.people[0], "wait")
