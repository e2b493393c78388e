"""Who hears of whom: what is due, what is written along with a step, when clocks stand still, what people agree on."""

from __future__ import annotations

from service.clocks.clocks import CLOCK, STOPS_CHANGED, stops_changed
from service.clocks.pausing import PAUSE
from service.clocks.reminders import REMINDER
from service.clocks.timeouts import Timeouts
from service.clocks.vacations import VACATION
from service.people.notifications import DAILY, MORNING
from service.play.finishing import FINISH, STOP
from service.play.going_back import UNDO
from service.play.pending_moves import PASS
from service.play.play_for import STAND_IN
from service.play.starting import EXPIRY
from service.process.outbox import unheard
from service.process.services import Services
from service.process.step import DRAW
from service.puzzles.puzzles import PUZZLE
from service.review.analyses import ANALYSIS
from service.servers.channels import LOST_POST
from storage.records import MATCH, PERSON, SERVER


def join(services: Services) -> None:
    """Tell everybody whom he works with; once, before anything begins."""
    _steps(services)
    _timers(services)
    _stops(services)
    _agreements(services)
    _posts(services)
    _parts(services)


def _steps(services: Services) -> None:
    """What a step asks before, and what is written along with it."""
    kernel = services.kernel
    kernel.along.append(services.results.along)
    kernel.before_use.append(services.maps.recall)
    kernel.may_move.append(services.vacations.check)
    services.departures.after_leaving.append(services.events.entries.retire)
    services.server_settings.along.append(services.puzzles.along)


def _timers(services: Services) -> None:
    """What each kind of timer does."""
    timers, calls = services.timers, services.calls
    timeouts = Timeouts(services.kernel, services.clocks, services.computers, services.reminders, services.outages.is_away)
    timers.register(CLOCK, timeouts.fall_due)
    timers.register(EXPIRY, services.lobbies.expire)
    timers.register(DRAW, services.draws.fall_due)
    timers.register(PASS, services.passing.fall_due)
    timers.register(PAUSE, services.pausing.fall_due)
    timers.register(STAND_IN, services.standing_in.lapse)
    timers.register(VACATION, services.vacations.fall_due)
    timers.register(STOPS_CHANGED, services.clocks.choices_changed)
    timers.register(MORNING, calls.wake)
    timers.register(DAILY, calls.daily)
    timers.register(ANALYSIS, services.analyses.look)
    timers.register(PUZZLE, services.puzzles.fall_due)


def _stops(services: Services) -> None:
    """Times in which clocks stand still, and who must know when they change."""
    stops, vacations = services.stops, services.vacations
    stops.register_sleep(services.people.sleep)
    stops.register(PAUSE, services.pausing.spans)
    stops.register(VACATION, vacations.spans, rests=True)
    vacations.after_change += [services.clocks.changed_for, services.calls.changed]
    services.people.along.append(stops_changed)


def _agreements(services: Services) -> None:
    """What needs everybody's consent."""
    requests, finishing = services.requests, services.finishing
    requests.register(UNDO, services.going_back.kind)
    requests.register(FINISH, finishing.kind)
    requests.register(STOP, finishing.stopping)
    requests.register(PAUSE, services.pausing.kind)


def _posts(services: Services) -> None:
    """What becomes of messages that arrive, and of those that nobody takes."""
    outbox, channels = services.outbox, services.channels
    outbox.register(MATCH, channels.lose, unheard({LOST_POST: channels.unheard, REMINDER: services.reminders.unheard}))
    outbox.register(SERVER, services.results.unsent)
    outbox.register(PERSON, services.calls.closed, services.calls.unheard)
    outbox.after_sent += [services.clocks.delivered, services.draws.begun]


def _parts(services: Services) -> None:
    """What other processes look after is none of ours."""
    leases = services.leases
    services.outbox.share = lambda: leases.held.share
    services.computers.is_ours = lambda match: leases.held.covers(match.guild_id)
    leases.after_loss.append(services.computers.lost)
