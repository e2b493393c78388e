"""Use-cases of spectators who guess a game's moves.

A guess is made in the usual private draft and shown to no other user. It is graded against the move played and against the best one
that a computer finds. If the players of the game may ask for hints, that happens when the guesser looks after the move; otherwise
after the game. Then a timer of the match grades one move after another, so a process may end at any moment. Players of the game,
and of games with the same sealed bag, can't guess.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from clocks.assistance import AssistLevel
from games.core.game import Seat
from games.core.uploads import Uploads
from service.computers.computer_players import uploaded_content
from service.core.change_scope import Decision
from service.errors import Refusal
from service.history.analyses import AnalysedTurn, turn_shown
from service.history.disclosure import DisclosurePolicy, allowed_aids
from service.match import match_log as logs
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_changes import MatchChange, asked_people
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, TentativePosition
from service.play.drafts import OpenDraft, seat_to_guess
from service.play.vote_counting import GOOD, streak_of
from service.records import MatchUpdate
from storage.changes import Change, CompleteTimer, DeleteDrafts, PutRow, SaveDraft, SaveGuessScores, SetTimers
from storage.rows import FINISHED, RUNNING, DraftRow, GuessScore, MatchId, MatchRow, NewTimer, TimerRow, UserId, VoteRow, of_match
from telemetry.log_line import log_line
from workers import vote_task as judging
from workers.pool import Pool, Priority
from workers.vote_task import VoteGradingTask

log = logging.getLogger("service.play.guesses")

GRADE = "grade"
"""The kind of the timer that grades the guesses of a game that is over."""
SOON = 3
"""At so many moves guesses are graded at most while somebody waits; the others when they look again, or after the game."""
AGAIN = timedelta(hours=1)
"""When it is looked again whether a game may be opened whose bag others still draw from."""
LIMIT_S = 60.0
LEAST_GUESSES, LEAST_GAMES = 20, 5
"""So many guesses in so many games are needed for a line in the table of a month."""
NOWHERE = 0
"""Instead of the month in which a guess counts: its player may have shown what they play."""


class GradedGuess(NamedTuple):
    """A guess with its grade."""

    seat: Seat
    version: int
    """The position in which the move was asked for."""
    turn: AnalysedTurn
    """What was guessed."""
    played: tuple[str, ...]
    tenths: int | None
    """By how many tenths of a point it is worse than the best; None while that is found out."""
    counts: bool = True
    """Whether it was made before the player had begun to choose."""

    @property
    def is_hit(self) -> bool:
        """Whether the guess equals the move played."""
        return self.turn.texts == self.played

    @property
    def is_good(self) -> bool:
        """Whether the guess is as good as the best move, or nearly."""
        return self.tenths is not None and self.tenths <= GOOD


@dataclass(frozen=True)
class _Turn:
    """The guesses at one move, which are graded together."""

    live: MatchSession
    guesses: tuple[VoteRow, ...]
    more: bool
    """Whether there are moves whose guesses are graded after these."""
    made: tuple[VoteRow, ...]
    """All guesses of the game."""


class OwnGuesses(NamedTuple):
    """The guesses of a user in a game that may be shown to them."""

    guesses: tuple[GradedGuess, ...]
    streak: int
    """How many of their last graded guesses in this server are good, without a miss."""
    is_open: bool
    """Whether the game is over and all is open, so that there are no others."""


class Guesses:
    """The use-cases of guessing and grading."""

    def __init__(
        self,
        repository: MatchRepository,
        disclosure: DisclosurePolicy,
        pool: Pool,
        shares_bag: Callable[[MatchId, UserId], Awaitable[bool]],
        *,
        uploads: Mapping[str, Uploads] | None = None,
    ) -> None:
        """Keep `shares_bag`, which tells whether a person plays in an event whose tables draw from the match's bag."""
        self._repository = repository
        self._disclosure = disclosure
        self._pool = pool
        self._shares_bag = shares_bag
        self._uploads = uploads or {}

    async def begin(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> None:
        """Mark the person's draft in this match as a guess; a repeated call keeps the draft.

        Refuses as `MatchRepository.of_running`, and `no-guess` (why: plays, bag, none).
        """

        async def known(_: MatchSession) -> tuple[DraftRow | None, bool]:
            return await self._repository.store.drafts.get(user_id, of_match(match_id)), await self._shares_bag(match_id, user_id)

        def decide(loaded: tuple[MatchSession, tuple[DraftRow | None, bool]]) -> Decision[None]:
            live, (draft, shares) = loaded
            if (why := _guess_refusal(live, user_id, shares=shares)) is not None:
                raise Refusal("no-guess", why=why)
            began = () if draft is not None else (SaveDraft(of_match(match_id), user_id, DraftRow(live.version, ())),)
            return Decision(lambda: None, changes=began)

        await self._repository.unit_of_work.change(self._repository.of_running(match_id).also(known), decide, now=now)

    def cast(self, draft_context: OpenDraft, position: TentativePosition, now: datetime) -> Decision[MatchUpdate]:
        """Return the decision that stores a complete draft as a guess, replacing the person's former one at the same move."""
        live, seat = draft_context.live, draft_context.seat
        counted = NOWHERE if draft_context.has_begun else None
        guess = VoteRow(seat.seat, seat.told, draft_context.user, position.texts, now, counted=counted)
        answer = MatchUpdate(live.match, live.seats, live.version, (), asked_people(live), None, guessed=True)
        return Decision(lambda: answer, changes=(PutRow(guess, live.match.id), *draft_context.with_texts(position.texts)))

    async def along(self, of: MatchChange, now: datetime) -> tuple[Change, ...]:
        """Return the changes at the end of a game: unfinished guesses are deleted, the others graded."""
        match, store = of.step.live.match, self._repository.store
        if match.status != FINISHED or match.guild_id is None or of.step.before.match.status == FINISHED:
            return ()
        left = tuple(await store.drafts.of(of.subject))
        dropped: tuple[Change, ...] = (DeleteDrafts(of.subject, left),) if left else ()
        if all(guess.tenths is not None for guess in _guesses(of.step.live, await store.votes.of(match.id))):
            return dropped
        return (*dropped, SetTimers(of.subject, now, (NewTimer(GRADE, now),)))

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Grade and count the guesses at one move, and set the timer for the next move."""

        async def turn(live: MatchSession | None) -> _Turn | None:
            if live is None or not await self._disclosure.is_open(live.match):
                return None
            made = await self._guesses_made(live)
            return _first(live, [vote for vote in made if vote.tenths is None], made)

        def decide(loaded: tuple[MatchSession | None, _Turn | None], losses: Mapping[tuple[str, ...], int]) -> Decision[None]:
            if loaded[1] is None:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + AGAIN),))
            again = (SetTimers(timer.subject, now, (NewTimer(GRADE, now),)),) if loaded[1].more else ()
            return Decision(lambda: None, changes=(*_count_guesses(loaded[1], losses, now), *again))

        of = self._repository.of(timer.match_id).or_none().also(turn)
        await self._repository.unit_of_work.change_with_precomputed(
            of, lambda at: self._grade(at[1], Priority.BACKGROUND), decide, now=now, timer=timer
        )

    async def _guesses_made(self, live: MatchSession) -> tuple[VoteRow, ...]:
        """Return the guesses in a game."""
        return _guesses(live, await self._repository.store.votes.of(live.match.id))

    async def grades_at_once(self, match: MatchRow) -> bool:
        """Return whether guesses are graded during a game: where its players may ask for hints, a grade gives nothing away."""
        return (
            AssistLevel.HINTS in allowed_aids(match)
            and not match.terms.rated
            and await self._repository.store.events.event_of(match.id) is None
        )

    async def grade(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> None:
        """Grade the guesses at moves that this person guessed and that are made, of a running game, if they are graded at once."""

        async def turn(live: MatchSession) -> _Turn:
            made = await self._guesses_made(live)
            left = [vote for vote in made if vote.tenths is None and is_made(live, vote)]
            own = {(vote.seat, vote.version) for vote in left if vote.user_id == user_id}
            return _first(live, [vote for vote in left if (vote.seat, vote.version) in own], made)

        def decide(loaded: tuple[MatchSession, _Turn], losses: Mapping[tuple[str, ...], int]) -> Decision[bool]:
            return Decision(lambda: loaded[1].more, changes=_count_guesses(loaded[1], losses, now))

        if not await self.grades_at_once((await self._repository.seen(match_id)).match):
            return
        of = self._repository.of_running(match_id).also(turn)
        for _ in range(SOON):
            if not await self._repository.unit_of_work.change_with_precomputed(
                of, lambda at: self._grade(at[1], Priority.WAITED_FOR), decide, now=now
            ):
                return

    async def _grade(self, turn: _Turn | None, priority: Priority) -> Mapping[tuple[str, ...], int]:
        if turn is None or not turn.guesses:
            return {}
        live, (first, *_) = turn.live, turn.guesses
        lines = tuple(dict.fromkeys(guess.texts for guess in turn.guesses))
        state = await self._repository.work(lives.state_at, live, first.version)
        seed = sealed_bag.derived_seed(live.secret, f"guesses {first.version}")
        question = VoteGradingTask(
            live.game, live.game.dump(state), first.seat, lines, seed, uploaded_content(live.match, self._uploads)
        )
        kind = f"guesses in match {live.match.id}"
        turn_grades = await self._pool.run(judging.judged, question, kind=kind, limit_s=LIMIT_S, priority=priority)
        log.info(log_line("guesses-graded", match=live.match.id, guesses=len(turn.guesses)))
        return dict(zip(lines, turn_grades.tenths, strict=True))

    async def of(self, match_id: MatchId, user_id: UserId) -> OwnGuesses:
        """Return a person's guesses in a game, in order: before all is open only graded ones.

        Refuses `no-guess` (why: running) where they are graded only then.
        """
        live = await self._repository.seen(match_id)
        is_open = await self._disclosure.is_open(live.match)
        if not is_open and (live.match.status != RUNNING or not await self.grades_at_once(live.match)):
            raise Refusal("no-guess", why="running")
        made = [vote for vote in await self._guesses_made(live) if vote.user_id == user_id]
        own = [vote for vote in made if is_open or (vote.tenths is not None and is_made(live, vote))]
        guild_id, votes = live.match.guild_id or 0, self._repository.store.votes
        streak = streak_of(await votes.losses(guild_id, user_id, is_town=False))
        return OwnGuesses(await self._repository.work(_graded_guesses, live, own), streak, is_open)

    async def were_made(self, match_id: MatchId) -> bool:
        """Return whether a game has any guesses."""
        return bool(await self._guesses_made(await self._repository.seen(match_id)))

    async def has_guessed(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether this person has guessed in a game."""
        return await self._repository.store.votes.has_voted(match_id, user_id)

    async def month(self, guild_id: int, month: int) -> tuple[GuessScore, ...]:
        """Return a server's guessers of a month such as 202611, the best first: by good guesses, then by hits.

        They are those with `LEAST_GUESSES` guesses in `LEAST_GAMES` games that count.
        """
        scores = await self._repository.store.votes.guess_scores(guild_id, month)
        return tuple(sorted(filter(_is_listed, scores), key=lambda each: (-each.good, -each.hits, each.guesses, each.user_id)))


def _graded_guesses(live: MatchSession, own: Sequence[VoteRow]) -> tuple[GradedGuess, ...]:
    graded_guesses = []
    for graded_guess in own:
        turn, _ = turn_shown(live.game, lives.state_at(live, graded_guess.version), graded_guess.seat, graded_guess.texts)
        counts = graded_guess.counted != NOWHERE
        played = actions_played(live, graded_guess)
        graded_guesses.append(GradedGuess(graded_guess.seat, graded_guess.version, turn, played, graded_guess.tenths, counts))
    return tuple(graded_guesses)


def _is_listed(score: GuessScore) -> bool:
    """Return whether a member has guessed enough for the table; games of the months before they were counted don't matter."""
    return score.guesses >= LEAST_GUESSES and (score.games is None or score.games >= LEAST_GAMES)


def month_of(at: datetime) -> int:
    """Return the month of a moment as a number such as 202611."""
    return at.year * 100 + at.month


def actions_played(live: MatchSession, guess: VoteRow) -> tuple[str, ...]:
    """Return the seat's actions from the guessed position on; empty where those were taken back."""
    rows = [row for row in logs.standing_rows(live.log) if row.seq >= guess.version and logs.kind_of(row) == logs.ACTION]
    return tuple(row.text for row in takewhile(lambda row: row.seat == guess.seat, rows))


def is_made(live: MatchSession, guess: VoteRow) -> bool:
    """Return whether the guessed move is made, and its player isn't asked for more of it."""
    asks_still = guess.seat in live.asked and live.seats[guess.seat].told == guess.version
    return not asks_still and bool(actions_played(live, guess))


def _first(live: MatchSession, left: Sequence[VoteRow], made: tuple[VoteRow, ...]) -> _Turn:
    """Return the guesses at the first of these moves."""
    first = tuple(vote for vote in left if (vote.seat, vote.version) == (left[0].seat, left[0].version))
    return _Turn(live, first, len(left) > len(first), made)


def _guesses(live: MatchSession, cast: Sequence[VoteRow]) -> tuple[VoteRow, ...]:
    """Return the guesses among the votes."""
    return tuple(vote for vote in cast if not live.seats[vote.seat].is_town)


def _guess_refusal(live: MatchSession, user_id: UserId, *, shares: bool) -> str | None:
    """Return why a person may not guess now."""
    if live.seat_of(user_id) is not None or any(seat.is_town for seat in live.seats):
        return "plays"
    if shares:
        return "bag"
    return "none" if seat_to_guess(live) is None else None


def _count_guesses(turn: _Turn, losses: Mapping[tuple[str, ...], int], now: datetime) -> tuple[Change, ...]:
    """Return the changes that store the grades and add them to the month in which the game ended, or to this one."""
    match = turn.live.match
    month = month_of(match.ended_at or now)
    graded = [
        replace(guess, tenths=losses[guess.texts], counted=NOWHERE if guess.counted == NOWHERE else month) for guess in turn.guesses
    ]
    changes: list[Change] = [PutRow(vote, match.id) for vote in graded]
    if graded and match.guild_id is not None:
        known = {guess.user_id for guess in turn.made if guess.counted == month}
        scores = tuple(
            GuessScore(
                *(vote.user_id, 1, int(vote.texts == actions_played(turn.live, vote)), int((vote.tenths or 0) <= GOOD)),
                games=int(vote.user_id not in known),
            )
            for vote in graded
            if vote.counted == month
        )
        changes.append(SaveGuessScores(match.guild_id, month, scores))
    return tuple(changes)
