"""The Discord activity: the board embedded in Discord, the sign-in of its users, and the choice of the game to open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from aiohttp import web

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.messages import game_settings
from cogs.refusals import InteractionRefused
from editions.edition import Json
from service.errors import Refusal
from storage.rows import LIVE, LOBBY, MatchId, MatchRow, UserId
from text.translator import Translator, translator_for
from web import tokens
from web.activity_sdk import ActivitySdk
from web.answers import FRAMED_BY, WORDS, WebError, json_response
from web.bodies import body, number, text
from web.discord_sign_in import ActivityInstance, DiscordSignIn, SignedIn
from web.files import html_page
from web.limits import Buckets
from web.plain import plain
from web.readers import Reader, must_see

FRAME_ANCESTORS = "https://discord.com https://*.discord.com https://*.discordsays.com"
"""Pages that may show the board in a frame."""
INSTANCE = re.compile(r"[\w-]{1,150}", re.ASCII)
"""A name of an instance: with nothing in it that would lead to another address of Discord's."""
LISTED = 25
"""Most games among which a reader chooses."""
FOR_EVER = "public, max-age=31536000, immutable"


class Activity:
    """The request handlers of the Discord activity; one instance per server."""

    def __init__(self, app: AppContext, secret: str, key: bytes, sdk: ActivitySdk) -> None:
        """Store the application's OAuth secret, the key that signs tokens, and Discord's scripts for activities."""
        self._app = app
        self._key = key
        self._sdk = sdk
        self._discord = DiscordSignIn(app.client, secret)
        self._by_instance, self._by_all = Buckets(20, 0.5), Buckets(60, 5)
        self._entered = Buckets(20, 1)

    @property
    def host(self) -> str:
        """Host name under which Discord's proxy serves the activity."""
        return f"{self._discord.client_id}.discordsays.com"

    def add_to(self, server: web.Application) -> None:
        """Register the activity's handlers at `server`."""
        server.router.add_get("/", self.page, name="activity")
        server.router.add_get("/b/sdk/{digest}/{name:.+}", self.script, name="activity_script")
        server.router.add_post("/b/api/sign-in", self.sign_in, name="sign_in")
        server.router.add_post("/b/api/enter", self.enter, name="enter")

    async def page(self, request: web.Request) -> web.Response:
        """Send the HTML page of the activity."""
        request[FRAMED_BY] = FRAME_ANCESTORS
        told = {"activity": str(self._discord.client_id), "activity-sdk": f"/b/sdk/{self._sdk.digest}/{self._sdk.main}"}
        return html_page("board", "\n".join(f'<meta name="{key}" content="{escape(value)}">' for key, value in told.items()))

    async def script(self, request: web.Request) -> web.Response:
        """Send one of Discord's scripts for activities."""
        packed = self._sdk.files.get(request.match_info["name"])
        if packed is None or request.match_info["digest"] != self._sdk.digest:
            raise web.HTTPNotFound
        headers = {"Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "gzip", "Cache-Control": FOR_EVER}
        return web.Response(body=packed, headers=headers)

    async def sign_in(self, request: web.Request) -> web.Response:
        """Exchange an OAuth code for a token with which the user can open games. Refuses `sign-in-failed`."""
        fields = await body(request)
        code, instance = text(fields, "code"), text(fields, "instance")
        if not 0 < len(code) <= tokens.LONGEST or INSTANCE.fullmatch(instance) is None:
            raise WebError(400, "code")
        if not self._by_instance.take(instance) or not self._by_all.take(""):
            raise WebError(429, "slow")
        request[WORDS] = translator_for(request.headers.get("Accept-Language", "")[:20])
        person = await self._discord.person(code)
        running = None if person is None else await self._discord.instance(instance)
        if person is None or running is None or person.user not in running.users:
            raise InteractionRefused("sign-in-failed")
        if self._app.services.exclusion.holds(person.user, running.guild_id):
            raise InteractionRefused("excluded")
        return json_response(await self._sign_in(person, running, instance))

    async def _sign_in(self, person: SignedIn, running: ActivityInstance, instance: str) -> Json:
        services, now = self._app.services, interaction_info.now()
        words = translator_for((await services.user_settings.person(person.user)).locale or person.locale)
        token = tokens.new_token(tokens.PERSON, MatchId(0), person.user, words.locale, now=now)
        await services.pages.open(token.nonce, person.user, until=now + tokens.LIFETIMES[tokens.PERSON], now=now)
        games = await self._games(person.user, running, words)
        opened_for = await services.pages.launched(instance, person.user, now=now)
        here = [match for match in games if match.channel_id == running.channel_id]
        meant = opened_for or (here[0].id if here else games[0].id if len(games) == 1 else None)
        return {
            "person": tokens.write(token, self._key),
            "access": person.access,
            "locale": words.locale,
            "match": meant,
            "games": [self._match_entry(match, words) for match in games[:LISTED]],
        }

    async def _games(self, user: UserId, running: ActivityInstance, words: Translator) -> Sequence[MatchRow]:
        """Return the games that this user can open here: the one of the channel, and their own games in this server."""
        queries = self._app.services.match_queries
        games = {match.id: match for match in await queries.games_of(user, running.guild_id) if match.status != LOBBY}
        if running.channel_id is not None:
            try:
                here = await queries.in_channel(running.channel_id)
                if here.status in LIVE and here.status != LOBBY:
                    games[here.id] = await must_see(self._app, Reader(here.id, user, "", words))
            except Refusal:
                pass  # none there, or none that this person may see
        return list(games.values())

    def _match_entry(self, match: MatchRow, words: Translator) -> Json:
        title = game_settings.title(match, self._app.edition(match), words)
        return {"match": match.id, "title": plain(title)}

    async def enter(self, request: web.Request) -> web.Response:
        """Send a page token for the chosen game to a signed-in user. Refuses `page-closed`, `no-match`."""
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        now, pages = interaction_info.now(), self._app.services.pages
        person = tokens.read(text, tokens.PERSON, self._key, now=now) if kind == "Person" else None
        if person is None or not await pages.is_open(person.nonce, now=now):
            raise InteractionRefused("page-closed")
        if not self._entered.take(person.nonce):
            raise WebError(429, "slow")
        request[WORDS] = words = translator_for(person.locale)
        match = await must_see(self._app, Reader(MatchId(number(await body(request), "match")), person.user, person.nonce, words))
        page = tokens.new_token(tokens.PAGE, match.id, person.user, words.locale, now=now)
        await pages.open(page.nonce, person.user, until=now + tokens.LIFETIMES[tokens.PAGE], now=now)
        return json_response({"page": tokens.write(page, self._key), "match": match.id, "locale": words.locale})
