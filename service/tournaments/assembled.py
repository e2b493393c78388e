"""The use-cases of events put together."""

from __future__ import annotations

from service.clocks.clocks import Clocks
from service.core.match_repository import MatchRepository
from service.guilds.channels import Channels
from service.lobby.limits import Limits
from service.lobby.lobbies import Lobbies
from service.play.departures import Departures
from service.ratings.ratings import RatingStanding
from service.ratings.turns_kept import Reliability
from service.tournaments.agreements import Agreements
from service.tournaments.appeals import Appeals
from service.tournaments.appointments import Appointments
from service.tournaments.arenas import Arenas
from service.tournaments.brought import BroughtResults
from service.tournaments.challenges import Challenges
from service.tournaments.duels import Duels
from service.tournaments.editing import Editing
from service.tournaments.elsewhere import RefereesResults
from service.tournaments.ending import Ending
from service.tournaments.entry import Entries
from service.tournaments.event_repository import EventRepository
from service.tournaments.lineups import Lineups
from service.tournaments.looking import EventLooking
from service.tournaments.opening import Opening
from service.tournaments.organisers import Organisers
from service.tournaments.reach import Reach
from service.tournaments.refereeing import Refereeing
from service.tournaments.rounds import Rounds
from service.tournaments.rulings import Rulings
from service.tournaments.series import NextSeasons
from service.tournaments.shielding import Shielding
from service.tournaments.tables import Tables
from service.users.people import People
from workers.pool import Pool


class Events:
    """One small class for each kind of use-case."""

    def __init__(
        self,
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
    ) -> None:
        self.repository = events = EventRepository(repository, standing, reliability, people)
        self.opening = Opening(events)
        """`checked open`"""
        self.entries = Entries(events)
        """`enter leave check_in skip start cancel retire`"""
        self.tables = Tables(events, repository, lobbies, departures, channels, clocks)
        """`unseated seat`"""
        self.rounds = Rounds(events, self.tables, thinking)
        """`look publish swap ready wake_all`"""
        self.duels = Duels(events, self.opening, limits, lobbies.within)
        """`challenge accept under_way`"""
        self.shielding = Shielding(repository, events)
        """`games until shield`"""
        self._of_organisers(events)
        self._of_referees(events, repository)
        self._of_players(events)

    def _of_organisers(self, events: EventRepository) -> None:
        self.editing = Editing(events, self.opening)
        """`edit seed`"""
        self.series = NextSeasons(events, self.opening)
        """`succeed seasons`"""
        self.ending = Ending(events)
        """`end`"""
        self.organisers = Organisers(events)
        """`name`"""
        self.reach = Reach(events)
        """`rehome`"""

    def _of_referees(self, events: EventRepository, repository: MatchRepository) -> None:
        self.rulings = Rulings(events)
        """`rule close_round message`"""
        self.refereeing = Refereeing(events, repository)
        """`rule`"""
        self.appeals = Appeals(events, self.refereeing)
        """`appeal answer`"""
        self.elsewhere = RefereesResults(events)
        """`rule`"""

    def _of_players(self, events: EventRepository) -> None:
        self.challenges = Challenges(events)
        """`challenge`"""
        self.arenas = Arenas(events)
        """`join_or_pause`"""
        self.lineups = Lineups(events)
        """`hand_in`"""
        self.agreements = Agreements(events)
        """`propose agree`"""
        self.brought = BroughtResults(events)
        self.appointments = Appointments(events)
        """`propose accept here entered`"""
        self.looking = EventLooking(events)
        """`state of_guild of_user event_of rulings export`"""
