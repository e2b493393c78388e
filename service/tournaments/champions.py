"""The champion's role in a server: who should have it, and to whom the bot has given it; `cogs.background` talks to Discord.

A server can choose a role for its champion. When a tournament ends, or a ladder has a new leader, a timer of the server falls due:
its handler gives the role to the new champion and takes it from the former one. The holder is stored before Discord is called, and
deleted after the role is taken away, so that a crash in between leaves no role behind.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.core.post_content import new_post
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.unit_of_work import UnitOfWork
from service.guilds.server_settings import CHAMPION, ServerChange, ServerSettings
from service.match import eligibility
from service.tournaments.letters import ChampionTrouble
from service.tournaments.queries import TournamentQueries
from service.tournaments.repository import TournamentChange, TournamentRepository
from service.tournaments.state import IN, OUT, TournamentState
from storage.changes import Change, CompleteTimer, DropRow, PutRow, QueuePosts, SetTimers
from storage.rows import FINISHED, ChampionRow, ServerRow, TimerRow, UserId, of_server
from storage.tournament_rows import EventId, EventMatch, of_event
from tournament.results import WALKOVER

CROWN = "champion"
"""The kind of the timer that gives the role."""
UNCROWN = "champion-gone"
"""The kind of the timer that takes it from somebody who takes part nowhere any more."""
LEAST_ENTRANTS = 4
"""The role goes to champions of tournaments with so many people, at least."""
KNOWN_PEOPLE, KNOWN_GAMES = 2, 3
"""So many of them are no strangers: they have finished so many games in the server besides those of the tournament."""
PATIENCE, DAILY = timedelta(days=30), timedelta(days=1)
"""For so long it is tried again each day where Discord refuses it."""
TROUBLE = "champion-trouble"
"""Among what a server has chosen: why the role could not be given the last time, as organisers were told once."""
DELETED, ABOVE, POWERFUL, LACKING = "champion-deleted", "champion-above", "champion-powerful", "champion-lacking"
"""The role is gone, stands above the bot's own, has permissions, or the bot may not give roles."""
TAKING = "champion-taking"
"""The bot may not take it from somebody who takes part no longer."""


@timed(CROWN)
class CrownTimer(TimerContent):
    """The payload of the timer that assigns the role: the event whose champion gets it; None: the newest tournament."""

    event: int | None = omitted_if(None)


@timed(UNCROWN)
class UncrownTimer(TimerContent):
    """The payload of the timer that takes the role from a user, and until when that is tried."""

    person: UserId
    role: int
    until: datetime


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """The users who should have a server's role."""

    role_id: int | None
    """None: the server has none for champions (any more)."""
    users: tuple[UserId, ...]
    event_id: EventId | None


class Champions:
    """The use-cases of the champion's role in all servers."""

    def __init__(
        self, unit_of_work: UnitOfWork, chosen: ServerSettings, tournaments: TournamentRepository, queries: TournamentQueries
    ) -> None:
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._chosen = chosen
        self._tournaments = tournaments
        self._queries = queries

    async def along(self, of: TournamentChange, now: datetime) -> Sequence[Change]:
        """Return the timer to write with a change of an event that has a new champion; none otherwise."""
        before, after = of.step.before, of.step.state
        guild_id = after.row.guild_id
        if guild_id is None or self._chosen.one(guild_id, CHAMPION) is None:
            return ()
        if not after.champion or after.champion == before.champion:
            return ()
        return (_look_timer(guild_id, now, after.row.id),)

    async def along_setting(self, step: ServerChange, now: datetime) -> Sequence[Change]:
        """Return the timers to write when a server chooses another role, or none."""
        if step.before.prefs.get(CHAMPION) == step.after.prefs.get(CHAMPION):
            return ()
        return (_look_timer(step.after.guild_id, now, None),)

    async def retire(self, user_id: UserId, *, now: datetime, guild_id: int | None) -> None:
        """Take the role from a user who has left a server, or deleted their data; works without any other data about them."""
        for row in await self._store.servers.crowns(user_id):
            if guild_id in (None, row.guild_id):
                gone = UncrownTimer(row.user_id, row.role_id, now + PATIENCE)
                await self._unit_of_work.write(SetTimers(of_server(row.guild_id), now, (new_timer(gone, now),)))

    async def again(self, guild_id: int, now: datetime) -> None:
        """Retry an assignment that has failed, because the roles of a server have changed."""
        if TROUBLE in self._chosen.of(guild_id):
            await self._unit_of_work.write(_look_timer(guild_id, now, None))

    async def wanted(self, timer: TimerRow) -> RoleAssignment:
        """Return who should have the role of a server; users who deleted their data are left out."""
        guild_id, number = timer.subject.id, read_timer(timer, CrownTimer).event
        hall = await self._queries.hall(guild_id)
        ended = sorted(hall, key=lambda state: (state.row.id == number, state.row.ended_at is not None, state.row.id), reverse=True)
        state = None
        for tournament in ended:
            if await self._earns(tournament):
                state = tournament
                break
        users = () if state is None else tuple(user for user in state.champions if user > 0)
        return RoleAssignment(self._chosen.one(guild_id, CHAMPION), users, None if state is None else state.row.id)

    async def _earns(self, state: TournamentState) -> bool:
        """Return whether a tournament earns its champion the role.

        It needs enough entrants, and enough of them must be known by other games in the server, so that second accounts don't
        suffice.
        """
        users = {state.user(member.id) for member in state.having(IN, OUT)}
        if len(users) < LEAST_ENTRANTS or state.row.guild_id is None:
            return False
        matches = await self._store.events.matches(state.row.id)
        here = Counter(seat.user_id for match in matches if _counts(match) for seat in match.seats)
        known = 0
        for user in sorted(users):
            own = await self._store.stats.player(state.row.guild_id, user)
            known += own.games - here[user] >= KNOWN_GAMES
            if known >= KNOWN_PEOPLE:
                return True
        return known >= KNOWN_PEOPLE

    def trouble(self, guild_id: int) -> str:
        """Return why the last assignment of the role failed; empty if it succeeded."""
        chosen: str = self._chosen.of(guild_id).get(TROUBLE, "")
        return chosen

    async def holders(self, guild_id: int) -> tuple[ChampionRow, ...]:
        """Return the users to whom the bot has given, or was about to give, a role in a server."""
        return await self._store.servers.champions(guild_id)

    async def note(self, row: ChampionRow, now: datetime) -> None:
        """Store that a user is about to get the role."""
        await self._write(row.guild_id, PutRow(row), now)

    async def strike(self, row: ChampionRow, now: datetime) -> None:
        """Delete the record that a user has the role."""
        await self._write(row.guild_id, DropRow(ChampionRow, astuple(row)), now)

    async def _write(self, guild_id: int, change: Change, now: datetime) -> None:
        decided: Callable[[ServerRow], Decision[None]] = lambda _: Decision(lambda: None, changes=(change,))  # noqa: E731  # one line
        await self._unit_of_work.change(self._chosen.subject(guild_id), decided, now=now)

    async def settle(
        self, timer: TimerRow, wanted: RoleAssignment, trouble: str, now: datetime, again_at: datetime | None = None
    ) -> None:
        """Complete the timer of an assignment; on a failure (`trouble`), notify the organisers once.

        With `again_at` the assignment is retried then.
        """
        done = CompleteTimer(timer, now, again_at)
        guild_id = timer.subject.id
        letters = () if wanted.event_id is None else await self._letters(wanted.event_id, trouble, now)

        def decide(row: ServerRow) -> Decision[None]:
            if row.prefs.get(TROUBLE, "") == trouble:
                return Decision(lambda: None, changes=(done,))
            step = ServerChange.of(row, {TROUBLE: trouble or None}, self._chosen)
            return Decision(lambda: None, (step,), (done, *letters))

        await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now, timer=timer)

    async def _letters(self, event_id: EventId, trouble: str, now: datetime) -> tuple[Change, ...]:
        """Return the private messages that tell each organiser how to make the assignment possible."""
        if not trouble:
            return ()
        state = await self._tournaments.state(event_id)
        posts = tuple(new_post(ChampionTrouble(trouble), secrets.token_hex(10), None, user) for user in state.officials)
        return (QueuePosts(of_event(event_id), now, posts),) if posts else ()


def _counts(match: EventMatch) -> bool:
    """Return whether a match counts as a played game of a tournament: finished, no walkover, and its places count for all."""
    result = match.result or {}
    return match.status == FINISHED and result.get("how") != WALKOVER and not result.get(eligibility.PLACES)


def _look_timer(guild_id: int, now: datetime, event_id: EventId | None) -> SetTimers:
    timer = new_timer(CrownTimer(event_id), now)
    return SetTimers(of_server(guild_id), now, (timer,), instead_of=CROWN)
