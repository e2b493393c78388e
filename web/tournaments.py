"""The public page of a tournament: standings, bracket and pairings, for everyone with its link.

The server renders the whole page, which needs no script and reloads itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape

from aiohttp import web

from cogs import audience, tournament_context
from cogs.app_context import AppContext
from cogs.images import tournament_images
from cogs.messages.tournaments import pairings
from cogs.messages.tournaments import standings_tables as shown
from cogs.refusals import InteractionRefused
from cogs.tournament_context import TournamentContext
from service.errors import Refusal
from storage.rows import LIVE
from storage.tournament_rows import RUNNING, EventId, of_event
from text.refusals import refusal
from text.tournaments import board, standings_text, tables
from text.translator import Translator, translator_for
from text.web.page import TOURNAMENT_SENTENCES
from tournament.chart_data import Bracket, BracketSide, TableGrid
from tournament.history import DrawnRound
from web.addresses import ReaderAddresses
from web.answers import WebError
from web.files import page_files
from web.limits import Buckets
from web.plain import plain
from web.readers import SHARE, may_be_public

AGAIN_S = 60
"""How often an open page looks again while the tournament runs."""
ROUNDS = 2
"""So many of the newest rounds are listed with their pairings."""


class TournamentPages:
    """The request handlers of public tournament pages; one instance per server."""

    def __init__(self, app: AppContext, addresses: ReaderAddresses, home: Callable[[], str]) -> None:
        """Store the handlers' dependencies; `home` returns the public base URL of this server."""
        self._app = app
        self._home = home
        self._addresses = addresses
        self._asked = Buckets(20, 0.5)

    def add_to(self, server: web.Application) -> None:
        """Register the handlers at `server`."""
        server.router.add_get("/t/{link}", self.page, name="tournament")
        server.router.add_get("/t/{link}/chart.png", self.chart, name="tournament_chart")

    async def page(self, request: web.Request) -> web.Response:
        """Send the tournament's page, or a message in the reader's language if the link is closed."""
        words = translator_for(request.headers.get("Accept-Language", "")[:20])
        try:
            context = await self._tournament_of_link(request, words)
        except InteractionRefused as closed:
            text = _document(words, "Bastide", [f"<p>{escape(plain(refusal(closed.code, closed.params, words)))}</p>"])
            return web.Response(text=text, status=403, content_type="text/html")
        secret = request.match_info["link"].partition(".")[2]
        text = _document(words, context.state.row.name, await self._body(context, secret), context, f"{self._home()}{request.path}")
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-cache"})

    async def chart(self, request: web.Request) -> web.Response:
        """Send the picture of the current standings or bracket, for link previews."""
        try:
            context = await self._tournament_of_link(request, translator_for(request.headers.get("Accept-Language", "")[:20]))
        except InteractionRefused as closed:
            raise WebError(403, closed.code) from closed
        rounds = context.state.rounds
        picture = await tournament_images.standing_after_round(self._app, context, rounds[-1]) if rounds else None
        if picture is None or not picture.png:
            raise WebError(404, "nothing")
        return web.Response(body=picture.png, content_type="image/png", headers={"Cache-Control": f"max-age={AGAIN_S}"})

    async def _tournament_of_link(self, request: web.Request, words: Translator) -> TournamentContext:
        """Return the tournament that a public link opens. Refuses `link-closed`."""
        if not self._asked.take(f"tournament {self._addresses.of(request)}"):
            raise WebError(429, "slow")
        matched = SHARE.fullmatch(request.match_info["link"])
        pages = self._app.services.pages
        if matched is None or not await pages.is_shared(of_event(EventId(int(matched[1]))), matched[2]):
            raise InteractionRefused("link-closed")
        try:
            context = await tournament_context.load(self._app, EventId(int(matched[1])), words)
        except Refusal as gone:
            raise InteractionRefused("link-closed") from gone
        if not await audience.may_be_public(self._app, audience.of_tournament(context.state)):
            raise InteractionRefused("link-closed")
        return context

    async def _body(self, context: TournamentContext, secret: str) -> list[str]:
        words, state = context.words, context.state
        parts = [f"<p>{escape(plain(line))}</p>" for line in (_status(context), pairings.progress_line(context)) if line]
        if state.final:
            places = tables.places([context.name(who) for who in state.final[: shown.PLACES]], words)
            parts.append(_list(plain(line) for line in places))
        brackets = shown.bracket(context) if state.rounds else []
        grids = shown.standings(context) if state.rounds else []
        if not state.rounds:
            parts.append(f"<p>{escape(plain(tables.nothing_yet(words)))}</p>")
        if brackets:
            parts.append(f"<h2>{escape(_title(standings_text.bracket_title(words)))}</h2>")
            parts += [_bracket(part, words) for part in brackets]
        if grids:
            parts.append(f"<h2>{escape(_title(standings_text.standings_title(words)))}</h2>")
            parts += [_grid(grid, words) for grid in grids]
        for drawn in reversed(state.rounds[-ROUNDS:]):
            parts.append(f"<h2>{escape(_title(context.round_name(drawn)))}</h2>")
            parts.append(await self._round(context, drawn, secret))
        return parts

    async def _round(self, context: TournamentContext, drawn: DrawnRound, secret: str) -> str:
        """Return the HTML of a round's pairings, with links to live boards that are public."""
        lines = []
        for table in range(1, len(drawn.couples) + 1):
            place = (drawn.number, table)
            texts = pairings.pair_of(context, drawn, table)
            pair_line = plain(board.pair(replace(texts, place=""), context.words))
            lines.append(f"<li>{escape(pair_line)}{await self._watch(context, place, secret)}</li>")
        return f"<ol class=pairs>{''.join(lines)}</ol>"

    async def _watch(self, context: TournamentContext, place: tuple[int, int], secret: str) -> str:
        """Return an HTML link to a pairing's live board; empty if it can't be watched.

        The link uses the tournament's secret, so closing the tournament's link closes it too.
        """
        known = context.matches.get(place)
        if known is None:
            return ""
        try:
            match = await self._app.services.match_queries.match(known.match_id)
        except Refusal:
            return ""  # erased meanwhile
        if match.status not in LIVE or match.started_at is None or not await may_be_public(self._app, match):
            return ""
        label = escape(context.words.say(TOURNAMENT_SENTENCES["watch"]))
        return f' <a href="/g/{match.id}.{escape(secret)}">{label}</a>'


def _document(
    words: Translator,
    title: str,
    body: Iterable[str],
    context: TournamentContext | None = None,
    address: str = "",
) -> str:
    """Return a whole HTML document; `context` and `address` are given if it shows a tournament."""
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex, nofollow">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        f'<link rel="stylesheet" href="/b/a/{page_files().digest}/tournament.css">',
        f'<link rel="icon" href="/b/a/{page_files().digest}/icon.svg" type="image/svg+xml">',
    ]
    if context is not None:
        about = plain(_status(context))
        head += [
            f'<meta property="og:title" content="{escape(title)}">',
            f'<meta property="og:description" content="{escape(about)}">',
            f'<meta property="og:image" content="{escape(address)}/chart.png">',
        ]
        head += [f'<meta http-equiv="refresh" content="{AGAIN_S}">'] if context.state.row.status == RUNNING else []
    content = "\n".join([f"<h1>{escape(title)}</h1>", *body])
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{escape(words.locale)}"><head>',
            *head,
            f"</head><body><main>{content}</main></body></html>\n",
        )
    )


def _status(context: TournamentContext) -> str:
    return context.words.say(TOURNAMENT_SENTENCES["about"], game=context.game, number=len(context.state.members))


def _title(text: str) -> str:
    title = plain(text)
    return title[:1].upper() + title[1:]


def _list(lines: Iterable[str]) -> str:
    return "<ul class=places>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _grid(grid: TableGrid, words: Translator) -> str:
    """Return standings as an HTML table that scrolls sideways if it's wider than the screen."""
    name = escape(words.say(TOURNAMENT_SENTENCES["name"]))
    heads = "".join(f"<th scope=col>{escape(plain(head))}</th>" for head in grid.heads)
    rows = "".join(
        f"<tr{' class=gone' if line.gone else ''}><td>{escape(plain(line.rank))}</td><th scope=row>{escape(plain(line.name))}</th>"
        + "".join(f"<td>{escape(plain(value))}</td>" for value in line.values)
        + "</tr>"
        for line in grid.lines
    )
    caption = f"<caption>{escape(plain(grid.title))}</caption>" if grid.title else ""
    return (
        f"<div class=wide tabindex=0><table>{caption}<thead><tr><th></th><th scope=col>{name}</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _bracket(bracket: Bracket, words: Translator) -> str:
    """Return a knock-out as HTML: one column per round, with its pairings."""
    columns = [
        f"<section><h3>{escape(plain(head))}</h3><ol>"
        + "".join(f"<li>{_side(match.upper)}{_side(match.lower) if match.lower else ''}</li>" for match in matches)
        + "</ol></section>"
        for head, matches in zip(bracket.heads, bracket.rounds, strict=True)
    ]
    if bracket.third is not None and bracket.third.upper.name:
        third = f"{_side(bracket.third.upper)}{_side(bracket.third.lower) if bracket.third.lower else ''}"
        columns.append(f"<section><h3>{escape(plain(bracket.third_head))}</h3><ol><li>{third}</li></ol></section>")
    title = f"<h3>{escape(plain(bracket.title))}</h3>" if bracket.title else ""
    label = escape(words.say(TOURNAMENT_SENTENCES["bracket"]))
    return f'{title}<div class="wide bracket" tabindex=0 role=region aria-label="{label}">{"".join(columns)}</div>'


def _side(side: BracketSide) -> str:
    won = " class=won" if side.won else ""
    return f"<span{won}><b>{escape(plain(side.name)) or '·'}</b> {escape(plain(side.score))}</span>"
