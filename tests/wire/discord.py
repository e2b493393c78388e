"""A small stand-in for Discord over HTTP: REST and gateway in one aiohttp server, for one bot, with faults on request.

It knows the requests that the bot uses and answers all others with 404, so that a new request is noticed. It applies Discord's
rules: an interaction token accepts one answer within three seconds; a nonce makes one message; the text of a message that does not
mention the bot is withheld.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import WSMsgType, web

from tests.wire import records
from tests.wire.records import EPHEMERAL, LOADING, Asked, Fault, Json

Shard = tuple[int, int]

LAUNCH_ACTIVITY = 12
"""The answer to an interaction that opens the application's activity."""


class Refused(Exception):
    """Raised for an error answer, with its status and Discord's error code."""

    def __init__(self, status: int, code: int) -> None:
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class Discord:
    """One stand-in for Discord; `address` is known after `start`."""

    def __init__(self) -> None:
        self.bot = records.user("bastide", bot=True)
        self.token = base64.b64encode(self.bot["id"].encode()).decode().rstrip("=") + ".Gxxxxx." + "s" * 38
        self.guilds: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.people: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}
        """All that there are, by id; `keep` adds one."""
        self.commands: list[Json] = []
        self.secret = "secret"
        """The application's, with which it learns who somebody is."""
        self.has_activity = False
        self.instances: dict[str, Json] = {}
        """The activities that run, by name."""
        self.emojis: dict[str, Json] = {}
        """What the application owns, by id."""
        self.asked: dict[str, Asked] = {}
        self.requests: list[tuple[str, str, int]] = []
        self.faults: list[Fault] = []
        self.down = self.gateway_down = False
        self.close_with: int | None = None
        """The code with which an identification is refused."""
        self.latency_s: Callable[[], float] = lambda: 0.0
        self.under_way = 0
        """Requests that are not answered yet."""
        self.aged: set[str] = set()
        """Messages that are older than an hour and were edited often."""
        self.heartbeats = 0
        self.identified = 0
        self.address = ""
        self._rooms: defaultdict[str, dict[str, Json]] = defaultdict(dict)
        """The public ones of each channel, in order: nobody should look through thousands for the last one of their own."""
        self._nonces: dict[str, str] = {}
        self._sockets: dict[web.WebSocketResponse, Shard] = {}
        """Who listens, and to which shard of how many."""
        self._shards: dict[str, Shard] = {}
        """The shards of the sessions."""
        self._sequence = 0

    # --- the world -------------------------------------------------------------------------------------------------

    def guild(self, name: str = "Server", shard: Shard = (0, 1), channels: int = 1) -> Json:
        """Add a server with the given number of channels and the bot as a member, on the shard `shard`; return it."""
        made = records.guild(name, channels)
        while not _is_on(shard, made["id"]):
            made = records.guild(name, channels)
        made["members"] = [self.member(self.bot) | {"joined_at": "2020-01-01T00:00:00+00:00"}]  # no newcomer, to be welcomed
        self.guilds[made["id"]] = made
        self.channels |= {channel["id"]: channel for channel in made["channels"]}
        return made

    def person(self, name: str) -> Json:
        """Add a person who is a member of every server; return them."""
        made = records.user(name)
        self.people[made["id"]] = made
        return made

    def member(self, user: Json) -> Json:
        """Return a person in the form of a server member."""
        return {"user": user, "roles": [], "joined_at": records.now(), "deaf": False, "mute": False, "flags": 0, "nick": None}

    def room(self, channel_id: str) -> list[Json]:
        """Return the public messages of a channel, oldest first."""
        return list(self._rooms[channel_id].values())

    def keep(self, made: Json) -> Json:
        """Store a message and return it."""
        self.messages[made["id"]] = made
        if not made["flags"] & EPHEMERAL:
            self._rooms[made["channel_id"]][made["id"]] = made
        return made

    async def until(self, true: Callable[[], Any], timeout_s: float = 60.0) -> Any:
        """Wait until the condition `true` returns a true value; return that value."""
        async with asyncio.timeout(timeout_s):
            while not (result := true()):  # noqa: ASYNC110  # anything may make it true
                await asyncio.sleep(0.02)
        return result

    async def quiet(self, pause_s: float = 1.5) -> None:
        """Wait until no request arrived for `pause_s` seconds and none is being answered."""
        seen = -1
        while seen != len(self.requests) or self.under_way:
            seen = len(self.requests)
            await asyncio.sleep(pause_s)

    # --- the server ------------------------------------------------------------------------------------------------

    async def start(self, port: int = 0) -> None:
        """Start listening, on this machine only."""
        app = web.Application(client_max_size=1 << 25)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._request)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port, reuse_address=True)
        await site.start()
        self.address = f"127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Close all connections and stop listening; servers and messages are kept."""
        await self.cut()
        await self._runner.cleanup()

    async def cut(self, code: int | None = None) -> None:
        """Close the gateway's connections, with the code `code` or abruptly without one."""
        for socket in list(self._sockets):
            if code is not None:
                await socket.close(code=code)
            elif socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()

    # --- the gateway -----------------------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.down or self.gateway_down:
            assert request.transport is not None
            request.transport.abort()
            return web.Response(status=502)
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await self._send(socket, 10, {"heartbeat_interval": 41250})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            await self._receive(socket, json.loads(frame.data))
        self._sockets.pop(socket, None)
        return socket

    async def _receive(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["op"] == 1:
            self.heartbeats += 1
            await self._send(socket, 11, None)
        elif said["op"] == 2 and (self.close_with or said["d"]["token"] != self.token):
            await socket.close(code=self.close_with or 4004)
        elif said["op"] == 2:
            self.identified += 1
            await self._welcome(socket, tuple(said["d"].get("shard") or (0, 1)))
        elif said["op"] == 6:
            self._sockets[socket] = self._shards[said["d"]["session_id"]]
            await self._event(socket, "RESUMED", {})

    async def _welcome(self, socket: web.WebSocketResponse, shard: Shard) -> None:
        address = f"ws://{self.address}/gateway"
        here = [guild for guild in self.guilds.values() if _is_on(shard, guild["id"])]
        known = [{"id": guild["id"], "unavailable": True} for guild in here]
        application = {"id": self.bot["id"], "flags": 0}
        session = f"s{self.identified}"
        ready = {"v": 10, "user": self.bot, "guilds": known, "session_id": session, "resume_gateway_url": address, "shard": shard}
        self._sockets[socket] = self._shards[session] = shard
        await self._event(socket, "READY", ready | {"application": application, "private_channels": []})
        for guild in here:
            await self._event(socket, "GUILD_CREATE", guild)

    def _gateways(self) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
        return {"url": f"ws://{self.address}/gateway", "shards": 1, "session_start_limit": limit}

    async def _send(self, socket: web.WebSocketResponse, op: int, data: Any, **more: Any) -> None:
        if not socket.closed:
            await socket.send_json({"op": op, "d": data, "s": None, "t": None, **more})

    async def _event(self, socket: web.WebSocketResponse, name: str, data: Json) -> None:
        self._sequence += 1
        await self._send(socket, 0, data, t=name, s=self._sequence)

    async def tell(self, name: str, data: Json) -> None:
        """Send a gateway event to the bot on its server's shard; it is lost if the bot is not connected."""
        guild_id = data.get("guild_id") or (data["id"] if name.startswith("GUILD_") else None)
        for socket, shard in list(self._sockets.items()):
            if _is_on(shard, guild_id):
                await self._event(socket, name, data)

    # --- REST ------------------------------------------------------------------------------------------------------

    async def _request(self, request: web.Request) -> web.StreamResponse:
        self.under_way += 1
        try:
            return await self._handle(request)
        finally:
            self.under_way -= 1

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        body = await _body(request)
        await asyncio.sleep(self.latency_s())
        fault = self._fault(request.method, path)
        await asyncio.sleep(fault.hangs_s if fault else 0)
        if self.down or (fault and not fault.status and not fault.late):
            return self._cut(request, path)
        if fault and not fault.late:
            ordered = {"message": "ordered", "code": fault.code, "retry_after": fault.retry_after_s, "global": False}
            fault.body = body
            ordered |= {"errors": fault.errors} if fault.errors else {}
            return self._answer(request, path, fault.status, fault.says or ordered, fault.headers)
        try:
            response = await self._do(request, path, body)
        except Refused as refusal:
            return self._answer(request, path, refusal.status, {"message": "refused", "code": refusal.code})
        if fault:
            return self._cut(request, path)
        return self._answer(request, path, 200 if response is not None else 204, response)

    def _cut(self, request: web.Request, path: str) -> web.Response:
        self.requests.append((request.method, path, 0))
        assert request.transport is not None
        request.transport.abort()
        return web.Response(status=502)

    def _answer(self, request: web.Request, path: str, status: int, body: Any, more: Json | None = None) -> web.Response:
        self.requests.append((request.method, path, status))
        if body is None:
            return web.Response(status=status)
        # With room for many requests at once: discord.py would send one after the other otherwise, unlike on Discord.
        room = {"X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "49", "X-RateLimit-Reset-After": "1", "X-RateLimit-Bucket": "b"}
        headers = {"Via": "1.1 wire", "Content-Type": "application/json", **room}
        known = {name.lower(): name for name in headers}
        headers |= {known.get(name, name): value for name, value in (more or {}).items()}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)

    def _fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method in (None, method) and re.search(fault.path, path):
                fault.times -= 1
                return fault
        return None

    async def _do(self, request: web.Request, path: str, body: Any) -> Any:
        kind, _, access = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer" and (request.method, path) == ("GET", "/users/@me"):
            return self.people[access.removeprefix("of-")]
        public = path.startswith(("/webhooks/", "/interactions/", "/oauth2/token"))
        if not public and (kind, access) != ("Bot", self.token):
            raise Refused(401, 0)
        for method, pattern, carry_out in _ROUTES:
            if method == request.method and (match := re.fullmatch(pattern, path)):
                result = carry_out(self, *match.groups(), body=body, query=request.query)
                return await result if asyncio.iscoroutine(result) else result
        raise Refused(404, 0)

    def _put_commands(self, body: Any, guild_id: str | None = None) -> list[Json]:
        extra = {"application_id": self.bot["id"], "version": "1", "default_member_permissions": None, "type": 1, "description": ""}
        entry_points = {each["id"] for each in self.commands if each["type"] == 4}
        if guild_id is None and not entry_points <= {declared.get("id") for declared in body}:
            raise Refused(400, 50240)
        made = [{"id": records.snowflake(), **extra, **command} for command in body]
        if guild_id is not None:
            self.guilds[guild_id]["_commands"] = made  # they stand beside those of all servers
        else:
            self.commands = made
        return made

    def _add_emoji(self, body: Json) -> Json:
        if not re.fullmatch(r"\w{2,32}", body["name"]) or any(value["name"] == body["name"] for value in self.emojis.values()):
            raise Refused(400, 50035)
        if len(base64.b64decode(body["image"].removeprefix("data:image/png;base64,"), validate=True)) > 256 << 10:
            raise Refused(400, 50045)
        made = {"id": records.snowflake(), "name": body["name"], "animated": False, "roles": [], "user": self.bot}
        return self.emojis.setdefault(made["id"], {**made, "require_colons": True, "managed": False, "available": True})

    def _message(self, channel_id: str, message_id: str) -> Json:
        if channel_id not in self.channels:
            raise Refused(404, 10003)
        if message_id not in self.messages:
            raise Refused(404, 10008)
        return self.messages[message_id]

    async def _post(self, channel_id: str, body: Json) -> Json:
        if channel_id not in self.channels:
            raise Refused(404, 10003)
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce") and nonce in self._nonces:
            return self.messages[self._nonces[nonce]]
        made = records.message(channel_id, self.bot, body)
        self._nonces[nonce] = made["id"]
        return await self._publish(made)

    async def _publish(self, made: Json) -> Json:
        self.keep(made)
        guild = self.channels[made["channel_id"]].get("guild_id")  # private messages have none, and do not say so
        await self.tell("MESSAGE_CREATE", made | ({"guild_id": guild} if guild else {}))
        return made

    def _edit(self, shown: Json, body: Json) -> Json:
        if shown["id"] in self.aged:
            raise Refused(400, 30046)
        shown["components"] = records.numbered(body.get("components") or [])
        shown["flags"] = (shown["flags"] | (body.get("flags") or 0)) & ~LOADING
        shown["edited_timestamp"] = records.now()
        return shown

    async def _thread(self, channel_id: str, message_id: str | None, body: Json) -> Json:
        parent = self.channels[channel_id]
        made = records.channel(parent["guild_id"], body["name"], kind=body.get("type") or 11, parent=channel_id)
        if message_id is not None:
            made["id"] = message_id
        self.channels[made["id"]] = made
        await self.tell("THREAD_CREATE", made)
        return made

    def _dm(self, body: Json) -> Json:
        wanted = str(body["recipient_id"])
        if wanted not in self.people:
            raise Refused(400, 50033)
        made = {"id": records.snowflake(), "type": 1, "recipients": [self.people[wanted]], "flags": 0}
        return self.channels.setdefault(f"dm{wanted}", self.channels.setdefault(made["id"], made))

    def _join(self, thread_id: str, user_id: str) -> None:
        self.channels[thread_id].setdefault("_inside", []).append(self._member(user_id)["user"]["id"])

    def _member(self, user_id: str) -> Json:
        if user_id == self.bot["id"]:
            return self.member(self.bot)
        if user_id not in self.people:
            raise Refused(404, 10007)
        return self.member(self.people[user_id])

    # --- answers to what people did -----------------------------------------------------------------------------------

    def _request_of(self, token: str) -> Asked:
        if token not in self.asked:
            raise Refused(401, 50027)
        return self.asked[token]

    def _callback(self, token: str, body: Json) -> Json:
        asked = self.asked.get(token)
        if asked is None or time.monotonic() - asked.sent > 3:
            raise Refused(404, 10062)
        if asked.kind is not None:
            raise Refused(400, 40060)
        if body["type"] == LAUNCH_ACTIVITY and not self.has_activity:
            raise Refused(400, 50035)
        asked.kind, asked.acknowledged_s = body["type"], time.monotonic() - asked.sent
        data = body.get("data") or {}
        if body["type"] == LAUNCH_ACTIVITY:
            return self._launch(asked)
        if body["type"] in (4, 5):
            asked.answer = records.message(asked.interaction["channel_id"], self.bot, data)
            asked.answer["flags"] |= LOADING if body["type"] == 5 else 0
            self.keep(asked.answer)
        else:
            asked.answer = asked.interaction.get("message")
        if body["type"] == 7 and asked.answer:
            self._edit(asked.answer, data)
        asked.told()
        shown = (asked.answer or {}).get("id")
        return {"interaction": {"id": asked.interaction["id"], "type": asked.interaction["type"], "response_message_id": shown}}

    def _launch(self, asked: Asked) -> Json:
        """Open the activity in the channel of an interaction; a channel has one instance. Return the answer."""
        interaction = asked.interaction
        place = {"channel_id": interaction["channel_id"], "guild_id": interaction["guild_id"], "kind": "gc"}
        name = f"i-1-gc-{place['guild_id']}-{place['channel_id']}"
        place["id"] = name.removeprefix("i-1-")
        told = {"application_id": self.bot["id"], "instance_id": name, "launch_id": "1", "location": place, "users": []}
        self.instances.setdefault(name, told)["users"].append(interaction["member"]["user"]["id"])
        asked.told()
        answered = {"id": interaction["id"], "type": interaction["type"], "activity_instance_id": name}
        return {"interaction": answered, "resource": {"type": LAUNCH_ACTIVITY, "activity_instance": {"id": name}}}

    def _grant(self, form: Mapping[str, str]) -> Json:
        """Exchange an OAuth code, which here is the person's id, for an access token."""
        if form.get("client_secret") != self.secret or form.get("code") not in self.people:
            raise Refused(400, 0)
        return {"access_token": f"of-{form['code']}", "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}

    def _instance(self, name: str) -> Json:
        if name not in self.instances:
            raise Refused(404, 10001)
        return self.instances[name]

    async def _follow(self, token: str, body: Json) -> Json:
        asked = self._request_of(token)
        made = records.message(asked.interaction["channel_id"], self.bot, body)
        asked.more.append(self.keep(made))
        asked.told()
        return made

    def _original(self, token: str, which: str, body: Json | None) -> Json:
        asked = self._request_of(token)
        shown = asked.answer if which == "@original" else self.messages.get(which)
        if asked.kind is None or shown is None:
            raise Refused(404, 10008)
        if body is None:
            return shown
        asked.edits += 1
        edited = self._edit(shown, body)
        asked.told()
        return edited

    def _forget(self, channel_id: str, message_id: str) -> None:
        gone = self._message(channel_id, message_id)
        del self.messages[message_id]
        self._rooms[gone["channel_id"]].pop(message_id, None)

    def count(self) -> Counter[int]:
        """Return the number of answered requests by status; 0 means that the connection was cut."""
        return Counter(status for _, _, status in self.requests)


def _is_on(shard: Shard, guild_id: str | None) -> bool:
    """Return whether a shard gets a server's events; events without a server go to the first shard."""
    return (int(guild_id or 0) >> 22) % shard[1] == shard[0]


async def _body(request: web.Request) -> Any:
    """Return the JSON body of a request, without its files."""
    raw = await request.read()
    if request.headers.get("Content-Type", "").startswith("multipart/"):
        raw = _payload(raw)
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(parse_qsl(raw.decode()))
    return json.loads(raw) if raw else None


def _payload(form: bytes) -> bytes:
    """Return the part `payload_json` of a multipart form; parsing all of the form would be too slow."""
    boundary, _, _ = form.partition(b"\r\n")
    _, _, named = form.partition(b'name="payload_json"')
    _, _, rest = named.partition(b"\r\n\r\n")
    return rest.partition(b"\r\n" + boundary)[0]


def _application(wire: Discord, **_: Any) -> Json:
    return {"id": wire.bot["id"], "name": "Bastide", "description": "", "bot_public": True, "verify_key": "0" * 64, "flags": 0,
            "bot_require_code_grant": False, "icon": None, "owner": next(iter(wire.people.values()), wire.bot)}  # fmt: skip


_ID = r"(\d+)"
_TOKEN = r"([^/]+)"  # a pattern
_ROUTES: tuple[tuple[str, str, Callable[..., Any]], ...] = (
    ("GET", "/users/@me", lambda wire, **_: wire.bot),
    ("GET", "/oauth2/applications/@me", _application),
    ("POST", "/oauth2/token", lambda wire, body, **_: wire._grant(body)),
    ("GET", f"/applications/{_ID}/activity-instances/([^/]+)", lambda wire, _app, name, **_: wire._instance(name)),
    ("GET", "/gateway(?:/bot)?", lambda wire, **_: wire._gateways()),
    ("GET", f"/applications/{_ID}/commands", lambda wire, _app, **_: wire.commands),
    ("PUT", f"/applications/{_ID}/commands", lambda wire, _app, body, **_: wire._put_commands(body)),
    ("GET", f"/applications/{_ID}/emojis", lambda wire, _app, **_: {"items": list(wire.emojis.values())}),
    ("POST", f"/applications/{_ID}/emojis", lambda wire, _app, body, **_: wire._add_emoji(body)),
    ("GET", f"/guilds/{_ID}", lambda wire, guild, **_: wire.guilds[guild]),
    ("GET", f"/guilds/{_ID}/channels", lambda wire, guild, **_: wire.guilds[guild]["channels"]),
    ("PUT", f"/applications/{_ID}/guilds/{_ID}/commands", lambda wire, _app, guild, body, **_: wire._put_commands(body, guild)),
    ("DELETE", f"/applications/{_ID}/emojis/{_ID}", lambda wire, _app, one, **_: wire.emojis.pop(one) and None),
    ("DELETE", f"/channels/{_ID}", lambda wire, place, **_: wire.channels.pop(place)),
    ("GET", f"/users/{_ID}", lambda wire, user, **_: wire._member(user)["user"]),
    ("GET", f"/guilds/{_ID}/members/{_ID}", lambda wire, _guild, user, **_: wire._member(user)),
    ("POST", "/users/@me/channels", lambda wire, body, **_: wire._dm(body)),
    ("GET", f"/channels/{_ID}", lambda wire, place, **_: wire.channels[place]),
    ("POST", f"/channels/{_ID}/messages", lambda wire, place, body, **_: wire._post(place, body)),
    ("GET", f"/channels/{_ID}/messages", lambda wire, place, **_: wire.room(place)[::-1]),
    ("GET", f"/channels/{_ID}/messages/{_ID}", lambda wire, place, one, **_: wire._message(place, one)),
    ("PATCH", f"/channels/{_ID}/messages/{_ID}", lambda wire, place, one, body, **_: wire._edit(wire._message(place, one), body)),
    ("DELETE", f"/channels/{_ID}/messages/{_ID}", lambda wire, place, one, **_: wire._forget(place, one)),
    ("POST", f"/channels/{_ID}/messages/{_ID}/threads", lambda wire, place, one, body, **_: wire._thread(place, one, body)),
    ("POST", f"/channels/{_ID}/threads", lambda wire, place, body, **_: wire._thread(place, None, body)),
    ("PUT", f"/channels/{_ID}/thread-members/{_ID}", lambda wire, place, user, **_: wire._join(place, user)),
    ("POST", f"/interactions/{_ID}/{_TOKEN}/callback", lambda wire, _id, token, body, **_: wire._callback(token, body)),
    ("POST", f"/webhooks/{_ID}/{_TOKEN}", lambda wire, _app, token, body, **_: wire._follow(token, body)),
    ("GET", f"/webhooks/{_ID}/{_TOKEN}/messages/([@\\w]+)", lambda wire, _a, token, one, **_: wire._original(token, one, None)),
    ("PATCH", f"/webhooks/{_ID}/{_TOKEN}/messages/([@\\w]+)",
     lambda wire, _a, token, one, body, **_: wire._original(token, one, body)),
)  # fmt: skip
