"""Players who don't come: they are warned, then removed from the table; a pairing of two is won by the one who was there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from service.tournaments import pairing_outcomes
from service.tournaments.event_posts import SubstituteComes
from service.tournaments.letters import NO_SHOW, OUT_OF_EVENT, PairingMissed, SeatMissed, TableDeadline, TableNews
from service.tournaments.log.entrant_events import LateStep, NoShow, Withdrawal
from service.tournaments.log.ruling_events import Substitution
from service.tournaments.pairing_outcomes import OverduePlayer
from service.tournaments.repository import TournamentTransaction, gently
from service.tournaments.result_collection import note_result, suspend_from_arena
from service.tournaments.state import WAITING, Place, TournamentState
from storage.tournament_rows import EventMatch
from tournament import progression as courses
from tournament.history import DrawnRound
from tournament.kinds import KINDS
from tournament.results import EntrantId

STEPS: tuple[tuple[str, float], ...] = (("late", 0.5), ("warned", 0.75), ("out", 1.0))
"""Each step and after which part of the time it is reached: with 48 hours after 24, 36 and 48."""


def last_step_reached(waited: timedelta, allowed: timedelta) -> str | None:
    """Return the last step reached after waiting this long of the allowed time; None if none is."""
    reached = [step for step, part in STEPS if waited >= allowed * part]
    return reached[-1] if reached else None


def steps_of(allowed: timedelta, done: str | None) -> Iterator[timedelta]:
    """Yield the waiting times at which the steps after `done` are reached."""
    names = [step for step, _ in STEPS]
    for _, part in STEPS[names.index(done) + 1 if done in names else 0 :]:
        yield allowed * part


async def lose_pairings(step: TournamentTransaction) -> None:
    """Decide each open pairing whose players have withdrawn; a table of three to five goes on while two are left."""
    async for drawn, table in gently(step.open_tables()):
        pairing, gone = drawn.pairing(table), pairing_outcomes.absent_entrants(step.state, drawn, table)
        stay = [who for who in pairing.seats if who not in gone]
        if len(stay) < 2:
            note_result(step, table, courses.walkover(drawn.number, pairing, stay[0] if stay else None))


async def take_steps(
    step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]], missed: Mapping[int, timedelta]
) -> None:
    """Take the next step against each player whose first turn is late; `missed` as in `awaited_player`."""
    async for drawn, table, match in gently(first_games(step.state, by_place)):
        late = awaited_player(step.state, drawn, table, match, missed)
        if late is None:
            continue
        reached = last_step_reached(step.now - late.since, step.state.settings.first_turn)
        if reached is not None and step.state.steps.get((drawn.number, int(late.who))) != reached:
            await _next_step(step, drawn, table, late, reached)


def first_games(
    state: TournamentState, by_place: Mapping[Place, Sequence[EventMatch]]
) -> Iterator[tuple[DrawnRound, int, EventMatch]]:
    """Yield the first game of each of these tables if it is still being played."""
    for place, matches in by_place.items():
        drawn = state.open_by_place.get(place)
        if drawn is not None and matches and matches[-1].match_id not in state.settled and not state.games.get(place):
            yield drawn, place[1], matches[-1]


def awaited_player(
    state: TournamentState, drawn: DrawnRound, table: int, match: EventMatch, missed: Mapping[int, timedelta]
) -> OverduePlayer | None:
    """Return the player whose first turn a game waits for, and since when; None without one.

    Extra time given by a referee and times when play was impossible (`missed`, by match) don't count as waiting.
    """
    overdue_player = pairing_outcomes.awaited_first_player(state, drawn.pairing(table), match)
    given = state.extra.get((drawn.number, table), timedelta()) + missed.get(match.match_id, timedelta())
    return None if overdue_player is None else replace(overdue_player, since=overdue_player.since + given)


def no_show_due_moments(
    state: TournamentState, drawn: DrawnRound, table: int, match: EventMatch, missed: Mapping[int, timedelta]
) -> Iterator[datetime]:
    """Yield when the next steps are due for the player whose first turn a game waits for."""
    late = awaited_player(state, drawn, table, match, missed)
    if late is not None:
        done = state.steps.get((drawn.number, int(late.who)))
        yield from (late.since + after for after in steps_of(state.settings.first_turn, done))


async def _next_step(step: TournamentTransaction, drawn: DrawnRound, table: int, late: OverduePlayer, reached: str) -> None:
    step.note(LateStep(drawn.number, int(late.who), reached))
    if reached != "out":
        _warn(step, drawn, table, late, reached)
    elif drawn.pairing(table).is_table:
        note_missed(step, drawn, table, late.who)
        await lose_pairings(step)
    elif not _substitute(step, drawn, table, late.who):
        _lose_by_absence(step, drawn, table, late)


def _warn(step: TournamentTransaction, drawn: DrawnRound, table: int, late: OverduePlayer, reached: str) -> None:
    pairing = drawn.pairing(table)
    until, code = late.since + step.state.settings.first_turn, f"{reached}-table" if pairing.is_table else reached
    step.write_to(step.state.user(late.who), TableDeadline(code, drawn.number, table, until))
    if reached == "warned" and pairing_outcomes.nobody_came(step.state, drawn, table, late):
        other = pairing.second if late.who == pairing.first else pairing.first
        step.write_to(step.state.user(other), TableDeadline("be-ready", drawn.number, table, until))


def _lose_by_absence(step: TournamentTransaction, drawn: DrawnRound, table: int, late: OverduePlayer) -> None:
    """Give the pairing to the opponent of an absent player, unless both were asked to confirm presence and neither did."""
    pairing = drawn.pairing(table)
    other = pairing.second if late.who == pairing.first else pairing.first
    there = not pairing_outcomes.nobody_came(step.state, drawn, table, late)
    note_result(step, table, courses.walkover(drawn.number, pairing, other if there else None))
    for who in [late.who] if there else [late.who, other]:
        note_missed(step, drawn, table, who)
    if there:
        step.write_to(step.state.user(other), TableNews("walkover", drawn.number, table))


def note_missed(step: TournamentTransaction, drawn: DrawnRound, table: int, who: EntrantId) -> None:
    """Log an absence in a round and notify the entrant; a second one removes them from the event."""
    ruling = step.note(NoShow(drawn.number, int(who)))
    if step.state.settings.is_arena:
        suspend_from_arena(step, drawn.number, table, who, "absent")
        return
    out = step.state.members[int(who)].no_shows > 1
    is_table = drawn.pairing(table).is_table
    missed = PairingMissed(OUT_OF_EVENT if out else NO_SHOW, drawn.number, table, None if is_table else ruling)
    step.write_to(step.state.user(who), SeatMissed(drawn.number, table) if is_table and not out else missed)
    if out:
        step.note(Withdrawal(int(who), "no-show"))


def _substitute(step: TournamentTransaction, drawn: DrawnRound, table: int, who: EntrantId) -> bool:
    """Replace an absent entrant by one from the waiting list; return False if that isn't possible.

    It is possible only in the present round, and where the stage allows substitutes.
    """
    waiting = step.state.having(WAITING)
    takes = (
        KINDS[step.state.course.stages[drawn.stage].kind].takes_substitutes
        and not step.state.settings.kind.duplicate
        and not step.state.boards
    )
    if not waiting or drawn.number != len(step.state.rounds) or not takes:
        return False
    into = waiting[0]
    step.note(Substitution(drawn.number, table, int(who), into=into.number))
    step.write_to(step.state.user(who), TableNews("substituted", drawn.number, table))
    step.write_to(step.state.user(into.id), TableNews("substitute", drawn.number, table))
    step.tell(SubstituteComes(drawn.number, table, into.number))
    step.wake()
    return True
