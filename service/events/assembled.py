"""The use-cases of events put together."""

from __future__ import annotations

from dataclasses import dataclass

from service.clocks.clocks import Clocks
from service.events.agreements import Agreements
from service.events.appeals import Appeals
from service.events.appointments import Appointments
from service.events.arenas import Arenas
from service.events.brought import BroughtResults
from service.events.challenges import Challenges
from service.events.duels import Duels
from service.events.editing import Editing
from service.events.elsewhere import RefereesResults
from service.events.ending import Ending
from service.events.entry import Entries
from service.events.event_repository import EventRepository
from service.events.lineups import Lineups
from service.events.looking import EventLooking
from service.events.organisers import Organisers
from service.events.reach import Reach
from service.events.refereeing import Refereeing
from service.events.rounds import Rounds
from service.events.rulings import Rulings
from service.events.series import NextSeasons
from service.events.shielding import Shielding
from service.events.tables import Tables
from service.lobby.limits import Limits
from service.lobby.lobbies import Lobbies
from service.people.people import People
from service.play.departures import Departures
from service.process.match_repository import MatchRepository
from service.ratings.ratings import RatingStanding
from service.ratings.turns_kept import Reliability
from service.servers.channels import Channels
from thinking.pool import Pool


@dataclass(frozen=True)
class Events:
    """One small class for each kind of use-case."""

    repository: EventRepository
    entries: Entries
    """`checked open enter leave check_in skip start cancel retire`"""
    editing: Editing
    """`edit seed`"""
    rounds: Rounds
    """`look publish swap ready wake_all`"""
    duels: Duels
    """`challenge accept under_way`"""
    challenges: Challenges
    """`challenge`"""
    arenas: Arenas
    """`join_or_pause`"""
    series: NextSeasons
    """`succeed seasons`"""
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
    agreements: Agreements
    """`propose agree`"""
    elsewhere: RefereesResults
    """`rule`"""
    brought: BroughtResults
    appointments: Appointments
    """`propose accept here entered`"""
    organisers: Organisers
    """`name`"""
    reach: Reach
    """`rehome`"""
    shielding: Shielding
    """`games until shield`"""
    looking: EventLooking
    """`state of_guild of_user event_of rulings export`"""


def assembled(
    repository: MatchRepository,
    lobbies: Lobbies,
    departures: Departures,
    channels: Channels,
    thinking: Pool,
    clocks: Clocks,
    standing: RatingStanding,
    reliability: Reliability,
    people: People,
    limits: Limits,
) -> Events:
    """All use-cases of events."""
    events = EventRepository(repository, standing, reliability, people)
    tables = Tables(events, repository, lobbies, departures, channels, clocks)
    rounds = Rounds(events, tables, thinking)
    reach = Reach(events)
    refereeing = Refereeing(events, repository)
    entries = Entries(events)
    return Events(
        events,
        entries,
        Editing(events, entries),
        rounds,
        Duels(events, entries, limits, lobbies.within),
        Challenges(events),
        Arenas(events),
        NextSeasons(events, entries),
        Ending(events),
        Lineups(events),
        tables,
        Rulings(events),
        refereeing,
        Appeals(events, refereeing),
        Agreements(events),
        RefereesResults(events),
        BroughtResults(events),
        Appointments(events),
        Organisers(events),
        reach,
        Shielding(repository, events),
        EventLooking(events),
    )
