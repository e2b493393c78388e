"""The course of a game, from the points of its parts."""

from __future__ import annotations

from games.carcassonne.ledger import game_achievements as records_of
from games.carcassonne.ledger import ledger
from games.carcassonne.score_explanations import scored
from games.core import game_summary
from games.core.game_summary import Achievement, DecisivePoint, GamePart
from tests.text.played import NAMES, played
from text.carcassonne.highlights import moments, totals
from text.carcassonne.score_lines import explained
from text.translator import translator_for

EN = translator_for("en")

PARTS = (
    GamePart(1, {0: 4}, 0),
    GamePart(2, {1: 6, 0: 9}, 1),
    GamePart(3, {}, 0),
    GamePart(4, {1: 8}, 1),
    GamePart(5, {0: 1}, 0),
)


def test_points_after_each_part_are_added_up() -> None:
    assert game_summary.running_scores(PARTS, 2) == [(4, 0), (13, 6), (13, 6), (13, 14), (14, 14)]


def test_a_game_is_decided_where_the_winner_takes_the_lead_for_good_or_by_what_is_counted_at_the_end() -> None:
    assert game_summary.decisive_point(PARTS[:4], (20, 25)) == DecisivePoint(1, 4, 8, 0)
    assert game_summary.decisive_point(PARTS[:4], (30, 25)) == DecisivePoint(0, None, 17, 1)
    assert game_summary.decisive_point(PARTS, (30, 25)) == DecisivePoint(0, None, 16, 0), "they were level before the end"
    assert game_summary.decisive_point(PARTS[:3], (30, 25)) is None, "ahead from the first part: no moment decided it"
    assert game_summary.decisive_point(PARTS, (30, 30)) is None
    assert game_summary.decisive_point((), (0, 3)) is None


def test_a_comeback_is_the_worst_moment_of_the_only_winner() -> None:
    assert game_summary.comeback(PARTS, (20, 25)) == Achievement(7, (1,)), "6 against 13 after the second part"
    assert game_summary.comeback(PARTS, (30, 25)) == Achievement(1, (0,)), "13 against 14 after the fourth part"
    assert game_summary.comeback(PARTS, (25, 25)) is None
    assert game_summary.comeback(PARTS[:3], (30, 25)) is None, "never behind"


def test_the_best_of_several_names_everybody_who_has_as_much() -> None:
    assert game_summary.best_achievement([(1, 4), (0, 9), (2, 9), (0, 3)]) == Achievement(9, (0, 2))
    assert game_summary.best_achievement([(1, 0)]) is None
    assert game_summary.most_in_one_part(PARTS) == Achievement(9, (0,))


def test_what_a_game_of_tiles_may_set_as_records_is_what_its_scorings_say() -> None:
    game = played(7, 3)
    scores = [seat.score for seat in game.final.seats]

    records = records_of(game.events, scores, is_big=False)

    for name, kind in (("city", "city"), ("field", "meadow")):
        points = [gain.points for thing in scored(game.events, game.final) if thing.kind == kind for gain in thing.gains]
        assert (records[name].value if name in records else 0) == max(points, default=0)
    roads = [len(thing.squares) for thing in scored(game.events, game.final) if thing.kind == "road" and thing.gains]
    assert records["road"].value == max(roads)
    assert records["turn"] == game_summary.most_in_one_part(game_summary.points_by_part(ledger(game.events)))
    assert "big-box" not in records
    assert records_of(game.events, scores, is_big=True)["big-box"].value == max(scores)


def test_turns_add_up_to_the_points_before_the_final_scoring() -> None:
    game = played(7, 3)
    parts = game_summary.points_by_part(ledger(game.events))
    assert len(parts) == game.final.turn
    before_the_end = game_summary.running_scores(parts, 3)[-1]
    assert all(before <= seat.score for before, seat in zip(before_the_end, game.final.seats, strict=True))
    assert any(before_the_end)
    assert totals(game.events, game.final)[-1] == tuple(seat.score for seat in game.final.seats)


def test_moments_say_how_their_points_came_about_and_carry_what_is_shown_of_them() -> None:
    game = played(7, 3)

    counted_lines = moments(game.events, game.final, NAMES, EN)

    assert 1 <= len(counted_lines) <= 3
    for line in counted_lines:
        best = max(gain.points for gain in line.thing.gains)
        assert line.text.startswith(("Turn ", "At the end: ")) and f"+{best}, " in line.text
        assert line.thing in scored(game.events, game.final)
        assert ", ".join(explained(max(line.thing.gains, key=lambda gain: gain.points), line.thing.kind, EN)) in line.text
