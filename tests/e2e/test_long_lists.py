"""Lists with more entries than one select or one message holds: every entry is reached, a page at a time or by typing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from ai.game_analysis import AnalysedDecision
from cogs import match_context
from cogs.messages.component_ids import Press
from cogs.messages.history import analysis
from cogs.messages.lobby import lobby_settings
from cogs.messages.lobby.game_lists import ON_PAGE
from cogs.messages.message_parts import COMPONENTS, OPTIONS, Button, Message, Select, SelectEntry, line_list
from cogs.messages.panels import page_of
from games.core.game import Seat
from games.core.uploads import OPTION
from service.history.analyses import AnalysedTurn, MoveComparison
from service.lobby import maps
from service.records import MatchLocation
from service.tournaments.tournament_settings import preset_settings
from storage.rows import MatchId, SeekRow, UserId
from tests.e2e.world import World, named
from text.translator import translator_for

MANY = 30


async def walked(world: World, member: Any, message: Any, placeholder: str = "") -> tuple[list[str], list[str]]:
    """Return all that a list says, and all values of its select, page after page."""
    told, values = [world.text(message)], _values(world, message, placeholder)
    while named("next") in world.buttons(message):
        message = (await member.click(message, label=named("next"))).response
        assert len(world.parts(message)) <= COMPONENTS
        told.append(world.text(message))
        values += _values(world, message, placeholder)
    assert named("previous") in world.buttons(message)
    return told, values


def _values(world: World, message: Any, placeholder: str) -> list[str]:
    menus = [menu for menu in world.selects(message) if placeholder in (menu.get("placeholder") or "")]
    return [line["value"] for menu in menus for line in menu["options"]]


async def opened(world: World, channel: Any, host: int) -> Any:
    """Open a lobby in a channel of its own."""
    lobby = await world.services.lobbies.open(
        MatchLocation(world.guild.id, channel.id), UserId(host), "carcassonne", {}, now=discord.utils.utcnow()
    )
    return lobby.match


async def test_the_games_of_a_server_are_walked_page_by_page(world: World) -> None:
    """Each stands on one page; the option completes to those whose line has what was typed, and takes the number of any."""
    anna = world.members[0]
    rooms = [world.guild.create_text_channel(f"room-{number}") for number in range(MANY)]
    matches = [await opened(world, room, 1000 + number) for number, room in enumerate(rooms)]

    listed = (await anna.slash(world.channel, "game")).response
    told, values = await walked(world, anna, listed)
    offered = await anna.autocomplete(world.channel, "game", "game", f"Game {matches[0].id} ·")
    first = (await anna.slash(world.channel, "game", game=str(matches[0].id))).response

    assert len(told) == -(-MANY // ON_PAGE)
    assert sorted(values) == sorted(str(match.id) for match in matches)
    assert all(f"<#{room.id}>" in "".join(told) for room in rooms)
    assert [choice["value"] for choice in offered] == [str(matches[0].id)]
    assert f"<#{rooms[0].id}>" in world.text(first)


async def test_lobbies_beside_a_channel_without_a_button_are_named_by_typing(world: World) -> None:
    """Ten have a button; the others are said to be there, and the option opens them. Of many, the host's own is found."""
    anna = world.members[0]
    rooms = [world.guild.create_text_channel(f"room-{number}") for number in range(MANY)]
    matches = []
    for number, room in enumerate(rooms):
        match = await opened(world, room, 1000 + number if number else anna.id)
        await world.services.outbox.posted(
            match.id, "lobby", 10**6 + number, channel_id=world.channel.id, now=discord.utils.utcnow()
        )
        matches.append(match)

    which = (await anna.slash(world.channel, "game", action="info")).response
    cancelled = (await anna.slash(world.channel, "game", action="cancel")).response
    response_message = (await anna.slash(world.channel, "game", action="info", game=str(matches[1].id))).response

    assert len(world.buttons(which)) == 10 and "There are more" in world.text(which)
    assert named("yes-close") in world.buttons(cancelled), "the oldest of all is theirs"
    assert "There are more" not in world.text(response_message)


async def test_the_tournaments_of_a_server_are_walked_page_by_page(world: World) -> None:
    """Those under way, however many have ended since, and those that are over."""
    anna, events, now = world.members[0], world.services.tournaments, discord.utils.utcnow()
    place = MatchLocation(world.guild.id, world.channel.id)
    ids = []
    for number in range(MANY):
        state = await events.creation.open(
            place, UserId(anna.id), f"Cup {number}", preset_settings("slow-swiss", "carcassonne"), now=now
        )
        ids.append(state.row.id)
        if number > 2:
            await events.registration.cancel(state.row.id, UserId(anna.id), now=now)

    listed = (await anna.slash(world.channel, "tournament", action="list")).response
    told, values = await walked(world, anna, listed)

    assert {str(page_id) for page_id in (*ids[:3], *ids[-25:])} == set(values)
    assert all(f"Cup {number}" in "".join(told) for number in (0, 1, 2, MANY - 1))


async def test_wishes_beyond_those_with_a_button_are_counted(world: World) -> None:
    """And the form from the list of games puts one more on it."""
    anna, now = world.members[0], discord.utils.utcnow()
    world.guild.create_text_channel("empty")
    for number in range(MANY):
        pace, seats = ("relaxed", "daily", "event", "brisk", "evening", "live")[number % 6], 3 + number // 6 % 4
        await world.services.matchmaking.wish(
            SeekRow(world.guild.id, UserId(1000 + number), "carcassonne", pace, seats, now, "first" if number > 23 else "winter")
        )

    games = (await anna.slash(world.channel, "game")).response
    form = await anna.click(games, label=named("find-players"))
    kept = await world.fill(anna, form, game="cardcassonne", pace="daily", players="4", languages="nl", slowest="12h")

    assert "You're on the list" in world.text(kept.response)
    (listed,) = [message for message in world.channel.history() if "Who wants to play?" in world.text(message)]
    assert f"{MANY + 1 - 15} more people are looking" in world.text(listed) and len(world.parts(listed)) <= COMPONENTS
    (wish,) = [each for each in await world.services.matchmaking.wishes(world.guild.id) if each.user_id == anna.id]
    assert (wish.game, wish.pace, wish.seats, wish.languages, wish.most_wait_s) == ("cardcassonne", "daily", 4, ("nl",), 12 * 3600)


async def test_the_maps_of_a_lobby_are_walked_page_by_page(world: World) -> None:
    """Should there ever be more than one select holds; the list in help has room for as many as a server may add."""
    anna = world.members[0]
    await anna.slash(world.channel, "new", place="here")
    lobby = await world.services.lobbies.lobby((await world.services.match_queries.in_channel(world.channel.id)).id)
    edition = world.bot.editions[lobby.match.game]
    known = edition.game.schema()
    many = [
        replace(each_option, choices=(*each_option.choices, *["tutorial"] * MANY)) if each_option.key == OPTION else each_option
        for each_option in known
    ]
    page = lobby_settings.LobbyPage(lobby, edition, many, {}, (), translator_for("en"), UserId(anna.id))
    option = next(each_option for each_option in many if each_option.key == OPTION)
    first, second = (lobby_settings.page(page, f"map-{number}", Message()) for number in (0, 1))
    lists = [len(menu.entries) for made in (first, second) for menu in selects(made)]

    assert lists[0] == OPTIONS and lists[0] + lists[1] == len(option.choices)
    assert button_labels(first)[-2:] == ["Next", "Back"] and button_labels(second)[-2:] == ["Previous", "Back"]
    assert len(await world.services.maps.ids(None)) + maps.MOST <= OPTIONS


async def test_ones_own_turns_are_walked_page_by_page(world: World) -> None:
    """The dearest first; choosing one keeps the page."""
    match_id, _ = await world.start(2)
    context = await match_context.load(world.bot.app, match_id, UserId(world.members[0].id), translator_for("en"))
    turn = AnalysedTurn((), context.view, ())
    judged = [AnalysedDecision(Seat(0), number, number + 1, (), (), MANY - number, 0) for number in range(MANY)]
    comparisons = [MoveComparison(decision, context.view, turn, turn, ()) for decision in judged]

    first, second = (
        analysis.own_decisions_page(context, comparisons, None),
        analysis.own_decisions_page(context, comparisons, None, 1),
    )
    (whole,), (rest,) = selects(first), selects(second)

    assert [line.value for line in (*whole.entries, *rest.entries)] == [str(decision.since) for decision in judged]
    assert [(menu.press.verb, menu.press.argument) for menu in (whole, rest)] == [("ownturn", "0"), ("ownturn", "1")]
    own = named("mistakes")
    assert button_labels(first) == ["Next", own] and button_labels(second) == ["Previous", own]


def test_no_select_is_cut_in_silence() -> None:
    """A list that nobody has put into pages is a mistake."""
    lines = [SelectEntry(str(number), str(number)) for number in range(OPTIONS + 1)]

    with pytest.raises(AssertionError):
        line_list(Press(MatchId(0), 0, "open"), lines)
    assert [page_of(lines, number).rows for number in (-1, 0, 1, 9)] == [lines[:25], lines[:25], lines[25:], lines[25:]]


def selects(message: Message) -> list[Select]:
    """Return the lists of a built message."""
    return [each for each in message.components() if isinstance(each, Select)]


def button_labels(message: Message) -> list[str]:
    """Return the labels of its buttons."""
    return [each.label for each in message.components() if isinstance(each, Button)]
