"""Discord API requests for the activity: the user behind an OAuth code, and the users and channel of an activity instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import aiohttp
import discord

from storage.rows import UserId
from web.answers import WebError

PATIENCE_S = 8.0
"""How long Discord is waited for."""


@dataclass(frozen=True)
class SignedIn:
    """A user who has signed in with Discord, as Discord describes them."""

    user: UserId
    locale: str
    access: str
    """What the page shows to Discord's own program, which asks for it; good for the scope `identify` alone."""


@dataclass(frozen=True)
class ActivityInstance:
    """A running activity: its server, its channel, and the users in it now."""

    guild_id: int | None
    channel_id: int | None
    users: frozenset[int]


def api() -> str:
    """Return the address of Discord's API."""
    return discord.http.Route.BASE


class DiscordSignIn:
    """A client of Discord's sign-in API. Its answers are trusted, unlike what a page sends."""

    def __init__(self, client: discord.Client, secret: str) -> None:
        self._client = client
        self._secret = secret

    @property
    def client_id(self) -> int:
        """Discord id of the application."""
        assert self._client.application_id is not None, "known since the login"
        return self._client.application_id

    async def person(self, code: str) -> SignedIn | None:
        """Return the user to whom an OAuth code belongs; None if Discord rejects the code."""
        form = {
            "client_id": str(self.client_id),
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        granted = await _ask_discord("POST", "/oauth2/token", data=form)
        access = str((granted or {}).get("access_token") or "")
        if not access:
            return None
        person = await _ask_discord("GET", "/users/@me", headers={"Authorization": f"Bearer {access}"})
        if person is None:
            return None
        return SignedIn(UserId(int(person["id"])), str(person.get("locale") or ""), access)

    async def instance(self, instance: str) -> ActivityInstance | None:
        """Return the running instance of the activity with this id; None if there is none."""
        path = f"/applications/{self.client_id}/activity-instances/{quote(instance, safe='')}"
        running = await _ask_discord("GET", path, headers={"Authorization": f"Bot {self._client.http.token}"})
        if running is None or not isinstance(running.get("users"), list):
            return None
        place = running.get("location") or {}
        return ActivityInstance(_number(place, "guild_id"), _number(place, "channel_id"), frozenset(map(int, running["users"])))


def _number(place: Mapping[str, Any], key: str) -> int | None:
    value = place.get(key)
    return int(value) if value else None


async def _ask_discord(method: str, path: str, **more: Any) -> Mapping[str, Any] | None:
    """Return Discord's JSON answer; None if Discord refuses the request. Raises `WebError` if Discord can't be reached."""
    timeout = aiohttp.ClientTimeout(total=PATIENCE_S)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, api() + path, **more) as answer,
        ):
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise WebError(503, "discord")
            if answer.status >= HTTPStatus.BAD_REQUEST:
                return None
            document = await answer.json()
            return document if isinstance(document, dict) else None
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise WebError(503, "discord") from error
