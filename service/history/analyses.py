"""Analyses of finished games: computed in the background, kept while the estimates are the same, posted where asked for.

A timer of the match owns the work until its result is written, one for each channel that waits, so no restart loses it. The result,
its posts and the end of the timers are one transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ai.game_analysis import LEAVES, AnalysedDecision, AnalysedRow, FinishedGame, GameAnalysis
from games.core.evaluation_terms import EvaluationTerm, evaluation_difference, with_remainder
from games.core.game import AnyGame, Event, Seat
from games.core.uploads import Uploads
from service.computers.computer_players import uploaded_content
from service.core import job_queue
from service.core.change_scope import Decision
from service.core.post_content import PostContent, Reaches, posted
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.timers import LongTimerTask, Timers
from service.errors import Refusal
from service.history.disclosure import DisclosurePolicy
from service.lobby.quotas import Quotas
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import match_post
from storage.changes import Change, DeleteAnalysis, QueuePosts, SaveAnalysis, SetTimers
from storage.errors import ConflictError
from storage.rows import FINISHED, MATCH, LoadedMatch, MatchId, MatchRow, NewPost, NewTimer, TimerRow, UserId, of_match
from telemetry.log_line import log_line
from workers import pipelined_worker
from workers.pipelined_worker import WorkerRequest
from workers.pool import Pool, Priority, WorkerUnavailableError

log = logging.getLogger("service.review.analyses")

ANALYSIS = "analysis"
"""The kind of the timers, and of the messages that tell that an analysis is there: `{"failed": bool}`."""

LIMIT_S = 300.0
"""What takes longer hangs: the work is some ten seconds, but it is nice to everything else."""

AGAIN = timedelta(minutes=2)
"""After so long it is looked whether the work still goes on: after a restart it does not."""

TRIES = 3
"""How often in a row it may fail before that is told."""


MISTAKE = 2.0
"""Points: what is less may be nothing but the guesswork of the estimate, and is not shown."""


ASKED_BY = "user"
"""Where the timer of an analysis names who asked for it."""

ESTIMATES = "estimates"
"""Under which name stands what version of the estimates an analysis was made with."""


@posted(MATCH, ANALYSIS, reaches=Reaches.OWED)
class AnalysisResult(PostContent):
    """The post that an analysis is ready, or has failed."""

    failed: bool


@timed(ANALYSIS)
class AnalysisTimer(TimerContent):
    """The payload of the timer of a requested analysis: the channel of its post, and who asked (None in older rows)."""

    channel: int
    user: int | None = omitted_if(None)


def _timer_content(timer: TimerRow) -> AnalysisTimer:
    return read_timer(timer, AnalysisTimer)


class AnalysedTurn(NamedTuple):
    """A turn that was played, or could have been."""

    texts: tuple[str, ...]
    view: Any
    """The table right after it, as its player saw it."""
    events: tuple[Event, ...]


class MoveComparison(NamedTuple):
    """A decision compared with the best one, with the positions that show both."""

    decision: AnalysedDecision
    before: Any
    """The table at which it was made, as its player saw it."""
    played: AnalysedTurn
    best: AnalysedTurn
    terms: tuple[EvaluationTerm, ...]
    """What makes the best one better, the answers to it included: they add up to the points lost."""


def mistakes(analysis: GameAnalysis, seat: Seat | None = None) -> list[AnalysedDecision]:
    """Return the decisions of a seat (None: of all) that cost enough to be told, the costliest first."""
    chosen = (decision for decision in analysis.decisions if decision.loss >= MISTAKE and seat in (None, decision.seat))
    return sorted(chosen, key=lambda each: (-each.loss, each.since))


def best_move(analysis: GameAnalysis) -> AnalysedDecision | None:
    """Return the decision that exceeded its alternatives by most; None where none stands out."""
    best = max(analysis.decisions, key=lambda each: each.edge, default=None)
    return best if best is not None and best.edge >= MISTAKE else None


class _By(NamedTuple):
    """The asker of an analysis, if that is a person to be told, and the channel of its post."""

    user_id: UserId | None
    channel_id: int
    again: bool = False
    """Whether that was let into the line before."""


class _Asked(NamedTuple):
    """A finished game, its stored analysis, and the timers of those who wait for one."""

    live: MatchSession
    kept: Any
    waiting: list[TimerRow]
    under_way: int
    """How many games wait for their analysis."""


class Analyses(LongTimerTask):
    """The use-case of analysing finished games with a computer player that looks ahead."""

    def __init__(
        self,
        repository: MatchRepository,
        disclosure: DisclosurePolicy,
        pool: Pool,
        timers: Timers,
        limits: Quotas,
        *,
        uploads: Mapping[str, Uploads] | None = None,
    ) -> None:
        super().__init__()
        self._repository = repository
        self._disclosure = disclosure
        self._pool = pool
        self._timers = timers
        self._limits = limits
        self._uploads = uploads or {}
        self.leaves = LEAVES
        """How many positions are judged for a game."""
        self._failed: dict[MatchId, int] = {}

    async def of(self, match_id: MatchId) -> GameAnalysis | None:
        """Return the stored analysis of a game; None without one."""
        stored = await self._repository.store.analyses.get(match_id)
        return None if stored is None else load(stored)

    async def stands(self, match_id: MatchId) -> bool:
        """Return whether a game's analysis was made with the present estimates; False without one."""
        stored = await self._repository.store.analyses.get(match_id)
        if stored is None:
            return False
        live = await self._repository.seen(match_id)
        return _is_present(stored, live.game)

    async def compared(self, match_id: MatchId, decisions: Sequence[AnalysedDecision]) -> tuple[MoveComparison, ...]:
        """Return the tables that show these decisions; refuse as `MatchQueries.table`, `not-finished`, `bag-shared`."""
        live = await self._repository.seen(match_id)
        if live.match.status != FINISHED:
            raise Refusal("not-finished", status=live.match.status)
        await self._disclosure.must_be_open(live.match)
        return await self._repository.work(_compare_moves, live, tuple(decisions))

    async def ask(self, match_id: MatchId, channel_id: int, user_id: UserId | None = None, *, now: datetime) -> bool:
        """Start an analysis and post it in this channel when done, once per channel; return False if it exists already.

        Refuses `no-match`, `not-finished`, `bag-shared`, `rules-changed`, `nothing-to-analyse`, `too-many-analyses`, and to a
        person, if `user_id` says who that is, as `JobQueue.check`.
        """
        store, its = self._repository.store, of_match(match_id)

        async def asked(live: MatchSession) -> _Asked:
            if live.match.status != FINISHED:
                raise Refusal("not-finished", status=live.match.status)
            await self._disclosure.must_be_open(live.match)
            waiting = [timer for timer in await store.timers.of(its) if timer.kind == ANALYSIS]
            return _Asked(live, await store.analyses.get(match_id), waiting, len(await store.timers.subjects(ANALYSIS)))

        def decide(asked: _Asked) -> Decision[bool]:
            if not any(row.seat >= 0 for row in logs.standing_rows(asked.live.log)):
                raise Refusal("nothing-to-analyse")
            if asked.kept is not None and _is_present(asked.kept, asked.live.game):
                return Decision(lambda: False)
            if any(_timer_content(timer).channel == channel_id for timer in asked.waiting):
                return Decision(lambda: True)
            if not asked.waiting and asked.under_way >= self._limits.analyses:
                raise Refusal("too-many-analyses", most=self._limits.analyses)
            if not asked.waiting and user_id is not None:
                self._repository.job_queue.check(job_queue.ANALYSIS, user_id, asked.live.match.guild_id)
            waits = new_timer(AnalysisTimer(channel_id, user_id), now + AGAIN)
            return Decision(lambda: True, changes=(DeleteAnalysis(match_id), SetTimers(its, now, (waits,))))

        of = self._repository.of(match_id).also(asked).then(lambda found: found[1])
        is_coming = await self._repository.unit_of_work.change(of, decide, now=now)
        if is_coming:
            self._begin(match_id, now, _By(user_id, channel_id))
        return is_coming

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Start the work of a timer unless it is running, as after a restart; the work itself completes the timer."""
        await self._timers.done(timer, now, again=AGAIN)
        analysis_timer = _timer_content(timer)
        self._begin(
            timer.match_id,
            now,
            _By(None if analysis_timer.user is None else UserId(analysis_timer.user), analysis_timer.channel, again=True),
        )

    def _begin(self, match_id: MatchId, now: datetime, by: _By) -> None:
        self._set_to(lambda: self._run(match_id, now, by), match_id, f"analysis of match {match_id}")

    async def _run(self, match_id: MatchId, now: datetime, by: _By) -> None:
        try:
            guild_id = (await self._repository.seated(match_id))[0].guild_id
            async with self._repository.job_queue.admitted(job_queue.ANALYSIS, by.user_id, guild_id, again=by.again):
                await self._find_out(match_id, now)
        except job_queue.JobCancelled:
            await self._withdraw(match_id, now, by.channel_id)
        except (WorkerUnavailableError, Refusal, OSError) as error:
            await self._give_up(match_id, now, repr(error))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("the analysis of match %s failed", match_id)
            await self._give_up(match_id, now, repr(error))
        finally:
            self._working.pop(match_id, None)

    async def _find_out(self, match_id: MatchId, now: datetime) -> None:
        if await self._repository.store.analyses.get(match_id) is None:
            live = await self._repository.seen(match_id)
            question = WorkerRequest(finished_game(live), self.leaves, uploaded_content(live.match, self._uploads))
            kind = f"analysis of match {match_id}"
            game_analysis = await self._pool.run(
                pipelined_worker.judged, question, kind=kind, limit_s=LIMIT_S, priority=Priority.BACKGROUND
            )
            kept: tuple[Change, ...] = (SaveAnalysis(match_id, {**dump(game_analysis), ESTIMATES: live.game.estimates}, now),)
        else:
            kept = ()
        await self._post_results(match_id, now, *kept)
        self._failed.pop(match_id, None)
        log.info(log_line("analysed", match=match_id))

    async def _withdraw(self, match_id: MatchId, now: datetime, channel_id: int) -> None:
        """Stop waiting in this channel; where others wait, their timer begins again."""
        its = of_match(match_id)

        def decide(loaded: tuple[LoadedMatch, tuple[TimerRow, ...]]) -> Decision[None]:
            waiting = [timer for timer in loaded[1] if timer.kind == ANALYSIS and _timer_content(timer).channel != channel_id]
            fresh = tuple(NewTimer(ANALYSIS, now, timer.payload) for timer in waiting)
            return Decision(lambda: None, changes=(SetTimers(its, now, fresh, instead_of=ANALYSIS),))

        of = self._repository.of_loaded(match_id).also(lambda _: self._repository.store.timers.of(its))
        await self._repository.unit_of_work.change(of, decide, now=now)

    async def _give_up(self, match_id: MatchId, now: datetime, reason: str) -> None:
        """Retry later by the timer; after too many failures, tell the users who asked."""
        failed = self._failed[match_id] = self._failed.get(match_id, 0) + 1
        log.warning(log_line("analysis-failed", match=match_id, reason=reason[:200], times=failed))
        if failed >= TRIES:
            self._failed.pop(match_id)
            await self._post_results(match_id, now, failed=True)

    async def _post_results(self, match_id: MatchId, now: datetime, *kept: Change, failed: bool = False) -> None:
        """Post the result in every channel that asked, and end their timers."""
        its = of_match(match_id)

        def decide(loaded: tuple[LoadedMatch, tuple[TimerRow, ...]]) -> Decision[None]:
            waiting = [timer for timer in loaded[1] if timer.kind == ANALYSIS]
            posts = tuple(_result_post(loaded[0].match, _timer_content(timer).channel, failed=failed) for timer in waiting)
            return Decision(lambda: None, changes=(*kept, SetTimers(its, now, instead_of=ANALYSIS), QueuePosts(its, now, posts)))

        with suppress(ConflictError):  # somebody else was faster, and has told it
            of = self._repository.of_loaded(match_id).also(lambda _: self._repository.store.timers.of(its))
            await self._repository.unit_of_work.change(of, decide, now=now)


def finished_game(live: MatchSession) -> FinishedGame:
    """Return a finished match as it is judged: the standing actions, and the result."""
    rows = (AnalysedRow(row.seq, row.seat, row.text) for row in logs.standing_rows(live.log) if logs.kind_of(row) == logs.ACTION)
    scores = tuple((live.match.result or {}).get("scores", ())) or tuple(live.game.scores(live.state))
    return FinishedGame(live.game, live.match.options, len(live.seats), tuple(rows), scores)


def dump(judged: GameAnalysis) -> dict[str, object]:
    """Return an analysis as plain data for `json.dumps`."""
    luck = {"luck": judged.luck, "give_or_take": judged.give_or_take}
    return {"course": judged.course, "decisions": judged.decisions, **luck}


def load(kept: Any) -> GameAnalysis:
    """Return the analysis in the data of `dump`, as `json` returns them."""
    course = tuple((upto, tuple(points)) for upto, points in kept["course"])
    decisions = tuple(
        AnalysedDecision(Seat(seat), since, upto, tuple(played), tuple(best), loss, edge)
        for seat, since, upto, played, best, loss, edge in kept["decisions"]
    )
    luck = None if kept["luck"] is None else tuple(kept["luck"])
    return GameAnalysis(course, decisions, luck, kept.get("give_or_take", 0.0))  # which those of before have not


def _is_present(kept: Any, game: AnyGame) -> bool:
    """Return whether an analysis was made by the present estimates; those without versions were not."""
    return bool(kept.get(ESTIMATES) == game.estimates)


def _compare_moves(live: MatchSession, decisions: Sequence[AnalysedDecision]) -> tuple[MoveComparison, ...]:
    comparisons = []
    for decision in decisions:
        state = lives.state_at(live, decision.since)
        (played, otherwise), (best, better) = (
            turn_shown(live.game, state, decision.seat, texts) for texts in (decision.played, decision.best)
        )
        made_of = (
            ()
            if live.game.has_secrets
            else with_remainder(evaluation_difference(live.game, otherwise, better, decision.seat), decision.loss)
        )
        comparisons.append(MoveComparison(decision, live.game.view(state, decision.seat), played, best, made_of))
    return tuple(comparisons)


def turn_shown(game: AnyGame, state: Any, seat: Seat, texts: Sequence[str]) -> tuple[AnalysedTurn, Any]:
    """Return a turn as it is shown, and the position after it; `state` stays as it is."""
    after, events = game.clone(state), list[Event]()
    for text in texts:
        game.advance(after, seat, game.read(text), events.append)
    return AnalysedTurn(tuple(texts), game.view(after, seat), tuple(events)), after


def _result_post(match: MatchRow, channel_id: int, *, failed: bool) -> NewPost:
    return replace(match_post(match, AnalysisResult(failed), upto=match.version), channel_id=channel_id)
