"""Everything put together: the store, the games, the computer players and the use-cases on top of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from ai import PLAYERS
from games.core.game import AnyGame
from games.registry import GAMES
from service.maps import Maps
from service.matches import Matches
from service.outbox import Outbox
from service.people import People
from service.players import Player
from storage.sqlite_store import SqliteStore
from storage.store import Store


@dataclass(frozen=True)
class Services:
    """What the Discord layer needs, for as long as the program runs."""

    store: Store
    matches: Matches
    outbox: Outbox
    people: People
    maps: Maps
    levels: tuple[str, ...]
    """Computer players by level, weakest first."""

    async def close(self) -> None:
        """Stop the computers and close the database."""
        await self.matches.close()
        await self.store.close()


async def open_services(
    database: Path | str,
    *,
    on_posts: Callable[[], None] | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    players: Mapping[str, Player] = PLAYERS,
    stand_in: str = "greedy",
    executor: Executor | None = None,
) -> Services:
    """Open the database and all use-cases. `on_posts` is called when the outbox may hold something new.

    Raises `storage.errors.CannotOpen`: the program must stop then. Call `matches.wake` once the program can post.
    """
    store = await SqliteStore.open(database)
    maps = Maps(store)
    await maps.open()
    told = None if on_posts is None else (lambda _match: on_posts())
    matches = Matches(store, games, players, stand_in=stand_in, executor=executor, after_commit=told)
    return Services(store, matches, Outbox(store, matches), People(store), maps, tuple(players))
