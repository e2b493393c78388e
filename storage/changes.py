"""Changes to the database as values. `Store.commit` applies any number of them in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clocks.clock_history import ClockEvent
from games.core.game import Seat
from storage.puzzle_rows import PuzzleAnswer, PuzzleDay
from storage.rows import (
    ActionRow,
    DraftRow,
    GuessScore,
    MapRow,
    MatchId,
    MatchRow,
    NewMatch,
    NewPost,
    NewTimer,
    PostId,
    SeatRow,
    SnapshotRow,
    Subject,
    TimerRow,
    UserId,
)
from storage.tournament_rows import EntrantRow, EventEntry, EventId, EventRow


class Change:
    """Base of all changes. `storage.queries.change_handlers` maps each kind to its SQL and its subject."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CommitMatch(Change):
    """A change of one match, with its messages and timers. `ConflictError` if the match is at another version."""

    match: MatchRow
    """The new row. Its version counts the rows of its log, those of `actions` included."""
    at: datetime
    actions: tuple[ActionRow, ...] = ()
    changed_seats: tuple[SeatRow, ...] = ()
    """Seats to update, by seat number."""
    all_seats: tuple[SeatRow, ...] | None = None
    """If given, replaces all seats of the match."""
    posts: tuple[NewPost, ...] = ()
    snapshot: SnapshotRow | None = None
    timers: tuple[NewTimer, ...] = ()
    drop_timers: str | None = None
    """Kind of the match's open timers to drop."""
    drop_drafts: tuple[UserId, ...] = ()
    """People whose drafts to drop."""
    revive_posts: bool = False
    """Make unsent posts due at once in `match.channel_id`, also those given up because their channel was closed."""
    again: tuple[tuple[PostId, str], ...] = ()
    """Sent posts to send once more, each with a new nonce, because their channel is gone. Needs `revive_posts`."""
    only_advances: bool = False
    """Only the version of `match` changes."""
    kill_posts: str | None = None
    """If given, give up all earlier unsent posts of the match for this reason."""


@dataclass(frozen=True, slots=True)
class PutRow(Change):
    """A row to write, replacing the one with the same key.

    `storage.queries.row_tables` lists the kinds of rows.
    """

    row: Any
    match_id: MatchId | None = None
    """The match of a row that doesn't name it."""


@dataclass(frozen=True, slots=True)
class DropRow(Change):
    """A row to delete by its key, if it exists."""

    kind: type
    key: tuple[Any, ...]
    """The values of the key's columns, in their order."""


@dataclass(frozen=True, slots=True)
class ExpectRevision(Change):
    """A condition for a commit: the subject must be at this revision; otherwise `StaleRevisionError` is raised."""

    subject: Subject
    expected: int
    """0: the subject was never written."""


@dataclass(frozen=True, slots=True)
class QueuePosts(Change):
    """New messages of a topic, sent after all earlier ones of the topic."""

    topic: Subject
    at: datetime
    posts: tuple[NewPost, ...] = ()
    kill: str | None = None
    """If given, give up all earlier unsent posts of the topic for this reason."""
    revive_in: int | None = None
    """If given, make unsent posts due at once in this channel, also those given up because their channel was closed."""
    again: tuple[tuple[PostId, str], ...] = ()
    """Sent posts to send once more, each with a new nonce. Needs `revive_in`."""


@dataclass(frozen=True, slots=True)
class SetTimers(Change):
    """New timers of a subject. Its open timers of the kind `instead_of` are dropped first."""

    subject: Subject
    at: datetime
    timers: tuple[NewTimer, ...] = ()
    instead_of: str | None = None


@dataclass(frozen=True, slots=True)
class CompleteTimer(Change):
    """A timer to mark as done, or to restart until `again_at`.

    `ConflictError` if it's done already or was restarted since.
    """

    timer: TimerRow
    at: datetime
    again_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SaveDraft(Change):
    """A user's draft about a subject, which replaces their former one."""

    subject: Subject
    user_id: UserId
    draft: DraftRow


@dataclass(frozen=True, slots=True)
class DeleteDrafts(Change):
    """The drafts of these users about a subject, to be deleted."""

    subject: Subject
    people: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class SaveGuessScores(Change):
    """Scores to add to a server's guesses of a month."""

    guild_id: int
    month: int
    """Year and month, such as 202611."""
    scores: tuple[GuessScore, ...]


@dataclass(frozen=True, slots=True)
class ShareBag(Change):
    """The link of a starting match to another match whose sealed bag it uses."""

    match_id: MatchId
    of: MatchId


@dataclass(frozen=True, slots=True)
class TakeSeat(Change):
    """The transfer of a seat of a match to another user. `ConflictError` if they have a seat there already."""

    match_id: MatchId
    seat: Seat
    user_id: UserId


@dataclass(frozen=True, slots=True)
class SaveClockEvents(Change):
    """New clock events of a match, numbered from `first`. `ConflictError` if that number exists."""

    match_id: MatchId
    first: int
    events: tuple[ClockEvent, ...]


@dataclass(frozen=True, slots=True)
class EraseMatch(Change):
    """The erasure of a match. Only its id stays, marked as erased."""

    match_id: MatchId
    at: datetime


@dataclass(frozen=True, slots=True)
class EraseGuild(Change):
    """The erasure of everything that belongs to a server but to no match.

    That is: events, maps, puzzles, settings, statistics, timers, messages.
    """

    guild_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class CommitTournament(Change):
    """A change of one event. `ConflictError` if the event is at another version."""

    event: EventRow
    """The new row. Its version counts the entries of its log, those of `entries` included."""
    entries: tuple[EventEntry, ...] = ()
    entrants: tuple[EntrantRow, ...] = ()
    """The people behind new entrant numbers."""


@dataclass(frozen=True, slots=True)
class WakeTournament(Change):
    """A timer for the match's event, if it belongs to one: of this kind, due at once, with the match's table."""

    match_id: MatchId
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AddExternalResult(Change):
    """A pairing's result from elsewhere, stored as a finished match without moves or channel that counts for ratings."""

    event_id: EventId
    round: int
    table: int
    new: NewMatch


@dataclass(frozen=True, slots=True)
class WithdrawExternalResult(Change):
    """The erasure of an imported result. The server's matches are counted again without it."""

    event_id: EventId
    round: int
    table: int
    at: datetime


@dataclass(frozen=True, slots=True)
class DeleteAnalysis(Change):
    """The deletion of a match's analysis, if there is one."""

    match_id: MatchId


@dataclass(frozen=True, slots=True)
class SaveAnalysis(Change):
    """The analysis of a finished match. `ConflictError` if it has one already."""

    match_id: MatchId
    judged: Any
    """JSON."""
    at: datetime


@dataclass(frozen=True, slots=True)
class SavePuzzle(Change):
    """A new puzzle for the stock of puzzles."""

    data: Any
    """JSON."""
    at: datetime
    guild_id: int | None = None
    """As in `PuzzleRow`."""
    match_id: MatchId | None = None


@dataclass(frozen=True, slots=True)
class MarkPuzzlePosted(Change):
    """The next puzzle of the day of a server. `ConflictError` if its number is taken."""

    day: PuzzleDay


@dataclass(frozen=True, slots=True)
class SavePuzzleAnswer(Change):
    """A person's answer to a puzzle. Replaces their former one."""

    answer: PuzzleAnswer


@dataclass(frozen=True, slots=True)
class SaveMistakes(Change):
    """Private puzzles for a person, from their own turns."""

    user_id: UserId
    match_id: MatchId
    puzzles: tuple[tuple[Any, datetime], ...]
    """JSON of each puzzle, and when to ask the person."""
    at: datetime


@dataclass(frozen=True, slots=True)
class SaveMistakeAnswer(Change):
    """The next date of a private puzzle after an answer; with `again_at` None the puzzle is deleted."""

    user_id: UserId
    puzzle_id: int
    again_at: datetime | None


@dataclass(frozen=True, slots=True)
class SaveMap(Change):
    """A map to put on its server's list, which also deletes the user's upload.

    With `removed_at`, only the map's text is kept.
    """

    map: MapRow


@dataclass(frozen=True, slots=True)
class DelistMap(Change):
    """The removal of a map from its server's list; its text stays for the matches that use it."""

    guild_id: int
    map_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DeleteMatchFollows(Change):
    """The deletion of an ended match's followers with ids up to a given one, after they were notified."""

    match_id: MatchId
    upto: UserId


Unguarded = QueuePosts | SetTimers | CompleteTimer | SavePuzzle | DeleteMatchFollows
"""Changes that advance no subject's revision, so they never make a decision out of date."""
