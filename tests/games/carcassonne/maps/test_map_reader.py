"""Any text gives a map or says what is wrong, where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.carcassonne.expansions.maps import library, reader
from games.carcassonne.expansions.maps.check import LEAST_TILES, check_design, count_fitting, reachable_squares
from games.carcassonne.expansions.maps.design import BIG, neighbour
from games.carcassonne.expansions.maps.library import read_checked
from games.carcassonne.expansions.maps.map_errors import CODES, InvalidMapError
from games.carcassonne.expansions.maps.reader import read_map
from tests.games.carcassonne.maps.drawn import changed, square

TUTORIAL = library.text_of("tutorial")


def refused(text: str) -> InvalidMapError:
    """Return the complaint about a text."""
    with pytest.raises(InvalidMapError) as caught:
        read_checked(text)
    return caught.value


def test_a_map_is_read_as_it_was_drawn() -> None:
    design = read_map(TUTORIAL)

    assert (design.id, design.title, design.columns, design.rows) == ("tutorial", "Tutorial island", 8, 8)
    assert (design.sets, design.limit, design.meeples) == (("base",), 40, 7)
    assert len(design.playable) == 33
    assert [(b.name, b.shields, b.open) for b in design.bigs] == [("Hoofdstad", 2, (0, 1, 2, 3))]
    assert design.demands[square("B6")] == ("", "", "R", "")
    assert design.demands[square("C2")] == ("C", "", "", "")
    assert design.demands[square("D3")] == ("", "", "C", "")


def test_line_ends_comments_and_blank_lines_do_not_matter() -> None:
    windows = "\ufeff" + TUTORIAL.replace("\n", "\r\n")

    assert read_map(windows).grid == read_map(TUTORIAL).grid
    assert read_map(TUTORIAL.replace("~......~", "# the north coast\n~......~")).grid == read_map(TUTORIAL).grid


WRONG = [
    (("map: tutorial", "map tutorial"), "bad-header", "map tutorial", 1),
    (("map: tutorial", "country: nl"), "unknown-header", "country:", 1),
    (("map: tutorial", "map: None!"), "bad-value", "map: None!", 6),
    (("map: tutorial", "map: none"), "bad-value", "map: none", 6),
    (("cols: 8", "cols: 8\ncols: 9"), "header-twice", "cols: 9", 1),
    (("cols: 8\n", ""), "header-missing", "grid:", 1),
    (("cols: 8", "cols: 27"), "bad-value", "cols: 27", 7),
    (("rows: 8", "rows: 41"), "bad-value", "rows: 41", 7),
    (("rows: 8", "rows: eight"), "bad-value", "rows: eight", 7),
    (("tiles: base", "tiles: base dragon"), "bad-value", "tiles: base dragon", 13),
    (("tiles: base", "tiles: inns"), "bad-value", "tiles: inns", 8),
    (("limit: 40", "limit: 99"), "many-drawn", "limit: 99", 1),
    (("limit: 40", "limit: 5"), "bad-value", "limit: 5", 8),
    (("meeples: 7", "meeples: 12"), "bad-value", "meeples: 12", 10),
    (("title: Tutorial island", "title: @everyone"), "bad-name", "title: @everyone", 8),
    (("~......~", "~..x...~"), "bad-glyph", "~..x...~", 4),
    (("~......~", "~.....~"), "bad-row", "~.....~", 8),
    (("~......~", "~......~~"), "bad-row", "~......~~", 9),
    (("~......~\n", ""), "too-few-rows", "end", 1),
    (("~o~~~~~~\nend\n", "~o~~~~~~\n"), "no-end", "place F4", 1),
    (("place F4 start", "town F4 start"), "unknown-mark", "town F4 start", 1),
    (("place F4 start", "place F4 village"), "bad-mark", "place F4 village", 10),
    (('place F4 start "Oostdorp"', "place F4 start"), "bad-mark", "place F4 start", 10),
    (('"Oostdorp"', '"Oostdorp'), "open-quote", 'place F4 start "Oostdorp', 16),
    (('"Oostdorp"', '"**bold**"'), "bad-name", 'place F4 start "**bold**"', 16),
    (('"Oostdorp"', '"Oostdorp" shields=1'), "bad-mark", "place F4 start", 27),
    (("place F4 start", "place F14 start"), "bad-square", "place F14 start", 7),
    (("place F4 start", "place E4 start"), "wrong-glyph", "place E4 start", 7),
    (('place F4 start "Oostdorp"', 'place F4 start "A"\nplace F4 start "B"'), "marked-twice", 'place F4 start "B"', 7),
    (('place C3 town "Heuveldorp"\n', ""), "unnamed", "~.o....~", 3),
    (("shields=2\nplace C3", "shields=9\nplace C3"), "bad-shields", "place D4", 34),
    (("shields=2\nplace C3", "open=NORD\nplace C3"), "bad-sides", "place D4", 31),
    (("border C2 N city", "border D4 N city"), "not-playable", "border D4", 8),
    (("border C2 N city", "border C2 S city"), "not-outer", "border C2 S", 11),
    (("border C2 N city", "border C2 X city"), "bad-side", "border C2 X", 11),
    (("border C2 N city", "border C2 N wall"), "bad-mark", "border C2 N wall", 13),
    (("ferry B6 S B8 N", "border C2 N road"), "side-taken", 'border C2 N road shields=2 "Pont"', 11),
    (("ferry B6 S B8 N", "ferry B6 W B6 S"), "same-square", "ferry B6 W B6 S", 12),
    (('place B5 start "Westdorp"', 'place B5 town "Westdorp"'), "wrong-glyph", "place B5 town", 7),
]


@pytest.mark.parametrize(("change", "code", "line", "column"), WRONG, ids=lambda v: str(v)[:30])
def test_what_is_wrong_is_named_with_line_and_column(change: tuple[str, str], code: str, line: str, column: int) -> None:
    text = changed("tutorial", change)

    error = refused(text)

    assert (error.code, error.column) == (code, column)
    assert text.split("\n")[error.line - 1].startswith(line)


def test_a_text_that_is_too_long_is_refused() -> None:
    assert refused("#" * 20_000).code == "too-long"
    error = refused("# " + "x" * 200)
    assert (error.code, error.line, error.column) == ("line-too-long", 1, reader.LONGEST_LINE + 1)
    assert refused("").code == "header-missing"


UNPLAYABLE = [
    ((("~S.....~", "~......~"), ('place B5 start "Westdorp"\n', "")), "few-starts", ""),
    ((("~..B.S.~", "~..BSS.~"), ('place B8', 'place E4 start "Naast"\nplace B8')), "starts-touch", "E4"),
    ((("~..w.o.~", "~..o.o.~"), ("place F6", 'place D6 town "Zuid"\nplace F6'), ("shields=2\nplace C3", "open=NEW\nplace C3"),
      ("~..B.S.~", "~.wB.S.~")), "open-to-nothing", "D4"),
    ((("~..B.S.~", "~..BBS.~"), ("shields=2\nplace C3", 'open=NSW\nplace E4 big "Zweite"\nplace C3')), "closed-to-neighbour", "D4"),
    ((('ferry B6 S B8 N shields=2 "Pont"', ""),), "unreachable", "B8"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code", "name"), UNPLAYABLE, ids=[case[1] for case in UNPLAYABLE])
def test_what_cannot_be_played_is_named(changes: tuple[tuple[str, str], ...], code: str, name: str) -> None:
    text = changed("tutorial", *changes)
    design = read_map(text)

    error = refused(text)

    assert error.code == code
    if name:
        x, y = square(name)
        assert (error.line, error.column) == (design.grid_lines[y], x + 1)


def test_a_square_that_no_tile_fits_is_named() -> None:
    """A one-square island with four printed roads: only the crossings fit."""
    roads = "".join(f'border B8 {side} road "Weg {side}"\n' for side in "ESW")
    text = changed("tutorial", ("ferry", roads + "ferry"))

    error = refused(text)

    assert (error.code, error.params["square"], error.params["found"]) == ("unfillable", "B8", 1)


def bare(columns: int, rows: int) -> str:
    """Return a rectangle of land with two start squares."""
    grid = ["S" + "." * (columns - 2) + "S", *["." * columns] * (rows - 1)]
    head = ["map: bare", "title: Bare", "origin: test", f"cols: {columns}", f"rows: {rows}", "tiles: base", "grid:"]
    return "\n".join([*head, *grid, "end", 'place A1 start "West"', f'place {chr(64 + columns)}1 start "East"'])


def test_maps_that_are_too_small_too_big_or_too_rich_are_refused() -> None:
    assert read_checked(bare(4, 3)).playable
    assert refused(bare(3, 3)).code == "few-squares"
    assert refused(bare(26, 13)).code == "many-squares"
    assert refused(changed("benelux", ("shields=1", "shields=5"), ("shields=2", "shields=5"))).code == "many-shields"


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_our_maps_can_be_played_and_filled(map_id: str) -> None:
    """Every square within reach of every start, at least 12 tiles for each, big cities apart."""
    design = read_map(library.text_of(map_id))

    check_design(design)
    assert all(reachable_squares(design, start) == set(design.playable) for start in design.starts)
    assert min(count_fitting(design, place) for place in design.playable) >= LEAST_TILES
    assert not any(design.glyph(neighbour(big.square, side)) == BIG for big in design.bigs for side in range(4))


FIGURES = {
    "benelux": (13, 18, 109, 5, 21, 3, 15, 2),
    "germany": (12, 16, 112, 6, 19, 3, 18, 2),
    "tutorial": (8, 8, 33, 1, 3, 2, 2, 1),
    "france": (14, 15, 113, 6, 22, 3, 17, 3),
    "britain": (10, 18, 94, 5, 24, 3, 13, 3),
}


@pytest.mark.parametrize("map_id", library.BUILT_IN)
def test_maps_9_the_table_of_maps(map_id: str) -> None:
    """Grid, playable squares, big cities, towns, start squares, borders, ferries."""
    d = read_map(library.text_of(map_id))

    starts = len(d.starts)
    assert FIGURES[map_id] == (
        d.columns, d.rows, len(d.playable), len(d.bigs), len(d.towns) - starts, starts, len(d.borders), len(d.ferries),
    )  # fmt: skip


def test_all_slips_of_a_file_are_found_at_once() -> None:
    """Each once, and nothing that only follows from another: F4 is named on a line that is wrong, so it is not missing."""
    text = changed(
        "tutorial",
        ("rows: 8", "rows: eight"),
        ("tiles: base", "tiles: base dragon"),
        ("place F4 start", "place F4 village"),
        ("border C2 N city", "border C2 north city"),
        ("shields=2\nplace C3", "shields=9\nplace C3"),
    )

    error = refused(text)

    assert sorted(slip.code for slip in (error, *error.others)) == ["bad-mark", "bad-shields", "bad-side", "bad-value", "bad-value"]


def test_a_wrong_line_of_marks_does_not_leave_its_square_unnamed() -> None:
    error = refused(changed("tutorial", ('place C3 town "Heuveldorp"', "place C3 town Heuveldorp"), ("place F6", "place f9")))

    assert [(slip.code, slip.params.get("square")) for slip in (error, *error.others)] == [
        ("bad-mark", None),
        ("bad-square", "f9"),
        ("unnamed", "F6"),
    ]


def test_a_grid_that_is_not_closed_is_told_once() -> None:
    """The rows below it are no marks, and the marks are read on for their form."""
    text = changed("tutorial", ("rows: 8", "rows: 6"), ("place F4 start", "place F4 village"))

    error = refused(text)

    assert [slip.code for slip in (error, *error.others)] == ["no-end", "bad-mark"]


def test_rows_without_the_line_before_them_are_told_once() -> None:
    error = refused(changed("tutorial", ("grid:\n", "")))

    assert [(slip.code, slip.params.get("key")) for slip in (error, *error.others)] == [("header-missing", "grid")]


@pytest.mark.parametrize("quotes", ["“{}”", "„{}“", "«{}»", "‘{}’", "'{}'", "‚{}‘", "″{}″"])
def test_any_quotes_hold_a_name(quotes: str) -> None:
    design = read_checked(changed("tutorial", ('"Oostdorp"', quotes.format("King’s Lynn"))))

    assert "King’s Lynn" in [place.name for place in design.places]


def test_small_letters_are_understood() -> None:
    small = changed("tutorial", ("place F4 start", "place f4 start"), ("border C2 N city", "border c2 n city"),
                    ("shields=2\nplace C3", "shields=2 open=nesw\nplace C3"))  # fmt: skip

    assert read_checked(small) == read_checked(changed("tutorial"))


def test_parts_that_are_cut_off_are_told_once_each() -> None:
    """Not every square, nor once for each start square."""
    error = refused(changed("tutorial", ('ferry B6 S B8 N shields=2 "Pont"', "")))

    assert [slip.params["square"] for slip in (error, *error.others)] == ["B8"]


# Any text at all

ALPHABET = st.text(st.sampled_from('.oSBwI~\n "=ABCDNESW0123456789#:placeborderferryislandgridend\u00e9\r\t'), max_size=400)
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def judged(text: str) -> None:
    """Check that a text is a map, or that the complaint points into it."""
    try:
        read_checked(text)
    except InvalidMapError as first:
        lines = text.split("\n")
        for error in (first, *first.others):
            assert error.code in CODES
            assert 1 <= error.line <= len(lines)
            assert 1 <= error.column <= len(lines[error.line - 1]) + 2


@QUIET
@given(text=st.text(max_size=300) | ALPHABET)
def test_any_text_is_a_map_or_a_clear_error(text: str) -> None:
    judged(text)


@QUIET
@given(at=st.integers(0, len(TUTORIAL)), cut=st.integers(0, 12), put=ALPHABET.map(lambda words: words[:12]))
def test_any_slip_in_a_map_is_a_map_or_a_clear_error(at: int, cut: int, put: str) -> None:
    """A good text with a bit cut out and a bit put in: far closer to what people send."""
    judged(TUTORIAL[:at] + put + TUTORIAL[at + cut :])


@QUIET
@given(grid=st.lists(st.text(st.sampled_from("....oSB~"), min_size=8, max_size=8), min_size=8, max_size=8))
def test_any_grid_is_a_map_or_a_clear_error(grid: list[str]) -> None:
    """Random squares with all their places named: the sense is checked as well."""
    kinds = {"o": "town", "S": "start", "B": "big"}
    drawn = [(x, y, glyph) for y, row in enumerate(grid) for x, glyph in enumerate(row) if glyph in kinds]
    marks = [f'place {chr(65 + x)}{y + 1} {kinds[glyph]} "P"' for x, y, glyph in drawn]
    judged("\n".join(["map: m", "title: M", "origin: o", "cols: 8", "rows: 8", "tiles: base", "grid:", *grid, "end", *marks]))


def test_the_map_in_the_docs_can_be_played() -> None:
    """`docs/maps.md` shows a whole map."""
    page = Path(__file__).parents[4].joinpath("docs", "maps.md").read_text(encoding="utf-8")

    assert read_checked(page.split("```\n")[1]).title == "My island"
