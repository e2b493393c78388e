"""The metrics of a running bot: people's actions are counted, and no person is named."""

from __future__ import annotations

import asyncio
import re
import socket
import urllib.request
from collections.abc import Awaitable, Callable

from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program
from tests.wire.records import words_of

Start = Callable[..., Awaitable[Program]]


async def test_who_watches_sees_what_was_done_and_nobody_by_name(wire: Discord, start: Start) -> None:
    guild, anna, ben = wire.guild(), wire.person("anna"), wire.person("ben")
    place = guild["channels"][0]["id"]
    port = _free()
    program = await start(BASTIDE_METRICS=str(port))
    await program.says(r"\bready\b.* servers=1")
    await program.says(rf"metrics at=127\.0\.0\.1:{port}")

    await answered(wire, await slash(wire, anna, place, "new", place="thread"))
    await wire.until(lambda: bool(wire.room(place)))
    front = wire.room(place)[0]
    await answered(wire, await press(wire, anna, front, "Start"))  # alone: refused
    await press(wire, ben, front, "Join")
    await wire.until(lambda: "Ben" in words_of(front))
    told = await _await_metrics(
        port, *(f'bastide_interactions_total{{kind="press",outcome="{how}"}}' for how in ("refused", "answered"))
    )

    assert _value(told, 'bastide_interactions_total{kind="command",outcome="answered"}') == 1
    assert _value(told, 'bastide_interactions_total{kind="press",outcome="refused"}') == 1
    assert _value(told, 'bastide_interactions_total{kind="press",outcome="answered"}') == 1
    assert _value(told, 'bastide_acknowledgement_seconds_count{kind="command"}') == 1
    assert _value(told, 'bastide_answer_seconds_count{kind="press"}') == 2
    assert _value(told, 'bastide_database_seconds_count{kind="write"}') > 1
    assert _value(told, 'bastide_picture_seconds_count{kind="lobby"}') >= 1
    assert _value(told, 'bastide_gateway_up{shard="0"}') == 1
    assert _value(told, "bastide_servers") == 1
    assert _value(told, 'bastide_log_events_total{event="ready"}') == 1
    assert _value(told, "process_resident_memory_bytes") > 10_000_000
    for secret in (wire.token, guild["id"], place, anna["id"], "anna"):
        assert secret not in told
    assert await program.stop() == 0, program.said


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as there:
        return int(there.getsockname()[1])


async def _await_metrics(port: int, *names: str) -> str:
    """Return the metrics once all these names are among them: an answer is counted after it was sent."""
    told = ""
    async with asyncio.timeout(60):
        while not all(name in told for name in names):
            told = await asyncio.to_thread(_fetch_metrics, port)
            await asyncio.sleep(0.05)
    return told


def _fetch_metrics(port: int) -> str:
    return str(urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode())


def _value(told: str, name: str) -> float:
    matched = re.search(rf"^{re.escape(name)} (\S+)$", told, re.MULTILINE)
    assert matched, (name, told)
    return float(matched[1])
