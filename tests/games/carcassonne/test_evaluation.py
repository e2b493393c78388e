"""The evaluation of positions: laws that hold for any weights, and each expansion's measures the right way round."""

from __future__ import annotations

import random

import pytest

from games.carcassonne.completion_odds import COMPLETABLE, CompletionOdds, odds_at
from games.carcassonne.evaluation import Evaluator, evaluator_for
from games.carcassonne.expansions.dragon.fairy import FAIRY
from games.carcassonne.expansions.tower.prison import hold
from games.carcassonne.expansions.traders.goods import STORE
from games.carcassonne.features import find, lay, segment_at
from games.carcassonne.game import Carcassonne
from games.carcassonne.geometry import cell_at
from games.carcassonne.ownership import stake
from games.carcassonne.scoring import appraise, lift
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.weights import Weights, as_file_entry, learned_sets, nearest, read
from games.core.game import CHANCE, ignore_event
from tests.everything import ALL as ALL_INSTALLED
from tests.rules.table import Table

GAME = Carcassonne()
OPEN_CITY = "(0,0) D r0 red:c1"


def of(state: State) -> Evaluator:
    """Return the evaluator of this state's game."""
    return evaluator_for(state.rules, state.seats, None)


def measured(table: Table, name: str) -> list[float]:
    """Return one measure by seat."""
    evaluator = of(table.state)
    place = evaluator.names.index(name)
    return [row[place] for row in evaluator.measured(table.state)]


def seen(state: State) -> CompletionOdds:
    """Return the odds with the learned weights."""
    return odds_at(state, of(state).chances)


OTHERS: tuple[tuple[int, dict[str, str]], ...] = (
    (4, {}),
    (2, {"edition": "first"}),
    (3, {"edition": "winter"}),
    (2, {"expansions": "river,abbot"}),
    (2, {"in_hand": "on"}),
    (2, {"map": "benelux", "towns": "a,b,c", "expansions": "abbot"}),
    (4, {"expansions": ALL_INSTALLED}),
)


MAIN: tuple[tuple[int, dict[str, str]], ...] = ((2, {}), (2, {"expansions": ALL_INSTALLED}), (2, {"map": "benelux"}))


@pytest.mark.parametrize(
    ("seats", "given", "steps"),
    [
        *[pytest.param(*main, 70) for main in MAIN],
        *[pytest.param(*other, 160, marks=pytest.mark.soak) for other in (*MAIN, *OTHERS)],
    ],
)
def test_what_is_found_by_difference_is_what_is_found_from_scratch(seats: int, given: dict[str, str], steps: int) -> None:
    """A search keeps what a further tile does not touch, and every position is worth the same as if it were met first.

    So is every position to which the asked seat could go on from it.
    """
    chance = random.Random(8)
    state = GAME.start(GAME.options(given), seats)
    for number in range(steps):
        if not (seats_to_act := GAME.to_act(state)):
            break
        GAME.estimate(state)
        followed = GAME.legal(state, seats_to_act[0])[number % 5 :: 5] if number % 4 == 0 else ()
        for action in followed:
            after = state.clone()
            GAME.advance(after, seats_to_act[0], action, ignore_event)
            assert GAME.estimate(after) == pytest.approx(GAME.estimate(GAME.load(GAME.dump(after))))
        action = (
            GAME.deal(state, chance.randrange) if seats_to_act[0] == CHANCE else chance.choice(GAME.legal(state, seats_to_act[0]))
        )
        GAME.advance(state, seats_to_act[0], action, ignore_event)
        assert GAME.estimate(state) == pytest.approx(GAME.estimate(GAME.load(GAME.dump(state))))


@pytest.mark.parametrize("given", [{"expansions": ALL_INSTALLED}, {"map": "benelux", "towns": "c"}])
def test_what_a_feature_promises_is_what_its_rules_pay(given: dict[str, str]) -> None:
    """Points are kept by the number of tiles and the counted marks where nothing else counts (`Expansion.positional`)."""
    chance = random.Random(5)
    state = GAME.start(GAME.options(given), 2)
    while seats_to_act := GAME.to_act(state):
        action = (
            GAME.deal(state, chance.randrange) if seats_to_act[0] == CHANCE else chance.choice(GAME.legal(state, seats_to_act[0]))
        )
        GAME.advance(state, seats_to_act[0], action, ignore_event)
        if state.decision == "deploy" and state.asked:
            layout, base, _ = state.board[state.here]
            for place, segment in enumerate(layout.segments):
                if segment.kind.shape in COMPLETABLE and segment.kind.role:
                    root = find(state.parent, base + place)
                    promise = seen(state).promise(state, root, segment.kind)
                    assert promise.complete == appraise(state, root, segment.kind, 0, complete=True).points
                    if state.open[root]:
                        assert promise.unfinished == appraise(state, root, segment.kind, 0, complete=False).points


def test_a_cloister_that_the_last_tile_surrounds_is_complete() -> None:
    """Although no empty square that it needed is beside that tile."""
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) not in ((0, 0), (0, -1))]
    state = Table.laid("(0,0) B r0 red:m; " + "; ".join(f"({x},{y}) B r0" for x, y in around)).state
    cloister = segment_at(state, 0, "m")
    before = seen(state).promise(state, cloister, SegmentKind.CLOISTER)

    after = state.clone()
    lay(after, cell_at(0, -1), after.rules.layouts[after.rules.kind_of["base/B"]][0], 0)

    promise = seen(after).promise(after, cloister, SegmentKind.CLOISTER)
    assert (before.chance < 1, promise.chance, promise.complete) == (True, 1, 9)


def test_a_feature_that_nothing_can_close_is_never_completed() -> None:
    """No tile that would fit is left: a dead hole."""
    table = Table.laid(OPEN_CITY)
    root = segment_at(table.state, 0, "c1")
    alive = seen(table.state).chance(table.state, root, SegmentKind.CITY)

    for kind, fit in enumerate(table.state.rules.fits):
        if fit[table.state.frontier[cell_at(0, -1)]]:
            table.state.bag[kind] = 0
    table.state.left = sum(table.state.bag)

    assert 0 < alive < 1
    assert seen(table.state).chance(table.state, root, SegmentKind.CITY) == 0


def test_fewer_tiles_that_fit_are_a_smaller_chance() -> None:
    """So are two holes beside one."""
    many, few = Table.laid(OPEN_CITY).state, Table.laid(OPEN_CITY).state
    for kind, fit in enumerate(few.rules.fits):
        if fit[few.frontier[cell_at(0, -1)]]:
            few.bag[kind] = min(few.bag[kind], 1)
    few.left = many.left

    root = segment_at(many, 0, "c1")
    assert seen(few).chance(few, root, SegmentKind.CITY) < seen(many).chance(many, root, SegmentKind.CITY)
    assert seen(many).holes(many, root)[0] == 1


def test_a_feature_is_worth_something_to_those_who_lead_it_alone() -> None:
    """Equals share it in full, anyone who has fewer figures gets nothing."""
    shared = Table.laid("(0,0) D r0 red:c1 blue:r1")

    city, road = measured(shared, "city completed"), measured(shared, "road completed")

    assert city[0] > 0 == city[1]
    assert road[1] > 0 == road[0]


def test_a_finished_city_at_a_meadow_is_worth_more_to_its_farmer_than_an_open_one() -> None:
    """3 points are sure, or hoped for."""
    opened, closed = Table.laid("(0,0) D r0 red:f1"), Table.laid("(0,0) D r0 red:f1; (0,-1) E r2")

    assert measured(opened, "meadow")[0] == 0 < measured(opened, "meadow hopes")[0] < 3
    assert (measured(closed, "meadow")[0], measured(closed, "meadow hopes")[0]) == (3, 0)


def test_figures_at_hand_lose_their_worth_with_the_turns() -> None:
    """A figure that can earn nothing any more is worth nothing."""
    table = Table.laid("(0,0) D r0 red:c1")
    early = of(table.state).measured(table.state)
    table.state.bag = [0] * len(table.state.bag)
    table.state.left = 0
    late = of(table.state).measured(table.state)
    hand = [place for place, name in enumerate(of(table.state).names) if "figure" in name or name.startswith("back")]

    assert sum(early[1][place] for place in hand) > 0
    assert all(late[seat][place] == 0 for seat in (0, 1) for place in hand)


def test_expansions_measure_what_they_promise() -> None:
    """The big follower, goods, builder and pig, the fairy, prisoners: each to the seat that has it."""
    every = {"expansions": ALL_INSTALLED}
    table = Table.laid("(0,0) D r0 red:c1 red big:r1 red pig:f1", **every)
    state = table.state
    state.memory[STORE] = ((2, 0, 0), (1, 0, 0))
    state.memory[FAIRY] = (0, segment_at(state, 0, "c1"))
    hold(state, 1, 0, 0)

    at = {name: measured(table, name) for name in of(state).names}

    assert at["goods"] == [2, 1]
    assert at["goods majorities"][0] > 0 == at["goods majorities"][1]
    assert at["fairy income"][0] > 0 == at["fairy income"][1]
    assert at["fairy bonus"][0] == pytest.approx(3 * seen(state).chance(state, segment_at(state, 0, "c1"), SegmentKind.CITY))
    assert at["prisoners"][1] > 0 == at["prisoners"][0]
    assert at["pig hopes"][0] == pytest.approx(seen(state).chance(state, segment_at(state, 0, "c1"), SegmentKind.CITY))
    assert at["pig at hand"][1] > 0 == at["pig at hand"][0]
    assert at["big follower"][1] > 0 == at["big follower"][0]


def test_the_nearest_weights_are_those_of_most_of_the_same_expansions() -> None:
    """Expansions before seats; what the nearest game did not have comes from the next; what was written reads the same."""
    some = {name: Weights(frozenset(of_), seats, {"road": [1.0]}, {name: 1.0}) for name, of_, seats in NEAR}
    known = tuple(some.values())

    assert list(nearest({"base"}, 4, known).worth) == ["inns 2", "plain 2", "plain 4"]
    assert nearest({"base", "inns", "traders"}, 4, known).expansions == {"base", "inns"}
    assert nearest({"base", "winter"}, 2, known).seats == 2
    alike = (some["inns 2"], Weights(frozenset({"base"}), 2, {"road": [2.0]}, {"inns 2": 5.0}))
    assert nearest({"base"}, 2, alike).worth == {"inns 2": 5.0}
    assert nearest({"base"}, 2, alike).chances == {"road": [2.0]}
    assert as_file_entry(read(as_file_entry(learned_sets()[0]))) == as_file_entry(learned_sets()[0])


NEAR = (("plain 2", ("base",), 2), ("plain 4", ("base",), 4), ("inns 2", ("base", "inns"), 2))


def test_cities_that_one_tile_would_join_are_hoped_for_by_both() -> None:
    """Equals would own the whole; once no tile can join them nobody wins anything."""
    table = Table.laid("(0,0) E r1 red:c1; (2,0) E r3 blue:c1")
    apart = Table.laid("(0,0) E r1 red:c1; (3,0) E r3 blue:c1")

    ((first, _, _, chance),), (ours, theirs) = seen(table.state).joins, measured(table, "joining")
    expected = seen(table.state).promise(table.state, first, SegmentKind.CITY).expected

    assert 0 < chance < 1
    assert ours == theirs == pytest.approx(chance * expected)
    assert measured(apart, "joining") == [0, 0]
    for kind, layouts in enumerate(table.state.rules.layouts):
        if any(segment.kind is SegmentKind.CITY and len(segment.ports) > 1 for segment in layouts[0].segments):
            table.state.bag[kind] = 0
    table.state.left = sum(table.state.bag)
    assert measured(table, "joining") == [0, 0]


def test_who_has_more_figures_would_win_what_is_joined() -> None:
    """Two followers against one: what they would win the other would lose."""
    table = Table.laid("(0,0) E r1 red big:c1; (2,0) E r3 blue:c1", expansions="inns")

    ours, theirs = measured(table, "joining")

    assert ours == -theirs > 0


def test_meadows_that_one_tile_would_join_are_hoped_for_by_both() -> None:
    """Equals would own the cities of both; out of reach of one another nobody wins anything."""
    table = Table.laid("(0,0) E r3 red:f1; (2,0) E r1 blue:f1")
    apart = Table.laid("(0,0) E r3 red:f1; (3,0) E r1 blue:f1")

    ((_, other, _, chance),) = [join for join in seen(table.state).joins if SegmentKind.FIELD in join]
    _, hoped, _ = seen(table.state).pasture(table.state, other)

    assert 0 < chance < 1
    assert measured(table, "meadow joining") == pytest.approx([chance * 3 * hoped] * 2)
    assert measured(apart, "meadow joining") == [0, 0]


def test_a_second_farmer_beside_a_meadow_would_take_it() -> None:
    """Red has two to one once all is joined: what they win blue loses."""
    table = Table.laid("(0,0) E r3 red big:f1; (2,0) E r1 blue:f1", expansions="inns")

    ours, theirs = measured(table, "meadow joining")

    assert ours == -theirs > 0


def test_a_city_at_both_meadows_counts_once_when_they_are_one() -> None:
    """A road parts the meadows of one city: to join them wins nothing but the end of the rival's share."""
    table = Table.laid("(0,0) S r0 red:f1 blue:f2")
    state = table.state
    first, other = (segment_at(state, 0, part) for part in ("f1", "f2"))

    assert seen(state).both(state, first, other) == seen(state).pasture(state, first)
    assert any(kind is SegmentKind.FIELD and {here, there} == {first, other} for here, there, kind, _ in seen(state).joins)
    assert measured(table, "meadow joining") == [0, 0]


def test_princesses_threaten_owners_of_open_cities_and_portals_invite_those_with_followers() -> None:
    """As long as there are such tiles in the bag."""
    table = Table.laid("(0,0) D r0 red:c1", expansions="dragon")
    assert measured(table, "princess danger")[0] < 0 == measured(table, "princess danger")[1]
    assert measured(table, "portal")[0] > 0

    rules, state = table.state.rules, table.state
    for kind, tile in enumerate(rules.tiles):
        if "princess" in tile.marks:
            state.bag[kind] = 0
    state.left = sum(state.bag)
    for piece in rules.followers:
        state.supply[piece] = 0
    assert measured(table, "princess danger") == [0, 0]
    assert measured(table, "portal")[0] == 0 < measured(table, "portal")[1]


def test_dangers_weigh_what_a_figure_alone_owns() -> None:
    """A dragon beside it or a tower piece in reach; nothing is lost where another of the same seat stands."""
    alone = Table.laid("(0,0) D r0 red:c1", expansions="dragon,tower").state
    both = Table.laid("(0,0) E r1 red:c1; (1,0) E r3 red:c1", expansions="dragon,tower").state

    assert stake(alone, seen(alone), segment_at(alone, 0, "c1")) > 0
    assert stake(both, seen(both), segment_at(both, 0, "c1")) == 0


def test_who_is_left_of_two_owns_alone_what_both_did() -> None:
    """Though the tiles are the same, of which everything else is kept."""
    state = Table.laid("(0,0) E r1 red:c1; (1,0) E r3 red:c1", expansions="dragon,tower").state
    GAME.estimate(state)
    left, eaten = segment_at(state, 0, "c1"), segment_at(state, cell_at(1, 0), "c1")
    together = stake(state, seen(state), left)

    lift(state, eaten)

    assert together == 0 < stake(state, seen(state), left)
    estimate, state.completion_odds = GAME.estimate(state), None
    assert estimate == GAME.estimate(state)
