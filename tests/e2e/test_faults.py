"""Discord and the disk fail in many ways: what was accepted is kept, told once, and told later if it cannot be told now."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot import Settings, build_bot
from cogs import deferral, interaction_info
from cogs.background.lobby.lobby_messages import LobbyMessages
from service.core import outbox
from storage.errors import DatabaseUnavailableError, OpenError
from storage.rows import PostId, UserId, of_match
from tests.e2e.world import World, named


async def test_a_failed_turn_message_is_sent_later_and_only_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An outage of a moment."""
    monkeypatch.setattr(outbox, "FIRST_WAIT_S", 0.01)
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=503, times=1)

    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])
    for _ in range(10):
        await world.env.advance_time(60)

    assert len(world.messages(room, "place")) == 2


async def test_an_answer_to_a_typed_move_goes_the_way_of_all_messages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tried until it arrives; without it who had typed believed that they had moved."""
    monkeypatch.setattr(outbox, "FIRST_WAIT_S", 0.01)
    monkeypatch.setattr(outbox, "PROBE_S", 0.01)
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    await world.services.user_settings.prefer(UserId(member.id), "typed", "preview")
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=503, times=3)

    typed = await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    assert not world.env.backend.faults or not world.env.backend.faults[0]["times"]
    (answer,) = world.messages(room, "draft")
    assert answer.reference is not None and answer.reference.message_id == typed.id
    shown = (await member.click(answer, label=named("open-draft"))).response
    assert named("confirm") in world.buttons(shown)
    kept = await world.services.store.posts.of(of_match(match_id))
    assert kept and all(post.kind != "reply" for post in kept), "nothing of what was said stays"


async def test_a_deleted_thread_is_told_to_the_host_once(world: World) -> None:
    """In private and at once, for nobody can press anything there any more; the game is not lost and goes on elsewhere."""
    match_id, room = await world.start(2)
    thread = world.bot.get_channel(room.id)
    assert isinstance(thread, discord.Thread)

    await thread.delete()
    await world.settle()

    told = [world.text(message) for message in world.members[0].user.dm_channel.history()]
    assert len(told) == 1 and "Nothing is lost" in told[0]
    assert (await world.services.match_queries.match(match_id)).status == "lost"
    answer = await world.members[0].slash(world.channel, "game", action="resume", game=str(match_id))
    assert "went wrong on my side" not in world.text(answer.response)
    assert (await world.services.match_queries.match(match_id)).status == "running"
    assert world.messages(world.channel, "place")


async def test_a_letter_that_has_arrived_is_found_however_wrong_the_clock_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing came before it whose number would tell Discord's time: ours was ten hours ahead, or is set right by now."""
    match_id, room = await world.start(2)
    thread = world.bot.get_channel(room.id)
    assert isinstance(thread, discord.Thread)
    await thread.delete()
    await world.settle()
    (letter,) = [post for post in await world.services.store.posts.of(of_match(match_id)) if post.kind == "lost"]
    now, first = interaction_info.now(), replace(letter, id=PostId(0))
    find = world.bot.rounds.poster.find

    assert await find(replace(first, tried_at=now + timedelta(days=300))) == letter.message_id
    monkeypatch.setattr(interaction_info, "now", lambda: now + timedelta(hours=10))
    assert await find(replace(first, tried_at=interaction_info.now())) == letter.message_id
    assert await find(replace(first, tried_at=now, payload={**letter.payload, "reason": "forbidden"})) is None


async def test_what_was_deleted_while_the_bot_was_away_is_noticed(world: World) -> None:
    """A whole channel, with a game in it and one in a thread of it; a game elsewhere goes on."""
    in_thread, _ = await world.start(2)
    beside = world.guild.create_text_channel("beside")
    await world.members[2].slash(beside, "new", place="here")
    lobby = world.messages(beside, "join")[-1]
    await world.members[3].click(lobby, label=named("join"))
    await world.members[2].click(lobby, label=named("start"))
    elsewhere = (await world.services.match_queries.in_channel(beside.id)).id
    await world.bot.rounds.on_ready()
    thread_id = (await world.services.match_queries.match(in_thread)).channel_id
    guild = world.bot.guilds[0]
    guild._threads.pop(thread_id)  # as after a restart: Discord names only what is there
    world.env.inject_error("GET", f"/channels/{thread_id}", status=404, code=10003)

    await world.pass_time(hours=1)

    assert (await world.services.match_queries.match(in_thread)).status == "lost"
    assert (await world.services.match_queries.match(elsewhere)).status == "running"


async def test_a_deleted_channel_takes_its_lobbies_along(world: World) -> None:
    """Nobody is held to a lobby that they cannot see; the game in a thread of the channel rests."""
    beside = world.guild.create_text_channel("beside")
    await world.members[0].slash(beside, "new", place="here")
    await world.members[1].slash(beside, "new", place="thread")
    lobbies = [match.id for match in await world.services.match_queries.guild_matches(world.guild.id)]
    channel = world.bot.get_channel(beside.id)
    assert isinstance(channel, discord.TextChannel) and len(lobbies) == 2

    await channel.delete()
    await world.settle()

    assert [(await world.services.match_queries.match(match_id)).status for match_id in lobbies] == ["cancelled", "cancelled"]
    assert not await world.services.match_queries.guild_matches(world.guild.id)


async def test_an_unexpected_error_is_logged_under_the_id_that_the_person_gets(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback, no secret, an apology."""
    _, room = await world.start(2)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr(world.services.match_queries, "in_channel", broken)
    answer = await world.members[0].slash(room, "score")
    offered = await world.members[0].autocomplete(room, "place", "spot", "N")

    text = world.text(answer.response)
    assert "went wrong on my side" in text and "your game is unchanged" in text and "fire" not in text
    assert offered == []
    logged = [record.getMessage() for record in world.mistakes]
    assert any(number in text for number in (line.partition("id=")[2].split()[0] for line in logged))
    world.mistakes.clear()
    assert all(isinstance(getattr(error, "original", error), RuntimeError) for error in world.env.errors)
    world.forgive(RuntimeError)


async def test_a_completion_that_discord_does_not_take_is_no_mistake(world: World) -> None:
    """Too late, or answered by another process: the world fails on whatever is left unhandled."""
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)

    await world.members[0].autocomplete(world.channel, "new", "map", "")

    assert not world.env.backend.faults, "the answer was refused"


async def test_an_apology_says_that_nothing_was_changed_only_where_that_is_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat was taken before the mistake of ours; the one who asks for a picture has changed nothing."""
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    match = await world.services.match_queries.in_channel(world.channel.id)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the painter is ill")

    monkeypatch.setattr(LobbyMessages, "drawn", broken)
    joined = await world.members[1].click(lobby, label=named("join"))
    monkeypatch.setattr(world.services.lobbies, "join", broken)
    refused = await world.members[2].click(lobby, label=named("join"))

    texts = [world.said(answer) for answer in (joined, refused)]
    assert len(await world.services.match_queries.seats(match.id)) == 2
    assert "check with /board" in texts[0] and "your game is unchanged" not in texts[0]
    assert "your game is unchanged" in texts[1]
    world.mistakes.clear()
    world.forgive(RuntimeError)


async def test_an_answer_that_an_outage_cuts_off_after_the_act_is_a_line_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody made a mistake: the host reads what was cut off and why, and no traceback."""
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]

    async def away(*_: object, **__: object) -> None:
        raise DatabaseUnavailableError("the server does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(LobbyMessages, "drawn", away)
        joined = await world.members[1].click(lobby, label=named("join"))

    assert "check with /board" in world.said(joined)
    (line,) = [record for record in caplog.records if "answer-cut-off" in record.getMessage()]
    assert "the server does not answer" in line.getMessage() and line.exc_info is None
    world.forgive(DatabaseUnavailableError)


async def test_who_meets_a_database_that_cannot_be_written_is_told_to_try_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """By a press and by a command: kindly, without a number to quote, and with a line for the host."""
    await world.members[0].slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]

    async def full(*_: object) -> None:
        raise DatabaseUnavailableError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.services.store._db.writer, "carry_out", full)  # type: ignore[attr-defined]  # behind the protocols
        pressed = await world.members[1].click(lobby, label=named("join"))
        result = await world.members[1].slash(world.channel, "game", action="join")

    for text in (world.said(pressed), world.text(result.response)):
        assert "Your game is unchanged; please try again in a moment" in text
    assert caplog.text.count("database-lost") == 1 and "disk is full" in caplog.text
    await world.members[1].click(lobby, label=named("join"))
    assert "ben" in world.text(lobby)
    world.forgive(DatabaseUnavailableError)


async def test_an_unreadable_database_stops_the_bot(tmp_path: Path) -> None:
    """Loudly, before it connects, and without touching the file."""
    database = tmp_path / "bastide.db"
    database.write_bytes(b"this is not a database" * 500)

    with pytest.raises(OpenError):
        await simcord.Env(build_bot(Settings(token="", database=database)), check_errors=False).start()

    assert database.read_bytes() == b"this is not a database" * 500


async def test_a_failed_sync_touches_nothing_and_is_tried_again(settings: Settings) -> None:
    """The bot stays, the games stay, the old commands stay."""
    env = simcord.Env(build_bot(settings), check_errors=False, settle_timeout=60)
    env.inject_error("PUT", "/applications/*/commands", status=500)
    await env.start()
    world = World(env, lambda: build_bot(settings))
    assert world.members[0].available_commands(world.channel) == ()

    await world.restart()

    assert "place" in world.members[0].available_commands(world.channel)
    await world.close()
    await env.shutdown()


async def test_the_commands_are_sent_only_when_they_changed(world: World, requests: list[str]) -> None:
    """A restart asks, and sends nothing."""
    before = sum(line.startswith("PUT /applications") for line in requests)

    await world.restart()

    assert before == 1
    assert sum(line.startswith("PUT /applications") for line in requests) == 1


async def test_no_secret_reaches_a_message_or_the_log(world: World, requests: list[str], caplog: pytest.LogCaptureFixture) -> None:
    """The sealed secret stays sealed while a game runs; the token is in no text at all."""
    caplog.set_level("DEBUG")
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])
    await member.slash(room, "game", action="export", detail="json")
    await member.slash(room, "game", action="info")

    secret = (await world.bot.services.store.matches.secret(match_id)).key.hex()

    everything = "\n".join([*requests, *(record.getMessage() for record in caplog.records), world.env.transcript()])
    assert secret not in everything
    assert "hunter2" not in repr(Settings(token="hunter2"))


async def test_a_turn_goes_out_in_words_where_files_are_no_longer_allowed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """The game is not lost: Attach Files was withdrawn, and that is what all read."""
    match_id, room = await world.start(2, place="here")
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    assert world.alts(world.messages(room, "place")[-1])
    denied = discord.PermissionOverwrite(attach_files=False)
    channel = world.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(world.bot.guilds[0].me, overwrite=denied)

    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    latest = world.messages(room, "place")[-1]
    assert not latest.attachments and not world.alts(latest)
    assert "Attach Files" in world.text(latest) and "The board, row by row" in world.text(latest)
    assert f"permission-lacking match={match_id}" in caplog.text
    assert (await world.services.match_queries.match(match_id)).status == "running"


async def test_a_message_whose_files_are_refused_goes_out_in_words(world: World) -> None:
    """Where Attach Files is missing, as far as the bot knows not yet, Discord says no more than that it is forbidden."""
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=403, code=50013, times=1)

    await member.send(room, " ".join(texts), reply_to=world.messages(room, "place")[-1])

    first, second = world.messages(room, "place")
    assert world.alts(first) and not world.alts(second) and "Place tile" in world.buttons(second)
    assert (await world.services.match_queries.match(match_id)).status == "running"


async def test_a_game_that_may_not_be_written_to_names_what_lacks_and_goes_on_by_itself(world: World, requests: list[str]) -> None:
    """It says so below the board, and in private; when the right is back the room hears that it goes on."""
    match_id, room = await world.start(2, place="here")
    turn = await world.line(match_id)
    assert turn is not None
    member, texts = turn
    place = world.messages(room, "place")[-1]
    channel = world.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    me = world.bot.guilds[0].me
    await channel.set_permissions(me, overwrite=discord.PermissionOverwrite(send_messages=False))
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=403, code=50013, times=None)
    await member.send(room, " ".join(texts), reply_to=place)
    await world.settle()
    assert (await world.services.match_queries.match(match_id)).status == "lost"

    for asked in ("board", "game"):
        shown = await member.slash(room, asked)
        text = world.said(shown)
        assert "This game is paused" in text and "A moderator needs to give me these permissions there: Send Messages" in text
    assert any("I can't write" in line and "Send Messages" in line for line in requests)
    world.env.backend.faults.clear()
    await channel.set_permissions(me, overwrite=None)
    async with asyncio.timeout(60):
        while (await world.services.match_queries.match(match_id)).status != "running":  # noqa: ASYNC110  # an event of the gateway does it
            await asyncio.sleep(0.01)
    await world.settle()

    assert any("The game goes on here" in world.text(message) for message in room.history())


async def test_a_database_that_somebody_else_holds_stops_no_acknowledgement_and_no_answer(
    world: World, settings: Settings, requests: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program writes, for seconds: presses are acknowledged, reads answered, and what was pressed counts afterwards."""
    monkeypatch.setattr(deferral, "PATIENCE_S", 0.0)
    host, guest = world.members[:2]
    await host.slash(world.channel, "new", place="here")
    lobby = world.messages(world.channel, "join")[-1]
    other = sqlite3.connect(settings.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    requests.clear()
    before: list[str] = []

    async def released() -> None:
        """As soon as both are acknowledged and the list is answered; the bot itself gives up after five seconds."""
        for _ in range(160):
            await asyncio.sleep(0.025)
            if sum("/callback" in line for line in requests) == 2 and any(" free" in line for line in requests):
                break
        before.extend(requests)
        other.execute("ROLLBACK")
        other.close()

    await asyncio.gather(released(), world.at_once((guest, lobby, named("join"))), listed(host, world.channel))

    assert sum("/callback" in line for line in before) == 2
    assert any(" free" in line for line in before)
    assert not any("ben" in line for line in before)
    assert "ben" in world.text(lobby)


async def listed(member: simcord.MemberActor, channel: Any) -> None:
    """List games while others press, without SimCord's guard of one actor at a time."""
    await inspect.unwrap(simcord.MemberActor.slash)(member, channel, "game", action="list")
