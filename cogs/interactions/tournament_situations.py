"""Construction of tournament situations: one user's relation to one tournament, for panels, typed actions and the front door."""

from __future__ import annotations

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.declarations import DeferMode, EntryPoint, rule_of
from cogs.interactions.panel_actions import ActionRegistry
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import TOURNAMENT
from cogs.interactions.tournament_conditions import TournamentSituation
from service.tournaments.permissions import TournamentRole
from service.tournaments.state import TournamentState
from storage.rows import MatchId
from tournament.results import EntrantId

ACTIONS = ActionRegistry[TournamentSituation](lambda _at: (MatchId(0), 0), lambda: TOURNAMENT.actions)
"""In the order of the panel. `challenge` has a button for each opponent in its place."""


async def situation_of(app: AppContext, request: Request, state: TournamentState | None) -> TournamentSituation:
    """Return the user's relation to the tournament `state`; None for a situation without a tournament."""
    roles: frozenset[TournamentRole] = frozenset() if state is None else tournament_context.roles(app, request.interaction, state)
    opens = request.guild_id is not None and (
        tournament_context.may_open(app, request.interaction) or request.interaction.permissions.manage_channels
    )
    situation = TournamentSituation(request.user, state, roles, opens)
    if state is None or not entrants_within_reach(situation):
        return situation
    words, guild = request.words, state.row.guild_id
    names = [(await app.people.name(state.user(who), guild, words), str(who)) for who in entrants_within_reach(situation)]
    return TournamentSituation(situation.user, state, roles, opens, tuple(names))


def entrants_within_reach(situation: TournamentSituation) -> tuple[EntrantId, ...]:
    """Return the ids of the entrants whom the user can challenge."""
    return () if situation.state is None or situation.member is None else situation.state.within_reach(situation.member.id)


def opens_form(verb: str) -> bool:
    """Return whether a press of this verb opens a form; a line of a list can't open one."""
    right = rule_of(verb)
    return right is None or right.ways.get(EntryPoint.BUTTON, DeferMode.FORM) is DeferMode.FORM
