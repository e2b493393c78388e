"""The making of puzzles ahead of need, in the background.

Those for everyone come from the program's games with itself, a server's own from games played there, once they are too many to tell
the source. Never from a game that goes on, hides something, belongs to an event, was played elsewhere, or in a place that some
readers of the puzzles can't see. Its players stay unnamed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from ai.puzzle_search import EDGE, Puzzle
from games.core.game import AnyGame
from games.core.uploads import Uploads
from service.computers.computer_players import uploaded_content
from service.core.job_queue import PUZZLE
from service.errors import Refusal
from service.history.analyses import ESTIMATES, finished_game, load
from service.match.eligibility import IMPORTED
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from storage.changes import SavePuzzle
from storage.puzzle_rows import FOR_ALL
from storage.rows import EndedMatch
from telemetry.log_line import log_line
from workers import puzzle_task
from workers.pool import Pool, Priority, WorkerUnavailableError
from workers.puzzle_task import PastGamePuzzleTask, PuzzleTask

log = logging.getLogger("service.puzzles.puzzle_making")

STARTERS = Path(__file__).with_name("starters.json")
"""Puzzles that come with the program; `tools.starter_puzzles` makes them."""

STOCK = 3
"""So many for everybody are ready for the person who had most."""

AHEAD = 2
"""So many out of its own games are ready for a server."""

ENOUGH = 20
"""Out of so many games of a server one is chosen at least: of fewer one could guess which it was."""

RESTS = timedelta(days=3)
"""A game that ended later is fresh in everybody's mind."""

WAITED_S = 60.0
"""So long somebody waits who asks before one is ready; making one takes a few seconds."""

LOOKED_FOR = 3
"""In so many games of a server a puzzle is looked for in one go."""

LATEST = 500
"""Of a server with more games the latest so many are looked at."""

ASKED = 2 * ENOUGH
"""Of so many games at most it is asked at a time who can read where they were played."""

SEATS = 2
LIMIT_S = 300.0

Shown = Callable[[int, int, int], Awaitable[bool]]


async def unknown_audience(guild_id: int, channel_id: int, beside: int) -> bool:  # noqa: ARG001  # as `Shown` has it
    """Return False, where it is unknown who can read a channel."""
    return False


class PuzzleGenerator:
    """Fills the stock."""

    def __init__(
        self, repository: MatchRepository, pool: Pool, clock: Callable[[], datetime], uploads: Mapping[str, Uploads]
    ) -> None:
        """Keep the clock that dates background work."""
        self._repository = repository
        self._store = repository.store
        self._pool = pool
        self._clock = clock
        self._uploads = uploads
        self._at_work: asyncio.Task[None] | None = None
        self._wanted: dict[int, int] = {}
        """Servers that may have puzzles out of their own games, with the channel of their puzzles."""
        self.is_shown: Shown = unknown_audience
        """Whether, in a server, everybody can read a channel who reads another one: asked with both."""
        self.enough = ENOUGH
        self.stock = STOCK
        self._added = asyncio.Event()
        """Set when there is one more for everybody."""
        self.game_id = next((game.id for game in repository.games.values() if not game.has_secrets), "")
        """What the program plays: the first game in which nothing is hidden; with "" nothing is made."""

    async def ready(self, guild_id: int, channel_id: int) -> tuple[int, ...]:
        """Return the puzzles that this server can have next, the best first: from its own games if there are any.

        What it will need soon is made meanwhile.
        """
        its = await self._store.puzzles.own(guild_id)
        for_all = await self._ready_after(guild_id) or await self._first(guild_id)
        if len(its) <= AHEAD:
            self._wanted[guild_id] = channel_id
        if len(for_all) <= self.stock or guild_id in self._wanted:
            self._begin()
        return (*its, *for_all)

    async def ready_for_all(self) -> tuple[int, ...]:
        """Return the puzzles that everyone can have next; where none is ready, wait a while for one."""
        puzzle = await self._ready_after(FOR_ALL) or await self._first(FOR_ALL)
        if len(puzzle) <= self.stock:
            self._added.clear()
            self._begin()
        if not puzzle and self._at_work is not None:
            first = asyncio.ensure_future(self._added.wait())
            await asyncio.wait({self._at_work, first}, timeout=WAITED_S, return_when=asyncio.FIRST_COMPLETED)
            first.cancel()
            puzzle = await self._ready_after(FOR_ALL)
        return puzzle

    async def _first(self, whose: int) -> tuple[int, ...]:
        """Fill a stock that never had a puzzle with those that come with the program, in an order of its own."""
        if await self._store.puzzles.behind(0):
            return ()
        game = self._repository.games.get(self.game_id)
        starters = [data for data in await asyncio.to_thread(starters_of, self.game_id) if game and is_of(data, game)]
        secrets.SystemRandom().shuffle(starters)
        for data in starters:
            await self._repository.unit_of_work.write(SavePuzzle(data, self._clock()))
        return await self._ready_after(whose)

    async def _ready_after(self, whose: int | None) -> tuple[int, ...]:
        return await self._store.puzzles.behind(await self._store.puzzles.furthest(whose))

    def _begin(self) -> None:
        if self.game_id and (self._at_work is None or self._at_work.done()):
            self._at_work = asyncio.get_running_loop().create_task(self._generate(), name="puzzles")

    async def _generate(self) -> None:
        """Make the wanted puzzles; a failure is tried again with the next day."""
        try:
            await self._stock_up()
            while self._wanted:
                guild_id, channel_id = self._wanted.popitem()
                async with self._repository.job_queue.admitted(PUZZLE, None, guild_id):
                    await self._generate_for_server(guild_id, channel_id)
        except WorkerUnavailableError as error:
            log.warning(log_line("puzzles-failed", reason=str(error)[:200]))
        except Exception:
            log.exception("no puzzle could be made")

    # --- for everybody -----------------------------------------------------------------------------------------------

    async def _stock_up(self) -> None:
        """As many as the server needs that had most."""
        while len(await self._ready_after(None)) < self.stock:
            game = self._repository.games[self.game_id]
            puzzle = await self._search_puzzle(puzzle_task.make_puzzle_of, PuzzleTask(game, SEATS, secrets.randbits(48)))
            if puzzle is not None:
                await self._repository.unit_of_work.write(SavePuzzle(puzzle_row(game, puzzle), self._clock()))
                self._added.set()

    # --- out of a server's games -------------------------------------------------------------------------------------

    async def _generate_for_server(self, guild_id: int, channel_id: int) -> None:
        """As many as it shall have ready, out of as many different games; fewer where it has not games enough."""
        for match in (await self._choices(guild_id, channel_id))[:LOOKED_FOR]:
            if len(await self._store.puzzles.own(guild_id)) >= AHEAD:
                return
            await self._make_out_of(match, guild_id)

    async def _choices(self, guild_id: int, channel_id: int) -> list[EndedMatch]:
        """Return games that may yield a puzzle, in an unpredictable order; none if there are not enough."""
        had = await self._store.puzzles.sources(guild_id)
        ended_matches = [
            match for match in await self._store.matches.ended(guild_id, LATEST) if match.id not in had and self._may_be(match)
        ]
        if len(ended_matches) < self.enough:
            return []  # nobody need be asked who can read where they were played
        secrets.SystemRandom().shuffle(ended_matches)
        open_ = [match for match in ended_matches[:ASKED] if await self._is_open(match, guild_id, channel_id)]
        return open_ if len(open_) >= self.enough else []

    def _may_be(self, match: EndedMatch) -> bool:
        game = self._repository.games.get(match.game)
        if game is None or game.has_secrets or match.result.get(IMPORTED):
            return False
        return match.ended_at <= self._clock() - RESTS

    async def _is_open(self, match: EndedMatch, guild_id: int, channel_id: int) -> bool:
        """Return whether all readers of the puzzles may see a game; an event's draws may yet come at another table."""
        if await self._store.events.event_of(match.id) is not None:
            return False
        return await self.is_shown(guild_id, match.channel_id, channel_id)

    async def _make_out_of(self, match: EndedMatch, guild_id: int) -> None:
        try:
            live = await self._repository.seen(match.id)
        except Refusal:
            return  # its rules are not known any more
        if uploaded_content(live.match, self._uploads) is not None:
            return  # it was played on a map of the server, which puzzles do not know
        question = PastGamePuzzleTask(finished_game(live), secrets.randbits(48), await self._known_rows(live))
        puzzle = await self._search_puzzle(puzzle_task.recalled, question)
        if puzzle is not None:
            data = puzzle_row(live.game, puzzle, options=live.match.options, seats=len(live.seats))
            await self._repository.unit_of_work.write(SavePuzzle(data, self._clock(), guild_id, match.id))

    async def _known_rows(self, live: MatchSession) -> tuple[int, ...]:
        """Return the log rows before which a present analysis has found one turn to be clearly best."""
        analysis = await self._store.analyses.get(live.match.id)
        if analysis is None or analysis.get(ESTIMATES) != live.game.estimates:
            return ()
        return tuple(
            analysed_decision.since
            for analysed_decision in load(analysis).decisions
            if max(analysed_decision.edge, analysed_decision.loss) >= EDGE
        )

    async def _search_puzzle(self, function: Callable[[Any], Puzzle | None], question: object) -> Puzzle | None:
        return await self._pool.run(function, question, kind="a puzzle", limit_s=LIMIT_S, priority=Priority.BACKGROUND)

    async def settled(self) -> None:
        """Wait until nothing is made: for tests."""
        if self._at_work is not None:
            await asyncio.wait({self._at_work})

    async def close(self) -> None:
        """Stop; what is made stays."""
        if self._at_work is not None:
            self._at_work.cancel()
            await asyncio.gather(self._at_work, return_exceptions=True)


def starters_of(game_id: str) -> list[dict[str, Any]]:
    """Return the puzzles of a game that come with the program."""
    return [data for data in json.loads(STARTERS.read_text(encoding="utf-8")) if data["game"] == game_id]


def is_of(data: Mapping[str, Any], game: AnyGame) -> bool:
    """Return whether a puzzle was made by the rules of this game."""
    return bool(data["rules_version"] == game.rules_version)


def puzzle_row(game: AnyGame, puzzle: Puzzle, *, options: Mapping[str, str] | None = None, seats: int = SEATS) -> dict[str, Any]:
    """Return a puzzle for the database."""
    how = {"game": game.id, "rules_version": game.rules_version, "options": dict(options or {}), "seats": seats}
    return {**how, "seat": puzzle.seat, "rows": puzzle.rows, "choices": puzzle.choices}
