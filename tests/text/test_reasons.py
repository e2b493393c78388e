"""Why a turn was better, said of drawn positions in which the reason is known."""

from __future__ import annotations

from tests.rules.table import Table
from text.carcassonne import turn_comparison
from text.translator import translator_for

EN = translator_for("en")
NAMES = ("Anna", "Ben")
"""Of red and blue."""

ALL = "inns,traders,dragon,tower"


def laid(board: str, **options: str) -> Table:
    return Table.laid(board, expansions=ALL, **options)


def reasons(played: Table, better: Table, seat: int = 0) -> list[str]:
    return turn_comparison.reasons(played.view, better.view, seat, NAMES, EN)


def test_a_farmer_says_what_the_field_brings_and_who_has_it_otherwise() -> None:
    board = "(0,0) D r0 {}; (0,-1) E r2"

    assert reasons(laid(board.format("")), laid(board.format("red:f1"))) == [
        "Anna's field: 3 points as it stands; cities: 1 finished, 0 open; as played: nobody holds it"
    ]
    assert "; as played: held by Ben" in reasons(laid(board.format("blue:f1")), laid(board.format("red:f1")))[0]


def test_a_field_grows_by_cities_that_are_finished_or_only_open() -> None:
    better = "(0,0) D r0 red:f1; (0,-1) E r2"

    assert reasons(laid("(0,0) D r0 red:f1"), laid(better))[0] == (
        "Anna's field: 3 points as it stands; cities: 1 finished, 0 open; "
        "as played: 0 points as it stands; cities: 0 finished, 1 open"
    )
    assert reasons(laid(better), laid(better)) == []


def test_what_is_taken_from_somebody_says_from_whom() -> None:
    (line, *_) = reasons(laid("(0,0) D r0 blue:c1"), laid("(0,0) D r0 red:c1"))

    assert line.startswith("Anna's city: ") and line.endswith("; as played: held by Ben")


def test_what_nobody_holds_any_more_is_no_hope_of_the_better_turn() -> None:
    assert not [line for line in reasons(laid("(0,0) D r0 red:c1"), laid("(0,0) D r0")) if line.startswith("City")]


def test_an_inn_and_a_cathedral_say_what_they_bring() -> None:
    played, better = laid("(0,0) D r0 red:r1; (1,0) U r0"), laid("(0,0) D r0 red:r1; (1,0) EB r0")

    assert "Anna's road: an inn: 2 points per tile once the road is finished" in reasons(played, better)
    assert not [line for line in reasons(better, played) if "an inn" in line]
    city = "(0,0) D r0 red:c1; (0,-1) {} r0"
    assert "Anna's city: a cathedral: 3 points per tile and shield once the city is finished" in reasons(
        laid(city.format("C")), laid(city.format("EK"))
    )


def test_goods_are_counted_with_what_they_are_most_of() -> None:
    played = laid("(0,0) D r0").goods(red=(1, 0, 0), blue=(1, 0, 0))
    better = laid("(0,0) D r0").goods(red=(2, 1, 0), blue=(1, 0, 0))

    assert reasons(played, better) == ["Anna's goods: wine 2, grain 1; most of 2 kinds; as played: wine 1; most of 1 kind"]


def test_a_builder_at_work_promises_a_second_tile() -> None:
    """On what is open yet; where the seat has one at work already, nothing is new."""
    board, promise = "(0,0) D r0 red:r1; (1,0) U r0 {}", "Builder (Anna), N13: the next tile you add there gives you a second one"

    assert promise in reasons(laid(board.format("")), laid(board.format("red builder:r1")))
    working = laid("(0,0) D r0 red:r1 red builder:r1; (1,0) U r0")
    assert promise not in reasons(working, laid(board.format("red builder:r1")))
    ended = "(-1,0) W r0; (0,0) D r0 red:r1; (1,0) W r0 {}"
    assert not [line for line in reasons(laid(ended.format("")), laid(ended.format("red builder:r3"))) if "second" in line]


def test_prisoners_are_told_with_whose_they_are() -> None:
    board = "(0,0) D r0"

    assert reasons(laid(board).prisoner("red", "blue"), laid(board).prisoner("red", "blue").prisoner("red", "blue"))[0] == (
        "Anna's prisoners: 2 (Ben); as played: 1 (Ben)"
    )
    assert [line for line in reasons(laid(board), laid(board).prisoner("blue", "red"), 1) if "prisoners" in line] == [
        "Ben's prisoners: 1 (Anna); as played: none"
    ]


def test_whom_a_tower_could_take_is_told_of_others_in_the_better_turn() -> None:
    """As long as somebody else has a piece for it."""
    board, told = "(0,0) tw01 r0; (0,2) D r0 blue:r1", "Highwayman (Ben), M11: within reach of a tower"

    assert told in reasons(laid(board), laid(board).tower(0, 0, 1))
    assert told not in reasons(laid(board), laid(board).tower(0, 0, 1).stock(0, 5))
    assert told not in reasons(laid(board), laid(board.replace("tw01 r0", "tw01 r0 red:t")).tower(0, 0, 1))


def test_what_the_mover_keeps_out_of_a_towers_reach_is_told_of_the_better_turn() -> None:
    drawn = laid("(0,0) tw01 r0; (2,0) D r0; (5,0) U r0").tower(0, 0, 2).draw("U")
    near, far, none = (
        _table_after(drawn, f"place {x},0 r0", then) for x, then in ((3, "deploy small r1"), (6, "deploy small r1"), (3, "skip"))
    )

    assert "Highwayman (Anna), P13: not placed there; as played: within reach of a tower" in reasons(near, far)
    assert "Highwayman (Anna), P13: not placed there; as played: within reach of a tower" in reasons(near, none)
    assert not [line for line in reasons(far, near) if "tower" in line]


def test_a_guard_closes_a_tower() -> None:
    board = "(0,0) tw01 r0 {}"

    assert "Tower guard (Anna), M13: closes the tower" in reasons(
        laid(board.format("")).tower(0, 0, 1), laid(board.format("red:t")).tower(0, 0, 1)
    )


def test_the_fairys_company_is_told_with_what_it_brings() -> None:
    board = "(0,0) D r0 red:r1 blue:c1"
    told = "the fairy: a point at the start of each of your turns, 3 more when it scores, and safe from the dragon"

    assert f"Highwayman (Anna), M13: {told}" in reasons(laid(board), laid(board).fairy(0, 0, "r1"))
    assert f"Highwayman (Anna), M13: {told}; as played: knight (Ben), M13" in reasons(
        laid(board).fairy(0, 0, "c1"), laid(board).fairy(0, 0, "r1")
    )


def test_the_dragon_threatens_by_its_way_and_by_the_tiles_that_make_it_walk() -> None:
    """Whom the fairy stands by is spared; without such tiles nobody is in danger."""
    board, told = "(0,0) D r0 blue:r1; (1,0) U r0; (2,0) U r0; (9,0) U r0", "Highwayman (Ben), M13: 2 squares from the dragon, "

    def near(**of: str) -> Table:
        return laid(board).pile(**of).dragon(2, 0)

    far = laid(board).pile(letters="dr07 dr08 B B").dragon(9, 0)
    assert told + "2 of the 4 tiles left make it move" in reasons(far, near(letters="dr07 dr08 B B"))
    assert not [line for line in reasons(far, near(letters="B B B B")) if "dragon" in line]
    assert not [line for line in reasons(far, near(letters="dr07 B").fairy(0, 0, "r1")) if "from the dragon" in line]


def test_what_the_dragon_eats_and_the_princess_sends_home_is_told() -> None:
    played = laid("(0,0) D r0; (1,0) U r0 blue:r1; (2,0) U r0").dragon(2, 0)
    better = laid("(0,0) D r0; (1,0) U r0; (2,0) U r0").dragon(1, 0)
    assert "Highwayman (Ben), N13: eaten by the dragon" in reasons(played, better)

    drawn = laid("(0,0) D r0 blue:c1").draw("dr25")
    kept, sent = (_table_after(drawn, "place 0,-1 r2", then) for then in ("skip", "princess 0,0 c1"))
    assert "Knight (Ben), M13: sent back by the princess" in reasons(kept, sent)
    assert not [line for line in reasons(sent, kept) if "princess" in line]


def test_what_the_dragon_leaves_is_told_of_its_own_steps() -> None:
    walking = laid("(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0; (3,0) U r0").dragon(2, 0).draw("dr07").do("place 4,0 r0", "skip")
    eats, spares = _table_after(walking, "dragon 1,0"), _table_after(walking, "dragon 3,0")

    assert "Highwayman (Anna), N13: stays; as played: eaten by the dragon" in reasons(eats, spares)
    assert not [line for line in reasons(spares, eats) if "eaten" in line], "what speaks against it is no reason"


def test_only_what_speaks_for_the_turn_is_told() -> None:
    """The mover's gain and what the others lose: not the other way round."""
    board = "(0,0) D r0 {}"
    drawn = {who: laid(board.format(f"{who}:c1")).draw("E") for who in ("red", "blue")}
    closed, apart = (
        {who: _table_after(table, f"place {at}", "skip") for who, table in drawn.items()} for at in ("0,-1 r2", "0,1 r2")
    )

    assert "Anna's city: finished at once; as played: " in reasons(apart["red"], closed["red"])[0]
    assert reasons(apart["blue"], closed["blue"]) == []
    (line,) = reasons(closed["blue"], apart["blue"])
    assert line.startswith("Ben's city: ") and line.endswith("; as played: finished at once")


def test_what_a_hint_changes_is_told_beside_what_was_before() -> None:
    board = "(0,0) D r0 {}; (0,-1) E r2"

    (line,) = turn_comparison.changes(laid(board.format("")).view, laid(board.format("red:f1")).view, 0, NAMES, EN)

    assert line.endswith("; before: nobody holds it")


def _table_after(table: Table, *texts: str) -> Table:
    """Return a copy of the table after these actions."""
    return Table(table.state.clone()).do(*texts)
