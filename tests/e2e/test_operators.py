"""The panel of operators in private messages, and reports to them."""

from __future__ import annotations

from typing import Any

import discord

from cogs import interaction_info
from service.records import MatchLocation
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from tests.e2e.world import World, named

VERBS = ("operators", "opbar", "opreports", "oppause", "opresume", "opwrite", "oplog", "opfair")


async def private(world: World, user: Any) -> Any:
    """Return a message of the bot to a person, in their private channel."""
    channel = await world.bot.create_dm(discord.Object(user.id))
    view = discord.ui.LayoutView()
    for start in (0, 5):
        row = [discord.ui.Button[Any](label=verb, custom_id=f"b1:0:0:{verb}") for verb in VERBS[start : start + 5]]
        view.add_item(discord.ui.ActionRow(*row))
    sent = await channel.send(view=view)
    return next(m for m in user.dm_channel.history() if m.id == sent.id)


async def test_an_owner_bars_somebody_who_keeps_the_power_over_their_data(world: World) -> None:
    anna, ben = world.members[:2]
    chi = world.env.create_user("host")
    world.services.owners = frozenset({chi.id})
    match_id, _ = await world.start(2)

    asked = await private(world, chi)
    panel = await chi.click(asked, custom_id="b1:0:0:operators")
    assert "You run this bot" in world.text(panel.response)
    form = await chi.click(panel.response, label=named("op-bar"))
    barred = await world.fill(chi, form, number=str(anna.id), kind="person")
    await world.settle()

    assert f"<@{anna.id}> is barred" in world.text(barred.response)
    assert {seat.user_id for seat in await world.services.match_queries.seats(match_id) if seat.is_human} == {ben.id}
    refused = await anna.slash(world.channel, "new", place="here")
    assert "has excluded you" in world.text(refused.response)
    export = await anna.slash(world.channel, "settings", setting="export")
    assert [file.filename for file in export.response.attachments] == ["about-me.json"]


async def test_a_report_reaches_the_operators_who_write_to_all_owners(world: World) -> None:
    anna, ben = world.members[0], world.env.create_user("host")
    world.services.owners = frozenset({ben.id})
    reports = world.guild.create_text_channel("reports")
    world.services.reports._channel_id = reports.id
    await anna.slash(world.channel, "new", place="here")
    message = world.channel.last_message
    human = await world.members[1].send(world.channel, "hello")

    done = await anna.context_menu(world.channel, "Report", message)
    refused = await world.members[1].context_menu(world.channel, "Report", human)
    await world.settle()

    assert "The host of this bot sees this message" in world.text(done.response)
    assert "only report my own messages" in world.text(refused.response)
    text = world.text(reports.last_message)
    assert f"<@{anna.id}>" in text and str(message.id) in text

    asked = await private(world, ben)
    listed = await ben.click(asked, custom_id="b1:0:0:opreports")
    assert f"<@{anna.id}>" in world.text(listed.response)
    form = await ben.click(asked, custom_id="b1:0:0:opwrite")
    sent = await world.fill(ben, form, text="Maintenance on Sunday.")
    await world.settle()
    assert "to 1 server" in world.text(sent.response)


async def test_nobody_else_gets_through_a_button_of_operators(world: World) -> None:
    anna = world.env.create_user("somebody")
    world.services.owners = frozenset({world.members[0].id})
    asked = await private(world, anna)
    for verb in VERBS:
        refused = await anna.click(asked, custom_id=f"b1:0:0:{verb}")
        assert "Only the bot's owner" in world.text(refused.response), verb
    assert not world.services.announcements.paused


async def test_everything_in_the_panel_can_be_typed(world: World) -> None:
    anna = world.members[0]
    chi = world.env.create_user("host")
    world.services.owners = frozenset({chi.id})
    asked = await private(world, chi)

    async def typed(setting: str = "", value: str = "") -> str:
        given = {name: text for name, text in (("setting", setting), ("value", value)) if text}
        return world.text((await chi.slash("server", **given)).response)

    assert "You run this bot" in await typed() and "You run this bot" in await typed("bar")
    assert f"<@{anna.id}> is barred" in await typed("bar", str(anna.id))
    assert f"Server {world.guild.id + 1} is barred" in await typed("Bar", f"{world.guild.id + 1} server")
    assert {row.number: row.kind for row in world.services.exclusion.bars} == {anna.id: "person", world.guild.id + 1: "server"}
    assert f"bar on {anna.id} is lifted" in await typed("lift", str(anna.id))
    assert "no open reports" in await typed("reports") and "Announcements are paused" in await typed("pause")
    assert "paused" in await typed("write", "Hello") and world.services.announcements.paused
    assert "go out again" in await typed("resume") and "on its way to 1 server" in await typed("write", "Hello")
    assert f"barred {anna.id}" in await typed("log")
    assert asked is not None

    offered = await chi.autocomplete("server", "value", "123456789012345678", setting="bar")
    assert [choice["value"] for choice in offered] == ["123456789012345678 person", "123456789012345678 server"]


async def test_an_owner_reads_the_report_about_fair_play_of_a_tournament_they_never_entered(world: World) -> None:
    anna, ben = world.members[0], world.env.create_user("host")
    world.services.owners = frozenset({ben.id})
    events, place = world.services.tournaments, MatchLocation(world.guild.id, world.channel.id)
    state = await events.creation.open(
        place, UserId(anna.id), "Evening", preset_settings("cup", "carcassonne"), now=interaction_info.now()
    )
    await world.settle()

    offered = (await ben.click(await private(world, ben), custom_id="b1:0:0:opfair")).response
    read = await ben.select(offered, [str(state.row.id)], custom_id="b1:0:0:opfairof")
    assert "Fair play" in world.text(read.response) and "Nothing stands out" in world.text(read.response)

    await events.registration.enter(state.row.id, UserId(ben.id), now=interaction_info.now())
    offered = (await ben.click(await private(world, ben), custom_id="b1:0:0:opfair")).response
    refused = await ben.select(offered, [str(state.row.id)], custom_id="b1:0:0:opfairof")
    assert "You've entered this tournament" in world.text(refused.response)
