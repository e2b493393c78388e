"""Fixtures of the real services on a real database file, playing the tiny game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from service.errors import Refusal
from service.play import pending_moves as passing
from service.records import MatchLocation, MatchUpdate, MatchView
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from storage.store import Store, open_sqlite
from tests.service.tiny_game import AnyLegal, TinyGame
from workers.worker_process import WorkerProcess

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANNA, BEN, CHI = UserId(101), UserId(102), UserId(103)
PLACE = MatchLocation(7, 70)


class Clock:
    """A clock that tests set by hand."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **length: float) -> None:
        """Advance the clock by this length of time."""
        self.now += timedelta(**length)


@pytest.fixture
def clock() -> Clock:
    """Return a clock at the start time."""
    return Clock()


@pytest.fixture(autouse=True)
def _at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make confirmed moves count at once, except in tests of taking back."""
    if request.node.get_closest_marker("takes_back") is None:
        monkeypatch.setattr(passing, "take_back_time", lambda _match: timedelta())


@pytest.fixture(autouse=True)
def _same_bags(same_bags: None) -> None:
    """Make all randomness the same in every run."""


@pytest.fixture(autouse=True)
async def _thinkers_end(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Stop worker processes of services that a test created, because they would disturb another test's loop."""
    start, started = WorkerProcess.start, list[WorkerProcess]()

    async def noted(*how: Any) -> WorkerProcess:
        started.append(await start(*how))
        return started[-1]

    monkeypatch.setattr(WorkerProcess, "start", noted)
    yield
    for thinker in started:
        thinker.end()
        await thinker.ended()


@pytest.fixture
def path(tmp_path: Path, new_file: Path) -> Path:
    """Return the file of a fresh database."""
    return Path(copyfile(new_file, tmp_path / "bastide.db"))


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await open_sqlite(path)
    yield opened
    await opened.close()


@pytest.fixture
async def services(store: Store) -> AsyncIterator[Services]:
    service = make_services(store)
    yield service
    await service.stop()


def make_services(store: Store, **more: Any) -> Services:
    """Return new services with an empty cache, as after a restart; one computer player thinks at a time."""
    players = {"apprentice": AnyLegal(), "citizen": AnyLegal()}
    given: dict[str, Any] = {"games": {"tiny": TinyGame()}, "players": players, "thinkers": 1}
    return assembled(store, **{**given, **more})


Begin = Callable[..., Awaitable[MatchUpdate]]


async def begin(
    services: Services,
    *people: UserId,
    computers: int = 0,
    level: str = "apprentice",
    place: MatchLocation = PLACE,
    order: str = "joined",
    game: str = "tiny",
    terms: Mapping[str, str] | None = None,
    now: datetime = NOW,
    **options: str,
) -> MatchUpdate:
    """Start a game of these people and computers and return it; the first person is its host."""
    lobby = await services.lobbies.open(place, people[0], game, options, now=now, order=order, terms=terms)
    for person in people[1:]:
        await services.lobbies.join(lobby.match.id, person, now=now)
    for _ in range(computers):
        await services.lobbies.add_computer(lobby.match.id, people[0], level, now=now)
    return await services.lobbies.start(lobby.match.id, people[0], now=now)


async def refusal(doing: Awaitable[object]) -> Refusal:
    """Await a call that must be refused, and return the refusal."""
    with pytest.raises(Refusal) as caught:
        await doing
    return caught.value


async def refused(doing: Awaitable[object]) -> str:
    """Await a call that must be refused, and return the refusal's code."""
    return (await refusal(doing)).code


async def play_turn(services: Services, match_id: MatchId, person: UserId, *texts: str) -> MatchUpdate:
    """Play one whole turn of a person at the current version."""
    version = (await services.match_queries.match(match_id)).version
    return await services.turns.act(match_id, person, texts or ("keep", "bank"), expected_version=version, now=NOW)


async def table_of(services: Services, match_id: MatchId, person: UserId | None = None) -> MatchView:
    """Return the match as a person sees it."""
    return await services.match_queries.table(match_id, person)
