"""The order of play: by lot, or the host first, proved by the opened bag."""

from __future__ import annotations

from ai import PLAYERS
from editions.registry import GAMES
from service.records import MatchLocation
from service.wiring.assembly import assembled
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW


async def test_the_host_begins_where_the_option_says_so_and_the_seal_proves_the_round(store: Store) -> None:
    """BB-O14, in so many matches that chance cannot have done it."""
    services = assembled(store, GAMES, PLAYERS)
    rounds = set()

    for channel in range(8):
        place = MatchLocation(7, 900 + channel)
        lobby = await services.lobbies.open(place, BEN, "carcassonne", {"first_player": "chosen"}, now=NOW)
        for person in (ANNA, CHI):
            await services.lobbies.join(lobby.match.id, person, now=NOW)
        begun = await services.lobbies.start(lobby.match.id, BEN, now=NOW)
        await services.resignations.cancel(lobby.match.id, BEN, now=NOW)
        rounds.add(tuple(seat.user_id for seat in begun.seats))
        assert (await services.record_export.verify(lobby.match.id)).order_fits is True

    assert rounds == {(BEN, ANNA, CHI), (BEN, CHI, ANNA)}
    await services.stop()
