"""Everything put together: the store, the games, the computer players and the use-cases on top of them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

from games.core.game import AnyGame
from games.core.registry import Registry
from service.analyses import Analyses
from service.archive import Archive
from service.calls import Calls
from service.channels import Channels
from service.clocks import Clocks
from service.computers import Computers
from service.departures import Departures
from service.drafts import Drafts
from service.draws import Draws
from service.errors import Refusal
from service.events.assembled import Events
from service.finishing import Finishing
from service.going_back import GoingBack
from service.hints import Hints
from service.importing import Importing
from service.kernel import Kernel
from service.leases import Leases
from service.lobbies import Lobbies
from service.looking import Looking
from service.maps import Maps
from service.outages import Outages
from service.outbox import Outbox
from service.passing import Passing
from service.pausing import Pausing
from service.people import People
from service.practice import Practice
from service.privacy import Privacy
from service.puzzles import Puzzles
from service.rebasing import Rebasing
from service.reliability import Reliability
from service.reminders import Reminders
from service.requests import Requests
from service.results import Results
from service.retracing import Retracing
from service.returns import Returns
from service.ringing import Ringing
from service.seeking import Seeking
from service.server_settings import ServerSettings
from service.servers import Servers
from service.standing import Standing
from service.standing_in import StandingIn
from service.stops import Stops
from service.substitutes import Substitutes
from service.thinning import Thinning
from service.tidings import Tidings
from service.timers import Timers
from service.turns import Turns
from service.vacations import Vacations
from storage.records import MatchRow
from storage.store import Store
from thinking.pool import Pool


@dataclass(frozen=True)
class Services:
    """What the Discord layer needs, for as long as the program runs: one small class for each kind of use-case."""

    store: Store
    kernel: Kernel
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
    """`go_on`; `kernel.draws` is the policy"""
    departures: Departures
    """`resign skip left_guild cancel`"""
    channels: Channels
    """`rehome resume rest lose`"""
    looking: Looking
    """`in_channel match seats table history record guild_matches waiting_for games_of`"""
    archive: Archive
    """`export notation verify`"""
    importing: Importing
    """`read bring`"""
    retracing: Retracing
    """`frames course`"""
    analyses: Analyses
    """`of ask`"""
    puzzles: Puzzles
    """`newest day answer`"""
    hints: Hints
    """`ask`"""
    rebasing: Rebasing
    """`rebase_all rebase`"""
    thinning: Thinning
    """`through`"""
    computers: Computers
    """`wake settled`"""
    thinking: Pool
    """The processes for everything that takes long: `run`."""
    replays: Executor
    """The one thread in which long logs are replayed: threads share the interpreter, so more would only hold the loop longer,
    and a replay takes 13 ms at most, where fetching its result from another process would take 3.
    """
    timers: Timers
    """`register keep done start tick close`"""
    outbox: Outbox
    people: People
    vacations: Vacations
    """`start end coming left`"""
    calls: Calls
    """`hush rests waiting`"""
    ringing: Ringing
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
    practice: Practice
    """`begin`"""
    privacy: Privacy
    """`export forget`"""
    servers: Servers
    """`gone kept left back erase`"""
    maps: Maps
    standing: Standing
    """Ratings: `profile leaders kinds`"""
    events: Events
    """Tournaments: `entries rounds tables rulings looking`"""
    levels: tuple[str, ...]
    """Computer players by level, weakest first."""
    stops: Stops
    """`register`: who knows of times in which clocks stand still"""
    clocks: Clocks
    """`shown events give anew anew_of`"""
    leases: Leases
    """`held all hears begin release`"""
    tidings: Tidings
    """What other processes tell: `after_missed`"""
    outages: Outages
    """`begin lost back`"""
    returns: Returns
    """`come_back`"""
    standing_in: StandingIn
    """`ask`"""
    substitutes: Substitutes
    """`free take_over`"""

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
        await self.tidings.close()
        await self.timers.close()
        await self.events.close()
        await self.analyses.close()
        await self.puzzles.close()
        await self.computers.close()
        await self.thinking.close()
        self.replays.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop the computers and close the database."""
        await self.stop()
        await self.store.close()
