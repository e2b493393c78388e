"""Helpers that play whole games through the use-cases without messages, on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from service.records import MatchLocation as Channel
from service.wiring.services import Services
from storage.backends.postgresql_probe import driver_address
from storage.database_url import Place, read
from storage.rows import FINISHED, MatchId, Post, UserId
from storage.sharding import ShardSet


class NullPoster:
    """A `Poster` that delivers every message at once."""

    def __init__(self) -> None:
        self.sent = 0

    async def post(self, post: Post) -> int:  # noqa: ARG002
        """Return a message id of the usual length."""
        self.sent += 1
        return 1_400_000_000_000_000_000 + self.sent

    async def replace(self, _post: Post, _message_id: int) -> bool:
        """Return False: no earlier message exists."""
        return False

    async def find(self, post: Post) -> int | None:  # noqa: ARG002
        """Return None: no attempt is ever interrupted here."""
        return None


async def nobody_away(_: ShardSet) -> None:
    """Do nothing: the callback that leases call with the shards that were unattended."""


async def played(services: Services, options: Mapping[str, str], people: list[UserId], channel: int, chance: random.Random) -> None:
    """Play a whole game of random moves in `channel`, delivering every message."""
    poster, match_id = NullPoster(), await opened(services, options, people, channel)
    while (await services.match_queries.match(match_id)).status != FINISHED:
        await acted(services, match_id, chance)
        await services.outbox.drain(poster, datetime.now(UTC))
    await services.outbox.drain(poster, datetime.now(UTC))


async def acted(services: Services, match_id: MatchId, chance: random.Random) -> None:
    """Make one random legal move for the first player to act."""
    table = await services.match_queries.table(match_id)
    user_id = table.seats[table.asked[0]].user_id
    assert user_id is not None, "only people play here"
    legal = (await services.match_queries.table(match_id, user_id)).legal
    text = table.game.write(chance.choice(legal))
    await services.turns.act(match_id, user_id, [text], expected_version=table.version, now=datetime.now(UTC))


async def opened(services: Services, options: Mapping[str, str], people: list[UserId], channel: int) -> MatchId:
    """Start a game in `channel` and return its id."""
    now = datetime.now(UTC)
    lobby = await services.lobbies.open(Channel(1, channel), people[0], "carcassonne", options, now=now)
    for person in people[1:]:
        await services.lobbies.join(lobby.match.id, person, now=now)
    return (await services.lobbies.start(lobby.match.id, people[0], now=now)).match.id


@contextmanager
def places(address: str | None) -> Iterator[dict[str, Place]]:
    """Yield one empty database of each kind available, by its name: SQLite, and PostgreSQL if installed or at `address`."""
    with tempfile.TemporaryDirectory(prefix="bastide-databases-") as folder:
        places: dict[str, Place] = {"SQLite": Path(folder) / "bench.db"}
        if address is not None:
            yield places | {"PostgreSQL": read(address)}
            return
        from tests.database_server import DatabaseServer, is_installed  # what tests use is all that is needed

        if not is_installed():
            sys.stderr.write("No PostgreSQL is installed here: SQLite alone.\n")
            yield places
            return
        server = DatabaseServer()
        try:
            server.start("fsync=on")
            yield places | {"PostgreSQL": read(server.address(server.create()))}
        finally:
            server.close()


def size(place: Place, *, rewritten: bool = False) -> int:
    """Return the bytes of all tables and indexes, without free pages of a SQLite file.

    With `rewritten` the database is first rewritten (`VACUUM`, or `VACUUM FULL` on PostgreSQL).
    """
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as con:
            if rewritten:
                con.execute("VACUUM")
            pages, free, each = (
                con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
            )
        return int((pages - free) * each)
    with psycopg.connect(driver_address(place.address), autocommit=True) as server:
        server.execute("VACUUM (FULL)" if rewritten else "VACUUM")
        cursor = server.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])
