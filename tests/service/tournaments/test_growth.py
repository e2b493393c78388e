"""The growth of reads: no question, move or result reads more rows in a large database than in a small one.

Counted are the instructions of SQLite's virtual machine: a plan takes some for every row that it steps through, and none for the
depth of an index. The same things are asked of two databases that differ in the number of ended games, solvers, followers and
entrants. What grows by its nature isn't asked: a person's own data, the start of a round, and what an organiser lists whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

import pytest

from service.core.outbox import PACE
from service.ratings.leaderboards import ORDERS, RatingKind
from service.records import MatchLocation
from service.tournaments.repository import NEWS as EVENT_NEWS
from service.users.subscriptions import AT_ONCE, NEWS
from storage.backends.sqlite import SqliteDatabase
from storage.changes import MarkPuzzlePosted, PutRow, SavePuzzle, SavePuzzleAnswer
from storage.puzzle_rows import FOR_ALL, PuzzleAnswer, PuzzleDay
from storage.rows import FOLLOWED_PERSON, FollowRow, MatchId, UserId, of_match
from storage.store import Store, open_sqlite
from storage.tournament_rows import EventId
from tests.service.conftest import NOW, PLACE, begin, play_turn
from tests.service.tournaments import conftest
from tests.service.tournaments.conftest import Fair

GUILD, DAYS = PLACE.guild_id or 0, 35
ANNA, BEN, CHI = UserId(2_001), UserId(2_002), UserId(2_003)
"""In no event, however many enter it."""
SLACK = 1.1
"""Some instructions depend on values, and a running event steps over its timers that are done."""


class Size(NamedTuple):
    """The size of a database."""

    games: int
    crowd: int
    entrants: int


SMALL, LARGE = Size(150, 150, 8), Size(1_500, 600, 24)
"""Even the small one has more than any list shows at once and than a batch tells."""
HUGE = Size(100_000, 5_000, 900)
"""More than any bot that we know of has in one server."""


class Counter:
    """Instructions that all connections of a store have carried out."""

    def __init__(self, store: Store) -> None:
        database = store._db
        assert isinstance(database, SqliteDatabase)
        self._connections = [thread._conn for thread in (database.writer, *database._readers)]
        self._steps = 0

    def _step(self) -> int:
        self._steps += 1
        return 0

    async def of(self, work: Callable[[], Awaitable[object]]) -> int:
        """Return the instructions that `work` takes."""
        self._steps = 0
        for connection in self._connections:
            connection.set_progress_handler(self._step, 1)
        await work()
        for connection in self._connections:
            connection.set_progress_handler(None, 1)
        return self._steps


def grow(path: Path, ended: int, size: Size) -> None:
    """Copy an ended game, and add people who have solved every puzzle and who follow a player."""
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("PRAGMA foreign_keys = OFF")
        con.execute("BEGIN IMMEDIATE")
        last = con.execute("SELECT max(id) FROM match").fetchone()[0]
        for table, key in (("match", "id"), ("seat", "match_id"), ("archive", "match_id")):
            columns = [row[1] for row in con.execute(f"PRAGMA table_info({table})")]
            values = ", ".join({key: ":id", "channel_id": "channel_id + 0 * :id"}.get(column, column) for column in columns)
            copies = [{"id": last + number, "ended": ended} for number in range(1, size.games + 1)]
            con.executemany(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {key} = :ended", copies)
        people = range(10_000, 10_000 + size.crowd)
        answers = [(whose, day, user, day) for whose in (FOR_ALL, GUILD) for day in range(1, DAYS) for user in people]
        con.executemany("INSERT INTO puzzle_answer VALUES (?, ?, ?, '[]', 0, '2026-03-01T00:00:00.000000', ?)", answers)
        con.executemany("INSERT INTO puzzle_solver VALUES (?, ?, 30, 34)", [(GUILD, user) for user in people])
        con.executemany("INSERT INTO follow VALUES (?, ?, ?, ?)", [(user, FOLLOWED_PERSON, ANNA, GUILD) for user in people])
        con.execute("UPDATE direct_channel SET opened_at = '2020-01-01T00:00:00.000000'")  # not all of them in this very minute
        con.execute("COMMIT")


async def measured(path: Path, size: Size) -> Mapping[str, int]:
    """Return the instructions that each thing takes in a new database of this size."""
    fair = Fair(await open_sqlite(path), path, mixes=False)
    event_id = await fair.started(size.entrants, first_turn=timedelta(hours=48))
    ended = (await begin(fair.services, ANNA, BEN)).match.id
    for turn in range(6):
        await play_turn(fair.services, ended, (ANNA, BEN)[turn % 2])
    running = (await begin(fair.services, ANNA, BEN)).match.id
    await _puzzles(fair.store)
    await fair.settle()
    grow(path, ended, size)
    try:
        counter = Counter(fair.store)
        return {name: await counter.of(work) for name, work in _questions(fair, event_id, running).items()}
    finally:
        await fair.services.stop()
        await fair.store.close()


async def _puzzles(store: Store) -> None:
    choices = [[["keep", "bank"], 0.0]]
    position = {"game": "tiny", "rules_version": 1, "seats": 2, "seat": 0, "rows": [[-1, "draw 3"]], "choices": choices}
    await store.commit(*(SavePuzzle(position, NOW) for _ in range(DAYS)))
    for number, puzzle_id in enumerate(await store.puzzles.behind(0), 1):
        await store.commit(*(MarkPuzzlePosted(PuzzleDay(whose, number, puzzle_id, NOW)) for whose in (FOR_ALL, GUILD)))


async def _accept_post(_match_id: MatchId) -> bool:
    return True


def _questions(fair: Fair, event_id: EventId, running: MatchId) -> Mapping[str, Callable[[], Awaitable[object]]]:
    """Return what commands ask for, and what moves and results do, by name and in this order."""
    services, store = fair.services, fair.store
    looking, standing, puzzles, events = services.match_queries, services.leaderboards, services.puzzles, services.tournaments

    async def ends() -> None:
        for turn in range(6):
            await play_turn(services, running, (ANNA, BEN)[turn % 2])

    async def told() -> None:
        timer = next(each_timer for each_timer in await store.timers.of(of_match(running)) if each_timer.kind == NEWS)
        await services.subscriptions.fall_due(timer, NOW)

    async def result() -> None:
        match = next(event_match for event_match in await events.queries.matches(event_id, 1, 1) if event_match.status == "running")
        while await fair.turn(match.match_id):
            pass
        for timer in await store.timers.due(fair.now, (EVENT_NEWS,), 1):
            await events.round_scheduler.woken(timer, fair.now)

    solved = PuzzleAnswer(FOR_ALL, DAYS, CHI, ("keep", "bank"), 0, NOW)
    return {
        "the live games of a server": lambda: looking.guild_matches(GUILD),
        "its ended games": lambda: looking.guild_matches(GUILD, ended=True, limit=25),
        "its lost games": lambda: looking.lost(GUILD),
        "its lobbies": lambda: looking.lobbies(GUILD),
        "its games with a free seat": lambda: store.matches.vacated(GUILD, 25),
        "whom its games wait for": lambda: looking.waited_for(GUILD),
        "whether a game runs in it": lambda: looking.any_running([GUILD]),
        "all servers": store.matches.servers,
        "the game of a channel": lambda: looking.in_channel(70),
        "a person's games there": lambda: looking.games_of(ANNA, GUILD),
        "a person's games that wait": lambda: looking.waiting_for(ANNA),
        "a person's games without clocks that rest": lambda: looking.runs_on(ANNA),
        "a person's number of games": lambda: store.people.live_with(ANNA),
        "a profile": lambda: standing.profile(GUILD, ANNA, BEN),
        "a profile of all servers": lambda: standing.everywhere(ANNA),
        "titles": lambda: standing.titles(GUILD, ANNA, NOW),
        **{
            f"leaders by {order}": lambda order=order: standing.leaders(GUILD, order, NOW, RatingKind("tiny", "duel"))
            for order in ORDERS
        },
        "the seasons of a server": lambda: standing.seasons(GUILD),
        "its rated kinds of games": lambda: standing.kinds(GUILD),
        "its records": lambda: standing.records(GUILD),
        "its records as they may be told": lambda: services.told_records.records(GUILD, _accept_post),
        "records that a game broke": lambda: standing.fallen(running),
        "ratings that a game changed": lambda: standing.changed(running),
        "a person's games and rating": lambda: standing.games(GUILD, ANNA),
        "a rating": lambda: standing.rating(GUILD, ANNA, RatingKind("tiny", "duel")),
        "ratings of all servers": lambda: standing.overall(ANNA),
        "whether all is counted": lambda: standing.is_complete(GUILD),
        "wishes for a game": lambda: services.matchmaking.wishes(GUILD),
        "a server's maps": lambda: services.maps.own(GUILD),
        "those who guessed best": lambda: services.guesses.month(GUILD, 1),
        "who has blocked a person": lambda: services.user_settings.blockers_of(ANNA),
        "open reports": lambda: store.operators.reports(25),
        "a draft": lambda: services.drafts.prepare(running, ANNA, now=fair.now),
        "reliability": lambda: services.reliability.of(GUILD, ANNA),
        "follows": lambda: store.people.follows(ANNA),
        "the puzzle for everyone": lambda: puzzles.newest(FOR_ALL, now=NOW),
        "a person's last answer": lambda: puzzles.answer_of(FOR_ALL, DAYS - 1, ANNA),
        "the solution for everyone": lambda: puzzles.over(FOR_ALL, DAYS - 1, now=NOW),
        "the solution's first names": lambda: store.puzzles.solved_by(GUILD, DAYS - 1, 20),
        "the best solvers": lambda: puzzles.solvers(GUILD),
        "an answer": lambda: store.commit(SavePuzzleAnswer(solved)),
        "following": lambda: store.commit(PutRow(FollowRow(CHI, FOLLOWED_PERSON, BEN, GUILD))),
        "a game that many follow": ends,
        "a batch of its followers": told,
        "a result of an event": result,
        "the next messages": lambda: store.posts.take(NOW, 10, pace=PACE),
        "when the next message is due": store.posts.next_at,
        "when the next timer is due": services.timers.next_at,
    }


@pytest.mark.parametrize("large", [LARGE, pytest.param(HUGE, marks=pytest.mark.soak)], ids=lambda size: f"{size.games}")
async def test_nothing_reads_more_rows_in_a_large_database(
    large: Size, tmp_path: Path, new_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conftest, "SERVER", MatchLocation(8, 80))  # its live games are not those that are listed
    assert SMALL.crowd > AT_ONCE, "a full batch in both"
    few, many = [await measured(Path(copyfile(new_file, tmp_path / f"{size.games}.db")), size) for size in (SMALL, large)]

    assert sum(few.values()) > 5_000, "the database was listened to"
    assert {name: (few[name], many[name]) for name in few if many[name] > SLACK * few[name] + 20} == {}
