"""The words about points: the opening's, goods, big meeples, an abbot taken back, a forced capture, tolls."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from games.carcassonne.events import FIGURES, FeatureScored
from games.carcassonne.expansion import all_expansions
from games.carcassonne.score_explanations import ahead, scored
from games.core.game import CHANCE, ignore_event
from games.core.game_summary import points_by_part
from tests.contract.points import check_promises
from tests.rules.table import Table
from tests.text.played import GAME, NAMES, played
from text.carcassonne.highlights import decided, moments, totals
from text.carcassonne.score_explanations import why
from text.carcassonne.standings import ahead as forecast
from text.carcassonne.standings import result, sources
from text.translator import translator_for

EN, DE, NL = translator_for("en"), translator_for("de"), translator_for("nl")


def first_city_closed() -> tuple[Any, list[Any]]:
    """Return a game of two whose first tile closes the start tile's city with a knight: 4 points in turn 1."""
    state, events = GAME.opening(GAME.options({}), 2)
    for seat, text in ((CHANCE, "draw base/E"), (0, "place 0,-1 r2"), (0, "deploy small c1")):
        GAME.advance(state, seat, GAME.read(text), events.append)
    return state, events


def test_the_points_of_the_first_turn_belong_to_it() -> None:
    state, events = first_city_closed()
    GAME.conclude(state, events.append)
    view = GAME.view(state, None)

    assert points_by_part(GAME.ledger(events))[0] == (1, {0: 4}, 0)
    assert totals(events, view)[0] == (4, 0)
    (moment,) = moments(events, view, NAMES, EN)
    assert moment.text == "Turn 1: Anna +4, city finished, 2 tiles ×2 = 4"
    assert GAME.feats(state, events)["turn"] == (4, (0,))


def test_a_lead_of_the_first_turn_is_no_lead_taken_later() -> None:
    """Anna leads from turn 1 on, so nothing decided it."""
    state, events = first_city_closed()
    while state.left > 40:
        seat = GAME.to_act(state)[0]
        action = GAME.deal(state, random.Random(state.left).randrange) if seat == CHANCE else GAME.legal(state, seat)[0]
        GAME.advance(state, seat, action, events.append)
    GAME.conclude(state, events.append)

    assert GAME.scores(state) == (4, 0)
    assert decided(events, GAME.view(state, None), NAMES, EN) == ""


GOODS = {"expansions": "traders"}


def test_goods_count_in_what_would_be_scored_now() -> None:
    table = Table.laid("(0,0) D r0", **GOODS)
    table.state.memory["goods"] = ((3, 0, 0), (1, 2, 0))
    view = GAME.view(table.state, None)
    ended = GAME.clone(table.state)
    GAME.conclude(ended, ignore_event)

    assert GAME.scores(ended) == (10, 10)
    assert forecast(view, NAMES, EN).splitlines() == [
        "If the game ended now: Anna 10 · Ben 10",
        "most wine: Anna +10",
        "most grain: Ben +10",
    ]


def test_why_of_goods_counts_goods_and_no_meeples() -> None:
    table = Table.laid("(0,0) D r0", **GOODS)
    table.state.memory["goods"] = ((3, 0, 0), (1, 0, 0))
    (wine,) = ahead(GAME.view(table.state, None))

    told = why(wine, GAME.view(table.state, None), 1, NAMES, EN)

    assert told == [
        "**most wine**",
        "Anna +10 if the game ended now",
        "Wine: Anna 3, Ben 1. Anna has the most and gets all the points.",
        "Nothing for you: wine 1 against 3.",
    ]
    assert not any("eeple" in line for line in told)


def test_a_big_meeple_is_one_figure_that_counts_as_two() -> None:
    table = Table.laid("(0,0) U r0 red big:r1; (1,0) U r0 blue:r1", expansions="inns")
    (road,) = ahead(GAME.view(table.state, None))

    told = why(road, GAME.view(table.state, None), 1, NAMES, EN)

    assert "On it: big highwayman (Anna) M13, highwayman (Ben) N13" in told
    assert (
        "Meeples: Anna 1 big meeple, Ben 1 meeple. Anna has the most and gets all the points. A big meeple counts as two." in told
    )
    assert told[-1] == "Nothing for you: your 1 meeple against 1 big meeple."


def test_an_abbot_taken_back_is_told_with_its_abbot_and_by_how_its_place_was() -> None:
    ring = "; ".join(f"({x},{y}) B r0" for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
    for board, title in (
        (f"(0,0) B r0 red abbot:m; {ring}", "monastery finished"),
        ("(0,0) B r0 red abbot:m", "unfinished monastery"),
    ):
        table = Table.laid(board, expansions="abbot")
        heard: list[Any] = []
        table.state.rules.apply["retrieve"](table.state, 0, GAME.read("retrieve"), heard.append)
        (thing,) = scored(heard, GAME.view(table.state, None))

        told = why(thing, GAME.view(table.state, None), 0, NAMES, EN)

        assert told[0] == f"**{title} at M13**"
        assert told[1] == "The abbot was taken back."
        assert "On it: abbot (Anna) M13" in told


def test_a_forced_capture_is_promised_no_loss_of_points_that_it_does_not_bring() -> None:
    """Raising a tower first asks for the capture: what the turn scores after that is no loss for anybody."""
    asked = 0
    for seed in (1, 2):
        for position in played(seed, 3, expansions="tower", capture="forced").positions:
            raises = [action for action in position.legal if action.verb == "raise"]
            asked += len(raises)
            check_promises(GAME, position.state, position.seat, random.Random(seed), raises)
    assert asked > 50


def test_every_source_of_points_has_a_name_of_its_own() -> None:
    declared = {source for expansion in all_expansions() for source in expansion.sources.values()}
    assert declared == set(sources())


def test_a_toll_is_named_in_the_result() -> None:
    games = [played(seed, 3, map="benelux", towns="b") for seed in range(6)]
    game = next(game for game in games if any(row.source == "toll" for row in GAME.ledger(game.events).rows))

    lines = result(game.events, game.final, NAMES, EN)

    assert any("small cities −" in line for line in lines)
    assert not any("other" in line for line in lines)


def test_rows_of_a_turn_are_in_the_order_of_turns() -> None:
    rows = GAME.ledger(played(2).events).rows
    numbers = [row.turn for row in rows if row.turn is not None]
    assert all(earlier <= other for earlier, other in pairwise(numbers))
    assert all(row.entry.unit == FIGURES for row in rows if isinstance(row.entry, FeatureScored))


def test_every_figure_that_counted_is_told() -> None:
    """The votes of a scoring are those of its figures, a big one counting twice."""
    for event in played(3, 3, expansions="inns,traders").events:
        if isinstance(event, FeatureScored) and event.unit == FIGURES:
            votes: dict[int, int] = {}
            for figure in event.figures:
                strength = {"small": 1, "big": 2}.get(figure.piece, 0)
                votes[figure.seat] = votes.get(figure.seat, 0) + strength
            assert event.weights == tuple(sorted((seat, number) for seat, number in votes.items() if number)), event
