"""Import of exported records: each becomes a finished match of the server."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import job_progress, modals
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import game_settings
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import FileField
from cogs.messages.history import replays as pages
from cogs.refusals import InteractionRefused
from service.core.job_queue import RECORD
from service.errors import Refusal
from service.history.record_parser import LARGEST
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from text.play import game_panel_texts

GROWS = 20
"""How much more memory a record takes that is read than its file, about."""


class RecordImportCommands(commands.Cog):
    """Part of the `/game` cog that imports records."""

    app: AppContext
    services: Services

    @SERVER.press("import", ack=DeferMode.FORM)
    async def press_import(self, request: Request) -> None:
        """Open the form that asks for the file to import."""
        words = request.words
        await request.ask(
            game_panel_texts.import_title(words),
            Press(MatchId(0), 0, "importset"),
            FileField("file", game_panel_texts.import_hint(words), game_panel_texts.import_about(words)),
        )

    @SERVER.press("importset", way=EntryPoint.FORM, first=True)
    async def press_import_set(self, request: Request) -> None:
        """Import the file that was uploaded in the form. Refuses `not-a-record` without one."""
        file = modals.uploaded_file(request.interaction)
        if file is None:
            raise Refusal("not-a-record")
        await self.import_record(request, file)

    async def import_record(self, request: Request, file: discord.Attachment) -> None:
        """Read, check and save an uploaded record.

        Refuses `record-too-large`, and as `JobQueue.check` and `RecordImport.read` do.
        """
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        interaction_info.require_voice(request.interaction)
        if file.size > LARGEST:
            raise Refusal("record-too-large", most=LARGEST // 1024)
        user, words, now = request.user, request.words, request.now
        self.app.cooldowns.spend(user, "import", now)
        async with job_progress.admission(self.app, request.interaction, RECORD, size=GROWS * file.size):
            validated_record = await self.services.record_import.read(await _content(file), now=now)
            here = await self._members_among(validated_record.record.people, request.guild_id)
            match = await self.services.record_import.bring(
                validated_record, request.place, user, here=here, locale=words.locale, now=now
            )
        context = await match_context.load(self.app, match.id, user, words)
        turns = len(await self.services.turn_replays.frames(match.id))
        page = pages.import_message(context, game_settings.title_or_id(self.app, match, words), turns, validated_record.record.last)
        await request.respond(page)

    async def _members_among(self, people: tuple[UserId, ...], guild_id: int) -> set[UserId]:
        """Return which of a record's players are members of this server."""
        return {user for user in people if user > 0 and await self.app.people.member(user, guild_id) is not None}


async def _content(file: discord.Attachment) -> bytes:
    """Return the bytes of an upload. Refuses `not-a-record` if Discord no longer has the file."""
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise Refusal("not-a-record") from error
