"""How a game went, from the points of its parts."""

from __future__ import annotations

from tests.text.played import NAMES, played
from text.carcassonne.highlights import highlights, turns
from text.language import words
from text.review import course
from text.review.course import Best, Closest, Part

EN = words("en")

PARTS = (
    Part(1, {0: 4}, 0),
    Part(2, {1: 6, 0: 9}, 1),
    Part(3, {}, 0),
    Part(4, {1: 8}, 1),
    Part(5, {0: 1}, 0),
)


def test_the_best_turn_is_one_of_the_players_own() -> None:
    """What others' tiles bring somebody is luck."""
    assert course.best(PARTS) == Best(4, 1, 8)
    assert course.best([Part(1, {0: 3, 1: 5})]) == Best(1, 1, 5), "a round belongs to all"
    assert course.best([Part(1, {}, 0)]) is None


def test_the_closest_moment_is_the_latest_of_the_nearest() -> None:
    assert course.after_each(PARTS, 2) == [(4, 0), (13, 6), (13, 6), (13, 14), (14, 14)]
    assert course.closest(PARTS, 2) == Closest(5, (0, 1), (14, 14))
    assert course.closest(PARTS[:4], 2) == Closest(4, (1, 0), (14, 13))
    assert course.closest([Part(1, {0: 3}, 0)], 1) is None
    assert course.closest([Part(1, {}, 0)], 2) is None


def test_the_lead_changes_when_somebody_else_is_alone_in_front() -> None:
    assert course.lead_changes(PARTS, 2) == 1
    assert course.lead_changes(PARTS[:3], 2) == 0


def test_turns_add_up_to_the_points_before_the_final_scoring() -> None:
    """And the highlights name things that really happened."""
    game = played(7, 3)
    parts = turns(game.events)
    assert len(parts) == game.final.turn
    before_the_end = course.after_each(parts, 3)[-1]
    assert all(before <= seat.score for before, seat in zip(before_the_end, game.final.seats, strict=True))
    assert any(before_the_end)
    told = highlights(game.events, game.final, NAMES, EN)
    assert any(line.startswith("Best turn: ") for line in told)
    assert any(line.startswith("Closest moment: turn ") for line in told)
