"""The end of an outage: immediate, except for recurring ones."""

from __future__ import annotations

import asyncio

import pytest

from storage import outage as outages
from storage.outage import Outage


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [message.split()[0] for message in caplog.messages]


async def test_the_first_success_ends_it(caplog: pytest.LogCaptureFixture) -> None:
    outage, over = Outage(), list[str]()
    outage.over.append(lambda: over.append("over"))
    outage.failed("full")
    outage.failed("full")

    outage.worked()
    outage.worked()

    assert (outage.reason, over) == ("", ["over"])
    assert events(caplog) == ["database-lost", "database-back"] and "refused=2" in caplog.messages[-1]


async def test_what_comes_again_and_again_is_told_once(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk one thing fits and the next one does not: nobody is woken each time, and the log is not filled."""
    monkeypatch.setattr(outages, "CALM_S", 3600.0)
    outage, over = Outage(), list[str]()
    outage.over.append(lambda: over.append("over"))

    for _ in range(20):
        outage.failed("full")
        outage.worked()

    assert outage.reason == "full"
    assert over == ["over"]
    assert events(caplog) == ["database-lost", "database-back", "database-lost"]
    monkeypatch.setattr(outages, "CALM_S", 0.0)
    outage.worked()
    assert (outage.reason, len(over)) == ("", 2)


async def test_it_is_over_by_itself_when_nothing_fails_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs to write anything for that."""
    monkeypatch.setattr(outages, "CALM_S", 0.2)
    outage = Outage()
    for _ in range(2):
        outage.failed("full")
        outage.worked()

    async with asyncio.timeout(20):
        await outage.end()

    assert outage.reason == ""


async def test_it_is_not_over_when_something_has_failed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has worked since: that nobody asks for a while says nothing."""
    monkeypatch.setattr(outages, "CALM_S", 0.05)
    outage, later = Outage(), asyncio.Event()
    outage.failed("full")
    outage.worked()
    outage.failed("full")
    outage.worked()

    outage.failed("gone")
    asyncio.get_running_loop().call_later(4 * outages.CALM_S, later.set)
    await later.wait()

    assert outage.reason


async def test_what_fails_long_afterwards_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "AGAIN_S", 0.0)
    outage = Outage()

    for _ in range(3):
        outage.failed("full")
        outage.worked()
        assert outage.reason == ""
