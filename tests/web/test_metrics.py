"""Figures of pages for Prometheus: what is asked for and how it ends, and never by whom."""

from __future__ import annotations

import asyncio

import pytest

from telemetry import metric_hooks
from tests.web.conftest import Client, Table


class Listening:
    """Receiver of measurements that keeps them."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, str]] = []
        self.timed: list[str] = []

    def took(self, what: str, kind: str, seconds: float) -> None:
        """Keep a duration of a page."""
        if what == metric_hooks.PAGE:
            assert 0 <= seconds < 60
            self.timed.append(kind)

    def happened(self, what: str, kind: str, outcome: str) -> None:
        """Keep an outcome of a page."""
        if what == metric_hooks.PAGE:
            self.ended.append((kind, outcome))


async def test_every_request_of_a_page_is_measured_without_its_link(table: Table, client: Client) -> None:
    match = await table.begin()
    listening = Listening()
    metric_hooks.listen(listening)
    try:
        page = await client.opened(table.link(match, 0))
        await page.get("api/table")
        await page.post("try", version=0, kept=0, base="x", actions=["y"])
        await client.get("api/table")
        await client.get("nothing/here")
        async with client.session.get(f"{client.home}/g/{match}.secretsecretsecr/preview.png"):
            pass
        async with client.session.get(f"{client.home}/b/api/news", headers=page.headers) as stream:
            await stream.content.readline()
            assert table.bot.board.streams == 1
    finally:
        await asyncio.sleep(0.05)
        metric_hooks.listen(None)

    assert listening.ended[:4] == [
        ("open", "answered"),
        ("see_table", "answered"),
        ("act_try", "answered"),
        ("see_table", "refused"),
    ]
    assert ("preview", "refused") in listening.ended and ("unknown", "refused") in listening.ended
    assert "see_news" not in listening.timed and {"open", "see_table", "act_try"} <= set(listening.timed)
    assert not any("secret" in kind for kind, _ in listening.ended)


async def test_a_mistake_of_ours_counts_as_failed(table: Table, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    page = await client.opened(table.link(await table.begin(), 0))
    listening = Listening()

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table.services.drafts, "discard", broken)
    metric_hooks.listen(listening)
    try:
        assert (await page.post("discard"))[0] == 500
    finally:
        metric_hooks.listen(None)

    assert listening.ended == [("act_discard", "failed")]
