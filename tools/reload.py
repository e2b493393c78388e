"""The sandbox with automatic restart whenever a source file changes: `make run RELOAD=1`.

The address stays the same, and so does the game: the sandbox saves its newest running game when it ends and opens it again. A
program that fails to start is started again after the next change.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.code_map import LAYERS, ROOT

WATCHED = ("*.py", "*.po", "*.js", "*.css", "*.html", "*.json")
LOOKS_EVERY_S = 0.5
ENDS_WITHIN_S = 15.0


def files() -> Iterator[Path]:
    """Yield every file whose change restarts the sandbox."""
    yield ROOT / "bot.py"
    for folder in (*LAYERS, "web", "locales"):
        for pattern in WATCHED:
            yield from (ROOT / folder).rglob(pattern)


def stamps() -> dict[Path, int]:
    """Return the modification time of each watched file, in nanoseconds."""
    stamps = {}
    for path in files():
        try:
            stamps[path] = path.stat().st_mtime_ns
        except FileNotFoundError:  # an editor replaces it at this moment
            continue
    return stamps


def environment(kept: Path, port: int, given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for the sandbox process.

    It has the same port as before, and the position file `kept` if the last run saved one, else the `given` position.
    """
    position = str(kept) if kept.exists() else given.get("BASTIDE_POSITION", "")
    return {**given, "BASTIDE_SANDBOX_PORT": str(port), "BASTIDE_KEEP_POSITION": str(kept), "BASTIDE_POSITION": position}


def free_port() -> int:
    """Return the number of a free TCP port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def end(program: subprocess.Popen[bytes]) -> None:
    """Interrupt the sandbox so that it saves its game; kill it if it does not end in time."""
    if program.poll() is None:
        program.send_signal(signal.SIGINT)
        try:
            program.wait(ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def changed(known: Mapping[Path, int]) -> Path:
    """Wait until the watched files differ from `known`; return the first changed file."""
    while True:
        time.sleep(LOOKS_EVERY_S)
        now = stamps()
        if now != known:
            return next(path for path in (*now, *known) if now.get(path) != known.get(path))


def main() -> int:
    """Run the sandbox with restarts until Ctrl+C; return the exit code."""
    port = int(os.environ.get("BASTIDE_SANDBOX_PORT", "0")) or free_port()
    with tempfile.TemporaryDirectory(prefix="bastide-reload-") as folder:
        kept = Path(folder) / "game.json"
        kept.with_suffix(".key").write_text(secrets.token_urlsafe(32), encoding="utf-8")
        while True:
            known = stamps()
            program = subprocess.Popen([sys.executable, "bot.py"], cwd=ROOT, env=environment(kept, port, os.environ))
            try:
                path = changed(known)
            except KeyboardInterrupt:
                end(program)
                return 0
            print(f"{path.relative_to(ROOT)} has changed: the sandbox starts again.", flush=True)
            end(program)


if __name__ == "__main__":
    sys.exit(main())
