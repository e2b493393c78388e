"""What a referee does to games: more time, a pause and its end, a turn taken back, a pairing played anew, a substitute.

Whatever touches a game is written in the transaction of that game, together with its row in the log of the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from clocks.ledger import GIVEN, STOPPED, WENT, Event
from service.clocks.clocks import Clocks
from service.errors import Refusal
from service.events.authority import must_be_neutral
from service.events.gathering import note_result
from service.events.kernel import EventKernel, EventStep
from service.events.rulings import reason_of, table_of
from service.events.state import MORE_TIME, PAUSE, REFEREE, RESUME, TAKE_BACK, WAITING, Place, State
from service.play.going_back import turn_start
from service.process.kernel import Kernel
from service.process.overtaken import retried
from service.process.rows import Rows
from service.process.step import Step
from storage.changes import Change
from storage.event_records import RUNNING, EventId, EventMatch
from storage.records import RUNNING as PLAYED_NOW
from storage.records import MatchId, UserId
from tournament.drawn import Drawn
from tournament.kinds import KINDS
from tournament.records import RULING
from tournament.stages import KNOCK_OUT

REPLAY, SUBSTITUTE = "replay", "substitute"
ON_GAMES = (MORE_TIME, PAUSE, RESUME, TAKE_BACK, REPLAY, SUBSTITUTE)
"""The clocks get more time, stand still, go again; somebody's last turn is taken back; a pairing is played from the start; the
first who waits takes somebody's place.
"""
TIMED = (MORE_TIME, PAUSE)
"""Rulings that need a length of time."""
MOST_TIME = timedelta(days=30)


@retried
class Refereeing:
    """For those who may rule; whether somebody may is for the caller to know."""

    def __init__(self, events: EventKernel, kernel: Kernel, clocks: Clocks) -> None:
        self._events = events
        self._kernel = kernel
        self._clocks = clocks

    async def rule(
        self,
        event_id: EventId,
        by: UserId,
        what: str,
        whom: UserId | None,
        reason: str,
        *,
        now: datetime,
        length: timedelta | None = None,
    ) -> int:
        """Rule on the games of somebody's open pairing, or for clocks (`whom` None) of every open pairing of the present round; of
        how many pairings.

        Refuses `no-event`, `event-not-running`, `not-entered`, `no-pairing`, `no-reason`, `own-ruling`, `no-length` (most),
        `no-whom`, `no-open-game`, `paused-already`, `not-paused`, `nothing-to-undo`, `nobody-waits`, `played-already`, `no-replay`.
        """
        why = reason_of(reason)
        if what in TIMED and not timedelta() < (length or timedelta()) <= MOST_TIME:
            raise Refusal("no-length", most=MOST_TIME)
        async with self._events.lock(event_id):
            state = await self._events.state(event_id)
            if state.row.status != RUNNING:
                raise Refusal("event-not-running")
            if whom is None:
                return await self._all(state, by, what, why, length, now)
            member = state.member(whom)
            if member is None:
                raise Refusal("not-entered")
            drawn, table = table_of(state, member.id, None)
            must_be_neutral(state, by, "rule")
            if what in (REPLAY, SUBSTITUTE):
                await self._pairing_anew(state, by, what, member.number, why, now, drawn, table)
            else:
                await self._on_game(state, by, what, whom, why, length or timedelta(), now, (drawn.number, table))
            return 1

    # --- clocks and turns ------------------------------------------------------------------------------------------------

    async def _all(self, state: State, by: UserId, what: str, why: str, length: timedelta | None, now: datetime) -> int:
        if what not in (MORE_TIME, PAUSE, RESUME):
            raise Refusal("no-whom")
        must_be_neutral(state, by, "rule")
        done = 0
        for drawn, table in state.open_tables():
            place = (drawn.number, table)
            if drawn.number == len(state.rounds) and (what == MORE_TIME or (place in state.paused) == (what == RESUME)):
                try:
                    await self._on_game(state, by, what, None, why, length or timedelta(), now, place)
                except Refusal as refused:
                    if refused.code != "no-open-game":
                        raise
                    continue
                state = await self._events.state(state.row.id)
                done += 1
        if not done:
            raise Refusal("no-open-game")
        return done

    async def _on_game(
        self, state: State, by: UserId, what: str, whom: UserId | None, why: str, length: timedelta, now: datetime, place: Place
    ) -> None:
        match = await self._open_match(state, place)
        if what == PAUSE and state.paused.get(place, now) > now:
            raise Refusal("paused-already")
        if what == RESUME:
            length = now - _rests_until(state, place, now)  # below nothing: what is left of the pause is not needed
        step = EventStep(state, now)
        seat = next((row.seat for row in match.seats if row.user_id == whom), None)
        self._note(step, by, what, place, why, length, None if whom is None else state.numbers.get(whom), match)
        async with self._kernel.lock(match.match_id):
            if what == TAKE_BACK:
                await self._take_back(match.match_id, seat, step, now)
                return
            rows = await self._kernel.rows(match.match_id)
            rows.must_run()
            events = _happens(what, [seat] if seat is not None else [row.seat for row in rows.seats], length, now)
            await self._events.write(step, through=partial(self._with_clocks, rows, events, now))

    async def _with_clocks(self, rows: Rows, events: Sequence[Event], now: datetime, *changes: Change) -> None:
        await self._clocks.write(rows, events, now, *changes)

    async def _take_back(self, match_id: MatchId, number: int | None, event: EventStep, now: datetime) -> None:
        """Everything from the start of somebody's last turn on; the lots stay as they fell."""
        live = await self._kernel.running(match_id)
        seat = None if number is None else live.seats[number]
        target = None if seat is None else await self._kernel.work(turn_start, live, seat.seat)
        if seat is None or target is None:
            raise Refusal("nothing-to-undo")
        step = Step(live, now)
        await self._kernel.work(step.undo, seat.seat, target)

        async def together(*changes: Change) -> None:
            step.more = (*step.more, *changes)
            await self._kernel.write(step)

        await self._events.write(event, through=together)

    async def _open_match(self, state: State, place: Place) -> EventMatch:
        """The game of a pairing that is played now. Refuses `no-open-game`."""
        matches = await self._events.store.events.matches(state.row.id, place[0])
        found = [match for match in matches if match.table == place[1]]
        open_ = {(drawn.number, table) for drawn, table in state.open_tables()}
        if not found or found[-1].status != PLAYED_NOW or place not in open_:
            raise Refusal("no-open-game")
        return found[-1]

    def _note(
        self, step: EventStep, by: UserId, what: str, place: Place, why: str, length: timedelta, who: int | None, match: EventMatch
    ) -> None:
        round_, table = place
        told: dict[str, Any] = {"what": what, "round": round_, "table": table, "length_s": int(length.total_seconds())}
        named = {} if who is None else {"entrant": who}
        step.note("referee", by, about=who, reason=why, **told, **named)
        pairing = step.state.rounds[round_ - 1].pairing(table)
        for one in pairing.seats:
            step.write_to(step.state.user(one), "ruled", **told, **named, reason=why)
        step.tell("ruling", in_channel=match.channel_id, **told, **named)
        step.wake()

    # --- pairings --------------------------------------------------------------------------------------------------------

    async def _pairing_anew(
        self, state: State, by: UserId, what: str, who: int, why: str, now: datetime, drawn: Drawn, table: int
    ) -> None:
        step = EventStep(state, now)
        if what == REPLAY:
            await self.play_again(step, drawn, table, by, why)
        else:
            self._substitute(step, by, who, why, drawn, table)
        step.wake()
        await self._events.write(step)

    async def play_again(self, step: EventStep, drawn: Drawn, table: int, by: UserId, why: str) -> None:
        """The pairing is played from the start, also where it has a result. Refuses `no-replay`: what comes next stands on it."""
        state = step.state
        is_old = drawn.number != len(state.rounds)
        if drawn.stage != len(state.places) - 1 or (is_old and state.course.stages[drawn.stage].kind == KNOCK_OUT):
            raise Refusal("no-replay")
        matches = await self._events.store.events.matches(state.row.id, drawn.number)
        its = [match.match_id for match in matches if match.table == table]
        if not its:
            raise Refusal("no-open-game")
        pairing = drawn.pairing(table)
        step.note("replay", by, about=int(pairing.first), reason=why, round=drawn.number, table=table, matches=its)
        if is_old:
            note_result(step, table, pairing.result(drawn.number, RULING), by, is_open=True)
        told: dict[str, Any] = {"what": REPLAY, "round": drawn.number, "table": table, "entrant": int(pairing.first)}
        for one in pairing.seats:
            step.write_to(state.user(one), "ruled", **told, reason=why)
        step.tell("ruling", **told)

    def _substitute(self, step: EventStep, by: UserId, who: int, why: str, drawn: Drawn, table: int) -> None:
        state, place = step.state, (drawn.number, table)
        waiting = state.having(WAITING)
        if not waiting:
            raise Refusal("nobody-waits")
        is_played = place in state.results or bool(state.games.get(place))
        if is_played or drawn.number != len(state.rounds) or not KINDS[state.course.stages[drawn.stage].kind].takes_substitutes:
            raise Refusal("played-already")
        into = waiting[0]
        where: dict[str, Any] = {"round": drawn.number, "table": table}
        step.note("substitute", by, about=who, reason=why, out=who, into=into.number, **where)
        step.write_to(state.users[who], "ruled", what=SUBSTITUTE, entrant=who, reason=why, **where)
        step.write_to(state.user(into.id), "substitute", **where)
        step.tell("substitute", entrant=into.number, **where)


def _happens(what: str, seats: Sequence[int], length: timedelta, now: datetime) -> list[Event]:
    """What a ruling does to clocks."""
    if what == MORE_TIME:
        return [Event(now, GIVEN, seat, REFEREE, length=length) for seat in seats]
    if what == PAUSE:
        return [Event(now, STOPPED, None, REFEREE, until=now + length)]
    return [Event(now, WENT, None, REFEREE)]


def _rests_until(state: State, place: Place, now: datetime) -> datetime:
    """Until when a pairing rests. Refuses `not-paused`."""
    until = state.paused.get(place, now)
    if until <= now:
        raise Refusal("not-paused")
    return until
