"""The channels of games: refused threads, private games, moves typed without a ping."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.wire.discord import Discord
from tests.wire.doing import answered, opened_with_computer, press, reply, slash
from tests.wire.program import Program
from tests.wire.records import Fault, words_of

Start = Callable[..., Awaitable[Program]]


async def test_a_refused_thread_leaves_nothing_behind(wire: Discord, start: Start) -> None:
    """Discord has enough threads: the host hears what to do, and no orphan message stays."""
    place, anna = wire.guild()["channels"][0]["id"], wire.person("anna")
    program = await start()
    await program.says(r"\bready\b")
    wire.faults.append(Fault("/threads$", 400, code=160006))

    before = list(wire.room(place))

    refused = await answered(wire, await slash(wire, anna, place, "new", place="thread"))

    assert "place:here" in refused.text
    assert wire.room(place) == before
    assert "Traceback" not in program.said


async def test_the_host_of_a_private_game_invites_from_a_list(wire: Discord, start: Start) -> None:
    """Or by mention, and is told so."""
    place, anna, ben = wire.guild()["channels"][0]["id"], wire.person("anna"), wire.person("ben")
    program = await start()
    await program.says(r"\bready\b")
    opened = await answered(wire, await slash(wire, anna, place, "new", place="private"))
    assert "mention them" in opened.text
    assert opened.answer is not None
    thread = next(value for value in wire.channels.values() if value["type"] == 12)

    invited = await answered(wire, await press(wire, anna, opened.answer, "Invite who?", ben["id"]))

    assert thread["_inside"] == [anna["id"], ben["id"]]
    assert f"<@{ben['id']}>" in invited.text


async def test_a_reply_without_its_ping_is_answered_once_and_only_to_players(wire: Discord, start: Start) -> None:
    """Discord withholds such a text; anyone who does not play is left alone."""
    place, anna, chi = wire.guild()["channels"][0]["id"], wire.person("anna"), wire.person("chi")
    program = await start()
    await program.says(r"\bready\b")
    front = await opened_with_computer(wire, anna, place)
    await answered(wire, await press(wire, anna, front, "Start"))
    turn = await wire.until(
        lambda: next((message for message in wire.room(place) if f"<@{anna['id']}>" in words_of(message)), None)
    )
    before = len(wire.room(place))

    await reply(wire, chi, turn, "well played", ping=False)
    await reply(wire, anna, turn, "N12 90 knight", ping=False)
    await reply(wire, anna, turn, "N12 90 knight", ping=False)
    await wire.until(lambda: any("@ ON" in words_of(message) for message in wire.room(place)))
    await wire.quiet()

    ours = [message for message in wire.room(place)[before:] if message["author"]["id"] == wire.bot["id"]]
    assert ["@ ON" in words_of(answer) for answer in ours] == [True]
