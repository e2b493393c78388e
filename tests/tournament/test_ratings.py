"""Ratings from the ends of games."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest
from openskill.models import PlackettLuce

from tournament.ratings import SETTLED, START, RatedGame, Rating, combined, ranks, rated, ratings, weight


def duel(winner: int, loser: int, kind: str = "tiles:duel") -> RatedGame:
    return RatedGame(kind, (winner, loser), (1, 2))


def test_who_wins_rises_and_who_loses_falls() -> None:
    rated = ratings([duel(1, 2)] * 3)["tiles:duel"]

    assert rated[1].value > 1000 > rated[2].value
    assert (rated[1].games, rated[1].wins, rated[2].wins) == (3, 3, 0)


def test_beating_the_strong_brings_more_than_beating_the_weak() -> None:
    before = [duel(1, 2)] * 8

    upset = ratings([*before, duel(3, 1)])["tiles:duel"][3].value
    expected = ratings([*before, duel(3, 2)])["tiles:duel"][3].value

    assert upset > expected


def test_each_kind_of_game_is_rated_by_itself_and_ties_are_ties() -> None:
    rated = ratings([duel(1, 2), RatedGame("tiles:table", (1, 2, 3), (1, 1, 1))])

    assert rated["tiles:table"][1] == rated["tiles:table"][2]
    assert rated["tiles:duel"][1].value > rated["tiles:duel"][2].value


def test_the_ratings_of_several_servers_are_one_and_each_is_evidence_of_its_own() -> None:
    rating, other = ratings([duel(1, 2)] * 6)["tiles:duel"][1], ratings([duel(1, 2)] * 4)["tiles:duel"][1]

    both = combined([rating, other])

    assert combined([rating]) == Rating(pytest.approx(rating.mu), pytest.approx(rating.sigma), rating.games, rating.wins)
    assert (both.games, both.wins, both.is_provisional) == (10, 10, False)
    assert both.sigma < min(rating.sigma, other.sigma) and both.mu > max(rating.mu, other.mu), "twice the same news says more"
    assert combined([rating, ratings([duel(2, 1)])["tiles:duel"][1]]).mu < rating.mu
    assert combined([rating, START]) == combined([rating]), "who has not played there has shown nothing"
    assert both == Rating(*(getattr(combined([other, rating]), key) for key in ("mu", "sigma", "games", "wins")))


def test_everybody_begins_as_the_model_says() -> None:
    first = PlackettLuce().rating()

    assert (first.mu, first.sigma) == (START.mu, START.sigma)


def test_a_rating_is_provisional_until_ten_games() -> None:
    games = [duel(1, 2)] * SETTLED

    assert ratings(games[1:])["tiles:duel"][1].is_provisional
    assert not ratings(games)["tiles:duel"][1].is_provisional


def test_the_same_games_always_give_the_same_ratings() -> None:
    random = Random(4)
    games = [duel(*random.sample(range(6), 2)) for _ in range(60)]

    assert ratings(games) == ratings(list(games))


def test_the_winner_is_first_whatever_the_points_say() -> None:
    assert ranks((40, 60, 20), (0,)) == (1, 2, 3)
    assert ranks((40, 40), (0, 1)) == (1, 1)
    assert ranks((10, 30, 30), (1, 2)) == (3, 1, 1)


def test_the_same_two_say_less_with_each_game() -> None:
    assert [weight([times]) for times in range(6)] == pytest.approx([1, 1 / 2, 1 / 3, 1 / 4, 4 / 25, 1 / 9])
    assert weight([0, 3]) == (1 + 1 / 4) / 2 and weight([]) == 1
    assert sum(weight([times]) for times in range(10_000)) < 3, "however often they play"


@pytest.mark.parametrize(("games", "seasons"), [(5, 60), (10, 60), (20, 30), (80, 10)])
def test_no_gang_of_three_gains_more_than_honest_players_of_the_same_strength(games: int, seasons: int) -> None:
    """One of three always beats the other two; twelve who are equally strong play each other, and some of them are lucky."""
    ahead = []
    for seed in range(seasons):
        random, season = Random(seed), []
        for _ in range(games * 6):
            season.append(duel(*random.sample(range(1, 13), 2)))
        season += [duel(101, 102 + number % 2) for number in range(games)]
        rated = ratings(season)["tiles:duel"]
        lucky = max(rated.get(honest, START).value for honest in range(1, 13))
        ahead.append(rated[101].value - lucky)

    assert mean(ahead) + 1.96 * stdev(ahead) / len(ahead) ** 0.5 < 0


def test_a_farmed_friend_brings_no_more_than_a_few_real_opponents() -> None:
    """Forty games against one friend who always loses, and a season against nine who are as strong as one is."""
    farmed = ratings([duel(1, 2)] * 40)["tiles:duel"][1]
    without = [START, START]
    for _ in range(40):
        without = rated(without, (1, 2))
    honest = ratings([duel(1, other) for other in range(2, 11)])["tiles:duel"][1]

    assert farmed.value < honest.value < without[0].value
    assert farmed.sigma > without[0].sigma, "and it is less certain"


def test_nothing_of_a_game_changes_nothing_but_its_number() -> None:
    won, lost = rated([None, None], (1, 2), (0.0, 1.0))
    assert (won.mu, won.sigma, won.games, won.wins) == (START.mu, pytest.approx(START.sigma), 1, 1)
    assert lost.mu < START.mu
