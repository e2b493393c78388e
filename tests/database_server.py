"""A PostgreSQL server for tests, in a temporary folder on a socket: it can be stopped, killed, and made to hang."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from select import select

import psycopg
import pytest

from tests.memory import in_memory

_numbers = count()

QUIET = ("listen_addresses=", "fsync=off", "log_min_messages=panic", "deadlock_timeout=20ms", "autovacuum=off")


def program(name: str) -> str | None:
    """Return the path of one of PostgreSQL's programs; None if it is not installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else shutil.which(name)


def _user() -> str | None:
    """Return the name of the user that runs the server.

    It is the current user, or Debian's `postgres` if the tests run as root; None if that user does not exist.
    """
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    return next((entry.pw_name for entry in pwd.getpwall() if entry.pw_name == "postgres"), None)


@contextmanager
def _end_of(number: int) -> Iterator[int]:
    """Yield a file descriptor that becomes readable when the process with this id ends."""
    descriptor = os.pidfd_open(number)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def is_installed() -> bool:
    """Return whether a server can run here."""
    return None not in (program("initdb"), program("postgres"), _user())


@cache
def _initialise() -> Path:
    """Return the data folder of a fresh server, created once per test process and then copied."""
    owner = _user()
    assert owner is not None, "ask `is_installed` before"
    folder = tempfile.TemporaryDirectory(prefix="bastide-pg-", dir=in_memory())
    atexit.register(folder.cleanup)
    shutil.chown(folder.name, owner)
    data = Path(folder.name) / "data"
    command = [str(program("initdb")), "-D", str(data), "-U", "bastide", "-A", "trust", "-N", "-E", "UTF8"]
    user = owner if os.geteuid() == 0 else None
    subprocess.run(command, check=True, cwd=folder.name, user=user, stdout=subprocess.DEVNULL)
    return data


PATIENCE_S = 15.0
"""A server that is told to end, and hangs no more, takes a second at most."""


class DatabaseServer:
    """A PostgreSQL server process with its data and folder."""

    def __init__(self, primary: DatabaseServer | None = None, place: Path | None = None) -> None:
        """Create a server, or a standby that follows the running server `primary` from its start on.

        It lies in the folder `place`, else in a temporary folder on the disk.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="bastide-pg-", dir=place)
        self.folder = self._folder.name
        owner = _user()
        assert owner is not None, "ask `is_installed` before"
        shutil.chown(self.folder, owner)
        self._data = f"{self.folder}/data"
        self._running: subprocess.Popen[bytes] | None = None
        self._plain = {"cwd": self.folder, "user": owner if os.geteuid() == 0 else None, "stdout": subprocess.DEVNULL}
        if primary is None:
            subprocess.run(["cp", "-a", str(_initialise()), self._data], check=True)
        else:
            command = [str(program("pg_basebackup")), "-D", self._data, "-h", primary.folder, "-U", "bastide", "-R", "-c", "fast"]
            subprocess.run(command, check=True, **self._plain)  # type: ignore[call-overload]  # one set of arguments for both calls

    def start(self, *settings: str) -> None:
        """Start the server and wait until it answers."""
        options = [word for setting in (*QUIET, *settings) for word in ("-c", setting)]
        command = [str(program("postgres")), "-D", self._data, "-k", self.folder, *options]
        running = self._running = subprocess.Popen(command, stderr=subprocess.DEVNULL, **self._plain)  # type: ignore[call-overload]  # as above
        while not self._answers():
            assert running.poll() is None, "the PostgreSQL server did not start"
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server as its host does, disconnecting all clients."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill all server processes at once; the server recovers at the next start."""
        assert self._running is not None
        self._running.send_signal(signal.SIGSTOP)  # from here on it begins no process that would be overlooked
        with ExitStack() as locks:
            ends = [locks.enter_context(_end_of(number)) for number in self._processes()]
            self._signal(signal.SIGKILL)
            self._end(signal.SIGKILL)
            for end in ends:  # one that lives on for a moment holds the memory that a new server wants
                select([end], (), ())

    def revive(self) -> None:
        """Wait until the server answers; start it again if it has ended by itself."""
        while not self._answers():
            if not self.is_running():
                self.start()
            time.sleep(0.05)

    def use_up_log(self, name: str) -> None:
        """Write to the database `name` until there is no room for another file of the server's log."""
        with suppress(psycopg.OperationalError), self.connected(name) as con:
            while True:
                con.execute("SELECT pg_logical_emit_message(false, 'test', 'filler'), pg_switch_wal()")

    def hang(self) -> None:
        """Suspend the server: it answers nothing, but keeps and accepts connections."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Continue after `hang`."""
        self._signal(signal.SIGCONT)

    def promote(self) -> None:
        """Make this standby the primary server."""
        with self.connected("postgres") as con:
            con.execute("SELECT pg_promote()")

    def wait_for(self, standby: DatabaseServer) -> None:
        """Confirm commits only once the standby has them too."""
        with self.connected("postgres") as con:
            con.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            con.execute("SELECT pg_reload_conf()")
            while not con.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
                assert standby.is_running(), "the standby has ended"
                time.sleep(0.05)

    def is_running(self) -> bool:
        """Return whether the server's process has not ended."""
        return self._running is not None and self._running.poll() is None

    def close(self) -> None:
        """Stop the server, killing it if it does not end in time, and delete its data."""
        if self._running is not None and self.is_running():
            self.go_on()
            self._running.send_signal(signal.SIGINT)
            try:
                self._running.wait(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.kill()
        self._folder.cleanup()

    def create(self, like: str = "template1") -> str:
        """Create a database, empty or a copy of the unconnected database `like`; return its name."""
        name = f"bastide_{next(_numbers)}"
        with self.connected("postgres") as con:
            way = "STRATEGY FILE_COPY" if con.info.server_version >= 150_000 else ""  # a third of the time, where there is a choice
            con.execute(f"CREATE DATABASE {name} TEMPLATE {like} {way}")
        return name

    def address(self, name: str) -> str:
        """Return the address of a database with a password, as a host would write it."""
        return f"postgresql://bastide:swordfish@/{name}?host={self.folder}"

    def address_with(self, standby: DatabaseServer, name: str) -> str:
        """Return the address of a database on two servers, which connects to the one that accepts writes."""
        return f"{self.address(name)},{standby.folder}&target_session_attrs=read-write"

    def connected(self, name: str) -> psycopg.Connection:
        """Return an autocommit connection to a database, for a test's own statements."""
        return psycopg.connect(host=self.folder, user="bastide", dbname=name, autocommit=True)

    def _end(self, number: int) -> None:
        assert self._running is not None
        self._running.send_signal(number)
        self._running.wait()

    def _signal(self, signal_: signal.Signals) -> None:
        for number in self._processes():
            with suppress(ProcessLookupError):  # it may end by itself meanwhile
                os.kill(number, signal_)

    def _processes(self) -> list[int]:
        assert self._running is not None
        head = self._running.pid
        children = Path(f"/proc/{head}/task/{head}/children").read_text(encoding="ascii")
        return [head, *map(int, children.split())]

    def _answers(self) -> bool:
        try:
            self.connected("postgres").close()
        except psycopg.OperationalError:  # no socket yet, or it is starting up
            return False
        return True


@contextmanager
def running(primary: DatabaseServer | None = None, place: Path | None = None) -> Iterator[DatabaseServer]:
    """Run a server, or a standby of another; skip the test where none is installed."""
    if not is_installed():
        pytest.skip("no PostgreSQL is installed here")
    server = DatabaseServer(primary, place or in_memory())
    try:
        server.start()
        yield server
    finally:
        server.close()
