"""Duels: one, three or five games between two users, outside of tournaments.

A duel is an event with two entrants and one pairing, so that threads, games, rulings, private messages and clocks work as for every
pairing. It begins when the challenged user accepts. The first start is drawn by lot, and the duel counts once for ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks.term_parsing import PACE
from clocks.terms import MatchTerms
from service.core.change_scope import Decision
from service.core.post_content import new_post
from service.errors import Refusal
from service.lobby.match_terms import with_wishes
from service.lobby.quotas import Quotas, check_games, check_server, games_of
from service.records import MatchLocation
from service.tournaments.creation import TournamentCreation, new_event
from service.tournaments.event_posts import PairingPost
from service.tournaments.log.entrant_events import EntrantEntry, ReadyMark
from service.tournaments.registration import begin
from service.tournaments.repository import DUE, TournamentRepository, TournamentTransaction, nonce
from service.tournaments.state import IN, NOBODY, TournamentState
from service.tournaments.tournament_settings import LAPSES_AFTER, TournamentSettings, preset_settings
from storage.rows import NewTimer, UserId, of_server
from storage.tournament_rows import CANCELLED, DUEL, FINISHED, OPEN, RUNNING, EventId

MOST_CHALLENGES = 3
"""Of one person in one server that wait for an answer."""
PATIENT = timedelta(days=7)
"""For the first turn, where a clock gives more than a few days or there is none."""


class DuelRequest(NamedTuple):
    """The terms of the duel that a challenger proposes."""

    game: str
    options: Mapping[str, str]
    pace: str
    """As `clocks.terms.read_pace` reads it."""
    games: int = 1
    """Best of 1, 3 or 5."""
    rated: bool = True
    """Whether the duel counts for ratings; without a clock it never does."""


class Duels:
    """The use-cases of challenging and accepting; the course of a duel is handled by those of events."""

    def __init__(
        self,
        tournaments: TournamentRepository,
        creation: TournamentCreation,
        limits: Quotas,
        within: Callable[[int | None], Quotas],
    ) -> None:
        """Set the use-cases that duels build on; `within` returns the limits that a server has chosen."""
        self._tournaments = tournaments
        self._creation = creation
        self._limits = limits
        self._within = within

    async def challenge(
        self, place: MatchLocation, by: UserId, other: UserId, wanted: DuelRequest, *, name: str, now: datetime, locale: str = "en"
    ) -> TournamentState:
        """Challenge a user to a duel; the challenge is posted at `place` and lapses after `LAPSES_AFTER`.

        Refuses `no-rival` (the challenger themselves, or a user who blocks or is blocked), `duel-there` (the two have one already),
        `too-many-challenges` (most), `too-many-games`, `server-games-full`, `bad-terms`, and as `TournamentCreation.checked`.
        """
        settings = self._creation.checked(settings_of(wanted))
        blockers = await self._tournaments.user_settings.blockers_of(by)
        if by == other or other in blockers or other in await self._tournaments.user_settings.blocked_by(by):
            raise Refusal("no-rival")
        row = new_event(place, NOBODY, name, settings, now=now, locale=locale, kind=DUEL)
        step = TournamentTransaction(TournamentState(row), now)
        step.note(EntrantEntry(step.meet(by), waiting=False, from_round=1), by)
        step.meet(other)
        message = new_post(PairingPost(1, 1), nonce(), place.channel_id, by=by)
        assert place.guild_id is not None, "people meet in a server"
        return await self._tournaments.unit_of_work.open(
            of_server(place.guild_id),
            lambda: self._check(place.guild_id, by, other),
            lambda revised: self._tournaments.opened(
                step.state.row,
                (message,),
                (NewTimer(DUE, now + LAPSES_AFTER),),
                revised,
                log=step.entries,
                who=step.entrants,
            ),
        )

    async def accept(self, event_id: EventId, user_id: UserId, *, now: datetime) -> TournamentState:
        """Accept a challenge: the first game begins as soon as its thread exists.

        Refuses `no-event`, `event-over`, `event-running`, `not-your-duel`, `too-many-games`, `server-games-full`.
        """

        async def games(state: TournamentState) -> list[int]:
            if state.row.status == OPEN and state.users.get(2) == user_id:
                await check_server(self._tournaments.store, self._within(state.row.guild_id), state.row.guild_id)
            return [await games_of(self._tournaments.store, self._limits, user) for user in state.users.values()]

        def decide(loaded: tuple[TournamentState, list[int]]) -> Decision[TournamentState]:
            state, sits_in = loaded
            if state.row.status in (FINISHED, CANCELLED):
                raise Refusal("event-over", status=state.row.status)
            if not state.is_duel or state.users.get(2) != user_id:
                raise Refusal("not-your-duel")
            if state.row.status == RUNNING:
                raise Refusal("event-running")
            for number in sits_in:
                check_games(self._limits, number)
            step = TournamentTransaction(state, now)
            step.note(EntrantEntry(2, waiting=False, from_round=1), user_id)
            begin(step, user_id, step.state.having(IN), {})
            if state.settings.is_live:
                step.note(ReadyMark(1, 2), user_id)
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id).also(games), decide, now=now)

    async def under_way(self, user_id: UserId, guild_id: int | None) -> list[TournamentState]:
        """Return a user's unfinished duels in a server, open challenges included."""
        states = [await self._tournaments.state(event_id) for event_id in await self._tournaments.store.events.of_user(user_id)]
        return [state for state in states if state.is_duel and state.row.guild_id == guild_id]

    async def _check(self, guild_id: int | None, by: UserId, other: UserId) -> None:
        check_games(self._limits, await games_of(self._tournaments.store, self._limits, by))
        await check_server(self._tournaments.store, self._within(guild_id), guild_id)
        own = await self.under_way(by, guild_id)
        if any(other in _people(state) for state in own):
            raise Refusal("duel-there")
        if sum(state.row.status == OPEN and state.users[1] == by for state in own) >= MOST_CHALLENGES:
            raise Refusal("too-many-challenges", most=MOST_CHALLENGES)


def settings_of(wanted: DuelRequest) -> TournamentSettings:
    """Return the settings of a duel as an event: a final of two without a date. Refuse `bad-terms`."""
    pace = with_wishes(MatchTerms(), {PACE: wanted.pace}).pace
    is_patient = pace.bank is None or pace.bank >= PATIENT
    return replace(
        preset_settings("cup", wanted.game),
        stages=f"knock-out:2 best-of={wanted.games}",
        options=wanted.options,
        pace=wanted.pace,
        most=2,
        first_turn=timedelta(minutes=10) if not pace.rests else PATIENT if is_patient else timedelta(hours=48),
        round_length=None,
        preview=timedelta(),
        rated=wanted.rated and pace.has_clock,
    )


def _people(state: TournamentState) -> Collection[UserId]:
    return state.users.values()
