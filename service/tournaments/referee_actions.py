"""The actions of referees on games: extra time, pause and its end, take-back, replay, substitute.

Each change of a game is written in that game's transaction, together with its row in the event's log.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from clocks.clock_history import GIVEN, STOPPED, WENT, ClockEvent
from service.core.change_scope import ChangeScope, Decision, combined_scope
from service.errors import Refusal
from service.match.match_changes import ClockAdvance
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.take_back import TurnStart, went_back
from service.tournaments.event_posts import RulingNews, SubstituteComes
from service.tournaments.letters import RulingLetter, TableNews, with_reason
from service.tournaments.log.ruling_events import PairingReplay, RefereeAction, Substitution
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.rulings import reason_of, table_of
from service.tournaments.state import MORE_TIME, PAUSE, REFEREE, RESUME, TAKE_BACK, WAITING, Place, TournamentState
from storage.rows import RUNNING as PLAYED_NOW
from storage.rows import UserId
from storage.tournament_rows import EventId, EventMatch
from tournament.history import DrawnRound
from tournament.kinds import KINDS
from tournament.results import RULING

REPLAY, SUBSTITUTE = "replay", "substitute"
ON_GAMES = (MORE_TIME, PAUSE, RESUME, TAKE_BACK, REPLAY, SUBSTITUTE)
"""The clocks get more time, stand still, go again; somebody's last turn is taken back; a pairing is played from the start; the
first who waits takes somebody's place.
"""
TIMED = (MORE_TIME, PAUSE)
"""Rulings that need a length of time."""
MOST_TIME = timedelta(days=30)


class Refereeing:
    """The use-case of refereeing games; the caller checks that the user may rule."""

    def __init__(self, tournaments: TournamentRepository, repository: MatchRepository) -> None:
        self._tournaments = tournaments
        self._repository = repository

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
        """Rule on a user's open pairing, or with `whom` None on the clocks of every open one; return the number of pairings.

        Refuses `no-event`, `event-not-running`, `not-entered`, `no-pairing`, `no-reason`, `own-ruling`, `no-length` (most),
        `no-whom`, `no-open-game`, `paused-already`, `not-paused`, `nothing-to-undo`, `nobody-waits`, `played-already`, `no-replay`.
        """
        why = reason_of(reason, self._tournaments.matches.free_text)
        if what in TIMED and not timedelta() < (length or timedelta()) <= MOST_TIME:
            raise Refusal("no-length", most=MOST_TIME)
        state = await self._running(event_id)
        if whom is None:
            return await self._rule_all(state, by, what, why, length, now)
        if what in (REPLAY, SUBSTITUTE):
            await self._pairing_again(event_id, by, what, whom, why, now)
        else:
            place = self._pairing(state, by, whom)[1:]
            await self._rule_on_game(event_id, by, what, whom, why, length or timedelta(), now, (place[0].number, place[1]))
        return 1

    async def _running(self, event_id: EventId) -> TournamentState:
        return await self._tournaments.unit_of_work.look(self._tournaments.of_running(event_id))

    def _pairing(self, state: TournamentState, by: UserId, whom: UserId) -> tuple[int, DrawnRound, int]:
        """Return an entrant's number, round and table of their open pairing; refuse `not-entered`, `no-pairing`, `own-ruling`."""
        must_be_neutral(state, by, "rule")
        member = state.must_have(whom)
        drawn, table = table_of(state, member.id, None)
        return member.number, drawn, table

    # --- clocks and turns ------------------------------------------------------------------------------------------------

    async def _rule_all(
        self, state: TournamentState, by: UserId, what: str, why: str, length: timedelta | None, now: datetime
    ) -> int:
        """Rule on every open pairing of the present round, each in its own transaction; return their number."""
        if what not in (MORE_TIME, PAUSE, RESUME):
            raise Refusal("no-whom")
        must_be_neutral(state, by, "rule")
        done = 0
        for drawn, table in state.open_tables():
            place = (drawn.number, table)
            if drawn.number == len(state.rounds) and (what == MORE_TIME or (place in state.paused) == (what == RESUME)):
                try:
                    await self._rule_on_game(state.row.id, by, what, None, why, length or timedelta(), now, place)
                except Refusal as refused:
                    if refused.code != "no-open-game":
                        raise
                    continue
                done += 1
        if not done:
            raise Refusal("no-open-game")
        return done

    async def _rule_on_game(
        self,
        event_id: EventId,
        by: UserId,
        what: str,
        whom: UserId | None,
        why: str,
        length: timedelta,
        now: datetime,
        place: Place,
    ) -> None:
        match = await self._open_match(await self._running(event_id), place)
        seat = next((row.seat for row in match.seats if row.user_id == whom), None)

        async def back(loaded: tuple[TournamentState, MatchRows]) -> TurnStart | None:
            taken = isinstance(loaded[1], MatchSession) and seat is not None and what == TAKE_BACK
            return await self._repository.work(went_back, loaded[1], seat) if taken else None

        def decide(loaded: tuple[TournamentState, MatchRows], back: TurnStart | None) -> Decision[None]:
            (state, rows), rests = loaded, length
            state.must_run()
            if what == PAUSE and state.paused.get(place, now) > now:
                raise Refusal("paused-already")
            if what == RESUME:
                rests = now - _end_of_pause(state, place, now)  # below nothing: what is left of the pause is not needed
            event = TournamentTransaction(state, now)
            self._note(event, by, what, place, why, rests, None if whom is None else state.numbers.get(whom), match)
            rows.must_run()
            if what != TAKE_BACK:
                happens = _happens(what, [seat] if seat is not None else [row.seat for row in rows.seats], rests, now)
                return Decision(lambda: None, (*self._tournaments.steps(event), ClockAdvance(rows, tuple(happens))))
            if back is None or seat is None or not isinstance(rows, MatchSession):
                raise Refusal("nothing-to-undo")
            step = MatchTransaction(rows, now)  # everything from the start of somebody's last turn on; the lots stay as they fell
            step.undo(seat, back.target, back.state)
            return Decision(lambda: None, (self._repository.step(step), *self._tournaments.steps(event)))

        its: ChangeScope[Any] = (
            self._repository.of(match.match_id) if what == TAKE_BACK else self._repository.of_rows(match.match_id)
        )
        of = combined_scope(self._tournaments.of(event_id), its)
        await self._tournaments.unit_of_work.change_with_precomputed(of, back, decide, now=now)

    async def _open_match(self, state: TournamentState, place: Place) -> EventMatch:
        """Return the game that is being played at a table; refuse `no-open-game`."""
        matches = await self._tournaments.store.events.matches(state.row.id, place[0])
        event_matches = [match for match in matches if match.table == place[1]]
        open_ = {(drawn.number, table) for drawn, table in state.open_tables()}
        if not event_matches or event_matches[-1].status != PLAYED_NOW or place not in open_:
            raise Refusal("no-open-game")
        return event_matches[-1]

    def _note(
        self,
        step: TournamentTransaction,
        by: UserId,
        what: str,
        place: Place,
        why: str,
        length: timedelta,
        who: int | None,
        match: EventMatch,
    ) -> None:
        round_, table = place
        news = RulingNews(what, who, round_, table, int(length.total_seconds()))
        step.note(RefereeAction(round_, table, what, int(length.total_seconds()), who), by, about=who, reason=why)
        pairing = step.state.rounds[round_ - 1].pairing(table)
        for seat in pairing.seats:
            step.write_to(step.state.user(seat), with_reason(news, why))
        step.tell(news, in_channel=match.channel_id)
        step.wake()

    # --- pairings --------------------------------------------------------------------------------------------------------

    async def _pairing_again(self, event_id: EventId, by: UserId, what: str, whom: UserId, why: str, now: datetime) -> None:
        def decide(loaded: tuple[TournamentState, Sequence[EventMatch]]) -> Decision[TournamentState]:
            number, drawn, table = self._pairing(loaded[0], by, whom)
            step = TournamentTransaction(loaded[0], now)
            if what == REPLAY:
                self.play_again(step, drawn, table, by, why, loaded[1])
            else:
                self._substitute(step, by, number, why, drawn, table)
            step.wake()
            return self._tournaments.decided(step)

        of = self._tournaments.of_running(event_id).also(lambda _: self._tournaments.store.events.matches(event_id))
        await self._tournaments.unit_of_work.change(of, decide, now=now)

    def play_again(
        self, step: TournamentTransaction, drawn: DrawnRound, table: int, by: UserId, why: str, matches: Sequence[EventMatch]
    ) -> None:
        """Restart a pairing, even one with a result; `matches` are all matches of the event.

        Refuses `no-replay` if a later round depends on the result.
        """
        state = step.state
        is_old = drawn.number != len(state.rounds)
        if drawn.stage != len(state.places) - 1 or (is_old and state.course.stages[drawn.stage].knocks_out):
            raise Refusal("no-replay")
        its = [match.match_id for match in matches if (match.round, match.table) == (drawn.number, table)]
        if not its and (drawn.number, table) not in state.results:
            raise Refusal("no-open-game")
        pairing = drawn.pairing(table)
        step.note(PairingReplay(drawn.number, table, tuple(its)), by, about=int(pairing.first), reason=why)
        if is_old:
            note_result(step, table, pairing.result(drawn.number, RULING), by, is_open=True)
        news = RulingNews(REPLAY, int(pairing.first), drawn.number, table)
        step.tell_pairing(drawn, table, with_reason(news, why), news)

    def _substitute(self, step: TournamentTransaction, by: UserId, who: int, why: str, drawn: DrawnRound, table: int) -> None:
        state, place = step.state, (drawn.number, table)
        waiting = state.having(WAITING)
        if not waiting:
            raise Refusal("nobody-waits")
        is_played = place in state.results or bool(state.games.get(place))
        if is_played or drawn.number != len(state.rounds) or not KINDS[state.course.stages[drawn.stage].kind].takes_substitutes:
            raise Refusal("played-already")
        into = waiting[0]
        step.note(Substitution(drawn.number, table, who, into.number), by, about=who, reason=why)
        step.write_to(state.users[who], RulingLetter(SUBSTITUTE, who, *place, reason=why))
        step.write_to(state.user(into.id), TableNews("substitute", *place))
        step.tell(SubstituteComes(*place, into.number))


def _happens(what: str, seats: Sequence[int], length: timedelta, now: datetime) -> list[ClockEvent]:
    """Return the clock events of a ruling for these seats."""
    if what == MORE_TIME:
        return [ClockEvent(now, GIVEN, seat, REFEREE, length=length) for seat in seats]
    if what == PAUSE:
        return [ClockEvent(now, STOPPED, None, REFEREE, until=now + length)]
    return [ClockEvent(now, WENT, None, REFEREE)]


def _end_of_pause(state: TournamentState, place: Place, now: datetime) -> datetime:
    """Return until when a pairing is paused; refuse `not-paused`."""
    until = state.paused.get(place, now)
    if until <= now:
        raise Refusal("not-paused")
    return until
