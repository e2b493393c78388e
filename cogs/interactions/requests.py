"""Requests: the objects that handlers receive, with the user, the time, the user's language, and the match or tournament concerned.

The router makes a request after the access check (`cogs.interactions.access_rules`), and includes what was loaded for the check.
Discord's own data (threads, members, channel permissions) is available through `interaction`.
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
    """A request of one user: a press, a submitted form, a typed action, or a command."""

    app: AppContext
    interaction: discord.Interaction
    """The way out to Discord."""
    press: Press = NO_PRESS

    # --- who, when, where ------------------------------------------------------------------------------------------------

    @property
    def user(self) -> UserId:
        """Id of the user who makes the request."""
        return interaction_info.user(self.interaction)

    @property
    def name(self) -> str:
        """The user's display name in this server."""
        return self.interaction.user.display_name

    @property
    def words(self) -> Translator:
        """Translator for the user's language."""
        return interaction_info.words(self.interaction)

    @property
    def now(self) -> datetime:
        """Time of the request."""
        return interaction_info.now()

    @property
    def place(self) -> MatchLocation:
        """Server (if any) and channel of the request."""
        return interaction_info.place(self.interaction)

    @property
    def guild_id(self) -> int | None:
        """Id of the request's server; None in a direct message."""
        return self.interaction.guild_id

    @property
    def guild(self) -> discord.Guild | None:
        """The request's server as discord.py's object; None in a direct message."""
        return self.interaction.guild

    @property
    def is_moderator(self) -> bool:
        """Whether the person may manage the channel of the match, else the one that is asked from."""
        return interaction_info.is_moderator(self.interaction)

    def prefers(self, key: str) -> str:
        """Return the user's value of a preference."""
        return interaction_info.prefers(self.interaction, key)

    def require(self, **wanted: bool) -> None:
        """Check that the bot has all of these permissions in the channel.

        Refuses `missing-permissions` otherwise.
        """
        interaction_info.require(self.interaction, **wanted)

    # --- what ------------------------------------------------------------------------------------------------------------

    @property
    def match_id(self) -> MatchId:
        """Id of the match that the press is about; 0 if it is about none."""
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
        """Values chosen in a select, or typed into a form's text lines."""
        return self.press.values

    @property
    def choice(self) -> str:
        """First of the values; empty if there are none."""
        return self.press.choice

    @property
    def fields(self) -> Mapping[str, tuple[str, ...]]:
        """Values of a submitted form, by field name."""
        return self.press.fields

    @property
    def is_form(self) -> bool:
        """Whether the request is a submitted form."""
        return self.interaction.type is discord.InteractionType.modal_submit

    def of(self, press: Press) -> Self:
        """Return a copy of the request with another press, about the same match or tournament."""
        return replace(self, press=press)

    # --- answers ---------------------------------------------------------------------------------------------------------

    async def respond(self, message: Message) -> None:
        """Answer privately: edit the private message whose button was pressed, or send a new private message."""
        await delivery.respond(self.interaction, message)

    async def respond_separately(self, message: Message) -> None:
        """Answer with a new private message, and leave the message whose button was pressed unchanged."""
        await delivery.respond_separately(self.interaction, message)

    async def ask(self, title: str, press: Press, *fields: Field) -> None:
        """Open a form; its submission arrives as `press`, with the form's contents."""
        await modals.ask(self.interaction, title, press, *fields)


@dataclass(frozen=True, kw_only=True)
class MatchRequest(Request):
    """A request about a match that the user can see, after its access check."""

    match: MatchRow
    """As it was when the right was checked: who changes it first tells what the use-case returns."""
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, kw_only=True)
class TournamentRequest(Request):
    """A request about a tournament that the user can reach, after the check of its power."""

    state: TournamentState
    """As it was when the power was checked."""

    @property
    def event_id(self) -> EventId:
        """Id of the tournament."""
        return self.state.row.id

    @property
    def behind(self) -> str:
        """The part of the button's argument after the tournament's id."""
        return self.argument.partition(" ")[2]
