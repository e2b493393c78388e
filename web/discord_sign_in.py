"""Discord's answers about people inside an activity: the person behind a code, the people in an instance, and its place."""

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
    """A person as Discord knows them."""

    user: UserId
    locale: str
    access: str
    """What the page shows to Discord's own program, which asks for it; good for the scope `identify` alone."""


@dataclass(frozen=True)
class ActivityInstance:
    """An activity that runs in a channel, and who is in it now."""

    guild_id: int | None
    channel_id: int | None
    users: frozenset[int]


def api() -> str:
    """Return the address of Discord's API."""
    return discord.http.Route.BASE


class DiscordSignIn:
    """Asks Discord; one instance. Its answers count, nothing that a page says of itself."""

    def __init__(self, client: discord.Client, secret: str) -> None:
        self._client = client
        self._secret = secret

    @property
    def client_id(self) -> int:
        """Number of the application."""
        assert self._client.application_id is not None, "known since the login"
        return self._client.application_id

    async def person(self, code: str) -> SignedIn | None:
        """Return whose code of OAuth this is; None if Discord doesn't take it."""
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
        """Return the instance of our activity that has this name; None if there is none now."""
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
    """Return what Discord says; None if it refuses. Raises `WebError` where it doesn't answer."""
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
