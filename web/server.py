"""The web server of the board pages: an aiohttp application that runs in the bot's process."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from cogs import interaction_info
from cogs.app_context import AppContext
from editions.edition import Editions
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from storage.tournament_rows import EventId
from telemetry.log_line import log_line
from text.translator import Translator
from web import activity_sdk, tokens
from web.activity import FRAME_ANCESTORS, Activity
from web.addresses import Network, ReaderAddresses
from web.answers import FRAMED_BY, Handler, WebError, guarded, measured, with_headers
from web.files import html_page, page_files
from web.routes import Routes
from web.streams import Streams
from web.tournaments import TournamentPages

log = logging.getLogger("bastide.web")

SERVER_LOG = logging.getLogger("bastide.web.connections")
"""Where the HTTP server tells of requests that it can't read."""


def _redact_request(record: logging.LogRecord) -> bool:
    """Reduce a log record to the kind of error, because a malformed request may contain a link; always return True."""
    record.msg, record.args = "a request was broken: %s", (type(record.exc_info[1]).__name__ if record.exc_info else "unreadable",)
    record.exc_info = record.exc_text = None
    return True


SERVER_LOG.addFilter(_redact_request)

BODY = 4096
"""Most bytes that a request may carry."""
IDLE_S = 60.0
"""How long a connection may stay without a whole head of a request: longer than proxies keep an unused one."""
MOST_PICTURES = 2_000
"""Most small pictures in memory: every tile in every turn, and some."""
FOR_EVER = "public, max-age=31536000, immutable"


class BoardServer:
    """The web server of the board; it does nothing before `start`."""

    def __init__(
        self,
        host: str,
        port: int,
        url: str = "",
        proxies: Iterable[Network] = (),
        *,
        secret: str = "",
        sdk: Path = activity_sdk.FOLDER,
    ) -> None:
        """Configure the server; `url` is its public address, such as `https://board.example`.

        `proxies`: trusted networks of reverse proxies. With the application's OAuth `secret` the board also opens inside Discord,
        with Discord's scripts in the folder `sdk`.
        """
        self._host, self._port = host, port
        self._url = url.rstrip("/")
        self._addresses = ReaderAddresses(proxies)
        self._streams = Streams()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._runner: web.AppRunner | None = None
        self._key = b""
        self._secret, self._sdk = secret, sdk
        self._activity: Activity | None = None

    @property
    def url(self) -> str:
        """Public base URL of the server."""
        return self._url or f"http://{self._host}:{self._port}"

    async def start(self, app: AppContext) -> None:
        """Start serving; port 0 means any free port."""
        services: Services = app.services
        self._key = await services.pages.key()
        self._app = app
        services.store.after_writes.append(self._streams.written)
        services.cluster_events.after_news.append(self._streams.heard)
        services.pages.after_closed.append(self._streams.wake_all)
        server = web.Application(middlewares=[measured, guarded, self._require_same_site], client_max_size=BODY)
        server.on_response_prepare.append(with_headers)
        if self._secret:
            self._activity = Activity(app, self._secret, self._key, activity_sdk.read(self._sdk))
            self._activity.add_to(server)
        server.router.add_get("/b/", self.page, name="page")
        server.router.add_get("/b/replay", self.replay, name="replay")
        server.router.add_get("/b/a/{digest}/{name}", self.file, name="file")
        server.router.add_get("/b/art/{game}/{version}/{name}.png", self.picture, name="picture")
        TournamentPages(app, self._addresses, lambda: self.url).add_to(server)
        Routes(app, self._streams, self._key, app.painting, self._addresses, lambda: self.url).add_to(server)
        self._runner = web.AppRunner(server, access_log=None, logger=SERVER_LOG, handle_signals=False, keepalive_timeout=IDLE_S)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._port or self._runner.addresses[0][1]
        log.info(log_line("board-open", at=f"{self._host}:{self._port}"))

    async def close(self) -> None:
        """Close all pages' streams and stop serving; the pages reconnect to the next process."""
        self._streams.closing = True
        self._streams.wake_all()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def link(self, match: MatchId, user: UserId, words: Translator) -> str:
        """Return a one-time URL that opens the board of a match for a user; valid for a quarter of an hour."""
        link = tokens.new_token(tokens.LINK, match, user, words.locale, now=interaction_info.now())
        return f"{self.url}/b/#{tokens.write(link, self._key)}"

    @property
    def streams(self) -> int:
        """Number of pages that wait for changes."""
        return len(self._streams)

    @property
    def is_activity(self) -> bool:
        """Whether the board can be opened inside Discord, as its activity."""
        return bool(self._secret)

    async def note_launch(self, instance: str, user: UserId, match: MatchId) -> None:
        """Record for which game a user has opened an instance of the activity."""
        await self._app.services.pages.note_launch(instance, user, match, now=interaction_info.now())

    def tournament_link(self, event_id: EventId, secret: str) -> str:
        """Return the public URL of a tournament's page."""
        return f"{self.url}/t/{event_id}.{secret}"

    @web.middleware
    async def _require_same_site(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse state-changing requests from other sites, by their `Origin` header."""
        origin = request.headers.get("Origin")
        if request.method != "GET" and (origin is None or urlsplit(origin).netloc not in self._hosts(request)):
            raise WebError(403, "origin")
        return await handler(request)

    def _hosts(self, request: web.Request) -> set[str]:
        inside = (self._activity.host,) if self._activity is not None else ()
        return {urlsplit(self.url).netloc, *((request.host,) if not self._url else ()), *inside}

    async def page(self, request: web.Request) -> web.Response:
        """Send the board page, which is the same for all readers."""
        self._let_frame(request)
        return html_page("board")

    async def replay(self, request: web.Request) -> web.Response:
        """Send the replay page for readers with a page token."""
        self._let_frame(request)
        return html_page("replay")

    def _let_frame(self, request: web.Request) -> None:
        """Allow Discord to show the response in a frame if the activity is enabled."""
        if self._activity is not None:
            request[FRAMED_BY] = FRAME_ANCESTORS

    async def file(self, request: web.Request) -> web.Response:
        """Send a static file, which browsers cache permanently because its URL contains a hash."""
        files = page_files()
        packed_file = files.files.get(request.match_info["name"])
        if packed_file is None or request.match_info["digest"] != files.digest:
            raise web.HTTPNotFound
        headers = {"Content-Type": packed_file.content_type, "Content-Encoding": "gzip", "Cache-Control": FOR_EVER}
        return web.Response(body=packed_file.packed, headers=headers)

    async def picture(self, request: web.Request) -> web.Response:
        """Send a small picture of the game's art that all tables share."""
        key = "/".join(request.match_info[part] for part in ("game", "version", "name"))
        if (png := self._pictures.get(key)) is None:
            self._pictures[key] = png = await self._draw_picture(self._app.editions, **request.match_info)
            if len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": FOR_EVER})

    async def _draw_picture(self, editions: Editions, *, game: str, version: str, name: str) -> bytes:
        tapping = editions[game].painter.tapping if game in editions else None
        if tapping is None or tapping().version() != version:
            raise web.HTTPNotFound
        png = await self._app.painting.run("small picture", tapping().picture, name)
        if png is None:
            raise web.HTTPNotFound
        return png
