"""What one transaction may do, as values. `Store.commit` takes any number of them, of any subjects: all happen or none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clocks.ledger import ClockEvent
from games.core.game import Seat
from storage.event_records import EntrantRow, EventEntry, EventId, EventRow
from storage.records import (
    ActionRow,
    ChampionRow,
    DraftRow,
    FollowRow,
    GuessScore,
    InvitationRow,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PersonRow,
    PostId,
    PuzzleAnswer,
    PuzzleDay,
    RequestRow,
    SeatRow,
    ServerRow,
    SnapshotRow,
    Subject,
    TimerRow,
    UploadRow,
    UserId,
    VoteRow,
    WishRow,
)


class Change:
    """One of them; `storage.queries.applying` says what it does to which subject."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Commit(Change):
    """A change of one match, with the messages and timers that belong to it."""

    match: MatchRow
    """The row as it shall be. Its version counts the rows of its log; another log in the store is a conflict."""
    at: datetime
    actions: tuple[ActionRow, ...] = ()
    changed_seats: tuple[SeatRow, ...] = ()
    """Rows that replace those of the same number."""
    all_seats: tuple[SeatRow, ...] | None = None
    """When given, replaces every seat of the match."""
    posts: tuple[NewPost, ...] = ()
    snapshot: SnapshotRow | None = None
    timers: tuple[NewTimer, ...] = ()
    drop_timers: str | None = None
    """A kind of timers of this match that are no longer needed."""
    drop_drafts: tuple[UserId, ...] = ()
    """People whose drafts have been carried out or are pointless now."""
    revive_posts: bool = False
    """Unsent posts, also those given up with their channel, become due at once in the channel that `match` has."""
    again: tuple[tuple[PostId, str], ...] = ()
    """Posts that were sent to where nobody finds them any more, each with a new nonce: they go out once more, with those."""
    only_advances: bool = False
    """Nothing of `match` changes but its version."""
    kill_posts: str | None = None
    """When given, all unsent posts of the match, but not those of this commit, are given up for this reason."""


@dataclass(frozen=True, slots=True)
class Revised(Change):
    """This was decided on a subject at this revision: at another one it is a `Conflict`."""

    subject: Subject
    expected: int
    """0: nothing was ever written about it."""


@dataclass(frozen=True, slots=True)
class PostsQueued(Change):
    """Messages of a topic: what is new goes out after all earlier ones."""

    topic: Subject
    at: datetime
    posts: tuple[NewPost, ...] = ()
    kill: str | None = None
    """When given, all unsent posts of the topic, but not those of this change, are given up for this reason."""
    revive_in: int | None = None
    """When given, unsent posts, also those given up with their channel, become due at once in this channel."""
    again: tuple[tuple[PostId, str], ...] = ()
    """Posts that were sent and go out once more there, each with a new nonce."""


@dataclass(frozen=True, slots=True)
class TimersSet(Change):
    """Timers of a subject; those of the kind `instead_of` that are not done are no longer needed."""

    subject: Subject
    at: datetime
    timers: tuple[NewTimer, ...] = ()
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class TimerDone(Change):
    """A timer is dealt with by this transaction, which is a `Conflict` if it was before, or is due at another time by now. With
    `again_at` it waits again.
    """

    timer: TimerRow
    at: datetime
    again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DraftKept(Change):
    """A person's draft, in place of the former one about the same."""

    subject: Subject
    user_id: UserId
    draft: DraftRow


@dataclass(frozen=True, slots=True)
class RequestPut(Change):
    """A request of a match, in place of what it was."""

    match_id: MatchId
    request: RequestRow


@dataclass(frozen=True, slots=True)
class DraftsDropped(Change):
    """Drafts that have been carried out or are pointless now."""

    subject: Subject
    people: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class VoteCast(Change):
    """A member's vote on a move, in place of their former one on the same."""

    match_id: MatchId
    vote: VoteRow


@dataclass(frozen=True, slots=True)
class GuessesCounted(Change):
    """These guesses are graded, beside those of the month that are counted already: written with the grades themselves."""

    guild_id: int
    month: int
    """Such as 202611."""
    scores: tuple[GuessScore, ...]


@dataclass(frozen=True, slots=True)
class InvitationKept(Change):
    """A lobby waits for another server, in place of its former invitation; `Conflict` if another lobby has the same code."""

    row: InvitationRow


@dataclass(frozen=True, slots=True)
class InvitationDropped(Change):
    """A lobby waits for no server any more."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class BagShared(Change):
    """A match that begins draws from the same bag as another one."""

    match_id: MatchId
    of: MatchId


@dataclass(frozen=True, slots=True)
class SeatTaken(Change):
    """A seat of a running match that a computer plays is somebody else's from now on; `Conflict` if they have one there already."""

    match_id: MatchId
    seat: Seat
    user_id: UserId


@dataclass(frozen=True, slots=True)
class ClocksChanged(Change):
    """What happened to the clocks of a match; `Conflict` if event number `first` is there already."""

    match_id: MatchId
    first: int
    events: tuple[ClockEvent, ...]


@dataclass(frozen=True, slots=True)
class MatchErased(Change):
    """Everything about a match goes for good; only its number stays, which leads nowhere."""

    match_id: MatchId
    at: datetime


@dataclass(frozen=True, slots=True)
class ServerErased(Change):
    """What a server has and no match has goes for good: its maps, uploads, settings, timers, messages."""

    guild_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PersonChosen(Change):
    """What a person has chosen, in place of what they had."""

    person: PersonRow


@dataclass(frozen=True, slots=True)
class ServerChosen(Change):
    """What a server has chosen, in place of what it had."""

    server: ServerRow


@dataclass(frozen=True, slots=True)
class EventCommit(Change):
    """A change of one event."""

    event: EventRow
    """The row as it shall be. Its version counts the entries of its log; another log in the store is a conflict."""
    entries: tuple[EventEntry, ...] = ()
    entrants: tuple[EntrantRow, ...] = ()
    """Who stands behind new numbers."""


@dataclass(frozen=True, slots=True)
class EventWoken(Change):
    """If this match is played for an event, the event looks at it: a timer of this kind, due at once."""

    match_id: MatchId
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResultBrought(Change):
    """A result of a pairing that was played elsewhere counts for ratings: kept as a finished match without moves or channel."""

    event_id: EventId
    round: int
    table: int
    new: NewMatch


@dataclass(frozen=True, slots=True)
class ResultTakenBack(Change):
    """The same result counts no longer: nothing is left of it, and what was counted since is counted again."""

    event_id: EventId
    round: int
    table: int
    at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisDropped(Change):
    """What was found out about a finished match is out of date; nothing happens where nothing is kept."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class AnalysisKept(Change):
    """What was found out about a finished match; `Conflict` if something is kept about it already."""

    match_id: MatchId
    judged: Any
    """What `json.dumps` takes."""
    at: datetime


@dataclass(frozen=True, slots=True)
class PuzzleMade(Change):
    """A puzzle for days to come."""

    data: Any
    """What `json.dumps` takes."""
    at: datetime
    guild_id: int | None = None
    """As in `PuzzleRow`."""
    match_id: MatchId | None = None


@dataclass(frozen=True, slots=True)
class PuzzlePosted(Change):
    """A server has its next puzzle; `Conflict` if it has one of this number already."""

    day: PuzzleDay


@dataclass(frozen=True, slots=True)
class PuzzleAnswered(Change):
    """Somebody's answer, in place of their former one."""

    answer: PuzzleAnswer


@dataclass(frozen=True, slots=True)
class MistakesKept(Change):
    """Turns of a person become puzzles for that person alone."""

    user_id: UserId
    match_id: MatchId
    puzzles: tuple[tuple[Any, datetime], ...]
    """What `json.dumps` takes, and when the person is asked."""
    at: datetime


@dataclass(frozen=True, slots=True)
class MistakeAnswered(Change):
    """A person's own puzzle is put off, or done with for good."""

    user_id: UserId
    puzzle_id: int
    again_at: datetime | None
    """None: never again."""


@dataclass(frozen=True, slots=True)
class MapKept(Change):
    """A map is on the list of its server, also one that was removed, and is no upload any more; one that is removed from the
    beginning keeps the text without the list.
    """

    map: MapRow


@dataclass(frozen=True, slots=True)
class MapRemoved(Change):
    """A map is off the list of a server; its text stays."""

    guild_id: int
    map_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class UploadKept(Change):
    """What somebody has uploaded in a server, in place of what they had."""

    upload: UploadRow


@dataclass(frozen=True, slots=True)
class UploadDropped(Change):
    """What somebody has uploaded in a server is forgotten."""

    guild_id: int
    user_id: UserId


@dataclass(frozen=True, slots=True)
class WishPut(Change):
    """Somebody looks for a game, in place of what they looked for in this server."""

    wish: WishRow


@dataclass(frozen=True, slots=True)
class WishesDropped(Change):
    """These people look for nothing more in this server."""

    guild_id: int
    people: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class BlockPut(Change):
    """A person wants nothing to do with another one; twice is once."""

    user_id: UserId
    blocked_id: UserId
    at: datetime


@dataclass(frozen=True, slots=True)
class BlockDropped(Change):
    """A person has nothing against another one any more."""

    user_id: UserId
    blocked_id: UserId


@dataclass(frozen=True, slots=True)
class ChampionNoted(Change):
    """Somebody is about to get the role of the champion; twice is once."""

    row: ChampionRow


@dataclass(frozen=True, slots=True)
class ChampionStruck(Change):
    """Somebody has the role of the champion no longer."""

    row: ChampionRow


@dataclass(frozen=True, slots=True)
class FollowPut(Change):
    """Somebody follows a match or a person; twice is once."""

    row: FollowRow


@dataclass(frozen=True, slots=True)
class FollowDropped(Change):
    """Somebody follows it no longer."""

    row: FollowRow


@dataclass(frozen=True, slots=True)
class MatchUnfollowed(Change):
    """Nobody follows this match any longer: it is over."""

    match_id: MatchId


Unguarded = PostsQueued | TimersSet | TimerDone | PuzzleMade
"""What is no part of any subject, so that nothing decided is out of date by it: messages, timers, puzzles for the stock."""
