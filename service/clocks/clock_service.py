"""The clocks of matches: their events, written with each step, their display, and the one timer per match for its next deadline.

A clock consists of its events (`clocks.clock_history`) and the stops that sources know of (`service.clocks.clock_pauses`). Nothing
ticks: whenever a seat must act or has acted, or a stop begins, ends or changes, the next deadline is computed again, and becomes
the one timer of the match.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks import clock_history, reminder_schedule
from clocks.clock import StopIntervals as Standing
from clocks.clock import time_used
from clocks.clock_history import ANSWERED, GIVEN, LIFTED, OVERTIME, STOPPED, WENT, ClockEvent, ClockHistory
from clocks.serialization import NIGHT
from clocks.terms import overtime, write_pace
from games.core.game import Seat
from service.clocks import clock_events as clocking
from service.clocks.clock_pauses import CollectedPauses, PauseSources, stops_changed
from service.clocks.vacations import VACATION
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, posted
from service.errors import Refusal
from service.match.match_changes import ClockAdvance, MatchChange, MatchDetailsChange
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_transaction import match_post
from service.users.preferences import SLEEP, VACATIONS, ZONE
from service.users.user_settings import UserChange
from storage.changes import Change, CommitMatch, QueuePosts, SaveClockEvents, SetTimers
from storage.rows import LOST, MATCH, RUNNING, MatchId, MatchRow, NewTimer, Post, SeatRow, UserId, of_match

CLOCK = "clock"
"""The kind of the one timer of a match: when its next reminder is due, or somebody's time is over."""

UNDELIVERED = "undelivered"
"""The stop of clocks whose players could not be told: their channel was closed to us."""
OUTAGE = "outage"
"""The stop of all clocks while nobody was there to answer."""
_AFTER_SILENCE = timedelta(hours=12)
"""How long such a clock stands yet once the channel is open again."""

LATE, LATE_PRESENT = timedelta(minutes=5), timedelta(seconds=30)
"""How late a message may arrive at the cost of who is asked; the second where everybody sits at the table."""
MOST_GIFT = timedelta(days=30)
_KEEP = 512


@posted(MATCH, NOTICE, "gave")
class TimeGift(PostContent):
    """The news that a player has given more time to all others."""

    user: UserId
    length_s: int


@posted(MATCH, NOTICE, "overtime")
class Overtime(PostContent):
    """The news that the clocks of an event's game run at a faster pace now."""

    bank_s: int
    turn_s: int


@dataclass(frozen=True)
class ClockView:
    """The state of one clock as it is displayed."""

    seat: Seat
    left: timedelta
    """Never below nothing."""
    runs: bool
    """Whether the seat is asked."""
    deadline: datetime | None
    """When its time is over as things stand; None while it is not asked, or stands until further notice."""
    why: str
    """For what reason a clock stands that would run; empty if it does not."""


class TimedMatch(NamedTuple):
    """The rows of a match with its clocks and their stops; the clocks are None in a game without clocks."""

    rows: MatchRows
    sheet: ClockHistory | None


class Clocks:
    """The clocks of all matches; in games without clocks only the timer for reminders."""

    def __init__(self, repository: MatchRepository, pause_sources: PauseSources) -> None:
        self._repository = repository
        self._pause_sources = pause_sources
        self._kept: OrderedDict[MatchId, tuple[int, ClockHistory]] = OrderedDict()
        """How many events a match has, and the clocks that they give."""
        self._coming: dict[MatchId, tuple[int, ClockHistory]] = {}
        """The same of steps that are being written."""

    # --- looking -----------------------------------------------------------------------------------------------------

    async def sheet(self, match: MatchRow, seats: Sequence[SeatRow]) -> ClockHistory | None:
        """Return the clocks of a match with all their stops; None if it has no clocks or has not begun."""
        if not _has_clock(match):
            return None
        _, sheet = await self._ledger(match, len(seats))
        return _history_with_stops(sheet, await self._collect_stops(sheet, match, seats))

    async def shown(self, match: MatchRow, seats: Sequence[SeatRow], now: datetime) -> tuple[ClockView, ...]:
        """Return the display of every clock of a match, in seat order; empty without clocks."""
        sheet = await self.sheet(match, seats)
        return () if sheet is None else tuple(_clock_view(sheet, row, now) for row in seats)

    async def deadline(self, match: MatchRow, seat: Seat) -> datetime | None:
        """Return when a seat's time runs out, by the stops known now; None while its clock doesn't run."""
        if not _has_clock(match):
            return None
        _, seats = await self._repository.seated(match.id)
        sheet = await self.sheet(match, seats)
        return None if sheet is None else sheet.deadline(seat)

    async def events(
        self, match: MatchRow, seats: Sequence[SeatRow], now: datetime
    ) -> tuple[ClockHistory, tuple[ClockEvent, ...]] | None:
        """Return the initial clocks of a match and all their events, nights and vacations included; None without clocks."""
        if not _has_clock(match):
            return None
        _, sheet = await self._ledger(match, len(seats))
        collected_pauses = await self._collect_stops(sheet, match, seats)
        asleep = (event for row in seats for event in clocking.recorded_stops(sheet, collected_pauses, row.seat, now))
        return clock_history.new_clocks(match.terms.pace, len(seats)), (*await self._repository.store.clocks.of(match.id), *asleep)

    def missed(self, sheet: ClockHistory, since: datetime, upto: datetime) -> timedelta:
        """Return the total length of the outages that ended between `since` and `upto`."""
        spans = (span for span in sheet.spans.get((None, OUTAGE), ()) if span.end is not None and since < span.end <= upto)
        return sum((span.end - span.begin for span in spans if span.end is not None), timedelta())

    # --- changing ----------------------------------------------------------------------------------------------------

    async def give(self, match_id: MatchId, user_id: UserId, length: timedelta, *, now: datetime) -> tuple[ClockView, ...]:
        """Give all other players of a match more time; return the display of the clocks.

        Refuses `no-match`, `not-running`, `not-seated`, `seat-vacant`, `no-clock`, `bad-gift` (most), `ruled-in-event` (in an event
        only a referee gives time).
        """
        if not timedelta() < length <= MOST_GIFT:
            raise Refusal("bad-gift", most=MOST_GIFT)

        def decide(loaded: tuple[TimedMatch, bool]) -> Decision[MatchRows]:
            (rows, _), is_ruled = loaded
            rows.must_run()
            giver = rows.played_by(user_id)
            if not _has_clock(rows.match):
                raise Refusal("no-clock")
            if is_ruled:
                raise Refusal("ruled-in-event")
            others = [row.seat for row in rows.seats if row.is_human and row.seat != giver.seat]
            given = [ClockEvent(now, GIVEN, seat, f"seat {giver.seat}", length=length) for seat in others]
            time_gift = TimeGift(user_id, int(length.total_seconds()))
            return Decision(lambda: rows, (ClockAdvance(rows, tuple(given)),), _notice(rows, time_gift, now))

        async def is_ruled(_: TimedMatch) -> bool:
            return await self._repository.store.events.event_of(match_id) is not None

        rows = await self._repository.unit_of_work.change(self.of(match_id).also(is_ruled), decide, now=now)
        return await self.shown(rows.match, rows.seats, now)

    async def overtime(self, match_id: MatchId, *, now: datetime) -> None:
        """Switch the clocks of an event's game to the pace of `terms.overtime`, once, and announce it."""

        def decide(timed: TimedMatch) -> Decision[None]:
            rows, sheet = timed
            if rows.match.status != RUNNING or sheet is None or sheet.overtime_since is not None:
                return Decision(lambda: None)
            pace = overtime(rows.match.terms.pace)
            assert pace.bank is not None
            told = Overtime(int(pace.bank.total_seconds()), int(pace.increment.total_seconds()))
            begins = ClockEvent(now, OVERTIME, why=write_pace(pace))
            return Decision(lambda: None, (ClockAdvance(rows, (begins,)),), _notice(rows, told, now))

        await self._repository.unit_of_work.change(self.of(match_id), decide, now=now)

    async def stand_until(self, match_id: MatchId, until: datetime | None, why: str, *, now: datetime) -> None:
        """Stop all clocks of a match until a moment for the reason `why`, which replaces an earlier end.

        None or a past moment starts them again. An unchanged end writes nothing.
        """
        wanted = until if until is not None and until > now else None

        def decide(timed: TimedMatch) -> Decision[None]:
            rows, sheet = timed
            if rows.match.status != RUNNING or sheet is None:
                return Decision(lambda: None)
            known = max((span.end for span in sheet.spans.get((None, why), ()) if span.end is not None), default=now)
            standing = known if known > now else None
            ends = () if standing is None else (ClockEvent(now, WENT, None, why),)
            stops = () if wanted is None else (ClockEvent(now, STOPPED, None, why, until=wanted),)
            return Decision(lambda: None, () if standing == wanted else (ClockAdvance(rows, (*ends, *stops)),))

        await self._repository.unit_of_work.change(self.of(match_id), decide, now=now)

    def of(self, match_id: MatchId) -> ChangeScope[TimedMatch]:
        """Return the scope of a begun match with its clocks; refuse as `MatchRepository.of_rows`."""
        of = self._repository.of_rows(match_id).also(lambda rows: self.sheet(rows.match, rows.seats))
        return of.then(lambda found: TimedMatch(*found))

    async def used(self, match_id: MatchId, now: datetime) -> Mapping[Seat, timedelta]:
        """Return by seat how much of their own time the players have used, without nights and other stops."""
        match, seats = await self._repository.seated(match_id)
        known = await self.events(match, seats, now)
        spent = {row.seat: timedelta() for row in seats}
        if known is None:
            return spent
        begun, events = known
        for change in clock_history.changes(begun, events):
            spent[Seat(change.seat)] += change.used
        final = clock_history.replay_events(begun, events)
        for seat, clock in final.seats.items():
            if clock.since is not None:
                spent[Seat(seat)] += time_used(clock.since, now, final.stops(seat))
        return spent

    async def missed_by(self, match_id: MatchId, seat: Seat, since: datetime, now: datetime, *, besides: str) -> timedelta:
        """Return for how long since `since` a seat could not be played: outages, pauses, late messages.

        Nights and stops for the reason `besides` are not counted.
        """
        match, seats = await self._repository.seated(match_id)
        sheet = await self.sheet(match, seats)
        if sheet is None:
            return timedelta()
        named = (spans for (of, why), spans in sheet.spans.items() if of in (seat, None) and why not in (besides, NIGHT))
        return now - since - time_used(since, now, Standing(tuple(span for spans in named for span in spans)))

    async def reschedule(self, match_id: MatchId, *, now: datetime) -> None:
        """Recompute the timer of a match, because its stops have changed."""

        def decide(rows: MatchRows | None) -> Decision[None]:
            is_played = rows is not None and rows.match.status == RUNNING  # no lobby
            return Decision(lambda: None, (ClockAdvance(rows),) if rows is not None and is_played else ())

        await self._repository.unit_of_work.change(self._repository.of_rows(match_id).or_none(), decide, now=now)

    async def reschedule_all(self, user_id: UserId, *, now: datetime) -> None:
        """Recompute the timers of all running matches of a user, because their nights or vacations have changed."""
        for match_id in await self._repository.store.matches.running(user_id):
            await self.reschedule(match_id, now=now)

    async def delivered(self, post: Post, now: datetime) -> None:
        """Record that a player's clock stood until a late turn message arrived."""
        if post.kind != "turn" or post.topic.kind != MATCH or post.seat is None or now - post.created_at < LATE_PRESENT:
            return

        def decide(timed: TimedMatch | None) -> Decision[None]:
            late = None if timed is None else _late_message(timed, post, now)
            return Decision(lambda: None, () if timed is None or late is None else (ClockAdvance(timed.rows, (late,)),))

        await self._repository.unit_of_work.change(self.of(post.match_id).or_none(), decide, now=now)

    # --- with every change of a match --------------------------------------------------------------------------------

    async def along(self, of: MatchChange, _now: datetime) -> Sequence[Change]:
        """Return the clock events and the new timer to write with a step."""
        step = of.step
        match, seats = step.live.match, step.live.seats
        self._coming.pop(match.id, None)  # of a step that was never written
        if not _has_clock(match):
            asked = [row.waiting_since for row in seats]
            return (
                () if asked == [row.waiting_since for row in step.before.seats] else await self._changes(match, seats, (), step.now)
            )
        _, sheet = await self._ledger(match, len(seats))
        events = (*clocking.events(sheet, step), *step.clock_events)
        return await self._changes(match, seats, events, step.now) if events or match.status != RUNNING else ()

    async def along_put(self, of: MatchDetailsChange, _now: datetime) -> Sequence[Change]:
        """Return the changes for a match that is no longer played: its timer is dropped, and clocks stop with a lost channel."""
        commit = of.commit
        match = commit.match
        if match.started_at is None:
            return ()
        seats = await self._repository.store.matches.seats(match.id)
        changed = {row.seat: row for row in commit.changed_seats}
        seats = tuple(changed.get(row.seat, row) for row in seats)
        events: list[ClockEvent] = []
        if _has_clock(match):
            _, sheet = await self._ledger(match, len(seats))
            events = list(_events_of_move(sheet, match, commit))
        changes = await self._changes(match, seats, tuple(events), commit.at)
        self._forget(match.id)
        return changes

    async def along_clocks(self, of: ClockAdvance, now: datetime) -> Sequence[Change]:
        """Return the clock events and the new timer to write for a change of the clocks alone."""
        self._coming.pop(of.rows.match.id, None)
        return await self._changes(of.rows.match, of.rows.seats, of.events, now)

    def written(self, of: MatchChange | ClockAdvance, _now: datetime) -> None:
        """Cache the computed clocks after they were written."""
        self._keep(MatchId(of.subject.id))

    # --- the ledger --------------------------------------------------------------------------------------------------

    async def _ledger(self, match: MatchRow, seats: int) -> tuple[int, ClockHistory]:
        """Return the number of a match's stored clock events, and the clocks that follow from them alone.

        The result is not cached, because a reader holds no lock and it may be out of date.
        """
        known = self._kept.get(match.id)
        if known is not None and self._repository.store.share is None:  # another process may have written to the clocks too
            self._kept.move_to_end(match.id)
            return known
        events = await self._repository.store.clocks.of(match.id)
        return len(events), clock_history.replay_events(clock_history.new_clocks(match.terms.pace, seats), events)

    async def _changes(
        self, match: MatchRow, seats: Sequence[SeatRow], events: Sequence[ClockEvent], now: datetime
    ) -> tuple[Change, ...]:
        """Return the rows for these clock events, for the stops before them, and for the new timer.

        The new clocks are cached only after they are written (`_keep`).
        """
        its = of_match(match.id)
        if not _has_clock(match):
            due = await self._next_reminder(match, seats, now)
            return (SetTimers(its, now, () if due is None else (NewTimer(CLOCK, due),), CLOCK),)
        count, sheet = await self._ledger(match, len(seats))
        self._forget(match.id)
        collected_pauses = await self._collect_stops(sheet, match, seats)
        rows = tuple(_add_stops(sheet, collected_pauses, events, now))
        after = clock_history.replay_events(sheet, rows)
        self._coming[match.id] = count + len(rows), after
        due = await self._next_due(match, seats, _history_with_stops(after, collected_pauses), now)
        timers = SetTimers(its, now, () if due is None else (NewTimer(CLOCK, due),), CLOCK)
        return (SaveClockEvents(match.id, count, rows), timers) if rows else (timers,)

    async def _next_due(self, match: MatchRow, seats: Sequence[SeatRow], sheet: ClockHistory, now: datetime) -> datetime | None:
        """Return the moment of the next reminder or timeout; None while no clock runs."""
        if match.status != RUNNING:
            return None
        coming: list[datetime] = []
        for row in _awaited_seats(seats):
            if (clock := sheet.seats[row.seat]).since is None:
                continue
            stops = sheet.stops(row.seat)
            quiet = await self.quiet(match, row, clock.since)
            reminders = (at for at, _ in reminder_schedule.reminder_times(clock, match.terms.pace, stops, quiet) if at > now)
            due = next(reminders, None) or sheet.deadline(row.seat)
            coming += [] if due is None else [due]
        return min(coming, default=None)

    async def _next_reminder(self, match: MatchRow, seats: Sequence[SeatRow], now: datetime) -> datetime | None:
        """Return the moment of the next reminder in a game without clocks; None without any."""
        if match.status != RUNNING:
            return None
        coming: list[datetime] = []
        for row in _awaited_seats(seats):
            assert row.waiting_since is not None
            quiet = await self.quiet(match, row, row.waiting_since)
            coming += [at for at, _ in reminder_schedule.reminders_without_clock(row.waiting_since, quiet) if at > now]
        return min(coming, default=None)

    async def _collect_stops(self, sheet: ClockHistory, match: MatchRow, seats: Sequence[SeatRow]) -> CollectedPauses:
        """Return the stops from all sources; vacations in overtime are left out."""
        collected_pauses = await self._pause_sources.of(match, seats, _earliest(sheet, match))
        return collected_pauses if sheet.overtime_since is None else collected_pauses.without(VACATION, sheet.overtime_since)

    async def quiet(self, match: MatchRow, row: SeatRow, since: datetime) -> Standing:
        """Return the times in which the player of a seat must not be pinged."""
        collected_pauses = await self._pause_sources.quiet(match, row, since)
        spans = tuple(span for (of, _), its in collected_pauses.spans.items() if of in (row.seat, None) for span in its)
        return Standing(spans, collected_pauses.sleep.get(row.seat, ()))

    def _keep(self, match_id: MatchId) -> None:
        """Cache the clocks that were computed for a step, after it was written."""
        if (coming := self._coming.pop(match_id, None)) is None:
            return
        self._kept[match_id] = coming
        if len(self._kept) > _KEEP:
            self._kept.popitem(last=False)

    def _forget(self, match_id: MatchId) -> None:
        self._kept.pop(match_id, None)
        self._coming.pop(match_id, None)


async def stops_change(step: UserChange, now: datetime) -> Sequence[Change]:
    """Return the timer to write with a change of settings that moves a user's nights or vacations; none otherwise."""
    moved = any(step.before.prefs.get(key) != step.after.prefs.get(key) for key in (SLEEP, ZONE, VACATIONS))
    return (stops_changed(step.after.user_id, now),) if moved else ()


def _notice(rows: MatchRows, told: PostContent, now: datetime) -> tuple[Change, ...]:
    return (QueuePosts(of_match(rows.match.id), now, (match_post(rows.match, told, upto=rows.version),)),)


def _late_message(timed: TimedMatch, asking: Post, now: datetime) -> ClockEvent | None:
    """Return the event that a clock stood while its player's turn message was late; None if it wasn't late."""
    rows, sheet = timed
    assert asking.seat is not None
    row = rows.seats[asking.seat]
    if sheet is None or row.told != asking.upto or (since := sheet.seats[row.seat].since) is None:
        return None
    if now - since < (LATE if rows.match.terms.pace.rests else LATE_PRESENT):
        return None
    if any(span.end is None for span in sheet.spans.get((row.seat, UNDELIVERED), ())):
        return ClockEvent(now, WENT, row.seat, UNDELIVERED)
    return ClockEvent(now, STOPPED, row.seat, UNDELIVERED, since=since, until=now)


def _has_clock(match: MatchRow) -> bool:
    return match.started_at is not None and match.terms.pace.has_clock


def _awaited_seats(seats: Iterable[SeatRow]) -> Iterable[SeatRow]:
    return (row for row in seats if row.is_human and row.waiting_since is not None)


def _earliest(sheet: ClockHistory, match: MatchRow) -> datetime:
    """Return since when stops from sources matter: the start of the longest running clock, or of the match."""
    return min(
        (clock.since for clock in sheet.seats.values() if clock.since is not None), default=match.started_at or match.created_at
    )


def _history_with_stops(sheet: ClockHistory, pauses: CollectedPauses) -> ClockHistory:
    """Return the clocks together with the sources' stops; overlapping stops count once."""
    spans = {key: (*sheet.spans.get(key, ()), *pauses.spans.get(key, ())) for key in (*sheet.spans, *pauses.spans)}
    return replace(sheet, spans=spans, sleep=pauses.sleep)


def _add_stops(sheet: ClockHistory, pauses: CollectedPauses, events: Sequence[ClockEvent], now: datetime) -> Iterable[ClockEvent]:
    """Yield the events, each preceded by the stops on which its effect depends."""
    done: set[int] = set()
    for event in events:
        if event.what in (ANSWERED, LIFTED, OVERTIME):
            seats = {*sheet.seats} if event.seat is None else {event.seat}
            for seat in sorted(seats - done):
                yield from clocking.recorded_stops(sheet, pauses, seat, now)
            done |= seats
        yield event


def _events_of_move(sheet: ClockHistory, match: MatchRow, commit: CommitMatch) -> Iterable[ClockEvent]:
    silent = any(span.end is None for span in sheet.spans.get((None, UNDELIVERED), ()))
    if match.status == LOST and not silent:
        yield ClockEvent(commit.at, STOPPED, None, UNDELIVERED)
    if match.status == RUNNING and silent:
        yield ClockEvent(commit.at, WENT, None, UNDELIVERED)
        more = _AFTER_SILENCE if match.terms.pace.rests else match.terms.pace.grace
        yield ClockEvent(commit.at, STOPPED, None, UNDELIVERED, until=commit.at + more)


def _clock_view(sheet: ClockHistory, row: SeatRow, now: datetime) -> ClockView:
    left, seat = max(sheet.left(row.seat, now), timedelta()), row.seat
    if not row.is_human:
        return ClockView(seat, left, runs=False, deadline=None, why=clocking.VACANT if row.left else "")
    if sheet.seats[seat].since is None:
        return ClockView(seat, left, runs=False, deadline=None, why="")
    return ClockView(seat, left, row.waiting_since is not None, sheet.deadline(seat), _reason(sheet, seat, now))


def _reason(sheet: ClockHistory, seat: int, now: datetime) -> str:
    """Return why a clock is stopped now; empty if it runs."""
    for (of, why), spans in sheet.spans.items():
        if of in (seat, None) and any(span.begin <= now and (span.end is None or now < span.end) for span in spans):
            return why
    return NIGHT if sheet.holds(seat, now) else ""
