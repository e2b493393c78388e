"""Request handlers of the board page.

Each action calls the same service as the chat's buttons, and names the draft and the version of the game that it is based on.
"""

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
    """The request handlers of the board page; one instance per server."""

    def __init__(
        self,
        app: AppContext,
        streams: Streams,
        key: bytes,
        painting: RenderExecutor,
        addresses: ReaderAddresses,
        home: Callable[[], str],
    ) -> None:
        """Store the handlers' dependencies; `home` returns the public base URL of this server."""
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
        """Register the handlers at `server`."""
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
        """Exchange a one-time link for a page token. Refuses `page-closed`, `link-used`."""
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
        """Return the reader who sent the request, and count it against their rate limit. Refuses `page-closed`, `link-closed`."""
        reader = await self._uncounted_reader(request)
        if not self._asked.take(reader.page):
            raise WebError(429, "slow")
        return reader

    def _anybody(self, request: web.Request, text: str) -> Reader:
        request[WORDS] = translator_for(request.headers.get("Accept-Language", "")[:20])
        return public_reader(text, f"share {self._addresses.of(request)}", request[WORDS])

    async def _player(self, request: web.Request) -> tuple[Reader, UserId, Body]:
        """Return the acting reader, their user id and the request body.

        Users without a seat must be allowed to vote or guess. Refuses like the chat's buttons.
        """
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
        """Return the reader if they have a seat in the match. Refuses `not-seated`."""
        reader, _, _ = await self._player(request)
        if not is_seated(reader, await self._app.services.match_queries.seats(reader.match)):
            raise Refusal("not-seated", match=reader.match)
        return reader

    # --- looking -----------------------------------------------------------------------------------------------------

    async def table(self, request: web.Request) -> web.Response:
        """Send the table as JSON, or status 304 if the page already has the current version."""
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
        """Return the version tag of what the reader sees now. Refuses as `must_see`.

        All readers of one public link share one tag.
        """
        if reader.user is not None:
            return await self._own_stamp(reader)
        key = reader.match, reader.secret, self._streams.news_of(reader.match)
        return await self._stamps.get(key, lambda: self._own_stamp(reader))

    async def _own_stamp(self, reader: Reader) -> str:
        match = await must_see(self._app, reader)
        return await self._app.services.pages.stamp(match.id, reader.user)

    async def news(self, request: web.Request) -> web.StreamResponse:
        """Send an event stream with the table's version tag after each change, so that the page knows when to reload.

        `void` instead of a tag means that the page has been closed. Status 503 if there are too many streams.
        """
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
        """Return the reader who sent the request, without counting it against the rate limit. Refuses as `_reader`.

        Used by streams, which check the reader at every change.
        """
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind == SHARE_KIND:
            return self._anybody(request, text)
        page = tokens.read(text, tokens.PAGE, self._key, now=interaction_info.now()) if kind == "Page" else None
        if page is None or not await self._app.services.pages.is_open(page.nonce, now=interaction_info.now()):
            raise InteractionRefused("page-closed")
        request[WORDS] = translator_for(page.locale)
        return Reader(page.match, page.user, page.nonce, request[WORDS])

    async def replay(self, request: web.Request) -> web.Response:
        """Send the overview of a finished game, or the table after `step` turns. Refuses `not-ended`, `bag-shared`."""
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
        """Send the picture (PNG) that lies under the tiles, for games that have a printed sheet."""
        reader = await self._reader(request)
        match = await must_see(self._app, reader)
        context = await match_context.load(self._app, match.id, reader.user, reader.words)
        tapping = context.edition.painter.tapping and context.edition.painter.tapping()
        png = await self._painting.run("paper", tapping.paper, context.view) if tapping and tapping.paper else None
        if png is None:
            raise WebError(404, "nothing")
        return web.Response(body=png, content_type="image/png")

    async def public(self, request: web.Request) -> web.Response:
        """Send the board page for a public link."""
        return html_page("board", await self._preview_html(request))

    async def public_replay(self, request: web.Request) -> web.Response:
        """Send the replay page for a public link."""
        return html_page("replay", await self._preview_html(request))

    async def _preview_html(self, request: web.Request) -> str:
        """Return the meta tags for link previews on other platforms; empty if the link is closed."""
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
        """Send the preview picture of the board for a public link. Refuses `link-closed`."""
        context = await self._public_context(request)
        key = context.match.id, context.match.version, context.match.status
        png = await self._previews.get(key, lambda: _preview(context))
        if not png:
            raise WebError(404, "nothing")
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": f"max-age={PREVIEW_S}"})

    async def _public_context(self, request: web.Request) -> MatchContext:
        """Return the game of a public link as the public sees it. Refuses `link-closed`, and `not-running` in a lobby."""
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
        """Return a handler that runs `act`, and if it's refused sends the current table with the reason."""

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
        """Replace the end of the draft: keep its first `kept` actions and append the given ones.

        Without actions this is a step back.
        """
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
        """Parse a move typed as text, as in the chat, and put it into the draft."""
        reader, user, fields = await self._player(request)
        await input_parsing.move(self._app, user, reader.match, text(fields, "text")[:80], reader.words, lenient=True)
        return await self._table_answer(reader, fields)

    async def play(self, request: web.Request) -> web.Response:
        """Append the last actions to the draft and make the move.

        If a choice is still open, the draft is kept and the next question is sent.
        """
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
        """Make the move of the complete draft."""
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
        """Clear the draft."""
        reader, user, fields = await self._player(request)
        await self._app.services.drafts.discard(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def undo(self, request: web.Request) -> web.Response:
        """Undo the user's turn back to its start."""
        reader, user, fields = await self._player(request)
        await self._app.services.turns.undo(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def take_back(self, request: web.Request) -> web.Response:
        """Turn a confirmed move, whose time for taking back still runs, into a draft again."""
        reader, user, fields = await self._player(request)
        version = number(fields, "version")
        await self._app.services.pending_moves.take_back(reader.match, user, expected_version=version, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def pass_on(self, request: web.Request) -> web.Response:
        """End the turn before the time for taking back has passed."""
        reader, user, fields = await self._player(request)
        version = number(fields, "version")
        await self._app.services.pending_moves.pass_on(reader.match, user, expected_version=version, now=interaction_info.now())
        return await self._table_answer(reader, fields)

    async def aside(self, request: web.Request) -> web.Response:
        """Open a draft for a user who isn't to move: a plan, a vote or a guess."""
        reader, user, _ = await self._player(request)
        await self._app.services.drafts.prepare(reader.match, user, now=interaction_info.now())
        return await self._table_answer(reader, {"aside": True})

    async def close(self, request: web.Request) -> web.Response:
        """Close all pages of the user."""
        reader = await self._reader(request)
        if reader.user is not None:
            await self._app.services.pages.close_all(reader.user)
            self._streams.wake_all()
        return json_response({})

    async def share(self, request: web.Request) -> web.Response:
        """Create the public link to the match, or return the existing one. Refuses `not-public`, `not-seated`."""
        reader = await self._require_seat(request)
        match = await must_see(self._app, reader)
        if not await may_be_public(self._app, match):
            raise InteractionRefused("not-public")
        secret = await self._app.services.pages.share(of_match(match.id))
        path = f"/g/{match.id}.{secret}"
        return json_response({"path": path, "link": f"{self._home()}{path}"})

    async def unshare(self, request: web.Request) -> web.Response:
        """Close the public link to the match permanently. Refuses `not-seated`."""
        reader = await self._require_seat(request)
        await self._app.services.pages.unshare(of_match(reader.match))
        self._streams.wake(reader.match)
        return json_response({})

    async def _table_answer(self, reader: Reader, said: Body) -> web.Response:
        return json_response(await table_json(self._app, reader, aside=is_aside(said)))


async def _preview(context: MatchContext) -> bytes | None:
    picture = await match_images.board(context, "whole")
    return picture.png
