"""Two thousand open streams of one process, and the memory they hold."""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.guilds.server_settings import PUBLIC, YES
from tests.web.conftest import Client, Table

STREAMS = 2_000
WARM = 200
"""Streams that are opened before: what they load is held once, by any number of readers."""
MOST_BYTES = 40_000_000
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
asyncio.run(main())
"""
"""Another process, which opens them: what readers need is not ours."""


def resident() -> int:
    """Return the bytes that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells what a process holds")
async def test_two_thousand_streams_hold_little(table: Table, client: Client) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < STREAMS + 500:
        pytest.skip("this machine lets a process open too few connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, STREAMS + 500), hard))
    page = await client.opened(table.link(await table.begin(), 0))
    await table.services.server_settings.choose(table.bot.guilds[0].id, PUBLIC, [YES])
    share = (await page.post("share"))[1]["path"].removeprefix("/g/")
    home = urlsplit(client.home)
    arguments = ("-c", READERS, str(home.hostname), str(home.port), share, str(STREAMS), str(WARM))
    pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    readers = await asyncio.create_subprocess_exec(sys.executable, *arguments, **pipes)
    assert readers.stdin is not None and readers.stdout is not None
    held = []
    try:
        for _ in range(2):
            assert await readers.stdout.readline()
            await asyncio.sleep(1)
            held.append(resident())
            readers.stdin.write(b"on\n")
            await readers.stdin.drain()
    finally:
        readers.kill()
        await readers.wait()

    each = (held[1] - held[0]) / (STREAMS - WARM)
    assert each * STREAMS <= MOST_BYTES, f"{each / 1024:.1f} KiB each"
