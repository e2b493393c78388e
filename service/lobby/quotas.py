"""Quotas: how many lobbies and games a user and a server may have at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from service.errors import Refusal
from storage.rows import LIVE, UserId
from storage.store import Store


@dataclass(frozen=True)
class Quotas:
    """The limits for users and servers; the defaults apply if the host sets none (`runtime.settings`)."""

    lobbies_of_member: int = 3
    """Open lobbies that one person may host in one server."""
    lobbies_of_server: int = 50
    games_of_member: int = 25
    """Lobbies and running games, in all servers, in which one person may sit."""
    vacation_days: int = 30
    """Of one person in a year; 0: there are no vacations."""
    analyses: int = 20
    """Finished games that wait to be analysed, of all servers together: they are some ten seconds of a processor each."""
    games_of_server: int | None = None
    """Lobbies and running games of one server; None: any number."""
    rated_servers: frozenset[int] | None = None
    """Servers whose games count in the rating over all servers; None: all of them."""
    excluded: frozenset[int] = frozenset()
    """People and servers that may not use the bot."""
    owners: frozenset[int] = frozenset()
    """People who run the bot, besides the owner of the application at Discord."""
    reports_channel: int | None = None
    """Where reports are posted; None: only the owners' panel shows them."""
    unwanted_words: frozenset[str] = frozenset()
    """Words and phrases that nobody can write where others read them in the bot's name."""

    def lowered(self, *, lobbies: int | None, games: int | None) -> Quotas:
        """Return the quotas with a server's own limits for lobbies per member, and for all of its games."""
        least = self.lobbies_of_member if lobbies is None else min(lobbies, self.lobbies_of_member)
        return self if lobbies is None and games is None else replace(self, lobbies_of_member=least, games_of_server=games)


UNLIMITED = Quotas(1 << 30, 1 << 30, 1 << 30)
"""For tools that play thousands of games."""


async def check_lobbies(store: Store, limits: Quotas, user_id: UserId, guild_id: int | None) -> None:
    """Raise `Refusal` if the user or the server may not have another lobby.

    Refuses `too-many-lobbies`, `server-lobbies-full`, `server-games-full`, and as `check_games`.
    """
    check_games(limits, await games_of(store, limits, user_id))
    if guild_id is None or limits is UNLIMITED:
        return
    open_now = await store.matches.lobbies(guild_id, limit=limits.lobbies_of_server)
    if sum(match.host_id == user_id for match in open_now) >= limits.lobbies_of_member:
        raise Refusal("too-many-lobbies", most=limits.lobbies_of_member)
    if len(open_now) >= limits.lobbies_of_server:
        raise Refusal("server-lobbies-full", most=limits.lobbies_of_server)
    await check_server(store, limits, guild_id)


async def check_server(store: Store, limits: Quotas, guild_id: int | None) -> None:
    """Refuse `server-games-full` if the server may not have another game."""
    most = limits.games_of_server
    if guild_id is not None and most is not None and len(await store.matches.of_guild(guild_id, LIVE, most)) >= most:
        raise Refusal("server-games-full", most=most)


async def games_of(store: Store, limits: Quotas, user_id: UserId) -> int:
    """Return in how many lobbies and running games a user is seated; 0, without counting, if there is no limit."""
    return 0 if limits is UNLIMITED else len(await store.people.live_with(user_id))


def check_games(limits: Quotas, games: int) -> None:
    """Refuse `too-many-games` if a user with so many games may not have another."""
    if games >= limits.games_of_member:
        raise Refusal("too-many-games", most=limits.games_of_member)
