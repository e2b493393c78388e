"""The use-cases of events put together, and joined to those of matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from service.clocks.clocks import Clocks
from service.events.appeals import Appeals
from service.events.challenges import Challenges
from service.events.editing import Editing
from service.events.ending import Ending
from service.events.entry import Entries
from service.events.kernel import DUE, NEWS, EventKernel
from service.events.lineups import Lineups
from service.events.looking import EventLooking
from service.events.organisers import Organisers
from service.events.reach import Reach
from service.events.refereeing import Refereeing
from service.events.rounds import Rounds
from service.events.rulings import Rulings
from service.events.tables import Tables
from service.lobby.lobbies import Lobbies
from service.play.departures import Departures
from service.process.kernel import Kernel
from service.process.outbox import Outbox
from service.process.step import Step
from service.process.timers import Timers
from service.ratings.ratings import Standing
from service.ratings.reliability import Reliability
from service.review.disclosure import Disclosure
from service.servers.channels import Channels
from storage.changes import Change, EventWoken
from storage.records import EVENT, LIVE, MatchRow
from thinking.pool import Pool


@dataclass(frozen=True)
class Events:
    """One small class for each kind of use-case."""

    kernel: EventKernel
    entries: Entries
    """`checked open enter leave check_in skip start cancel retire`"""
    editing: Editing
    """`edit seed`"""
    rounds: Rounds
    """`look publish swap ready wake_all`"""
    challenges: Challenges
    """`challenge`"""
    ending: Ending
    """`end`"""
    lineups: Lineups
    """`hand_in`"""
    tables: Tables
    """`unseated seat`"""
    rulings: Rulings
    """`rule close_round message`"""
    refereeing: Refereeing
    """`rule`"""
    appeals: Appeals
    """`appeal answer`"""
    organisers: Organisers
    """`name`"""
    reach: Reach
    """`rehome`"""
    looking: EventLooking
    """`state of_guild of_user event_of rulings export`"""
    _waking: set[asyncio.Task[None]] = field(default_factory=set)

    async def close(self) -> None:
        """Wait for what has been begun."""
        await asyncio.gather(*self._waking, return_exceptions=True)


def assembled(
    kernel: Kernel,
    lobbies: Lobbies,
    departures: Departures,
    channels: Channels,
    timers: Timers,
    outbox: Outbox,
    thinking: Pool,
    clocks: Clocks,
    standing: Standing,
    reliability: Reliability,
    disclosure: Disclosure,
    clock: Callable[[], datetime],
) -> Events:
    """All use-cases of events; `clock` dates what an event hears of a match that was ended by a moderator."""
    events = EventKernel(kernel, standing, reliability)
    tables = Tables(events, kernel, lobbies, departures, channels, clocks)
    rounds = Rounds(events, tables, thinking)
    reach = Reach(events)
    refereeing = Refereeing(events, kernel, clocks)
    entries = Entries(events)
    found = Events(
        events,
        entries,
        Editing(events, entries),
        rounds,
        Challenges(events),
        Ending(events),
        Lineups(events),
        tables,
        Rulings(events),
        refereeing,
        Appeals(events, refereeing),
        Organisers(events),
        reach,
        EventLooking(events),
    )
    outbox.register(EVENT, reach.closed, reach.unheard)
    timers.register(DUE, rounds.woken)
    timers.register(NEWS, rounds.woken)
    kernel.along.append(_of_step)
    disclosure.holds.append(found.looking.holds_back)

    def put(match: MatchRow) -> None:
        if match.status not in LIVE and match.started_at is not None:
            task = asyncio.get_running_loop().create_task(
                kernel.store.commit(EventWoken(match.id, NEWS, clock())), name="event-news"
            )
            found._waking.add(task)
            task.add_done_callback(found._waking.discard)

    kernel.after_put.append(put)
    return found


def _of_step(step: Step) -> Sequence[Change]:
    """The end of a match, and a seat that is given up, are told to its event in the very transaction."""
    seats = zip(step.before.seats, step.live.seats, strict=False)
    if step.is_over or any(old.left != new.left for old, new in seats):
        return (EventWoken(step.live.match.id, NEWS, step.now),)
    return ()
