"""Whole games from the lobby to the final score, by each of the equal ways to play, over the real bot, database and pictures."""

from __future__ import annotations

import pytest

from storage.rows import MatchId
from tests.e2e.world import World, named

SHORT = {"rules": "tiles=twelve"}
"""A first game: its moves take the same ways as those of a long one."""

NEW_BOX = "river,abbot"
"""What most people own: the game that is played in full."""

ALL_SIX = f"inns,traders,dragon,tower,{NEW_BOX}"

EXPANDED = [pytest.param(3, {"expansions": chosen}, marks=pytest.mark.soak) for chosen in (NEW_BOX, ALL_SIX)]

LONG = [(2, {}), (4, {}), (6, {}), (2, {"expansions": NEW_BOX})]

SOAK = [pytest.param(*case, marks=pytest.mark.soak) for case in LONG]


@pytest.mark.parametrize(("players", "options"), [(4, SHORT), *SOAK])
async def test_a_whole_game_is_played_by_slash_commands(world: World, players: int, options: dict[str, str]) -> None:
    """`/place` and, now and then, `/meeple`; the game ends with a result that everybody can read."""
    host, *others = world.members[:players]
    await host.slash(world.channel, "new", place="here", **options)
    for member in others:
        await member.slash(world.channel, "game", action="join")
    await host.slash(world.channel, "game", action="start")
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    await world.prefer_at_once()

    asked = 0
    while turn := await world.line(match_id):
        asked += 1
        member, texts = turn
        spot, _, facing = texts[0].partition(" ")
        if world.chance.random() < 0.5 and len(texts) == 2:
            answer = await member.slash(world.channel, "place", spot=spot, rotation=facing, meeple=texts[1])
        else:
            answer = await member.slash(world.channel, "place", spot=spot, rotation=facing)
            if len(texts) == 2:
                answer = await member.slash(world.channel, "meeple", where=texts[1])
            else:
                answer = await member.click(answer.response, label=named("confirm"))
        assert "Your turn is over" in world.text(answer.response), (texts, world.text(answer.response))

    await _check_end(world, match_id, world.channel, asked)


@pytest.mark.parametrize(("players", "options"), [(2, SHORT), *SOAK])
async def test_a_whole_game_is_played_by_buttons(world: World, players: int, options: dict[str, str]) -> None:
    """Place tile, choose a spot, turn, choose a figure, confirm: nothing typed at all."""
    match_id, room = await world.start(players, **options)

    asked = 0
    while waited_for := await world.waited_for(match_id):
        asked += 1
        member, _ = waited_for
        turn = world.messages(room, "place")[-1]
        assert member.mention in world.text(turn)
        shown = (await member.click(turn, label=named("place"))).response
        if named("confirm") not in world.buttons(shown):
            shown = await world.choose(member, shown, world.chance.choice(world.options(shown)))
        while named("turn-tile") in world.buttons(shown) and world.chance.random() < 0.3:
            shown = (await member.click(shown, label=named("turn-tile"))).response
        shown = await world.play_out(member, shown)
        assert "Your turn is over" in world.text(shown)

    await _check_end(world, match_id, room, asked)


@pytest.mark.parametrize(("players", "options"), [(3, SHORT), *SOAK, *EXPANDED])
async def test_a_whole_game_is_played_by_typed_replies(world: World, players: int, options: dict[str, str]) -> None:
    """A reply to the turn message is a move: `N12 90 knight`, or in two steps."""
    match_id, room = await world.start(players, **options)

    asked = 0
    while turn := await world.line(match_id):
        asked += 1
        member, texts = turn
        message = world.messages(room, "place")[-1]
        if world.chance.random() < 0.7:
            await member.send(room, " ".join(texts), reply_to=message)
        else:
            for step in texts:
                await member.send(room, step, reply_to=message)
        if len(texts) == 1 and world.messages(room, "place")[-1].id == message.id and not world.messages(room, "details"):
            pytest.fail(f"{texts} was not taken: {world.text(room.last_message)}")

    await _check_end(world, match_id, room, asked)


async def _check_end(world: World, match_id: MatchId, room: object, asked: int) -> None:
    """Check for one pinging message per question, and the end with the opened bag."""
    turns = world.messages(room, "place")
    table = await world.table(match_id)
    assert len(turns) == asked
    assert table.outcome is not None

    end = world.messages(room, "rematch")
    assert len(end) == 1
    assert "Sealed bag opened" in world.text(end[0])
    for score in table.outcome.scores:
        assert str(score) in world.text(end[0])
    assert all(world.alts(message) for message in (*turns, end[0]))
