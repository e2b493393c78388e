"""The made-up expansion at a table in Discord: chosen by its name, played by typed replies, seen in every picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest

from storage.rows import MatchId, UserId
from tests.e2e.world import World
from tests.stream.installed import install


async def test_a_game_with_a_made_up_expansion_is_played_in_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its whole stack and some turns beyond; a boat goes out, and comes back by a typed word."""
    install(monkeypatch)
    match_id, room = await world.start(2, expansions="stream")
    for _ in range(13):
        before = (await world.table(match_id)).version
        member, texts = await _turn(world, match_id)
        await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])
        assert (await world.table(match_id)).version > before, (texts, world.text(room.last_message))

    log = [entry.text for entry in await world.services.match_queries.history(match_id)]
    assert "draw stream/lake" in log
    assert any(text.startswith("deploy boat s") for text in log)
    assert "recall" in log
    assert all(world.alts(message) for message in world.messages(room, "place"))


async def _turn(world: World, match_id: MatchId) -> tuple[Any, list[str]]:
    """Return a typed turn of the asked player, with what concerns boats after it."""
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, table = on_turn
    action = world.chance.choice(table.legal)
    done = [world.services.games[table.match.game].write(action)]
    draft = await world.services.drafts.peek(match_id, UserId(member.id), done, now=discord.utils.utcnow())
    return member, [world.typed(table, action), *([world.typed(draft, _preferred(draft.legal))] if draft.legal else [])]


def _preferred(legal: Sequence[Any]) -> Any:
    """Return the preferred action: take the boat back, send it out, or pass."""
    boats = [action for action in legal if action.verb == "recall" or action.what == "boat"]
    return boats[-1] if boats else legal[0]
