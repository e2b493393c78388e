"""The server of the pages: an aiohttp application in the bot's process, for as long as the bot runs."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp import web

from cogs import interaction_info
from cogs.app_context import AppContext
from editions.edition import Editions
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from storage.tournament_rows import EventId
from telemetry.log_line import entry
from text.translator import Translator
from web import tokens
from web.addresses import Network, ReaderAddresses
from web.answers import Handler, WebError, guarded, with_headers
from web.files import html_page, page_files
from web.routes import Routes
from web.streams import Streams
from web.tournaments import TournamentPages

log = logging.getLogger("bastide.web")

SERVER_LOG = logging.getLogger("bastide.web.connections")
"""Where the HTTP server tells of requests that it can't read."""


def _without_request(record: logging.LogRecord) -> bool:
    """Leave out what was sent and by whom: a broken request may hold a link."""
    record.msg, record.args = "a request was broken: %s", (type(record.exc_info[1]).__name__ if record.exc_info else "unreadable",)
    record.exc_info = record.exc_text = None
    return True


SERVER_LOG.addFilter(_without_request)

BODY = 4096
"""Most bytes that a request may carry."""
PICTURES = 2_000
"""Most small pictures in memory: every tile in every turn, and some."""
FOR_EVER = "public, max-age=31536000, immutable"


class BoardServer:
    """Serves the pages. One instance; does nothing before `start`."""

    def __init__(self, host: str, port: int, url: str = "", proxies: Iterable[Network] = ()) -> None:
        """Listen at host and port; `url` is where people reach that from outside, `https://board.example`, through the proxies."""
        self._host, self._port = host, port
        self._url = url.rstrip("/")
        self._addresses = ReaderAddresses(proxies)
        self._streams = Streams()
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._runner: web.AppRunner | None = None
        self._key = b""

    @property
    def url(self) -> str:
        """Address at which people reach it."""
        return self._url or f"http://{self._host}:{self._port}"

    async def start(self, desk: AppContext) -> None:
        """Begin to serve; port 0 takes any free one."""
        services: Services = desk.services
        self._key = await services.pages.key()
        self._desk = desk
        services.store.after_writes.append(self._streams.written)
        services.cluster_events.after_news.append(self._streams.heard)
        services.pages.after_closed.append(self._streams.wake_all)
        app = web.Application(middlewares=[guarded, self._same_site], client_max_size=BODY)
        app.on_response_prepare.append(with_headers("'none'"))
        app.router.add_get("/b/", self.page, name="page")
        app.router.add_get("/b/replay", self.replay, name="replay")
        app.router.add_get("/b/a/{digest}/{name}", self.file, name="file")
        app.router.add_get("/b/art/{game}/{version}/{name}.png", self.picture, name="picture")
        TournamentPages(desk, self._addresses, lambda: self.url).add_to(app)
        Routes(desk, self._streams, self._key, desk.painting, self._addresses, lambda: self.url).add_to(app)
        self._runner = web.AppRunner(app, access_log=None, logger=SERVER_LOG, handle_signals=False, keepalive_timeout=75)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._port or self._runner.addresses[0][1]
        log.info(entry("board-open", at=f"{self._host}:{self._port}"))

    async def close(self) -> None:
        """Let every page go: they come back by themselves when the next process serves them."""
        self._streams.closing = True
        self._streams.wake_all()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def link(self, match: MatchId, user: UserId, words: Translator) -> str:
        """Return the address by which a user opens the board of a match, once and within a quarter of an hour."""
        link = tokens.made(tokens.LINK, match, user, words.locale, now=interaction_info.now())
        return f"{self.url}/b/#{tokens.write(link, self._key)}"

    def tournament_link(self, event_id: EventId, secret: str) -> str:
        """Return the public address of a tournament."""
        return f"{self.url}/t/{event_id}.{secret}"

    @web.middleware
    async def _same_site(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what pages of others send: the browser says where it comes from."""
        origin = request.headers.get("Origin")
        if request.method != "GET" and (origin is None or urlsplit(origin).netloc not in self._hosts(request)):
            raise WebError(403, "origin")
        return await handler(request)

    def _hosts(self, request: web.Request) -> set[str]:
        return {urlsplit(self.url).netloc, *((request.host,) if not self._url else ())}

    async def page(self, _request: web.Request) -> web.Response:
        """Send the page: the same for all readers."""
        return html_page("board")

    async def replay(self, _request: web.Request) -> web.Response:
        """Send the page that goes through a finished game, for readers with a page of their own."""
        return html_page("replay")

    async def file(self, request: web.Request) -> web.Response:
        """Send a file of the page, kept by browsers for ever: another program has another address."""
        files = page_files()
        found = files.files.get(request.match_info["name"])
        if found is None or request.match_info["digest"] != files.digest:
            raise web.HTTPNotFound
        headers = {"Content-Type": found.content_type, "Content-Encoding": "gzip", "Cache-Control": FOR_EVER}
        return web.Response(body=found.packed, headers=headers)

    async def picture(self, request: web.Request) -> web.Response:
        """Send a small picture that all tables share, as it looks in this version of the art."""
        key = "/".join(request.match_info[part] for part in ("game", "version", "name"))
        if (png := self._pictures.get(key)) is None:
            self._pictures[key] = png = await self._drawn(self._desk.editions, **request.match_info)
            if len(self._pictures) > PICTURES:
                self._pictures.popitem(last=False)
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": FOR_EVER})

    async def _drawn(self, editions: Editions, *, game: str, version: str, name: str) -> bytes:
        tapping = editions[game].painter.tapping if game in editions else None
        if tapping is None or tapping().version() != version:
            raise web.HTTPNotFound
        png = await self._desk.painting.run("small picture", tapping().picture, name)
        if png is None:
            raise web.HTTPNotFound
        return png
