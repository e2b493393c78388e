# ruff: noqa: ASYNC240 - the tests prepare files of their own, nobody waits for them
"""The doctor finds what is wrong with a database, and saves every game that is whole."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from editions.registry import EDITIONS
from service.records import MatchLocation
from service.wiring.assembly import open_services
from service.wiring.services import Services
from storage.backends.file_lock import hold_alone
from storage.changes import CommitMatch, PutRow
from storage.database_url import PostgresUrl
from storage.errors import DatabaseUnavailableError, OpenError
from storage.maintenance.backups import back_up
from storage.rows import CANCELLED, MatchId, PersonRow, UserId, of_match
from storage.store import open_sqlite
from tools.doctor import main

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANNA, BEN = UserId(101), UserId(102)
GAMES = 4


async def opened(place: Path | PostgresUrl) -> Services:
    return await open_services(place, games=EDITIONS.games, uploads=EDITIONS.uploads, thinkers=1)


async def played(services: Services, channel: int, moves: int) -> MatchId:
    """Return a game of two people with this many random turns."""
    lobby = await services.lobbies.open(MatchLocation(7, channel), ANNA, "carcassonne", {}, now=NOW)
    await services.lobbies.join(lobby.match.id, BEN, now=NOW)
    await services.lobbies.start(lobby.match.id, ANNA, now=NOW)
    chance = random.Random(channel)
    for _ in range(moves):
        public = await services.match_queries.table(lobby.match.id)
        user = public.seats[public.asked[0]].user_id
        assert user is not None
        table = await services.match_queries.table(lobby.match.id, user)
        text = table.game.write(chance.choice(table.legal))
        texts = [text]
        tried = await services.drafts.peek(lobby.match.id, user, texts, now=NOW)
        while not tried.may_confirm:
            texts.append(table.game.write(chance.choice(tried.legal)))
            tried = await services.drafts.peek(lobby.match.id, user, texts, now=NOW)
        await services.turns.act(lobby.match.id, user, texts, expected_version=table.version, now=NOW)
    return lobby.match.id


@cache
def sound() -> bytes:
    """Return a database with some games, played once for all tests."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as apart:  # a loop of its own
        path = Path(folder) / "bastide.db"
        apart.submit(asyncio.run, _play_into(path)).result()
        return path.read_bytes()


async def _play_into(path: Path) -> None:
    services = await opened(path)
    for n in range(GAMES):
        await played(services, 70 + n, 12)
    await services.store.commit(PutRow(PersonRow(ANNA, "nl")))
    await services.close()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "bastide.db"
    path.write_bytes(sound())
    return path


async def doctor(*arguments: object) -> int:
    """As its host calls it, where no loop runs."""
    return await asyncio.to_thread(main, [str(argument) for argument in arguments])


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    con = sqlite3.connect(path)
    result_rows = con.execute(sql).fetchall()
    con.close()
    return result_rows


def changed(path: Path, *statements: str) -> None:
    """Change a database as no program would."""
    con = sqlite3.connect(path, isolation_level=None)
    con.execute("DROP TRIGGER action_is_never_changed")
    con.execute("DROP TRIGGER action_is_never_deleted")
    for statement in statements:
        con.execute(statement)
    con.close()


async def test_a_sound_database_is_called_so_and_left_as_it_is(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = database.read_bytes()

    assert await doctor(database) == 0

    printed = capsys.readouterr().out
    assert "4 games are whole (4 running)" in printed and "sound" in printed
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("DELETE FROM action WHERE match_id = 2 AND seq = 9", "moves cannot be read (1 of"),
        ("UPDATE action SET text = 'place 40,40 r0' WHERE match_id = 2 AND seq = 1", "its moves contradict its rules"),
        ("UPDATE action SET at = 'yesterday' WHERE match_id = 2 AND seq = 3", "moves cannot be read (1 of"),
        ("UPDATE match SET secret = zeroblob(32) WHERE id = 2", "its seal is damaged"),
        ("UPDATE match SET options_json = '{' WHERE id = 2", "its settings cannot be read"),
        ("DELETE FROM seat WHERE match_id = 2 AND seat = 0", "somebody's seat cannot be read"),
    ],
)
async def test_a_game_that_is_not_whole_is_named_and_all_others_are_saved(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str, why: str
) -> None:
    changed(database, statement)

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 0

    printed = capsys.readouterr().out
    assert f"Game 2 is not whole: {why}" in printed
    services = await opened(tmp_path / "new.db")
    assert [match.id for match in await services.match_queries.guild_matches(7)] == [4, 3, 1]
    assert await services.store.people.get(ANNA) == PersonRow(ANNA, "nl")
    before = rows(database, "SELECT nonce, kind, sent_at FROM outbox WHERE topic_id = 3 ORDER BY id")
    assert rows(tmp_path / "new.db", "SELECT nonce, kind, sent_at FROM outbox WHERE topic_id = 3 ORDER BY id") == before
    assert await services.store.posts.of(of_match(MatchId(2))) == ()
    assert (await services.match_queries.table(MatchId(3))).version > 12
    assert await played(services, 99, 2) not in (1, 3, 4)
    await services.close()


async def test_of_games_that_have_ended_the_packed_log_is_saved_or_said_to_be_damaged(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = await opened(database)
    for number in (2, 3):
        match = await services.match_queries.match(MatchId(number))
        ended = replace(match, status=CANCELLED, ended_at=NOW)
        await services.store.commit(CommitMatch(ended, NOW))
    log, clocks = await services.match_queries.history(MatchId(3)), await services.store.clocks.of(MatchId(3))
    await services.close()
    changed(database, "DROP TRIGGER archive_is_never_changed", "UPDATE archive SET actions = substr(actions, 2) WHERE match_id = 2")

    assert await doctor(database, "--salvage", tmp_path / "new.db") == 0

    printed = capsys.readouterr().out
    assert "Game 2 is not whole: moves cannot be read (" in printed
    services = await opened(tmp_path / "new.db")
    assert (await services.match_queries.history(MatchId(3)), await services.store.clocks.of(MatchId(3))) == (log, clocks)
    assert len(log) > 12
    assert not await services.store.matches.thin(GAMES + 1)
    assert (await services.match_queries.history(MatchId(3)), await services.store.clocks.of(MatchId(3))) == (log, clocks)
    await services.close()
    assert rows(tmp_path / "new.db", "SELECT match_id FROM archive") == [(3,)]


@pytest.mark.parametrize("times", [12, pytest.param(40, marks=pytest.mark.soak)])
async def test_whatever_happens_to_a_file_it_is_refused_or_works_and_the_doctor_saves_what_is_whole(
    database: Path, tmp_path: Path, times: int
) -> None:
    """Flipped bytes, overwritten stretches, cut ends: nothing raw is raised, and what was saved is what was there."""
    whole = database.read_bytes()
    logs = dict(rows(database, "SELECT match_id, group_concat(seq || text) FROM action GROUP BY match_id"))  # type: ignore[arg-type]
    saved = refused = 0
    for seed in range(times):
        database.write_bytes(damaged(whole, random.Random(seed)))
        for left in ("-wal", "-shm"):
            Path(f"{database}{left}").unlink(missing_ok=True)
        refused += await is_refused(database)
        new = tmp_path / f"new-{seed}.db"
        if await doctor(database, "--salvage", new) == 0:
            kept = dict(rows(new, "SELECT match_id, group_concat(seq || text) FROM action GROUP BY match_id"))  # type: ignore[arg-type]
            assert kept.items() <= logs.items(), seed
            saved += len(kept)

    assert times / 4 < refused < times
    assert saved > times * GAMES // 3


def damaged(whole: bytes, chance: random.Random) -> bytes:
    data = bytearray(whole)
    offset, length = chance.randrange(4096, len(data)), chance.randrange(10, 6000)
    match chance.randrange(4):
        case 0:
            for _ in range(30):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case 1:
            data[offset : offset + length] = chance.randbytes(len(data[offset : offset + length]))
        case 2:
            del data[offset:]
        case 3:
            for _ in range(3):
                data[chance.randrange(4096)] = chance.randrange(256)
    return bytes(data)


async def is_refused(database: Path) -> bool:
    """Return whether the database is refused, at opening or at reading."""
    try:
        store = await open_sqlite(database)
    except OpenError as error:
        assert "tools.doctor" in str(error)
        return True
    for n in range(1, GAMES + 1):
        with contextlib.suppress(DatabaseUnavailableError):
            await store.matches.load(MatchId(n))
    await store.close()
    return False


async def test_a_restored_backup_plays_on_and_what_was_there_is_kept(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = back_up(database, NOW, keep=7)
    version = rows(backup, "SELECT version FROM match WHERE id = 1")
    services = await opened(database)
    await played(services, 90, 1)
    await services.close()
    database.write_bytes(b"\xff" * 9000)

    assert await doctor(database, "--restore", backup) == 0

    assert "Start the bot" in capsys.readouterr().out
    assert not [path.name for path in tmp_path.iterdir() if ".part" in path.name or path.name.startswith(".doctor")], "copies stay"
    assert [path.read_bytes() for path in tmp_path.glob("bastide.db.replaced-*Z")] == [b"\xff" * 9000]
    services = await opened(database)
    assert (await services.match_queries.table(MatchId(1))).version == version[0][0]
    assert [match.id for match in await services.match_queries.guild_matches(7)] == [4, 3, 2, 1]
    await services.close()
    assert await doctor(database) == 0


async def test_nothing_is_restored_under_a_bot_that_runs_or_from_a_file_that_is_no_database(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, before = back_up(database, NOW, keep=7), database.read_bytes()
    (tmp_path / "no.db").write_bytes(b"no database" * 1000)
    monkeypatch.setattr("tools.doctor.RESTORING_S", 0.0)

    assert await doctor(database, "--restore", tmp_path / "no.db") == 1
    assert "cannot be read" in capsys.readouterr().out
    async with hold_alone(database):
        assert await doctor(database, "--restore", backup) == 1
    assert "another process" in capsys.readouterr().out

    assert database.read_bytes() == before
