"""An independent record of every match: its log on the disk, replayed by the game's rules without the services' memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from clocks.clock_history import ClockEvent
from games.core.action_gateway import check
from games.core.game import CHANCE, AnyGame, Seat
from service.match import match_log as logs
from service.match import sealed_bag
from service.play.requests import GRANTED
from storage import log_chain
from storage.queries import drafts, matches, outbox, timers
from storage.rows import (
    ActionRow,
    LoadedMatch,
    MatchId,
    MatchRow,
    Post,
    RequestRow,
    SeatRow,
    Secret,
    Subject,
    TimerRow,
    UserId,
    of_match,
)
from storage.schema import draft


@dataclass(frozen=True)
class ObservedMatch:
    """A match as last read from the disk, with its state, posts, timers and requests."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    log: tuple[ActionRow, ...]
    game: AnyGame
    secret: Secret
    state: Any
    """None in a lobby."""
    posts: tuple[Post, ...]
    timers: tuple[TimerRow, ...]
    waits: tuple[UserId, ...] = ()
    """Whose confirmed move can still be taken back."""
    requests: tuple[RequestRow, ...] = ()
    granted_now: tuple[tuple[RequestRow, frozenset[Seat]], ...] = ()
    """What was granted since it was looked at before, and who played until then."""
    clock: tuple[ClockEvent, ...] = ()
    """What has happened to its clocks."""
    ends_now: bool = False
    """Whether it was not over when it was looked at before."""

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Seats that must act now."""
        return () if self.state is None else tuple(self.game.to_act(self.state))

    @property
    def lost_by_time(self) -> tuple[Seat, ...]:
        """Seats that ran out of time, if the game has ended by that; else empty."""
        told = (post.payload.get("timeout") for post in self.posts if post.kind == "end")
        return tuple(figures["seat"] for figures in told if figures)


class OracleMismatch(Exception):
    """Raised when a log on the disk is not a valid continuation of what it was before."""


def seen(con: Connection, match_id: MatchId, before: ObservedMatch | None, games: Mapping[str, AnyGame]) -> ObservedMatch:
    """Return the match as it is on the disk now, given how it was `before`.

    Raises `OracleMismatch` for an invalid log, `IllegalActionError` for a log that breaks the rules.
    """
    loaded = matches.load(con, match_id)
    if loaded is None:
        raise OracleMismatch(f"match {match_id} is gone")
    if before is None:
        secret = matches.secret(con, match_id)
        before = ObservedMatch(loaded.match, loaded.seats, (), games[loaded.match.game], secret, None, (), ())
    if loaded.log[: len(before.log)] != before.log:
        raise OracleMismatch(f"rows of match {match_id} have changed that were there before")
    _must_be_chained(con, loaded, before.secret)
    state = _state_now(before, loaded)
    topic = of_match(match_id)
    requests = drafts.requests(con, match_id)
    ends_now = before.match.ended_at is None and loaded.match.ended_at is not None
    return replace(
        before,
        match=loaded.match,
        seats=loaded.seats,
        log=loaded.log,
        state=state,
        posts=outbox.posts(con, topic),
        timers=timers.timers_of(con, topic),
        waits=_awaited_people(con, topic),
        requests=requests,
        clock=timers.clock_events(con, match_id) if loaded.match.terms.pace.has_clock else (),
        granted_now=_granted_requests(before, requests),
        ends_now=ends_now,
    )


def _must_be_chained(con: Connection, loaded: LoadedMatch, secret: Secret) -> None:
    """Raise `OracleMismatch` unless each row's hash continues the hash of the row before, from the match's beginning."""
    if not loaded.log:
        return
    chain = matches.chain(con, loaded.match.id)
    if chain is None:
        raise OracleMismatch(f"the log of match {loaded.match.id} has no hashes")
    if chain.previous[0] != log_chain.beginning(loaded.match, loaded.seats, loaded.log, secret):
        raise OracleMismatch(f"the log of match {loaded.match.id} does not begin with the hash of how it began")
    if (row := log_chain.first_change(loaded.log, chain, secret)) is not None:
        raise OracleMismatch(f"row {row} of match {loaded.match.id} is not the one whose hash was kept")


def _awaited_people(con: Connection, topic: Subject) -> tuple[UserId, ...]:
    its = (draft.c.subject_kind == topic.kind, draft.c.subject_id == topic.id, draft.c.passes_at.is_not(None))
    return tuple(con.execute(select(draft.c.user_id).where(*its)).scalars())


def _granted_requests(before: ObservedMatch, now: Sequence[RequestRow]) -> tuple[tuple[RequestRow, frozenset[Seat]], ...]:
    known = {row.number for row in before.requests if row.status == GRANTED}
    people = frozenset(seat.seat for seat in before.seats if seat.is_human)
    return tuple((row, people) for row in now if row.status == GRANTED and row.number not in known)


def _state_now(before: ObservedMatch, loaded: LoadedMatch) -> Any:
    """Return the game state after the whole log; None before the start."""
    if loaded.match.version != len(loaded.log) or [row.seq for row in loaded.log] != list(range(len(loaded.log))):
        raise OracleMismatch(f"match {loaded.match.id} is at version {loaded.match.version} and has {len(loaded.log)} rows")
    new = loaded.log[len(before.log) :]
    if loaded.match.started_at is None:
        return None
    if before.state is None or any(logs.kind_of(row) == logs.UNDO for row in new):
        rows, state = logs.standing_rows(loaded.log), _start(before.game, loaded)
    else:
        rows, state = [row for row in new if logs.kind_of(row) in logs.MOVES], before.state
    for row in rows:
        if logs.kind_of(row) == logs.CONCLUDE:
            before.game.conclude(state, lambda _event: None)
            continue
        action = before.game.read(row.text)
        check(before.game, state, row.seat, action)
        if row.seat == CHANCE:
            _check_draw(before, loaded, row, state)
        before.game.advance(state, row.seat, action, lambda _event: None)
    return state


def _start(game: AnyGame, loaded: LoadedMatch) -> Any:
    return game.start(game.options(loaded.match.options), len(loaded.seats))


def _check_draw(before: ObservedMatch, loaded: LoadedMatch, row: ActionRow, state: Any) -> None:
    """Check that an action of chance is the one that the sealed secret determines."""
    odds = [(before.game.write(action), weight) for action, weight in before.game.odds(state)]
    mix = logs.mix(loaded.log[: row.seq], loaded.match.bag)
    if mix is None and loaded.match.bag >= logs.MIXED:
        raise OracleMismatch(f"the house drew in row {row.seq} before it was told that the game begins")
    expected = sealed_bag.draw(
        sealed_bag.mixed_secret(before.secret, mix), logs.draws_before(loaded.log[: row.seq], loaded.match.bag), odds
    )
    if expected != row.text:
        raise OracleMismatch(f"the house drew {row.text} in row {row.seq}, and the secret says {expected}")
