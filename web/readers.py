"""Readers of pages and their rights. Rights are asked with every request, because a token only says who a reader is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cogs import audience
from cogs.app_context import AppContext
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from storage.rows import MatchId, MatchRow, SeatRow, UserId, of_match
from storage.tournament_rows import of_event
from text.translator import Translator

SHARE = re.compile(r"([0-9]{1,18})\.([\w-]{16})", re.ASCII)
"""A public link to a game or tournament, behind the slash."""


@dataclass(frozen=True)
class Reader:
    """One person in front of a page."""

    match: MatchId
    user: UserId | None
    """None: everybody who has the public link."""
    page: str
    """Tells pages apart, for limits."""
    words: Translator
    secret: str = ""
    """The secret part of a public link."""


async def must_see(app: AppContext, reader: Reader) -> MatchRow:
    """Return the match, if this reader may see it now. Refuses `no-match` (also of a hidden one), `link-closed`, `excluded`."""
    if reader.user is None:
        return await _public_link_match(app, reader)
    match, seats = await app.services.match_queries.seated(reader.match)
    if app.services.exclusion.holds(reader.user, match.guild_id):
        raise InteractionRefused("excluded")
    if not await audience.may_tell(app, audience.of_match(match, seats), audience.Reader(match.guild_id, reader.user)):
        raise Refusal("no-match", match=match.id)
    return match


async def _public_link_match(app: AppContext, reader: Reader) -> MatchRow:
    """Return the match of a public link. Refuses `link-closed` alone: nothing tells which numbers are games."""
    try:
        match = await app.services.match_queries.match(reader.match)
    except Refusal as unknown:
        raise InteractionRefused("link-closed") from unknown
    if not await _is_shared(app, match, reader.secret) or not await may_be_public(app, match):
        raise InteractionRefused("link-closed")
    return match


async def _is_shared(app: AppContext, match: MatchRow, secret: str) -> bool:
    """Return whether this is the secret of the game's own link, or of that of its tournament."""
    if await app.services.pages.is_shared(of_match(match.id), secret):
        return True
    event_id = await app.services.tournaments.queries.event_of(match.id)
    return event_id is not None and await app.services.pages.is_shared(of_event(event_id), secret)


def public_reader(link: str, page: str, words: Translator) -> Reader:
    """Return the reader of a public link, `number.secret`; `page` is for limits. Refuses `link-closed`."""
    matched = SHARE.fullmatch(link)
    if matched is None:
        raise InteractionRefused("link-closed")
    return Reader(MatchId(int(matched[1])), None, page, words, matched[2])


def is_seated(reader: Reader, seats: tuple[SeatRow, ...]) -> bool:
    """Return whether the reader has a seat, also one that a computer plays by now."""
    return reader.user is not None and any(seat.user_id == reader.user for seat in seats)


async def may_be_public(app: AppContext, match: MatchRow, seats: Sequence[SeatRow] | None = None) -> bool:
    """Return whether a match may be shown under a public link: not while it tells others what they will draw."""
    if app.services.exclusion.holds(None, match.guild_id) or await app.services.tournaments.queries.holds_back(match):
        return False
    return await audience.may_be_public(app, await audience.match_audience(app, match, seats))
