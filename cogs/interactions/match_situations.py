"""Situations: everything that decides which actions one user has in one match, as plain values.

They need no Discord interaction, so that Discord panels, web pages and tests can all list the possible actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cogs import match_context
from cogs.app_context import AppContext
from cogs.background.guilds import suspended_games
from cogs.declarations import PanelAction
from cogs.interactions.surfaces import GAME
from cogs.match_context import MatchContext
from cogs.messages.play.match_situation import MatchSituation
from games.core.errors import RuleRefusedError
from storage.rows import FINISHED, FOLLOWED_MATCH, LOST, RUNNING, MatchRow, SeatRow, UserId
from text.translator import Translator


@dataclass(frozen=True, kw_only=True)
class Asker:
    """A user with the permissions and roles that they have in the server or channel from which they act."""

    user: UserId
    words: Translator
    channel_id: int
    """Where they ask."""
    now: datetime
    moderates: bool = False
    judges: bool = False
    """Whether they are a referee here, or moderate the game's channel."""
    may_bring_back: bool = False
    """Whether they may continue the game where its channel is gone."""


async def possible(app: AppContext, match: MatchRow, asker: Asker) -> Sequence[PanelAction[MatchSituation]]:
    """Return the actions that the user may do now in a match that they can see, in the order of the panel."""
    seats = await app.services.match_queries.seats(match.id)
    return GAME.possible(await situation_of(app, match, seats, asker))


async def situation_of(app: AppContext, match: MatchRow, seats: Sequence[SeatRow], asker: Asker) -> MatchSituation:
    """Return everything that decides the user's actions in a match that they can see."""
    services, user, now, is_running = app.services, asker.user, asker.now, match.status == RUNNING
    context = await _visible_context(app, match, asker)
    plays = context is not None and is_running and any(row.user_id == user and row.is_human for row in seats)
    return MatchSituation(
        match=match,
        seats=tuple(seats),
        names=tuple(await match_context.names_of(app, match, seats, asker.words)),
        user=user,
        channel_id=asker.channel_id,
        now=now,
        moderates=asker.moderates,
        judges=asker.judges,
        may_bring_back=asker.may_bring_back,
        at=context,
        may_undo=plays and await services.turns.may_undo(match.id, user),
        may_plan=plays and await services.drafts.may_plan(match.id, user),
        paused_until=await services.pausing.lasts_until(match.id, now) if plays and match.terms.pace.has_clock else None,
        clocks=tuple(await services.clocks.shown(match, seats, now)) if is_running else (),
        request=await services.requests.open_now(match.id) if plays else None,
        in_event=await services.tournaments.queries.event_of(match.id) is not None,
        has_guessed=is_running and not plays and await services.guesses.has_guessed(match.id, user),
        follows=is_running and await services.subscriptions.follows(user, FOLLOWED_MATCH, match.id, match.guild_id),
        lacks=(await suspended_games.missing_permissions(app, match) or ()) if match.status == LOST else (),
    )


async def _visible_context(app: AppContext, match: MatchRow, asker: Asker) -> MatchContext | None:
    """Return the match's position as the user may see it; None before the start, or if the game's rules are unknown here."""
    if match.status not in (RUNNING, LOST, FINISHED):
        return None
    try:
        return await match_context.load(app, match.id, asker.user, asker.words)
    except RuleRefusedError:
        return None
