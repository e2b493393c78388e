"""A simulated event of uncooperative people in an otherwise faultless world.

They act by their habits, and the organiser does nothing after starting the event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from ai import FORMER
from ai.player_protocol import Player
from clocks.clock_history import STOPPED
from editions.registry import GAMES
from games.core.errors import RuleRefusedError
from games.core.game import AnyGame, Seat
from service.clocks.vacations import VACATION
from service.core.post_content import code_of, content_of
from service.errors import Refusal
from service.match.match_session import MatchSession
from service.records import MatchLocation
from service.tournaments import no_shows
from service.tournaments.deputies import MOST_DEPUTIES
from service.tournaments.event_posts import LETTERS
from service.tournaments.registration import captain_of
from service.tournaments.state import IN, OUT, TournamentState
from service.tournaments.tournament_services import TournamentServices
from service.wiring.services import Services
from storage.rows import MatchId, SeatRow, UserId
from storage.tournament_rows import EventId, EventMatch
from tools.simulation import adversarial_invariants
from tools.simulation.adversarial_invariants import FinishedTournament
from tools.simulation.adversarial_moderators import cheated
from tools.simulation.adversarial_people import (
    COLLUDING,
    FIRST_PERSON,
    HOLIDAY,
    LATE,
    MODERATING,
    SKIPPING,
    STALLING,
    VANISHING,
    WITHDRAWING,
    Person,
    SeasonPlan,
    field_of,
    having,
)
from tools.simulation.fake_discord import GUILD
from tools.simulation.plan import Actor, PlannedEvent
from tools.simulation.run import lived
from tools.simulation.world import BEGINNING, World

ORGANISER = UserId(1)
TICK, LIVE_TICK = timedelta(hours=3), timedelta(minutes=2)
LADDER_LASTS = timedelta(days=20)
LONGEST, LONGEST_LIVE = timedelta(days=600), timedelta(days=2)
"""No event takes longer; one that does has come to a stop."""
HOST_PLAYS = 0.5
"""How often one of those who moderate has opened the event, and nobody else organises it."""
OVERDUE = timedelta(minutes=1)
"""How much longer than its time a first turn may be awaited, until a look at the event has ended it."""
TURNS_AT_ONCE = 6
"""As when both are there at the same time."""


@dataclass
class SeasonStory:
    """The outcome of a simulated event: its length, results, messages and violations."""

    finished: bool = False
    days: float = 0
    rounds: int = 0
    matches: int = 0
    how: Counter[str] = field(default_factory=Counter)
    """Results, by how they came about."""
    letters: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    """Rules that a round could not keep."""
    habits: Counter[str] = field(default_factory=Counter)
    """How people behaved."""
    late: int = 0
    """Of them, who entered after the start and played."""
    out: int = 0
    wrong: list[str] = field(default_factory=list)
    """Laws that were broken."""
    standings: list[dict[str, Any]] = field(default_factory=list)


class SimulatedSeason:
    """One simulated event with its people, as an actor of the world."""

    def __init__(self, plan: SeasonPlan, seed: int, world: World) -> None:
        self.story = SeasonStory()
        self.refused: RuleRefusedError | Refusal | None = None
        """Why there can be no such event."""
        self.world = world
        self.random = Random(seed)
        self.people = field_of(self.random, plan.entrants, plan.shares, plan.least)
        self._settings = plan.settings
        self._tick = LIVE_TICK if plan.settings.is_live else TICK
        self._longest = LONGEST_LIVE if plan.settings.is_live else LONGEST
        self._ticks = 0
        self._is_over = self._is_busy = self._has_ended = False
        self._tried: set[tuple[UserId, MatchId]] = set()
        self._begun = BEGINNING
        self._event_id = EventId(0)
        self.last: TournamentState | None = None
        """How the event stood when it was over."""

    @property
    def services(self) -> Services:
        """The program's use-cases."""
        return self.world.services

    @property
    def events(self) -> TournamentServices:
        """The use-cases of tournaments."""
        return self.services.tournaments

    # --- the way through -------------------------------------------------------------------------------------------------

    def happenings(self) -> Iterator[PlannedEvent]:
        """Yield the planned events: the opening of the event, and then ticks until the event is over."""
        yield PlannedEvent(0, 0.0, self.begin.__name__, "begin")
        while not self._is_over:
            self._ticks += 1
            yield PlannedEvent(self._ticks, self._ticks * self._tick.total_seconds(), self.go_on.__name__, f"{self._ticks}")

    async def begin(self, world: World, _chance: Random) -> str | None:
        """Open the event, let people enter, and start the event."""
        world.server.members.extend(self.people)
        try:
            await self._open()
        except (RuleRefusedError, Refusal) as refused:
            self.refused, self._is_over = refused, True
            return f"there is no such event: {refused}"
        return f"event {self._event_id} begins"

    async def _open(self) -> None:
        moderators = [person.id for person in having(tuple(self.people.values()), MODERATING)]
        host = moderators[0] if moderators and self.random.random() < HOST_PLAYS else ORGANISER
        place = MatchLocation(GUILD, self.world.channel())
        state = await self.events.creation.open(place, host, "Simulated", self._settings, now=self.now)
        self._event_id = event_id = state.row.id
        for person in self.people.values():
            if person.habit != LATE or not _takes_late(state):
                await self._enter(state, person)
        for user in [user for user in moderators if user != host][:MOST_DEPUTIES]:
            await self.events.deputies.name(event_id, host, user, on=True, now=self.now)
        await self.events.registration.start(event_id, host, now=self.now)

    async def go_on(self, _world: World, _chance: Random) -> str | None:
        """Let all people act who look at the event in this tick."""
        if self._is_busy or self._is_over:
            return None
        self._is_busy = True
        try:
            await self._act()
        except Refusal as refused:
            if refused.code == "event-not-running" and (await self.events.queries.state(self._event_id)).row.status != "running":
                return None  # it ended while somebody was pressing
            self.world.complain("nobody is refused what they may do", f"{refused.code} {dict(refused.params)}")
        finally:
            self._is_busy = False
        return None

    async def _act(self) -> None:
        state = await self.events.queries.state(self._event_id)
        has_ended = state.row.status != "running"
        if has_ended and not self._has_ended:
            self._has_ended = True  # what follows from the end is being carried out and told at this very moment
            return
        if has_ended or self.now - self._begun >= self._longest:
            self._is_over = True
            await self._judge()
            return
        await self._join_or_leave(state)
        if state.waits and state.settings.is_arena:
            await self._join_and_pause(await self.events.queries.state(self._event_id))
        elif state.waits and (await self.events.queries.state(self._event_id)).having(IN):
            await self._challenge(await self.events.queries.state(self._event_id))
        await self._play(await self.events.queries.state(self._event_id))

    async def _enter(self, state: TournamentState, person: Person) -> None:
        team = f"Team {(person.id - FIRST_PERSON) // (state.boards + 1) + 1}" if state.boards else ""
        member = await self.events.registration.enter(state.row.id, person.id, now=self.now, team=team)
        if member.asks:
            captain = captain_of(await self.events.queries.state(state.row.id), member.team)
            assert captain is not None
            await self.events.roster.let_in(state.row.id, captain, member.number, now=self.now)

    @property
    def now(self) -> datetime:
        """The time by the clock of the program's host."""
        return self.world.host_time()

    # --- people ----------------------------------------------------------------------------------------------------------

    async def _join_or_leave(self, state: TournamentState) -> None:
        number = len(state.rounds)
        for person in self.people.values():
            if person.done:
                continue
            if person.habit == LATE and number == 1 and _takes_late(state):
                person.done = True
                await self._enter_late(state, person)
            elif person.habit in (WITHDRAWING, SKIPPING, HOLIDAY) and number == person.until:
                person.done = True
                await self._act_as(state, person)

    async def _enter_late(self, state: TournamentState, person: Person) -> None:
        if state.late_round() is None:
            return
        try:
            await self._enter(state, person)
        except Refusal as refused:
            self.world.complain("late entrants are in", f"{person.id} was refused: {refused}")

    async def _act_as(self, state: TournamentState, person: Person) -> None:
        try:
            if person.habit == WITHDRAWING:
                await self.events.registration.leave(state.row.id, person.id, now=self.now)
            elif person.habit == SKIPPING:
                await self.events.registration.skip(state.row.id, person.id, now=self.now)
            else:
                await self.services.vacations.start(person.id, None, self.now + timedelta(days=20), now=self.now)
        except Refusal as refused:
            if refused.code not in ("no-skip", "out-of-event", "not-entered", "event-not-running"):
                raise

    async def _join_and_pause(self, state: TournamentState) -> None:
        """Let people pause and rejoin in an arena; a paused person returns sooner or later, unless they have vanished."""
        for member in state.having(IN):
            person = self.people.get(state.users[member.number])
            if person is None or self._is_gone(state, person) or self.random.random() > (0.3 if member.pauses else 0.04):
                continue
            try:
                await self.events.arenas.join_or_pause(state.row.id, person.id, now=self.now)
            except Refusal as refused:
                if refused.code not in ("rests", "entry-closed", "event-not-running"):
                    raise

    async def _challenge(self, state: TournamentState) -> None:
        """Issue challenges in a ladder; its organiser ends the ladder at last."""
        if self.now - self._begun > LADDER_LASTS:
            await self.events.early_end.end(state.row.id, ORGANISER, now=self.now)
            return
        member = self.random.choice(state.having(IN))
        if within_reach := state.within_reach(member.id):
            other = self.random.choice(within_reach)
            await self._call(state, state.users[member.number], int(other))

    async def _call(self, state: TournamentState, user: UserId, other: int) -> None:
        """Challenge an entrant who was in reach a moment ago.

        A refusal is possible, because a game that ended since may have changed their places.
        """
        try:
            await self.events.challenges.challenge(state.row.id, user, other, now=self.now)
        except Refusal as refused:
            if refused.code not in ("bad-event", "not-entered"):
                raise

    async def _play(self, state: TournamentState) -> None:
        """Confirm presence and take turns for all people who look at their games in this tick."""
        if state.row.status != "running":
            return
        if state.settings.is_live:
            await self._confirm_presence(state)
        for drawn in {drawn.number: drawn for drawn, _ in state.open_tables()}.values():
            for match in await self.events.queries.matches(state.row.id, drawn.number):
                waiting = next((seat for seat in match.seats if seat.waiting_since is not None), None)
                self._expect_nobody_overdue(state, match)
                if match.status != "running" or waiting is None or waiting.user_id is None:
                    continue
                if await self._plays_now(state, match, self.people[waiting.user_id]):
                    await self._cheat(state, match, self.people[waiting.user_id])
                    await self._turns(match)

    def _expect_nobody_overdue(self, state: TournamentState, match: EventMatch) -> None:
        """Report a first turn that is awaited longer than its time, which would make the opponent wait for an absent player."""
        place = (match.round, match.table)
        first = no_shows.first_games(state, {place: [match]})
        late = next((no_shows.awaited_player(state, drawn, table, event_match, {}) for drawn, table, event_match in first), None)
        if late is not None and self.now > late.since + state.settings.first_turn + OVERDUE:
            self.world.complain("nobody waits for who doesn't come", f"game {match.match_id} awaits {late.who} since {late.since}")

    async def _cheat(self, state: TournamentState, match: EventMatch, person: Person) -> None:
        """Let a person who organises and plays try all abuses, once in each game; report those that succeed."""
        if person.habit == MODERATING and (person.id, match.match_id) not in self._tried:
            self._tried.add((person.id, match.match_id))
            for what in await cheated(self.services, state, match, person.id, self.now):
                self.world.complain("no command of who plays goes through", f"{person.id} in game {match.match_id}: {what}")

    async def _confirm_presence(self, state: TournamentState) -> None:
        for drawn, table in state.open_tables():
            for who in drawn.pairing(table).seats if state.awaits(drawn, table) else ():
                person = self.people[state.user(who)]
                if not self._is_gone(state, person) and (drawn.number, int(who)) not in state.ready:
                    await self.events.round_scheduler.ready(state.row.id, person.id, now=self.now)

    def _is_gone(self, state: TournamentState, person: Person) -> bool:
        return person.habit == VANISHING and len(state.rounds) >= person.until

    async def _plays_now(self, state: TournamentState, match: EventMatch, person: Person) -> bool:
        """Return whether a person plays in this tick."""
        if self._is_gone(state, person):
            return False
        if person.habit == HOLIDAY and await self.services.vacations.away(person.id, self.now):
            return False
        seat = next(seat for seat in match.seats if seat.user_id == person.id)
        assert seat.waiting_since is not None
        if person.habit == STALLING:
            return await self._must_move(state, match, seat.seat, self.now - seat.waiting_since, is_first=not seat.has_acted)
        return not seat.has_acted or self._ticks % person.hours == 0

    async def _must_move(self, state: TournamentState, match: EventMatch, seat: Seat, waited: timedelta, *, is_first: bool) -> bool:
        """Return whether a stalling player moves in this tick.

        They make the first turn just in time, later turns just before time runs out, and none while they are behind.
        """
        scores = await self.events.tables.scores(match)
        if not is_first and scores[seat] < max(scores):
            return False
        return await self._is_last_moment(state, match, seat, waited, is_first=is_first)

    async def _is_last_moment(
        self, state: TournamentState, match: EventMatch, seat: Seat, waited: timedelta, *, is_first: bool
    ) -> bool:
        """Return whether a player who wants to stay must move now."""
        if is_first:
            return waited + 2 * self._tick >= state.settings.first_turn
        live = await self.services.repository.seen(match.match_id)
        deadline = await self.services.clocks.deadline(live.match, seat)
        return deadline is None or deadline - self.now <= 2 * self._tick

    async def _turns(self, match: EventMatch) -> None:
        for turn in range(TURNS_AT_ONCE):
            live = await self.services.repository.seen(match.match_id)
            if live.match.status != "running" or not live.asked or live.asked[0] < 0:
                return
            seat = live.seats[live.asked[0]]
            person = None if seat.user_id is None else self.people.get(seat.user_id)
            if person is None or not seat.is_human or (person.habit in (VANISHING, STALLING, HOLIDAY) and turn > 0):
                return
            if await self._resigns(match, person):
                await self.services.resignations.resign(match.match_id, person.id, now=self.now)
                return
            texts = self._texts(live, seat)
            try:
                await self.services.turns.act(match.match_id, person.id, texts, expected_version=live.version, now=self.now)
            except Refusal as refused:
                if refused.code not in ("on-vacation", "not-running", "stale", "seat-vacant"):
                    raise
                return

    async def _resigns(self, match: EventMatch, person: Person) -> bool:
        """Return whether a colluding person resigns in favour of a partner who entered before."""
        if person.habit != COLLUDING:
            return False
        others = [self.people[seat.user_id] for seat in match.seats if seat.user_id in self.people and seat.user_id != person.id]
        return any(other.habit == COLLUDING and other.id < person.id for other in others)

    def _texts(self, live: MatchSession, seat: SeatRow) -> list[str]:
        """Return the turn that a person at a seat plays, as texts."""
        return chosen(live.game, live.state, seat.seat, self.random)

    # --- what came of it -------------------------------------------------------------------------------------------------

    async def _judge(self) -> None:
        """Fill in the story and check the laws; the first broken one is reported to the world too."""
        event_id, season_story, heard = self._event_id, self.story, self.world.heard
        state = await self.events.queries.state(event_id)
        record = await self.events.queries.export(event_id)
        matches = await self.events.queries.matches(event_id)
        season_story.finished, season_story.days = state.row.status == "finished", (self.now - self._begun) / timedelta(days=1)
        season_story.rounds, season_story.matches = len(state.rounds), len(matches)
        season_story.how = Counter(result.how for result in state.results.values())
        season_story.letters = Counter(code_of(content_of(post)) for post in heard if post.kind in LETTERS)
        season_story.broken = Counter(broken.rule for drawn in state.rounds for broken in drawn.broken)
        season_story.habits = Counter(person.habit for person in self.people.values())
        season_story.late = sum(member.from_round > 1 for member in state.members.values())
        season_story.out = len(state.having(OUT))
        stopped = tuple([match.match_id for match in matches if await self._has_stood_for_vacation(match.match_id)])
        log = await self.events.repository.log(event_id)
        self.last = state
        season_story.wrong = adversarial_invariants.broken(
            FinishedTournament(state, self.people, matches, log, stopped, tuple(heard))
        )
        season_story.standings = standings(record)
        for what in season_story.wrong:
            self.world.complain(*what.split(": ", 1))

    async def _has_stood_for_vacation(self, match_id: MatchId) -> bool:
        events = await self.services.store.clocks.of(match_id)
        return any(event.what == STOPPED and event.why == VACATION for event in events)


def standings(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every entrant of an exported event with final place and last values, the best first."""
    lines = {line["id"]: line for table in record["standings"] for line in table["lines"]}
    places = {who: place for place, who in enumerate(record["final"], 1)}
    standings = [
        {**lines.get(other_entrant["id"], {}), "id": other_entrant["id"], "status": other_entrant["status"]}
        for other_entrant in record["entrants"]
    ]
    standings = [{"place": places[standing["id"]], **standing} if standing["id"] in places else standing for standing in standings]
    return sorted(standings, key=lambda each: (each.get("place", len(standings) + 1), each.get("rank", len(standings) + 1)))


def _takes_late(state: TournamentState) -> bool:
    """Return whether an event accepts entrants after its start."""
    return state.settings.plan[0].kind in ("swiss", "arena") and not state.boards


def chosen(game: AnyGame, state: Any, seat: Seat, random: Random) -> list[str]:
    """Return a whole random turn as texts."""
    tried, texts = game.clone(state), []
    while seat in game.to_act(tried) and (legal := game.legal(tried, seat)):
        action = random.choice(list(legal))
        texts.append(game.write(action))
        game.advance(tried, seat, action, lambda _: None)
    return texts


def simulated(
    plan: SeasonPlan, seed: int, games: Mapping[str, AnyGame] = GAMES, players: Mapping[str, Player] = FORMER
) -> SeasonStory:
    """Run an event from a seed in an otherwise empty world and return its story; the same seed gives the same story."""
    return lived_through(SimulatedSeason(plan, seed, World(seed, games, players, is_calm=True)), seed)


def lived_through(season: SimulatedSeason, seed: int) -> SeasonStory:
    """Run an event to its end and return its story; raise the program's refusal if no such event is possible."""
    acts = (Actor(season.begin, 0), Actor(season.go_on, 0))
    outcome = lived(seed, season.happenings(), world=season.world, actors=acts)
    if season.refused is not None:
        raise season.refused
    if outcome.broken is not None and not season.story.wrong:
        season.story.wrong.append(f"{outcome.broken.law}: {outcome.broken.how}")
    return season.story
