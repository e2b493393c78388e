"""The order of news in the weekly paper."""

from __future__ import annotations

from cogs.background.guilds.weekly_paper import round_robin_order


def test_no_kind_of_news_keeps_another_one_out() -> None:
    assert round_robin_order(["record", "record", "record", "rivals", "climbed", "rivals"]) == [0, 3, 4, 1, 5, 2]
    assert round_robin_order([]) == []
