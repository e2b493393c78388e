"""Found by Python at its start where this folder is on PYTHONPATH: discord.py talks to `WIRE_ADDRESS` instead of to Discord."""

import os

if os.environ.get("WIRE_ADDRESS"):
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://{os.environ['WIRE_ADDRESS']}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{os.environ['WIRE_ADDRESS']}/gateway")

if os.environ.get("WIRE_LATENESS"):
    import asyncio
    import json
    from pathlib import Path

    TICK_S = 0.02
    """How often it is looked how late the loop is."""

    _run = asyncio.run

    def run(main, **more):
        """As `asyncio.run`, and at its end the file `WIRE_LATENESS` says how late the loop was each time, in seconds."""
        late = []
        try:
            return _run(_watched(main, late), **more)
        finally:
            Path(os.environ["WIRE_LATENESS"]).write_text(json.dumps(late), encoding="ascii")

    async def _watched(main, late):
        looking = asyncio.create_task(_look(late))
        try:
            return await main
        finally:
            looking.cancel()

    async def _look(late):
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_S
            await asyncio.sleep(TICK_S)
            late.append(max(0.0, loop.time() - due))

    asyncio.run = run
