"""The use-cases of events, built together."""

from __future__ import annotations

from service.clocks.clock_service import Clocks
from service.guilds.channel_changes import ChannelChanges
from service.lobby.lobbies import Lobbies
from service.lobby.quotas import Quotas
from service.match.match_repository import MatchRepository
from service.play.resignations import ResignationService
from service.ratings.leaderboards import Leaderboards
from service.ratings.reliability import Reliability
from service.tournaments.appeals import Appeals
from service.tournaments.arenas import Arenas
from service.tournaments.challenges import Challenges
from service.tournaments.creation import TournamentCreation
from service.tournaments.delivery_failures import DeliveryFailures
from service.tournaments.deputies import OrganiserRoster
from service.tournaments.duels import Duels
from service.tournaments.early_end import EarlyEnd
from service.tournaments.entrant_import import EntrantImport
from service.tournaments.external_ratings import RatedExternalResults
from service.tournaments.external_results import RefereeEnteredResults
from service.tournaments.fair_play import FairPlay
from service.tournaments.lineups import Lineups, RosterApproval
from service.tournaments.moderation_abuse import ModerationAbuseGuard
from service.tournaments.next_season import NextSeasonService
from service.tournaments.queries import TournamentQueries
from service.tournaments.recurring_tournaments import RecurringTournaments
from service.tournaments.referee_actions import Refereeing
from service.tournaments.registration import RegistrationService
from service.tournaments.repository import TournamentRepository
from service.tournaments.result_agreements import ResultAgreements
from service.tournaments.round_scheduler import RoundScheduler
from service.tournaments.rulings import Rulings
from service.tournaments.scheduling import Appointments
from service.tournaments.tables import TournamentTables
from service.tournaments.tournament_editor import TournamentEditor
from service.users.user_settings import UserSettings
from workers.pool import Pool


class TournamentServices:
    """All use-cases of events, one object for each kind."""

    def __init__(
        self,
        repository: MatchRepository,
        lobbies: Lobbies,
        resignations: ResignationService,
        channel_changes: ChannelChanges,
        thinking: Pool,
        clocks: Clocks,
        leaderboards: Leaderboards,
        reliability: Reliability,
        user_settings: UserSettings,
        limits: Quotas,
    ) -> None:
        self.repository = events = TournamentRepository(repository, leaderboards, reliability, user_settings)
        self.creation = TournamentCreation(events)
        """`checked open`"""
        self.registration = RegistrationService(events)
        """`enter leave check_in skip start cancel retire`"""
        self.tables = TournamentTables(events, repository, lobbies, resignations, channel_changes, clocks)
        """`unseated seat`"""
        self.round_scheduler = RoundScheduler(events, self.tables, thinking)
        """`look publish swap ready wake_all`"""
        self.duels = Duels(events, self.creation, limits, lobbies.within)
        """`challenge accept under_way`"""
        self.abuse_guard = ModerationAbuseGuard(repository, events)
        """`games until shield`"""
        self._build_for_organisers(events)
        self._build_for_referees(events, repository)
        self._build_for_players(events)

    def _build_for_organisers(self, tournaments: TournamentRepository) -> None:
        self.editor = TournamentEditor(tournaments, self.creation)
        """`edit seed`"""
        self.next_season = NextSeasonService(tournaments, self.creation)
        """`succeed seasons`"""
        self.recurring = RecurringTournaments(tournaments.unit_of_work, tournaments.state, self.next_season.repeat)
        """`fall_due`"""
        self.recurring.zone_of = tournaments.zone_of_host
        self.early_end = EarlyEnd(tournaments)
        """`end`"""
        self.deputies = OrganiserRoster(tournaments)
        """`name`"""
        self.delivery_failures = DeliveryFailures(tournaments)
        """`rehome`"""

    def _build_for_referees(self, tournaments: TournamentRepository, repository: MatchRepository) -> None:
        self.rulings = Rulings(tournaments)
        """`rule close_round message`"""
        self.referee_actions = Refereeing(tournaments, repository)
        """`rule`"""
        self.appeals = Appeals(tournaments, self.referee_actions)
        """`appeal answer`"""
        self.fair_play = FairPlay(tournaments)
        """`report`"""
        self.entrant_import = EntrantImport(tournaments)
        """`preview carry_out`"""
        self.external_results = RefereeEnteredResults(tournaments)
        """`rule`"""

    def _build_for_players(self, tournaments: TournamentRepository) -> None:
        self.challenges = Challenges(tournaments)
        """`challenge`"""
        self.arenas = Arenas(tournaments)
        """`join_or_pause`"""
        self.lineups = Lineups(tournaments)
        """`hand_in`"""
        self.roster = RosterApproval(tournaments)
        """`let_in`"""
        self.result_agreements = ResultAgreements(tournaments)
        """`propose agree`"""
        self.external_ratings = RatedExternalResults(tournaments)
        self.scheduling = Appointments(tournaments)
        """`propose accept here entered`"""
        self.queries = TournamentQueries(tournaments)
        """`state of_guild of_user event_of rulings export`"""
