"""The welcome of a server: where it stands, what it says is missing, that it comes once, and who hears of it where it can't."""

from __future__ import annotations

from typing import Any

import discord

from cogs.bot_permissions import NEEDED, PERMISSIONS, invitation, personal_invitation
from service.guilds.welcome_messages import PRIVATELY, PUBLICLY, REMOVED, WELCOME
from storage.rows import of_server
from tests.e2e.world import World, named
from text.guilds.welcome import REASONS
from text.refusals.permissions import PERMISSIONS as NAMES
from tools.transcripts.server import flat


def allow(world: World, **may: bool) -> None:
    """Set what all members of the server may do; the bot has no rights of its own."""
    for role in world.env.backend.guilds[world.guild.id].roles.values():
        rights = discord.Permissions(role.permissions)
        rights.update(administrator=False, **may)
        world.env.backend.edit_role(world.guild.id, role.id, {"permissions": rights.value})


async def joined(world: World) -> None:
    """Discord tells that the bot was added."""
    await world.bot.rounds.on_guild_join(world.bot.guilds[0])
    await world.settle()


async def welcomes(world: World) -> list[Any]:
    """Return every welcome that was ever sent or tried."""
    posts = await world.services.store.posts.of(of_server(world.bot.guilds[0].id))
    return [post for post in posts if post.kind == WELCOME]


def test_every_permission_has_a_name_and_a_reason() -> None:
    """The one table of permissions is the one that the invitation, the check and the welcome go by."""
    assert set(NEEDED) == set(REASONS) <= set(NAMES)
    assert f"permissions={PERMISSIONS.value}" in invitation(1)


async def test_the_welcome_names_what_is_missing_and_is_edited_when_it_is_there(world: World) -> None:
    """In the first channel where the bot may write; its three buttons lead to practice, a new game and the settings."""
    allow(world, create_private_threads=False)
    await joined(world)
    message = world.channel.history()[-1]
    assert named("try") in world.buttons(message) and named("open-game") in world.buttons(message)
    lacking = [name for name in REASONS if f"**{NAMES[name]}**" in world.text(message)]
    assert lacking == ["create_private_threads"]
    assert named("check-again") in world.buttons(message)

    allow(world, create_private_threads=True)
    await world.settle()

    (again,) = world.channel.history()
    assert again.id == message.id and "create_private_threads" not in world.text(again)
    assert named("check-again") not in world.buttons(again)


async def test_the_buttons_do_what_they_say(world: World) -> None:
    """For anybody who presses them."""
    await joined(world)
    message = world.channel.history()[-1]
    ben = world.members[1]
    await ben.click(message, label=named("try"))
    assert len(await world.services.match_queries.games_of(ben.id, world.guild.id)) == 1
    answer = await ben.click(message, label=named("set-up"))
    assert "Manage Server" in world.text(answer.response), "and says what it takes, to those who may not"


async def test_a_system_channel_goes_first(world: World) -> None:
    """It is the channel that Discord names for such messages."""
    room = world.guild.create_text_channel("welcome-here")
    world.env.backend.guilds[world.guild.id].system_channel_id = room.id
    world.bot.guilds[0]._system_channel_id = room.id
    await joined(world)
    assert len(room.history()) == 1 and not world.channel.history()


async def test_it_comes_once_over_restarts_and_rejoining(world: World) -> None:
    """Also when somebody has deleted it."""
    await joined(world)
    await world.restart()
    await joined(world)
    assert len(world.channel.history()) == 1
    world.env.backend.messages[world.channel.id].clear()
    await joined(world)
    assert not world.channel.history() and len(await welcomes(world)) == 1


async def test_who_manages_the_server_takes_it_away_for_good(world: World) -> None:
    """And nobody else."""
    await joined(world)
    ben = world.members[1]
    manager = world.guild.add_member(
        world.env.create_user("gus"), roles=[world.guild.create_role("Staff", permissions=discord.Permissions(manage_guild=True))]
    )
    await ben.click(world.channel.history()[-1], label=named("remove-welcome"))
    assert len(world.messages(world.channel, "welcomegone")) == 1
    await manager.click(world.channel.history()[-1], label=named("remove-welcome"))
    assert not world.messages(world.channel, "welcomegone")
    assert world.services.welcomes.state(world.guild.id) == REMOVED
    await joined(world)
    assert not world.messages(world.channel, "welcomegone")
    for _ in range(2):
        panel = (await manager.slash(world.channel, "server")).response
        await manager.click(panel, label=named("welcome-again"))
        await world.settle()
        assert len(world.messages(world.channel, "welcomegone")) == 1, "asked for, and never twice"


async def test_where_the_bot_may_write_nowhere_the_owner_hears_of_it_and_then_the_channel(world: World) -> None:
    """Nobody can be seen to have added it: it may not look that up. Once it may write it says hello, and tells nobody twice."""
    allow(world, send_messages=False)
    await joined(world)
    assert world.services.welcomes.state(world.guild.id) == PRIVATELY
    (letter,) = await welcomes(world)
    assert letter.user_id == world.bot.guilds[0].owner_id and letter.message_id is not None
    message = world.env.backend.get_message(world.env.backend.dm_channels[letter.user_id], letter.message_id)
    text = "\n".join(part.get("content", "") for part in flat(message.components))
    assert f"**{NAMES['send_messages']}**" in text and "Server" in text
    assert any("permissions=" in (part.get("url") or "") for part in flat(message.components))

    await joined(world)
    assert len(await welcomes(world)) == 1
    allow(world, send_messages=True)
    await world.settle()
    assert len(world.messages(world.channel, "practice")) == 1
    assert world.services.welcomes.state(world.guild.id) == PUBLICLY


async def test_a_channel_that_takes_no_message_after_all(world: World) -> None:
    """Discord refuses what its permissions seemed to allow: the owner is told, with the channel."""
    guild = world.bot.guilds[0]
    person = guild.owner_id
    assert person is not None
    gone = 987654321098765432
    await world.services.welcomes.begin(guild.id, gone, person, now=world.env.now())
    world.bot.rounds.news()
    await world.settle()
    refused, letter = await welcomes(world)
    assert refused.dead_at is not None and letter.user_id == person and letter.sent_at is not None
    assert world.services.welcomes.state(guild.id) == PRIVATELY


async def test_help_invites_the_very_bot_that_answers_in_private_messages_too(world: World) -> None:
    """Every copy has an address of its own."""
    answer = await world.env.create_user("zoe").slash("help")
    stored = world.env.backend.get_message(answer.response.channel_id, answer.response.id)
    links = {part["url"] for part in flat(stored.components) if part.get("url")}
    number = world.bot.application_id
    assert number is not None
    assert links == {invitation(number), personal_invitation(number)}
