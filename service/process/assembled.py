"""The use-cases on a store, made and joined: each gets what it stands on; `service.process.following` says what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime, timedelta

from ai import FORMER, PLAYERS
from ai.player import Player
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
from service.events.assembled import assembled as events_assembled
from service.lobby.limits import UNLIMITED, Limits
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
from service.process import following
from service.process.edge import Edge
from service.process.leases import Leases
from service.process.match_repository import MatchRepository
from service.process.outbox import Outbox
from service.process.process_events import ProcessEvents
from service.process.rows import Compaction
from service.process.rules_upgrade import RulesUpgrade
from service.process.services import Services
from service.process.timers import Timers
from service.puzzles.mistakes import Mistakes
from service.puzzles.puzzles import Puzzles
from service.ratings.ratings import RatingStanding
from service.ratings.stats_upkeep import StatsUpkeep
from service.ratings.tallying import TALLYING
from service.ratings.turns_kept import Reliability
from service.review.analyses import Analyses
from service.review.archive import Archive
from service.review.disclosure import Disclosure
from service.review.importing import Importing
from service.review.log import BY_STANDING, MIXED
from service.review.looking import Looking
from service.review.replay import TurnReplays
from service.servers.champions import Champions
from service.servers.channels import Channels
from service.servers.results import Results
from service.servers.server_settings import ServerSettings
from service.servers.servers import Servers
from service.servers.weekly_paper import WeeklyPaper
from service.servers.welcomes import Welcomes
from storage.opening import open_store
from storage.place import Place
from storage.records import MatchId
from storage.store import Store
from thinking.pool import Pool

STAND_IN = "citizen"
"""The level that plays vacant seats."""


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
    """All use-cases on a store, around one kernel; see `MatchRepository`, `Computers` and `Pool` for the rest.

    `players` by level, weakest first, those of before play on beside them; at most so many `thinkers` at once, None: as many as
    there are cores. `thinking` and `replays` stand in for our own processes and thread. With `mixes` new games wait for the message
    that says that they begin, and draw from its number too: only for who posts what stands in the outbox.
    """
    thinking, replays = thinking or Pool(thinkers), replays or ThreadPoolExecutor(1, thread_name_prefix="replay")
    repository = MatchRepository(store, games, executor=replays, after_commit=after_commit, keep=keep)
    timers, outbox, stops, leases = (
        Timers(repository.changing),
        Outbox(store.posts),
        StopRegistry(),
        Leases(store.leases, store.share, store.outage),
    )
    people, chosen, maps = (
        People(repository.changing, clock),
        ServerSettings(repository.changing, clock),
        Maps(repository.changing, uploads or {}),
    )
    computers = Computers(
        repository, {**FORMER, **players}, stand_in, thinking, uploads=uploads, clock=clock, first_wait_s=first_wait_s
    )
    lobbies = Lobbies(repository, players, people, chosen, limits)
    lobbies.bag = MIXED if mixes else BY_STANDING
    disclosure = Disclosure()
    drafts, looking, results = Drafts(repository), Looking(repository, disclosure), Results(store, chosen)
    passing = Passing(repository, drafts)
    town = Town(repository, drafts, computers, chosen, thinking, uploads=uploads)
    passing.vote = town.cast
    departures = Departures(repository, lobbies, passing, stand_in)
    channels = Channels(repository, computers, results)
    clocks = Clocks(repository, stops)
    reminders = Reminders(repository, clocks, people)
    vacations = Vacations(repository.changing, people, timedelta(days=limits.vacation_days))
    calls = Notifications(repository.changing, people, vacations)
    reliability, standing = Reliability(store), RatingStanding(store, people, limits.rated_servers)
    store.stats.tallying = TALLYING
    events = events_assembled(repository, lobbies, departures, channels, thinking, clocks, standing, reliability, people, limits)
    analyses = Analyses(repository, disclosure, thinking, timers, limits, uploads=uploads)
    puzzles = Puzzles(repository, thinking, timers, chosen, clock, uploads=uploads)
    guesses = Guesses(repository, disclosure, thinking, events.looking.shares_bag, uploads=uploads)
    passing.guess = guesses.cast
    services = Services(
        store=store,
        repository=repository,
        games=repository.games,
        lobbies=lobbies,
        turns=Turns(repository, drafts, passing),
        drafts=drafts,
        passing=passing,
        requests=Requests(repository),
        going_back=GoingBack(repository),
        finishing=Finishing(repository, passing, stand_in),
        pausing=Pausing(repository),
        draws=Draws(repository),
        departures=departures,
        channels=channels,
        looking=looking,
        disclosure=disclosure,
        archive=Archive(repository, looking, disclosure, clocks, clock),
        importing=Importing(repository, maps),
        turn_replays=TurnReplays(repository),
        analyses=analyses,
        puzzles=puzzles,
        mistakes=Mistakes(repository, puzzles, analyses, disclosure, thinking, timers, uploads=uploads),
        hints=Hints(repository, thinking, uploads=uploads),
        rules_upgrade=RulesUpgrade(repository),
        compaction=Compaction(store),
        stats_upkeep=StatsUpkeep(store, clock),
        computers=computers,
        thinking=thinking,
        replays=replays,
        admission=repository.admission,
        timers=timers,
        outbox=outbox,
        people=people,
        vacations=vacations,
        calls=calls,
        ping_policy=PingPolicy(repository, calls, reminders),
        seeking=Seeking(repository, lobbies, reliability),
        reliability=reliability,
        reminders=reminders,
        results=results,
        server_settings=chosen,
        followers=Followers(repository, people, clock),
        champions=Champions(repository.changing, chosen, events.repository, events.looking),
        weekly_paper=WeeklyPaper(repository.changing, timers, chosen, standing),
        welcomes=Welcomes(repository.changing, chosen),
        practice=Practice(lobbies, departures, stand_in),
        privacy=Privacy(repository, departures, people, events.repository.forget_all),
        servers=Servers(repository, channels, timers, chosen),
        maps=maps,
        standing=standing,
        events=events,
        levels=tuple(players),
        stops=stops,
        clocks=clocks,
        leases=leases,
        process_events=ProcessEvents(leases, repository, events.repository, computers, timers, people, chosen, maps),
        edge=Edge(),
        outages=Outages(repository, clocks, every=signs_every, held=lambda: leases.held),
        returns=Returns(repository),
        play_for=PlayFor(repository, computers),
        plans=Plans(repository, drafts, passing, people, timers),
        substitutes=Substitutes(repository, people, chosen, limits),
        guesses=guesses,
        town=town,
        rivals=Rivals(repository, lobbies, maps),
        mirrors=Mirrors(repository, stand_in),
    )
    following.join(services)
    return services


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
    services = assembled(
        store,
        games,
        players,
        uploads=uploads,
        stand_in=stand_in,
        thinkers=thinkers,
        clock=clock,
        limits=limits,
        signs_every=signs_every,
        mixes=mixes,
    )
    if on_posts is not None:
        following.tell_of_posts(services, on_posts)
    await services.maps.open()
    await services.server_settings.open()
    return services
