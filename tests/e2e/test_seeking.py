"""The list of who looks for a game: one message, a button each, and games that begin by themselves."""

from __future__ import annotations

from typing import Any

from tests.e2e.test_ending import posted
from tests.e2e.world import World, named


def lists(world: World) -> list[Any]:
    """Return the lists in the channel."""
    return [message for message in world.channel.history() if "Who wants to play?" in world.text(message)]


async def test_a_wish_stands_on_one_list_and_can_be_taken_back(world: World) -> None:
    """A second wish brings the list down again; the former one goes."""
    anna, ben = world.members[:2]

    first = await anna.slash(world.channel, "find", pace="brisk")
    asked = {"languages": "Deutsch, nl", "slowest": "12h", "reliable": 90}
    refused = await ben.slash(world.channel, "find", languages="Latin")
    second = await ben.slash(world.channel, "find", pace="relaxed", players=3, **asked)
    offered = await ben.autocomplete(world.channel, "find", "languages", "Deutsch, ned")

    assert first.ephemeral and f"<#{world.channel.id}>" in world.said(first)
    (listed,) = lists(world)
    assert "anna: " in world.text(listed) and "brisk" in world.text(listed) and "3 players" in world.text(listed)
    assert "Deutsch/Nederlands, at most 12 hours per turn on average, at least 90% of turns in time" in world.text(listed)
    assert "Deutsch" in world.said(refused) and "Latin" in world.said(refused)
    assert [offer["value"] for offer in offered] == ["de, nl"]
    off = await ben.click(second.response, label=named("unseek"))
    taken = [offer["value"] for offer in await anna.autocomplete(world.channel, "find", "game", "")]
    assert taken[0] == "off" and "off" not in [each["value"] for each in await ben.autocomplete(world.channel, "find", "game", "")]
    assert "off the list" in world.said(off)
    (listed,) = lists(world)
    assert "ben" not in world.text(listed)
    typed = await anna.slash(world.channel, "find", game="off")
    (listed,) = lists(world)
    assert "off the list" in world.said(typed) and "Nobody is looking" in world.text(listed)


async def test_an_edition_that_is_wished_for_is_the_one_that_is_played(world: World) -> None:
    """It is offered by its name, fits who left it open, and keeps those apart who want others."""
    anna, ben, chi = world.members[:3]
    offered = await anna.autocomplete(world.channel, "find", "edition", "win")
    assert [offer["value"] for offer in offered] == ["winter"]
    wrong = await anna.slash(world.channel, "find", edition="summer")
    assert "winter" in world.said(wrong) and not lists(world)

    await anna.slash(world.channel, "find", edition="winter")
    await ben.slash(world.channel, "find", edition="first")
    (listed,) = lists(world)
    assert "Winter edition" in world.text(listed)
    begun = await chi.slash(world.channel, "find")

    assert "your game has begun" in world.said(begun)
    (thread,) = world.channel.threads
    match = await world.services.match_queries.in_channel(thread.id)
    assert match.options["edition"] == "winter"
    assert {seat.user_id for seat in await world.services.match_queries.seats(match.id)} == {anna.id, chi.id}


async def test_a_press_on_a_wish_begins_the_game(world: World) -> None:
    """Both are there, one of them is pinged, and the list is empty again."""
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "find", pace="brisk")
    (listed,) = lists(world)
    own = await anna.click(listed, custom_id=_seek(world, listed))
    assert "You're on the list" in world.said(own)

    begun = await ben.click(listed, custom_id=_seek(world, listed))

    assert "your game has begun" in world.said(begun)
    (thread,) = world.channel.threads
    match = await world.services.match_queries.in_channel(thread.id)
    seats = await world.services.match_queries.seats(match.id)
    assert match.terms.pace.id == "brisk" and {seat.user_id for seat in seats} == {anna.id, ben.id}
    assert world.messages(thread, "place")
    assert "Nobody is looking for a game right now" in world.text(lists(world)[0])


async def test_open_games_are_listed_until_they_are_full(world: World) -> None:
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "find")
    await ben.slash(world.channel, "new", players=2)
    (listed,) = lists(world)
    assert "Open games" in world.text(listed) and "ben" in world.text(listed)

    join = next(custom_id for custom_id in world.buttons(listed).values() if ":join" in custom_id)
    await chi.click(listed, custom_id=join)

    assert "Open games" not in world.text(lists(world)[0])


async def test_only_the_role_that_wants_to_hear_is_pinged(world: World, requests: list[str]) -> None:
    await world.members[0].slash(world.channel, "find", pace="brisk")
    seekers = world.guild.create_role("Players")
    await world.services.server_settings.choose(world.guild.id, "seekers", [str(seekers.id)])
    await world.members[1].slash(world.channel, "find", pace="relaxed")

    quiet, loud = posted(requests, "seek")
    assert quiet["flags"] & 1 << 12 and not quiet["allowed_mentions"].get("roles")
    assert not loud["flags"] & 1 << 12 and [str(role) for role in loud["allowed_mentions"]["roles"]] == [str(seekers.id)]


def _seek(world: World, listed: Any) -> str:
    return next(custom_id for custom_id in world.buttons(listed).values() if ":seek" in custom_id)
