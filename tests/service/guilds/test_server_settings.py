"""The settings of a server, and their effects."""

from __future__ import annotations

import asyncio

import pytest

from service.computers.computer_players import utc_now
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.guilds.server_settings import GAMES, LOBBIES, REFEREES, RESULTS, ServerSettings
from service.lobby.quotas import Quotas
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import SERVER, Subject, UserId, of_server
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, PLACE, begin, make_services, play_turn
from text.translator import languages

OURS, OTHER = PLACE.guild_id, 8
assert OURS is not None


async def test_choices_made_at_the_same_moment_are_all_kept_and_read_again(store: Store) -> None:
    chosen = ServerSettings(UnitOfWork(store), utc_now)
    await asyncio.gather(
        chosen.choose(OURS, "aids", ["club"]), chosen.choose(OURS, REFEREES, ["11", "12"]), chosen.choose(OURS, RESULTS, ["70"])
    )

    again = ServerSettings(UnitOfWork(store), utc_now)
    assert again.of(OURS) == {}
    await again.open()

    for read in (chosen, again):
        assert read.value(OURS, "aids") == "club" and read.value(OTHER, "aids") == "all"
        assert read.roles(OURS, REFEREES) == {11, 12} and read.one(OURS, RESULTS) == 70 and read.one(None, RESULTS) is None


async def test_nothing_chosen_takes_a_choice_back(store: Store) -> None:
    chosen = ServerSettings(UnitOfWork(store), utc_now)
    for key, values in {RESULTS: ["70"], REFEREES: ["11"]}.items():
        await chosen.choose(OURS, key, values)
        await chosen.choose(OURS, key, [])

    assert chosen.of(OURS) == {} and chosen.one(OURS, RESULTS) is None and chosen.roles(OURS, REFEREES) == frozenset()


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("aids", ["all of them"]),
        ("nothing", ["1"]),
        (RESULTS, ["here"]),
        (RESULTS, ["1", "2"]),
        (REFEREES, ["1"] * 6),
        ("pace", ["bank=1s"]),
    ],
)
async def test_nothing_but_what_is_offered_is_kept(store: Store, key: str, values: list[str]) -> None:
    chosen = ServerSettings(UnitOfWork(store), utc_now)

    with pytest.raises(Refusal):
        await chosen.choose(OURS, key, values)

    assert chosen.of(OURS) == {} and await store.servers.all() == ()


async def test_games_of_a_server_have_its_terms_unless_their_hosts_choose_others(services: Services) -> None:
    """Also where only one person plays: then there is no clock, for the pace of a server is no choice of theirs."""
    for key, value in {"pace": "brisk", "timeout": "vacate", "aids": "club", "take-back": "60"}.items():
        await services.server_settings.choose(OURS, key, [value])

    usual = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)).match.terms
    other = (await services.lobbies.open(MatchLocation(OTHER, 80), ANNA, "tiny", {}, now=NOW)).match.terms
    wished = (
        await services.lobbies.open(MatchLocation(OURS, 71), ANNA, "tiny", {}, now=NOW, terms={"pace": "relaxed"})
    ).match.terms
    alone = await begin(services, BEN, computers=1, place=MatchLocation(OURS, 72))

    assert (usual.pace.id, usual.on_timeout, usual.aids, usual.take_back_s) == ("brisk", "vacate", "club", 60)
    assert (other.pace.id, other.on_timeout, other.aids) == ("daily", "move", "all")
    assert (wished.pace.id, wished.on_timeout, wished.aids) == ("relaxed", "vacate", "club")
    assert not alone.match.terms.pace.has_clock and alone.match.terms.aids == "club"


async def test_a_server_allows_fewer_lobbies_and_games_than_the_bots_owner(store: Store) -> None:
    services = make_services(store, limits=Quotas())
    await services.server_settings.choose(OURS, LOBBIES, ["1"])
    await services.server_settings.choose(OURS, GAMES, ["5"])
    await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=NOW)

    with pytest.raises(Refusal) as second:
        await services.lobbies.open(MatchLocation(OURS, 71), ANNA, "tiny", {}, now=NOW)
    await services.lobbies.open(MatchLocation(OTHER, 80), ANNA, "tiny", {}, now=NOW)
    for channel, host in enumerate((BEN, CHI), 72):
        await begin(services, host, computers=1, place=MatchLocation(OURS, channel))
        await services.lobbies.open(MatchLocation(OURS, 10 * channel), host, "tiny", {}, now=NOW)
    with pytest.raises(Refusal) as sixth:
        await services.lobbies.open(MatchLocation(OURS, 74), UserId(104), "tiny", {}, now=NOW)

    assert (second.value.code, second.value.params["most"]) == ("too-many-lobbies", 1)
    assert (sixth.value.code, sixth.value.params["most"]) == ("server-games-full", 5)
    await services.stop()


async def told(services: Services) -> list[tuple[str, int | None, dict[str, object]]]:
    """Return the messages about the server."""
    return [(post.kind, post.channel_id, dict(post.payload)) for post in await services.store.posts.of(of_server(OURS or 0))]


async def test_a_game_that_ends_is_told_once_in_the_channel_of_results(services: Services) -> None:
    """And nowhere, as long as there is none."""
    quiet = await begin(services, ANNA, computers=1, rounds="1", place=MatchLocation(OURS, 71))
    await play_turn(services, quiet.match.id, ANNA)
    await services.computers.settled()
    assert await told(services) == []

    await services.server_settings.choose(OURS, RESULTS, ["700"])
    loud = await begin(services, ANNA, BEN, rounds="1")
    await play_turn(services, loud.match.id, ANNA)
    assert await told(services) == []
    await play_turn(services, loud.match.id, BEN)

    assert await told(services) == [("result", 700, {"match": loud.match.id})]


async def test_a_game_that_loses_its_channel_is_told_there_too(services: Services) -> None:
    await services.server_settings.choose(OURS, RESULTS, ["700"])
    match = (await begin(services, ANNA, BEN)).match
    turn = next(post for post in await services.store.posts.due(NOW, 10) if post.kind == "turn")

    await services.channel_changes.lose(turn, "channel-gone", NOW)
    await services.channel_changes.lose(turn, "channel-gone", NOW)

    assert await told(services) == [("closed", 700, {"match": match.id, "reason": "channel-gone"})]


async def test_a_channel_of_results_that_is_closed_stops_nothing_else(services: Services) -> None:
    await services.server_settings.choose(OURS, RESULTS, ["700"])
    match = (await begin(services, ANNA, BEN, rounds="1")).match
    for person in (ANNA, BEN):
        await play_turn(services, match.id, person)
    line = next(post for post in await services.store.posts.of(Subject(SERVER, OURS or 0)))

    await services.outbox._give_up(line, "forbidden", NOW)

    (given_up,) = await services.store.posts.of(of_server(OURS or 0))
    assert given_up.dead_at == NOW and given_up.error == "forbidden"
    assert (await services.match_queries.match(match.id)).status == "finished"


@pytest.mark.parametrize("language", languages())
async def test_every_language_can_be_chosen(store: Store, language: str) -> None:
    """A region's too: `pt-BR`, `es-419`."""
    chosen = ServerSettings(UnitOfWork(store), utc_now)
    await chosen.choose(OURS, "language", [language])
    assert chosen.of(OURS)["language"] == language
