"""The table of a match as JSON for one reader: the board, the players, the events since their last turn, and their draft."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.match_context import MatchContext
from cogs.messages import game_settings
from cogs.refusals import as_refused
from editions.edition import Json, Tapping
from games.core.emoji_names import COLOURS
from games.core.errors import RuleRefusedError
from games.core.game import CHANCE, Seat
from service.errors import Refusal
from service.records import LogEntry, MatchView
from storage.rows import RUNNING, SeatRow
from text.users.player_names import plain as plain_name
from web.drafts import draft_json
from web.files import page_files
from web.plain import plain, plain_lines
from web.readers import Reader, is_seated, may_be_public, must_see

NEAR, BACK = 6, 60
"""Rows of the log in which a reader's last turn is looked for: first so many for each seat, then so many in all."""
TOLD = 12
"""Most lines of the story."""


async def table_json(app: AppContext, reader: Reader, *, aside: bool = False) -> Json:
    """Return everything that the page shows, as JSON. Refuses as `must_see`, and `not-running` in a lobby.

    `aside`: include the draft of a reader who isn't to move but plans, votes or guesses.
    """
    match = await must_see(app, reader)
    stamp = await app.services.pages.stamp(match.id, reader.user)  # before all else: what is newer than it is shown once more
    table = await app.services.match_queries.table(match.id, reader.user)
    context = match_context.speaking(await match_context.context_for_view(app, table, reader.words, reader.user), reader.words)
    tapping = None if context.edition.painter.tapping is None else context.edition.painter.tapping()
    recent = await _recent(app, reader, table, context.viewer)
    is_player = is_seated(reader, table.seats)
    draft = await _draft(app, context, reader, tapping, aside=aside)
    return {
        "match": match.id,
        "page": page_files().digest,
        "art": f"/b/art/{match.game}/{tapping.version()}" if tapping else "",
        "version": table.version,
        "status": match.status,
        "stamp": stamp,
        "title": plain(game_settings.title(match, context.edition, reader.words)),
        "locale": reader.words.locale,
        "viewer": context.viewer,
        "asked": list(table.asked),
        "progress": plain(context.say.progress(context.view, reader.words)),
        "ask": plain(context.say.ask(context.view, context.names, reader.words, viewer=context.viewer)) if table.asked else "",
        "seats": await _seats(app, context, table, tapping),
        "story": await asyncio.to_thread(_story, context, recent, tapping),
        "table": await asyncio.to_thread(tapping.table, context.view if draft is None else draft.pop("view")) if tapping else None,
        "draft": draft,
        "may": await _may(app, context, reader, tapping, is_player=is_player),
        "now": round(interaction_info.now().timestamp()),
    }


async def _draft(
    app: AppContext, context: MatchContext, reader: Reader, tapping: Tapping | None, *, aside: bool
) -> dict[str, Any] | None:
    if reader.user is None or tapping is None or context.match.status != RUNNING or not (aside or context.is_asked):
        return None
    try:
        draft = await app.services.drafts.prepare(context.match.id, reader.user, now=interaction_info.now())
        return {**await draft_json(app, draft, reader.user, reader.words, tapping), "view": draft.view}
    except (RuleRefusedError, Refusal):
        return None  # the turn has passed on since the table was read, or who looked for a guess or vote may make none now


async def _seats(app: AppContext, context: MatchContext, table: MatchView, tapping: Tapping | None) -> list[Json]:
    clocks = (
        await app.services.clocks.shown(context.match, context.seats, interaction_info.now())
        if context.match.status == RUNNING
        else ()
    )
    told = tapping.seats(context.view) if tapping else [{} for _ in context.seats]
    details = plain_lines(context.say.panel(context.view, context.names, context.words).split("\n"))
    return [
        {
            "name": plain_name(context.names[seat.seat]),
            "colour": COLOURS[seat.seat % len(COLOURS)],
            "score": table.scores[seat.seat],
            "plays": plays(seat),
            "won": table.outcome is not None and seat.seat in table.outcome.winners,
            "detail": details[seat.seat] if len(details) == len(context.seats) else "",
            "clock": _clock(clocks, seat),
            **told[seat.seat],
        }
        for seat in context.seats
    ]


def plays(seat: SeatRow) -> str:
    """Return who plays a seat: `person`, `computer`, or `server` (members vote)."""
    return "person" if seat.is_human else "computer" if seat.is_computer else "server"


def _clock(clocks: Sequence[Any], seat: SeatRow) -> Json | None:
    clock = next((clock for clock in clocks if clock.seat == seat.seat), None)
    if clock is None:
        return None
    deadline = clock.deadline and round(clock.deadline.timestamp())
    return {"left": round(clock.left.total_seconds()), "runs": clock.runs, "deadline": deadline, "why": clock.why}


def _story(context: MatchContext, entries: tuple[LogEntry, ...], tapping: Tapping | None) -> Json:
    """Return the events as sentences, and the squares that they changed."""
    events = match_context.visible_events(entries, context.viewer)
    lines = plain_lines(context.say.story(events, context.view, context.names, context.words))
    return {"lines": lines[-TOLD:], "moved": tapping.moved(events)[-TOLD:] if tapping else []}


async def _recent(app: AppContext, reader: Reader, table: MatchView, viewer: Seat | None) -> tuple[LogEntry, ...]:
    """Return the log entries since the reader's last action.

    For a reader without one, or if nothing followed it, those of the last round.
    """
    seats = len(table.seats)
    for rows in (NEAR * seats, BACK):
        entries = await app.services.match_queries.history(reader.match, reader.user, since=max(0, table.version - rows))
        if (first := _first_told(entries, viewer, seats)) is not None:
            return entries[first:]
    return entries


def _first_told(entries: tuple[LogEntry, ...], viewer: Seat | None, seats: int) -> int | None:
    """Return the index of the first entry to show; None if it lies before these entries."""
    own = [number for number, entry in enumerate(entries) if entry.seat == viewer and not entry.undone]
    if own and own[-1] + 1 < len(entries):
        return own[-1] + 1
    acted = [number for number, entry in enumerate(entries) if entry.seat != CHANCE and not entry.undone]
    changes = [number for number, before in zip(acted[1:], acted, strict=False) if entries[number].seat != entries[before].seat]
    return changes[-seats] if len(changes) >= seats else None


async def _may(app: AppContext, context: MatchContext, reader: Reader, tapping: Tapping | None, *, is_player: bool) -> Json:
    """Return which actions and views are available to the reader, by name."""
    if reader.user is None or tapping is None:
        return {"owners": bool(tapping and tapping.owners), "stock": bool(tapping and tapping.stock)}
    is_running, services = context.match.status == RUNNING, app.services
    return {
        "undo": is_running and await services.turns.may_undo(context.match.id, reader.user),
        "plan": is_running and is_player and not context.is_asked and await _may_plan(app, context, reader),
        "vote": is_running and not is_player and any(context.seats[seat].is_town for seat in context.asked),
        "guess": is_running
        and not is_player
        and any(context.seats[seat].is_human for seat in context.asked)
        and not context.game.has_secrets,
        "owners": tapping.owners is not None,
        "stock": tapping.stock is not None,
        "odds": context.edition.words.holes is not None,
        "share": is_player and await may_be_public(app, context.match, context.seats),
    }


async def _may_plan(app: AppContext, context: MatchContext, reader: Reader) -> bool:
    assert reader.user is not None
    try:
        return await app.services.drafts.may_plan(context.match.id, reader.user)
    except Exception as error:
        if as_refused(error) is None:
            raise
        return False
