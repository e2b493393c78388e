"""Attempts of people who both organise and play an event to abuse the commands of organisers, referees and moderators.

None of these attempts may succeed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta

from games.core.game import Seat
from service.errors import Refusal
from service.tournaments.referee_actions import ON_GAMES
from service.tournaments.rulings import DRAW, NEITHER, WIN
from service.tournaments.state import DISQUALIFY, MORE_TIME, NOBODY, PAUSE, TournamentState
from service.wiring.services import Services
from storage.rows import RUNNING, UserId
from storage.tournament_rows import EventMatch

REASON = "I organise this"
REFUSED = frozenset(
    {"own-ruling", "ruled-in-event", "ends-by-itself", "own-rated-game", "own-game", "no-preview", "undo-rated", "already-computer"}
)
"""How commands of such people are refused; any other refusal means that the attempt made no sense, and is a fault here."""

Attempt = tuple[str, Callable[[], Awaitable[object]]]
"""What is tried, and the trying."""


async def cheated(services: Services, state: TournamentState, match: EventMatch, who: UserId, now: datetime) -> list[str]:
    """Return every attempt that succeeded or was refused by an unexpected code; an empty list if all is well."""
    tried = []
    for what, attempt in attempts(services, state, match, who, now):
        try:
            await attempt()
        except Refusal as refused:
            if refused.code == "not-running" and (await services.repository.match(match.match_id)).status != RUNNING:
                break  # its end came meanwhile
            if refused.code not in REFUSED:
                tried.append(f"{what} was refused by {refused.code}")
            continue
        tried.append(what)
    return tried


def attempts(services: Services, state: TournamentState, match: EventMatch, who: UserId, now: datetime) -> list[Attempt]:
    """Return all attempts of `who` to gain an advantage in this game without playing, each with its name."""
    events, event_id = services.tournaments, state.row.id
    own = next(seat.seat for seat in match.seats if seat.user_id == who)
    others = [(seat.seat, seat.user_id) for seat in match.seats if seat.user_id is not None and seat.user_id not in (who, NOBODY)]
    rule, on_game = events.rulings.rule, events.referee_actions.rule
    attempts: list[Attempt] = [
        ("cancel", lambda: services.resignations.cancel(match.match_id, who, now=now, moderator=True)),
        ("skip", lambda: services.resignations.skip(match.match_id, _last(others, own), now=now, moderator=True, by=who)),
        ("win by ruling", lambda: rule(event_id, who, WIN, who, REASON, now=now)),
        ("draw by ruling", lambda: rule(event_id, who, DRAW, who, REASON, now=now)),
        ("loss of both by ruling", lambda: rule(event_id, who, NEITHER, who, REASON, now=now)),
        ("call the event off", lambda: events.registration.cancel(event_id, who, now=now)),
        ("end the event", lambda: events.early_end.end(event_id, who, now=now)),
        ("see the next round", lambda: events.round_scheduler.preview(event_id, who)),
        ("swap two", lambda: events.round_scheduler.swap(event_id, who, 1, 2, now=now)),
        ("change the times", lambda: events.editor.edit(event_id, who, {"first_turn": timedelta(hours=1)}, now=now)),
        ("undo", lambda: services.take_back.rule(match.match_id, who, by=who, now=now)),
    ]
    attempts += [(f"ruling {what}", _act_on_game(on_game, state, what, who, now)) for what in ON_GAMES]
    attempts += [(f"disqualify {user}", _put_out(rule, state, who, user, now)) for _, user in others]
    return attempts


def _last(others: Sequence[tuple[Seat, UserId]], own: Seat) -> Seat:
    return others[-1][0] if others else own


def _act_on_game(
    on_game: Callable[..., Awaitable[object]], state: TournamentState, what: str, who: UserId, now: datetime
) -> Callable[[], Awaitable[object]]:
    length = timedelta(days=1) if what in (MORE_TIME, PAUSE) else None
    return lambda: on_game(state.row.id, who, what, who, REASON, now=now, length=length)


def _put_out(
    rule: Callable[..., Awaitable[object]], state: TournamentState, who: UserId, user: UserId, now: datetime
) -> Callable[[], Awaitable[object]]:
    return lambda: rule(state.row.id, who, DISQUALIFY, user, REASON, now=now)
