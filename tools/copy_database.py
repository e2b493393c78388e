"""Copy of a whole database to another one: `python -m tools.copy_database data/bastide.db postgresql://user:password@host/name`.

    python -m tools.copy_database SOURCE TARGET

Each is a SQLite file or the address of a PostgreSQL database, so that it works in both directions. Stop the bot first; the source
is only read (after a schema upgrade, if an older program wrote it). The target must be empty or not exist; it is filled in one
transaction, compared row by row, and every match is replayed by its rules and checked against its seal: only then the transaction
is committed. The exit code is 0 if all was copied, 1 if nothing was changed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from editions.registry import EDITIONS
from games.core.action_gateway import GameRegistry
from service.history.record_export import verify_draws
from service.match import match_session as lives
from service.match import sealed_bag
from storage.database_url import InvalidDatabaseUrlError, Place, is_there, name, read
from storage.errors import OpenError, StorageError
from storage.maintenance import database_copy
from storage.maintenance.salvage import Judge
from storage.opening import hold_alone, open_store
from storage.queries import maps, matches
from storage.rows import LoadedMatch, MatchId, Secret
from storage.schema import match

ENDING_S = 2.0
"""How long a bot that is just ending is waited for."""


def main(arguments: list[str]) -> int:
    """Copy as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.copy_database", description="Carry everything from one database into another."
    )
    parser.add_argument("source", type=place_of, help="a SQLite file, or postgresql://user:password@host:5432/name")
    parser.add_argument("target", type=place_of, help="the same; empty, or not there yet")
    wanted = parser.parse_args(arguments)
    try:
        return asyncio.run(moved(wanted.source, wanted.target))
    except (StorageError, DatabaseError, OSError) as error:
        detail = str(getattr(error, "orig", None) or error).splitlines()[0]  # a server's further lines quote values
        print(f"Nothing was carried over: {detail}.")
        return 1


def place_of(text: str) -> Place:
    """Return the database that a command line argument names; raise a usage error if it is invalid."""
    try:
        return read(text)
    except InvalidDatabaseUrlError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


async def moved(source: Place, target: Place) -> int:
    """Copy everything from `source` to `target`, verify it, and return 0.

    Raises `StorageError` or `DatabaseError`; the target is then unchanged.
    """
    if not is_there(source):
        raise OpenError(f"there is no file {source}")
    if source == target:
        raise OpenError("source and target are the same")
    async with hold_alone(source, patience_s=ENDING_S), hold_alone(target, patience_s=ENDING_S):
        for place in (source, target):
            await (await open_store(place)).close()
        return await asyncio.to_thread(_carry_rows, source, target)


def _carry_rows(source: Place, target: Place) -> int:
    origin, goal = database_copy.engine_of(source), database_copy.engine_of(target)
    with origin.connect() as here, goal.begin() as there:
        if not database_copy.is_empty(there):
            raise OpenError(f"{name(target)} is not empty")
        database_copy.carry(here, there, _report_table)
        _prove(here, there)
    print(f"All of {name(source)} is in {name(target)}.")
    print("Set BASTIDE_DB to it and start the bot; keep the source until you trust it.")
    return 0


def _report_table(table: str, rows: int) -> None:
    print(f"{table}: {rows} rows")


def _prove(here: Connection, there: Connection) -> None:
    """Compare the two databases and replay every match of the copy.

    Raises `OpenError` if a row differs. A match that is damaged in both is only printed.
    """
    for difference in database_copy.differences(here, there):
        raise OpenError(f"{difference} arrived as something else")
    print("Every row is the same.")
    judged, count = judge(maps.map_texts(there)), 0
    for number in there.execute(select(match.c.id).order_by(match.c.id)).scalars().all():
        loaded = matches.load(there, MatchId(number))
        assert loaded is not None
        if why := judged(loaded, matches.secret(there, MatchId(number))):
            print(f"Game {number} is not whole, and was not before: {why}.")
        count += 1
    print(f"{count} games were replayed.")


def judge(map_texts: Iterable[tuple[str, str]]) -> Judge:
    """Return a function that replays a match under its own rules and checks each draw against its seal.

    The function returns what is wrong with the match, or an empty string. `map_texts` are pairs of map id and text.
    """
    for map_id, text in map_texts:
        for uploads in EDITIONS.uploads.values():
            if uploads.takes(map_id):
                uploads.remember(map_id, text)
    games = GameRegistry(EDITIONS.games)

    def judged(loaded: LoadedMatch, secret: Secret) -> str:
        row = loaded.match
        if sealed_bag.commitment(secret) != row.commitment:
            return "its seal is damaged"
        game = games.at(row.game, row.rules_version)
        if row.started_at is None or game is None:  # nothing was played, or a program that knows the game may still play it
            return ""
        try:
            draws = verify_draws(lives.revive(game, loaded, secret)).draws
        except Exception as error:  # whatever the rules stumble over
            return f"its moves contradict its rules ({type(error).__name__})"
        return "" if all(draw.text == draw.expected for draw in draws) else "its draws do not fit its seal"

    return judged


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
