"""Everything put together: the store, the games, the computer players and the use-cases on top of them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from games.core.game import AnyGame
from games.core.play import Registry
from service.clocks.clocks import Clocks
from service.clocks.outages import Outages
from service.clocks.pausing import Pausing
from service.clocks.reminders import Reminders
from service.clocks.stops import StopRegistry
from service.clocks.vacations import Vacations
from service.computers.computers import Computers
from service.computers.hints import Hints
from service.errors import Refusal
from service.events.assembled import Events
from service.lobby.lobbies import Lobbies
from service.lobby.maps import Maps
from service.lobby.practice import Practice
from service.lobby.rivals import Rivals
from service.lobby.seeking import Seeking
from service.people.followers import Followers
from service.people.notifications import Notifications, PingPolicy
from service.people.people import People
from service.people.privacy import Privacy
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
from service.process.admission import Admission
from service.process.edge import Edge
from service.process.leases import Leases
from service.process.match_repository import MatchRepository
from service.process.outbox import Outbox
from service.process.process_events import ProcessEvents
from service.process.rows import Compaction
from service.process.rules_upgrade import RulesUpgrade
from service.process.timers import Timers
from service.puzzles.mistakes import Mistakes
from service.puzzles.puzzles import Puzzles
from service.ratings.ratings import RatingStanding
from service.ratings.stats_upkeep import StatsUpkeep
from service.ratings.turns_kept import Reliability
from service.review.analyses import Analyses
from service.review.archive import Archive
from service.review.disclosure import Disclosure
from service.review.importing import Importing
from service.review.looking import Looking
from service.review.replay import TurnReplays
from service.servers.champions import Champions
from service.servers.channels import Channels
from service.servers.results import Results
from service.servers.server_settings import ServerSettings
from service.servers.servers import Servers
from service.servers.weekly_paper import WeeklyPaper
from service.servers.welcomes import Welcomes
from storage.outage import Outage
from storage.records import MatchRow
from storage.store import Store
from thinking.pool import Pool


class Notes(Protocol):
    """What the program remembers of what it has told others, by a key."""

    async def read(self, key: str) -> str:
        """Empty where nothing is noted."""

    async def keep(self, key: str, value: str) -> None:
        """In place of what was noted."""


@dataclass(frozen=True)
class Services:
    """What the Discord layer needs, for as long as the program runs: one small class for each kind of use-case."""

    store: Store
    repository: MatchRepository
    """What they all stand on; callers need it not."""
    games: Registry
    lobbies: Lobbies
    """`check_new open rematch join leave add_word add_computer remove_computer change lobby start`"""
    turns: Turns
    """`act confirm undo`"""
    drafts: Drafts
    """`open peek push back discard`"""
    passing: Passing
    """`take_back pass_on`"""
    requests: Requests
    """`ask answer of`"""
    going_back: GoingBack
    """`rule`"""
    finishing: Finishing
    """`kind stopping`: ends that all agree on"""
    pausing: Pausing
    """`end`"""
    draws: Draws
    """`go_on`; `repository.draws` is the policy"""
    departures: Departures
    """`resign skip left_guild cancel`"""
    channels: Channels
    """`rehome resume rest lose`"""
    looking: Looking
    """`in_channel match seats table history record guild_matches waiting_for games_of`"""
    disclosure: Disclosure
    """`is_open must_be_open`"""
    archive: Archive
    """`export notation verify`"""
    importing: Importing
    """`read bring`"""
    turn_replays: TurnReplays
    """`frames course`"""
    analyses: Analyses
    """`of ask`"""
    puzzles: Puzzles
    """`newest day answer`"""
    mistakes: Mistakes
    """`ask due answer`: puzzles out of one's own turns"""
    hints: Hints
    """`ask`"""
    rules_upgrade: RulesUpgrade
    """`upgrade_all rebase`"""
    compaction: Compaction
    stats_upkeep: StatsUpkeep
    """`through`"""
    computers: Computers
    """`wake settled`"""
    thinking: Pool
    """The processes for everything that takes long: `run`."""
    replays: Executor
    """The one thread in which long logs are replayed: threads share the interpreter, so more would only hold the loop longer,
    and a replay takes 13 ms at most, where fetching its result from another process would take 3.
    """
    admission: Admission
    """Dear work is let in a job at a time: `admitted leave`"""
    timers: Timers
    """`register keep done start tick close`"""
    outbox: Outbox
    people: People
    vacations: Vacations
    """`start end coming left`"""
    calls: Notifications
    """`hush rests waiting`"""
    ping_policy: PingPolicy
    """`check aloud`"""
    seeking: Seeking
    """`wish wishes take_back begin lapse`"""
    reliability: Reliability
    """`of`"""
    reminders: Reminders
    """`unheard`: whom clocks remind"""
    results: Results
    """`along unsent`: what a server's channel of results is told"""
    server_settings: ServerSettings
    """`of value one roles terms choose`"""
    champions: Champions
    followers: Followers
    weekly_paper: WeeklyPaper
    welcomes: Welcomes
    """`begin remove message state`"""
    practice: Practice
    """`begin`"""
    privacy: Privacy
    """`export forget`"""
    servers: Servers
    """`gone kept left back erase`"""
    maps: Maps
    standing: RatingStanding
    """Ratings: `profile leaders kinds`"""
    events: Events
    """Tournaments: `entries rounds tables rulings looking`"""
    levels: tuple[str, ...]
    """Computer players by level, weakest first."""
    stops: StopRegistry
    """`register`: who knows of times in which clocks stand still"""
    clocks: Clocks
    """`shown events give reschedule reschedule_all`"""
    leases: Leases
    """`held all hears begin release`"""
    process_events: ProcessEvents
    """What other processes tell: `after_missed`"""
    edge: Edge
    """Who beyond the service hears of changes"""
    outages: Outages
    """`begin lost back`"""
    returns: Returns
    """`come_back`"""
    play_for: PlayFor
    """`ask`"""
    plans: Plans
    """`play`: plans for the next turn, when it comes"""
    substitutes: Substitutes
    """`free take_over`"""
    guesses: Guesses
    """Of who watches: `begin of were_made month`"""
    town: Town
    """Where a server plays a seat: `must_vote cast closes_at told voters`"""
    rivals: Rivals
    """Two servers that agree on a game: `invite withdraw invitation offer agree`"""
    mirrors: Mirrors
    """Their two matches: `is_live`"""

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
