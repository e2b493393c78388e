"""Discord and the disk fail in many ways: what was accepted is kept, told once, and told later if it cannot be told now."""

from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import pytest
import simcord

from bot import Settings, build_bot
from storage.errors import CannotOpen
from tests.e2e.world import World


async def test_a_failed_turn_message_is_sent_later_and_only_once(world: World) -> None:
    """An outage of a moment."""
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, said = turn
    world.env.inject_error("POST", f"/channels/{room.id}/messages", status=503, times=1)

    await member.send(room, " ".join(said), reply_to=world.messages(room, "place")[-1])
    for _ in range(10):
        await world.env.advance_time(60)

    assert len(world.messages(room, "place")) == 2


async def test_a_deleted_thread_is_told_to_the_host_once(world: World) -> None:
    """In private; the game is not lost and goes on elsewhere."""
    match_id, room = await world.start(2)
    turn = await world.line(match_id)
    assert turn is not None
    member, said = turn
    thread = world.bot.get_channel(room.id)
    assert isinstance(thread, discord.Thread)
    await thread.delete()
    now = discord.utils.utcnow()
    table = await world.table(match_id, member.id)
    texts = [world.services.games[table.match.game].write(table.legal[0])]
    while not (tried := await world.services.drafts.peek(match_id, member.id, texts, now=now)).may_confirm:
        texts.append(world.services.games[table.match.game].write(tried.legal[0]))

    await world.services.turns.act(match_id, member.id, texts, expected_version=table.version, now=now)
    host = world.members[0].user
    for _ in range(100):  # the picture is drawn in a thread, which no simulated hour waits for
        await asyncio.sleep(0.05)
        await world.env.advance_time(60)
        if (await world.services.looking.match(match_id)).status == "lost" and host.dm_channel.history():
            break

    told = [world.text(message) for message in host.dm_channel.history()]
    assert len(told) == 1 and "Nothing is lost" in told[0]
    assert (await world.services.looking.match(match_id)).status == "lost"
    answer = await world.members[0].slash(world.channel, "game resume", match=str(match_id))
    assert "went wrong" not in world.text(answer.response)
    assert (await world.services.looking.match(match_id)).status == "running"
    assert world.messages(world.channel, "place")
    assert said


async def test_an_unexpected_error_is_logged_under_the_id_that_the_person_gets(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback, no secret, an apology."""
    _, room = await world.start(2)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the disk is on fire")

    monkeypatch.setattr(world.services.looking, "in_channel", broken)
    answer = await world.members[0].slash(room, "score")
    offered = await world.members[0].autocomplete(room, "place", "spot", "N")

    said = world.text(answer.response)
    assert "went wrong" in said and "fire" not in said
    assert offered == []
    logged = [record.getMessage() for record in world.mistakes]
    assert any(number in said for number in (line.partition("id=")[2].split()[0] for line in logged))
    world.mistakes.clear()
    assert all(isinstance(getattr(error, "original", error), RuntimeError) for error in world.env.errors)
    world.forgive(RuntimeError)


async def test_an_unreadable_database_stops_the_bot(tmp_path: Path) -> None:
    """Loudly, before it connects, and without touching the file."""
    database = tmp_path / "bastide.db"
    database.write_bytes(b"this is not a database" * 500)

    with pytest.raises(CannotOpen):
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
    member, said = turn
    await member.send(room, " ".join(said), reply_to=world.messages(room, "place")[-1])
    await member.slash(room, "game export", format="json")
    await member.slash(room, "game info")

    secret = (await world.bot.services.store.matches.secret(match_id)).key.hex()

    everything = "\n".join([*requests, *(record.getMessage() for record in caplog.records), world.env.transcript()])
    assert secret not in everything
    assert "hunter2" not in repr(Settings(token="hunter2"))


async def test_a_turn_goes_out_in_words_where_files_are_no_longer_allowed(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """The game is not lost: Attach Files was withdrawn, and that is what all read."""
    match_id, room = await world.start(2, here=True)
    turn = await world.line(match_id)
    assert turn is not None
    member, said = turn
    assert world.alts(world.messages(room, "place")[-1])
    denied = discord.PermissionOverwrite(attach_files=False)
    channel = world.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.set_permissions(world.bot.guilds[0].me, overwrite=denied)

    await member.send(room, " ".join(said), reply_to=world.messages(room, "place")[-1])

    latest = world.messages(room, "place")[-1]
    assert not latest.attachments and not world.alts(latest)
    assert "Attach Files" in world.text(latest) and "The board, row by row" in world.text(latest)
    assert f"permission-lacking match={match_id}" in caplog.text
    assert (await world.services.looking.match(match_id)).status == "running"
