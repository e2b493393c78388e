"""The program that `test_kill_clocks.py` kills: slow games on a real database, with a clock that the parent process controls.

The parent's clock advances whenever it is queried, so in each life reminders, timeouts, take-back windows, nights and daily lists
fall due while users press. With `signs` of life it advances by minutes, and the time between two lives is an outage; without, by
the better part of an hour.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from clocks import serialization
from editions.registry import GAMES
from games.core.errors import IllegalActionError
from service.clocks.outages import EVERY
from service.core.outbox import PostRetryLater
from service.errors import Refusal
from service.records import MatchLocation
from service.users.preferences import DIGEST, EVERY_ONE, PRIVATE, REMINDERS, WHERE
from service.wiring.assembly import assembled
from service.wiring.services import Services
from storage.rows import LOBBY, RUNNING, MatchId, Post, UserId
from storage.store import open_sqlite
from tests.service.killed_player import Line
from tests.service.tiny_game import AnyLegal, TinyGame
from workers.pool import Pool, Priority

BUSY, PRIVATELY, LISTED, GONE = PEOPLE = tuple(UserId(number) for number in (1, 2, 3, 4))
"""Who is reminded at half time too; in private; who has a daily list, and nights; who never plays."""
TIMEOUTS = ("move", "vacate", "forfeit")
TERMS = {"pace": "bank=26h increment=1h cap=26h", "take-back": "300"}
LISTED_AT = "12"
ACCEPTED = "accepted"
FIRST, SECOND = ["keep", "bank"], ["pass", "hold"]
"""What is confirmed, and what instead where that is taken back."""
LONGEST = timedelta(days=60)
"""After so long every clock has run out, again and again."""
BUSY_DAY, QUIET_DAY = 6, 2
"""How many matches somebody looks at in one moment, where that is minutes and where it is the better part of an hour."""


class Here(Pool):
    """A worker pool that computes in this process, because another process for each life would take most of the test's time."""

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        kind: str,
        limit_s: float,
        priority: Priority = Priority.MOVE,
    ) -> Any:
        """Run a function like `Pool.run`, without limit."""
        await asyncio.sleep(0)
        return function(*arguments)


class Discord:
    """A `Poster` that sends to the parent's stand-in, after the checks that the real one makes before sending."""

    def __init__(self, line: Line, life: Life) -> None:
        self._line, self._life = line, life

    async def post(self, post: Post) -> int:
        await self._life.services.ping_policy.check(post, self._life.now)
        told = {"topic": [post.topic.kind, post.topic.id], "kind": post.kind, "seat": post.seat, "upto": post.upto}
        answer = await self._line.ask("post", nonce=post.nonce, user=post.user_id, payload=dict(post.payload), **told)
        if answer is None:
            raise PostRetryLater("503")
        return int(answer)

    async def find(self, post: Post) -> int | None:
        answer = await self._line.ask("find", nonce=post.nonce)
        return None if answer is None else int(answer)


class Life:
    """One run of the program, from start to kill."""

    services: Services
    now: datetime

    def __init__(self, line: Line, seed: int, *, signs: bool) -> None:
        self.line, self.random, self.signs = line, random.Random(seed), signs
        self.discord = Discord(line, self)

    async def pass_time(self) -> None:
        """Set the time from the parent's clock, which advances at each query."""
        self.now = datetime.fromisoformat(await self.line.ask("later", long=not self.signs))

    async def open_matches(self, wanted: int) -> list[MatchId]:
        """Return the ids of `wanted` two-player matches, those of earlier lives first.

        New ones are opened as needed, with each way of losing by time in turn.
        """
        await self.services.user_settings.prefer(BUSY, REMINDERS, EVERY_ONE)
        await self.services.user_settings.prefer(PRIVATELY, WHERE, PRIVATE)
        await self.services.user_settings.prefer(LISTED, DIGEST, LISTED_AT)
        if not await self.services.user_settings.sleep(LISTED):
            await self.services.user_settings.live_in(LISTED, "UTC", "22:00", "05:00")
        for number in range(wanted):
            try:
                await self.services.match_queries.in_channel(number)
            except Refusal:
                terms = {**TERMS, "timeout": TIMEOUTS[number % 3]}
                host = PEOPLE[number % 4]
                await self.services.lobbies.open(
                    MatchLocation(1, number), host, "tiny", {"rounds": "8"}, now=self.now, order="joined", terms=terms
                )
        rows = [await self.services.match_queries.in_channel(number) for number in range(wanted)]
        for number, row in enumerate(rows):
            if row.status == LOBBY:
                if len((await self.services.lobbies.lobby(row.id)).seats) < 2:
                    await self.services.lobbies.join(row.id, PEOPLE[(number + 1 + number // 4 % 3) % 4], now=self.now)
                await self.services.lobbies.start(row.id, PEOPLE[number % 4], now=self.now)
        return [row.id for row in rows]

    async def tick(self) -> None:
        """Do the program's background work that is due now."""
        await self.services.timers.tick(self.now)
        await self.services.outbox.drain(self.discord, self.now)

    async def press(self, match_id: MatchId) -> None:
        """Play the active player's turn: let it wait, take it back for another one, or pass it on."""
        for user in (BUSY, PRIVATELY, LISTED):
            try:
                table = await self.services.match_queries.table(match_id, user)
            except Refusal:
                continue
            if table.viewer is not None and table.is_asked and table.legal == ("keep", "pass"):
                then = self.random.choice(("wait", "wait", "back", "pass"))
                if await self.line.ask("intend", match=match_id, user=user, version=table.version, then=then):
                    await self.carry_out(match_id, user, table.version, then)
                return

    async def carry_out(self, match_id: MatchId, user: int, version: int, then: str) -> None:
        """Perform the presses of one turn, from the first unanswered one on, and report the answers to the parent."""
        who, texts = UserId(user), SECOND if then == "back" else FIRST
        try:
            if then == "back":
                await self._think_again(match_id, who, version)
            else:
                await self._confirm(match_id, who, version, FIRST)
            if then == "pass":
                await self.services.pending_moves.pass_on(match_id, who, expected_version=version, now=self.now)
            told = ACCEPTED
        except (Refusal, IllegalActionError) as refusal:
            told = refusal.code
        await self.line.ask("resolved", match=match_id, version=version, texts=texts, told=told, then=then)

    async def _confirm(self, match_id: MatchId, who: UserId, version: int, texts: list[str]) -> None:
        """Draft the turn and confirm it; after a restart it continues the draft that exists, confirmed or not."""
        draft = await self.services.drafts.open(match_id, who, now=self.now)
        if draft.passes_at is None:
            await self.services.drafts.push(match_id, who, texts, keep=0, expected_version=version, now=self.now)
        await self.services.turns.confirm(match_id, who, expected_version=version, now=self.now)

    async def _think_again(self, match_id: MatchId, who: UserId, version: int) -> None:
        """Confirm a turn and take it back, unless that was done before a kill, then play another one."""
        take_back = partial(self.services.pending_moves.take_back, match_id, who, expected_version=version)
        try:
            await take_back(now=self.now)
        except IllegalActionError:  # nothing was confirmed yet
            await self._confirm(match_id, who, version, FIRST)
            await take_back(now=self.now)
        await self._confirm(match_id, who, version, SECOND)

    async def resubmit(self) -> None:
        """Repeat the presses that were not answered before the kill."""
        for intent in await self.line.ask("unresolved"):
            await self.carry_out(MatchId(intent["match"]), intent["user"], intent["version"], intent["then"])

    async def live_on(self, mine: list[MatchId]) -> None:
        """Let minutes pass, with all that falls due and users who press."""
        while True:
            await self.pass_time()
            chosen = self.random.sample(mine, BUSY_DAY if self.signs else QUIET_DAY)
            await asyncio.gather(self.tick(), *(self.press(match_id) for match_id in chosen))

    async def run_out(self, mine: list[MatchId]) -> None:
        """Let the clocks end all games, and post everything."""
        latest = self.now + LONGEST
        while True:
            await self.pass_time()
            await self.tick()
            await self.services.computers.settled()
            rows = [await self.services.match_queries.match(match_id) for match_id in mine]
            if all(row.status != RUNNING for row in rows) and await self.services.outbox.next_at() is None:
                return
            assert self.now < latest, "games go on without anybody"

    async def tell_clocks(self, mine: list[MatchId]) -> None:
        """Report the history of each clock to the parent, as the export would."""
        for match_id in mine:
            row = await self.services.match_queries.match(match_id)
            seats = await self.services.match_queries.seats(match_id)
            events = await self.services.clocks.events(row, seats, self.now)
            assert events is not None
            await self.line.ask("clocks", match=match_id, events=serialization.write(*events, self.now)["events"])


def lived(database: Path, port: int, matches: int, seed: int, signs: bool, *, last: bool) -> None:
    """Run one life as a process of its own; the last one ends by itself when all games are over."""
    asyncio.run(_run(database, port, matches, seed, signs, last=last))


async def _run(database: Path, port: int, matches: int, seed: int, signs: bool, *, last: bool) -> None:
    line = Line(*await asyncio.open_connection("127.0.0.1", port))
    life = Life(line, seed, signs=signs)
    await life.pass_time()
    store = await open_sqlite(database)
    players = {"apprentice": AnyLegal(), "citizen": AnyLegal()}
    services = assembled(
        *(store, {**GAMES, "tiny": TinyGame()}, players),
        clock=lambda: life.now,
        signs_every=EVERY if life.signs else None,
        thinking=Here(1),
    )
    life.services = services
    await services.outages.begin(life.now)
    mine = await life.open_matches(matches)
    await services.computers.wake()
    await life.resubmit()
    await line.ask("ready")
    if not last:
        await life.live_on(mine)
    await life.run_out(mine)
    await life.tell_clocks(mine)
    await services.stop()
    await store.close()
