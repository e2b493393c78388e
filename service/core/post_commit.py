"""What follows from every change, in the order in which it happens: the one table.

What must not be lost is written in the transaction of the change, a timer that is due at once where it takes longer. What is done
afterwards is only what looking finds again, for a process may end at any moment.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from service.clocks.clocks import CLOCK, moved_stops
from service.clocks.outages import ALIVE
from service.clocks.pausing import PAUSE
from service.clocks.reminders import MORNING, REMINDER
from service.clocks.stops import STOPS_CHANGED
from service.clocks.timeouts import Timeouts
from service.clocks.vacations import VACATION, ends
from service.core.match_changes import ClockStep, MatchPut, MatchStep
from service.core.match_session import MatchSession
from service.core.match_transaction import DRAW
from service.core.outbox import unheard
from service.core.services import Services
from service.guilds.channels import LOST_POST
from service.guilds.server_settings import ServerStep
from service.guilds.weekly_paper import WEEKLY
from service.guilds.welcomes import WELCOME
from service.history.analyses import ANALYSIS
from service.play.finishing import FINISH, STOP
from service.play.going_back import UNDO
from service.play.guesses import GRADE
from service.play.mirrors import LOOK
from service.play.pending_moves import PASS, PLAN
from service.play.play_for import STAND_IN
from service.play.starting import EXPIRY
from service.play.town import VOTE
from service.puzzles.mistakes import MISTAKES
from service.puzzles.puzzles import PUZZLE
from service.ratings.stats_upkeep import PAUSE_S, RECOUNT
from service.tournaments.event_repository import DUE, NEWS, SEATED, EventChange
from service.tournaments.outcomes import of_put, of_step
from service.users.followers import NEWS as FOLLOWED
from service.users.notifications import DAILY, daily_timer
from service.users.people import PersonStep
from storage.changes import Change
from storage.records import EVENT, MATCH, PERSON, SERVER, Post, TimerRow, UserId

Along = Callable[[Any, datetime], Awaitable[Sequence[Change]]]
After = Callable[[Any, datetime], None]


@dataclass(frozen=True)
class FollowUps:
    """Follow-ups by kind of step, each kind in the order in which they happen."""

    written: Mapping[type, tuple[Along, ...]]
    """In the transaction of the step."""
    done: Mapping[type, tuple[After, ...]]
    """Once the step is written."""

    async def along(self, step: Any, now: datetime) -> Sequence[Change]:
        """See `service.core.unit_of_work.Following`."""
        return [change for also in self.written.get(type(step), ()) for change in await also(step, now)]

    def after(self, step: Any, now: datetime) -> None:
        """See `service.core.unit_of_work.Following`."""
        for do in self.done.get(type(step), ()):
            do(step, now)


def join(services: Services) -> None:
    """Connect the use-cases by this table; call it once, at the start."""
    _before(services)
    services.repository.changing.following = _table(services)
    _timers(services)
    _stops(services)
    _agreements(services)
    _posts(services)
    _parts(services)


def _before(services: Services) -> None:
    """Checks before something is decided, and who is told when a person leaves."""
    repository = services.repository
    repository.before_use.append(services.maps.recall)  # rules that a match names may have to be learnt
    repository.may_move.append(services.vacations.check)
    services.departures.after_leaving += [services.champions.retire, services.events.entries.retire]
    services.disclosure.holds.append(services.events.looking.holds_back)
    services.disclosure.holds.append(services.mirrors.is_live)
    services.events.rounds.is_away = services.outages.is_away


def _table(services: Services) -> FollowUps:
    woken = services.repository.woken
    return FollowUps(
        written={
            MatchStep: (
                _at_the_end(services.results.along),
                _where_a_seat_is_given_up(of_step),
                services.clocks.along,
                _where_a_server_plays(services.town.along),
                _where_a_server_plays(services.mirrors.along),
                _at_the_end(services.guesses.along),
                _where_points_fell(services.followers.along),
                _where_plans_are_made(services.plans.along),
            ),
            MatchPut: (services.clocks.along_put, of_put, services.town.along_put, services.mirrors.along_put),
            ClockStep: (services.clocks.along_clocks,),
            PersonStep: (ends, moved_stops, services.calls.along, daily_timer),
            ServerStep: (services.puzzles.along, services.weekly_paper.along, services.champions.along_setting),
            EventChange: (services.champions.along, services.events.brought.along),
        },
        done={
            MatchStep: (woken, services.clocks.written, _where_computers_play(services.computers.look)),
            MatchPut: (woken, services.computers.rest),
            ClockStep: (services.clocks.written, woken),
            EventChange: (services.events.repository.told,),
            PersonStep: (services.edge.person_chose,),
            ServerStep: (services.edge.server_chose,),
        },
    )


def _at_the_end(also: Along) -> Along:
    """Only with the step that ends a match."""

    async def along(of: MatchStep, now: datetime) -> Sequence[Change]:
        return await also(of, now) if of.step.is_over else ()

    return along


def _where_a_seat_is_given_up(also: Along) -> Along:
    """Only with a step that ends a match, or in which somebody's seat is given up or taken again."""

    async def along(of: MatchStep, now: datetime) -> Sequence[Change]:
        step = of.step
        seats = zip(step.before.seats, step.live.seats, strict=False)
        return await also(of, now) if step.is_over or any(old.left != new.left for old, new in seats) else ()

    return along


def _where_a_server_plays(also: Along) -> Along:
    """Only in a match in which a server has a seat."""

    async def along(of: MatchStep, now: datetime) -> Sequence[Change]:
        return await also(of, now) if any(seat.is_town for seat in (*of.step.before.seats, *of.step.live.seats)) else ()

    return along


def _where_plans_are_made(also: Along) -> Along:
    """Only in a match in which the next turn can be planned."""

    async def along(of: MatchStep, now: datetime) -> Sequence[Change]:
        live = of.step.live
        return await also(of, now) if live.game.plans_ahead(live.options) else ()

    return along


def _where_computers_play(do: After) -> After:
    """Only in a match in which a computer has, or had, a seat."""

    def after(of: MatchStep, now: datetime) -> None:
        if any(seat.is_computer for seat in (*of.step.before.seats, *of.step.live.seats)):
            do(of, now)

    return after


def _where_points_fell(also: Along) -> Along:
    """Only with a step that brings somebody points, or ends a match."""

    async def along(of: MatchStep, now: datetime) -> Sequence[Change]:
        step = of.step
        fell = step.live.state is not step.before.state and _scores(step.live) != _scores(step.before)
        return await also(of, now) if fell or step.is_over else ()

    return along


def _scores(live: MatchSession) -> Sequence[int]:
    return live.game.scores(live.state) if live.state is not None else ()


def _timers(services: Services) -> None:
    """What each kind of timer does; those of messages are the Discord layer's."""
    timers, calls, store = services.timers, services.calls, services.store
    timeouts = Timeouts(services.repository, services.clocks, services.computers, services.reminders, services.outages.is_away)

    async def stops_changed(timer: TimerRow, now: datetime) -> None:
        await services.clocks.reschedule_all(UserId(timer.subject.id), now=now)
        await calls.changed(UserId(timer.subject.id), now)
        await timers.done(timer, now)

    async def recount(timer: TimerRow, now: datetime) -> None:
        is_more = await services.stats_upkeep.count_some(timer.subject.id)
        await timers.done(timer, now, again=timedelta(seconds=PAUSE_S) if is_more else None)

    store.after_timers.append(timers.was_set)
    store.outage.over.append(timers.wake)
    timers.register(ALIVE, services.outages.sign)
    timers.register(CLOCK, timeouts.fall_due)
    timers.register(EXPIRY, services.lobbies.expire)
    timers.register(FOLLOWED, services.followers.fall_due)
    timers.register(DRAW, services.draws.fall_due)
    timers.register(PASS, services.passing.fall_due)
    timers.register(VOTE, services.town.fall_due)
    timers.register(LOOK, services.mirrors.fall_due)
    timers.register(GRADE, services.guesses.fall_due)
    timers.register(PLAN, services.plans.fall_due)
    timers.register(PAUSE, services.pausing.fall_due)
    timers.register(STAND_IN, timers.done)  # nobody has agreed in time
    timers.register(VACATION, services.vacations.fall_due)
    timers.register(STOPS_CHANGED, stops_changed)
    timers.register(MORNING, calls.wake)
    timers.register(DAILY, calls.daily)
    timers.register(ANALYSIS, services.analyses.look)
    timers.register(PUZZLE, services.puzzles.fall_due)
    timers.register(MISTAKES, services.mistakes.fall_due)
    timers.register(RECOUNT, recount)
    timers.register(WEEKLY, services.weekly_paper.fall_due)
    timers.register(DUE, services.events.rounds.woken)
    timers.register(NEWS, services.events.rounds.woken)
    timers.register(SEATED, services.events.rounds.woken)


def _stops(services: Services) -> None:
    """Times in which clocks stand still."""
    stops = services.stops
    stops.register_sleep(services.people.sleep)
    stops.register(PAUSE, services.pausing.spans)
    stops.register(VACATION, services.vacations.spans, rests=True)


def _agreements(services: Services) -> None:
    """What needs everybody's consent."""
    requests, finishing = services.requests, services.finishing
    requests.register(UNDO, services.going_back.kind)
    requests.register(FINISH, finishing.kind)
    requests.register(STOP, finishing.stopping)
    requests.register(PAUSE, services.pausing.kind)


def _posts(services: Services) -> None:
    """What follows when a message has arrived or can't be delivered, and who is told that there may be one to send."""
    if (on_posts := services.on_posts) is not None:
        services.store.after_posts.append(on_posts)
        services.repository.after_commit = lambda _match: on_posts()
        services.events.repository.after_commit.append(lambda _event: on_posts())
    outbox, channels, reach = services.outbox, services.channels, services.events.reach
    outbox.register(MATCH, channels.lose, unheard({LOST_POST: channels.unheard, REMINDER: services.reminders.unheard}))
    outbox.register(EVENT, reach.closed, reach.unheard)
    welcomes = services.welcomes
    closed = {WELCOME: welcomes.unsent, WEEKLY: services.weekly_paper.unsent}

    async def server_closed(post: Post, reason: str, now: datetime) -> None:
        await closed.get(post.kind, services.results.unsent)(post, reason, now)

    outbox.register(SERVER, server_closed, unheard({WELCOME: welcomes.unheard}))
    outbox.register(PERSON, services.calls.closed, unheard({DAILY: services.calls.unheard}))
    outbox.after_sent += [services.clocks.delivered, services.draws.begun]


def _parts(services: Services) -> None:
    """Restrict every part to the shards that this process looks after."""
    leases = services.leases
    services.database_outage.begun.append(leases.look_again)
    services.outbox.share = lambda: leases.held.share
    services.computers.is_ours = lambda match: leases.held.covers(match.guild_id)
    leases.after_loss.append(services.computers.lost)
    leases.after_event.append(services.process_events.hear)
    leases.after_poll.append(services.process_events.look)
