"""Rows of the database as frozen dataclasses, about one for each table.

Times are aware UTC. Ids of people, servers and channels are Discord's, but nothing here depends on that. `MatchRow` deliberately
leaves out the match's secret: it has its own query, and its `repr` is blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NewType

from clocks.clock_history import ClockEvent
from clocks.terms import NO_CLOCK, DuelContext, MatchTerms
from games.core.game import Seat

MatchId = NewType("MatchId", int)
UserId = NewType("UserId", int)
PostId = NewType("PostId", int)


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a message, a timer or a draft: a match, an event, a person or a server."""

    kind: str
    id: int


MATCH, EVENT, PERSON, SERVER = "match", "event", "person", "server"
PROGRAM = "program"
"""Subject kind of the program itself; the id is one of its shards."""


def of_match(match_id: MatchId) -> Subject:
    """Return the match as a subject."""
    return Subject(MATCH, match_id)


def of_person(user_id: UserId) -> Subject:
    """Return the person as a subject."""
    return Subject(PERSON, user_id)


def of_server(guild_id: int) -> Subject:
    """Return the server as a subject."""
    return Subject(SERVER, guild_id)


REPLY = "reply"
"""Outbox kind of an answer to a typed command in a game's channel."""
TURN_MESSAGE = "turn"
"""Outbox kind of a message that asks a player for their turn."""
LOBBY = "lobby"
RUNNING = "running"
LOST = "lost"
"""Running, but its channel is gone or closed to the bot; `ChannelChanges.resume` brings it back."""
FINISHED = "finished"
CANCELLED = "cancelled"
EXPIRED = "expired"
"""A lobby that nobody started in time."""

STATUSES: tuple[str, ...] = (LOBBY, RUNNING, LOST, FINISHED, CANCELLED, EXPIRED)

LIVE: tuple[str, ...] = (LOBBY, RUNNING, LOST)
"""Statuses of unfinished matches. A channel has at most one of them."""


class Secret:
    """The sealed secret of a match: 32 bytes in `.key`, hidden from `repr`."""

    __slots__ = ("key",)

    def __init__(self, key: bytes) -> None:
        self.key = key

    def __repr__(self) -> str:
        return "Secret(sealed)"


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One game, from its lobby to its end."""

    id: MatchId
    game: str
    """Id of the game."""
    options: Mapping[str, str]
    """Every option of the game as text, defaults included."""
    rules_version: int
    guild_id: int | None
    channel_id: int
    """The channel or thread that it is played in."""
    host_id: UserId
    status: str
    """lobby, running, lost, finished, cancelled, expired."""
    seats_wanted: int
    """How many seats the lobby offers."""
    order: str
    """`random` (drawn from the sealed secret) or `joined`."""
    locale: str
    """Language of the public messages."""
    commitment: str
    """SHA-256 of the secret, in hex; public from the first moment."""
    version: int
    """How many rows the log has; the next action gets this number. 0 in a lobby."""
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    result: Mapping[str, Any] | None = None
    """For finished games: `{"scores": [...], "winners": [...]}`, and players ranked last (`service.match.final_ranking`)."""
    rematch_of: MatchId | None = None
    terms: MatchTerms = NO_CLOCK
    """What players agreed on besides the rules, such as the clock; fixed at the start."""
    bag: int = 1
    """Version of how draws are derived from the secret (`service.match.match_log`). 1: numbered over all draws ever made; 2: over
    draws that were not undone; 3: like 2, and mixed with input that no single person can choose.
    """
    estimates: tuple[tuple[int, int], ...] = ()
    """Versions of the computers' estimates (`Game.estimates`) as (first log row, version). Empty until a computer plays, and in
    matches from before this was recorded.
    """
    told_to: str | None = None
    """Whose readers may be told of it (`storage.told_to`), as it was when it began; None before this was noted: then all members.
    In a lobby None, or that of its tournament.
    """


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A finished match, as ratings and profiles use it."""

    id: MatchId
    game: str
    channel_id: int
    ended_at: datetime
    result: Mapping[str, Any]
    rated: bool
    players: tuple[UserId | None, ...]
    """By seat; None is a computer from the start."""
    series: DuelContext | None = None
    """The duel that it belonged to."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(self.result["scores"])

    @property
    def winners_at(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(self.result["winners"])

    @property
    def winners(self) -> tuple[UserId | None, ...]:
        """The user ids of the winners; None for a computer."""
        return tuple(self.players[seat] for seat in self.winners_at)


TOWN = "town"
"""Level of a seat that is played by votes of the server's members."""
RIVAL = "rival"
"""Level of a seat that is played by votes of another server's members."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a match. In a lobby `seat` is only an order; at the start seats are numbered again from 0."""

    seat: Seat
    user_id: UserId | None
    """The person who sits, or sat, here; None for a computer from the start."""
    level: str | None = None
    """What plays the seat if no person does: a computer's level, `TOWN` or `RIVAL`."""
    left: str | None = None
    """Why a person's seat is played by the computer: `resigned`, `left-server`, `skipped`, `timeout`, `forfeited`."""
    told: int = 0
    """Version of the match at the last turn message to this seat; 0: none yet."""
    waiting_since: datetime | None = None
    """When the match began to wait for this person; None if it doesn't."""
    joined: int = 0
    """Order of joining the lobby, from 0, from which the order of seats is drawn."""
    word: str | None = None
    """Text that this person mixed into the sealed bag before the start."""
    mirror: MatchId | None = None
    """The other server's copy of this match, whose votes decide this seat's moves."""
    called: str | None = None
    """Name of that server when the match was agreed."""

    @property
    def is_human(self) -> bool:
        """Whether a person acts for this seat."""
        return self.level is None

    @property
    def is_town(self) -> bool:
        """Whether the members of the match's server vote on the moves of this seat."""
        return self.level == TOWN

    @property
    def is_rival(self) -> bool:
        """Whether another server plays this seat."""
        return self.level == RIVAL

    @property
    def is_computer(self) -> bool:
        """Whether a computer plays this seat."""
        return not (self.is_human or self.is_town or self.is_rival)


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation to another server to play against this one."""

    match_id: MatchId
    code: str
    """Typed in another server to accept."""
    name: str
    """Name of the inviting server."""
    until: datetime


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One row of the append-only log."""

    seq: int
    seat: Seat
    """The seat that acted; -1 for chance."""
    text: str
    """The action in the game's notation, or one of the service: `undo <seq>`, `vacate <why> <level>`."""
    at: datetime


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request by one player that all others must agree to."""

    number: int
    """In its match, from 1."""
    kind: str
    """`undo`, `pause`, `finish` or `stop`."""
    seat: Seat
    """The player who asks."""
    detail: Mapping[str, Any]
    """Details in the format of its kind."""
    version: int
    """Version of the match when it was made."""
    asked_at: datetime
    status: str = "open"
    """`open`, `granted`, `refused`, `withdrawn` or `lapsed`."""
    agreed: tuple[Seat, ...] = ()
    """Seats that have agreed so far."""
    closed_at: datetime | None = None
    closed_by: Seat | None = None
    """Whose answer closed it."""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A saved state of a match from which a replay can start; it can be computed again from the log."""

    seq: int
    """Version of the match it was taken at: it includes every log row below `seq`."""
    rules_version: int
    state: Any


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A person's private draft of a move."""

    version: int
    """Version of the subject when it was begun."""
    texts: tuple[str, ...]
    passes_at: datetime | None = None
    """When a confirmed move is carried out; until then it can be taken back."""
    taken_back: bool = False
    """Whether it was confirmed and then taken back."""
    planned: bool = False
    """Whether it was confirmed as the plan for a future turn."""


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A member's vote for a move of a server's seat, or a guess of the move of a person's seat."""

    seat: Seat
    version: int
    """Identifies the turn: version of the match at the seat's turn message."""
    user_id: UserId
    texts: tuple[str, ...]
    at: datetime
    tenths: int | None = None
    """Tenths of a point lost compared with the best move; None until it's known."""
    counted: int | None = None
    """The month such as 202611 in whose table a guess counts; 0: in none, None: not known yet, or graded before it was noted."""


@dataclass(frozen=True, slots=True)
class GuessScore:
    """A user's score of guesses of others' moves in a month."""

    user_id: UserId
    guesses: int
    hits: int
    """Guesses that were played."""
    good: int
    """Guesses as good as the best move, or nearly; may include hits."""
    games: int | None = 0
    """Games in which they guessed; None in a month that began before they were counted."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The reason why a message is sent to a user: another user's action, or the game itself.

    Used for limiting pings and for the log.
    """

    why: str
    """In a word, for the account and the host's log."""
    by: UserId | None = None
    """Who made it happen; None: the game owes it, as one's turn or one's round."""
    about: str = ""
    """The matter: with place, sender and kind it is the key by which a message takes the place of its predecessor."""


@dataclass(frozen=True, slots=True)
class NewPost:
    """A message to add to the outbox."""

    kind: str
    """`turn`, `end`, `notice`, `lobby` or `lost`."""
    payload: Mapping[str, Any]
    nonce: str
    channel_id: int | None
    """Target channel; None: a private message to `user_id`."""
    user_id: UserId | None = None
    """The one person that it pings; None: nobody."""
    seat: Seat | None = None
    upto: int = 0
    """Version of the match it describes; (match, upto, seat) is unique among turn messages."""
    cause: Cause | None = None
    """The reason for which it reaches anybody; None for a message that mentions nobody."""


@dataclass(frozen=True, slots=True)
class Post:
    """A row of the outbox."""

    id: PostId
    topic: Subject
    """Messages of one topic go out in the order of writing, each once."""
    kind: str
    payload: Mapping[str, Any]
    nonce: str
    """At most 25 characters; the same in every attempt."""
    channel_id: int | None
    user_id: UserId | None
    seat: Seat | None
    upto: int
    created_at: datetime
    due_at: datetime
    attempts: int = 0
    tried_at: datetime | None = None
    """When the first attempt began. While `sent_at` is None, the message may or may not have arrived."""
    error: str | None = None
    message_id: int | None = None
    sent_at: datetime | None = None
    dead_at: datetime | None = None
    """When it was given up."""
    cause: Cause | None = None
    """The reason for which it reaches anybody."""

    @property
    def match_id(self) -> MatchId:
        """The match of a post whose topic is a match."""
        assert self.topic.kind == MATCH, self.topic
        return MatchId(self.topic.id)


@dataclass(frozen=True, slots=True)
class TimerRow:
    """A stored timer: a kind of work to do for a subject at a time."""

    id: int
    kind: str
    """Selects the handler; unknown kinds, of a newer program, are left alone."""
    subject: Subject
    seat: Seat | None
    payload: Mapping[str, Any]
    set_at: datetime
    """When its wait began."""
    due_at: datetime

    @property
    def match_id(self) -> MatchId:
        """The match of a timer whose subject is a match."""
        assert self.subject.kind == MATCH, self.subject
        return MatchId(self.subject.id)


@dataclass(frozen=True, slots=True)
class NewTimer:
    """A timer to be set."""

    kind: str
    due_at: datetime
    payload: Mapping[str, Any] = field(default_factory=dict)
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person's settings, in all servers."""

    user_id: UserId
    locale: str | None = None
    prefs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's settings."""

    guild_id: int
    prefs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A person who has blocked another."""

    user_id: UserId
    blocked_id: UserId
    at: datetime


@dataclass(frozen=True, slots=True)
class ChampionRow:
    """A person who has a server's champion role from the bot, or is about to get it."""

    guild_id: int
    user_id: UserId
    role_id: int


FOLLOWED_MATCH, FOLLOWED_PERSON = "match", "person"


@dataclass(frozen=True, slots=True)
class FollowRow:
    """A user's subscription to a match, or to another user's games in a server."""

    user_id: UserId
    kind: str
    """`FOLLOWED_MATCH` or `FOLLOWED_PERSON`."""
    followed_id: int
    guild_id: int


@dataclass(frozen=True, slots=True)
class SeekRow:
    """A user's request for a game in a server; at most one per user and server."""

    guild_id: int
    user_id: UserId
    game: str
    """The id of a game."""
    pace: str
    """The name of a pace; empty for any."""
    seats: int
    """Wanted number of players; 0: as many as the first partner wants, else two."""
    at: datetime
    edition: str = ""
    """Which edition of the rules, where the game has several; empty for any."""
    languages: tuple[str, ...] = ()
    """Languages that the person plays in; empty for any."""
    most_wait_s: int = 0
    """Longest average turn of partners, in seconds; 0 for any."""
    least_kept: int = 0
    """Least percentage of turns that partners make in time; 0 for any."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """Everything needed to rebuild a match's state, read in one transaction."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    log: tuple[ActionRow, ...]
    snapshot: SnapshotRow | None
    """The newest one."""
    revision: int = field(default=0, compare=False)
    """Number of writes to the match so far."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to insert: a lobby, or a game imported from elsewhere."""

    match: MatchRow
    """Its id is 0; the database assigns one."""
    secret: Secret
    seats: tuple[SeatRow, ...]
    timers: tuple[NewTimer, ...] = ()
    posts: tuple[NewPost, ...] = ()
    actions: tuple[ActionRow, ...] = ()
    """The log of an imported game."""
    clock: tuple[ClockEvent, ...] = ()
    """The clock events of an imported game."""
    chained: bool = True
    """Whether the log gets hashes: not that of an imported game that had none."""


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A match that waits for a user's move, and since when."""

    match: MatchRow
    seat: Seat
    since: datetime


@dataclass(frozen=True, slots=True)
class MapRow:
    """A map on the list of a server."""

    id: str
    """Name and hash of its text, so equal for equal texts."""
    guild_id: int
    title: str
    text: str
    added_by: UserId
    added_at: datetime
    removed_at: datetime | None = None
    """When it was taken off the list; its text stays for the matches that name it."""


@dataclass(frozen=True, slots=True)
class UploadRow:
    """The text of a map that a person uploaded in a server and has not confirmed yet; each person has one at most."""

    guild_id: int
    user_id: UserId
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Lease:
    """A process's temporary claim on one shard, or on the work that belongs to no server."""

    name: str
    """`shard 3/16`, or `common`."""
    holder: str
    """The process."""
    until: datetime
    """When it expires unless renewed, by the database's clock."""
    epoch: int
    """How many times it has been taken."""
