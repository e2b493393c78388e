"""The outbox waits by itself; discord.py would sleep up to 9 s between its own tries."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import DiscordServerError

from cogs.background import poster


async def test_only_requests_within_raise_at_the_first_server_error() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[poster.trace()]) as session:
        with poster.once():
            with pytest.raises(DiscordServerError) as refused:
                await session.get(server.make_url("/502"))
            missing = await session.get(server.make_url("/404"))
        outside = await session.get(server.make_url("/502"))

    assert refused.value.status == 502
    assert (missing.status, outside.status) == (404, 502)
