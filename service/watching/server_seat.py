"""Use-cases of a seat that a server plays: its members vote on every move.

A vote is given in the usual private draft and stays hidden until the vote closes. A timer of the match closes it: the winning move,
the grade of each vote, and the post about them are one transaction, so nothing is lost or done twice when a process ends.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from games.core.game import Seat
from games.core.uploads import Uploads
from service.computers.computer_players import Computers, uploaded_content
from service.core.change_scope import Decision
from service.core.post_content import PostContent, posted
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.errors import Refusal
from service.guilds.server_settings import VOTERS, ServerSettings
from service.history.analyses import AnalysedTurn, turn_shown
from service.match import match_log as logs
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_changes import MatchChange, MatchDetailsChange, asked_people
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, TentativePosition
from service.match.match_transaction import MatchTransaction, match_post
from service.play import vote_counting
from service.play.drafts import Drafts, OpenDraft
from service.play.vote_counting import ENOUGH, OPEN_FOR, VoteTally, streak_of
from service.records import MatchUpdate
from storage.changes import Change, CompleteTimer, DeleteDrafts, PutRow, SetTimers
from storage.rows import LIVE, LOST, MATCH, RUNNING, MatchId, MatchRow, NewTimer, SeatRow, TimerRow, UserId, VoteRow, of_match
from telemetry.log_line import log_line
from workers import vote_task as judging
from workers.pool import Pool, WorkerUnavailableError
from workers.vote_task import VoteGradingTask

log = logging.getLogger("service.play.town")

VOTE = "vote"
"""The kind of the timer that closes a vote: `{"version": which}`, with its seat."""
VOTED, UNVOTED = "voted", "unvoted"
"""Notices: what the server plays; that a computer plays for want of votes. Both `{"seat", "version", "votes"}`."""
AGAIN = timedelta(hours=1)
"""When it is looked again at a vote that can't be closed now."""
LATE, REOPENED = timedelta(hours=1), timedelta(hours=12)
"""A vote that should have closed so long ago, while the program was away, stays open for so long: nobody could vote."""
LIMIT_S = 30.0


@posted(MATCH, NOTICE, VOTED)
class VoteResult(PostContent):
    """The post about a turn that a server voted for: votes, tied turns, and the best turn if it is known."""

    seat: int
    version: int
    votes: int
    tied: int
    texts: tuple[str, ...]
    best: tuple[str, ...] = omitted_if(())


@posted(MATCH, NOTICE, UNVOTED)
class TooFewVotes(PostContent):
    """The post that too few voted, so that a computer played the turn."""

    seat: int
    version: int
    votes: int


@timed(VOTE)
class VoteTimer(TimerContent):
    """The payload of the timer that closes a vote: the version of the match that it is about."""

    version: int


@dataclass(frozen=True)
class _Ballot:
    """A vote that is being closed."""

    live: MatchSession
    seat: SeatRow
    votes: tuple[VoteRow, ...]
    drafts: tuple[UserId, ...]
    """Who has a draft about this match."""


class _Found(NamedTuple):
    """The slow computations before a vote is closed."""

    stand_in: TentativePosition | None = None
    """What the computer would play, where there are too few votes."""
    losses: Mapping[tuple[str, ...], int] = {}
    """By how many tenths of a point each voted turn is worse than the best."""
    best: tuple[str, ...] = ()
    """The best turn; empty if no process could find it."""


class RevealedVote(NamedTuple):
    """One of the turns that received votes, after the vote has closed."""

    turn: AnalysedTurn
    voters: tuple[UserId, ...]
    tenths: int | None
    is_played: bool


class VoterRecord(NamedTuple):
    """The record of one voter in a whole game."""

    user_id: UserId
    votes: int
    average: float
    """Points a vote by which theirs were worse than the best."""


class ServerSeat:
    """The use-cases of seats that servers play by votes."""

    def __init__(
        self,
        repository: MatchRepository,
        drafts: Drafts,
        computers: Computers,
        servers: ServerSettings,
        pool: Pool,
        *,
        uploads: Mapping[str, Uploads] | None = None,
    ) -> None:
        self._repository = repository
        self._drafts = drafts
        self._computers = computers
        self._servers = servers
        self._pool = pool
        self._uploads = uploads or {}

    def must_vote(self, match: MatchRow, seats: Sequence[SeatRow], since: datetime | None, now: datetime) -> None:
        """Refuse people who may not vote: `not-seated` where no server plays, `too-new-to-vote` (days) who has just joined it."""
        if not any(seat.is_town for seat in seats):
            raise Refusal("not-seated", match=match.id)
        days = int(self._servers.value(match.guild_id, VOTERS))
        if days and (since is None or now - since < timedelta(days=days)):
            raise Refusal("too-new-to-vote", days=days)

    async def must_take_sides(self, seats: Sequence[SeatRow], user_id: UserId) -> None:
        """Refuse `votes-elsewhere` to people who have voted for the other server in this game."""
        for seat in seats:
            if seat.mirror is not None and await self._repository.store.votes.has_voted(seat.mirror, user_id):
                raise Refusal("votes-elsewhere")

    def cast(self, draft_context: OpenDraft, position: TentativePosition, now: datetime) -> Decision[MatchUpdate]:
        """Return the decision that stores a complete draft as a vote; the last missing vote closes the vote soon."""
        live, its = draft_context.live, draft_context.subject
        vote = VoteRow(draft_context.seat.seat, draft_context.seat.told, draft_context.user, position.texts, now)
        changes: tuple[Change, ...] = (PutRow(vote, live.match.id), *draft_context.with_texts(position.texts))
        if vote_counting.closes_early(draft_context.votes, vote.version, draft_context.user):
            due = min(now + vote_counting.CLOSES_AFTER, _closes(draft_context.seat, now))
            changes = (*changes, SetTimers(its, now, (_timer(draft_context.seat, due),), instead_of=VOTE))
        answer = MatchUpdate(live.match, live.seats, live.version, (), asked_people(live), None, voted=True)
        return Decision(lambda: answer, changes=changes)

    async def closes_at(self, match_id: MatchId) -> datetime | None:
        """Return when the vote closes; None without a vote."""
        timers = await self._repository.store.timers.of(of_match(match_id))
        return next((timer.due_at for timer in timers if timer.kind == VOTE), None)

    async def along(self, of: MatchChange, now: datetime) -> tuple[Change, ...]:
        """Return the timer of a vote, opened when a server's seat is asked and dropped when it is asked no more."""
        seats, before = (_seats_to_vote(live.seats) for live in (of.step.live, of.step.before))
        if [(row.seat, row.told) for row in seats] == [(row.seat, row.told) for row in before]:
            return ()
        timers = tuple(_timer(row, _closes(row, now)) for row in seats)
        return (SetTimers(of.subject, now, timers, instead_of=VOTE),)

    async def along_put(self, of: MatchDetailsChange, now: datetime) -> tuple[Change, ...]:
        """Return the timer of a vote that begins again in a game with a new channel; an ended game keeps none."""
        match, is_over = of.commit.match, of.commit.match.status not in LIVE
        if match.started_at is None or not (is_over or of.commit.revive_posts):
            return ()
        seats = await self._repository.store.matches.seats(match.id)
        if not any(row.is_town for row in seats):
            return ()
        asked = [] if is_over else _seats_to_vote(seats)
        return (SetTimers(of.subject, now, tuple(_timer(row, now + OPEN_FOR) for row in asked), instead_of=VOTE),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Close a vote: play what most want or, without enough votes, what a computer would play."""
        store, seat, version = self._repository.store, Seat(timer.seat or 0), read_timer(timer, VoteTimer).version

        async def ballot(live: MatchSession | None) -> _Ballot | None:
            if live is None or live.match.status != RUNNING or live.seats[seat].told != version:
                return None
            kept = await store.votes.on(timer.match_id, seat, version)
            return _Ballot(live, live.seats[seat], kept, tuple(await store.drafts.of(timer.subject)))

        def decide(loaded: tuple[MatchSession | None, _Ballot | None], found: _Found) -> Decision[None]:
            if loaded[0] is None or loaded[0].match.status == LOST:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + AGAIN),))
            if loaded[1] is None or seat not in loaded[0].asked:
                return Decision(lambda: None)
            if now - timer.due_at > LATE:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + REOPENED),))
            return self._close_vote(loaded[1], found, now)

        of = self._repository.of(timer.match_id).or_none().also(ballot)
        await self._repository.unit_of_work.change_with_precomputed(
            of, lambda at: self._judge_or_draw(at[1]), decide, now=now, timer=timer
        )

    async def _judge_or_draw(self, ballot: _Ballot | None) -> _Found:
        if ballot is None or ballot.seat.seat not in ballot.live.asked:
            return _Found()
        if len(ballot.votes) < ENOUGH:
            return _Found(stand_in=await self._computers.turn(ballot.live, ballot.seat.seat))
        return await self._judge(ballot)

    async def _judge(self, ballot: _Ballot) -> _Found:
        """Return the loss of each voted turn, and the best one; nothing if no process can, so that a move is played."""
        live, lines = ballot.live, tuple(dict.fromkeys(row.texts for row in ballot.votes))
        seed = sealed_bag.derived_seed(live.secret, f"votes {ballot.seat.told}")
        question = VoteGradingTask(
            live.game, live.game.dump(live.state), ballot.seat.seat, lines, seed, uploaded_content(live.match, self._uploads)
        )
        try:
            turn_grades = await self._pool.run(judging.judged, question, kind=f"votes in match {live.match.id}", limit_s=LIMIT_S)
        except WorkerUnavailableError as error:
            log.warning(log_line("votes-unjudged", match=live.match.id, reason=repr(error)[:200]))
            return _Found()
        return _Found(losses=dict(zip(lines, turn_grades.tenths, strict=True)), best=turn_grades.best)

    def _close_vote(self, ballot: _Ballot, found: _Found, now: datetime) -> Decision[None]:
        live, seat, cast = ballot.live, ballot.seat, ballot.votes
        step = MatchTransaction(live, now)
        if len(cast) < ENOUGH:
            assert found.stand_in is not None
            too_few_votes = TooFewVotes(seat.seat, seat.told, len(cast))
            step.stand_in(seat.seat, found.stand_in, why=logs.TIMEOUT, level=self._computers.stand_in, told=too_few_votes)
        else:
            won = self._tally(live, cast)
            notice = VoteResult(seat.seat, seat.told, len(cast), won.tied, tuple(won.texts), tuple(found.best))
            step.say(match_post(live.match, notice, upto=live.version))
            step.adopt(seat.seat, self._drafts.tried(live, seat, won.texts))
        judged = (PutRow(replace(row, tenths=found.losses[row.texts]), live.match.id) for row in cast if row.texts in found.losses)
        dropped = DeleteDrafts(of_match(live.match.id), ballot.drafts)
        return Decision(lambda: None, (self._repository.step(step),), (*judged, dropped))

    def _tally(self, live: MatchSession, cast: Sequence[VoteRow]) -> VoteTally:
        bag = sealed_bag.mixed_secret(live.secret, live.known.mixed(live.match.bag))
        return vote_counting.winning_move(cast, lambda label, below: sealed_bag.number(bag, label, below))

    async def told(self, match_id: MatchId, seat: Seat, version: int, played: Sequence[str]) -> tuple[RevealedVote, ...]:
        """Return the voted turns of a closed vote, most votes first; refuse as `MatchQueries.table`."""
        live = await self._repository.seen(match_id)
        cast = await self._repository.store.votes.on(match_id, seat, version)
        return await self._repository.work(_revealed_votes, live, seat, version, cast, tuple(played))

    async def best_turn(self, match_id: MatchId, seat: Seat, version: int, texts: Sequence[str]) -> AnalysedTurn:
        """Return a turn as it would have been, without votes; refuse as `MatchQueries.table`."""
        live = await self._repository.seen(match_id)

        def shown() -> AnalysedTurn:
            return turn_shown(live.game, lives.state_at(live, version), seat, texts)[0]

        return await self._repository.work(shown)

    async def streaks(self, guild_id: int, voters: Sequence[UserId]) -> Mapping[UserId, int]:
        """Return how many good votes in a row each of these people has given in a server, if there are two or more."""
        votes = self._repository.store.votes
        kept = [(user, streak_of(await votes.losses(guild_id, user, is_town=True))) for user in voters]
        return {user: number for user, number in kept if number > 1}

    async def voters(self, match_id: MatchId) -> tuple[VoterRecord, ...]:
        """Return the voters of a game by average loss, the best first, if they voted in at least a third of the turns."""
        cast = [row for row in await self._repository.store.votes.of(match_id) if row.tenths is not None]
        turns = len({(row.seat, row.version) for row in cast})
        own = {user: [row.tenths or 0 for row in cast if row.user_id == user] for user in {row.user_id for row in cast}}
        records = (VoterRecord(user, len(lost), sum(lost) / len(lost) / 10) for user, lost in own.items() if 3 * len(lost) >= turns)
        return tuple(sorted(records, key=lambda each: (each.average, -each.votes, each.user_id)))


def _seats_to_vote(seats: Sequence[SeatRow]) -> list[SeatRow]:
    return [row for row in seats if row.is_town and row.waiting_since is not None]


def _closes(seat: SeatRow, now: datetime) -> datetime:
    return (seat.waiting_since or now) + OPEN_FOR


def _timer(seat: SeatRow, due: datetime) -> NewTimer:
    return new_timer(VoteTimer(seat.told), due, seat.seat)


def _revealed_votes(
    live: MatchSession, seat: Seat, version: int, cast: Sequence[VoteRow], played: tuple[str, ...]
) -> tuple[RevealedVote, ...]:
    state = lives.state_at(live, version)
    lines = dict.fromkeys(row.texts for row in cast)
    revealed = []
    for texts in lines:
        its = [row for row in cast if row.texts == texts]
        turn, _ = turn_shown(live.game, state, seat, texts)
        revealed.append(RevealedVote(turn, tuple(row.user_id for row in its), its[0].tenths, texts == played))
    return tuple(sorted(revealed, key=lambda each: (not each.is_played, -len(each.voters))))
