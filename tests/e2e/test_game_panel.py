"""The panel behind More and `/game`: what it offers to whom, whole games by it alone and by typing alone, and bad days."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord
import pytest

from cogs.messages import component_ids
from cogs.messages.message_parts import COMPONENTS
from storage.rows import FINISHED
from tests.e2e.world import World, named, newest
from text.labels import label
from text.translator import translator_for


def verbs(world: World, panel: Any) -> set[str]:
    """Return the verbs of a panel's buttons."""
    return {press.verb for custom_id in world.buttons(panel).values() if (press := component_ids.read(custom_id)) is not None}


def listed(world: World, panel: Any) -> tuple[list[str], str]:
    """Return the values of the lines of its first list, and the list's id."""
    menu, *_ = (part for part in world.parts(panel) if "options" in part)
    return [line["value"] for line in menu["options"]], menu["custom_id"]


async def panel(member: Any, room: Any, **options: Any) -> Any:
    """Return what `/game` shows."""
    return (await member.slash(room, "game", **options)).response


async def test_it_offers_what_this_person_can_do_now(world: World) -> None:
    """The one who is asked, another player, a stranger, a referee; within Discord's limits."""
    match_id, room = await world.start(2, pace="daily")
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    mover = on_turn[0]
    waiting = next(member for member in world.members[:2] if member is not mover)
    people = (("mover", mover), ("waiting", waiting), ("stranger", world.members[4]))
    shown = {role: await panel(member, room) for role, member in people}

    assert {"place", "look", "score", "resign", "pause", "give", "finish"} <= verbs(world, shown["mover"])
    assert "place" not in verbs(world, shown["waiting"]) and "resign" in verbs(world, shown["waiting"])
    assert verbs(world, shown["stranger"]) == {"follow", "guess", "look", "score", "tiles"}
    assert "It's your turn" in world.text(shown["mover"]) and mover.name in world.text(shown["waiting"])
    assert all(len(world.parts(message)) <= COMPONENTS for message in shown.values())


async def test_what_somebody_has_looked_at_last_stands_first_in_their_list(world: World) -> None:
    """In every game; other people's lists stay as they are."""
    _, room = await world.start(2)
    anna, ben = world.members[:2]
    shown = await panel(anna, room)
    before, custom_id = listed(world, shown)

    await anna.select(shown, ["clocks"], custom_id=custom_id)

    assert before[0] != "clocks"
    assert listed(world, await panel(anna, room))[0] == ["clocks", *(line for line in before if line != "clocks")]
    assert listed(world, await panel(ben, room))[0] == before


async def test_a_whole_game_by_the_panel_alone(world: World) -> None:
    """From the panel to each move, then what the panel of an ended game offers."""
    match_id, room = await world.start(2, rules="tiles=twelve")
    while on_turn := await world.waited_for(match_id):
        member, _ = on_turn
        shown = await panel(member, room)
        place = next(name for name, custom_id in world.buttons(shown).items() if component_ids.read(custom_id).verb == "place")  # type: ignore[union-attr]  # all are ours
        await world.play_out(member, (await member.click(shown, label=place)).response)
        await world.settle()

    assert (await world.services.match_queries.match(match_id)).status == FINISHED
    over = await panel(world.members[0], room)
    assert "win" in world.text(over) and "meeples" not in world.text(over)
    assert {"rematch", "analyse", "replay", "ownturns", "score"} <= verbs(world, over)
    assert "place" not in verbs(world, over) and "resign" not in verbs(world, over)
    again = (await world.members[0].click(over, label=named("rematch"))).response
    assert again.ephemeral and world.messages(room, "join")


@pytest.mark.soak  # by replies and by slash commands whole games are typed in `test_whole_games`
async def test_a_whole_game_by_typing_alone(world: World) -> None:
    """Opened, joined, begun, played, looked at and ended without a press."""
    anna, ben = world.members[:2]
    await world.prefer_at_once()
    await anna.slash(world.channel, "new", rules="tiles=twelve", place="here")
    await ben.slash(world.channel, "game", action="join")
    await anna.slash(world.channel, "game", action="start")
    match = await world.services.match_queries.in_channel(world.channel.id)
    looked = await panel(ben, world.channel, action="score")
    while line := await world.line(match.id):
        member, texts = line
        await member.slash(world.channel, "place", spot=texts[0], meeple=texts[1] if len(texts) > 1 else "-")
        await world.settle()

    assert "turn 1" in world.text(looked)
    assert (await world.services.match_queries.match(match.id)).status == FINISHED
    assert (await panel(anna, world.channel, action="export")).attachments


async def test_an_action_is_understood_in_every_language_and_completes_in_the_readers(world: World) -> None:
    """German labels work for an English reader; an unknown one is answered with what is possible."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    mover = on_turn[0]

    offered = await mover.autocomplete(room, "game", "action", "resi")
    asked_again = await panel(mover, room, action=label("resign", translator_for("de")))
    unknown = await panel(mover, room, action="dance")

    sure = await mover.autocomplete(room, "game", "detail", "", action="resign")
    assert [choice["value"] for choice in offered] == ["resign"] and [choice["value"] for choice in sure] == ["yes"]
    assert named("yes-resign") in world.buttons(asked_again)
    assert "I can't find “dance”. Nearest: " in world.text(unknown)
    back = (await mover.click(asked_again, label=named("back"))).response
    assert "place" in verbs(world, back)
    done = await panel(mover, room, action="resign", detail="yes")
    assert named("yes-resign") not in world.buttons(done) and "resign" not in verbs(world, await panel(mover, room))


async def test_a_panel_of_a_game_that_has_ended_answers_with_why(world: World) -> None:
    """Nothing is changed, and a new panel shows what can be done now."""
    match_id, room = await world.start(2)
    old = await panel(world.members[0], room)
    await world.services.resignations.cancel(match_id, world.members[0].id, now=_time_now())
    await world.settle()

    pressed = await world.members[0].click(old, label=named("finish-early"))
    ways = newest(pressed)
    stopped = await world.members[0].click(ways, label=named("stop"))
    newest_message = newest(stopped)

    assert "only do this while a game is running" in world.text(newest_message)
    assert "no result" in world.text(await panel(world.members[0], room))


async def test_a_form_by_somebody_who_lost_the_seat_meanwhile_changes_nothing(world: World) -> None:
    """The form was opened before the resignation."""
    match_id, room = await world.start(2, pace="daily")
    anna = world.members[0]
    form = await anna.slash(room, "game", action="pause")
    await world.services.resignations.resign(match_id, anna.id, now=_time_now())
    await world.settle()

    answer = await anna.submit_modal(form, {"line": "3"})

    assert answer.ephemeral and "computer is playing your seat" in world.text(answer.response).casefold()
    assert not await world.services.pausing.lasts_until(match_id, _time_now())


async def test_where_no_game_is_the_list_opens_one(world: World) -> None:
    """By its select, and by the option."""
    match_id, room = await world.start(2)
    elsewhere = world.guild.create_text_channel("elsewhere")
    listed = await panel(world.members[0], elsewhere)
    (menu,) = world.selects(listed)

    opened = (await world.members[0].select(listed, [str(match_id)], custom_id=menu["custom_id"])).response
    named_so = await panel(world.members[0], elsewhere, game=str(match_id))

    assert f"<#{room.id}>" in world.text(listed)
    assert "resign" in verbs(world, opened) and f"<#{room.id}>" in world.text(opened)
    assert verbs(world, named_so) == verbs(world, opened)
    refused = await panel(world.members[0], elsewhere, game="nothing like it")
    assert "I can't find" in world.text(refused)


async def test_a_lobby_has_a_panel_too(world: World) -> None:
    """For its host, and for somebody who may join."""
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "new", place="here")

    of_host, of_guest = await panel(anna, world.channel), await panel(ben, world.channel)

    assert {"start", "settings", "word", "leave", "cancel"} <= verbs(world, of_host)
    assert "join" in verbs(world, of_guest) and "start" not in verbs(world, of_guest)


async def test_a_lobby_is_set_up_by_typing_alone(world: World) -> None:
    """Each page of its settings has an action that completes itself; what is typed shows in the lobby."""
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "new", place="here")
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    typed = {
        "preset": "winter",
        "rules": "edition=base farmers=off",
        "seats": "3",
        "map": "tutorial",
        "time": "daily, take_back=30",
        "language": "Deutsch",
        "computer": "master",
    }

    offered = {
        key: await anna.autocomplete(world.channel, "game", "detail", detail[:3], action=key) for key, detail in typed.items()
    }
    answers = {key: await panel(anna, world.channel, action=key, detail=detail) for key, detail in typed.items()}
    strange = await panel(anna, world.channel, action="rules", detail="farmers=maybe")
    refused = await panel(ben, world.channel, action="seats", detail="2")
    lobby = await world.services.lobbies.lobby(match_id)

    assert all(offered.values()), offered
    assert [key for key, answer in answers.items() if "✅" not in world.text(answer)] == ["computer"], world.text(answers["map"])
    options, terms = lobby.match.options, lobby.match.terms
    assert (options["edition"], options["farmers"], options["map"]) == ("base", "off", "tutorial")
    assert (terms.pace.id, terms.take_back_s) == ("daily", 30)
    assert (lobby.match.locale, [seat.level for seat in lobby.seats]) == ("de", [None, "master"])
    assert "Farmers can be: on, off" in world.text(strange) and "Only the host" in world.text(refused)
    assert verbs(world, await panel(anna, world.channel, action="seats")) >= {"settings"}


async def test_a_host_hands_the_lobby_over(world: World) -> None:
    """To somebody who has joined, by name or from the settings; from then on the former host can change nothing."""
    anna, ben, chi = world.members[:3]
    await anna.slash(world.channel, "new", place="here")
    for member in (ben, chi):
        await member.slash(world.channel, "game", action="join")
    match_id = (await world.services.match_queries.in_channel(world.channel.id)).id
    settings = (await anna.click(await panel(anna, world.channel), label=named("settings"))).response

    asked = (await anna.click(settings, label=named("hand-over"))).response
    handed = (await anna.click(asked, label="ben")).response
    too_late = await panel(anna, world.channel, action="host", detail="chi")
    stranger = await panel(ben, world.channel, action="host", detail="dora")
    typed = await panel(ben, world.channel, action="host", detail="chi")

    assert "ben is the host now" in world.text(handed) and "Only the host" in world.text(too_late)
    assert "I can't find “dora”" in world.text(stranger) and "✅" in world.text(typed)
    assert (await world.services.match_queries.match(match_id)).host_id == chi.id
    assert "chi (host)" in world.text(world.messages(world.channel, "join")[-1])


async def test_a_host_hands_a_running_game_over(world: World) -> None:
    """From the panel; only the new host's panel can cancel the game then."""
    match_id, room = await world.start(2, place="here")
    anna, ben = world.members[:2]

    asked = (await anna.click(await panel(anna, room), label=named("hand-over"))).response
    handed = (await anna.click(asked, label="ben")).response
    assert "ben is the host now" in world.text(handed)
    back = (await anna.click(handed, label=named("back"))).response

    assert (await world.services.match_queries.match(match_id)).host_id == ben.id
    assert "cancel" not in verbs(world, back) and {"cancel", "handover"} <= verbs(world, await panel(ben, room))


def _time_now() -> datetime:
    return discord.utils.utcnow()
