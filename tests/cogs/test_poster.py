"""The outbox waits by itself; discord.py would sleep up to 9 s between its own tries."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import DiscordServerError

from cogs.background import poster
from service.core.outbox import PostRejectedError, PostRetryLater, PostsPaused


async def test_only_requests_within_raise_at_the_first_server_error() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[poster.trace()]) as session:
        with poster.failing_at_once():
            with pytest.raises(DiscordServerError) as refused:
                await session.get(server.make_url("/502"))
            missing = await session.get(server.make_url("/404"))
        outside = await session.get(server.make_url("/502"))

    assert refused.value.status == 502
    assert (missing.status, outside.status) == (404, 502)


@pytest.mark.parametrize(
    ("status", "code", "in_private", "kind", "waits_s"),
    [
        (403, 40003, True, PostsPaused, 120.0),
        (403, 20026, True, PostsPaused, 3600.0),
        (429, 0, True, PostsPaused, 30.0),
        (429, 0, False, PostRetryLater, None),
        (403, 50007, True, PostRejectedError, None),
        (403, 50013, False, PostRejectedError, None),
    ],
)
def test_too_fast_is_a_pause_for_everybody_and_not_a_refusal(
    status: int, code: int, in_private: bool, kind: type[Exception], waits_s: float | None
) -> None:
    response = SimpleNamespace(status=status, reason="")
    error = (discord.Forbidden if status == 403 else discord.HTTPException)(response, {"code": code, "message": ""})  # type: ignore[arg-type]

    meaning = poster.meaning(error, in_private=in_private)

    assert type(meaning) is kind and getattr(meaning, "retry_after_s", None) == waits_s
