"""Vacations of users, stored with their settings: announced ahead, within a yearly budget of days, for all games at once.

The stored form is `[announced, begin, end]`. Past vacations stay, because clocks stood in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from clocks.spans import Span
from clocks.terms import MOST_BANK
from games.core.game import Seat
from service.clocks.clock_pauses import stops_changed
from service.core.change_scope import Decision
from service.core.post_content import PostContent, posted
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.match.match_posts import NOTICE
from service.match.match_session import MatchSession
from service.match.match_transaction import match_post
from service.users.preferences import VACATIONS
from service.users.user_settings import UserChange, UserSettings
from storage.changes import Change, QueuePosts, SetTimers
from storage.rows import MATCH, MatchRow, PersonRow, TimerRow, UserId, WaitingGame, of_match

VACATION = "vacation"
"""The kind of the timers at both ends of a vacation, and the reason for which clocks stand in it."""

LEAST = timedelta(hours=48)
AHEAD = timedelta(hours=24)
"""How long before its begin a vacation is announced."""
AT_ONCE_A_YEAR = 2
"""How many vacations of a year may begin without that."""
YEAR = timedelta(days=365)
BUDGET = timedelta(days=30)
"""Of vacation in `YEAR`, if the bot's owner says nothing."""
FARTHEST = timedelta(days=365)
"""How far ahead a vacation may begin."""
_KEPT_FOR = YEAR + MOST_BANK
"""How long a vacation is kept after its end: as long as it counts in the budget, or a clock may have been running since."""


@posted(MATCH, NOTICE, VACATION)
class VacationNotice(PostContent):
    """The news of a player's vacation, until a Unix time."""

    user: UserId
    until: int


@timed(VACATION)
class VacationTimer(TimerContent):
    """The payload of the timer of a vacation: whether it is at its end rather than its begin."""

    over: bool


@dataclass(frozen=True)
class Vacation:
    """One vacation of a user: announced, begin and end."""

    announced: datetime
    begin: datetime
    end: datetime

    @property
    def is_sudden(self) -> bool:
        """Whether the vacation was not announced ahead."""
        return self.begin - self.announced < AHEAD


class Vacations:
    """The vacations of all users."""

    def __init__(self, unit_of_work: UnitOfWork, user_settings: UserSettings, budget: timedelta = BUDGET) -> None:
        """Set the budget per user and year; vacations can't be switched off."""
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._user_settings = user_settings
        self.budget = budget

    def present(self, person: PersonRow, now: datetime) -> Vacation | None:
        """Return the vacation that a user is on; None without one."""
        return next((each for each in vacations_of(person) if each.begin <= now < each.end), None)

    async def away(self, user_id: UserId, now: datetime) -> Vacation | None:
        """Return the vacation that the user with this id is on; None without one."""
        return self.present(await self._user_settings.person(user_id), now)

    async def coming(self, user_id: UserId, now: datetime) -> Vacation | None:
        """Return the vacation that a user is on or has planned; None without one."""
        return next(
            (each for each in vacations_of(await self._user_settings.person(user_id)) if now < each.end),
            None,
        )

    async def left(self, user_id: UserId, now: datetime) -> timedelta:
        """Return the part of their budget that a user has left for a vacation beginning now."""
        return self.budget - vacation_used(vacations_of(await self._user_settings.person(user_id)), now)

    async def start(self, user_id: UserId, begin: datetime | None, end: datetime, *, now: datetime) -> Vacation:
        """Announce a vacation from `begin` (None: now) on; return it, with both ends rounded to whole hours.

        Refuses `vacations-off`, `on-vacation-already` (end), `vacation-too-short` (least), `vacation-too-soon` (ahead, most),
        `vacation-too-late`, `vacation-too-long` (left, budget).
        """
        if not self.budget:
            raise Refusal("vacations-off")

        wanted = Vacation(now, now if begin is None else _round_up(begin), _round_up(end))

        async def waiting(_person: PersonRow) -> Sequence[WaitingGame]:
            return await self._store.matches.waiting_for(user_id) if wanted.begin <= now else ()

        def decide(person: PersonRow, games: Sequence[WaitingGame]) -> Decision[Vacation]:
            had = vacations_of(person)
            if (other := next((each for each in had if now < each.end), None)) is not None:
                raise Refusal("on-vacation-already", end=other.end)
            self._check(wanted, had, now)
            return Decision(
                lambda: wanted,
                (self._store_vacations(person, [*had, wanted], now),),
                vacation_announcements(wanted, user_id, games, now),
            )

        return await self._unit_of_work.change_with_precomputed(self._user_settings.of(user_id), waiting, decide, now=now)

    async def end(self, user_id: UserId, *, now: datetime) -> Vacation:
        """End the present vacation now, or cancel a planned one; unspent days stay in the budget.

        Refuses `not-on-vacation`.
        """

        def decide(person: PersonRow) -> Decision[Vacation]:
            had = list(vacations_of(person))
            over = next((earlier for earlier in had if now < earlier.end), None)
            if over is None:
                raise Refusal("not-on-vacation")
            had.remove(over)
            if over.begin < now:
                had.append(Vacation(over.announced, over.begin, now))
            return Decision(lambda: over, (self._store_vacations(person, sorted(had, key=lambda each: each.begin), now),))

        return await self._unit_of_work.change(self._user_settings.of(user_id), decide, now=now)

    async def spans(self, match: MatchRow, people: Mapping[Seat, UserId], since: datetime) -> Mapping[Seat | None, Sequence[Span]]:
        """Return the vacations of a match's players that end after `since`; none if the terms allow none."""
        open_spans: dict[Seat | None, Sequence[Span]] = {}
        for seat, user in people.items() if match.terms.vacations else ():
            its = [
                Span(vacation.begin, vacation.end)
                for vacation in vacations_of(await self._user_settings.person(user))
                if vacation.end > since
            ]
            if its:
                open_spans[seat] = its
        return open_spans

    async def check(self, live: MatchSession, user_id: UserId, now: datetime) -> None:
        """Refuse a move during the user's vacation, so that no accidental move ends it: `on-vacation` (end, match)."""
        away = await self.away(user_id, now) if _has_stops(live.match) else None
        if away is not None:
            raise Refusal("on-vacation", end=away.end, match=live.match)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Begin a vacation, announcing it once in every game that waits for the user, or end it."""
        user = UserId(timer.subject.id)

        async def waiting(_person: PersonRow) -> Sequence[WaitingGame]:
            return () if read_timer(timer, VacationTimer).over else await self._store.matches.waiting_for(user)

        def decide(person: PersonRow, games: Sequence[WaitingGame]) -> Decision[None]:
            away = self.present(person, now)
            begun = () if away is None else vacation_announcements(away, user, games, now)
            return Decision(lambda: None, changes=(*begun, stops_changed(user, now)))

        await self._unit_of_work.change_with_precomputed(self._user_settings.of(user), waiting, decide, now=now, timer=timer)

    def _store_vacations(self, person: PersonRow, all_of_them: Sequence[Vacation], now: datetime) -> UserChange:
        recent = [vacation for vacation in all_of_them if vacation.end > now - _KEPT_FOR]
        prefs = {key: value for key, value in person.prefs.items() if key != VACATIONS}
        written = {VACATIONS: [_vacation_text(vacation) for vacation in recent]} if recent else {}
        return self._user_settings.step(person, replace(person, prefs={**prefs, **written}))

    def _check(self, wanted: Vacation, had: Sequence[Vacation], now: datetime) -> None:
        if wanted.end - wanted.begin < LEAST:
            raise Refusal("vacation-too-short", least=LEAST)
        if wanted.begin > now + FARTHEST:
            raise Refusal("vacation-too-late")
        lately = [earlier for earlier in had if earlier.begin > wanted.begin - YEAR]
        if wanted.begin < now or (wanted.is_sudden and sum(recent_one.is_sudden for recent_one in lately) >= AT_ONCE_A_YEAR):
            raise Refusal("vacation-too-soon", ahead=AHEAD, most=AT_ONCE_A_YEAR)
        left = self.budget - vacation_used(had, wanted.begin)
        if wanted.end - wanted.begin > left:
            raise Refusal("vacation-too-long", left=left, budget=self.budget)


def _has_stops(match: MatchRow) -> bool:
    """Return whether vacations stop the clocks of a match."""
    return match.terms.pace.rests and match.terms.vacations


def vacations_of(person: PersonRow) -> tuple[Vacation, ...]:
    """Return all vacations of a person, oldest first, planned ones included."""
    return tuple(Vacation(*map(datetime.fromisoformat, row)) for row in person.prefs.get(VACATIONS, ()))


def vacation_used(vacations: Sequence[Vacation], at: datetime) -> timedelta:
    """Return the length of the vacations in the year before `at` and after it."""
    inside = (each.end - max(each.begin, at - YEAR) for each in vacations)
    return sum((length for length in inside if length > timedelta()), timedelta())


def vacation_announcements(away: Vacation, user_id: UserId, waiting: Sequence[WaitingGame], now: datetime) -> tuple[Change, ...]:
    """Return the posts that announce a vacation in every game that waits for the user."""
    what = VacationNotice(user_id, int(away.end.timestamp()))
    matches = [each_game.match for each_game in waiting if _has_stops(each_game.match)]
    return tuple(QueuePosts(of_match(match.id), now, (match_post(match, what, upto=match.version),)) for match in matches)


async def vacation_timers(step: UserChange, now: datetime) -> Sequence[Change]:
    """Return the timers for both ends of planned vacations, to write with changed settings."""
    if step.before.prefs.get(VACATIONS) == step.after.prefs.get(VACATIONS):
        return ()
    coming = [vacation for vacation in vacations_of(step.after) if now < vacation.end]
    at_begin = [new_timer(VacationTimer(over=False), vacation.begin) for vacation in coming if vacation.begin > now]
    at_end = [new_timer(VacationTimer(over=True), vacation.end) for vacation in coming]
    return (SetTimers(step.subject, now, (*at_begin, *at_end), instead_of=VACATION),)


def _round_up(moment: datetime) -> datetime:
    """Return the next whole hour; a moment on the hour stays."""
    return (moment + timedelta(hours=1, microseconds=-1)).replace(minute=0, second=0, microsecond=0)


def _vacation_text(vacation: Vacation) -> list[str]:
    return [vacation.announced.isoformat(), vacation.begin.isoformat(), vacation.end.isoformat()]
