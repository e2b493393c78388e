"""The words of a game: turns, explained scores, drafts, standings, results."""

from __future__ import annotations

import re

import pytest

from editions.registry import EDITIONS
from games.carcassonne import events as ev
from games.carcassonne.actions import act
from games.carcassonne.events import FeatureScored, ScoringLine, SeatPoints
from games.carcassonne.expansions.dragon.events import DragonMoved, FairyMoved
from games.carcassonne.expansions.tower.events import FigureCaptured, PrisonerRansomed, PrisonersExchanged, TowerRaised
from games.carcassonne.expansions.traders.events import GoodsTaken
from games.carcassonne.ledger import ledger
from games.carcassonne.score_explanations import field_ids
from games.carcassonne.view import BoardView, SeatView, TileView
from games.core.game import Event, Seat
from games.core.game_summary import points_by_part
from tests.everything import ALL as ALL_INSTALLED
from tests.text.played import GAME, NAMES, after, played, stepped
from text.translator import translator_for

WORDS_OF = EDITIONS[GAME.id].words
EN = translator_for("en")
ALL_SETS = {"expansions": ALL_INSTALLED}


def table(*points: int, tile: str = "base/L") -> BoardView:
    """Return a view with these points, the start tile at M13 and another tile, turned once, at N12."""
    tiles = (TileView(0, 0, "base/D", 0, 0, 0, None), TileView(1, 1, tile, 1, 1, 0, 0))
    seats = tuple(SeatView(seat, score, (("small", 7),), meeples=7) for seat, score in enumerate(points))
    return BoardView(tiles, (), seats, (), (), "", None, None, 1, 71, 30, (("base/C", 1),), over=False)


def told(happened: list[Event], view: BoardView) -> list[str]:
    return WORDS_OF.say.story(happened, view, NAMES, EN)


def road(seat: int, tiles: int, *, each: int = 1, tags: tuple[str, ...] = ()) -> FeatureScored:
    gain = SeatPoints(seat, tiles * each, (ScoringLine("tiles", tiles, each),), tags, (1, 1, "r1"))
    return FeatureScored("road", True, (gain,), ((seat, 1),), ((1, 1), (1, 2)))


def city(*shares: tuple[int, int]) -> FeatureScored:
    """5 tiles and a shield for everyone tied for most votes."""
    most = max(votes for _, votes in shares)
    lines = (ScoringLine("tiles", 5, 2), ScoringLine("shields", 1, 2))
    gains = tuple(SeatPoints(seat, 12, lines, (), None) for seat, votes in shares if votes == most)
    return FeatureScored("city", True, gains, shares, ((0, 0), (1, 1)))


def alone(points: int, what: str, number: int, each: int) -> SeatPoints:
    """Return what Anna gets, in one line."""
    return SeatPoints(0, points, (ScoringLine(what, number, each),), (), None)


FORK = "(city edge and junction of three roads)"
"""What `base/L` is called."""

TURN: list[Event] = [ev.TurnBegan(1, 37), ev.TileDrawn("base/L"), ev.TilePlaced(1, "base/L", 1, 1, 1)]


def test_a_road_closed_by_its_highwayman() -> None:
    happened: list[Event] = [
        *TURN,
        ev.FigurePlaced(1, "small", 1, 1, "r2", "highwayman"),
        road(1, 3),
        ev.FigureReturned(1, "small", 1, 1, "r2", "scored"),
    ]

    assert told(happened, table(34, 41)) == [f"Ben N12 90° {FORK}, highwayman (west) · road finished, 3 tiles, Ben +3 (41)"]
    assert WORDS_OF.say.log(happened, table(34, 41), NAMES, EN) == [
        f"T37 Ben N12 90° {FORK}, highwayman (west) · road finished, 3 tiles, Ben +3 (41) · back to Ben: meeple"
    ]


def test_a_tie_pays_both_in_full() -> None:
    assert told([*TURN, city((0, 1), (1, 1))], table(40, 53)) == [
        f"Ben N12 90° {FORK} · city finished, (5 tiles + 1 shield) ×2 = 12, tie Anna 1, Ben 1: both +12 (Anna 40, Ben 53)"
    ]


def test_three_tied_seats_are_paid_each() -> None:
    line = told([*TURN, city((0, 2), (1, 2), (2, 2))], table(12, 12, 12))[0]

    assert line.endswith("tie Anna 2, Ben 2, Chi 2: each +12 (Anna 12, Ben 12, Chi 12)")


def test_a_majority_says_against_whom() -> None:
    assert told([*TURN, city((0, 1), (1, 2))], table(0, 12))[0].endswith("majority Ben 2, Anna 1: Ben +12 (12)")


def test_different_worths_are_explained_one_by_one() -> None:
    gains = (
        SeatPoints(0, 12, (ScoringLine("cities", 3, 4),), ("pig",), None),
        SeatPoints(1, 9, (ScoringLine("cities", 3, 3),), (), None),
    )

    log = WORDS_OF.say.log([FeatureScored("meadow", False, gains, ((0, 1), (1, 1)), ((0, 0),), ev.AT_END)], table(12, 9), NAMES, EN)

    assert log == ["M13: field: Anna with pig, 3 finished cities ×4 = 12, +12 (12); Ben 3 finished cities ×3 = 9, +9 (9)"]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (road(0, 4, each=2, tags=("inn",)), "road finished, with inn, 4 tiles ×2 = 8, Anna +8 (20)"),
        (
            FeatureScored("cloister", True, (SeatPoints(0, 9, (ScoringLine("tiles", 9, 1),), (), None),), ((0, 1),), ()),
            "monastery finished, 9 tiles, Anna +9 (20)",
        ),
        (
            FeatureScored("fairy-bonus", True, (SeatPoints(0, 3, (ScoringLine("fairy", 1, 3),), (), None),), (), ((0, 0),)),
            "fairy bonus, Anna +3 (20)",
        ),
        (ev.PointsPaid(0, 1, "fairy-income"), "point for the fairy: Anna +1 (20)"),
        (ev.PointsPaid(0, -3, "ransom", 1), "Anna pays Ben 3 (20, 10)"),
        (PrisonerRansomed(0, 1, "big"), "ransom: big meeple → Anna (from Ben)"),
        (GoodsTaken(0, (("wine", 2), ("cloth", 1)), ()), "Anna takes goods: wine 2, cloth 1"),
        (DragonMoved(None, 1, 1), "the dragon comes to N12"),
        (DragonMoved(1, 1, 1), "dragon N12 (moved by Ben)"),
        (FairyMoved(0, 1, 1, "r1"), "fairy to N12"),
        (TowerRaised(0, 1, 1, 2), "tower at N12 raised to 2"),
        (FigureCaptured(0, 1, "small", 1, 1, "r1"), "captured by Anna: meeple (Ben), N12"),
        (PrisonersExchanged(0, "big", 1, "small"), "exchange: big meeple → Anna, meeple → Ben"),
        (ev.FigureReturned(1, "small", 1, 1, "r1", "dragon"), "eaten: meeple (Ben), N12"),
        (ev.FigureReturned(1, "small", 1, 1, "r1", "princess"), "sent back by the princess: meeple (Ben), N12"),
        (ev.FigureReturned(1, "pig", 1, 1, "f1", "orphan"), "left alone at N12, back to Ben: pig"),
        (ev.FigureReturned(0, "small", 1, 1, "r1", "tower"), "back to Anna: meeple from N12"),
    ],
)
def test_every_kind_of_news_has_its_sentence(event: Event, line: str) -> None:
    assert told([event], table(20, 10)) == [line]


def test_an_abbot_taken_back_is_told_in_its_turn_and_is_no_final_scoring() -> None:
    half, field = SeatPoints(1, 5, (ScoringLine("tiles", 5, 1),), (), None), alone(3, "cities", 1, 3)
    scored = FeatureScored("cloister", False, (half,), ((1, 1),), (), "retrieved")
    back: list[Event] = [scored, ev.FigureReturned(1, "abbot", 1, 1, "m", "retrieved")]
    end: list[Event] = [FeatureScored("meadow", False, (field,), ((0, 1),), (), ev.AT_END), ev.GameEnded((3, 5), (1,))]

    assert told([*TURN, *back, *end], table(3, 5)) == [
        f"Ben N12 90° {FORK} · unfinished monastery, 5 tiles, Ben +5 (5) · abbot (Ben) taken back from N12",
        "Final scoring: Anna +3 (3) · Ben +0 (5)",
        "The game is over: Ben 5 and Anna 3",
    ]
    assert [part.gains for part in points_by_part(ledger([*TURN, *back, *end]))] == [{1: 5}]


def test_steps_of_the_dragon_are_told_in_one_breath() -> None:
    steps: list[Event] = [DragonMoved(0, 1, 1), DragonMoved(1, 1, 2), ev.FigureReturned(1, "small", 1, 2, "c1", "dragon")]

    assert told(steps, table(0, 0)) == ["dragon N12 (moved by Anna), N11 (Ben) · eaten: meeple (Ben), N11"]


def test_a_tile_that_fits_nowhere_has_a_line_of_its_own() -> None:
    happened: list[Event] = [
        ev.TurnBegan(2, 52),
        ev.TileDiscarded("base/A"),
        ev.TileDrawn("base/L"),
        ev.TilePlaced(2, "base/L", 1, 1, 1),
    ]

    assert told(happened, table(0, 0, 0)) == [
        "fits nowhere, out of the game: monastery and road end; Chi draws again",
        f"Chi N12 90° {FORK}",
    ]


def test_a_second_part_is_told_as_one() -> None:
    assert told([ev.TurnBegan(1, 5, 2), ev.TilePlaced(1, "base/L", 1, 1, 1)], table(0, 0)) == [f"Ben, second tile N12 90° {FORK}"]


def test_a_tile_without_facings_names_none() -> None:
    assert told([ev.TilePlaced(0, "base/B", 1, 1, 0)], table(0, 0, tile="base/B")) == ["Anna N12 (monastery)"]


def test_names_do_nothing_wherever_they_are_told() -> None:
    line = WORDS_OF.say.story([*TURN, road(1, 3)], table(0, 3), ["@everyone", "**x** <@1>"], EN)[0]

    assert line == f"\\*\\*x\\*\\* \\<@\u200b1\\> N12 90° {FORK} · road finished, 3 tiles, \\*\\*x\\*\\* \\<@\u200b1\\> +3 (3)"


class Whispered(ev.ActionPassed):
    """Something that only seat 1 may know."""

    audience = (1,)


def test_what_others_may_not_see_is_not_told() -> None:
    secret = Whispered(0)

    assert told([secret], table(0, 0)) == []
    with pytest.raises(KeyError):
        WORDS_OF.say.story([secret], table(0, 0), NAMES, EN, viewer=Seat(1))


@pytest.mark.parametrize("options", [{}, ALL_SETS, {"edition": "first"}], ids=["base", "all sets", "first edition"])
def test_the_story_of_a_whole_game_ends_with_the_points_of_the_view(options: dict[str, str]) -> None:
    game = played(7, 4, **options)

    log = WORDS_OF.say.log(game.events, game.final, NAMES, EN)
    result = WORDS_OF.say.result(game.events, game.final, NAMES, EN)

    best = max(seat.score for seat in game.final.seats)
    assert log[-1].startswith("The game is over: ") and f" {best}" in log[-1]
    assert result[0].startswith("1 ")
    for seat in game.final.seats:
        line = next(line for line in result if f"{NAMES[seat.seat]} " in line)
        head, *parts = line.split(" · ")
        assert head.endswith(f" {seat.score}")
        assert sum(int(part.rsplit(" ", 1)[1].replace("−", "-")) for part in parts) == seat.score


def test_totals_in_a_story_add_up_to_the_view_at_any_time() -> None:
    for position in played(4).positions[::9]:
        lines = WORDS_OF.say.story(position.events, position.view, NAMES, EN)
        for seat in position.view.seats:
            gains = [part for line in lines for part in line.split(f"{NAMES[seat.seat]} +")[1:]]
            if gains:
                assert int(gains[-1].split("(")[1].split(")")[0].split(" ")[-1].rstrip(",")) <= seat.score


def test_a_draft_is_summed_up() -> None:
    happened: list[Event] = [
        ev.TilePlaced(0, "base/L", 1, 1, 1),
        ev.FigurePlaced(0, "small", 1, 1, "r2", "highwayman"),
        road(0, 3),
        ev.FigureReturned(0, "small", 1, 1, "r2", "scored"),
        ev.TurnBegan(1, 2),
    ]

    summary = WORDS_OF.say.summary([act("place"), act("deploy")], happened, table(3, 0), NAMES, EN)

    assert summary == "N12 90°, highwayman (west). Finishes the road: 3 tiles, Anna +3, the figure comes back."


def test_a_draft_tells_everything_that_it_brings_about() -> None:
    happened: list[Event] = [
        ev.TilePlaced(0, "base/L", 1, 1, 1),
        TowerRaised(0, 1, 1, 1),
        FigureCaptured(0, 1, "small", 1, 1, "r2"),
        city((0, 1), (1, 1)),
        GoodsTaken(0, (("wine", 1),), ()),
        ev.TurnBegan(1, 2),
        ev.PointsPaid(1, 1, "fairy-income"),
    ]

    summary = WORDS_OF.say.summary([act("place"), act("raise"), act("capture")], happened, table(12, 13), NAMES, EN)

    assert summary == (
        "N12 90°. Finishes the city: (5 tiles + 1 shield) ×2 = 12, meeples Anna 1, Ben 1, Anna +12, Ben +12. "
        "Tower at N12 raised to 1. Captured by Anna: meeple (Ben), N12. Anna takes goods: wine 1."
    )


def test_a_draft_that_ends_the_game_says_so() -> None:
    happened: list[Event] = [ev.TilePlaced(0, "base/L", 1, 1, 1), ev.ActionPassed(0), ev.GameEnded((3, 1), (0,))]

    summary = WORDS_OF.say.summary([act("place"), act("skip")], happened, table(3, 1), NAMES, EN)

    assert summary == "N12 90° without a meeple. This ends the game. The game is over: Anna 3 and Ben 1."


def test_a_draft_of_a_tile_alone_asks_for_a_figure() -> None:
    position = next(p for p in played(1).positions if p.view.decision == "place")
    action = position.legal[0]

    summary = WORDS_OF.say.summary(
        [action], after(position.state, position.seat, action), stepped(position, action).view, NAMES, EN
    )

    assert summary.startswith(position.view.squares.name(*action.square))
    assert summary.endswith("Now choose a meeple, or none.")


def test_standings_and_panel_name_everybody() -> None:
    view = played(1, 3, **ALL_SETS).final

    assert (
        WORDS_OF.say.standings(table(34, 41), NAMES, EN)
        == "🔴\N{NO-BREAK SPACE}Anna 34 (7 meeples) · 🔵\N{NO-BREAK SPACE}Ben 41 (7 meeples)"
    )
    assert len(WORDS_OF.say.panel(view, NAMES, EN).splitlines()) == 3
    assert "tower piece" in WORDS_OF.say.panel(view, NAMES, EN)


def test_the_projection_is_what_ending_the_game_would_pay() -> None:
    """Goods, fairy and all: the totals are the result of the same game, concluded there."""
    for position in (*played(2).positions[::8], *played(1, 3, **ALL_SETS).positions[::9]):
        ended = GAME.clone(position.state)
        GAME.conclude(ended, lambda _event: None)
        totals = dict(enumerate(GAME.scores(ended)))
        ahead = WORDS_OF.forecast.ahead(position.view, NAMES, EN)
        if totals != {seat.seat: seat.score for seat in position.view.seats}:
            assert ahead.splitlines()[0] == "If the game ended now: " + " · ".join(f"{NAMES[s]} {t}" for s, t in totals.items())
        else:
            assert ahead == "Nothing unfinished would score now."


def test_a_meadow_whose_cities_are_paid_elsewhere_says_so() -> None:
    """It has finished cities, so it must not read as if it had none."""
    paid = SeatPoints(0, 3, (ScoringLine("cities", 1, 3),), (), None)
    again = SeatPoints(0, 0, (), ("paid-elsewhere",), None)
    none = SeatPoints(0, 0, (), (), None)

    scored = [FeatureScored("meadow", False, (gain,), ((0, 1),), ((0, 0),), ev.AT_END) for gain in (paid, again, none)]
    lines = [WORDS_OF.say.log([event], table(3, 0), NAMES, EN)[0] for event in scored]

    assert "1 finished city" in lines[0]
    assert "this player already scores its finished cities through another field" in lines[1]
    assert "no finished city" in lines[2]
    assert "no finished city" not in lines[1]


def test_the_help_says_what_maps_change() -> None:
    """Big cities, ferries and border fields, shields on roads, and who the small cities pay."""
    on_maps, roads = WORDS_OF.explain.help("maps", EN), WORDS_OF.explain.help("roads", EN)

    for word in ("Big city: ", "Ferry: ", "Border: ", "9 meeples", "scores 2 extra points"):
        assert word in on_maps
    assert "shields count on roads too" in roads
    assert WORDS_OF.explain.option("meeples", EN)[1].endswith("usually 7; on a map 9, or what the map says.")
    assert "finishes" not in WORDS_OF.explain.value("towns", "c", EN)


@pytest.mark.parametrize("seed", [1, 4])
def test_the_log_calls_meadows_what_the_view_of_meadows_calls_them(seed: int) -> None:
    """In final scoring, and where each farmer was put; not before the end, for some terms keep that view back."""
    game = played(seed)
    names = [name for name, _ in field_ids(game.final)]
    log = WORDS_OF.say.log(game.events, game.final, NAMES, EN)
    midway = game.positions[-1]

    assert any(name[-1] in "ab" for name in names), "two that began on one square"
    assert sorted(line.split(":")[0] for line in log if ": field, " in line) == sorted(names)
    assert {name for line in log for name in re.findall(r"farmer.* \(field (\w+)\)", line)} == set(names)
    assert "(field " not in "".join(WORDS_OF.say.log(midway.events, midway.view, NAMES, EN))
