"""The version of what a finished game adds to the statistics: a change of the one is a change of the other."""

from __future__ import annotations

import re

from service.ratings.stats_update import CLOSEST, SCORE
from text.ratings.server_records import RECORDS
from tools import tally_examples


def test_games_of_the_past_add_what_they_did_or_are_counted_again() -> None:
    had, has = tally_examples.known(), list(tally_examples.lines())
    changed = sorted(set(has[1:]) ^ set(had[1:]))
    assert not changed or had[0] != has[0], (
        f"finished games add something else now: raise the version of TALLYING in service/ratings/stats_update.py, so that all are "
        f"counted again, then run `python -m tools.write tallies` and read the difference: {changed}"
    )
    assert has == had, "run `python -m tools.write tallies` and read the difference"


def test_the_examples_bring_everything_that_a_game_can_add() -> None:
    """Else a change of what no example has would go unnoticed."""
    lines = tally_examples.known()
    assert [name for name in tally_examples.EXAMPLES if name not in lines] == []
    for brought in ("rank=None", "rank=1", "won=True", "score=None", "made=1", "waited=datetime.timedelta(seconds=3600)", "duel=1"):
        assert any(brought in line for line in lines), brought
    for brought in ("gains=False", "is_rated False", "is_brought True", "margin None", "tiny closest", "tiny city", "nobody"):
        assert any(brought in line for line in lines), brought


def test_every_record_of_any_game_has_words() -> None:
    """Feats of a game are worded by its edition, all other records here."""
    lines = tally_examples.known()
    bids = {what for line in lines for what in re.findall(r"RecordBid\(what='tiny (\w+)'", line)}
    lacking = bids - {"city", "road"} - set(RECORDS)
    assert not lacking, f"word {lacking} in text/ratings/server_records.py"
    assert {SCORE, CLOSEST} <= bids
