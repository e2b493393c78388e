"""The private report for people without interest: repeated opponents, short losses, agreed results."""

from __future__ import annotations

from service.tournaments.fair_play import KNOWN
from service.tournaments.result_agreements import Proposal
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_bad_faith import Ladder, rated_duel
from tests.service.tournaments.test_events import refused


async def fed_ladder(fair: Fair) -> tuple[EventId, int, int]:
    """Return a ladder in which the second has given the first three games at once, and those two."""
    ladder = Ladder(fair, await fair.started(3, "ladder"))
    first, friend, _ = await ladder.places()
    for _ in range(3):
        if not await ladder.challenge(friend, first):
            await fair.wait(days=7, hours=1)
        await ladder.give_up(friend)
    return ladder.event_id, first, friend


async def test_who_meets_again_and_again_and_gives_up_early_is_told(fair: Fair) -> None:
    event_id, first, friend = await fed_ladder(fair)

    report = await fair.services.tournaments.fair_play.report(event_id, ORGANISER)

    (pair,) = report.repeated
    assert {int(pair.one), int(pair.other)} == {first, friend} and pair.met == 3
    assert sorted(pair.won) == [0, 3] and pair.won[int(int(pair.other) == first)] == 3
    assert [(int(loss.loser), [int(who) for who in loss.winners]) for loss in report.short] == [(friend, [first])] * 3
    assert report.agreed == () and not report.is_empty and report.left_out == 0


async def test_only_who_has_no_part_in_it_reads_it(fair: Fair) -> None:
    event_id, first, _ = await fed_ladder(fair)

    await refused("own-ruling", fair.services.tournaments.fair_play.report(event_id, UserId(first)))


async def test_what_was_agreed_on_is_told_and_games_played_to_their_end_are_not(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1")
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    user, other = UserId(int(pairing.first)), UserId(int(pairing.second))
    agreements = fair.services.tournaments.result_agreements
    await agreements.propose(event_id, user, Proposal("win", other, "club", (70, 60)), now=fair.now)
    await agreements.agree(event_id, other, await agreements.newest(event_id, other), now=fair.now)
    await fair.play_out(event_id)

    report = await fair.services.tournaments.fair_play.report(event_id, ORGANISER)

    assert [(agreed.result.score, agreed.rates) for agreed in report.agreed] == [((60, 70), False)]
    assert report.repeated == () and report.short == ()


async def test_friends_who_feed_each_other_outside_are_told_when_one_gives_the_other_a_game(fair: Fair) -> None:
    for number in range(KNOWN):
        await rated_duel(fair, 700 + number, 8)
    event_id = await fair.opened(0, "swiss:1")
    for user in (101, 102):
        await fair.services.tournaments.registration.enter(event_id, UserId(user), now=fair.now)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    match = (await fair.services.tournaments.queries.matches(event_id))[0]
    await fair.services.resignations.resign(match.match_id, UserId(101), now=fair.now)
    await fair.settle()

    (pair,) = (await fair.services.tournaments.fair_play.report(event_id, ORGANISER)).repeated

    assert (pair.met, pair.rated) == (1, KNOWN)
