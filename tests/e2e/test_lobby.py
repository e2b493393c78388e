"""Opening games: lobbies, settings, computers, threads, and who may end what."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from cogs import people
from tests.e2e.world import World, named


async def test_a_lobby_opens_in_a_thread_with_its_message_in_the_channel(world: World) -> None:
    """The host gets the settings, everybody gets the buttons."""
    opened = await world.members[0].slash(world.channel, "new")

    lobby = world.messages(world.channel, "join")[-1]
    assert list(world.buttons(lobby)) == ["Join", "Leave", "Settings", "Add computer", "Start", "Add a word"]
    assert len(world.channel.threads) == 1
    assert opened.ephemeral
    assert len(world.selects(opened.response)) > 3


async def test_refused_rules_are_said_in_the_words_of_the_game(world: World) -> None:
    """Typed with the command or pressed in the form: never the keys alone."""
    host = world.members[0]
    typed = await host.slash(world.channel, "new", rules="dragon_steps=4")
    other = await host.slash(world.channel, "new", game="cardcassonne", rules="initial_jokers=mine")

    assert "Choose this first: The Princess" in world.text(typed.response)
    assert "Jokers at the start (`initial_jokers`) can be: the dealer is asked (`ask`)" in world.text(other.response)

    form = (await host.slash(world.channel, "new", rules="tiles=twelve")).response
    assert form is not None
    lobby = world.messages(world.channel, "join")[-1]
    settings = (await host.click(lobby, label=named("settings"))).response
    menu = next(menu for menu in world.selects(settings) if menu["custom_id"].endswith("expansions"))
    pressed = await host.select(settings, ["inns"], custom_id=menu["custom_id"])
    assert "twelve, for a first game (`tiles=twelve`) and Inns & Cathedrals" in world.text(pressed.followups[-1])


async def test_settings_change_the_lobby_at_once(world: World) -> None:
    """A select in the private form shows in the public message; only the host may."""
    opened = await world.members[0].slash(world.channel, "new", here=True, players=4)
    lobby = world.messages(world.channel, "join")[-1]
    form = (await world.members[0].click(lobby, label=named("settings"))).response
    farmers = next(s for s in world.selects(form) if s["custom_id"].endswith("farmers"))

    await world.members[0].select(form, ["off"], custom_id=farmers["custom_id"])
    foreign = (await world.members[1].click(lobby, label=named("settings"))).response

    assert "off" in world.text(lobby)
    assert "Only the host" in world.text(foreign) and "Farmers: off" in world.text(foreign) and not world.selects(foreign)
    assert world.text(opened.response)


async def test_terms_stand_on_the_lobby_are_chosen_on_their_page_and_kept(world: World) -> None:
    """By command and by select; what makes no sense is refused with a sentence and opens nothing."""
    host = world.members[0]
    refused = await host.slash(world.channel, "new", here=True, pace="bank=3d cap=1d")
    assert "The cap cannot be below the bank" in world.text(refused.response)
    await host.slash(world.channel, "new", here=True, pace="evening", terms="club, take-back 20 s")
    lobby = world.messages(world.channel, "join")[-1]
    aids = "legal squares, points scored at once and the bag, but no odds"
    said = f"evening: 1 h + 1 min a turn; if time runs out, a computer plays the turn; aids: {aids}"
    assert f"{said}; undo: 20 s" in world.text(lobby)
    assert "At most 1 h 36 min of time for each player, for about 36 turns; 2 min 40 s a turn" in world.text(lobby)

    form = (await host.click(lobby, label=named("settings"))).response
    page = (await host.click(form, label=named("terms"))).response
    timeout = next(s for s in world.selects(page) if s["custom_id"].endswith("timeout"))
    await host.select(page, ["vacate"], custom_id=timeout["custom_id"])

    assert "if time runs out, a computer takes the seat" in world.text(lobby)
    info = await host.slash(world.channel, "game info")
    assert "Time: evening: 1 h + 1 min a turn" in world.text(info.response)


async def test_a_person_plays_alone_against_computers(world: World) -> None:
    """Added by button; their moves are told in the next turn message."""
    await world.prefer_at_once()
    await world.members[0].slash(world.channel, "new", here=True)
    lobby = world.messages(world.channel, "join")[-1]
    for level in ("citizen", "apprentice"):
        levels = (await world.members[0].click(lobby, label=named("add-computer"))).response
        await world.members[0].select(levels, [level])
    await world.members[0].click(lobby, label=named("start"))
    match_id = (await world.services.looking.in_channel(world.channel.id)).id
    turn = await world.line(match_id)
    assert turn is not None
    member, said = turn
    await member.slash(world.channel, "place", spot=said[0].split()[0], facing=said[0].split()[1], meeple=said[1])

    newest = world.messages(world.channel, "place")[-1]
    assert member.mention in world.text(newest)
    assert "Computer" in world.text(newest)
    assert "Since your last turn" in world.text(newest)


async def test_a_lobby_closes_after_seven_days(world: World) -> None:
    """And says so; afterwards the channel is free again."""
    await world.members[0].slash(world.channel, "new", here=True)

    for _ in range(8):  # a day at a time: each of the hourly rounds takes real time, and each call has a limit of its own
        await world.env.advance_time(24 * 60 * 60)

    assert any("within 7 days" in world.text(message) for message in world.channel.history())
    again = await world.members[1].slash(world.channel, "new", here=True)
    assert "is open in" in world.text(again.response)


async def test_only_the_host_or_a_moderator_cancels(world: World) -> None:
    """Asked once more when a game runs."""
    _, room = await world.start(2, here=True)
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    other = world.members[1]

    refused = await other.slash(room, "game cancel")
    question = await moderator.slash(room, "game cancel")
    await moderator.click(question.response, label=named("yes-cancel"))

    assert "Only the host" in world.text(refused.response)
    assert any("has cancelled the game" in world.text(message) for message in room.history())


async def test_a_resigned_seat_is_played_by_a_computer(world: World) -> None:
    """It is asked once more, told to everybody, and the game goes on."""
    match_id, room = await world.start(2)
    asked = await world.waited_for(match_id)
    assert asked is not None
    member, _ = asked

    question = await member.slash(room, "game resign")
    await member.click(question.response, label=named("yes-resign"))

    assert any("resigns" in world.text(message) for message in room.history())
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != member.id


async def test_a_moderator_lets_the_computer_play_for_somebody(world: World) -> None:
    """Nobody else may."""
    match_id, room = await world.start(2)
    asked = await world.waited_for(match_id)
    assert asked is not None
    member, _ = asked
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])

    refused = await world.members[4].slash(room, "game skip", player=member)
    done = await moderator.slash(room, "game skip", player=member)

    assert "Only a moderator" in world.text(refused.response)
    assert "computer" in world.text(done.response)
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != member.id


async def test_a_turn_message_to_somebody_who_did_something_lately_asks_discord_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    asked: list[int] = []
    monkeypatch.setattr(discord.Guild, "fetch_member", lambda _guild, user_id: asked.append(user_id))

    await turn[0].send(room, " ".join(turn[1]), reply_to=world.messages(room, "place")[-1])

    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != turn[0].id, "the next turn message went out"
    assert asked == []


async def test_a_player_who_left_the_server_is_played_by_a_computer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Noticed at the latest when the next turn message would go out to somebody who did nothing lately; no privileged intent is
    needed.
    """
    match_id, room = await world.start(2)
    monkeypatch.setattr(people, "SEEN_FOR", timedelta())
    turn = await world.line(match_id)
    assert turn is not None
    member, said = turn
    gone = next(m for m in world.members[:2] if m.id != member.id)
    world.guild.remove_member(gone)

    await member.send(room, " ".join(said), reply_to=world.messages(room, "place")[-1])

    assert any("has left the server" in world.text(message) for message in room.history())
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id == member.id


async def test_without_threads_the_game_is_played_in_the_channel(world: World) -> None:
    """The host is told why."""
    assert world.bot.user is not None
    channel = world.guild.create_text_channel(
        "plain", overwrites={world.bot.user: discord.PermissionOverwrite(create_public_threads=False)}
    )

    opened = await world.members[0].slash(channel, "new")

    assert "cannot create threads" in world.text(opened.response)
    assert not channel.threads
    assert (await world.services.looking.in_channel(channel.id)).status == "lobby"


async def test_a_channel_in_which_the_bot_may_not_write_is_refused(world: World) -> None:
    """With the names of the permissions, and nothing is opened."""
    assert world.bot.user is not None
    channel = world.guild.create_text_channel(
        "mute", overwrites={world.bot.user: discord.PermissionOverwrite(send_messages=False, attach_files=False)}
    )

    refused = await world.members[0].slash(channel, "new", here=True)

    assert "Send Messages" in world.text(refused.response) and "Attach Files" in world.text(refused.response)
    assert await world.services.looking.guild_matches(world.guild.id) == ()


async def test_the_lobby_says_things_once_and_shows_its_seats(world: World) -> None:
    """A picture of the seats with the names in its alt text; at a full table nothing is advised that cannot be done."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", here=True, players=2)
    lobby = world.messages(world.channel, "join")[-1]
    assert "Seats: anna (host) · 1 free" in world.text(lobby)
    assert world.text(lobby).count("anna") == 1
    assert "1 of them free" in world.alts(lobby)[0] and "Joined: anna" in world.alts(lobby)[0]

    await ben.click(lobby, label=named("join"))
    assert list(world.buttons(lobby)) == ["Leave", "Settings", "Start", "Add a word"]
    assert "All seats are taken: the host can start." in world.text(lobby)
    late = await chi.slash(world.channel, "game join")
    assert "The host can offer more under Settings" in world.text(late.response)
    await anna.slash(world.channel, "game cancel")
    await anna.slash(world.channel, "new", here=True, game="cardcassonne", players=5)
    lobby = world.messages(world.channel, "join")[-1]
    for member in world.members[1:5]:
        await member.click(lobby, label=named("join"))
    full = await world.members[5].slash(world.channel, "game join")
    assert "as many as this game has" in world.text(full.response)


async def test_only_the_host_gets_the_form_and_it_is_put_away(world: World) -> None:
    """Pages have numbers; others read what is chosen; /game info says all of it at any time, and whose turn it is."""
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "new", here=True, expansions="inns,traders,dragon,tower")
    lobby = world.messages(world.channel, "join")[-1]
    form = (await anna.click(lobby, label=named("settings"))).response
    assert "Page 1 of" in world.text(form)
    second = (await anna.click(form, label=named("next"))).response
    assert "Page 2 of" in world.text(second)
    done = (await anna.click(second, label=named("done"))).response
    assert not world.buttons(done)
    assert "Dragon steps: 6" in world.text(done)

    read = (await ben.click(lobby, label=named("settings"))).response
    assert not world.selects(read) and not world.buttons(read)
    assert "Only the host" in world.text(read) and "Farmers: on" in world.text(read)
    await ben.click(lobby, label=named("join"))
    await anna.click(lobby, label=named("start"))
    info = await ben.slash(world.channel, "game info")
    assert "Farmers: on" in world.text(info.response) and "turn 1 of" in world.text(info.response)
    assert "Waiting for" in world.text(info.response)


async def test_how_to_read_the_board_shows_every_symbol_by_its_name(world: World) -> None:
    """From the button and by /help."""
    _, room = await world.start(2, here=True)
    more = (await world.members[0].click(world.messages(room, "place")[-1], label=named("more"))).response
    pressed = (await world.members[0].click(more, label=named("legend"))).response
    asked = (await world.members[0].slash(room, "help", topic="board")).response
    for page in (pressed, asked):
        assert "1 knight · 2 highwayman · 3 monk · 4 farmer · 5 shield" in world.text(page)
        assert "8 an empty square" in world.alts(page)[0] and "fairy" not in world.alts(page)[0], "of this game alone"
        assert "Columns have letters" in world.text(page)
    elsewhere = (await world.members[0].slash(world.guild.create_text_channel("else"), "help", topic="board")).response
    assert " tower · " in world.alts(elsewhere)[0]


async def test_help_speaks_of_the_game_that_is_played_here(world: World) -> None:
    """By command, by its list and by the button; elsewhere it speaks of all games."""
    _, room = await world.start(2, map="tutorial")
    member = world.members[0]

    here = (await member.slash(room, "help", topic="typing")).response
    elsewhere = (await member.slash(world.channel, "help", topic="typing")).response
    topics = {line["value"] for line in world.selects(here)[0]["options"]}
    assert "B2 90 knight" in world.text(here) and "N12 90 knight" in world.text(elsewhere)
    assert "maps" in topics and "expansions" not in topics
    (menu,) = world.selects(here)

    board = (await member.select(here, ["board"], custom_id=menu["custom_id"])).response

    assert "from 1 in the north" in world.text(board)
    assert not any("expansions" in choice["value"] for choice in await member.autocomplete(room, "help", "topic", ""))
