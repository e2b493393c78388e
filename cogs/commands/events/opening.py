"""Opening a tournament, by a form or typed."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs import asking, event_scene
from cogs.commands.events import filled
from cogs.commands.events.showing import EventCog
from cogs.commands.events.situation import NEW
from cogs.entries import choosing
from cogs.entries.forms import ask
from cogs.entries.presses import on_press
from cogs.present.events import forms
from cogs.present.ids import Press
from cogs.refused import Declined
from service.errors import Refusal
from service.events import settings as wanted
from service.events.settings import EventSettings
from storage.records import MatchId
from text.events import answers
from text.labels import label
from text.lobby import setup
from tournament.records import BadEvent

KIND = "slow-swiss"
"""Where no other is chosen."""
_NEEDED = ("view_channel", "send_messages", "attach_files", "create_public_threads", "send_messages_in_threads")


class OpeningCommands(EventCog):
    """The part of `/tournament` for new ones; `cogs.commands.events.tournament` makes a cog of it."""

    @on_press("tnew")
    async def press_new(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """The form."""
        self._may_open(interaction)
        words = asking.words(interaction)
        games = setup.games("", self.desk.editions.explain, words)
        await ask(interaction, label("event-new", words), Press(MatchId(0), 0, "tnewset"), *forms.new(games, KIND, words))

    @on_press("tnewset")
    async def press_new_set(self, interaction: discord.Interaction, press: Press) -> None:
        """Open it for entry; everything that is left out follows from its kind."""
        self._may_open(interaction)
        given = filled.given(interaction, press, NEW, lead="name")
        game = setup.game(given.get("game", ""), self.desk.editions.explain, asking.words(interaction))
        settings = await self._settings(interaction, game, given)
        if settings.kind.duplicate or settings.private:
            asking.require(interaction, create_private_threads=True)
        self.desk.cooldowns.spend(asking.user(interaction), "new", asking.now())
        locale = await self.desk.languages.public(interaction)
        place, host, name = asking.place(interaction), asking.user(interaction), given.get("name", "")
        with choosing.named(self.desk, game):
            state = await self.events.entries.open(place, host, name, settings, now=asking.now(), locale=locale)
        said = answers.opened(f"<#{state.row.channel_id}>", asking.words(interaction))
        await self.after(interaction, state.row.id, said)

    def _may_open(self, interaction: discord.Interaction) -> None:
        """Refuses `not-in-private`, `missing-permissions`, `own-permissions`."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        asking.require(interaction, **dict.fromkeys(_NEEDED, True))
        if not event_scene.may_open(self.desk, interaction):
            asking.require_own(interaction, manage_channels=True)

    async def _settings(self, interaction: discord.Interaction, game: str, given: dict[str, str]) -> EventSettings:
        texts = setup.given(expansions=given.get("expansions", ""), rules=given.get("rules", ""))
        usual, pace = _usual(given.get("kind") or KIND, game), given.get("pace", "")
        chosen = filled.settings({key: text for key, text in given.items() if key != "name"}, interaction.guild)
        return replace(
            usual,
            stages=given.get("stages") or usual.stages,
            options=await self.desk.services.maps.chosen(interaction.guild_id, texts),
            pace=pace if pace not in ("", "-") else usual.pace,
            own_rules=given.get("own-rules", ""),
            **chosen,
        )


def _usual(kind: str, game_id: str) -> EventSettings:
    try:
        return wanted.usual(kind.strip().lower(), game_id)
    except BadEvent as found:
        raise Refusal("bad-event", found=found) from found
