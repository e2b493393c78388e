"""Import of entrants and seeds: a form with a list or a file, a private preview, and its confirmation."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.commands.tournaments.tournament_base import TournamentBaseCog
from cogs.declarations import ActionArgument, ButtonGroup, DeferMode
from cogs.interactions import modals
from cogs.interactions.requests import TournamentRequest
from cogs.interactions.surfaces import TOURNAMENT
from cogs.messages.component_ids import Press
from cogs.messages.tournaments import tournament_forms, tournament_panel
from service.errors import Refusal
from service.tournaments import entrant_import
from service.tournaments.entrant_import import ImportLine
from storage.rows import MatchId, UserId
from storage.tournament_rows import OPEN
from text.labels import label
from text.tournaments import entrant_import as texts

LARGEST = 64 * 1024
"""Most bytes of a file."""


class ImportCommands(TournamentBaseCog):
    """Part of the `/tournament` cog that imports lists of entrants."""

    @TOURNAMENT.action(
        "import",
        "timport",
        "seed",
        when=lambda situation: situation.status == OPEN and not situation.event.is_duel,
        group=ButtonGroup.RUN,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_import(self, request: TournamentRequest) -> None:
        """Open the form that asks for a list of entrants, as text or as a file."""
        target = Press(MatchId(0), 0, "timportset", str(request.state.row.id))
        await request.ask(label("event-import", request.words), target, *tournament_forms.entrants(request.words))

    @TOURNAMENT.filled("import")
    async def press_import_set(self, request: TournamentRequest) -> None:
        """Show the preview of an import. Refuses as `EntrantImport.preview` does, and `no-import`."""
        text = "\n".join(request.fields.get("list", ())) or request.choice
        if request.is_form and (file := modals.uploaded_file(request.interaction)) is not None:
            text = await _content(file)
        lines = [await self._named(request, line) for line in entrant_import.read(text)]
        outcome = await self.events.entrant_import.preview(request.state.row.id, request.user, lines, now=request.now)
        await request.respond(
            tournament_panel.import_preview(await self.seen(request, request.state.row.id), outcome, "timportsure")
        )

    @TOURNAMENT.sure("import", "yes-import")
    async def press_import_sure(self, request: TournamentRequest) -> None:
        """Carry out the import that was previewed last; if a line is no longer possible, show the preview again."""
        outcome = await self.events.entrant_import.carry_out(request.state.row.id, request.user, now=request.now)
        if outcome.problems:
            await request.respond(
                tournament_panel.import_preview(await self.seen(request, request.state.row.id), outcome, "timportsure")
            )
            return
        await self.after(request, request.state.row.id, texts.done(request.words))

    async def _named(self, request: TournamentRequest, line: ImportLine) -> ImportLine:
        """Return a line of the list with the server member that it names by mention, id or name, if there is one."""
        plain = line.text.strip("<@!> ")
        is_id = plain.isdecimal() and len(plain) <= 20
        guild_id = request.guild_id or 0
        member = await (self.app.people.member(UserId(int(plain)), guild_id) if is_id else self.app.people.named(plain, guild_id))
        return line if member is None or member.bot else replace(line, user=UserId(member.id))


async def _content(file: discord.Attachment) -> str:
    """Return the text of an uploaded file. Refuses `no-import` if the file is too large, isn't text, or no longer exists."""
    if file.size > LARGEST:
        raise Refusal("no-import", most=entrant_import.MOST_LINES)
    try:
        return (await file.read()).decode("utf-8-sig")
    except (discord.HTTPException, UnicodeDecodeError) as error:
        raise Refusal("no-import", most=entrant_import.MOST_LINES) from error
