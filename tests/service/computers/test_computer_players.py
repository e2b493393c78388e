"""Computers at the table: they think elsewhere, see what their seat sees, fail and try again, and stop when they are stopped."""

from __future__ import annotations

import asyncio
import os
import pickle
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.cardcassonne.game import Cardcassonne
from games.core.game import CHANCE, Seat
from service.computers import computer_players
from service.match import match_log, match_session, sealed_bag
from service.match.match_session import MatchSession
from service.wiring.services import Services
from storage.backends.sqlite import SqliteDatabase
from storage.rows import FINISHED, MatchId, Secret
from storage.store import Store, open_sqlite
from tests.service.computers.players import Broken, Newer, Slow
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services, play_turn
from tests.service.core.test_failing_store import FailingStore, full
from tests.service.tiny_game import AnyLegal, TinyGame
from workers import move_task


async def test_computers_play_until_a_person_is_asked(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=2)).match.id

    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    table = await services.match_queries.table(match_id, ANNA)
    assert (table.asked, table.version) == ((0,), 10)


async def test_the_record_names_by_which_estimates_computers_play_also_where_they_change_under_way(store: Store) -> None:
    """From the first row of a computer on; where people play alone there is none. The end of the game keeps it."""
    services = make_services(store)
    match_id = (await begin(services, ANNA, computers=1, rounds="3")).match.id
    before = await services.match_queries.match(match_id)
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()
    half = (await services.match_queries.match(match_id)).version
    await services.stop()

    updated = make_services(store, games={"tiny": Newer()})
    for _ in range(2):
        await play_turn(updated, match_id, ANNA)
        await updated.computers.settled()

    assert before.estimates == () and (await updated.match_queries.match(match_id)).status == FINISHED
    record = await updated.record_export.export(match_id)
    firsts = [next(row["seq"] for row in record["log"] if row["seat"] == 1 and row["seq"] >= since) for since in (0, half)]
    assert record["estimates"] == [{"since": firsts[0], "version": 1}, {"since": firsts[1], "version": 2}]
    await updated.stop()


async def test_computers_play_the_same_from_the_same_secret(store: Store, services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()
    played = [e.text for e in await services.match_queries.history(match_id)]

    loaded = await store.matches.load(match_id)
    assert loaded is not None
    secret = await store.matches.secret(match_id)
    for row in loaded.log:
        if row.seat == 1:
            before = match_session.revive(TinyGame(), _cut(loaded, row.seq), secret)
            assert move_task.turn(computer_players.question(before, Seat(1), AnyLegal())).texts == (row.text,)
    assert len(match_log.standing_rows(loaded.log)) == len(played)


def _cut(loaded: Any, seq: int) -> Any:
    return replace(loaded, log=loaded.log[:seq], snapshot=None)


async def test_computers_go_on_after_a_restart(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.stop()
    restarted = make_services(store)

    await restarted.computers.wake()
    await restarted.computers.settled()

    assert (await restarted.match_queries.table(match_id)).asked == (0,)


async def asked(services: Services, match_id: MatchId, seats: tuple[int, ...]) -> None:
    """Wait until these seats are asked."""
    while (await services.match_queries.table(match_id)).asked != seats:  # noqa: ASYNC110  # it tries again on its own
        await asyncio.sleep(0.01)


async def test_a_computer_that_fails_is_logged_and_tries_again_after_longer_and_longer_waits(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Broken(str(tmp_path / "mended"))
    services = make_services(store, players={"apprentice": broken, "citizen": broken}, first_wait_s=0.01)
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    while len(caplog.records) < 3:  # noqa: ASYNC110  # it tries again on its own
        await asyncio.sleep(0.01)

    (tmp_path / "mended").touch()
    await asked(services, match_id, (0,))

    texts = [record.getMessage() for record in caplog.records]
    assert texts[:3] == [
        f"the computers of match {match_id} failed (ZeroDivisionError: ) and try again in {wait} s"
        for wait in ("0.01", "0.02", "0.04")
    ]
    assert [record.exc_info is not None for record in caplog.records[:3]] == [True, False, False], "the reason once, then a line"
    await services.stop()


async def test_a_move_that_could_not_be_written_is_made_again_in_a_moment(caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store, first_wait_s=0.01)
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    store.before = full

    await asked(services, match_id, (0,))

    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.exc_info is None
    assert record.getMessage() == (
        f"the computers of match {match_id} failed (DatabaseUnavailableError: database or disk is full) and try again in 0.01 s"
    )
    await services.stop()
    await store.close()


async def test_a_failure_that_is_over_makes_no_later_wait_longer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store, first_wait_s=0.01)
    match_id = (await begin(services, ANNA, computers=1)).match.id

    for _ in range(2):
        await play_turn(services, match_id, ANNA)
        store.before = full
        await asked(services, match_id, (0,))

    assert [record.getMessage().rpartition(" in ")[2] for record in caplog.records] == ["0.01 s", "0.01 s"]
    await services.stop()
    await store.close()


async def test_computers_whose_rules_are_gone_rest(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Trying again would not help; a program that has them goes on."""
    services = make_services(store)
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    await services.stop()
    without = make_services(store, games={})

    await without.computers.wake()
    await without.computers.settled()

    assert [record.getMessage() for record in caplog.records] == [f"the computers of match {match_id} cannot play: rules-changed"]
    await without.stop()
    again = make_services(store)
    await again.computers.wake()
    await again.computers.settled()
    assert (await again.match_queries.table(match_id)).asked == (0,)
    await again.stop()


async def test_a_move_is_dated_when_it_is_made(store: Store) -> None:
    """Not when somebody woke the computer."""
    later = NOW + timedelta(hours=5)
    services = make_services(store, clock=lambda: later)
    match_id = (await begin(services, ANNA, computers=1)).match.id

    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    entries = await services.match_queries.history(match_id)
    assert {entry.at for entry in entries if entry.seat == 0} == {NOW}
    assert {entry.at for entry in entries if entry.seat == 1} == {later}
    await services.stop()


async def test_what_a_computer_is_asked_holds_no_secret(services: Services, store: Store) -> None:
    """Nor anything but what the protocol names."""
    match_id = (await begin(services, ANNA, computers=1)).match.id
    loaded = await store.matches.load(match_id)
    assert loaded is not None
    secret = await store.matches.secret(match_id)
    before = match_session.revive(TinyGame(), loaded, secret)

    question = computer_players.question(before, Seat(0), AnyLegal())

    assert secret.key not in pickle.dumps(question)
    assert {field.name for field in fields(question)} == {"game", "player", "state", "seat", "seed", "added"}
    assert question.seed != computer_players.question(replace(before, log=before.log[:-1]), Seat(0), AnyLegal()).seed


async def test_a_hand_that_a_computer_may_not_see_is_imagined_for_it() -> None:
    """What another holds is dealt again: it is not in the question."""
    game, secret = Cardcassonne(), Secret(bytes(32))
    state = game.start(game.options({}), 2)
    chance = sealed_bag.derived_chance(secret, "deal")
    while game.to_act(state) == (CHANCE,) or not all(state.hands):
        seats_to_act = game.to_act(state)[0]
        action = game.deal(state, chance) if seats_to_act == CHANCE else game.legal(state, seats_to_act)[0]
        game.advance(state, seats_to_act, action, lambda event: None)
    seat = game.to_act(state)[0]
    match = MatchSession(None, (), (), game, game.options({}), secret, state, {})  # type: ignore[arg-type]  # no rows are needed

    hands = game.load(computer_players.question(match, seat, AnyLegal()).state).hands

    assert sorted(hands[seat]) == sorted(state.hands[seat])
    assert sorted(hands[1 - seat]) != sorted(state.hands[1 - seat])


async def test_a_move_made_while_a_computer_thinks_is_not_overwritten(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()

    await asyncio.gather(
        *(services.match_queries.table(match_id) for _ in range(3)), play_turn(services, match_id, ANNA, "vote yes")
    )
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).status == "finished"
    assert (
        len({e.seq for e in await services.match_queries.history(match_id)})
        == (await services.match_queries.match(match_id)).version
    )


async def test_a_cancelled_game_is_not_played_on(services: Services) -> None:
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)

    await services.resignations.cancel(match_id, ANNA, now=NOW)
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).status == "cancelled"
    assert (await services.match_queries.table(match_id)).asked == ()


async def test_a_program_that_closes_in_mid_thought_loses_nothing(path: Path) -> None:
    store = await open_sqlite(path)
    services = make_services(store)
    match_id: MatchId = (await begin(services, ANNA, computers=2, place=PLACE)).match.id
    await play_turn(services, match_id, ANNA)
    await services.stop()
    await store.close()

    again = await open_sqlite(path)
    restarted = make_services(again)
    await restarted.computers.wake()
    await restarted.computers.settled()
    assert (await restarted.match_queries.table(match_id, ANNA)).is_asked
    await restarted.stop()
    await again.close()


def slow_services(store: Store, folder: Path) -> tuple[Services, Slow]:
    slow = Slow(folder)
    return make_services(store, players={"apprentice": slow, "citizen": slow}), slow


async def test_a_vote_cast_while_a_computer_thinks_stands(store: Store, tmp_path: Path) -> None:
    """And what it was thinking about is of no use any more: that process is ended, and it looks again."""
    services, slow = slow_services(store, tmp_path)
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    await services.resignations.resign(match_id, ANNA, now=NOW)
    await slow.has_begun()

    await play_turn(services, match_id, BEN, "vote no")
    began = await slow.has_begun(2)
    slow.let_go()
    await services.computers.settled()

    rows = await services.match_queries.history(match_id)
    assert [r.seat for r in rows if r.text.startswith("vote")] == [1, 0]
    assert (await services.match_queries.match(match_id)).status == "finished"
    assert services.thinking.processes == (began[1],)
    await services.stop()


async def test_what_is_thought_for_a_game_that_is_cancelled_is_stopped(store: Store, tmp_path: Path) -> None:
    services, slow = slow_services(store, tmp_path)
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    (pid,) = await slow.has_begun()

    await services.resignations.cancel(match_id, ANNA, now=NOW)

    with pytest.raises(ProcessLookupError):
        while True:  # it is being ended
            os.kill(pid, 0)
            await asyncio.sleep(0.005)
    assert (await services.match_queries.match(match_id)).version == 4, "draw, keep, bank, draw: no move of the computer"
    await services.stop()


async def test_an_answer_to_a_position_that_is_gone_is_not_played(services: Services) -> None:
    """The last guard: an answer that comes while somebody else's step is being written."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    seen = await services.repository.live(match_id)
    await play_turn(services, match_id, ANNA, "pass")
    version = (await services.match_queries.match(match_id)).version

    await services.computers._act_if_unchanged(seen, Seat(0), ("bank",))

    assert (await services.match_queries.match(match_id)).version == version
    assert (await services.match_queries.table(match_id, ANNA)).is_asked


async def test_the_computers_of_a_match_think_one_after_the_other(store: Store, tmp_path: Path) -> None:
    services, slow = slow_services(store, tmp_path)
    match_id = (await begin(services, ANNA, BEN, rounds="1", vote="on")).match.id
    await play_turn(services, match_id, ANNA)
    await play_turn(services, match_id, BEN)
    for person in (ANNA, BEN):
        await services.resignations.resign(match_id, person, now=NOW)
    services.computers.think(match_id)
    services.computers.think(match_id)
    await slow.has_begun()

    assert len(services.thinking.processes) == 1
    slow.let_go()
    await services.computers.settled()
    assert (await services.match_queries.match(match_id)).status == "finished"
    await services.stop()


async def test_nobody_waits_for_a_grandmaster_but_the_others_at_its_table(store: Store, tmp_path: Path) -> None:
    """Its turns take seconds: they have places of their own, so that quick moves are made meanwhile."""
    slow = Slow(tmp_path)
    services = make_services(store, players={"citizen": AnyLegal(), "grandmaster": slow})
    patient = (await begin(services, ANNA, computers=1, level="grandmaster")).match.id
    quick = (
        await begin(services, BEN, computers=1, level="citizen", place=replace(PLACE, channel_id=PLACE.channel_id + 1))
    ).match.id
    await play_turn(services, patient, ANNA)
    await slow.has_begun()

    await play_turn(services, quick, BEN)
    while not (await services.match_queries.table(quick, BEN)).is_asked:  # noqa: ASYNC110  # another process answers
        await asyncio.sleep(0.005)

    assert not (await services.match_queries.table(patient, ANNA)).is_asked
    slow.let_go()
    await services.computers.settled()
    assert (await services.match_queries.table(patient, ANNA)).is_asked
    await services.stop()


async def test_what_a_computer_took_for_its_last_move_is_known_until_the_process_or_the_game_ends(store: Store) -> None:
    services = make_services(store)
    match_id = (await begin(services, ANNA, computers=1, rounds="2")).match.id
    before = services.computers.took(match_id)
    await play_turn(services, match_id, ANNA)
    await services.computers.settled()
    (seat, seconds), *others = services.computers.took(match_id).items()
    assert before == {} and others == [] and seat == 1 and 0 < seconds < 60
    await services.stop()

    restarted = make_services(store)
    assert restarted.computers.took(match_id) == {}, "the move was made before this process began"
    await play_turn(restarted, match_id, ANNA)
    await restarted.computers.settled()
    assert (await restarted.match_queries.match(match_id)).status == FINISHED
    assert restarted.computers.took(match_id) == {}
    await restarted.stop()


async def test_closing_ends_what_thinks(store: Store, tmp_path: Path) -> None:
    services, slow = slow_services(store, tmp_path)
    match_id = (await begin(services, ANNA, computers=1)).match.id
    await play_turn(services, match_id, ANNA)
    (pid,) = await slow.has_begun()

    await services.stop()
    services.computers.think(match_id)

    assert services.thinking.processes == ()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    await services.computers.settled()


async def test_a_match_that_is_resumed_is_played_on_by_its_computers(services: Services, store: Store) -> None:
    """It was lost while a computer was asked: nobody else would ever wake it."""
    match_id = (await begin(services, ANNA, computers=1)).match.id
    post = (await store.posts.due(NOW, 1))[0]
    await play_turn(services, match_id, ANNA)
    await services.channel_changes.lose(post, "forbidden", NOW)
    await services.computers.settled()
    assert (await services.match_queries.table(match_id)).asked == (1,)

    await services.channel_changes.resume(match_id, now=NOW)
    await services.computers.settled()

    assert (await services.match_queries.table(match_id)).asked == (0,)


async def test_a_move_thought_up_for_an_older_position_is_dropped(services: Services) -> None:
    """Also where it would be legal by now: it may have been chosen for reasons that are gone."""
    match_id = (await begin(services, ANNA, BEN, CHI, rounds="1", vote="on")).match.id
    for person in (ANNA, BEN, CHI):
        await play_turn(services, match_id, person)
    seen = await services.repository.live(match_id)
    await play_turn(services, match_id, ANNA, "vote no")

    await services.computers._act_if_unchanged(seen, Seat(1), move_task.MoveResult(("vote yes",), 0.1))

    assert (await services.match_queries.table(match_id)).asked == (1, 2)
    await services.computers._act_if_unchanged(
        await services.repository.live(match_id), Seat(1), move_task.MoveResult(("vote yes",), 0.1)
    )
    assert (await services.match_queries.table(match_id)).asked == (2,)
