"""Every complaint about a map is a sentence that says where."""

from __future__ import annotations

import re

import pytest

from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.bad_map import CODES, BadMap
from tests.games.carcassonne.maps.test_map_reader import UNPLAYABLE, WRONG, changed
from text.carcassonne.map_errors import SENTENCES, map_error
from text.language import words

EN = words("en")


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == CODES


CHANGES = [(case[0],) for case in WRONG] + [case[0] for case in UNPLAYABLE]


@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: str(changes)[:40])
def test_a_complaint_says_where_and_what(changes: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(BadMap) as caught:
        library.read_checked(changed("tutorial", *changes))

    said = map_error(caught.value, EN)

    assert re.match(r"Line \d+, column \d+: ", said)
    assert "{" not in said
    assert "@everyone" not in said


def test_a_complaint_reads_well() -> None:
    with pytest.raises(BadMap) as caught:
        library.read_checked(changed("tutorial", ("~......~", "~..x...~")))

    assert map_error(caught.value, EN).startswith("Line 13, column 4: “x” stands for no kind of square. Kinds: .")
