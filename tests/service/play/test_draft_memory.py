"""Drafts in memory: what is written later, what at once, and what a killed program finds again by its buttons."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from editions.registry import GAMES
from games.core.game import Seat
from service.errors import Refusal
from service.play.drafts import digest
from service.records import Draft
from service.wiring.services import Services
from storage.rows import MatchId, UserId, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services, refused


@pytest.fixture
async def services(store: Store) -> AsyncIterator[Services]:
    service = make_services(store, games=GAMES)
    yield service
    await service.stop()


@asynccontextmanager
async def after_kill(path: Path) -> AsyncIterator[Services]:
    """Yield the services of a program that knows what is in the file alone, while the former one hangs for ever."""
    store = await open_sqlite(path)
    service = make_services(store, games=GAMES)
    try:
        yield service
    finally:
        await service.stop()
        await store.close()


def written(path: Path) -> int:
    """Return the number of drafts in the file."""
    with closing(sqlite3.connect(path)) as con:
        return int(con.execute("SELECT count(*) FROM draft").fetchone()[0])


async def drafted(services: Services) -> tuple[MatchId, UserId, Draft, list[Draft]]:
    """Begin a game and try out a whole move; the game, its player, the draft, and the drafts on the way."""
    match = await begin(services, ANNA, BEN, game="carcassonne")
    user = (ANNA, BEN)[match.asked[0]]
    way = [await services.drafts.prepare(match.match.id, user, now=NOW)]
    while not way[-1].may_confirm:
        text = way[-1].game.write(way[-1].legal[0])
        way.append(await services.drafts.push(match.match.id, user, [text], onward=True, now=NOW))
    return match.match.id, user, way[-1], way


async def test_a_draft_is_written_when_the_program_ends_or_later_and_never_where_its_move_is_made_before(
    services: Services, store: Store, path: Path
) -> None:
    match_id, user, draft, _ = await drafted(services)
    assert written(path) == 0
    assert (await store.people.about(user))["drafts"], "own data are whole"
    assert written(path) == 1

    await services.turns.confirm(match_id, user, keep=len(draft.texts), based_on=digest(draft.texts), now=NOW)
    assert written(path) == 0
    await store.drafts.write_all()
    assert written(path) == 0


async def test_a_move_drops_a_draft_that_was_never_written(services: Services, store: Store, path: Path) -> None:
    match_id, user, draft, _ = await drafted(services)
    await services.turns.confirm(match_id, user, based_on=digest(draft.texts), now=NOW)
    await store.drafts.write_all()
    assert written(path) == 0
    assert await store.drafts.get(user, of_match(match_id)) is None


async def test_buttons_find_the_draft_of_a_killed_program(services: Services, path: Path) -> None:
    match_id, user, draft, way = await drafted(services)
    assert len(way) > 2, "a tile and a figure"
    for before in way[1:-1]:
        async with after_kill(path) as again:
            last = draft.texts[len(before.texts) :]
            seen = {"keep": len(before.texts), "based_on": digest(before.texts), "expected_version": before.version}
            told = await again.drafts.push(match_id, user, last, onward=True, now=NOW, **seen)
            assert (told.texts, told.view) == (draft.texts, draft.view)
    async with after_kill(path) as again:
        done = await again.turns.confirm(
            match_id, user, expected_version=draft.version, keep=len(draft.texts), based_on=digest(draft.texts), now=NOW
        )
        live = await again.repository.seen(match_id)
        assert done.version > draft.version
        assert [row.text for row in live.log if row.seat == Seat(draft.seat)] == [*draft.texts]


async def test_a_draft_that_was_dropped_is_not_found_again(services: Services) -> None:
    match_id, user, draft, _ = await drafted(services)
    await services.drafts.discard(match_id, user, now=NOW)
    its = {"keep": len(draft.texts), "based_on": digest(draft.texts), "now": NOW}
    assert await refused(services.turns.confirm(match_id, user, **its)) in ("draft-empty", "draft-changed")
    assert await refused(services.drafts.push(match_id, user, [], **its)) == "draft-changed"


async def test_a_wrong_digest_finds_nothing(services: Services, path: Path) -> None:
    match_id, user, draft, _ = await drafted(services)
    async with after_kill(path) as again:
        with pytest.raises(Refusal, match="draft-changed"):
            await again.drafts.push(match_id, user, [], keep=len(draft.texts), based_on="12345678", now=NOW)


async def test_buttons_of_the_earlier_digest_go_on(services: Services) -> None:
    match_id, user, draft, _ = await drafted(services)
    earlier = f"{int(digest(draft.texts), 16) & 0xFFFF:x}"
    done = await services.turns.confirm(match_id, user, based_on=earlier, now=NOW)
    assert done.version > draft.version
