"""Everything put together: the store, the games, the computer players and the use-cases on top of them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalActionError`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
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
from service.clocks.clocks import Clocks
from service.clocks.outages import EVERY, Outages
from service.clocks.pausing import Pausing
from service.clocks.reminders import Reminders
from service.clocks.stops import StopRegistry
from service.clocks.vacations import Vacations
from service.computers.computers import FIRST_WAIT_S, Computers, utc_now
from service.computers.hints import Hints
from service.core.cluster_events import ProcessEvents
from service.core.leases import Leases
from service.core.match_repository import MatchRepository
from service.core.match_rows import Compaction
from service.core.outbox import Outbox
from service.core.rules_upgrade import RulesUpgrade
from service.core.timers import Timers
from service.core.ui_listeners import Edge
from service.errors import Refusal
from service.guilds.champions import Champions
from service.guilds.channels import Channels
from service.guilds.results import Results
from service.guilds.server_settings import ServerSettings
from service.guilds.servers import Servers
from service.guilds.weekly_paper import WeeklyPaper
from service.guilds.welcomes import Welcomes
from service.history.analyses import Analyses
from service.history.archive import Archive
from service.history.disclosure import Disclosure
from service.history.importing import Importing
from service.history.log import BY_STANDING, MIXED
from service.history.looking import Looking
from service.history.replay import TurnReplays
from service.lobby.limits import UNLIMITED, Limits
from service.lobby.lobbies import Lobbies
from service.lobby.maps import Maps
from service.lobby.practice import Practice
from service.lobby.rivals import Rivals
from service.lobby.seeking import Seeking
from service.play.departures import Departures
from service.play.drafts import Drafts
from service.play.draws import Draws
from service.play.finishing import Finishing
from service.play.going_back import GoingBack
from service.play.guesses import Guesses
from service.play.mirrors import Mirrors
from service.play.pending_moves import Passing, Plans
from service.play.play_for import PlayFor
from service.play.requests import Requests
from service.play.returns import Returns
from service.play.substitutes import Substitutes
from service.play.town import Town
from service.play.turns import Turns
from service.puzzles.mistakes import Mistakes
from service.puzzles.puzzles import Puzzles
from service.ratings.ratings import RatingStanding
from service.ratings.stats_upkeep import StatsUpkeep
from service.ratings.tallying import TALLYING
from service.ratings.turns_kept import Reliability
from service.tournaments.assembled import Events
from service.users.followers import Followers
from service.users.notifications import Notifications, PingPolicy
from service.users.people import People
from service.users.privacy import Privacy
from storage.outage import Outage
from storage.records import MatchId, MatchRow
from storage.store import Store
from workers.pool import Pool


class Notes(Protocol):
    """What the program remembers of what it has told others, by a key."""

    async def read(self, key: str) -> str:
        """Empty where nothing is noted."""

    async def keep(self, key: str, value: str) -> None:
        """In place of what was noted."""


STAND_IN = "citizen"
"""The level that plays vacant seats."""


class Services:
    """What the Discord layer needs, for as long as the program runs: one small class for each kind of use-case, on one store. Each
    gets what it stands on; `service.core.post_commit` says what follows. Make them with `service.core.wiring`.
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
        limits: Limits = UNLIMITED,
        thinking: Pool | None = None,
        replays: Executor | None = None,
        signs_every: timedelta | None = EVERY,
        mixes: bool = False,
    ) -> None:
        """See `MatchRepository`, `Computers` and `Pool` for what isn't told here.

        `players` by level, weakest first, those of before play on beside them; at most so many `thinkers` at once, None: as many as
        there are cores; `clock` dates what computers do. `thinking` and `replays` stand in for our own processes and thread.
        `on_posts` is called when the outbox may hold something new. With `mixes` a new game waits until the message that says it
        begins is posted, and its draws depend on the number of that message too; then somebody must post what the outbox holds.
        """
        self.store, self.on_posts = store, on_posts
        self._uploads, self._stand_in, self._clock, self._limits = uploads, stand_in, clock, limits
        self.levels = tuple(players)
        """Computer players by level, weakest first."""
        self.thinking = thinking or Pool(thinkers)
        """The processes for everything that takes long: `run`."""
        self.replays = replays or ThreadPoolExecutor(1, thread_name_prefix="replay")
        """The one thread in which long logs are replayed: threads share the interpreter, so more would only hold the loop longer,
        and a replay takes 13 ms at most, where fetching its result from another process would take 3.
        """
        self.repository = MatchRepository(store, games, executor=self.replays, after_commit=after_commit, keep=keep)
        """What they all stand on; callers don't need it."""
        self.games, self.admission = self.repository.games, self.repository.admission
        self._of_process()
        self._of_people_and_servers()
        levels = {**FORMER, **players}
        self.computers = Computers(
            *(self.repository, levels, stand_in, self.thinking), uploads=uploads, clock=clock, first_wait_s=first_wait_s
        )
        """`wake settled`"""
        self._of_play(bag=MIXED if mixes else BY_STANDING)
        self._of_time(signs_every)
        self._of_lobbies()
        self._of_events()
        self._of_looking_back()
        self.process_events = ProcessEvents(
            *(self.leases, self.repository, self.events.repository, self.computers),
            *(self.timers, self.people, self.server_settings, self.maps),
        )
        """What other processes tell: `after_missed`"""

    def _of_process(self) -> None:
        self.timers = Timers(self.repository.changing)
        """`register keep done start tick close`"""
        self.outbox = Outbox(self.store.posts)
        self.leases = Leases(self.store.leases, self.store.share, self.store.outage)
        """`held all hears begin release`"""
        self.edge = Edge()
        """Who beyond the service hears of changes"""
        self.rules_upgrade = RulesUpgrade(self.repository)
        """`upgrade_all rebase`"""
        self.compaction = Compaction(self.store)

    def _of_people_and_servers(self) -> None:
        changing = self.repository.changing
        self.people = People(changing, self._clock)
        self.server_settings = ServerSettings(changing, self._clock)
        """`of value one roles terms choose`"""
        self.maps = Maps(changing, self._uploads or {})
        self.followers = Followers(self.repository, self.people, self._clock)
        self.results = Results(self.store, self.server_settings)
        """`along unsent`: what a server's channel of results is told"""
        self.welcomes = Welcomes(changing, self.server_settings)
        """`begin remove message state`"""
        self.reliability = Reliability(self.store)
        """`of`"""
        self.standing = RatingStanding(self.store, self.people, self._limits.rated_servers)
        """Ratings: `profile leaders kinds`"""
        self.stats_upkeep = StatsUpkeep(self.store, self._clock)
        """`through`"""
        self.store.stats.tallying = TALLYING

    def _of_play(self, bag: int) -> None:
        repository = self.repository
        self.lobbies = Lobbies(repository, self.levels, self.people, self.server_settings, self._limits)
        """`check_new open rematch join leave add_word add_computer remove_computer change lobby start`"""
        self.lobbies.bag = bag
        self.drafts = Drafts(repository)
        """`open peek push back discard`"""
        self.passing = Passing(repository, self.drafts)
        """`take_back pass_on`"""
        self.turns = Turns(repository, self.drafts, self.passing)
        """`act confirm undo`"""
        self.plans = Plans(repository, self.drafts, self.passing, self.people, self.timers)
        """`play`: plans for the next turn, when it comes"""
        self.town = Town(repository, self.drafts, self.computers, self.server_settings, self.thinking, uploads=self._uploads)
        """Where a server plays a seat: `must_vote cast closes_at told voters`"""
        self.passing.vote = self.town.cast
        self.requests = Requests(repository)
        """`ask answer of`"""
        self.going_back = GoingBack(repository)
        """`rule`"""
        self.finishing = Finishing(repository, self.passing, self._stand_in)
        """`kind stopping`: ends that all agree on"""
        self.departures = Departures(repository, self.lobbies, self.passing, self._stand_in)
        """`resign skip left_guild cancel`"""
        self.returns = Returns(repository)
        """`come_back`"""
        self.play_for = PlayFor(repository, self.computers)
        """`ask`"""
        self.substitutes = Substitutes(repository, self.people, self.server_settings, self._limits)
        """`free take_over`"""
        self.mirrors = Mirrors(repository, self._stand_in)
        """Two servers' two matches: `is_live`"""
        self.channels = Channels(repository, self.computers, self.results)
        """`rehome resume rest lose`"""
        self.servers = Servers(repository, self.channels, self.timers, self.server_settings)
        """`gone kept left back erase`"""
        self.draws = Draws(repository)

    def _of_time(self, signs_every: timedelta | None) -> None:
        repository = self.repository
        self.stops = StopRegistry()
        """`register`: who knows of times in which clocks stand still"""
        self.clocks = Clocks(repository, self.stops)
        """`shown events give reschedule reschedule_all`"""
        self.reminders = Reminders(repository, self.clocks, self.people)
        """`unheard`: whom clocks remind"""
        self.vacations = Vacations(repository.changing, self.people, timedelta(days=self._limits.vacation_days))
        """`start end coming left`"""
        self.calls = Notifications(repository.changing, self.people, self.vacations)
        """`hush rests waiting`"""
        self.ping_policy = PingPolicy(repository, self.calls, self.reminders)
        """`check aloud`"""
        self.pausing = Pausing(repository)
        """`end`"""
        self.outages = Outages(repository, self.clocks, every=signs_every, held=lambda: self.leases.held)
        """`begin lost back`"""

    def _of_lobbies(self) -> None:
        self.seeking = Seeking(self.repository, self.lobbies, self.reliability)
        """`wish wishes take_back begin lapse`"""
        self.practice = Practice(self.lobbies, self.departures, self._stand_in)
        """`begin`"""
        self.rivals = Rivals(self.repository, self.lobbies, self.maps)
        """Two servers that agree on a game: `invite withdraw invitation offer agree`"""

    def _of_events(self) -> None:
        self.events = Events(
            *(self.repository, self.lobbies, self.departures, self.channels, self.thinking, self.clocks),
            *(self.standing, self.reliability, self.people, self._limits),
        )
        """Tournaments: `entries rounds tables rulings looking`"""
        self.champions = Champions(self.repository.changing, self.server_settings, self.events.repository, self.events.looking)
        self.weekly_paper = WeeklyPaper(self.repository.changing, self.timers, self.server_settings, self.standing)
        self.privacy = Privacy(self.repository, self.departures, self.people, self.events.repository.forget_all)
        """`export forget`"""

    def _of_looking_back(self) -> None:
        repository, uploads = self.repository, self._uploads
        self.disclosure = Disclosure()
        """`is_open must_be_open`"""
        self.looking = Looking(repository, self.disclosure)
        """`in_channel match seats table history record guild_matches waiting_for games_of`"""
        self.archive = Archive(repository, self.looking, self.disclosure, self.clocks, self._clock)
        """`export notation verify`"""
        self.importing = Importing(repository, self.maps)
        """`read bring`"""
        self.turn_replays = TurnReplays(repository)
        """`frames course`"""
        self.analyses = Analyses(repository, self.disclosure, self.thinking, self.timers, self._limits, uploads=uploads)
        """`of ask`"""
        self.puzzles = Puzzles(repository, self.thinking, self.timers, self.server_settings, self._clock, uploads=uploads)
        """`newest day answer`"""
        self.mistakes = Mistakes(
            *(repository, self.puzzles, self.analyses, self.disclosure, self.thinking, self.timers), uploads=uploads
        )
        """`ask due answer`: puzzles out of one's own turns"""
        self.hints = Hints(repository, self.thinking, uploads=uploads)
        """`ask`"""
        self.guesses = Guesses(repository, self.disclosure, self.thinking, self.events.looking.shares_bag, uploads=uploads)
        """Of who watches: `begin of were_made month`"""
        self.passing.guess = self.guesses.cast

    @property
    def notes(self) -> Notes:
        """What Discord was told, such as the commands."""
        return self.store.notes

    @property
    def database_outage(self) -> Outage:
        """Whether the database can work just now, and who hears of it."""
        return self.store.outage

    def game_of(self, match: MatchRow) -> AnyGame:
        """The game of a match as it was set up, for its name and its settings; who plays or shows it asks `looking.table`.

        A lobby is begun under the present rules. Where a match's own rules are unknown here, the present ones name it.
        Refuses `rules-changed` where the whole game is not known.
        """
        if match.game not in self.games:
            raise Refusal("rules-changed", had=match.rules_version, have=None)
        return self.games.closest(match.game, match.rules_version) if match.started_at else self.games[match.game]

    async def stop(self) -> None:
        """Stop timers and whatever thinks or replays, at once; what was committed stays. The store stays open."""
        await self.leases.release()
        await self.process_events.close()
        await self.timers.close()
        await self.analyses.close()
        await self.puzzles.close()
        await self.mistakes.close()
        await self.computers.close()
        await self.thinking.close()
        await self.repository.changing.settled()
        self.replays.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop the computers and close the database."""
        await self.stop()
        await self.store.close()
