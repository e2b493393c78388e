"""Figures by hearer: what an outsider reads is, to the last digit, what there would be without the games they can't read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from service.ratings.leaderboards import BY_RATING, BY_SEASON, BY_WINS, Leaderboards, RatingKind
from service.ratings.told_stats import ToldStats
from service.wiring.services import Services
from storage import told_to
from storage.queries.told_stats import Hearing
from storage.rows import MatchId, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin
from tests.service.ratings.test_leaderboards import ended

OPEN, ROLE, PRIVATE = "64+", "65", told_to.NOBODY


async def played(services: Services, circle: str | None, *people: UserId, times: int = 1) -> MatchId:
    """Play rated games to their ends, which the first of these people wins; the last one."""
    for _ in range(times):
        scores = [40 - 10 * place for place in range(len(people))]
        match_id = await ended(services, people, scores, told_to=circle, sources=[{"road": points} for points in scores])
    return match_id


async def told(services: Services, hears: Collection[str], *own: UserId) -> Leaderboards:
    """Return the figures of the server for a hearer of these circles."""

    async def may_hear(circle: str) -> bool:
        return circle in hears

    return services.leaderboards.told(await services.stats_by_hearer.of(7, may_hear, frozenset(own)))


async def figures(services: Services, boards: Leaderboards) -> dict[str, Any]:
    """Return everything that is told of a server."""
    people, kind = (ANNA, BEN, CHI), RatingKind("tiny", "duel")
    shown: dict[str, Any] = {f"profile {user}": await boards.profile(7, user, UserId(999)) for user in people}
    for user in people:
        shown[f"turns {user}"] = await services.reliability.of(7, user, boards.stats)
        shown[f"games {user}"] = await boards.games(7, user)
        shown[f"titles {user}"] = await boards.titles(7, user, NOW.replace(year=NOW.year + 1))
        shown[f"met {user}"] = [await boards.stats.against(7, user, other) for other in people]
    for order in (BY_RATING, BY_WINS, BY_SEASON):
        shown[order] = await boards.leaders(7, order, NOW, kind)
    return shown | {
        "kinds": await boards.kinds(7),
        "seasons": await boards.seasons(7),
        "settled": await boards.settled(7, kind, people),
    }


async def test_the_sum_of_all_games_is_what_is_kept(services: Services, store: Store) -> None:
    await played(services, OPEN, ANNA, BEN, times=12)
    await played(services, ROLE, BEN, CHI, ANNA)
    await played(services, None, CHI, BEN)
    hearing = Hearing(frozenset((OPEN, ROLE)))

    whole = services.leaderboards.told(ToldStats(store, hearing, await services.stats_by_hearer._summed(7, hearing)))

    kept = await figures(services, services.leaderboards)
    assert await figures(services, whole) == kept
    assert kept[BY_RATING] and kept["titles 101"] and len(kept["kinds"]) == 2


async def test_an_outsider_reads_what_there_would_be_without_the_hidden_games(services: Services) -> None:
    await played(services, OPEN, ANNA, BEN, times=11)
    before = await figures(services, await told(services, {OPEN}))
    assert before == await figures(services, services.leaderboards), "nothing is hidden yet"

    hidden = await played(services, ROLE, CHI, BEN, times=2)
    private = await played(services, PRIVATE, ANNA, BEN)

    outside = await told(services, {OPEN})
    assert await figures(services, outside) == before
    assert await outside.changed(hidden) == await outside.changed(private) == ()
    assert await figures(services, services.leaderboards) != before


async def test_later_open_games_count_for_all_as_if_the_hidden_ones_had_never_been(services: Services, store: Store) -> None:
    """The next rating an outsider reads follows from the former one they read, and so does the change told below the game."""
    await played(services, OPEN, ANNA, BEN)
    await told(services, {OPEN})
    await played(services, ROLE, ANNA, BEN, times=3)
    former = (await (await told(services, {OPEN})).profile(7, ANNA, CHI)).ratings

    last = await played(services, OPEN, ANNA, BEN)

    outside = await told(services, {OPEN})
    (change,) = [change for change in await outside.changed(last) if change.user_id == ANNA]
    assert change.before == former[RatingKind("tiny", "duel")]
    (kept,) = [change for change in await store.stats.changes(last) if change.user_id == ANNA]
    assert kept.before != change.before


async def test_players_are_told_of_their_own_games_wherever_those_were(services: Services) -> None:
    await played(services, OPEN, ANNA, BEN)
    match_id = await played(services, PRIVATE, BEN, CHI)

    inside, outside = await told(services, {OPEN}, CHI), await told(services, {OPEN}, ANNA)

    assert (await inside.games(7, BEN), await outside.games(7, BEN)) == (2, 1)
    assert await (await told(services, {OPEN}, BEN, CHI)).changed(match_id) != ()
    assert await (await told(services, {OPEN}, ANNA, CHI)).changed(match_id) == (), "they did not play it together"


async def test_readers_of_a_channel_that_opens_with_a_role_read_all_as_before(services: Services, store: Store) -> None:
    await played(services, ROLE, ANNA, BEN)
    assert (await told(services, {OPEN, ROLE})).stats is store.stats


async def test_games_from_before_it_was_noted_count_for_all(services: Services, store: Store) -> None:
    await played(services, None, ANNA, BEN)
    assert await store.stats.circles(7) == ()
    await played(services, ROLE, CHI, BEN)
    assert await (await told(services, ())).games(7, ANNA) == 1


async def test_a_forgotten_person_and_an_erased_game_are_in_no_sum(services: Services, store: Store) -> None:
    first = await played(services, OPEN, ANNA, BEN)
    await played(services, OPEN, CHI, BEN)
    await played(services, ROLE, CHI, BEN)
    assert await (await told(services, {OPEN})).games(7, ANNA) == 1

    await store.stats.checked(7, NOW, is_sound=False)
    while await store.stats.fill(7, 100):
        pass
    assert await (await told(services, {OPEN})).games(7, ANNA) == 1, "counted again, not twice"

    await services.privacy.forget(ANNA, now=NOW)
    outside = await told(services, {OPEN})
    assert await outside.games(7, ANNA) == 0
    assert ANNA not in [player.user_id for player in await outside.leaders(7, BY_WINS, NOW)]
    assert first


async def test_it_is_noted_when_a_game_begins(services: Services) -> None:
    async def circle(guild_id: int | None, channel_id: int) -> str | None:
        return f"{guild_id} {channel_id}"

    services.repository.told_to = circle
    begun = await begin(services, ANNA, BEN)
    assert (await services.match_queries.match(begun.match.id)).told_to == f"{begun.match.guild_id} {begun.match.channel_id}"


@pytest.mark.parametrize(
    ("own", "besides", "stored", "readable"),
    [
        ("64+", None, "64+", (64,)),
        (None, None, None, None),
        ("64+", "65", "64+ 65", (64, 65)),
        ("65", "65", "65", (65,)),
        (told_to.NOBODY, "65", "- 65", None),
    ],
)
def test_a_game_of_a_tournament_is_told_to_who_reads_both(own: str, besides: str, stored: str, readable: Any) -> None:
    assert told_to.joined(own, besides) == stored
    channels = told_to.read(stored) if stored is not None else None
    assert (channels and tuple(channel.channel_id for channel in channels)) == readable


def test_a_game_that_goes_on_elsewhere_is_told_to_the_readers_there(services: Services) -> None:
    assert told_to.moved("- 65", "64+") == "64+ 65"
    assert told_to.moved("64+", told_to.NOBODY) == told_to.NOBODY
    assert told_to.moved(None, "64+") == "64+"
