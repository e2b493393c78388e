"""The words about a player's own move: addressed to them, sums with their parts, refusals that name the clash."""

from __future__ import annotations

import random

import pytest

from editions.registry import EDITIONS
from games.cardcassonne.view import claimed
from games.core.game import CHANCE, Event
from tests.text.cardcassonne.card_positions import NAMES, of_kind, played
from text.protocol import Misread
from text.translator import translator_for

EN = translator_for("en")
TILES, CARDS = EDITIONS["carcassonne"], EDITIONS["cardcassonne"]


def random_game(seed: int, **options: str) -> tuple[list[Event], list[object]]:
    """Return all events of a random game of two, and the view after every action."""
    game, chance = TILES.game, random.Random(seed)
    state, events, views = game.start(game.options(options), 2), list[Event](), []
    while seats_to_act := game.to_act(state):
        if seats_to_act[0] == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            action = chance.choice(game.legal(state, seats_to_act[0]))
        game.advance(state, seats_to_act[0], action, events.append)
        views.append(game.view(state, None))
    return events, views


def test_the_log_begins_with_the_first_tile() -> None:
    events, views = random_game(1)

    lines = TILES.words.say.log(events, views[-1], ["Anna", "Ben"], EN)

    placed = [line for line in lines if line.startswith("T")]
    assert [line.split()[0] for line in placed[:3]] == ["T1", "T2", "T3"]
    assert placed[0].startswith("T1 Anna ")


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 4))])
def test_the_total_of_turns_never_drifts(seed: int) -> None:
    """Tiles that fit nowhere, that wait aside for the dragon, that are in hand: all are counted from the start."""
    _, views = random_game(seed, expansions="dragon,traders")
    _, on_map = random_game(seed, map="tutorial")

    assert len({view.turns for view in views}) == 1  # type: ignore[attr-defined]  # a view of the tile game
    assert len({view.turns for view in on_map if view.turn}) == 1  # type: ignore[attr-defined]  # as above


def test_who_is_asked_is_spoken_to() -> None:
    game = TILES.game
    state = game.start(game.options({}), 2)
    game.advance(state, CHANCE, game.read("draw base/V"), lambda _event: None)
    view = game.view(state, None)
    say = TILES.words.say

    assert say.ask(view, ["Anna", "Ben"], EN).startswith("Anna is placing a tile: ")
    assert say.ask(view, ["Anna", "Ben"], EN, viewer=1).startswith("Anna is placing a tile: ")
    assert say.ask(view, ["Anna", "Ben"], EN, viewer=0).startswith("Place your tile: ")


def test_a_facing_where_nothing_fits_names_the_clashing_edge() -> None:
    """A cloister in fields alone cannot lie beside the city of the start tile."""
    game = TILES.game
    state = game.start(game.options({}), 2)
    game.advance(state, CHANCE, game.read("draw base/B"), lambda _event: None)
    view, legal = game.view(state, None), game.legal(state, game.to_act(state)[0])
    city = next((x, y) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)) if not any(action.square == (x, y) for action in legal))

    with pytest.raises(Misread) as refused:
        TILES.words.read.typed(f"{view.squares.name(*city)} 90", view, legal, EN)

    refusal = TILES.words.read.refusal(refused.value.code, refused.value.params, view, EN)
    assert "however you rotate it. At 90°: field against city (M13, south)" in refusal


def test_a_card_typed_while_something_else_is_asked_is_told_what_comes_first() -> None:
    """It is neither taken for an answer nor called no card."""
    position = of_kind("wrong")
    other = next(card for card in ("yP1", "rP2") if card != position.view.card)

    with pytest.raises(Misread) as refused:
        CARDS.words.read.typed(f"{other} red", position.view, position.legal, EN)

    refusal = CARDS.words.read.refusal(refused.value.code, refused.value.params, position.view, EN)
    assert refusal.startswith("Before you play another card") and "or keep it" in refusal and "Possible: 10, keep" in refusal


def test_settling_shows_the_parts_of_the_sum() -> None:
    """In the question, and in the summary of the draft that answers it."""
    position = of_kind("wrong")
    haul = position.view.seat(position.seat).haul
    assert haul is not None
    points = sum(line.number * line.each for line in haul.lines)

    sampled = CARDS.words.say.ask(position.view, NAMES, EN, viewer=position.seat)

    assert sampled.startswith("Choose: 10 points for this card") and f"This round so far: {points} (" in sampled


def test_a_claim_shows_what_it_would_be_worth_now() -> None:
    """The points that the round pays for these cards, where all of them lie open and none is laid wrongly."""
    compared = 0
    for seed in range(6):
        for position in played(seed).positions:
            for action in position.legal:
                if action.verb != "claim":
                    continue
                points = sum(line.number * line.each for line in claimed(position.view, position.seat, action.row))
                texts = CARDS.words.say.choice(action, position.view, NAMES, EN)
                row = position.view.row(action.row)
                if len(row.cards) > (row.claims[-1].end if row.claims else 0):
                    assert texts.detail.startswith(f"{points} now (")
                    compared += 1
    assert compared > 20
