"""The state of an event, folded from its log (`service.tournaments.event_sourcing`), and the values derived from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from service.errors import Refusal
from service.interests import Interest, interest
from service.tournaments import tournament_settings as wanted
from service.tournaments.appointment import AgreedTimes, Appointment
from service.tournaments.contested_rulings import LIVE_WITHIN, WITHIN, Contested
from service.tournaments.tournament_settings import TournamentSettings
from storage.rows import UserId
from storage.tournament_rows import DUEL, OPEN, RUNNING, EventRow
from tournament import progression as courses
from tournament import stages, teams
from tournament.duels import DuelGame
from tournament.history import DrawnRound, TournamentHistory
from tournament.kinds import KINDS, ladder
from tournament.results import Entrant, EntrantId, Result
from tournament.stages import KNOCK_OUT, SWISS, Stage

IN, WAITING, LEFT, OUT = "in", "waiting", "left", "out"
"""What an entrant is: in it, on the waiting list, gone before the start, out of it after the start."""

DISQUALIFY = "disqualify"
"""Why somebody is out of the event, by ruling."""
MORE_TIME, PAUSE, RESUME, TAKE_BACK = "more-time", "pause", "resume", "take-back"
"""What a referee does to the game of a pairing."""
REFEREE = "referee"
"""Why clocks stand, or who gave time, where a referee has ruled so."""
NOBODY = UserId(-1)
"""The host of an event, or of a game of it, that has none."""

Place = tuple[int, int]
"""Round and table."""


@dataclass(frozen=True, slots=True)
class Participant:
    """An entrant of an event, with their status."""

    number: int
    status: str
    checked_in: bool = False
    rating: float | None = None
    from_round: int = 1
    withdrawn_after: int | None = None
    no_shows: int = 0
    skips: int = 0
    team: str = ""
    """Whom they play for, where teams meet."""
    asks: bool = False
    """Whether the captain of that team has yet to let them in."""
    seed: int | None = None
    """Their place in the seeding, where an organiser has chosen it."""
    pauses: bool = False
    """Whether they are not paired in an arena now."""
    rests_until: datetime | None = None
    """Before this moment they can't join an arena again."""
    met_at: datetime | None = None
    """On a ladder: when their last match ended."""
    joined_at: datetime | None = None
    """In an arena that runs: when they came or came back last."""
    free_since: datetime | None = None
    """In an arena: when they came, came back, or ended their last game."""

    @property
    def id(self) -> EntrantId:
        """Id of the entrant in the package `tournament`."""
        return EntrantId(str(self.number))

    @property
    def entrant(self) -> Entrant:
        """The entrant as the package `tournament` knows them."""
        return Entrant(self.id, self.rating, None, self.from_round, self.withdrawn_after, self.seed)


@dataclass(frozen=True)
class TournamentState:
    """The immutable state of one event: each row of the log gives a new one."""

    row: EventRow
    users: Mapping[int, UserId] = field(default_factory=dict)
    """Who stands behind each number."""
    members: Mapping[int, Participant] = field(default_factory=dict)
    stages: str = ""
    places: tuple[tuple[EntrantId, ...], ...] = ()
    rounds: tuple[DrawnRound, ...] = ()
    """Those that are published."""
    matches: tuple[DrawnRound, ...] = ()
    """Where teams meet: their rounds, whose boards `rounds` are; teams are numbered below 0."""
    lineups: Mapping[EntrantId, tuple[int, ...]] = field(default_factory=dict)
    """The last line-up that each team has handed in, the first board first."""
    preview: DrawnRound | None = None
    """The next round, drawn and not yet published."""
    since: datetime | None = None
    """When the last round was published, or the next one drawn, whichever came last."""
    published: Mapping[int, datetime] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    games: Mapping[Place, tuple[DuelGame, ...]] = field(default_factory=dict)
    results: Mapping[Place, Result] = field(default_factory=dict)
    rated: frozenset[Place] = frozenset()
    """Tables whose result comes from elsewhere and counts for ratings."""
    open_ended: frozenset[Place] = frozenset()
    """Tables whose result only stands until their game has ended."""
    settled: frozenset[int] = frozenset()
    """Matches whose end is in the log."""
    void: frozenset[int] = frozenset()
    """Those of them that count for nothing."""
    ready: frozenset[tuple[int, int]] = frozenset()
    """Round and entrant: who has said that they are there."""
    begun: frozenset[int] = frozenset()
    """Rounds whose games begin by now, no matter who is there."""
    steps: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Round and entrant: how late they are."""
    skipped: frozenset[tuple[int, EntrantId]] = frozenset()
    final: tuple[EntrantId, ...] = ()
    """The final places, the best first."""
    extra: Mapping[Place, timedelta] = field(default_factory=dict)
    """How much later the first turn of a pairing may come, by ruling."""
    paused: Mapping[Place, datetime] = field(default_factory=dict)
    """Until when a pairing rests by ruling."""
    decided: frozenset[UserId] = frozenset()
    """Who has ruled or seeded here, and so would have decided about their own opponents."""
    deputies: tuple[int, ...] = ()
    """Who else organises, in the order of being named."""
    is_closed: bool = False
    """Whether the event's channel takes no messages any more."""
    called: frozenset[Place] = frozenset()
    """Tables whose players have their letter about the round."""
    messages: tuple[datetime, ...] = ()
    """When organisers wrote to everybody."""
    called_off: str = ""
    """Why a duel was not begun: `declined`, `withdrawn`, `lapsed`."""
    hours: AgreedTimes = field(default_factory=AgreedTimes)
    """What the two of each pairing propose and agree on."""
    held: Mapping[int, int | None] = field(default_factory=dict)
    """For whom a place is held, as they were in the season before or are invited: their places in the seeding, by number."""
    held_until: datetime | None = None
    queue: tuple[tuple[int, int], ...] = ()
    """Challenges of a ladder that wait until both are free: who challenges whom, the longest waiting first."""
    contested: Contested = field(default_factory=dict)
    """Rulings that those concerned can appeal against."""
    stuck: str = ""
    """Why what comes next could not be worked out; organisers are told, and can end the event as it stands."""

    @property
    def is_duel(self) -> bool:
        """Whether the event is a duel of two users rather than a tournament."""
        return self.row.kind == DUEL

    @cached_property
    def settings(self) -> TournamentSettings:
        """Settings of the organiser."""
        return wanted.load(self.row.settings)

    @cached_property
    def numbers(self) -> Mapping[UserId, int]:
        """The entrant number of each user."""
        return {user: number for number, user in self.users.items()}

    def member(self, user_id: UserId) -> Participant | None:
        """Return the present or former entrant of a user; None without one."""
        number = self.numbers.get(user_id)
        return None if number is None else self.members.get(number)

    @property
    def stands(self) -> str:
        """A short form of the status, the rounds and the closed rounds, by which a button shows what its user saw."""
        return f"{self.row.status}.{len(self.rounds)}.{len(self.closed)}"

    def must_stand(self, saw: str) -> None:
        """Refuse `event-changed` if the event no longer has the state `saw`; an empty `saw` is not checked."""
        if saw and saw != self.stands:
            raise Refusal("event-changed", event=self.row.id)

    def must_run(self) -> None:
        """Refuse `event-not-running`."""
        if self.row.status != RUNNING:
            raise Refusal("event-not-running")

    def must_have(self, user_id: UserId, *statuses: str) -> Participant:
        """Return the entrant of a user; refuse `not-entered` if there is none in these statuses."""
        member = self.member(user_id)
        if member is None or (statuses and member.status not in statuses):
            raise Refusal("not-entered")
        return member

    def plays(self, user_id: UserId) -> bool:
        """Return whether a user is an entrant now."""
        member = self.member(user_id)
        return member is not None and member.status == IN

    @cached_property
    def interested(self) -> Mapping[UserId, frozenset[Interest]]:
        """Users with a stake: all who have ever entered, whatever their status now, and all who have ruled."""
        entered = {self.users[number]: frozenset({Interest.ENTERED}) for number in self.members}
        ruled = {user: entered.get(user, frozenset()) | {Interest.RULED} for user in self.decided}
        return {**entered, **ruled}

    def has_stake(self, user_id: UserId) -> bool:
        """Return whether a user has ever entered, so that they may not rule."""
        return Interest.ENTERED in interest(user_id, self)

    @property
    def officials(self) -> tuple[UserId, ...]:
        """The ids of the opener and the deputies; users who deleted their data (ids below 0) are left out."""
        every = (self.row.host_id, *(self.users[number] for number in self.deputies))
        return tuple(dict.fromkeys(user for user in every if user > 0))

    @property
    def champion(self) -> tuple[EntrantId, ...]:
        """The winners: the first of the final places, or of a ladder with games; empty if there is none."""
        if self.waits and self.results and not self.settings.is_arena:
            return courses.ranking(self.course)[:1]
        return self.final[:1]

    @property
    def champions(self) -> tuple[UserId, ...]:
        """The users who are champion: for a team all of its members."""
        return tuple(
            self.users[number]
            for who in self.champion
            for number in ([member.number for member in self.team(who, IN, OUT)] if who in self.teams else [int(who)])
        )

    def kept_free(self, now: datetime) -> int:
        """Return how many places are reserved for users who have not entered yet."""
        if self.held_until is None or now >= self.held_until:
            return 0
        there = {member.number for member in self.having(IN, WAITING)}
        return sum(number not in there and self.users[number] > 0 for number in self.held)

    def user(self, who: EntrantId) -> UserId:
        """Return the user of an entrant."""
        return self.users[int(who)]

    def having(self, *statuses: str) -> tuple[Participant, ...]:
        """Return the entrants with these statuses, in the order of entering."""
        return tuple(member for member in self.members.values() if member.status in statuses)

    @cached_property
    def boards(self) -> int:
        """Number of boards in a match between teams; 0 in an event without teams."""
        return self.settings.plan[0].boards

    @cached_property
    def teams(self) -> Mapping[EntrantId, str]:
        """Names of the teams by their numbers -1, -2 ..., in the order in which they were founded."""
        names = dict.fromkeys(member.team for member in self.members.values() if member.team)
        return {EntrantId(str(-number)): name for number, name in enumerate(names, 1)}

    @cached_property
    def team_of(self) -> Mapping[EntrantId, EntrantId]:
        """The team of each entrant who has one."""
        numbers = {name: number for number, name in self.teams.items()}
        return {member.id: numbers[member.team] for member in self.members.values() if member.team}

    def team(self, who: EntrantId, *statuses: str) -> tuple[Participant, ...]:
        """Return the members of a team with these statuses, in the order of entering; the first active one is captain.

        Users whom the captain has not accepted are left out.
        """
        return tuple(member for member in self.having(*statuses) if self.team_of.get(member.id) == who and not member.asks)

    def lineup(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Return a team's players by board: those of its last line-up, then the others in the order of entering."""
        there = {member.number: member.id for member in self.team(who, IN)}
        order = [number for number in self.lineups.get(who, ()) if number in there]
        return tuple(there[number] for number in dict.fromkeys((*order, *there)))[: self.boards]

    def has_open_rosters(self, now: datetime) -> bool:
        """Return whether captains can still accept and remove members."""
        locks_at = self.settings.rosters_lock_at
        is_before = self.row.status == OPEN or (self.row.status == RUNNING and locks_at is not None)
        return self.boards > 0 and is_before and (locks_at is None or now < locks_at)

    def is_out(self, who: EntrantId) -> bool:
        """Return whether an entrant is out of the event; a team is out when all its members are."""
        if who in self.teams:
            return not self.team(who, IN)
        return self.members[int(who)].status == OUT

    def _sides(self) -> tuple[Entrant, ...]:
        """Return the teams as entrants of the package `tournament`, rated by their members' average and seeded by the best."""
        entrants: list[Entrant] = []
        for team in self.teams:
            members = self.team(team, IN, OUT)
            rated = [member.rating for member in members if member.rating is not None]
            gone = [member.withdrawn_after or 0 for member in members if member.status == OUT]
            last = max(gone, default=0) if len(gone) == len(members) else None
            seed = min((member.seed for member in members if member.seed is not None), default=None)
            entrants += [Entrant(team, sum(rated) / len(rated) if rated else None, None, 1, last, seed)] if members else []
        return tuple(entrants)

    def _team_results(self, fitted: Sequence[Stage]) -> Mapping[Place, Result]:
        """Return the results of the matches between teams, from the results of their boards."""
        of_matches: dict[Place, Result] = {}
        for drawn, played in zip(self.matches, self.rounds, strict=True):
            decides = fitted[drawn.stage].kind == KNOCK_OUT
            of_matches |= teams.results(drawn, played, self.results, self.team_of, decides=decides)
        return of_matches

    @cached_property
    def course(self) -> TournamentHistory:
        """The event's course for the package `tournament`; empty of entrants before the start, with teams in team events."""
        taking_part = [member.entrant for member in self.members.values() if member.status in (IN, OUT)]
        fitted = stages.read(self.stages) if self.stages else ()
        kind = self.settings.kind
        order, breaks, seed = kind.order, kind.tie_breaks, self.row.seed
        if self.boards:
            matches = self.places, self.matches, self._team_results(fitted)
            return TournamentHistory(fitted, order, breaks, seed, self._sides(), *matches, provisional=self._open_matches())
        known = self.places, self.rounds, self.results, self.skipped, self.open_ended
        return TournamentHistory(fitted, order, breaks, seed, tuple(taking_part), *known)

    def _open_matches(self) -> frozenset[Place]:
        """Return the matches between teams in which a board is still being played."""
        boards = (
            (drawn, table) for drawn in self.rounds for table, _ in drawn.tables() if (drawn.number, table) in self.open_ended
        )
        teams_ = ((drawn.number, self.team_of[drawn.pairing(table).first]) for drawn, table in boards)
        tables = ((number, self.matches[number - 1].table_of(team)) for number, team in teams_)
        return frozenset((number, table) for number, table in tables if table is not None)

    @property
    def round(self) -> DrawnRound | None:
        """The round that was published last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def late_round(self) -> int | None:
        """Return the first round of a late entrant to a running Swiss, ladder or arena; None if entry is closed."""
        if self.row.status != RUNNING or len(self.places) != 1 or self.boards:
            return None
        first, coming = self.course.stages[0], len(self.rounds) + (1 if self.preview is None else 2)
        if KINDS[first.kind].draw is None:
            return 1  # at the bottom, at any time
        return coming if first.kind == SWISS and coming <= min(wanted.LATE_ENTRY, first.size) else None

    def may_skip(self, member: Participant) -> str | None:
        """Return why an entrant cannot skip the next round: `kind`, `last` or `most`; None if they can."""
        if self.row.status != RUNNING or not self.places or self.boards:
            return "kind"
        stage, played = self.course.stages[len(self.places) - 1], len(self.course.drawn_in(len(self.places) - 1))
        if stage.kind != SWISS or played >= stage.size:
            return "kind"
        if played + 1 == stage.size:
            return "last"
        return "most" if member.skips >= wanted.SKIPS else None

    @property
    def waits(self) -> bool:
        """Whether no round is due: a ladder waits for challenges, or an arena pairs entrants as they become free."""
        return (
            self.row.status == RUNNING and bool(self.places) and KINDS[self.course.stages[len(self.places) - 1].kind].draw is None
        )

    @cached_property
    def arena_ends(self) -> datetime | None:
        """Time when a begun arena stops pairing."""
        if not self.settings.is_arena or self.row.started_at is None:
            return None
        return self.row.started_at + timedelta(hours=stages.read(self.stages)[0].size)

    def within_reach(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Return the entrants whom an entrant of a ladder can challenge, including those who aren't free now."""
        return ladder.challengeable(self.course, who) if self.waits and not self.settings.is_arena else ()

    def sits_at(self, who: EntrantId) -> tuple[DrawnRound, int] | None:
        """Return the round and table of an entrant: an open one if there is one, else the last; None without any."""
        if (open_ := self._open_seats.get(who)) is not None:
            return open_
        table_ = None if self.round is None else self.round.table_of(who)
        return None if self.round is None or table_ is None else (self.round, table_)

    @cached_property
    def shown(self) -> TournamentState:
        """The state that may be shown: results of a round with a shared bag are hidden until its last game ends."""
        if not self.settings.kind.duplicate or self.row.ended_at is not None:
            return self
        results = {place: result for place, result in self.results.items() if place[0] in self.closed}
        return replace(self, results=results, games={place: games for place, games in self.games.items() if place in results})

    def awaits(self, drawn: DrawnRound, table: int) -> bool:
        """Return whether a game waits for both players to confirm presence before it begins."""
        pairing, settings, place = drawn.pairing(table), self.settings, (drawn.number, table)
        if not settings.asks_who_is_here or pairing.is_table or place in self.hours.kept:
            return False
        if place in self.hours.agreed or settings.by_appointment:
            return True
        return drawn.number not in self.begun and any((drawn.number, int(who)) not in self.ready for who in pairing.seats)

    def appointment(self, who: EntrantId) -> tuple[Place, Appointment] | None:
        """Return an entrant's next appointment with its round and table; None without one."""
        own = [(place, appointment) for place, appointment in self.hours.agreed.items() if int(who) in appointment.between]
        return min(own, key=lambda found: found[1].at, default=None)

    @cached_property
    def open_by_place(self) -> Mapping[Place, DrawnRound]:
        """The open tables, whose games may still change the result, each with its round."""
        return {
            (drawn.number, table): drawn
            for drawn in self.rounds
            for table, _ in drawn.tables()
            if (drawn.number, table) not in self.results or (drawn.number, table) in self.open_ended
        }

    def with_caches_of(self, before: TournamentState) -> TournamentState:
        """Return this state with the cached values of `before` whose source fields have not changed."""
        for name, sources in _WORKED_OUT_FROM.items():
            if name in before.__dict__ and all(getattr(self, field_) is getattr(before, field_) for field_ in sources):
                self.__dict__.setdefault(name, before.__dict__[name])
        if self.row.settings is before.row.settings and "settings" in before.__dict__:
            self.__dict__["settings"] = before.__dict__["settings"]
        return self

    def appeals_within(self, place: Place | None) -> timedelta:
        """Return how long a ruling on a pairing can be appealed."""
        is_short = place is not None and self.settings.is_live and self.course.stages[self.rounds[place[0] - 1].stage].knocks_out
        return LIVE_WITHIN if is_short else WITHIN

    def contested_until(self) -> datetime | None:
        """Return until when the next round waits for possible appeals; None if it doesn't."""
        if self.round is None:
            return None
        knocks_out, number = self.course.stages[self.round.stage].knocks_out, self.round.number
        its = [value for value in self.contested.values() if value.place is not None and value.place[0] == number]
        moments = [
            contestable_ruling.lasts(self.appeals_within(contestable_ruling.place), knocks_out=knocks_out)
            for contestable_ruling in its
        ]
        return max((moment for moment in moments if moment is not None), default=None)

    def open_tables(self) -> tuple[tuple[DrawnRound, int], ...]:
        """Return the round and the table number of each open table."""
        return tuple((drawn, table) for (_, table), drawn in self.open_by_place.items())

    @cached_property
    def _open_seats(self) -> Mapping[EntrantId, tuple[DrawnRound, int]]:
        """The round and table of the last open table at which each entrant sits."""
        return {who: (drawn, table) for drawn, table in self.open_tables() for who in drawn.seats(table)}


_WORKED_OUT_FROM: Mapping[str, tuple[str, ...]] = {
    "numbers": ("users",),
    "teams": ("members",),
    "team_of": ("members",),
    "interested": ("members", "users", "decided"),
    "open_by_place": ("rounds", "results", "open_ended"),
    "_open_seats": ("rounds", "results", "open_ended"),
}
"""Cached properties of `TournamentState`, and the fields that each depends on."""
