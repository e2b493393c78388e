"""Changes to an open tournament by organisers: the forms **Edit**, **Times**, **Limits**, **Rules** and **Seeding**."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cogs.commands.tournaments import form_values
from cogs.commands.tournaments.form_values import number
from cogs.commands.tournaments.tournament_actions import PLACE, RULES
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode
from cogs.interactions import option_parsing
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.tournaments import tournament_forms
from games.core.options import non_default_options
from service.errors import Refusal
from service.tournaments.state import IN, TournamentState
from service.tournaments.tournament_settings import CHOICES, EDIT, HOURS, LIMITS, TIMES, TYPED, TournamentSettings, at_pace, keys
from storage.rows import MatchId, UserId
from storage.tournament_rows import OPEN
from text.labels import label
from text.lobby import setup
from text.translator import Translator


class TournamentEditCommands(TournamentBaseCog):
    """Part of the `/tournament` cog that changes a tournament."""

    @TOURNAMENT.action(
        "edit",
        "tedit",
        "edit",
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages((*keys(EDIT, TIMES, HOURS, LIMITS, TYPED), PLACE))),
        ack=DeferMode.FORM,
    )
    @TOURNAMENT.action(
        "times",
        "ttimes",
        "edit",
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages(keys(TIMES))),
        ack=DeferMode.FORM,
    )
    @TOURNAMENT.action(
        "hours",
        "thours",
        "edit",
        when=lambda situation: situation.status == OPEN,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages(keys(HOURS))),
        ack=DeferMode.FORM,
    )
    @TOURNAMENT.action(
        "limits",
        "tlimits",
        "edit",
        when=lambda situation: situation.status == OPEN,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages(keys(LIMITS, TYPED))),
        ack=DeferMode.FORM,
    )
    async def press_edit(self, request: TournamentRequest) -> None:
        """Open the form **Edit**, **Times**, **Appointments, results** or **Limits**."""
        state, form = request.state, request.verb[1:]
        fields = tournament_forms.changing(form, state.row.name, state.settings, request.words)
        await _open(request, state, f"event-{form}", fields)

    @TOURNAMENT.action(
        "rules",
        "trules",
        "rules",
        when=conditions.nobody_is_in,
        group=ButtonGroup.RUN,
        typed=ActionArgument(offers=conditions.pages(RULES)),
        ack=DeferMode.FORM,
    )
    async def press_rules(self, request: TournamentRequest) -> None:
        """Open the form **Rules**."""
        state = request.state
        game = self.app.services.games[state.settings.game]
        options = non_default_options(game.schema(), game.options(state.settings.options))
        await _open(
            request,
            state,
            "event-rules",
            tournament_forms.rules(state.settings, options, request.words),
        )

    @TOURNAMENT.action(
        "seeding",
        "tseed",
        "seed",
        when=lambda situation: bool(situation.event.having(IN)),
        group=ButtonGroup.RUN,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_seed(self, request: TournamentRequest) -> None:
        """Open the form **Seeding**."""
        state = request.state
        who = next(
            iter(form_values.named_people(request, {form_values.WHO: ",".join(request.fields.get(form_values.WHO, ()))})), None
        )
        await _open(request, state, "event-seeding", tournament_forms.seeding(who, request.words))

    @TOURNAMENT.filled("edit")
    @TOURNAMENT.filled("times")
    @TOURNAMENT.filled("hours")
    @TOURNAMENT.filled("limits")
    async def press_edit_set(self, request: TournamentRequest) -> None:
        """Save the settings of one of the first four forms, or typed settings with any of their keys."""
        state = request.state
        given = form_values.filled_fields(request, (*CHOICES, PLACE))
        people = form_values.named_people(request, {form_values.WHO: given.pop(form_values.WHO, "")})
        place = given.pop(PLACE, "1")
        if people:
            await self._seed(request, state, people[0], place)
        wanted = form_values.settings(given, request.guild)
        if wanted.get("private"):
            request.require(create_private_threads=True)
        if wanted or not people:
            changes = _changed_fields(state, wanted)
            await self.events.editor.edit(state.row.id, request.user, changes, now=request.now)
        await self.done(request, state.row.id, "edited" if wanted else "seeded")

    @TOURNAMENT.filled("rules")
    async def press_rules_set(self, request: TournamentRequest) -> None:
        """Save how the tournament is played; only before the first entry."""
        state = request.state
        given, settings = form_values.filled_fields(request, RULES), state.settings
        options = settings.options
        if given.keys() & {"expansions", "rules"}:
            texts = setup.given(expansions=given.get("expansions", options.get("expansions", "")), rules=given.get("rules", ""))
            options = await self.app.services.maps.chosen(state.row.guild_id, texts)
        stages, pace = given.get("stages") or settings.stages, given.get("pace") or settings.pace
        own_rules = given.get("own-rules", settings.own_rules)
        wanted = replace(at_pace(settings, stages=stages, pace=pace), options=options, own_rules=own_rules)
        with option_parsing.game_words(self.app, settings.game):
            await self.events.editor.play(state.row.id, request.user, wanted, now=request.now)
        await self.done(request, state.row.id, "edited")

    @TOURNAMENT.filled("seeding")
    async def press_seed_set(self, request: TournamentRequest) -> None:
        """Set the seed of an entrant."""
        state = request.state
        given = form_values.filled_fields(request, (PLACE,), lead=PLACE)
        people = form_values.named_people(request, given)
        if not people:
            raise Refusal("no-whom")
        await self._seed(request, state, people[0], given.get(PLACE, "1"))
        await self.done(request, state.row.id, "seeded")

    async def _seed(self, request: Request, state: TournamentState, who: UserId, place: str) -> None:
        await self.events.editor.seed(state.row.id, request.user, who, number(place), now=request.now)


async def _open(request: TournamentRequest, state: TournamentState, title: str, fields: Sequence[Field]) -> None:
    words: Translator = request.words
    await request.ask(label(title, words), Press(MatchId(0), 0, f"{request.verb}set", str(state.row.id)), *fields)


def _changed_fields(state: TournamentState, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings in `wanted` that differ from the present ones, as a form submits all of its fields."""
    now: Mapping[str, Any] = {
        **{key: getattr(state.settings, key) for key in TournamentSettings.__dataclass_fields__},
        "name": state.row.name,
    }
    return {key: value for key, value in wanted.items() if now[key] != value}
