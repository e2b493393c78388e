"""Tournaments as one reader sees them: state, names of entrants, and language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import discord
from discord.utils import format_dt

from cogs import interaction_info, visibility
from cogs.app_context import AppContext
from games.core.options import non_default_options
from service.errors import Refusal
from service.guilds.server_settings import ORGANISERS, REFEREES
from service.tournaments.permissions import OFFICIALS, TournamentRole
from service.tournaments.state import LEFT, Place, TournamentState
from service.tournaments.tournament_settings import TournamentSettings
from storage.rows import UserId
from storage.tournament_rows import OPEN, EventId, EventMatch
from text.tournaments import board, duels, stage_names
from text.translator import Translator
from text.translator import translator_for as spoken
from tournament.history import DrawnRound
from tournament.results import WALKOVER, EntrantId


@dataclass(frozen=True)
class TournamentContext:
    """A tournament's state with the names and the translator for messages about it."""

    state: TournamentState
    names: Mapping[EntrantId, str]
    words: Translator
    game: str
    """What is played, by its name."""
    matches: Mapping[Place, EventMatch]
    """The newest game of each table of the rounds that were asked for."""
    organiser: str
    former: str = ""
    """Who won the season before; empty where there is none, or nobody did."""

    @property
    def settings(self) -> TournamentSettings:
        """The tournament's settings."""
        return self.state.settings

    @property
    def id(self) -> str:
        """The tournament's id as text, as buttons carry it."""
        return str(self.state.row.id)

    def name(self, who: EntrantId | None) -> str:
        """Return an entrant's name."""
        return "" if who is None else self.names.get(who, "?")

    def round_name(self, drawn: DrawnRound) -> str:
        """Return the name of a round; for a duel, its length."""
        if self.state.is_duel:
            return duels.length(drawn.best_of, self.words)
        before = sum(drawn_round.number < drawn.number for drawn_round in self.state.course.drawn_in(drawn.stage))
        return self.named_round(drawn.number, drawn.stage, before + 1)

    def named_round(self, number: int, stage: int, of_stage: int) -> str:
        """Return the name of a round that may not be drawn yet.

        `number`: its number; `stage`: index of its stage; `of_stage`: its number within the stage.
        """
        course = self.state.course
        return stage_names.round_name(number, course.stages[stage], len(course.places[stage]), of_stage, self.words)

    def link(self, place: Place) -> str:
        """Return the URL of the thread of a pairing; empty before there is one."""
        match = self.matches.get(place)
        guild = self.state.row.guild_id or "@me"
        return "" if match is None else f"https://discord.com/channels/{guild}/{match.channel_id}"

    def mention(self, place: Place) -> str:
        """Return the mention of the thread of a pairing, for use within its server."""
        match = self.matches.get(place)
        return "" if match is None else f"<#{match.channel_id}>"

    def hour(self, place: Place) -> str:
        """Return the appointment of a pairing as Discord timestamps; empty without one."""
        agreed = self.state.hours.agreed.get(place)
        return "" if agreed is None else f"📅 {format_dt(agreed.at, 'f')} ({format_dt(agreed.at, 'R')})"

    def result(self, place: Place) -> str:
        """Return the present result of a pairing as text."""
        outcome = self.state.results.get(place)
        if outcome is None:
            games = self.state.games.get(place, ())
            return ", ".join("–".join(map(str, game.score)) for game in games)
        if place in self.state.open_ended:
            return board.provisional(self.words)
        winner = None if outcome.winner is None else self.name(outcome.winner)
        if outcome.others and outcome.score is not None:
            names = [self.name(who) for who in outcome.seats]
            return board.table_result(names, outcome.score, [who in outcome.gone for who in outcome.seats], self.words)
        points = outcome.games or ((outcome.score[:2],) if outcome.score else ())
        gave_up = (
            self.settings.is_arena and outcome.how == WALKOVER and any(game.winner for game in self.state.games.get(place, ()))
        )
        return board.result(board.GAVE_UP_EARLY if gave_up else outcome.how, winner, points, self.words)


async def load(
    app: AppContext, event_id: EventId, words: Translator, among: Iterable[EntrantId] | None = None, only: Place | None = None
) -> TournamentContext:
    """Return the tournament with the names of its entrants (or those `among` them) and its open games (or `only` one table).

    Refuses `no-event`.
    """
    state = (await app.services.tournaments.queries.state(event_id)).shown
    guild = state.row.guild_id
    everybody = [EntrantId(str(number)) for number in (state.users if state.is_duel else state.members)]
    wanted = everybody if among is None else list(among)
    names = {who: await app.people.name(state.user(who), guild, words) for who in wanted}
    names |= state.teams
    open_ = {number for number, _ in state.open_by_place} | ({state.rounds[-1].number} if state.rounds else set())
    places = [(number, None) for number in sorted(open_)] if only is None else [only]
    matches: dict[Place, EventMatch] = {}
    for place in places:
        for match in await app.services.tournaments.queries.matches(event_id, *place):
            matches[match.round, match.table] = match
    organiser = await app.people.name(state.row.host_id, guild, words)
    edition = app.editions.get(state.settings.game)
    game = state.settings.game
    if edition is not None:
        explain, options = edition.words.explain, state.settings.options
        chosen = non_default_options(edition.game.schema(), edition.game.options(options)) if state.is_duel else {}
        game = explain.title(chosen, words) if state.is_duel else explain.name(words)
    return TournamentContext(state, names, words, game, matches, organiser, await _former(app, state, words))


async def load_in_its_language(
    app: AppContext, event_id: EventId, among: Iterable[EntrantId] | None = None, only: Place | None = None
) -> TournamentContext:
    """Return the tournament as `load`, in its own language."""
    locale = (await app.services.tournaments.queries.state(event_id)).row.locale
    return await load(app, event_id, spoken(locale), among, only)


async def _former(app: AppContext, state: TournamentState, words: Translator) -> str:
    """Return a line on the winner of the previous season, while the tournament is open for entry."""
    if state.settings.former is None or state.row.status != OPEN:
        return ""
    try:
        before = await app.services.tournaments.queries.state(EventId(state.settings.former))
    except Refusal:  # it was erased
        return ""
    if not before.final:
        return ""
    champion = before.final[0]
    return before.teams.get(champion) or await app.people.name(before.user(champion), before.row.guild_id, words)


def roles(app: AppContext, interaction: discord.Interaction, state: TournamentState) -> frozenset[TournamentRole]:
    """Return the user's roles in a tournament, from the tournament itself and from their server roles and permissions."""
    user, tournament_roles = interaction_info.user(interaction), {TournamentRole.READER}
    tournament_roles |= {TournamentRole.ENTRANT} if state.member(user) is not None else set()
    if user in state.officials:
        tournament_roles.add(TournamentRole.ORGANISER)
    if interaction.guild_id == state.row.guild_id and isinstance(interaction.user, discord.Member):
        ruling = state.settings.referees
        if visibility.moderates_all(interaction) or _is_chosen(app, interaction, ORGANISERS):
            tournament_roles.add(TournamentRole.ORGANISER)
        if (ruling is not None and interaction.user.get_role(ruling) is not None) or _is_chosen(app, interaction, REFEREES):
            tournament_roles.add(TournamentRole.REFEREE)
    return frozenset(tournament_roles)


def is_official(app: AppContext, interaction: discord.Interaction, state: TournamentState) -> bool:
    """Return whether the user is an organiser or referee of the tournament."""
    return not roles(app, interaction, state).isdisjoint(OFFICIALS)


def may_open(app: AppContext, interaction: discord.Interaction) -> bool:
    """Return whether the user has a role with which the server lets members open tournaments in any channel."""
    return _is_chosen(app, interaction, ORGANISERS)


def _is_chosen(app: AppContext, interaction: discord.Interaction, *settings: str) -> bool:
    roles = {role for key in settings for role in app.services.server_settings.roles(interaction.guild_id, key)}
    return visibility.has_role(interaction, roles)


async def can_reach(app: AppContext, interaction: discord.Interaction, state: TournamentState) -> bool:
    """Return whether the user may know of a tournament: as entrant, as organiser, or as reader of its channel."""
    user = UserId(interaction.user.id)
    member = state.member(user)
    is_inside = user in state.officials or (member is not None and member.status != LEFT)
    row = state.row
    return await app.visibility.reaches(interaction, row.guild_id, row.channel_id, is_inside=is_inside, is_lost=state.is_closed)


async def require_reach(app: AppContext, interaction: discord.Interaction, state: TournamentState) -> None:
    """Check that the user may know of the tournament. Refuses `no-event`, as for an id that doesn't exist."""
    if not await can_reach(app, interaction, state):
        raise Refusal("no-event", event=state.row.id)


async def reachable(app: AppContext, interaction: discord.Interaction, *, ended: bool = True) -> list[TournamentState]:
    """Return the server's tournaments that the user may know of, newest first; none in direct messages."""
    if interaction.guild_id is None:
        return []
    looking = app.services.tournaments.queries
    states = [await looking.state(row.id) for row in await looking.of_guild(interaction.guild_id, ended=ended)]
    return [state for state in states if await can_reach(app, interaction, state)]
