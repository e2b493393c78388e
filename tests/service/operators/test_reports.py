"""Reports: kept once, posted to the operators' channel, and their words deleted when they are closed."""

from __future__ import annotations

from dataclasses import replace

from service.lobby.quotas import UNLIMITED
from storage.rows import PROGRAM, Subject, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, make_services, refused

OPERATOR = UserId(1)


async def test_a_report_is_kept_once_posted_and_closed_without_its_words(store: Store) -> None:
    services = make_services(store, limits=replace(UNLIMITED, reports_channel=99))
    await services.reports.add(ANNA, 7, 70, 700, "bad words", now=NOW)
    assert await refused(services.reports.add(ANNA, 7, 70, 700, "bad words", now=NOW)) == "already-reported"
    await services.reports.add(BEN, 7, 70, 700, "bad words", now=NOW)

    first, second = await services.reports.open_ones()
    assert (first.user_id, first.guild_id, first.channel_id, first.message_id, first.text) == (ANNA, 7, 70, 700, "bad words")
    posts = await services.outbox.about(Subject(PROGRAM, 0))
    assert [(post.channel_id, post.payload) for post in posts] == [(99, {"report": first.id}), (99, {"report": second.id})]

    await services.reports.close(first.id, OPERATOR, now=NOW)
    assert await services.reports.open_ones() == (second,)
    closed = await services.reports.one(first.id)
    assert closed is not None and closed.text == ""
    assert await refused(services.reports.close(first.id, OPERATOR, now=NOW)) == "report-closed"
    await services.stop()


async def test_without_a_channel_only_the_panel_has_it(store: Store) -> None:
    services = make_services(store)
    await services.reports.add(ANNA, None, 70, 700, "x" * 5000, now=NOW)
    assert len((await services.reports.open_ones())[0].text) == 2000
    assert await services.outbox.about(Subject(PROGRAM, 0)) == ()
    await services.stop()
