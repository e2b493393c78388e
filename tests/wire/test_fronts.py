"""The lobby's message shows the latest state, however late each request arrives."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program
from tests.wire.records import Json, flat, words_of

Start = Callable[..., Awaitable[Program]]


def labels(shown: Json) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for part in flat(shown["components"]) if part["type"] == 2]


async def opened(wire: Discord, host: Json, room: str, place: str = "thread") -> Json:
    """Return the front of a new lobby."""
    before = len(wire.room(room))
    await answered(wire, await slash(wire, host, room, "new", place=place))
    return await wire.until(lambda: next((message for message in wire.room(room)[before:] if "Join" in labels(message)), None))


async def test_three_who_join_at_once_are_all_seen(wire: Discord, start: Start) -> None:
    """Six lobbies, each request takes 50 to 300 ms; edits that overtake each other would lose somebody in most of them."""
    chance = random.Random(4)
    place = wire.guild()["channels"][0]["id"]
    anna, *others = (wire.person(name) for name in ("anna", "ben", "chi", "dora"))
    program = await start()
    await program.says(r"\bready\b")
    lobby_messages = [await opened(wire, who, place) for who in (anna, wire.person("emil"), wire.person("fay")) for _ in range(2)]
    wire.latency_s = lambda: chance.uniform(0.05, 0.3)

    await asyncio.gather(*(press(wire, who, front, "Join") for front in lobby_messages for who in others))

    await wire.until(lambda: all(asked.kind is not None for asked in wire.asked.values()))
    await wire.quiet()

    names = ("Ben", "Chi", "Dora")
    assert [[name for name in names if name not in words_of(front)] for front in lobby_messages] == [[]] * 6


async def test_who_already_sits_gets_a_fresh_front(wire: Discord, start: Start) -> None:
    """An edit that was lost is made good by the next press, even where that is refused."""
    place, anna, ben = wire.guild()["channels"][0]["id"], wire.person("anna"), wire.person("ben")
    program = await start()
    await program.says(r"\bready\b")
    front = await opened(wire, anna, place)
    await press(wire, ben, front, "Join")
    await wire.until(lambda: "Ben" in words_of(front))
    stale = [dict(part) for part in front["components"]]
    stale[0] = {**stale[0], "content": "an older state"}
    front["components"] = stale

    again = await answered(wire, await press(wire, ben, front, "Join"))

    await wire.until(lambda: "Ben" in words_of(front))
    assert "already" in again.text


async def test_a_front_too_old_to_be_changed_is_posted_again(wire: Discord, start: Start) -> None:
    """Played in the channel itself, the old message goes; with a thread on it, it stays and the new one stands below."""
    guild, anna, ben = wire.guild(), wire.person("anna"), wire.person("ben")
    place = guild["channels"][0]["id"]
    program = await start()
    await program.says(r"\bready\b")
    here, threaded = await opened(wire, anna, place, place="here"), await opened(wire, anna, place)
    wire.aged |= {here["id"], threaded["id"]}

    await press(wire, ben, here, "Join")
    await press(wire, ben, threaded, "Join")

    renewed = await wire.until(lambda: [posted for posted in wire.room(place) if "Ben" in words_of(posted)][1:])
    await wire.until(lambda: here["id"] not in wire.messages)
    assert threaded["id"] in wire.messages
    assert "Join" in labels(renewed[0])
    await program.says("lobby-reposted", times=2)
