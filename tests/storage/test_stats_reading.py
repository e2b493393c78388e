"""Titles and tables of the first, read from rows that decide between near misses."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from games.core.game import Seat
from storage.queries import stats
from storage.rows import UserId
from storage.schema import player_stats, rating, season_stats
from storage.stats import RankedPlayer, RecordBid
from storage.store import Store

ANNA, BEN, CHI, DORA = (UserId(number) for number in (101, 102, 103, 104))


async def _write_rows(store: Store, table: object, rows: list[dict[str, object]]) -> None:
    await store._db.write(lambda con: con.execute(insert(table), rows))  # type: ignore[attr-defined,arg-type]


def _season(guild: int, season: int, user: int, wins: int, games: int = 9) -> dict[str, object]:
    return {"guild_id": guild, "season": season, "user_id": user, "games": games, "wins": wins}


async def test_a_title_is_of_who_had_the_most_wins_of_that_season_in_that_server(store: Store) -> None:
    await _write_rows(
        store,
        season_stats,
        [
            *(_season(7, 1, ANNA, 3), _season(7, 1, BEN, 3), _season(7, 1, CHI, 2)),  # shared
            *(_season(7, 2, ANNA, 4), _season(7, 2, BEN, 5)),
            *(_season(7, 3, ANNA, 2), _season(7, 3, BEN, 1)),  # too few for a title
            *(_season(8, 1, DORA, 9), _season(8, 2, ANNA, 3)),  # another server
            _season(7, 4, ANNA, 3),
        ],
    )

    assert await store.stats.titles(7, ANNA, 3) == (4, 1), "newest first; a tie counts, other seasons and servers do not"
    assert await store.stats.titles(7, BEN, 3) == (2, 1)
    assert await store.stats.titles(7, CHI, 1) == ()
    assert await store.stats.titles(8, ANNA, 3) == (2,)


async def test_the_first_by_wins_are_people_who_have_won_here_fewer_games_first(store: Store) -> None:
    rows = [(7, ANNA, 9, 3), (7, BEN, 8, 3), (7, CHI, 9, 0), (8, DORA, 9, 5), (7, -4, 9, 9)]
    plain = {"scored": 0, "points": 0, "best": 0, "margin": None, "margin_channel": None}
    named = [{"guild_id": guild, "user_id": user, "games": games, "wins": wins} for guild, user, games, wins in rows]
    await _write_rows(store, player_stats, [row | plain for row in named])

    ranked_players = await store.stats.by_wins(7, None, 0, 10)

    assert ranked_players == (RankedPlayer(BEN, 3, 8), RankedPlayer(ANNA, 3, 9)), (
        "no zero, no other server, nobody who was forgotten"
    )
    assert await store.stats.by_wins(7, None, 1, 10) == ranked_players[1:]
    await _write_rows(store, season_stats, [_season(7, 1, ANNA, 1), _season(7, 2, BEN, 1)])
    assert await store.stats.by_wins(7, 1, 0, 10) == (RankedPlayer(ANNA, 1, 9),)


async def test_the_first_by_rating_have_settled_in_that_kind_of_game(store: Store) -> None:
    def row(user: int, value: int, games: int, kind: str = "tiny duel", guild: int = 7) -> dict[str, object]:
        given = {"guild_id": guild, "kind": kind, "user_id": user, "value": value, "games": games}
        return {**given, "mu": 25.0, "sigma": 3.0, "wins": 1}

    rows = [row(ANNA, 1500, 30), row(BEN, 1500, 20), row(CHI, 1700, 1), row(DORA, 1900, 30, "tiny table"), row(-4, 1800, 30)]
    await _write_rows(store, rating, [*rows, row(DORA, 1900, 30, guild=8)])

    assert await store.stats.by_rating(7, "tiny duel", 0, 10) == (RankedPlayer(BEN, 1500, 20), RankedPlayer(ANNA, 1500, 30))


async def test_what_is_counted_again_is_cleared_in_that_server_alone(store: Store) -> None:
    rows = [_season(guild, season, ANNA, 1) for guild in (7, 8) for season in (1, 2)]
    await _write_rows(store, season_stats, rows)

    assert await store._db.write(lambda con: stats._clear(con, 7))  # type: ignore[attr-defined]

    assert await store.stats.titles(7, ANNA, 1) == ()
    assert await store.stats.titles(8, ANNA, 1) == (2, 1)
    assert not await store._db.write(lambda con: stats._clear(con, 7))  # type: ignore[attr-defined]


@pytest.mark.parametrize(("is_less_better", "beaten"), [(False, [8]), (True, [10])])
def test_a_record_is_beaten_by_what_is_strictly_better(is_less_better: bool, beaten: list[int]) -> None:
    bid = RecordBid("tiny score", 9, (Seat(0),), is_less_better)

    assert [value for value in (8, 9, 10) if bid.beats(value)] == beaten
