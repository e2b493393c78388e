"""`docs/listing.md` is true, and what would make it untrue is found."""

from __future__ import annotations

import pytest

from tools.listing import PAGE, faults, pictures

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_is_true_and_fits() -> None:
    """Lengths, commands, pictures, links and intents."""
    assert list(faults(TEXT)) == []
    assert len(pictures(TEXT)) == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("`/practice`", "`/practise`", "no command /practise"),
        ("Carcassonne in chat,", "Carcassonne in chat," * 20, "short description in en"),
        ("## Long description (nl)", "## Long", "long description in nl"),
        ("`board game`", "`a game with a board in it`", "5 tags of 20"),
        ("`card-table`", "`card-chair`", "5 pictures"),
        ("(terms.md)", "(conditions.md)", "no page conditions.md"),
        ("`dm_messages`", "`message_content`", "intents in use"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    """One sentence each that names it."""
    assert old in TEXT
    assert any(said in fault for fault in faults(TEXT.replace(old, new, 1)))
