"""SQL of votes on moves and of guesses of others' moves. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, or_, select

from games.core.game import Seat
from storage.rows import TOWN, GuessScore, MatchId, UserId, VoteRow
from storage.schema import guess_month, match, vote
from storage.schema import seat as seat_
from storage.sharding import upsert

_ROW = (vote.c.seat, vote.c.version, vote.c.user_id, vote.c.texts, vote.c.at, vote.c.tenths, vote.c.counted)


def recent(con: Connection, match_id: MatchId, seat: Seat, turns: int) -> tuple[VoteRow, ...]:
    """Return the votes on a seat's last `turns` moves that have votes, in the order of moves, then of voting."""
    its = (vote.c.match_id == match_id, vote.c.seat == seat)
    newest = select(vote.c.version).where(*its).distinct().order_by(vote.c.version.desc()).limit(turns)
    versions = con.execute(newest).scalars().all()
    chosen = select(*_ROW).where(*its, vote.c.version.in_(versions)).order_by(vote.c.version, vote.c.at, vote.c.user_id)
    return tuple(_row(row) for row in con.execute(chosen))


def votes_of_match(con: Connection, match_id: MatchId) -> tuple[VoteRow, ...]:
    """Return all votes of a match, in the order of moves, then of voting."""
    chosen = select(*_ROW).where(vote.c.match_id == match_id).order_by(vote.c.version, vote.c.at, vote.c.user_id)
    return tuple(_row(row) for row in con.execute(chosen))


def votes_on_move(con: Connection, match_id: MatchId, seat: Seat, version: int) -> tuple[VoteRow, ...]:
    """Return the votes on one move, in the order of voting."""
    its = (vote.c.match_id == match_id, vote.c.seat == seat, vote.c.version == version)
    return tuple(_row(row) for row in con.execute(select(*_ROW).where(*its).order_by(vote.c.at, vote.c.user_id)))


def has_voted(con: Connection, match_id: MatchId, user_id: UserId) -> bool:
    """Return whether a person has ever voted in a match."""
    its = (vote.c.match_id == match_id, vote.c.user_id == user_id)
    return con.execute(select(vote.c.seat).where(*its).limit(1)).first() is not None


def losses(con: Connection, guild_id: int, user_id: UserId, limit: int, *, is_town: bool) -> tuple[int, ...]:
    """Return by how many tenths of a point a user's last graded votes were worse than the best move, newest first.

    `is_town`: votes for the server's seat; else guesses.
    """
    counts = or_(vote.c.counted.is_(None), vote.c.counted > 0)
    its = (match.c.guild_id == guild_id, vote.c.user_id == user_id, vote.c.tenths.is_not(None), counts)
    of_seat = and_(seat_.c.match_id == vote.c.match_id, seat_.c.seat == vote.c.seat)
    kind = seat_.c.level == TOWN if is_town else or_(seat_.c.level.is_(None), seat_.c.level != TOWN)
    rows = select(vote.c.tenths).join(match, match.c.id == vote.c.match_id).join(seat_, of_seat).where(*its, kind)
    return tuple(con.execute(rows.order_by(vote.c.at.desc(), vote.c.version.desc()).limit(limit)).scalars())


def count_guesses(con: Connection, guild_id: int, month: int, scores: Sequence[GuessScore]) -> None:
    """Add scores to a server's guesses of a month."""
    for score in scores:
        its = (guess_month.c.guild_id == guild_id, guess_month.c.month == month, guess_month.c.user_id == score.user_id)
        sums = (guess_month.c.guesses, guess_month.c.hits, guess_month.c.good, guess_month.c.games)
        known = con.execute(select(*sums).where(*its)).first() or (0, 0, 0, 0)
        games = None if known[3] is None else known[3] + (score.games or 0)
        added = {"guesses": known[0] + score.guesses, "hits": known[1] + score.hits, "good": known[2] + score.good, "games": games}
        upsert(con, guess_month, {"guild_id": guild_id, "month": month, "user_id": score.user_id, **added}, tuple(added))


def guess_scores(con: Connection, guild_id: int, month: int) -> tuple[GuessScore, ...]:
    """Return scores of all guessers in a server in a month, by user id."""
    its = guess_month.c
    chosen = select(its.user_id, its.guesses, its.hits, its.good, its.games).where(its.guild_id == guild_id, its.month == month)
    return tuple(GuessScore(UserId(row[0]), *row[1:]) for row in con.execute(chosen.order_by(its.user_id)))


def _row(row: Any) -> VoteRow:
    return VoteRow(Seat(row.seat), row.version, UserId(row.user_id), tuple(row.texts), row.at, row.tenths, row.counted)
