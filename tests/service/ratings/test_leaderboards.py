"""Ratings, profiles and leaderboards, from real games in a real database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from clocks.terms import MatchTerms
from games.core.game import Seat
from runtime.settings import SettingError, Settings
from service.lobby.quotas import Quotas
from service.ratings.leaderboards import BY_RATING, BY_SEASON, BY_WINS, RatingKind, Season, season_of
from service.users.preferences import RATING
from service.wiring.services import Services
from storage.changes import CommitMatch
from storage.rows import FINISHED, MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId
from storage.store import Store
from tests.service.conftest import NOW, make_services

ANNA, BEN, CHI = UserId(101), UserId(102), UserId(103)
DUEL = RatingKind("tiny", "duel")


async def ended(
    services: Services,
    players: Sequence[UserId | None],
    scores: Sequence[int],
    *,
    rated: bool = True,
    days: int = 0,
    guild_id: int = 7,
    game: str = "tiny",
    told_to: str | None = None,
    **more: Any,
) -> MatchId:
    """Insert a game that has ended so many days ago."""
    best = max(scores)
    result = {"scores": list(scores), "winners": [score for score, points in enumerate(scores) if points == best], **more}
    room = 100 * (guild_id % 1000) + len(await services.store.matches.ended(guild_id, 100))
    row = MatchRow(
        *(MatchId(0), game, {}, 1, guild_id, room, ANNA, "lobby", 2, "joined", "en", "", 0),
        created_at=NOW,
        terms=MatchTerms(rated=rated),
        told_to=told_to,
    )
    seats = tuple(SeatRow(Seat(player), user, None if user else "citizen", joined=player) for player, user in enumerate(players))
    kept = await services.store.matches.open(NewMatch(row, Secret(b"s" * 32), seats))
    at = NOW - timedelta(days=days)
    await services.store.commit(CommitMatch(replace(kept, status=FINISHED, started_at=at, ended_at=at, result=result), at))
    return kept.id


async def test_a_profile_tells_games_victories_and_how_two_fared(services: Services) -> None:
    await ended(services, (ANNA, BEN), (40, 30))
    await ended(services, (ANNA, BEN), (20, 60))
    await ended(services, (BEN, CHI), (50, 10), rated=False)
    await ended(services, (BEN, None), (90, 10))

    profile = await services.leaderboards.profile(7, BEN, ANNA)

    assert (profile.games, profile.wins, profile.best) == (3, 2, 60)
    assert profile.average == pytest.approx((30 + 60 + 50) / 3)
    assert profile.victory is not None and profile.victory.margin == 40
    assert (profile.met, profile.won_against, profile.lost_against) == (2, 1, 1)
    assert profile.ratings[DUEL].games == 2 and profile.ratings[DUEL].is_provisional


async def test_a_profile_tells_where_the_points_came_from_that_are_ones_own(services: Services) -> None:
    sources = [{"city": 30, "road": 10}, {"meadow": 30}]
    await ended(services, (ANNA, BEN), (40, 30), sources=sources)
    await ended(services, (BEN, ANNA), (40, 30), sources=sources)
    await ended(services, (ANNA, BEN), (40, 30), sources=sources, unplayed=[0])
    await ended(services, (ANNA, BEN), (40, 30), sources=sources, uncounted=[0, 1])
    await ended(services, (ANNA, BEN), (40, 30), sources=sources, how="walkover")
    await ended(services, (ANNA, BEN), (40, 30))

    profile = await services.leaderboards.profile(7, ANNA, BEN)

    assert profile.sources == {"tiny": {"city": 30, "meadow": 30, "road": 10}}
    assert (await services.leaderboards.profile(7, CHI, BEN)).sources == {}


async def test_what_somebody_has_done_everywhere_is_by_server(services: Services) -> None:
    """Where somebody has played with people, most games first; of nobody else's servers."""
    await ended(services, (ANNA, BEN), (40, 30))
    for _ in range(2):
        await ended(services, (ANNA, BEN), (40, 30), guild_id=8)
    await ended(services, (ANNA, None), (40, 30), guild_id=9)
    await ended(services, (BEN, CHI), (40, 30), guild_id=10)

    everywhere = await services.leaderboards.everywhere(ANNA)

    assert [(guild_id, profile.games, profile.wins) for guild_id, profile in everywhere.items()] == [(8, 2, 2), (7, 1, 1)]


async def test_a_rating_over_all_servers_is_for_people_who_want_one(services: Services) -> None:
    for guild_id, games in ((7, 6), (8, 5)):
        for _ in range(games):
            await ended(services, (ANNA, BEN), (40, 30), guild_id=guild_id)
    assert await services.leaderboards.overall(ANNA) == {}

    await services.user_settings.prefer(ANNA, RATING, "overall")

    overall = await services.leaderboards.overall(ANNA)
    assert (overall[DUEL].games, overall[DUEL].wins, overall[DUEL].is_provisional) == (11, 11, False)
    here = (await services.leaderboards.profile(7, ANNA, BEN)).ratings[DUEL]
    assert overall[DUEL].value > here.value and await services.leaderboards.overall(BEN) == {}


async def test_only_servers_that_the_host_has_approved_count_in_the_rating_over_all(store: Store) -> None:
    services = make_services(store, limits=Quotas(rated_servers=frozenset({7})))
    for guild_id in (7, 8, 8):
        await ended(services, (ANNA, BEN), (40, 30), guild_id=guild_id)
    await services.user_settings.prefer(ANNA, RATING, "overall")

    overall = await services.leaderboards.overall(ANNA)

    assert overall == {DUEL: (await services.leaderboards.profile(7, ANNA, BEN)).ratings[DUEL]} and overall[DUEL].games == 1
    await services.stop()


@pytest.mark.parametrize(("said", "meant"), [("", frozenset()), ("7, 8", frozenset({7, 8})), ("all", None)])
def test_a_host_approves_servers_by_their_numbers(monkeypatch: pytest.MonkeyPatch, said: str, meant: frozenset[int] | None) -> None:
    monkeypatch.setenv("BASTIDE_RATED_SERVERS", said)
    assert Settings(database=Path("none.db")).limits.rated_servers == meant

    monkeypatch.setenv("BASTIDE_RATED_SERVERS", "my server")
    with pytest.raises(SettingError, match="my server"):
        Settings(database=Path("none.db"))


async def test_the_first_of_a_server_by_rating_wins_and_season(services: Services) -> None:
    for _ in range(10):
        await ended(services, (ANNA, BEN), (40, 30))
    await ended(services, (CHI, BEN), (40, 30))
    await ended(services, (CHI, BEN), (40, 30), rated=False, days=200)
    standing = services.leaderboards

    by_rating = await standing.leaders(7, BY_RATING, NOW, DUEL)
    by_wins = await standing.leaders(7, BY_WINS, NOW)
    by_season = await standing.leaders(7, BY_SEASON, NOW)

    assert [placed.user_id for placed in by_rating] == [ANNA, BEN], "a provisional rating stands nowhere"
    assert by_rating[0].value > by_rating[1].value
    assert [(placed.user_id, placed.value) for placed in by_wins] == [(ANNA, 10), (CHI, 2)]
    assert [(placed.user_id, placed.value) for placed in by_season] == [(ANNA, 10), (CHI, 1)]
    assert await standing.leaders(8, BY_WINS, NOW) == ()


async def test_hidden_ratings_are_on_no_leaderboard_and_seen_by_their_owner_alone(services: Services) -> None:
    for _ in range(10):
        await ended(services, (ANNA, BEN), (40, 30))
    await services.user_settings.prefer(ANNA, RATING, "hidden")

    assert len((await services.leaderboards.profile(7, ANNA, ANNA)).curves[DUEL]) == 1
    assert (await services.leaderboards.profile(7, ANNA, BEN)).curves == {}
    assert [placed.user_id for placed in await services.leaderboards.leaders(7, BY_RATING, NOW, DUEL)] == [BEN]
    assert (await services.leaderboards.profile(7, ANNA, BEN)).ratings == {}
    assert DUEL in (await services.leaderboards.profile(7, ANNA, ANNA)).ratings


async def test_what_nobody_came_to_counts_for_no_rating(services: Services) -> None:
    await ended(services, (ANNA, BEN), (0, 0), how="walkover")

    assert (await services.leaderboards.profile(7, ANNA, ANNA)).ratings == {}


async def test_a_forgotten_person_stands_nowhere(services: Services) -> None:
    await ended(services, (ANNA, BEN), (40, 30))
    await services.privacy.forget(ANNA, now=NOW)

    assert await services.leaderboards.leaders(7, BY_WINS, NOW) == ()


def test_seasons_are_quarters_of_the_year() -> None:
    assert season_of(datetime(2026, 9, 30, 23)) == Season(2026, 3)
    assert season_of(datetime(2026, 10, 1)) == Season(2026, 4)
    assert season_of(datetime(2026, 1, 1)) == Season(2026, 1) and Season(2026, 1).key == "2026-1"


async def test_who_has_won_most_of_a_season_that_is_over_has_its_title_for_ever(services: Services) -> None:
    past, now = season_of(NOW - timedelta(days=100)), season_of(NOW)
    assert past != now
    for _ in range(3):
        await ended(services, (ANNA, BEN), (40, 30), days=100)
        await ended(services, (BEN, ANNA), (40, 30))
    await ended(services, (CHI, BEN), (40, 30), days=100)
    await ended(services, (CHI, BEN), (40, 30), days=500)
    standing = services.leaderboards

    assert (await standing.seasons(7))[:2] == (now, past)
    assert await standing.titles(7, ANNA, NOW) == (past,)
    assert await standing.titles(7, BEN, NOW) == (), "the present one is not over"
    assert await standing.titles(7, CHI, NOW) == (), "one win makes no champion"
    archived = await standing.leaders(7, BY_SEASON, NOW - timedelta(days=100))
    assert [(placed.user_id, placed.value) for placed in archived] == [(ANNA, 3), (CHI, 1)]


async def test_after_a_rated_game_it_is_told_what_it_has_done_to_ratings(services: Services) -> None:
    for _ in range(9):
        await ended(services, (ANNA, BEN), (40, 30))
    await ended(services, (ANNA, BEN), (10, 30))
    await ended(services, (ANNA, BEN), (10, 30), rated=False)
    await ended(services, (CHI, BEN), (10, 30))
    games = await services.store.matches.ended(7, 100)
    before = (await services.leaderboards.changed(games[8].id))[0]

    anna, ben = await services.leaderboards.changed(games[9].id)

    assert (anna.user_id, ben.user_id) == (ANNA, BEN)
    assert anna.before == before.after and anna.after.value < before.after.value
    assert anna.before.is_provisional and not anna.after.is_provisional
    assert await services.leaderboards.changed(games[10].id) == (), "it was not rated"
    chi, _ = await services.leaderboards.changed(games[11].id)
    assert chi.before is None
    await services.user_settings.prefer(ANNA, RATING, "hidden")
    assert [rating_change.user_id for rating_change in await services.leaderboards.changed(games[9].id)] == [BEN]
