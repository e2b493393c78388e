"""The tokens, which identify a person to the holder of the key only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage.rows import MatchId, UserId
from web import tokens

KEY, NOW = bytes(32), datetime(2026, 9, 1, 12, tzinfo=UTC)
LINK = tokens.new_token(tokens.LINK, MatchId(7), UserId(1 << 60), "de", now=NOW)


def test_a_token_is_read_as_it_was_written() -> None:
    assert tokens.read(tokens.write(LINK, KEY), tokens.LINK, KEY, now=NOW) == LINK


def test_no_token_is_like_another() -> None:
    again = tokens.new_token(tokens.LINK, LINK.match, LINK.user, "de", now=NOW)

    assert tokens.write(again, KEY) != tokens.write(LINK, KEY)


def test_a_token_ends_with_its_time() -> None:
    text, end = tokens.write(LINK, KEY), NOW + tokens.LIFETIMES[tokens.LINK]

    assert tokens.read(text, tokens.LINK, KEY, now=end - timedelta(seconds=1)) == LINK
    assert tokens.read(text, tokens.LINK, KEY, now=end) is None


def test_a_link_is_no_page() -> None:
    assert tokens.read(tokens.write(LINK, KEY), tokens.PAGE, KEY, now=NOW) is None


def test_another_key_signs_nothing_of_ours() -> None:
    assert tokens.read(tokens.write(LINK, b"x" * 32), tokens.LINK, KEY, now=NOW) is None


@pytest.mark.parametrize("place", range(0, 100, 7))
def test_whatever_is_changed_the_token_is_none(place: int) -> None:
    text = tokens.write(LINK, KEY)
    changed = f"{text[:place]}{'B' if text[place] == 'A' else 'A'}{text[place + 1 :]}"

    assert tokens.read(changed, tokens.LINK, KEY, now=NOW) is None


@pytest.mark.parametrize("text", ["", ".", "a.b", "a.b.c", "é.é", "=.=", "x" * 5000, "AAAA." + "A" * 22])
def test_anything_else_is_none(text: str) -> None:
    assert tokens.read(text, tokens.LINK, KEY, now=NOW) is None
