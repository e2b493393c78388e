"""Ids of buttons, selects and forms: they hold nothing that people have typed, and none is longer than Discord allows."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.interactions.surfaces import GAME, TOURNAMENT
from cogs.messages import component_ids
from tests.e2e.fair import Fair, pairs
from tests.e2e.world import World

TYPED = (
    "zq" + "x" * 98,
    "zq" + "🦊" * 45,
    "zq\u202eשלום\u200f" * 8,
)
"""A hundred letters, emoji, and marks that turn the direction of writing."""
MIXED = f"{TYPED[2][:16]}{'🦊' * 20}{'x' * 40}"
"""Something of each: what every run types."""


@pytest.fixture
def ids(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every id that is written from here on; before the assertion about its length, which would hide it."""
    kept, write = list[str](), component_ids.write

    def noted(press: Any) -> str:
        kept.append(f"b1:{press.match}:{press.version}:{press.verb} {press.argument}")
        return write(press)

    monkeypatch.setattr(component_ids, "write", noted)
    return kept


@pytest.mark.parametrize(
    "typed",
    [MIXED, *(pytest.param(typed, marks=pytest.mark.soak) for typed in TYPED)],
    ids=["mixed", "letters", "emoji", "right-to-left"],
)
async def test_no_id_holds_what_somebody_has_typed(world: World, ids: list[str], typed: str) -> None:
    """In every place where somebody can type: names, teams, words, every action of a game and of a tournament with a detail."""
    fair = Fair(world)
    await fair.opened(stages="swiss:2", preview="0")
    await fair.type(fair.organiser, "new", f"name={typed} preview=0")
    await fair.type(fair.organiser, "new", pairs(name=typed.replace(" ", "-")[:30], preview="0"))
    await fair.rest()
    rows = await fair.events.queries.of_guild(world.guild.id)
    assert rows, "a tournament is open"
    match_id, room = await world.start(2)
    anna = world.members[0]
    for number in [str(row.id) for row in rows]:
        for member in (fair.organiser, anna):
            for action in TOURNAMENT.actions:
                await fair.type(member, action.key, typed, tournament=number)
            await fair.type(member, "", "", tournament=number)
        await fair.rest()
    for action in GAME.actions:
        if action.key not in ("cancel", "resign"):
            await anna.slash(room, "game", action=action.key, detail=typed)
    for command, given in (
        ("new", {"preset": typed}),
        ("new", {"rules": typed}),
        ("find", {}),
        ("place", {"spot": typed}),
        ("help", {"topic": typed}),
        ("settings", {"setting": "zone", "value": typed}),
        ("settings", {"setting": "block", "value": typed}),
        ("leaderboard", {"by": typed}),
        ("tournament", {"action": typed}),
        ("tournament", {"tournament": typed}),
    ):
        await anna.slash(world.channel if command != "place" else room, command, **given)

    assert len(ids) > 100 and match_id
    long = [each for each in ids if len(each.rstrip(" ")) > component_ids.LONGEST]
    typed_ids = [each for each in ids if "zq" in each or not each.isascii()]
    assert not long, long
    assert not typed_ids, typed_ids
