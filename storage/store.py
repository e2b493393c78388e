"""The door to what is remembered: one small protocol for each subject, over one unit of work. `SqlStore` stands behind it.

Every method is one transaction and one hop. All raise `StorageError`: `Conflict` where the guards of the database refuse,
`Unavailable` where the database cannot work. What changes several subjects at once is given to `Store.commit` as changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from clocks.ledger import Event
from storage.changes import Change, Revised
from storage.event_records import EntrantRow, EventEntry, EventId, EventMatch, EventRow
from storage.outage import Outage
from storage.parts import WHOLE, Part
from storage.queries.shares import Share
from storage.queries.tidings import Tiding
from storage.records import (
    DraftRow,
    EndedMatch,
    Lease,
    Loaded,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PersonRow,
    Post,
    PostId,
    PuzzleAnswer,
    PuzzleDay,
    PuzzleRow,
    RequestRow,
    SeatRow,
    Secret,
    ServerRow,
    Subject,
    TimerRow,
    UploadRow,
    UserId,
    Waiting,
    WishRow,
)
from storage.stats import Kept, OpponentStats, PlayerStats, Progress, Ranked, RatingChange, Tally, Tallying, TurnsKept
from tournament.ratings import Rating

LONGEST_WAIT = timedelta(minutes=15)
"""Between two attempts to send a message."""


class MatchStore(Protocol):
    """Matches with their seats, log and snapshots. They change by `Store.commit`."""

    async def open(self, new: NewMatch, *, revised: Revised | None = None) -> MatchRow:
        """Keep a new lobby and answer it with its id; `Conflict` if its channel holds a live match."""

    async def load(self, match_id: MatchId) -> Loaded | None:
        """The match with seats, log and newest snapshot."""

    async def secret(self, match_id: MatchId) -> Secret:
        """The sealed secret. Never to be shown before the end."""

    async def in_channel(self, channel_id: int) -> MatchRow | None:
        """The live match of a channel, else the one that ended there last."""

    async def of_guild(self, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
        """Matches of a server in these states, newest first."""

    async def lobbies(self, guild_id: int, *, beside: int | None = None, limit: int = 25) -> tuple[MatchRow, ...]:
        """Open lobbies of a server, newest first; with `beside` only those whose message was posted in that channel."""

    async def waiting_for(self, user_id: UserId) -> tuple[Waiting, ...]:
        """Running matches that wait for a person, longest wait first; not those in which his move is confirmed already."""

    async def waited_for(self, guild_id: int) -> tuple[UserId, ...]:
        """Whom the running matches of a server wait for, each once."""

    async def vacated(self, guild_id: int, limit: int) -> tuple[MatchRow, ...]:
        """Running matches of a server in which a computer plays somebody's seat, newest first."""

    async def servers(self, statuses: Sequence[str]) -> frozenset[int]:
        """Every server with a match in one of these states."""

    async def running(self, user_id: UserId | None = None, *, part: Part = WHOLE) -> tuple[MatchId, ...]:
        """Every running match of a part; of a person, in which he plays."""

    async def with_computers(self, part: Part = WHOLE) -> tuple[MatchId, ...]:
        """Every running match of a part in which a computer plays: what to look after at a restart."""

    async def outdated(self, present: Mapping[str, int], part: Part = WHOLE) -> tuple[MatchId, ...]:
        """Every running or lost match of a part that goes by an earlier version of its rules than its game's `present` one."""

    async def seats(self, match_id: MatchId) -> tuple[SeatRow, ...]:
        """The seats of a match in order."""

    async def live_of_user(self, user_id: UserId, guild_id: int) -> tuple[MatchId, ...]:
        """Lobbies and running games of a server in which this person sits and plays."""

    async def ended(self, guild_id: int, limit: int) -> tuple[EndedMatch, ...]:
        """The newest finished games of a server, so many, in the order of their ends."""

    async def drop_snapshots(self, match_id: MatchId | None = None) -> None:
        """Forget the snapshots of one match or of all; nothing is lost."""

    async def thin(self, limit: int) -> bool:
        """Let the next `limit` matches keep no more than a match that ends today; whether there may be more of them.

        Goes on where it was the last time, also in an earlier program. What a match that has ended still needs stays.
        """


class ClockStore(Protocol):
    """What happened to the clocks of matches. It grows by `Store.commit`."""

    async def of(self, match_id: MatchId) -> tuple[Event, ...]:
        """All events of a match in the order of writing."""


class AnalysisStore(Protocol):
    """What was found out about finished matches. It is kept by `Store.commit`."""

    async def get(self, match_id: MatchId) -> Any | None:
        """What is kept about a match; None if nothing is."""


class PuzzleStore(Protocol):
    """Puzzles, which servers have had them, and how they were answered. They change by `Store.commit`."""

    async def get(self, puzzle_id: int) -> PuzzleRow | None:
        """One puzzle."""

    async def behind(self, puzzle_id: int) -> tuple[int, ...]:
        """The numbers of all puzzles for everybody that were made after this one, the oldest first."""

    async def furthest(self, guild_id: int | None = None) -> int:
        """The last puzzle for everybody that this server (None: any server) has had; 0 for none."""

    async def own(self, guild_id: int) -> tuple[int, ...]:
        """The numbers of the puzzles out of games of this server that it has not had yet, the oldest first."""

    async def sources(self, guild_id: int) -> frozenset[MatchId]:
        """The games of this server out of which there is a puzzle."""

    async def days(self, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
        """The puzzles that a server has had, the newest first."""

    async def answers(self, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
        """The answers of a server to its puzzles from this number on, in the order of the numbers."""


class DraftStore(Protocol):
    """What people try out in private: one draft for each person and subject. Drafts are kept by `Store.commit`."""

    async def get(self, user_id: UserId, subject: Subject) -> DraftRow | None:
        """The draft of a person."""


class RequestStore(Protocol):
    """What people who sit in a game ask of all others there. Requests are kept by `Store.commit`."""

    async def of(self, match_id: MatchId) -> tuple[RequestRow, ...]:
        """All requests of a match, in the order of asking."""


class PostStore(Protocol):
    """The outbox: messages to be sent, each of a topic, and what became of them. New ones come by `Store.commit`.

    What is due, and when, is answered of those messages alone that this process looks after (`Store.share`).
    """

    async def due(self, now: datetime, limit: int, longest: timedelta = LONGEST_WAIT) -> tuple[Post, ...]:
        """Unsent posts that are due, oldest first, at most one per topic: messages of one topic stay in order.

        Nothing waits longer than `longest`: what is due later was written by a clock that ran ahead, and is due now. What was never
        tried waits for nothing.
        """

    async def next_at(self) -> datetime | None:
        """When the next unsent post that leads its topic falls due."""

    async def take(
        self, now: datetime, limit: int, *, among: int | None = None, free: Callable[[Post], bool] = ...
    ) -> tuple[Post, ...]:
        """As `due`, and note in the same transaction that an attempt of each begins: from here on the messages may have arrived.

        Only those that are `free`, looked for `among` as many as said. The rows are answered as they were before, so that
        `tried_at` and `attempts` tell of earlier attempts alone.
        """

    async def sent(self, post_id: PostId, message_id: int, now: datetime) -> None:
        """Note that it arrived."""

    async def delayed(self, post_id: PostId, due_at: datetime, error: str) -> None:
        """Note that it certainly, or perhaps, did not arrive and when to try again."""

    async def hurry(self, now: datetime) -> int:
        """Note that Discord is back: what its absence has delayed is due now, rate limits aside; how many posts."""

    async def dead(self, post_id: PostId, now: datetime, error: str) -> None:
        """Give it up."""

    async def note(self, topic: Subject, post: NewPost, message_id: int, now: datetime) -> None:
        """Keep a message that was sent by other means, such as an answer to a command."""

    async def last(self, topic: Subject, kind: str) -> Post | None:
        """The newest sent post of a kind."""

    async def of(self, topic: Subject) -> tuple[Post, ...]:
        """Every post of a topic in the order of writing."""


class TimerStore(Protocol):
    """What falls due by itself. Timers are set, done and dropped by `Store.commit`.

    What is due, and when, is answered of those timers alone that this process looks after (`Store.share`).
    """

    async def due(self, now: datetime, kinds: Sequence[str], limit: int) -> tuple[TimerRow, ...]:
        """Timers of these kinds that are due and not done, most overdue first.

        One that was set by a clock that ran ahead of `now` begins its wait now, so that no wait is ever longer than it was set.
        """

    async def next_at(self, kinds: Sequence[str]) -> datetime | None:
        """When the next timer of these kinds falls due."""

    async def of(self, subject: Subject) -> tuple[TimerRow, ...]:
        """The timers of a subject that are not done, next first."""

    async def subjects(self, kind: str) -> frozenset[Subject]:
        """Whatever has a timer of this kind that is not done."""


class StatsStore(Protocol):
    """How people have played in each server. Finished matches are counted by `Store.commit`, in the transaction that ends them."""

    tallying: Tallying | None
    """How matches are judged; None where nothing is counted."""

    async def player(self, guild_id: int, user_id: UserId) -> PlayerStats:
        """What is kept about a person in a server, with their ratings."""

    async def against(self, guild_id: int, user_id: UserId, other_id: UserId) -> OpponentStats:
        """How a person has fared against another."""

    async def curves(self, guild_id: int, user_id: UserId) -> Mapping[str, tuple[Rating, ...]]:
        """A person's latest ratings by kind, oldest first."""

    async def played_in(self, user_id: UserId, limit: int) -> tuple[int, ...]:
        """The servers in which a person has played, those with most games first."""

    async def changes(self, match_id: MatchId) -> tuple[RatingChange, ...]:
        """What a match has done to ratings, by seat."""

    async def kinds(self, guild_id: int) -> tuple[str, ...]:
        """What has been rated in a server, the most played first."""

    async def seasons(self, guild_id: int, limit: int) -> tuple[int, ...]:
        """The seasons of a server in which anything was played, the newest first."""

    async def titles(self, guild_id: int, user_id: UserId, least_wins: int) -> tuple[int, ...]:
        """The seasons in which nobody has won more often than this person, and they at least so often, the newest first."""

    async def by_rating(self, guild_id: int, kind: str, offset: int, limit: int) -> tuple[Ranked, ...]:
        """People by their settled ratings in a kind of game, the best first."""

    async def by_wins(self, guild_id: int, season: int | None, offset: int, limit: int) -> tuple[Ranked, ...]:
        """People with victories, in one season or at all, most of them first."""

    async def ratings(self, guild_id: int, kind: str, users: Sequence[UserId]) -> Mapping[int, Rating]:
        """The ratings of some people in one kind of game; those who have none are missing."""

    async def turns(self, guild_id: int, user_id: UserId, games: int) -> TurnsKept:
        """Own turns of the latest so many games of a person."""

    async def progress(self, guild_id: int) -> Progress | None:
        """How far the matches of a server are counted."""

    async def unfinished(self, after: int, limit: int) -> tuple[int, ...]:
        """Servers whose matches are not all counted as they are judged now, with numbers above `after`, in order."""

    async def fill(self, guild_id: int, limit: int) -> bool:
        """Count up to so many further matches of a server, oldest first; whether there may be more."""

    async def to_check(self, before: datetime, limit: int) -> tuple[int, ...]:
        """Completely counted servers that were not checked since."""

    async def recount(self, guild_id: int, first: int, limit: int) -> tuple[Tally | None, ...]:
        """What counted matches say as they are judged now, from this number on, in order; None where one says nothing."""

    async def missing(self, guild_id: int, after: MatchId, limit: int) -> tuple[MatchId | None, bool]:
        """Go through so many finished matches of a server: the last one looked at, None at the end; and whether one of them counts
        that was not counted.
        """

    async def kept(self, guild_id: int, users: Sequence[UserId]) -> Kept:
        """What is kept about some people of a server."""

    async def checked(self, guild_id: int, at: datetime, *, is_sound: bool) -> None:
        """Note that a server was checked; unless it was sound, it is counted anew."""


class PersonStore(Protocol):
    """What people have chosen for themselves. That changes by `Store.commit`."""

    async def get(self, user_id: UserId) -> PersonRow | None:
        """What a person has chosen."""

    async def live_with(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Lobbies and running games of any server in which this person plays."""

    async def live_naming(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Matches that may yet change and whose rows name a person, in order."""

    async def about(self, user_id: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """All rows about a person, by what they are about."""

    async def forget(self, user_id: UserId, former: UserId, now: datetime) -> tuple[MatchId, ...]:
        """Put `former` in the place of a person in games, delete everything else about him; the matches that have changed."""

    async def blocked_by(self, user_id: UserId) -> tuple[UserId, ...]:
        """Whom a person has blocked, the first one first."""

    async def blockers_of(self, user_id: UserId) -> frozenset[UserId]:
        """Who has blocked a person."""


class ServerStore(Protocol):
    """What servers have chosen for themselves. That changes by `Store.commit`."""

    async def all(self) -> tuple[ServerRow, ...]:
        """Every server that has chosen anything."""

    async def get(self, guild_id: int) -> ServerRow | None:
        """What one server has chosen."""

    async def wishes(self, guild_id: int) -> tuple[WishRow, ...]:
        """Who looks for a game in a server, the oldest wish first."""


class MapStore(Protocol):
    """The maps that servers have added."""

    async def of_guild(self, guild_id: int) -> tuple[MapRow, ...]:
        """The maps on the list of a server, in the order of adding."""

    async def texts(self) -> tuple[tuple[str, str], ...]:
        """Id and text of every map that was ever added, removed ones too, each once."""

    async def servers(self) -> frozenset[int]:
        """Every server that has ever added a map."""

    async def text(self, map_id: str) -> str | None:
        """The text of a map that was ever added, in whichever server."""

    async def add(self, row: MapRow) -> None:
        """Put a map on the list of its server (one that was removed comes back) and forget the upload of who adds it."""

    async def remove(self, guild_id: int, map_id: str, at: datetime) -> bool:
        """Take a map off the list of a server and keep its text; whether it was on the list."""

    async def upload(self, guild_id: int, user_id: UserId) -> UploadRow | None:
        """What a person uploaded in a server and has not confirmed."""

    async def put_upload(self, row: UploadRow) -> None:
        """Keep an upload in place of the person's former one."""

    async def drop_upload(self, guild_id: int, user_id: UserId) -> None:
        """Forget an upload."""


class EventStore(Protocol):
    """Events with their entrants, log and matches. They change by `Store.commit`."""

    async def open(
        self, row: EventRow, posts: Sequence[NewPost] = (), timers: Sequence[NewTimer] = (), *, revised: Revised | None = None
    ) -> EventRow:
        """Keep a new event and answer it with its id."""

    async def load(self, event_id: EventId) -> tuple[EventRow, tuple[EntrantRow, ...], tuple[EventEntry, ...]] | None:
        """The event, who entered it, and its log."""

    async def row(self, event_id: EventId) -> EventRow | None:
        """The event alone: whether what somebody remembers of it is still so."""

    async def of_guild(self, guild_id: int, statuses: Sequence[str], limit: int = 25) -> tuple[EventRow, ...]:
        """Events of a server in these states, newest first."""

    async def under_way(self, part: Part = WHOLE) -> tuple[EventId, ...]:
        """Every event of a part that may yet change by itself."""

    async def of_user(self, user_id: UserId) -> tuple[EventId, ...]:
        """Events under way that a person has entered."""

    async def event_of(self, match_id: MatchId) -> EventId | None:
        """The event that a match is played for."""

    async def open_match(self, event_id: EventId, round_: int, table: int, game: int, new: NewMatch) -> MatchRow:
        """Keep a new match of an event; `Conflict` where this game is there already, or the channel holds a live match."""

    async def matches(self, event_id: EventId, round_: int | None = None) -> tuple[EventMatch, ...]:
        """The matches of an event, or of one of its rounds, in the order of rounds, tables and games."""


class NoteStore(Protocol):
    """What the program remembers about itself."""

    async def read(self, key: str) -> str:
        """What was kept under this key; empty if nothing was."""

    async def keep(self, key: str, value: str) -> None:
        """In place of what was kept under this key."""


class LeaseStore(Protocol):
    """Which process looks after which part of everything. `service.process.leases` holds them; whoever watches asks `all`."""

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take what is to be had of these; what this process holds now."""

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Whether another process that holds one of these is gone, so that `hold` gets it before it runs out."""

    async def release(self) -> None:
        """Give back what is held: others may have it at once."""

    async def all(self) -> tuple[Lease, ...]:
        """Every lease that is held, by whichever process."""

    async def claim(self, number: int) -> bool:
        """Take one thing that several processes have heard, by its number; whether nobody else has."""

    async def heard(self, timeout_s: float) -> tuple[Tiding, ...]:
        """What other processes tell, waiting so long for it; also that something may have been missed."""

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""


class Store(Protocol):
    """Everything that is remembered."""

    @property
    def leases(self) -> LeaseStore | None:
        """None where one process has the database for itself."""

    @property
    def share(self) -> Share | None:
        """What this process looks after; None where that is all."""

    @property
    def matches(self) -> MatchStore: ...
    @property
    def clocks(self) -> ClockStore: ...
    @property
    def analyses(self) -> AnalysisStore: ...
    @property
    def puzzles(self) -> PuzzleStore: ...
    @property
    def drafts(self) -> DraftStore: ...
    @property
    def requests(self) -> RequestStore: ...
    @property
    def posts(self) -> PostStore: ...
    @property
    def timers(self) -> TimerStore: ...
    @property
    def people(self) -> PersonStore: ...
    @property
    def servers(self) -> ServerStore: ...
    @property
    def maps(self) -> MapStore: ...
    @property
    def events(self) -> EventStore: ...
    @property
    def notes(self) -> NoteStore: ...
    @property
    def stats(self) -> StatsStore: ...

    @property
    def after_timers(self) -> list[Callable[[datetime], None]]:
        """Called after every transaction that has set timers, with when the first of them falls due."""

    @property
    def after_posts(self) -> list[Callable[[], None]]:
        """Called after every transaction that has written messages to be sent."""

    @property
    def after_writes(self) -> list[Callable[[Mapping[Subject, int]], None]]:
        """Called after every transaction of `commit`, with what it answers."""

    @property
    def outage(self) -> Outage:
        """Whether the database can work just now, and who hears of it."""

    async def revision(self, subject: Subject) -> int:
        """How often anything about a subject was written so far."""

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """Write all of them or nothing; the new revisions of all subjects that were written. `Conflict` if a match is not at its
        version, a subject not at its revision (`Revised`), or somebody else was faster.
        """

    async def close(self) -> None:
        """Finish what is queued and close."""
