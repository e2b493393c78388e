"""The course of a running event: results are collected, late players warned, rounds closed, drawn and published, to the end."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple, TypeVar

from service.core.change_scope import Decision
from service.core.timer_content import TimerContent, read_timer, timed
from service.errors import Refusal
from service.tournaments import (
    appointment_enforcement,
    arenas,
    challenges,
    no_shows,
    result_collection,
    round_deadlines,
    round_notifications,
)
from service.tournaments.agenda import Agendas
from service.tournaments.event_posts import EventStuck, LineupsDue, RoundOver, TooFewEntered
from service.tournaments.letters import EventTrouble, LineupWanted, RoundPreview, TooFewForOrganiser
from service.tournaments.log.entrant_events import Departure, ReadyMark
from service.tournaments.log.round_events import EventCancellation, RoundClose, RoundStart, SchedulingFailure, StageStart
from service.tournaments.permissions import must_be_neutral
from service.tournaments.registration import LAPSED, begin, call_off, move_up, seeding
from service.tournaments.repository import DUE, NEWS, SEATED, TournamentChange, TournamentRepository, TournamentTransaction, gently
from service.tournaments.result_collection import note_result
from service.tournaments.round_drawing import finish_event, note_drawn, publish_round
from service.tournaments.state import IN, Place, TournamentState
from service.tournaments.tables import TournamentTables
from service.tournaments.tournament_settings import LAPSES_AFTER, READY_WITHIN
from storage.rows import LIVE, TimerRow, UserId
from storage.sharding import WHOLE, ShardSet
from storage.tournament_rows import OPEN, RUNNING, EventId, EventMatch
from tournament import progression as courses
from tournament.history import DrawnRound, Finished, NextStage, TournamentHistory
from tournament.kinds import arena
from tournament.results import RULING, EntrantId, InvalidTournamentError, Pairing
from workers.pool import Pool, Priority

LOG = logging.getLogger("bastide.service")
T = TypeVar("T")

HEARTBEAT = timedelta(hours=6)
"""A running event is looked at so often at least: whatever went by unheard is noticed then."""
SMALL = 32
"""The arithmetic of an event of so many is done at once; of a larger one in another process."""
LIMIT_S = 120.0


@timed(DUE, NEWS, SEATED)
class TablesTimer(TimerContent):
    """The payload of a timer of an event: the round and table of each table to visit."""

    tables: tuple[tuple[int, int], ...] = ()


class _Found(NamedTuple):
    """The due changes of an event, the matches visited, and when each table is due next."""

    step: TournamentTransaction
    by_place: Mapping[Place, list[EventMatch]]
    due: Mapping[Place, datetime]


class RoundScheduler:
    """The use-cases that move an event on from its start to its champion."""

    def __init__(self, tournaments: TournamentRepository, tables: TournamentTables, thinking: Pool) -> None:
        self._tournaments = tournaments
        self._tables = tables
        self._thinking = thinking
        self.is_away: Callable[[int | None, datetime], bool] = lambda _guild, _now: False
        """Whether nobody can be reached in a server now."""
        self.on_leave: challenges.OnLeave = challenges.never_on_leave
        """Whose vacation keeps challenges of a ladder away, and until when."""
        self._agendas = Agendas()

    def written(self, change: TournamentChange, _now: datetime) -> None:
        """Note which tables a written change affects."""
        self._agendas.hear(change.step)

    async def woken(self, timer: TimerRow, now: datetime) -> None:
        """Visit the tables that a timer of an event names, and those that have changed or are due."""
        named = frozenset(read_timer(timer, TablesTimer).tables)
        await self.look(EventId(timer.subject.id), now=now, timer=timer, named=named if named or timer.kind != SEATED else None)

    async def look(
        self,
        event_id: EventId,
        *,
        now: datetime,
        timer: TimerRow | None = None,
        away: bool = False,
        named: frozenset[Place] | None = None,
    ) -> TournamentState:
        """Compare an event's present state with the wanted one, and do what is due; return the new state.

        `away`: the program was down until now. `named`: visit only these tables, besides those that have changed or are due; None:
        all tables. Refuses `no-event`.
        """
        async with self._tournaments.looks(event_id):
            of = self._tournaments.of(event_id)
            looked_at = await self._tournaments.unit_of_work.change_with_precomputed(
                of,
                lambda state: self._find_due(state, now, away=away, named=named),
                lambda _, found: Decision(lambda: found, self._tournaments.steps(found.step)),
                now=now,
                timer=timer,
            )
            self._agendas.visited(looked_at.step, looked_at.due)
            await self._tables.go_on(looked_at.step.state, looked_at.by_place, now)
            return looked_at.step.state

    async def _find_due(self, state: TournamentState, now: datetime, *, away: bool, named: frozenset[Place] | None) -> _Found:
        """Return the changes that are due and the next due moments; slow for large events."""
        step = TournamentTransaction(state, now)
        agenda = None if named is None else self._agendas.of(state, now, HEARTBEAT)
        step.visits = None if agenda is None or named is None else agenda.places(named, now)
        by_place: dict[Place, list[EventMatch]] = {}
        missed: Mapping[int, timedelta] = {}
        if state.row.status == OPEN:
            await self._open(step)
        if step.state.row.status == RUNNING:
            by_place = await self._matches(step)
            await result_collection.collect_results(step, by_place, self._tables.scores, self._tables.was_played)
            appointment_enforcement.enforce_appointments(step, by_place, away=away, unreachable=await self._is_cut_off(state, now))
            await no_shows.lose_pairings(step)
            self._begin_games(step)
            missed = await self._tables.missed(step.state, by_place, now)
            await no_shows.take_steps(step, by_place, missed)
            await round_deadlines.close_at_deadline(step, by_place, self._tables.scores, partial(self._tables.used, now=now))
            await self._go_on(step, by_place)
            await round_notifications.announce_tables(step, by_place, self._tournaments.wants_letters)
        appointment_enforcement.end_obsolete(step)
        due = await self._next_due_by_place(step, by_place, missed)
        others = [] if agenda is None or step.visits is None else agenda.earliest(step.visits)
        latest = HEARTBEAT if agenda is None else agenda.visited_at + HEARTBEAT - now
        step.next_at([*_event_moments(step.state), *due.values(), *others], latest if step.state.row.status == RUNNING else None)
        return _Found(step, by_place, due)

    async def preview(self, event_id: EventId, user_id: UserId) -> DrawnRound:
        """Return the round that waits to be published; refuse `no-event`, `no-preview`, `own-ruling` (to players)."""
        state = await self._tournaments.state(event_id)
        must_be_neutral(state, user_id, "preview")
        if state.preview is None:
            raise Refusal("no-preview")
        return state.preview

    async def publish(self, event_id: EventId, user_id: UserId, *, now: datetime) -> TournamentState:
        """Publish the drawn round before its time; return the new state.

        Refuses `no-event`, `event-not-running`, `no-preview`, `own-ruling`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            must_be_neutral(state, user_id, "publish")
            if state.preview is None:
                raise Refusal("no-preview")
            step = TournamentTransaction(state, now)
            publish_round(step, user_id)
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def swap(self, event_id: EventId, user_id: UserId, one: int, other: int, *, now: datetime) -> TournamentState:
        """Swap two entrants in the unpublished round; return the new state.

        Refuses `event-not-running`, `no-preview`, `bad-event` (found), `own-ruling`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            must_be_neutral(state, user_id, "preview")
            if state.preview is None:
                raise Refusal("no-preview")
            try:
                changed = courses.with_entrants_swapped(state.course, state.preview, EntrantId(str(one)), EntrantId(str(other)))
            except InvalidTournamentError as error:
                raise Refusal("bad-event", found=error) from error
            step = TournamentTransaction(state, now)
            note_drawn(step, changed, user_id)
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def ready(self, event_id: EventId, user_id: UserId, *, now: datetime) -> TournamentState:
        """Confirm that the user is present for the present round; return the new state.

        Refuses `no-event`, `event-not-running`, `not-entered`, `no-pairing`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            member = state.must_have(user_id)
            if (sits := state.sits_at(member.id)) is None:
                raise Refusal("no-pairing")
            drawn, _ = sits
            step = TournamentTransaction(state, now)
            if (drawn.number, member.number) not in state.ready:
                step.note(ReadyMark(drawn.number, member.number), user_id)
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def wake_all(self, now: datetime, part: ShardSet = WHOLE) -> None:
        """Visit every open and running event of a part of the servers, after this process became responsible for it."""
        for event_id in await self._tournaments.store.events.under_way(part):
            await self.look(event_id, now=now, away=True)

    # --- before the start ------------------------------------------------------------------------------------------------

    async def _open(self, step: TournamentTransaction) -> None:
        """Do what is due before the start: release reserved places, let challenges lapse, and begin the event.

        Entrants who have not checked in by then are removed. With too few entrants the event is cancelled.
        """
        settings, row = step.state.settings, step.state.row
        if step.state.is_duel and step.now >= row.created_at + LAPSES_AFTER:
            call_off(step, None, LAPSED)
        if step.state.held_until is not None and step.now >= step.state.held_until:
            move_up(step)
        if settings.starts_at is None or step.now < settings.starts_at:
            return
        there = step.state.having(IN)
        if settings.check_in:
            for member in there:
                if not member.checked_in:
                    step.note(Departure(member.number))
                    step.write_to(step.state.user(member.id), EventTrouble("not-checked-in"))
            move_up(step)
        try:
            begin(step, None, step.state.having(IN), await seeding(self._tournaments, step.state))
        except InvalidTournamentError as error:
            step.note(EventCancellation())
            step.become(status="cancelled", ended_at=step.now)
            have, least = (int(error.params.get(key, default)) for key, default in (("have", 0), ("least", 2)))
            step.tell(TooFewEntered(have, least))
            step.write_to(step.state.row.host_id, TooFewForOrganiser(have, least))

    def _begin_games(self, step: TournamentTransaction) -> None:
        """Stop waiting for unconfirmed presence in rounds that have begun."""
        for drawn, moment in _beginnings(step.state):
            if step.now >= moment:
                step.note(RoundStart(drawn.number))

    async def _is_cut_off(self, state: TournamentState, now: datetime) -> bool:
        """Return whether users can't confirm presence: Discord is unreachable, or the server has removed the bot."""
        guild_id = state.row.guild_id
        return self.is_away(guild_id, now) or (bool(state.hours.agreed) and await self._tournaments.is_out(guild_id))

    async def _matches(self, step: TournamentTransaction) -> dict[Place, list[EventMatch]]:
        """Return the matches of the tables that a step visits, by round and table."""
        read, event_id, places = self._tournaments.store.events.matches, step.state.row.id, step.visits
        if places is None or len(places) > SMALL:
            matches = [*await read(event_id)]
        else:
            matches = [match for place in sorted(places) for match in await read(event_id, *place)]
        by_place: dict[Place, list[EventMatch]] = defaultdict(list)
        for match in matches:
            if places is None or (match.round, match.table) in places:
                by_place[match.round, match.table].append(match)
        return by_place

    # --- what follows ----------------------------------------------------------------------------------------------------

    async def _go_on(self, step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]]) -> None:
        """Call `_proceed`; report a failure to the organisers once, with the possible remedies, and retry it at every visit."""
        try:
            await self._proceed(step, by_place)
        except Exception as error:
            LOG.exception("event %s cannot go on", step.state.row.id)
            why = error.code if isinstance(error, InvalidTournamentError) else type(error).__name__
            if step.state.stuck != why:
                step.note(SchedulingFailure(why))
                if not step.write_to_officials(EventTrouble("stuck")):
                    step.tell(EventStuck())
            return
        if step.state.stuck:
            step.note(SchedulingFailure(""))

    async def _proceed(self, step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]]) -> None:
        """Close the round, draw the next one and publish it, as far as possible now."""
        while step.state.row.status == RUNNING:
            if step.state.preview is not None:
                if step.now < _publishes_at(step.state):
                    return
                _publish(step)
                continue
            if step.state.waits and step.state.settings.is_arena:
                await arenas.advance_arena(step, self._pair)
                return
            if step.state.waits and await challenges.advance_ladder(step, self.on_leave):
                return
            if step.state.is_duel and step.state.results and any(matches[-1].status in LIVE for matches in by_place.values()):
                return  # its last game ends first: what it changes is told with the result
            if not await self._is_over(step):
                return
            next_draw = await self._arithmetic(courses.draw_next, step.state.course)
            if not isinstance(next_draw, Finished) and step.now < (step.state.contested_until() or step.now):
                return  # it may still be decided otherwise who goes on
            if isinstance(next_draw, Finished):
                finish_event(step, next_draw, next((matches[-1].channel_id for matches in by_place.values()), None))
            elif isinstance(next_draw, NextStage):
                step.note(StageStart(tuple(int(who) for who in next_draw.places)))
            elif isinstance(next_draw, DrawnRound):
                note_drawn(step, next_draw, None)
                self._announce(step, next_draw)

    async def _is_over(self, step: TournamentTransaction) -> bool:
        """Close the present round if possible; return whether the next round, stage or the end can follow."""
        drawn = step.state.round
        if drawn is None:
            return True
        if not step.state.boards and _plays_on(step.state, drawn):
            return False
        course = step.state.course
        if course.unfinished():
            if course.open_tables() and (step.state.settings.is_live or not _is_mostly_over(course)):
                return False
            if not await self._arithmetic(courses.can_close, course):
                return False
            for table, pairing in _pairings_without_result(step.state, drawn):
                note_result(step, table, pairing.result(drawn.number, RULING), is_open=True)
        if drawn.number not in step.state.closed:
            step.note(RoundClose(drawn.number))
            if not step.state.is_duel:
                step.tell(RoundOver(drawn.number))
        return True

    async def _arithmetic(self, function: Callable[..., T], course: TournamentHistory, *more: object) -> T:
        """Run slow computations of a large event in another process, at lower priority than moves."""
        if len(course.entrants) <= SMALL:
            return await asyncio.get_running_loop().run_in_executor(None, function, course, *more)
        return await self._thinking.run(function, course, *more, kind="event", limit_s=LIMIT_S, priority=Priority.BACKGROUND)

    async def _pair(
        self, course: TournamentHistory, waiting: tuple[EntrantId, ...], patient: frozenset[EntrantId]
    ) -> DrawnRound | None:
        return await self._arithmetic(arena.pair_waiting, course, waiting, patient)

    def _announce(self, step: TournamentTransaction, drawn: DrawnRound) -> None:
        """Notify a neutral organiser, or in team events the captains, before the drawn round is published."""
        host, state = step.state.row.host_id, step.state
        if state.boards:
            step.tell(LineupsDue(drawn.number, _publishes_at(state)))
            for team in (team for _, pairing in drawn.tables() for team in pairing.seats):
                for captain in state.team(team, IN)[:1]:
                    step.write_to(state.users[captain.number], LineupWanted(drawn.number, _publishes_at(state)))
        elif _publishes_at(step.state) > step.now:
            step.write_to(host, RoundPreview(drawn.number))

    # --- moments ---------------------------------------------------------------------------------------------------------

    async def _next_due_by_place(
        self, step: TournamentTransaction, by_place: Mapping[Place, list[EventMatch]], missed: Mapping[int, timedelta]
    ) -> Mapping[Place, datetime]:
        """Return the next due moment of each open table that a step visits, for tables that have one."""
        if step.state.row.status != RUNNING:
            return {}
        due_by_table: dict[Place, datetime] = {}
        first = {(there.number, table): (there, table, match) for there, table, match in no_shows.first_games(step.state, by_place)}
        async for drawn, table in gently(step.open_tables()):
            place = (drawn.number, table)
            moments = [
                *round_deadlines.deadline_due_moments(step.state, place),
                *appointment_enforcement.appointment_due_moments(step.state, place),
            ]
            if place in first:
                moments += no_shows.no_show_due_moments(step.state, *first[place], missed)
            if coming := [moment for moment in moments if moment > step.now]:
                due_by_table[place] = min(coming)
        return due_by_table


def _publish(step: TournamentTransaction) -> None:
    """Publish the drawn round, and visit its tables in this step so that their players are notified now."""
    publish_round(step, None)
    if step.visits is not None:
        last = step.state.rounds[-1]
        step.visits = frozenset((*step.visits, *((last.number, table) for table, _ in last.tables())))


def _event_moments(state: TournamentState) -> Iterator[datetime]:
    """Yield the moments at which an event may be due, tables left out."""
    settings = state.settings
    if state.row.status == OPEN:
        yield from (moment for moment in (settings.starts_at, state.held_until) if moment is not None)
    if state.row.status == OPEN and state.is_duel:
        yield state.row.created_at + LAPSES_AFTER
    if state.row.status != RUNNING:
        return
    if state.preview is not None:
        yield _publishes_at(state)
    if (contested := state.contested_until()) is not None:
        yield contested
    if settings.is_arena:
        yield from arenas.arena_due_moments(state)
    yield from challenges.challenge_due_moments(state)
    yield from (moment for _, moment in _beginnings(state))


def _beginnings(state: TournamentState) -> Iterator[tuple[DrawnRound, datetime]]:
    """Yield every round whose games may wait for players to confirm presence, and until when."""
    for drawn in state.rounds if state.settings.asks_who_is_here and not state.settings.by_appointment else ():
        if drawn.number in state.begun:
            continue
        if drawn.number not in state.closed and any(state.awaits(drawn, table) for table, _ in drawn.tables()):
            yield drawn, state.published[drawn.number] + READY_WITHIN


def _publishes_at(state: TournamentState) -> datetime:
    """Return when the drawn round is published automatically; at once if its organiser plays and may not see it."""
    assert state.since is not None
    plays = state.has_stake(state.row.host_id) and not state.boards  # captains have their time anyone who organises
    return state.since if plays else state.since + state.settings.preview


def _plays_on(state: TournamentState, drawn: DrawnRound) -> bool:
    """Return whether too many tables of the last round have no result yet for the next one to follow."""
    open_ = sum(place[0] == drawn.number and place not in state.results for place in state.open_by_place)
    tables = sum(second is not None for _, second in drawn.couples)
    return bool(open_) and (state.settings.is_live or 2 * open_ >= tables)


def _pairings_without_result(state: TournamentState, drawn: DrawnRound) -> list[tuple[int, Pairing]]:
    return [(table, pairing) for table, pairing in drawn.tables() if (drawn.number, table) not in state.results]


def _is_mostly_over(course: TournamentHistory) -> bool:
    """Return whether fewer than half of the last round's tables are open."""
    return 2 * len(course.open_tables()) < sum(1 for _ in course.rounds[-1].tables())
