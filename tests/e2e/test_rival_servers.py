"""Two servers play one game: they agree by a code, and each votes in its own thread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord

from service.guilds.server_settings import VOTERS
from service.play.cross_server_games import GRACE
from storage.rows import CANCELLED, LOST, RIVAL, RUNNING, MatchId
from tests.e2e.test_server_votes import everything, vote
from tests.e2e.world import World, named


@dataclass
class Side:
    """A server, as the test sees it."""

    guild: Any
    channel: Any
    keeper: Any
    """Who manages it."""
    names: tuple[str, str]
    members: list[Any]
    """Two others."""

    @property
    def room(self) -> Any:
        """The thread of its game."""
        return self.channel.threads[-1]


def sides(world: World) -> tuple[Side, Side]:
    """Return the server of the world, and another one; no member is in both."""
    there = world.env.create_guild("New *Town*")
    channel = there.create_text_channel("games")
    names = ("gwen", "hugo")
    everybody = there.create_role("Everybody", permissions=discord.Permissions(create_private_threads=True))
    guests = [there.add_member(world.env.create_user(name), roles=[everybody]) for name in names]
    keepers = []
    for guild, name in ((world.guild, "kim"), (there, "lena")):
        role = guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True, create_private_threads=True))
        keepers.append(guild.add_member(world.env.create_user(name), roles=[role]))
    here = Side(world.guild, world.channel, keepers[0], ("anna", "ben"), world.members[:2])
    return here, Side(there, channel, keepers[1], names, guests)


async def invited(world: World, home: Side) -> str:
    """Return the code that its keeper reads."""
    await home.keeper.slash(home.channel, "new", players=2)
    page = (await home.keeper.slash(home.room, "game", action="computer", detail=RIVAL)).response
    shown = (await home.keeper.click(page, label=named("make-code"))).response
    return world.text(shown).split("`")[1]


async def looked(world: World) -> None:
    """Do what is due now, also in the other server, and post it."""
    await world.settle()
    await world.services.timers.tick(discord.utils.utcnow())
    await world.settle()


async def agreed(world: World, home: Side, guest: Side) -> tuple[MatchId, MatchId]:
    """Begin a game between them; the bag decides whose turn it is."""
    code = await invited(world, home)
    await guest.keeper.slash(guest.channel, "new", players=2)
    offer = (await guest.keeper.slash(guest.room, "game", action="computer", detail=code)).response
    await guest.keeper.click(offer, label=named("agree-begin"))
    await looked(world)
    for side in (home, guest):
        await world.services.server_settings.choose(side.guild.id, VOTERS, ["0"])
    match_ids = [(await world.services.match_queries.in_channel(side.room.id)).id for side in (home, guest)]
    return match_ids[0], match_ids[1]


def sorted_by_turn(world: World, *both: Side) -> list[Side]:
    """Return the sides, the asked one first."""
    asked = [named("vote") in world.buttons(side.room.history()[-1]) for side in both]
    assert sorted(asked) == [False, True], "one thread alone asks for votes"
    return [side for _, side in sorted(zip(asked, both, strict=True), key=lambda pair: not pair[0])]


async def play(world: World, side: Side) -> None:
    """Let both members vote for the first choice, which closes the vote."""
    turn = world.messages(side.room, "place")[-1]
    for member in side.members:
        await vote(world, member, (await member.click(turn, label=named("vote"))).response)
    match = await world.services.match_queries.in_channel(side.room.id)
    closes = await world.services.server_seat.closes_at(match.id)
    await world.services.timers.tick(closes + timedelta(seconds=1))
    await world.settle()


async def test_two_servers_agree_and_each_votes_in_its_own_thread(world: World) -> None:
    home, guest = sides(world)
    await agreed(world, home, guest)
    first, second = sorted_by_turn(world, home, guest)
    waiting = everything(world, second.room)
    called = {home.guild.id: "Server", guest.guild.id: r"New \*Town\*"}
    assert f"{called[first.guild.id]}'s turn: everyone there can vote" in waiting and "The server's turn" not in waiting
    assert "The server's turn: everyone here can vote" in everything(world, first.room)
    assert all(world.alts(side.room.history()[-1]) for side in (first, second)), "both see the board"

    await play(world, first)

    theirs, ours = everything(world, first.room), everything(world, second.room)
    assert "The server's move: 2 of 2 votes" in theirs and " and ".join(first.names) in theirs
    assert "2 votes" not in ours and not any(name in ours for name in first.names), "votes are nobody else's business"
    assert "The server's turn: everyone here can vote" in ours and named("vote") in world.buttons(second.room.history()[-1])
    assert f"{called[second.guild.id]}'s turn: everyone there can vote" in theirs
    assert all(world.alts(side.room.history()[-1]) for side in (first, second))


async def test_who_may_not_vote_is_told_why(world: World) -> None:
    """A newcomer, and somebody who has voted for the other server."""
    home, guest = sides(world)
    await agreed(world, home, guest)
    first, second = sorted_by_turn(world, home, guest)
    turn = first.room.history()[-1]
    await world.services.server_settings.choose(first.guild.id, VOTERS, ["2"])
    refused = await first.members[0].click(turn, label=named("vote"))
    assert "in this server for 2 days" in world.said(refused)
    await world.services.server_settings.choose(first.guild.id, VOTERS, ["0"])

    ivo = world.env.create_user("ivo")  # is in both servers
    first.members[1], there = first.guild.add_member(ivo), second.guild.add_member(ivo)
    await play(world, first)
    refused = await there.click(second.room.history()[-1], label=named("vote"))
    assert "You've voted for the other server" in world.said(refused)


async def test_the_code_can_be_typed_into_a_form_and_is_worth_nothing_to_others(world: World) -> None:
    home, guest = sides(world)
    code = await invited(world, home)
    await guest.keeper.slash(guest.channel, "new", players=2)
    page = (await guest.keeper.slash(guest.room, "game", action="computer", detail=RIVAL)).response
    asked = await guest.keeper.click(page, label=named("enter-code"))
    wrong = await world.fill(guest.keeper, asked, line="2222-2222-2222")
    assert "No server is waiting under this code" in world.said(wrong)

    offer = await world.fill(guest.keeper, await guest.keeper.click(page, label=named("enter-code")), line=code.lower())
    assert "**Server** wants to play against this server." in world.said(offer)

    await guest.members[0].slash(guest.channel, "new", players=2)
    no = await guest.members[0].slash(guest.room, "game", action="computer", detail=code)
    assert "Manage Server" in world.said(no), "who may not manage the server agrees to nothing"


async def test_one_removes_the_bot_and_the_other_plays_on(world: World) -> None:
    home, guest = sides(world)
    here, there = await agreed(world, home, guest)
    gone = next(guild for guild in world.bot.guilds if guild.id == guest.guild.id)
    world.bot._connection._remove_guild(gone)
    await world.bot.rounds.on_guild_remove(gone)
    await looked(world)
    assert r"**New \*Town\*** can't play just now" in everything(world, home.room)

    await world.pass_time(seconds=GRACE.total_seconds() + 60)
    await world.services.computers.settled()
    await world.settle()

    assert r"**New \*Town\*** hasn't come back. A computer plays on for them" in everything(world, home.room)
    assert (await world.services.match_queries.match(there)).status == CANCELLED
    assert named("vote") in world.buttons(world.messages(home.room, "place")[-1])
    assert (await world.services.match_queries.match(here)).status == RUNNING


async def test_a_thread_that_is_deleted_is_told_of_in_the_other_server(world: World) -> None:
    home, guest = sides(world)
    _, there = await agreed(world, home, guest)

    thread = world.bot.get_channel(guest.room.id)
    assert isinstance(thread, discord.Thread)
    await thread.delete()
    await looked(world)

    assert (await world.services.match_queries.match(there)).status == LOST
    assert r"**New \*Town\*** can't play just now" in everything(world, home.room)
