"""Any two use-cases about one thing, called at the same moment: it's as if one had been first, and both are told the truth."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import combinations
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from service.wiring.services import Services
from storage.opening import open_store
from tests.service.core import test_unit_of_work as table
from tests.service.core.test_unit_of_work import AGAIN, ROWS, Row, kept, lawful, made_services, outcome

pytestmark = pytest.mark.takes_back
_same_bag = table._same_bag

CONSUMING = tuple(name for name, row in ROWS.items() if row.second != AGAIN)
"""Use-cases that end, withdraw, decline, accept or use up something: once done, there is nothing left to do."""


def _pairs() -> list[tuple[str, str, str]]:
    """Return all pairs about one subject, each in the world of one of the two, by turns."""
    opposite: list[tuple[str, str, str]] = []
    for first, other in combinations(CONSUMING, 2):
        if ROWS[first].subject == ROWS[other].subject:
            opposite.append((first, other, (first, other)[len(opposite) % 2]))
    return opposite


PAIRS = _pairs()
QUICK = (
    ("Requests.answer", "ResignationService.cancel", "Requests.answer"),
    ("Lobbies.leave", "Lobbies.start", "Lobbies.start"),
    ("RegistrationService.leave", "Duels.accept", "Duels.accept"),
    ("RegistrationService.start", "RegistrationService.cancel", "RegistrationService.cancel"),
    ("RegistrationService.cancel", "Appointments.accept", "Appointments.accept"),
    ("ResultAgreements.agree", "RegistrationService.cancel", "ResultAgreements.agree"),
    ("Matchmaking.take_back", "Matchmaking.lapse", "Matchmaking.lapse"),
)
"""One of each kind, in the world in which both can be done. All others meet in `make soak`."""


def _sample() -> list[Any]:
    assert len(PAIRS) > 1000, "no use-case is left out"
    named = [(pair, " ".join(pair)) for pair in dict.fromkeys((*QUICK, *PAIRS))]
    return [pytest.param(*pair, marks=() if pair in QUICK else pytest.mark.soak, id=name) for pair, name in named]


@asynccontextmanager
async def _world(folder: Path, new_file: Path, name: str, world: Row, processes: int) -> AsyncIterator[list[Services]]:
    """Open services over one fresh database, in which the world has come about."""
    store: Any = await open_store(Path(copyfile(new_file, folder / f"{name}.db")))
    services = [made_services(store) for _ in range(processes)]
    try:
        await world.before(services[0])
        for service in services:
            await service.server_settings.open()
        yield services
    finally:
        for service in services:
            await service.stop()
        await store.close()


GONE = "ConflictError"
"""A timer is gone by the time at which it is handled: nobody is told of it."""


def _answer_codes(answers: Sequence[Any]) -> tuple[str, ...]:
    return tuple(answer if isinstance(answer, str) and answer != GONE else "done" for answer in answers)


@pytest.mark.parametrize(("one", "other", "world"), _sample())
async def test_two_presses_at_the_same_moment_are_as_one_after_the_other(
    one: str, other: str, world: str, tmp_path: Path, new_file: Path
) -> None:
    """In one process and between two with memories of their own: what is stored and what both are told."""
    acts, possible = (ROWS[one].act, ROWS[other].act), list[tuple[tuple[str, ...], tuple[object, ...]]]()
    for order in ((0, 1), (1, 0)):
        async with _world(tmp_path, new_file, f"serial{order[0]}", ROWS[world], 1) as (services,):
            answers: dict[int, Any] = {}
            for number in order:
                answers[number] = await outcome(acts[number](services))
            await services.computers.settled()
            possible.append((_answer_codes([answers[0], answers[1]]), await kept(services)))

    for processes in (1, 2):
        async with _world(tmp_path, new_file, f"at-once{processes}", ROWS[world], processes) as services_:
            there = (services_[0], services_[-1])
            pressed = await asyncio.gather(*(outcome(act(services)) for act, services in zip(acts, there, strict=True)))
            for services in services_:
                await services.computers.settled()
            happened = (_answer_codes(pressed), await kept(services_[0]))
            if processes == 1:
                await lawful(services_[0])
        assert happened in possible, (processes, happened[0], [told for told, _ in possible])
