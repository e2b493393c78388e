"""Databases of earlier programs open and play on; whatever goes wrong on the way leaves them as they were."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event
from sqlalchemy.engine import Engine

from editions.registry import EDITIONS, GAMES
from service.users.user_settings import preference
from service.wiring.assembly import open_services
from storage.backends.migrate import SHIPPED
from storage.changes import SaveMap
from storage.errors import OpenError, SchemaTooNewError
from storage.rows import MapRow, MatchId, PersonRow, UploadRow, UserId, of_match
from storage.schema import REVISION, USER_VERSION, metadata
from storage.store import open_sqlite

OLD = Path(__file__).parent / "old"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANNA, BEN = UserId(101), UserId(102)
RUNNING, LOBBY, CARDS, CANCELLED = (MatchId(n) for n in (1, 2, 3, 4))
"""What `version_2.sql` holds, beside posts sent and unsent, a draft, timers, a map, an upload and a person."""


KEYS = ("id", "user_id")


LEFT_BEHIND = ("version_2.sql", "revision_0001.sql")
"""By the last program without Alembic, and by the first one with it, with the same rows."""

PLAYED_ON = tuple(sorted(file.name for file in OLD.glob("revision_*.sql") if file.name not in LEFT_BEHIND))
"""Left behind by programs since then: each upgraded `revision_0001.sql`, played fifteen moves in the running game until anna was
asked and ben had resigned, and let the other game end."""


def restored(path: Path, left_behind: str = LEFT_BEHIND[0]) -> Path:
    """Return the database of an earlier program."""
    con = sqlite3.connect(path)
    con.executescript((OLD / left_behind).read_text(encoding="utf-8"))
    con.close()
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return restored(tmp_path / "bastide.db")


def everything(path: Path) -> Mapping[str, Any]:
    con = sqlite3.connect(path)
    tables = [name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    rows = {name: con.execute(f'SELECT * FROM "{name}"').fetchall() for name in tables}
    rows["user_version"] = con.execute("PRAGMA user_version").fetchall()
    con.close()
    return rows


async def test_everything_is_there_after_the_move(old: Path) -> None:
    before = everything(old)

    store = await open_sqlite(old)

    loaded = await store.matches.load(RUNNING)
    assert loaded is not None
    assert (loaded.match.status, loaded.match.version, len(loaded.log)) == ("running", 46, 46)
    assert loaded.snapshot is not None
    draft = await store.drafts.get(BEN, of_match(RUNNING))
    assert draft is not None
    assert (draft.version, draft.texts) == (46, ("place 0,2 r2",))
    posts = await store.posts.of(of_match(RUNNING))
    assert len(posts) == len([row for row in before["outbox"] if row[1] == RUNNING])
    assert [(p.nonce, p.attempts, p.error, p.tried_at) for p in posts if p.sent_at is None] == [
        (row[4], row[11], row[13], row[12] and NOW) for row in before["outbox"] if row[1] == RUNNING and row[15] is None
    ]
    assert await store.posts.next_at() == NOW
    timers = await store.timers.due(NOW + timedelta(days=7), ("lobby-expiry",), 10)
    assert [(t.match_id, t.set_at, t.due_at) for t in timers] == [(LOBBY, NOW, NOW + timedelta(days=7))]
    assert await store.people.get(ANNA) == PersonRow(ANNA, "nl", {"dm": True})
    assert await store.maps.of_guild(7) == (MapRow("isle-8792dc430ccf", 7, "My isle", "map: isle-1\nÆrø ~\n", ANNA, NOW),)
    assert await store.maps.upload(7, BEN) == UploadRow(7, BEN, "two", NOW)
    await store.close()


async def test_the_games_of_an_old_database_play_on(old: Path) -> None:
    services = await open_services(old, games=GAMES, uploads=EDITIONS.uploads)
    draft = await services.drafts.open(RUNNING, BEN, now=NOW)
    assert draft.texts == ("place 0,2 r2",)
    while not draft.may_confirm:
        draft = await services.drafts.push(RUNNING, BEN, [GAMES["carcassonne"].write(draft.legal[-1])], now=NOW)

    update = await services.turns.confirm(RUNNING, BEN, expected_version=46, now=NOW)

    assert update.version > 46
    assert (await services.lobbies.lobby(LOBBY)).match.status == "lobby"
    assert (await services.match_queries.table(CARDS, None)).match.status == "running"
    assert (await services.match_queries.match(CANCELLED)).status == "cancelled"
    await services.close()


@pytest.mark.parametrize("left_behind", PLAYED_ON)
async def test_a_database_of_every_earlier_program_plays_on(left_behind: str, tmp_path: Path) -> None:
    services = await open_services(restored(tmp_path / "bastide.db", left_behind), games=GAMES, uploads=EDITIONS.uploads)
    table = await services.match_queries.table(RUNNING, ANNA)
    assert (table.match.status, table.match.version, table.asked) == ("running", 82, (0,))
    draft = await services.drafts.open(RUNNING, ANNA, now=NOW)
    while not draft.may_confirm:
        draft = await services.drafts.push(RUNNING, ANNA, [GAMES["carcassonne"].write(draft.legal[-1])], now=NOW)

    update = await services.turns.confirm(RUNNING, ANNA, expected_version=82, now=NOW)

    assert update.version > 82
    assert (await services.lobbies.lobby(LOBBY)).match.status == "lobby"
    assert (await services.record_export.export(CARDS, ANNA))["log"]
    assert preference(services.user_settings.known(ANNA), "typed") == "at-once"
    await services.close()


async def test_the_old_file_is_copied_aside_and_refused_by_older_programs(old: Path) -> None:
    before = everything(old)

    await (await open_sqlite(old)).close()

    assert everything(old.with_name("bastide.db.before-0001")) == before
    assert everything(old)["user_version"] == [(USER_VERSION,)]
    assert USER_VERSION > 2, "a program from before Alembic knows versions up to 2"


async def test_a_database_of_the_first_version_makes_every_step(tmp_path: Path) -> None:
    path = tmp_path / "bastide.db"
    con = sqlite3.connect(path)
    con.executescript((SHIPPED / "before" / "001_first_schema.sql").read_text(encoding="utf-8"))
    con.execute("PRAGMA user_version = 1")
    con.close()

    store = await open_sqlite(path)

    await store.commit(SaveMap(MapRow("isle-1", 7, "My isle", "text", ANNA, NOW)))
    await store.close()
    assert path.with_name("bastide.db.before-0001").exists()


def shape(path: Path) -> tuple[set[str], list[Any]]:
    """Return the indexes, triggers and conditions of a file, and its differences from this program's tables."""
    con = sqlite3.connect(path)
    rows = con.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    con.close()
    pieces = {" ".join(sql.replace(chr(34), "").split()) for kind, _, sql in rows if kind != "table"}
    pieces |= {f"{name}: {sql.count('CHECK')} checks, {sql.count('UNIQUE')} unique" for kind, name, sql in rows if kind == "table"}
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        # Indexes over some rows are written out, unknown to the tables; `pieces` has them word for word.
        differences = [d for d in differences if d[0] != "remove_index"]
        # SQLite's own numbers of rows are never NULL, said or not.
        differences = [d for d in differences if not (isinstance(d, list) and d[0][0] == "modify_nullable" and d[0][3] in KEYS)]
    engine.dispose()
    return pieces, differences


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")  # made alike on both ways
@pytest.mark.parametrize("left_behind", (*LEFT_BEHIND, *(pytest.param(name, marks=pytest.mark.soak) for name in PLAYED_ON)))
async def test_an_old_database_becomes_what_a_new_one_is(left_behind: str, tmp_path: Path) -> None:
    old, new = restored(tmp_path / "old.db", left_behind), tmp_path / "new.db"
    for path in (old, new):
        await (await open_sqlite(path)).close()

    assert shape(old)[0] == shape(new)[0]
    assert shape(old)[1] == shape(new)[1] == []


def test_the_tables_are_those_of_the_last_revision() -> None:
    assert ScriptDirectory(SHIPPED).get_current_head() == REVISION


@pytest.mark.parametrize("version", [3, 99, USER_VERSION + 1])
async def test_a_database_of_a_newer_program_is_left_alone(old: Path, version: int) -> None:
    con = sqlite3.connect(old)
    con.execute(f"PRAGMA user_version = {version}")
    con.close()
    before = everything(old)

    with pytest.raises(SchemaTooNewError, match=f"version {version}"):
        await open_sqlite(old)

    assert everything(old) == before


async def test_a_revision_of_a_newer_program_is_left_alone(old: Path) -> None:
    await (await open_sqlite(old)).close()
    con = sqlite3.connect(old)
    con.execute("UPDATE alembic_version SET version_num = '9999'")
    con.commit()
    con.close()

    with pytest.raises(SchemaTooNewError, match="9999"):
        await open_sqlite(old)


def with_revision(tmp_path: Path, *statements: str) -> Path:
    """Return the migrations of a later program with these statements."""
    later = tmp_path / "later"
    shutil.copytree(SHIPPED, later, ignore=shutil.ignore_patterns("__pycache__"))
    body = "".join(f"    op.execute({statement!r})\n" for statement in statements)
    head = f"from alembic import op\n\nrevision = '9000'\ndown_revision = '{REVISION}'\n\n\ndef upgrade() -> None:\n"
    (later / "versions" / "9000_later.py").write_text(head + body)
    return later


def size(path: Path) -> int:
    return path.stat().st_size


async def test_space_that_an_upgrade_frees_is_given_back(old: Path, tmp_path: Path) -> None:
    await (await open_sqlite(old)).close()
    con = sqlite3.connect(old)
    con.execute("CREATE TABLE filler (text TEXT)")
    con.executemany("INSERT INTO filler VALUES (?)", [("x" * 4000,)] * 500)
    con.commit()
    con.close()
    full = size(old)

    await (await open_sqlite(old, migrations=with_revision(tmp_path, "DROP TABLE filler"))).close()

    assert size(old) < full - 400 * 4000
    assert everything(old)["player"] == [(ANNA, "nl", '{"dm":true}')]


async def test_a_later_revision_copies_aside_and_is_made_once(old: Path, tmp_path: Path) -> None:
    await (await open_sqlite(old)).close()
    later = with_revision(tmp_path, "ALTER TABLE player ADD COLUMN nickname TEXT")

    for _ in range(2):
        await (await open_sqlite(old, migrations=later)).close()

    assert everything(old)["alembic_version"] == [("9000",)]
    assert everything(old)["player"] == [(ANNA, "nl", '{"dm":true}', None)]
    assert everything(old.with_name("bastide.db.before-9000"))["alembic_version"] == [(REVISION,)]
    with pytest.raises(SchemaTooNewError, match="9000"):
        await open_sqlite(old)


async def test_an_upgrade_is_one_line_with_the_copy(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A new database and one that is up to date say nothing."""
    caplog.set_level("INFO")

    for _ in range(2):
        await (await open_sqlite(old)).close()
    await (await open_sqlite(old.with_name("new.db"))).close()

    (line,) = [record.getMessage() for record in caplog.records if record.name.startswith("storage")]
    assert re.fullmatch(
        rf'database-upgraded had="version 2" has={REVISION} copy={re.escape(str(old))}\.before-0001 took_s=\S+', line
    )


@pytest.mark.parametrize("from_the_start", [True, False])
async def test_a_revision_that_fails_leaves_the_database_as_it_was(old: Path, tmp_path: Path, from_the_start: bool) -> None:
    if not from_the_start:
        await (await open_sqlite(old)).close()
    later = with_revision(tmp_path, "ALTER TABLE player ADD COLUMN nickname TEXT", "SELECT * FROM nowhere")
    before = everything(old)

    with pytest.raises(OpenError, match="nowhere"):
        await open_sqlite(old, migrations=later)

    assert everything(old) == before
    await (await open_sqlite(old)).close()


def _open_and_die(path: str, at: int) -> None:
    """Open the database and be killed at the `at`-th statement on the way; exit code 0 if there are fewer."""
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == at:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "after_cursor_execute", count)
    event.listen(Engine, "commit", count)
    asyncio.run(_open_database(path))


async def _open_database(path: str) -> None:
    await (await open_sqlite(path)).close()


@pytest.mark.parametrize("each", [24, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("left_behind", "many"), [(LEFT_BEHIND[0], 15), pytest.param(LEFT_BEHIND[1], 5, marks=pytest.mark.soak)])
def test_killed_at_any_statement_of_the_move_it_is_tried_again(left_behind: str, many: int, each: int, tmp_path: Path) -> None:
    """At every statement down to the last, or at some of the first hundred."""
    spawn = multiprocessing.get_context("fork")
    for start in range(1, 100 if each > 1 else 2_000, each):
        path = restored(tmp_path / f"{start}.db", left_behind)
        life = spawn.Process(target=_open_and_die, args=(str(path), start))
        life.start()
        life.join()
        second = spawn.Process(target=_open_and_die, args=(str(path), 0))
        second.start()
        second.join()
        assert second.exitcode == 0
        rows = everything(path)
        assert (rows["user_version"], len(rows["action"]), len(rows["outbox"])) == ([(USER_VERSION,)], 70, 20)
        if life.exitcode == 0:
            break
        assert life.exitcode == -signal.SIGKILL
    assert start > many, "the move has many statements, and each was a place to die"
