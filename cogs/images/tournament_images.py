"""Standings, cross-tables, brackets and the champion's card: each as a picture, with the same in lines below it.

A picture that cannot be drawn leaves its lines; where the bot may attach nothing there are lines alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cogs import match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.messages.message_parts import Component, Message, Picture, button
from cogs.messages.tournaments import standings_tables as shown
from cogs.tournament_context import TournamentContext
from editions.edition import Charts, Edition
from games.core.uploads import Upload
from storage.rows import MatchRow, UserId
from storage.tournament_rows import FINISHED
from text.labels import label
from text.tournaments import board, standings_text, tables
from text.translator import Translator
from tournament.chart_data import Bracket, TableGrid
from tournament.history import DrawnRound
from tournament.results import EntrantId

STANDINGS, CROSS, BRACKET = "tstand", "tcross", "tbracket"
"""The verbs of the buttons that lead from one to another; each carries the event and a page."""


async def standings(app: AppContext, context: TournamentContext, page: int = 0, reader: UserId | None = None) -> Message:
    """Return a page of the newest standings, the reader's line lit; of a pure knock-out its bracket."""
    grids = shown.standings(context, _own_entrant(context, reader)) if context.state.rounds else []
    if not grids and shown.knock_out_stage(context) is not None:
        return await bracket(app, context, page, reader)
    message = _head(context, standings_text.standings_title(context.words))
    if not grids:
        return message.say(tables.nothing_yet(context.words))
    if context.state.row.status == FINISHED and page == 0:
        message.say(*tables.places([context.name(who) for who in context.state.final[: shown.PLACES]], context.words))
    return await _tables(app, context, message, STANDINGS, shown.pages(grids), page, reader)


async def cross(app: AppContext, context: TournamentContext, page: int = 0, reader: UserId | None = None) -> Message:
    """Return a page of the cross-table, in the newest stage that has a table."""
    grids = shown.cross(context, _own_entrant(context, reader)) if context.state.rounds else []
    message = _head(context, standings_text.cross_title(context.words))
    if not grids:
        is_bracket = shown.knock_out_stage(context) is not None
        sentence = standings_text.no_cross(context.words) if is_bracket else tables.nothing_yet(context.words)
        return message.say(sentence).row(*_other_buttons(context, CROSS))
    return await _tables(app, context, message, CROSS, shown.pages(grids, shown.OPPONENTS), page, reader, shown.key(context))


async def bracket(app: AppContext, context: TournamentContext, page: int = 0, reader: UserId | None = None) -> Message:
    """Return a page of the newest knock-out."""
    parts = shown.bracket(context, _own_entrant(context, reader))
    title = standings_text.bracket_title(context.words)
    message = _head(context, title)
    if not parts:
        return message.say(standings_text.no_bracket(context.words)).row(*_other_buttons(context, BRACKET))
    page_index = min(page, len(parts) - 1)
    message.show(await _bracket(app, context, parts[page_index], reader)).say(
        *standings_text.bracket_lines(parts[page_index], context.words)
    )
    return message.row(*_turning(context, BRACKET, page_index, len(parts))).row(*_other_buttons(context, BRACKET))


async def standing_after_round(app: AppContext, context: TournamentContext, drawn: DrawnRound) -> Picture | None:
    """Return the public standing after a round: the first page of its table, or the bracket with the newest results."""
    if not _may_attach(app, context):
        return None
    if context.state.course.stages[drawn.stage].knocks_out:
        part = _page_of(context, drawn)
        alt = standings_text.bracket_alt(part, context.words)
        return await paint_or_none(app, context.state.row.guild_id, None, lambda charts: (charts.bracket, part), alt, "bracket.png")
    grids = shown.pages(shown.standings(context))[0]
    alt = standings_text.table_alt(standings_text.standings_title(context.words), grids, context.words)
    return await paint_or_none(app, context.state.row.guild_id, None, lambda charts: (charts.table, grids), alt, "table.png")


def _page_of(context: TournamentContext, drawn: DrawnRound) -> Bracket:
    """Return the page of a bracket that shows a round: where both have it, that of the upper bracket."""
    parts = shown.bracket(context)
    depth = len(
        [
            drawn_round
            for drawn_round in context.state.rounds
            if drawn_round.stage == drawn.stage and drawn_round.number <= drawn.number
        ]
    )
    if drawn.slots:
        head = shown.round_head(context, drawn.stage, depth)
        return next(part for part in parts if head in part.heads)
    return parts[0 if depth < len(parts[0].rounds) else -1]


async def champion(app: AppContext, context: TournamentContext) -> Picture | None:
    """Return the champion's card."""
    if not _may_attach(app, context):
        return None
    card = shown.champion(context)
    alt = standings_text.champion_alt(card.event, card.places[0][1], context.words)
    return await paint_or_none(app, context.state.row.guild_id, None, lambda charts: (charts.champion, card), alt, "champion.png")


async def paint_or_none(
    app: AppContext,
    guild_id: int | None,
    reader: UserId | None,
    chosen: Callable[[Charts], tuple[Callable[..., bytes], Any]],
    alt: str,
    name: str,
) -> Picture | None:
    """Return what the painter of charts paints, in the colours of the reader or the server; None without one."""
    charts = app.editions.charts
    if charts is None:
        return None
    paint, what = chosen(match_context.painter_for(app, charts, guild_id, reader))
    return Picture(await match_images.paint_or_none(app.painting, "chart", paint, what) or b"", alt, name)


# --- parts -------------------------------------------------------------------------------------------------------------


def _own_entrant(context: TournamentContext, reader: UserId | None) -> EntrantId | None:
    member = None if reader is None else context.state.member(reader)
    return None if member is None else member.id


def _head(context: TournamentContext, title: str) -> Message:
    return Message().say(f"**{board.title(context.state.row.name, context.words)}** · {title}")


async def _tables(
    app: AppContext,
    context: TournamentContext,
    message: Message,
    verb: str,
    pages: Sequence[Sequence[TableGrid]],
    page: int,
    reader: UserId | None,
    key: str = "",
) -> Message:
    page_index = min(page, len(pages) - 1)
    title = standings_text.cross_title(context.words) if verb == CROSS else standings_text.standings_title(context.words)
    message.show(await _table(app, context, pages[page_index], reader, title))
    message.say(*(line for grid in pages[page_index] for line in standings_text.lines(grid, context.words)), key)
    return message.row(*_turning(context, verb, page_index, len(pages))).row(*_other_buttons(context, verb))


async def _table(
    app: AppContext, context: TournamentContext, grids: Sequence[TableGrid], reader: UserId | None, title: str
) -> Picture | None:
    alt = standings_text.alt(title, context.words)
    return await paint_or_none(app, context.state.row.guild_id, reader, lambda charts: (charts.table, grids), alt, "table.png")


async def _bracket(app: AppContext, context: TournamentContext, part: Bracket, reader: UserId | None) -> Picture | None:
    alt = standings_text.alt(standings_text.bracket_title(context.words), context.words)
    return await paint_or_none(app, context.state.row.guild_id, reader, lambda charts: (charts.bracket, part), alt, "bracket.png")


def _may_attach(app: AppContext, context: TournamentContext) -> bool:
    return app.visibility.may_attach(context.state.row.guild_id, context.state.row.channel_id)


def _turning(context: TournamentContext, verb: str, page: int, number: int) -> list[Component | None]:
    words = context.words
    previous = button(None, label("previous", words), verb, f"{context.id} {page - 1}") if page > 0 else None
    return [previous, button(None, label("next", words), verb, f"{context.id} {page + 1}") if page + 1 < number else None]


def _other_buttons(context: TournamentContext, verb: str) -> list[Component | None]:
    """Buttons to whatever else there is to see of the event."""
    has_table, has_bracket = shown.table_stage(context) is not None, shown.knock_out_stage(context) is not None
    offered = {STANDINGS: has_table, CROSS: has_table, BRACKET: has_bracket}
    labels = {STANDINGS: "event-standings", CROSS: "event-cross", BRACKET: "event-bracket"}
    return [
        button(None, label(labels[offered_key], context.words), offered_key, f"{context.id} 0")
        for offered_key, there in offered.items()
        if there and offered_key != verb
    ]


async def preview(app: AppContext, edition: Edition, upload: Upload, words: Translator) -> Picture:
    """Return a map before its first tile, of a game that is played on maps."""
    paint, say = edition.painter.sheet, edition.words.uploads
    assert paint is not None, "an edition with maps can show them"
    assert say is not None, "and speak of them"
    png = await match_images.paint_or_none(app.painting, "map", paint, upload.sheet)
    return Picture(png or b"", say.alt(upload, words), "map.png")


async def map_of_match(app: AppContext, match: MatchRow, words: Translator) -> Picture | None:
    """Return the map that a match is to be played on; None without one."""
    upload = app.services.maps.of_match(match)
    return None if upload is None else await preview(app, app.editions[match.game], upload, words)
