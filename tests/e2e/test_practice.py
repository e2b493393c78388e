"""`/practice`: a newcomer presses through the practice game and reads every rule of it."""

from __future__ import annotations

from typing import Any

import discord

from service.records import MatchLocation
from storage.rows import CANCELLED, FINISHED, RUNNING, UserId
from tests.e2e.world import World, named

RULES = (
    *("must match: city to city", "**knight**", "**highwayman**", "**monk**", "**farmer**", "Your meeple is back"),
    *("nobody else may put a meeple there", "both ends stop", "more knights gets all the points", "on a tie", "A shield adds 2"),
    *("scores 9 points", "3 points per finished city", "Roads and cities bound fields", "worth nothing", "unfinished pays too"),
)
"""What must have been read at the end."""
GREEN = "🟩"


async def begun(world: World) -> tuple[Any, Any]:
    """Anna's practice game, and its thread."""
    anna = world.members[0]
    answer = await anna.slash(world.channel, "practice")
    assert answer.ephemeral
    room = world.channel.threads[-1]
    assert f"<#{room.id}>" in world.text(answer.response)
    return await world.services.match_queries.in_channel(room.id), room


def green(world: World, shown: Any) -> str | None:
    """Return the first highlighted button."""
    return next((part["label"] for part in world.parts(shown) if (part.get("emoji") or {}).get("name") == GREEN), None)


async def follow(world: World, turn: Any, anna: Any) -> str:
    """Play one turn by what is highlighted, and return what was read of it."""
    read, shown = world.text(turn), turn
    while (label := green(world, shown)) or named("confirm") in world.buttons(shown):
        shown = (await anna.click(shown, label=label or named("confirm"))).response
        read += world.text(shown)
    await world.services.computers.settled()
    await world.settle()
    return read


async def test_a_newcomer_follows_what_is_highlighted_and_reads_every_rule(world: World) -> None:
    """A private thread, seven turns, the sum line by line with a picture each, and three ways to go on: one is a whole game."""
    match, room = await begun(world)
    assert discord.ChannelType(world.env.backend.channels[room.id].type) is discord.ChannelType.private_thread
    read = world.text(world.messages(room, "leavepractice")[0])

    while (now := await world.services.match_queries.match(match.id)).status == RUNNING:
        read += await follow(world, world.messages(room, "place")[-1], world.members[0])

    assert now.status == FINISHED and now.result["scores"] == [31, 22]
    turns, end = world.messages(room, "place"), world.messages(room, "solo")[-1]
    assert len(turns) == 7
    assert [len(turn.attachments) for turn in turns] == [2] * 7, "the example and the board"
    read += world.text(end)
    assert [rule for rule in RULES if rule not in read] == []
    assert "or reply: `M14 180 knight`" in world.text(turns[0])
    assert len(end.attachments) == 4, "a picture for each thing that was counted, and no board: a phone shows it whole"
    assert "+8** city finished at M12: (3 tiles + 1 shield) ×2 = 8" in world.text(end) and "Your total: 31" in world.text(end)
    assert [*world.buttons(end)] == [named("play-computer"), named("find-open"), named("practise-again")]
    assert (await world.services.record_export.verify(match.id)).is_sound

    pressed = await world.members[0].click(end, label=named("play-computer"))

    made = world.channel.threads[-1]
    assert made.id != room.id and f"<#{made.id}>" in world.text(pressed.response)
    turn = world.messages(made, "place")[-1]
    assert "turn 1 of 71" in world.alts(turn)[-1] and "You play" not in world.text(turn)


async def test_alone_it_is_played_in_private_messages_across_a_restart(world: World) -> None:
    """As anywhere; there is one at a time, and what needs a server says so."""
    anna = world.members[0].user
    answer = (await anna.slash("practice")).response
    room = anna.dm_channel
    assert f"https://discord.com/channels/@me/{room.id}" in world.text(answer)
    match = await world.services.match_queries.in_channel(room.id)
    assert "already have a practice game in" in world.text((await anna.slash("practice")).response)

    for number in range(7):
        if number == 2:
            await world.restart()
        await follow(world, letters(world, anna, "place")[-1], anna)

    assert (await world.services.match_queries.match(match.id)).status == FINISHED
    alone = (await anna.slash("find")).response
    assert "in a server that has me" in world.text(alone) and named("puzzle-of-the-day") in world.buttons(alone)
    await anna.click(letters(world, anna, "solo")[-1], label=named("play-computer"))
    assert (await world.services.match_queries.in_channel(room.id)).id != match.id
    assert "turn 1 of 71" in world.alts(letters(world, anna, "place")[-1])[-1]


def letters(world: World, user: Any, verb: str) -> list[Any]:
    """Return the messages to a person that have a button with this verb, oldest first."""
    history = sorted(user.dm_channel.history(), key=lambda message: message.id)
    return [message for message in history if any(f":{verb}" in custom_id for custom_id in world.buttons(message).values())]


async def test_who_takes_no_private_messages_is_told_so(world: World) -> None:
    anna = world.members[0].user
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    answer = (await anna.slash("practice")).response
    assert "Allow private messages" in world.text(answer)


async def test_its_first_messages_say_nothing_of_the_sealed_bag(world: World) -> None:
    match, room = await begun(world)

    texts = [world.text(message) for message in room.history()]

    assert len(texts) > 2 and match.commitment not in " ".join(texts)


async def test_who_leaves_is_offered_one_way_out(world: World) -> None:
    """Leave, and not Cancel besides."""
    _, room = await begun(world)
    panel = (await world.members[0].click(world.messages(room, "place")[-1], label=named("more"))).response

    assert named("leave-practice") in world.buttons(panel)
    assert named("cancel") not in world.buttons(panel) and named("resign") not in world.buttons(panel)


async def test_it_is_left_at_any_time_and_is_there_once(world: World) -> None:
    """A second call leads to the first game; after leaving, another one begins."""
    anna = world.members[0]
    match, room = await begun(world)
    again = await anna.slash(world.channel, "practice")
    assert f"already have a practice game in <#{room.id}>" in world.text(again.response)
    assert len(world.channel.threads) == 1

    panel = (await anna.click(world.messages(room, "place")[-1], label=named("more"))).response
    assert named("leave-practice") in world.buttons(world.messages(room, "leavepractice")[0]), "below the welcome too"
    sure = (await anna.click(panel, label=named("leave-practice"))).response
    await anna.click(sure, label=named("yes-leave-practice"))

    assert (await world.services.match_queries.match(match.id)).status == CANCELLED
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
    assert (await world.services.match_queries.in_channel(room.id)).id == match_id


async def test_only_who_may_open_games_begins_one(world: World) -> None:
    openers = world.guild.create_role("Hosts")
    await world.services.server_settings.choose(world.guild.id, "openers", [str(openers.id)])
    host = world.guild.add_member(world.env.create_user("hana"), roles=[openers])

    refused = await world.members[0].slash(world.channel, "practice")
    assert f"<@&{openers.id}>" in world.text(refused.response) and not world.channel.threads

    begun_ = await host.slash(world.channel, "practice")
    assert f"<#{world.channel.threads[-1].id}>" in world.text(begun_.response)


async def test_the_tiles_of_practice_between_two_people_teach_nothing(world: World) -> None:
    """Any host can choose them; who plays with friends is not taught."""
    _, room = await world.start(2, rules="tiles=practice, first_player=chosen")

    turn = world.messages(room, "place")[-1]

    assert "turn 1 of 14" in world.alts(turn)[-1]
    assert "You play" not in world.text(turn)


async def test_a_practice_game_from_before_goes_on_as_a_short_game(world: World) -> None:
    """Those had twelve tiles and lessons that there are no more. It is played to its end, and today's game begins beside it."""
    anna, place = world.members[0], MatchLocation(world.guild.id, world.channel.id)
    of_then, now = {"tiles": "twelve", "first_player": "chosen"}, discord.utils.utcnow()
    begun_ = await world.services.practice.begin(place, UserId(anna.id), "carcassonne", of_then, now=now, locale="en")
    await world.restart()
    await world.prefer_at_once()

    turn = world.messages(world.channel, "place")[-1]
    assert "turn 1 of 12" in world.alts(turn)[-1] and f"<@{anna.id}>, it's your turn" in world.text(turn)
    end = await world.play_out(anna, (await anna.click(turn, label=named("place"))).response)
    assert "Your turn is over" in world.text(end)
    today, _ = await begun(world)

    await world.services.computers.settled()
    while await world.move(begun_.match.id):
        await world.services.computers.settled()
        await world.bot.rounds.settled()

    assert (await world.services.match_queries.match(begun_.match.id)).status == FINISHED
    assert named("rematch") in world.buttons(world.messages(world.channel, "rematch")[-1])
    assert (await world.services.match_queries.match(today.id)).status == RUNNING
