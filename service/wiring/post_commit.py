"""The consequences of every change, in order, in one table.

Consequences that must not be lost are written in the transaction of the change, slow ones as a timer due at once. Afterwards only
work is done that a later look repeats, because a process may end at any moment.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from service.clocks.clock_pauses import STOPS_CHANGED
from service.clocks.clock_service import CLOCK, stops_change
from service.clocks.notifications import DAILY, daily_timer
from service.clocks.outages import ALIVE
from service.clocks.pausing import PAUSE
from service.clocks.reminders import MORNING, REMINDER
from service.clocks.timeouts import Timeouts
from service.clocks.vacations import VACATION, vacation_timers
from service.core.outbox import unheard
from service.core.post_content import must_be_buildable
from service.guilds.channel_changes import LOST_POST
from service.guilds.server_settings import ServerChange
from service.guilds.weekly_paper import WEEKLY
from service.guilds.welcome_messages import WELCOME
from service.history.analyses import ANALYSIS
from service.lobby.match_start import EXPIRY
from service.match.match_changes import ClockAdvance, MatchChange, MatchDetailsChange
from service.match.match_session import MatchSession
from service.match.match_transaction import DRAW
from service.play.computer_stand_in import STAND_IN
from service.play.cross_server_games import LOOK
from service.play.early_finish import FINISH, STOP
from service.play.pending_moves import PASS, PLAN
from service.play.take_back import UNDO
from service.puzzles.daily_puzzle import PUZZLE
from service.puzzles.mistake_puzzles import MISTAKES
from service.ratings.stats_backfill import PAUSE_S, RECOUNT
from service.tournaments.challenges import LEAVE, OnLeave
from service.tournaments.event_posts import CALL
from service.tournaments.pairing_outcomes import event_of_details_change, event_of_match_change
from service.tournaments.recurring_tournaments import REPEAT
from service.tournaments.repository import DUE, NEWS, SEATED, TournamentChange
from service.users.subscriptions import NEWS as FOLLOWED
from service.users.user_settings import UserChange
from service.watching.guesses import GRADE
from service.watching.server_seat import VOTE
from service.wiring.services import Services
from storage.changes import Change
from storage.rows import EVENT, MATCH, PERSON, SERVER, Post, TimerRow, UserId

Along = Callable[[Any, datetime], Awaitable[Sequence[Change]]]
After = Callable[[Any, datetime], None]


@dataclass(frozen=True)
class PostCommitHooks:
    """The consequences by kind of step, each kind in order."""

    written: Mapping[type, tuple[Along, ...]]
    """In the transaction of the step."""
    done: Mapping[type, tuple[After, ...]]
    """Once the step is written."""

    async def along(self, step: Any, now: datetime) -> Sequence[Change]:
        """Return the changes written with a step."""
        return [change for also in self.written.get(type(step), ()) for change in await also(step, now)]

    def after(self, step: Any, now: datetime) -> None:
        """Do the work that follows a step."""
        for do in self.done.get(type(step), ()):
            do(step, now)


def join(services: Services) -> None:
    """Connect the use-cases by this table; call it once, at the start."""
    _register_checks(services)
    services.repository.unit_of_work.following = _table(services)
    _timers(services)
    _register_stops(services)
    _agreements(services)
    _posts(services)
    _restrict_parts(services)


def _register_checks(services: Services) -> None:
    """Register the checks before decisions, and the listeners to a departure."""
    repository = services.repository
    repository.before_use.append(services.maps.recall)  # rules that a match names may have to be learnt
    repository.may_move.append(services.vacations.check)
    services.resignations.after_leaving += [services.champions.retire, services.tournaments.registration.retire]
    services.disclosure.holds.append(services.tournaments.queries.holds_back)
    services.disclosure.holds.append(services.match_replication.is_live)
    services.tournaments.challenges.on_leave = services.tournaments.round_scheduler.on_leave = _leave_of(services)
    services.pausing.date_of = services.tournaments.queries.date_of
    services.tournaments.round_scheduler.is_away = services.outages.is_away


def _leave_of(services: Services) -> OnLeave:
    """Return the function that tells until when a person's vacation keeps challenges of a ladder away."""

    async def on_leave(user_id: UserId, now: datetime) -> datetime | None:
        vacation = await services.vacations.away(user_id, now)
        ends = now if vacation is None else min(vacation.end, vacation.begin + LEAVE)
        return ends if now < ends else None

    return on_leave


def _table(services: Services) -> PostCommitHooks:
    woken = services.repository.woken
    return PostCommitHooks(
        written={
            MatchChange: (
                _only_at_end(services.results_channel.along),
                _only_for_events(event_of_match_change),
                services.clocks.along,
                _only_with_server_seat(services.server_seat.along),
                _only_with_server_seat(services.match_replication.along),
                _only_at_end(services.guesses.along),
                _only_with_points(services.subscriptions.along),
                _only_with_plans(services.planned_moves.along),
            ),
            MatchDetailsChange: (
                services.clocks.along_put,
                event_of_details_change,
                services.server_seat.along_put,
                services.match_replication.along_put,
            ),
            ClockAdvance: (services.clocks.along_clocks,),
            UserChange: (vacation_timers, stops_change, services.notifications.along, daily_timer),
            ServerChange: (services.puzzles.along, services.weekly_paper.along, services.champions.along_setting),
            TournamentChange: (
                services.champions.along,
                services.tournaments.recurring.along,
                services.tournaments.external_ratings.along,
            ),
        },
        done={
            MatchChange: (woken, services.clocks.written, _only_with_computers(services.computers.look)),
            MatchDetailsChange: (woken, services.computers.rest),
            ClockAdvance: (services.clocks.written, woken),
            TournamentChange: (services.tournaments.round_scheduler.written, services.tournaments.repository.told),
            UserChange: (services.ui_listeners.person_chose,),
            ServerChange: (services.ui_listeners.server_chose,),
        },
    )


def _only_at_end(also: Along) -> Along:
    """Return the hook for steps that end a match only."""

    async def along(of: MatchChange, now: datetime) -> Sequence[Change]:
        return await also(of, now) if of.step.is_over else ()

    return along


def _only_for_events(also: Along) -> Along:
    """Return the hook for steps that end a match, give up or retake a seat, or ask a player for their first turn."""

    async def along(of: MatchChange, now: datetime) -> Sequence[Change]:
        step = of.step
        seats = zip(step.before.seats, step.live.seats, strict=False)
        changes = (old.left != new.left or old.told == 0 < new.told for old, new in seats)
        return await also(of, now) if step.is_over or step.taken_back or any(changes) else ()

    return along


def _only_with_server_seat(also: Along) -> Along:
    """Return the hook for matches in which a server has a seat."""

    async def along(of: MatchChange, now: datetime) -> Sequence[Change]:
        return await also(of, now) if any(seat.is_town for seat in (*of.step.before.seats, *of.step.live.seats)) else ()

    return along


def _only_with_plans(also: Along) -> Along:
    """Return the hook for matches in which the next turn can be planned."""

    async def along(of: MatchChange, now: datetime) -> Sequence[Change]:
        live = of.step.live
        return await also(of, now) if live.game.plans_ahead(live.options) else ()

    return along


def _only_with_computers(do: After) -> After:
    """Return the hook for matches in which a computer has, or had, a seat."""

    def after(of: MatchChange, now: datetime) -> None:
        if any(seat.is_computer for seat in (*of.step.before.seats, *of.step.live.seats)):
            do(of, now)

    return after


def _only_with_points(also: Along) -> Along:
    """Return the hook for steps that bring points, or end a match."""

    async def along(of: MatchChange, now: datetime) -> Sequence[Change]:
        step = of.step
        fell = step.live.state is not step.before.state and _scores(step.live) != _scores(step.before)
        return await also(of, now) if fell or step.is_over else ()

    return along


def _scores(live: MatchSession) -> Sequence[int]:
    return live.game.scores(live.state) if live.state is not None else ()


def _timers(services: Services) -> None:
    """Register the handler of each kind of timer; those of messages are the Discord layer's."""
    timers, calls, store = services.timers, services.notifications, services.store
    timeouts = Timeouts(services.repository, services.clocks, services.computers, services.reminders, services.outages.is_away)

    async def stops_changed(timer: TimerRow, now: datetime) -> None:
        await services.clocks.reschedule_all(UserId(timer.subject.id), now=now)
        await calls.changed(UserId(timer.subject.id), now)
        await timers.done(timer, now)

    async def recount(timer: TimerRow, now: datetime) -> None:
        is_more = await services.stats_backfill.count_some(timer.subject.id)
        await timers.done(timer, now, again=timedelta(seconds=PAUSE_S) if is_more else None)

    store.after_timers.append(timers.was_set)
    store.outage.over.append(timers.wake)
    timers.register(ALIVE, services.outages.sign)
    timers.register(CLOCK, timeouts.fall_due)
    timers.register(REPEAT, services.tournaments.recurring.fall_due)
    timers.register(EXPIRY, services.lobbies.expire)
    timers.register(FOLLOWED, services.subscriptions.fall_due)
    timers.register(DRAW, services.chance_draws.fall_due)
    timers.register(PASS, services.pending_moves.fall_due)
    timers.register(VOTE, services.server_seat.fall_due)
    timers.register(LOOK, services.match_replication.fall_due)
    timers.register(GRADE, services.guesses.fall_due)
    timers.register(PLAN, services.planned_moves.fall_due)
    timers.register(PAUSE, services.pausing.fall_due)
    timers.register(STAND_IN, timers.done)  # nobody has agreed in time
    timers.register(VACATION, services.vacations.fall_due)
    timers.register(STOPS_CHANGED, stops_changed)
    timers.register(MORNING, calls.wake)
    timers.register(DAILY, calls.daily)
    timers.register(ANALYSIS, services.analyses.look)
    timers.register(PUZZLE, services.puzzles.fall_due)
    timers.register(MISTAKES, services.mistake_puzzles.fall_due)
    timers.register(RECOUNT, recount)
    timers.register(WEEKLY, services.weekly_paper.fall_due)
    timers.register(DUE, services.tournaments.round_scheduler.woken)
    timers.register(NEWS, services.tournaments.round_scheduler.woken)
    timers.register(SEATED, services.tournaments.round_scheduler.woken)


def _register_stops(services: Services) -> None:
    """Register the sources of stopped clocks."""
    stops = services.pause_sources
    stops.register_sleep(services.user_settings.sleep)
    stops.register(PAUSE, services.pausing.spans)
    stops.register(VACATION, services.vacations.spans, rests=True)


def _agreements(services: Services) -> None:
    """Register the requests that need all players' consent."""
    requests, finishing = services.requests, services.early_finish
    requests.register(UNDO, services.take_back.kind)
    requests.register(FINISH, finishing.kind)
    requests.register(STOP, finishing.stopping)
    requests.register(PAUSE, services.pausing.kind)


def _posts(services: Services) -> None:
    """Register the consequences of delivered and undeliverable posts, and the listeners to new ones."""
    services.store.before_posts.append(must_be_buildable)
    if (on_posts := services.on_posts) is not None:
        services.store.after_posts.append(on_posts)
        services.repository.after_commit = lambda _match: on_posts()
        services.tournaments.repository.after_commit.append(lambda _event: on_posts())
    outbox, channels, reach = services.outbox, services.channel_changes, services.tournaments.delivery_failures
    outbox.register(MATCH, channels.lose, unheard({LOST_POST: channels.unheard, REMINDER: services.reminders.unheard}))
    outbox.register(EVENT, reach.closed, reach.unheard)
    outbox.register_late(MATCH, REMINDER, services.reminders.late)
    outbox.register_late(EVENT, CALL, reach.unheard)
    welcomes = services.welcomes
    closed = {WELCOME: welcomes.unsent, WEEKLY: services.weekly_paper.unsent}

    async def server_closed(post: Post, reason: str, now: datetime) -> None:
        await closed.get(post.kind, services.results_channel.unsent)(post, reason, now)

    outbox.register(SERVER, server_closed, unheard({WELCOME: welcomes.unheard}))
    outbox.register(PERSON, services.notifications.closed, unheard({DAILY: services.notifications.unheard}))
    outbox.after_sent += [services.clocks.delivered, services.chance_draws.begun]


def _restrict_parts(services: Services) -> None:
    """Restrict every part to the shards that this process looks after."""
    leases = services.leases
    services.database_outage.begun.append(leases.look_again)
    services.outbox.share = lambda: leases.held.share
    services.computers.is_ours = lambda match: leases.held.covers(match.guild_id)
    leases.after_loss.append(services.computers.lost)
    leases.after_event.append(services.cluster_events.hear)
    leases.after_poll.append(services.cluster_events.look)
