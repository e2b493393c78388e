"""The queries about events: by server and user, their standings, and a full export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.match import match_log as logs
from service.tournaments import round_deadlines, rulings
from service.tournaments.log.log_event import LogRow
from service.tournaments.repository import TournamentRepository
from service.tournaments.state import TournamentState
from storage.rows import LIVE, MatchId, MatchRow, UserId
from storage.tournament_rows import CANCELLED, FINISHED, RUNNING, UNDER_WAY, EventId, EventMatch, EventRow
from tournament import progression as courses
from tournament import standings
from tournament.history import DrawnRound
from tournament.results import BYE, HALF_BYE, EntrantId
from tournament.standings import Standing

MOST_UNDER_WAY = 20
"""Events that one server may have at a time."""
MOST_ENDED = 25
"""Events of a server that are over and still listed."""
MOST_WON = 50
"""Tournaments of a server that are looked through for those that somebody has won."""
FORMAT = "bastide-event-1"


@dataclass(frozen=True, slots=True)
class StageTable:
    """The standings of a stage, or of one of its groups or divisions."""

    stage: int
    group: int | None
    """From 1; None where the stage has no parts."""
    lines: tuple[Standing, ...]


class TournamentQueries:
    """The public queries about events; they change nothing."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def state(self, event_id: EventId) -> TournamentState:
        """Return an event as last committed; refuse `no-event`."""
        return await self._tournaments.state(event_id)

    async def of_guild(self, guild_id: int, *, ended: bool = True) -> tuple[EventRow, ...]:
        """Return a server's open and running events, and with `ended` the last `MOST_ENDED` ended ones, newest first."""
        there = await self._tournaments.store.events.of_guild(guild_id, UNDER_WAY, MOST_UNDER_WAY)
        over = await self._tournaments.store.events.of_guild(guild_id, (FINISHED, CANCELLED), MOST_ENDED) if ended else ()
        return tuple(sorted((*there, *over), key=lambda row: row.id, reverse=True))

    async def of_user(self, user_id: UserId) -> tuple[TournamentState, ...]:
        """Return the open and running events that a user has entered."""
        return tuple(
            [await self._tournaments.state(event_id) for event_id in await self._tournaments.store.events.of_user(user_id)]
        )

    async def won(self, guild_id: int, user_id: UserId) -> tuple[TournamentState, ...]:
        """Return the latest tournaments of a server that a person has won, the newest first."""
        rows = await self._tournaments.store.events.of_guild(guild_id, (FINISHED,), MOST_WON)
        states = [await self._tournaments.state(row.id) for row in rows]
        return tuple(state for state in states if user_id in state.champions)

    async def hall(self, guild_id: int) -> tuple[TournamentState, ...]:
        """Return a server's tournaments that have a champion: running ladders first, then ended ones, newest first."""
        rows = await self._tournaments.store.events.of_guild(guild_id, (RUNNING,), MOST_UNDER_WAY)
        rows += await self._tournaments.store.events.of_guild(guild_id, (FINISHED,), MOST_ENDED)
        states = [(await self._tournaments.state(row.id)).shown for row in rows]
        return tuple(state for state in states if state.champion)

    async def event_of(self, match_id: MatchId) -> EventId | None:
        """Return the id of the event that a match is played for; None without one."""
        return await self._tournaments.store.events.event_of(match_id)

    async def is_pairing_of_two(self, match_id: MatchId) -> bool:
        """Return whether a match is a pairing of two in an event, which is lost at once by giving up."""
        event_id = await self.event_of(match_id)
        row = None if event_id is None else await self._tournaments.store.events.row(event_id)
        counts = row is not None and row.status != CANCELLED
        return counts and len(await self._tournaments.store.matches.seats(match_id)) == 2

    async def holds_back(self, match: MatchRow) -> bool:
        """Return whether an ended match's secret must stay hidden, because other tables still draw from the same bag."""
        if match.bag != logs.BY_STANDING:
            return False  # one that is mixed with the message of its own match is no other table's
        event_id = await self._tournaments.store.events.event_of(match.id)
        state = None if event_id is None else await self._tournaments.state(event_id)
        if event_id is None or state is None or not state.settings.kind.duplicate:
            return False
        matches = await self._tournaments.store.events.matches(event_id)
        round_ = next(event_match.round for event_match in matches if event_match.match_id == match.id)
        is_played = state.row.status == RUNNING and round_ not in state.closed
        return is_played or any(event_match.round == round_ and event_match.status in LIVE for event_match in matches)

    async def date_of(self, match_id: MatchId) -> datetime | None:
        """Return the deadline of the round that a match belongs to; None without one."""
        event_id = await self._tournaments.store.events.event_of(match_id)
        if event_id is None:
            return None
        state = await self._tournaments.state(event_id)
        match = next(
            (
                event_match
                for event_match in await self._tournaments.store.events.matches(event_id)
                if event_match.match_id == match_id
            ),
            None,
        )
        return None if match is None else round_deadlines.deadline_of(state, (match.round, match.table))

    async def shares_bag(self, match_id: MatchId, user_id: UserId) -> bool:
        """Return whether the user takes part in a match's event, and its tables share one bag."""
        event_id = await self._tournaments.store.events.event_of(match_id)
        state = None if event_id is None else await self._tournaments.state(event_id)
        return state is not None and state.settings.kind.duplicate and user_id in state.numbers

    async def matches(self, event_id: EventId, round_: int | None = None, table: int | None = None) -> tuple[EventMatch, ...]:
        """Return the matches of an event, or of one of its rounds or tables."""
        return await self._tournaments.store.events.matches(event_id, round_, table)

    async def rulings(self, event_id: EventId) -> tuple[LogRow, ...]:
        """Return the log rows with decisions of organisers and referees; refuse `no-event`."""
        return rulings.list_of(await self._tournaments.log(event_id))

    async def export(self, event_id: EventId) -> Mapping[str, Any]:
        """Return all public data of an event as plain data for `json.dumps`; refuse `no-event`."""
        state = (await self._tournaments.state(event_id)).shown
        matches = await self._tournaments.store.events.matches(event_id)
        return {
            "format": FORMAT,
            "name": state.row.name,
            "status": state.row.status,
            "settings": state.row.settings,
            "stages": state.stages or state.settings.stages,
            "commitment": state.row.commitment,
            "seed": state.row.seed if state.row.ended_at is not None and not _are_draws_open(state, matches) else None,
            "entrants": [_entrant(state, number) for number in state.members],
            "teams": {int(who): name for who, name in state.teams.items()},
            "matches": [_match(state, drawn) for drawn in state.matches],
            "rounds": [_round(state, drawn, matches) for drawn in state.rounds],
            "standings": [_table(table) for table in tables(state)],
            "final": [int(who) for who in state.final],
        }


def tables(state: TournamentState) -> tuple[StageTable, ...]:
    """Return the standings of every stage that has begun, in order."""
    stage_tables: list[StageTable] = []
    for stage in range(len(state.places)):
        parts = courses.parts_of(state.course, stage)
        if not parts:
            stage_tables.append(StageTable(stage, None, courses.standings_of(state.course, stage)))
        for number, part in enumerate(parts, 1):
            stage_tables.append(StageTable(stage, number, courses.standings_of(state.course, stage, part)))
    return tuple(stage_tables)


def against_the_field(state: TournamentState, drawn: DrawnRound) -> Mapping[EntrantId, float]:
    """Return each finisher's lead over the average of the others in the same seat, in a round with a shared bag."""
    results = [result for place, result in state.results.items() if place[0] == drawn.number]
    return {who: lead for (_, who), lead in standings.points_above_average(results).items()}


def place_of(state: TournamentState, who: EntrantId) -> int:
    """Return an entrant's present place in the event, from 1."""
    return courses.ranking(state.course).index(who) + 1


def _are_draws_open(state: TournamentState, matches: Sequence[EventMatch]) -> bool:
    """Return whether games still draw from bags that are derived from the event's seed."""
    return state.settings.kind.duplicate and any(match.status in LIVE for match in matches)


def _entrant(state: TournamentState, number: int) -> dict[str, Any]:
    member = state.members[number]
    out = {"withdrawn_after": member.withdrawn_after, "from_round": member.from_round, "team": member.team}
    return {"id": number, "user": str(state.users[number]), "status": member.status, "rating": member.rating, **out}


def _match(state: TournamentState, drawn: DrawnRound) -> dict[str, Any]:
    """Return the matches between teams in a round, with half points and point differences of decided ones, as plain data."""
    entries = []
    for table, pairing in drawn.tables():
        result = state.course.results.get((drawn.number, table))
        boards = None if result is None else list(result.games)
        entries.append({"first": int(pairing.first), "second": int(pairing.second), "boards": boards})
    return {"round": drawn.number, "matches": entries}


def _round(state: TournamentState, drawn: DrawnRound, matches: Sequence[EventMatch]) -> dict[str, Any]:
    rows = [_pairing(state, drawn, table, matches) for table in range(1, len(drawn.couples) + 1)]
    away = [] if state.boards else state.course.skipping(drawn.stage, drawn.number)
    skipped = [{"first": int(who), "second": None, "how": HALF_BYE} for who in away]
    broken = [{"rule": b.rule, "entrants": [int(who) for who in b.entrants], "reason": b.reason} for b in drawn.broken]
    return {"round": drawn.number, "stage": drawn.stage + 1, "best_of": drawn.best_of, "pairings": rows + skipped, "broken": broken}


def _pairing(state: TournamentState, drawn: DrawnRound, table: int, matches: Sequence[EventMatch]) -> dict[str, Any]:
    first, second = drawn.couples[table - 1]
    if second is None:
        return {"table": table, "first": int(first), "second": None, "how": BYE}
    its = [match.match_id for match in matches if (match.round, match.table) == (drawn.number, table)]
    others = [int(who) for who in drawn.pairing(table).others]
    pairing_fields: dict[str, Any] = {"table": table, "first": int(first), "second": int(second), "others": others, "matches": its}
    result = state.results.get((drawn.number, table))
    if result is None:
        return pairing_fields
    winner = None if result.winner is None else int(result.winner)
    gone = [int(who) for who in result.gone]
    return {**pairing_fields, "how": result.how, "winner": winner, "score": result.score, "games": list(result.games), "gone": gone}


def _table(table: StageTable) -> dict[str, Any]:
    lines = [{"id": int(line.id), "rank": line.rank, **line.values} for line in table.lines]
    return {"stage": table.stage + 1, "group": table.group, "lines": lines}
