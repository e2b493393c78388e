"""Request bodies: small JSON objects, read within a time limit and validated."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from web.answers import WebError

Body = Mapping[str, Any]

PATIENCE_S = 10.0
"""How long a body may take to arrive: who writes more slowly holds a connection on purpose."""
ACTIONS_AT_ONCE = 12
"""Most actions that one request may name."""
LARGEST = 10**18
"""More than any number of a game or draft."""


async def body(request: web.Request) -> Body:
    """Return the JSON object in the request body.

    Raises `WebError` if the body is anything else or arrives too slowly.
    """
    if request.content_type != "application/json":
        raise WebError(415, "json")
    try:
        async with asyncio.timeout(PATIENCE_S):
            document = json.loads(await request.text())
    except TimeoutError as error:
        raise WebError(408, "slow") from error
    except ConnectionError as error:  # who sends it has left in the middle: nobody reads this answer
        raise WebError(400, "gone") from error
    except (ValueError, LookupError, RecursionError) as error:  # no JSON, an unknown charset, a thousand brackets
        raise WebError(400, "json") from error
    if not isinstance(document, dict):
        raise WebError(400, "json")
    return document


def is_aside(said: Body) -> bool:
    """Return whether the page shows a draft outside the user's turn (a plan, a vote or a guess)."""
    return said.get("aside") is True


def text(said: Body, key: str) -> str:
    """Return the string in field `key`, empty if missing. Raises `WebError` if it's no string."""
    value = said.get(key, "")
    if not isinstance(value, str):
        raise WebError(400, key)
    return value


def number(said: Body, key: str) -> int:
    """Return the non-negative integer in field `key`, such as a version or a match id. Raises `WebError` if there is none."""
    value = said.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < LARGEST:
        raise WebError(400, key)
    return value


def actions(said: Body) -> list[str]:
    """Return the actions of a move as the game writes them; empty if missing. Raises `WebError` if malformed."""
    named = said.get("actions", [])
    if not isinstance(named, list) or len(named) > ACTIONS_AT_ONCE or not all(isinstance(action, str) for action in named):
        raise WebError(400, "actions")
    return named
