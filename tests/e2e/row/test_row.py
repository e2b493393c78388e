"""A third game, known only to this folder, played through the simulated Discord like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from storage.rows import UserId
from tests.contract.laws import variants, walk
from tests.contract.shown import showable
from tests.e2e.row import transcript
from tests.e2e.row.edition import ROW
from tests.e2e.row.game import RowGame
from tests.e2e.row.words import name
from tests.e2e.world import World, named


async def by_buttons(world: World, room: Any, member: Any, square: str) -> None:
    """Move by the button of the turn message, the list of squares, another square and back, Confirm."""
    shown = (await member.click(world.messages(room, "place")[-1], label=named("place"))).response
    if named("confirm") not in world.buttons(shown):
        shown = await world.choose(member, shown, world.options(shown)[-1])
        shown = (await member.click(shown, label="Other square")).response
        wanted = world.option(shown, f"put {'abcde'.index(square[0])},{int(square[1:]) - 1}")
        assert wanted is not None
        shown = await world.choose(member, shown, wanted)
    assert square in world.text(shown)
    await member.click(shown, label=named("confirm"))


async def by_command(world: World, room: Any, member: Any, square: str) -> None:
    """`/place`, its square from the completions."""
    (offer,) = [offer for offer in await member.autocomplete(room, "place", "spot", square) if offer["value"] == square]
    shown = (await member.slash(room, "place", spot=offer["value"])).response
    await member.click(shown, label=named("confirm"))


async def by_reply(world: World, room: Any, member: Any, square: str) -> None:
    """Typed below the turn message."""
    await member.send(room, square, reply_to=world.messages(room, "place")[-1])


async def play(world: World, match_id: Any, room: Any, squares: str, *ways: Callable[..., Any]) -> None:
    """Play these squares in turn, each in the next of these ways."""
    for number, square in enumerate(squares.split()):
        on_turn = await world.waited_for(match_id)
        assert on_turn is not None
        version = (await world.table(match_id)).version
        await ways[number % len(ways)](world, room, on_turn[0], square)
        assert (await world.table(match_id)).version > version, square


async def test_a_game_is_opened_played_and_ended(world: World) -> None:
    """Lobby, moves by buttons, slash command and typed reply, a restart between them, the end with its result."""
    match_id, room = await world.start(2, preset="row")
    first = await world.waited_for(match_id)
    assert first is not None
    turn = world.messages(room, "place")[-1]
    assert first[0].mention in world.text(turn)
    assert "0 of 9 squares taken" in " ".join(world.alts(turn))
    assert "puts a tile on an empty square" in world.text(turn)
    assert "Or reply to this message: “b2”" in world.text(turn)
    named_buttons = [text for text in world.buttons(turn) if not text.isdecimal()]
    assert named_buttons == ["Place tile", "Show the table", "Score", "More"]
    assert sorted(set(world.buttons(turn)) - set(named_buttons)) == [str(number) for number in range(1, 10)]
    assert [alt.rpartition(". ")[2] for alt in world.alts(turn)] == ["A board of 3 by 3 squares: empty."]

    await play(world, match_id, room, "a1 b1 a2", by_buttons, by_command, by_reply)
    await world.restart()
    sentence = world.text(world.messages(room, "place")[-1])
    assert "a1" not in sentence, "players have seen their own move when they made it"
    assert sentence.count("a2") == 1
    await play(world, match_id, room, "b2 a3", by_buttons, by_reply)

    table = await world.table(match_id)
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    (end,) = world.messages(room, "rematch")
    assert f"{(world.members.index(first[0]) == 0 and 'anna') or 'ben'} has 3 in a row and wins" in world.text(end)
    assert "5 tiles" in world.text(end)
    assert "Sealed bag opened" in world.text(end)


async def test_its_settings_are_its_own(world: World) -> None:
    """Size and stone by the settings' form; the house lays the stone, drawn from the sealed bag."""
    host, other = world.members[:2]
    await host.slash(world.channel, "new", preset="Three in a row", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    home = (await host.click(lobby, label=named("settings"))).response
    assert named("map") not in world.buttons(home)
    form = (await host.click(home, label=named("rules"))).response
    assert [s["custom_id"].rsplit(" ", 1)[-1] for s in world.selects(form)] == ["size", "stone"]
    for key, value in (("size", "4"), ("stone", "on")):
        select = next(s for s in world.selects(form) if s["custom_id"].endswith(key))
        form = (await host.select(form, [value], custom_id=select["custom_id"])).response
    assert "Three in a row + Size + Stone" in world.text(lobby)
    assert "Size: 4 by 4" in world.text(lobby)
    await other.click(lobby, label=named("join"))
    await host.click(lobby, label=named("start"))

    match = await world.services.match_queries.in_channel(world.channel.id)
    view = (await world.table(match.id)).view
    posted = world.messages(world.channel, "place")[-1]
    turn = world.text(posted)

    assert len(view.tiles) == 1
    assert f"A stone lies on {name(view.tiles[0][0])}." in turn
    assert "1 of 16 squares taken" in " ".join(world.alts(posted))


async def test_what_it_lacks_is_said_and_what_it_has_is_shown(world: World) -> None:
    """No hands, no holes, nothing to draw: asked for, each gets a sentence; everything else has the game's own words."""
    match_id, room = await world.start(2, preset="row")
    await play(world, match_id, room, "b2", by_reply)
    anna = world.members[0]

    async def said(command: str, **options: Any) -> str:
        return world.text((await world.ask(anna, room, command, **options)).response)

    assert "no secret hands" in await said("game hand")
    assert "Nothing is drawn in this game" in await said("tiles")
    assert "no odds for single squares" in await said("tiles", square="a1")
    assert "I can't find “whole”. Possible: around the latest moves, as text." in await said("board", view="whole")
    assert "b2" in await said("board", view="text")
    assert "1 tile" in await said("score")
    assert "Three in a row" in await said("game info")
    assert "1. " in await said("game log")
    assert "diagonals" in await said("help", topic="rules")
    assert "Topics: The rules, Typing, " in await said("help", topic="farmers")
    assert [offer["value"] for offer in await anna.autocomplete(room, "help", "topic", "")][:2] == ["rules", "typing"]
    assert [offer["value"] for offer in await anna.autocomplete(room, "board", "view", "")] == ["turn", "text"]
    more = (await anna.click(world.messages(room, "place")[-1], label=named("more"))).response
    shown = (await anna.click(more, label=named("board"))).response
    assert world.alts(shown)[0].startswith("A board of 3 by 3 squares: b2 ")


@pytest.mark.parametrize(("typed", "answer"), [("z9", "is no empty square. Empty: a1"), ("b2 now", "is too much")])
async def test_what_cannot_be_read_says_what_would_fit(world: World, typed: str, answer: str) -> None:
    match_id, room = await world.start(2, preset="row")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None

    await by_reply(world, room, on_turn[0], typed)

    assert answer in world.text(room.last_message)
    assert (await world.table(match_id)).view.tiles == ()


async def test_computers_play_it(world: World) -> None:
    """A person against two levels, to the end."""
    await world.prefer_at_once()
    host = world.members[0]
    await host.slash(world.channel, "new", preset="row", place="here", players=3)
    lobby = world.messages(world.channel, "join")[-1]
    for level in world.services.levels[:2]:
        home = (await host.click(lobby, label=named("settings"))).response
        levels = (await host.click(home, label=named("add-computer"))).response
        await host.select(levels, [level])
    await host.click(lobby, label=named("start"))
    match = await world.services.match_queries.in_channel(world.channel.id)

    while on_turn := await world.waited_for(match.id):
        await by_reply(world, world.channel, on_turn[0], name(on_turn[1].legal[0].square))

    assert (await world.table(match.id, UserId(host.id))).outcome is not None


def test_a_game_goes_as_its_transcript_says() -> None:
    """`python -m tests.e2e.row.transcript` renews it."""
    assert transcript.told() == transcript.FILE.read_text(encoding="utf-8")


async def test_its_texts_and_pictures_keep_every_law() -> None:
    """The laws of all games and of all editions hold for it."""
    for number, chosen in enumerate(variants(RowGame())):
        for seats in (2, 3):
            walk(RowGame(), chosen, seats, number)
            showable(ROW, chosen, seats, number)
