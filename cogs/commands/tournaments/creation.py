"""Actions that open a tournament or the next season of one, by a form or by typing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import discord
from discord.utils import format_dt

from cogs import tournament_context
from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.tournament_actions import NEW, NEXT
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode
from cogs.interactions import access_rules, option_parsing
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import ENDED, NO_EVENT, TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import tournament_forms, tournament_panel
from service.errors import Refusal
from service.lobby.match_terms import duration
from service.tournaments import next_season
from service.tournaments import tournament_settings as wanted
from service.tournaments.tournament_settings import TournamentSettings
from storage.rows import MatchId
from text.labels import label
from text.lobby import setup
from text.tournaments import confirmations
from tournament.results import InvalidTournamentError

HELD = timedelta(days=7)
"""How long places of a next season are held if nobody says otherwise."""
KIND = "slow-swiss"
"""Where no other is chosen."""
_NEEDED = ("view_channel", "send_messages", "attach_files", "create_public_threads", "send_messages_in_threads")


class TournamentCreationCommands(TournamentBaseCog):
    """Part of the `/tournament` cog that opens tournaments."""

    @TOURNAMENT.action(
        "new",
        "tnew",
        ActorRole.OPENER,
        when=lambda situation: situation.opens and situation.state is None,
        group=ButtonGroup.RUN,
        argument=lambda _at: "",
        typed=ActionArgument(offers=conditions.pages(NEW)),
        of=[NO_EVENT],
        ack=DeferMode.FORM,
    )
    async def press_new(self, request: Request) -> None:
        """Open the form for a tournament."""
        self._may_open(request)
        words = request.words
        games = setup.games("", self.app.editions.explain, words)
        await request.ask(
            label("event-new", words), Press(MatchId(0), 0, "tnewset"), *tournament_forms.new_event_fields(games, KIND, words)
        )

    @TOURNAMENT.filled("new", first=True)
    async def press_new_set(self, request: Request) -> None:
        """Open the tournament for entry; parameters left out have the defaults of its kind."""
        self._may_open(request)
        given = form_values.filled_fields(request, NEW, lead="name")
        game = setup.game(given.get("game", ""), self.app.editions.explain, request.words)
        settings = await self._settings(request, game, given)
        if settings.kind.duplicate or settings.private:
            request.require(create_private_threads=True)
        self.app.cooldowns.spend(request.user, "new", request.now)
        locale = await self.app.languages.public(request.interaction)
        place, host, name = request.place, request.user, given.get("name", "")
        with option_parsing.game_words(self.app, game):
            state = await self.events.creation.open(place, host, name, settings, now=request.now, locale=locale)
        opened = confirmations.opened(f"<#{state.row.channel_id}>", request.words)
        await self.after(request, state.row.id, opened)

    @TOURNAMENT.action(
        "next",
        "tnext",
        "succeed",
        when=lambda situation: situation.opens and not situation.event.is_duel,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages(NEXT)),
        of=[ENDED],
        ack=DeferMode.FORM,
    )
    async def press_next(self, request: TournamentRequest) -> None:
        """Open the form for the next season."""
        state, words = request.state, request.words
        self._may_open(request)
        target = Press(MatchId(0), 0, "tnextset", str(state.row.id))
        await request.ask(
            label("event-next", words), target, *tournament_forms.next_season_form(next_season.next_name(state), words)
        )

    @TOURNAMENT.filled("next")
    async def press_next_set(self, request: TournamentRequest) -> None:
        """Open the next season for entry, with the same terms and with places held for the previous entrants."""
        state = request.state
        self._may_open(request)
        given = form_values.filled_fields(request, NEXT, lead="name")
        settings = _without_deleted_roles(next_season.next_season_settings(state), request.guild)
        if settings.kind.duplicate or settings.private:
            request.require(create_private_threads=True)
        if given.get("start", "").strip():
            settings = replace(settings, starts_at=request.now + duration(given["start"]))
        held_for = duration(given["held"]) if given.get("held", "").strip() else HELD
        self.app.cooldowns.spend(request.user, "new", request.now)
        after = await self.events.next_season.succeed(
            state.row.id,
            request.place,
            request.user,
            settings,
            name=given.get("name", "").strip() or next_season.next_name(state),
            held=held_for,
            now=request.now,
            locale=state.row.locale,
        )
        words = request.words
        sentence = confirmations.next_season(len(after.held), format_dt(request.now + held_for, "R"), words)
        await self.after(request, after.row.id, sentence)

    @TOURNAMENT.action(
        "seasons", "tseries", "read", when=lambda situation: situation.event.settings.season > 1, group=ButtonGroup.LOOK, of=[ENDED]
    )
    async def press_series(self, request: TournamentRequest) -> None:
        """Show all seasons with their champions."""
        state = request.state
        announced, words = await self.events.next_season.seasons(state.row.id), request.words
        seasons = []
        for season in announced:
            context = await tournament_context.load(self.app, season.event_id, words)
            seasons.append((season, context.name(season.champion)))
        await request.respond(tournament_panel.seasons(str(state.row.id), seasons, words))

    def _may_open(self, request: Request) -> None:
        """Check that the user may open tournaments. Refuses as `access_rules.opener` does, and `missing-permissions` of the bot."""
        access_rules.opener(self.app, request.interaction)
        request.require(**dict.fromkeys(_NEEDED, True))

    async def _settings(self, request: Request, game: str, given: dict[str, str]) -> TournamentSettings:
        texts = setup.given(expansions=given.get("expansions", ""), rules=given.get("rules", ""))
        usual, pace = _usual(given.get("kind") or KIND, game), given.get("pace", "")
        chosen = form_values.settings({key: text for key, text in given.items() if key != "name"}, request.guild)
        pace = pace if pace not in ("", "-") else usual.pace
        return replace(
            wanted.at_pace(usual, stages=given.get("stages") or usual.stages, pace=pace),
            options=await self.app.services.maps.chosen(request.guild_id, texts),
            own_rules=given.get("own-rules", ""),
            **chosen,
        )


def _without_deleted_roles(settings: TournamentSettings, guild: discord.Guild | None) -> TournamentSettings:
    """Return the settings without roles that the server has deleted since."""

    def there(role: int | None) -> int | None:
        return role if role is not None and guild is not None and guild.get_role(role) is not None else None

    return replace(settings, role=there(settings.role), referees=there(settings.referees))


def _usual(kind: str, game_id: str) -> TournamentSettings:
    try:
        return wanted.preset_settings(kind.strip().lower(), game_id)
    except InvalidTournamentError as error:
        raise Refusal("bad-event", found=error) from error
