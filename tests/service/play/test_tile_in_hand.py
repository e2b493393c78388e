"""Tiles in hand in running matches of the tile-laying game: what changes hands, what is taken back, what is proved."""

from __future__ import annotations

import random

import pytest

from ai.judging import judged
from editions.offered import GAMES
from games.core.game import CHANCE, Seat
from service.process.services import Services
from service.review.analyses import past
from storage.records import MatchId, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, make_services

PEOPLE = (ANNA, BEN, CHI)


@pytest.fixture
async def services(store: Store) -> Services:
    return make_services(store, games=GAMES)


async def begun(services: Services, *people: UserId, **options: str) -> MatchId:
    """A game of these people with tiles in hand."""
    given = {"in_hand": "on", "tiles": "twelve", **options}
    lobby = await services.lobbies.open(PLACE, people[0], "carcassonne", given, now=NOW, order="joined")
    for person in people[1:]:
        await services.lobbies.join(lobby.match.id, person, now=NOW)
    await services.lobbies.start(lobby.match.id, people[0], now=NOW)
    return lobby.match.id


async def turn(services: Services, match_id: MatchId, chance: random.Random) -> None:
    """The player asked does something."""
    live = await services.repository.seen(match_id)
    (seat,) = live.asked
    text = live.game.write(chance.choice(live.game.legal(live.state, seat)))
    user = live.seats[seat].user_id
    assert user is not None
    await services.turns.act(match_id, user, [text], expected_version=live.version, now=NOW)


async def hands(services: Services, match_id: MatchId) -> list[str | None]:
    return [seat.held for seat in (await services.looking.table(match_id, None)).view.seats]


async def test_a_substitute_plays_the_tile_in_hand(services: Services) -> None:
    """TH-R11: it belongs to the seat, not to the person there."""
    match_id = await begun(services, ANNA, BEN)
    before = await hands(services, match_id)
    assert before[0] is None and before[1] is not None, "the first player's is being played"

    await services.departures.resign(match_id, BEN, now=NOW)

    assert await hands(services, match_id) == before
    await services.stop()


async def test_an_undone_turn_draws_the_same_tile_again(services: Services) -> None:
    """Draws are numbered by those that stand."""
    match_id, chance = await begun(services, ANNA, BEN, CHI), random.Random(1)
    first = await services.repository.seen(match_id)
    while (await services.repository.seen(match_id)).asked == (Seat(0),):
        await turn(services, match_id, chance)
    drawn = (await hands(services, match_id))[0]
    assert drawn is not None

    asked = await services.requests.ask(match_id, ANNA, "undo", {}, now=NOW)
    for person in (BEN, CHI):
        await services.requests.answer(match_id, person, asked.request.number, agrees=True, now=NOW)
    assert (await services.repository.seen(match_id)).asked == first.asked
    while (await services.repository.seen(match_id)).asked == (Seat(0),):
        await turn(services, match_id, chance)

    assert (await hands(services, match_id))[0] == drawn
    await services.stop()


async def test_a_whole_game_is_proved_replayed_and_judged_without_luck(services: Services) -> None:
    match_id, chance = await begun(services, ANNA, BEN), random.Random(2)
    while (await services.repository.seen(match_id)).match.status == "running":
        await turn(services, match_id, chance)

    proof = await services.archive.verify(match_id)
    assert proof.is_sound and len(proof.draws) == 12
    live = await services.repository.seen(match_id)
    played = past(live)
    assert [row.seat for row in played.rows[:2]] == [CHANCE, CHANCE], "everybody draws before anybody plays"
    assert judged(played, 300).luck is None
    services.repository.forget(match_id)
    again = await services.repository.seen(match_id)
    assert again.game.dump(again.state) == live.game.dump(live.state)
    await services.stop()
