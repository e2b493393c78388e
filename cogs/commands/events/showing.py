"""What all parts of `/tournament` share: showing the panel, the list, and what has just happened."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from cogs import asking, deliver, event_scene
from cogs.commands.events.situation import ACTIONS, EventSituation
from cogs.desk import Desk
from cogs.event_scene import EventScene
from cogs.present import panels
from cogs.present import private as notes
from cogs.present.events import entrants, panel
from cogs.refused import Declined
from service.events.authority import Role
from service.events.state import EventState
from storage.event_records import EventId
from text.events import answers, board
from tournament.records import EntrantId

ON_PAGE = 15
"""Events on one page of the list."""


class EventCog(commands.Cog):
    """The base of every part."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.events: Any = desk.services.events

    async def show_panel(self, interaction: discord.Interaction, state: EventState, lead: str = "") -> None:
        """The panel; `lead`: what has just happened."""
        words, at = asking.words(interaction), await self.situation(interaction, state)
        seen = await event_scene.seen(self.desk, state.row.id, words)
        rivals = [(seen.name(who), str(who)) for who in self._within_reach(at)]
        organises = event_scene.is_official(self.desk, interaction, state)
        offers = ACTIONS.offers(at, words)
        looked = self.desk.looked.by(asking.user(interaction))
        made = panel.panel(seen, at.member, offers, rivals, asking.now(), organises=organises, lead=lead, looked=looked)
        await deliver.show(interaction, made)

    async def show_list(self, interaction: discord.Interaction, page: int = 0) -> None:
        """A page of the events of this server, and how those of the reader on it stand."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        words = asking.words(interaction)
        shown, mine = panels.page_of(await event_scene.reachable(self.desk, interaction), page, ON_PAGE), []
        for state in shown.rows:
            member = state.member(asking.user(interaction))
            if member is not None:
                seen = await event_scene.seen(self.desk, state.row.id, words)
                mine.append(board.mine(state.row.name, entrants.my_state(seen, member), words))
        opens = (await self.situation(interaction, None)).opens
        await deliver.show(interaction, panel.listed(shown, mine, words, opens=opens))

    async def situation(self, interaction: discord.Interaction, state: EventState | None) -> EventSituation:
        """Who asks, before which event."""
        roles: frozenset[Role] = frozenset() if state is None else event_scene.roles(self.desk, interaction, state)
        opens = interaction.guild_id is not None and (
            event_scene.may_open(self.desk, interaction) or interaction.permissions.manage_channels
        )
        at = EventSituation(asking.user(interaction), state, roles, opens)
        if state is None or not self._within_reach(at):
            return at
        words, guild = asking.words(interaction), state.row.guild_id
        names = [(await self.desk.people.name(state.user(who), guild, words), str(who)) for who in self._within_reach(at)]
        return EventSituation(at.user, state, roles, opens, tuple(names))

    def _within_reach(self, at: EventSituation) -> tuple[EntrantId, ...]:
        return () if at.state is None or at.member is None else at.state.within_reach(at.member.id)

    async def after(self, interaction: discord.Interaction, event_id: EventId, said: str) -> None:
        """Say what has happened, above the panel as it is now; in private messages that alone."""
        state = await self.events.looking.state(event_id)
        if interaction.guild_id is None or not await event_scene.reaches(self.desk, interaction, state):
            await deliver.show(interaction, notes.note(said))
        else:
            await self.show_panel(interaction, state, said)

    async def done(self, interaction: discord.Interaction, event_id: EventId, key: str) -> None:
        """As `after`, with a sentence of `text.events.answers`."""
        await self.after(interaction, event_id, answers.done(key, asking.words(interaction)))

    async def seen(self, interaction: discord.Interaction, event_id: EventId) -> EventScene:
        """The event in the words of the person who asks."""
        return await event_scene.seen(self.desk, event_id, asking.words(interaction))
