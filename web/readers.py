"""Readers of pages and their rights. Rights are checked at every request, because a token only identifies the reader."""

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
    """The viewer of one page: a user, or the public with a link."""

    match: MatchId
    user: UserId | None
    """None: everybody who has the public link."""
    page: str
    """Tells pages apart, for limits."""
    words: Translator
    secret: str = ""
    """The secret part of a public link."""


async def must_see(app: AppContext, reader: Reader) -> MatchRow:
    """Return the match if this reader may see it now. Refuses `no-match` (also for a hidden one), `link-closed`, `excluded`."""
    if reader.user is None:
        return await _public_link_match(app, reader)
    match, seats = await app.services.match_queries.seated(reader.match)
    if app.services.exclusion.holds(reader.user, match.guild_id):
        raise InteractionRefused("excluded")
    if not await audience.may_tell(app, audience.of_match(match, seats), audience.Reader(match.guild_id, reader.user)):
        raise Refusal("no-match", match=match.id)
    return match


async def _public_link_match(app: AppContext, reader: Reader) -> MatchRow:
    """Return the match of a public link. Refuses `link-closed` in all cases, so that match ids can't be probed."""
    try:
        match = await app.services.match_queries.match(reader.match)
    except Refusal as unknown:
        raise InteractionRefused("link-closed") from unknown
    if not await _is_shared(app, match, reader.secret) or not await may_be_public(app, match):
        raise InteractionRefused("link-closed")
    return match


async def _is_shared(app: AppContext, match: MatchRow, secret: str) -> bool:
    """Return whether `secret` belongs to an open public link of the match or of its tournament."""
    if await app.services.pages.is_shared(of_match(match.id), secret):
        return True
    event_id = await app.services.tournaments.queries.event_of(match.id)
    return event_id is not None and await app.services.pages.is_shared(of_event(event_id), secret)


def public_reader(link: str, page: str, words: Translator) -> Reader:
    """Return the reader of a public link, which has the form `number.secret`. Refuses `link-closed`.

    `page`: the key under which the reader's requests are limited.
    """
    matched = SHARE.fullmatch(link)
    if matched is None:
        raise InteractionRefused("link-closed")
    return Reader(MatchId(int(matched[1])), None, page, words, matched[2])


def is_seated(reader: Reader, seats: tuple[SeatRow, ...]) -> bool:
    """Return whether the reader has a seat in the match, even if a computer has taken it over."""
    return reader.user is not None and any(seat.user_id == reader.user for seat in seats)


async def may_be_public(app: AppContext, match: MatchRow, seats: Sequence[SeatRow] | None = None) -> bool:
    """Return whether the match may be shown under a public link.

    It may not if its server is excluded or doesn't allow public links, if not all members can read its channel, or while other
    tables of a tournament's round still draw from the same bag.
    """
    if app.services.exclusion.holds(None, match.guild_id) or await app.services.tournaments.queries.holds_back(match):
        return False
    return await audience.may_be_public(app, await audience.match_audience(app, match, seats))
