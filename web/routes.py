"""Handlers of the page's requests. Every action is a use-case of the chat, and names the draft and position it goes on from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape

from aiohttp import web

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.interactions import input_parsing
from cogs.interactions.access_rules import vote_or_guess
from cogs.match_context import MatchContext
from cogs.messages import game_settings
from cogs.refusals import InteractionRefused
from cogs.render_executor import RenderExecutor
from service.errors import Refusal
from storage.rows import UserId, of_match
from text.protocol import Misread
from text.translator import translator_for
from text.users.player_names import plain as plain_name
from web import tokens
from web.addresses import ReaderAddresses
from web.answers import WORDS, Handler, PackedJson, WebError, json_response, packed_json, packed_response, refusal_of
from web.bodies import Body, actions, body, is_aside, number, text
from web.files import html_page
from web.limits import Buckets
from web.plain import plain, plain_lines
from web.readers import Reader, is_seated, may_be_public, must_see, public_reader
from web.replays import Replays
from web.shared_answers import SharedAnswers
from web.streams import Streams
from web.tables import table_json

PREVIEW_S = 60
"""How long other platforms may keep the picture of a game."""
PREVIEWS = 16
"""Most pictures of games that are kept so long here, too."""
HEARTBEAT_S = 25.0
"""A stream says at least so often that it is still there: proxies close what is silent."""


SHARE_KIND = "Share"
"""How the token of a public link is sent; others are of a `Page`."""


class Routes:
    """The handlers, on what they share. One instance."""

    def __init__(
        self,
        app: AppContext,
        streams: Streams,
        key: bytes,
        painting: RenderExecutor,
        addresses: ReaderAddresses,
        home: Callable[[], str],
    ) -> None:
        """Keep what they share; `home` is the address at which people reach this server."""
        self._app = app
        self._home = home
        self._streams = streams
        self._key = key
        self._painting = painting
        self._addresses = addresses
        self._replays = Replays(app)
        self._stamps: SharedAnswers[str] = SharedAnswers()
        self._tables: SharedAnswers[PackedJson] = SharedAnswers()
        self._previews: SharedAnswers[bytes | None] = SharedAnswers(PREVIEW_S, kept=PREVIEWS)
        self._opened = Buckets(10, 0.2)
        self._asked = Buckets(40, 4)

    def add_to(self, server: web.Application) -> None:
        """Register them all."""
        acts = {
            "try": self.attempt,
            "type": self.type,
            "play": self.play,
            "confirm": self.confirm,
            "discard": self.discard,
            "undo": self.undo,
            "takeback": self.take_back,
            "pass": self.pass_on,
            "aside": self.aside,
        }
        links = {"close": self.close, "share": self.share, "unshare": self.unshare}
        server.router.add_post("/b/api/open", self.open, name="open")
        for verb, handler in {**{verb: self._or_table_and_reason(act) for verb, act in acts.items()}, **links}.items():
            server.router.add_post(f"/b/api/{verb}", handler, name=f"act_{verb}")
        looks: Mapping[str, Handler] = {
            "table": self.table,
            "news": self.news,
            "paper": self.paper,
            "look": self.look,
            "replay": self.replay,
        }
        for what, look in looks.items():
            server.router.add_get(f"/b/api/{what}", look, name=f"see_{what}")
        server.router.add_get("/g/{link}", self.public, name="public")
        server.router.add_get("/g/{link}/replay", self.public_replay, name="public_replay")
        server.router.add_get("/g/{link}/preview.png", self.preview, name="preview")

    # --- who asks ----------------------------------------------------------------------------------------------------

    async def open(self, request: web.Request) -> web.Response:
        """Exchange a link for a page, once. Refuses `page-closed`, `link-used`."""
        if not self._opened.take(self._addresses.of(request)):
            raise WebError(429, "slow")
        link = tokens.read(text(await body(request), "link"), tokens.LINK, self._key, now=interaction_info.now())
        if link is None:
            raise InteractionRefused("page-closed")
        request[WORDS] = translator_for(link.locale)
        page = tokens.new_token(tokens.PAGE, link.match, link.user, link.locale, now=interaction_info.now(), nonce=link.nonce)
        reader = Reader(link.match, link.user, link.nonce, translator_for(link.locale))
        await must_see(self._app, reader)
        until = interaction_info.now() + tokens.LIFETIMES[tokens.PAGE]
        await self._app.services.pages.open(link.nonce, link.user, until=until, now=interaction_info.now())
        return json_response({"page": tokens.write(page, self._key), "match": link.match, "locale": link.locale})

    async def _reader(self, request: web.Request) -> Reader:
        """Return the reader who asks. Refuses `page-closed`, `link-closed`."""
        reader = await self._uncounted_reader(request)
        if not self._asked.take(reader.page):
            raise WebError(429, "slow")
        return reader

    def _anybody(self, request: web.Request, text: str) -> Reader:
        request[WORDS] = translator_for(request.headers.get("Accept-Language", "")[:20])
        return public_reader(text, f"share {self._addresses.of(request)}", request[WORDS])

    async def _player(self, request: web.Request) -> tuple[Reader, UserId, Body]:
        """Return the reader who acts, and the body. Users without a seat vote or guess. Refuses as the buttons of the chat do."""
        reader = await self._reader(request)
        if reader.user is None:
            raise Refusal("not-seated", match=reader.match)
        fields = await body(request)
        match = await must_see(self._app, reader)
        seats = await self._app.services.match_queries.seats(match.id)
        if not is_seated(reader, seats):
            member = await self._app.people.member(reader.user, match.guild_id) if match.guild_id is not None else None
            await vote_or_guess(self._app, reader.user, None if member is None else member.joined_at, match, seats)
        return reader, reader.user, fields

    async def _require_seat(self, request: web.Request) -> Reader:
        """Return the reader who has a seat, and decides with that who may watch. Refuses `not-seated`."""
        reader, _, _ = await self._player(request)
        if not is_seated(reader, await self._app.services.match_queries.seats(reader.match)):
            raise Refusal("not-seated", match=reader.match)
        return reader

    # --- looking -----------------------------------------------------------------------------------------------------

    async def table(self, request: web.Request) -> web.Response:
        """Send the table, or that it is unchanged where the page has it already."""
        reader = await self._reader(request)
        stamp = await self._visible_stamp(reader)
        if request.headers.get("If-None-Match") == f'"{stamp}"':
            return web.Response(status=304)
        if reader.user is None:
            key = reader.match, reader.secret, reader.words.locale, stamp
            return packed_response(request, await self._tables.get(key, lambda: self._public_table(reader)))
        shown = await table_json(self._app, reader, aside=request.query.get("aside") == "1")
        return json_response(shown, etag=shown["stamp"])

    async def _public_table(self, reader: Reader) -> PackedJson:
        shown = await table_json(self._app, reader)
        return await asyncio.to_thread(packed_json, shown, shown["stamp"])

    async def _visible_stamp(self, reader: Reader) -> str:
        """Return the stamp of what a reader sees, if they may see it now; one public link shares it. Refuses as `must_see`."""
        if reader.user is not None:
            return await self._own_stamp(reader)
        key = reader.match, reader.secret, self._streams.news_of(reader.match)
        return await self._stamps.get(key, lambda: self._own_stamp(reader))

    async def _own_stamp(self, reader: Reader) -> str:
        match = await must_see(self._app, reader)
        return await self._app.services.pages.stamp(match.id, reader.user)

    async def news(self, request: web.Request) -> web.StreamResponse:
        """Stream stamps: whenever one is new, the page asks for the table. `void` says that the page is closed."""
        reader = await self._reader(request)
        await must_see(self._app, reader)
        with self._streams.opened(reader.match, reader.page) as news:
            if news is None:
                raise WebError(503, "full")
            stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
            with suppress(ConnectionResetError):  # the reader has closed the page
                await stream.prepare(request)
                stream.headers.clear()  # sent; thousands of streams would keep them for nothing
                await self._send_news(request, stream, news)
        return stream

    async def _send_news(self, request: web.Request, stream: web.StreamResponse, news: asyncio.Event) -> None:
        sent, watching = "", None
        if request.headers["Authorization"].startswith(SHARE_KIND):
            watching = await self._uncounted_reader(
                request
            )  # of a public link a token never changes: only what it opens is asked again
        while not self._streams.closing:
            news.clear()
            stamp = await self._stamp(request, watching)
            await stream.write(f"data: {stamp}\n\n".encode() if stamp != sent else b":\n\n")
            if stamp == "void":
                break
            sent = stamp
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_S):  # `wait_for` would keep a task for each stream
                    await news.wait()

    async def _stamp(self, request: web.Request, watching: Reader | None) -> str:
        try:
            return await self._visible_stamp(watching or await self._uncounted_reader(request))
        except (InteractionRefused, Refusal):
            return "void"

    async def _uncounted_reader(self, request: web.Request) -> Reader:
        """Return the reader who asks, without counting: a stream looks as often as there is news. Refuses as `_reader`."""
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind == SHARE_KIND:
            return self._anybody(request, text)
        page = tokens.read(text, tokens.PAGE, self._key, now=interaction_info.now()) if kind == "Page" else None
        if page is None or not await self._app.services.pages.is_open(page.nonce, now=interaction_info.now()):
            raise InteractionRefused("page-closed")
        request[WORDS] = translator_for(page.locale)
        return Reader(page.match, page.user, page.nonce, request[WORDS])

    async def replay(self, request: web.Request) -> web.Response:
        """Send a finished game step by step: an overview, or the table after `step` turns. Refuses `not-ended`, `bag-shared`."""
        reader = await self._reader(request)
        step_text = request.query.get("step", "")
        if not step_text:
            return json_response(await self._replays.overview(reader))
        if not step_text.isascii() or not step_text.isdecimal() or len(step_text) > 6:
            raise WebError(400, "step")
        try:
            return json_response(await self._replays.step(reader, int(step_text)))
        except IndexError as error:
            raise WebError(404, "nothing") from error

    async def paper(self, request: web.Request) -> web.Response:
        """Send the printed paper below the tiles, a picture."""
        reader = await self._reader(request)
        match = await must_see(self._app, reader)
        context = await match_context.load(self._app, match.id, reader.user, reader.words)
        tapping = context.edition.painter.tapping and context.edition.painter.tapping()
        png = await self._painting.run("paper", tapping.paper, context.view) if tapping and tapping.paper else None
        if png is None:
            raise WebError(404, "nothing")
        return web.Response(body=png, content_type="image/png")

    async def public(self, request: web.Request) -> web.Response:
        """Send the page of a public link."""
        return html_page("board", await self._preview_html(request))

    async def public_replay(self, request: web.Request) -> web.Response:
        """Send the page that goes through a finished game step by step, for a public link."""
        return html_page("replay", await self._preview_html(request))

    async def _preview_html(self, request: web.Request) -> str:
        """Return what other platforms show beside a public link; a closed one has nothing of that."""
        try:
            context = await self._public_context(request)
        except (InteractionRefused, Refusal):
            return ""  # the page itself says that its link is closed
        title = plain(game_settings.title(context.match, context.edition, context.words))
        players = ", ".join(plain_name(name) for name in context.names)
        picture = f"{self._home()}/g/{request.match_info['link']}/preview.png"
        told = {"og:title": title, "og:description": players, "og:image": picture}
        return "\n".join(f'<meta property="{key}" content="{escape(value)}">' for key, value in told.items())

    async def preview(self, request: web.Request) -> web.Response:
        """Send the board as a picture, for a public link. Refuses `link-closed`."""
        context = await self._public_context(request)
        key = context.match.id, context.match.version, context.match.status
        png = await self._previews.get(key, lambda: _preview(context))
        if not png:
            raise WebError(404, "nothing")
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": f"max-age={PREVIEW_S}"})

    async def _public_context(self, request: web.Request) -> MatchContext:
        """Return the game of a public link as all may see it. Refuses `link-closed`, and `not-running` in a lobby."""
        reader = self._anybody(request, request.match_info["link"])
        if not self._asked.take(reader.page):
            raise WebError(429, "slow")
        match = await must_see(self._app, reader)
        return match_context.speaking(await match_context.load(self._app, match.id, None, reader.words), reader.words)

    async def look(self, request: web.Request) -> web.Response:
        """Send details on demand: `board` in words, `owners`, `stock`, `log`, or the `odds` of a square."""
        reader = await self._reader(request)
        match = await must_see(self._app, reader)
        context = match_context.speaking(await match_context.load(self._app, match.id, reader.user, reader.words), reader.words)
        tapping = context.edition.painter.tapping and context.edition.painter.tapping()
        what = request.query.get("what", "")
        if what == "board":
            return json_response({"lines": plain_lines(context.say.board(context.view, context.names, context.words).split("\n"))})
        if what == "owners" and tapping and tapping.owners:
            worth = tapping.worth(context.view) if tapping.worth else None
            return json_response({"owners": await asyncio.to_thread(tapping.owners, context.view), "worth": worth})
        if what == "stock" and tapping and tapping.stock and (stock := context.edition.words.stock):
            return json_response({"stock": tapping.stock(context.view), "say": plain(stock.count(context.view, context.words))})
        if what == "log":
            entries = await self._app.services.match_queries.history(match.id, reader.user)
            story = context.say.log(
                match_context.visible_events(entries, context.viewer), context.view, context.names, context.words
            )
            return json_response({"lines": plain_lines(story)})
        if what == "odds" and (holes := context.edition.words.holes):
            try:
                square = holes.square(context.view, request.query.get("square", "")[:8])
                return json_response({"say": plain(holes.odds(context.view, square, context.words))})
            except Misread as misread:
                unread = InteractionRefused("misread", misread=misread, say=context.read, view=context.view)
                return json_response(refusal_of(request, unread))
        raise InteractionRefused("aid-off")

    # --- acting ------------------------------------------------------------------------------------------------------

    def _or_table_and_reason(self, act: Handler) -> Handler:
        """Return a handler that sends the table as it stands, and why, where the rules or the state of the table refuse an act."""

        async def answered(request: web.Request) -> web.StreamResponse:
            try:
                return await act(request)
            except Exception as error:
                refused = refusal_of(request, error)
                if refused is None:
                    raise
                reader = await self._uncounted_reader(request)
                shown = await table_json(self._app, reader, aside=is_aside(await body(request)))
                return json_response({**shown, "refused": refused})

        return answered

    async def attempt(self, request: web.Request) -> web.Response:
        """Go on with the draft from its first `kept` actions; none at all is a step back."""
        reader, user, fields = await self._player(request)
        await self._app.services.drafts.push(
            reader.match,
            user,
            actions(fields),
            keep=number(fields, "kept"),
            based_on=text(fields, "base"),
            expected_version=number(fields, "version"),
            onward=True,
            now=interaction_info.now(),
        )
        return await self._table_answer(reader, fields)

    async def type(self, request: web.Request) -> web.Response:
        """Read a move as it is typed in the chat: where squares are not shown, players name them."""
        reader, user, fields = await self._player(request)
        await input_parsing.move(self._app, user, reader.match, text(fields, "text")[:80], reader.words, lenient=True)
        return await self._table_answer(reader, fields)

    async def play(self, request: web.Request) -> web.Response:
        """Make the move by its last choice; a choice that is left after all is asked."""
        reader, user, fields = await self._player(request)
        await self._app.services.turns.play(
            reader.match,
            user,
            actions(fields),
            keep=number(fields, "kept"),
            based_on=text(fields, "base"),
            expected_version=number(fields, "version"),
            now=interaction_info.now(),
        )
        return await self._table_answer(reader, fields)

    async def confirm(self, request: web.Request) -> web.Response:
        """Make the draft final."""
        reader, user, fields = await self._player(request)
        await self._app.services.turns.confirm(
            reader.match,
            user,
            expected_version=number(fields, "version"),
            based_on=text(fields, "base"),
            now=interaction_info.now(),
        )
        return await self._table_answer(reader, fields)

    async def discard(self, request: web.Request) -> web.Response:
        """Begin the draft again."""
        reader, user, fields = await self._player(request)
        await self._app.services.drafts.discard(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def undo(self, request: web.Request) -> web.Response:
        """Back to the start of the own turn."""
        reader, user, fields = await self._player(request)
        await self._app.services.turns.undo(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def take_back(self, request: web.Request) -> web.Response:
        """Turn the confirmed move into a draft again."""
        reader, user, fields = await self._player(request)
        version = number(fields, "version")
        await self._app.services.pending_moves.take_back(reader.match, user, expected_version=version, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def pass_on(self, request: web.Request) -> web.Response:
        """Pass the turn on before the time for taking back is over."""
        reader, user, fields = await self._player(request)
        version = number(fields, "version")
        await self._app.services.pending_moves.pass_on(reader.match, user, expected_version=version, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def aside(self, request: web.Request) -> web.Response:
        """Open the draft of a user who is not asked: a plan, a vote or a guess."""
        reader, user, _ = await self._player(request)
        await self._app.services.drafts.prepare(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, {"aside": True})

    async def close(self, request: web.Request) -> web.Response:
        """Close all pages of this person."""
        reader = await self._reader(request)
        if reader.user is not None:
            await self._app.services.pages.close_all(reader.user)
            self._streams.wake_all()
        return json_response({})

    async def share(self, request: web.Request) -> web.Response:
        """Make the public link to the match, or tell the one there is. Refuses `not-public`, `not-seated`."""
        reader = await self._require_seat(request)
        match = await must_see(self._app, reader)
        if not await may_be_public(self._app, match):
            raise InteractionRefused("not-public")
        secret = await self._app.services.pages.share(of_match(match.id))
        path = f"/g/{match.id}.{secret}"
        return json_response({"path": path, "link": f"{self._home()}{path}"})

    async def unshare(self, request: web.Request) -> web.Response:
        """Close the public link to the match for good. Refuses `not-seated`."""
        reader = await self._require_seat(request)
        await self._app.services.pages.unshare(of_match(reader.match))
        self._streams.wake(reader.match)
        return json_response({})

    async def _table_answer(self, reader: Reader, said: Body) -> web.Response:
        return json_response(await table_json(self._app, reader, aside=is_aside(said)))


async def _preview(context: MatchContext) -> bytes | None:
    picture = await match_images.board(context, "whole")
    return picture.png
