"""The assembly of the store, the games, the computer players and the use-cases.

Rules for callers: `now` is aware UTC; a user is a `UserId`, a match a `MatchId`; `moderator` says whether the user may moderate the
channel. Every call may raise `Refusal` (`service.errors`), `IllegalActionError` (`games.core.errors`) from the rules, or
`StorageError` if the database failed; in all cases nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Protocol

from ai import FORMER, PLAYERS
from ai.player_protocol import Player
from games.core.game import AnyGame
from games.core.uploads import Uploads
from service.clocks.clock_pauses import PauseSources
from service.clocks.clock_service import Clocks
from service.clocks.notifications import Notifications
from service.clocks.outages import EVERY, Outages
from service.clocks.pausing import Pausing
from service.clocks.ping_policy import PingPolicy
from service.clocks.reminders import Reminders
from service.clocks.vacations import Vacations
from service.computers.computer_players import FIRST_WAIT_S, Computers, utc_now
from service.core.leases import Leases
from service.core.outbox import UNPACED, Outbox
from service.core.timers import Timers
from service.errors import Refusal
from service.guilds.channel_changes import ChannelChanges
from service.guilds.guild_lifecycle import GuildLifecycle
from service.guilds.results_channel import ResultsChannel
from service.guilds.server_settings import ServerSettings
from service.guilds.weekly_paper import WeeklyPaper
from service.guilds.welcome_messages import Welcomes
from service.history.analyses import Analyses
from service.history.disclosure import DisclosurePolicy
from service.history.hints import Hints
from service.history.match_queries import MatchQueries
from service.history.record_export import RecordExport
from service.history.record_import import RecordImport
from service.history.replay import TurnReplays
from service.lobby.cross_server_invites import CrossServerInvites
from service.lobby.lobbies import Lobbies
from service.lobby.maps import Maps
from service.lobby.matchmaking import Matchmaking
from service.lobby.quotas import UNLIMITED, Quotas
from service.match.match_log import BY_STANDING, MIXED
from service.match.match_repository import MatchRepository
from service.match.match_rows import Compaction
from service.match.rules_upgrade import RulesUpgrade
from service.operators.announcements import Announcements
from service.operators.exclusion import Exclusion
from service.operators.reports import Reports
from service.play.chance import ChanceDraws
from service.play.computer_stand_in import ComputerStandIn
from service.play.cross_server_games import MatchReplication
from service.play.drafts import Drafts
from service.play.early_finish import EarlyFinish
from service.play.pending_moves import PendingMoves, PlannedMoves
from service.play.practice import Practice
from service.play.requests import Requests
from service.play.resignations import ResignationService
from service.play.seat_reclaim import SeatReclaim
from service.play.substitutes import Substitutes
from service.play.take_back import TakeBack
from service.play.turns import Turns
from service.puzzles.daily_puzzle import Puzzles
from service.puzzles.mistake_puzzles import MistakePuzzles
from service.ratings.account_renewal import AccountRenewal
from service.ratings.leaderboards import Leaderboards
from service.ratings.reliability import Reliability
from service.ratings.stats_backfill import StatsBackfill
from service.ratings.stats_update import TALLYING
from service.ratings.told_records import ToldRecords
from service.ratings.told_stats import StatsByHearer
from service.tournaments.champions import Champions
from service.tournaments.tournament_services import TournamentServices
from service.users.subscriptions import Subscriptions
from service.users.user_settings import UserSettings
from service.watching.guesses import Guesses
from service.watching.server_seat import ServerSeat
from service.web.pages import WebPages
from service.wiring.cluster_events import ClusterEvents
from service.wiring.privacy import Privacy
from service.wiring.ui_listeners import UiListeners
from storage.outage import Outage
from storage.queries.direct import Pace
from storage.rows import MatchId, MatchRow
from storage.store import Store
from workers.pool import Pool


class SentMarkers(Protocol):
    """The stored markers of what the program has sent to Discord, by key."""

    async def read(self, key: str) -> str:
        """Return a marker; empty if none is stored."""

    async def keep(self, key: str, value: str) -> None:
        """Store a marker, replacing the former one."""


STAND_IN = "citizen"
"""The level that plays vacant seats."""


class Services:
    """The use-cases for the Discord layer, as long as the program runs: one small class for each kind, on one store.

    Each gets what it depends on; `service.wiring.post_commit` lists the consequences. Make them with `service.wiring.assembly`.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        players: Mapping[str, Player] = PLAYERS,
        *,
        uploads: Mapping[str, Uploads] | None = None,
        stand_in: str = STAND_IN,
        thinkers: int | None = None,
        clock: Callable[[], datetime] = utc_now,
        first_wait_s: float = FIRST_WAIT_S,
        after_commit: Callable[[MatchId], None] | None = None,
        on_posts: Callable[[], None] | None = None,
        keep: int = 256,
        limits: Quotas = UNLIMITED,
        thinking: Pool | None = None,
        replays: Executor | None = None,
        signs_every: timedelta | None = EVERY,
        mixes: bool = False,
        pace: Pace = UNPACED,
    ) -> None:
        """Wire all services on a store; see `MatchRepository`, `Computers` and `Pool` for other arguments.

        `players` by level, weakest first, those of before play on beside them; at most so many `thinkers` at once, None: as many as
        there are cores; `clock` dates what computers do. `thinking` and `replays` stand in for our own processes and thread.
        `on_posts` is called when the outbox may hold something new. With `mixes` a new game waits until the message that says it
        begins is posted, and its draws depend on the number of that message too; then somebody must post what the outbox holds.
        `pace` is that of private messages, which Discord itself demands.
        """
        self.store, self.on_posts = store, on_posts
        self._uploads, self._stand_in, self._clock, self._limits, self._pace = uploads, stand_in, clock, limits, pace
        self.levels = tuple(players)
        """Computer players by level, weakest first."""
        self.thinking = thinking or Pool(thinkers)
        """The processes for everything that takes long: `run`."""
        self.replays = replays or ThreadPoolExecutor(1, thread_name_prefix="replay")
        """The one thread in which long logs are replayed: threads share the interpreter, so more would only hold the loop longer,
        and a replay takes 13 ms at most, where fetching its result from another process would take 3.
        """
        self.repository = MatchRepository(
            *(store, games), executor=self.replays, after_commit=after_commit, keep=keep, unwanted_words=limits.unwanted_words
        )
        """What they all stand on; callers don't need it."""
        self.games, self.job_queue = self.repository.games, self.repository.job_queue
        self._build_process_parts()
        self._build_people_and_servers()
        levels = {**FORMER, **players}
        self.computers = Computers(
            *(self.repository, levels, stand_in, self.thinking), uploads=uploads, clock=clock, first_wait_s=first_wait_s
        )
        """`wake settled`"""
        self._build_play(bag=MIXED if mixes else BY_STANDING)
        self._build_time(signs_every)
        self._build_lobbies()
        self._build_tournaments()
        self._build_history()
        self._build_operators()
        self.cluster_events = ClusterEvents(
            *(self.leases, self.repository, self.tournaments.repository, self.computers),
            *(self.timers, self.user_settings, self.server_settings, self.maps),
            *(self.exclusion, self.announcements),
        )
        """What other processes tell: `after_missed`"""

    def _build_process_parts(self) -> None:
        self.timers = Timers(self.repository.unit_of_work)
        """`register keep done start tick close`"""
        self.outbox = Outbox(self.store.posts, self._pace)
        self.leases = Leases(self.store.leases, self.store.share, self.store.outage)
        """`held all hears begin release`"""
        self.ui_listeners = UiListeners()
        """Who beyond the service hears of changes"""
        self.rules_upgrade = RulesUpgrade(self.repository)
        """`upgrade_all rebase`"""
        self.compaction = Compaction(self.store)

    def _build_people_and_servers(self) -> None:
        unit_of_work = self.repository.unit_of_work
        self.user_settings = UserSettings(unit_of_work, self._clock)
        self.server_settings = ServerSettings(unit_of_work, self._clock)
        """`of value one roles terms choose`"""
        self.maps = Maps(unit_of_work, self._uploads or {}, self.repository.free_text)
        self.subscriptions = Subscriptions(self.repository, self.user_settings, self._clock)
        self.results_channel = ResultsChannel(self.store, self.server_settings)
        """`along unsent`: what a server's channel of results is told"""
        self.welcomes = Welcomes(unit_of_work, self.server_settings)
        """`begin remove message state`"""
        self.reliability = Reliability(self.store)
        """`of`"""
        self.leaderboards = Leaderboards(self.store, self.user_settings, self._limits.rated_servers)
        self.told_records = ToldRecords(self.store, self.leaderboards)
        """`records fallen`, of the games that an audience may be told of"""
        """Ratings: `profile leaders kinds`"""
        self.stats_by_hearer = StatsByHearer(self.store, self.repository.work)
        """`of`: statistics of the games that a hearer may be told of"""
        self.account_renewal = AccountRenewal(self.repository)
        """`through is_over`"""
        self.stats_backfill = StatsBackfill(self.store, self._clock)
        """`through`"""
        self.store.stats.tallying = TALLYING

    def _build_play(self, bag: int) -> None:
        repository = self.repository
        self.lobbies = Lobbies(repository, self.levels, self.user_settings, self.server_settings, self._limits)
        """`check_new open rematch join leave add_word add_computer remove_computer change lobby start`"""
        self.lobbies.bag = bag
        self.drafts = Drafts(repository)
        """`open peek push back discard`"""
        self.pending_moves = PendingMoves(repository, self.drafts)
        """`take_back pass_on`"""
        self.turns = Turns(repository, self.drafts, self.pending_moves)
        """`act confirm undo`"""
        self.planned_moves = PlannedMoves(repository, self.drafts, self.pending_moves, self.user_settings, self.timers)
        """`play`: plans for the next turn, when it comes"""
        self.server_seat = ServerSeat(
            repository, self.drafts, self.computers, self.server_settings, self.thinking, uploads=self._uploads
        )
        """Where a server plays a seat: `must_vote cast closes_at told voters`"""
        self.pending_moves.vote = self.server_seat.cast
        self.requests = Requests(repository)
        """`ask answer of`"""
        self.take_back = TakeBack(repository)
        """`rule`"""
        self.early_finish = EarlyFinish(repository, self.pending_moves, self._stand_in)
        """`kind stopping`: ends that all agree on"""
        self.resignations = ResignationService(repository, self.lobbies, self.pending_moves, self._stand_in)
        """`resign skip left_guild cancel`"""
        self.seat_reclaim = SeatReclaim(repository)
        """`come_back`"""
        self.computer_stand_in = ComputerStandIn(repository, self.computers)
        """`ask`"""
        self.substitutes = Substitutes(repository, self.user_settings, self.server_settings, self._limits)
        """`free take_over`"""
        self.match_replication = MatchReplication(repository, self._stand_in)
        """Two servers' two matches: `is_live`"""
        self.channel_changes = ChannelChanges(repository, self.computers, self.results_channel)
        """`rehome resume rest lose`"""
        self.guild_lifecycle = GuildLifecycle(repository, self.channel_changes, self.timers, self.server_settings)
        """`gone kept left back erase`"""
        self.chance_draws = ChanceDraws(repository)

    def _build_time(self, signs_every: timedelta | None) -> None:
        repository = self.repository
        self.pause_sources = PauseSources()
        """`register`: who knows of times in which clocks stand still"""
        self.clocks = Clocks(repository, self.pause_sources)
        """`shown events give reschedule reschedule_all`"""
        self.reminders = Reminders(repository, self.clocks, self.user_settings)
        """`unheard`: whom clocks remind"""
        self.vacations = Vacations(repository.unit_of_work, self.user_settings, timedelta(days=self._limits.vacation_days))
        """`start end coming left`"""
        self.notifications = Notifications(repository.unit_of_work, self.user_settings, self.vacations)
        """`hush rests waiting`"""
        self.ping_policy = PingPolicy(repository, self.notifications, self.reminders)
        """`check reach`"""
        self.pausing = Pausing(repository)
        """`end`"""
        self.outages = Outages(repository, self.clocks, every=signs_every, held=lambda: self.leases.held)
        """`begin lost back`"""

    def _build_lobbies(self) -> None:
        self.matchmaking = Matchmaking(self.repository, self.lobbies, self.reliability)
        """`wish wishes take_back begin lapse`"""
        self.practice = Practice(self.lobbies, self.resignations, self._stand_in)
        """`begin`"""
        self.cross_server_invites = CrossServerInvites(self.repository, self.lobbies, self.maps)
        """Two servers that agree on a game: `invite withdraw invitation offer agree`"""

    def _build_tournaments(self) -> None:
        self.tournaments = TournamentServices(
            *(self.repository, self.lobbies, self.resignations, self.channel_changes, self.thinking, self.clocks),
            *(self.leaderboards, self.reliability, self.user_settings, self._limits),
        )
        """Tournaments: `entries rounds tables rulings looking`"""
        self.champions = Champions(
            self.repository.unit_of_work, self.server_settings, self.tournaments.repository, self.tournaments.queries
        )
        self.weekly_paper = WeeklyPaper(self.repository.unit_of_work, self.timers, self.server_settings, self.leaderboards)
        self.privacy = Privacy(self.repository, self.resignations, self.user_settings, self.tournaments.repository.forget_all)
        """`export forget`"""

    def _build_history(self) -> None:
        repository, uploads = self.repository, self._uploads
        self.disclosure = DisclosurePolicy()
        """`is_open must_be_open`"""
        self.match_queries = MatchQueries(repository, self.disclosure)
        """`in_channel match seats table history record guild_matches waiting_for games_of`"""
        self.record_export = RecordExport(repository, self.match_queries, self.disclosure, self.clocks, self._clock)
        """`export notation verify`"""
        self.record_import = RecordImport(repository, self.maps)
        """`read bring`"""
        self.turn_replays = TurnReplays(repository)
        """`frames course`"""
        self.analyses = Analyses(repository, self.disclosure, self.thinking, self.timers, self._limits, uploads=uploads)
        """`of ask`"""
        self.puzzles = Puzzles(repository, self.thinking, self.timers, self.server_settings, self._clock, uploads=uploads)
        """`newest day answer`"""
        self.mistake_puzzles = MistakePuzzles(
            *(repository, self.puzzles, self.analyses, self.disclosure, self.thinking, self.timers), uploads=uploads
        )
        """`ask due answer`: puzzles out of one's own turns"""
        self.hints = Hints(repository, self.thinking, uploads=uploads)
        """`ask`"""
        self.guesses = Guesses(repository, self.disclosure, self.thinking, self.tournaments.queries.shares_bag, uploads=uploads)
        """Of who watches: `begin of were_made month`"""
        self.pending_moves.guess = self.guesses.cast
        self.pages = WebPages(repository, self.drafts)
        """Pages in the browser: `open is_open close_all share unshare stamp`"""

    def _build_operators(self) -> None:
        limits = self._limits
        self.exclusion = Exclusion(
            *(self.store, self.resignations, self.matchmaking, self.tournaments.registration, self.pages),
            *(limits.excluded, limits.owners),
        )
        """`holds bar lift carry_out`: whom the operators have barred"""
        self.reports = Reports(self.store, limits.reports_channel)
        """`add open_ones close`"""
        self.announcements = Announcements(self.store, self.exclusion)
        """`pause resume write deliver`"""
        self.tournaments.rulings.letters_paused = lambda: self.announcements.paused
        self.owners = limits.owners
        """People who run the bot, besides the application's owner"""

    @property
    def sent_markers(self) -> SentMarkers:
        """Markers of what Discord was told, such as the commands."""
        return self.store.notes

    @property
    def database_outage(self) -> Outage:
        """Whether the database can work just now, and who hears of it."""
        return self.store.outage

    def game_of(self, match: MatchRow) -> AnyGame:
        """Return the game of a match for its name and settings; players and viewers ask `match_queries.table` instead.

        A lobby is begun under the present rules. Where a match's own rules are unknown here, the present ones name it. Refuses
        `rules-changed` where the whole game is not known.
        """
        if match.game not in self.games:
            raise Refusal("rules-changed", had=match.rules_version, have=None)
        return self.games.closest(match.game, match.rules_version) if match.started_at else self.games[match.game]

    async def stop(self) -> None:
        """Stop timers and whatever thinks or replays, at once; what was committed stays. The store stays open."""
        await self.leases.release()
        await self.cluster_events.close()
        await self.timers.close()
        await self.analyses.close()
        await self.puzzles.close()
        await self.mistake_puzzles.close()
        await self.computers.close()
        await self.thinking.close()
        await self.repository.unit_of_work.settled()
        self.replays.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop the computers and close the database."""
        await self.stop()
        await self.store.close()
