"""The counting of votes, and the missing regulars: pure decisions."""

from __future__ import annotations

from games.core.game import Seat
from service.play.vote_counting import VoteTally, closes_early, missing_regulars, regulars, winning_move
from storage.rows import UserId, VoteRow
from tests.service.conftest import NOW

ANNA, BEN, CHI, DORA, EMIL = (UserId(number) for number in range(1, 6))


def vote(user: UserId, *texts: str, version: int = 9) -> VoteRow:
    return VoteRow(Seat(0), version, user, texts, NOW)


def first(_label: str, _below: int) -> int:
    return 0


def never(label: str, _below: int) -> int:
    raise AssertionError(label)


def test_people_who_agree_on_the_square_win_though_they_disagree_on_the_figure() -> None:
    votes = [
        *(vote(ANNA, "place 1", "knight"), vote(BEN, "place 1", "monk"), vote(CHI, "place 1", "knight")),
        *(vote(DORA, "place 2", "none"), vote(EMIL, "place 2", "none")),
    ]

    assert winning_move(votes, never) == VoteTally(("place 1", "knight"), 2, 0)


def test_a_tie_is_decided_by_a_lot_that_names_the_vote_and_the_step() -> None:
    asked = []

    def last(label: str, below: int) -> int:
        asked.append((label, below))
        return below - 1

    votes = [vote(ANNA, "b", "x"), vote(BEN, "a", "y"), vote(CHI, "c", "z")]
    assert winning_move(votes, last) == VoteTally(("c", "z"), 1, 3)
    assert asked == [("vote 9 0", 3)]
    assert winning_move(list(reversed(votes)), first).texts == ("a", "y"), "in the order of the text, not of voting"
    votes = [vote(ANNA, "a", "x"), vote(BEN, "a", "y")]
    assert winning_move(votes, last).texts == ("a", "y") and asked[-1] == ("vote 9 1", 2)


def test_turns_of_different_length_are_counted_to_the_end_of_the_one_that_wins() -> None:
    votes = [vote(ANNA, "a"), vote(BEN, "b", "x", "y"), vote(CHI, "b", "x", "z")]

    assert winning_move(votes, first).texts == ("b", "x", "y")


def test_a_vote_closes_early_with_the_last_regular_and_never_in_a_first_turn() -> None:
    assert not closes_early([vote(ANNA, "a")], 9, BEN), "nobody is a regular yet"

    before = [vote(ANNA, "a", version=3), vote(BEN, "a", version=3), vote(CHI, "a", version=5)]
    assert regulars(before, 9) == {ANNA, BEN, CHI}
    assert missing_regulars([*before, vote(ANNA, "a")], 9, BEN) == {CHI}
    assert not closes_early([*before, vote(ANNA, "a")], 9, BEN)
    assert closes_early([*before, vote(ANNA, "a"), vote(BEN, "b")], 9, CHI)
    assert not closes_early([*before, vote(ANNA, "a"), vote(BEN, "b"), vote(CHI, "b")], 9, CHI), "a changed vote hurries nobody"


def test_who_stays_away_for_three_turns_is_no_regular_and_one_vote_is_never_enough() -> None:
    before = [vote(ANNA, "a", version=1), *(vote(BEN, "a", version=version) for version in (3, 5, 7))]

    assert regulars(before, 9) == {BEN}
    assert not closes_early(before, 9, BEN)
    assert closes_early([*before, vote(CHI, "a")], 9, BEN)
