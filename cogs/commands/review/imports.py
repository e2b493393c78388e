"""Importing: a record that an export wrote becomes a finished game of this server."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.desk import Desk
from cogs.entries import forms, in_line
from cogs.entries.presses import on_press
from cogs.present import settings
from cogs.present.forms import Uploaded
from cogs.present.ids import Press
from cogs.present.review import replays as pages
from cogs.refused import Declined
from service.errors import Refusal
from service.process.admission import RECORD
from service.process.services import Services
from service.review.recorded import LARGEST
from storage.records import MatchId, UserId
from text.play import panel

GROWS = 20
"""How much more memory a record takes that is read than its file, about."""


class ImportCommands(commands.Cog):
    """The part of `/game` that brings games in; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("import")
    async def press_import(self, interaction: discord.Interaction, press: Press) -> None:  # as all handlers
        """Which file?"""
        words = asking.words(interaction)
        press = Press(MatchId(0), 0, "importset")
        await forms.ask(
            interaction, panel.import_title(words), press, Uploaded("file", panel.import_hint(words), panel.import_about(words))
        )

    @on_press("importset")
    async def press_import_set(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """The file that was uploaded in the form. Refuses `not-a-record` without one."""
        file = forms.uploaded(interaction)
        if file is None:
            raise Refusal("not-a-record")
        await self.import_record(interaction, file)

    async def import_record(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Read, checked whole, kept. Refuses `record-too-large`, and as `Admission.check` and `Importing.read`."""
        if interaction.guild_id is None:
            raise Declined("not-in-private")
        asking.require_voice(interaction)
        if file.size > LARGEST:
            raise Refusal("record-too-large", most=LARGEST // 1024)
        user, words, now = asking.user(interaction), asking.words(interaction), asking.now()
        self.desk.cooldowns.spend(user, "import", now)
        async with in_line.admitted(self.desk, interaction, RECORD, size=GROWS * file.size):
            found = await self.services.importing.read(await _content(file), now=now)
            here = await self._here(found.record.people, interaction.guild_id)
            match = await self.services.importing.bring(
                found, asking.place(interaction), user, here=here, locale=words.locale, now=now
            )
        at = await scene.seen(self.desk, match.id, user, words)
        turns = len(await self.services.turn_replays.frames(match.id))
        await deliver.show(interaction, pages.imported(at, settings.called(self.desk, match, words), turns))

    async def _here(self, people: tuple[UserId, ...], guild_id: int) -> set[UserId]:
        """Who of those who sat there is in this server."""
        return {user for user in people if user > 0 and await self.desk.people.member(user, guild_id) is not None}


async def _content(file: discord.Attachment) -> bytes:
    """The bytes of an upload. Refuses: `not-a-record` where Discord does not have it any more."""
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise Refusal("not-a-record") from error
