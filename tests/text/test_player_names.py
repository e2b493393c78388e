"""Names are shown as they are and do nothing."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.messages.message_parts import Picture
from text.users.player_names import LONGEST, plain, safe


@pytest.mark.parametrize("name", ["Anna", "Åsa", "李雷", "👩‍🚀 Zoé", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "O'Neil & Söhne"])
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert plain(name) == name
    assert safe(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**x**", r"\*\*x\*\*"),
        ("a_b_", r"a\_b\_"),
        ("`code`", r"\`code\`"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("[a](https://b.c)", "\\[a\\]\\(https:\u200b//b.c\\)"),
        ("# big", r"\# big"),
        ("- list", "\u200b- list"),
        ("1. list", "\u200b1. list"),
        ("a\nb\x00\u202ec", "a bc"),
        ("\u200b \u2060", "?"),
        ("", "?"),
    ],
)
def test_a_name_formats_nothing_and_mentions_nobody(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.mark.parametrize("name", ["Computer (citizen)", "a_b_ [x] *", "`#`", "back\\slash"])
def test_a_description_of_a_picture_has_no_escapes(name: str) -> None:
    """It formats nothing, and is read aloud."""
    assert Picture(b"", f"{safe(name)} K12").alt == f"{name} K12"


def test_a_right_to_left_name_turns_only_itself() -> None:
    assert plain("דוד") == "\u2068דוד\u2069"


@given(st.text())
def test_no_name_can_break_a_line_or_mention(name: str) -> None:
    shown = safe(name)

    assert shown
    assert len(plain(name)) <= LONGEST + 2
    assert "\n" not in shown
    assert not re.search(r"@(?!\u200b)", shown)
    assert not re.search(r"(?<!\\)[*_~|`<>\[\]]", re.sub(r"\\\\", "", shown))
    assert all(unicodedata.category(c) != "Cc" for c in shown)
