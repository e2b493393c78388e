"""The board without seeing it: text board, legal choices in sentences, alt texts, what is left, the odds of a hole."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from editions.registry import EDITIONS
from games.carcassonne.geometry import MAP_SQUARES
from games.carcassonne.illegal_move_reasons import AROUND, edge, fitting_turns
from games.carcassonne.view import BoardView, FeatureView, PieceView, TileView
from tests.everything import ALL as ALL_INSTALLED
from tests.text.played import GAME, NAMES, played, stepped
from text.carcassonne import alt as alts
from text.carcassonne import board
from text.carcassonne.alt import KINDS
from text.carcassonne.remaining_tiles import percent
from text.carcassonne.segment_names import tile_at
from text.message_templates import whole_words
from text.protocol import ALT, Misread
from text.translator import translator_for

WORDS_OF = EDITIONS[GAME.id].words
EN = translator_for("en")
ALL_SETS = {"expansions": ALL_INSTALLED}


@pytest.mark.parametrize("options", [{}, ALL_SETS], ids=["base", "all sets"])
def test_the_text_board_names_every_tile_and_every_figure(options: dict[str, str]) -> None:
    for position in played(1, 3, **options).positions[::20]:
        board = WORDS_OF.say.board(position.view, NAMES, EN)
        rows = [line for line in board.splitlines() if line.startswith("Row ")]

        assert len(rows) == len({t.y for t in position.view.tiles})
        assert all(f"{position.view.squares.name(t.x, t.y)} " in board for t in position.view.tiles)
        assert sum(len(re.findall(rf" \({name}[,)]", row)) for row in rows for name in NAMES) == sum(
            p.seat is not None for p in position.view.pieces
        )
        assert NAMES[position.seat] in board.splitlines()[-1]


def test_the_text_board_reads_as_sentences() -> None:
    tiles = (TileView(0, 0, "base/D", 0, 0, 0, None), TileView(0, -1, "base/M", 2, 1, 0, 0))
    view = BoardView(tiles, (), (), (), (), "", None, None, 1, 71, 70, (), over=False)

    assert WORDS_OF.say.board(view, NAMES, EN).splitlines()[1:3] == [
        "Row 14: M14 south-east city with shield.",
        "Row 13: M13 north city, east-west road.",
    ]


def test_legal_spots_are_told_with_their_numbers_and_neighbours() -> None:
    position = played(1).positions[0]
    lines = WORDS_OF.say.legal_sentences(position.view, position.legal, NAMES, EN)

    assert len(lines) == len({a.square for a in position.legal})
    assert lines[0].startswith("1 · ")
    assert ": " in lines[0]
    assert ", beside M13 (" in lines[0]


def test_every_choice_is_told() -> None:
    for position in played(1, 3, **ALL_SETS).positions[::15]:
        placed = {a.square for a in position.legal if a.verb == "place"}
        others = [a for a in position.legal if a.verb != "place"]
        assert len(WORDS_OF.say.legal_sentences(position.view, position.legal, NAMES, EN)) == len(placed) + len(others)


@pytest.mark.parametrize("kind", KINDS)
def test_alt_texts_say_what_is_shown_and_fit(kind: str) -> None:
    for view in (played(1, 3, **ALL_SETS).positions[-1].view, played(1).positions[0].view, played(1).final):
        alt = WORDS_OF.say.alt(view, kind, ["@everyone", "*x*", "Chi"], EN)
        assert 0 < len(alt) <= ALT
        assert "\\" not in alt


def test_the_alt_text_of_a_turn_names_the_last_moves_and_what_the_message_does_not_say() -> None:
    position = next(p for p in played(1).positions if len(p.view.tiles) == 6 and p.view.decision == "place")
    alt = WORDS_OF.say.alt(position.view, "turn", NAMES, EN)
    last = position.view.tiles[-1]

    assert alt.startswith("Part of the board around the latest moves. 6 tiles, from ")
    assert last.seat is not None
    assert f"{NAMES[last.seat]} {position.view.squares.name(last.x, last.y)}" in alt
    assert WORDS_OF.say.standings(position.view, NAMES, EN) not in alt


def test_alt_texts_name_the_part_that_is_shown_and_tell_figures_before_the_ways_of_tiles() -> None:
    view = next(p.view for p in played(1).positions if len(p.view.tiles) == 30 and p.view.pieces)
    name = view.squares.name

    alt = WORDS_OF.say.alt(view, "turn", NAMES, EN, part=((-2, -3), (4, 2)))

    assert alt.startswith(f"Part of the board around the latest moves. Shown: {name(-2, 2)} to {name(4, -3)}. 30 tiles, from ")
    assert alt.index("Newest on the board: ") < alt.index(f" {name(view.tiles[-1].x, view.tiles[-1].y)}")
    assert "Shown: A1 to C2." in WORDS_OF.say.alt(
        replace(view, squares=MAP_SQUARES), "preview", NAMES, EN, part=((0, 0), (2, 1))
    ), "rows of maps count from the north, too"


def test_no_text_is_cut_within_a_word() -> None:
    assert whole_words("one two three", 13) == "one two three"
    assert whole_words("one two, three", 13) == "one two…"


def test_alt_texts_of_private_steps_say_only_what_changed() -> None:
    """The board was described in public: here is the tile, in hand or as it would lie."""
    position = next(p for p in played(1).positions if len(p.view.tiles) == 30 and p.view.decision == "place")
    action = position.legal[0]
    after = stepped(position, action).view

    spots, preview, figures = (
        WORDS_OF.say.alt(view, kind, NAMES, EN) for view, kind in ((position.view, "spots"), (after, "preview"), (after, "figures"))
    )

    assert spots.endswith(f" Tile to place: {board.hand(position.view, EN)}.")
    assert position.view.squares.name(*action.square) in preview
    assert preview.split(". ", 1)[1] == figures.split(". ", 1)[1]
    assert sum(map(len, (spots, preview, figures))) < 450


def test_alt_texts_name_the_board_from_its_first_square_to_its_last() -> None:
    chat, island = played(2).positions[-1].view, played(2, 2, map="tutorial").positions[-1].view

    sentence, told = (WORDS_OF.say.alt(view, "whole", NAMES, EN) for view in (chat, island))

    for view, text in ((chat, sentence), (island, told)):
        first, last = re.search(r"from ([A-Z]+\d+) to ([A-Z]+\d+)", text).groups()
        column, row, other_column, other_row = (*_parse_name(first), *_parse_name(last))
        assert (column, row) < (other_column, other_row)
        assert row < other_row
        assert len(view.tiles) > 20


def _parse_name(name: str) -> tuple[str, int]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :])


def test_an_alt_text_that_is_too_long_ends_with_a_whole_word(monkeypatch: pytest.MonkeyPatch) -> None:
    view = played(1, 3, **ALL_SETS).positions[-1].view
    names = ["A" * 32, "B" * 32, "C" * 32]
    alt = WORDS_OF.say.alt(view, "whole", names, EN)
    monkeypatch.setattr(alts, "ALT", 100_000)

    full = WORDS_OF.say.alt(view, "whole", names, EN)

    assert len(alt) <= ALT < len(full)
    kept = alt.removesuffix("…")
    assert full.startswith(kept)
    assert full[len(kept)] in " ,;:"


def test_a_spot_says_what_the_tile_would_join() -> None:
    """As often as the tile shows a road or a city to a neighbour there, and each neighbour by its square."""
    for position in [p for p in played(1).positions if p.view.decision == "place"][::12]:
        view = position.view
        lines = WORDS_OF.say.legal_sentences(view, position.legal, NAMES, EN)
        for named_spot, line in zip(WORDS_OF.say.spots(view, position.legal), lines, strict=True):
            ways = line.split(": ", 1)[1].split("; ")
            for action, way in zip(named_spot.actions, ways, strict=True):
                joined = [
                    f"{'road' if letter == 'R' else 'city'} to {view.squares.name(x, y)}"
                    for side, (x, y) in enumerate(around(named_spot.square))
                    if (letter := edge(view.hand, action.turn, side)) in "RC" and tile_at(view, x, y)
                ]
                assert way == f"{action.turn * 90}° {', '.join(joined) or 'field only'}"


def around(square: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares beside one, by side."""
    return [(square[0] + dx, square[1] + dy) for dx, dy in AROUND]


@pytest.mark.parametrize("options", [{}, ALL_SETS, {"map": "germany"}], ids=["base", "all sets", "map"])
def test_everything_that_somebody_stands_on_is_told_with_its_value_now(options: dict[str, str]) -> None:
    """A line each, with all squares, every figure, what it lacks, and what it would bring: nothing, too."""
    for position in played(1, 3, **options).positions[10::40]:
        view = position.view
        feature_views = [
            f for f in view.features if any((p.x, p.y, p.part) in f.segments and p.seat is not None for p in view.pieces)
        ]
        lines = WORDS_OF.holdings.held(view, NAMES, EN)

        assert len(lines) == len(feature_views)
        parts = {segment for feature in feature_views for segment in feature.segments}
        figures = [p for p in view.pieces if p.seat is not None and (p.x, p.y, p.part) in parts]
        assert sum(len(re.findall(rf" \({name}[,)]", line)) for line in lines for name in NAMES) == len(figures)
        for feature in feature_views:
            squares = {view.squares.name(x, y) for x, y, _ in feature.segments}
            assert any(squares <= {word.strip(",:;") for word in line.split(" ")} for line in lines)
        assert all(re.search(r"now .* \+\d+|nobody has a majority", line) for line in lines)


def test_a_meadow_says_the_cities_that_it_touches() -> None:
    """A finished one will pay; with none it is worth nothing now, and that is said."""
    tiles = (TileView(0, 0, "base/D", 0, 0, 0, None),)
    pieces = (PieceView(0, 0, "f1", "small", "farmer", 0),)
    meadow = FeatureView("meadow", ((0, 0, "f1"),), False, ((0, 1),), (0,), (), (), 0, (2, 1))
    view = BoardView(tiles, pieces, (), (meadow,), (), "", None, None, 1, 71, 70, (), over=False)

    (line,) = WORDS_OF.holdings.held(view, NAMES, EN)

    assert "; touches 2 finished cities and 1 open city; " in line
    assert line.endswith("now Anna +0.")


def test_the_cities_of_a_meadow_are_those_that_its_score_counts() -> None:
    """Where one farmer stands alone, farm rule 3 pays 3 points for each finished city."""
    seen = 0
    for position in played(1).positions[::15]:
        for feature in position.view.features:
            if feature.kind == "meadow" and feature.gains:
                assert all(points == 3 * feature.cities[0] for _, points, _ in feature.gains)
                seen += feature.cities[0]
    assert seen


def test_what_is_left_adds_up() -> None:
    for position in played(1, 3, **ALL_SETS).positions[::25]:
        head, *lines = WORDS_OF.stock.left(position.view, EN).splitlines()
        counted = [int(line.split(" × ")[0]) for line in lines if " × " in line]

        assert head.startswith(f"{position.view.left} tile")
        assert sum(counted) == position.view.left
        assert counted == sorted(counted, reverse=True)


def bag(*kinds: tuple[str, int]) -> BoardView:
    """Return the start tile alone, and this bag."""
    start = (TileView(0, 0, "base/D", 0, 0, 0, None),)
    return BoardView(start, (), (), (), (), "", None, None, 1, 71, sum(n for _, n in kinds), kinds, over=False)


def test_the_odds_of_a_hole() -> None:
    view = bag(("base/E", 2), ("base/U", 29))

    assert WORDS_OF.holes.odds(view, (0, -1), EN).splitlines() == [
        "M14: 2 of the 31 tiles left fit. Chance: next draw 6 %, within 3 draws 19 %",
        "Needs: south city.",
        "2 × city edge",
    ]


def test_a_hole_that_nothing_fits() -> None:
    assert WORDS_OF.holes.odds(bag(("base/U", 4)), (0, -1), EN).startswith("M14: none of the tiles left fits.")


def test_a_hole_is_an_empty_square_beside_a_tile() -> None:
    assert WORDS_OF.holes.odds(bag(("base/U", 4)), (0, 0), EN) == "M13: there's already a tile there."
    assert WORDS_OF.holes.odds(bag(("base/U", 4)), (5, 5), EN) == "There's no tile next to R8 yet."


@pytest.mark.parametrize(
    ("fit", "left", "draws", "chance"), [(1, 1, 1, 100), (1, 4, 1, 25), (1, 4, 3, 75), (0, 9, 3, 0), (3, 4, 3, 100)]
)
def test_chances_are_drawn_without_putting_back(fit: int, left: int, draws: int, chance: int) -> None:
    assert percent(bag(("base/U", fit), ("base/V", left - fit)), ("base/U",), draws) == chance


def test_the_odds_count_the_tiles_that_fit() -> None:
    for position in played(3).positions[10::30]:
        for _, name in WORDS_OF.read.autocomplete("square", "", position.view, (), NAMES, EN):
            square = WORDS_OF.holes.square(position.view, name)
            fit = sum(n for tile_id, n in position.view.bag if fitting_turns(position.view, tile_id, square))
            odds = WORDS_OF.holes.odds(position.view, square, EN)
            assert odds.startswith(f"{name}: {fit} of the " if fit else f"{name}: none of the tiles")


def test_the_question_names_the_tile_in_hand() -> None:
    position = played(1).positions[0]

    assert board.hand(position.view, EN)
    assert (
        WORDS_OF.say.ask(position.view, NAMES, EN) == f"{NAMES[position.seat]} is placing a tile: {board.hand(position.view, EN)}."
    )
    assert WORDS_OF.say.ask(played(1).final, NAMES, EN) == ""


def test_help_is_found_by_key_or_title() -> None:
    key, title = WORDS_OF.explain.topics(EN)[0]

    assert WORDS_OF.explain.help(key, EN) == WORDS_OF.explain.help(title.upper(), EN)
    with pytest.raises(Misread) as caught:
        WORDS_OF.explain.help("chess", EN)
    assert WORDS_OF.read.refusal(caught.value.code, caught.value.params, played(1).final, EN).startswith(
        "There's no help on “chess”. Topics: "
    )


def test_a_game_is_named_after_its_options() -> None:
    assert WORDS_OF.explain.title({}, EN) == "Base game"
    assert WORDS_OF.explain.title({"expansions": "inns,tower"}, EN) == "Inns & Cathedrals + The Tower"
    assert WORDS_OF.explain.title({"edition": "winter", "expansions": "inns"}, EN) == "Winter edition + Inns & Cathedrals"
    assert WORDS_OF.explain.value("expansions", "", EN) == "none"
    assert WORDS_OF.explain.value("expansions", "inns,tower", EN) == "Inns & Cathedrals and The Tower"
    assert WORDS_OF.explain.value("farmers", "off", EN) == "off"
