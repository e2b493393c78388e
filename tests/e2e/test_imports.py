"""Bringing a game in from its file, in Discord."""

from __future__ import annotations

import json
from typing import Any

from service.history.record_parser import LARGEST
from service.lobby.maps import LARGEST as LARGEST_MAP
from tests.e2e.test_ending import played_out
from tests.e2e.test_maps import add, keeper
from tests.e2e.world import World, named


async def record(world: World, **options: Any) -> dict[str, Any]:
    """Return a whole game of two, exported as a player gets it."""
    match_id, room = await world.start(2, **options)
    await played_out(world, match_id)
    shown = (await world.members[0].slash(room, "game", action="export")).response
    attachments: dict[str, Any] = json.loads(await shown.attachments[0].read())
    return attachments


async def test_a_game_on_a_map_of_another_server_can_be_brought_in_and_looked_at(world: World) -> None:
    """Its map comes with it, and stays off the list of maps; players who are not here have no names."""
    await add(world, keeper(world))
    written = await record(world, map="Isle of tests")
    other = world.env.create_guild("Other")
    channel = other.create_text_channel("archive")
    dora = other.add_member(world.env.create_user("dora-2"))

    shown = (await dora.slash(channel, "game", action="import", file=("game.json", json.dumps(written).encode()))).response

    assert shown.ephemeral
    text = world.text(shown)
    assert "Added:" in text and "Player 1, Player 2" in text and "aren't in this server" in text
    assert {"Replay", "Turn by turn", "Score", "All moves", "Verify"} <= set(world.buttons(shown))
    replayed = (await dora.click(shown, label=named("replay"))).response
    assert "The whole game:" in world.text(replayed) and replayed.attachments
    verified = world.text((await dora.click(shown, label=named("verify"))).response)
    assert "draws follow from it" in verified, verified
    info = world.text((await dora.slash(channel, "game", action="info")).response)
    assert "imported" in info and "Not played here: dora-2 added it" in info
    listed = world.text((await dora.slash(channel, "game", action="list")).response)
    assert "imported" in listed
    assert "Isle of tests" not in world.text((await dora.slash(channel, "help", topic="maps")).response)
    assert LARGEST_MAP < LARGEST, "a record with its map fits"


async def test_in_its_own_server_the_players_have_their_names(world: World) -> None:
    written = await record(world, rules="tiles=twelve")

    shown = (
        await world.members[4].slash(world.channel, "game", action="import", file=("game.json", json.dumps(written).encode()))
    ).response

    assert "anna" in world.text(shown) and "ben" in world.text(shown) and "aren't in this server" not in world.text(shown)


async def test_a_bad_row_is_named_and_nothing_is_brought_in(world: World) -> None:
    """Nor anything else that is no record: the answer says what would be right."""
    written = await record(world, rules="tiles=twelve")
    fay = world.members[5]
    ended = await world.services.match_queries.guild_matches(world.guild.id, ended=True)
    row = next(number for number, each in enumerate(written["log"]) if each["text"].startswith("place"))
    changed = {
        **written,
        "log": [*written["log"][:row], {**written["log"][row], "text": "place 40,40 r0"}, *written["log"][row + 1 :]],
    }

    for content, wanted in (
        (json.dumps(changed).encode(), f"Turn 1 of this record isn't what was played: row {row + 1}, “place 40,40 r0”,"),
        (b"hello", "the JSON file just as /game action:export made it"),
        (b" " * (LARGEST + 1), "at most 1024 KB"),
    ):
        shown = (await fay.slash(world.channel, "game", action="import", file=("game.json", content))).response
        assert wanted in world.text(shown), world.text(shown)
    assert await world.services.match_queries.guild_matches(world.guild.id, ended=True) == ended
