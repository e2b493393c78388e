"""Every complaint about a map is a sentence that says where."""

from __future__ import annotations

import re

import pytest

from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.map_errors import CODES, InvalidMapError
from tests.games.carcassonne.maps.test_map_reader import UNPLAYABLE, WRONG, changed
from text.carcassonne import map_errors
from text.carcassonne.map_errors import LONGEST, SENTENCES
from text.translator import translator_for

EN = translator_for("en")


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == CODES


CHANGES = [(case[0],) for case in WRONG] + [case[0] for case in UNPLAYABLE]


@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: str(changes)[:40])
def test_a_complaint_says_where_and_what(changes: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(InvalidMapError) as caught:
        library.read_checked(changed("tutorial", *changes))

    wrong = map_errors.wrong(caught.value, EN)

    assert re.match(r"(\d+ mistakes?:\n- )?Line \d+, column \d+: ", wrong)
    assert "{" not in wrong
    assert "@everyone" not in wrong


def test_a_complaint_reads_well() -> None:
    with pytest.raises(InvalidMapError) as caught:
        library.read_checked(changed("tutorial", ("~......~", "~..x...~")))

    assert map_errors.wrong(caught.value, EN).startswith(
        "Line 13, column 4: “x” isn't a kind of square. Kinds: `.`, `o`, `S`, `B`, `w`, `I`, `~`."
    )


@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: str(changes)[:40])
def test_what_would_be_right_is_never_cut(changes: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(InvalidMapError) as caught:
        library.read_checked(changed("tutorial", *changes))
    slips = (caught.value, *caught.value.others)

    wrong = map_errors.wrong(caught.value, EN)

    for slip in slips:
        right = [slip.params[key] for key in ("choices", "expected") if key in slip.params]
        for part in (part for value in right for part in (value if isinstance(value, tuple) else (value,))):
            assert f"`{part}`" in wrong


def test_neighbours_that_are_closed_are_told_the_cure() -> None:
    grid, marks = ("~..B.S.~", "~..BBS.~"), ("shields=2\nplace C3", 'open=NSW\nplace E4 big "Zweite" open=NES\nplace C3')

    with pytest.raises(InvalidMapError) as caught:
        library.read_checked(changed("tutorial", grid, marks))

    wrong = map_errors.wrong(caught.value, EN)
    assert "Add E to open= of D4 and W to open= of E4, or leave both out" in wrong
    assert wrong.count("next to each other but") == 1


def test_the_first_twenty_slips_of_a_file_are_told_by_lines_in_one_message() -> None:
    """The longest there are: every row of a large grid with a long word of its author in it, and marks that are none."""
    wrong = "".join(f"{'x' * 60}{n} A1\n" for n in range(60))
    text = changed("tutorial", ("rows: 8", "rows: 888")) + wrong

    with pytest.raises(InvalidMapError) as caught:
        library.read_checked(text)

    head, *lines = map_errors.wrong(caught.value, EN).split("\n")
    assert head == "61 mistakes; here are the first 20:"
    assert [int(re.search(r"Line (\d+)", line)[1]) for line in lines] == sorted(
        slip.line for slip in (caught.value, *caught.value.others)
    )[:20]
    assert sum(map(len, lines)) <= LONGEST


def test_slips_that_do_not_fit_a_message_are_left_out_whole() -> None:
    slip = InvalidMapError(1, 1, "bad-mark", expected="x" * 400)
    slip.others = (slip,) * 10

    head, *lines = map_errors.wrong(slip, EN).split("\n")

    assert head == f"11 mistakes; here are the first {len(lines)}:"
    assert all(line.endswith("x`") for line in lines)
    assert sum(map(len, lines)) <= LONGEST
