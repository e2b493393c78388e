"""Repositories of matches and what belongs to them: clocks, votes, requests, analyses."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.changes import ExpectRevision
from storage.queries import aggregate_revisions, compaction, drafts, finished_games, matches, timers, votes
from storage.repositories.repository_base import Repository, read, write
from storage.rows import MatchId, MatchRow, NewMatch, UserId
from storage.sharding import WHOLE, ShardSet


class MatchStore(Repository):
    """Matches with their seats, log and snapshots. `Store.commit` changes them."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        super().__init__(db)
        self._timers_set = timers_set

    async def open(self, new: NewMatch, *, revised: ExpectRevision | None = None) -> MatchRow:
        """Insert a new match and return its row with the new id. `ConflictError` if its channel has a live match."""

        def work(con: Connection) -> MatchRow:
            aggregate_revisions.advance(con, () if revised is None else (revised,))
            return matches.open_match(con, new)

        kept = await self._db.write(work)
        if new.timers:
            self._timers_set(min(timer.due_at for timer in new.timers))
        return kept

    row = read(matches.match_by_id)
    load = read(matches.load)
    secret = read(matches.secret)
    chain = read(matches.chain)
    last_hash = read(matches.last_hash)
    in_channel = read(matches.match_in)
    of_guild = read(matches.matches_of_guild)

    async def lobbies(self, guild_id: int, *, beside: int | None = None, limit: int = 25) -> tuple[MatchRow, ...]:
        """Return a server's open lobbies, newest first.

        With `beside`, only those whose message was posted in that channel.
        """
        return await self._db.read(lambda con: matches.lobbies(con, guild_id, beside, limit))

    waiting_for = read(matches.matches_waiting_for)
    vacated = read(matches.matches_with_vacated_seat)
    waited_for = read(matches.awaited_people)
    servers = read(matches.servers)
    any_running = read(matches.any_running)

    async def running(self, user_id: UserId | None = None, *, part: ShardSet = WHOLE) -> tuple[MatchId, ...]:
        """Return ids of the running matches of a part, or of those in which a person plays."""
        return await self._db.read(lambda con: matches.running(con, user_id, part))

    with_computers = read(matches.with_computers)
    outdated = read(matches.outdated_matches)
    seats = read(matches.seats)
    invitation = read(matches.invitation_of)
    invitation_by = read(matches.invitation_by)
    mirror_is_live = read(matches.mirror_is_live)
    live_of_user = read(matches.live_of_user)
    week = read(finished_games.week)
    ended = read(finished_games.newest_finished)

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        """Delete the snapshots of one match or of all; they can be rebuilt from the log."""
        await self._db.write(lambda con: matches.drop_snapshots(con, match_id))

    thin = write(compaction.compact_next)


class ClockStore(Repository):
    """Clock events of matches. `Store.commit` appends them."""

    of = read(timers.clock_events)


LONGEST_STREAK = 100
"""So many votes or guesses in a row are counted at most."""


class VoteStore(Repository):
    """Members' votes on moves of a server's seat, and guesses of others' moves. `Store.commit` writes them."""

    recent = read(votes.recent)
    on = read(votes.votes_on_move)
    of = read(votes.votes_of_match)
    has_voted = read(votes.has_voted)
    guess_scores = read(votes.guess_scores)

    async def losses(self, guild_id: int, user_id: UserId, *, is_town: bool) -> tuple[int, ...]:
        """Return by how many tenths of a point a user's last votes were worse than the best move, newest first.

        `is_town`: votes for the server's seat; else guesses.
        """
        return await self._db.read(lambda con: votes.losses(con, guild_id, user_id, LONGEST_STREAK, is_town=is_town))


class RequestStore(Repository):
    """Requests in a match that need the consent of all other players, such as a pause. `Store.commit` writes them."""

    of = read(drafts.requests)


class AnalysisStore(Repository):
    """Analyses of finished matches. `Store.commit` writes them."""

    get = read(finished_games.get)
