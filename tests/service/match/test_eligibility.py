"""Eligibility: only people's own play counts, not a computer's for them, and not a handful of moves."""

from __future__ import annotations

import pytest

from games.core.game import Seat
from service.match import eligibility
from service.match.eligibility import MoveCounts, RatedContribution
from service.match.match_rows import AGREED, SKIPPED
from service.play.early_finish import FINISH
from service.ratings.leaderboards import BY_SEASON, BY_WINS
from service.wiring.services import Services
from storage.rows import ActionRow, EndedMatch, MatchId, SeatRow
from storage.store import Store
from tests.service.clocks.test_clock_service import begun
from tests.service.conftest import ANNA, BEN, CHI, NOW, play_turn

OWN, PLACE_ONLY, NOTHING = RatedContribution(True, True), RatedContribution(True, False), RatedContribution(False, False)


def log(*rows: str) -> tuple[ActionRow, ...]:
    """Rows written `<seat> <text>`."""
    split = [row.split(" ", 1) for row in rows]
    return tuple(ActionRow(seq, Seat(int(seat)), text, NOW) for seq, (seat, text) in enumerate(split))


def turns(*seats: int) -> list[str]:
    return [row for seat in seats for row in ("-1 draw", f"{seat} keep", f"{seat} bank")]


def at_table(*left: str | None) -> tuple[SeatRow, ...]:
    return tuple(SeatRow(Seat(index), (ANNA, BEN, CHI)[index], "citizen" if why else None, why) for index, why in enumerate(left))


def test_turns_that_computers_made_or_finished_are_not_own() -> None:
    rows = log(
        *turns(0, 1),
        *("-1 draw", "0 keep", "0 timeout citizen", "0 bank"),
        *turns(1),
        *("0 vacate timeout citizen", *turns(0, 1)),
        *("0 return", *turns(0)),
    )

    assert eligibility.turns_by_player(rows, 2) == (MoveCounts(own=2, people=2, total=4), MoveCounts(3, 3, 3))


def test_turns_of_the_person_before_are_not_own() -> None:
    rows = log(*turns(0, 1, 0, 1), "1 vacate timeout citizen", *turns(1), "1 takeover", *turns(1))

    assert eligibility.turns_by_player(rows, 2)[1] == MoveCounts(own=1, people=3, total=4)


def test_turns_taken_back_are_none() -> None:
    rows = log(*turns(0, 1), "1 undo 3", *turns(1))

    assert eligibility.turns_by_player(rows, 2) == (MoveCounts(1, 1, 1), MoveCounts(1, 1, 1))


@pytest.mark.parametrize(
    ("left", "made", "expected"),
    [
        ((None, None), (5, 5), (OWN, OWN)),
        ((None, None), (5, 4), (NOTHING, NOTHING)),  # nine moves of people
        ((AGREED, AGREED), (5, 5), (OWN, OWN)),  # half of ten turns each
        (("resigned", None), (4, 10), (PLACE_ONLY, OWN)),  # a loss counts for anyone who gave up early
        ((SKIPPED, None), (4, 10), (NOTHING, NOTHING)),  # nobody is left to have been beaten
        (("timeout", "timeout"), (0, 0), (NOTHING, NOTHING)),
    ],
)
def test_half_of_the_turns_and_ten_moves(
    left: tuple[str | None, ...], made: tuple[int, ...], expected: tuple[RatedContribution, ...]
) -> None:
    rows: list[str] = []
    for turn in range(10):
        for seat in range(2):
            rows += [f"{seat} vacate {left[seat]} citizen"] if turn == made[seat] and left[seat] else []
            rows += turns(seat) if left[seat] or turn < made[seat] else []

    assert eligibility.contributions_of(at_table(*left), log(*rows)) == expected


async def test_what_computers_played_for_two_who_agreed_at_once_counts_for_nobody(services: Services, store: Store) -> None:
    """Ratings, wins, points and seasons could be made by ending games before the first move."""
    match_id = await begun(services, ANNA, BEN, rated="on")
    question = await services.requests.ask(match_id, ANNA, FINISH, {}, now=NOW)
    await services.requests.answer(match_id, BEN, question.request.number, agrees=True, now=NOW)
    await services.computers.wake()
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).status == "finished"
    for person in (ANNA, BEN):
        profile = await services.leaderboards.profile(7, person, person)
        assert (profile.games, profile.wins, profile.best, profile.victory, profile.ratings) == (0, 0, 0, None, {})
    assert await services.leaderboards.leaders(7, BY_WINS, NOW) == await services.leaderboards.leaders(7, BY_SEASON, NOW) == ()
    assert await services.leaderboards.changed(match_id) == ()


async def test_who_leaves_early_has_lost_and_keeps_no_points(services: Services, store: Store) -> None:
    match_id = await begun(services, ANNA, BEN, CHI, rated="on")
    for person in (ANNA, BEN, CHI) * 2:
        await play_turn(services, match_id, person)
    await services.resignations.resign(match_id, ANNA, now=NOW)
    await services.computers.settled()
    for _ in range(7):
        for person in (BEN, CHI):
            await play_turn(services, match_id, person)
            await services.computers.settled()

    (ended,) = await store.matches.ended(7, 100)

    assert eligibility.contributions_by_seat(ended) == (PLACE_ONLY, OWN, OWN)
    assert eligibility.ranks_of_people(ended)[ANNA] == 3
    left = await services.leaderboards.profile(7, ANNA, ANNA)
    assert (left.games, left.wins, left.best) == (1, 0, 0)
    assert left.ratings != {}


def test_a_computer_wins_for_nobody() -> None:
    """A friendly game that somebody left at once, and that the computer in that seat won."""
    game = EndedMatch(MatchId(1), "tiny", 70, NOW, {"scores": [90, 20], "winners": [0], "unplayed": [0]}, False, (ANNA, BEN))

    assert eligibility.winners(game) == ()
    assert eligibility.ranks_of_people(game) == {ANNA: 2, BEN: 1}
