"""What organisers change after opening a tournament: **Edit**, **Times**, **Limits**, **Rules**, and **Seeding**."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs import asking
from cogs.commands.events import filled
from cogs.commands.events.filled import length, moment_of, number, rating, role, switch
from cogs.commands.events.showing import EventCog
from cogs.commands.events.situation import ENTRY, LIMITS, RULES, TIMES, TYPED_ONLY
from cogs.commands.events.which_event import pressed
from cogs.entries import choosing
from cogs.entries.forms import ask
from cogs.entries.presses import on_press
from cogs.present.events import forms
from cogs.present.forms import Field
from cogs.present.ids import Press
from games.core.options import written
from service.errors import Refusal
from service.events.editing import LIMITS as NO_LIMITS
from service.events.settings import EventSettings
from service.events.state import EventState
from storage.records import MatchId, UserId
from text.labels import label
from text.language import Words
from text.lobby import setup

Reader = Callable[[str, discord.Guild | None], Mapping[str, Any]]
"""What was given for one key, as fields of `EventSettings`; nothing where it says nothing."""


def _one(field: str, read: Callable[[str], Any], *, empty: bool = False) -> Reader:
    """A key that is one field; an empty text changes nothing unless it stands for a value."""
    return lambda text, _guild: {field: read(text)} if text.strip() or empty else {}


def _named_role(field: str) -> Reader:
    return lambda text, guild: {field: role(text, guild)}


def _rating(text: str, _guild: discord.Guild | None) -> Mapping[str, Any]:
    least, most = rating(text)
    return {"least_rating": least, "most_rating": most}


READERS: Mapping[str, Reader] = {
    "name": _one("name", str.strip),
    "most": _one("most", number, empty=True),
    "start": _one("starts_at", moment_of),
    "check-in": _one("check_in", switch),
    "preview": _one("preview", length),
    "first-turn": _one("first_turn", length),
    "round": _one("round_length", length),
    "vacations": _one("vacations", switch),
    "referees": _named_role("referees"),
    "private": _one("private", switch),
    "rating": _rating,
    "rating-from": _one("least_rating", number),
    "rating-to": _one("most_rating", number),
    "games": _one("least_games", number, empty=True),
    "days": _one("least_days", number, empty=True),
    "reliable": _one("least_kept", lambda text: number(text, 100), empty=True),
    "role": _named_role("role"),
    "no-limits": lambda text, _guild: NO_LIMITS if switch(text) else {},
}
"""By key of a form, or of what is typed."""


class EditingCommands(EventCog):
    """The part of `/tournament` for what is changed; `cogs.commands.events.tournament` makes a cog of it."""

    @on_press("tedit")
    async def press_edit(self, interaction: discord.Interaction, press: Press) -> None:
        """The form **Edit**."""
        state = await pressed(self.desk, interaction, press)
        await _open(interaction, press, state, "event-edit", forms.entry(state.row.name, state.settings, asking.words(interaction)))

    @on_press("ttimes")
    async def press_times(self, interaction: discord.Interaction, press: Press) -> None:
        """The form **Times**."""
        state = await pressed(self.desk, interaction, press)
        await _open(interaction, press, state, "event-times", forms.times(state.settings, asking.words(interaction)))

    @on_press("tlimits")
    async def press_limits(self, interaction: discord.Interaction, press: Press) -> None:
        """The form **Limits**."""
        state = await pressed(self.desk, interaction, press)
        await _open(interaction, press, state, "event-limits", forms.limits(state.settings, asking.words(interaction)))

    @on_press("trules")
    async def press_rules(self, interaction: discord.Interaction, press: Press) -> None:
        """The form **Rules**."""
        state = await pressed(self.desk, interaction, press)
        game = self.desk.services.games[state.settings.game]
        options = written(game.schema(), game.options(state.settings.options))
        await _open(interaction, press, state, "event-rules", forms.rules(state.settings, options, asking.words(interaction)))

    @on_press("tseed")
    async def press_seed(self, interaction: discord.Interaction, press: Press) -> None:
        """The form **Seeding**."""
        state = await pressed(self.desk, interaction, press)
        who = next(iter(filled.people(interaction, {filled.WHO: ",".join(press.fields.get(filled.WHO, ()))})), None)
        await _open(interaction, press, state, "event-seeding", forms.seeding(who, asking.words(interaction)))

    @on_press("teditset", "ttimesset", "tlimitsset")
    async def press_edit_set(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the first three is filled in, or any of their keys is typed."""
        state = await pressed(self.desk, interaction, press)
        given = filled.given(interaction, press, (*ENTRY, *TIMES, *LIMITS, *TYPED_ONLY))
        people = filled.people(interaction, {filled.WHO: given.pop(filled.WHO, "")})
        place = given.pop("place", "1")
        if people:
            await self._seed(interaction, state, people[0], place)
        wanted: dict[str, Any] = {}
        for key, text in given.items():
            wanted |= READERS[key](text, interaction.guild)
        if wanted.get("private"):
            asking.require(interaction, create_private_threads=True)
        if wanted or not people:
            changes = _changed(state, wanted)
            await self.events.editing.edit(state.row.id, asking.user(interaction), changes, now=asking.now())
        await self.done(interaction, state.row.id, "edited" if wanted else "seeded")

    @on_press("trulesset")
    async def press_rules_set(self, interaction: discord.Interaction, press: Press) -> None:
        """How it is played, before anybody has entered."""
        state = await pressed(self.desk, interaction, press)
        given, settings = filled.given(interaction, press, RULES), state.settings
        options = settings.options
        if given.keys() & {"expansions", "rules"}:
            texts = setup.given(expansions=given.get("expansions", options.get("expansions", "")), rules=given.get("rules", ""))
            options = await self.desk.services.maps.chosen(state.row.guild_id, texts)
        stages, pace = given.get("stages") or settings.stages, given.get("pace") or settings.pace
        own_rules = given.get("own-rules", settings.own_rules)
        wanted = replace(settings, stages=stages, pace=pace, options=options, own_rules=own_rules)
        with choosing.named(self.desk, settings.game):
            await self.events.editing.play(state.row.id, asking.user(interaction), wanted, now=asking.now())
        await self.done(interaction, state.row.id, "edited")

    @on_press("tseedset")
    async def press_seed_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Somebody is seeded."""
        state = await pressed(self.desk, interaction, press)
        given = filled.given(interaction, press, ("place",), lead="place")
        people = filled.people(interaction, given)
        if not people:
            raise Refusal("no-whom")
        await self._seed(interaction, state, people[0], given.get("place", "1"))
        await self.done(interaction, state.row.id, "seeded")

    async def _seed(self, interaction: discord.Interaction, state: EventState, who: UserId, place: str) -> None:
        await self.events.editing.seed(state.row.id, asking.user(interaction), who, number(place), now=asking.now())


async def _open(interaction: discord.Interaction, press: Press, state: EventState, title: str, fields: Sequence[Field]) -> None:
    words: Words = asking.words(interaction)
    await ask(interaction, label(title, words), Press(MatchId(0), 0, f"{press.verb}set", str(state.row.id)), *fields)


def _changed(state: EventState, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What of it is not so already: a form brings all its fields."""
    now: Mapping[str, Any] = {
        **{key: getattr(state.settings, key) for key in EventSettings.__dataclass_fields__},
        "name": state.row.name,
    }
    return {key: value for key, value in wanted.items() if now[key] != value}
