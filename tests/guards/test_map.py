"""A capability has one name on every floor, a class one meaning in its layer, and modules do not crumble."""

from __future__ import annotations

from tools.map import ROOT, same_names, small, table

MOST_SMALL = 110
"""Modules of fewer than 40 lines. Lower it when there are fewer."""

ONE_IDEA = {
    *("games: Action", "games: Appraiser", "games: Ended", "games: Gain", "games: Line", "games: Scored", "games: SeatView"),
    *("games: Weights", "text: Sentence", "text: Teller", "tools: Lesson", "tools: Noted", "thinking: Question"),
}
"""One name for the same idea in two games, or in two tools for them; what each call into another process is asked."""

TO_RENAME = {
    *("games: Border", "games: Haul", "render: Canvas", "render: Line", "render: Name", "render: Spot", "service: Draw"),
    *("service: Found", "service: Kind", "service: Shown", "service: Step", "service: Table", "storage: Kept", "text: Pair"),
    *("tools: Place", "tools: Played", "tools: Told", "tournament: Course", "tournament: Line"),
}
"""Names that still mean two things. Only ever shorter."""


def test_the_table_of_capabilities_is_that_of_the_folders() -> None:
    """`python -m tools.map` prints it for docs/architecture.md."""
    assert table() in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_no_further_public_class_of_a_layer_shares_its_name_with_another_idea() -> None:
    """Rename the newer one."""
    assert set(same_names()) <= ONE_IDEA | TO_RENAME


def test_there_are_no_more_small_modules() -> None:
    """A module of fewer than 40 lines has an idea of its own, or belongs into another one."""
    assert len(small()) <= MOST_SMALL, small()
