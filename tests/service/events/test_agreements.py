"""What players agree on: games that were played elsewhere, what an organiser who plays proposes, and the organiser's own rules."""

from __future__ import annotations

from service.events import looking
from service.events.agreements import Proposal
from service.events.settings import usual
from service.ratings.counting import LEAST_MOVES
from storage.records import UserId
from tests.service.events.conftest import ORGANISER, Fair
from tests.service.events.test_events import refused
from tournament.records import ELSEWHERE, WALKOVER


def proposed(fair: Fair, whom: UserId) -> int:
    """The number of the newest proposal that somebody was told of."""
    found = [told for user, code, told in fair.letters if (user, code) == (whom, "proposed")]
    number: int = found[-1]["proposal"]
    return number


async def test_a_game_that_was_played_elsewhere_counts_in_the_table_once_both_say_so_and_in_no_rating(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    agreements, (one, other) = fair.services.events.agreements, (UserId(1), UserId(2))
    await refused("no-reason", agreements.propose(event_id, one, Proposal("win", one, " "), now=fair.now))
    await refused("bad-score", agreements.propose(event_id, one, Proposal("win", one, "club", (60, 71)), now=fair.now))

    assert await agreements.propose(event_id, one, Proposal("win", one, "club", (71, 60), elsewhere=True), now=fair.now) == (other,)
    await fair.settle()
    assert (await fair.state(event_id)).results == {}, "nobody decides alone"
    await refused("no-proposal", agreements.agree(event_id, one, proposed(fair, other), now=fair.now))
    assert await agreements.agree(event_id, other, proposed(fair, other), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.results[1, 1].how == ELSEWHERE, "it's shown as what it is"
    table = looking.tables(state)[0].lines
    assert state.row.status == "finished" and state.final[0] == table[0].id
    assert (state.user(table[0].id), table[0].values["difference"]) == (one, 11)
    (match,) = await fair.services.events.looking.matches(event_id)
    assert match.status == "finished" and (match.result or {})["how"] == "walkover"
    assert await fair.services.standing.changed(match.match_id) == ()
    assert [row.kind for row in await fair.services.events.looking.rulings(event_id)] == ["result"]
    assert "agreed" in fair.bulletins and {user for user, code, _ in fair.letters if code == "agreed"} == {one, other}


async def test_no_result_comes_from_elsewhere_once_the_game_is_really_played_or_decided(fair: Fair) -> None:
    """Otherwise somebody who loses a rated game could get out of it."""
    event_id = await fair.started(2, "swiss:1", options={"rounds": "20"})
    agreements, (one, other) = fair.services.events.agreements, (UserId(1), UserId(2))
    wanted = Proposal("win", one, "club", elsewhere=True)
    await agreements.propose(event_id, one, wanted, now=fair.now)
    await fair.settle()
    (match,) = await fair.services.events.looking.matches(event_id)
    for _ in range(LEAST_MOVES):
        await fair.turn(match.match_id)
    await refused("played-here", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))
    await refused("played-here", agreements.propose(event_id, one, wanted, now=fair.now))
    assert (await fair.state(event_id)).results == {}

    await fair.services.departures.resign(match.match_id, other, now=fair.now)
    await fair.settle()
    await refused("event-not-running", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))


async def test_no_result_comes_from_elsewhere_after_a_forfeit(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    state = await fair.state(event_id)
    one, other = (state.user(who) for who in state.rounds[0].seats(1))
    agreements = fair.services.events.agreements
    await agreements.propose(event_id, one, Proposal("win", one, "club", elsewhere=True), now=fair.now)
    await fair.settle()
    await fair.services.events.entries.leave(event_id, one, now=fair.now)
    await fair.settle()

    await refused("already-decided", agreements.agree(event_id, other, proposed(fair, other), now=fair.now))
    assert (await fair.state(event_id)).results[1, 1].how == WALKOVER


async def test_an_organiser_who_plays_proposes_and_those_who_play_the_pairing_decide(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    agreements, pairing = fair.services.events.agreements, (await fair.state(event_id)).rounds[0].pairing(1)
    state = await fair.state(event_id)
    one, other = state.user(pairing.first), state.user(pairing.second)
    boss = next(UserId(user) for user in range(1, 5) if user not in (one, other))
    wanted = Proposal("draw", one, "the thread was gone for a day")
    await refused("not-your-pairing", agreements.propose(event_id, boss, wanted, now=fair.now))

    assert set(await agreements.propose(event_id, boss, wanted, now=fair.now, organises=True)) == {one, other}
    await fair.settle()
    number = proposed(fair, one)
    assert not await agreements.agree(event_id, one, number, now=fair.now)
    assert not await agreements.agree(event_id, one, number, now=fair.now), "once is once"
    assert (await fair.state(event_id)).results == {}
    assert await agreements.agree(event_id, other, number, now=fair.now)

    assert (await fair.state(event_id)).results[1, 1].winner is None
    await refused("already-decided", agreements.propose(event_id, one, wanted, now=fair.now))
    rule = fair.services.events.rulings.rule
    assert await rule(event_id, ORGANISER, "win", one, "they were wrong", now=fair.now) is None, "a referee may correct it at once"


async def test_only_the_newest_proposal_can_be_agreed_to(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    agreements = fair.services.events.agreements
    await agreements.propose(event_id, UserId(1), Proposal("win", UserId(1), "club"), now=fair.now)
    await fair.settle()
    old = proposed(fair, UserId(2))
    await agreements.propose(event_id, UserId(1), Proposal("draw", UserId(1), "club"), now=fair.now)

    await refused("no-proposal", agreements.agree(event_id, UserId(2), old, now=fair.now))
    await refused("no-proposal", agreements.agree(event_id, UserId(2), 0, now=fair.now))


async def test_who_enters_has_accepted_the_organisers_own_rules(fair: Fair) -> None:
    event_id = await fair.opened(0, own_rules="  Be kind.  ")
    entries = fair.services.events.entries

    await refused("rules-first", entries.enter(event_id, UserId(1), now=fair.now))
    await entries.enter(event_id, UserId(1), now=fair.now, accepts=True)

    assert (await fair.state(event_id)).settings.own_rules == "Be kind."
    changed = usual("slow-swiss", "tiny")
    await refused("entered-already", fair.services.events.editing.play(event_id, ORGANISER, changed, now=fair.now))
