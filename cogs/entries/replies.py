"""Typed moves: a reply to one of the bot's messages in the channel of a game, such as `N12 90 knight`.

Replies (with their ping on) and mentions carry their text without any privileged intent. Everything else that people write in
the channel is none of our business and is never looked at.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.play import PlayCog
from cogs.entries import errors, reading
from cogs.present import private as notes
from cogs.present.parts import Message
from cogs.refused import Secret
from cogs.scene import of_draft
from service.errors import Refusal
from service.records import Draft
from storage.records import MatchRow, UserId
from text.games import WORDS
from text.language import words as spoken
from text.protocol import CHOICES

if TYPE_CHECKING:
    from cogs.client import Bastide

_MENTION = re.compile(r"<@!?\d+>")


class RepliesCog(commands.Cog):
    """Reads replies."""

    def __init__(self, bot: Bastide) -> None:
        self.bot = bot
        self.matches = bot.services.matches

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A move, if it is a reply to the bot in the channel of a running game."""
        if message.author.bot or not self._is_for_us(message):
            return
        match = await reading.match_of(self.bot, message.channel.id)
        if match is not None:
            await errors.guarded_reply(message, self._play(message, match), spoken(match.locale))

    def _is_for_us(self, message: discord.Message) -> bool:
        answered = message.reference.resolved if message.reference else None
        return isinstance(answered, discord.Message) and self.bot.user is not None and answered.author.id == self.bot.user.id

    async def _play(self, message: discord.Message, match: MatchRow) -> None:
        self.bot.people.meet(message.author, match.guild_id)
        words, user = spoken(match.locale), UserId(message.author.id)
        if WORDS[match.game].has_hands():
            raise Secret()
        text = _MENTION.sub(" ", message.content).strip()
        if not text:
            raise Refusal("nothing-given")
        draft = await reading.move(self.bot, user, match.id, text, words)
        if draft.may_confirm:
            update = await self.matches.confirm(match.id, user, expected_version=draft.version, now=asking.now())
            play = cast(PlayCog, self.bot.get_cog("PlayCog"))
            if update.outcome is None and any(update.seats[seat].user_id == user for seat in update.asked):
                await deliver.reply(message, await play.outcome(update, user, words))
        else:
            await deliver.reply(message, await self._rest(draft, match))

    async def _rest(self, draft: Draft, match: MatchRow) -> Message:
        """What is still to be said."""
        at = await of_draft(self.bot, draft, spoken(match.locale))
        listed = at.legal[:CHOICES]
        choices = [at.say.choice(action, at.view, at.names, at.words) for action in listed]
        shorts = [f"`{' '.join(part for part in (said.group, said.short) if part)}`" for said in choices]
        more = ["…"] if len(listed) < len(at.legal) else []
        return notes.note(at.say.ask(at.view, at.names, at.words), ", ".join([*dict.fromkeys(shorts), *more]))
