"""An event under way: what has come in is written down, who is late is told, rounds are closed, drawn and published, to the end."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, TypeVar

from service.errors import Refusal
from service.events import outcomes
from service.events.entry import begin, move_up
from service.events.kernel import EventKernel, EventStep
from service.events.lateness import overdue, steps_of
from service.events.state import IN, OUT, WAITING, Place, State
from service.events.tables import Tables
from storage.event_records import FINISHED, OPEN, RUNNING, EventId, EventMatch
from storage.records import TimerRow, UserId
from thinking.pool import Pool, Priority
from tournament import course as courses
from tournament import duels
from tournament.course import Begins, Course, Drawn, Over
from tournament.records import RULING, BadEvent, EntrantId, Result
from tournament.stages import GROUPS

T = TypeVar("T")

HEARTBEAT = timedelta(hours=6)
"""A running event is looked at so often at least: whatever went by unheard is noticed then."""
SMALL = 32
"""The arithmetic of an event of so many is done at once; of a larger one in another process."""
LIMIT_S = 120.0


class Rounds:
    """The way from the start to the champion."""

    def __init__(self, events: EventKernel, tables: Tables, thinking: Pool) -> None:
        self._events = events
        self._tables = tables
        self._thinking = thinking

    async def woken(self, timer: TimerRow, now: datetime) -> None:
        """A timer of an event has fired."""
        await self.look(EventId(timer.subject.id), now=now, timer=timer)

    async def look(self, event_id: EventId, *, now: datetime, timer: TimerRow | None = None) -> State:
        """Compare how things stand with how they should, and do what is due. Refuses `no-event`."""
        async with self._events.lock(event_id):
            state = await self._events.state(event_id)
            step = EventStep(state, now)
            by_place: dict[Place, list[EventMatch]] = {}
            if state.row.status == OPEN:
                self._open(step)
            if step.state.row.status == RUNNING:
                by_place = await self._matches(step.state)
                await self._gather(step, by_place)
                self._gone(step)
                self._late(step, by_place)
                self._overtime(step)
                await self._proceed(step)
            step.next_at(self._moments(step.state, by_place), HEARTBEAT if step.state.row.status == RUNNING else None)
            written = await self._events.write(step, timer)
            await self._tables.go_on(written, by_place, now)
            return written

    async def preview(self, event_id: EventId, user_id: UserId) -> Drawn:
        """The round that waits to be published. Refuses `no-event`, `no-preview`, `own-ruling` (who plays sees none)."""
        state = await self._events.state(event_id)
        if state.preview is None:
            raise Refusal("no-preview")
        must_not_play(state, user_id)
        return state.preview

    async def publish(self, event_id: EventId, user_id: UserId, *, now: datetime) -> State:
        """Publish the round that was drawn without waiting any longer. Refuses `no-event`, `event-not-running`, `no-preview`."""
        async with self._events.lock(event_id):
            state = await self._events.state(event_id)
            _must_run(state)
            if state.preview is None:
                raise Refusal("no-preview")
            step = EventStep(state, now)
            self._publish(step, user_id)
            step.wake()
            return await self._events.write(step)

    async def swap(self, event_id: EventId, user_id: UserId, one: int, other: int, *, now: datetime) -> State:
        """Two entrants change places in the round that was drawn. Refuses `event-not-running`, `no-preview`, `bad-event` (found),
        `own-ruling`.
        """
        async with self._events.lock(event_id):
            state = await self._events.state(event_id)
            _must_run(state)
            if state.preview is None:
                raise Refusal("no-preview")
            must_not_play(state, user_id)
            try:
                changed = courses.swapped(state.preview, EntrantId(str(one)), EntrantId(str(other)))
            except BadEvent as found:
                raise Refusal("bad-event", found=found) from found
            step = EventStep(state, now)
            self._note_drawn(step, changed, user_id)
            step.wake()
            return await self._events.write(step)

    async def ready(self, event_id: EventId, user_id: UserId, *, now: datetime) -> State:
        """Say that one is there for the present round. Refuses `no-event`, `event-not-running`, `not-entered`, `no-pairing`."""
        async with self._events.lock(event_id):
            state = await self._events.state(event_id)
            _must_run(state)
            member = state.member(user_id)
            if member is None:
                raise Refusal("not-entered")
            drawn = state.round
            if drawn is None or drawn.table_of(member.id) is None:
                raise Refusal("no-pairing")
            step = EventStep(state, now)
            if (drawn.number, member.number) not in state.ready:
                step.note("ready", user_id, round=drawn.number, entrant=member.number)
            return await self._events.write(step)

    async def wake_all(self, now: datetime) -> None:
        """At the start of the program: every event that is under way is looked at."""
        for event_id in await self._events.store.events.under_way():
            await self.look(event_id, now=now)

    # --- before the start ------------------------------------------------------------------------------------------------

    def _open(self, step: EventStep) -> None:
        """Check-in opens, and the event begins by itself."""
        settings = step.state.settings
        if settings.starts_at is None or step.now < settings.starts_at:
            return
        there = step.state.having(IN)
        if settings.check_in:
            for member in there:
                if not member.checked_in:
                    step.note("leave", entrant=member.number)
                    step.write_to(step.state.user(member.id), "not-checked-in")
            move_up(step)
        try:
            begin(step, None, step.state.having(IN))
        except BadEvent as found:
            step.note("cancel")
            step.become(status="cancelled", ended_at=step.now)
            step.tell("event-too-few", have=found.params.get("have", 0), least=found.params.get("least", 2))
            step.write_to(
                step.state.row.host_id, "event-too-few", have=found.params.get("have", 0), least=found.params.get("least", 2)
            )

    # --- what has come in ------------------------------------------------------------------------------------------------

    async def _matches(self, state: State) -> dict[Place, list[EventMatch]]:
        found: dict[Place, list[EventMatch]] = defaultdict(list)
        for match in await self._events.store.events.matches(state.row.id):
            found[match.round, match.table].append(match)
        return found

    async def _gather(self, step: EventStep, by_place: dict[Place, list[EventMatch]]) -> None:
        """Games that have ended, and pairings that they decide."""
        for drawn, table in step.state.open_tables():
            place = (drawn.number, table)
            for match in by_place.get(place, ()):
                if match.match_id not in step.state.settled:
                    await self._settle(step, drawn, table, match)
            games = step.state.games.get(place, ())
            if games and outcomes.next_start(step.state, drawn, table) is None:
                result = duels.result(drawn.pairing(table), games, drawn.number, drawn.best_of)
                note_result(step, table, result)

    async def _settle(self, step: EventStep, drawn: Drawn, table: int, match: EventMatch) -> None:
        if outcomes.is_void(step.state, drawn.pairing(table), match):
            step.note("void", round=drawn.number, table=table, match=match.match_id)
        elif outcomes.has_ended(match):
            game = outcomes.game(step.state, drawn.pairing(table), match, await self._tables.scores(match))
            winner = None if game.winner is None else int(game.winner)
            where: dict[str, Any] = {"round": drawn.number, "table": table, "match": match.match_id}
            step.note("game", None, **where, score=list(game.score), how=game.how, winner=winner)

    def _gone(self, step: EventStep) -> None:
        """Whoever has withdrawn loses the pairing that he is in."""
        for drawn, table in step.state.open_tables():
            pairing = drawn.pairing(table)
            out = [who for who in (pairing.first, pairing.second) if step.state.members[int(who)].status == OUT]
            if out:
                winner = None if len(out) == 2 else pairing.second if out[0] == pairing.first else pairing.first
                note_result(step, table, courses.walkover(drawn.number, pairing, winner))

    # --- who is late -----------------------------------------------------------------------------------------------------

    def _late(self, step: EventStep, by_place: dict[Place, list[EventMatch]]) -> None:
        for drawn, table, match in _first_games(step.state, by_place):
            pairing = drawn.pairing(table)
            late = outcomes.laggard(step.state, pairing, match)
            if late is None:
                continue
            number = int(late.who)
            reached = overdue(step.now - late.since, step.state.settings.first_turn)
            if reached is not None and step.state.steps.get((drawn.number, number)) != reached:
                self._late_step(step, drawn, table, late, reached)

    def _late_step(self, step: EventStep, drawn: Drawn, table: int, late: outcomes.Laggard, reached: str) -> None:
        number, pairing = int(late.who), drawn.pairing(table)
        other = pairing.second if late.who == pairing.first else pairing.first
        until = late.since + step.state.settings.first_turn
        step.note("late", round=drawn.number, entrant=number, step=reached)
        if reached != "out":
            step.write_to(step.state.user(late.who), reached, until=until.isoformat(), round=drawn.number, table=table)
            if not late.opponent_acted and (drawn.number, int(other)) not in step.state.ready and reached == "warned":
                step.write_to(step.state.user(other), "be-ready", until=until.isoformat(), round=drawn.number, table=table)
            return
        if self._substituted(step, drawn, table, late.who):
            return
        there = late.opponent_acted or (drawn.number, int(other)) in step.state.ready
        missing = [late.who] if there else [late.who, other]
        note_result(step, table, courses.walkover(drawn.number, pairing, other if there else None))
        for who in missing:
            step.note("no-show", round=drawn.number, entrant=int(who))
            out = step.state.members[int(who)].no_shows > 1
            step.write_to(step.state.user(who), "out" if out else "no-show", round=drawn.number, table=table)
            if out:
                step.note("withdraw", entrant=int(who), why="no-show")
        if there:
            step.write_to(step.state.user(other), "walkover", round=drawn.number, table=table)

    def _substituted(self, step: EventStep, drawn: Drawn, table: int, who: EntrantId) -> bool:
        """Whether somebody from the waiting list takes the place of who never came: before the first game, not in groups."""
        waiting = step.state.having(WAITING)
        if not waiting or drawn.number != len(step.state.rounds) or step.state.course.stages[drawn.stage].kind == GROUPS:
            return False
        into = waiting[0]
        step.note("substitute", round=drawn.number, table=table, out=int(who), into=into.number)
        step.write_to(step.state.user(who), "substituted", round=drawn.number, table=table)
        step.write_to(step.state.user(into.id), "substitute", round=drawn.number, table=table)
        step.tell("substitute", round=drawn.number, table=table, entrant=into.number)
        step.wake()
        return True

    def _overtime(self, step: EventStep) -> None:
        """At the date of a round, what is open counts as a draw until it has ended."""
        drawn, length = step.state.round, step.state.settings.round_length
        if drawn is None or length is None or step.now < step.state.published[drawn.number] + length:
            return
        self._draw_open(step, drawn)

    def _draw_open(self, step: EventStep, drawn: Drawn) -> None:
        for table, pairing in drawn.tables():
            if (drawn.number, table) not in step.state.results:
                note_result(step, table, Result(drawn.number, pairing.first, pairing.second, RULING), is_open=True)

    # --- what follows ----------------------------------------------------------------------------------------------------

    async def _proceed(self, step: EventStep) -> None:
        """Close the round, draw the next one, publish it, as far as it goes now."""
        while step.state.row.status == RUNNING:
            if step.state.preview is not None:
                if step.now < _publishes_at(step.state):
                    return
                self._publish(step, None)
                continue
            if not await self._is_over(step):
                return
            found = await self._arithmetic(courses.follows, step.state.course)
            if isinstance(found, Over):
                self._finish(step, found)
            elif isinstance(found, Begins):
                step.note("stage", places=[int(who) for who in found.places])
            else:
                self._note_drawn(step, found, None)
                self._announce(step, found)

    async def _is_over(self, step: EventStep) -> bool:
        drawn = step.state.round
        if drawn is None or drawn.number in step.state.closed:
            return True
        if step.state.course.open_tables():
            if step.state.settings.is_live or not await self._arithmetic(_may_close_early, step.state.course):
                return False
            self._draw_open(step, drawn)
        step.note("close", round=drawn.number)
        step.tell("round-over", round=drawn.number)
        return True

    async def _arithmetic(self, function: Callable[[Course], T], course: Course) -> T:
        """What takes long of a large event is found in another process, behind every move."""
        if len(course.entrants) <= SMALL:
            return await asyncio.get_running_loop().run_in_executor(None, function, course)
        return await self._thinking.run(function, course, kind="event", limit_s=LIMIT_S, priority=Priority.BACKGROUND)

    def _note_drawn(self, step: EventStep, drawn: Drawn, by: UserId | None) -> None:
        couples = [[int(one), None if other is None else int(other)] for one, other in drawn.couples]
        broken = [[b.rule, [int(who) for who in b.entrants], b.reason] for b in drawn.broken]
        step.note("draw", by, round=drawn.number, couples=couples, best_of=drawn.best_of, broken=broken)

    def _announce(self, step: EventStep, drawn: Drawn) -> None:
        """Whoever organises sees the round first, unless he plays himself: then nobody waits for him."""
        host = step.state.row.host_id
        if _publishes_at(step.state) > step.now:
            step.write_to(host, "preview", round=drawn.number)

    def _publish(self, step: EventStep, by: UserId | None) -> None:
        assert step.state.preview is not None
        number = step.state.preview.number
        step.note("publish", by, round=number)
        drawn = step.state.round
        assert drawn is not None
        step.tell("round", round=number)
        for table, _ in drawn.tables():
            step.pairing(number, table)

    def _finish(self, step: EventStep, found: Over) -> None:
        step.note("finish", places=[int(who) for who in found.places])
        step.become(status=FINISHED, ended_at=step.now)
        step.tell("champion")

    # --- moments ---------------------------------------------------------------------------------------------------------

    def _moments(self, state: State, by_place: dict[Place, list[EventMatch]]) -> Iterator[datetime]:
        """When something may be due by itself."""
        settings = state.settings
        if state.row.status == OPEN and settings.starts_at is not None:
            yield settings.starts_at
        if state.row.status != RUNNING:
            return
        yield from _of_rounds(state, by_place)


def _of_rounds(state: State, by_place: dict[Place, list[EventMatch]]) -> Iterator[datetime]:
    if state.preview is not None:
        yield _publishes_at(state)
    drawn, length = state.round, state.settings.round_length
    if drawn is not None and length is not None and drawn.number not in state.closed:
        yield state.published[drawn.number] + length
    for there, table, match in _first_games(state, by_place):
        late = outcomes.laggard(state, there.pairing(table), match)
        if late is not None:
            done = state.steps.get((there.number, int(late.who)))
            yield from (late.since + after for after in steps_of(state.settings.first_turn, done))


def _first_games(state: State, by_place: dict[Place, list[EventMatch]]) -> Iterator[tuple[Drawn, int, EventMatch]]:
    """The game of each open pairing of which none has ended."""
    for drawn, table in state.open_tables():
        matches = by_place.get((drawn.number, table), ())
        if matches and matches[-1].match_id not in state.settled and not state.games.get((drawn.number, table)):
            yield drawn, table, matches[-1]


def _publishes_at(state: State) -> datetime:
    """When the round that was drawn is published by itself; at once where its organiser may not see it."""
    assert state.since is not None
    host = state.member(state.row.host_id)
    plays = host is not None and host.status == IN
    return state.since if plays else state.since + state.settings.preview


def _may_close_early(course: Course) -> bool:
    """Whether nothing that is open can change who meets whom next, once most of the round is over.

    The end of the event waits for every game.
    """
    if 2 * len(course.open_tables()) >= sum(1 for _ in course.rounds[-1].tables()):
        return False
    if isinstance(courses.follows(_drawn_out(course)), Over):
        return False
    return courses.closes(course)


def _drawn_out(course: Course) -> Course:
    """The course if everything that is open were drawn."""
    number = course.rounds[-1].number
    open_ = {(number, table): Result(number, p.first, p.second, RULING) for table, p in course.open_tables()}
    return Course(
        course.stages,
        course.order,
        course.tie_breaks,
        course.seed,
        course.entrants,
        course.places,
        course.rounds,
        {**course.results, **open_},
        course.skips,
    )


def note_result(
    step: EventStep, table: int, result: Result, by: UserId | None = None, *, reason: str | None = None, is_open: bool = False
) -> None:
    """Write a result into the log; `is_open`: only until the games of the pairing have ended."""
    winner = None if result.winner is None else int(result.winner)
    step.note(
        "result",
        by,
        reason=reason,
        about=int(result.first) if reason else None,
        round=result.round,
        table=table,
        how=result.how,
        winner=winner,
        score=None if result.score is None else list(result.score),
        games=[list(game) for game in result.games],
        open=is_open,
    )


def must_not_play(state: State, user_id: UserId) -> None:
    """Refuse `own-ruling`: whoever plays in an event sees no preview and changes none."""
    member = state.member(user_id)
    if member is not None and member.status == IN:
        raise Refusal("own-ruling")


def _must_run(state: State) -> None:
    if state.row.status != RUNNING:
        raise Refusal("event-not-running")
