"""The server plays a seat: members vote in private, and read afterwards who voted for what."""

from __future__ import annotations

from typing import Any

from service.guilds.server_settings import VOTERS
from service.play.vote_counting import OPEN_FOR
from storage.rows import TOWN, MatchId
from tests.e2e.test_guesses import seen
from tests.e2e.test_server_settings import keeper
from tests.e2e.world import World, named, newest


async def begun(world: World) -> tuple[Any, Any, MatchId]:
    """Return a game of the server in a thread, its manager, and its id."""
    kim = keeper(world)
    world.services.computers.think = lambda _match: None  # the first player asked stays asked
    await kim.slash(world.channel, "new", players=2)
    lobby = world.messages(world.channel, "join")[-1]
    room = world.channel.threads[-1]
    match = await world.services.match_queries.in_channel(room.id)
    await kim.slash(room, "game", action="computer", detail=TOWN)
    await kim.slash(room, "game", action="computer", detail="apprentice")
    await kim.click(lobby, label=named("start"))
    await world.settle()
    return kim, room, match.id


async def asked(world: World, match_id: MatchId) -> None:
    """Let the computer play until the server is asked."""
    del world.services.computers.think
    world.services.computers.think(match_id)
    await world.services.computers.settled()
    await world.settle()


async def vote(world: World, member: Any, shown: Any, take: int = 0) -> tuple[Any, list[str]]:
    """Choose whatever comes first, but for the spot; what is read at the end, and everything read on the way."""
    read = []
    while named("vote") not in world.buttons(shown) or world.options(shown):
        shown = await world.choose(member, shown, world.options(shown)[take])
        take = 0
        read.append(world.text(shown))
    answer = await member.click(shown, label=named("vote"))
    return answer, [*read, world.said(answer)]


def everything(world: World, room: Any) -> str:
    """Return all public text in the game's thread, alt texts included."""
    return "\n".join("\n".join((world.text(message), *world.alts(message))) for message in room.history())


async def close(world: World) -> None:
    await world.pass_time(seconds=OPEN_FOR.total_seconds() + 60)


async def test_members_vote_in_private_and_read_afterwards_who_voted_for_what(world: World) -> None:
    kim, room, match_id = await begun(world)
    await world.services.server_settings.choose(world.guild.id, VOTERS, ["0"])
    await asked(world, match_id)
    turn = world.messages(room, "place")[-1]
    assert "everyone here can vote" in world.text(turn) and "Voting ends" in world.text(turn) and "or reply" not in world.text(turn)
    assert named("vote") in world.buttons(turn) and named("place") not in world.buttons(turn)
    before = everything(world, room)
    anna, ben, chi = world.members[:3]

    for member, take in ((anna, 0), (ben, 0), (kim, 1)):
        shown = (await member.click(turn, label=named("vote"))).response
        answer, read = await vote(world, member, shown, take)
        assert newest(answer).ephemeral and "Your vote is in" in read[-1] and "Nobody sees your vote" in read[-2]
    panel = (await chi.slash(room, "game")).response
    assert named("vote") in world.buttons(panel)

    assert everything(world, room) == before, "nothing of a vote is told while it is open"
    row = (await world.services.match_queries.match(match_id)).version
    await close(world)

    assert (await world.services.match_queries.match(match_id)).version > row
    seen_since = everything(world, room).removeprefix(before)
    assert "The server's move: 2 of 3 votes" in seen_since and "2 × " in seen_since and "1 × " in seen_since
    assert "anna and ben · " in seen_since and "kim · " in seen_since and "the best" in seen_since


async def test_nothing_that_anybody_else_can_see_changes_by_a_vote(world: World) -> None:
    """To the last byte, as with guesses: messages, pictures, records, for all who look."""
    _, room, match_id = await begun(world)
    await world.services.server_settings.choose(world.guild.id, VOTERS, ["0"])
    await asked(world, match_id)
    turn, (anna, *others) = world.messages(room, "place")[-1], world.members[:3]
    before = await seen(world, room, match_id, others)

    await vote(world, anna, (await anna.click(turn, label=named("vote"))).response)

    assert len(await world.services.store.votes.of(match_id)) == 1
    assert await seen(world, room, match_id, others) == before


async def test_newcomers_and_players_are_told_why_they_cannot_vote_and_a_reply_is_not_read(world: World) -> None:
    """A reply would tell everybody what somebody votes for; and who may not manage the server seats it nowhere."""
    _, room, match_id = await begun(world)
    await asked(world, match_id)
    turn, anna = world.messages(room, "place")[-1], world.members[0]

    refused = await anna.click(turn, label=named("vote"))
    assert "in this server for 2 days" in world.said(refused)
    await anna.send(room, "N12 90", reply_to=turn)
    assert "Votes are secret, so I haven't read this one" in world.text(room.last_message)
    typed = await anna.slash(room, "place", spot="1")
    assert "You're watching this game" in world.text(typed.response)

    await anna.slash(world.channel, "new", players=2)
    lobby = await anna.slash(world.channel.threads[-1], "game", action="computer", detail=TOWN)
    assert "Manage Server" in world.said(lobby)


async def test_with_nobody_there_a_computer_plays_also_after_a_restart(world: World) -> None:
    _, room, match_id = await begun(world)
    await asked(world, match_id)
    version = (await world.services.match_queries.match(match_id)).version
    await world.restart()

    await close(world)

    assert (await world.services.match_queries.match(match_id)).version > version
    assert "Nobody voted in time, so a computer plays this turn for the server." in everything(world, room)
