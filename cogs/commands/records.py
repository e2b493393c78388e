"""`/game info`, `list`, `log`, `resign`, `skip`, `resume`, `export`, `verify`: looking, giving up seats, keeping records."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors, rights
from cogs.entries.presses import on_press
from cogs.entries.rights import Who
from cogs.present import lobby as tables
from cogs.present import private as notes
from cogs.present import settings
from cogs.present.ids import Press
from cogs.refused import Declined
from service.errors import Refusal
from service.services import Services
from storage.records import FINISHED, LOST, MatchId, MatchRow
from text import messages
from text.commands import FORMATS
from text.labels import label
from text.language import Words


class RecordCommands(commands.Cog):
    """The part of `/game` that looks at games and ends seats; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    # --- looking -----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("game info"))
    async def info(self, interaction: discord.Interaction) -> None:
        """Settings, players, seal."""
        words = asking.words(interaction)
        match = await rights.here(self.desk, interaction)
        players = await self._players(match, words)
        edition = self.desk.edition(match)
        page = notes.info(match, settings.title(match, edition, words), settings.line(match, edition, words), players, words)
        await deliver.show(interaction, page)

    @app_commands.command(name="list", **{k: v for k, v in named("game list").items() if k != "name"})
    async def list_games(self, interaction: discord.Interaction) -> None:
        """The games of this server."""
        assert interaction.guild_id is not None
        words = asking.words(interaction)
        live = await self.services.looking.guild_matches(interaction.guild_id)
        ended = await self.services.looking.guild_matches(interaction.guild_id, ended=True, limit=5)
        titles = [settings.title(match, self.desk.edition(match), words) for match in (*live, *ended)]
        rows = [(m, title, await self._players(m, words)) for m, title in zip((*live, *ended), titles, strict=True)]
        await deliver.show(interaction, notes.games(rows, words))

    @app_commands.command(**named("game log"))
    async def log(self, interaction: discord.Interaction) -> None:
        """Every move."""
        match = await rights.here(self.desk, interaction)
        await self._log(interaction, match.id)

    @on_press("log")
    async def press_log(self, interaction: discord.Interaction, press: Press) -> None:
        """Every move."""
        await self._log(interaction, press.match)

    @app_commands.command(**named("game export"))
    @explained("game export", "format")
    async def export(self, interaction: discord.Interaction, format: str = "json") -> None:  # noqa: A002  # the option's public name
        """The record."""
        match = await rights.here(self.desk, interaction)
        await self._export(interaction, match, format)

    @export.autocomplete("format")
    @errors.silent
    async def _offer_formats(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = asking.words(interaction)
        return notes.choices([(words.say(FORMATS[key]), key) for key in ("json", "line") if current.lower() in key])

    @on_press("export")
    async def press_export(self, interaction: discord.Interaction, press: Press) -> None:
        """The record."""
        await self._export(interaction, await self.services.looking.match(press.match), "json")

    @app_commands.command(**named("game verify"))
    async def verify(self, interaction: discord.Interaction) -> None:
        """Open the bag, check every draw."""
        match = await rights.here(self.desk, interaction)
        await self._verify(interaction, match.id)

    @on_press("verify")
    async def press_verify(self, interaction: discord.Interaction, press: Press) -> None:
        """Open the bag, check every draw."""
        await self._verify(interaction, press.match)

    # --- giving up seats, bringing games back ------------------------------------------------------------------------

    @app_commands.command(**named("game resign"))
    async def resign(self, interaction: discord.Interaction) -> None:
        """Asks once more."""
        match = await rights.here(self.desk, interaction)
        await self._ask_resign(interaction, match)

    @on_press("resign")
    async def press_resign(self, interaction: discord.Interaction, press: Press) -> None:
        """Asks once more."""
        await self._ask_resign(interaction, await self.services.looking.match(press.match))

    @on_press("resignsure")
    async def press_resign_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, resign."""
        await self.services.departures.resign(press.match, asking.user(interaction), now=asking.now())
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(messages.vacated(interaction.user.display_name, "resigned", words)))

    @app_commands.command(**named("game skip"))
    @explained("game skip", "player")
    async def skip(self, interaction: discord.Interaction, player: discord.User) -> None:
        """A moderator gives somebody's seat to the computer."""
        match = await rights.here(self.desk, interaction)
        table = await self.services.looking.table(match.id)
        seat = next((row.seat for row in table.seats if row.user_id == player.id), None)
        if seat is None:
            raise Refusal("not-seated")
        await self.services.departures.skip(match.id, seat, now=asking.now(), moderator=asking.is_moderator(interaction))
        await deliver.show(interaction, notes.note(messages.vacated(player.display_name, "skipped", asking.words(interaction))))

    @app_commands.command(**named("game resume"))
    @explained("game resume", "match")
    async def resume(self, interaction: discord.Interaction, match: str) -> None:
        """Play a game on here whose channel is gone."""
        lost = await rights.of_match(self.desk, interaction, MatchId(asking.number(match)), Who.CALLER)
        moved = await self.services.channels.rehome(lost.id, asking.place(interaction).channel_id, now=asking.now())
        await self._resume(interaction, moved)

    @resume.autocomplete("match")
    @errors.silent
    async def _offer_lost(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        assert interaction.guild_id is not None
        words = asking.words(interaction)
        lost = [m for m in await self.services.looking.guild_matches(interaction.guild_id) if m.status == LOST]
        offers = [(", ".join(await self._players(match, words)), str(match.id)) for match in lost]
        return notes.choices([offer for offer in offers if current.lower() in f"{offer[0]} {offer[1]}".lower()])

    @on_press("resume")
    async def press_resume(self, interaction: discord.Interaction, press: Press) -> None:
        """The permissions are back: go on where it was."""
        await self._resume(interaction, await self.services.looking.match(press.match))

    # --- what commands and buttons share -----------------------------------------------------------------------------

    async def _log(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        at = await scene.seen(self.desk, match_id, asking.user(interaction), asking.words(interaction))
        entries = await self.services.looking.history(match_id, asking.user(interaction))
        await deliver.show(interaction, notes.log(at, at.say.log(scene.told(entries, at.viewer), at.view, at.names, at.words)))

    async def _export(self, interaction: discord.Interaction, match: MatchRow, form: str) -> None:
        words = asking.words(interaction)
        if form not in ("json", "line"):
            raise Declined("not-among", value=form, choices=("json", "line"))
        user = asking.user(interaction)
        data = await (
            self.services.archive.notation(match.id, user) if form == "line" else self.services.archive.export(match.id, user)
        )
        await deliver.show(interaction, notes.record(match, data, words, withheld=match.status != FINISHED))

    async def _verify(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        await deliver.show(interaction, notes.verified(await self.services.archive.verify(match_id), asking.words(interaction)))

    async def _ask_resign(self, interaction: discord.Interaction, match: MatchRow) -> None:
        words = asking.words(interaction)
        question = tables.sure(match, messages.ask_resign(words), label("yes-resign", words), "resignsure", words)
        await deliver.show(interaction, question)

    async def _resume(self, interaction: discord.Interaction, match: MatchRow) -> None:
        if match.status == LOST:
            match = await self.services.channels.resume(match.id, now=asking.now())
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(messages.lobby_open(f"<#{match.channel_id}>", words)))

    async def _players(self, match: MatchRow, words: Words) -> list[str]:
        return await self.desk.people.names(await self.services.looking.seats(match.id), match.guild_id, words)
