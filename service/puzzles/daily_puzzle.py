"""The puzzle of the day: made ahead of need, posted where a server wants it, answered in private, solved the day after.

A server that has chosen a channel has puzzles of its own, and a timer that owns them. The puzzle of a day, the solution of the day
before and the next moment of the timer are one transaction, so nothing is posted twice or left out, whatever ends in between.
Everywhere else, and in private messages, there is the puzzle for everybody (`FOR_ALL`): a new one each day, for the first who asks.
People who answer try a turn in a draft as in a game: for that a puzzle stands beside the matches, under a number below 0. An answer
is judged at once, for its giver alone, and final.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from ai.puzzle_search import ALIKE
from games.core.evaluation_terms import EvaluationTerm, evaluation_difference
from games.core.game import Seat
from games.core.uploads import Uploads
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.post_content import PostContent, new_post, posted
from service.core.timers import Timers
from service.errors import Refusal
from service.guilds.guild_lifecycle import GONE
from service.guilds.server_settings import PUZZLES, ServerChange, ServerSettings
from service.history.record_parser import ELSEWHERE
from service.match import match_session as lives
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import nonce
from service.play.drafts import Drafts, check_base
from service.puzzles.puzzle_generator import PuzzleGenerator
from service.records import Draft, MatchView
from storage.changes import Change, CompleteTimer, MarkPuzzlePosted, QueuePosts, SavePuzzleAnswer, SetTimers
from storage.puzzle_rows import FOR_ALL, PuzzleAnswer, PuzzleDay, PuzzleRow, SolverRow
from storage.rows import (
    RUNNING,
    SERVER,
    ActionRow,
    LoadedMatch,
    MatchId,
    MatchRow,
    NewTimer,
    SeatRow,
    Secret,
    TimerRow,
    UserId,
    of_match,
    of_server,
)
from telemetry.log_line import log_line
from workers.pool import Pool

log = logging.getLogger("service.puzzles.puzzles")

PUZZLE, SOLUTION = "puzzle", "solution"
"""The kinds of the messages, PUZZLE also of the timer."""

EVERY = timedelta(days=1)
LACKING = timedelta(minutes=2)
"""Until it is looked again where no puzzle is ready yet."""
PEOPLE = 5
"""Most names in the table of the best solvers."""
NAMED = 20
"""Most names of people who solved a puzzle."""


@posted(SERVER, PUZZLE)
class PuzzlePost(PostContent):
    """The puzzle of a day, by its number in its server."""

    number: int


@posted(SERVER, SOLUTION)
class SolutionPost(PostContent):
    """The solution of an earlier day's puzzle."""

    number: int


class DailyPuzzle(NamedTuple):
    """A puzzle of a server or for everyone, with all that showing it takes."""

    day: PuzzleDay
    seat: Seat
    """Who is asked."""
    choices: Mapping[tuple[str, ...], float]
    """What each turn loses against the best, which comes first."""
    table: MatchView
    is_from_here: bool
    """Whether it is out of a game that was played in this server."""
    played: tuple[str, ...] = ()
    """What its owner played there, where it is one of their own turns."""

    @property
    def best(self) -> tuple[str, ...]:
        """The solution."""
        return next(iter(self.choices))


class AnswerResult(NamedTuple):
    """The outcome of an answer."""

    day: DailyPuzzle
    draft: Draft
    """The answer."""
    best: Draft
    terms: tuple[EvaluationTerm, ...]
    """What the best turn changes, in points."""
    lost: float
    """Points that the answer is worse than the best turn."""
    streak: int = 0
    """Number of puzzles of the day up to this one that the person has solved without a miss."""
    played: Draft | None = None
    """What was played in the game, where the puzzle is one of the person's own turns."""
    again_at: datetime | None = None
    """When such a turn is asked again; None where the answer was right."""

    @property
    def is_right(self) -> bool:
        """Whether it is as good as the best."""
        return self.lost <= ALIKE


class Puzzles:
    """The puzzles of all servers, and those for everyone; `whose` is the id of a server, or `FOR_ALL`."""

    def __init__(
        self,
        repository: MatchRepository,
        pool: Pool,
        timers: Timers,
        chosen: ServerSettings,
        clock: Callable[[], datetime],
        *,
        uploads: Mapping[str, Uploads] | None = None,
    ) -> None:
        """Keep the clock that dates background work."""
        self._store = repository.store
        self._unit_of_work = repository.unit_of_work
        self._timers = timers
        self._chosen = chosen
        self._tables = _Tables(repository)
        self.drafts = Drafts(self._tables, self._tables.of_table)
        """What people try out: of the puzzle `match_of(day)`."""
        self.making = PuzzleGenerator(repository, pool, clock, uploads or {})

    async def along(self, step: ServerChange, now: datetime) -> Sequence[Change]:
        """Return the timer of a server's daily puzzle after a choice."""
        old, new = step.before, step.after
        if old.prefs.get(PUZZLES) == new.prefs.get(PUZZLES):
            return ()
        timers = (NewTimer(PUZZLE, now),) if new.prefs.get(PUZZLES) else ()
        return (SetTimers(of_server(new.guild_id), now, timers, instead_of=PUZZLE),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Begin a new day's puzzle in a server."""
        guild_id = timer.subject.id
        channel_id = self._chosen.one(guild_id, PUZZLES)
        if channel_id is None:
            await self._timers.done(timer, now)
        elif any(each_timer.kind == GONE for each_timer in await self._store.timers.of(timer.subject)):
            await self._timers.done(timer, now, again=EVERY)  # nobody can be reached there; it may come back
        else:
            await self._turn_over(timer, guild_id, channel_id, now)

    async def _turn_over(self, timer: TimerRow, guild_id: int, channel_id: int, now: datetime) -> None:
        async def ready(_: PuzzleDay | None) -> tuple[int, ...]:
            return await self.making.ready(guild_id, channel_id)

        def decide(last: PuzzleDay | None, ready: tuple[int, ...]) -> Decision[PuzzleDay | None]:
            if not ready:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + LACKING),))
            day = PuzzleDay(guild_id, last.number + 1 if last else 1, ready[0], now)
            post_contents = (*([SolutionPost(last.number)] if last else []), PuzzlePost(day.number))
            posts = tuple(new_post(content, nonce(), channel_id) for content in post_contents)
            done = CompleteTimer(timer, now, _next(timer.due_at, now))
            return Decision(lambda: day, changes=(done, MarkPuzzlePosted(day), QueuePosts(of_server(guild_id), now, posts)))

        day = await self._unit_of_work.change_with_precomputed(self._scope_of(guild_id), ready, decide, now=now, timer=timer)
        if day is not None:
            log.info(log_line("puzzle-posted", server=guild_id, number=day.number, puzzle=day.puzzle_id))

    async def latest(self, whose: int) -> PuzzleDay | None:
        """Return the newest puzzle of a server or, with `FOR_ALL`, for everyone; None if there was none yet."""
        return next(iter(await self._store.puzzles.days(whose, 1)), None)

    async def _today(self, now: datetime) -> PuzzleDay:
        """Return the puzzle for everyone, a new one on each day (UTC) on which it is asked for; refuse `puzzle-not-made`."""
        last = await self.latest(FOR_ALL)
        if last is not None and last.at.date() >= now.date():
            return last
        ready = await self.making.ready_for_all()
        return await self._unit_of_work.change(self._scope_of(FOR_ALL), lambda seen: _begin_puzzle(seen, ready, now), now=now)

    def _scope_of(self, whose: int) -> ChangeScope[PuzzleDay | None]:
        """Return the scope of the last puzzle of a server, or for everyone."""
        its = of_server(whose)

        async def read() -> LoadedAggregates[PuzzleDay | None]:
            revision = await self._store.revision(its)
            return LoadedAggregates(await self.latest(whose), {its: revision})

        return ChangeScope((its,), read)

    # --- answering ---------------------------------------------------------------------------------------------------

    async def whose(self, guild_id: int | None) -> int:
        """Return whose puzzles are shown in a place: its server's if it has any, else those for everyone."""
        has_own = guild_id is not None and self._chosen.one(guild_id, PUZZLES) is not None
        return guild_id if guild_id is not None and has_own and await self.latest(guild_id) is not None else FOR_ALL

    async def newest(self, whose: int, *, now: datetime) -> PuzzleDay:
        """Return the open puzzle; refuse `no-puzzle` in a server without one, `puzzle-not-made` before the very first."""
        if whose == FOR_ALL:
            return await self._today(now)
        puzzle_day = await self.latest(whose)
        if puzzle_day is None or self._chosen.one(whose, PUZZLES) is None:
            raise Refusal("no-puzzle")
        return puzzle_day

    async def still_open(self, whose: int, number: int, *, now: datetime) -> PuzzleDay:
        """Return that puzzle, if it is still open; refuse `puzzle-over`, and as `newest`."""
        puzzle_day = await self.newest(whose, now=now)
        if puzzle_day.number != number:
            raise Refusal("puzzle-over", number=number)
        return puzzle_day

    async def over(self, whose: int, number: int, *, now: datetime) -> DailyPuzzle:
        """Return that puzzle, if its solution may be shown; refuse `puzzle-open`, and as `newest` and `day`."""
        newest = await self.newest(whose, now=now)
        if number >= newest.number:
            raise Refusal("puzzle-open")
        return await self.day(whose, number)

    async def day(self, whose: int, number: int) -> DailyPuzzle:
        """Return a puzzle as the public sees it; refuse `no-puzzle`, `rules-changed`."""
        puzzle_day = await self._store.puzzles.day(whose, number)
        if puzzle_day is None:
            raise Refusal("no-puzzle")
        return await self.shown(puzzle_day)

    async def shown(self, day: PuzzleDay) -> DailyPuzzle:
        """Return a puzzle with all that showing it takes; refuse `no-puzzle`, `rules-changed`."""
        live, seat = await self._tables.position(day.puzzle_id)
        row = await self._store.puzzles.get(day.puzzle_id)
        if row is None:
            raise Refusal("no-puzzle")
        choices = {tuple(texts): float(loss) for texts, loss in row.data["choices"]}
        game, view = live.game, live.game.view(live.state, None)
        legal = tuple(game.legal(live.state, seat))
        scores = tuple(game.scores(live.state))
        match = replace(live.match, guild_id=day.guild_id if day.guild_id > 0 else None)
        table = MatchView(game, match, live.seats, None, live.version, view, (seat,), legal, scores, None)
        return DailyPuzzle(day, seat, choices, table, row.guild_id is not None, tuple(row.data.get("played", ())))

    async def after(self, day: DailyPuzzle, texts: Sequence[str]) -> Draft:
        """Return the draft of a turn."""
        return await self.drafts.peek(match_of(day.day), NOBODY, texts, now=day.day.at)

    async def terms(self, day: DailyPuzzle, texts: Sequence[str]) -> tuple[EvaluationTerm, ...]:
        """Return what a turn changes, in points; empty in a game with secrets."""
        live, seat = await self._tables.position(day.day.puzzle_id)
        if live.game.has_secrets:
            return ()
        return evaluation_difference(live.game, live.state, lives.try_actions(live, seat, texts).state, seat)

    async def answer(self, whose: int, number: int, user_id: UserId, *, based_on: str, now: datetime) -> Draft:
        """Store the person's draft as their answer, for good; return the draft.

        Refuses `puzzle-answered`, `draft-incomplete`, `draft-changed`, and as `still_open`.
        """
        day = await self.still_open(whose, number, now=now)
        draft = await self.given(day, user_id, based_on=based_on, now=now)
        lost = loss((await self.day(whose, number)).choices, draft.texts)
        given = PuzzleAnswer(whose, number, user_id, draft.texts, round(10 * lost), now)

        async def earlier(_: PuzzleDay | None) -> PuzzleAnswer | None:
            return await self.answer_of(whose, number, user_id)

        def decide(seen: tuple[PuzzleDay | None, PuzzleAnswer | None]) -> Decision[Draft]:
            last, known = seen
            if last != day:
                raise Refusal("puzzle-over", number=number)
            if known is not None:
                raise Refusal("puzzle-answered")
            return Decision(lambda: draft, changes=(SavePuzzleAnswer(given),))

        return await self._unit_of_work.change(self._scope_of(whose).also(earlier), decide, now=now)

    async def result(self, day: PuzzleDay, user_id: UserId) -> AnswerResult | None:
        """Return the outcome of a person's answer to this puzzle; None before they have given one."""
        given = await self.answer_of(day.guild_id, day.number, user_id)
        if given is None:
            return None
        shown = await self.shown(day)
        best, draft = await self.after(shown, shown.best), await self.after(shown, given.texts)
        return AnswerResult(shown, draft, best, await self.terms(shown, shown.best), given.tenths / 10, given.streak)

    async def given(self, day: PuzzleDay, user_id: UserId, *, based_on: str, now: datetime) -> Draft:
        """Return a person's draft, if it is a whole turn; refuse `draft-incomplete`, `draft-changed`."""
        draft = await self.drafts.open(match_of(day), user_id, now=now)
        check_base(draft.texts, based_on)
        if not draft.may_confirm:
            raise Refusal("draft-incomplete", asked=(draft.seat,))
        return draft

    async def answer_of(self, whose: int, number: int, user_id: UserId) -> PuzzleAnswer | None:
        """Return a person's answer to one puzzle; None if they gave none."""
        return await self._store.puzzles.answer_of(whose, number, user_id)

    async def has_answered(self, day: PuzzleDay, user_id: UserId) -> bool:
        """Return whether a person has answered this puzzle."""
        return await self.answer_of(day.guild_id, day.number, user_id) is not None

    async def solved_by(self, day: PuzzleDay) -> tuple[UserId, ...]:
        """Return the first people who solved this puzzle, at most `NAMED`."""
        return await self._store.puzzles.solved_by(day.guild_id, day.number, NAMED)

    async def solvers(self, guild_id: int) -> tuple[SolverRow, ...]:
        """Return a server's best solvers of its latest closed puzzles, the best first, at most `PEOPLE`."""
        return await self._store.puzzles.solvers(guild_id, PEOPLE)

    async def close(self) -> None:
        """Stop making puzzles; what is made stays."""
        await self.making.close()


NOBODY = UserId(0)
"""Looks at a puzzle without being anybody: nothing is kept about them."""


class _Tables(MatchRepository):
    """Puzzles where drafts look for matches: the person who answers has the seat that is asked."""

    def __init__(self, repository: MatchRepository) -> None:
        super().__init__(
            repository.store, repository.games, executor=repository.executor, keep=32, unit_of_work=repository.unit_of_work
        )

    async def position(self, puzzle_id: int) -> tuple[MatchSession, Seat]:
        """Return the position, and the asked seat; refuse `no-puzzle`, `rules-changed`."""
        match_id = MatchId(-puzzle_id)
        row = await self.store.puzzles.get(puzzle_id)
        if row is None:
            raise Refusal("no-puzzle")
        known = self._live.state(match_id)
        if known is None:
            loaded = _loaded_puzzle(row)
            known = await self.work(lives.revive, self.game_of(loaded.match), loaded, Secret(b""))
            self._live.keep(match_id, known, 0)
        return known, Seat(row.data["seat"])

    def of_table(self, match_id: MatchId, user_id: UserId) -> ChangeScope[tuple[MatchSession, SeatRow]]:  # noqa: ARG002  # anybody
        """Return the scope as `MatchRepository.of_table`; a puzzle never changes, so its scope has no conflicts."""

        async def read() -> LoadedAggregates[tuple[MatchSession, SeatRow]]:
            live, seat = await self.position(-match_id)
            return LoadedAggregates((live, live.seats[seat]), {})

        return ChangeScope((of_match(match_id),), read)


def _begin_puzzle(last: PuzzleDay | None, ready: Sequence[int], now: datetime) -> Decision[PuzzleDay]:
    """Return the decision for today's puzzle: the next ready one; the last one where none is ready or one was just begun."""
    if last is not None and (not ready or last.at.date() >= now.date()):
        return Decision(lambda: last)
    if not ready:
        raise Refusal("puzzle-not-made")
    day = PuzzleDay(FOR_ALL, last.number + 1 if last else 1, ready[0], now)
    return Decision(lambda: day, changes=(MarkPuzzlePosted(day),))


def match_of(day: PuzzleDay) -> MatchId:
    """Return the match id by which drafts know a puzzle."""
    return MatchId(-day.puzzle_id)


def loss(choices: Mapping[tuple[str, ...], float], texts: Sequence[str]) -> float:
    """Return the loss of a turn; for an unexamined one the loss of the nearest that begins alike."""
    for kept_ in range(len(texts), 0, -1):
        alike = [lost for known, lost in choices.items() if known[:kept_] == tuple(texts[:kept_])]
        if tuple(texts[:kept_]) in choices:
            return choices[tuple(texts[:kept_])]
        if alike:
            return max(alike) if kept_ < len(texts) else min(alike)
    return max(choices.values())


def _loaded_puzzle(row: PuzzleRow) -> LoadedMatch:
    """Return a puzzle as a running match without players."""
    data, match_id = row.data, MatchId(-row.id)
    log_ = tuple(ActionRow(seq, Seat(seat), text, row.at) for seq, (seat, text) in enumerate(data["rows"]))
    seats = tuple(SeatRow(Seat(seat), None, ELSEWHERE, joined=seat) for seat in range(data["seats"]))
    game, options, rules, wanted = data["game"], data.get("options", {}), data["rules_version"], data["seats"]
    match = MatchRow(
        id=match_id,
        game=game,
        options=options,
        rules_version=rules,
        guild_id=None,
        channel_id=0,
        host_id=NOBODY,
        status=RUNNING,
        seats_wanted=wanted,
        order="joined",
        locale="",
        commitment="",
        version=len(log_),
        created_at=row.at,
        started_at=row.at,
    )
    return LoadedMatch(match, seats, log_, None)


def _next(due: datetime, now: datetime) -> datetime:
    """Return the next day at the same time."""
    return due + EVERY * ((now - due) // EVERY + 1)
