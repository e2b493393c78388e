"""Laws that every ended event must satisfy, whatever its people did; each function yields its violations as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from service.core.post_content import code_of, content_of
from service.tournaments import arenas
from service.tournaments.event_posts import BULLETIN, LETTERS
from service.tournaments.event_sourcing import apply_row
from service.tournaments.letters import BYE, COME, PLAY
from service.tournaments.log.entrant_events import NoShow, Withdrawal
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.round_events import EventFinish, EventStart, RoundDraw
from service.tournaments.log.ruling_events import Substitution
from service.tournaments.state import IN, OUT, TournamentState
from storage.rows import LIVE, MatchId, Post, UserId
from storage.tournament_rows import EventMatch
from tools.simulation.adversarial_people import ANSWERING, LATE, Person
from tournament import progression as courses
from tournament.kinds import arena, bracket
from tournament.results import FLAG, RESIGNED, RULING, UNPLAYED, EntrantId
from tournament.stages import ARENA, DOUBLE, LADDER, SWISS

AT_ONCE = timedelta(seconds=30)
"""What follows from an end has followed by then."""
DECIDED = "time-decided"
WARNINGS = ("late", "warned", "late-table", "warned-table", "be-ready")
"""Letters that say until when somebody must have come."""


@dataclass
class FinishedTournament:
    """An ended event as the laws examine it: its state, people, matches, log and messages."""

    state: TournamentState
    people: Mapping[UserId, Person]
    matches: tuple[EventMatch, ...]
    log: tuple[LogRow, ...]
    """Everything that has happened in the event."""
    stopped_by_vacation: tuple[MatchId, ...] = ()
    """Games of which a clock stood for somebody's vacation."""
    heard: tuple[Post, ...] = ()
    """What arrived about it: letters, and what everybody was told."""

    def letters(self, *codes: str) -> Iterator[tuple[UserId, Mapping[str, Any]]]:
        """Yield recipient and payload of the direct messages with one of `codes`, or of all without `codes`."""
        for post in self.heard:
            if post.kind in LETTERS and post.user_id is not None and (not codes or code_of(content_of(post)) in codes):
                yield post.user_id, post.payload


def ended(lived: FinishedTournament) -> Iterator[str]:
    """Check that the event has finished and every remaining entrant has a final place, unless no game was played."""
    state = lived.state
    if state.row.status != "finished":
        yield f"it did not come to its end: {state.row.status} in round {len(state.rounds)}"
        return
    played = any(result.how not in UNPLAYED for result in state.results.values())
    if bool(state.final) != played:
        yield "a champion where nobody played" if state.final else "games were played, and there is no champion"
    sides = {state.team_of.get(member.id, member.id) for member in state.having(IN)}
    if played and not sides <= set(state.final):
        yield "somebody has no final place"


def seated_once(lived: FinishedTournament) -> Iterator[str]:
    """Check that no entrant sits twice in a round and each table has a result.

    Tables of a ladder may be open.
    """
    state = lived.state
    for drawn in state.rounds:
        seated = [who for table in range(1, len(drawn.couples) + 1) for who in drawn.seats(table)]
        if len(seated) != len(set(seated)):
            yield f"somebody sits twice in round {drawn.number}"
        missing = [table for table, _ in drawn.tables() if (drawn.number, table) not in state.results]
        if missing and state.course.stages[drawn.stage].kind != LADDER:
            yield f"tables {missing} of round {drawn.number} have no result"


def met_once(lived: FinishedTournament) -> Iterator[str]:
    """Check that in a Swiss no two entrants meet twice, unless the round says so."""
    state = lived.state
    if [stage.kind for stage in state.course.stages] != [SWISS] or state.boards:
        return
    met = Counter(frozenset(result.seats) for result in state.results.values() if result.how not in UNPLAYED)
    forced = sum(broken.rule == "met-before" for drawn in state.rounds for broken in drawn.broken)
    again = sum(number - 1 for number in met.values())
    if again > forced:
        yield f"{again} met again, {forced} of them said so"


def no_champion_while_a_game_runs(lived: FinishedTournament) -> Iterator[str]:
    """Check that no game still ran when the champion was crowned, except games that ended by that.

    A ladder is exempt, because its organiser may end it at any time.
    """
    if lived.state.course.stages[-1].kind == LADDER:
        return
    crowned = [row.at for row in lived.log if isinstance(row.event, EventFinish)][-1:]
    running = [
        match.match_id for match in lived.matches for at in crowned if match.ended_at is None or match.ended_at > at + AT_ONCE
    ]
    if running:
        yield f"games {running} ran when the event ended"
    if lived.state.open_ended:
        yield f"{sorted(lived.state.open_ended)} count as draws for good"


def nobody_innocent_is_out(lived: FinishedTournament) -> Iterator[str]:
    """Check that entrants who answer whenever asked never miss a round and are never removed."""
    for member in lived.state.members.values():
        person = lived.people.get(lived.state.users[member.number])
        if person is not None and person.habit in ANSWERING and (member.no_shows or member.status == OUT):
            yield f"{person.id} ({person.habit}) answered whenever asked, missed {member.no_shows} and is {member.status}"


def late_entrants_are_in(lived: FinishedTournament) -> Iterator[str]:
    """Check that entrants of a Swiss during its first round are in it."""
    for person in lived.people.values():
        if person.habit == LATE and person.done and lived.state.member(person.id) is None:
            yield f"{person.id} entered late and is not in"


def no_knock_out_is_won_by_stalling(lived: FinishedTournament) -> Iterator[str]:
    """Check that in a knock-out decided by its date the player who used more of their own time does not win."""
    state = lived.state
    for user, told in lived.letters(DECIDED):
        result = state.results[told["round"], told["table"]]
        member = state.member(user)
        single = len(state.games.get((told["round"], told["table"]), ())) <= 1
        if member is not None and single and told["own_s"] > told["other_s"] and result.winner == member.id:
            yield f"{user} used {told['own_s']} s, the opponent {told['other_s']} s, and won table {told['table']}"


def everybody_is_told_of_their_rounds(lived: FinishedTournament) -> Iterator[str]:
    """Check that each player of a round, or of a bye, gets one direct message about it.

    A pairing that was over before it could be played is exempt, for example if the opponent had left; a substitute causes another
    message.
    """
    counter = Counter((counter["round"], user) for user, counter in lived.letters(PLAY, COME, BYE))
    replaced = Counter(row.event.round for row in lived.log if isinstance(row.event, Substitution))
    for (round_, user), number in counter.items():
        if number > 1 + replaced[round_] and not lived.state.boards:
            yield f"{user} has {number} letters about round {round_}"
    places = {(match.round, match.table) for match in lived.matches}
    for drawn in lived.state.rounds if not lived.state.settings.is_arena else ():
        for table, pairing in drawn.tables():
            result = lived.state.results.get((drawn.number, table))
            if result is None or result.how in UNPLAYED:
                continue
            seats = {
                seat.user_id
                for match in lived.matches
                if (match.round, match.table) == (drawn.number, table)
                for seat in match.seats
            }
            for who in pairing.seats if (drawn.number, table) in places else ():
                user = lived.state.user(who)
                if user in seats and lived.state.members[int(who)].from_round <= 1 and (drawn.number, user) not in counter:
                    yield f"{user} has no letter about round {drawn.number}"


def games_are_over(lived: FinishedTournament) -> Iterator[str]:
    """Check that no decided game is still played once the event is over."""
    running = [match.match_id for match in lived.matches if match.status in LIVE]
    if running and lived.state.course.stages[-1].kind != LADDER:
        yield f"games {running} run although the event is over"


def no_vacation_stops_a_clock(lived: FinishedTournament) -> Iterator[str]:
    """Check that no player gains time by going on vacation."""
    if lived.stopped_by_vacation:
        yield f"vacations stopped clocks of games {list(lived.stopped_by_vacation)}"


def who_is_absent_was_warned_in_time(lived: FinishedTournament) -> Iterator[str]:
    """Check that no absence counts before its announced time, and no entrant is removed after fewer than two absences."""
    missed: Counter[int] = Counter()
    for row in lived.log:
        event = row.event
        if isinstance(event, NoShow):
            missed[event.entrant] += 1
            warned = [
                datetime.fromisoformat(told["until"])
                for user, told in lived.letters(*WARNINGS)
                if user == lived.state.users[event.entrant] and told.get("round") == event.round
            ]
            if not warned or min(warned) > row.at:
                yield f"entrant {event.entrant} missed round {event.round} at {row.at}, warned: {warned}"
        elif isinstance(event, Withdrawal) and event.why == "no-show" and missed[event.entrant] < 2:
            yield f"entrant {event.entrant} is out after {missed[event.entrant]} missed rounds"


def everybody_is_told_of_every_round(lived: FinishedTournament) -> Iterator[str]:
    """Check that each round, its results and the end are announced; for ladders each challenge, for arenas only the end."""
    content = Counter(
        (code_of(its), getattr(its, "round", None)) for its in (content_of(p) for p in lived.heard if p.kind == BULLETIN)
    )
    for drawn in lived.state.rounds:
        if lived.state.course.stages[drawn.stage].kind not in (LADDER, ARENA) and not content["round", drawn.number]:
            yield f"nobody was told of round {drawn.number}"
    for number in sorted(lived.state.closed) if not lived.state.settings.is_arena else ():
        if not (content["round-over", number] or content["challenge-over", number]):
            yield f"nobody was told what came of round {number}"
    if lived.state.row.status == "finished" and not (content["champion", None] + content["no-champion", None]):
        yield "nobody was told of the end"


def who_has_lost_twice_is_out(lived: FinishedTournament) -> Iterator[str]:
    """Check that in a double elimination every remaining entrant but the champion lost twice and then played no more."""
    state = lived.state
    if [stage.kind for stage in state.course.stages] != [DOUBLE] or state.row.status != "finished" or not state.final:
        return
    lost: Counter[EntrantId] = Counter()
    for drawn in state.rounds:
        for table, pairing in drawn.tables():
            if again := [who for who in pairing.seats if lost[who] > 1]:
                yield f"{again} play round {drawn.number} after two losses"
            winner = bracket.goes_on(state.course, drawn, table)
            lost.update(who for who in pairing.seats if who != winner)
    for who in state.final:
        stayed = state.members[int(who)].status == IN
        if stayed and (lost[who] > 1) != (who != state.final[0]):
            yield f"{who} has lost {lost[who]} times and is number {state.final.index(who) + 1}"


def an_arena_counts_as_it_says(lived: FinishedTournament) -> Iterator[str]:
    """Check the points of an arena by counting them again.

    A win is 2 points, or 4 after two wins in a row; a draw is 1, and so are further wins against the same opponent after the
    second. Wins that were not played to their end count once for each opponent.
    """
    if not lived.state.settings.is_arena:
        return
    for who in lived.state.places[-1] if lived.state.places else ():
        mine = [result for _, result in sorted(lived.state.results.items()) if who in result.seats]
        row, total, beaten = 0, 0, Counter[EntrantId]()
        for result in mine:
            first, second = result.score or (0, 0)
            own, other = (first, second) if who == result.first else (second, first)
            played = result.how not in UNPLAYED and result.how not in (RULING, RESIGNED, FLAG)
            won = result.winner == who if result.winner is not None or not played else own > other
            opponent = next(seat for seat in result.seats if seat != who)
            if not won:
                drawn = (played and result.winner is None and own == other) or (result.how == RULING and result.winner is None)
                total, row = total + drawn, 0
                continue
            if played and not beaten[opponent]:
                total, row = total + (4 if row > 1 else 2), row + 1
            elif played:
                total += beaten[opponent] < 3
            elif not beaten[opponent]:
                total += 2
            beaten[opponent] += 1
        expected = next(line.values["points"] for line in courses.standings_of(lived.state.course, 0) if line.id == who)
        if expected != total:
            yield f"{who} has {expected} points instead of {total}"


def nobody_meets_twice_in_a_row_while_others_are_free(lived: FinishedTournament) -> Iterator[str]:
    """Check that in an arena two players meet again at once only if no other possible opponent was free."""
    if not lived.state.settings.is_arena:
        return
    state = TournamentState(replace(lived.state.row, version=0), lived.state.users)
    last: dict[EntrantId, EntrantId] = {}
    for entry in lived.log:
        if isinstance(entry.event, RoundDraw):
            there = {who for who in arena.free_entrants(state.course) if not state.members[int(who)].pauses}
            couples = [(EntrantId(str(first)), EntrantId(str(other))) for first, other in entry.event.couples]
            left = {who for who in there if arenas.ready_at(state, state.members[int(who)]) <= entry.at}
            left -= {who for couple in couples for who in couple}
            for entrant, other in couples:
                if {entrant, other} - there:
                    yield f"{entrant} and {other} are paired in round {entry.event.round}, and one of them is not free"
                others = [who for who in left if last.get(who) not in (entrant, other)]
                if last.get(entrant) == other and others:
                    yield f"{entrant} meets {other} again in round {entry.event.round} while {others} are free"
                last |= {entrant: other, other: entrant}
        if isinstance(entry.event, EventStart):
            state = replace(state, row=replace(state.row, started_at=entry.at, status="running"))
        state = apply_row(state, entry)


LAWS: tuple[Callable[[FinishedTournament], Iterator[str]], ...] = (
    *(ended, seated_once, met_once, no_champion_while_a_game_runs, nobody_innocent_is_out, late_entrants_are_in),
    *(everybody_is_told_of_their_rounds, no_knock_out_is_won_by_stalling, games_are_over, no_vacation_stops_a_clock),
    *(who_has_lost_twice_is_out, an_arena_counts_as_it_says, nobody_meets_twice_in_a_row_while_others_are_free),
    *(who_is_absent_was_warned_in_time, everybody_is_told_of_every_round),
)


def broken(lived: FinishedTournament) -> list[str]:
    """Return all violations in an event, each with the name of its law."""
    return [f"{law.__name__}: {violation}" for law in LAWS for violation in law(lived)]
