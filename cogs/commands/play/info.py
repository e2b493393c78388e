"""Looking: `/board`, `/score`, `/tiles`, `/turns`, `/help`, and the buttons that show the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.background.servers import reopening
from cogs.commands.vocabulary import FORMER, everywhere, explained, named, now_called, with_letters
from cogs.desk import Desk
from cogs.entries import reading, rights
from cogs.entries.completing import Offers, Typing, completes
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present import private as notes
from cogs.present import settings
from cogs.present.ids import Press
from cogs.present.lobby import lists
from cogs.present.parts import Message
from cogs.present.play import boards, scorings
from cogs.scene import Scene
from storage.records import LOST, MatchId
from text.help import about
from text.language import words as spoken
from text.play import leaving

More = Callable[[discord.Interaction, Message], Awaitable[Message]]
"""Adds to a page of help what this reader can do about its topic."""


class InfoCog(commands.Cog):
    """Looking at games."""

    def __init__(self, desk: Desk, more: Mapping[str, More] | None = None) -> None:
        """`more`: what goes below topics of help, by their keys."""
        self.desk = desk
        self.more = more or {}
        self.services = desk.services

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("board"))
    @with_letters
    @explained("board", "view", "share")
    async def board(self, interaction: discord.Interaction, view: str = "turn", share: bool = False) -> None:
        """A view of the board; shown to everybody if asked for."""
        match = await rights.here(self.desk, interaction)
        if share:
            asking.require_voice(interaction)
        await self._look(interaction, match.id, view.strip().lower())
        if share:
            await self._share(interaction, match.id, view.strip().lower())

    @completes(board, "view")
    async def _offer_views(self, typing: Typing) -> Offers:
        edition = await reading.edition_here(self.desk, typing.interaction.channel_id)
        return typing.fitting(boards.views(edition, typing.words))

    @app_commands.command(**named("score"))
    @with_letters
    async def score(self, interaction: discord.Interaction) -> None:
        """Points, and what open features would bring."""
        match = await rights.here(self.desk, interaction)
        await self._score(interaction, match.id)

    @app_commands.command(**named("tiles"))
    @with_letters
    @explained("tiles", "square")
    async def tiles(self, interaction: discord.Interaction, square: str = "") -> None:
        """What is left in the bag."""
        match = await rights.here(self.desk, interaction)
        at = await self._at(interaction, match.id)
        cell = reading.square(at, square) if square.strip() else None
        await deliver.show(interaction, boards.tiles(at, cell, await drawing.stock(at, cell)))

    @completes(tiles, "square")
    async def _offer_squares(self, typing: Typing) -> Offers:
        match = await rights.here(self.desk, typing.interaction)
        at = await self._at(typing.interaction, match.id)
        if at.edition.words.holes is None:
            return []
        return at.read.autocomplete("square", typing.text, at.view, at.legal, at.names, at.words)

    @everywhere
    @app_commands.command(**named("turns"))
    async def turns(self, interaction: discord.Interaction) -> None:
        """All games that wait for this person; works in private messages too."""
        words = asking.words(interaction)
        waiting = await self.services.looking.waiting_for(asking.user(interaction))
        rows = [(w.match, settings.called(self.desk, w.match, words), w.since) for w in waiting]
        ends = {w.match.id: end for w in waiting if (end := await self.services.clocks.deadline(w.match, w.seat)) is not None}
        await deliver.show(interaction, lists.turns(rows, words, ends=ends))

    @everywhere
    @app_commands.command(**named("help"))
    @explained("help", "topic")
    async def help_on(self, interaction: discord.Interaction, topic: str = "") -> None:
        """What to do next, or a topic."""
        moved = now_called(topic)
        if not topic.strip() or moved is not None:
            await self._next_steps(interaction, about.moved(*moved, asking.words(interaction)) if moved is not None else "")
            return
        await self._help(interaction, await reading.game_of(self.desk, interaction.channel_id), topic)

    @completes(help_on, "topic")
    async def _offer_topics(self, typing: Typing) -> Offers:
        game = await reading.game_of(self.desk, typing.interaction.channel_id)
        options = await reading.options_here(self.desk, typing.interaction.channel_id, game)
        topics = self.desk.editions[game].words.explain.topics(typing.words, options)
        wanted = typing.text.strip().lower()
        former = [(f"/{name} → {now}", name) for name, now in FORMER.items() if wanted and name.startswith(wanted.lstrip("/"))]
        return [*typing.fitting([(title, key) for key, title in topics]), *former]

    # --- buttons -----------------------------------------------------------------------------------------------------

    @on_press("look")
    async def press_look(self, interaction: discord.Interaction, press: Press) -> None:
        """A view of the board."""
        await self._look(interaction, press.match, press.argument)

    @on_press("share")
    async def press_share(self, interaction: discord.Interaction, press: Press) -> None:
        """Show it to everybody."""
        asking.require_voice(interaction)
        await self._share(interaction, press.match, press.argument)
        await self._look(interaction, press.match, press.argument)

    @on_press("score")
    async def press_score(self, interaction: discord.Interaction, press: Press) -> None:
        """Points."""
        await self._score(interaction, press.match)

    @on_press("tiles")
    async def press_tiles(self, interaction: discord.Interaction, press: Press) -> None:
        """What is left."""
        at = await self._at(interaction, press.match)
        picture = None if press.argument == "text" else await drawing.stock(at, None)
        await deliver.show(interaction, boards.tiles(at, None, picture))

    @on_press("help")
    async def press_help(self, interaction: discord.Interaction, press: Press) -> None:
        """A topic of help: in place of the one before, or as a page of its own."""
        game, _, topic = press.argument.partition(" ")
        game = game or await reading.game_of(self.desk, interaction.channel_id)
        await self._help(interaction, game, press.choice or topic)

    # --- what they share ---------------------------------------------------------------------------------------------

    async def _at(self, interaction: discord.Interaction, match_id: MatchId) -> Scene:
        return await scene.seen(self.desk, match_id, asking.user(interaction), asking.words(interaction))

    async def _look(self, interaction: discord.Interaction, match_id: MatchId, view: str) -> None:
        at = await self._at(interaction, match_id)
        view = at.edition.words.former_views.get(view, view)
        if view in boards.text_views(at.edition):
            message = boards.as_text(at, view)
        else:
            message = boards.board(at, view, await drawing.board(at, view))
        await deliver.show(interaction, message.say(*await self._paused(at)))

    async def _paused(self, at: Scene) -> list[str]:
        """Of a game that rests what it lacks; anyone who looks wakes one that can go on."""
        if at.match.status != LOST or await reopening.reopen(self.desk, at.match):
            return []
        lacks = await reopening.lacking(self.desk, at.match)
        return [leaving.paused(f"<#{at.match.channel_id}>", lacks or (), at.words)]

    async def _score(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        at = await self._at(interaction, match_id)
        message = boards.score(at, await drawing.score(at))
        if (say := at.edition.words.scores) is not None:
            entries = await self.services.looking.history(match_id, asking.user(interaction))
            scorings.choose(message, at, scorings.listed(at, say, entries))
        await deliver.show(interaction, message)

    async def _share(self, interaction: discord.Interaction, match_id: MatchId, view: str) -> None:
        """What everybody may see, in the language of the game: never what only this person sees. Refuses `too-soon`."""
        self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
        match = await self.services.looking.match(match_id)
        at = await scene.seen(self.desk, match_id, None, spoken(match.locale))
        name = interaction.user.display_name
        view = at.edition.words.former_views.get(view, view)
        if view in boards.text_views(at.edition):
            message = boards.as_text(at, view, shared_by=name)
        else:
            message = boards.board(at, view, await drawing.board(at, view), shared_by=name)
        await deliver.post(cast(discord.abc.Messageable, interaction.channel), message, silent=True)

    async def _next_steps(self, interaction: discord.Interaction, lead: str = "") -> None:
        """What this person can do here and now, three steps at most, between a `lead` and the list of topics."""
        words, user = asking.words(interaction), asking.user(interaction)
        here = await reading.match_here(self.desk, interaction.channel_id)
        waiting = await self.services.looking.waiting_for(user)
        game = await reading.game_of(self.desk, interaction.channel_id)
        options = await reading.options_here(self.desk, interaction.channel_id, game)
        near = [one.match for one in waiting if interaction.guild_id in (None, one.match.guild_id)]
        steps = notes.next_steps(here, near, words, in_server=asking.is_in_server(interaction))
        page = notes.help_home(self.desk.editions[game], steps, len(waiting), words, options, lead)
        await deliver.show(interaction, notes.help_foot(page, interaction.application_id, words))

    async def _help(self, interaction: discord.Interaction, game: str, topic: str) -> None:
        """A topic, about the game at hand; one that goes on below is that of the first game that has it."""
        words = asking.words(interaction)
        keys = {edition.game.id: reading.topic_key(edition, topic, words) for edition in self.desk.editions.values()}
        home = next((one for one, key in keys.items() if key in self.more), None)
        if home is None:
            options = await reading.options_here(self.desk, interaction.channel_id, game)
            page = await reading.help_page(self.desk, interaction, game, topic, options)
        else:
            page = await reading.help_page(self.desk, interaction, home, topic, None)
            page = await self.more[keys[home]](interaction, page)
        await deliver.show(interaction, notes.help_foot(page, interaction.application_id, words))
