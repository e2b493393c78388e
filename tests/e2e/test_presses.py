"""Whole games by buttons, as a person on a phone plays them: how many presses a move takes, and who is called for what.

The turn message is the only call. Every press counts, opening a list included; the tile is turned as its player wants it.
"""

from __future__ import annotations

import statistics
from typing import Any, NamedTuple

import pytest
from discord.ui import LayoutView

from cogs.messages.message_parts import COMPONENTS
from storage.rows import MatchId
from tests.e2e.world import World, named, verb_of

MOST = 4
"""Presses that a move takes at the median, over a whole game."""

LAST = 4
"""Tiles left when the last moves begin: a map may end with its last square, before its last tile."""

ALL = 10_000
"""More than any game has tiles: a whole game."""


class Counted(NamedTuple):
    """The counts of a game."""

    presses: list[int]
    """For each move."""
    for_nothing: int
    """Calls to somebody outside their turn who could do one thing only."""


async def counted(world: World, match_id: MatchId, room: Any, most: int) -> Counted:
    """Play at random until the end, or for so many moves."""
    presses: list[int] = []
    for_nothing = 0
    game = world.services.games[(await world.services.match_queries.match(match_id)).game]
    while len(presses) < most and (on_turn := await world.waited_for(match_id)):
        member, table = on_turn
        turn = world.messages(room, "place")[-1]
        assert member.mention in world.text(turn)
        state = (await world.services.repository.seen(match_id)).state
        if len(table.legal) == 1 and game.turn_of(state) != table.viewer:
            for_nothing += 1
        _lists_every_spot(world, table, turn)
        presses.append(await _count_presses(world, member, turn))
    return Counted(presses, for_nothing)


async def test_the_library_neither_keeps_our_messages_nor_parses_a_pressed_one_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, room = await world.start(2)
    parsed: list[object] = []
    monkeypatch.setattr(LayoutView, "from_message", lambda message, **_: parsed.append(message))

    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    assert await _count_presses(world, on_turn[0], world.messages(room, "place")[-1])

    assert parsed == []
    assert not world.bot.persistent_views


def _lists_every_spot(world: World, table: Any, turn: Any) -> None:
    """Check that the turn message offers each spot once, or the regions of a large board, within limits; never cards."""
    edition = world.bot.editions[table.match.game]
    spots = edition.words.say.spots(table.view, table.legal) if edition.words.hands is None else ()
    offered, regions = world.options(turn), _regions(world, turn)
    assert len(set(offered)) == len(offered) == (0 if regions else len(spots))
    assert not regions or 1 < len(regions) < len(spots)
    assert len(world.parts(turn)) <= COMPONENTS


def _regions(world: World, shown: Any) -> list[tuple[str, str]]:
    return [(name, "") for name, custom_id in world.buttons(shown).items() if verb_of(custom_id) == "page"]


async def _count_presses(world: World, member: Any, turn: Any) -> int:
    """Return the number of presses from the turn message to "Your turn is over"."""
    opens = next(label for label, custom_id in world.buttons(turn).items() if verb_of(custom_id) == "place")
    option = world.chance.choice(world.options(turn) or _regions(world, turn) or [(opens, "")])
    pressed, shown = (2 if option[1] else 1), await world.choose(member, turn, option)
    while "our turn" not in world.text(shown):
        if named("turn-tile") in world.buttons(shown) and world.chance.random() < 0.3:
            pressed, shown = pressed + 1, (await member.click(shown, label=named("turn-tile"))).response
        elif named("confirm") in world.buttons(shown):
            pressed, shown = pressed + 1, (await member.click(shown, label=named("confirm"))).response
        else:
            option = world.chance.choice(world.options(shown))
            pressed, shown = pressed + (2 if option[1] else 1), await world.choose(member, shown, option)
    return pressed


@pytest.mark.parametrize(
    ("players", "options", "before", "moves", "most"),
    [
        pytest.param(2, {}, 0, 12, 2, marks=pytest.mark.soak),
        (6, {"expansions": "inns,traders,dragon,tower"}, 24, 6, 3),
        (5, {"preset": "cardcassonne"}, 0, 6, 3),
    ],
    ids=["base game of two", "Big Box of six", "card game of five"],
)
async def test_a_move_takes_few_presses_and_nobody_is_called_for_nothing(
    world: World, players: int, options: dict[str, str], before: int, moves: int, most: int
) -> None:
    """At the median not more than `most`.

    Where there is much to choose the game has been under way for a while, for a board grows and with it the lists.
    """
    match_id, room = await world.start(players, **options)
    await world.moves(match_id, before)

    counts = await counted(world, match_id, room, moves)

    assert len(counts.presses) == moves
    assert statistics.median(counts.presses) <= most, sorted(counts.presses)
    assert counts.for_nothing == 0
    if before:
        assert max(counts.presses) > 2, "whole moves were made, and not answers only"
    if "game" in options:
        assert max(counts.presses) <= 3, "at most three presses a card"


@pytest.mark.parametrize(
    ("players", "options", "last"),
    [
        (2, {"map": "tutorial"}, LAST),
        pytest.param(2, {"map": "tutorial"}, ALL, marks=pytest.mark.soak),
        pytest.param(2, {}, ALL, marks=pytest.mark.soak),
        pytest.param(6, {"expansions": "inns,traders,dragon,tower"}, ALL, marks=pytest.mark.soak),
        pytest.param(5, {"preset": "cardcassonne"}, ALL, marks=pytest.mark.soak),
    ],
    ids=["end on an island of two", "island of two", "base game of two", "Big Box of six", "card game of five"],
)
async def test_the_end_calls_everybody_once(world: World, players: int, options: dict[str, str], last: int) -> None:
    """The last moves are made by buttons, and after them one message names the winner to all who have played, once."""
    match_id, room = await world.start(players, **options)
    while (await world.table(match_id)).view.left > last:
        assert await world.move(match_id, told=False)
    await world.settle()

    counts = await counted(world, match_id, room, 10_000)

    end = world.messages(room, "details")
    assert len(end) == 1
    people = world.members[:players]
    assert sorted(member.id for member in end[0].mentions) == sorted(member.id for member in people), "each once"
    assert all(world.text(end[0]).count(member.mention) == 1 for member in people)
    later = [message for message in room.history() if message.id > end[0].id]
    assert not any(member.mention in world.text(message) for message in later for member in people)
    assert counts.for_nothing == 0
    assert counts.presses and statistics.median(counts.presses) <= MOST, sorted(counts.presses)
