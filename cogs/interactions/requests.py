"""Requests: what a person asks for, as the methods see it that do it: who, when, in which words, and about what.

The router makes one after the check (`cogs.interactions.access_rules`): what the right was checked on comes with it.
Whatever only Discord knows (threads, members, permissions in a channel) is asked of `interaction`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

import discord

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.interactions import modals
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.message_parts import Message
from service.records import MatchLocation
from service.tournaments.state import TournamentState
from storage.rows import MatchId, MatchRow, SeatRow, UserId
from storage.tournament_rows import EventId
from text.translator import Translator

NO_PRESS = Press(MatchId(0), 0, "")
"""Of a command, which is no press."""


@dataclass(frozen=True)
class Request:
    """Request of one person: by a press, a form, an action that was typed, or a command."""

    app: AppContext
    interaction: discord.Interaction
    """The way out to Discord."""
    press: Press = NO_PRESS

    # --- who, when, where ------------------------------------------------------------------------------------------------

    @property
    def user(self) -> UserId:
        """The person."""
        return interaction_info.user(self.interaction)

    @property
    def name(self) -> str:
        """Display name of the person here."""
        return self.interaction.user.display_name

    @property
    def words(self) -> Translator:
        """Words in the person's language."""
        return interaction_info.words(self.interaction)

    @property
    def now(self) -> datetime:
        """The present time."""
        return interaction_info.now()

    @property
    def place(self) -> MatchLocation:
        """The server, if any, and the channel that is asked from."""
        return interaction_info.place(self.interaction)

    @property
    def guild_id(self) -> int | None:
        """The server; None in private."""
        return self.interaction.guild_id

    @property
    def guild(self) -> discord.Guild | None:
        """The server as Discord knows it; None in private."""
        return self.interaction.guild

    @property
    def is_moderator(self) -> bool:
        """Whether the person may manage the channel of the match, else the one that is asked from."""
        return interaction_info.is_moderator(self.interaction)

    def prefers(self, key: str) -> str:
        """Return the person's value of a preference."""
        return interaction_info.prefers(self.interaction, key)

    def require(self, **wanted: bool) -> None:
        """Refuse `missing-permissions` if the bot lacks any of the wanted ones in this channel."""
        interaction_info.require(self.interaction, **wanted)

    # --- what ------------------------------------------------------------------------------------------------------------

    @property
    def match_id(self) -> MatchId:
        """The match that is meant; 0 for none."""
        return self.press.match

    @property
    def verb(self) -> str:
        """Verb of the press."""
        return self.press.verb

    @property
    def argument(self) -> str:
        """Argument that the button carries."""
        return self.press.argument

    @property
    def values(self) -> Sequence[str]:
        """Values chosen in a select, or typed into the lines of a form."""
        return self.press.values

    @property
    def choice(self) -> str:
        """The only one of the values; empty for none."""
        return self.press.choice

    @property
    def fields(self) -> Mapping[str, tuple[str, ...]]:
        """Values filled into a form, by the names of its fields."""
        return self.press.fields

    @property
    def is_form(self) -> bool:
        """Whether a form was sent."""
        return self.interaction.type is discord.InteractionType.modal_submit

    def of(self, press: Press) -> Self:
        """Return the same request with another press, about the same thing."""
        return replace(self, press=press)

    # --- answers ---------------------------------------------------------------------------------------------------------

    async def respond(self, message: Message) -> None:
        """Answer in private: by editing the private message that was pressed, or with a new one."""
        await delivery.respond(self.interaction, message)

    async def respond_separately(self, message: Message) -> None:
        """Answer with a new private message, and leave the pressed one alone."""
        await delivery.respond_separately(self.interaction, message)

    async def ask(self, title: str, press: Press, *fields: Field) -> None:
        """Show a form. Its answer comes back as this press, with what was filled in."""
        await modals.ask(self.interaction, title, press, *fields)


@dataclass(frozen=True, kw_only=True)
class MatchRequest(Request):
    """Request about a match that the person may see, with the right checked."""

    match: MatchRow
    """As it was when the right was checked: who changes it first tells what the use-case returns."""
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, kw_only=True)
class TournamentRequest(Request):
    """Request about a tournament that the person may reach, with the power checked."""

    state: TournamentState
    """As it was when the power was checked."""

    @property
    def event_id(self) -> EventId:
        """The tournament's number."""
        return self.state.row.id

    @property
    def behind(self) -> str:
        """Argument of the button behind the tournament's number."""
        return self.argument.partition(" ")[2]
