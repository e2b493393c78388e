"""`/tournament` for readers: list, info, standings, table, bracket, pairings, my, export; the buttons below them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, fair
from cogs.commands.events.which_event import meant, offers, pressed
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.entries.presses import on_press
from cogs.fair import Fair
from cogs.pictures import sheets as sheets_of
from cogs.present import private as notes
from cogs.present.events import entrants, events, pairings
from cogs.present.events.rulings import ruled
from cogs.present.ids import Press
from cogs.present.parts import Message
from cogs.refused import Declined
from service.errors import Refusal
from service.events import sheets
from service.events.assembled import Events
from service.events.state import IN, WAITING, State
from storage.event_records import EventEntry
from storage.records import UserId
from text.events import answers, board
from text.language import words as spoken

LISTED = 15

SheetOf = Callable[[Desk, Fair, int, UserId | None], Awaitable[Message]]
"""A page of what an event can be shown as, for one reader or for all."""


class EventPages(commands.Cog):
    """What of an event can be read; `cogs.commands.events.tournament` makes a cog of it."""

    desk: Desk
    events: Events

    @app_commands.command(name="list", **{k: v for k, v in named("tournament list").items() if k != "name"})
    async def list_events(self, interaction: discord.Interaction) -> None:
        """The tournaments of this server."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        words, lines = asking.words(interaction), []
        for state in (await fair.reachable(self.desk, interaction))[:LISTED]:
            row = state.row
            entered = sum(member.status in (IN, WAITING) for member in state.members.values())
            lines.append(f"{board.listed(row.name, row.status, entered, words)} · <#{row.channel_id}>")
        await deliver.show(interaction, notes.note(*(lines or [board.none_listed(words)])))

    @app_commands.command(**named("tournament info"))
    @explained("tournament info", "tournament")
    async def info(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """How it is played, who is in, what was ruled."""
        await self._info(interaction, await meant(self.desk, interaction, tournament, ended=True))

    @app_commands.command(**named("tournament standings"))
    @explained("tournament standings", "tournament", "share")
    async def standings(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """Who stands where."""
        state = await meant(self.desk, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.standings, share=share)

    @app_commands.command(**named("tournament table"))
    @explained("tournament table", "tournament", "share")
    async def table(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """Who met whom, and what came of it."""
        state = await meant(self.desk, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.cross, share=share)

    @app_commands.command(**named("tournament bracket"))
    @explained("tournament bracket", "tournament", "share")
    async def bracket(self, interaction: discord.Interaction, tournament: str = "", share: bool = False) -> None:
        """The tree of a knock-out."""
        state = await meant(self.desk, interaction, tournament, ended=True)
        await self._show_sheet(interaction, state, sheets_of.bracket, share=share)

    @app_commands.command(**named("tournament pairings"))
    @explained("tournament pairings", "tournament")
    async def pairings(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Who meets whom."""
        state = await meant(self.desk, interaction, tournament, ended=True)
        await deliver.show(interaction, pairings.pairings(await fair.seen(self.desk, state.row.id, asking.words(interaction)), 0))

    @app_commands.command(**named("tournament my"))
    async def my(self, interaction: discord.Interaction) -> None:
        """Every tournament of the reader, and what it waits for."""
        words, lines = asking.words(interaction), []
        for state in await self.events.looking.of_user(asking.user(interaction)):
            member = state.member(asking.user(interaction))
            if member is not None and (interaction.guild_id in (None, state.row.guild_id)):
                seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
                lines.append(board.mine(state.row.name, entrants.my_state(seen, member), words))
        await deliver.show(interaction, notes.note(*(lines or [board.nothing_mine(words)])))

    @app_commands.command(**named("tournament export"))
    @explained("tournament export", "tournament")
    async def export(self, interaction: discord.Interaction, tournament: str = "") -> None:
        """Everything that is public about it, as a file."""
        state = await meant(self.desk, interaction, tournament, ended=True)
        self.desk.cooldowns.spend(asking.user(interaction), "record", asking.now())
        record = await self.events.looking.export(state.row.id)
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        names = {int(who): name for who, name in seen.names.items()}
        content = json.dumps(record, indent=1, ensure_ascii=False)
        message = notes.note(board.title(state.row.name, asking.words(interaction)))
        message.attach(f"tournament-{state.row.id}.json", content.encode())
        message.attach("entrants.csv", sheets.entrants(record, names).encode("utf-8-sig"))
        message.attach("pairings.csv", sheets.pairings(record, names).encode("utf-8-sig"))
        if games := await self._games(state):
            message.attach("games.txt", games.encode())
        await deliver.show(interaction, message)

    async def _games(self, state: State) -> str:
        """The records of all games that are over and open, a line each: round, table, game, and how it went."""
        lines = []
        for match in await self.events.looking.matches(state.row.id):
            if (record := await self.desk.services.archive.finished(match.match_id)) is not None:
                lines.append(f"{match.round} {match.table} {match.game} {record}")
        return "\n".join(lines)

    @info.autocomplete("tournament")
    @standings.autocomplete("tournament")
    @table.autocomplete("tournament")
    @bracket.autocomplete("tournament")
    @pairings.autocomplete("tournament")
    @export.autocomplete("tournament")
    @errors.silent
    async def _offer_events(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await offers(self.desk, interaction, current)

    @on_press("tinfo")
    async def press_info(self, interaction: discord.Interaction, press: Press) -> None:
        """Info."""
        await self._info(interaction, await pressed(self.desk, interaction, press))

    @on_press("tstand")
    async def press_standings(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the standings."""
        await self._press_sheet(interaction, press, sheets_of.standings)

    @on_press("tcross")
    async def press_cross(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the cross-table."""
        await self._press_sheet(interaction, press, sheets_of.cross)

    @on_press("tbracket")
    async def press_bracket(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the bracket."""
        await self._press_sheet(interaction, press, sheets_of.bracket)

    @on_press("tpair")
    async def press_pairings(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the pairings."""
        state = await pressed(self.desk, interaction, press)
        await deliver.show(
            interaction, pairings.pairings(await fair.seen(self.desk, state.row.id, asking.words(interaction)), _page(press))
        )

    @on_press("tmy")
    async def press_my(self, interaction: discord.Interaction, press: Press) -> None:
        """Where the reader stands."""
        state = await pressed(self.desk, interaction, press)
        member = state.member(asking.user(interaction))
        if member is None:
            raise Refusal("not-entered")
        await deliver.show(interaction, entrants.mine(await fair.seen(self.desk, state.row.id, asking.words(interaction)), member))

    async def _info(self, interaction: discord.Interaction, state: State) -> None:
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        log = await self.events.looking.rulings(state.row.id)
        lines = [await self._ruling(seen, number, row) for number, row in enumerate(log, 1)]
        await deliver.show(
            interaction, events.info(seen, official=fair.is_official(self.desk, interaction, state), rulings=lines[-LISTED:])
        )

    async def _ruling(self, seen: Fair, number: int, row: EventEntry) -> str:
        by = await self.desk.people.name(row.by, seen.state.row.guild_id, seen.words) if row.by is not None else ""
        return answers.ruling(number, ruled(seen, row), by, seen.words)

    async def _press_sheet(self, interaction: discord.Interaction, press: Press, sheet: SheetOf) -> None:
        state = await pressed(self.desk, interaction, press)
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        await deliver.show(interaction, await sheet(self.desk, seen, _page(press), asking.user(interaction)))

    async def _show_sheet(self, interaction: discord.Interaction, state: State, sheet: SheetOf, *, share: bool) -> None:
        if share:
            asking.require_voice(interaction)
            self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
            assert isinstance(interaction.channel, discord.abc.Messageable)
            public = await fair.seen(self.desk, state.row.id, spoken(await self.desk.languages.public(interaction)))
            await deliver.post(interaction.channel, await sheet(self.desk, public, 0, None), silent=True)
        seen = await fair.seen(self.desk, state.row.id, asking.words(interaction))
        await deliver.show(interaction, await sheet(self.desk, seen, 0, asking.user(interaction)))


def _page(press: Press) -> int:
    return asking.number(press.argument.partition(" ")[2])
