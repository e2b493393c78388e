"""The simulated world: the right time and the host's clock, the disk, Discord, the program's current run, and all records."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from ai import FORMER
from ai.player_protocol import Player
from clocks.spans import Span
from editions.registry import GAMES
from games.core.errors import IllegalActionError
from games.core.game import AnyGame
from service.tournaments.event_posts import BULLETIN, LETTERS
from service.wiring.services import Services
from storage.queries import users_and_guilds
from storage.rows import LIVE, RUNNING, MatchId, MatchRow, PersonRow, Post, UserId
from storage.tournament_rows import EventId
from tools.simulation import invariants, league_invariants, timeout_invariants
from tools.simulation.dm_invariants import DirectMessageLog
from tools.simulation.fake_discord import SimulatedServer
from tools.simulation.host_clock import HostClock
from tools.simulation.killable_database import Disk
from tools.simulation.ping_invariants import CalledPeople
from tools.simulation.player_routine import PlayerRoutine
from tools.simulation.process_run import Program, ProgramRun
from tools.simulation.state_oracle import ObservedMatch, OracleMismatch, seen
from tools.simulation.tournament_ledgers import EventLaw, LeagueBooks, TournamentLedger

BEGINNING = datetime(2026, 3, 5, tzinfo=UTC)
"""The weeks that follow hold the changes of summer time of both halves of the earth."""
MEMBERS = 24

BIRTH_S = 10.0
"""So long after its start the program may be busy with what had waited for it."""


@dataclass(frozen=True)
class BrokenLaw:
    """A violation of a law: which law, how, and the number of the last planned event before it."""

    law: str
    how: str
    happening: int
    """The number of what happened last."""


@dataclass
class WorldStory:
    """The lines of the story so far, with a digest and counts."""

    lines: list[str] = field(default_factory=list)
    digest: str = ""
    """Of all lines: equal stories have equal ones."""
    counts: Counter[str] = field(default_factory=Counter)


class World:
    """One simulated world with all its parts, through which actors act and laws are checked."""

    def __init__(
        self, seed: int, games: Mapping[str, AnyGame] = GAMES, players: Mapping[str, Player] = FORMER, *, is_calm: bool = False
    ) -> None:
        """Create the world of a seed.

        `players` are the computer players by level, the fast ones by default. With `is_calm` no faults happen, and the program
        looks at its clock less often.
        """
        self.seed = seed
        self.games = games
        self.told = WorldStory()
        self.broken: BrokenLaw | None = None
        self.happening = -1
        self.clock = HostClock()
        self.disk = Disk(Random(f"disk {seed}"))
        self.server = SimulatedServer(self.right_time, Random(f"server {seed}"), self.complain, self._note_arrival)
        self.books: dict[MatchId, ObservedMatch] = {}
        """Every match that is or was there, those that are over without their state."""
        self.league = LeagueBooks(self.disk)
        """The same of every duel and tournament."""
        self.calls = CalledPeople(self)
        """Whom messages have called."""
        self.heard: list[Post] = []
        """What arrived about duels and tournaments: letters, and what everybody was told."""
        self.letters = DirectMessageLog(self)
        """Who was written to."""
        self.habits: dict[UserId, PlayerRoutine] = {}
        """How people live who were asked about already."""
        self.away: list[Span] = []
        """When the program was not there, or not connected; one without an end lasts."""
        self.down_s: float | None = None
        """How long the next death lasts, where that is more than a moment."""
        self.life: ProgramRun | None = None
        self.next_channel = 100
        for number in range(1, MEMBERS + 1):
            self.server.members.append(UserId(number))
        self.next_member = MEMBERS + 1
        self._players = players
        self._is_calm = is_calm
        self._lives = 0
        self._ill_until_s = 0.0

    def right_time(self) -> datetime:
        """Return the right time, as opposed to the host's."""
        return BEGINNING + timedelta(seconds=asyncio.get_running_loop().time())

    def host_time(self) -> datetime:
        """Return the time by the clock of the program's host."""
        return self.right_time() + timedelta(seconds=self.clock.ahead_s)

    @property
    def services(self) -> Services:
        """The use-cases of the program's current run, which must exist."""
        assert self.life is not None
        return self.life.services

    @property
    def is_up(self) -> bool:
        """Whether the program's process is running."""
        return self.life is not None and not self.life.dead

    def born(self) -> ProgramRun:
        """Start a new run of the program and return it; the former one must be dead."""
        self._lives += 1
        self.told.counts["lives"] += 1
        self.rough(BIRTH_S)
        self.letters.born()
        chance = Random(f"life {self.seed} {self._lives}")
        program = Program(self.games, self._players, self.host_time, self.changed, self.event_changed, self._is_calm)
        self.life = ProgramRun(self.disk, self.server, program, chance)
        return self.life

    def rough(self, length_s: float) -> None:
        """Record a fault of the whole world for `length_s` seconds: late messages are not violations until then."""
        until_s = asyncio.get_running_loop().time() + length_s
        self.ill(until_s)
        self.server.promptness.rough(until_s)

    def ill(self, until_s: float) -> None:
        """Record a fault, possibly of a single part, until `until_s` in world seconds."""
        self._ill_until_s = max(self._ill_until_s, until_s)

    def has_been_well(self, length_s: float) -> bool:
        """Return whether the program is running and no fault was active for the last `length_s` seconds."""
        return self.is_up and asyncio.get_running_loop().time() - self._ill_until_s >= length_s

    def has_been_still(self, length_s: float) -> bool:
        """Return whether the program has written no data for the last `length_s` seconds, so that no work is in progress."""
        return asyncio.get_running_loop().time() - self.disk.written_s >= length_s

    def person(self, user_id: UserId) -> PersonRow:
        """Return a user's settings from the disk; default ones if the user has none."""
        return self.disk.now(lambda con: users_and_guilds.person(con, user_id)) or PersonRow(user_id)

    def gone(self) -> None:
        """Record that the program is down or disconnected from now on."""
        if self.is_there:
            self.away.append(Span(self.right_time(), None))

    def back(self) -> None:
        """Record that the program is running and connected again."""
        if not self.is_there:
            self.away[-1] = Span(self.away[-1].begin, self.right_time())

    @property
    def is_there(self) -> bool:
        """Whether the program runs and is connected."""
        return not self.away or self.away[-1].end is not None

    def channel(self) -> int:
        """Return the id of a new channel."""
        self.next_channel += 1
        return self.next_channel

    def tell(self, text: str) -> None:
        """Add a line with the current time to the story."""
        day, rest = divmod(asyncio.get_running_loop().time(), 86_400)
        hour, rest = divmod(rest, 3600)
        minute, second = divmod(rest, 60)
        line = f"day {int(day)} {int(hour):02}:{int(minute):02}:{second:06.3f}  {text}"
        self.told.lines.append(line)
        self.told.digest = hashlib.sha256((self.told.digest + line).encode()).hexdigest()[:16]

    def complain(self, law: str, how: str) -> None:
        """Record a broken law and how it was broken; only the first one is kept."""
        if self.broken is None:
            self.broken = BrokenLaw(law, how, self.happening)
            self.tell(f"BROKEN: {law}: {how}")

    def changed(self, match_id: MatchId) -> None:
        """Read a match that a transaction has changed, and check the laws."""
        self.told.counts["transactions"] += 1
        before = self.books.get(match_id)
        try:
            now = self.disk.now(lambda con: seen(con, match_id, before, self.games))
        except (OracleMismatch, IllegalActionError) as error:
            self.complain("the log replays to the state", f"match {match_id}: {error!r}")
            return
        self.books[match_id] = now
        for post in now.posts:
            self.server.promptness.written(post, asyncio.get_running_loop().time())
        if before is not None:
            self.letters.changed(before, now)
        if before is not None and not self.clock.was_wrong:
            timeout_invariants.changed(self, before, now)
        for law in invariants.ALWAYS:
            self._check(invariants.law_in_words(law), match_id, law(now))

    def event_changed(self, event_id: EventId) -> None:
        """Read a duel or tournament that a transaction has changed, and check the laws."""
        book = self.league.read(event_id, self.right_time())
        if book is not None:
            for law in league_invariants.ALWAYS:
                self._check_event(law, book)

    def look_over(self) -> None:
        """Read and check every match that is not over or has posts not yet sent."""
        for match_id, book in list(self.books.items()):
            if book.match.ended_at is None or any(post.sent_at is None and post.dead_at is None for post in book.posts):
                self.changed(match_id)

    def watch(self) -> None:
        """Check that everything has happened that should have by now."""
        self.look_over()
        self.calls.morning()
        for now in self.running():
            timeout_invariants.watch(self, now)

    def rested(self) -> None:
        """Check the laws that hold once all faults are over and no work is left."""
        for match_id, now in self.books.items():
            for law in invariants.AT_REST:
                self._check(invariants.law_in_words(law), match_id, law(now, self.server))
        for book in self.league.all(self.right_time()):
            for of_event in league_invariants.AT_REST:
                self._check_event(of_event, book)
        for of_server in league_invariants.OF_SERVER:
            if (how := of_server(self)) is not None:
                self.complain(invariants.law_in_words(of_server), how)

    def matches(self, wanted: Callable[[ObservedMatch], bool]) -> list[ObservedMatch]:
        """Return the matches for which `wanted` is true, by ascending id."""
        return [book for _, book in sorted(self.books.items()) if wanted(book)]

    def running(self) -> list[ObservedMatch]:
        """Return all running matches, by ascending id."""
        return self.matches(lambda book: book.match.status == RUNNING)

    def live(self) -> list[MatchRow]:
        """Return the rows of lobbies and games that are not over, by ascending id."""
        return [book.match for book in self.matches(lambda book: book.match.status in LIVE)]

    def _note_arrival(self, post: Post, aloud: Sequence[UserId]) -> None:
        if post.kind in (*LETTERS, BULLETIN):
            self.heard.append(post)
        if not self.clock.was_wrong:
            self.calls.arrived(post, aloud)

    def _check_event(self, law: EventLaw, book: TournamentLedger) -> None:
        if (how := law(book, self.server)) is not None:
            self.complain(invariants.law_in_words(law), f"event {book.row.id}: {how}")

    def _check(self, law: str, match_id: MatchId, how: str | None) -> None:
        if how is not None:
            self.complain(law, f"match {match_id}: {how}")
