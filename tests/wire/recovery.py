"""Measurement of the recovery after an outage of Discord: `python -m tests.wire.recovery`.

For 20 s Discord answers messages with 502 and accepts no gateway connection. Prints one line of JSON: the seconds from the outage's
end until the delayed message is posted, and until the gateway is connected again.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from pathlib import Path

from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program
from tests.wire.records import Fault, words_of

OUTAGE_S = 20.0


async def _measure() -> tuple[float, float]:
    wire = Discord()
    await wire.start()
    place = wire.guild()["channels"][0]["id"]
    anna, ben = wire.person("anna"), wire.person("ben")
    with tempfile.TemporaryDirectory() as name:
        program = await Program.start(Path(name), wire.address, wire.token)
        await program.says(r"\bready\b")
        await answered(wire, await slash(wire, anna, place, "new", place="here"))
        front = (await wire.until(lambda: wire.room(place)))[0]
        await press(wire, ben, front, "Join")
        await wire.until(lambda: "Ben" in words_of(front))
        wire.faults.append(Fault("/messages$", 502, times=1_000_000))
        await press(wire, anna, front, "Start")
        await program.says("post-delayed")
        await wire.cut()
        wire.gateway_down = True
        await asyncio.sleep(OUTAGE_S)
        had, wire.gateway_down = len(wire.room(place)), False
        wire.faults.clear()
        over_s = time.monotonic()
        waits = await asyncio.gather(_time_until_posted(wire, place, had, over_s), _back(program, over_s))
        await program.stop()
    await wire.stop()
    return waits[0], waits[1]


async def _time_until_posted(wire: Discord, place: str, had: int, over_s: float) -> float:
    await wire.until(lambda: len(wire.room(place)) > had + 1)
    return time.monotonic() - over_s


async def _back(program: Program, over_s: float) -> float:
    await program.says("gateway-back")
    return time.monotonic() - over_s


if __name__ == "__main__":
    posted_s, back_s = asyncio.run(_measure())
    print(json.dumps({"posted_s": posted_s, "back_s": back_s}))
