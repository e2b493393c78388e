"""A small stand-in for Discord's OAuth and activity API: a server with codes, users and activity instances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aiohttp import web

SECRET = "a secret of the application"  # of this stand-in alone


class OAuth:
    """A stand-in server; `address` is known after `start`."""

    def __init__(self, application: int, bot_token: str) -> None:
        self.application, self.bot_token = application, bot_token
        self.codes: dict[str, int] = {}
        """Who has let us know who they are, by a code that works once."""
        self.access: dict[str, int] = {}
        self.instances: dict[str, Mapping[str, Any]] = {}
        self.asked: list[str] = []
        self.status = 200
        self.address = ""

    async def start(self) -> None:
        """Start listening on this machine."""
        server = web.Application()
        server.router.add_post("/oauth2/token", self._grant)
        server.router.add_get("/users/@me", self._person)
        server.router.add_get("/applications/{application}/activity-instances/{instance}", self._instance)
        self._runner = web.AppRunner(server, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    def runs(self, instance: str, channel: int, guild: int | None, *users: int) -> None:
        """Add an activity instance that runs in a channel with the given users in it."""
        location = {"id": f"gc-{guild}-{channel}", "kind": "gc" if guild else "pc", "channel_id": str(channel)}
        if guild is not None:
            location["guild_id"] = str(guild)
        self.instances[instance] = {
            "application_id": str(self.application),
            "instance_id": instance,
            "launch_id": "1",
            "location": location,
            "users": [str(user) for user in users],
        }

    async def _grant(self, request: web.Request) -> web.Response:
        self.asked.append("token")
        if self.status != 200:
            return web.json_response({}, status=self.status)
        form = await request.post()
        is_ours = (form["client_id"], form["client_secret"]) == (str(self.application), SECRET)
        user = self.codes.pop(str(form["code"]), None)
        if not is_ours or form["grant_type"] != "authorization_code" or user is None:
            return web.json_response({"error": "invalid_grant"}, status=400)
        self.access[f"access-{user}"] = user
        return web.json_response(
            {"access_token": f"access-{user}", "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}
        )

    async def _person(self, request: web.Request) -> web.Response:
        self.asked.append("person")
        user = self.access.get(request.headers["Authorization"].removeprefix("Bearer "))
        if user is None:
            return web.json_response({"code": 0}, status=401)
        return web.json_response({"id": str(user), "username": "anna", "locale": "de"})

    async def _instance(self, request: web.Request) -> web.Response:
        self.asked.append("instance")
        running = self.instances.get(request.match_info["instance"])
        if request.headers["Authorization"] != f"Bot {self.bot_token}":
            return web.json_response({"code": 0}, status=401)
        is_ours = request.match_info["application"] == str(self.application)
        return web.json_response(running) if running and is_ours else web.json_response({"code": 0}, status=404)
