"""What belongs to one match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from storage.backends.database import Database
from storage.changes import Revised
from storage.parts import WHOLE, Part
from storage.queries import compaction, drafts, ended, matches, subject_revisions, timers, votes
from storage.records import (
    MatchId,
    MatchRow,
    NewMatch,
    UserId,
)
from storage.stores.hops import Hops, read, write


class MatchStore(Hops):
    """Matches with their seats, log and snapshots. They change by `Store.commit`."""

    def __init__(self, db: Database, timers_set: Callable[[datetime], None]) -> None:
        super().__init__(db)
        self._timers_set = timers_set

    async def open(self, new: NewMatch, *, revised: Revised | None = None) -> MatchRow:
        """Keep a new lobby and answer it with its id; `Conflict` if its channel holds a live match."""

        def work(con: Connection) -> MatchRow:
            subject_revisions.advance(con, () if revised is None else (revised,))
            return matches.open_match(con, new)

        kept = await self._db.write(work)
        if new.timers:
            self._timers_set(min(timer.due_at for timer in new.timers))
        return kept

    load = read(matches.load)
    """The match with seats, log and newest snapshot."""
    secret = read(matches.secret)
    """The sealed secret. Never to be shown before the end."""
    in_channel = read(matches.match_in)
    """The live match of a channel, else the one that ended there last."""
    of_guild = read(matches.matches_of_guild)
    """Matches of a server in these states, newest first."""

    async def lobbies(self, guild_id: int, *, beside: int | None = None, limit: int = 25) -> tuple[MatchRow, ...]:
        """Open lobbies of a server, newest first; with `beside` only those whose message was posted in that channel."""
        return await self._db.read(lambda con: matches.lobbies(con, guild_id, beside, limit))

    waiting_for = read(matches.waiting_for)
    """Running matches that wait for a person, longest wait first; not those in which their move is confirmed already."""
    vacated = read(matches.vacated)
    """Running matches of a server in which a computer plays somebody's seat, newest first."""
    waited_for = read(matches.waited_for)
    """Whom the running matches of a server wait for, each once."""
    servers = read(matches.servers)
    """Every server with a match in one of these states."""

    async def running(self, user_id: UserId | None = None, *, part: Part = WHOLE) -> tuple[MatchId, ...]:
        """Every running match of a part; of a person, in which they play."""
        return await self._db.read(lambda con: matches.running(con, user_id, part))

    with_computers = read(matches.with_computers)
    """Every running match of a part in which a computer plays: what to look after at a restart."""
    outdated = read(matches.outdated)
    """Every running or lost match of a part that goes by an earlier version of its rules than its game's `present` one."""
    seats = read(matches.seats)
    """The seats of a match in order."""
    live_of_user = read(matches.live_of_user)
    """Lobbies and running games of a server in which this person sits and plays."""
    week = read(ended.week)
    """The newest games of a server that were finished between two moments, in the order of their ends."""
    ended = read(ended.ended)
    """The newest finished games of a server, so many, in the order of their ends."""

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        """Forget the snapshots of one match or of all; nothing is lost."""
        await self._db.write(lambda con: matches.drop_snapshots(con, match_id))

    thin = write(compaction.thin)
    """Let the next `limit` matches keep no more than a match that ends today; whether there may be more of them.

    Goes on where it was the last time, also in an earlier program. What a match that has ended still needs stays.
    """


class ClockStore(Hops):
    """What happened to the clocks of matches. It grows by `Store.commit`."""

    of = read(timers.clock_events)
    """All events of a match in the order of writing."""


class VoteStore(Hops):
    """What the members of a server vote for, where their server plays a seat. Votes are kept by `Store.commit`."""

    recent = read(votes.recent)
    """The votes on the last moves of a seat on which anybody voted."""
    on = read(votes.on)
    """The votes on one move."""
    of = read(votes.of_match)
    """All votes of a match."""
    guess_scores = read(votes.guess_scores)
    """Who guessed how well in a server in a month."""


class RequestStore(Hops):
    """What people who sit in a game ask of all others there. Requests are kept by `Store.commit`."""

    of = read(drafts.requests)
    """All requests of a match, in the order of asking."""


class AnalysisStore(Hops):
    """What was found out about finished matches. It is kept by `Store.commit`."""

    get = read(ended.get)
    """What is kept about a match; None if nothing is."""


class DraftStore(Hops):
    """What people try out in private: one draft for each person and subject. Drafts are kept by `Store.commit`."""

    get = read(drafts.draft)
    """The draft of a person."""
    of = read(drafts.drafts_of)
    """All drafts about the same, by person."""
