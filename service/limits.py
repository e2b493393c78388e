"""How much of it one person, and one server, may have at a time."""

from __future__ import annotations

from dataclasses import dataclass

from service.errors import Refusal
from storage.records import UserId
from storage.store import Store


@dataclass(frozen=True)
class Limits:
    """The defaults of a host who says nothing; see `hosting.settings` for how he says otherwise."""

    lobbies_of_member: int = 3
    """Open lobbies that one person may host in one server."""
    lobbies_of_server: int = 50
    games_of_member: int = 25
    """Lobbies and running games, in all servers, in which one person may sit."""


UNLIMITED = Limits(1 << 30, 1 << 30, 1 << 30)
"""For tools that play thousands of games."""


async def check_lobbies(store: Store, limits: Limits, user_id: UserId, guild_id: int | None) -> None:
    """Refuse a further lobby of this person: `too-many-lobbies`, `server-lobbies-full`, and as `check_games`."""
    await check_games(store, limits, user_id)
    if guild_id is None or limits is UNLIMITED:
        return
    open_now = await store.matches.lobbies(guild_id, limit=limits.lobbies_of_server)
    if sum(match.host_id == user_id for match in open_now) >= limits.lobbies_of_member:
        raise Refusal("too-many-lobbies", most=limits.lobbies_of_member)
    if len(open_now) >= limits.lobbies_of_server:
        raise Refusal("server-lobbies-full", most=limits.lobbies_of_server)


async def check_games(store: Store, limits: Limits, user_id: UserId) -> None:
    """Refuse this person a further seat: `too-many-games`."""
    if limits is not UNLIMITED and len(await store.people.live_with(user_id)) >= limits.games_of_member:
        raise Refusal("too-many-games", most=limits.games_of_member)
