"""Wishes for a game: matched as soon as they fit, lapsing after a week, and private."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from service.errors import Refusal
from service.lobby.matchmaking import WISH, MatchedPlayers
from service.lobby.quotas import Quotas
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import CANCELLED, RUNNING, SeekRow, UserId, of_server
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, make_services, refused

DORA = UserId(104)


def wish(user: UserId, *, pace: str = "", seats: int = 0, minutes: int = 0, game: str = "tiny", guild: int = 7) -> SeekRow:
    """Return a wish."""
    return SeekRow(guild, user, game, pace, seats, NOW + timedelta(minutes=minutes))


async def test_two_wishes_that_fit_are_found_the_longest_wait_first(services: Services) -> None:
    """Anyone who leaves something open takes what the other wants; another server is another list."""
    assert await services.matchmaking.wish(wish(ANNA, pace="brisk", guild=8)) is None
    assert await services.matchmaking.wish(wish(BEN, pace="brisk", minutes=1)) is None
    assert await services.matchmaking.wish(wish(CHI, pace="relaxed", minutes=2)) is None

    assert await services.matchmaking.wish(wish(DORA, minutes=3)) == MatchedPlayers((BEN, DORA), "tiny", "brisk")


async def test_a_game_of_three_waits_for_the_third(services: Services) -> None:
    """Also where those who do not mind how many there are would fit each other."""
    assert await services.matchmaking.wish(wish(ANNA, seats=3)) is None
    assert await services.matchmaking.wish(wish(BEN, seats=3, minutes=1)) is None

    assert await services.matchmaking.wish(wish(CHI, minutes=2)) == MatchedPlayers((ANNA, BEN, CHI), "tiny", "")


async def test_all_of_a_group_agree_with_each_other(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA, seats=3, pace="brisk"))
    await services.matchmaking.wish(wish(BEN, seats=3, pace="relaxed", minutes=1))

    assert await services.matchmaking.wish(wish(CHI, seats=3, minutes=2)) is None


@pytest.mark.parametrize("blocks", [(ANNA, BEN), (BEN, ANNA)])
async def test_people_who_block_each_other_are_not_brought_together(services: Services, blocks: tuple[UserId, UserId]) -> None:
    await services.user_settings.block(*blocks)
    await services.matchmaking.wish(wish(ANNA))

    assert await services.matchmaking.wish(wish(BEN, minutes=1)) is None
    assert await services.matchmaking.wish(wish(CHI, minutes=2)) == MatchedPlayers((ANNA, CHI), "tiny", "")


async def test_their_game_has_begun_and_their_wishes_are_gone(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA, pace="brisk"))
    matched_players = await services.matchmaking.wish(wish(BEN, minutes=1))
    await services.matchmaking.wish(wish(CHI, pace="relaxed", minutes=2))
    assert matched_players is not None

    begun = await services.matchmaking.begin(matched_players, MatchLocation(7, 70), now=NOW, locale="en")

    assert begun.match.status == RUNNING and begun.match.terms.pace.id == "brisk"
    assert {seat.user_id for seat in begun.seats} == {ANNA, BEN}
    assert [row.user_id for row in await services.matchmaking.wishes(7)] == [CHI]


async def test_nobody_is_brought_together_with_two_others_at_once(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA))
    for other in (BEN, CHI):
        await services.matchmaking.wish(wish(other, minutes=1))
    pairs = [MatchedPlayers((ANNA, other), "tiny", "") for other in (BEN, CHI)]
    places = (MatchLocation(7, 70), MatchLocation(7, 71))

    begins = (
        services.matchmaking.begin(matched_players, place, now=NOW, locale="en")
        for matched_players, place in zip(pairs, places, strict=True)
    )
    told = await asyncio.gather(*begins, return_exceptions=True)

    assert [outcome.code for outcome in told if isinstance(outcome, Refusal)] == ["found-elsewhere"]
    assert len(await services.store.people.live_with(ANNA)) == 1
    (left,) = await services.matchmaking.wishes(7)
    assert left.user_id in (BEN, CHI)


async def test_if_one_of_them_sits_in_too_many_games_nothing_stays(store: Store) -> None:
    services = make_services(store, limits=Quotas(games_of_member=1))
    await services.lobbies.open(MatchLocation(8, 80), BEN, "tiny", {}, now=NOW)
    await services.matchmaking.wish(wish(ANNA))
    matched_players = await services.matchmaking.wish(wish(BEN, minutes=1))
    assert matched_players is not None

    assert (
        await refused(services.matchmaking.begin(matched_players, MatchLocation(7, 70), now=NOW, locale="en")) == "too-many-games"
    )
    assert (await services.match_queries.in_channel(70)).status == CANCELLED
    assert len(await services.matchmaking.wishes(7)) == 2
    await services.stop()


async def test_a_wish_lapses_after_a_week_unless_it_was_renewed(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA))
    await services.matchmaking.wish(wish(ANNA, pace="brisk", minutes=60))
    await services.matchmaking.wish(wish(BEN, pace="relaxed"))
    first, second, renewed = [timer for timer in await services.store.timers.of(of_server(7)) if timer.kind == WISH]

    gone = [await services.matchmaking.lapse(timer, timer.due_at) for timer in (first, second)]

    assert sorted(gone) == [False, True]
    assert [row.user_id for row in await services.matchmaking.wishes(7)] == [ANNA]
    assert await services.matchmaking.lapse(renewed, renewed.due_at)
    assert await services.matchmaking.wishes(7) == () and await services.store.timers.of(of_server(7)) == ()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (wish(ANNA, game="chess"), "unknown-game"),
        (wish(ANNA, seats=9), "bad-seats-wanted"),
        (wish(ANNA, pace="soon"), "bad-pace-wanted"),
    ],
)
async def test_what_nobody_could_play_is_not_wished(services: Services, wanted: SeekRow, code: str) -> None:
    assert await refused(services.matchmaking.wish(wanted)) == code and await services.matchmaking.wishes(7) == ()


async def test_who_is_forgotten_looks_for_nothing(services: Services) -> None:
    await services.matchmaking.wish(wish(ANNA))
    assert len((await services.privacy.export(ANNA))["wishes"]) == 1

    await services.privacy.forget(ANNA, now=NOW)

    assert await services.matchmaking.wishes(7) == ()
