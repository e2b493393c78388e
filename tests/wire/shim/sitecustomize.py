"""Start-up module that redirects discord.py to `WIRE_ADDRESS`; Python imports it if this folder is on PYTHONPATH."""

import os

if os.environ.get("WIRE_ADDRESS"):
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://{os.environ['WIRE_ADDRESS']}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{os.environ['WIRE_ADDRESS']}/gateway")

if os.environ.get("WIRE_WATCH"):
    import asyncio
    from pathlib import Path

    _run = asyncio.run

    def run(main, **more):
        """Run as `asyncio.run`, then write what the loop did to `WIRE_WATCH`; with `WIRE_HELD` also what held it."""
        from watched_loop import Watch  # it needs the program's own modules, which are found only once it runs

        watch = Watch()
        if os.environ.get("WIRE_HELD"):
            watch.time_callbacks()
        try:
            return _run(_watched(main, watch), **more)
        finally:
            watch.write(Path(os.environ["WIRE_WATCH"]))

    async def _watched(main, watch):
        looking = asyncio.create_task(watch.look())
        try:
            return await main
        finally:
            looking.cancel()

    asyncio.run = run
