"""SQL of going through matches that ended under an earlier program: they keep what a match that ends today keeps."""

from __future__ import annotations

from sqlalchemy import Connection, select

from storage.queries import archive, matches, outbox, people, timers
from storage.records import LIVE, MatchId, of_match
from storage.schema import match

REACHED = "thinned"
"""The note of the last match that was looked at; those behind it end, or have ended, under a program that thins by itself."""


def tidy(con: Connection, match_id: MatchId) -> None:
    """A match that has ended keeps its log, packed, and the messages that may still be edited."""
    matches.drop_snapshots(con, match_id)
    matches.drop_invitation(con, match_id)
    outbox.tidy_posts(con, of_match(match_id))
    timers.tidy_timers(con, of_match(match_id))
    if not archive.holds(con, match_id) and (log := matches.log(con, match_id)):
        archive.put(con, match_id, log, timers.clock_events(con, match_id))


def thin(con: Connection, limit: int) -> bool:
    """Tidy what has ended among the next `limit` matches, beginning where it stopped the last time; whether there may be more.

    What a match that has ended still needs stays.
    """
    reached = int(people.read(con, REACHED) or 0)
    following = con.execute(select(match.c.id, match.c.status).where(match.c.id > reached).order_by(match.c.id).limit(limit)).all()
    for match_id, status in following:
        if status not in LIVE:
            tidy(con, MatchId(match_id))
    if following:
        people.keep(con, REACHED, str(following[-1][0]))
    return len(following) == limit
