"""Moves typed as replies to the bot's messages in the channel of a match, such as `N12 90 knight`.

Discord has no private answers to replies, so a short silent answer links to the draft, in which the player sees and confirms the
move.

Without a privileged intent, the bot only receives the text of replies (with their ping on) and mentions. Other messages in the
channel are never read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.interactions import error_handler, input_parsing, move_submission
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.message_parts import Message
from cogs.messages.play.draft import same_place
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from service.records import Draft
from storage.rows import MatchRow, UserId
from text.play import turn_texts
from text.translator import Translator
from text.translator import translator_for as spoken

_MENTION = re.compile(r"<@!?\d+>")


class TypedMovesCog(commands.Cog):
    """Cog that reads moves from replies to the bot's messages."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services
        self._told: set[int] = set()
        """Who has heard, since the program began, that replies need their ping."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Read a move from a reply to the bot in the channel of a running match, if the text begins like a move."""
        if message.author.bot or not self._is_for_us(message):
            return
        if self.services.exclusion.holds(message.author.id, message.guild.id if message.guild else None):
            return
        match = await input_parsing.match_of(self.app, message.channel.id)
        if match is None or not await self.services.leases.takes(match.guild_id, message.id):
            return
        if self._was_withheld(message):
            await self._ask_for_ping(message, match)
        else:
            await error_handler.run_guarded_reply(self.app, message, match, self._play(message, match))

    def _was_withheld(self, message: discord.Message) -> bool:
        """Return whether the message is a reply without a ping, whose text Discord withholds from the bot."""
        me = self.app.client.user
        return not message.content and me is not None and all(user.id != me.id for user in message.mentions)

    async def _ask_for_ping(self, message: discord.Message, match: MatchRow) -> None:
        """Explain to a player, only once, that the bot can't read a reply without its ping."""
        seats = await self.services.match_queries.seats(match.id)
        plays = any(seat.is_human and seat.user_id == message.author.id for seat in seats)
        if plays and message.author.id not in self._told:
            self._told.add(message.author.id)
            await error_handler.reply(self.app, message, match, notes.note(turn_texts.ping_needed(spoken(match.locale))))

    def _is_for_us(self, message: discord.Message) -> bool:
        answered = message.reference.resolved if message.reference else None
        return isinstance(answered, discord.Message) and self.app.is_ours(answered)

    async def _play(self, message: discord.Message, match: MatchRow) -> None:
        self.app.people.meet(message.author, match.guild_id)
        words, user = spoken(match.locale), UserId(message.author.id)
        text = _MENTION.sub(" ", message.content).strip()
        context = await self._reading_context(match, user, words)
        if not context.read.begins(text, context.view, context.legal, words):
            return  # people talk to each other
        if context.edition.words.hands is not None:
            raise InteractionRefused("secret-reply")
        if all(seat.user_id != user for seat in context.seats):  # everybody would read what somebody votes for
            raise (
                InteractionRefused("secret-vote")
                if any(seat.is_town for seat in context.seats)
                else Refusal("not-seated", match=match.id)
            )
        draft = await input_parsing.move(self.app, user, match.id, text, words, lenient=True)
        if not draft.may_confirm or not await move_submission.counts_at_once(self.app, user):
            await error_handler.reply(self.app, message, match, await self._draft_answer(draft, words))
            return
        update = await self.services.turns.confirm(match.id, user, expected_version=draft.version, now=interaction_info.now())
        if update.outcome is None and any(update.seats[seat].user_id == user for seat in update.asked):
            await error_handler.reply(self.app, message, match, await move_submission.outcome(self.app, update, user, words))

    async def _reading_context(self, match: MatchRow, user: UserId, words: Translator) -> MatchContext:
        """Return the match context against which a reply is parsed.

        For a player to move in a game without hidden hands, it has their draft and its legal actions; otherwise the public position
        without legal actions.
        """
        context = await match_context.load(self.app, match.id, user, words)
        if context.edition.words.hands is not None or not context.is_asked:
            return replace(await match_context.load(self.app, match.id, None, words), legal=())
        return await match_context.context_for_draft(
            self.app, await self.services.drafts.open(match.id, user, now=interaction_info.now()), words
        )

    async def _draft_answer(self, draft: Draft, words: Translator) -> Message:
        """Return the answer to a typed move: the draft's state, what is still to be chosen, and the button to the preview."""
        context = await match_context.context_for_draft(self.app, draft, words)
        done = [context.game.read(text) for text in draft.texts]
        tried = context.say.summary(done, draft.events, context.view, context.names, words, viewer=draft.seat)
        is_open = draft.chosen == len(draft.texts) and not context.names_squares
        others = [text for text in same_place(context, draft) if text not in draft.texts] if is_open else []
        ways = self._answers(context, [context.game.read(text) for text in others])
        question = [
            context.say.ask(context.view, context.names, words, viewer=draft.seat),
            self._answers(context, context.listed(context.legal)),
        ]
        rest = [] if draft.may_confirm else question
        return notes.draft_of(context, [tried, turn_texts.or_else(ways, words) if ways else "", *rest])

    def _answers(self, context: MatchContext, actions: Sequence[Any]) -> str:
        """Return a text that lists what can be typed for each of the actions."""
        every = [*context.legal, *(action for action in actions if action not in context.legal)]
        typed = context.say.written(context.view, every, context.words)
        return ", ".join(f"`{text}`" for text in dict.fromkeys(typed[action] for action in actions))
