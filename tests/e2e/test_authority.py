"""The table of powers over a tournament, line by line and role by role, and the cheats that it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from cogs.declarations import DeferMode, EntryPoint, rule_of, rules
from cogs.interactions.tournament_situations import ACTIONS
from service.tournaments.permissions import OFFICIALS, ORGANISERS, POWERS, NeutralityRequired
from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import World
from tools.commands_page import powers

NOT_ORGANISER, NOT_OFFICIAL, NOT_NEUTRAL = "Only organisers can do this", "Only organisers and referees", "so you can't decide"


PLAIN = {verb for verb, rule in rules() if rule.power and rule.ways.get(EntryPoint.BUTTON, DeferMode.FORM) is not DeferMode.FORM}
PLAIN -= {"tpublish"}
"""Buttons that do something at once, but for the one that would publish the round."""


async def sure(world: World, member: Any, asked: Any) -> str:
    """Return the answer to pressing the confirming button."""
    custom_id = next(custom_id for custom_id in world.buttons(asked).values() if "sure" in custom_id)
    answer = await member.click(asked, custom_id=custom_id)
    return " ".join(world.text(message) for message in (answer.response, *answer.followups))


def power(verb: str) -> str:
    """Return the power that a press needs; empty for none."""
    rule = rule_of(verb)
    return "" if rule is None else rule.power


def test_every_power_is_needed_by_a_press_and_every_press_names_one_that_exists() -> None:
    assert {rule.power for _, rule in rules() if rule.power} == set(POWERS)


def test_the_documentation_shows_the_table_as_it_is() -> None:
    """Run `python -m tools.write powers` after changing it."""
    assert powers() in Path("docs/tournament-rules.md").read_text(encoding="utf-8")


async def test_the_table_holds_for_every_role(fair: Fair) -> None:
    """A reader, an entrant, a referee, an organiser, and an organiser who plays: each command and each button of officials."""
    world, env = fair.world, fair.world.env
    whistle = world.guild.create_role("Whistle")
    boss = world.guild.create_role("Boss too", permissions=discord.Permissions(manage_channels=True))
    referee = world.guild.add_member(env.create_user("referee"), roles=[whistle])
    player = world.guild.add_member(env.create_user("player"), roles=[boss])
    mine = await fair.opened(stages="swiss:3", preview="3h")
    for member in (*fair.people[:4], player):
        await fair.press(member, "Enter")
    await fair.type(fair.organiser, "times", f"referees={whistle.name}")
    await fair.organiser.click(mine, label="Start")
    await fair.rest()
    event_id = await fair.event_id()
    reader, entrant = fair.people[6], fair.people[0]
    message = world.messages(world.channel, "tpanel")[-1]
    stored = world.env.backend.get_message(world.channel.id, message.id)

    async def asked(member: Any, name: str) -> list[str]:
        """Return every typed action of the power and every button, as a person would write it by hand."""
        typed = (action.key for action in ACTIONS.all if power(action.verb) == name and action.key != "publish")
        answers = [await fair.type(member, key, "x=1", who=fair.people[1]) for key in typed]
        lines = [world.said(reply) for reply in answers]
        for verb in (verb for verb in PLAIN if power(verb) == name):
            custom_id = f"b1:0:0:{verb} {event_id} 1 1"
            stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}]
            lines.append(world.text((await member.click(message, custom_id=custom_id)).response))
        return lines

    for name, line in POWERS.items():
        if line.who not in (ORGANISERS, OFFICIALS) or name == "cancel":
            continue
        for member in (reader, entrant, referee, player, fair.organiser):
            texts = await asked(member, name)
            may = member in (player, fair.organiser) or (member is referee and line.who == OFFICIALS)
            wrong = NOT_ORGANISER if line.who == ORGANISERS else NOT_OFFICIAL
            assert all((wrong in text) != may for text in texts), (name, member.name, texts)
            if line.neutral is not NeutralityRequired.NEVER and member is not player:
                assert all(NOT_NEUTRAL not in text for text in texts), (name, member.name, texts)
            if name == "preview" and member is player:
                assert NOT_NEUTRAL in texts[0], texts
    await fair.events.round_scheduler.publish(event_id, UserId(fair.organiser.id), now=discord.utils.utcnow())
    for verb in ("tcancel", "tcancelsure"):
        stored.components = [
            {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": f"b1:0:0:{verb} {event_id}"}]}
        ]
        answer = await player.click(message, custom_id=f"b1:0:0:{verb} {event_id}")
        assert NOT_NEUTRAL in world.text(answer.response)
    for action, detail in {"rule": "disqualify reason=mine", "close-round": "", "edit": "name=Mine"}.items():
        answer = await fair.type(player, action, detail, who=fair.people[0] if action == "rule" else None)
        assert NOT_NEUTRAL in world.text(answer.response), action
    assert (await fair.state()).row.status == "running"


async def test_a_playing_moderator_wins_no_game_of_a_tournament_by_command(fair: Fair) -> None:
    """The action `skip` on the opponent was a resignation without ruling, reason or appeal; `cancel` began the game again."""
    mine = await fair.opened(stages="swiss:1", preview="0")
    for member in (fair.organiser, fair.people[0]):
        await fair.press(member, "Enter")
    await fair.organiser.click(mine, label="Start")
    await fair.rest()
    (match,) = await fair.events.queries.matches(await fair.event_id())
    room = fair.world.room(match.channel_id)

    for command, more in (
        ("game skip", {"detail": fair.people[0].name}),
        ("game cancel", {}),
        ("game finish", {"detail": "finish"}),
    ):
        answer = await fair.world.ask(fair.organiser, room, command, **more)
        if command == "game finish":
            assert "tournament" in fair.world.text(answer.response), command
        else:
            assert "tournament" in await sure(fair.world, fair.organiser, answer.response), command
    await fair.rest()

    after = (await fair.events.queries.matches(await fair.event_id()))[-1]
    assert (after.match_id, after.status) == (match.match_id, "running")
    assert [seat.left for seat in after.seats] == [None, None] and (await fair.state()).results == {}


async def test_a_rated_game_that_goes_badly_is_not_called_off_by_its_host(world: World) -> None:
    match_id, room = await world.start(2, pace="evening", terms="rated=on", place="here")
    await world.move(match_id)
    host = world.member((await world.services.match_queries.match(match_id)).host_id)

    asked = (await host.slash(room, "game", action="cancel")).response

    assert "This rated game has begun" in await sure(world, host, asked)
    assert (await world.services.match_queries.match(match_id)).status == "running"
    assert await world.services.resignations.cancel(match_id, UserId(1), now=discord.utils.utcnow(), moderator=True)
