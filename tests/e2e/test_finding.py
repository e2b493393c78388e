"""Finding a game: commands typed beside a lobby whose game has a thread, several lobbies, and where to go without a seat."""

from __future__ import annotations

from typing import Any

import pytest

from storage.rows import LOBBY, RUNNING
from tests.e2e.world import World

KINDS = (
    {},
    pytest.param({"expansions": "inns,traders"}, marks=pytest.mark.soak),
    pytest.param({"map": "tutorial"}, marks=pytest.mark.soak),
    {"preset": "cardcassonne"},
)
"""Every kind of game: plain, with expansions, on a map, with cards."""


async def lobbies(world: World) -> list[Any]:
    """Return the open lobbies, oldest first."""
    return [match for match, _ in reversed(await world.services.match_queries.lobbies(world.guild.id))]


async def seated(world: World, match: Any) -> list[int]:
    """Return the seats' people."""
    return [seat.user_id for seat in await world.services.match_queries.seats(match.id)]


@pytest.mark.parametrize("options", KINDS, ids=str)
async def test_a_game_in_a_thread_is_joined_left_and_started_beside_its_lobby(world: World, options: dict[str, Any]) -> None:
    """The channel in which the lobby is shown counts as the game's until it begins; then the thread alone does."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", **(options or {"place": "thread"}))
    (match,) = await lobbies(world)
    assert match.channel_id != world.channel.id

    joined = await ben.slash(world.channel, "game", action="join")
    await chi.slash(world.channel, "game", action="join")
    left = await chi.slash(world.channel, "game", action="leave")
    info = await chi.slash(world.channel, "game", action="info")
    early = await ben.slash(world.channel, "score")
    refused = await ben.slash(world.channel, "game", action="start")
    begun = await anna.slash(world.channel, "game", action="start")
    after = await ben.slash(world.channel, "game", action="leave")

    assert f"You have joined the game in <#{match.channel_id}>" in world.text(joined.response)
    assert "leaves" in world.text(left.response)
    assert "anna, ben" in world.text(info.response)
    assert "waiting for players" in world.text(early.response)
    assert "Only the host" in world.text(refused.response)
    assert f"begins in <#{match.channel_id}>" in world.text(begun.response)
    assert (await world.services.match_queries.match(match.id)).status == RUNNING
    assert world.messages(world.room(match.channel_id), "more"), "the turn message stands in the thread"
    assert "There's no game in this channel" in world.text(after.response)


async def test_several_lobbies_in_a_channel_are_listed_to_choose_from(world: World) -> None:
    """Only those that can be meant, each with a button that does what was asked."""
    anna, ben, chi, dora = world.members[:4]
    await anna.slash(world.channel, "new", players=2)
    await ben.slash(world.channel, "new", preset="cardcassonne")
    first, second = await lobbies(world)

    result = await chi.slash(world.channel, "game", action="join")
    text = world.text(result.response)
    assert result.ephemeral
    assert "Which one do you mean?" in text
    assert f"<#{first.channel_id}>" in text and f"<#{second.channel_id}>" in text
    assert list(world.buttons(result.response)) == ["1 · ben", "2 · anna"]
    done = await chi.click(result.response, label="2 · anna")
    assert f"You have joined the game in <#{first.channel_id}>" in world.text(done.response)
    assert await seated(world, first) == [anna.id, chi.id]

    only = await dora.slash(world.channel, "game", action="join")
    assert f"You have joined the game in <#{second.channel_id}>" in world.text(only.response), "the other one is full"
    await chi.slash(world.channel, "game", action="leave")
    assert await seated(world, first) == [anna.id], "ben sat in one of them only"
    await world.close_lobby(anna, world.channel)
    assert [match.id for match in await lobbies(world)] == [second.id], "each host means their own"
    await ben.slash(world.channel, "game", action="start")
    assert (await world.services.match_queries.match(second.id)).status == RUNNING


async def test_who_asks_where_no_game_is_hears_of_open_lobbies(world: World) -> None:
    """With a button that takes a seat; a full one, and one that they cannot see, are not named."""
    anna, ben, chi, dora = world.members[:4]
    await anna.slash(world.channel, "new", players=3)
    await ben.slash(world.channel, "new", place="private")
    _, hidden = await lobbies(world)
    elsewhere = world.guild.create_text_channel("elsewhere")

    answer = await chi.slash(elsewhere, "game", action="join")
    assert "You can join 1 game" in world.text(answer.response) and "2 seats free" in world.text(answer.response)
    assert f"<#{hidden.channel_id}>" not in world.text(answer.response)
    await chi.click(answer.response, label="1 · anna")
    (open_one,) = [match for match in await lobbies(world) if match.id != hidden.id]
    assert await seated(world, open_one) == [anna.id, chi.id]
    await dora.slash(world.channel, "game", action="join")
    full = await world.members[4].slash(elsewhere, "game", action="join")
    assert "You can join" not in world.text(full.response)
    assert open_one.status == LOBBY


async def test_a_lobby_beside_a_game_in_the_channel_itself(world: World) -> None:
    """What is about a game before it begins means the lobby, everything else the game that runs here."""
    anna, ben, chi = world.members[:3]
    match_id, _ = await world.start(2, place="here")
    await chi.slash(world.channel, "new", place="thread")
    (lobby,) = await lobbies(world)

    joined = await world.members[3].slash(world.channel, "game", action="join")
    score = await ben.slash(world.channel, "score")
    cancelled = await anna.slash(world.channel, "game", action="cancel")

    assert f"<#{lobby.channel_id}>" in world.text(joined.response)
    assert "tile" in world.text(score.response) or "turn" in world.text(score.response)
    assert "Cancel this game for everyone" in world.text(cancelled.response)
    assert (await world.services.match_queries.match(match_id)).status == RUNNING
    assert [match.id for match in await lobbies(world)] == [lobby.id]
