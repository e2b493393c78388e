"""Answers about positions: computed once, and never given for another position or another viewer."""

from __future__ import annotations

from typing import Any

from editions.registry import GAMES
from games.core.choice_values import value_choices
from service.match.known_positions import closing_choices, values_of, view_of


def begun(name: str) -> tuple[Any, Any]:
    """Return a game and its first position in which a seat is asked."""
    game = GAMES[name]
    state = game.start(game.options({}), 2)
    while game.to_act(state) == (-1,):
        game.advance(state, -1, game.odds(state)[0][0], lambda _: None)
    return game, state


def test_a_view_is_built_once_for_all_who_look_at_an_open_table_and_again_after_a_move() -> None:
    game, state = begun("carcassonne")

    first = view_of(game, state, None)

    assert view_of(game, state, 0) is view_of(game, state, 1) is first
    after = game.clone(state)
    game.advance(after, 0, game.legal(state, 0)[0], lambda _: None)
    assert view_of(game, after, None) == game.view(after, None) != first
    assert view_of(game, game.clone(state), None) == first


def test_a_hand_is_in_the_view_of_its_player_alone() -> None:
    game, state = begun("cardcassonne")
    assert game.has_secrets

    for viewer in (None, 0, 1):
        assert view_of(game, state, viewer) == game.view(state, viewer)
    assert view_of(game, state, 0) != view_of(game, state, 1)


def test_the_worth_of_choices_and_the_last_ones_are_what_the_rules_say() -> None:
    game, state = begun("carcassonne")
    laid = game.clone(state)
    game.advance(laid, 0, game.legal(state, 0)[0], lambda _: None)
    for position in (state, laid):
        legal = game.legal(position, 0)
        lines = tuple((action,) for action in legal)

        assert values_of(game, position, 0, lines) == value_choices(game, position, 0, lines, lambda _: 0)
        assert values_of(game, position, 0, lines[:1]) == values_of(game, position, 0, lines)[:1]
        assert closing_choices(game, position, 0) == (() if position is state else tuple(legal))
