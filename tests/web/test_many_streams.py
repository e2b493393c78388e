"""Two thousand open streams of one process, and the memory they hold."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.guilds.server_settings import PUBLIC, YES
from storage.rows import MatchId
from tests.web.conftest import Client, Table, moved

STREAMS = 2_000
WARM = 200
"""Streams that are opened before: what they load is held once, by any number of readers."""
MOST_BYTES = 40_000_000
CALM = 1.5
"""With more work for each processor than this, other programs hold the loop."""
HELD_S = 0.5
"""How long a move that all of them hear of may hold everything else."""
READERS = """
import asyncio, sys
host, port, share, streams, warm = sys.argv[1:3] + [sys.argv[3]] + [int(number) for number in sys.argv[4:]]
async def main():
    opened = []
    for number in range(streams):
        reader, writer = await asyncio.open_connection(host, int(port))
        address = f"10.{number // 200}.{number % 200}.1"
        lines = ["GET /b/api/news HTTP/1.1", "Host: a", f"X-Forwarded-For: {address}", f"Authorization: Share {share}", "", ""]
        writer.write("\\r\\n".join(lines).encode())
        assert b" 200 " in await reader.readline()
        opened.append((reader, writer))
        if len(opened) in (warm, streams):
            print(len(opened), flush=True)
            sys.stdin.readline()
    async def follow(reader, number):
        while not (await reader.readline()).startswith(b"data:"):  # the stamp of the beginning
            pass
        while not (line := await reader.readline()).startswith(b"data:"):
            pass
        asking, asked = await asyncio.open_connection(host, int(port))
        lines = ["GET /b/api/table HTTP/1.1", "Host: a", f"X-Forwarded-For: 10.{number // 200}.{number % 200}.1"]
        lines += ["Accept-Encoding: gzip", f"Authorization: Share {share}", "", ""]
        asked.write("\\r\\n".join(lines).encode())
        assert b" 200 " in await asking.readline()
        asked.close()
    following = [asyncio.create_task(follow(reader, number)) for number, (reader, _) in enumerate(opened)]
    await asyncio.sleep(1)
    print("following", flush=True)
    sys.stdin.readline()
    await asyncio.gather(*following)
    print("all", flush=True)
asyncio.run(main())
"""
"""Another process, which opens them: what readers need is not ours."""


def resident() -> int:
    """Return the bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def told(table: Table, match: MatchId, output: asyncio.StreamReader) -> tuple[float, float]:
    """Make a move; return how long the loop was held at most until all readers had the new table, and how long that took."""
    longest, begun = 0.0, time.perf_counter()

    async def tick() -> None:
        nonlocal longest
        while True:
            started = time.perf_counter()
            await asyncio.sleep(0.005)
            longest = max(longest, time.perf_counter() - started)

    ticking = asyncio.create_task(tick())
    await moved(table, match, 0)
    assert await asyncio.wait_for(output.readline(), 60) == b"all\n"
    ticking.cancel()
    return longest, time.perf_counter() - begun


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells what a process holds")
async def test_two_thousand_streams_hold_little(table: Table, client: Client) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < STREAMS + 500:
        pytest.skip("this machine lets a process open too few connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, STREAMS + 500), hard))
    match = await table.begin()
    page = await client.opened(table.link(match, 0))
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    share = (await page.post("share"))[1]["path"].removeprefix("/g/")
    home = urlsplit(client.home)
    arguments = ("-c", READERS, str(home.hostname), str(home.port), share, str(STREAMS), str(WARM))
    pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    readers = await asyncio.create_subprocess_exec(sys.executable, *arguments, **pipes)
    assert readers.stdin is not None and readers.stdout is not None
    streams, before = [], resident()
    try:
        for _ in range(2):
            assert await readers.stdout.readline()
            await asyncio.sleep(1)
            streams.append(resident())
            readers.stdin.write(b"on\n")
            await readers.stdin.drain()
        assert await readers.stdout.readline() == b"following\n"
        readers.stdin.write(b"on\n")
        await readers.stdin.drain()
        longest, lasted = await told(table, match, readers.stdout)
    finally:
        readers.kill()
        await readers.wait()

    print(f"{(streams[1] - before) / 1e6:.1f} MB for all; told to all in {lasted:.1f} s, the loop held for {longest:.2f} s at most")
    if os.getloadavg()[0] <= CALM * (os.cpu_count() or 1):
        assert longest <= HELD_S
    each = (streams[1] - streams[0]) / (STREAMS - WARM)
    assert each * STREAMS <= MOST_BYTES, f"{each / 1024:.1f} KiB each"
