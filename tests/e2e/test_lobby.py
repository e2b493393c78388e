"""Opening games: lobbies, settings, computers, threads, and who may end what."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from cogs import display_names
from service.users.preferences import RATING
from storage.rows import UserId
from tests.e2e.world import World, named, newest, verb_of
from tests.service.ratings.test_leaderboards import ended


async def test_the_form_sent_as_it_is_opens_a_game_for_two_in_a_thread(world: World) -> None:
    """Nothing needs to be chosen; next time the form begins with what was chosen before."""
    anna, ben = world.members[:2]
    form = await anna.slash(world.channel, "new")
    assert form.modal is not None and _default(form, "preset") == "classic" and _default(form, "place") == "thread"
    opened = await world.fill(anna, form)

    lobby = world.messages(world.channel, "join")[-1]
    assert [verb_of(button) for button in world.buttons(lobby).values()] == ["join", "settings", "start"]
    assert "1 of 2 seats" in world.text(lobby) and len(world.text(lobby).split()) <= 30
    assert len(world.channel.threads) == 1
    assert opened.ephemeral and named("rules") in world.buttons(opened.response)

    form = await ben.slash(world.channel, "new")
    assert _default(form, "preset") == "last"
    await world.fill(ben, form, preset="cardcassonne", pace="evening", seats="6", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    assert "1 of 5 seats" in world.text(lobby) and "evening" in world.text(lobby), "the seats follow the choice"
    form = await ben.slash(world.channel, "new")
    assert (_default(form, "preset"), _default(form, "pace")) == ("last", "evening")
    await world.fill(ben, form)
    again = world.messages(world.channel, "join")[-1]
    assert "Cardcassonne** · 1 of 5 seats" in world.text(again) and "evening" in world.text(again)


@pytest.mark.parametrize(("renamed", "called"), [("", "Cardcassonne: anna and ben · #1"), ("Friday evening", "Friday evening")])
async def test_a_thread_is_called_after_what_is_played_unless_people_have_named_it(world: World, renamed: str, called: str) -> None:
    """Once, as the game begins: Discord lets a thread be renamed twice in ten minutes."""
    anna, ben = world.members[:2]
    await world.fill(anna, await anna.slash(world.channel, "new"))
    (room,) = world.channel.threads
    assert room.name == "Base game with anna"
    if renamed:
        await world.bot.get_channel(room.id).edit(name=renamed)
    await ben.slash(room, "game", action="join")
    await anna.slash(room, "game", action="preset", detail="cardcassonne")
    waiting = world.channel.threads[0].name

    await anna.slash(room, "game", action="start")

    assert waiting == (renamed or "Base game with anna")
    assert world.channel.threads[0].name == called


async def test_people_are_invited_with_the_form_but_not_by_those_they_have_blocked(world: World) -> None:
    """They're pinged where the game is, and join there; into a private thread they're let in."""
    anna, ben, chi = world.members[:3]
    await world.services.user_settings.block(UserId(chi.id), UserId(anna.id))

    await world.fill(anna, await anna.slash(world.channel, "new"), invite=[ben, chi], place="private")

    room = world.channel.threads[0]
    invitation = world.messages(room, "join")[-1]
    assert ben.mention in world.text(invitation) and chi.mention not in world.text(invitation)
    joined = await ben.click(invitation, label=named("join"))
    assert "You have joined" in world.said(joined)
    again = await ben.click(invitation, label=named("join"))
    left = await ben.click(newest(again), label=named("leave"))
    assert "leaves" in world.text(left.response)


async def test_a_form_that_may_not_be_sent_any_more_opens_nothing(world: World) -> None:
    """The role that opens games was chosen while the form stood open."""
    anna = world.members[0]
    form = await anna.slash(world.channel, "new")
    role = world.guild.create_role("Hosts")
    await world.services.server_settings.choose(world.guild.id, "openers", [str(role.id)])

    refused = await world.fill(anna, form)

    assert "Hosts" in world.text(refused.response) or str(role.id) in world.text(refused.response)
    assert not world.messages(world.channel, "join")
    assert (await anna.slash(world.channel, "new")).modal is None, "and no form is shown for nothing"


@pytest.fixture
def _all_servers_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Include all servers in the overall rating."""
    monkeypatch.setenv("BASTIDE_RATED_SERVERS", "all")


@pytest.mark.usefixtures("_all_servers_count")
async def test_a_profile_tells_where_points_come_from_and_one_rating_over_all_servers(world: World) -> None:
    guild_id, services = world.channel.guild.id, world.services
    anna, ben = world.members[:2]
    both = (UserId(anna.id), UserId(ben.id))
    sources = [{"city": 30, "road": 10}, {"meadow": 30}]
    await ended(services, both, (40, 30), guild_id=guild_id, game="carcassonne", sources=sources)
    await ended(services, both, (40, 30), guild_id=guild_id + 1, game="carcassonne", sources=sources)
    await services.user_settings.prefer(both[0], RATING, "overall")

    shown = world.text((await ben.slash(world.channel, "profile", member=anna)).response)

    assert "Points in Carcassonne: cities 75% · roads 25%" in shown
    assert "Carcassonne, two players: provisional (1 rated game" in shown
    assert "All servers, Carcassonne, two players: provisional (2 rated games" in shown


async def test_the_menus_on_a_member_challenge_them_and_show_their_profile(world: World) -> None:
    anna, ben = world.members[:2]
    form = await anna.context_menu(world.channel, "Challenge", ben)
    assert "ben" in form.modal["title"]
    profile = await anna.context_menu(world.channel, "Profile", ben)
    assert "ben" in world.text(profile.response)
    blocked = await anna.click(profile.response, label=named("block"))
    assert ben.mention in world.said(blocked)
    again = (await anna.context_menu(world.channel, "Profile", ben)).response
    assert named("block") not in world.buttons(again), "there is nothing left to do"


async def test_help_begins_with_what_can_be_done_here_and_now(world: World) -> None:
    """Nothing yet: a first game, a new one. In a lobby: joining. When a game waits: the move."""
    anna, ben = world.members[:2]
    steps = (await anna.slash(world.channel, "help")).response
    assert _steps(world, steps)[:2] == ["practice", "new"]
    moved = (await anna.slash(world.channel, "help", topic="/vacation start")).response
    offered = await anna.autocomplete(world.channel, "help", "topic", "vaca")
    assert "`/vacation` is called `/away` now" in world.text(moved) and _steps(world, moved)[:2] == ["practice", "new"]
    assert [choice["value"] for choice in offered][-1] == "vacation"
    assert (await anna.click(steps, label=named("open-game"))).modal is not None

    await anna.slash(world.channel, "new", place="here", players=2)
    steps = (await ben.slash(world.channel, "help")).response
    await ben.click(steps, label=named("join"))
    lobby = world.messages(world.channel, "join") or world.messages(world.channel, "start")
    await anna.click(lobby[-1], label=named("start"))
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    steps = (await on_turn[0].slash(world.channel, "help")).response
    assert _steps(world, steps)[:3] == ["place", "more", "practice"]


async def test_on_a_map_asks_for_the_map_with_its_picture(world: World) -> None:
    """The lobby stands on the first one meanwhile."""
    anna = world.members[0]
    opened = await world.fill(anna, await anna.slash(world.channel, "new"), preset="map")
    assert "Map of" in world.alts(opened.response)[0]
    menu = next(select for select in world.selects(opened.response) if select["custom_id"].endswith(" map"))

    await anna.select(opened.response, ["tutorial"], custom_id=menu["custom_id"])

    assert "Tutorial" in world.text(world.messages(world.channel, "join")[-1])


async def test_seats_follow_what_is_chosen_or_say_who_would_have_to_leave(world: World) -> None:
    """Winter has five seats: of six people at the table the last is named."""
    anna, *others = world.members
    await anna.slash(world.channel, "new", place="here", players=6)
    lobby = world.messages(world.channel, "join")[-1]
    page = await _page(world, anna, lobby, "game")
    changed = (await anna.select(page, ["winter"], custom_id=_menu(world, page, "setgame"))).response
    assert "1 of 5 seats" in world.text(lobby) and "5 seats" in world.text(changed)
    page = (await anna.select(changed, ["cardcassonne"], custom_id=_menu(world, changed, "setgame"))).response
    assert "Cardcassonne" in world.text(lobby), "the game itself can be changed"
    page = (await anna.select(page, ["big-box"], custom_id=_menu(world, page, "setgame"))).response
    seats = await _page(world, anna, lobby, "seats")
    await anna.select(seats, ["6"], custom_id=_menu(world, seats, "seats"))
    for member in others:
        await member.click(lobby, label=named("join"))

    refused = await anna.select(page, ["winter"], custom_id=_menu(world, page, "setgame"))

    text = world.said(refused)
    assert others[-1].mention in text and others[0].mention not in text
    assert "6 of 6 seats" in world.text(lobby)


async def test_refused_rules_are_said_in_the_words_of_the_game(world: World) -> None:
    """Typed with the command or pressed on a page: never the keys alone."""
    host = world.members[0]
    typed = await host.slash(world.channel, "new", rules="dragon_steps=4")
    other = await host.slash(world.channel, "new", preset="cardcassonne", rules="initial_jokers=mine")
    unknown = await host.slash(world.channel, "new", preset="chess")

    assert "Choose The Princess" in world.text(typed.response)
    assert "Jokers at the start (`initial_jokers`) can be: the dealer chooses (`ask`)" in world.text(other.response)
    assert "Big Box night" in world.text(unknown.response)

    await host.slash(world.channel, "new", rules="tiles=twelve")
    page = await _page(world, host, world.messages(world.channel, "join")[-1], "game")
    pressed = await host.select(page, ["inns"], custom_id=_menu(world, page, "expansions"))
    assert "twelve, for a first game (`tiles=twelve`) and Inns & Cathedrals" in world.said(pressed)


async def test_settings_change_the_lobby_at_once(world: World) -> None:
    """A list on a private page shows in the public message; only the host may."""
    opened = await world.members[0].slash(world.channel, "new", place="here", players=4)
    lobby = world.messages(world.channel, "join")[-1]
    page = await _page(world, world.members[0], lobby, "rules")

    await world.members[0].select(page, ["off"], custom_id=_menu(world, page, "farmers"))
    foreign = (await world.members[1].click(lobby, label=named("settings"))).response

    assert "Farmers: off" in world.text(lobby)
    assert "Only the host" in world.text(foreign) and "Farmers: off" in world.text(foreign) and not world.selects(foreign)
    assert world.text(opened.response)


async def test_terms_stand_on_the_lobby_are_chosen_on_their_page_and_kept(world: World) -> None:
    """By command and by select; what makes no sense is refused with a sentence and opens nothing."""
    host = world.members[0]
    refused = await host.slash(world.channel, "new", place="here", pace="bank=3d cap=1d")
    assert "The cap can't be below the bank" in world.text(refused.response)
    await host.slash(world.channel, "new", place="here", pace="evening", terms="club, take-back 20 s")
    lobby = world.messages(world.channel, "join")[-1]
    aids = "legal squares, points scored now and the bag, but no odds"
    text = f"evening: 1 hour + 1 minute per turn; aids: {aids}"
    assert f"{text}; undo: 20 seconds" in world.text(lobby)

    page = await _page(world, host, lobby, "time")
    assert "Up to 1 hour and 36 minutes each (about 36 turns, 2 minutes and 40 seconds per turn" in world.text(page)
    await host.select(page, ["vacate"], custom_id=_menu(world, page, "timeout"))

    assert "if time runs out, a computer takes the seat" in world.text(lobby)
    info = await host.slash(world.channel, "game", action="info")
    assert "Time: evening: 1 hour + 1 minute per turn" in world.text(info.response)


async def test_a_person_plays_alone_against_computers(world: World) -> None:
    """Added by button; their moves are told in the next turn message."""
    await world.prefer_at_once()
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    for level in ("citizen", "apprentice"):
        levels = await _page(world, world.members[0], lobby, "add-computer")
        home = (await world.members[0].select(levels, [level])).response
        assert named("remove-computer") in world.buttons(home)
        assert "no clock" in world.text(home) and "no clock" in world.text(lobby)
    await world.members[0].click(lobby, label=named("start"))
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    await member.slash(world.channel, "place", spot=texts[0].split()[0], rotation=texts[0].split()[1], meeple=texts[1])

    newest = world.messages(world.channel, "place")[-1]
    assert member.mention in world.text(newest)
    assert "Computer" in world.text(newest)


async def test_a_grandmaster_plays_and_it_is_told_how_long_it_thought(world: World) -> None:
    """Beside the version of the estimates, in each language; after a restart nobody knows it any more, and nothing is told."""
    await world.prefer_at_once()
    await world.members[0].slash(world.channel, "new", place="here", rules="tiles=twelve")
    lobby = world.messages(world.channel, "join")[-1]
    levels = await _page(world, world.members[0], lobby, "add-computer")
    await world.members[0].select(levels, ["grandmaster"])
    await world.members[0].click(lobby, label=named("start"))
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    await world.services.computers.settled()  # it may begin
    for _ in range(2):
        await world.move(match_id)
        await world.services.computers.settled()
    await world.settle()

    anna, told = world.members[0], []
    for language in ("en", "de", "nl"):
        await world.services.user_settings.choose(UserId(anna.id), locale=language)
        told.append(world.text((await anna.slash(world.channel, "game", action="info")).response).replace("\\", ""))
    await world.services.user_settings.choose(UserId(anna.id), locale="en")
    await world.restart()
    since = world.text((await anna.slash(world.channel, "game", action="info")).response)

    assert re.search(r"^Processor time for the last move: Computer \(grandmaster\) [.\d]+ s$", told[0], re.M), told[0]
    assert re.search(r"^Prozessorzeit für den letzten Zug: Computer \(.*\) [,\d]+ s$", told[1], re.M), told[1]
    assert re.search(r"^Processortijd voor de laatste zet: Computer \(.*\) [,\d]+ s$", told[2], re.M), told[2]
    assert "The computers use estimates" in since and "Processor time" not in since


async def test_a_lobby_closes_after_seven_days(world: World) -> None:
    """And says so; afterwards the channel is free again."""
    await world.members[0].slash(world.channel, "new", place="here")

    for _ in range(8):  # a day at a time: each of the hourly rounds takes real time, and each call has a limit of its own
        await world.env.advance_time(24 * 60 * 60)

    assert any("within 7 days" in world.text(message) for message in world.channel.history())
    again = await world.members[1].slash(world.channel, "new", place="here")
    assert "is open in" in world.text(again.response)


async def test_only_the_host_or_a_moderator_cancels(world: World) -> None:
    """Asked once more when a game runs."""
    _, room = await world.start(2, place="here")
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])
    other = world.members[1]

    refused = await other.slash(room, "game", action="cancel")
    question = await moderator.slash(room, "game", action="cancel")
    await moderator.click(question.response, label=named("yes-cancel"))

    assert "Only the host" in world.text(refused.response)
    assert any("has cancelled the game" in world.text(message) for message in room.history())


async def test_computers_of_one_level_are_told_apart(world: World) -> None:
    """By their number among them; one that is alone of its level has none."""
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    for level in ("apprentice", "citizen", "apprentice"):
        levels = await _page(world, world.members[0], lobby, "add-computer")
        await world.members[0].select(levels, [level])

    text = world.text(world.messages(world.channel, "join")[-1]).replace("\\", "")
    assert "Computer (apprentice) 1, Computer (citizen), Computer (apprentice) 2" in text


async def test_a_resigned_seat_is_played_by_a_computer(world: World) -> None:
    """It is asked once more, told to everybody, and the game goes on."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn

    question = await member.slash(room, "game", action="resign")
    await member.click(question.response, label=named("yes-resign"))

    assert any("resigns" in world.text(message) for message in room.history())
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != member.id


async def test_a_moderator_lets_the_computer_play_for_somebody(world: World) -> None:
    """Nobody else may."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member, _ = on_turn
    role = world.guild.create_role("Mods", permissions=discord.Permissions(manage_channels=True))
    moderator = world.guild.add_member(world.env.create_user("mod"), roles=[role])

    refused = await world.members[4].slash(room, "game", action="skip", detail=member.name)
    question = await moderator.slash(room, "game", action="skip", detail=member.name)
    done = await moderator.click(question.response, label=named("yes-skip"))

    assert "Only a moderator" in world.text(refused.response)
    assert "computer" in world.text(done.response)
    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != member.id


async def test_a_turn_message_is_one_request_to_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether somebody is there is not asked before, however long they did nothing."""
    match_id, room = await world.start(2)
    monkeypatch.setattr(display_names, "SEEN_FOR", timedelta())
    turn = await world.line(match_id)
    assert turn is not None
    asked: list[int] = []
    monkeypatch.setattr(discord.Guild, "fetch_member", lambda _guild, user_id: asked.append(user_id))

    await turn[0].send(room, " ".join(turn[1]), reply_to=world.messages(room, "place")[-1])

    waiting = await world.waited_for(match_id)
    assert waiting is not None and waiting[0].id != turn[0].id, "the next turn message went out"
    assert asked == []


async def test_without_threads_the_game_is_played_in_the_channel(world: World) -> None:
    """The host is told why."""
    assert world.bot.user is not None
    channel = world.guild.create_text_channel(
        "plain", overwrites={world.bot.user: discord.PermissionOverwrite(create_public_threads=False)}
    )

    opened = await world.members[0].slash(channel, "new", place="thread")

    assert "can't create threads" in world.text(opened.response)
    assert not channel.threads
    assert (await world.services.match_queries.in_channel(channel.id)).status == "lobby"


async def test_a_channel_in_which_the_bot_may_not_write_is_refused(world: World) -> None:
    """With the names of the permissions, and nothing is opened."""
    assert world.bot.user is not None
    channel = world.guild.create_text_channel(
        "mute", overwrites={world.bot.user: discord.PermissionOverwrite(send_messages=False, attach_files=False)}
    )

    refused = await world.members[0].slash(channel, "new", place="here")

    assert "Send Messages" in world.text(refused.response) and "Attach Files" in world.text(refused.response)
    assert await world.services.match_queries.guild_matches(world.guild.id) == ()


async def test_the_lobby_says_things_once_and_shows_its_seats(world: World) -> None:
    """A picture of the seats with the names in its alt text; at a full table nothing is advised that cannot be done."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", place="here", players=2)
    lobby = world.messages(world.channel, "join")[-1]
    assert "1 of 2 seats" in world.text(lobby) and "anna (host)" in world.text(lobby)
    assert world.text(lobby).count("anna") == 1
    assert "(1 free)" in world.alts(lobby)[0] and "Joined: anna" in world.alts(lobby)[0]

    await ben.click(lobby, label=named("join"))
    assert list(world.buttons(lobby)) == [named("settings"), named("start")]
    late = await chi.slash(world.channel, "game", action="join")
    assert "The host can offer more under **Settings**" in world.text(late.response)
    await world.close_lobby(anna, world.channel)
    await anna.slash(world.channel, "new", place="here", preset="cardcassonne", players=5)
    lobby = world.messages(world.channel, "join")[-1]
    for member in world.members[1:5]:
        await member.click(lobby, label=named("join"))
    full = await world.members[5].slash(world.channel, "game", action="join")
    assert "Open another game with /new" in world.text(full.response)


async def test_house_rules_have_a_page_for_each_expansion_and_others_read_them(world: World) -> None:
    """The settings say that nothing needs changing; /game info says all of it at any time, and whose turn it is."""
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "new", place="here", expansions="inns,traders,dragon,tower")
    lobby = world.messages(world.channel, "join")[-1]
    rules = await _page(world, anna, lobby, "rules")
    assert "The Princess & the Dragon" in world.buttons(rules) and "farmers" in world.selects(rules)[0]["custom_id"]
    dragon = (await anna.click(rules, label="The Princess & the Dragon")).response
    await anna.select(dragon, ["5"], custom_id=_menu(world, dragon, "dragon_steps"))
    assert "Dragon steps: 5" in world.text(lobby)
    home = (await anna.click(dragon, label=named("back"))).response
    assert "You don't have to change anything" in world.text(home)

    await ben.click(lobby, label=named("join"))
    read = (await ben.click(lobby, label=named("settings"))).response
    assert not world.selects(read) and list(world.buttons(read)) == [named("word"), named("leave")]
    assert "Only the host" in world.text(read) and "Farmers: on" in world.text(read)
    question = (await anna.click(home, label=named("cancel"))).response
    home = (await anna.click(question, label=named("back"))).response
    await anna.click(lobby, label=named("start"))
    info = await ben.slash(world.channel, "game", action="info")
    assert "Farmers: on" in world.text(info.response) and "turn 1 of" in world.text(info.response)
    assert "Waiting for" in world.text(info.response)


async def test_how_to_read_the_board_shows_every_symbol_by_its_name(world: World) -> None:
    """From the button and by /help."""
    _, room = await world.start(2, place="here")
    more = (await world.members[0].click(world.messages(room, "place")[-1], label=named("more"))).response
    pressed = await world.look(world.members[0], more, named("legend"))
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


async def _page(world: World, member: simcord.MemberActor, lobby: Any, key: str) -> Any:
    """Return a page of a lobby's settings, by the key of its button."""
    home = (await member.click(lobby, label=named("settings"))).response
    return (await member.click(home, label=named(key))).response


def _menu(world: World, page: Any, ending: str) -> str:
    """Return the id of the list for an option, or of a verb."""
    ids = [menu["custom_id"] for menu in world.selects(page)]
    return next(button_id for button_id in ids if button_id.endswith((f" {ending}", f":{ending}")))


def _default(form: Any, key: str) -> str:
    """Return the preset choice in a field of a shown form."""
    fields = [part["component"] for part in form.modal["components"]]
    options = next(field["options"] for field in fields if field["custom_id"] == key)
    return next(option["value"] for option in options if option.get("default"))


def _steps(world: World, shown: Any) -> list[str]:
    """Return the verbs of a message's buttons, links left out."""
    return [verb_of(button) for button in world.buttons(shown).values() if button]
