"""A tournament in an invisible channel does not exist: every command and every button says so."""

from __future__ import annotations

from typing import Any

import discord

from cogs.declarations import EntryPoint, rules
from cogs.interactions import surfaces
from cogs.interactions.tournament_situations import ACTIONS
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.e2e.fair import Fair
from tests.e2e.world import named

NO_EVENT = "can't find this tournament"


async def hidden(fair: Fair) -> EventId:
    """Return a tournament with Anna in it, in a channel that Ben cannot see."""
    world, anna, ben = fair.world, fair.people[0], fair.people[1]
    rights: dict[Any, Any] = {ben: discord.PermissionOverwrite(view_channel=False)}
    room = world.guild.create_text_channel("jury-room", overwrites=rights)
    await fair.organiser.slash(room, "tournament", action="new", detail="Secret Cup stages=swiss:1")
    await fair.rest()
    event_id = await fair.event_id()
    await fair.events.registration.enter(event_id, UserId(anna.id), now=discord.utils.utcnow())
    assert (await fair.state()).row.channel_id == room.id != world.channel.id
    return event_id


async def test_every_action_knows_no_tournament_in_a_channel_that_cannot_be_seen(fair: Fair) -> None:
    """It was listed, offered, readable and enterable; its pairings landed where those who entered could not go."""
    event_id, ben = await hidden(fair), fair.people[1]
    actions = [action.key for action in ACTIONS.all if surfaces.NO_EVENT not in action.of]
    assert len(actions) > 20

    for action in actions:
        for called in ("Secret Cup", str(event_id)):
            answer = await fair.type(ben, action, "x", tournament=called)
            text = fair.world.text(answer.response)
            assert NO_EVENT in text and answer.response.ephemeral, (action, text)
    assert await ben.autocomplete(fair.world.channel, "tournament", "tournament", "") == []
    assert [offer["value"] for offer in await ben.autocomplete(fair.world.channel, "tournament", "action", "")] == ["list"]
    for action in ("", "list"):
        assert "Secret" not in fair.world.text((await fair.type(ben, action)).response)

    assert (await fair.state()).member(UserId(ben.id)) is None


async def test_every_button_knows_no_tournament_in_a_channel_that_cannot_be_seen(fair: Fair) -> None:
    event_id, ben, world = await hidden(fair), fair.people[1], fair.world
    await world.members[0].slash(world.channel, "new", place="thread")
    message = world.messages(world.channel, "join")[-1]
    stored = world.env.backend.get_message(world.channel.id, message.id)

    for verb in (verb for verb, rule in rules() if rule.power and EntryPoint.BUTTON in rule.ways):
        custom_id = f"b1:0:0:{verb} {event_id} 1 1"
        stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}]
        answer = await ben.click(message, custom_id=custom_id)
        assert NO_EVENT in world.text(answer.response), (verb, world.text(answer.response))

    assert (await fair.state()).member(UserId(ben.id)) is None


async def test_every_button_knows_no_game_in_a_channel_that_cannot_be_seen(fair: Fair) -> None:
    """Running, over, or a lobby: somebody who cannot see its channel is told the same about it by every button."""
    world, (anna, ben, chi) = fair.world, fair.people[:3]
    rights: dict[Any, Any] = {ben: discord.PermissionOverwrite(view_channel=False)}
    room = world.guild.create_text_channel("back-room", overwrites=rights)
    verbs = [verb for verb, right in rules() if right.of_match and EntryPoint.BUTTON in right.ways]
    assert len(verbs) > 40
    await anna.slash(room, "new", place="here")
    (match,) = await world.services.match_queries.guild_matches(world.guild.id)
    await ben.slash(world.channel, "new", place="thread")
    message = world.messages(world.channel, "join")[-1]
    stored = world.env.backend.get_message(world.channel.id, message.id)

    async def walked() -> None:
        for verb in verbs:
            custom_id = f"b1:{match.id}:0:{verb}"
            stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}]
            answer = await ben.click(message, custom_id=custom_id)
            text = world.said(answer)
            assert "no game in this channel" in text, (verb, text)

    await walked()
    await chi.click(world.messages(room, "join")[-1], label=named("join"))
    await anna.click(world.messages(room, "start")[-1], label=named("start"))
    await walked()
    assert "back-room" not in world.text((await ben.slash(world.channel, "game")).response)

    seats = await world.services.match_queries.seats(match.id)
    assert {seat.user_id for seat in seats} == {anna.id, chi.id} and all(seat.left is None for seat in seats)


async def test_people_who_are_in_it_or_see_its_channel_reach_it_from_anywhere(fair: Fair) -> None:
    await hidden(fair)
    anna, ben, world = fair.people[0], fair.people[1], fair.world

    for member, channel in ((anna, world.channel), (fair.organiser, world.channel)):
        assert "Secret Cup" in world.text((await member.slash(channel, "tournament")).response)
        assert "Secret Cup" in world.text(
            (await member.slash(channel, "tournament", action="info", tournament="Secret Cup")).response
        )
        offered = await member.autocomplete(channel, "tournament", "tournament", "")
        assert [choice["name"] if isinstance(choice, dict) else choice.name for choice in offered] == ["Secret Cup"]
    assert "Secret Cup" not in world.text((await ben.slash(world.channel, "tournament")).response)
