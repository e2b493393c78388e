"""The bot lends no one its rights, and leaves no traces where it fails."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.e2e.world import World, named


def closed_to_all(world: World, name: str, **denied: bool) -> Any:
    """Return a channel in which members may do less."""
    overwrites: Any = {world.guild.default_role: discord.PermissionOverwrite(**dict.fromkeys(denied, False))}
    overwrites[world.guild.me] = discord.PermissionOverwrite(**dict.fromkeys(denied, True))
    return world.guild.create_text_channel(name, overwrites=overwrites)


def written(world: World) -> list[discord.Message]:
    """Return the bot's own messages in the channel; Discord itself notes a thread."""
    return [message for message in world.channel.history() if message.type is discord.MessageType.default]


async def test_who_may_not_write_opens_no_game_and_shows_nothing(world: World) -> None:
    """In a channel that only some may write in; anyone who has a seat plays there all the same."""
    news = closed_to_all(world, "news", send_messages=True, send_messages_in_threads=True)
    writers = world.guild.create_role("Writers", permissions=discord.Permissions(administrator=True))
    host = world.guild.add_member(world.env.create_user("host"), roles=[writers])
    anna, ben = world.members[:2]

    refused = await anna.slash(news, "new", place="here")
    assert "Send Messages" in world.said(refused)
    assert not news.history()

    await host.slash(news, "new", place="here")
    lobby = world.messages(news, "join")[-1]
    await anna.click(lobby, label=named("join"))
    await host.click(lobby, label=named("start"))
    turn = world.messages(news, "place")[-1]
    before = len(news.history())
    whole = await ben.click(turn, label=named("whole"))
    shared = await ben.click(whole.response, label=named("share"))
    by_command = await ben.slash(news, "board", share=True)
    assert "Send Messages" in world.said(shared) and "Send Messages" in world.said(by_command)
    assert len(news.history()) == before

    match_id = (await world.services.match_queries.in_channel(news.id)).id
    asked = await world.services.match_queries.table(match_id)
    mover = anna if asked.seats[asked.asked[0]].user_id == anna.id else host
    draft = await mover.click(turn, label=named("place"))
    assert world.options(draft.response), "who sits there plays"


async def test_a_rematch_is_opened_by_who_may_write(world: World) -> None:
    """The game is over, the channel was closed meanwhile."""
    match_id, room = await world.start(2, place="here")
    await world.services.resignations.cancel(match_id, world.members[0].id, now=discord.utils.utcnow())
    channel = world.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(channel.guild.default_role, send_messages=False)

    refused = await world.members[0].slash(room, "game", action="rematch")

    assert "Send Messages" in world.said(refused)
    assert not await world.services.match_queries.guild_matches(world.guild.id)


async def test_who_may_not_make_threads_plays_in_the_channel(world: World) -> None:
    """And reads why; a private game, which needs a thread, is refused."""
    plain = closed_to_all(world, "plain", create_public_threads=True, create_private_threads=True)

    opened = await world.members[0].slash(plain, "new", place="thread")
    refused = await world.members[1].slash(plain, "new", place="private")

    assert "You can't create threads here" in world.said(opened)
    assert not plain.threads
    assert (await world.services.match_queries.in_channel(plain.id)).channel_id == plain.id
    assert "Create Private Threads" in world.said(refused)


@pytest.mark.parametrize("options", [{"players": 10}, {"preset": "cardcassonne", "players": 6}], ids=str)
async def test_a_number_of_players_that_cannot_be_leaves_nothing_behind(world: World, options: dict[str, Any]) -> None:
    """Everything is checked before anything is made."""
    refused = await world.members[0].slash(world.channel, "new", **options)

    assert "players, not for" in world.said(refused)
    assert not world.channel.threads
    assert not world.channel.history()


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("part", ["open", "posted"])
async def test_what_was_made_is_removed_when_opening_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, part: str, private: bool
) -> None:
    """Thread, message and lobby: all of them or none."""

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is full")

    owner = world.services.lobbies if part == "open" else world.services.outbox
    monkeypatch.setattr(type(owner), part, broken)
    answer = await world.members[0].slash(world.channel, "new", place="private" if private else "thread")

    assert "went wrong on my side" in world.said(answer)
    assert not world.channel.threads
    assert not written(world)
    assert not await world.services.match_queries.guild_matches(world.guild.id)
    world.mistakes.clear()
    world.forgive(RuntimeError)


async def test_no_message_stays_where_the_thread_cannot_be_made(world: World) -> None:
    """Discord refuses the thread after the message is there."""
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400)

    await world.members[0].slash(world.channel, "new", place="thread")

    assert not written(world)
    world.mistakes.clear()
    world.forgive(discord.HTTPException)


async def test_the_name_of_a_thread_is_harmless(world: World) -> None:
    """Nothing turns its direction round, and the message that waits for the lobby is formatted by nobody."""
    trickster = world.guild.add_member(world.env.create_user("**\u202eevil**"))

    await trickster.slash(world.channel, "new", place="thread")

    assert world.channel.threads[-1].name == "Base game with **evil**"
