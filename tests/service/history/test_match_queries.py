"""Views by viewer: tables, history, records, and the opened bag."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

import pytest

from games.core.game import CHANCE, Emit, Seat
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.history import record_export
from service.match import match_session as lives
from service.match import sealed_bag
from service.records import MatchLocation
from service.users.user_settings import UserSettings
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.changes import CommitMatch
from storage.rows import MatchId, Secret, SnapshotRow, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn
from tests.service.tiny_game import AnyLegal, TinyGame


async def finished(services: Services, rounds: str) -> MatchId:
    match_id = (await begin(services, ANNA, BEN, rounds=rounds)).match.id
    while (await services.match_queries.match(match_id)).status == "running":
        turn = (await services.match_queries.table(match_id)).asked[0]
        await play_turn(services, match_id, (ANNA, BEN)[turn])
    return match_id


async def test_people_see_the_table_from_their_seat_and_others_as_spectators(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    anna, ben, chi = [await services.match_queries.table(match_id, user) for user in (ANNA, BEN, CHI)]

    assert (anna.viewer, anna.is_asked, anna.legal) == (0, True, ("keep", "pass"))
    assert (ben.viewer, ben.is_asked, ben.legal) == (1, False, ())
    assert (chi.viewer, chi.view.viewer) == (None, None)


async def test_an_earlier_position_can_be_looked_at(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA)

    then = await services.match_queries.table(match_id, version=2)

    assert (then.version, then.view.phase, then.view.turn, then.asked) == (2, "bank", 0, (0,))
    assert (await services.match_queries.table(match_id)).view.turn == 1


async def test_history_is_the_same_from_memory_and_from_the_log(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="20")).match.id
    for _ in range(15):
        await play_turn(services, match_id, ANNA)
        await play_turn(services, match_id, BEN)

    restarted = make_services(store)

    assert await restarted.match_queries.history(match_id, since=50) == await services.match_queries.history(match_id, since=50)
    assert await restarted.match_queries.history(match_id) == await services.match_queries.history(match_id)


async def test_deleting_all_snapshots_changes_nothing(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="20")).match.id
    for _ in range(15):
        await play_turn(services, match_id, ANNA)
        await play_turn(services, match_id, BEN)
    loaded = await store.matches.load(match_id)
    assert loaded is not None
    assert loaded.snapshot is not None
    with_snapshot = await make_services(store).match_queries.table(match_id, ANNA)

    await store.matches.drop_snapshots()
    without = make_services(store)

    assert await without.match_queries.table(match_id, ANNA) == with_snapshot == await services.match_queries.table(match_id, ANNA)
    assert (await play_turn(without, match_id, ANNA)).version == with_snapshot.version + 3


async def test_an_undo_behind_a_snapshot_makes_the_snapshot_void(services: Services, store: Store) -> None:
    update = await begin(services, ANNA, BEN)
    match_id = update.match.id
    wrong = {"rounds": 3, "vote": False, "scores": [50, 0], "turn": 0, "phase": "bank", "number": 3, "voted": []}
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    row = await services.match_queries.match(match_id)
    await store.commit(CommitMatch(row, NOW, snapshot=SnapshotRow(2, 1, wrong)))
    assert (await make_services(store).match_queries.table(match_id)).scores == (50, 0)

    await services.turns.undo(match_id, ANNA, now=NOW)

    assert (await make_services(store).match_queries.table(match_id)).scores == (0, 0)


async def test_a_snapshot_of_other_rules_is_not_used(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    row = await services.match_queries.match(match_id)

    await store.commit(CommitMatch(row, NOW, snapshot=SnapshotRow(1, 0, {"scores": "of old"})))

    assert (await make_services(store).match_queries.table(match_id)).scores == (0, 0)


async def test_turns_lists_what_waits_for_a_person_longest_first(services: Services) -> None:

    first = (await begin(services, ANNA, BEN)).match.id
    lobby = await services.lobbies.open(MatchLocation(7, 71), ANNA, "tiny", {}, now=NOW, order="joined")
    await services.lobbies.add_computer(lobby.match.id, ANNA, "apprentice", now=NOW)
    await services.lobbies.start(lobby.match.id, ANNA, now=NOW - timedelta(hours=1))

    assert [(w.match.id, w.seat) for w in await services.match_queries.waiting_for(ANNA)] == [(lobby.match.id, 0), (first, 0)]
    assert await services.match_queries.waiting_for(BEN) == ()
    await play_turn(services, first, ANNA)
    assert [w.match.id for w in await services.match_queries.waiting_for(BEN)] == [first]


async def test_the_record_of_a_running_game_keeps_the_secret(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    secret = (await store.matches.secret(match_id)).key.hex()

    record = json.dumps(await services.record_export.export(match_id, ANNA))

    assert secret not in record
    assert secret not in repr(await services.repository.live(match_id))
    assert secret not in repr(await store.matches.load(match_id))
    assert repr(Secret(b"x")) == "Secret(sealed)"
    with pytest.raises(Refusal, match="not-ended"):
        await services.record_export.verify(match_id)


async def test_the_record_of_a_finished_game_tells_everything(services: Services, store: Store) -> None:
    match_id = await finished(services, "1")

    record = json.loads(json.dumps(await services.record_export.export(match_id)))

    assert record["secret"] == (await store.matches.secret(match_id)).key.hex()
    assert record["commitment"] == sealed_bag.commitment(Secret(bytes.fromhex(record["secret"])))
    assert [row["seat"] for row in record["log"]] == [-1, 0, 0, -1, 1, 1]
    assert record["result"]["scores"] == list((await services.match_queries.table(match_id)).scores)
    line = await services.record_export.notation(match_id)
    assert line.startswith("bastide-1 tiny@1 seats=2 rounds=1,vote=off | h:draw ")
    assert line.endswith("; 1:keep; 1:bank")


async def test_the_opened_bag_explains_every_draw(services: Services) -> None:
    match_id = await finished(services, "4")

    opened = await services.record_export.verify(match_id)

    assert opened.is_sound
    assert [d.index for d in opened.draws] == list(range(8))
    assert opened.order_fits is None


async def test_a_changed_draw_or_secret_shows(services: Services, store: Store) -> None:
    match_id = await finished(services, "4")
    live = await services.repository.live(match_id)

    forged = tuple(replace(r, text="draw 3") if r.seat == CHANCE else r for r in live.log)

    assert not record_export.verify_draws(replace(live, log=forged)).is_sound
    assert not record_export.verify_draws(replace(live, secret=Secret(b"y" * 32))).secret_fits


async def test_a_drawn_order_of_seats_is_verified(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, CHI, order="random")).match.id
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    assert (await services.record_export.verify(match_id)).order_fits is True

    live = await services.repository.live(match_id)
    swapped = replace(live, seats=(live.seats[1], live.seats[0], live.seats[2]))

    assert record_export.verify_draws(swapped).order_fits is False


async def test_draws_follow_their_weights() -> None:
    secret = Secret(bytes(32))
    odds = (("b", 3), ("a", 1))

    drawn = [sealed_bag.draw(secret, index, odds) for index in range(4000)]

    assert 2850 < drawn.count("b") < 3150
    assert drawn == [sealed_bag.draw(secret, index, tuple(reversed(odds))) for index in range(4000)]


def test_chance_gives_another_number_each_time_and_the_same_ones_again() -> None:
    """What computers imagine and how they decide between equals."""
    secret = Secret(bytes(32))
    choosers = [sealed_bag.derived_chance(secret, label) for label in ("a", "a", "b")]
    first, again, other = [[choose(1000) for _ in range(20)] for choose in choosers]

    assert first == again != other
    assert len(set(first)) > 15


class Dealt(NamedTuple):
    """A card that only its owner sees."""

    audience: tuple[Seat, ...]
    card: int


class HiddenGame(TinyGame):
    """The tiny game, but only the seat on turn learns what was drawn."""

    def advance(self, state: Any, seat: Seat, action: str, emit: Emit) -> None:
        if seat != CHANCE:
            super().advance(state, seat, action, emit)
            return
        super().advance(state, seat, action, lambda _: None)
        emit(Dealt((Seat(state.turn % len(state.scores)),), state.number))


async def test_what_is_hidden_stays_hidden_until_the_end(store: Store) -> None:
    services = assembled(store, {"tiny": HiddenGame()}, {"citizen": AnyLegal()})
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id

    mine, other, public = [(await services.match_queries.history(match_id, user))[0] for user in (ANNA, BEN, None)]

    assert mine.text.startswith("draw ")
    assert len(mine.events) == 1
    assert (other.text, other.events, public.text, public.events) == ("", (), "", ())
    assert "draw" not in json.dumps((await services.record_export.export(match_id, BEN))["log"])
    assert "draw" in json.dumps((await services.record_export.export(match_id, ANNA))["log"])
    assert "h:?" in await services.record_export.notation(match_id)
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    assert (await services.match_queries.history(match_id, None))[0].text.startswith("draw ")


async def test_everybody_sees_what_was_taken_back(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)
    await services.turns.undo(match_id, ANNA, now=NOW)

    for service in (services, make_services(store)):
        rows = await service.match_queries.history(match_id, BEN)
        assert [(r.text, r.undone, len(r.events)) for r in rows[1:]] == [("keep", True, 0), ("undo 1", False, 0)]
        assert rows[2].params == {"to": 1, "texts": ["keep"]}


async def test_people_keep_their_language_and_preferences(store: Store) -> None:
    people = UserSettings(UnitOfWork(store), lambda: NOW)

    assert (await people.person(ANNA)).locale is None
    await people.choose(ANNA, locale="nl", prefs={"dm": True})
    await people.choose(ANNA, prefs={"theme": "winter"})

    kept = await people.person(UserId(ANNA))
    assert (kept.locale, kept.prefs) == ("nl", {"dm": True, "theme": "winter"})


async def test_a_moment_is_what_table_and_history_say_of_it(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    for person in (ANNA, BEN, ANNA):
        await play_turn(services, match_id, person)

    for there in (services, make_services(store)):
        then = await there.match_queries.moment(match_id, version=4, since=1, asked=BEN)
        assert then.table == await services.match_queries.table(match_id, version=4)
        assert then.entries == await services.match_queries.history(match_id, since=1, upto=4)
        assert then.legal == (await services.match_queries.table(match_id, BEN, version=4)).legal == ("keep", "pass")
        assert (await there.match_queries.moment(match_id, version=4, asked=ANNA)).legal == ()
        assert (await there.match_queries.moment(match_id, version=4)).legal == ()


async def test_every_earlier_position_is_the_same_from_memory_as_from_the_log(services: Services, store: Store) -> None:
    """Also across what was taken back, in a match that has long been in memory and in one just read."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    first = (await services.turns.act(match_id, ANNA, ["keep"], expected_version=1, now=NOW)).version
    await services.turns.undo(match_id, ANNA, now=NOW)
    await services.turns.act(match_id, ANNA, ["pass"], expected_version=first + 1, now=NOW)
    last = (await services.turns.act(match_id, ANNA, ["bank"], expected_version=first + 2, now=NOW)).version
    live = await services.repository.live(match_id)

    for version in range(last + 1):
        plain = replace(live, earlier=())
        assert lives.state_at(live, version) == lives.state_at(plain, version), version


async def test_a_server_with_a_running_game_is_told_from_one_without(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    assert await services.match_queries.any_running([7, 8]) and not await services.match_queries.any_running([8])

    while (await services.match_queries.match(match_id)).status == "running":
        await play_turn(services, match_id, (ANNA, BEN)[(await services.match_queries.table(match_id)).asked[0]])

    assert not await services.match_queries.any_running([7])
