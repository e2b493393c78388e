"""A PostgreSQL server that is restarted, killed, hangs or is full: nothing accepted is lost, nothing refused is written."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from sqlalchemy import Connection, event, text

from storage.backends import postgresql
from storage.backends.postgresql import PostgresDatabase
from storage.database_url import PostgresUrl, read
from storage.errors import CommitUnknownError, DatabaseUnavailableError
from tests.database_server import DatabaseServer, running
from tests.volume import mounted

LONG_S = 20.0
"""A patience that no test needs to its end."""

KILLS = 3


@pytest.fixture(scope="module")
def server() -> Iterator[DatabaseServer]:
    """Run a server that the tests here may treat as they like, and leave running."""
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def created(server: DatabaseServer) -> str:
    """Return one database for all tests here."""
    return server.create()


@pytest.fixture
def name(server: DatabaseServer, created: str) -> str:
    """Return that database, with an empty table `said`."""
    with server.connected(created) as con:
        con.execute("DROP TABLE IF EXISTS said")
        con.execute("CREATE TABLE said (word text PRIMARY KEY)")
    return created


@pytest.fixture
async def database(server: DatabaseServer, name: str) -> AsyncIterator[PostgresDatabase]:
    """Open that database."""
    place = read(server.address(name))
    assert isinstance(place, PostgresUrl)
    opened = await PostgresDatabase.open(place.address)
    yield opened
    await opened.close()


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine not be taken for a server that hangs."""
    monkeypatch.setattr(postgresql, "SLOW_S", LONG_S)
    monkeypatch.setattr(postgresql, "LOOK_S", LONG_S)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who asks waits until the server is back."""
    monkeypatch.setattr(postgresql, "PATIENCE_S", LONG_S)


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let waiting tasks soon be told that the server does not answer."""
    with monkeypatch.context() as soon:
        soon.setattr(postgresql, "SLOW_S", 0.05)
        soon.setattr(postgresql, "LOOK_S", 0.3)
        yield soon


def say(word: str) -> Callable[[Connection], None]:
    return lambda con: con.execute(text("INSERT INTO said VALUES (:word)"), {"word": word}) and None


def words(con: Connection) -> list[str]:
    return list(con.execute(text("SELECT word FROM said ORDER BY word")).scalars())


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message.split()[0] for record in caplog.records if record.name == "storage.outage"]


async def over(database: PostgresDatabase) -> None:
    """Wait until it is noticed that the server is back."""
    back = asyncio.Event()
    database.outage.over.append(back.set)
    if database.outage.reason:
        async with asyncio.timeout(LONG_S):
            await back.wait()


async def waits(server: DatabaseServer, name: str, condition: str) -> None:
    """Wait until some connection to the database is as the condition says."""
    asked = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid() AND {condition}"
    async with asyncio.timeout(LONG_S):
        while True:
            with server.connected("postgres") as con:
                if (waits := con.execute(asked).fetchone()) and waits[0]:
                    return
            await asyncio.sleep(0.02)


async def test_connections_that_were_cut_are_replaced_and_nobody_notices(
    server: DatabaseServer, name: str, database: PostgresDatabase, caplog: pytest.LogCaptureFixture, patient: None
) -> None:
    """As a firewall, or an administrator, cuts them."""
    caplog.set_level(logging.INFO)
    await database.write(say("before"))
    with server.connected(name) as con:
        con.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )

    await database.write(say("after"))

    assert await database.read(words) == ["after", "before"]
    assert events(caplog) == ["database-reconnected"]


async def test_an_outage_refuses_what_it_does_not_write_and_is_two_lines_in_the_log(
    server: DatabaseServer, database: PostgresDatabase, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE_S", 0.0)
    told: list[str] = []
    database.outage.begun.append(lambda: told.append("begun"))
    await database.write(say("before"))
    server.stop()

    for number in range(5):
        with pytest.raises(DatabaseUnavailableError) as refused:
            await database.write(say(f"refused {number}"))
        assert not isinstance(refused.value, CommitUnknownError)
    with pytest.raises(DatabaseUnavailableError):
        await database.read(words)
    server.start()
    await over(database)

    await database.write(say("after"))
    assert await database.read(words) == ["after", "before"]
    assert events(caplog) == ["database-lost", "database-back"]
    assert told == ["begun"]
    assert "refused=" in caplog.text and "swordfish" not in caplog.text and "said" not in caplog.text


async def test_a_restart_is_waited_for(server: DatabaseServer, database: PostgresDatabase, patient: None) -> None:
    await database.write(say("before"))
    server.stop()
    writing = [asyncio.create_task(database.write(say(f"during {number}"))) for number in range(6)]
    looking = asyncio.create_task(database.read(words))
    await asyncio.sleep(0)
    server.start()

    await asyncio.gather(*writing, looking)

    assert len(await database.read(words)) == 7


@pytest.mark.parametrize("happened", [False, True])
async def test_a_server_killed_in_mid_commit_is_asked_what_became_of_it(
    server: DatabaseServer, name: str, database: PostgresDatabase, happened: bool, patient: None
) -> None:
    """Before the commit is on the disk, and after, when only the answer is missing: written once either way."""
    if happened:
        server.stop()
        server.start("synchronous_standby_names=nobody")  # a commit is on the disk, and waits until a second server has it
        blocked = "wait_event = 'SyncRep'"
    else:
        blocker = _hold_commits_up(server, name)
        blocked = "wait_event = 'advisory'"
    committing = asyncio.create_task(database.write(say("once")))
    await waits(server, name, blocked)

    server.kill()
    server.start()
    await committing

    assert await database.read(words) == ["once"]
    if not happened:
        blocker.close()


def _hold_commits_up(server: DatabaseServer, name: str):  # type: ignore[no-untyped-def]
    """Begin a commit that waits for a held lock until the server is gone."""
    con = server.connected(name)
    con.execute("SELECT pg_advisory_lock(1)")
    con.execute(
        "CREATE OR REPLACE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$"
    )
    con.execute(
        "CREATE CONSTRAINT TRIGGER held AFTER INSERT ON said DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION held()"
    )
    return con


async def test_a_server_that_hangs_is_not_waited_for_and_writes_nothing_later(
    server: DatabaseServer, database: PostgresDatabase, watchful: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(say("before"))
    server.hang()

    async with asyncio.timeout(LONG_S):
        for _ in range(2 * postgresql.THREADS):
            with pytest.raises(DatabaseUnavailableError) as refused:
                await database.write(say("refused"))
            assert not isinstance(refused.value, CommitUnknownError)
    watchful.undo()
    server.go_on()
    await over(database)

    await database.write(say("after"))
    assert await database.read(words) == ["after", "before"]
    assert events(caplog) == ["database-lost", "database-back"]


async def test_a_server_that_hangs_in_a_commit_leaves_it_open_what_became_of_it(
    server: DatabaseServer, name: str, database: PostgresDatabase, watchful: pytest.MonkeyPatch
) -> None:
    blocker = _hold_commits_up(server, name)
    committing = asyncio.create_task(database.write(say("perhaps")))
    await waits(server, name, "wait_event = 'advisory'")
    server.hang()

    with pytest.raises(CommitUnknownError):
        await committing

    watchful.undo()
    server.go_on()
    blocker.close()
    await over(database)


async def test_a_full_disk_is_said_once_and_over_with_the_next_write(
    server: DatabaseServer, name: str, database: PostgresDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    """What can be read is read meanwhile."""
    with server.connected(name) as con:
        con.execute(
            "CREATE OR REPLACE FUNCTION full_up() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
        )
        con.execute("CREATE TRIGGER full_up BEFORE INSERT ON said FOR EACH ROW EXECUTE FUNCTION full_up()")

    for _ in range(3):
        with pytest.raises(DatabaseUnavailableError, match="No space left"):
            await database.write(say("refused"))
        assert await database.read(words) == []
    with server.connected(name) as con:
        con.execute("DROP TRIGGER full_up ON said")
    await database.write(say("after"))

    assert events(caplog) == ["database-lost", "database-back"]


@pytest.mark.parametrize("breaks_down", [False, True])
async def test_what_was_promised_on_a_volume_that_fills_up_is_there(caplog: pytest.LogCaptureFixture, breaks_down: bool) -> None:
    """A real one, down to the last byte: the server refuses what does not fit, and breaks down where its own log finds no room."""
    with mounted(160) as volume, running(place=volume.folder) as server:
        name = server.create()
        with server.connected(name) as con:
            con.execute("CREATE TABLE said (word text PRIMARY KEY)")
        place = read(server.address(name))
        assert isinstance(place, PostgresUrl)
        database = await PostgresDatabase.open(place.address)
        writers = Writers(database)
        await writers.after(30)

        volume.fill()
        if breaks_down:
            await asyncio.to_thread(server.use_up_log, name)
        await writers.after_refusals(20)
        volume.free()
        await asyncio.to_thread(server.revive)
        await writers.after(30)
        await over(database)

        await writers.end()
        await database.close()
    assert (events(caplog)[0], events(caplog)[-1]) == ("database-lost", "database-back")


async def test_a_standby_is_waited_out(server: DatabaseServer, name: str, database: PostgresDatabase, patient: None) -> None:
    """The old server comes back as one that only reads: what is to be written waits until another one takes over."""
    await database.write(say("before"))
    server.stop()
    server.start("default_transaction_read_only=on")
    writing = asyncio.create_task(database.write(say("after")))
    lost = asyncio.Event()
    database.outage.begun.append(lost.set)
    async with asyncio.timeout(LONG_S):
        await lost.wait()
    assert "only reads" in database.outage.reason

    server.stop()
    server.start()
    await writing

    assert await database.read(words) == ["after", "before"]


class Writers:
    """Many writers without a pause: what each was promised, what was refused, and what is in doubt."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._ends = asyncio.Event()
        self._wanted, self._kept = 0, asyncio.Event()
        self._borne, self._enough = 0, asyncio.Event()
        self.promised, self.refused, self.unsure = set[str](), set[str](), set[str]()
        self._tasks = [asyncio.create_task(self._write_on(who)) for who in range(8)]

    async def _write_on(self, who: int) -> None:
        number = 0
        while not self._ends.is_set():
            word, number = f"{who}-{number}", number + 1
            try:
                await self._database.write(say(word))
                self.promised.add(word)
                if len(self.promised) >= self._wanted:
                    self._kept.set()
            except CommitUnknownError:
                self.unsure.add(word)
            except DatabaseUnavailableError:
                self.refused.add(word)
                if len(self.refused) >= self._borne:
                    self._enough.set()

    async def after(self, more: int) -> None:
        """Wait for so many more promises."""
        self._wanted = len(self.promised) + more
        self._kept.clear()
        async with asyncio.timeout(LONG_S):
            await self._kept.wait()

    async def after_refusals(self, more: int) -> None:
        """Wait for so many more refusals."""
        self._borne = len(self.refused) + more
        self._enough.clear()
        async with asyncio.timeout(LONG_S):
            await self._enough.wait()

    async def end(self) -> None:
        """Stop writing; check that the promised rows are there once, and none that was refused."""
        self._ends.set()
        await asyncio.gather(*self._tasks)
        there = set(await self._database.read(words))
        assert self.promised <= there, "lost"
        assert not self.refused & there, "written although it was refused"
        assert there <= self.promised | self.unsure


async def test_whatever_is_killed_when_what_was_promised_is_there_once(server: DatabaseServer, database: PostgresDatabase) -> None:
    """Kills of the whole server at points that chance chooses, while many write."""
    chance, writers = random.Random(20261122), Writers(database)

    for _ in range(KILLS):
        await writers.after(chance.randrange(20, 60))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await writers.after(20)

    await writers.end()


@pytest.mark.parametrize("end", [DatabaseServer.kill, pytest.param(DatabaseServer.hang, marks=pytest.mark.soak)])
async def test_a_standby_that_takes_over_has_all_that_was_promised(
    end: Callable[[DatabaseServer], None], caplog: pytest.LogCaptureFixture, watchful: pytest.MonkeyPatch
) -> None:
    """Its primary is killed, or vanishes and leaves all waiting, while many write.

    The address names both, and anyone who takes writes is found by itself.
    """
    with running() as primary, running(primary) as standby:
        name = primary.create()
        with primary.connected(name) as con:
            con.execute("CREATE TABLE said (word text PRIMARY KEY)")
        primary.wait_for(standby)
        place = read(primary.address_with(standby, name))
        assert isinstance(place, PostgresUrl)
        database = await PostgresDatabase.open(place.address)
        writers = Writers(database)
        await writers.after(30)

        await asyncio.to_thread(end, primary)
        await asyncio.to_thread(standby.promote)
        await writers.after(30)

        await writers.end()
        await database.write(say("after all"))  # what a writer met at its end is over with the next success
        await database.close()
    assert events(caplog)[-1:] != ["database-lost"]


async def test_two_that_block_each_other_both_come_through(server: DatabaseServer, database: PostgresDatabase) -> None:
    """The server ends one of the two; that one is carried out again."""
    await database.write(say("a"))
    await database.write(say("b"))
    loop = asyncio.get_running_loop()
    both = {"a": asyncio.Event(), "b": asyncio.Event()}

    def cross(first: str, second: str) -> Callable[[Connection], None]:
        def work(con: Connection) -> None:
            con.execute(text("UPDATE said SET word = word WHERE word = :word"), {"word": first})
            loop.call_soon_threadsafe(both[first].set)
            asyncio.run_coroutine_threadsafe(both[second].wait(), loop).result(LONG_S)
            con.execute(text("UPDATE said SET word = word || '!' WHERE word = :word"), {"word": second})

        return work

    await asyncio.gather(database.write(cross("a", "b")), database.write(cross("b", "a")))

    assert sorted(await database.read(words)) == ["a!", "b!"]


async def test_hops_that_last_look_together_whether_the_server_answers(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look is a connection of its own: one for each that waits would keep a slow server from its work, and end as an outage."""
    monkeypatch.setattr(postgresql, "SLOW_S", 0.5)
    looks = list[object]()
    event.listen(database._aside, "connect", lambda raw, _record: looks.append(raw))

    await asyncio.gather(*(database.read(lambda con: con.execute(text("SELECT pg_sleep(0.7)"))) for _ in range(12)))

    assert 0 < len(looks) < 12
    assert not database.outage.reason
