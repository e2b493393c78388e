"""Read-only pages about a tournament: information, standings, cross-table, bracket, pairings and files."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs import audience, delivery, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup
from cogs.images import tournament_images as sheets_of
from cogs.interactions import tournament_conditions as conditions
from cogs.interactions.requests import Request, TournamentRequest
from cogs.interactions.surfaces import ENDED, TOURNAMENT
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import Message, button
from cogs.messages.tournaments import pairings, tournament_messages
from cogs.messages.tournaments.entrant_messages import ruling_line
from cogs.tournament_context import TournamentContext
from service.tournaments import csv_export
from service.tournaments.log.log_event import LogRow
from service.tournaments.permissions import TournamentRole
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import of_event
from text.labels import label
from text.tournaments import board, confirmations
from text.translator import translator_for as spoken

LISTED = 15

SheetOf = Callable[[AppContext, TournamentContext, int, UserId | None], Awaitable[Message]]
"""A page of what an event can be shown as, for one reader or for all."""
SHEETS: Mapping[str, SheetOf] = {"tstand": sheets_of.standings, "tcross": sheets_of.cross, "tbracket": sheets_of.bracket}
"""By the verb of their buttons."""


class TournamentPages(TournamentBaseCog):
    """Part of the `/tournament` cog with the read-only pages."""

    @TOURNAMENT.action("export", "texport", "read", group=ButtonGroup.LOOK, of=[ENDED])
    async def press_export(self, request: TournamentRequest) -> None:
        """Send all public data of the tournament as files."""
        state = request.state
        self.app.cooldowns.spend(request.user, "record", request.now)
        record = await self.events.queries.export(state.row.id)
        context = await self.seen(request, state.row.id)
        names = {int(who): name for who, name in context.names.items()}
        content = json.dumps(record, indent=1, ensure_ascii=False)
        message = notes.note(board.title(state.row.name, request.words))
        message.attach(f"tournament-{state.row.id}.json", content.encode())
        message.attach("entrants.csv", csv_export.entrants(record, names).encode("utf-8-sig"))
        message.attach("pairings.csv", csv_export.pairings(record, names).encode("utf-8-sig"))
        if games := await self._games(state):
            message.attach("games.txt", games.encode())
        await request.respond(message)

    @TOURNAMENT.press("tshare", "read", first=True)
    async def press_share(self, request: TournamentRequest) -> None:
        """Post standings, cross-table or bracket publicly in this channel."""
        state = request.state
        verb = request.argument.rpartition(" ")[2]
        await self._share(request, state, verb if verb in SHEETS else "tstand")

    async def _games(self, state: TournamentState) -> str:
        """Return the records of all finished public games as text, one line each: round, table, game number and record."""
        lines = []
        for match in await self.events.queries.matches(state.row.id):
            if (record := await self.app.services.record_export.finished(match.match_id)) is not None:
                lines.append(f"{match.round} {match.table} {match.game} {record}")
        return "\n".join(lines)

    @TOURNAMENT.action("info", "tinfo", "read", group=ButtonGroup.LOOK, of=[ENDED])
    async def press_info(self, request: TournamentRequest) -> None:
        """Show the information page."""
        state = request.state
        context = await self.seen(request, state.row.id)
        log = await self.events.queries.rulings(state.row.id)
        lines = [await self._ruling(context, number, row) for number, row in enumerate(log, 1)]
        closes = tournament_context.roles(self.app, request.interaction, state) & {TournamentRole.ORGANISER}
        page = await self._page(state)
        await request.respond(tournament_messages.info(context, rulings=lines[-LISTED:], page=page, closes=bool(closes)))

    async def _page(self, state: TournamentState) -> str:
        """Return the tournament's public URL; empty if pages aren't served, or if it may not be public."""
        board, its = self.app.board, audience.of_tournament(state)
        if board is None or state.is_duel or not await audience.may_be_public(self.app, its):
            return ""
        return board.tournament_link(state.row.id, await self.app.services.pages.share(of_event(state.row.id)))

    @TOURNAMENT.press("tunpage", "page")
    async def press_close_page(self, request: TournamentRequest) -> None:
        """Withdraw the public page; a later link will have another URL."""
        await self.app.services.pages.unshare(of_event(request.state.row.id))
        await request.respond(notes.note(confirmations.page_closed(request.words)))

    @TOURNAMENT.action(
        "standings",
        "tstand",
        "read",
        group=ButtonGroup.SEE,
        argument=conditions.page("0"),
        typed=ActionArgument(offers=conditions.share),
        of=[ENDED],
    )
    @TOURNAMENT.action(
        "table",
        "tcross",
        "read",
        group=ButtonGroup.LOOK,
        label="event-cross",
        argument=conditions.page("0"),
        typed=ActionArgument(offers=conditions.share),
        of=[ENDED],
    )
    @TOURNAMENT.action(
        "bracket",
        "tbracket",
        "read",
        when=conditions.knocks_out,
        group=ButtonGroup.LOOK,
        argument=conditions.page("0"),
        typed=ActionArgument(offers=conditions.share),
        of=[ENDED],
    )
    async def press_sheet(self, request: TournamentRequest) -> None:
        """Show a page privately, with a button to share it; typed with `share`, post it publicly at once."""
        state = request.state
        if request.choice:
            await self._share(request, state, request.verb)
            return
        context = await self.seen(request, state.row.id)
        message = await SHEETS[request.verb](self.app, context, _page(request.press), request.user)
        share = button(None, label("share", context.words), "tshare", f"{context.id} {request.verb}")
        await request.respond(message if request.guild_id is None else message.row(share))

    @TOURNAMENT.action("pairings", "tpair", "read", group=ButtonGroup.SEE, argument=conditions.page("0"), of=[ENDED])
    async def press_pairings(self, request: TournamentRequest) -> None:
        """Show a page of the pairings."""
        state = request.state
        await request.respond(pairings.pairings(await self.seen(request, state.row.id), _page(request.press)))

    async def _ruling(self, context: TournamentContext, number: int, row: LogRow) -> str:
        by = await self.app.people.name(row.by, context.state.row.guild_id, context.words) if row.by is not None else ""
        return confirmations.ruling(number, ruling_line(context, row.event), by, context.words)

    async def _share(self, request: Request, state: TournamentState, verb: str) -> None:
        interaction_info.require_voice(request.interaction)
        self.app.cooldowns.spend(request.user, "share", request.now)
        assert isinstance(request.interaction.channel, discord.abc.Messageable)
        public = await tournament_context.load(self.app, state.row.id, spoken(await self.app.languages.public(request.interaction)))
        await delivery.post(request.interaction.channel, await SHEETS[verb](self.app, public, 0, None), silent=True)
        context = await self.seen(request, state.row.id)
        await request.respond(await SHEETS[verb](self.app, context, 0, request.user))


def _page(press: Press) -> int:
    return interaction_info.number(press.argument.partition(" ")[2])
