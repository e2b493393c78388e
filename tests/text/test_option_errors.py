"""A setting that doesn't exist is answered with those that its first letters, or its sound, may have meant."""

from __future__ import annotations

import pytest

from text.lobby.option_errors import unknown
from text.translator import translator_for

KEYS = ("expansions", "farms", "fairy", "first_player")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("exp", ("expansions",)),
        ("EXPANSION", ("expansions",)),
        ("farm", ("farms",)),
        ("fiarms", ("farms",)),
        ("first", ("first_player",)),
        ("ex", KEYS),
        ("zzz", KEYS),
    ],
)
def test_what_was_nearly_typed_is_offered_from_three_letters_on(typed: str, meant: tuple[str, ...]) -> None:
    sentence = unknown(typed, KEYS, translator_for("en"))
    assert [key for key in KEYS if key in sentence.partition("”")[2]] == list(meant), sentence
