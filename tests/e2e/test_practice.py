"""`/practice`: somebody who has never played presses his way through a first game and reads every rule of it."""

from __future__ import annotations

from typing import Any

import discord

from storage.records import CANCELLED, FINISHED, RUNNING
from tests.e2e.world import World, named

RULES = (
    *("Sides that touch must match", "**knight**", "**highwayman**", "**monk**", "**farmer**", "comes back to you"),
    *("1 point a tile", "2 a tile and 2 a shield", "pays 9", "3 points for every finished city", "more figures"),
    *("everyone gets all", "fits nowhere leaves the game", "Most points win", "still open"),
)
"""What must have been read at the end."""


async def begun(world: World) -> tuple[Any, Any]:
    """Anna's practice game, and its thread."""
    anna = world.members[0]
    answer = await anna.slash(world.channel, "practice")
    assert answer.ephemeral
    room = world.channel.threads[-1]
    assert f"<#{room.id}>" in world.text(answer.response)
    return await world.services.looking.in_channel(room.id), room


async def pressed_on(world: World, shown: Any) -> Any:
    """What somebody presses who takes the first thing that is offered, and a figure where there is one."""
    anna = world.members[0]
    buttons = world.buttons(shown)
    if "Confirm" in buttons:
        return (await anna.click(shown, label=named("confirm"))).response
    return await world.choose(anna, shown, world.options(shown)[0])


async def test_a_newcomer_presses_through_a_first_game_and_reads_every_rule(world: World) -> None:
    """A private thread, six lessons, what each figure would bring, and what to read next."""
    match, room = await begun(world)
    assert discord.ChannelType(world.env.backend.channels[room.id].type) is discord.ChannelType.private_thread
    welcome = world.messages(room, "leavepractice")[0]
    read = world.text(welcome)
    asked_for_figures = 0

    while (now := await world.services.looking.match(match.id)).status == RUNNING:
        turn = world.messages(room, "place")[-1]
        read += world.text(turn)
        shown = (await world.members[0].click(turn, label=named("place"))).response
        while world.options(shown) or named("confirm") in world.buttons(shown):
            if "you keep it for later" in world.text(shown):
                asked_for_figures += 1
                read += world.text(shown)
            shown = await pressed_on(world, shown)
        await world.services.computers.settled()
        await world.bot.rounds.settled()

    assert now.status == FINISHED
    ((_, version),) = now.estimates
    info = world.text((await world.members[0].slash(room, "game", action="info")).response)
    assert f"play by estimates of version {version}" in info
    turns = world.messages(room, "place")
    assert len(turns) == 6
    assert [f"Lesson {number} of 6" in world.text(turn) for number, turn in enumerate(turns, 1)] == [True] * 6
    assert asked_for_figures >= 1
    end = world.messages(room, "practice")[-1]
    read += world.text(end)
    assert [rule for rule in RULES if rule not in read] == []
    assert {"Practise again", "Analyse"} <= set(world.buttons(end)) and named("rematch") not in world.buttons(end)
    (topics,) = world.selects(end)
    page = (await world.members[0].select(end, ["board"], custom_id=topics["custom_id"])).response
    assert "Columns have letters" in world.text(page)


async def test_it_is_left_at_any_time_and_is_there_once(world: World) -> None:
    """A second call leads to the first game; after leaving, another one begins."""
    anna = world.members[0]
    match, room = await begun(world)
    again = await anna.slash(world.channel, "practice")
    assert f"it goes on in <#{room.id}>" in world.text(again.response)
    assert len(world.channel.threads) == 1

    turn = world.messages(room, "place")[-1]
    sure = (await anna.click(turn, label=named("leave-practice"))).response
    await anna.click(sure, label=named("yes-leave-practice"))

    assert (await world.services.looking.match(match.id)).status == CANCELLED
    other, _ = await begun(world)
    assert other.id != match.id


async def test_where_private_threads_are_not_allowed_it_is_a_public_one(world: World) -> None:
    """And the newcomer is told that others can watch."""
    assert world.bot.user is not None
    no = discord.PermissionOverwrite(create_private_threads=False)
    channel = world.guild.create_text_channel("open", overwrites={world.bot.user: no})

    answer = await world.members[0].slash(channel, "practice")

    assert "others can watch" in world.text(answer.response)
    assert discord.ChannelType(world.env.backend.channels[channel.threads[-1].id].type) is discord.ChannelType.public_thread


async def test_asked_for_in_the_thread_of_a_game_it_opens_beside_it(world: World) -> None:
    """The game there goes on undisturbed; the new thread hangs on the same channel."""
    match_id, room = await world.start(2)
    before = len(room.history())

    answer = await world.members[2].slash(room, "practice")

    made = world.channel.threads[-1]
    assert made.id != room.id and f"<#{made.id}>" in world.text(answer.response)
    assert discord.ChannelType(world.env.backend.channels[made.id].type) is discord.ChannelType.private_thread
    assert len(room.history()) == before
    assert (await world.services.looking.in_channel(room.id)).id == match_id


async def test_only_who_may_open_games_begins_one(world: World) -> None:
    openers = world.guild.create_role("Hosts")
    await world.services.server_settings.choose(world.guild.id, "openers", [str(openers.id)])
    host = world.guild.add_member(world.env.create_user("hana"), roles=[openers])

    refused = await world.members[0].slash(world.channel, "practice")
    assert f"<@&{openers.id}>" in world.text(refused.response) and not world.channel.threads

    begun_ = await host.slash(world.channel, "practice")
    assert f"<#{world.channel.threads[-1].id}>" in world.text(begun_.response)


async def test_a_short_game_of_two_people_has_no_lessons(world: World) -> None:
    """Twelve tiles can be chosen by any host; who plays with friends is not taught."""
    _, room = await world.start(2, rules="tiles=twelve")

    turn = world.text(world.messages(room, "place")[-1])

    assert "turn 1 of 12" in turn
    assert "Lesson" not in turn
