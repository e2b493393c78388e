"""Use-cases of what goes: people (resign, leave, are skipped), channels (lost, changed), matches (cancelled, expired)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.core.game import Seat
from service.errors import Refusal
from service.lobbies import EXPIRY, check_host
from service.records import Update
from service.starting import Starting
from service.step import Step, post
from storage.errors import Conflict
from storage.records import CANCELLED, EXPIRED, LIVE, LOBBY, LOST, RUNNING, Commit, MatchId, MatchRow, Post, UserId

RESIGNED = "resigned"
LEFT_SERVER = "left-server"
SKIPPED = "skipped"

TIMERS_AT_ONCE = 100


class Departures(Starting):
    """Keeps a game going when somebody or something is gone."""

    async def resign(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """The person gives up the seat, the computer plays on; notice `vacated`. Refuses: `not-seated`, `seat-vacant`."""
        async with self.lock(match_id):
            live = await self.running(match_id)
            step = Step(live, now)
            step.vacate(self.seated(live, user_id).seat, why=RESIGNED, level=self.stand_in)
            return await self.write(step)

    async def skip(self, match_id: MatchId, seat: Seat, *, now: datetime, moderator: bool) -> Update:
        """A moderator lets the computer play a person's seat. Refuses: `not-moderator`, `not-seated`, `already-computer`."""
        if not moderator:
            raise Refusal("not-moderator")
        async with self.lock(match_id):
            live = await self.running(match_id)
            if not 0 <= seat < len(live.seats):
                raise Refusal("not-seated", match=match_id)
            if not live.seats[seat].is_human:
                raise Refusal("already-computer", seat=seat)
            step = Step(live, now)
            step.vacate(seat, why=SKIPPED, level=self.stand_in)
            return await self.write(step)

    async def left_guild(self, guild_id: int, user_id: UserId, *, now: datetime) -> tuple[MatchId, ...]:
        """The person left the server: lobby seats are freed, seats in games go to the computer. Answers the matches touched."""
        touched = await self.store.live_of_user(user_id, guild_id)
        for match_id in touched:
            await self._left(match_id, user_id, now)
        return touched

    async def _left(self, match_id: MatchId, user_id: UserId, now: datetime) -> None:
        async with self.lock(match_id):
            found = await self.loaded(match_id)
            if found.match.status == LOBBY and any(s.user_id == user_id for s in found.seats):
                await self.unseat(found, user_id, now)
            if found.match.status not in (RUNNING, LOST):
                return
            live = await self.live(match_id)
            seat = live.seat_of(user_id)
            if seat is not None and seat.is_human:
                step = Step(live, now)
                step.vacate(seat.seat, why=LEFT_SERVER, level=self.stand_in)
                await self.write(step)

    async def cancel(self, match_id: MatchId, user_id: UserId, *, now: datetime, moderator: bool = False) -> MatchRow:
        """End a lobby or a running game without a result; a notice `cancelled` goes out for a game.

        Refuses: `no-match`, `not-host`, `not-running` (already over).
        """
        async with self.lock(match_id):
            old = await self.loaded(match_id)
            if old.match.status not in LIVE:
                raise Refusal("not-running", status=old.match.status)
            check_host(old.match, user_id, moderator=moderator)
            match = replace(old.match, status=CANCELLED, ended_at=now)
            notice = post(match, "notice", {"code": "cancelled", "by": user_id}, upto=match.version)
            seats = tuple(replace(s, waiting_since=None) for s in old.seats)
            commit = Commit(
                match,
                match.version,
                now,
                changed_seats=seats,
                posts=() if old.match.status == LOBBY else (notice,),
                drop_timers=EXPIRY,
                drop_drafts=tuple(s.seat for s in seats),
                kill_posts="cancelled",
            )
            await self.put(commit)
            return match

    async def rehome(self, match_id: MatchId, channel_id: int, *, now: datetime) -> MatchRow:
        """Play on in another channel or thread. Refuses: `channel-busy`."""
        async with self.lock(match_id):
            old = await self.loaded(match_id)
            match = replace(old.match, channel_id=channel_id)
            try:
                await self.put(Commit(match, match.version, now, revive_posts=True))
            except Conflict as error:
                raise Refusal("channel-busy", match=None) from error
            return match

    async def lose(self, match_id: MatchId, failed: Post, reason: str, now: datetime) -> None:
        """The channel of a match is closed to us: give its posts up, let it rest, and tell the host once, in private."""
        async with self.lock(match_id):
            old = (await self.loaded(match_id)).match
            if failed.channel_id != old.channel_id:
                await self.store.post_dead(failed.id, now, reason)
                return
            rests = old.status in (RUNNING, LOST)
            match = replace(old, status=LOST) if rests else old
            payload = {"reason": reason, "channel": old.channel_id}
            letter = replace(post(match, "lost", payload, user_id=match.host_id, upto=match.version), channel_id=None)
            posts = (letter,) if old.status == RUNNING else ()
            await self.put(Commit(match, match.version, now, posts=posts, kill_posts=reason))

    async def resume(self, match_id: MatchId, *, now: datetime) -> MatchRow:
        """A lost match goes on: posts that were given up become due again. Refuses: `not-lost`."""
        async with self.lock(match_id):
            old = (await self.loaded(match_id)).match
            if old.status != LOST:
                raise Refusal("not-lost", status=old.status)
            match = replace(old, status=RUNNING)
            await self.put(Commit(match, match.version, now, revive_posts=True))
        self.think(match_id, now)
        return match

    async def tick(self, now: datetime) -> None:
        """Do what timers have asked for, and let computers that failed try again. Call once a minute or so."""
        while due := await self.store.due_timers(now, TIMERS_AT_ONCE):
            for timer in due:
                assert timer.kind == EXPIRY, timer.kind
                assert timer.match_id is not None
                await self._expire(timer.match_id, timer.id, now)
        for match_id in tuple(self._stalled):
            self.think(match_id, now)

    async def _expire(self, match_id: MatchId, timer_id: int, now: datetime) -> None:
        """The lobby's time is over; one that has begun or ended only loses its timer."""
        async with self.lock(match_id):
            old = await self.loaded(match_id)
            if old.match.status != LOBBY:
                await self.store.commit(Commit(old.match, old.match.version, now, done_timer=timer_id))
                return
            match = replace(old.match, status=EXPIRED, ended_at=now)
            notice = post(match, "notice", {"code": "lobby-expired"})
            await self.put(Commit(match, 0, now, posts=(notice,), done_timer=timer_id))
