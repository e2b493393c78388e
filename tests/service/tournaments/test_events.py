"""Events through the real services: from the call for entries to the champion, and whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import csv
import io
from datetime import timedelta
from typing import Any

import pytest

from games.core.game import Seat
from service.core.change_scope import Decision
from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments import csv_export, queries
from service.tournaments.log.entrant_events import SkippedRound
from service.tournaments.repository import DUE, NEWS, SEATED, TournamentTransaction
from service.tournaments.state import IN, OUT, WAITING, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId, EventMatch, of_event
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair, settings
from tournament import progression as courses
from tournament.results import RULING, WALKOVER, EntrantId


async def refused(code: str, doing: object) -> Refusal:
    with pytest.raises(Refusal) as raised:
        await doing  # type: ignore[misc]
    assert raised.value.code == code
    return raised.value


# -- the whole way ----------------------------------------------------------------------------------------------------


async def test_a_swiss_runs_to_its_end_without_a_press_after_the_start(fair: Fair) -> None:
    event_id = await fair.started(8)

    state = await fair.play_out(event_id)

    assert state.row.status == "finished"
    assert [len(drawn.couples) for drawn in state.rounds] == [4, 4, 4]
    assert len(state.final) == 8
    met = [frozenset(couple) for drawn in state.rounds for couple in drawn.couples]
    assert len(met) == len(set(met)), "nobody meets anybody twice"
    assert fair.bulletins[0] == "event-started" and fair.bulletins[-1] == "champion"
    assert fair.bulletins.count("round-over") == 3


async def test_a_bracket_follows_with_a_final_of_three_games(fair: Fair) -> None:
    event_id = await fair.started(8, "swiss:3 -> knock-out:4 final=3")

    state = await fair.play_out(event_id)

    final = state.rounds[-1]
    assert [len(drawn.couples) for drawn in state.rounds] == [4, 4, 4, 2, 1]
    assert final.best_of == 3
    matches = [m for m in await fair.services.tournaments.queries.matches(event_id) if m.round == final.number]
    assert len(matches) in (2, 3, 4)
    seats = [[seat.user_id for seat in match.seats] for match in matches[:2]]
    assert seats[0] == seats[1][::-1], "starts go A-B"
    assert len({match.channel_id for match in matches}) == 1, "all games of a pairing in one thread"


async def test_what_a_restart_interrupts_goes_on(fair: Fair) -> None:
    event_id = await fair.started(4)
    for _ in range(30):
        await fair.restart()
        matches = await fair.services.tournaments.queries.matches(event_id)
        running = [match for match in matches if match.status == "running"]
        if running:
            await fair.turn(running[0].match_id)
        await fair.settle()

    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_games_are_played_under_the_terms_of_the_event(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")

    (match,) = await fair.services.tournaments.queries.matches(event_id)
    row = await fair.services.match_queries.match(match.match_id)

    assert row.terms.rated and row.terms.pace.id == "event"
    assert row.host_id == ORGANISER
    assert row.options == {"rounds": "1", "vote": "off"}


# -- entry ------------------------------------------------------------------------------------------------------------


async def test_who_comes_when_it_is_full_waits_and_moves_up(fair: Fair) -> None:
    event_id = await fair.opened(3, most=2)
    assert [m.status for m in (await fair.state(event_id)).members.values()] == [IN, IN, WAITING]

    await fair.services.tournaments.registration.leave(event_id, UserId(1), now=fair.now)
    await fair.settle()

    assert [m.number for m in (await fair.state(event_id)).having(IN)] == [2, 3]
    assert [(user, code) for user, code, _ in fair.letters] == [(3, "moved-up")]


async def test_entering_is_refused_where_it_makes_no_sense(fair: Fair) -> None:
    entries = fair.services.tournaments.registration
    event_id = await fair.opened(3)
    assert (await refused("already-entered", entries.enter(event_id, UserId(1), now=fair.now))).params["waiting"] is False
    await refused("not-entered", entries.leave(event_id, UserId(9), now=fair.now))
    await refused("no-check-in", entries.check_in(event_id, UserId(1), now=fair.now))
    await refused("event-not-running", entries.skip(event_id, UserId(1), now=fair.now))
    await entries.cancel(event_id, ORGANISER, now=fair.now)
    await refused("event-over", entries.enter(event_id, UserId(4), now=fair.now))
    await refused("no-event", entries.enter(event_id.__class__(99), UserId(4), now=fair.now))


@pytest.mark.parametrize(
    ("changes", "name", "code"),
    [
        ({"stages": "pyramid"}, "Cup", "bad-event"),
        ({"pace": "soon"}, "Cup", "bad-terms"),
        ({"pace": "none"}, "Cup", "bad-terms"),
        ({"most": 1}, "Cup", "bad-event"),
        ({"game": "chess"}, "Cup", "unknown-game"),
        ({"preset": "feast"}, "Cup", "bad-event"),
        ({}, "  ", "no-name"),
        ({}, "x" * 33, "text-too-long"),
    ],
)
async def test_an_event_that_makes_no_sense_is_not_opened(fair: Fair, changes: dict[str, str], name: str, code: str) -> None:
    await refused(code, fair.services.tournaments.creation.open(SERVER, ORGANISER, name, settings(**changes), now=fair.now))

    assert await fair.services.tournaments.queries.of_guild(7) == ()


async def test_too_few_cannot_start(fair: Fair) -> None:
    event_id = await fair.opened(1)
    await refused("bad-event", fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now))

    assert (await fair.state(event_id)).row.status == "open"


async def test_an_event_begins_by_itself_with_those_who_have_checked_in(fair: Fair) -> None:
    event_id = await fair.opened(4, "swiss:1", starts_at=fair.now + timedelta(days=2), check_in=True)
    entries = fair.services.tournaments.registration
    await refused("check-in-later", entries.check_in(event_id, UserId(1), now=fair.now))
    await fair.wait(hours=30)
    for person in (1, 2):
        await entries.check_in(event_id, UserId(person), now=fair.now)

    await fair.wait(hours=30)

    state = await fair.state(event_id)
    assert state.row.status == "running"
    assert [m.number for m in state.having(IN)] == [1, 2]
    assert sorted((user, code) for user, code, _ in fair.letters) == [(3, "not-checked-in"), (4, "not-checked-in")]


async def test_an_event_to_which_nobody_comes_is_called_off_and_its_organiser_told(fair: Fair) -> None:
    event_id = await fair.opened(1, starts_at=fair.now + timedelta(days=1))

    await fair.wait(days=2)

    assert (await fair.state(event_id)).row.status == "cancelled"
    assert [(user, code) for user, code, _ in fair.letters] == [(ORGANISER, "event-too-few")]


async def test_one_may_enter_while_the_first_round_is_previewed(fair: Fair) -> None:
    event_id = await fair.started_with_preview(4)

    member = await fair.services.tournaments.registration.enter(event_id, UserId(5), now=fair.now)

    assert member.from_round == 2
    assert len((await fair.play_out(event_id)).final) == 5


async def test_who_enters_late_starts_in_round_two_with_half_a_point(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")

    await fair.services.tournaments.registration.enter(event_id, UserId(5), now=fair.now)
    await fair.settle()
    await fair.play_round(event_id)

    state = await fair.state(event_id)
    assert len(state.rounds) == 2
    assert any("5" in couple for couple in state.rounds[1].couples)
    final = await fair.play_out(event_id)
    line = next(t for t in (await fair.services.tournaments.queries.export(event_id))["standings"])["lines"]
    assert next(own for own in line if own["id"] == 5)["points"] >= 0.5
    assert len(final.final) == 5
    await refused("event-over", fair.services.tournaments.registration.enter(event_id, UserId(6), now=fair.now))


async def test_entry_is_open_until_round_two_is_published_and_closed_from_then_on(fair: Fair) -> None:
    """It was said to be closed, and in the same breath to be open until round 2."""
    event_id = await fair.opened(4, "swiss:3", preview=timedelta(hours=1))
    events, newcomer = fair.services.tournaments, iter(range(5, 20))

    async def is_open() -> bool:
        entered = events.registration.enter(event_id, UserId(next(newcomer)), now=fair.now)
        if (await fair.state(event_id)).late_round() is None and (await fair.state(event_id)).row.status != "open":
            await refused("entry-closed", entered)
            return False
        await entered
        await fair.settle()
        return True

    assert await is_open(), "before the start"
    await events.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    assert await is_open(), "while round 1 is shown to the organiser"
    await events.round_scheduler.publish(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    assert await is_open(), "while round 1 is played"
    while (await fair.state(event_id)).preview is None:
        assert await fair._play_on(event_id)
        await fair.settle()
    assert not await is_open(), "round 2 is drawn"
    await events.round_scheduler.publish(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    assert not await is_open()
    assert [len(drawn.couples) for drawn in (await fair.state(event_id)).rounds] == [3, 4], "six, then seven"


# -- leaving ----------------------------------------------------------------------------------------------------------


async def test_who_comes_late_to_a_full_tournament_waits_and_the_next_round_is_drawn(fair: Fair) -> None:
    """Half a point for a round missed by somebody who was not in it stopped the whole event."""
    event_id = await fair.started(4, "swiss:2", most=4)

    late = await fair.services.tournaments.registration.enter(event_id, UserId(5), now=fair.now)
    state = await fair.play_out(event_id)

    assert late.status == WAITING and state.stuck == ""
    assert state.row.status == "finished" and len(state.rounds) == 2 and len(state.final) == 4


async def test_who_withdraws_loses_the_open_game_and_is_not_drawn_again(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)

    await fair.services.tournaments.registration.leave(event_id, (await fair.state(event_id)).user(pairing.first), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.results[1, 1].how == WALKOVER and state.results[1, 1].winner == pairing.second
    assert state.members[int(pairing.first)].status == OUT
    (match,) = [m for m in await fair.services.tournaments.queries.matches(event_id) if m.table == 1]
    row = await fair.services.match_queries.match(match.match_id)
    assert row.status == "finished", "nobody waits at that table any more"
    final = await fair.play_out(event_id)
    assert all(pairing.first not in couple for drawn in final.rounds[1:] for couple in drawn.couples)
    assert final.row.status == "finished"


async def test_who_resigns_a_game_stays_in_the_event(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    (match,) = await fair.services.tournaments.queries.matches(event_id)

    await fair.services.resignations.resign(match.match_id, UserId(1), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    result = state.results[1, 1]
    assert (result.how, result.winner) == ("resigned", "2")
    assert state.row.status == "finished" and state.final == ("2", "1")
    assert (await fair.services.match_queries.match(match.match_id)).status == "finished", "no computer plays on"


async def test_who_leaves_the_server_or_is_forgotten_is_out(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")

    await fair.services.resignations.left_guild(7, UserId(1), now=fair.now)
    await fair.services.privacy.forget(UserId(2), now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert [m.status for m in state.members.values()] == [OUT, OUT, IN, IN]
    assert state.users[2] < 0
    final = await fair.play_out(event_id)
    assert final.row.status == "finished" and final.final[0] in ("3", "4")


async def test_a_round_is_skipped_for_half_a_point_twice_and_never_the_last(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")
    entries = fair.services.tournaments.registration

    assert await entries.skip(event_id, UserId(1), now=fair.now) == 2
    await refused("already-skipped", entries.skip(event_id, UserId(1), now=fair.now))
    await fair.settle()
    await fair.play_round(event_id)

    state = await fair.state(event_id)
    assert all("1" not in couple for couple in state.rounds[1].couples)
    assert (await refused("no-skip", entries.skip(event_id, UserId(1), now=fair.now))).params["why"] == "last"


async def test_who_waits_for_a_place_has_no_round_to_skip(fair: Fair) -> None:
    event_id = await fair.started(5, "swiss:3", most=4)

    await refused("not-entered", fair.services.tournaments.registration.skip(event_id, UserId(5), now=fair.now))


async def test_a_skip_that_an_earlier_version_took_of_somebody_who_waits_stops_nothing(fair: Fair) -> None:
    event_id = await fair.started(5, "swiss:3", most=4)
    events, of = fair.services.tournaments.repository, fair.services.tournaments.repository.of(event_id)
    await fair.play_round(event_id)

    def decide(state: TournamentState) -> Decision[TournamentState]:
        step = TournamentTransaction(state, fair.now)
        step.note(SkippedRound(5, 3), UserId(5))
        step.wake()
        return events.decided(step)

    await events.unit_of_work.change(of, decide, now=fair.now)
    await fair.restart()
    state = await fair.play_out(event_id)

    assert (state.row.status, state.stuck, len(state.final)) == ("finished", "", 4)
    skipped = [row for drawn in (await fair.services.tournaments.queries.export(event_id))["rounds"] for row in drawn["pairings"]]
    assert all(row["how"] == "played" for row in skipped)


async def test_once_it_runs_nobody_moves_up_where_there_is_no_place_to_play_at(fair: Fair) -> None:
    event_id = await fair.started(6, "league", most=4)
    leave = fair.services.tournaments.registration.leave

    await leave(event_id, UserId(1), now=fair.now)
    await leave(event_id, UserId(5), now=fair.now)
    await fair.settle()

    assert (await fair.state(event_id)).members[6].status == WAITING and (6, "moved-up") not in [
        letter[:2] for letter in fair.letters
    ]


# -- lateness ---------------------------------------------------------------------------------------------------------


async def test_who_does_not_come_is_told_then_warned_then_loses(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    first = int((await fair.state(event_id)).rounds[0].pairing(1).first)
    other = 3 - first
    fair.absent = {1, 2}

    await fair.wait(hours=23)
    assert fair.letters == []
    await fair.wait(hours=2)
    assert [(user, code) for user, code, _ in fair.letters] == [(first, "late")]
    await fair.wait(hours=12)
    assert [(user, code) for user, code, _ in fair.letters[1:]] == [(first, "warned")]
    await fair.wait(hours=12)

    state = await fair.state(event_id)
    assert state.results[1, 1].winner == str(other)
    assert [(user, code) for user, code, _ in fair.letters[2:]] == [(first, "no-show"), (other, "walkover")]


async def test_who_is_asked_nothing_cannot_be_absent(fair: Fair) -> None:
    """Only the one who is to begin is asked; the other wins without a press, and is never thrown out."""
    event_id = await fair.started(4, "swiss:3")
    gone = (await fair.state(event_id)).rounds[0].pairing(1)
    fair.absent = {int(gone.first), int(gone.second)}

    await fair.play_round(event_id)
    await fair.wait(hours=49)

    state = await fair.state(event_id)
    assert (state.results[1, 1].how, state.results[1, 1].winner) == (WALKOVER, gone.second)
    assert [state.members[int(who)].no_shows for who in gone.seats] == [1, 0]


async def test_where_everybody_is_present_both_lose_if_neither_is_there_and_the_second_time_they_are_out(fair: Fair) -> None:
    event_id = await fair.started(
        4, "swiss:3", pace="bank=20min increment=5s cap=20min", first_turn=timedelta(minutes=10), round_length=None
    )
    gone = (await fair.state(event_id)).rounds[0].pairing(1)
    fair.absent = {int(gone.first), int(gone.second)}

    final = await fair.play_out(event_id)

    assert final.row.status == "finished"
    assert final.results[1, 1].how == "double-walkover"
    assert {final.members[n].status for n in fair.absent} == {OUT}
    assert [code for user, code, _ in fair.letters if user in fair.absent].count("out") == 2


async def test_at_the_date_of_a_round_an_open_game_counts_as_a_draw_until_it_ends(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2", round_length=timedelta(days=1), options={"rounds": "2"})
    slow = (await fair.services.tournaments.queries.matches(event_id))[0]
    for _ in range(2):
        await fair.turn(slow.match_id)  # both have been there
    fair.absent = {seat.user_id or 0 for seat in slow.seats}
    await fair.play_round(event_id)
    assert len((await fair.state(event_id)).rounds) == 1

    await fair.wait(hours=25)

    state = await fair.state(event_id)
    assert len(state.rounds) == 2
    assert (1, slow.table) in state.open_ended
    fair.absent = set()
    while await fair.turn(slow.match_id):
        pass
    await fair.settle()
    assert (await fair.state(event_id)).results[1, slow.table].how == "played"


# -- the end --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stages", [pytest.param("groups:1", marks=pytest.mark.soak), "swiss:2", "league:2 -> league:2"])
async def test_no_champion_is_crowned_while_a_game_runs(fair: Fair, stages: str) -> None:
    """Also where all rounds have reached their date, and the open game counts as a draw until then."""
    event_id = await fair.started(6, stages, round_length=timedelta(days=1), options={"rounds": "2"})
    slow = (await fair.services.tournaments.queries.matches(event_id))[0]
    for _ in range(2):
        await fair.turn(slow.match_id)
    users = {seat.user_id or 0 for seat in slow.seats}
    for _ in range(12):
        fair.absent = users
        others = [m for m in await fair.services.tournaments.queries.matches(event_id) if m.match_id != slow.match_id]
        for match in others:
            fair.absent = set()
            while match.status == "running" and await fair.turn(match.match_id):
                pass
        fair.absent = users
        await fair.settle()
        await fair.wait(hours=3)
    state = await fair.state(event_id)
    assert (1, slow.table) in state.open_ended and not state.final
    assert len(state.rounds) == len(state.closed) + 1, "the last round is not over"

    fair.absent = set()
    while await fair.turn(slow.match_id):
        pass
    final = await fair.play_out(event_id)

    assert final.row.status == "finished" and not final.open_ended
    assert final.results[1, slow.table].how == "played"


async def test_the_championship_goes_on_with_fewer_than_eight(fair: Fair) -> None:
    event_id = await fair.started(8, "swiss:1 -> knock-out:8 shape=championship")
    await fair.services.tournaments.registration.leave(event_id, UserId(8), now=fair.now)
    await fair.settle()

    final = await fair.play_out(event_id)

    assert final.row.status == "finished" and len(final.final) == 8
    assert final.rounds[1].couples[0][1] is None, "the best has a bye"


async def test_what_cannot_go_on_is_told_to_its_organiser_with_a_way_on(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    event_id = await fair.started(4, "swiss:2")
    with monkeypatch.context() as broken:
        broken.setattr(courses, "draw_next", lambda _course: 1 / 0)
        await fair.play_round(event_id)
        await fair.wait(days=2)
        assert [(user, code) for user, code, _ in fair.letters if code == "stuck"] == [(ORGANISER, "stuck")], "once"
    state = await fair.state(event_id)
    assert state.stuck == "ZeroDivisionError" and len(state.rounds) == 1

    await fair.services.tournaments.early_end.end(event_id, ORGANISER, now=fair.now)

    after = await fair.state(event_id)
    assert after.row.status == "finished" and len(after.final) == 4


async def test_what_could_not_go_on_goes_on_by_itself_when_it_can(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    event_id = await fair.started(4, "swiss:2")
    await refused("ends-by-itself", fair.services.tournaments.early_end.end(event_id, ORGANISER, now=fair.now))
    with monkeypatch.context() as broken:
        broken.setattr(courses, "draw_next", lambda _course: 1 / 0)
        await fair.play_round(event_id)
        await fair.wait(hours=1)

    await fair.wait(hours=7)

    state = await fair.state(event_id)
    assert not state.stuck and len(state.rounds) == 2


async def test_a_tournament_that_nobody_plays_has_no_champion(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    fair.absent = {1, 2, 3, 4}

    final = await fair.play_out(event_id)

    assert final.row.status == "finished" and final.final == ()
    assert fair.bulletins[-1] == "no-champion"


async def test_in_a_knock_out_no_round_is_closed_by_drawing_what_is_open(fair: Fair) -> None:
    event_id = await fair.started(4, "knock-out")

    await refused("knock-out-decides", fair.services.tournaments.rulings.close_round(event_id, ORGANISER, now=fair.now))


# -- organisers -------------------------------------------------------------------------------------------------------


async def test_a_batch_of_tables_reads_each_table_once_and_wakes_its_event_once(
    fair: Fair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large field a look reads everything: it took longer for each table the more there were."""
    event_id = await fair.opened(24)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.services.timers.tick(fair.now)
    await fair.services.outbox.drain(fair, fair.now)
    tables, store = fair.services.tournaments.tables, fair.store
    read: list[tuple[int, ...]] = []
    before = store.events.matches

    async def matches(*place: Any) -> tuple[EventMatch, ...]:
        read.append(place)
        return await before(*place)

    unseated = await tables.unseated()
    monkeypatch.setattr(store.events, "matches", matches)
    for table in unseated:
        await tables.seat(table, table.message_id, now=fair.now)
    assert read == [(event_id, 1, table.table) for table in unseated] and len(unseated) == 12
    assert NEWS not in [timer.kind for timer in await store.timers.of(of_event(event_id))]
    assert [timer.kind for timer in await store.timers.of(of_event(event_id))].count(SEATED) == 1

    await tables.wake(event_id, fair.now)
    await fair.settle()

    assert len(fair.called) == 24, "everybody was told of their game"
    assert [timer.kind for timer in await store.timers.of(of_event(event_id))] == [DUE], "it wakes once"


async def test_a_game_wakes_its_event_though_the_process_that_seated_it_is_stopped(fair: Fair) -> None:
    """The event slept until its next heartbeat, and nobody was told of the round."""
    event_id = await fair.opened(2, "swiss:1")
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.services.timers.tick(fair.now)
    await fair.services.outbox.drain(fair, fair.now)
    (table,) = await fair.services.tournaments.tables.unseated()
    await fair.services.tournaments.tables.seat(table, table.message_id, now=fair.now)

    await fair.wait(minutes=2)

    assert sorted(user for user, _, _ in fair.called) == [1, 2]


async def test_a_game_that_goes_on_elsewhere_wakes_its_event(fair: Fair) -> None:
    """It slept until its next heartbeat, so nobody was late for their first turn meanwhile."""
    event_id = await fair.started(2, "swiss:1", first_turn=timedelta(hours=2))
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    await fair.services.channel_changes.vanished(match.channel_id, fair.now)
    await fair.services.tournaments.round_scheduler.look(event_id, now=fair.now)  # nobody can be late now

    await fair.services.channel_changes.rehome(match.match_id, 7777, now=fair.now)
    await fair.services.timers.tick(fair.now)

    due = [timer.due_at for timer in await fair.store.timers.of(of_event(event_id)) if timer.kind == DUE]
    assert due == [fair.now + timedelta(hours=1)], "half of the time for the first turn"


async def test_two_who_press_publish_at_once_publish_one_round(fair: Fair) -> None:
    event_id = await fair.started_with_preview(4)
    rounds = fair.services.tournaments.round_scheduler
    assert [(user, code) for user, code, _ in fair.letters] == [(ORGANISER, "preview")]
    drawn = (await fair.state(event_id)).preview
    assert drawn is not None
    (a, b), (c, d) = drawn.couples
    assert b is not None and d is not None

    await refused("own-ruling", rounds.swap(event_id, UserId(1), int(b), int(d), now=fair.now))
    await rounds.swap(event_id, ORGANISER, int(b), int(d), now=fair.now)
    await rounds.publish(event_id, ORGANISER, now=fair.now)
    await refused("no-preview", rounds.publish(event_id, UserId(901), now=fair.now))
    await fair.settle()

    state = await fair.state(event_id)
    assert state.rounds[0].couples == ((a, d), (c, b))
    assert len(await fair.services.tournaments.queries.matches(event_id)) == 2


async def test_a_round_that_nobody_publishes_publishes_itself(fair: Fair) -> None:
    event_id = await fair.started_with_preview(4)

    await fair.wait(hours=2)

    assert len((await fair.state(event_id)).rounds) == 1


async def test_a_result_is_corrected_three_rounds_later(fair: Fair) -> None:
    """What was published stays, standings follow, both are told."""
    event_id = await fair.started(8, "swiss:4")
    for _ in range(3):
        await fair.play_round(event_id)
    state = await fair.state(event_id)
    pairing, before = state.rounds[0].pairing(1), state.rounds
    loser = next(who for who in (pairing.first, pairing.second) if who != state.results[1, 1].winner)

    rule = fair.services.tournaments.rulings.rule
    await rule(event_id, ORGANISER, "win", state.user(loser), "wrong tile", now=fair.now, round_=1)
    await fair.settle()

    after = await fair.state(event_id)
    assert after.rounds[:4] == before[:4]
    assert (after.results[1, 1].how, after.results[1, 1].winner) == (RULING, loser)
    told = {user for user, code, what in fair.letters if code == "ruled" and what["reason"] == "wrong tile"}
    assert told == {int(pairing.first), int(pairing.second)}
    assert "ruling" in fair.bulletins
    assert [entry.event.kind for entry in await fair.services.tournaments.queries.rulings(event_id)] == ["result"]
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_who_plays_rules_on_nothing_and_cancels_nothing(fair: Fair) -> None:
    """A playing organiser could rule against anybody half a point away, and call the event off when it went badly."""
    event_id = await fair.started(6, "swiss:3")
    await fair.play_round(event_id)
    rule, events, me = fair.services.tournaments.rulings.rule, fair.services.tournaments, UserId(1)
    points = {line.id: line.values["points"] for line in queries.tables(await fair.state(event_id))[0].lines}
    other = next(who for who, had in points.items() if had != points[EntrantId("1")])

    await refused("own-ruling", rule(event_id, me, "neither", UserId(int(other)), "not my score", now=fair.now))
    await refused("own-ruling", rule(event_id, me, "disqualify", UserId(int(other)), "away", now=fair.now))
    await refused("own-ruling", events.rulings.close_round(event_id, me, now=fair.now))
    await refused("own-ruling", events.registration.cancel(event_id, me, now=fair.now))
    await refused("own-ruling", events.editor.edit(event_id, me, {"name": "Mine"}, now=fair.now))


async def test_who_has_ruled_or_seeded_does_not_enter_any_more(fair: Fair) -> None:
    """Or they would put a rival out first, and enter then."""
    event_id = await fair.started(4, "swiss:3", most=4)
    events, referee = fair.services.tournaments, UserId(5)
    enter = events.registration.enter

    await events.rulings.rule(event_id, referee, "disqualify", UserId(1), "Late", now=fair.now)
    await refused("has-decided", enter(event_id, referee, now=fair.now))
    await enter(event_id, UserId(6), now=fair.now)

    other = await fair.opened(3)
    await events.editor.seed(other, ORGANISER, UserId(1), 3, now=fair.now)
    await refused("has-decided", enter(other, ORGANISER, now=fair.now))


async def test_nobody_who_enters_has_the_whole_event_read_again(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a thousand enter at once, each of them would wait for all rows of all others."""
    event_id, store = await fair.opened(3), fair.services.tournaments.repository.store.events
    load, loaded = store.load, list[EventId]()

    async def counted(of: EventId) -> object:
        loaded.append(of)
        return await load(of)

    monkeypatch.setattr(store, "load", counted)
    for number in range(50, 54):
        await fair.services.tournaments.registration.enter(event_id, UserId(number), now=fair.now)
    assert loaded == []


async def test_two_opposite_rulings_are_shown_to_both_referees_before_the_second_counts(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    rule, other = fair.services.tournaments.rulings.rule, UserId(901)
    assert await rule(event_id, ORGANISER, "win", UserId(1), "first", now=fair.now) is None

    shown = await rule(event_id, other, "neither", UserId(1), "second", now=fair.now)
    await fair.settle()

    assert shown is not None and (shown.by, shown.reason) == (ORGANISER, "first")
    state = await fair.state(event_id)
    place = next(place for place in state.results)
    assert state.results[place].winner == EntrantId("1"), "the first one stands"
    assert [(user, code) for user, code, _ in fair.letters if code == "differs"] == [(ORGANISER, "differs")]
    assert await rule(event_id, ORGANISER, "draw", UserId(1), "on second thoughts", now=fair.now) is None
    assert await rule(event_id, other, "neither", UserId(1), "second", now=fair.now) is not None, "that is another ruling"
    assert await rule(event_id, other, "neither", UserId(1), "second", now=fair.now) is None
    assert (await fair.state(event_id)).results[place].how == "double-walkover"


async def test_a_ruling_with_a_score_counts_for_the_difference(fair: Fair) -> None:
    """Such as of a game that was played elsewhere."""
    event_id = await fair.started(4, "swiss:2")
    second = (await fair.state(event_id)).rounds[0].pairing(1).second
    rule, whom = fair.services.tournaments.rulings.rule, (await fair.state(event_id)).user(second)
    for what, score in (("win", (60, 71)), ("draw", (60, 71)), ("neither", (3, 3))):
        await refused("bad-score", rule(event_id, ORGANISER, what, whom, "elsewhere", now=fair.now, score=score))

    await rule(event_id, ORGANISER, "win", whom, "elsewhere", now=fair.now, score=(71, 60))

    result = (await fair.state(event_id)).results[1, 1]
    assert (result.winner, result.score) == (second, (60, 71))
    lines = {line.id: line.values for line in queries.tables(await fair.state(event_id))[0].lines}
    assert lines[second]["difference"] == 10, "one game counts for ten points at most"


async def test_what_is_wrong_with_a_ruling_is_told(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    rule = fair.services.tournaments.rulings.rule

    await refused("own-ruling", rule(event_id, UserId(1), "win", UserId(1), "mine", now=fair.now))
    await refused("own-ruling", rule(event_id, UserId(1), "draw", UserId(2), "same points", now=fair.now))
    await refused("no-ruling", rule(event_id, ORGANISER, "hang", UserId(2), "x", now=fair.now))
    await refused("no-reason", rule(event_id, ORGANISER, "win", UserId(2), " ", now=fair.now))
    await refused("not-entered", rule(event_id, ORGANISER, "win", UserId(77), "x", now=fair.now))


async def test_who_is_disqualified_is_out_and_the_reason_is_told_in_private(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:3")

    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "disqualify", UserId(3), "insults", now=fair.now)
    await fair.settle()

    state = await fair.state(event_id)
    assert state.members[3].status == OUT
    assert [(user, what["reason"]) for user, code, what in fair.letters if code == "disqualified"] == [(3, "insults")]
    assert "insults" not in str(await fair.services.tournaments.queries.export(event_id))


async def test_an_organiser_closes_a_round_and_writes_to_everybody(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")

    await fair.services.tournaments.rulings.close_round(event_id, ORGANISER, now=fair.now)
    assert await fair.services.tournaments.rulings.message(event_id, ORGANISER, "Hello", now=fair.now) == 4
    await fair.settle()

    state = await fair.state(event_id)
    assert len(state.rounds) == 2
    assert len(state.open_ended) == 2
    first = [m for m in await fair.services.tournaments.queries.matches(event_id) if m.round == 1]
    assert {match.status for match in first} == {"running"}, "they play on"
    assert [what["text"] for _, code, what in fair.letters if code == "message"] == ["Hello"] * 4


async def test_a_game_that_plays_on_counts_when_it_ends(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")
    await fair.services.tournaments.rulings.close_round(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    match = (await fair.services.tournaments.queries.matches(event_id))[0]

    while await fair.turn(match.match_id):
        pass
    await fair.settle()

    state = await fair.state(event_id)
    assert (1, match.table) not in state.open_ended
    assert state.results[1, match.table].how == "played"


async def test_no_moderator_cancels_or_skips_in_a_game_of_an_event(fair: Fair) -> None:
    """It was played again, and a seat that was skipped had lost, without a ruling."""
    event_id = await fair.started(2, "swiss:1")
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    departures = fair.services.resignations

    await refused("ruled-in-event", departures.cancel(match.match_id, UserId(5), now=fair.now, moderator=True))
    await refused("ruled-in-event", departures.skip(match.match_id, Seat(0), now=fair.now, moderator=True))

    assert [m.status for m in await fair.services.tournaments.queries.matches(event_id)] == ["running"]
    assert (await fair.play_out(event_id)).row.status == "finished"
    event_id = await fair.started(2, "swiss:1")
    await fair.services.tournaments.registration.cancel(event_id, ORGANISER, now=fair.now)
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    assert (await departures.skip(match.match_id, Seat(0), now=fair.now, moderator=True)).seats[0].left == "skipped"


async def test_an_event_cancelled_in_the_middle_leaves_its_games_alone(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:2")

    await fair.services.tournaments.registration.cancel(event_id, ORGANISER, now=fair.now)
    await fair.wait(days=3)

    matches = await fair.services.tournaments.queries.matches(event_id)
    assert {match.status for match in matches} == {"running"}
    assert fair.bulletins[-1] == "event-cancelled"
    assert (await fair.state(event_id)).row.status == "cancelled"


async def test_the_seed_is_shown_when_all_is_over_and_fits_what_was_published(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    before = await fair.services.tournaments.queries.export(event_id)
    assert before["seed"] is None

    await fair.play_out(event_id)

    after = await fair.services.tournaments.queries.export(event_id)
    assert after["commitment"] == before["commitment"]
    assert after["seed"] is not None


# -- messages that do not arrive --------------------------------------------------------------------------------------


async def test_a_channel_that_is_gone_is_told_once_and_another_one_takes_over(fair: Fair) -> None:
    event_id = await fair.opened(4, "swiss:2")
    fair.closed = {70}
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    assert [(user, code) for user, code, _ in fair.letters] == [(ORGANISER, "channel-closed")]
    assert await fair.services.tournaments.queries.matches(event_id) == ()

    await fair.services.tournaments.delivery_failures.rehome(event_id, MatchLocation(7, 71), now=fair.now)
    await fair.settle()

    assert len(await fair.services.tournaments.queries.matches(event_id)) == 2, "what the former channel did not take came here"
    assert (await fair.play_out(event_id)).row.status == "finished"
    assert {channel for channel, kind in fair.posted if kind == "pairing"} == {71}


async def test_games_that_lose_their_threads_with_the_channel_go_on_in_another_one(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1", options={"rounds": "2"})
    games = await fair.services.tournaments.queries.matches(event_id)
    assert await fair.turn(games[0].match_id)
    for game in games:
        await fair.services.channel_changes.vanished(game.channel_id, fair.now)
    await fair.settle()
    assert {m.status for m in await fair.services.tournaments.queries.matches(event_id)} == {"lost"}

    await fair.services.tournaments.delivery_failures.rehome(event_id, MatchLocation(7, 71), now=fair.now)
    await fair.settle()

    there = await fair.services.tournaments.queries.matches(event_id)
    assert [(m.match_id, m.status) for m in there] == [(m.match_id, "running") for m in games], "the same games"
    assert {m.channel_id for m in there}.isdisjoint({m.channel_id for m in games})
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_who_takes_no_private_messages_is_called_in_the_game_without_what_they_say(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")
    fair.silent = {1}

    await fair.services.tournaments.rulings.message(event_id, ORGANISER, "quarrel", now=fair.now)
    await fair.settle()

    (match,) = await fair.services.tournaments.queries.matches(event_id)
    assert fair.said[-1] == (match.channel_id, {"code": "unheard", "user": 1})
    assert "quarrel" not in str(fair.said)


async def test_a_private_message_never_becomes_a_public_one(fair: Fair) -> None:
    """Also where messages that were given up come back in another channel."""
    event_id = await fair.started(2, "swiss:1 -> swiss:1")
    fair.outage = True
    await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", UserId(1), "quarrel", now=fair.now)
    await fair.settle()
    await fair.services.tournaments.delivery_failures.rehome(event_id, MatchLocation(7, 71), now=fair.now)
    fair.outage = False
    await fair.wait(hours=1)

    assert "quarrel" not in str(fair.said)
    assert {user for user, code, what in fair.letters if what.get("reason") == "quarrel"} == {1, 2}


async def test_a_referee_is_called_by_who_plays_and_by_nobody_else(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1")

    await fair.services.tournaments.rulings.call(event_id, UserId(2), 1, 1, now=fair.now)
    await refused("not-entered", fair.services.tournaments.rulings.call(event_id, UserId(9), 1, 1, now=fair.now))
    await fair.settle()

    assert [(user, code, what["entrant"]) for user, code, what in fair.letters] == [(ORGANISER, "referee", 2)]


async def test_many_who_press_enter_at_once_are_in_once_each(fair: Fair) -> None:
    event_id = await fair.opened(0, most=1000)
    entering = (fair.services.tournaments.registration.enter(event_id, UserId(1 + n // 2), now=fair.now) for n in range(400))

    answers = await asyncio.gather(*entering, return_exceptions=True)

    state = await fair.state(event_id)
    assert len(state.having(IN)) == 200 == len(set(state.users.values()))
    assert sum(isinstance(answer, Refusal) and answer.code == "already-entered" for answer in answers) == 200


async def test_a_game_that_is_lost_by_time_is_lost_for_the_event(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", options={"rounds": "3"})
    (match,) = await fair.services.tournaments.queries.matches(event_id)
    for _ in range(2):
        assert await fair.turn(match.match_id)
        await fair.wait(hours=1)
    slow = (await fair.services.match_queries.table(match.match_id, None)).asked[0]

    await fair.wait(days=8)

    state = await fair.state(event_id)
    result = state.results[1, 1]
    assert result.how == "flag"
    assert result.winner != str(match.seats[slow].user_id)
    assert state.row.status == "finished"


async def test_who_waits_takes_the_place_of_who_never_comes(fair: Fair) -> None:
    event_id = await fair.opened(5, "swiss:2", most=4)
    await fair.services.tournaments.registration.start(event_id, ORGANISER, now=fair.now)
    await fair.settle()
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    fair.absent = {int(pairing.first)}
    await fair.play_round(event_id)

    await fair.wait(hours=49)

    state = await fair.state(event_id)
    assert set(state.rounds[0].couples[0]) == {pairing.second, "5"}
    assert (state.members[int(pairing.first)].status, state.members[5].status) == (OUT, IN)
    old, new = (m for m in await fair.services.tournaments.queries.matches(event_id) if m.table == 1)
    assert (old.status, new.status) == ("finished", "running")
    assert {seat.user_id for seat in new.seats} == {int(pairing.second), 5}
    assert (old.result or {})["how"] == "walkover", "it doesn't count for ratings"
    told = [(user, code) for user, code, _ in fair.letters if code.startswith("substitute")]
    assert told == [(int(pairing.first), "substituted"), (5, "substitute")]
    letters = [(user, letter["others"]) for user, code, letter in fair.called if code == "play" and letter["table"] == 1]
    assert {user for user, _ in letters[-2:]} == {int(pairing.second), 5}, "both are told whom they meet now"
    final = await fair.play_out(event_id)
    assert final.row.status == "finished"
    assert all(pairing.first not in couple for couple in final.rounds[1].couples)


async def test_where_everybody_is_present_ten_minutes_are_all_there_is(fair: Fair) -> None:
    event_id = await fair.started(2, "swiss:1", pace="bank=20min increment=5s cap=20min", first_turn=timedelta(minutes=10))
    first = (await fair.state(event_id)).rounds[0].pairing(1).first
    other = 3 - int(first)
    await fair.services.tournaments.round_scheduler.ready(event_id, UserId(other), now=fair.now)

    await fair.wait(minutes=9)
    assert await fair.services.tournaments.queries.matches(event_id) == (), "it waits for the other one"
    await fair.wait(minutes=2)
    assert len(await fair.services.tournaments.queries.matches(event_id)) == 1, "and begins without the first one"
    await fair.wait(minutes=9)

    assert (await fair.state(event_id)).results[1, 1].winner == str(other)


async def test_where_everybody_is_present_a_game_begins_when_both_say_that_they_are_there(fair: Fair) -> None:
    event_id = await fair.started(4, "swiss:1", pace="bank=20min increment=5s cap=20min", first_turn=timedelta(minutes=10))
    pairing = (await fair.state(event_id)).rounds[0].pairing(1)
    ready = fair.services.tournaments.round_scheduler.ready
    await ready(event_id, UserId(int(pairing.first)), now=fair.now)
    await fair.settle()
    assert await fair.services.tournaments.queries.matches(event_id) == ()

    await ready(event_id, UserId(int(pairing.second)), now=fair.now)
    await fair.settle()

    assert [match.table for match in await fair.services.tournaments.queries.matches(event_id)] == [1]
    await fair.restart()
    await fair.wait(minutes=11)
    assert len(await fair.services.tournaments.queries.matches(event_id)) == 2
    assert (await fair.play_out(event_id)).row.status == "finished"


async def test_an_event_is_handed_out_as_tables_that_spreadsheets_read(fair: Fair) -> None:
    event_id = await fair.started(3, "swiss:2")
    await fair.play_out(event_id)
    record = await fair.services.tournaments.queries.export(event_id)
    names = {1: "Anna", 2: "Ben, the 2nd", 3: "=cmd()"}

    entrants = list(csv.DictReader(io.StringIO(csv_export.entrants(record, names))))
    pairings = list(csv.DictReader(io.StringIO(csv_export.pairings(record, names))))

    assert [line["name"] for line in entrants] == ["Anna", "Ben, the 2nd", "'=cmd()"]
    assert sorted(line["place"] for line in entrants) == ["1", "2", "3"]
    assert all(float(line["points"]) >= 0 for line in entrants)
    assert [line["how"] for line in pairings] == ["played", "bye", "played", "bye"]
    assert all("-" in line["score"] for line in pairings if line["how"] == "played")


async def test_who_looked_before_somebody_entered_keeps_no_old_event(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read without the lock, and comes back after a change, is not what the next one stands on."""
    event_id = await fair.opened(1)
    repository, load = fair.services.tournaments.repository, fair.store.events.load
    has_read, may_return = asyncio.Event(), asyncio.Event()

    async def slow(wanted: EventId) -> Any:
        loaded_state = await load(wanted)
        has_read.set()
        await may_return.wait()
        return loaded_state

    repository.forget(event_id)
    monkeypatch.setattr(fair.store.events, "load", slow)
    looking = asyncio.create_task(fair.state(event_id))
    await has_read.wait()
    monkeypatch.setattr(fair.store.events, "load", load)
    await fair.services.tournaments.registration.enter(event_id, UserId(2), now=fair.now)
    repository.forget(event_id)
    may_return.set()

    assert len((await looking).members) == 1, "a reader sees what there was at the time"
    assert len((await fair.state(event_id)).members) == 2
