"""Plans for a turn to come: the position in which they are made, and every reason for which they lapse."""

from __future__ import annotations

import pytest

from games.carcassonne.actions import Action
from games.core.game import CHANCE, Seat
from tests.rules.table import Table
from tests.rules.test_in_hand import GAME, table_with_hands

BLUE = Seat(1)


def plan(*texts: str) -> list[Action]:
    return [GAME.read(text) for text in texts]


def lapse(table: Table, planned: list[Action], *turn: str, drawn: str = "U") -> str:
    """Why blue's plan lapses once red has played this turn and drawn."""
    then = GAME.ahead(table.state, BLUE)
    assert then is not None
    table.do(*turn)
    if GAME.to_act(table.state) == (CHANCE,):
        table.draw(drawn)
    return GAME.lapse(then, table.state, BLUE, planned)


def test_it_is_planned_as_if_the_turn_began_now() -> None:
    """Whatever stage the turn of the other is at; their tile is not on the board."""
    table = table_with_hands("U V", "U U")
    for texts in ((), ("place 1,0 r0",)):
        table.do(*texts)
        ahead = GAME.ahead(table.state, BLUE)
        assert ahead is not None and tuple(GAME.to_act(ahead)) == (BLUE,)
        assert GAME.view(ahead, BLUE).hand == "base/V"
    assert GAME.ahead(table_with_hands("U -", "U").state, BLUE) is None, "without a tile there is nothing to plan"
    assert GAME.ahead(table_with_hands("U C", "U", board="(0,0) U r0").state, BLUE) is None, "it fits nowhere now"


def test_what_it_is_about_may_stay_as_it_is() -> None:
    table = table_with_hands("U V", "U U", board="(0,0) D r0; (1,0) U r0; (-1,0) U r0")

    assert lapse(table, plan("place 0,1 r0", "skip"), "place 2,0 r0", "skip") == ""


@pytest.mark.parametrize(
    ("planned", "turn", "why"),
    [
        (("place 2,0 r1", "skip"), ("place 2,0 r0", "skip"), "blocked"),
        (("place 2,0 r1", "skip"), ("place 2,-1 r1", "skip"), "square"),
        (("place -2,0 r2", "skip"), ("place 2,0 r0", "deploy small r1"), "feature"),
    ],
)
def test_it_lapses_where_something_about_it_has_changed(planned: tuple[str, ...], turn: tuple[str, ...], why: str) -> None:
    """Its square, one beside it, or a road or city that it would join."""
    table = table_with_hands("U V", "U U", board="(0,0) D r0; (1,0) U r0; (-1,0) U r0; (1,-1) B r0")

    assert lapse(table, plan(*planned), *turn) == why


def test_it_lapses_where_the_own_figures_have_changed() -> None:
    """Blue's meeple comes home because red completes the city."""
    table = table_with_hands("E V", "U U", board="(0,0) D r0 blue:c1; (1,0) U r0; (-1,0) U r0")

    assert lapse(table, plan("place -2,0 r2", "skip"), "place 0,-1 r2", "skip") == "supply"


def test_it_lapses_with_another_tile() -> None:
    table = table_with_hands("U V", "U U")
    then = GAME.ahead(table.state, BLUE)
    assert then is not None

    assert GAME.lapse(then, table.state, BLUE, plan("place 1,0 r1")) == "tile", "it is not even blue's turn"
    then.hand = then.rules.kind_of["base/U"]
    table.do("place 1,0 r0", "skip").draw("U")
    assert GAME.lapse(then, table.state, BLUE, plan("place 2,0 r0")) == "tile"
