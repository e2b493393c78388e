"""A PostgreSQL server of our own, in a temporary folder on a socket, where its programs are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

_numbers = count()


def _program(name: str) -> str | None:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else shutil.which(name)


def _user() -> str | None:
    """PostgreSQL does not run as root: then as the user that Debian makes for it."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    return next((entry.pw_name for entry in pwd.getpwall() if entry.pw_name == "postgres"), None)


def _answers(folder: str) -> bool:
    try:
        psycopg.connect(host=folder, user="bastide", dbname="postgres").close()
    except psycopg.OperationalError:  # no socket yet, or it is starting up
        return False
    return True


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server, with `{name}` for the database."""
    initdb, server, user = _program("initdb"), _program("postgres"), _user()
    if initdb is None or server is None or user is None:
        pytest.skip("no PostgreSQL is installed here")
    with tempfile.TemporaryDirectory(prefix="bastide-pg-") as folder:
        shutil.chown(folder, user)
        data = f"{folder}/data"
        plain = {"cwd": folder, "user": user if os.geteuid() == 0 else None, "stdout": subprocess.DEVNULL}
        subprocess.run([initdb, "-D", data, "-U", "bastide", "-A", "trust", "-N", "-E", "UTF8"], check=True, **plain)
        quiet = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "log_min_messages=panic"]
        running = subprocess.Popen([server, "-D", data, "-k", folder, *quiet], stderr=subprocess.DEVNULL, **plain)
        try:
            while not _answers(folder):
                assert running.poll() is None, "the PostgreSQL server did not start"
                time.sleep(0.05)
            yield f"postgresql+psycopg://bastide@/{{name}}?host={folder}"
        finally:
            running.send_signal(signal.SIGINT)  # whatever a failed test has left connected
            running.wait()


@pytest.fixture
def new_database(postgresql: str) -> Callable[[], str]:
    """Makes an empty database on the server and answers its address, as a host writes it, with a password."""

    def made() -> str:
        name = f"bastide_{next(_numbers)}"
        with psycopg.connect(f"{plain(postgresql.format(name='postgres'))}", autocommit=True) as con:
            con.execute(f"CREATE DATABASE {name}")
        return plain(postgresql.format(name=name)).replace("bastide@", "bastide:swordfish@")

    return made


def plain(address: str) -> str:
    """The address without the name of the driver."""
    return address.replace("postgresql+psycopg://", "postgresql://")
