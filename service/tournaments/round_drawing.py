"""The log rows of a round: drawn, published, and the end of the event."""

from __future__ import annotations

from service.tournaments.event_posts import ChampionFound, DuelOver, NoChampion, RoundDrawn
from service.tournaments.log.round_events import EventFinish, RoundDraw, RoundPublication
from service.tournaments.repository import TournamentTransaction
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import FINISHED
from tournament import teams
from tournament.history import DrawnRound, Finished
from tournament.results import UNPLAYED


def note_drawn(step: TournamentTransaction, drawn: DrawnRound, by: UserId | None) -> None:
    """Log the pairings of a drawn round: all entrants of each table, and null next to a bye."""
    seated = [tuple(int(who) for who in drawn.seats(table)) for table in range(1, len(drawn.couples) + 1)]
    couples = tuple(seats if len(seats) > 1 else (*seats, None) for seats in seated)
    broken = tuple((b.rule, tuple(int(who) for who in b.entrants), b.reason) for b in drawn.broken)
    step.note(RoundDraw(drawn.number, couples, drawn.best_of, broken, tuple(drawn.slots)), by)


def publish_round(step: TournamentTransaction, by: UserId | None, *, quietly: bool = False) -> None:
    """Publish the drawn round: one post to all (unless `quietly`), and one for each table.

    A duel's one post exists already.
    """
    assert step.state.preview is not None
    number = step.state.preview.number
    if step.state.boards:
        step.note(RoundPublication(number, _boards(step.state, step.state.preview)), by)
    else:
        step.note(RoundPublication(number), by)
    if step.state.is_duel:
        return
    if not quietly:
        step.tell(RoundDrawn(number))
    for table, _ in step.state.rounds[-1].tables():
        step.pairing(number, table)


def _boards(state: TournamentState, drawn: DrawnRound) -> tuple[tuple[int, int | None], ...]:
    """Return the boards of every match between teams, by the present line-ups."""
    pairings = [pairing for _, pairing in drawn.tables()]
    team_boards = [couple for p in pairings for couple in teams.boards(state.lineup(p.first), state.lineup(p.second))]
    return tuple((int(entrant), None if other is None else int(other)) for entrant, other in team_boards)


def finish_event(step: TournamentTransaction, finished: Finished, channel: int | None = None) -> None:
    """Finish the event with its champion, or with none if no game was played.

    A duel's result is posted in `channel`.
    """
    played = any(result.how not in UNPLAYED for result in step.state.results.values())
    step.note(EventFinish(tuple(int(who) for who in finished.places) if played else ()))
    step.become(status=FINISHED, ended_at=step.now)
    if not step.state.is_duel:
        step.tell(ChampionFound() if played else NoChampion())
    elif channel is not None:
        step.tell(DuelOver(), in_channel=channel)
