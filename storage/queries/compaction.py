"""Compaction of ended matches: at their end, and in batches for those that ended in older versions of the program."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from storage import log_chain
from storage.queries import archive, matches, outbox, timers, users_and_guilds
from storage.rows import LIVE, ActionRow, MatchId, of_match
from storage.schema import match

REACHED = "thinned"
"""Key of the note with the last match id that `thin` has checked."""


def compact_match(con: Connection, match_id: MatchId) -> None:
    """Compact an ended match: pack its log, keep only posts that may still be edited, delete snapshots and done timers."""
    matches.drop_snapshots(con, match_id)
    matches.drop_invitation(con, match_id)
    outbox.tidy_posts(con, of_match(match_id))
    timers.tidy_timers(con, of_match(match_id))
    if not archive.is_packed(con, match_id) and (log := matches.log(con, match_id)):
        archive.put(con, match_id, log, timers.clock_events(con, match_id), _chain(con, match_id, log))


def _chain(con: Connection, match_id: MatchId, log: Sequence[ActionRow]) -> Sequence[str]:
    """Return the hashes to store with a packed log: only the first if the others follow from it, else that of each row."""
    kept = matches.chain(con, match_id)
    if kept is None:
        return ()
    previous = [each for each in kept.previous if each is not None]
    follows = log_chain.first_change(log, kept, matches.secret(con, match_id)) is None
    return previous[:1] if follows else previous


def compact_next(con: Connection, limit: int) -> bool:
    """Compact the ended matches among the next `limit` ones, from where the last call stopped; return whether more may be left."""
    reached = int(users_and_guilds.read(con, REACHED) or 0)
    following = con.execute(select(match.c.id, match.c.status).where(match.c.id > reached).order_by(match.c.id).limit(limit)).all()
    for match_id, status in following:
        if status not in LIVE:
            compact_match(con, MatchId(match_id))
    if following:
        users_and_guilds.put_note(con, REACHED, str(following[-1][0]))
    return len(following) == limit
