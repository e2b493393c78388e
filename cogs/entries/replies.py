"""Typed moves: a reply to one of the bot's messages in the channel of a game, such as `N12 90 knight`.

Replies (with their ping on) and mentions carry their text without any privileged intent. Everything else that people write in
the channel is none of our business and is never looked at.
"""

from __future__ import annotations

import re

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.desk import Desk
from cogs.entries import errors, moves, reading
from cogs.present import private as notes
from cogs.present.parts import Message
from cogs.refused import Declined
from cogs.scene import of_draft
from service.errors import Refusal
from service.records import Draft
from storage.records import MatchRow, UserId
from text import messages
from text.language import words as spoken
from text.protocol import CHOICES

_MENTION = re.compile(r"<@!?\d+>")


class RepliesCog(commands.Cog):
    """Reads replies."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services
        self._told: set[int] = set()
        """Who has heard, since the program began, that replies need their ping."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A move, if it is a reply to the bot in the channel of a running game."""
        if message.author.bot or not self._is_for_us(message):
            return
        match = await reading.match_of(self.desk, message.channel.id)
        if match is None:
            return
        if self._was_withheld(message):
            await self._ask_for_ping(message, match)
        else:
            await errors.guarded_reply(message, self._play(message, match), spoken(match.locale))

    def _was_withheld(self, message: discord.Message) -> bool:
        """Whether this is a reply without its ping: Discord shows such a one, but not what it says."""
        me = self.desk.client.user
        return not message.content and me is not None and all(user.id != me.id for user in message.mentions)

    async def _ask_for_ping(self, message: discord.Message, match: MatchRow) -> None:
        """Tell a player once why nothing happens; others may well talk with each other under our messages."""
        seats = await self.services.looking.seats(match.id)
        plays = any(seat.is_human and seat.user_id == message.author.id for seat in seats)
        if plays and message.author.id not in self._told:
            self._told.add(message.author.id)
            await deliver.reply(message, notes.note(messages.ping_needed(spoken(match.locale))))

    def _is_for_us(self, message: discord.Message) -> bool:
        answered = message.reference.resolved if message.reference else None
        return isinstance(answered, discord.Message) and self.desk.is_ours(answered)

    async def _play(self, message: discord.Message, match: MatchRow) -> None:
        self.desk.people.meet(message.author, match.guild_id)
        words, user = spoken(match.locale), UserId(message.author.id)
        if self.desk.edition(match).words.hands is not None:
            raise Declined("secret-reply")
        text = _MENTION.sub(" ", message.content).strip()
        if not text:
            raise Refusal("nothing-given")
        draft = await reading.move(self.desk, user, match.id, text, words)
        if draft.may_confirm:
            update = await self.services.turns.confirm(match.id, user, expected_version=draft.version, now=asking.now())
            if update.outcome is None and any(update.seats[seat].user_id == user for seat in update.asked):
                await deliver.reply(message, await moves.outcome(self.desk, update, user, words))
        else:
            await deliver.reply(message, await self._rest(draft, match))

    async def _rest(self, draft: Draft, match: MatchRow) -> Message:
        """What is still to be said."""
        at = await of_draft(self.desk, draft, spoken(match.locale))
        listed = at.legal[:CHOICES]
        choices = [at.say.choice(action, at.view, at.names, at.words) for action in listed]
        shorts = [f"`{' '.join(part for part in (said.group, said.short) if part)}`" for said in choices]
        more = ["…"] if len(listed) < len(at.legal) else []
        return notes.note(at.say.ask(at.view, at.names, at.words), ", ".join([*dict.fromkeys(shorts), *more]))
