"""Measures how a database grows: whole games of two and of four people, played through the use-cases and told to nobody."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from editions.offered import GAMES
from service.process.assembled import open_services
from service.process.services import Services
from service.records import Place
from storage.records import FINISHED, MatchId, Post, UserId

Line = tuple[str, float, str, str]
"""Name, value, unit, target."""

KINDS: tuple[tuple[str, Mapping[str, str], int, int], ...] = (
    ("base, 2 seats", {}, 2, 12),
    ("all four, 4 seats", {"expansions": "inns,traders,dragon,tower"}, 4, 40),
)
"""Name, options, seats, KiB that a finished game may take at most."""


class Nobody:
    """Every message arrives at once."""

    def __init__(self) -> None:
        self.sent = 0

    async def post(self, post: Post) -> int:  # noqa: ARG002
        """A message's id of the usual length."""
        self.sent += 1
        return 1_400_000_000_000_000_000 + self.sent

    async def find(self, post: Post) -> int | None:  # noqa: ARG002
        """Nothing is ever interrupted here."""
        return None


def figures(*, quick: bool = False) -> Iterator[Line]:
    """KiB of the file for each finished game, by the kind of game."""
    for name, options, seats, most in KINDS:
        yield f"database, a finished game: {name}", asyncio.run(grown(options, seats, 3 if quick else 10)), "KiB", f"<= {most}"


async def grown(options: Mapping[str, str], seats: int, games: int) -> float:
    """KiB that a game adds to the file, once it is over and told."""
    with tempfile.TemporaryDirectory(prefix="bastide-growth-") as folder:
        path = Path(folder) / "growth.db"
        services = await open_services(path, games=GAMES)
        empty = _size(path)
        for number in range(games):
            people = [UserId(900_000_000_000_000_000 + seat) for seat in range(seats)]
            await played(services, options, people, 1_300_000_000_000_000_000 + number, random.Random(number))
        await services.close()
        return (_size(path) - empty) / 1024 / games


async def played(services: Services, options: Mapping[str, str], people: list[UserId], channel: int, chance: random.Random) -> None:
    """A whole game of random moves in a channel of its own, every message of which arrives."""
    poster, match_id = Nobody(), await opened(services, options, people, channel)
    while (await services.looking.match(match_id)).status != FINISHED:
        await acted(services, match_id, chance)
        await services.outbox.drain(poster, datetime.now(UTC))
    await services.outbox.drain(poster, datetime.now(UTC))


async def acted(services: Services, match_id: MatchId, chance: random.Random) -> None:
    """One random move of whoever is asked."""
    table = await services.looking.table(match_id)
    user_id = table.seats[table.asked[0]].user_id
    assert user_id is not None, "only people play here"
    legal = (await services.looking.table(match_id, user_id)).legal
    text = table.game.write(chance.choice(legal))
    await services.turns.act(match_id, user_id, [text], expected_version=table.version, now=datetime.now(UTC))


async def opened(services: Services, options: Mapping[str, str], people: list[UserId], channel: int) -> MatchId:
    """A game that has just been started."""
    now = datetime.now(UTC)
    lobby = await services.lobbies.open(Place(1, channel), people[0], "carcassonne", options, now=now)
    for person in people[1:]:
        await services.lobbies.join(lobby.match.id, person, now=now)
    return (await services.lobbies.start(lobby.match.id, people[0], now=now)).match.id


def _size(path: Path) -> int:
    """Bytes of the rows and indexes, free pages left out."""
    with closing(sqlite3.connect(path)) as con:
        pages, free, size = (con.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size"))
    return int((pages - free) * size)


if __name__ == "__main__":
    for label, value, unit, target in figures(quick=True):
        print(f"{label:62} {value:10.3f} {unit:5} {target}", flush=True)
