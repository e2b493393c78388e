"""Use-cases of giving up: users who resign, leave, are removed by a moderator or stop hosting, and cancelled matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from games.core.game import Seat
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, posted
from service.errors import Refusal
from service.interests import Interest, SeatedPeople, interest, must_have_no
from service.lobby.lobbies import Lobbies, check_host
from service.lobby.match_start import EXPIRY
from service.match import match_log as logs
from service.match.match_changes import log_entry
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_rows import SKIPPED, MatchRows, vacate_seat
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction, match_post, people_seated, vacated_without_rules
from service.play.pending_moves import Confirmed, PendingMoves
from service.records import MatchUpdate
from storage.changes import CommitMatch
from storage.rows import CANCELLED, LIVE, LOBBY, LOST, MATCH, RUNNING, LoadedMatch, MatchId, MatchRow, UserId
from storage.tournament_rows import UNDER_WAY

RESIGNED = "resigned"
LEFT_SERVER = "left-server"
CLOSED_DOWN = "closed-down"
"""Code of the notice that a game has ended because its server is barred from the bot."""


@posted(MATCH, NOTICE, "cancelled")
class GameCancelled(PostContent):
    """The news that a game ended without a result, and by whom."""

    by: UserId


@posted(MATCH, NOTICE, CLOSED_DOWN)
class ClosedDown(PostContent):
    """The news that a game ended because its server is barred from the bot."""


class DepartureReason(Protocol):
    """The interface of handlers that give up a user's other commitments when they leave."""

    async def __call__(self, user_id: UserId, *, now: datetime, guild_id: int | None) -> None: ...


class ResignationService:
    """The use-cases of players who leave their games."""

    def __init__(self, repository: MatchRepository, lobbies: Lobbies, pending_moves: PendingMoves, stand_in: str) -> None:
        """Set the level of computer (`stand_in`) that plays vacant seats."""
        self._repository = repository
        self._lobbies = lobbies
        self._pending_moves = pending_moves
        self._stand_in = stand_in
        self.after_leaving: list[DepartureReason] = []
        """Called with everybody who plays nowhere any more, or (with a server) nowhere in it."""

    async def resign(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> MatchUpdate:
        """Give the user's seat to a computer, with the notice `vacated`; works even if the match's rules are unknown here.

        Refuses `no-match`, `not-running`, `match-lost`, `not-seated`, `seat-vacant`.
        """

        def decide(loaded: tuple[MatchRows, Confirmed]) -> Decision[MatchUpdate]:
            loaded[0].must_run()
            return self._vacate(*loaded, loaded[0].played_by(user_id).seat, RESIGNED, now)

        return await self._repository.unit_of_work.change(self._scope_of(match_id), decide, now=now)

    async def skip(self, match_id: MatchId, seat: Seat, *, now: datetime, moderator: bool, by: UserId | None = None) -> MatchUpdate:
        """Give a user's seat to a computer on behalf of a moderator.

        Refuses `not-moderator`, `not-seated`, `already-computer`, `ruled-in-event`, `own-rated-game` (the moderator plays in it).
        """
        if not moderator:
            raise Refusal("not-moderator")

        def decide(loaded: tuple[tuple[MatchRows, Confirmed], bool]) -> Decision[MatchUpdate]:
            (rows, confirmed), is_ruled = loaded
            rows.must_run()
            _must_be_outside_events(is_ruled)
            if rows.match.terms.rated:
                must_have_no(Interest.SITS, by, SeatedPeople(rows.seats), "own-rated-game")
            if not 0 <= seat < len(rows.seats):
                raise Refusal("not-seated", match=match_id)
            if not rows.seats[seat].is_human:
                raise Refusal("already-computer", seat=seat)
            return self._vacate(rows, confirmed, seat, SKIPPED, now)

        of = self._scope_of(match_id).also(lambda _: self._is_ruled(match_id))
        return await self._repository.unit_of_work.change(of, decide, now=now)

    def _scope_of(self, match_id: MatchId) -> ChangeScope[tuple[MatchRows, Confirmed]]:
        """Return the scope of a begun match, replayed if its rules are known here, with its confirmed moves."""
        return self._repository.of_played(match_id).also(self._pending_moves.confirmed)

    async def left_guild(self, guild_id: int, user_id: UserId, *, now: datetime) -> tuple[MatchId, ...]:
        """Remove a user from the lobbies of a server they left, and give their seats to computers; return the matches."""
        touched = await self._repository.store.matches.live_of_user(user_id, guild_id)
        for match_id in touched:
            await self._leave_seat(match_id, user_id, now)
        for left in self.after_leaving:
            await left(user_id, now=now, guild_id=guild_id)
        return touched

    async def retire(self, user_id: UserId, *, now: datetime) -> None:
        """Remove a user from the lobbies of every server, and give their seats in all games to computers."""
        for match_id in await self._repository.store.people.live_with(user_id):
            await self._leave_seat(match_id, user_id, now, why=RESIGNED)
        for left in self.after_leaving:
            await left(user_id, now=now, guild_id=None)

    async def _leave_seat(self, match_id: MatchId, user_id: UserId, now: datetime, *, why: str = LEFT_SERVER) -> None:
        async def begun(loaded: LoadedMatch) -> tuple[MatchRows, Confirmed] | None:
            return (await self._scope_of(match_id).read()).state if loaded.match.status in (RUNNING, LOST) else None

        def decide(loaded: tuple[LoadedMatch, tuple[MatchRows, Confirmed] | None]) -> Decision[Any]:
            loaded_match, game = loaded
            if loaded_match.match.status == LOBBY and any(s.user_id == user_id for s in loaded_match.seats):
                return self._lobbies.unseat(loaded_match, user_id, now)
            seat = None if game is None else game[0].seat_of(user_id)
            if game is None or seat is None or not seat.is_human:
                return Decision(lambda: None)
            return self._vacate(*game, seat.seat, why, now)

        await self._repository.unit_of_work.change(self._repository.of_loaded(match_id).also(begun), decide, now=now)

    def _vacate(self, rows: MatchRows, confirmed: Confirmed, seat: Seat, why: str, now: datetime) -> Decision[MatchUpdate]:
        """Return the decision that gives a seat to a computer.

        If the match's rules are unknown here, only the seat changes, and a program that knows them plays on.
        """
        if not isinstance(rows, MatchSession):
            return self._vacate_unplayed(rows, seat, why, now)
        step = MatchTransaction(rows, now)
        self._pending_moves.finish(step, rows.seats[seat], confirmed)  # what was confirmed was their move
        if not step.is_over:
            step.vacate(seat, why=why, level=self._stand_in)
        return self._repository.decided(step)

    def _vacate_unplayed(self, rows: MatchRows, seat: Seat, why: str, now: datetime) -> Decision[MatchUpdate]:
        after = vacate_seat(rows, seat, why=why, level=self._stand_in, at=now)
        commit = vacated_without_rules(rows, after, seat, now)
        update = MatchUpdate(commit.match, after.seats, after.version, (log_entry(after, rows.version, False, {}),), (), None)
        return Decision(lambda: update, (self._repository.putting(commit),))

    async def _is_ruled(self, match_id: MatchId) -> bool:
        """Return whether a match is played for an event that is under way."""
        event_id = await self._repository.store.events.event_of(match_id)
        row = None if event_id is None else await self._repository.store.events.row(event_id)
        return row is not None and row.status in UNDER_WAY

    async def hand_over(
        self, match_id: MatchId, user_id: UserId, host: UserId, *, now: datetime, moderator: bool = False
    ) -> MatchRow:
        """Make another player the host of a lobby or game; return its row.

        Refuses `no-match`, `not-host`, `not-running` (already over), `not-seated-here` (user).
        """

        def decide(old: LoadedMatch) -> Decision[MatchRow]:
            _must_live(old.match)
            check_host(old.match, user_id, moderator=moderator)
            if not any(seat.is_human and seat.user_id == host for seat in old.seats):
                raise Refusal("not-seated-here", user=host)
            match = replace(old.match, host_id=host)
            return Decision(lambda: match, (self._repository.putting(CommitMatch(match, now)),))

        return await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)

    async def cancel(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> MatchRow:
        """End a lobby or running game without a result; return its row. A game posts the notice `cancelled`.

        A rated game that players have begun can be cancelled only by a moderator who does not play in it, so that a loss cannot be
        avoided. Refuses `no-match`, `not-host`, `not-running` (already over), `ruled-in-event`, `cancel-rated`.
        """

        def decide(loaded: tuple[LoadedMatch, bool]) -> Decision[MatchRow]:
            old, is_ruled = loaded
            _must_live(old.match)
            check_host(old.match, user_id, moderator=moderator)
            _must_be_outside_events(is_ruled)
            if _is_rated_play(old) and (interest(user_id, SeatedPeople(old.seats)) or not moderator):
                raise Refusal("cancel-rated")
            commit = _cancel(old, user_id, now)
            return Decision(lambda: commit.match, (self._repository.putting(commit),))

        of = self._repository.of_loaded(match_id).also(lambda _: self._is_ruled(match_id))
        return await self._repository.unit_of_work.change(of, decide, now=now)

    async def close_down(self, match_id: MatchId, *, now: datetime) -> MatchRow:
        """End a match without a result, even a rated one, because its server is barred; return its row.

        Refuses `no-match`, `not-running`.
        """

        def decide(old: LoadedMatch) -> Decision[MatchRow]:
            _must_live(old.match)
            commit = _cancel(old, None, now)
            return Decision(lambda: commit.match, (self._repository.putting(commit),))

        return await self._repository.unit_of_work.change(self._repository.of_loaded(match_id), decide, now=now)


def _cancel(old: LoadedMatch, by: UserId | None, now: datetime) -> CommitMatch:
    """Return the commit that ends a match without a result; `by` None stands for the host of the bot."""
    match = replace(old.match, status=CANCELLED, ended_at=now)
    notice = match_post(match, ClosedDown() if by is None else GameCancelled(by), upto=match.version)
    seats = tuple(replace(s, waiting_since=None) for s in old.seats)
    return CommitMatch(
        match,
        now,
        changed_seats=seats,
        posts=() if old.match.status == LOBBY else (notice,),
        drop_timers=EXPIRY,
        drop_drafts=people_seated(seats),
        kill_posts="cancelled",
    )


def _must_live(match: MatchRow) -> None:
    """Refuse `not-running` if the match is over."""
    if match.status not in LIVE:
        raise Refusal("not-running", status=match.status)


def _must_be_outside_events(is_ruled: bool) -> None:
    """Refuse `ruled-in-event`: games of an event are changed by rulings."""
    if is_ruled:
        raise Refusal("ruled-in-event")


def _is_rated_play(loaded: LoadedMatch) -> bool:
    """Return whether a rated game has begun: at least two users are seated and one has moved."""
    people_there = sum(seat.user_id is not None for seat in loaded.seats)
    return loaded.match.terms.rated and people_there > 1 and any(row.seat >= 0 for row in logs.standing_rows(loaded.log))
