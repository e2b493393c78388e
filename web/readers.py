"""Readers of pages and their rights. Rights are asked with every request, because a token only says who a reader is."""

from __future__ import annotations

from dataclasses import dataclass

from cogs import audience
from cogs.app_context import AppContext
from cogs.refusals import InteractionRefused
from storage.rows import MatchId, MatchRow, SeatRow, UserId, of_match
from text.translator import Translator


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


async def must_see(desk: AppContext, reader: Reader) -> MatchRow:
    """Return the match, if this reader may see it now. Refuses `no-match`, `out-of-reach`, `link-closed`."""
    match, seats = await desk.services.match_queries.seated(reader.match)
    if reader.user is None:
        subject = of_match(match.id)
        if not await desk.services.pages.is_shared(subject, reader.secret) or not await may_be_public(desk, match):
            raise InteractionRefused("link-closed")
    elif not await audience.may_tell(desk, audience.of_match(match, seats), audience.Reader(match.guild_id, reader.user)):
        raise InteractionRefused("out-of-reach")
    return match


def is_seated(reader: Reader, seats: tuple[SeatRow, ...]) -> bool:
    """Return whether the reader has a seat, also one that a computer plays by now."""
    return reader.user is not None and any(seat.user_id == reader.user for seat in seats)


async def may_be_public(desk: AppContext, match: MatchRow) -> bool:
    """Return whether a match may be shown under a public link."""
    return await audience.may_be_public(desk, await audience.match_audience(desk, match))
