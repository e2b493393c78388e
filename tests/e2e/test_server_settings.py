"""A server's settings: who chooses them, and what its members notice."""

from __future__ import annotations

from typing import Any

import discord

from service.guilds.server_settings import SETTINGS
from tests.e2e.test_ending import played_out
from tests.e2e.world import World, named


def keeper(world: World) -> Any:
    """Return a member who may manage the server."""
    role = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("kim"), roles=[role])


async def fill(world: World, member: Any, panel: Any, form: str, **given: Any) -> Any:
    """Open a form of the panel, fill in what is `given`, leave the rest as it stands, and send it."""
    return await world.fill(member, await member.click(panel, label=named(f"server-{form}")), **given)


async def test_only_who_may_manage_the_server_sees_and_changes_its_settings(world: World) -> None:
    """People who lose that right change nothing with the form that they have open; a server cannot give the command to others."""
    kim, anna = keeper(world), world.members[0]
    command = next(each for each in await world.bot.tree.fetch_commands() if each.name == "server")
    world.guild.set_command_permissions(command, {anna: True})

    foreign = await anna.slash(world.channel, "server")
    panel = (await kim.slash(world.channel, "server")).response

    assert "Manage Server" in world.said(foreign)
    assert "daily: 5 days + 24 hours per turn" in world.text(panel) and "wherever someone asks" in world.text(panel)
    await fill(world, kim, panel, "games", aids="club")
    lobby = await anna.slash(world.channel, "new", players=2)
    assert lobby.ephemeral and "aids: legal squares" in world.text(world.messages(world.channel, "join")[-1])

    kept = dict(world.services.server_settings.of(world.guild.id))
    opened = await kim.click(panel, label=named("server-games"))
    cached = world.bot.get_guild(world.guild.id)
    assert cached is not None
    (keepers,) = [role for role in cached.roles if role.name == "Keepers"]
    world.env.backend.edit_role(world.guild.id, keepers.id, {"permissions": 0})
    refused = await world.fill(kim, opened, aids="all")
    assert "Manage Server" in world.said(refused) and world.services.server_settings.of(world.guild.id) == kept


async def test_a_line_about_every_game_comes_to_the_channel_of_results(world: World) -> None:
    """By name, and without waking anybody; of a game in a private thread nothing is told."""
    kim, results = keeper(world), world.guild.create_text_channel("results")
    panel = (await kim.slash(world.channel, "server")).response
    done = await fill(world, kim, panel, "places", results=results)
    assert f"Results: <#{results.id}>" in world.text(done.response)

    match_id, _ = await world.start(2, rules="tiles=twelve")
    await played_out(world, match_id)

    (line,) = results.history()
    text = world.text(line)
    assert text.startswith("🏁") and "anna" in text and "ben" in text and "won" in text
    assert not line.mentions and line.flags.suppress_notifications
    opened = (await world.members[0].click(line, label=named("open"))).response
    assert opened.ephemeral and named("rematch") in world.buttons(opened), "also where the game's thread is archived"
    (front,) = world.messages(world.channel, "open")
    looked = (await kim.click(front, label=named("open"))).response
    assert named("replay") in world.buttons(looked) and named("rematch") not in world.buttons(looked)


async def test_a_channel_that_is_closed_to_the_bot_is_refused(world: World) -> None:
    closed: Any = {world.guild.me: discord.PermissionOverwrite(send_messages=False)}
    kim, secret = keeper(world), world.guild.create_text_channel("secret", overwrites=closed)
    panel = (await kim.slash(world.channel, "server")).response

    refused = await fill(world, kim, panel, "places", results=secret)

    assert "Send Messages" in world.said(refused)
    assert world.services.server_settings.of(world.guild.id) == {}


async def test_only_the_chosen_role_opens_games(world: World) -> None:
    """And those who manage the channel; joining is for everybody."""
    anna, ben = world.members[:2]
    openers = world.guild.create_role("Hosts")
    host = world.guild.add_member(world.env.create_user("hana"), roles=[openers])
    await world.services.server_settings.choose(world.guild.id, "openers", [str(openers.id)])

    refused = await anna.slash(world.channel, "new", players=2)
    assert f"<@&{openers.id}>" in world.said(refused) and not world.messages(world.channel, "join")
    await host.slash(world.channel, "new", players=3, place="here")

    await ben.click(world.messages(world.channel, "join")[-1], label=named("join"))
    assert "ben" in world.text(world.messages(world.channel, "join")[-1])


async def test_who_may_not_write_opens_games_where_the_server_says_so(world: World) -> None:
    denied: Any = {
        world.guild.default_role: discord.PermissionOverwrite(send_messages=False, create_public_threads=False),
        world.guild.me: discord.PermissionOverwrite(send_messages=True, create_public_threads=True),
    }
    board = world.guild.create_text_channel("board", overwrites=denied)
    anna = world.members[0]
    assert "Send Messages" in world.said(await anna.slash(board, "new", players=2))

    await world.services.server_settings.choose(world.guild.id, "voiceless", ["yes"])
    await anna.slash(board, "new", players=2)

    assert len(board.threads) == 1 and world.messages(board, "join")


async def test_a_referee_gives_the_seat_of_somebody_to_a_computer(world: World) -> None:
    """Without the right to manage channels; nobody else does."""
    referees = world.guild.create_role("Referees")
    ref = world.guild.add_member(world.env.create_user("ria"), roles=[referees])
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    refused = await ref.slash(room, "game", action="skip", detail=on_turn[0].name)
    assert "moderator" in world.said(refused)

    await world.services.server_settings.choose(world.guild.id, "referees", [str(referees.id)])
    question = await ref.slash(room, "game", action="skip", detail=on_turn[0].name)
    await ref.click(question.response, label=named("yes-skip"))

    seats = await world.services.match_queries.seats(match_id)
    assert [seat.left for seat in seats if seat.user_id == on_turn[0].id] == ["skipped"]


async def test_a_role_that_nobody_may_ping_is_pointed_out(world: World) -> None:
    kim, seekers = keeper(world), world.guild.create_role("Players")
    own = world.guild.me.guild_permissions
    own.update(mention_everyone=False, administrator=False)
    for role in world.guild.me.roles:
        if role.permissions.mention_everyone:
            world.env.backend.edit_role(world.guild.id, role.id, {"permissions": own.value})
    panel = (await kim.slash(world.channel, "server")).response

    done = await fill(world, kim, panel, "places", seekers=seekers)

    assert f"can't ping <@&{seekers.id}>" in world.text(done.response)


async def test_games_become_threads_of_the_chosen_channel(world: World) -> None:
    """Wherever they are asked for; who says `here` plays there."""
    games, anna = world.guild.create_text_channel("games"), world.members[0]
    await world.services.server_settings.choose(world.guild.id, "room", [str(games.id)])

    await anna.slash(world.channel, "new", players=2)

    assert len(games.threads) == 1 and world.messages(games, "join") and not world.messages(world.channel, "join")
    await anna.slash(world.channel, "new", players=2, place="here")
    assert world.messages(world.channel, "join")


async def test_games_become_posts_of_the_chosen_forum_with_tags_that_follow_them(world: World) -> None:
    """Tags that people have set besides ours stay; tags that the forum lacks are not missed."""
    forum, anna, ben = world.guild.create_forum_channel("games"), *world.members[:2]
    names = ("open", "Running", "finished", "Base game", "for everyone")
    tags = [
        {"id": str(number), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
        for number, name in enumerate(names, 900)
    ]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})
    await world.services.server_settings.choose(world.guild.id, "room", [str(forum.id)])

    await anna.slash(world.channel, "new", players=2)

    (post,) = forum.threads
    assert tagged(world, post) == {"open", "Base game"}
    lobby = world.messages(post, "join")[-1]
    await ben.click(lobby, label=named("join"))
    await anna.click(lobby, label=named("start"))
    assert tagged(world, post) == {"Running", "Base game"} and world.messages(post, "place")
    match = await world.services.match_queries.in_channel(post.id)
    await world.services.resignations.cancel(match.id, anna.id, now=discord.utils.utcnow())
    await world.settle()
    await world.bot.rounds.poster._lobby_messages.refresh(match.id)
    assert tagged(world, post) == {"finished", "Base game"}


def tagged(world: World, post: Any) -> set[str]:
    """Return the names of the tags of a post."""
    guild = world.bot.get_guild(world.guild.id)
    thread = guild.get_thread(post.id) if guild is not None else None
    assert thread is not None
    return {tag.name for tag in thread.applied_tags}


async def test_a_room_that_is_closed_to_the_bot_is_said_and_nothing_is_made(world: World) -> None:
    closed: Any = {world.guild.me: discord.PermissionOverwrite(create_public_threads=False)}
    games, anna = world.guild.create_text_channel("games", overwrites=closed), world.members[0]
    await world.services.server_settings.choose(world.guild.id, "room", [str(games.id)])

    refused = await anna.slash(world.channel, "new", players=2)

    assert "Create Public Threads" in world.said(refused) and not games.history()


async def test_every_setting_is_typed_as_well_and_completes_itself(world: World) -> None:
    """By its name in any language; a slip says what fits, and changes nothing."""
    kim, judges = keeper(world), world.guild.create_role("Judges")
    world.services.puzzles.making.game_id = ""  # choosing a channel for puzzles would begin to make some
    offered = [offer["value"] for offer in await kim.autocomplete(world.channel, "server", "setting", "")]
    assert {offer for offer in offered if not offer.endswith("/")} == {"welcome", "check"}
    groups = [offer for offer in offered if offer.endswith("/")]
    within = [offer["value"] for group in groups for offer in await kim.autocomplete(world.channel, "server", "setting", group)]
    assert len(offered) < 25 and sorted(offer.partition("/")[2] for offer in within) == sorted(SETTINGS)
    assert "limits/voters" in within
    assert "voters" in [offer["value"] for offer in await kim.autocomplete(world.channel, "server", "setting", "voters")]
    assert "Who votes for the server" in world.said(await kim.slash(world.channel, "server", setting="limits/"))

    for setting, value in (("games/aids", "club"), ("schiris", "@Judges"), ("puzzles", world.channel.mention)):
        await kim.slash(world.channel, "server", setting=setting, value=value)
    chosen = {"aids": "club", "referees": [str(judges.id)], "puzzles": str(world.channel.id)}
    assert world.services.server_settings.of(world.guild.id) == chosen

    slip = await kim.slash(world.channel, "server", setting="aids", value="everything at once")
    assert "legal squares" in world.said(slip) and world.services.server_settings.of(world.guild.id) == chosen
    assert "Weekly paper" in world.said(await kim.slash(world.channel, "server", setting="wallpaper"))
    (none,) = await kim.autocomplete(world.channel, "server", "value", "non", setting="puzzles")
    await kim.slash(world.channel, "server", setting="puzzles", value=none["value"])
    assert "puzzles" not in world.services.server_settings.of(world.guild.id)


async def test_missing_permissions_stand_in_the_panel_until_a_check_finds_them(world: World) -> None:
    """In the channel for games, else here; the welcome is posted again by typing too."""
    kim, bot = keeper(world), {world.guild.me: discord.PermissionOverwrite(create_public_threads=False)}
    closed: Any = world.guild.create_text_channel("closed", overwrites=bot)
    lacking = (await kim.slash(closed, "server")).response
    checked = (await kim.click((await kim.slash(world.channel, "server")).response, label=named("check"))).response
    typed = (await kim.slash(closed, "server", setting="check")).response
    await kim.slash(world.channel, "server", setting="welcome")
    await world.settle()

    assert all("Create Public Threads" in world.text(panel) and closed.mention in world.text(panel) for panel in (lacking, typed))
    assert named("add-again") in world.buttons(lacking) and named("add-again") not in world.buttons(checked)
    assert "I have all the permissions I need" in world.text(checked)
    assert sum("Hello, I'm Bastide" in world.text(message) for message in world.channel.history()) == 1
    await kim.slash(world.channel, "server", setting="welcome", value="off")
    assert not any("Hello, I'm Bastide" in world.text(message) for message in world.channel.history())


async def test_a_panel_of_an_earlier_version_is_answered(world: World) -> None:
    """Its lists are still read, its pages lead to the present panel."""
    kim = keeper(world)
    panel = (await kim.slash(world.channel, "server")).response
    stored = world.env.backend.get_message(panel.channel_id, panel.id)
    page = {"type": 2, "style": 2, "label": "x", "custom_id": "b1:0:0:serverpage 1"}
    menu = {"type": 3, "custom_id": "b1:0:0:serverset theme", "options": [{"label": "x", "value": "dark"}]}
    stored.components = [{"type": 1, "components": [page]}, {"type": 1, "components": [menu]}]

    shown = await kim.select(panel, ["dark"], custom_id=menu["custom_id"])

    assert named("server-look") in world.buttons(shown.response)
    assert world.services.server_settings.of(world.guild.id) == {"theme": "dark"}
