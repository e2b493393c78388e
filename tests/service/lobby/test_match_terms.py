"""The terms of a match: agreed on in the lobby, fixed at the start, kept for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai import PLAYERS
from clocks.terms import NO_CLOCK, PACES, MatchTerms
from editions.registry import GAMES
from service.errors import Refusal
from service.lobby.match_terms import typed_by_key
from service.records import MatchLocation
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.rows import MatchId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE, make_services

CLUB = typed_by_key("brisk", "club, take-back 20 s")


async def opened(services: Services, terms: dict[str, str]) -> MatchId:
    return (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW, terms=terms)).match.id


async def test_terms_are_kept_from_the_lobby_to_the_record(services: Services, store: Store) -> None:
    match_id = await opened(services, CLUB)
    await services.lobbies.join(match_id, BEN, now=NOW)
    await services.lobbies.start(match_id, ANNA, now=NOW)

    match = await make_services(store).match_queries.match(match_id)
    record = await services.record_export.export(match_id)

    assert (match.terms.pace, match.terms.aids, match.terms.take_back_s) == (PACES["brisk"], "club", 20)
    assert record["terms"]["pace"] == "brisk"


async def test_a_change_in_the_lobby_leaves_the_other_terms(services: Services) -> None:
    match_id = await opened(services, CLUB)

    lobby = await services.lobbies.change(match_id, ANNA, now=NOW, terms={"timeout": "vacate"})

    assert (lobby.terms.on_timeout, lobby.terms.aids) == ("vacate", "club")
    with pytest.raises(Refusal, match="bad-terms"):
        await services.lobbies.change(match_id, ANNA, now=NOW, terms={"pace": "weekly"})
    assert (await services.lobbies.lobby(match_id)).terms == lobby.terms


async def test_senseless_terms_open_nothing(services: Services, store: Store) -> None:
    with pytest.raises(Refusal, match="bad-terms"):
        await services.lobbies.check_new("tiny", {}, terms={"aids": "some"})
    with pytest.raises(Refusal, match="bad-terms"):
        await opened(services, {"aids": "some"})
    with pytest.raises(Refusal, match="bad-terms"):
        typed_by_key("daily", "odds on")

    assert await store.matches.in_channel(PLACE.channel_id) is None


async def test_alone_with_computers_there_is_no_clock_unless_it_was_chosen(services: Services) -> None:
    match_id = await opened(services, {})
    await services.lobbies.add_computer(match_id, ANNA, "apprentice", now=NOW)

    begun = await services.lobbies.start(match_id, ANNA, now=NOW)

    assert begun.match.terms == replace(MatchTerms(), pace=NO_CLOCK.pace, take_back_s=0)


async def test_a_rematch_has_the_same_terms_and_a_clock_again_if_only_being_alone_took_it(services: Services) -> None:
    match_id = await opened(services, {"aids": "club"})
    await services.lobbies.add_computer(match_id, ANNA, "apprentice", now=NOW)
    await services.lobbies.start(match_id, ANNA, now=NOW)
    await services.resignations.cancel(match_id, ANNA, now=NOW)

    again = await services.lobbies.rematch(match_id, ANNA, now=NOW)

    assert (again.match.terms.pace, again.match.terms.aids) == (PACES["daily"], "club")
    assert again.terms.pace == PACES["none"], "as long as only a computer sits there"


async def test_a_game_whose_draws_everyone_can_know_is_never_rated(store: Store) -> None:
    services = assembled(store, GAMES, PLAYERS)
    rated = {}
    for tiles in ("practice", "twelve"):
        place = MatchLocation(PLACE.guild_id, PLACE.channel_id + len(rated))
        opened = await services.lobbies.open(place, ANNA, "carcassonne", {"tiles": tiles}, now=NOW, terms={"rated": "on"})
        joined = await services.lobbies.join(opened.match.id, BEN, now=NOW)
        begun = await services.lobbies.start(opened.match.id, ANNA, now=NOW)
        rated[tiles] = joined.terms.rated, begun.match.terms.rated
    await services.stop()

    assert rated == {"practice": (False, False), "twelve": (True, True)}
