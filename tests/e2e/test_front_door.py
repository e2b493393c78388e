"""The front door: what this person can do here now, from /help, a word after it, the welcome, and the list of games."""

from __future__ import annotations

from typing import Any

import pytest

from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import World, named, verb_of
from text.help.front_door import GROUPS
from text.translator import translator_for


def lines(world: World, page: Any) -> dict[str, str]:
    """Return value and description of all lines of the page's lists."""
    options = [option for part in world.parts(page) for option in part.get("options", ()) if "lookat" in part["custom_id"]]
    return {option["value"]: option.get("description", "") for option in options}


async def test_it_names_what_is_possible_here_and_nothing_else(world: World) -> None:
    """In an empty channel, to a player whose turn it isn't, to somebody who watches; each line says what it is."""
    anna, chi = world.members[0], world.members[2]
    empty = (await anna.slash(world.channel, "help")).response
    assert {"solo", "puzzle", "games", "tlist", "practice"} <= set(lines(world, empty))
    assert "guess" not in lines(world, empty) and "serverpage" not in lines(world, empty)
    assert all(lines(world, empty).values())
    assert {"new", "findform", "challenge"} <= {verb_of(button) for button in world.buttons(empty).values() if button}

    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    watching, playing = [(await member.slash(room, "help")).response for member in (chi, on_turn[0])]
    assert "guess" in lines(world, watching) and "follow" in lines(world, watching)
    assert "guess" not in lines(world, playing)

    followed = await chi.select(watching, ["follow"], custom_id=_list(world, watching, "follow"))
    assert named("unfollow") in world.buttons(followed.response)


async def test_tournaments_are_named_with_what_is_nearest_in_them(fair: Fair) -> None:
    """To who may enter: entering; to who is in it: what comes next, without entering again. A line does it at once."""
    world, (anna, _, chi, *_) = fair.world, fair.people
    await fair.opened()
    event = await fair.event_id()
    page = (await chi.slash(world.channel, "help")).response
    there = lines(world, page)
    assert f"tenter {event}" in there and f"tpanel {event}" in there and all(there.values())
    assert "open for entry" in there[f"tpanel {event}"] and "**" not in there[f"tpanel {event}"]

    await chi.select(page, [f"tenter {event}"], custom_id=_list(world, page, f"tenter {event}"))

    assert (await fair.state()).member(UserId(chi.id)) is not None
    again = lines(world, (await chi.slash(world.channel, "help")).response)
    assert f"tenter {event}" not in again and f"tpanel {event}" in again
    page = (await anna.slash(world.channel, "help")).response
    shown = await anna.select(page, [f"tpanel {event}"], custom_id=_list(world, page, f"tpanel {event}"))
    assert "Spring Cup" in world.text(shown.response)


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_name_of_no_list_is_cut_by_a_phone(language: str) -> None:
    """A page of 390 pixels shows about 22 letters of it."""
    assert max(len(translator_for(language).say(name)) for name in GROUPS.values()) <= 22


async def test_a_word_without_a_topic_leads_to_the_line_that_it_means(world: World) -> None:
    anna, ben = world.members[:2]

    page = (await anna.slash(world.channel, "help", topic="duel")).response
    form = await anna.click(page, label=named("challenge"))
    answer = await world.fill(anna, form, rival=[ben])

    assert "ben" in world.text(answer.response)
    assert ben.mention in world.text(world.channel.history()[-1]), "the challenge itself"


async def test_the_list_of_games_has_a_button_to_it(world: World) -> None:
    anna = world.members[0]
    listed = (await anna.slash(world.channel, "game")).response

    page = (await anna.click(listed, label=named("front-door"))).response

    assert "What can we do here?" in world.text(page)


def _list(world: World, page: Any, value: str) -> str:
    """Return the id of the list that has this line."""
    return next(
        part["custom_id"] for part in world.parts(page) if any(option["value"] == value for option in part.get("options", ()))
    )
