"""Referees' actions on games, appeals, deputies, and leaving organisers, through the real services."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.core.change_scope import Decision
from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments.log.ruling_events import RefereeAction
from service.tournaments.repository import TournamentTransaction
from service.tournaments.state import IN, OUT, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tests.service.tournaments.conftest import ORGANISER, Fair
from tests.service.tournaments.test_events import refused
from tournament.results import RULING

REFEREE = UserId(901)


async def clocks(fair: Fair, event_id: EventId) -> list[timedelta]:
    """Return the clocks of the first game, by person."""
    match = (await fair.services.tournaments.queries.matches(event_id))[0]
    row, seats = await fair.services.repository.seated(match.match_id)
    shown = await fair.services.clocks.shown(row, seats, fair.now)
    return [shown[seat.seat].left for seat in sorted(seats, key=lambda seat: seat.user_id or 0)]


async def first_mover(fair: Fair, event_id: EventId) -> UserId:
    return UserId(int((await fair.state(event_id)).rounds[0].pairing(1).first))


# -- games ------------------------------------------------------------------------------------------------------------


async def test_a_referee_gives_one_of_two_more_time_and_a_later_first_turn(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    before = await clocks(fair, event_id)
    late = await first_mover(fair, event_id)
    fair.absent = {1, 2}

    rule = fair.services.tournaments.referee_actions.rule
    await refused("no-length", rule(event_id, ORGANISER, "more-time", late, "power cut", now=fair.now))
    await rule(event_id, ORGANISER, "more-time", late, "power cut", now=fair.now, length=timedelta(hours=24))

    after = await clocks(fair, event_id)
    assert [a - b for a, b in zip(after, before, strict=True)] == [timedelta(hours=24 * (user == late)) for user in (1, 2)]
    await fair.wait(hours=47)
    assert [code for user, code, _ in fair.letters if user == late] == ["ruled"]
    await fair.wait(hours=2)
    assert [code for user, code, _ in fair.letters if user == late] == ["ruled", "late"]
    (ruling,) = await fair.services.tournaments.queries.rulings(event_id)
    assert isinstance(ruling.event, RefereeAction)
    assert (ruling.event.what, ruling.reason) == ("more-time", "power cut")


async def test_a_paused_pairing_rests_until_the_referee_lets_it_go_on(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    rule, before = fair.services.tournaments.referee_actions.rule, await clocks(fair, event_id)
    await refused("not-paused", rule(event_id, ORGANISER, "resume", UserId(1), "x", now=fair.now))

    await rule(event_id, ORGANISER, "pause", UserId(1), "illness", now=fair.now, length=timedelta(days=7))
    await refused("paused-already", rule(event_id, ORGANISER, "pause", UserId(1), "x", now=fair.now, length=timedelta(days=1)))
    await fair.wait(days=5)

    assert await clocks(fair, event_id) == before
    assert [code for _, code, _ in fair.letters] == ["ruled", "ruled"], "nobody is called late"
    await rule(event_id, ORGANISER, "resume", UserId(1), "well again", now=fair.now)
    await fair.wait(hours=25)
    assert min(await clocks(fair, event_id)) < min(before)
    assert "late" in [code for _, code, _ in fair.letters]


async def test_a_whole_round_is_paused_in_one_go(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1")
    rule = fair.services.tournaments.referee_actions.rule

    assert await rule(event_id, ORGANISER, "pause", None, "Christmas", now=fair.now, length=timedelta(days=3)) == 2
    await fair.wait(days=2)
    await refused("no-whom", rule(event_id, ORGANISER, "take-back", None, "x", now=fair.now))

    assert len((await fair.state(event_id)).paused) == 2
    assert await rule(event_id, ORGANISER, "resume", None, "over", now=fair.now) == 2
    await refused("no-open-game", rule(event_id, ORGANISER, "resume", None, "over", now=fair.now))
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_a_referee_takes_a_turn_back_in_a_rated_game(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", options={"rounds": "2"})
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    mover = await first_mover(fair, event_id)
    rule = fair.services.tournaments.referee_actions.rule
    await refused("nothing-to-undo", rule(event_id, ORGANISER, "take-back", mover, "misread", now=fair.now))
    assert await fair.turn(match.match_id)
    assert not (await fair.services.match_queries.table(match.match_id, mover)).is_asked

    await rule(event_id, ORGANISER, "take-back", mover, "misread", now=fair.now)
    await fair.settle()

    assert (await fair.services.match_queries.table(match.match_id, mover)).is_asked
    actions = [entry.event for entry in await fair.services.tournaments.queries.rulings(event_id)]
    assert [action.what for action in actions if isinstance(action, RefereeAction)] == ["take-back"] and len(actions) == 1
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_players_of_an_event_give_no_time_stop_no_game_and_are_let_back_by_ruling_only(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    match_id, user = (await fair.services.tournaments.queries.matches(event_id))[0].match_id, UserId(1)

    await refused("ruled-in-event", fair.services.clocks.give(match_id, user, timedelta(hours=1), now=fair.now))
    for kind in ("stop", "finish"):
        await refused("stop-in-event", fair.services.requests.ask(match_id, user, kind, {}, now=fair.now))
    await refused("ruled-in-event", fair.services.take_back.rule(match_id, user, by=UserId(900), now=fair.now))


async def test_a_pairing_is_played_again(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    await fair.play_round(event_id)
    state = await fair.state(event_id)
    pairing = state.rounds[1].pairing(1)
    whom = state.user(pairing.first)
    await fair.services.tournaments.referee_actions.rule(event_id, ORGANISER, "replay", whom, "wrong settings", now=fair.now)
    await fair.settle()

    first, again = (m for m in await fair.services.tournaments.queries.matches(event_id, 2) if m.table == 1)
    assert (first.status, again.status, again.game) == ("finished", "running", 2)
    assert [seat.user_id for seat in first.seats] == [seat.user_id for seat in again.seats], "the same begins"
    final = await fair.play_out(event_id)
    assert final.row.status == "finished"
    assert final.results[2, 1].how == "played"


async def test_a_substitute_comes_in_by_ruling_before_the_first_game_has_ended(fair: Fair) -> None:
    event_id = await fair.opened(5, "swiss:2", most=4)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    out = await first_mover(fair, event_id)

    await fair.services.tournaments.referee_actions.rule(event_id, ORGANISER, "substitute", out, "ill", now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert "5" in state.rounds[0].couples[0] and state.members[int(out)].status == OUT
    rule = fair.services.tournaments.referee_actions.rule
    await refused("nobody-waits", rule(event_id, ORGANISER, "substitute", UserId(5), "ill", now=fair.now))
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_nothing_is_ruled_on_a_game_that_is_over_or_ones_own(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    rule, mover = fair.services.tournaments.referee_actions.rule, await first_mover(fair, event_id)
    await refused("own-ruling", rule(event_id, mover, "pause", mover, "x", now=fair.now, length=timedelta(days=1)))
    await refused("not-entered", rule(event_id, ORGANISER, "resume", UserId(77), "x", now=fair.now))
    await refused("no-reason", rule(event_id, ORGANISER, "resume", mover, " ", now=fair.now))
    match = next(m for m in await fair.services.tournaments.queries.matches(event_id) if m.table == 1)
    while await fair.turn(match.match_id):
        pass
    await fair.settle()

    await refused("no-open-game", rule(event_id, ORGANISER, "take-back", mover, "x", now=fair.now))


async def test_a_pairing_of_a_round_that_is_over_is_played_again_but_not_in_a_bracket(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    await fair.play_round(event_id)
    repository, rule = fair.services.tournaments.repository, fair.services.tournaments.referee_actions
    matches = await fair.store.events.matches(event_id)

    def played_again(state: TournamentState) -> Decision[TournamentState]:
        step = TournamentTransaction(state, fair.now)
        rule.play_again(step, state.rounds[0], 1, ORGANISER, "wrong settings", matches)
        step.wake()
        return repository.decided(step)

    await repository.unit_of_work.change(repository.of(event_id), played_again, now=fair.now)
    await fair.settle()

    again = await fair.state(event_id)
    assert (1, 1) in again.open_ended, "a draw until it has ended"
    assert len(again.rounds) == 2, "what was published stays"
    final = await fair.play_out(event_id)
    assert final.results[1, 1].how == "played"
    assert [m.game for m in await fair.services.tournaments.queries.matches(event_id, 1) if m.table == 1] == [1, 2]

    event_id = await fair.started(4, "knock-out")
    await fair.play_round(event_id)
    state = await fair.state(event_id)
    matches = await fair.store.events.matches(event_id)
    with pytest.raises(Refusal, match="no-replay"):
        rule.play_again(TournamentTransaction(state, fair.now), state.rounds[0], 1, ORGANISER, "wrong settings", matches)


# -- appeals ----------------------------------------------------------------------------------------------------------


async def ruled(fair: Fair, event_id: EventId, what: str, whom: UserId) -> int:
    """Return the number of a new ruling."""
    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, what, whom, "dispute", now=fair.now)
    await fair.settle()
    return (await fair.services.tournaments.queries.rulings(event_id))[-1].seq


async def test_a_ruling_set_aside_on_appeal_is_played_again(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    loser, appeals = await first_mover(fair, event_id), fair.services.tournaments.appeals
    winner = (await fair.state(event_id)).user((await fair.state(event_id)).rounds[0].pairing(1).second)
    await fair.services.tournaments.deputies.name(event_id, ORGANISER, REFEREE, on=True, now=fair.now)
    ruling = await ruled(fair, event_id, "win", winner)
    assert [what["ruling"] for user, code, what in fair.letters if code == "ruled"] == [ruling, ruling]

    await appeals.appeal(event_id, loser, ruling, now=fair.now)
    await fair.settle()
    assert [user for user, code, _ in fair.letters if code == "appeal"] == [REFEREE], "not to who has ruled"
    assert (await refused("no-appeal", appeals.appeal(event_id, loser, ruling, now=fair.now))).params["why"] == "again"
    await refused("own-appeal", appeals.answer(event_id, ORGANISER, ruling, upholds=True, now=fair.now))
    await refused("own-ruling", appeals.answer(event_id, loser, ruling, upholds=False, now=fair.now))
    await appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert (1, 1) not in state.results
    assert {user for user, code, _ in fair.letters if code == "appealed"} == {loser, winner}
    again = await refused("no-appeal", appeals.answer(event_id, REFEREE, ruling, upholds=True, now=fair.now))
    assert again.params["why"] == "answered"
    assert "dispute" not in str(fair.said)
    assert (await fair.play_out(event_id)).results[1, 1].how == "played"


async def test_a_correction_set_aside_leaves_the_result_that_was_played(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    await fair.play_round(event_id)
    state = await fair.state(event_id)
    played, pairing = state.results[1, 1], state.rounds[0].pairing(1)
    whom = state.user(pairing.second if played.winner == pairing.first else pairing.first)
    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", whom, "dispute", now=fair.now, round_=1)
    ruling = (await fair.services.tournaments.queries.rulings(event_id))[-1].seq
    assert (await fair.state(event_id)).results[1, 1].how == RULING

    await fair.services.tournaments.appeals.appeal(event_id, whom, ruling, now=fair.now)
    await fair.services.tournaments.appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)

    assert (await fair.state(event_id)).results[1, 1] == played


async def test_who_was_put_out_wrongly_is_in_again_and_plays_the_round(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    whom = await first_mover(fair, event_id)
    ruling = await ruled(fair, event_id, "disqualify", whom)
    assert (await fair.state(event_id)).results[1, 1].how == "walkover"

    await fair.services.tournaments.appeals.appeal(event_id, whom, ruling, now=fair.now)
    await fair.services.tournaments.appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.members[int(whom)].status == IN and (1, 1) not in state.results
    final = await fair.play_out(event_id)
    assert final.results[1, 1].how == "played"
    assert all(any(str(whom) in couple for couple in drawn.couples) for drawn in final.rounds)


async def test_people_appeal_within_two_days_and_only_against_what_concerns_them(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    state, appeals = await fair.state(event_id), fair.services.tournaments.appeals
    ruling = await ruled(fair, event_id, "draw", await first_mover(fair, event_id))
    stranger = state.user(state.rounds[0].pairing(2).first)

    for user, number, why in ((stranger, ruling, "not-yours"), (UserId(1), 0, "none"), (UserId(1), 999, "none")):
        assert (await refused("no-appeal", appeals.appeal(event_id, user, number, now=fair.now))).params["why"] == why
    not_asked = await refused("no-appeal", appeals.answer(event_id, REFEREE, ruling, upholds=True, now=fair.now))
    assert not_asked.params["why"] == "none"
    fair.now += timedelta(hours=49)
    late = await refused("no-appeal", appeals.appeal(event_id, await first_mover(fair, event_id), ruling, now=fair.now))
    assert late.params["why"] == "late"


async def test_a_final_that_is_decided_otherwise_has_another_champion(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    loser = await first_mover(fair, event_id)
    winner = UserId(3 - loser)
    ruling = await ruled(fair, event_id, "win", winner)
    assert (await fair.state(event_id)).final[0] == str(winner)
    await refused(
        "event-not-running", fair.services.tournaments.referee_actions.rule(event_id, ORGANISER, "replay", loser, "x", now=fair.now)
    )

    await fair.services.tournaments.appeals.appeal(event_id, loser, ruling, now=fair.now)
    await fair.services.tournaments.appeals.answer(event_id, REFEREE, ruling, upholds=False, now=fair.now)
    await fair.settle()
    state = await fair.state(event_id)
    assert (state.row.status, state.row.ended_at, state.final) == ("running", None, ())
    await fair.play_out(event_id)
    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", loser, "found out", now=fair.now)
    await fair.settle()

    assert (await fair.state(event_id)).final[0] == str(loser)
    assert fair.bulletins.count("champion") == 3
    fair.now += timedelta(days=8)
    await refused("event-over", fair.services.tournaments.rulings.rule(event_id, ORGANISER, "draw", loser, "x", now=fair.now))


# -- organisers -------------------------------------------------------------------------------------------------------


async def test_where_the_organiser_leaves_the_server_the_first_deputy_takes_over(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    name = fair.services.tournaments.deputies.name
    await name(event_id, ORGANISER, REFEREE, on=True, now=fair.now)
    await name(event_id, ORGANISER, UserId(902), on=True, now=fair.now)
    await refused("organises-already", name(event_id, ORGANISER, REFEREE, on=True, now=fair.now))
    await refused("no-deputy", name(event_id, ORGANISER, UserId(5), on=False, now=fair.now))

    await fair.services.resignations.left_guild(7, ORGANISER, now=fair.now)
    await fair.services.tournaments.rulings.call(event_id, UserId(1), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert (state.row.host_id, state.officials) == (REFEREE, (REFEREE, UserId(902)))
    assert "host-left" in fair.bulletins
    assert {user for user, code, _ in fair.letters if code == "referee"} == {REFEREE, 902}
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_where_nobody_organises_any_more_it_runs_on_and_the_one_named_organises(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")

    await fair.services.resignations.left_guild(8, ORGANISER, now=fair.now)
    assert (await fair.state(event_id)).row.host_id == ORGANISER, "another server"
    await fair.services.resignations.left_guild(7, ORGANISER, now=fair.now)
    await fair.services.tournaments.rulings.call(event_id, UserId(1), now=fair.now)
    await fair.settle()
    assert (await fair.state(event_id)).officials == ()
    assert "referee" in fair.bulletins, "the call is heard in the channel"
    await fair.services.tournaments.deputies.name(event_id, UserId(5), REFEREE, on=True, now=fair.now)

    await fair.restart()
    assert (await fair.state(event_id)).row.host_id == REFEREE
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_a_deputy_enters_like_anybody_else(fair: Fair) -> None:
    event_id = await fair.opened(2, "swiss:1")
    await fair.services.tournaments.deputies.name(event_id, ORGANISER, REFEREE, on=True, now=fair.now)
    assert len((await fair.state(event_id)).members) == 2

    await fair.services.tournaments.registration.enter(event_id, REFEREE, now=fair.now)

    assert [m.number for m in (await fair.state(event_id)).having(IN)] == [1, 2, 3]
    await fair.services.tournaments.delivery_failures.rehome(event_id, MatchLocation(7, 70), now=fair.now)
    await fair.restart()
    assert REFEREE in (await fair.state(event_id)).officials
