"""Gangs of three: people of equal strength play events of every kind, and two of them lose on purpose to help the third.

The success of a gang is compared with that of three honest players of the same strength. A win that one member gives another only
moves points inside the gang, so it is a gain only if the rules count the win for more than the loss costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean, stdev

from ai import FORMER
from ai.player_protocol import Player
from editions.registry import GAMES
from games.core.game import AnyGame
from service.errors import Refusal
from service.match.match_session import MatchSession
from service.tournaments.state import IN, TournamentState
from service.tournaments.tournament_settings import preset_settings
from storage.rows import SeatRow, UserId
from storage.tournament_rows import EventMatch, EventSeat
from tools.simulation import ladder_model
from tools.simulation.adversarial_people import FIRST_PERSON, LEADING, SERVING, STEADY, Person, SeasonPlan
from tools.simulation.adversarial_tournament import LADDER_LASTS, SeasonStory, SimulatedSeason, lived_through
from tools.simulation.world import World
from tournament.ratings import START, RatedGame, ratings
from tournament.stages import LADDER

KINDS: Mapping[str, tuple[str, str]] = {
    "arena": ("arena", "arena:1"),
    "ladder": ("ladder", "ladder:3"),
    "swiss": ("slow-swiss", "swiss:4"),
    "round robin": ("league", "groups:1"),
    "knock-out": ("cup", "knock-out"),
    "double elimination": ("double-elimination", "double-elimination"),
    "groups": ("groups-knock-out", "groups:2 -> knock-out:4"),
    "teams": ("teams", "swiss:2 boards=2"),
    "tables": ("tables", "tables:3"),
}
"""The preset and the stages of each kind."""
RATINGS = "ratings"
"""The kind that needs no tournament: duels that count for ratings."""
LADDERS = "ladders by the rules"
"""The kind that needs no games: three times as many ladders, in which only the rules decide (`tools.simulation.ladder_model`)."""
POINTED = ("arena", "swiss", "round robin", "tables")
"""Kinds with points for all, so that the leader of a gang can be held against the best of the honest players."""
BADLY, GIVING_UP, SLOWLY = "badly", "giving up", "slowly"
"""Lose on purpose by playing badly to the end, by resigning when half of the game is played, or by playing as late as one may."""
CHALLENGES = 0.25
"""How often somebody who is free challenges in a ladder, in each tick."""
SEARCHED = 6
"""Turns among which a member who loses on purpose takes the worst, and the leader the best."""
CERTAIN = 1.96
"""Standard errors on both sides of a mean within which it lies in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The mean advantage of gangs over honest players in one respect, with its interval."""

    kind: str
    what: str
    mean: float
    spread: float
    """Half of the interval's length."""
    events: int

    @property
    def is_gain(self) -> bool:
        """Whether the advantage is above 0 with certainty, by the lower end of its interval."""
        return self.mean - self.spread > 0

    def __str__(self) -> str:
        return f"{self.kind}, {self.what}: {self.mean:+.3f} ± {self.spread:.3f} in {self.events}"


class GangSeason(SimulatedSeason):
    """A simulated event with a gang of three; the other entrants are honest, always present and equally strong."""

    def __init__(self, plan: SeasonPlan, seed: int, world: World) -> None:
        super().__init__(plan, seed, world)
        people = list(self.people.values())
        for person in people:
            person.habit, person.hours = STEADY, 1
        boards = plan.settings.plan[0].boards
        teams = (
            [people[at : at + boards + 1] for at in range(0, len(people), boards + 1)]
            if boards
            else [[member] for member in people]
        )
        gang = [self.random.choice(team) for team in self.random.sample(teams, 3)]
        for person in gang:
            person.habit = SERVING
        gang[0].habit = LEADING
        self.loses = (BADLY, GIVING_UP, SLOWLY)[seed % 3] if plan.settings.plan[0].kind == LADDER else (BADLY, GIVING_UP)[seed % 2]
        """How those lose who lose on purpose."""

    @property
    def gang(self) -> frozenset[UserId]:
        """The user ids of the gang's three members."""
        return frozenset(person.id for person in self.people.values() if person.habit != STEADY)

    @property
    def leader(self) -> Person:
        """The member of the gang whom the others help to win."""
        return next(person for person in self.people.values() if person.habit == LEADING)

    async def _join_and_pause(self, state: TournamentState) -> None:
        """Let the gang join an arena when all others are busy, and pause as soon as one of them is free."""
        busy = {state.users[int(who)] for drawn, table in state.open_tables() for who in drawn.seats(table)}
        there = {state.users[member.number]: member for member in state.having(IN)}
        others = [user for user, member in there.items() if user not in self.gang and user not in busy and not member.pauses]
        for user in self.gang & set(there):
            if user not in busy and there[user].pauses != bool(others):
                try:
                    await self.events.arenas.join_or_pause(state.row.id, user, now=self.now, pauses=bool(others))
                except Refusal as refused:
                    if refused.code not in ("rests", "entry-closed", "event-not-running"):
                        raise

    async def _challenge(self, state: TournamentState) -> None:
        """Challenge as far up as possible for all who are free and wait for no other; the gang first, for its leader."""
        if self.now - self._begun > LADDER_LASTS:
            await super()._challenge(state)
            return
        people = sorted(
            self.random.sample(list(self.people.values()), len(self.people)), key=lambda person: person.id not in self.gang
        )
        for person in people:
            state = await self.events.queries.state(self._event_id)
            member = state.member(person.id)
            if member is None or any(member.number == entrant for entrant, _ in state.queue):
                continue
            above = state.within_reach(member.id)
            led = [other for other in above if person.habit == SERVING and state.user(other) == self.leader.id]
            if led or (above and self.random.random() < CHALLENGES):
                await self._call(state, person.id, int((led or above[-1:])[0]))

    async def _plays_now(self, state: TournamentState, match: EventMatch, person: Person) -> bool:
        """Return whether a person plays in this tick.

        A gang that loses slowly uses all its time in games among itself.
        """
        seat = next(seat for seat in match.seats if seat.user_id == person.id)
        if (
            self.loses == SLOWLY
            and self._friends(match.seats, person)
            and seat.waiting_since is not None
            and person.id in self.gang
        ):
            return await self._is_last_moment(state, match, seat.seat, self.now - seat.waiting_since, is_first=not seat.has_acted)
        return await super()._plays_now(state, match, person)

    async def _resigns(self, match: EventMatch, person: Person) -> bool:
        """Return whether a member of the gang resigns now, when half of the game is played."""
        return self.loses == GIVING_UP and self._serves(match.seats, person) and await self.events.tables.was_played(match)

    def _texts(self, live: MatchSession, seat: SeatRow) -> list[str]:
        person = self.people[seat.user_id or UserId(0)]
        if person.id not in self.gang or not self._friends(live.seats, person):
            return super()._texts(live, seat)
        turns = [super(GangSeason, self)._texts(live, seat) for _ in range(SEARCHED)]
        worth = {at: _lead_after(live, seat, texts) for at, texts in enumerate(turns)}
        return turns[(min if self._serves(live.seats, person) else max)(worth, key=lambda index: worth[index])]

    def _friends(self, seats: Sequence[SeatRow | EventSeat], person: Person) -> list[Person]:
        """Return the other members of the gang in a game, including team mates of the leader."""
        others = [self.people[seat.user_id] for seat in seats if seat.user_id in self.people and seat.user_id != person.id]
        return [other for other in others if other.id in self.gang or self._team(other) == self._team(self.leader)]

    def _serves(self, seats: Sequence[SeatRow | EventSeat], person: Person) -> bool:
        """Return whether a person loses this game on purpose: to the leader's team, else to a member who entered before."""
        friends = self._friends(seats, person)
        leads = any(self._team(friend) == self._team(self.leader) for friend in friends)
        return person.habit == SERVING and (leads or any(friend.id < person.id for friend in friends))

    def _team(self, person: Person) -> int:
        """Return the number of a person's team; without teams a number of their own."""
        boards = self._settings.plan[0].boards
        return (person.id - FIRST_PERSON) // (boards + 1) if boards else person.id


def _lead_after(live: MatchSession, seat: SeatRow, texts: Sequence[str]) -> int:
    """Return the lead of a seat over the sum of the others' points after a turn."""
    game, state = live.game, live.game.clone(live.state)
    for text in texts:
        game.advance(state, seat.seat, game.read(text), lambda _: None)
    scores = game.scores(state)
    return 2 * scores[seat.seat] - sum(scores)


def plan_of(kind: str, game: str, options: Mapping[str, str]) -> SeasonPlan:
    """Return the event parameters of a kind: nine people, or four teams of three."""
    preset, stages = KINDS[kind]
    settings = replace(preset_settings(preset, game), stages=stages, options=dict(options))
    return SeasonPlan(settings, 12 if settings.plan[0].boards else 9, {})


def shares(season: GangSeason, story: SeasonStory) -> tuple[float, float | None]:
    """Return the gang's share of the title minus its share of the field, and its leader's lead in points.

    The lead is over the best honest player; None if this kind of event has no points, or the leader has none.
    """
    state = season.last
    assert state is not None
    users = {line["id"]: state.users[line["id"]] for line in story.standings}
    champions = [user for user in state.champions if user in season.people]
    ours = mean([user in season.gang for user in champions]) if champions else 0.0
    field = len(season.gang) / len(users)
    points = {users[line["id"]]: line["points"] for line in story.standings if "points" in line}
    leader = season.leader.id
    honest = [value for user, value in points.items() if user not in season.gang]
    return ours - field, points[leader] - max(honest) if honest and leader in points else None


def of_kind(
    kind: str,
    seeds: Sequence[int],
    *,
    game: str = "carcassonne",
    options: Mapping[str, str] | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    players: Mapping[str, Player] = FORMER,
) -> Iterator[Gain]:
    """Simulate one event of a kind for each seed, and yield the gains of gangs.

    Raises `AssertionError` if a law is broken.
    """
    titles, leads = [], []
    for seed in seeds:
        plan = plan_of(kind, game, {"tiles": "twelve"} if options is None else options)
        world = World(seed, games, players, is_calm=True)
        season = GangSeason(plan, seed, world)
        story = lived_through(season, seed)
        must_have_held(kind, seed, story)
        title, lead = shares(season, story)
        titles.append(title)
        leads += [] if lead is None else [lead]
    yield gain(kind, "part of the titles beyond its part of the field", titles)
    if kind in POINTED:
        yield gain(kind, "points of the leader beyond the best honest player's", leads)


def of_ratings(seeds: Sequence[int], games: int, people: int = 12) -> Gain:
    """Return the rating lead of a gang's leader over the best honest player, after `games` games each."""
    ahead = []
    for seed in seeds:
        random, season = Random(seed), []
        for _ in range(games * people // 2):
            season.append(RatedGame("duel", tuple(random.sample(range(1, people + 1), 2)), (1, 2)))
        season += [RatedGame("duel", (101, 102 + number % 2), (1, 2)) for number in range(games)]
        known = ratings(season)["duel"]
        ahead.append(known[101].value - max(known.get(honest, START).value for honest in range(1, people + 1)))
    return gain(RATINGS, f"the leader beyond the best honest player after {games} games", ahead)


def of_ladders(seeds: Sequence[int], help_: str) -> Gain:
    """Return how much more often a gang's member ends a ladder at the top than the gang's share of the field.

    The ladders are those of `ladder_model`, without games.
    """
    parts = [ladder_model.lived(seed, help_).is_won_by_gang - ladder_model.GANG / ladder_model.PEOPLE for seed in seeds]
    return gain(LADDERS, f"part of the tops beyond its part of the field, helping {help_}", parts)


def must_have_held(kind: str, seed: int, story: SeasonStory) -> None:
    """Raise `AssertionError` if an event broke a law or did not end."""
    assert story.finished and not story.wrong, (kind, seed, story.wrong)


def gain(kind: str, what: str, values: Sequence[float]) -> Gain:
    """Return the mean of the values with its interval."""
    spread = CERTAIN * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return Gain(kind, what, mean(values), spread, len(values))


def report(seeds: Sequence[int], say: Callable[[str], None], kinds: Sequence[str] = (*KINDS, RATINGS, LADDERS)) -> bool:
    """Pass a line on each gain in these kinds to `say`; return whether no gang gains."""
    gains = 0
    for kind in kinds:
        if kind == LADDERS:
            its: Iterable[Gain] = [of_ladders(range(3 * len(seeds)), help_) for help_ in ladder_model.HELPS]
        elif kind == RATINGS:
            its = [of_ratings(seeds, games) for games in (5, 10, 20, 40)]
        else:
            its = of_kind(kind, seeds)
        for each_gain in its:
            say(f"{'WRONG: ' if each_gain.is_gain else ''}{each_gain}")
            gains += each_gain.is_gain
    return not gains
