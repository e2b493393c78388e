"""A tournament by panels and forms alone, and by typing alone; what each person is offered, and what goes wrong in forms."""

from __future__ import annotations

import discord
import pytest

from cogs.commands.tournaments.form_values import typed_pairs
from cogs.refusals import InteractionRefused
from storage.rows import UserId
from tests.e2e.fair import Fair
from tests.e2e.world import named

ORGANISERS = ("event-edit", "event-times", "event-limits", "event-deputies", "event-write", "event-post-here", "event-cancel")


async def test_eight_play_a_round_by_panels_and_forms_alone(fair: Fair) -> None:
    """Opened, changed, limited, seeded, entered, started, swapped, published, ruled and closed without a word typed."""
    world, boss = fair.world, fair.organiser
    nothing = await fair.panel(boss)
    form = await boss.click(nothing, label=named("event-new"))
    opened = await world.fill(boss, form, name="Panel Cup")
    panel = opened.response
    await fair.rest()
    assert "Panel Cup" in world.text(panel) and {named(key) for key in ORGANISERS} <= set(world.buttons(panel))

    rules = await boss.click(panel, label=named("event-rules"))
    changed = await world.fill(boss, rules, stages="swiss:2", rules="farmers=off")
    assert "Changed" in world.said(changed)
    edit = await boss.click(panel, label=named("event-edit"))
    await world.fill(boss, edit, most="8", preview="1h")
    limits = await boss.click(panel, label=named("event-limits"))
    await world.fill(boss, limits, days="400")
    assert "400" in await fair.press(fair.people[0], named("event-enter"))
    again = await boss.click(panel, label=named("event-limits"))
    await world.fill(boss, again, days="")
    for member in fair.people:
        await fair.press(member, named("event-enter"))
    state = await fair.state()
    assert (state.settings.stages, state.settings.most, len(state.members)) == ("swiss:2", 8, 8)
    assert state.settings.options["farmers"] == "off"

    mine = (await fair.people[0].click(fair.board(), label=named("more"))).response
    assert named("event-leave") in world.buttons(mine) and not {named(key) for key in ORGANISERS} & set(world.buttons(mine))
    panel = await fair.panel(boss)
    assert named("event-rules") not in world.buttons(panel), "everybody has agreed to them"
    seeding = await boss.click(panel, label=named("event-seeding"))
    await world.fill(boss, seeding, who=fair.people[7], place="1")
    deputies = await boss.click(panel, label=named("event-deputies"))
    await world.fill(boss, deputies, who=world.guild.add_member(world.env.create_user("dep")))
    started = (await boss.click(panel, label=named("event-start"))).response
    await fair.rest()
    assert "first round is paired" in world.text(started)

    panel = await fair.panel(boss)
    state = await fair.state()
    assert state.preview is not None and state.deputies
    actor, other = (world.member(state.user(couple[0])) for couple in state.preview.couples[:2])
    swapped = await world.fill(boss, await boss.click(panel, label=named("event-swap")), who=[actor, other])
    assert "by hand" in world.text(swapped.response)
    await boss.click(swapped.response, label=named("event-publish"))
    await fair.rest()
    panel = await fair.panel(boss)
    assert named("event-swap") not in world.buttons(panel) and named("event-late") in world.buttons(panel)
    ruling = await boss.click(panel, label=named("event-rule"))
    await world.fill(boss, ruling, what="win", who=actor, time="71-64", reason="played at home")
    await fair.rest()
    assert len((await fair.state()).results) == 1
    once_more = (await boss.click(panel, label=named("event-close-round"))).response
    assert not (await fair.state()).closed
    await boss.click(once_more, label=named("yes-close-round"))
    await fair.rest()
    assert (await fair.state()).closed == {1}
    assert "Nothing stands out" in world.text((await boss.click(panel, label=named("event-fair-play"))).response)
    entered = fair.people[0] if fair.people[0] is not boss else fair.people[1]
    assert named("event-fair-play") not in world.buttons(await fair.panel(entered))
    assert "Place " in world.text(await fair.panel(entered)) and " of 8, score " in world.text(await fair.panel(entered))


async def test_eight_play_a_round_by_typing_alone(fair: Fair) -> None:
    """In any language, and completed with what is possible."""
    world, boss = fair.world, fair.organiser
    await fair.type(boss, "Neues Turnier", "Typed Cup stages=swiss:1 preview=1h most=8")
    await fair.rest()
    for member in fair.people:
        await fair.type(member, "Anmelden")
    offered = {offer["value"] for offer in await boss.autocomplete(world.channel, "tournament", "action", "")}
    assert {"start", "edit", "limits", "seeding", "cancel", "enter"} <= offered and not {"rule", "publish", "leave"} & offered
    assert "deputies" not in {
        offer["value"] for offer in await fair.people[0].autocomplete(world.channel, "tournament", "action", "")
    }
    await fair.type(boss, "seeding", "1", who=fair.people[7])
    changed = await fair.type(boss, "edit", "most=16 vacations=yes rating=-1800")
    assert "Changed" in world.said(changed)
    slip = await fair.type(boss, "edit", "mots=9")
    assert "most=" in world.said(slip)
    await fair.type(boss, "start")
    await fair.rest()
    await fair.type(boss, "publish")
    await fair.rest()
    assert len(fair.pairings()) == 4 and (await fair.state()).settings.most_rating == 1800
    own = await fair.type(fair.people[0])
    assert "round 1, against" in world.said(own) and "Place " not in world.said(own), "nobody has played"
    played = await fair.people[0].click(own.response, label=named("event-game"))
    assert "Resign" in world.buttons(played.response), "the panel of the game that they play"
    asked = (await fair.type(boss, "close-round")).response
    await boss.click(asked, label=named("yes-close-round"))
    await fair.rest()
    assert len((await fair.state()).results) == 4


async def test_a_form_of_somebody_who_lost_the_right_changes_nothing(fair: Fair) -> None:
    world = fair.world
    role = world.guild.create_role("Stewards", permissions=discord.Permissions())
    steward = world.guild.add_member(world.env.create_user("stew"), roles=[role])
    await fair.opened(stages="swiss:1")
    await world.services.server_settings.choose(world.guild.id, "organisers", [str(role.id)])
    form = await steward.click(await fair.panel(steward), label=named("event-edit"))
    await world.services.server_settings.choose(world.guild.id, "organisers", [])

    refused = await world.fill(steward, form, name="Mine")

    assert "Only organisers" in world.said(refused) and (await fair.state()).row.name == "Spring Cup"


async def test_the_panel_of_an_event_that_is_over_offers_only_what_can_be_looked_at(fair: Fair) -> None:
    """An old panel's button is answered with a sentence."""
    world = fair.world
    await fair.opened(stages="swiss:1")
    old = await fair.panel(fair.organiser)
    event_id = await fair.event_id()
    await fair.events.registration.cancel(event_id, UserId(fair.organiser.id), now=discord.utils.utcnow())
    await fair.rest()

    late = await fair.organiser.click(old, label=named("event-start"))
    over = (await fair.type(fair.people[0], tournament=str(event_id))).response

    assert "called off" in world.said(late)
    assert set(world.buttons(over)) == {named("event-standings"), named("event-pairings")}


def test_what_is_typed_is_read_by_its_keys() -> None:
    """Values of some keys hold pairs themselves; a key that there is none of is named."""
    keys = ("name", "most", "check-in", "stages")
    assert typed_pairs("Spring Cup most=8 check_in=yes", keys, "name") == {"name": "Spring Cup", "most": "8", "check-in": "yes"}
    assert typed_pairs("stages=swiss:1 boards=2 most=4", keys) == {"stages": "swiss:1 boards=2", "most": "4"}
    for wrong in ("most=8 colour=red", "colour=red", "red"):
        with pytest.raises(InteractionRefused):
            typed_pairs(wrong, keys)
