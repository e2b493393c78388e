"""Agreements of players: games played elsewhere, a playing organiser's proposals, and the organiser's own rules."""

from __future__ import annotations

from datetime import timedelta

import pytest

import service.ratings.stats_backfill
import service.tournaments.external_ratings
import storage.queries.stats
from service.match.eligibility import LEAST_MOVES
from service.tournaments import queries
from service.tournaments.external_ratings import MOST_OF_TWO, WITHIN
from service.tournaments.external_results import CONFIRM, PLAYED_ELSEWHERE
from service.tournaments.result_agreements import Proposal
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from storage.stats import OpponentStats
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair
from tests.service.tournaments.test_events import refused
from tournament.results import ELSEWHERE, WALKOVER


def proposed(fair: Fair, whom: UserId) -> int:
    """Return the number of the newest proposal that a person was told of."""
    proposals = [told for user, code, told in fair.letters if (user, code) == (whom, "proposed")]
    number: int = proposals[-1]["proposal"]
    return number


async def test_a_game_that_was_played_elsewhere_counts_in_the_table_once_both_say_so_and_in_no_rating(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    agreements, (person, other) = fair.services.tournaments.result_agreements, (UserId(1), UserId(2))
    await refused("no-reason", agreements.propose(event_id, person, Proposal("win", person, " "), now=fair.now))
    await refused("bad-score", agreements.propose(event_id, person, Proposal("win", person, "club", (60, 71)), now=fair.now))

    assert await agreements.propose(event_id, person, Proposal("win", person, "club", (71, 60), elsewhere=True), now=fair.now) == (
        other,
    )
    await fair.settle()
    assert (await fair.state(event_id)).results == {}, "nobody decides alone"
    await refused("no-proposal", agreements.agree(event_id, person, proposed(fair, other), now=fair.now))
    assert await agreements.agree(event_id, other, proposed(fair, other), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.results[1, 1].how == ELSEWHERE, "it's shown as what it is"
    table = queries.tables(state)[0].lines
    assert state.row.status == "finished" and state.final[0] == table[0].id
    assert (state.user(table[0].id), table[0].values["difference"]) == (person, 10), "as much as a resignation"
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    assert match.status == "finished" and (match.result or {})["how"] == "walkover"
    assert await fair.services.leaderboards.changed(match.match_id) == ()
    assert [row.event.kind for row in await fair.services.tournaments.queries.rulings(event_id)] == ["result"]
    assert "agreed" in fair.bulletins and {user for user, code, _ in fair.letters if code == "agreed"} == {person, other}


async def test_no_result_comes_from_elsewhere_once_the_game_is_really_played_or_decided(fair: Fair) -> None:
    """Otherwise somebody who loses a rated game could get out of it."""
    event_id = await fair.started(2, "swiss:1", options={"rounds": "20"})
    agreements, (user, other) = fair.services.tournaments.result_agreements, (UserId(1), UserId(2))
    wanted = Proposal("win", user, "club", elsewhere=True)
    await agreements.propose(event_id, user, wanted, now=fair.now)
    await fair.settle()
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    for _ in range(LEAST_MOVES):
        await fair.turn(match.match_id)
    await refused("played-here", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))
    await refused("played-here", agreements.propose(event_id, user, wanted, now=fair.now))
    assert (await fair.state(event_id)).results == {}

    await fair.services.resignations.resign(match.match_id, other, now=fair.now)
    await fair.settle()
    await refused("event-not-running", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))


async def test_no_result_comes_from_elsewhere_after_a_forfeit(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    state = await fair.state(event_id)
    user, other = (state.user(who) for who in state.rounds[0].seats(1))
    agreements = fair.services.tournaments.result_agreements
    await agreements.propose(event_id, user, Proposal("win", user, "club", elsewhere=True), now=fair.now)
    await fair.settle()
    await fair.services.tournaments.registration.leave(event_id, user, now=fair.now)
    await fair.settle()

    await refused("already-decided", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))
    assert (await fair.state(event_id)).results[1, 1].how == WALKOVER


async def test_an_organiser_who_plays_proposes_and_those_who_play_the_pairing_decide(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    agreements, pairing = fair.services.tournaments.result_agreements, (await fair.state(event_id)).rounds[0].pairing(1)
    state = await fair.state(event_id)
    person, other = state.user(pairing.first), state.user(pairing.second)
    boss = next(UserId(user) for user in range(1, 5) if user not in (person, other))
    wanted = Proposal("draw", person, "the thread was gone for a day")
    await refused("not-your-pairing", agreements.propose(event_id, boss, wanted, now=fair.now))

    assert set(await agreements.propose(event_id, boss, wanted, now=fair.now, organises=True)) == {person, other}
    await fair.settle()
    number = proposed(fair, person)
    assert not await agreements.agree(event_id, person, number, now=fair.now)
    assert not await agreements.agree(event_id, person, number, now=fair.now), "once is once"
    assert (await fair.state(event_id)).results == {}
    assert await agreements.agree(event_id, other, number, now=fair.now)

    assert (await fair.state(event_id)).results[1, 1].winner is None
    await refused("already-decided", agreements.propose(event_id, person, wanted, now=fair.now))
    rule = fair.services.tournaments.rulings.rule
    assert await rule(event_id, ORGANISER, "win", person, "they were wrong", now=fair.now) is None, (
        "a referee may correct it at once"
    )


async def test_only_the_newest_proposal_can_be_agreed_to(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    agreements = fair.services.tournaments.result_agreements
    await agreements.propose(event_id, UserId(1), Proposal("win", UserId(1), "club"), now=fair.now)
    await fair.settle()
    old = proposed(fair, UserId(2))
    await agreements.propose(event_id, UserId(1), Proposal("draw", UserId(1), "club"), now=fair.now)

    await refused("no-proposal", agreements.agree(event_id, UserId(2), old, now=fair.now))
    await refused("no-proposal", agreements.agree(event_id, UserId(2), 0, now=fair.now))


async def test_who_enters_has_accepted_the_organisers_own_rules(fair: Fair) -> None:
    event_id = await fair.opened(0, own_rules="  Be kind.  ")
    entries = fair.services.tournaments.registration

    await refused("rules-first", entries.enter(event_id, UserId(1), now=fair.now))
    await entries.enter(event_id, UserId(1), now=fair.now, accepts=True)

    assert (await fair.state(event_id)).settings.own_rules == "Be kind."
    changed = preset_settings("slow-swiss", "tiny")
    await refused("entered-already", fair.services.tournaments.editor.play(event_id, ORGANISER, changed, now=fair.now))


# --- results from elsewhere that count for ratings -----------------------------------------------------------------------


@pytest.fixture
def two_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count results of small events: how large one must be is tested with what people without fairness try."""
    monkeypatch.setattr(service.tournaments.external_ratings, "LEAST_PEOPLE", 2)


async def brought(fair: Fair, event_id: EventId, winner: UserId, other: UserId) -> None:
    """Agree that one has beaten the other elsewhere."""
    agreements = fair.services.tournaments.result_agreements
    await agreements.propose(event_id, winner, Proposal("win", winner, "club", (71, 60), elsewhere=True), now=fair.now)
    await fair.settle()
    await agreements.agree(event_id, other, proposed(fair, other), now=fair.now)
    await fair.settle()


async def rated(fair: Fair) -> dict[int, tuple[int, int]]:
    """Return the rated games and wins of all who have a rating."""
    ratings = await fair.store.stats.ratings(SERVER.guild_id or 0, "tiny duel", [UserId(number) for number in range(1, 9)])
    return {user: (each_rating.games, each_rating.wins) for user, each_rating in ratings.items()}


async def must_be_proved(fair: Fair) -> None:
    """Check that the stored rows equal a recount."""
    fair.now += timedelta(days=8)
    assert await fair.services.stats_backfill.prove(0) == 0


@pytest.mark.usefixtures("two_are_enough")
async def test_a_result_from_elsewhere_counts_once_for_ratings_where_the_organiser_says_so(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", rate_elsewhere=True)
    await brought(fair, event_id, UserId(1), UserId(2))

    assert await rated(fair) == {1: (1, 1), 2: (1, 0)}
    own = await fair.store.stats.player(SERVER.guild_id or 0, UserId(1))
    assert (own.games, own.wins, own.best) == (0, 0, 0) and own.ratings, "it counts for nothing but ratings"
    assert await fair.store.stats.against(SERVER.guild_id or 0, UserId(1), UserId(2)) == OpponentStats(rated=1)
    assert await fair.services.leaderboards.records(SERVER.guild_id or 0) == ()
    shown = await fair.services.match_queries.guild_matches(SERVER.guild_id or 0, ended=True)
    assert [(row.result or {})["how"] for row in shown] == ["walkover"], "nobody is shown a game that there isn't"
    (told,) = [told for user, code, told in fair.letters if (user, code) == (2, "proposed")]
    assert told["rates"] and [bulletin["rates"] for _, bulletin in fair.said if bulletin["code"] == "agreed"] == [True]
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_a_ruling_takes_a_rated_result_back_and_an_appeal_against_it_brings_it_again(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", rate_elsewhere=True)
    events, (user, other) = fair.services.tournaments, (UserId(1), UserId(2))
    await brought(fair, event_id, user, other)
    after = await fair.store.stats.ratings(SERVER.guild_id or 0, "tiny duel", [user, other])

    await events.rulings.rule(event_id, ORGANISER, "win", other, "they were not there", now=fair.now)
    await fair.settle()
    assert await rated(fair) == {}, "no rating stands on a ruling"
    await must_be_proved(fair)
    fair.now -= timedelta(days=8)

    number = (await events.queries.rulings(event_id))[-1].seq
    await events.appeals.appeal(event_id, user, number, now=fair.now)
    await events.appeals.answer(event_id, UserId(901), number, upholds=False, now=fair.now)
    await fair.settle()
    assert await fair.store.stats.ratings(SERVER.guild_id or 0, "tiny duel", [user, other]) == after
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_a_pairing_that_is_played_again_takes_its_rated_result_back(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2", rate_elsewhere=True)
    state = await fair.state(event_id)
    user, other = (state.user(who) for who in state.rounds[0].seats(1))
    await brought(fair, event_id, user, other)
    assert set(await rated(fair)) == {user, other}
    await fair.services.tournaments.referee_actions.rule(event_id, ORGANISER, "replay", user, "wrong tiles", now=fair.now)
    await fair.settle()

    assert await rated(fair) == {} and (await fair.state(event_id)).rated == frozenset()
    await brought(fair, event_id, other, user)
    assert (await rated(fair))[other] == (1, 1)
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_what_was_counted_since_is_counted_again_without_a_result_that_is_taken_back(fair: Fair) -> None:
    """People who played on since have the ratings that they would have had without it."""
    first = await fair.started(2, "swiss:1", rate_elsewhere=True)
    await brought(fair, first, UserId(1), UserId(2))
    second = await fair.started(3, "swiss:1", rate_elsewhere=True)
    state = await fair.state(second)
    user, other = (state.user(who) for who in state.rounds[0].seats(1))
    await brought(fair, second, user, other)
    await fair.services.tournaments.rulings.rule(first, ORGANISER, "draw", UserId(1), "a joke", now=fair.now)
    await fair.settle()

    assert await rated(fair) == {user: (1, 1), other: (1, 0)}
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_a_large_server_is_counted_again_slice_by_slice(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage.queries.stats, "FEW", 1)
    monkeypatch.setattr(service.ratings.stats_backfill, "AT_ONCE", 1)
    events = [await fair.started(2, "swiss:1", rate_elsewhere=True) for _ in range(2)]
    for event_id in events:
        await brought(fair, event_id, UserId(1), UserId(2))
    await fair.services.tournaments.rulings.rule(events[0], ORGANISER, "draw", UserId(1), "a joke", now=fair.now)
    await fair.wait(minutes=1)
    assert await rated(fair) == {1: (1, 1), 2: (1, 0)}
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_two_friends_have_few_results_that_count(fair: Fair) -> None:
    for _ in range(MOST_OF_TWO + 2):
        event_id = await fair.started(2, "swiss:1", rate_elsewhere=True)
        await brought(fair, event_id, UserId(1), UserId(2))
        assert (await fair.state(event_id)).row.status == "finished", "in the table it always counts"

    assert await rated(fair) == {1: (MOST_OF_TWO, MOST_OF_TWO), 2: (MOST_OF_TWO, 0)}
    texts = [told["rates"] for _, told in fair.said if told["code"] == "agreed"]
    assert texts == [True] * MOST_OF_TWO + [False] * 2, "everybody reads which ones count"
    fair.now += WITHIN
    event_id = await fair.started(2, "swiss:1", rate_elsewhere=True)
    await brought(fair, event_id, UserId(1), UserId(2))
    assert (await rated(fair))[1] == (MOST_OF_TWO + 1, MOST_OF_TWO + 1)


@pytest.mark.usefixtures("two_are_enough")
async def test_one_person_has_not_many_more(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.tournaments.external_ratings, "MOST_OF_ONE", 1)
    event_id = await fair.started(4, "groups:1", rate_elsewhere=True)
    state = await fair.state(event_id)
    for drawn, table in state.open_tables():
        user, other = (state.user(who) for who in drawn.seats(table))
        await brought(fair, event_id, user, other)
    assert {games for games, _ in (await rated(fair)).values()} == {1}


@pytest.mark.usefixtures("two_are_enough")
async def test_a_referee_confirms_what_one_proposes_or_enters_a_result_from_elsewhere(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2", rate_elsewhere=True)
    agreements, brings = fair.services.tournaments.result_agreements, fair.services.tournaments.external_results
    state = await fair.state(event_id)
    (person, other), (chi, dan) = (tuple(map(state.user, state.rounds[0].seats(table))) for table in (1, 2))
    await refused("no-proposal", brings.rule(event_id, ORGANISER, CONFIRM, person, "seen", now=fair.now))
    await agreements.propose(event_id, other, Proposal("win", other, "club", (71, 60), elsewhere=True), now=fair.now)
    await refused("own-ruling", brings.rule(event_id, chi, CONFIRM, person, "seen", now=fair.now))

    assert await brings.rule(event_id, ORGANISER, CONFIRM, person, "I saw the sheet", now=fair.now)
    assert await brings.rule(event_id, ORGANISER, PLAYED_ELSEWHERE, chi, "both told me", now=fair.now, score=(50, 50))
    await fair.settle()

    results = (await fair.state(event_id)).results
    assert [results[1, table].how for table in (1, 2)] == [ELSEWHERE, ELSEWHERE]
    assert state.user(results[1, 1].winner or results[1, 1].first) == other and results[1, 2].winner is None
    assert (await rated(fair))[other] == (1, 1) and set(await rated(fair)) == {person, other, chi, dan}
    ruled = [told for user, code, told in fair.letters if (user, code) == (person, "ruled")]
    assert ruled[0]["rates"] and ruled[0]["reason"] == "I saw the sheet"


@pytest.mark.usefixtures("two_are_enough")
async def test_a_referee_brings_no_result_over_a_game_that_was_played_here(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", options={"rounds": "20"}, rate_elsewhere=True)
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    for _ in range(LEAST_MOVES):
        await fair.turn(match.match_id)
    rule = fair.services.tournaments.external_results.rule
    await refused("played-here", rule(event_id, ORGANISER, PLAYED_ELSEWHERE, UserId(1), "club", now=fair.now))
    await fair.services.resignations.resign(match.match_id, UserId(2), now=fair.now)
    await fair.settle()
    await refused("already-decided", rule(event_id, ORGANISER, PLAYED_ELSEWHERE, UserId(2), "club", now=fair.now))


@pytest.mark.usefixtures("two_are_enough")
async def test_an_agreement_on_a_pairing_that_has_no_game_yet_can_be_set_aside(fair: Fair) -> None:
    """Where everybody is present no game begins before both are there: it is played then."""
    event_id = await fair.started(2, "swiss:1", pace="live", rate_elsewhere=True)
    await brought(fair, event_id, UserId(1), UserId(2))
    number = (await fair.services.tournaments.queries.rulings(event_id))[-1].seq
    appeals = fair.services.tournaments.appeals
    await appeals.appeal(event_id, UserId(2), number, now=fair.now)
    await appeals.answer(event_id, UserId(901), number, upholds=False, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.results == {} and state.row.status == "running" and await rated(fair) == {}
    await must_be_proved(fair)


@pytest.mark.usefixtures("two_are_enough")
async def test_a_person_with_nothing_but_such_results_is_forgotten(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", rate_elsewhere=True)
    await brought(fair, event_id, UserId(1), UserId(2))
    await fair.services.privacy.forget(UserId(1), now=fair.now)
    assert set(await rated(fair)) == {2}
    await must_be_proved(fair)
