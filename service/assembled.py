"""The use-cases on a store, made and joined: each gets what it stands on, and `service.wiring` says who hears of whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime, timedelta

from ai import FORMER, PLAYERS
from ai.player import Player
from games.core.game import AnyGame
from games.core.uploads import Uploads
from service import wiring
from service.analyses import Analyses
from service.archive import Archive
from service.calls import Calls
from service.channels import Channels
from service.clocks import Clocks
from service.computers import FIRST_WAIT_S, Computers, utc_now
from service.departures import Departures
from service.drafts import Drafts
from service.draws import Draws
from service.events.assembled import assembled as events_assembled
from service.finishing import Finishing
from service.going_back import GoingBack
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
from service.services import Services
from service.standing import Standing
from service.standing_in import StandingIn
from service.stops import Stops
from service.substitutes import Substitutes
from service.thinning import Thinning
from service.tidings import Tidings
from service.timers import Timers
from service.turns import Turns
from service.vacations import Vacations
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
    """All use-cases on a store, around one kernel; see `Kernel`, `Computers` and `Pool` for the rest.

    `players` by level, weakest first, those of before play on beside them; at most so many `thinkers` at once, None: as many as
    there are cores. `thinking` and `replays` stand in for our own processes and thread. With `mixes` new games wait for the message
    that says that they begin, and draw from its number too: only for who posts what stands in the outbox.
    """
    thinking, replays = thinking or Pool(thinkers), replays or ThreadPoolExecutor(1, thread_name_prefix="replay")
    kernel = Kernel(store, games, executor=replays, after_commit=after_commit, keep=keep)
    timers, outbox, stops, leases = Timers(store), Outbox(store.posts), Stops(), Leases(store.leases, store.share, store.outage)
    people, chosen, maps = People(store, clock), ServerSettings(store), Maps(store, uploads or {})
    computers = Computers(
        kernel, {**FORMER, **players}, stand_in, thinking, uploads=uploads, clock=clock, first_wait_s=first_wait_s
    )
    lobbies = Lobbies(kernel, players, chosen, limits)
    lobbies.bag = MIXED if mixes else BY_STANDING
    drafts, looking, results = Drafts(kernel), Looking(kernel), Results(store, chosen)
    passing = Passing(kernel, drafts)
    departures = Departures(kernel, lobbies, passing, stand_in)
    channels = Channels(kernel, computers, results)
    clocks = Clocks(kernel, stops)
    reminders = Reminders(kernel, clocks, people)
    vacations = Vacations(store, people, timedelta(days=limits.vacation_days))
    calls = Calls(store, people, vacations)
    reliability, standing = Reliability(store), Standing(store, people)
    events = events_assembled(
        *(kernel, lobbies, departures, channels, timers, outbox, thinking),
        *(clocks, standing, reliability, clock),
    )
    services = Services(
        store=store,
        kernel=kernel,
        games=kernel.games,
        lobbies=lobbies,
        turns=Turns(kernel, drafts, passing),
        drafts=drafts,
        passing=passing,
        requests=Requests(kernel),
        going_back=GoingBack(kernel),
        finishing=Finishing(kernel, passing, stand_in),
        pausing=Pausing(kernel, lambda match_id, now: clocks.anew(match_id, now=now)),
        draws=Draws(kernel),
        departures=departures,
        channels=channels,
        looking=looking,
        archive=Archive(kernel, looking, clocks, clock),
        importing=Importing(kernel, maps),
        retracing=Retracing(kernel),
        analyses=Analyses(kernel, thinking, timers, limits, uploads=uploads),
        puzzles=Puzzles(kernel, thinking, timers, chosen, clock, uploads=uploads),
        hints=Hints(kernel, thinking, uploads=uploads),
        rebasing=Rebasing(kernel),
        thinning=Thinning(store),
        computers=computers,
        thinking=thinking,
        replays=replays,
        timers=timers,
        outbox=outbox,
        people=people,
        vacations=vacations,
        calls=calls,
        ringing=Ringing(kernel, calls, reminders),
        seeking=Seeking(kernel, lobbies, reliability),
        reliability=reliability,
        reminders=reminders,
        results=results,
        server_settings=chosen,
        practice=Practice(lobbies, departures, stand_in),
        privacy=Privacy(kernel, departures, people, events.kernel.forget_all),
        servers=Servers(kernel, channels, timers, chosen),
        maps=maps,
        standing=standing,
        events=events,
        levels=tuple(players),
        stops=stops,
        clocks=clocks,
        leases=leases,
        tidings=Tidings(leases, kernel, events.kernel, computers, timers, people, chosen, maps),
        outages=Outages(kernel, clocks, timers, every=signs_every, held=lambda: leases.held),
        returns=Returns(kernel),
        standing_in=StandingIn(kernel, computers),
        substitutes=Substitutes(kernel, chosen, limits),
    )
    wiring.join(services)
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
