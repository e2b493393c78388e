"""Cross-server games: one game kept as two matches, one in each server, where each repeats what happens in the other.

Only this module reads across servers. A timer of a match makes it compare itself with its counterpart. The timer is set, due at
once, in every transaction that the counterpart should know of, and is handled by the process responsible for that server. Comparing
is safe to repeat, so a process that ends at any moment loses nothing.

Both matches have the same secret, so that the same moves lead to the same draws. Therefore, as far as moves are concerned, one log
is always the beginning of the other: only the match whose server must act goes ahead.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.core.post_content import PostContent, posted
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.match import match_log as logs
from service.match.match_changes import MatchChange, MatchDetailsChange
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post, people_seated
from service.play.resignations import LEFT_SERVER, RESIGNED
from storage.changes import Change, CommitMatch, CompleteTimer, SetTimers
from storage.rows import (
    CANCELLED,
    FINISHED,
    LIVE,
    LOST,
    MATCH,
    RUNNING,
    ActionRow,
    LoadedMatch,
    MatchId,
    MatchRow,
    SeatRow,
    TimerRow,
    of_match,
)
from telemetry.log_line import log_line

log = logging.getLogger("service.play.mirrors")

LOOK = "mirror"
"""The kind of the timer by which a match looks at the other one. `{"gone": True}`: its wait for a server that is gone is over;
`{"back": True}`: that server is back.
"""
RIVAL_LOST, RIVAL_BACK, RIVAL_LEFT, RIVAL_WENT_ON = "rival-lost", "rival-back", "rival-left", "rival-went-on"
"""Notices, each with its `seat`: the other server can't play just now (`until`); it can again; a computer plays for it from now on
(`why`); it went on without this one.
"""
GRACE = timedelta(days=3)
"""For so long a game waits for a server that has removed the bot, or whose channel is gone."""
UNKNOWN_RULES = timedelta(hours=1)
"""When it is looked again where the rules of a match are not known here."""
REPEATED = (*logs.MOVES, logs.MIX, logs.TIMEOUT)
"""The rows of a log that stand in both; whatever else there is, each has for itself."""


@posted(MATCH, NOTICE, RIVAL_LOST)
class RivalLost(PostContent):
    """The news that the other server can't be reached, and until when it is waited for (Unix time)."""

    seat: int
    until: int


@posted(MATCH, NOTICE, RIVAL_BACK)
class RivalBack(PostContent):
    """The news that the other server plays on."""

    seat: int


@posted(MATCH, NOTICE, RIVAL_LEFT)
class RivalLeft(PostContent):
    """The news that the other server has stopped playing, and why."""

    seat: int
    why: str


@posted(MATCH, NOTICE, RIVAL_WENT_ON)
class RivalWentOn(PostContent):
    """The news that the other server has continued the game alone."""

    seat: int


@timed(LOOK)
class RivalTimer(TimerContent):
    """The payload of the timer that compares a match with its counterpart: whether the wait is over or the server is back."""

    gone: bool = omitted_if(False)
    back: bool = omitted_if(False)


@dataclass(frozen=True)
class PeerMatch:
    """The counterpart match in the other server, as seen from this match."""

    rows: tuple[ActionRow, ...]
    """What it has not repeated yet."""
    is_lost: bool = False
    """Whether nobody can play there for the time being."""
    is_over: bool = False
    """Whether nobody will ever play there again."""
    went_on: bool = False
    """Whether it is played there without this one."""


def counterpart(live: MatchRows, other: LoadedMatch | None) -> PeerMatch:
    """Return the counterpart `other` as seen from `live`."""
    if other is None:
        return PeerMatch((), is_over=True)
    its = next((row for row in other.seats if row.mirror == live.match.id), None)
    if its is None or not its.is_rival:
        return PeerMatch((), went_on=True)
    had = sum(1 for row in live.log if logs.kind_of(row) in REPEATED)
    rows = tuple(row for row in other.log if logs.kind_of(row) in REPEATED)[had:]
    status = other.match.status
    return PeerMatch(rows, is_lost=status == LOST, is_over=status not in (*LIVE, FINISHED))


class MatchReplication:
    """The use-case that keeps the two matches of a cross-server game equal."""

    def __init__(self, repository: MatchRepository, stand_in: str) -> None:
        """Set the level of computer (`stand_in`) that plays for a server that is gone."""
        self._repository = repository
        self._stand_in = stand_in

    async def is_live(self, match: MatchRow) -> bool:
        """Return whether the counterpart of a match is still playing the same game."""
        return await self._repository.store.matches.mirror_is_live(match.id)

    async def along(self, of: MatchChange, now: datetime) -> tuple[Change, ...]:
        """Return the timers that make the counterpart compare itself, if this match has new rows or continues alone."""
        step = of.step
        its, rows = rival(step.before.seats), step.live.log[step.before.version :]
        if its is None or its.mirror is None:
            return ()
        left = rival(step.live.seats) is None
        repeats = any(row.seat == its.seat and logs.kind_of(row) in REPEATED for row in rows)
        return (_set_next_look(its.mirror, now),) if left or (rows and not repeats) else ()

    async def along_put(self, of: MatchDetailsChange, now: datetime) -> tuple[Change, ...]:
        """Return the timers for the counterpart if this match ends or pauses, and for both matches if it resumes."""
        match, is_back = of.commit.match, of.commit.revive_posts
        if match.started_at is None or not (is_back or match.status != RUNNING):
            return ()
        its = rival(await self._repository.store.matches.seats(match.id))
        if its is None or its.mirror is None:
            return ()
        looks = _set_next_look(its.mirror, now, RivalTimer(back=is_back))
        return (looks, _set_next_look(match.id, now)) if is_back else (looks,)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Compare a match with its counterpart, and repeat here what has happened there."""
        store = self._repository.store

        async def other(live: MatchSession | None) -> LoadedMatch | None:
            its = None if live is None else rival(live.seats)
            return None if its is None or its.mirror is None else await store.matches.load(its.mirror)

        def decide(loaded: tuple[MatchSession | None, LoadedMatch | None]) -> Decision[None]:
            live, there = loaded
            if live is None:
                return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + UNKNOWN_RULES),))
            its = rival(live.seats)
            if its is None or live.match.status not in (RUNNING, LOST):
                return Decision(lambda: None)
            return self._follows(live, its, counterpart(live, there), timer, now)

        of = self._repository.of(timer.match_id).or_none().also(other)
        await self._repository.unit_of_work.change(of, decide, now=now, timer=timer)

    def _follows(self, live: MatchSession, its: SeatRow, peer: PeerMatch, timer: TimerRow, now: datetime) -> Decision[None]:
        if peer.went_on:
            return Decision(lambda: None, (self._repository.putting(_end_without(live, its, now)),))
        if live.match.status == LOST:
            return Decision(lambda: None)  # when it can be played again it looks
        step = MatchTransaction(live, now)
        for row in peer.rows:
            step.repeat(row)
        waits: tuple[Change, ...] = ()
        if not step.is_over:
            waits = self._absent(step, its, peer, timer, now)
        changed = step.live is not live or step.says
        return Decision(lambda: None, (self._repository.step(step),) if changed else (), waits)

    def _absent(self, step: MatchTransaction, its: SeatRow, peer: PeerMatch, timer: TimerRow, now: datetime) -> tuple[Change, ...]:
        """Return the timers for waiting for a server that stopped playing or resumed; changes `step` accordingly."""
        match, look = step.live.match, read_timer(timer, RivalTimer)
        if peer.is_over or (peer.is_lost and look.gone):
            why = RESIGNED if peer.is_over else LEFT_SERVER
            step.vacate(its.seat, why=why, level=self._stand_in, told=False)
            step.say(match_post(match, RivalLeft(its.seat, why), upto=step.live.version))
            log.info(log_line("rival-left", match=match.id, reason=why))
        elif peer.is_lost:
            until = now + GRACE
            step.say(match_post(match, RivalLost(its.seat, int(until.timestamp())), upto=step.live.version))
            return (SetTimers(of_match(match.id), now, (new_timer(RivalTimer(gone=True), until),)),)
        elif look.back:
            step.say(match_post(match, RivalBack(its.seat), upto=step.live.version))
        return ()


def rival(seats: Sequence[SeatRow]) -> SeatRow | None:
    """Return the seat that the other server plays; None in a match that is no cross-server game."""
    return next((seat for seat in seats if seat.is_rival), None)


def _set_next_look(match_id: MatchId, now: datetime, look: RivalTimer | None = None) -> SetTimers:
    return SetTimers(of_match(match_id), now, (new_timer(look or RivalTimer(), now),), instead_of=LOOK)


def _end_without(live: MatchSession, its: SeatRow, now: datetime) -> CommitMatch:
    """Return the end of this match, because the other server has continued the game alone."""
    match = replace(live.match, status=CANCELLED, ended_at=now)
    post = match_post(match, RivalWentOn(its.seat), upto=match.version)
    seats = tuple(replace(seat, waiting_since=None) for seat in live.seats)
    return CommitMatch(match, now, changed_seats=seats, posts=(post,), drop_drafts=people_seated(seats), kill_posts="cancelled")
