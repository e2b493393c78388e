"""Kinds of stages through the real services: tables of three to five, third places, divisions, ladders."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from service.tournaments.result_agreements import Proposal
from service.tournaments.state import OUT, Place, TournamentState
from service.tournaments.tournament_settings import preset_settings
from storage.rows import UserId
from storage.tournament_rows import EventId, EventMatch
from tests.service.tiny_game import TinyGame
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair, settings
from tests.service.tournaments.test_events import refused
from tournament import progression as courses
from tournament import stages
from tournament.kinds import bracket
from tournament.results import EntrantId


async def points(fair: Fair, event_id: EventId) -> dict[str, float]:
    """Return the table points of all entrants."""
    return {line.id: line.values["points"] for line in courses.standings_of((await fair.state(event_id)).course, 0)}


# -- tables of three to five --------------------------------------------------------------------------------------------


async def test_tables_of_three_lead_to_a_final_table_without_a_press_after_the_start(fair: Fair) -> None:
    event_id = await fair.started(6, "tables:2 seats=3 -> tables:1 best=3 seats=3")

    state = await fair.play_out(event_id)

    assert state.row.status == "finished" and len(state.final) == 6
    assert [[len(drawn.seats(table)) for table, _ in drawn.tables()] for drawn in state.rounds] == [[3, 3], [3, 3], [3]]
    matches = await fair.services.tournaments.queries.matches(event_id)
    assert [len(match.seats) for match in matches] == [3] * 5, "one game a table"
    seated = tuple(EntrantId(str(seat.user_id)) for seat in matches[0].seats)
    assert seated == state.rounds[0].seats(1), "they play in the order in which they were drawn"
    assert sum((await points(fair, event_id)).values()) == pytest.approx(4 * (5 + 3 + 2), abs=0.1)
    for drawn in state.rounds:
        for table, _ in drawn.tables():
            result = state.results[drawn.number, table]
            assert result.seats == drawn.seats(table) and result.score is not None and len(result.score) == 3


async def test_what_came_of_tables_stands_after_a_restart_and_in_the_export(fair: Fair) -> None:
    event_id = await fair.started(3, "tables:1 seats=3")
    await fair.play_out(event_id)
    before = await fair.state(event_id)

    await fair.restart()

    assert (await fair.state(event_id)).results == before.results
    (pairing,) = (await fair.services.tournaments.queries.export(event_id))["rounds"][0]["pairings"]
    assert {pairing["first"], pairing["second"], *pairing["others"]} == {1, 2, 3} and len(pairing["score"]) == 3


async def test_for_who_does_not_come_to_a_table_a_computer_plays_on(fair: Fair) -> None:
    event_id = await fair.started(3, "tables:2 seats=3", options={"rounds": "2"})
    who = (await fair.state(event_id)).rounds[0].seats(1)[1]
    fair.absent = {int(who)}
    await fair.play_round(event_id)  # the first has their turn

    await fair.wait(hours=49)

    assert [code for user, code, _ in fair.letters if user == int(who)] == ["late-table", "warned-table", "no-show-table"]
    assert [user for user, _, _ in fair.letters if user != int(who)] == [], "nobody else is told, nor has to press anything"
    await fair.play_round(event_id)
    state = await fair.state(event_id)
    assert state.results[1, 1].gone == (who,) and state.members[int(who)].status != OUT
    assert (await points(fair, event_id))[who] == 2, "they rank behind the two who stayed"
    fair.absent = set()
    assert (await fair.state(event_id)).rounds[1].table_of(who) == 1, "they may come to the next round"


async def test_who_leaves_a_table_of_two_that_are_left_hands_it_to_the_other(fair: Fair) -> None:
    event_id = await fair.started(3, "tables:1 seats=3")
    entries, drawn = fair.services.tournaments.registration, (await fair.state(event_id)).rounds[0]
    entrant, other, last = drawn.seats(1)

    await entries.leave(event_id, UserId(int(entrant)), now=fair.now)
    await fair.settle()
    assert (await fair.state(event_id)).results == {}, "two play on"
    await entries.leave(event_id, UserId(int(other)), now=fair.now)
    await fair.settle()

    result = (await fair.state(event_id)).results[1, 1]
    assert (result.how, result.winner) == ("walkover", last)
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    assert match.status == "finished"


async def test_a_table_is_ruled_about(fair: Fair) -> None:
    event_id = await fair.started(3, "tables:2 seats=3")
    seats = (await fair.state(event_id)).rounds[0].seats(1)

    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", UserId(int(seats[2])), "they agreed", now=fair.now)
    await fair.settle()

    assert await points(fair, event_id) == {seats[0]: 2.5, seats[1]: 2.5, seats[2]: 5}
    assert sorted(user for user, code, _ in fair.letters if code == "ruled") == [1, 2, 3]


async def test_a_game_that_four_cannot_play_has_no_tables(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyGame, "seats", lambda _self, _options: range(2, 4))

    opening = fair.services.tournaments.creation.open(
        SERVER, ORGANISER, "Cup", settings(stages="swiss:2 -> tables:1"), now=fair.now
    )

    assert (await refused("not-for-so-many", opening)).params["number"] == 4


# -- brackets and divisions ---------------------------------------------------------------------------------------------


async def test_a_third_place_is_played_for(fair: Fair) -> None:
    event_id = await fair.started(4, "knock-out third")

    state = await fair.play_out(event_id)

    assert [len(drawn.couples) for drawn in state.rounds] == [2, 2]
    champion, third = bracket.winners(state.course, state.rounds[1])
    assert (state.final[0], state.final[2]) == (champion, third)
    assert set(state.final[2:]) == set(bracket.losers(state.course, state.rounds[0]))


async def test_two_seasons_of_two_divisions(fair: Fair) -> None:
    event_id = await fair.started(6, "league:2 -> league:2")

    state = await fair.play_out(event_id)

    assert len(state.places) == 2 and state.row.status == "finished"
    first, second = (courses.parts_of(state.course, 0), courses.parts_of(state.course, 1))
    assert set(second[0]) == {*first[0][:2], first[1][0]}, "the last of the first division changes places with the best below"


async def test_a_double_elimination_runs_to_its_champion_and_stands_after_a_restart(fair: Fair) -> None:
    event_id = await fair.started(5, "double-elimination")
    await fair.play_round(event_id)
    await fair.settle()
    before = await fair.state(event_id)
    assert before.rounds[1].slots == (0, 1, 2), "two games above, and a bye below: one place there is nobody's"

    await fair.restart()
    assert (await fair.state(event_id)).rounds == before.rounds
    state = await fair.play_out(event_id)

    lost = Counter(who for place, result in state.results.items() for who in result.seats if _has_lost(state, place, who))
    assert state.row.status == "finished" and len(state.results) == 8 + lost[state.final[0]]
    assert {lost[who] for who in state.final[1:]} == {2}


def _has_lost(state: TournamentState, place: Place, who: EntrantId) -> bool:
    return bracket.goes_on(state.course, state.rounds[place[0] - 1], place[1]) != who


async def test_who_leaves_a_double_elimination_loses_and_plays_nowhere_below(fair: Fair) -> None:
    event_id = await fair.started(4, "double-elimination")
    who, other = (await fair.state(event_id)).rounds[0].seats(1)

    await fair.services.tournaments.registration.leave(event_id, UserId(int(who)), now=fair.now)
    await fair.settle()
    await fair.play_round(event_id)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.results[1, 1].winner == other and who not in {entrant for couple in state.rounds[1].couples for entrant in couple}
    assert [couple for couple in state.rounds[1].couples if couple[1] is None] != [], "the other loser has a bye below"
    state = await fair.play_out(event_id)
    assert state.final[-1] == who


async def test_a_round_of_a_double_elimination_is_not_closed_by_hand(fair: Fair) -> None:
    event_id = await fair.started(4, "double-elimination")

    await refused("knock-out-decides", fair.services.tournaments.rulings.close_round(event_id, ORGANISER, now=fair.now))


# -- arena --------------------------------------------------------------------------------------------------------------

ARENA: dict[str, Any] = {"pace": "live", "first_turn": timedelta(minutes=5), "round_length": None}


async def newest(fair: Fair, event_id: EventId) -> EventMatch:
    return (await fair.services.tournaments.queries.matches(event_id))[-1]


async def lost(fair: Fair, match: EventMatch, who: int) -> None:
    await fair.services.resignations.resign(match.match_id, UserId(who), now=fair.now)
    await fair.settle()


async def test_an_arena_pairs_again_and_again_and_ends_with_its_last_game(fair: Fair) -> None:
    event_id = await fair.started(4, "arena:1", **ARENA)
    assert len((await fair.state(event_id)).open_tables()) == 2, "at once, and nobody has to say that they are there"
    for _ in range(19):
        await fair.play_round(event_id)
        await fair.wait(minutes=3)
    state = await fair.state(event_id)
    met = [frozenset(drawn.seats(table)) for drawn in state.rounds for table, _ in drawn.tables()]
    assert len(state.rounds) > 5 and len(set(met)) > 3
    await fair.wait(minutes=3)

    state = await fair.state(event_id)
    assert state.row.status == "running" and state.open_tables(), "what was paired before the end is played and counts"
    number = len(state.results)
    while (await fair.state(event_id)).row.status == "running":
        for match in await fair.services.tournaments.queries.matches(event_id):
            while match.status == "running" and await fair.turn(match.match_id):
                pass
        await fair.settle()

    state = await fair.state(event_id)
    assert state.row.status == "finished" and len(state.results) > number
    assert fair.bulletins.count("champion") == 1 and set(fair.bulletins) <= {"event-started", "champion"}
    assert not any(code in ("play", "come") for _, code, _ in fair.letters)
    await refused("event-not-running", fair.services.tournaments.arenas.join_or_pause(event_id, UserId(1), now=fair.now))


async def test_who_pauses_is_not_paired_until_they_come_back(fair: Fair) -> None:
    event_id = await fair.started(2, "arena:2", **ARENA)
    arenas, match = fair.services.tournaments.arenas, await newest(fair, event_id)
    assert await arenas.join_or_pause(event_id, UserId(1), now=fair.now)
    assert await arenas.join_or_pause(event_id, UserId(1), now=fair.now, pauses=True), "twice is as once"
    while await fair.turn(match.match_id):
        pass
    await fair.settle()
    assert (await fair.state(event_id)).results, "a game that runs goes on"

    await fair.wait(minutes=30)
    assert len((await fair.state(event_id)).rounds) == 1
    await fair.restart()
    assert not await fair.services.tournaments.arenas.join_or_pause(event_id, UserId(1), now=fair.now)
    await fair.settle()
    assert len((await fair.state(event_id)).rounds) == 1, "the two have just met, and somebody else may come"
    await fair.wait(minutes=2)
    assert len((await fair.state(event_id)).rounds) == 2


async def test_who_gives_up_at_once_hands_over_no_row_of_wins_and_rests(fair: Fair) -> None:
    """The cheat: one account loses as fast as it can to another."""
    event_id = await fair.started(2, "arena:2", options={"rounds": "30"}, **ARENA)
    arenas = fair.services.tournaments.arenas
    for _ in range(3):
        await lost(fair, await newest(fair, event_id), 2)
        await refused("rests", arenas.join_or_pause(event_id, UserId(2), now=fair.now))
        await fair.wait(minutes=10)
        await arenas.join_or_pause(event_id, UserId(2), now=fair.now)
        await fair.wait(minutes=3)

    state = await fair.state(event_id)
    assert [result.how for result in state.results.values()] == ["walkover"] * 3 and len(state.rounds) == 4
    assert {line.id: line.values["points"] for line in courses.standings_of(state.course, 0)} == {"1": 2, "2": 0}
    assert [code for user, code, _ in fair.letters if user == 2] == ["gave-up-early"] * 3


async def test_who_does_not_come_loses_the_game_and_pauses_but_is_not_out(fair: Fair) -> None:
    event_id = await fair.started(3, "arena:2", **ARENA)
    drawn = (await fair.state(event_id)).rounds[0]
    absent, other = (int(who) for who in drawn.pairing(1).seats)
    fair.absent = {absent}
    for _ in range(2):
        await fair.wait(minutes=6)
        state = await fair.state(event_id)
        assert state.members[absent].pauses and state.members[absent].status != OUT
        fair.absent = set()
        await fair.wait(minutes=10)
        await fair.services.tournaments.arenas.join_or_pause(event_id, UserId(absent), now=fair.now)
        fair.absent = {absent}
        await fair.settle()
    assert state.results[1, 1].winner == str(other) and state.results[1, 1].how == "walkover"
    assert ("absent" in [code for user, code, _ in fair.letters if user == absent]) and len(state.rounds) > 1


async def test_nobody_agrees_on_a_result_in_an_arena(fair: Fair) -> None:
    event_id = await fair.started(2, "arena:2", **ARENA)
    proposal = Proposal("win", UserId(1), "I say so")

    await refused(
        "arena-is-played", fair.services.tournaments.result_agreements.propose(event_id, UserId(2), proposal, now=fair.now)
    )


async def test_an_arena_takes_people_until_it_pairs_nobody_any_more(fair: Fair) -> None:
    event_id = await fair.started(2, "arena:1", **ARENA)
    entries = fair.services.tournaments.registration
    for person in (3, 4):
        await entries.enter(event_id, UserId(person), now=fair.now)
    await fair.wait(seconds=76)
    assert len((await fair.state(event_id)).open_tables()) == 2
    fair.absent = {1, 2, 3, 4}
    await fair.wait(minutes=61)

    assert (await fair.state(event_id)).row.status == "finished", "all were away, and nothing was open any more"
    running = await fair.started(2, "arena:1", first_turn=timedelta(hours=3), pace="evening", round_length=None)
    await fair.wait(minutes=30)
    for person in (3, 4):
        await entries.enter(running, UserId(person), now=fair.now)
    await fair.wait(minutes=30)
    assert (await fair.state(running)).open_tables()
    await refused("entry-closed", entries.enter(running, UserId(5), now=fair.now))
    await refused("entry-closed", fair.services.tournaments.arenas.join_or_pause(running, UserId(1), now=fair.now))


async def test_an_arena_is_for_who_is_there(fair: Fair) -> None:
    opening = fair.services.tournaments.creation.open(
        SERVER, ORGANISER, "Cup", settings(stages="arena:2", pace="event"), now=fair.now
    )

    assert (await refused("bad-event", opening)).params["found"].code == "arena-live"


# -- ladder -------------------------------------------------------------------------------------------------------------


async def test_a_challenge_is_played_at_once_and_changes_places(fair: Fair) -> None:
    event_id = await fair.started(4, "ladder:2")
    before = courses.ranking((await fair.state(event_id)).course)
    challenge = fair.services.tournaments.challenges.challenge
    top, upper, middle, last = map(int, before)

    await refused("bad-event", challenge(event_id, UserId(last), top, now=fair.now))
    await challenge(event_id, UserId(last), upper, now=fair.now)
    await fair.settle()

    assert [(user, code) for user, code, _ in fair.letters] == [(upper, "challenged")]
    await refused("bad-event", challenge(event_id, UserId(last), middle, now=fair.now))
    await challenge(event_id, UserId(middle), top, now=fair.now)  # both are played side by side
    await fair.settle()
    assert len((await fair.state(event_id)).open_tables()) == 2
    first, _ = await fair.services.tournaments.queries.matches(event_id)
    await fair.services.resignations.resign(first.match_id, UserId(upper), now=fair.now)
    await fair.settle()
    state = await fair.state(event_id)
    assert courses.ranking(state.course) == tuple(map(str, (top, last, middle, upper)))
    assert fair.said[-1][1] | {"code": "challenge-over", "round": 1, "entrant": last, "stands": 2} == fair.said[-1][1]
    await fair.restart()
    assert (await fair.state(event_id)).course == state.course


async def test_who_is_challenged_and_does_not_come_loses_the_place(fair: Fair) -> None:
    event_id = await fair.started(2, "ladder:1")
    first, second = courses.ranking((await fair.state(event_id)).course)
    await fair.services.tournaments.challenges.challenge(event_id, UserId(int(second)), int(first), now=fair.now)
    await fair.settle()
    fair.absent = {int(first)}
    await fair.services.tournaments.round_scheduler.ready(event_id, UserId(int(second)), now=fair.now)
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    while await fair.turn(match.match_id):
        pass
    await fair.settle()  # the absent player is asked by a message, and has time from then on

    await fair.wait(hours=49)

    state = await fair.state(event_id)
    assert state.results[1, 1].how == "walkover" and courses.ranking(state.course) == (second, first)


async def test_one_may_enter_a_ladder_at_any_time_and_its_organiser_ends_it(fair: Fair) -> None:
    event_id = await fair.started(2, "ladder")
    events = fair.services.tournaments

    await events.registration.enter(event_id, UserId(3), now=fair.now)
    await fair.settle()
    assert courses.ranking((await fair.state(event_id)).course)[-1] == "3"
    await events.challenges.challenge(event_id, UserId(3), 1, now=fair.now)
    await fair.settle()
    assert (await fair.state(event_id)).row.status == "running", "nothing ends it by itself"
    await events.early_end.end(event_id, ORGANISER, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.row.status == "finished" and state.final == () and fair.bulletins[-1] == "no-champion", "nobody has played"
    await refused("event-not-running", events.challenges.challenge(event_id, UserId(1), 2, now=fair.now))


async def test_a_ladder_of_one_ends_by_itself(fair: Fair) -> None:
    event_id = await fair.started(3, "ladder")
    events = fair.services.tournaments
    top, middle, bottom = (int(who) for who in courses.ranking((await fair.state(event_id)).course))
    await events.challenges.challenge(event_id, UserId(bottom), top, now=fair.now)
    await fair.settle()
    await fair.play_round(event_id)

    await events.registration.leave(event_id, UserId(top), now=fair.now)
    await fair.settle()
    assert (await fair.state(event_id)).row.status == "running", "two are left"
    await events.registration.leave(event_id, UserId(bottom), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert (state.row.status, state.final[0]) == ("finished", str(middle)) and fair.bulletins[-1] == "champion"


async def test_a_place_of_a_full_ladder_goes_to_who_waits_once_somebody_leaves(fair: Fair) -> None:
    event_id = await fair.started(4, "ladder", most=3)
    events = fair.services.tournaments

    await events.registration.leave(event_id, UserId(2), now=fair.now)
    await fair.settle()

    places = courses.ranking((await fair.state(event_id)).course)
    assert places[2:] == ("4", "2") and (4, "moved-up") in [letter[:2] for letter in fair.letters]
    await events.challenges.challenge(event_id, UserId(4), int(places[1]), now=fair.now)


async def test_nobody_is_challenged_in_a_swiss(fair: Fair) -> None:
    event_id = await fair.started(4)

    await refused("no-ladder", fair.services.tournaments.challenges.challenge(event_id, UserId(1), 2, now=fair.now))
    await refused("ends-by-itself", fair.services.tournaments.early_end.end(event_id, ORGANISER, now=fair.now))


async def test_every_preset_can_be_played(fair: Fair) -> None:
    for name, fitted in (("tables", "tables:3 -> tables:1 best=4"), ("divisions", "league:2 -> league:2"), ("ladder", "ladder:3")):
        state = await fair.services.tournaments.creation.open(SERVER, ORGANISER, "Cup", preset_settings(name, "tiny"), now=fair.now)
        assert stages.write(stages.fit_stages(state.settings.plan, 8)) == fitted
