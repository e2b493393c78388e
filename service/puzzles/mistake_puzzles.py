"""Puzzles from one's own mistakes: the costliest turns of a finished game, asked again over the next days.

The analysis names the turns; a process checks, as with every puzzle, that the better turn holds when the game is played on from
there. A timer of the person owns that work until its result is written, so no restart loses it, and forgetting the person ends it.
Only that person sees them.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ai.puzzle_search import ALIKE, LOOK, PLAYOUTS
from games.core.uploads import Uploads
from service.computers.computer_players import uploaded_content
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.job_queue import PUZZLE
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.timers import LongTimerTask, Timers
from service.errors import Refusal
from service.history.analyses import Analyses, finished_game, mistakes
from service.history.disclosure import DisclosurePolicy
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.puzzles.daily_puzzle import AnswerResult, Puzzles, loss
from service.puzzles.puzzle_generator import LIMIT_S, puzzle_row
from storage.changes import CompleteTimer, SaveMistakeAnswer, SaveMistakes, SetTimers
from storage.puzzle_rows import OWN, PuzzleDay, PuzzleRow
from storage.rows import FINISHED, MatchId, TimerRow, UserId, of_person
from telemetry.log_line import log_line
from workers.pool import Pool, Priority
from workers.puzzle_task import MistakePuzzlesTask, relived

log = logging.getLogger("service.puzzles.mistakes")

MISTAKES = "mistakes"
"""The kind of the timers: `{"match": id}`."""

SPACED = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When the dearest turn of a game is asked again, and those after it; there are no more of one game."""
AFTER_A_MISS = timedelta(days=3)
"""After a wrong answer it is asked again."""
MOST = 30
"""So many wait for one person."""
AGAIN = timedelta(minutes=2)
"""After so long it is looked whether the work still goes on: after a restart it does not."""
TRIES = 3
"""How often it may fail before it is given up."""


@timed(MISTAKES)
class MistakesTimer(TimerContent):
    """The payload of the timer of puzzles from one's own mistakes: the game."""

    match: int


class _Own(NamedTuple):
    """The mistake puzzles of one person."""

    puzzles: tuple[PuzzleRow, ...]
    timers: tuple[TimerRow, ...]
    """Of games that are looked at."""

    def waiting_for(self, match_id: MatchId) -> list[TimerRow]:
        """Return the timers of one game."""
        return [timer for timer in self.timers if read_timer(timer, MistakesTimer).match == match_id]


class MistakePuzzles(LongTimerTask):
    """The mistake puzzles of all people; answers are tried out in the drafts of `Puzzles`."""

    def __init__(
        self,
        repository: MatchRepository,
        puzzles: Puzzles,
        analyses: Analyses,
        disclosure: DisclosurePolicy,
        pool: Pool,
        timers: Timers,
        *,
        uploads: Mapping[str, Uploads] | None = None,
    ) -> None:
        super().__init__()
        self._repository = repository
        self._store = repository.store
        self._unit_of_work = repository.unit_of_work
        self._puzzles = puzzles
        self._analyses = analyses
        self._disclosure = disclosure
        self._pool = pool
        self._timers = timers
        self._uploads = uploads or {}
        self._failed: dict[int, int] = {}
        self.leaves, self.playouts = LOOK, PLAYOUTS
        """Positions judged for each turn, and how often the game is played on from it."""

    # --- making ------------------------------------------------------------------------------------------------------

    async def ask(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> None:
        """Make the person's costliest turns of a finished game into puzzles, once per game.

        Refuses `no-match`, `not-finished`, `bag-shared`, `not-seated`, `mistakes-hidden`, `mistakes-map`, `mistakes-none` where
        none is known, `mistakes-kept`, `mistakes-full`.
        """
        live = await self._repository.seen(match_id)
        await self._check(live)
        if not await self._turns(live, user_id):
            raise Refusal("mistakes-none")

        def decide(own: _Own) -> Decision[bool]:
            if own.waiting_for(match_id):
                return Decision(lambda: False)
            if any(puzzle.match_id == match_id for puzzle in own.puzzles):
                raise Refusal("mistakes-kept")
            if len(own.puzzles) + len(SPACED) * (len(own.timers) + 1) > MOST:
                raise Refusal("mistakes-full", number=len(own.puzzles))
            timer = new_timer(MistakesTimer(match_id), now)
            return Decision(lambda: True, changes=(SetTimers(of_person(user_id), now, (timer,)),))

        await self._unit_of_work.change(self._scope_of(user_id), decide, now=now)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Begin the work, if it is not under way. It ends the timer itself."""
        await self._timers.done(timer, now, again=AGAIN)
        self._set_to(lambda: self._run(timer, now), timer.id, f"mistakes, timer {timer.id}")

    async def _check(self, live: MatchSession) -> None:
        if live.match.status != FINISHED:
            raise Refusal("not-finished", status=live.match.status)
        await self._disclosure.must_be_open(live.match)
        if live.game.has_secrets:
            raise Refusal("mistakes-hidden")
        if uploaded_content(live.match, self._uploads) is not None:
            raise Refusal("mistakes-map")

    async def _turns(self, live: MatchSession, user_id: UserId) -> tuple[int, ...]:
        """Return the log rows where this person's mistakes begin, the costliest first; refuse `not-seated`."""
        seat = live.seat_of(user_id)
        if seat is None or not seat.is_human:
            raise Refusal("not-seated", match=live.match.id)
        judged = await self._analyses.of(live.match.id)
        return () if judged is None else tuple(mistake.since for mistake in mistakes(judged, seat.seat))

    async def _run(self, timer: TimerRow, now: datetime) -> None:
        user_id, match_id = UserId(timer.subject.id), MatchId(read_timer(timer, MistakesTimer).match)
        try:
            await self._keep(user_id, match_id, await self._find_puzzles(user_id, match_id, now), now)
            self._failed.pop(timer.id, None)
        except Refusal as refusal:  # the game is gone, or nobody knows its rules any more
            log.info(log_line("mistakes-dropped", match=match_id, reason=refusal.code))
            await self._keep(user_id, match_id, (), now)
        except Exception as error:
            failed = self._failed[timer.id] = self._failed.get(timer.id, 0) + 1
            log.warning(log_line("mistakes-failed", match=match_id, reason=repr(error)[:200], times=failed))
            if failed >= TRIES:
                self._failed.pop(timer.id)
                await self._keep(user_id, match_id, (), now)
        finally:
            self._working.pop(timer.id, None)

    async def _find_puzzles(self, user_id: UserId, match_id: MatchId, now: datetime) -> tuple[tuple[Any, datetime], ...]:
        """Return the puzzles, each with its due time."""
        live = await self._repository.seen(match_id)
        await self._check(live)
        turns, seed = await self._turns(live, user_id), secrets.randbits(48)
        question = MistakePuzzlesTask(finished_game(live), turns, len(SPACED), seed, self.leaves, self.playouts)
        async with self._repository.job_queue.admitted(PUZZLE, None, live.match.guild_id):
            kind = f"mistakes of match {match_id}"
            mistakes = await self._pool.run(relived, question, kind=kind, limit_s=LIMIT_S, priority=Priority.BACKGROUND)
        options, seats = live.match.options, len(live.seats)
        puzzles = [
            {**puzzle_row(live.game, mistake.puzzle, options=options, seats=seats), "played": mistake.played}
            for mistake in mistakes
        ]
        return tuple((data, now + wait) for data, wait in zip(puzzles, SPACED, strict=False))

    async def _keep(self, user_id: UserId, match_id: MatchId, puzzles: tuple[tuple[Any, datetime], ...], now: datetime) -> None:
        """End the timers. Nothing is kept for anyone who was forgotten meanwhile: their timers are gone."""

        def decide(own: _Own) -> Decision[int]:
            waiting = own.waiting_for(match_id)
            done = tuple(CompleteTimer(timer, now) for timer in waiting)
            if not waiting or not puzzles or any(puzzle.match_id == match_id for puzzle in own.puzzles):
                return Decision(lambda: 0, changes=done)
            return Decision(lambda: len(puzzles), changes=(*done, SaveMistakes(user_id, match_id, puzzles, now)))

        number = await self._unit_of_work.change(self._scope_of(user_id), decide, now=now)
        log.info(log_line("mistakes-kept", match=match_id, number=number))

    def _scope_of(self, user_id: UserId) -> ChangeScope[_Own]:
        its = of_person(user_id)

        async def read() -> LoadedAggregates[_Own]:
            revision = await self._store.revision(its)
            timers = tuple(timer for timer in await self._store.timers.of(its) if timer.kind == MISTAKES)
            return LoadedAggregates(_Own(await self._store.puzzles.of_user(user_id), timers), {its: revision})

        return ChangeScope((its,), read)

    # --- answering ---------------------------------------------------------------------------------------------------

    async def due(self, user_id: UserId, now: datetime) -> PuzzleDay | None:
        """Return a person's next due puzzle whose rules are known here; None without one."""
        for row in await self._store.puzzles.of_user(user_id):
            if row.due_at is not None and row.due_at <= now and self._is_known(row):
                return _puzzle_day(row)
        return None

    def _is_known(self, row: PuzzleRow) -> bool:
        return self._repository.games.at(row.data["game"], row.data["rules_version"]) is not None

    async def still_open(self, user_id: UserId, puzzle_id: int, *, now: datetime) -> PuzzleDay:
        """Return this person's puzzle; refuse `mistake-done` where it is solved or put off."""
        return _puzzle_day(_open(await self._store.puzzles.of_user(user_id), puzzle_id, now))

    async def answer(self, user_id: UserId, puzzle_id: int, *, based_on: str, now: datetime) -> AnswerResult:
        """Answer with the person's draft: a right answer ends the puzzle, after a wrong one it returns later.

        Refuses `draft-incomplete`, `draft-changed`, and as `still_open`.
        """
        puzzles = self._puzzles
        day = await puzzles.shown(await self.still_open(user_id, puzzle_id, now=now))
        draft = await puzzles.given(day.day, user_id, based_on=based_on, now=now)
        best, played = await puzzles.after(day, day.best), await puzzles.after(day, day.played)
        lost = loss(day.choices, draft.texts)
        again_at = None if lost <= ALIKE else now + AFTER_A_MISS
        terms = await puzzles.terms(day, day.best)
        answer_result = AnswerResult(day, draft, best, terms, lost, played=played, again_at=again_at)

        def decide(own: _Own) -> Decision[AnswerResult]:
            _open(own.puzzles, puzzle_id, now)
            return Decision(lambda: answer_result, changes=(SaveMistakeAnswer(user_id, puzzle_id, again_at),))

        return await self._unit_of_work.change(self._scope_of(user_id), decide, now=now)


def _puzzle_day(row: PuzzleRow) -> PuzzleDay:
    return PuzzleDay(OWN, row.id, row.id, row.at)


def _open(own: Sequence[PuzzleRow], puzzle_id: int, now: datetime) -> PuzzleRow:
    puzzle = next((row for row in own if row.id == puzzle_id), None)
    if puzzle is None or puzzle.due_at is None or puzzle.due_at > now:
        raise Refusal("mistake-done")
    return puzzle
