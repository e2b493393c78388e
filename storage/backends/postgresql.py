"""The PostgreSQL backend: a bounded pool of threads, where each job is one transaction on a pooled connection.

Servers go away at times: restart, failover, network failure, hang. Transactions that certainly were not written are retried for
`PATIENCE_S` seconds; after an interrupted commit the server is asked whether it was written. After that, calls raise
`DatabaseUnavailableError`, and one task checks until the server is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from storage.backends import commit_marks
from storage.backends.database import Work, meaning
from storage.backends.failover_hosts import Hosts, hosts_of
from storage.backends.migrate import create, renew
from storage.backends.transaction_attempt import CommitInDoubt, ServerLostError, TransactionAttempt, error_line, is_away, is_passing
from storage.errors import CommitUnknownError, DatabaseUnavailableError, DatabaseUnreachableError, OpenError
from storage.outage import Outage, log
from telemetry import metric_hooks
from telemetry.log_line import log_line

T = TypeVar("T")

THREADS = 4
"""Transactions that go on at once."""

PATIENCE_S = 2.0
"""How long a hop waits for a server that has just gone away: many restarts are over by then; three seconds are all there is."""

NO_PATIENCE_S = 0.1
"""And for one that is known to be away for longer."""

SLOW_S = 0.6
"""A hop that takes longer makes us look whether the server answers at all."""

LOOK_S = 1.0
"""How long it may take to answer then, and how long a hop waits for that."""

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 3.0
"""Between two looks whether it is back: twice as long each time, up to this."""

SILENT = "the server does not answer"

_CONNECT_S = 2
"""How long one server may take to be connected; the driver knows no shorter time."""

_WAY = {
    "connect_timeout": _CONNECT_S,
    "application_name": "bastide",
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""What libpq is told where the address says nothing else: a peer that vanished is noticed (ms, elsewhere s)."""

_LIMITS = "SET lock_timeout = '5s'; SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '10s'"
"""Of each connection: nobody waits for ever, and a program that stands still or vanished holds nothing up for long."""

_UNIQUE = "23505"
_LOCK = 7_302_026
"""The number under which programs that start at the same time wait for each other."""


class PostgresDatabase:
    """A `Database` on a PostgreSQL server; create one with `open`."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url, pool_size=THREADS, max_overflow=0)
        event.listen(self._engine, "connect", _set_limits)
        self._aside = _engine(url, poolclass=NullPool)
        """For what needs a connection of its own, without limits."""
        self.hosts = Hosts()
        for engine in (self._engine, self._aside):
            self.hosts.of(engine)
        self._look_s = (_hosts(self._aside) - 1) * _CONNECT_S
        """Beyond `LOOK_S`: so long it takes to come to the last one of several servers, where the others have vanished."""
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="postgresql")
        self._lookout = ThreadPoolExecutor(2, thread_name_prefix="postgresql-lookout")
        self._mending: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[str] | None = None
        self._patient_until = 0.0
        """While the server is away: until when it is waited for."""
        self.outage = Outage()
        self.after_write: list[Callable[[], None]] = []
        self.deferred = None

    @classmethod
    async def open(cls, url: str) -> PostgresDatabase:
        """Connect to `postgresql+psycopg://...` and bring the schema up to date.

        Raises `OpenError`, with its subclasses `SchemaTooNewError` and `DatabaseUnreachableError` (waiting may help).
        """
        opened = cls(url)
        try:
            await opened._run_in(opened._lookout, partial(_prepare, opened._aside))
        except DatabaseError as error:
            await opened.close()
            kind = DatabaseUnreachableError if is_away(error) else OpenError
            raise kind(f"cannot open the database: {error_line(error)}") from error
        except OpenError:
            await opened.close()
            raise
        return opened

    async def write(self, work: Work[T]) -> T:
        with metric_hooks.time_block(metric_hooks.STORED, "write"):
            done = await self._do(self._engine, work, writes=True)
        self._report_outage()
        return done

    async def read(self, work: Work[T]) -> T:
        with metric_hooks.time_block(metric_hooks.STORED, "read"):
            return await self._do(self._reading, work, writes=False)

    async def close(self) -> None:
        for task in (self._mending, self._looking):
            if task is not None:
                task.cancel()
        for threads in (self._threads, self._lookout):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()

    async def _do(self, engine: Engine, work: Work[T], *, writes: bool) -> T:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_S
        while True:
            await self._await_server(until)
            attempt = TransactionAttempt(engine, work, writes=writes)
            try:
                made = await self._await_attempt(attempt)
            except ServerLostError as lost:
                self._mend(str(lost))
            except CommitInDoubt as lost:
                self._mend(str(lost))
                if await self._has_happened(lost, until):
                    return attempt.found  # type: ignore[return-value]  # it was set before the commit began
            except DatabaseError as error:
                if not is_passing(error) or loop.time() >= until:
                    raise self._translate_error(error) from error
            else:
                if writes:
                    self.outage.worked()
                return made

    def _translate_error(self, error: DatabaseError) -> Exception:
        meant = meaning(error, _is_taken)
        if isinstance(meant, DatabaseUnavailableError):
            self.outage.failed(error_line(error))
        return error if meant is None else meant

    async def _await_attempt(self, attempt: TransactionAttempt[T]) -> T:
        """Return the result of an attempt; give up a slow one if the server doesn't answer a probe either."""
        made = asyncio.get_running_loop().run_in_executor(self._threads, attempt)
        made.add_done_callback(_retrieve_error)
        try:
            while not (await asyncio.wait({made}, timeout=SLOW_S))[0]:
                if (trouble := await self._trouble(LOOK_S)) and not made.done():
                    raise attempt.give_up(trouble)
        except asyncio.CancelledError:
            made.cancel()
            raise
        return made.result()

    async def _has_happened(self, lost: CommitInDoubt, until: float) -> bool:
        """Return whether an interrupted commit was written. Raises `CommitUnknownError` if the server doesn't say in time."""
        asked = partial(commit_marks.is_there, mark=lost.mark)
        try:
            while True:
                await self._await_server(until)
                try:
                    return await self._await_attempt(TransactionAttempt(self._engine, asked, writes=False))
                except ServerLostError as again:
                    self._mend(str(again))
        except (DatabaseUnavailableError, DatabaseError) as error:
            self._report_outage()
            raise CommitUnknownError(str(lost)) from error

    def _report_outage(self) -> None:
        for told in self.after_write:
            told()

    async def _await_server(self, until: float) -> None:
        """Wait until the server is reachable again; return at once if it is.

        Raises `DatabaseUnavailableError` if it's still away at `until`, or after a short wait in a long outage.
        """
        if self._mending is None or self._mending.done():
            return
        now = asyncio.get_running_loop().time()
        wait_s = min(until, max(self._patient_until, now + NO_PATIENCE_S)) - now
        if not (await asyncio.wait({self._mending}, timeout=max(wait_s, 0.0)))[0]:
            reason = self.outage.reason or SILENT
            self.outage.failed(reason)
            raise DatabaseUnavailableError(reason)

    def _mend(self, reason: str) -> None:
        """Start a task that probes the server until it answers, unless one is running."""
        if self._mending is None or self._mending.done():
            loop = asyncio.get_running_loop()
            self._patient_until = loop.time() + PATIENCE_S
            self._mending = loop.create_task(self._look_until_back(reason), name="looking for the database")

    async def _look_until_back(self, reason: str) -> None:
        wait_s = FIRST_WAIT_S
        while trouble := await self._trouble():
            self.outage.failed(trouble)
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)
        await self._run_in(self._lookout, self._engine.dispose)  # what still stands may lead to a server that is none any more
        if self.outage.reason:
            self.outage.worked()
        else:
            log.info(log_line("database-reconnected", reason=reason[:200]))

    async def _trouble(self, patience_s: float | None = None) -> str:
        """Return why the server cannot be used now, or an empty string.

        Uses a separate connection, shared by all simultaneous callers, so that a slow server doesn't get one more connection for
        each waiting transaction.
        """
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._probe(), name="looking at the database")
        looked, _ = await asyncio.wait({self._looking}, timeout=patience_s)
        return looked.pop().result() if looked else SILENT

    async def _probe(self) -> str:
        look = TransactionAttempt(self._aside, _is_read_only, writes=False)
        try:
            async with asyncio.timeout(LOOK_S + self._look_s):
                return "the server only reads: it is a standby" if await self._run_in(self._lookout, look) else ""
        except TimeoutError:
            look.give_up("")
            return SILENT
        except ServerLostError as lost:
            return str(lost)
        except DatabaseError as error:
            return error_line(error)

    async def _run_in(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _engine(url: str, **pool: Any) -> Engine:
    """Return an engine for the address whose error messages never contain parameter values."""
    way = {key: value for key, value in _WAY.items() if key not in make_url(url).query}
    engine = create_engine(url, hide_parameters=True, connect_args=way, **pool)
    event.listen(engine, "before_cursor_execute", _replace_nul, retval=True)
    return engine


def _hosts(engine: Engine) -> int:
    """Return how many servers the engine's address names, at least 1."""
    _, named = engine.dialect.create_connect_args(engine.url)
    return max(1, len(hosts_of(named)))


def _replace_nul(
    _connection: object, _cursor: object, statement: str, given: Any, _context: object, _many: bool
) -> tuple[str, Any]:
    """Return the statement and its parameters with the replacement character (U+FFFD) for NUL, which PostgreSQL refuses in text."""
    if isinstance(given, Mapping):
        return statement, _printable(given)
    return statement, [_printable(row) if isinstance(row, Mapping) else row for row in given] if isinstance(given, list) else given


def _printable(row: Mapping[str, Any]) -> Mapping[str, Any]:
    if not any(isinstance(value, str) and "\0" in value for value in row.values()):
        return row
    return {key: value.replace("\0", "\ufffd") if isinstance(value, str) else value for key, value in row.items()}


def _set_limits(raw: Any, _record: object) -> None:
    """Set the timeouts (`_LIMITS`) of a new pooled connection."""
    raw.autocommit = True
    raw.execute(_LIMITS)
    raw.autocommit = False


def _is_read_only(connection: Connection) -> bool:
    return bool(connection.scalar(text("SHOW transaction_read_only")) == "on")


def _retrieve_error(made: asyncio.Future[Any]) -> None:
    """Retrieve the exception of an abandoned attempt, so that asyncio doesn't log it as unhandled."""
    if not made.cancelled():
        made.exception()


def _prepare(engine: Engine) -> None:
    with engine.connect() as connection:
        _lock_or_fail(connection, "pg_advisory_lock")
        try:
            there = inspect(connection).has_table("alembic_version")
            connection.rollback()
            if there:
                renew(connection, copy_aside=lambda _goal: None)  # a server has backups of its own
            else:
                create(connection)
            commit_marks.prepare(connection)
            connection.commit()
        finally:
            connection.rollback()
            _lock_or_fail(connection, "pg_advisory_unlock")


def _lock_or_fail(connection: Connection, function: str) -> None:
    connection.execute(text(f"SELECT {function}({_LOCK:d})"))
    connection.commit()


def _is_taken(error: IntegrityError) -> bool:
    return getattr(error.orig, "sqlstate", None) == _UNIQUE
