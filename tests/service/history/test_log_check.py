"""Every row of a log is proved by the hash that the next one carries, in the database and in an exported record."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from games.core.game import Seat
from service.errors import Refusal
from service.wiring.services import Services
from storage import log_chain
from storage.rows import ActionRow, MatchId, Secret
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, begin, play_turn
from tests.service.history.test_record_import import brought, exported, unchained


async def _write(store: Store, statement: str, **values: Any) -> None:
    await store._db.write(lambda con: con.execute(text(statement), values))  # what no use-case does


async def test_each_row_carries_the_hash_of_the_row_before_while_the_game_runs(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    for _ in range(3):
        seat = (await services.match_queries.table(match_id)).asked[0]
        person = (ANNA, BEN)[seat]
        await play_turn(services, match_id, person)
    loaded, secret = await services.repository.loaded(match_id), await store.matches.secret(match_id)
    chain = await store.matches.chain(match_id)

    assert chain is not None
    first = log_chain.beginning(loaded.match, loaded.seats, loaded.log, secret)
    *previous, last = log_chain.hashes(loaded.log, first, secret)
    assert (chain.previous, chain.last) == (tuple(previous), last)
    assert await services.record_export.last_hash(match_id) == last


async def test_undos_and_packing_keep_the_chain(services: Services, store: Store) -> None:
    match_id, record = await exported(services)
    chain = await store.matches.chain(match_id)

    assert any(row["text"].startswith("undo") for row in record["log"])
    assert chain is not None and chain.previous[0] and set(chain.previous[1:]) == {None}, "a packed log keeps the first only"
    assert all(len(row["previous"]) == log_chain.LENGTH for row in record["log"]) and record["last"] == chain.last
    moves = (await services.record_export.verify(match_id)).moves
    assert moves is not None and moves.fits and moves.last == chain.last


async def test_one_changed_move_in_a_record_is_refused_with_its_turn(services: Services) -> None:
    """Each row in turn, also where the changed one would be allowed, and what the rules never look at."""
    _, record = await exported(services)
    turns = []
    for number, row in enumerate(record["log"]):
        forged = deepcopy(record)
        if row["text"] in ("keep", "bank"):
            forged["log"][number]["text"] = "bank" if row["text"] == "keep" else "keep"
        else:
            forged["log"][number]["at"] = "2026-01-01T00:00:00+00:00"
        with pytest.raises(Refusal) as refused:
            await brought(services, forged)
        assert (refused.value.code, refused.value.params["row"]) == ("record-changed", number + 1)
        turns.append(refused.value.params["turn"])
    assert turns == sorted(turns) and turns[0] == 1 and len(set(turns)) == 4


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"options": {"rounds": "2", "vote": "on"}}, "record-began"),
        ({"last": "0" * 32}, "record-changed"),
        ({"last": None}, "record-field"),
        ({"last": "short"}, "record-field"),
    ],
    ids=str,
)
async def test_what_a_game_began_with_and_its_last_hash_are_proved_too(
    services: Services, changed: dict[str, Any], code: str
) -> None:
    _, record = await exported(services)
    with pytest.raises(Refusal) as refused:
        await brought(services, {**record, **changed})
    assert refused.value.code == code


async def test_a_record_from_before_is_brought_in_and_nothing_is_said_to_be_proved(services: Services, store: Store) -> None:
    _, record = await exported(services)

    match = await brought(services, unchained(record))

    assert await store.matches.chain(match.id) is None
    assert (await services.record_export.verify(match.id)).moves is None
    assert "last" not in await services.record_export.export(match.id)


async def test_a_game_that_began_before_hashes_plays_on_without(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await _write(store, "UPDATE match SET last_hash = NULL WHERE id = :id", id=match_id)

    await play_turn(services, match_id, ANNA, "keep")

    assert await store.matches.last_hash(match_id) is None
    assert len(await _previous(store, match_id)) > 1 and (await _previous(store, match_id))[-1] is None


async def test_a_row_changed_in_the_database_shows(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    await play_turn(services, match_id, ANNA, "keep")
    await _write(store, "DROP TRIGGER action_is_never_changed")
    await _write(store, "UPDATE action SET at = '2026-01-01T00:00:00.000000Z' WHERE match_id = :id AND seq = 1", id=match_id)
    await services.resignations.cancel(match_id, ANNA, now=NOW)

    bag = await services.record_export.verify(match_id)

    assert bag.moves is not None and not bag.moves.fits and not bag.is_sound
    assert bag.moves.row == 1, "all hashes stay with a packed log that doesn't follow from the first, so that the row can be named"


async def _previous(store: Store, match_id: MatchId) -> list[str | None]:
    statement = text("SELECT previous FROM action WHERE match_id = :id ORDER BY seq")
    hashes: list[str | None] = list(await store._db.read(lambda con: con.execute(statement, {"id": match_id}).scalars().all()))
    return hashes


def test_the_hash_of_a_row_is_the_one_that_is_documented() -> None:
    """Fixed for good: records that people keep are checked by it."""
    row = ActionRow(3, Seat(1), "place 3,-2 r1", datetime(2026, 3, 1, 18, 5, 0, 250, tzinfo=UTC))
    assert log_chain.hash_of(row, "ab" * 16, Secret(b"k" * 32)) == "1eab511b9dbfe74d7e9ccc26511c2ac6"
    changes = [replace(row, seq=4), replace(row, seat=Seat(0)), replace(row, text="skip"), replace(row, at=NOW)]
    assert len({log_chain.hash_of(each, "ab" * 16, Secret(b"k" * 32)) for each in [row, *changes]}) == 5


async def test_a_row_changed_to_what_the_rules_forbid_is_named_with_its_turn(services: Services, store: Store) -> None:
    """The log replays no more, so nothing else could say where it was changed."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    for _ in range(3):
        seat = (await services.match_queries.table(match_id)).asked[0]
        await play_turn(services, match_id, (ANNA, BEN)[seat])
    row = [entry.seq for entry in await services.match_queries.record(match_id) if entry.seat >= 0][-1]
    await _write(store, "DROP TRIGGER action_is_never_changed")
    await _write(store, "UPDATE action SET text = 'dance' WHERE match_id = :id AND seq = :row", id=match_id, row=row)
    await services.resignations.cancel(match_id, ANNA, now=NOW)
    services.repository.forget_all()

    with pytest.raises(Refusal) as refused:
        await services.record_export.verify(match_id)

    assert refused.value.code == "log-changed"
    assert refused.value.params == {"turn": 3, "row": row + 1, "text": "dance"}
