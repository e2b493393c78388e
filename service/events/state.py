"""An event as its log tells it: one function that applies a row, and the state that all rows together give.

Kinds of rows and their payloads (entrants are numbers, rounds and tables ints):

* `open` {}; `enter` {entrant, waiting}; `leave`, `check-in`, `move-up` {entrant}; `settings` {keys}; `seed` {entrant, place}
* `start` {stages, entrants: {number: rating}}; `stage` {places}
* `draw` {round, couples (or all at a table of three to five), best_of, broken}; `redraw` {}; `publish` {round}
* `ready` {round, entrant}; `begins` {round}; `late` {round, entrant, step}; `no-show` {round, entrant}
* `game` {round, table, match, score, how, winner, gone}; `void` {round, table, match}
* `result` {round, table, how, winner, score, games, gone, open}; `close` {round}
* `channel-closed` {why, channel}; `channel` {channel}; `message` {number}
* `substitute` {round, table, out, into}; `referee` {what, round, table, length_s}: more time, a pause, a turn taken back
* `replay` {round, table, matches}; `appeal` {ruling, entrant}; `appealed` {ruling, upheld}
* `reinstate` {entrant}: somebody who was put out is in again; `deputy` {entrant, on}; `host-left`, `organiser` {}
* where teams meet: `enter` {team}, `lineup` {team, entrants}, `publish` {boards}, and the couples of `draw` are teams (below 0)
* `challenge` {entrant, other}: the round that it makes is drawn and published at once
* `skip` {entrant, round}; `withdraw` {entrant, why}; `finish` {places}; `reopen`, `cancel` {}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from service.events import settings as wanted
from service.events.settings import Settings
from storage.event_records import RUNNING, EntrantRow, EventEntry, EventRow
from storage.records import UserId
from tournament import stages, teams
from tournament.drawn import Couple, Course, Drawn
from tournament.duels import Game
from tournament.kinds import KINDS, ladder
from tournament.records import Broken, Entrant, EntrantId, Result
from tournament.stages import KNOCK_OUT, SWISS, Stage

IN, WAITING, LEFT, OUT = "in", "waiting", "left", "out"
"""What an entrant is: in it, on the waiting list, gone before the start, out of it after the start."""

MORE_TIME, PAUSE, RESUME, TAKE_BACK = "more-time", "pause", "resume", "take-back"
"""What a referee does to the game of a pairing."""
NOBODY = UserId(-1)
"""The host of an event, or of a game of it, that has none."""

Place = tuple[int, int]
"""Round and table."""


@dataclass(frozen=True, slots=True)
class Member:
    """An entrant as people see him."""

    number: int
    status: str
    checked_in: bool = False
    rating: float | None = None
    from_round: int = 1
    withdrawn_after: int | None = None
    no_shows: int = 0
    skips: int = 0
    team: str = ""
    """Whom he plays for, where teams meet."""
    seed: int | None = None
    """His place in the seeding, where an organiser has chosen it."""

    @property
    def id(self) -> EntrantId:
        """What the arithmetic calls him."""
        return EntrantId(str(self.number))

    @property
    def entrant(self) -> Entrant:
        """Him as the arithmetic knows him."""
        return Entrant(self.id, self.rating, None, self.from_round, self.withdrawn_after, self.seed)


@dataclass(frozen=True)
class State:
    """One event as it stands. Never changed: every row makes another one."""

    row: EventRow
    users: Mapping[int, UserId] = field(default_factory=dict)
    """Who stands behind each number."""
    members: Mapping[int, Member] = field(default_factory=dict)
    stages: str = ""
    places: tuple[tuple[EntrantId, ...], ...] = ()
    rounds: tuple[Drawn, ...] = ()
    """Those that are published."""
    matches: tuple[Drawn, ...] = ()
    """Where teams meet: their rounds, whose boards `rounds` are; teams are numbered below 0."""
    lineups: Mapping[EntrantId, tuple[int, ...]] = field(default_factory=dict)
    """The last line-up that each team has handed in, the first board first."""
    preview: Drawn | None = None
    """The next round, drawn and not yet published."""
    since: datetime | None = None
    """When the last round was published, or the next one drawn, whichever came last."""
    published: Mapping[int, datetime] = field(default_factory=dict)
    closed: frozenset[int] = frozenset()
    games: Mapping[Place, tuple[Game, ...]] = field(default_factory=dict)
    results: Mapping[Place, Result] = field(default_factory=dict)
    open_ended: frozenset[Place] = frozenset()
    """Tables whose result only stands until their game has ended."""
    settled: frozenset[int] = frozenset()
    """Matches whose end is in the log."""
    void: frozenset[int] = frozenset()
    """Those of them that count for nothing."""
    ready: frozenset[tuple[int, int]] = frozenset()
    """Round and entrant: who has said that he is there."""
    begun: frozenset[int] = frozenset()
    """Rounds whose games begin by now, whoever is there."""
    steps: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Round and entrant: how late he is."""
    skipped: frozenset[tuple[int, EntrantId]] = frozenset()
    final: tuple[EntrantId, ...] = ()
    """The final places, the best first."""
    extra: Mapping[Place, timedelta] = field(default_factory=dict)
    """How much later the first turn of a pairing may come, by ruling."""
    paused: Mapping[Place, datetime] = field(default_factory=dict)
    """Until when a pairing rests by ruling."""
    deputies: tuple[int, ...] = ()
    """Who else organises, in the order of being named."""
    is_closed: bool = False
    """Whether the event's channel takes no messages any more."""

    @cached_property
    def settings(self) -> Settings:
        """What the organiser decided."""
        return wanted.load(self.row.settings)

    @cached_property
    def numbers(self) -> Mapping[UserId, int]:
        """The number of each person."""
        return {user: number for number, user in self.users.items()}

    def member(self, user_id: UserId) -> Member | None:
        """The entrant that a person is, or was."""
        number = self.numbers.get(user_id)
        return None if number is None else self.members.get(number)

    def plays(self, user_id: UserId) -> bool:
        """Whether a person is in it."""
        member = self.member(user_id)
        return member is not None and member.status == IN

    @property
    def officials(self) -> tuple[UserId, ...]:
        """Who organises: whoever opened it, and the deputies; nobody stands behind a number below 0."""
        every = (self.row.host_id, *(self.users[number] for number in self.deputies))
        return tuple(dict.fromkeys(user for user in every if user > 0))

    def user(self, who: EntrantId) -> UserId:
        """The person behind an entrant."""
        return self.users[int(who)]

    def having(self, *statuses: str) -> tuple[Member, ...]:
        """Entrants in these states, in the order of entering."""
        return tuple(member for member in self.members.values() if member.status in statuses)

    @cached_property
    def boards(self) -> int:
        """Boards of a match between teams; 0 where people play for themselves."""
        return self.settings.plan[0].boards

    @cached_property
    def teams(self) -> Mapping[EntrantId, str]:
        """Every team by its number, -1, -2 ..., in the order in which they were founded."""
        names = dict.fromkeys(member.team for member in self.members.values() if member.team)
        return {EntrantId(str(-number)): name for number, name in enumerate(names, 1)}

    @cached_property
    def team_of(self) -> Mapping[EntrantId, EntrantId]:
        """The team of each entrant who has one."""
        numbers = {name: number for number, name in self.teams.items()}
        return {member.id: numbers[member.team] for member in self.members.values() if member.team}

    def team(self, who: EntrantId, *statuses: str) -> tuple[Member, ...]:
        """The members of a team in these states, in the order of entering; the first of those who are in is its captain."""
        return tuple(member for member in self.having(*statuses) if self.team_of.get(member.id) == who)

    def lineup(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Who plays for a team, the first board first: by its last line-up, then whoever entered before the others."""
        there = {member.number: member.id for member in self.team(who, IN)}
        order = [number for number in self.lineups.get(who, ()) if number in there]
        return tuple(there[number] for number in dict.fromkeys((*order, *there)))[: self.boards]

    def is_out(self, who: EntrantId) -> bool:
        """Whether an entrant is out; a team is where all its members are."""
        if who in self.teams:
            return not self.team(who, IN)
        return self.members[int(who)].status == OUT

    def _sides(self) -> tuple[Entrant, ...]:
        """The teams as the arithmetic knows them: as strong as their members are on the average."""
        found: list[Entrant] = []
        for team in self.teams:
            members = self.team(team, IN, OUT)
            rated = [member.rating for member in members if member.rating is not None]
            gone = [member.withdrawn_after or 0 for member in members if member.status == OUT]
            last = max(gone, default=0) if len(gone) == len(members) else None
            found += [Entrant(team, sum(rated) / len(rated) if rated else None, None, 1, last)] if members else []
        return tuple(found)

    def _of_matches(self, fitted: Sequence[Stage]) -> Mapping[Place, Result]:
        """What came of the matches between teams, in the order of rounds."""
        found: dict[Place, Result] = {}
        for drawn, played in zip(self.matches, self.rounds, strict=True):
            decides = fitted[drawn.stage].kind == KNOCK_OUT
            found |= teams.results(drawn, played, self.results, self.team_of, decides=decides)
        return found

    @cached_property
    def course(self) -> Course:
        """What the arithmetic knows; before the start that nobody takes part. Where teams meet it knows nothing but them."""
        taking_part = [member.entrant for member in self.members.values() if member.status in (IN, OUT)]
        fitted = stages.read(self.stages) if self.stages else ()
        kind = self.settings.kind
        order, breaks, seed = kind.order, kind.tie_breaks, self.row.seed
        if self.boards:
            return Course(fitted, order, breaks, seed, self._sides(), self.places, self.matches, self._of_matches(fitted))
        return Course(fitted, order, breaks, seed, tuple(taking_part), self.places, self.rounds, self.results, self.skipped)

    @property
    def round(self) -> Drawn | None:
        """The round that was published last."""
        return self.rounds[-1] if self.rounds else None

    def late_round(self) -> int | None:
        """The first round of who still comes into a Swiss or a ladder that runs; None where that is over."""
        if self.row.status != RUNNING or self.preview is not None or len(self.places) != 1 or self.boards:
            return None
        first, coming = self.course.stages[0], len(self.rounds) + 1
        if KINDS[first.kind].draw is None:
            return 1  # at the bottom, at any time
        return coming if first.kind == SWISS and coming <= min(wanted.LATE_ENTRY, first.size) else None

    def may_skip(self, member: Member) -> str | None:
        """Why somebody cannot skip the next round: `kind`, `last`, `most`; None where he can."""
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
        """Whether entrants challenge each other now, as in a ladder."""
        return (
            self.row.status == RUNNING and bool(self.places) and KINDS[self.course.stages[len(self.places) - 1].kind].draw is None
        )

    def within_reach(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Whom an entrant of a ladder can challenge now."""
        return ladder.within_reach(self.course, who) if self.waits else ()

    def sits_at(self, who: EntrantId) -> tuple[Drawn, int] | None:
        """The round and table that somebody plays at: one that is open before all others, else of the last round."""
        for drawn, table in reversed(self.open_tables()):
            if drawn.table_of(who) == table:
                return drawn, table
        table_ = None if self.round is None else self.round.table_of(who)
        return None if self.round is None or table_ is None else (self.round, table_)

    @cached_property
    def shown(self) -> State:
        """The event as people may see it: of a round with the same bag at all tables nothing before its last table has ended."""
        if not self.settings.kind.duplicate or self.row.ended_at is not None:
            return self
        results = {place: result for place, result in self.results.items() if place[0] in self.closed}
        return replace(self, results=results, games={place: games for place, games in self.games.items() if place in results})

    def awaits(self, drawn: Drawn, table: int) -> bool:
        """Whether a game begins only when both have said that they are there: where everybody is present, for some minutes."""
        pairing, settings = drawn.pairing(table), self.settings
        if not settings.is_live or settings.kind.duplicate or pairing.is_table or drawn.number in self.begun:
            return False
        return any((drawn.number, int(who)) not in self.ready for who in pairing.seats)

    def open_tables(self) -> tuple[tuple[Drawn, int], ...]:
        """Every table of any round whose games may still change something."""
        return tuple(
            (drawn, table)
            for drawn in self.rounds
            for table, _ in drawn.tables()
            if (drawn.number, table) not in self.results or (drawn.number, table) in self.open_ended
        )


def folded(row: EventRow, entrants: Iterable[EntrantRow], log: Iterable[EventEntry]) -> State:
    """The state that the rows give."""
    state = State(row, {entrant.number: entrant.user_id for entrant in entrants})
    for entry in log:
        state = applied(state, entry)
    return state


def applied(state: State, entry: EventEntry) -> State:
    """The state after one more row; kinds that only tell change nothing."""
    change = _KINDS.get(entry.kind)
    return state if change is None else change(state, entry.payload, entry.at)


Payload = Mapping[str, Any]


def _enter(state: State, what: Payload, _: datetime) -> State:
    number, status = what["entrant"], WAITING if what.get("waiting") else IN
    member = Member(number, status, from_round=what.get("from_round", 1), rating=what.get("rating"), team=what.get("team", ""))
    missed = frozenset((round_, member.id) for round_ in range(1, member.from_round))
    places = (*state.places[:-1], (*state.places[-1], member.id)) if state.places and status == IN else state.places
    return replace(state, members={**state.members, number: member}, skipped=state.skipped | missed, places=places)


def _changed(state: State, number: int, **changes: Any) -> State:
    return replace(state, members={**state.members, number: replace(state.members[number], **changes)})


def _leave(state: State, what: Payload, _: datetime) -> State:
    return _changed(state, what["entrant"], status=LEFT, checked_in=False)


def _check_in(state: State, what: Payload, _: datetime) -> State:
    return _changed(state, what["entrant"], checked_in=True)


def _move_up(state: State, what: Payload, _: datetime) -> State:
    return _changed(state, what["entrant"], status=IN)


def _start(state: State, what: Payload, _: datetime) -> State:
    ratings = {int(number): rating for number, rating in what["entrants"].items()}
    members = {
        number: replace(member, rating=ratings[number], status=IN) if number in ratings else member
        for number, member in state.members.items()
    }
    return replace(state, members=members, stages=what["stages"])


def _stage(state: State, what: Payload, _: datetime) -> State:
    return replace(state, places=(*state.places, _ids(what["places"])))


def _ids(numbers: Iterable[int]) -> tuple[EntrantId, ...]:
    return tuple(EntrantId(str(number)) for number in numbers)


def _id(number: int | None) -> EntrantId | None:
    return None if number is None else EntrantId(str(number))


def _draw(state: State, what: Payload, at: datetime) -> State:
    couples: tuple[Couple, ...] = tuple((EntrantId(str(one)), _id(other)) for one, other, *_ in what["couples"])
    others = tuple(_ids(more) for _, _, *more in what["couples"])
    broken = tuple(Broken(rule, _ids(who), reason) for rule, who, reason in what["broken"])
    drawn = Drawn(what["round"], len(state.places) - 1, couples, what["best_of"], broken, others if any(others) else ())
    return replace(state, preview=drawn, since=at)


def _redraw(state: State, _what: Payload, _at: datetime) -> State:
    return replace(state, preview=None)


def _publish(state: State, what: Payload, at: datetime) -> State:
    assert state.preview is not None
    published = {**state.published, what["round"]: at}
    after = replace(state, rounds=(*state.rounds, state.preview), preview=None, since=at, published=published)
    if "boards" not in what:
        return after
    boards = replace(state.preview, couples=tuple((EntrantId(str(one)), _id(other)) for one, other in what["boards"]), broken=())
    return replace(after, rounds=(*state.rounds, boards), matches=(*state.matches, state.preview))


def _lineup(state: State, what: Payload, _: datetime) -> State:
    return replace(state, lineups={**state.lineups, EntrantId(str(what["team"])): tuple(what["entrants"])})


def _ready(state: State, what: Payload, _: datetime) -> State:
    return replace(state, ready=state.ready | {(what["round"], what["entrant"])})


def _begins(state: State, what: Payload, _: datetime) -> State:
    return replace(state, begun=state.begun | {what["round"]})


def _late(state: State, what: Payload, _: datetime) -> State:
    return replace(state, steps={**state.steps, (what["round"], what["entrant"]): what["step"]})


def _no_show(state: State, what: Payload, _: datetime) -> State:
    return _changed(state, what["entrant"], no_shows=state.members[what["entrant"]].no_shows + 1)


def _game(state: State, what: Payload, _: datetime) -> State:
    place = (what["round"], what["table"])
    game = Game(tuple(what["score"]), what["how"], _id(what["winner"]), _ids(what.get("gone", ())))
    games = {**state.games, place: (*state.games.get(place, ()), game)}
    return replace(state, games=games, settled=state.settled | {what["match"]})


def _void(state: State, what: Payload, _: datetime) -> State:
    return replace(state, settled=state.settled | {what["match"]}, void=state.void | {what["match"]})


def _result(state: State, what: Payload, _: datetime) -> State:
    round_, table = what["round"], what["table"]
    pairing = state.rounds[round_ - 1].pairing(table)
    score = None if what["score"] is None else tuple(what["score"])
    games = tuple((one, other) for one, other in what["games"])
    found = replace(
        pairing.result(round_, what["how"], _id(what["winner"])), score=score, games=games, gone=_ids(what.get("gone", ()))
    )
    open_ended = state.open_ended | {(round_, table)} if what["open"] else state.open_ended - {(round_, table)}
    return replace(state, results={**state.results, (round_, table): found}, open_ended=open_ended)


def _close(state: State, what: Payload, _: datetime) -> State:
    return replace(state, closed=state.closed | {what["round"]})


def _skip(state: State, what: Payload, _: datetime) -> State:
    after = _changed(state, what["entrant"], skips=state.members[what["entrant"]].skips + 1)
    return replace(after, skipped=after.skipped | {(what["round"], EntrantId(str(what["entrant"])))}, preview=None)


def _withdraw(state: State, what: Payload, _: datetime) -> State:
    after = _changed(state, what["entrant"], status=OUT, withdrawn_after=len(state.rounds))
    team = after.team_of.get(EntrantId(str(what["entrant"])))
    # A team that goes on meets whom it was to meet, and captains keep their time.
    return after if team is not None and after.team(team, IN) else replace(after, preview=None)


def _substitute(state: State, what: Payload, _: datetime) -> State:
    """Somebody takes the place of another in the present round, and in a bracket for good; he starts with nothing."""
    out, into = what["out"], what["into"]
    gone, come = EntrantId(str(out)), EntrantId(str(into))
    after = _changed(state, out, status=OUT, withdrawn_after=what["round"] - 1)
    after = _changed(after, into, status=IN, from_round=what["round"])
    last = state.rounds[-1]
    there = state.places[-1]
    swiss = state.course.stages[last.stage].kind == SWISS
    places = (*there, come) if swiss else tuple(come if who == gone else who for who in there)
    return replace(after, rounds=(*state.rounds[:-1], last.turned({gone: come})), places=(*state.places[:-1], places))


def _referee(state: State, what: Payload, at: datetime) -> State:
    place, length = (what["round"], what["table"]), timedelta(seconds=what["length_s"])
    extra = {**state.extra, place: state.extra.get(place, timedelta()) + length}
    paused = {other: until for other, until in state.paused.items() if other != place}
    if what["what"] == PAUSE:
        paused[place] = at + length
    return replace(state, extra=extra, paused=paused if what["what"] in (PAUSE, RESUME) else state.paused)


def _replay(state: State, what: Payload, _: datetime) -> State:
    """A pairing is as if nobody had played it yet."""
    place, ended = (what["round"], what["table"]), frozenset(what["matches"])
    results = {other: result for other, result in state.results.items() if other != place}
    games = {other: played for other, played in state.games.items() if other != place}
    settled, void, is_last = state.settled | ended, state.void | ended, place[0] == len(state.rounds)
    after = replace(state, results=results, games=games, settled=settled, void=void, open_ended=state.open_ended - {place})
    return replace(after, preview=None, closed=state.closed - {place[0]}) if is_last else after


def _reinstate(state: State, what: Payload, _: datetime) -> State:
    """Somebody is in again; rounds of a Swiss that he was kept from count as skipped."""
    member = state.members[what["entrant"]]
    after = _changed(state, member.number, status=IN, withdrawn_after=None)
    missed = frozenset(
        (drawn.number, member.id)
        for drawn in state.rounds
        if drawn.number > (member.withdrawn_after or 0)
        and state.course.stages[drawn.stage].kind == SWISS
        and drawn.table_of(member.id) is None
        and (member.id, None) not in drawn.couples
    )
    return replace(after, skipped=after.skipped | missed, preview=None)


def _deputy(state: State, what: Payload, _: datetime) -> State:
    others = tuple(number for number in state.deputies if number != what["entrant"])
    return replace(state, deputies=(*others, what["entrant"]) if what["on"] else others)


def _finish(state: State, what: Payload, _: datetime) -> State:
    return replace(state, final=_ids(what["places"]))


def _reopen(state: State, _what: Payload, _at: datetime) -> State:
    return replace(state, final=())


def _seed(state: State, what: Payload, _at: datetime) -> State:
    return _changed(state, what["entrant"], seed=what["place"])


def _channel_closed(state: State, _what: Payload, _at: datetime) -> State:
    return replace(state, is_closed=True)


def _channel(state: State, _what: Payload, _at: datetime) -> State:
    return replace(state, is_closed=False)


_KINDS: Mapping[str, Callable[[State, Payload, datetime], State]] = {
    "enter": _enter,
    "leave": _leave,
    "check-in": _check_in,
    "move-up": _move_up,
    "seed": _seed,
    "start": _start,
    "stage": _stage,
    "draw": _draw,
    "redraw": _redraw,
    "publish": _publish,
    "lineup": _lineup,
    "ready": _ready,
    "begins": _begins,
    "late": _late,
    "no-show": _no_show,
    "game": _game,
    "void": _void,
    "result": _result,
    "close": _close,
    "skip": _skip,
    "withdraw": _withdraw,
    "substitute": _substitute,
    "referee": _referee,
    "replay": _replay,
    "reinstate": _reinstate,
    "deputy": _deputy,
    "finish": _finish,
    "reopen": _reopen,
    "channel-closed": _channel_closed,
    "channel": _channel,
}
