"""A member who reads nothing but text plays whole games: messages, alt texts, text boards and the names of choices.

The reader below never looks at a picture nor at the state of the game. What it has found on each turn is compared with what
the rules allow, and so with what everybody sees who looks at pictures.
"""

from __future__ import annotations

import re
from statistics import median
from typing import Any

import discord
import pytest

from cogs.messages import component_ids
from storage.rows import MatchId, UserId
from tests.e2e.world import ENGLISH, World, named

SPOT = re.compile(r"^\d+ · ([A-Z]+\d+)(?:, beside .*?)?: (\d+°.*)$")
WAY = re.compile(r"(\d+)° ([^;]+)")
CARD = re.compile(r"^\d+ · (.+): (?:face down, )?(.+)$")
PICKS = ("pick", "pickplay", "push", "play")
"""The verbs of what chooses something in a draft."""
STEPS = ("Back", "Other spot", "Other card", "Rotate", "Start over", "Earlier spots", "More spots")
"""Buttons that choose nothing new."""

A_TURN = 1200
"""Characters that somebody reads for one turn at most, at the median, of tiles or of cards."""


class Reader:
    """A reader of every message shown to one member."""

    def __init__(self, world: World, room: Any, member: Any) -> None:
        self.world, self.room, self.member = world, room, member
        self.read: list[int] = []
        """Characters of each turn."""

    def words(self, message: Any) -> str:
        """Text, alt texts and the names of choices, counted."""
        told = [self.world.text(message), *self.world.alts(message), *self.choices(message)]
        self.read[-1] += sum(map(len, told))
        return self.world.text(message)

    def choices(self, message: Any) -> dict[str, tuple[str, str]]:
        """Return the choices of a draft by name: the id of the chooser, and the action as the id has it."""
        offered = {}
        for menu in self.world.selects(message):
            for option in menu["options"]:
                told = " ".join(part for part in (option["label"], option.get("description")) if part)
                assert told not in offered, told
                offered[told] = (menu["custom_id"], option["value"])
        for label, custom_id in self.world.buttons(message).items():
            press = component_ids.read(custom_id)
            if press is not None and press.verb in PICKS and label not in STEPS:
                offered[label] = (custom_id, press.argument.partition(" ")[2])
        return offered

    async def choose(self, message: Any, name: str) -> Any:
        """Choose one of them by its name."""
        custom_id, value = self.choices(message)[name]
        if custom_id in self.world.buttons(message).values():
            return (await self.member.click(message, custom_id=custom_id)).response
        return (await self.member.select(message, [value], custom_id=custom_id)).response


async def finish(world: World, match_id: MatchId, reader: Reader, shown: Any, texts: list[str]) -> None:
    """Whatever the private draft still asks: every legal choice has a name, one is chosen by it; then it is confirmed."""
    while "our turn" not in reader.words(shown):
        if named("confirm") in world.buttons(shown):
            shown = (await reader.member.click(shown, label=named("confirm"))).response
            continue
        now = discord.utils.utcnow()
        draft = await world.services.drafts.peek(match_id, UserId(reader.member.id), texts, now=now)
        game = world.services.games[draft.match.game]
        offered = reader.choices(shown)
        assert sorted(value for _, value in offered.values()) == sorted(game.write(action) for action in draft.legal)
        name = world.chance.choice(list(offered))
        texts.append(offered[name][1])
        shown = await reader.choose(shown, name)


def spots_told(text: str) -> set[tuple[str, int]]:
    """Return every square and rotation of the tile that a text names."""
    lines = [match for line in text.splitlines() if (match := SPOT.match(line))]
    return {(line[1], int(turn)) for line in lines for turn, joined in WAY.findall(line[2]) if joined.strip()}


async def turn_on_the_table(world: World, match_id: MatchId, reader: Reader, table: Any) -> None:
    """Read the board as text, find every spot and rotation there, and play one by the draft's offers."""
    board = (await reader.member.slash(reader.room, "board", view="text")).response
    told = spots_told(await whole(board, world))
    names = table.view.squares
    placements = [action for action in table.legal if action.verb == "place"]
    legal = {(names.name(*action.square), action.turn * 90): action for action in placements}
    assert told == set(legal)

    features = await whole((await reader.member.slash(reader.room, "board", view="features")).response, world)
    for piece in (p for p in table.view.pieces if p.seat is not None):
        assert names.name(piece.x, piece.y) in features

    reader.read.append(0)
    reader.words(world.messages(reader.room, "place")[-1])
    square, facing = world.chance.choice(sorted(told))
    shown = (await reader.member.slash(reader.room, "place", spot=square, rotation=str(facing))).response
    game = world.services.games[table.match.game]
    await finish(world, match_id, reader, shown, [game.write(legal[square, facing])])


async def whole(message: Any, world: World) -> str:
    """Return all of a text; what exceeds a message is in a file."""
    file = next((attachment for attachment in message.attachments if attachment.filename == "whole.txt"), None)
    return (await file.read()).decode() if file else world.text(message)


ON_A_MAP = {"rules": "map=tutorial towns=a,c"}


@pytest.mark.parametrize(
    ("options", "most"),
    [(ON_A_MAP, 15), *(pytest.param(options, 10_000, marks=pytest.mark.soak) for options in ({}, ON_A_MAP))],
    ids=["first turns on a map", "base", "map"],
)
async def test_a_game_of_tiles_is_played_by_text_alone(world: World, options: dict[str, str], most: int) -> None:
    match_id, room = await world.start(2, **options)
    readers = {member.id: Reader(world, room, member) for member in world.members[:2]}

    while (on_turn := await world.waited_for(match_id)) and sum(len(reader.read) for reader in readers.values()) < most:
        member, table = on_turn
        reader = readers[member.id]
        if table.view.decision == "place":
            await turn_on_the_table(world, match_id, reader, table)
        else:
            reader.read.append(0)
            turn = world.messages(room, "place")[-1]
            await finish(world, match_id, reader, (await member.click(turn, label=named("choose"))).response, [])

    assert on_turn is not None or (await world.table(match_id)).outcome is not None
    read = [number for reader in readers.values() for number in reader.read]
    assert read and median(read) <= A_TURN


def cards_told(text: str) -> set[tuple[str, str]]:
    """Return every card and row that a text names."""
    lines = [match for line in text.splitlines() if (match := CARD.match(line))]
    return {(line[1], row) for line in lines for row in re.split(r", | and ", line[2])}


@pytest.mark.parametrize("most", [15, pytest.param(10_000, marks=pytest.mark.soak)], ids=["first turns", "whole"])
async def test_a_game_of_cards_is_played_by_text_alone(world: World, most: int) -> None:
    """Each turn from the hand in sentences, which names every card with every row it may lie in."""
    match_id, room = await world.start(2, preset="cardcassonne")
    readers = {member.id: Reader(world, room, member) for member in world.members[:2]}

    while (on_turn := await world.waited_for(match_id)) and sum(len(reader.read) for reader in readers.values()) < most:
        member, table = on_turn
        reader = readers[member.id]
        reader.read.append(0)
        reader.words(world.messages(room, "place")[-1])
        hand_text = world.text((await member.slash(room, "game", action="hand")).response)
        spots = world.bot.editions["cardcassonne"].words.say.spots(table.view, table.legal)
        assert len(cards_told(hand_text)) == sum(len(spot.actions) for spot in spots)
        others = [action for action in table.legal if not any(action in spot.actions for spot in spots)]
        say = world.bot.editions["cardcassonne"].words.say
        for action in others:
            assert say.choice(action, table.view, ["?"] * 2, ENGLISH).label.split("?")[0] in hand_text
        turn = world.messages(room, "place")[-1]
        name = next(label for label in ("Play", "Choose") if label in world.buttons(turn))
        await finish_cards(world, match_id, reader, (await member.click(turn, label=name)).response)

    assert on_turn is not None or (await world.table(match_id)).outcome is not None
    read = [number for reader in readers.values() for number in reader.read]
    assert read and median(read) <= A_TURN


async def finish_cards(world: World, match_id: MatchId, reader: Reader, shown: Any) -> None:
    """Finish a card turn by text only: a card by its name, perhaps another row, and Confirm."""
    while "our turn" not in reader.words(shown):
        if named("confirm") in world.buttons(shown):
            shown = (await reader.member.click(shown, label=named("confirm"))).response
        else:
            shown = await reader.choose(shown, world.chance.choice(list(reader.choices(shown))))
