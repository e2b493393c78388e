"""Lookup of the tournament that a command or a button refers to."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.interactions.autocomplete import AutocompleteRequest, Offers
from cogs.interactions.requests import Request
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from service.tournaments.state import TournamentState
from storage.tournament_rows import UNDER_WAY
from text.input_vocabulary import folded
from text.tournaments import duels


async def find_tournament(app: AppContext, request: Request, text: str, *, ended: bool = False) -> TournamentState:
    """Return the tournament that a command refers to.

    That is the one named by `text`, else that of this channel's match, else the only one that fits. A duel is named by its number.
    Refuses `not-in-private`, `no-event`, and `which-event` with the names.
    """
    if request.guild_id is None:
        raise InteractionRefused("not-in-private")
    wanted = folded(text)
    if (played := await _tournament_of_channel(app, request)) is not None and not wanted:
        return played
    states = [*await tournament_context.reachable(app, request.interaction), *await _duels(app, request)]
    if wanted:
        candidates = [state for state in states if wanted in (str(state.row.id), folded(state.row.name))]
    else:
        candidates = _likely([state for state in states if not state.is_duel], request.interaction.channel_id, ended=ended)
    if not candidates:
        raise Refusal("no-event", event=text)
    if len(candidates) > 1 and not wanted:
        raise Refusal("which-event", names=[state.row.name for state in candidates])
    return candidates[0]


async def _tournament_of_channel(app: AppContext, request: Request) -> TournamentState | None:
    """Return the tournament of this channel's match, if the user can reach it; otherwise None."""
    assert request.interaction.channel_id is not None
    try:
        match_row = await app.services.match_queries.in_channel(request.interaction.channel_id)
    except Refusal:
        return None
    event_id = await app.services.tournaments.queries.event_of(match_row.id)
    state = None if event_id is None else await app.services.tournaments.queries.state(event_id)
    return state if state is not None and await tournament_context.can_reach(app, request.interaction, state) else None


async def _duels(app: AppContext, request: Request) -> list[TournamentState]:
    """Return the user's unfinished duels in this server."""
    return await app.services.tournaments.duels.under_way(request.user, request.guild_id)


def _likely(states: Sequence[TournamentState], channel_id: int | None, *, ended: bool) -> list[TournamentState]:
    """Return the running tournaments of this channel, else of the server; with `ended` and none running, the newest ended one."""
    live = [state for state in states if state.row.status in UNDER_WAY]
    here = [state for state in live if state.row.channel_id == channel_id]
    return here or live or (list(states[:1]) if ended else [])


async def tournament_here(app: AppContext, request: Request, text: str) -> TournamentState | None:
    """Return the tournament named by `text`, else the only one of this channel; None to show the list instead.

    Refuses `not-in-private` and `no-event`.
    """
    if text.strip():
        return await find_tournament(app, request, text)
    if request.guild_id is None:
        raise InteractionRefused("not-in-private")
    if (played := await _tournament_of_channel(app, request)) is not None:
        return played
    states = await tournament_context.reachable(app, request.interaction)
    there = [state for state in states if state.row.channel_id == request.interaction.channel_id]
    live = [state for state in there if state.row.status in UNDER_WAY]
    return live[0] if len(live) == 1 else None


async def offers(app: AppContext, typing: AutocompleteRequest) -> Offers:
    """Return completions of a tournament: those of the server that the user can reach, then the user's duels."""
    events = [(state.row.name, str(state.row.id)) for state in await tournament_context.reachable(app, typing.interaction)]
    own = [
        (await _duel_name(app, Request(app, typing.interaction), state), str(state.row.id))
        for state in await _duels(app, Request(app, typing.interaction))
    ]
    wanted = folded(typing.text)
    return [(name, number) for name, number in (*events, *own) if wanted in folded(name)]


async def _duel_name(app: AppContext, request: Request, state: TournamentState) -> str:
    """Return the name of a duel in completions."""
    words, guild = request.words, state.row.guild_id
    called, other = [await app.people.name(user, guild, words) for user in state.users.values()]
    return duels.titled(called, other, words)
