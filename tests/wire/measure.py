"""Measurement of the bot's process against the stand-in for Discord: `python -m tests.wire.measure [SERVERS] [PRESSES]`.

`python -m tests.wire.measure idle [MINUTES]` measures the memory of a first start and of its helper processes. It prints figures
without judging them. Aims on a quiet machine: a restart in under 3 s, 5,000 servers below 200 MB, and 500 simultaneous presses
acknowledged within 2 s.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.wire.discord import Discord
from tests.wire.doing import answered, press, slash
from tests.wire.program import Program


def resident_mb(program: Program) -> int:
    """Return the resident memory of the process in MB."""
    status = Path(f"/proc/{program.process.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024


def processor_s(program: Program) -> float:
    """Return the seconds of processor time so far of the process and of its painting and computing child processes."""
    number = program.process.pid
    children = Path(f"/proc/{number}/task/{number}/children")
    beside = children.read_text(encoding="ascii").split() if children.exists() else []
    return sum(_ticks(Path(f"/proc/{each}/stat")) for each in (number, *beside)) / os.sysconf("SC_CLK_TCK")


def _ticks(stat: Path) -> int:
    """Return the processor ticks of a process, including its ended children."""
    return sum(map(int, stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:15]))


def beside(number: int) -> list[int]:
    """Return the ids of all descendants of a process."""
    children = Path(f"/proc/{number}/task/{number}/children")
    own = [int(each) for each in children.read_text(encoding="ascii").split()] if children.exists() else []
    return [*own, *(below for each in own for below in beside(each))]


def held_mb(number: int) -> int:
    """Return a process's memory in MB with its share of common pages; 0 if the process has just ended."""
    try:
        rollup = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in rollup.splitlines() if line.startswith("Pss:")), 0)


async def idle(minutes: float) -> None:
    """Start with nothing drawn and emojis to upload, and print every half minute the memory of the bot and its helpers."""
    wire = Discord()
    await wire.start()
    wire.guild()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = {"BASTIDE_EMOJIS": "1", "BASTIDE_CACHE": str(folder / "sprites")}
        program = await Program.start(folder, wire.address, wire.token, **settings)
        await program.says(r"\bready\b")
        for number in range(round(2 * minutes) + 1):
            helpers = beside(program.process.pid)
            print(
                f"{number / 2:.1f} min: {held_mb(program.process.pid)} MB, beside it {[held_mb(each) for each in helpers]}",
                flush=True,
            )
            await asyncio.sleep(30)
        await program.stop()
    await wire.stop()


async def main(servers: int, presses: int) -> None:
    """Start with many servers, press all buttons at once, and restart; print the figures."""
    wire = Discord()
    await wire.start()
    for n in range(servers):
        wire.guild(f"Server {n}")
    place = next(iter(wire.channels))
    people = [wire.person(f"person{n}") for n in range(presses)]
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), time.monotonic()
        program = await Program.start(folder, wire.address, wire.token)
        await program.says(r"\bready\b")
        print(f"{servers} servers: ready after {time.monotonic() - begun:.1f} s, {resident_mb(program)} MB")
        await answered(wire, await slash(wire, people[0], place, "new", place="here"))
        front = wire.room(place)[0]
        askeds = await asyncio.gather(*(press(wire, who, front, "Settings") for who in people))
        await wire.until(lambda: all(each.kind is not None for each in askeds) or time.monotonic() - askeds[-1].sent > 5)
        took = sorted(each.acknowledged_s for each in askeds if each.acknowledged_s is not None)
        print(f"{presses} presses: {len(took)} acknowledged, median {took[len(took) // 2]:.2f} s, last {took[-1]:.2f} s")
        print(f"then {resident_mb(program)} MB")
        await wire.quiet()
        begun = time.monotonic()
        await program.stop()
        stopped = time.monotonic() - begun
        program = await Program.start(folder, wire.address, wire.token)
        await program.says(r"\bready\b")
        again = await press(wire, people[0], front, "Settings")
        await wire.until(lambda: again.kind is not None)
        print(f"restart: stopped after {stopped:.1f} s, first press acknowledged after {time.monotonic() - begun:.1f} s")
        await program.stop()
    await wire.stop()


if __name__ == "__main__" and sys.argv[1:2] == ["idle"]:
    asyncio.run(idle(float(sys.argv[2]) if sys.argv[2:] else 6.0))
elif __name__ == "__main__":
    asyncio.run(main(*(int(text) for text in [*sys.argv[1:], "5000", "500"][:2])))
