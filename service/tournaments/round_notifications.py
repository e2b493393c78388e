"""The private message to each player when a round begins: opponent, place, deadline and who begins; not in arenas."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta

from service.tournaments import round_deadlines
from service.tournaments.letters import ACCEPTED, ACCEPTED_LIVE, BYE, COME, PLAY, RoundCallLetter
from service.tournaments.log.round_events import RoundCall
from service.tournaments.repository import TournamentTransaction, gently
from service.tournaments.state import Place
from service.tournaments.tournament_settings import READY_WITHIN
from storage.rows import UserId
from storage.tournament_rows import EventMatch
from tournament.history import DrawnRound
from tournament.results import EntrantId

UNNOTED = timedelta(hours=1)
"""Games whose letters aren't noted after so long began under a program that noted none."""

CHALLENGER = EntrantId("1")
"""Of a duel."""

Wants = Callable[[UserId], Awaitable[bool]]
"""Whether somebody wants these letters."""


async def announce_tables(step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]], wants: Wants) -> None:
    """Write to the players of each playable table, and of each bye, who have not been notified yet."""
    if step.state.settings.is_arena:
        return  # its games call their players themselves, again and again
    if step.visits is None and not step.state.called and _has_older_games(step, by_place):
        _mark(step, by_place)
    async for drawn, table in gently(step.open_tables()):
        place = (drawn.number, table)
        if place not in step.state.called and (step.state.awaits(drawn, table) or place in by_place):
            await _notify_pairing(step, drawn, table, COME if step.state.awaits(drawn, table) else PLAY, wants)
    if (last := step.state.round) is not None and last.number not in step.state.closed:
        for table, (_, second) in enumerate(last.couples, 1):
            if second is None and (last.number, table) not in step.state.called:
                await _notify_pairing(step, last, table, BYE, wants)


def _has_older_games(step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]]) -> bool:
    """Return whether games have begun a while ago under an older program, which logged no notifications."""
    began = [match.started_at for matches in by_place.values() for match in matches if match.started_at is not None]
    return bool(began) and step.now - min(began) > UNNOTED


def _mark(step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]]) -> None:
    """Log all players with a game or a bye as notified, without a message."""
    last = step.state.round
    byes = [] if last is None else [(last.number, table) for table, (_, second) in enumerate(last.couples, 1) if second is None]
    for round_, table in sorted({*by_place, *byes}):
        step.note(RoundCall(round_, table))


async def _notify_pairing(step: TournamentTransaction, drawn: DrawnRound, table: int, code: str, wants: Wants) -> None:
    place = (drawn.number, table)
    step.note(RoundCall(drawn.number, table))
    until = round_deadlines.deadline_of(step.state, place)
    if code == COME:
        until = None if step.state.settings.by_appointment else step.state.published[drawn.number] + READY_WITHIN
    until = None if code == BYE else until
    for who in drawn.seats(table):
        user = step.state.user(who)
        if step.state.is_duel and who != CHALLENGER:
            continue  # the person who has just accepted knows it
        if user > 0 and await wants(user):
            others = tuple(int(other) for other in drawn.seats(table) if other != who)
            code = {PLAY: ACCEPTED, COME: ACCEPTED_LIVE}[code] if step.state.is_duel else code
            write = step.call if code in (COME, ACCEPTED_LIVE) else step.write_to
            write(user, RoundCallLetter(code, drawn.number, table, others, until))
