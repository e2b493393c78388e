"""Whole games through the service, whichever game it is: drafts, take-backs, restarts, and a log that explains everything."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from ai import PLAYERS
from games.core.errors import IllegalActionError
from games.core.game import CHANCE
from service.errors import Refusal
from service.match import match_session as lives
from service.match.eligibility import SOURCES
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin
from tests.service.killed_player import ALL_GAMES
from tests.service.tiny_game import AnyLegal

PEOPLE = (ANNA, BEN, CHI)


def service(store: Store) -> Services:
    return assembled(store, ALL_GAMES, {"apprentice": AnyLegal(), "citizen": PLAYERS["citizen"]}, keep=1)


async def started(services: Services, game: str, people: int, computers: int = 0) -> MatchId:
    begun = await begin(services, *PEOPLE[:people], computers=computers, level="citizen", order="random", game=game)
    return begun.match.id


async def play_one_turn(services: Services, match_id: MatchId, user: UserId, chance: random.Random) -> None:
    """Play one turn by draft as the buttons do it, or action by action with a take-back as commands may."""
    game = ALL_GAMES[(await services.match_queries.match(match_id)).game]
    if chance.random() < 0.7:
        draft = await services.drafts.open(match_id, user, now=NOW)
        while not draft.may_confirm:
            draft = await services.drafts.push(match_id, user, [game.write(chance.choice(draft.legal))], now=NOW)
        await services.turns.confirm(match_id, user, expected_version=draft.version, now=NOW)
        return
    table = await services.match_queries.table(match_id, user)
    update = await services.turns.act(
        match_id, user, [game.write(chance.choice(table.legal))], expected_version=table.version, now=NOW
    )
    if chance.random() < 0.5 and update.match.status == "running" and not any(e.seat == CHANCE for e in update.entries):
        await services.turns.undo(match_id, user, now=NOW)


@pytest.mark.parametrize("people", [2, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", sorted(ALL_GAMES))
async def test_a_game_is_played_to_its_end_through_restarts(path: Path, game: str, people: int) -> None:
    chance = random.Random(f"{game} {people}")
    store = await open_sqlite(path)
    services = service(store)
    match_id = await started(services, game, people)
    while (await services.match_queries.match(match_id)).status == "running":
        if chance.random() < 0.1:
            services = service(store)
        seat = (await services.match_queries.table(match_id)).asked[0]
        user = (await services.match_queries.seats(match_id))[seat].user_id
        assert user is not None
        await play_one_turn(services, match_id, user, chance)

    table = await services.match_queries.table(match_id)
    assert table.outcome is not None
    assert table.match.result is not None
    assert (table.match.result["scores"], table.match.result["winners"]) == (
        list(table.outcome.scores),
        list(table.outcome.winners),
    )
    if told := table.match.result.get(SOURCES):
        assert [sum(move_told.values()) for move_told in told] == list(table.outcome.scores), "where all points came from"
    assert bool(told) == (game != "tiny")
    assert (await services.record_export.verify(match_id)).is_sound
    loaded = await store.matches.load(match_id)
    assert loaded is not None
    fresh = lives.revive(ALL_GAMES[game], replace(loaded, snapshot=None), await store.matches.secret(match_id))
    assert fresh.game.view(fresh.state, None) == table.view
    await store.close()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.soak if game == "carcassonne" else ()) for game in sorted(ALL_GAMES)]
)
async def test_a_newcomer_plays_alone_against_computers(store: Store, game: str) -> None:
    services, chance = service(store), random.Random(game)
    match_id = await started(services, game, 1, computers=1)
    await services.computers.settled()
    for _ in range(2):
        await play_one_turn(services, match_id, ANNA, chance)
        await services.computers.settled()

    await services.resignations.resign(match_id, ANNA, now=NOW)
    await services.computers.settled()

    assert (await services.match_queries.match(match_id)).status == "finished"
    assert (await services.record_export.verify(match_id)).is_sound


HARMFUL = ["", " ", "undo 0", "vacate resigned greedy", "place", "draw", "x" * 5000, "\x00", "ß", "-1", "{}"]


@pytest.mark.parametrize("game", sorted(ALL_GAMES))
async def test_no_text_from_outside_does_harm(store: Store, game: str) -> None:
    services = service(store)
    match_id = await started(services, game, 2)
    before = await services.match_queries.match(match_id)
    user = next(s.user_id for s in await services.match_queries.seats(match_id) if s.waiting_since is not None)
    assert user is not None

    for text in HARMFUL:
        for attempt in (
            services.turns.act(match_id, user, [text], expected_version=before.version, now=NOW),
            services.drafts.push(match_id, user, [text], now=NOW),
        ):
            with pytest.raises((IllegalActionError, Refusal)):
                await attempt

        assert await services.match_queries.match(match_id) == before, text
