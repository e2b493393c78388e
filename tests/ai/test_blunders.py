"""Positions of every setting in which one turn is plainly right, or one plainly wrong, as any club player would say."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from ai.turn_search import SearchWidth, search_plans
from games.carcassonne.game import Carcassonne
from tests.everything import ALL as ALL_INSTALLED
from tests.rules.table import Table

GAME = Carcassonne()
MANY = "U U U U V V V V W W E E E D D J K L N R B B"
"""A bag with something of everything: the middle of a game."""
TWICE = f"{MANY} {MANY}"
FEW = "U U V V"
"""The last turns, with roads alone."""
FOUR = ALL_INSTALLED
CITY = "(0,0) E r0 {who}:c1; (0,-1) G r1; (0,-2) G r1"
"""A city of three tiles; a tile with one city side closes it at (0,-3): 8 points, 3 as it lies."""
MINE, THEIRS = CITY.format(who="red"), CITY.format(who="blue")
OTHER = "(2,0) E r0 blue:c1; (2,-1) G r1; (2,-2) G r1"
"""The same beside it, of a rival."""
CLOSED = "place 0,-3 r2"


class Position(NamedTuple):
    """A position in which red has drawn a tile, or is asked another question."""

    name: str
    table: Callable[[], Table]
    right: tuple[str, ...] = ()
    """What the turn has in it: words with which one of its actions begins, for each of these."""
    wrong: tuple[str, ...] = ()
    """What it does not have."""


def laid(board: str, tile: str, pile: str = MANY, expansions: str = "", edition: str = "base", **at_hand: int) -> Table:
    """Red has drawn this tile, with these figures at hand, as blue has."""
    given = {"edition": edition} | ({"expansions": expansions} if expansions else {})
    table = Table.laid(board, turn="red", **given)
    for piece, place in table.state.rules.piece_of.items():
        for seat in range(2):
            table.state.supply[seat * len(table.state.rules.pieces) + place] = at_hand.get(piece, 0)
    table.pile(pile)
    return table.draw(tile) if tile else table


def turn(table: Table) -> list[str]:
    """Return the best turn for a computer that looks at its own turn only."""
    alone = SearchWidth(beam=10, further=3, answered=0)
    best = search_plans(GAME, table.state, table.state.asked[0], leaves=3_000, choose=lambda n: 0, breadth=alone)[0]
    return [GAME.write(action) for action in best.actions]


def walking(board: str, dragon: tuple[int, int], pile: str = MANY, expansions: str = "dragon", **at_hand: int) -> Table:
    """Red has laid a dragon tile far away and leads the dragon's first step."""
    table = laid(f"{board}; (9,9) B r0", "", pile, expansions, **at_hand).dragon(*dragon)
    table.draw("dr08")
    table.do("place 9,10 r0")
    return table.do("skip") if table.asked == "deploy" else table


def beside_the_dragon(board: str, dragon: tuple[int, int]) -> Table:
    """Red, with no follower at hand, draws a tile while the dragon stands there and half of the bag makes it walk."""
    table = laid(f"{board}; ({dragon[0]},{dragon[1]}) B r0", "", "V dr08 dr08 dr09 dr11 dr12 U U U", "dragon", small=0).dragon(
        *dragon
    )
    return table.draw("V")


BASE = [
    Position(f"closes its own city, {edition}", lambda e=edition: laid(MINE, "E", edition=e, small=2), (CLOSED,))
    for edition in ("base", "first", "winter")
]
BASE += [
    Position(
        f"does not close the city of a rival, {edition}", lambda e=edition: laid(THEIRS, "E", edition=e, small=2), (), (CLOSED,)
    )
    for edition in ("base", "first", "winter")
]
BASE += [
    Position("takes a cloister that many tiles will come to", lambda: laid("(0,0) D r0", "B", small=3), ("deploy small m",)),
    Position(
        "completes its cloister",
        lambda: laid(
            "(0,0) B r0 red:m; (-1,-1) B r0; (0,-1) B r0; (1,-1) B r0; (-1,0) B r0; (1,0) B r0; (-1,1) B r0; (1,1) B r0",
            "B",
            small=2,
        ),
        ("place 0,1",),
    ),
    Position("puts a figure with the last tile, whatever it brings", lambda: laid("(0,0) D r0", "E", "", small=1), ("deploy",)),
    Position(
        "farms beside finished cities with the last tile",
        lambda: laid("(0,0) E r0; (0,-1) E r2; (3,0) E r0; (3,-1) E r2; (1,0) B r0; (2,0) B r0", "B", "", small=1),
        ("deploy small f1",),
    ),
    Position(
        "keeps its last figure off a road of one tile",
        lambda: laid("(0,0) B r0; (1,0) B r0", "V", small=1),
        (),
        ("deploy small r",),
    ),
    Position(
        "keeps a last figure for later in a whole game", lambda: laid("(0,0) D r0", "V", TWICE, small=1), (), ("deploy small f",)
    ),
    Position(
        "closes its own road to have a figure again",
        lambda: laid("(0,0) W r0; (1,0) U r0 red:r1; (2,0) U r0", "W", small=0),
        ("place 3,0",),
    ),
    Position(
        "does not lengthen the finished end of a rival's road",
        lambda: laid("(0,0) W r0; (1,0) U r0 blue:r1; (2,0) U r0; (3,0) U r0", "W", small=2),
        (),
        ("place 4,0",),
    ),
    Position(
        "closes its own city and takes it, with nobody there",
        lambda: laid(CITY.replace(" {who}:c1", ""), "E", small=3),
        (CLOSED, "deploy small c1"),
    ),
]

INNS = [
    Position("closes its own city", lambda: laid(MINE, "E", expansions="inns", small=2), (CLOSED,)),
    Position(
        "puts no cathedral into its own city with the last tiles",
        lambda: laid(f"{MINE}; (6,0) E r0 blue:c1; (6,-1) G r1", "EK", FEW, "inns", small=1),
        (),
        ("place 0,-3",),
    ),
    Position(
        "spoils the city of a rival with a cathedral at the end",
        lambda: laid(THEIRS, "EK", FEW, "inns", small=1),
        ("place 0,-3",),
    ),
    Position(
        "puts no inn on its own open road at the end",
        lambda: laid("(0,0) W r0; (1,0) U r0 red:r1; (2,0) U r0; (3,0) U r0; (8,0) U r0", "EB", "B B", "inns"),
        (),
        ("place 4,0",),
    ),
    Position(
        "puts an inn on the open road of a rival at the end",
        lambda: laid("(0,0) W r0; (1,0) U r0 blue:r1; (2,0) U r0; (3,0) U r0; (8,0) B r0", "EB", "B B", "inns"),
        ("place 4,0",),
    ),
    Position(
        "keeps the big follower off a road of one tile",
        lambda: laid("(0,0) B r0; (1,0) B r0", "V", expansions="inns", big=1),
        (),
        ("deploy big",),
    ),
]

TRADERS = [
    Position("closes its own city", lambda: laid(MINE, "E", expansions="traders", small=2), (CLOSED,)),
    Position(
        "sets its builder to work on a city that grows",
        lambda: laid("(0,0) E r0 red:c1; (0,-1) G r1", "F", TWICE, "traders", small=4, builder=1),
        ("deploy builder",),
    ),
    Position(
        "lengthens what its builder works on, for a second turn",
        lambda: laid("(0,0) W r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1", "U", TWICE, "traders", small=2),
        ("place 3,0",),
    ),
    Position(
        "puts its pig among farmers with finished cities at the end",
        lambda: laid("(0,0) E r0 red:f1; (0,-1) E r2; (3,0) E r0; (3,-1) E r2; (1,0) B r0; (2,0) B r0", "V", "", "traders", pig=1),
        ("deploy pig",),
    ),
]

DRAGON = [
    Position("closes its own city", lambda: laid(MINE, "E", expansions="dragon", small=2), (CLOSED,)),
    *(
        Position(
            f"leads the dragon onto a rival and not onto itself, {name}",
            lambda e=name: walking(f"{MINE}; {OTHER}; (1,0) B r0; (1,1) B r0", (1, 0), expansions=e, small=2),
            ("dragon 2,0",),
        )
        for name in ("dragon", FOUR)
    ),
    *(
        Position(
            f"leads the dragon onto nobody rather than onto itself, {name}",
            lambda e=name: walking(
                f"{MINE}; (1,0) B r0; (2,0) B r0; (2,1) B r0; (2,2) B r0; (2,3) B r0", (1, 0), expansions=e, small=2
            ),
            ("dragon 2,0",),
        )
        for name in ("dragon", FOUR)
    ),
    *(
        Position(
            f"leads the dragon to the knight of a large city, {name}",
            lambda e=name: walking(f"{THEIRS}; (1,0) B r0; (2,0) B r0 blue:m", (1, 0), expansions=e, small=2),
            ("dragon 0,0",),
        )
        for name in ("dragon", FOUR)
    ),
    Position(
        "puts the fairy beside its knight where the dragon is next",
        lambda: beside_the_dragon(MINE, (1, 0)),
        ("fairy 0,0 c1",),
    ),
    Position(
        "takes a cloister rather than move the fairy from figure to figure",
        lambda: laid("(0,0) B r0 red:m; (1,0) B r0 red:m", "B", MANY, "dragon", small=3).fairy(0, 0, "m"),
        ("deploy small m",),
        ("fairy",),
    ),
    Position(
        "lays a volcano away from its own figures",
        lambda: laid(
            f"{MINE}; (0,1) B r0; (0,2) B r0; (0,3) B r0; (0,4) B r0; (0,5) B r0; (0,6) B r0; (0,7) B r0",
            "dr01",
            f"{MANY} dr08 dr08 dr11",
            "dragon",
            small=1,
        ),
        (),
        ("place 1,0", "place -1,0", "place 1,1", "place -1,1", "place 1,-1", "place -1,-1"),
    ),
]

TOWER = [
    Position("closes its own city", lambda: laid(MINE, "E", expansions="tower", small=2), (CLOSED,)),
    Position(
        "captures the knight of a large city",
        lambda: laid(f"{THEIRS}; (1,0) tw01 r0", "B", MANY, "tower").stock(5, 5),
        ("raise 1,0",),
    ),
    Position(
        "does not raise a tower that reaches only its own knight",
        lambda: laid(f"{MINE}; (1,0) tw01 r0", "V", MANY, "tower", small=2).stock(5, 5),
        (),
        ("raise 1,0",),
    ),
]

ALL = [
    Position("closes its own city", lambda: laid(MINE, "E", expansions=FOUR, small=2), (CLOSED,)),
    Position("does not close the city of a rival", lambda: laid(THEIRS, "E", expansions=FOUR, small=2), (), (CLOSED,)),
    Position(
        "keeps its last figure off a road of one tile",
        lambda: laid("(0,0) B r0; (1,0) B r0", "V", TWICE, FOUR, small=1),
        (),
        ("deploy small r",),
    ),
    Position(
        "does not farm with its last figure early on",
        lambda: laid("(0,0) D r0", "V", TWICE, FOUR, small=1),
        (),
        ("deploy small f",),
    ),
    Position(
        "takes a cloister rather than move the fairy",
        lambda: laid("(0,0) B r0 red:m; (1,0) B r0 red:m", "B", MANY, FOUR, small=3).fairy(0, 0, "m"),
        ("deploy small m",),
        ("fairy",),
    ),
]


@pytest.mark.parametrize(
    "at",
    [
        *(
            pytest.param(position, id=f"{kind}: {position.name}")
            for kind, each in (
                ("base", BASE),
                ("inns", INNS),
                ("traders", TRADERS),
                ("dragon", DRAGON),
                ("tower", TOWER),
                ("all four", ALL),
            )
            for position in each
        )
    ],
)
def test_the_plain_turn_is_found(at: Position) -> None:
    played = turn(at.table())

    assert all(any(text.startswith(word) for text in played) for word in at.right), played
    assert not any(text.startswith(word) for text in played for word in at.wrong), played
