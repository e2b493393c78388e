"""Heartbeats: a small file beside the database that the running bot renews, and the health verdict derived from it.

Imports nothing heavy, because every health check starts a new process.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

EVERY_S = 20.0
"""Between two signs."""

SILENT_S = 90.0
"""A process that has given no sign for so long is dead or stuck."""

AWAY_S = 300.0
"""Discord may be out of reach for so long before that is called unhealthy."""


@dataclass(frozen=True)
class Heartbeat:
    """State of the bot at one moment. Times are in seconds since 1970."""

    at: float
    version: str
    ready_since: float | None = None
    """None while Discord is out of reach."""
    away_since: float | None = None
    """Since when it is."""
    servers: int = 0
    running: int = 0
    """Games that are being played."""
    posts_waiting: int = 0
    """Messages to channels that are not sent yet."""
    waiting_since: float | None = None
    """When the oldest of them was written."""
    private_waiting: int = 0
    """Private messages that are not sent yet."""
    private_since: float | None = None
    """When the oldest of them was written."""
    memory_mb: int | None = None
    """What the process holds; None where the system does not tell."""
    database: str = ""
    """Why it cannot be written; empty if it can."""
    held: str = ""
    """The part that it looks after, where several processes share a database (`storage.sharding`)."""
    wanted: str = ""
    """The part that it is there for; empty where one process has everything."""
    hopeless: str = ""
    """What only the host can mend; empty in a sound installation."""


@dataclass(frozen=True)
class HealthVerdict:
    """A judgement of whether the bot is healthy, with a sentence that gives the reason."""

    healthy: bool
    sentence: str


def memory_mb() -> int | None:
    """Return the memory used by this process in MB, or None on systems that don't report it."""
    try:
        told = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    return next((int(line.split()[1]) // 1024 for line in told.splitlines() if line.startswith("VmRSS")), None)


def write(path: Path, sign: Heartbeat) -> None:
    """Replace the heartbeat file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".alive.part")
    unfinished.write_text(json.dumps(asdict(sign)), encoding="utf-8")
    unfinished.replace(path)


def read(path: Path) -> Heartbeat | None:
    """Return the heartbeat in a file; None if it is missing or can't be read."""
    try:
        return Heartbeat(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def verdict(sign: Heartbeat | None, now: float) -> HealthVerdict:
    """Return the judgement at time `now` (seconds since 1970) from the last heartbeat."""
    if sign is None:
        return HealthVerdict(healthy=False, sentence="no sign of life yet")
    if now - sign.at > SILENT_S:
        return HealthVerdict(healthy=False, sentence=f"no sign of life for {now - sign.at:.0f} s")
    if sign.hopeless:
        return HealthVerdict(healthy=False, sentence=sign.hopeless)
    if sign.database:
        return HealthVerdict(healthy=False, sentence=f"the database cannot be written: {sign.database}")
    if sign.away_since is not None and now - sign.away_since > AWAY_S:
        return HealthVerdict(healthy=False, sentence=f"Discord is out of reach for {now - sign.away_since:.0f} s")
    return HealthVerdict(healthy=True, sentence=_healthy_summary(sign, now))


def _healthy_summary(sign: Heartbeat, now: float) -> str:
    there = "connecting to Discord" if sign.ready_since is None else f"connected for {now - sign.ready_since:.0f} s"
    since = "" if sign.waiting_since is None else f" for {max(now - sign.waiting_since, 0):.0f} s"
    holding = "" if sign.memory_mb is None else f", {sign.memory_mb} MB"
    counts = f"{sign.servers} servers, {sign.running} games, {sign.posts_waiting} posts waiting{since}"
    counts += f", {sign.private_waiting} private ones" if sign.private_waiting else ""
    part = f", {_part_text(sign)}" if sign.wanted else ""
    last = f"last sign of life {now - sign.at:.0f} s ago"
    return f"version {sign.version}, {there}{part}, {counts}, {last}, database writable{holding}"


def _part_text(sign: Heartbeat) -> str:
    return f"looking after shards {sign.held}" if sign.held else f"standing by for shards {sign.wanted}"
