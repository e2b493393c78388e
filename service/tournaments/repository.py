"""The base of all use-cases of events: the cache of their states, and the changes of one commit."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from clocks.availability import Availability
from service.core.change_scope import AggregateCache, ChangeScope, Decision, LoadedAggregates
from service.core.post_content import InvalidPostError, PostContent, code_of, new_post
from service.core.timer_content import TimerContent, new_timer, timed
from service.errors import Refusal
from service.guilds.guild_lifecycle import GONE
from service.match.match_repository import MatchRepository
from service.ratings.leaderboards import Leaderboards
from service.ratings.reliability import Reliability
from service.tournaments.event_posts import CALL, LETTER, NoticeBoard, PairingPost, number_in_content
from service.tournaments.event_sourcing import apply_row, fold_rows
from service.tournaments.log import codec
from service.tournaments.log.log_event import LogEvent, LogRow
from service.tournaments.state import Place, TournamentState
from service.users import sleep_settings
from service.users.preferences import ALL_LETTERS, FREE, TOURNAMENTS, ZONE
from service.users.user_settings import UserSettings, preference
from storage.changes import Change, CommitTournament, ExpectRevision, QueuePosts, SetTimers
from storage.rows import EVENT, NewPost, NewTimer, Subject, UserId, of_server
from storage.tournament_rows import EntrantRow, EventId, EventRow, of_event
from tournament.history import DrawnRound

T = TypeVar("T")

TABLES_AT_ONCE = 16
"""So many tables are looked at before others come to their turn: some milliseconds."""

DUE, NEWS, SEATED = "event-due", "event-news", "event-seated"
"""Kinds of timers: an event's own next moment, a match of it that has ended, and tables whose games have begun."""

CALENDAR = "calendar"
"""The kind of the timer that brings the calendar of the server up to what two have agreed on."""


def must_name_what_exists(state: TournamentState, content: PostContent) -> None:
    """Raise `InvalidPostError` if a post names a round, table, entrant or ruling that the event doesn't have."""
    named = code_of(content) or content.kinds[0]
    number, table = number_in_content(content, "round"), number_in_content(content, "table")
    drawn: DrawnRound | None = None
    if number is not None:
        coming = state.preview if state.preview is not None and state.preview.number == number else None
        drawn = state.rounds[number - 1] if 1 <= number <= len(state.rounds) else coming
        if drawn is None:
            raise InvalidPostError(f"{named}: the event has no round {number}")
    if table is not None and (drawn is None or not 1 <= table <= len(drawn.couples)):
        raise InvalidPostError(f"{named}: round {number} has no table {table}")
    about = [number_in_content(content, name) for name in ("entrant", "appellant", "other")]
    about += entrants if isinstance(entrants := getattr(content, "entrants", ()), tuple) else ()  # else their number
    if unknown := [who for who in about if who is not None and int(who) > 0 and int(who) not in state.users]:
        raise InvalidPostError(f"{named}: the event has no entrant {unknown[0]}")
    ruling = number_in_content(content, "ruling") or 0
    if not 0 <= ruling < max(state.row.version, 1):
        raise InvalidPostError(f"{named}: the event has no ruling {ruling}")


@timed(CALENDAR)
class PairingTimer(TimerContent):
    """The payload of a timer about a pairing: its round and table."""

    round: int
    table: int


class TournamentTransaction:
    """The changes of one commit to an event; `before` is its state before, `state` afterwards."""

    def __init__(self, state: TournamentState, now: datetime) -> None:
        self.before = state
        self.state = state
        self.now = now
        self.entries: list[LogRow] = []
        self.entrants: list[EntrantRow] = []
        self._posts: list[tuple[PostContent, str, int | None, UserId | None]] = []
        self.also: list[Change] = []
        """What else happens in the same transaction."""
        self._due: SetTimers | None = None
        self.visits: Collection[Place] | None = None
        """The tables that this step is about, where it follows from a look at some of them; None: all."""

    def open_tables(self) -> list[tuple[DrawnRound, int]]:
        """Return the open tables that this step visits, by round and table."""
        if self.visits is None:
            return list(self.state.open_tables())
        open_ = self.state.open_by_place
        return [(open_[place], place[1]) for place in sorted(self.visits) if place in open_]

    @property
    def changes_something(self) -> bool:
        """Whether the step has anything to write."""
        return self.state is not self.before or bool(self._posts or self.also)

    def note(self, event: LogEvent, by: UserId | None = None, *, about: int | None = None, reason: str | None = None) -> int:
        """Add a row to the log, and apply it to `state`; return its number."""
        seq = self.before.row.version + len(self.entries)
        entry = LogRow(seq, event, self.now, by, about, reason)
        self.entries.append(entry)
        self.state = apply_row(replace(self.state, row=replace(self.state.row, version=seq + 1)).with_caches_of(self.state), entry)
        return seq

    def become(self, **changes: Any) -> None:
        """Change fields of the event's own row."""
        self.state = replace(self.state, row=replace(self.state.row, **changes)).with_caches_of(self.state)

    def meet(self, user_id: UserId) -> int:
        """Return a user's entrant number, which is a new one for a user not known here yet."""
        if (known := self.state.numbers.get(user_id)) is not None:
            return known
        number = len(self.state.users) + 1
        self.entrants.append(EntrantRow(number, user_id))
        self.state = replace(self.state, users={**self.state.users, number: user_id})
        return number

    def tell(self, content: PostContent, *, in_channel: int | None = None) -> None:
        """Queue a post in the event's channel, or in channel `in_channel`."""
        must_name_what_exists(self.state, content)
        self._posts.append((content, content.kinds[0], in_channel or self.state.row.channel_id, None))

    def calendar(self, round_: int, table: int) -> None:
        """Set a timer that updates the server's calendar for this pairing's appointment."""
        new = new_timer(PairingTimer(round_, table), self.now)
        self.also.append(SetTimers(of_event(self.state.row.id), self.now, (new,)))

    def pairing(self, round_: int, table: int) -> None:
        """Queue the message of a pairing, from which its thread is created."""
        self.tell(PairingPost(round_, table))

    def board(self) -> None:
        """Queue a new copy of the notice board in the event's channel."""
        self.tell(NoticeBoard())

    def write_to(self, user_id: UserId, content: PostContent) -> None:
        """Queue a private message; a user who deleted their data (an id below 0) gets none."""
        self._write(LETTER, user_id, content)

    def call(self, user_id: UserId, content: PostContent) -> None:
        """Queue an urgent private message, which must arrive within minutes."""
        self._write(CALL, user_id, content)

    def _write(self, kind: str, user_id: UserId, content: PostContent) -> None:
        must_name_what_exists(self.state, content)
        if user_id > 0:
            self._posts.append((content, kind, None, user_id))

    def tell_pairing(self, drawn: DrawnRound, table: int, letter: PostContent, bulletin: PostContent) -> None:
        """Announce a decision about a pairing: `letter` privately to its players, `bulletin` in public."""
        for who in drawn.seats(table):
            self.write_to(self.state.user(who), letter)
        self.tell(bulletin)

    def write_to_officials(self, content: PostContent, besides: UserId | None = None) -> bool:
        """Queue a private message to the organisers, except `besides`; return False if there are none.

        Organisers who have entered get it only if there are no others.
        """
        free = [user for user in self.state.officials if user != besides]
        idle = [user for user in free if not self.state.has_stake(user)]
        for user in idle or free:
            self.write_to(user, content)
        return bool(free)

    def wake(self) -> None:
        """Make `RoundScheduler` visit the changed tables after the commit."""
        self.also.append(SetTimers(of_event(self.state.row.id), self.now, (NewTimer(NEWS, self.now),)))

    def next_at(self, moments: Iterable[datetime], at_least_after: timedelta | None = None) -> None:
        """Set the event's own timer to the first future moment of these, or `at_least_after` from now if that is earlier."""
        coming = [moment for moment in moments if moment > self.now]
        coming += [] if at_least_after is None else [self.now + at_least_after]
        due = (NewTimer(DUE, min(coming)),) if coming else ()
        self._due = SetTimers(of_event(self.state.row.id), self.now, due, instead_of=DUE)

    def _caused_posts(self) -> Iterator[NewPost]:
        """Yield the queued posts, each with the author of this step's log rows as its cause."""
        by = next((entry.by for entry in self.entries if entry.by is not None), None)
        for content, kind, channel_id, user_id in self._posts:
            presser = None if isinstance(content, PairingPost) else by  # a round is owed
            yield new_post(content, nonce(), channel_id, user_id, by=presser, kind=kind)

    def changes(self) -> list[Change]:
        """Return all changes to write in one transaction."""
        topic = of_event(self.state.row.id)
        changes: list[Change] = []
        if self.state is not self.before:
            changes.append(CommitTournament(self.state.row, tuple(map(codec.encode_entry, self.entries)), tuple(self.entrants)))
        if self._posts:
            changes.append(QueuePosts(topic, self.now, tuple(self._caused_posts())))
        return changes + self.also + ([] if self._due is None else [self._due])


@dataclass(frozen=True)
class TournamentChange:
    """The changes of one commit as a step of `service.core.unit_of_work`."""

    step: TournamentTransaction
    memory: AggregateCache[TournamentState]

    @property
    def subject(self) -> Subject:
        return of_event(self.step.state.row.id)

    def changes(self) -> Sequence[Change]:
        return self.step.changes()

    def keep(self, revision: int) -> None:
        self.memory.keep(self.step.state.row.id, self.step.state, revision)


async def gently(things: Iterable[T]) -> AsyncIterator[T]:
    """Yield each item, letting other tasks run in between, as there may be hundreds of tables."""
    for number, thing in enumerate(things, 1):
        yield thing
        if number % TABLES_AT_ONCE == 0:
            await asyncio.sleep(0)


class TournamentRepository:
    """The cache of event states, and the scopes in which use-cases read and change events."""

    def __init__(
        self,
        repository: MatchRepository,
        leaderboards: Leaderboards,
        reliability: Reliability,
        user_settings: UserSettings,
        *,
        keep: int = 64,
    ) -> None:
        self.user_settings = user_settings
        self.matches = repository
        self.unit_of_work = repository.unit_of_work
        self.leaderboards = leaderboards
        self.reliability = reliability
        self.store = repository.store
        self.after_commit: list[Callable[[EventId], None]] = []
        """Called with every event that has changed: its board shows something else now."""
        self._states: AggregateCache[TournamentState] = AggregateCache(keep)
        self.unit_of_work.remembers(EVENT, self._states)

    async def wants_letters(self, user_id: UserId) -> bool:
        """Return whether a user wants private messages about events beyond the indispensable ones."""
        return await self.user_settings.prefers(user_id, TOURNAMENTS) == ALL_LETTERS

    async def free_time(self, user_id: UserId) -> Availability | None:
        """Return when a user can play, by their settings; None if their time zone is unknown."""
        person = await self.user_settings.person(user_id)
        return (
            Availability(sleep_settings.zone(person), preference(person, FREE), sleep_settings.history(person))
            if ZONE in person.prefs
            else None
        )

    async def zone_of_host(self, state: TournamentState) -> str | None:
        """Return the time zone of an event's organiser; None if it is unknown."""
        free = await self.free_time(state.row.host_id)
        return None if free is None else free.zone

    async def state(self, event_id: EventId) -> TournamentState:
        """Return an event as last committed; refuse `no-event`."""
        return (await self._state_at(event_id))[0]

    async def is_out(self, guild_id: int | None) -> bool:
        """Return whether a server has removed the bot, so that its members can't act there."""
        timers = () if guild_id is None else await self.store.timers.of(of_server(guild_id))
        return any(timer.kind == GONE for timer in timers)

    def of(self, event_id: EventId) -> ChangeScope[TournamentState]:
        """Return the scope of an event; refuse `no-event`."""
        its = of_event(event_id)

        async def read() -> LoadedAggregates[TournamentState]:
            state, revision = await self._state_at(event_id)
            return LoadedAggregates(state, {its: revision})

        return ChangeScope((its,), read)

    def of_running(self, event_id: EventId) -> ChangeScope[TournamentState]:
        """Return the scope of a running event; refuse `event-not-running`."""

        def running(state: TournamentState) -> TournamentState:
            state.must_run()
            return state

        return self.of(event_id).then(running)

    def looks(self, event_id: EventId) -> AbstractAsyncContextManager[object]:
        """Hold an event's right to change its matches, so that only one wake-up does; taken before the event's lock."""
        return self.unit_of_work.exclusive((Subject("event-look", event_id),))

    def decided(self, step: TournamentTransaction) -> Decision[TournamentState]:
        """Return the decision that writes a transaction if it changes anything, with the event's state as its result."""
        return Decision(lambda: step.state, self.steps(step))

    def steps(self, step: TournamentTransaction) -> tuple[TournamentChange, ...]:
        """Return a transaction as steps of a decision; empty if it changes nothing."""
        return (TournamentChange(step, self._states),) if step.changes() else ()

    async def _state_at(self, event_id: EventId) -> tuple[TournamentState, int]:
        its, known = of_event(event_id), self._states.get(event_id)
        if known is not None and (self.store.share is None or await self.store.revision(its) == known[1]):
            return known
        news = self._states.news
        revision = await self.store.revision(its)  # first: what is read behind it can only be newer
        event = await self.store.events.load(event_id)
        if event is None:
            raise Refusal("no-event", event=event_id)
        row, entrants, log = event
        state = fold_rows(row, entrants, codec.entries(log))
        if news == self._states.news:  # who looks without the lock may have read before something that is written by now
            self._states.keep(event_id, state, revision)
        return state, revision

    async def log(self, event_id: EventId) -> tuple[LogRow, ...]:
        """Return all rows of an event's log."""
        each_event = await self.store.events.load(event_id)
        return () if each_event is None else codec.entries(each_event[2])

    async def opened(
        self,
        row: EventRow,
        posts: Sequence[NewPost],
        timers: Sequence[NewTimer],
        revised: ExpectRevision | None = None,
        *,
        log: Sequence[LogRow] = (),
        who: Sequence[EntrantRow] = (),
    ) -> TournamentState:
        """Store a new event with the first rows of its `log`; return its state."""
        kept = await self.store.events.open(row, posts, timers, tuple(map(codec.encode_entry, log)), who, revised=revised)
        self._notify_listeners(kept.id)
        state = fold_rows(kept, who, log)
        self._states.keep(kept.id, state, 0)
        return state

    def told(self, of: TournamentChange, _now: datetime) -> None:
        """Notify the listeners that show an event of a written change."""
        if of.step.changes_something:
            self._notify_listeners(of.step.state.row.id)

    def forget(self, event_id: EventId) -> None:
        """Drop an event from the cache, because the stored state may be newer."""
        self._states.forget(event_id)

    def forget_all(self) -> None:
        """Drop every event from the cache, because a user's id has changed."""
        self._states.forget_all()

    def _notify_listeners(self, event_id: EventId) -> None:
        for heard in self.after_commit:
            heard(event_id)


def nonce() -> str:
    """Return a new random nonce, by which Discord drops a message that it receives twice."""
    return secrets.token_hex(10)
