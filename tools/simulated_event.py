"""A whole event in minutes: the real services on a clock that leaps, people who play at random, and a Discord of numbers.

Some people vanish, withdraw, come late to the event or skip a round; nobody presses anything for the organiser after "start".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from editions.offered import GAMES
from games.core.game import AnyGame, Seat
from service.errors import Refusal
from service.events.settings import usual
from service.events.state import IN, OUT, State
from service.process.assembled import assembled
from service.process.services import Services
from service.records import Place
from storage.event_records import EventId
from storage.records import MatchId, Post, UserId
from storage.sql_store import open_sqlite
from tools.world.virtual import seeded, source
from tournament.records import UNPLAYED
from tournament.stages import LADDER, SWISS

BEGIN = datetime(2026, 1, 5, 18, tzinfo=UTC)
ORGANISER = UserId(1)
TICK = timedelta(hours=1)
LADDER_LASTS = timedelta(days=20)
LONGEST = timedelta(days=400)
"""No event takes longer; one that does has come to a stop."""
STEADY, VANISHING, WITHDRAWING, SKIPPING, LATE = "steady", "vanishing", "withdrawing", "skipping", "late"
SHARES = ((VANISHING, 0.06), (WITHDRAWING, 0.04), (SKIPPING, 0.06), (LATE, 0.04))
"""How many behave so; everybody else plays on to the end."""


@dataclass
class Person:
    """Somebody in the event, and what he is like."""

    id: UserId
    habit: str
    hours: int
    """He looks at his games so often."""
    until: int
    """The round in which a vanishing one is seen no more, a withdrawing one leaves, a skipping one skips the next."""
    done: bool = False


@dataclass
class Told:
    """What came of it."""

    finished: bool
    days: float
    rounds: int
    matches: int
    how: Counter[str] = field(default_factory=Counter)
    """Results, by how they came about."""
    letters: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    """Rules that a round could not keep."""
    out: int = 0
    wrong: list[str] = field(default_factory=list)
    """What must not happen and did."""
    standings: list[dict[str, Any]] = field(default_factory=list)


class Simulation:
    """One event with its people."""

    def __init__(self, services: Services, preset: str, entrants: int, seed: int, stages: str, tiles: str) -> None:
        self.services = services
        self.events = services.events
        self.random = Random(seed)
        self.now = BEGIN
        self.letters: Counter[str] = Counter()
        self._numbers = count(1000)
        self._settings = replace(usual(preset, "carcassonne"), most=0, options={"tiles": tiles} if tiles else {})
        if stages:
            self._settings = replace(self._settings, stages=stages)
        self._tick = timedelta(minutes=1) if self._settings.is_live else TICK
        self.people = {UserId(100 + number): self._person(number) for number in range(entrants)}

    def _person(self, number: int) -> Person:
        drawn, habit = self.random.random(), STEADY
        for name, share in SHARES:
            if 0 <= drawn < share:
                habit = name
            drawn -= share
        return Person(UserId(100 + number), habit, self.random.choice((1, 2, 4, 8)), self.random.randint(1, 4))

    # --- Discord ---------------------------------------------------------------------------------------------------------

    async def post(self, post: Post) -> int:
        """`Poster`: everything arrives."""
        if post.kind == "letter":
            self.letters[post.payload["code"]] += 1
        return next(self._numbers)

    async def find(self, post: Post) -> int | None:  # noqa: ARG002  # nothing is ever sent twice here
        """`Poster`."""
        return None

    # --- the way through -------------------------------------------------------------------------------------------------

    async def lived(self) -> Told:
        """The whole event."""
        state = await self.events.entries.open(Place(7, 70), ORGANISER, "Simulated", self._settings, now=self.now)
        event_id = state.row.id
        for person in self.people.values():
            if person.habit != LATE:
                team = f"Team {(person.id - 100) // (state.boards + 1) + 1}" if state.boards else ""
                await self.events.entries.enter(event_id, person.id, now=self.now, team=team)
        await self.events.entries.start(event_id, ORGANISER, now=self.now)
        await self._settled()
        while (state := await self.events.looking.state(event_id)).row.status == "running" and self.now - BEGIN < LONGEST:
            await self._come_and_go(state)
            if state.waits:
                await self._challenge(state)
            await self._play(state)
            await self._wait()
        return await self._told(event_id)

    async def _wait(self) -> None:
        """An hour goes by, timer after timer; a minute where everybody is present."""
        until = self.now + self._tick
        while (due := await self.services.timers.next_at()) is not None and due <= until:
            self.now = max(self.now, due)
            await self._settled()
        self.now = until
        await self._settled()

    async def _settled(self) -> None:
        for _ in range(100):
            await self.services.computers.settled()
            await self.services.timers.tick(self.now)
            sent = await self.services.outbox.drain(self, self.now)
            unseated = await self.events.tables.unseated() if sent else ()
            for table in unseated:
                await self.events.tables.seat(table, table.message_id, now=self.now)
            if not sent and not unseated:
                return

    async def _come_and_go(self, state: State) -> None:
        number = len(state.rounds)
        for person in self.people.values():
            if person.done or person.habit in (STEADY, VANISHING) or (person.habit != LATE and number != person.until):
                continue
            person.done = True
            entries, who = self.events.entries, person.id
            every: Mapping[str, Callable[..., Awaitable[object]]] = {
                LATE: entries.enter,
                WITHDRAWING: entries.leave,
                SKIPPING: entries.skip,
            }
            try:
                await every[person.habit](state.row.id, who, now=self.now)
            except Refusal as refused:
                if refused.code not in ("entry-closed", "no-skip", "out-of-event", "not-entered", "which-team"):
                    raise

    async def _challenge(self, state: State) -> None:
        """In a ladder somebody challenges somebody in each hour, until its organiser ends it."""
        if self.now - BEGIN > LADDER_LASTS:
            await self.events.ending.end(state.row.id, ORGANISER, now=self.now)
            return
        member = self.random.choice(state.having(IN))
        if within_reach := state.within_reach(member.id):
            other = self.random.choice(within_reach)
            await self.events.challenges.challenge(state.row.id, state.users[member.number], int(other), now=self.now)

    async def _play(self, state: State) -> None:
        """Whoever looks at his games in this hour takes his turns."""
        hour = int((self.now - BEGIN) / self._tick)
        for drawn in {drawn.number: drawn for drawn, _ in state.open_tables()}.values():
            for match in await self.events.looking.matches(state.row.id, drawn.number):
                waiting = [seat.user_id for seat in match.seats if seat.waiting_since is not None]
                if match.status == "running" and waiting and waiting[0] is not None:
                    person = self.people[waiting[0]]
                    gone = person.habit == VANISHING and len(state.rounds) >= person.until
                    if not gone and hour % person.hours == 0:
                        await self._turns(match.match_id)

    async def _turns(self, match_id: MatchId) -> None:
        """Some turns of a game, as when both are there."""
        for _ in range(6):
            live = await self.services.kernel.seen(match_id)
            if live.match.status != "running" or not live.asked or live.asked[0] < 0:
                return
            seat = live.asked[0]
            user = live.seats[seat].user_id
            if user is None or not live.seats[seat].is_human:
                return
            texts = chosen(live.game, live.state, seat, self.random)
            try:
                await self.services.turns.act(match_id, user, texts, expected_version=live.version, now=self.now)
            except Refusal as refused:
                if refused.code not in ("on-vacation", "not-running", "stale", "seat-vacant"):
                    raise
                return

    async def _told(self, event_id: EventId) -> Told:
        state = await self.events.looking.state(event_id)
        record = await self.events.looking.export(event_id)
        told = Told(state.row.status == "finished", (self.now - BEGIN).total_seconds() / 86_400, len(state.rounds), 0)
        told.matches = len(await self.events.looking.matches(event_id))
        told.how = Counter(result.how for result in state.results.values())
        told.letters = self.letters
        told.broken = Counter(broken.rule for drawn in state.rounds for broken in drawn.broken)
        told.out = len(state.having(OUT))
        told.wrong = list(_wrong(state))
        told.standings = record["standings"][-1]["lines"][:10] if record["standings"] else []
        return told


def chosen(game: AnyGame, state: Any, seat: Seat, random: Random) -> list[str]:
    """A whole turn at random, as texts."""
    tried, texts = game.clone(state), []
    while seat in game.to_act(tried) and (legal := game.legal(tried, seat)):
        action = random.choice(list(legal))
        texts.append(game.write(action))
        game.advance(tried, seat, action, lambda _: None)
    return texts


def _wrong(state: State) -> list[str]:
    """What must never happen."""
    found: list[str] = []
    if state.row.status != "finished":
        found.append(f"it did not come to its end: {state.row.status} in round {len(state.rounds)}")
    for drawn in state.rounds:
        seated = [who for table in range(1, len(drawn.couples) + 1) for who in drawn.seats(table)]
        found += [f"somebody sits twice in round {drawn.number}"] if len(seated) != len(set(seated)) else []
        kind = state.course.stages[drawn.stage].kind  # what is open at the end of a ladder counts for nothing
        missing = [table for table, _ in drawn.tables() if (drawn.number, table) not in state.results and kind != LADDER]
        found += [f"tables {missing} of round {drawn.number} have no result"] if missing else []
    met = Counter(frozenset(result.seats) for result in state.results.values() if result.how not in UNPLAYED)
    forced = sum(broken.rule == "met-before" for drawn in state.rounds for broken in drawn.broken)
    again = sum(number - 1 for number in met.values())
    is_swiss = [stage.kind for stage in state.course.stages] == [SWISS] and not state.boards
    found += [f"{again} met again, {forced} of them said so"] if again > forced and is_swiss else []
    sides = {state.team_of.get(member.id, member.id) for member in state.having(IN)}
    return found + ([] if sides <= set(state.final) else ["somebody has no final place"])


async def simulated(preset: str, entrants: int, seed: int, stages: str = "", tiles: str = "") -> Told:
    """An event from a seed; the same seed tells the same story."""
    source.set(Random(seed))
    with seeded():
        store = await open_sqlite(":memory:")
        services = assembled(store, GAMES, thinkers=1, clock=lambda: BEGIN)
        try:
            return await Simulation(services, preset, entrants, seed, stages, tiles).lived()
        finally:
            await services.stop()
            await store.close()
