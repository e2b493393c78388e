"""Everything put together: the store, the games, the computer players and the use-cases on top of them.

Rules for callers: `now` is aware UTC; a person is a `UserId`, a match a `MatchId`; `moderator` says whether the person may
moderate the channel. Everything may raise `Refusal` (`service.errors`) or, from the rules, `IllegalAction`
(`games.core.errors`): nothing has changed then. `StorageError` means that the database failed, and nothing has changed either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from ai import PLAYERS
from games.core.game import AnyGame
from games.core.registry import Registry
from games.core.uploads import Uploads
from service.archive import Archive
from service.channels import Channels
from service.computers import Computers
from service.departures import Departures
from service.drafts import Drafts
from service.kernel import Kernel
from service.lobbies import Lobbies
from service.looking import Looking
from service.maps import Maps
from service.outbox import Outbox
from service.people import People
from service.players import Player
from service.timers import Timers
from service.turns import Turns
from storage.records import MatchId, MatchRow
from storage.sqlite_store import SqliteStore
from storage.store import Store

STAND_IN = "greedy"
"""The level that plays vacant seats."""


@dataclass(frozen=True)
class Services:
    """What the Discord layer needs, for as long as the program runs: one small class for each kind of use-case."""

    store: Store
    kernel: Kernel
    """What they all stand on; callers need it not."""
    games: Registry
    lobbies: Lobbies
    """`check_new open rematch join leave add_computer remove_computer change lobby start`"""
    turns: Turns
    """`act confirm undo`"""
    drafts: Drafts
    """`open peek push back discard`"""
    departures: Departures
    """`resign skip left_guild cancel`"""
    channels: Channels
    """`rehome resume lose`"""
    looking: Looking
    """`in_channel match seats table history guild_matches waiting_for games_of`"""
    archive: Archive
    """`export notation verify`"""
    computers: Computers
    """`wake settled close`"""
    timers: Timers
    outbox: Outbox
    people: People
    maps: Maps
    levels: tuple[str, ...]
    """Computer players by level, weakest first."""

    def game_of(self, match: MatchRow) -> AnyGame:
        """The game of a match as it was set up, for its name and its settings; who plays or shows it asks `looking.table`.

        A lobby is begun under the present rules. Where a match's own rules are unknown here, the present ones name it.
        """
        return self.games.closest(match.game, match.rules_version) if match.started_at else self.games[match.game]

    async def close(self) -> None:
        """Stop the computers and close the database."""
        await self.computers.close()
        await self.store.close()


def assembled(
    store: Store,
    games: Mapping[str, AnyGame],
    players: Mapping[str, Player] = PLAYERS,
    *,
    uploads: Mapping[str, Uploads] | None = None,
    stand_in: str = STAND_IN,
    executor: Executor | None = None,
    after_commit: Callable[[MatchId], None] | None = None,
    keep: int = 256,
) -> Services:
    """All use-cases on a store, around one kernel; see `Kernel` for the rest. `players` by level, weakest first."""
    kernel = Kernel(store, games, executor=executor, after_commit=after_commit, keep=keep)
    computers = Computers(kernel, players, stand_in)
    lobbies = Lobbies(kernel, players)
    drafts, looking, channels = Drafts(kernel), Looking(kernel), Channels(kernel, computers)
    return Services(
        store,
        kernel,
        kernel.games,
        lobbies,
        Turns(kernel, drafts),
        drafts,
        Departures(kernel, lobbies, stand_in),
        channels,
        looking,
        Archive(kernel, looking),
        computers,
        Timers(store, lobbies, computers),
        Outbox(store, channels),
        People(store),
        Maps(store, uploads or {}),
        tuple(players),
    )


async def open_services(
    database: Path | str,
    *,
    on_posts: Callable[[], None] | None = None,
    games: Mapping[str, AnyGame],
    uploads: Mapping[str, Uploads] | None = None,
    players: Mapping[str, Player] = PLAYERS,
    stand_in: str = STAND_IN,
    executor: Executor | None = None,
) -> Services:
    """Open the database and all use-cases. `on_posts` is called when the outbox may hold something new.

    Raises `storage.errors.CannotOpen`: the program must stop then. Call `computers.wake` once the program can post.
    """
    store = await SqliteStore.open(database)
    told = None if on_posts is None else (lambda _match: on_posts())
    services = assembled(store, games, players, uploads=uploads, stand_in=stand_in, executor=executor, after_commit=told)
    await services.maps.open()
    return services
