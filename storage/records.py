"""What the store keeps, as frozen records: one per table, in the words of the service.

Times are aware UTC. Ids of people, servers and channels are Discord's numbers, but nothing here depends on that.
The secret of a match is deliberately not part of `MatchRow`: it is asked for by name, and its `repr` shows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NewType

from clocks.ledger import ClockEvent
from clocks.terms import NO_CLOCK, Series, Terms
from games.core.game import Seat

MatchId = NewType("MatchId", int)
UserId = NewType("UserId", int)
PostId = NewType("PostId", int)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a message, a timer or a draft is about: a match, an event, a person or a server."""

    kind: str
    id: int


MATCH, EVENT, PERSON, SERVER = "match", "event", "person", "server"
PROGRAM = "program"
"""Of the program itself, with the number of one of its shards."""


def of_match(match_id: MatchId) -> Subject:
    """The match as a subject."""
    return Subject(MATCH, match_id)


def of_person(user_id: UserId) -> Subject:
    """The person as a subject."""
    return Subject(PERSON, user_id)


def of_server(guild_id: int) -> Subject:
    """The server as a subject."""
    return Subject(SERVER, guild_id)


REPLY = "reply"
"""The kind of a message that answers what somebody typed in the channel of a game."""
LOBBY = "lobby"
RUNNING = "running"
LOST = "lost"
"""Running, but its channel is gone or closed to the bot; `Channels.resume` brings it back."""
FINISHED = "finished"
CANCELLED = "cancelled"
EXPIRED = "expired"
"""A lobby that nobody started in time."""

STATUSES: tuple[str, ...] = (LOBBY, RUNNING, LOST, FINISHED, CANCELLED, EXPIRED)

LIVE: tuple[str, ...] = (LOBBY, RUNNING, LOST)
"""The states of which a channel can hold only one match."""


class Secret:
    """The sealed secret of a match: 32 bytes that show themselves only to who asks for `.key`."""

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
    """Id of the game, a key of the games given to the service."""
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
    """After a finished game: `{"scores": [...], "winners": [...]}`, and who ranks below all others (`service.play.ranking`)."""
    rematch_of: MatchId | None = None
    terms: Terms = NO_CLOCK
    """What the people at the table agree on besides the rules; fixed when it begins."""
    bag: int = 1
    """How its draws are numbered and from what they follow (`service.review.log`): 1 by all that were ever made, 2 by those
    that stand, 3 as 2, and mixed with what nobody alone can choose.
    """
    estimates: tuple[tuple[int, int], ...] = ()
    """From which row of the log on its computers weighed positions with which version of the estimates (`Game.estimates`); empty
    until a computer plays, and for what was played before that was written down.
    """


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A game that was played to its end, as ratings and profiles see it."""

    id: MatchId
    game: str
    channel_id: int
    ended_at: datetime
    result: Mapping[str, Any]
    rated: bool
    players: tuple[UserId | None, ...]
    """By seat; None is a computer from the start."""
    series: Series | None = None
    """The duel that it was a game of."""

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
        """Who won."""
        return tuple(self.players[seat] for seat in self.winners_at)


TOWN = "town"
"""In place of a level: the seat is played by the votes of the server's members."""
RIVAL = "rival"
"""In place of a level: the seat is played in another server, by the votes of its members."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. In a lobby, `seat` only orders; at the start seats are numbered again from 0."""

    seat: Seat
    user_id: UserId | None
    """The person who sits, or sat, here; None for a computer from the start."""
    level: str | None = None
    """The computer player that plays the seat, if one does."""
    left: str | None = None
    """Why a person's seat is played by the computer: `resigned`, `left-server`, `skipped`, `timeout`, `forfeited`."""
    told: int = 0
    """Up to which version the last turn message to this seat told; 0: none yet."""
    waiting_since: datetime | None = None
    """Since when the match waits for this person; None when it does not."""
    joined: int = 0
    """The how-manieth in the lobby, from 0: what the drawn order of seats started from."""
    word: str | None = None
    """What this person has added to the sealed bag before the start."""
    mirror: MatchId | None = None
    """The same game in the other server, where its votes decide what is played here."""
    called: str | None = None
    """What that server was called when both agreed on the game."""

    @property
    def is_human(self) -> bool:
        """Whether a person acts for this seat."""
        return self.level is None

    @property
    def is_town(self) -> bool:
        """Whether the members of a server vote on the moves of this seat."""
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
    """An open lobby in which a server waits for another one that plays against it."""

    match_id: MatchId
    code: str
    """Who types it in another server agrees for that."""
    name: str
    """What the server is called that invites."""
    until: datetime


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One row of the append-only log."""

    seq: int
    seat: Seat
    """Who acted; -1 is the house."""
    text: str
    """The action as its game writes it, or a word of the service: `undo <seq>`, `vacate <why> <level>`."""
    at: datetime


@dataclass(frozen=True, slots=True)
class RequestRow:
    """What somebody asks of all others at the table."""

    number: int
    """In its match, from 1."""
    kind: str
    """`undo`, `pause`, `finish` or `stop`."""
    seat: Seat
    """Who asks."""
    detail: Mapping[str, Any]
    """What exactly, as its kind writes it."""
    version: int
    """That of the match when it was asked."""
    asked_at: datetime
    status: str = "open"
    """`open`, `granted`, `refused`, `withdrawn` or `lapsed`."""
    agreed: tuple[Seat, ...] = ()
    """Who has agreed so far."""
    closed_at: datetime | None = None
    closed_by: Seat | None = None
    """Whose answer closed it."""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A state to start a replay from; may vanish at any time."""

    seq: int
    """The version that it holds: every row below `seq` is in it."""
    rules_version: int
    state: Any


@dataclass(frozen=True, slots=True)
class DraftRow:
    """What a person tries out in private about a subject."""

    version: int
    """The version of the subject that it was begun at."""
    texts: tuple[str, ...]
    passes_at: datetime | None = None
    """When it is carried out, where it was confirmed and may still be taken back."""
    taken_back: bool = False
    """Whether it was confirmed before, and taken back."""
    planned: bool = False
    """Whether it was confirmed as the plan of a turn to come."""


@dataclass(frozen=True, slots=True)
class VoteRow:
    """What a member of a server votes for, where their server plays a seat; of a person's seat, what somebody guesses they play."""

    seat: Seat
    version: int
    """Which vote this is: the version up to which the seat's turn message told."""
    user_id: UserId
    texts: tuple[str, ...]
    at: datetime
    tenths: int | None = None
    """By how many tenths of a point it is worse than the best; None while nobody knows."""


@dataclass(frozen=True, slots=True)
class GuessScore:
    """How well somebody guessed the moves of others in a month."""

    user_id: UserId
    guesses: int
    hits: int
    """So many were what was played."""
    good: int
    """So many were as good as the best, or nearly; hits may be among them."""


@dataclass(frozen=True, slots=True)
class NewPost:
    """A message to be written into the outbox together with what it tells."""

    kind: str
    """`turn`, `end`, `notice`, `lobby` or `lost`."""
    payload: Mapping[str, Any]
    nonce: str
    channel_id: int | None
    """Where it goes; None: to `user_id` in private."""
    user_id: UserId | None = None
    """The one person that it pings; None: nobody."""
    seat: Seat | None = None
    upto: int = 0
    """The version that it tells about; (match, upto, seat) is unique among turn messages."""


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
    """When the first attempt began; while `sent_at` is None it may or may not have arrived."""
    error: str | None = None
    message_id: int | None = None
    sent_at: datetime | None = None
    dead_at: datetime | None = None
    """When it was given up."""

    @property
    def match_id(self) -> MatchId:
        """The match that a message about a match is about."""
        assert self.topic.kind == MATCH, self.topic
        return MatchId(self.topic.id)


@dataclass(frozen=True, slots=True)
class TimerRow:
    """Something to do at a time."""

    id: int
    kind: str
    """Whose owner knows what to do; kinds of a newer program are left alone."""
    subject: Subject
    seat: Seat | None
    payload: Mapping[str, Any]
    set_at: datetime
    """When its wait began."""
    due_at: datetime

    @property
    def match_id(self) -> MatchId:
        """The match whose timer it is."""
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
    """A person's own choices, which hold everywhere."""

    user_id: UserId
    locale: str | None = None
    prefs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ServerRow:
    """What a server has chosen for itself."""

    guild_id: int
    prefs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChampionRow:
    """Somebody to whom the bot has given, or is about to give, the role of the champion of a server."""

    guild_id: int
    user_id: UserId
    role_id: int


FOLLOWED_MATCH, FOLLOWED_PERSON = "match", "person"


@dataclass(frozen=True, slots=True)
class FollowRow:
    """Somebody wants to hear of a match, or of whatever a person plays in a server."""

    user_id: UserId
    kind: str
    """`FOLLOWED_MATCH` or `FOLLOWED_PERSON`."""
    followed_id: int
    guild_id: int


@dataclass(frozen=True, slots=True)
class WishRow:
    """What somebody looks for in a server; each person has one wish there at most."""

    guild_id: int
    user_id: UserId
    game: str
    """The id of a game."""
    pace: str
    """The name of a pace; empty for any."""
    seats: int
    """How many want to play together; 0: as many as the first partner wants, else two."""
    at: datetime
    edition: str = ""
    """Which edition of the rules, where the game has several; empty for any."""
    languages: tuple[str, ...] = ()
    """The languages that the person plays in; none for any."""
    most_wait_s: int = 0
    """How long partners may take for a turn on the average; 0: however long."""
    least_kept: int = 0
    """How many of a hundred turns partners must make in time; 0: however few."""


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle for whichever server, or for the one in which it was played."""

    id: int
    data: Mapping[str, Any]
    """`game`, `rules_version`, `options`, `seats`, `seat` (who is asked), `rows` (seat and action), `choices` (actions, points
    lost).
    """
    at: datetime
    guild_id: int | None = None
    """The server in which it was played, and which alone has it; None: for all."""
    match_id: MatchId | None = None
    """The game there out of which it is."""
    user_id: UserId | None = None
    """The person whose turn it was, and who alone has it; its `data` then also holds `played` (actions)."""
    due_at: datetime | None = None
    """When that person is asked, or asked again."""


FOR_ALL = 0
"""In place of a server's id: the puzzles of the day that everybody has who has none of a server."""
OWN = -1
"""In place of a server's id: puzzles out of one's own turns, numbered as `PuzzleRow`."""


@dataclass(frozen=True, slots=True)
class PuzzleDay:
    """A puzzle that a server has, or had, as its puzzle of the day."""

    guild_id: int
    """Or `FOR_ALL`."""
    number: int
    """From 1, in this server."""
    puzzle_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What somebody would play; the last answer counts."""

    guild_id: int
    """Or `FOR_ALL`."""
    number: int
    user_id: UserId
    texts: tuple[str, ...]
    tenths: int
    """By how many tenths of a point it is worse than the best."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything needed to bring a match to life, read in one go."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    log: tuple[ActionRow, ...]
    snapshot: SnapshotRow | None
    """The newest one."""
    revision: int = field(default=0, compare=False)
    """How often the match was written so far."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A lobby to be opened, or a game that was played elsewhere."""

    match: MatchRow
    """With id 0: the store gives the number."""
    secret: Secret
    seats: tuple[SeatRow, ...]
    timers: tuple[NewTimer, ...] = ()
    posts: tuple[NewPost, ...] = ()
    actions: tuple[ActionRow, ...] = ()
    """Its log, where it was played elsewhere."""
    clock: tuple[ClockEvent, ...] = ()
    """What happened to its clocks there."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that waits for a person."""

    match: MatchRow
    seat: Seat
    since: datetime


@dataclass(frozen=True, slots=True)
class MapRow:
    """A map on the list of a server."""

    id: str
    """Its name and a hash of its text: the same for the same text everywhere."""
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
    """Which process looks after a part of everything."""

    name: str
    """`shard 3/16`, or `common`."""
    holder: str
    """The process."""
    until: datetime
    """When anybody may have it unless it is renewed, by the clock of the database."""
    epoch: int
    """How often it was taken so far."""
