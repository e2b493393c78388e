"""Found by Python at its start where this folder is on PYTHONPATH: discord.py talks to `WIRE_ADDRESS` instead of to Discord."""

import os

if os.environ.get("WIRE_ADDRESS"):
    import discord.gateway
    import discord.http
    import yarl

    discord.http.Route.BASE = f"http://{os.environ['WIRE_ADDRESS']}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{os.environ['WIRE_ADDRESS']}/gateway")
