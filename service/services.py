"""Everything put together: the store, the games, the computer players and the use-cases on top of them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

from ai import FORMER, PLAYERS
from ai.player import Player
from games.core.game import AnyGame
from games.core.registry import Registry
from games.core.uploads import Uploads
from service.analyses import ANALYSIS, Analyses
from service.archive import Archive
from service.calls import DAILY, MORNING, Calls
from service.channels import LOST_POST, Channels
from service.clocks import CLOCK, STOPS_CHANGED, Clocks, stops_changed
from service.computers import FIRST_WAIT_S, Computers, utc_now
from service.departures import Departures
from service.drafts import Drafts
from service.draws import Draws
from service.errors import Refusal
from service.events.assembled import Events
from service.events.assembled import assembled as events_assembled
from service.finishing import FINISH, STOP, Finishing
from service.going_back import UNDO, GoingBack
from service.hints import Hints
from service.importing import Importing
from service.kernel import Kernel
from service.leases import Leases
from service.limits import UNLIMITED, Limits
from service.lobbies import Lobbies
from service.log import BY_STANDING, MIXED
from service.looking import Looking
from service.maps import Maps
from service.outages import EVERY, Outages
from service.outbox import Outbox, unheard
from service.passing import PASS, Passing
from service.pausing import PAUSE, Pausing
from service.people import People
from service.practice import Practice
from service.privacy import Privacy
from service.puzzles import PUZZLE, Puzzles
from service.rebasing import Rebasing
from service.reliability import Reliability
from service.reminders import REMINDER, Reminders
from service.requests import Requests
from service.results import Results
from service.retracing import Retracing
from service.returns import Returns
from service.ringing import Ringing
from service.seeking import Seeking
from service.server_settings import ServerSettings
from service.servers import Servers
from service.standing import Standing
from service.standing_in import STAND_IN as STANDS_IN
from service.standing_in import StandingIn
from service.starting import EXPIRY
from service.step import DRAW
from service.stops import Stops
from service.substitutes import Substitutes
from service.thinning import Thinning
from service.tidings import Tidings
from service.timeouts import Timeouts
from service.timers import Timers
from service.turns import Turns
from service.vacations import VACATION, Vacations
from storage.opening import open_store
from storage.place import Place
from storage.records import MATCH, PERSON, SERVER, MatchId, MatchRow
from storage.store import Store
from thinking.pool import Pool

STAND_IN = "citizen"
"""The level that plays vacant seats."""


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


def assembled(
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
    keep: int = 256,
    limits: Limits = UNLIMITED,
    thinking: Pool | None = None,
    replays: Executor | None = None,
    signs_every: timedelta | None = EVERY,
    mixes: bool = False,
) -> Services:
    """All use-cases on a store, around one kernel; see `Kernel`, `Computers` and `Pool` for the rest.

    `players` by level, weakest first, those of before play on beside them; at most so many `thinkers` at once, None: as many as
    there are cores. `thinking` and `replays` stand in for our own processes and thread. With `mixes` new games wait for the message
    that says that they begin, and draw from its number too: only for who posts what stands in the outbox.
    """
    thinking, replays = thinking or Pool(thinkers), replays or ThreadPoolExecutor(1, thread_name_prefix="replay")
    kernel = Kernel(store, games, executor=replays, after_commit=after_commit, keep=keep)
    leases = Leases(store.leases, store.share, store.outage)
    computers = Computers(
        kernel, {**FORMER, **players}, stand_in, thinking, uploads=uploads, clock=clock, first_wait_s=first_wait_s
    )
    chosen = ServerSettings(store)
    results = Results(store, chosen)
    kernel.along.append(results.along)
    lobbies = Lobbies(kernel, players, chosen, limits)
    lobbies.bag = MIXED if mixes else BY_STANDING
    draws = Draws(kernel)
    drafts, looking, channels = Drafts(kernel), Looking(kernel), Channels(kernel, computers, results)
    passing = Passing(kernel, drafts)
    departures = Departures(kernel, lobbies, passing, stand_in)
    timers = Timers(store)
    analyses = Analyses(kernel, thinking, timers, limits, uploads=uploads)
    timers.register(ANALYSIS, analyses.look)
    puzzles = Puzzles(kernel, thinking, timers, chosen, clock)
    timers.register(PUZZLE, puzzles.fall_due)
    chosen.along.append(puzzles.along)
    maps = Maps(store, uploads or {})
    kernel.before_use.append(maps.recall)
    people = People(store, clock)
    stops = Stops()
    stops.register_sleep(people.sleep)
    clocks = Clocks(kernel, stops)
    outages = Outages(kernel, clocks, timers, every=signs_every, held=lambda: leases.held)
    reminders = Reminders(kernel, clocks, people)
    timers.register(CLOCK, Timeouts(kernel, clocks, computers, reminders, outages.is_away).fall_due)
    timers.register(EXPIRY, lobbies.expire)
    timers.register(DRAW, draws.fall_due)
    computers.is_ours = lambda match: leases.held.covers(match.guild_id)
    leases.after_loss.append(computers.lost)
    standing_in = StandingIn(kernel, computers)
    timers.register(STANDS_IN, standing_in.lapse)
    requests = Requests(kernel)
    going_back = GoingBack(kernel)
    requests.register(UNDO, going_back.kind)
    finishing = Finishing(kernel, passing, stand_in)
    requests.register(FINISH, finishing.kind)
    requests.register(STOP, finishing.stopping)
    pausing = Pausing(kernel, lambda match_id, now: clocks.anew(match_id, now=now))
    requests.register(PAUSE, pausing.kind)
    timers.register(PAUSE, pausing.fall_due)
    stops.register(PAUSE, pausing.spans)
    timers.register(PASS, passing.fall_due)
    outbox = Outbox(store.posts)
    outbox.share = lambda: leases.held.share
    outbox.register(MATCH, channels.lose, unheard({LOST_POST: channels.unheard, REMINDER: reminders.unheard}))
    outbox.after_sent += [clocks.delivered, draws.begun]
    reliability = Reliability(store)
    standing = Standing(store, people)
    events = events_assembled(
        *(kernel, lobbies, departures, channels, timers, outbox, thinking),
        *(clocks, standing, reliability, clock),
    )
    departures.after_leaving.append(events.entries.retire)
    outbox.register(SERVER, results.unsent)
    vacations = Vacations(store, people, timedelta(days=limits.vacation_days))
    kernel.may_move.append(vacations.check)
    timers.register(VACATION, vacations.fall_due)
    stops.register(VACATION, vacations.spans, rests=True)
    vacations.after_change.append(clocks.changed_for)
    people.along.append(stops_changed)
    timers.register(STOPS_CHANGED, clocks.choices_changed)
    calls = Calls(store, people, vacations)
    vacations.after_change.append(calls.changed)
    timers.register(MORNING, calls.wake)
    timers.register(DAILY, calls.daily)
    outbox.register(PERSON, calls.closed, calls.unheard)
    return Services(
        store,
        kernel,
        kernel.games,
        lobbies,
        Turns(kernel, drafts, passing),
        drafts,
        passing,
        requests,
        going_back,
        pausing,
        draws,
        departures,
        channels,
        looking,
        Archive(kernel, looking, clocks, clock),
        Importing(kernel, maps),
        Retracing(kernel),
        analyses,
        puzzles,
        Hints(kernel, thinking, uploads=uploads),
        Rebasing(kernel),
        Thinning(store),
        computers,
        thinking,
        replays,
        timers,
        outbox,
        people,
        vacations,
        calls,
        Ringing(kernel, calls, reminders),
        Seeking(kernel, lobbies, reliability),
        reliability,
        chosen,
        Practice(lobbies, departures, stand_in),
        Privacy(kernel, departures, people, events.kernel.forget_all),
        Servers(kernel, channels, timers, chosen),
        maps,
        standing,
        events,
        tuple(players),
        stops,
        clocks,
        leases,
        Tidings(leases, kernel, events.kernel, computers, timers, people, chosen, maps),
        outages,
        Returns(kernel),
        standing_in,
        Substitutes(kernel, chosen, limits),
    )


async def open_services(
    database: Place | str,
    *,
    on_posts: Callable[[], None] | None = None,
    games: Mapping[str, AnyGame],
    uploads: Mapping[str, Uploads] | None = None,
    players: Mapping[str, Player] = PLAYERS,
    stand_in: str = STAND_IN,
    thinkers: int | None = None,
    clock: Callable[[], datetime] = utc_now,
    limits: Limits = UNLIMITED,
    signs_every: timedelta | None = EVERY,
    mixes: bool = False,
) -> Services:
    """Open the database and all use-cases. `on_posts` is called when the outbox may hold something new; `clock` dates what
    computers do; for `mixes` see `assembled`.

    Raises `storage.errors.CannotOpen`: the program must stop then. Call `computers.wake` once the program can post.
    """
    store = await open_store(database)
    told = None if on_posts is None else (lambda _match: on_posts())
    services = assembled(
        *(store, games, players),
        uploads=uploads,
        stand_in=stand_in,
        thinkers=thinkers,
        clock=clock,
        after_commit=told,
        limits=limits,
        signs_every=signs_every,
        mixes=mixes,
    )
    if on_posts is not None:
        store.after_posts.append(on_posts)
        services.events.kernel.after_commit.append(lambda _event: on_posts())
    await services.maps.open()
    await services.server_settings.open()
    return services
