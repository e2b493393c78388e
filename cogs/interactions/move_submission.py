"""From a draft to a move, and what its player reads next: the same for commands, buttons and typed replies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from clocks.assistance import AssistLevel
from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.message_parts import Message
from cogs.messages.play import draft as drafts
from games.core.choice_values import ChoiceValue
from service.people.preferences import AT_ONCE, PLANS, PLAYED, TYPED
from service.records import Draft, Update
from storage.records import UserId
from text.translator import Translator


async def go_on(desk: AppContext, interaction: discord.Interaction, draft: Draft, *, whole: bool) -> None:
    """A move that was said whole is made for who wants that; everything else is shown to be finished, or confirmed."""
    user = interaction_info.user(interaction)
    if draft.may_confirm and whole and await counts_at_once(desk, user):
        done = await desk.services.turns.confirm(draft.match.id, user, expected_version=draft.version, now=interaction_info.now())
        await made(desk, interaction, done)
    else:
        await show(desk, interaction, draft)


async def counts_at_once(desk: AppContext, user: UserId) -> bool:
    """Whether this person wants what they type to be played without a preview."""
    return await desk.services.people.prefers(user, TYPED) == AT_ONCE


async def show(desk: AppContext, interaction: discord.Interaction, draft: Draft, page: int = 0, lead: str = "") -> None:
    """The next real choice of a draft, or its confirmation; of one that is confirmed, how to take it back."""
    if draft.passes_at is not None:
        await delivery.respond(interaction, notes.passing(draft.match, draft.passes_at, interaction_info.words(interaction)))
        return
    if not draft.prepared:
        lapsed, why = draft.lapsed, draft.why
        draft = await desk.services.drafts.prepare(draft.match.id, interaction_info.user(interaction), now=interaction_info.now())
        draft = replace(draft, lapsed=lapsed or draft.lapsed, why=why or draft.why)
    at = await match_context.for_draft(desk, draft, interaction_info.words(interaction))
    listed = await asyncio.to_thread(drafts.choices, at)  # hundreds after a portal
    at = replace(at, steps=await desk.services.drafts.suggested_moves(draft, interaction_info.user(interaction)))
    if at.steps is None or draft.texts:
        at = at.with_gains(await _gains(desk, interaction_info.user(interaction), at, draft, drafts.offered(at, listed, page)))
    picture = await match_images.draft(at, draft, listed, page)
    await delivery.respond(interaction, drafts.screen(at, draft, listed, picture, page=page, lead=lead))


async def _gains(
    desk: AppContext, user: UserId, at: MatchContext, draft: Draft, offered: Sequence[Any]
) -> Mapping[Any, ChoiceValue]:
    """What the choices that are offered bring; of a whole draft what it brings, under its last action."""
    if AssistLevel.POINTS not in at.aids:
        return {}
    if not draft.may_confirm:
        return await desk.services.drafts.gains(draft, user, offered)
    total = await desk.services.drafts.total(draft, user)
    return {} if total is None else {at.game.read(draft.texts[-1]): total}


async def made(desk: AppContext, interaction: discord.Interaction, update: Update) -> None:
    """Tell the player that their move is made."""
    await delivery.respond(
        interaction, await outcome(desk, update, interaction_info.user(interaction), interaction_info.words(interaction))
    )


async def outcome(desk: AppContext, update: Update, user_id: UserId, words: Translator) -> Message:
    """What comes after a move, for the one who made it."""
    if update.voted:
        return notes.voted(update.match, await desk.services.town.closes_at(update.match.id), words)
    if update.guessed:
        names = await desk.people.names(update.seats, update.match.guild_id, words)
        return notes.guessed(update.match, [names[seat] for seat in update.asked], words)
    waiting = [w.match for w in await desk.services.looking.waiting_for(user_id) if w.match.id != update.match.id]
    if update.planned:
        plays = await desk.services.people.prefers(user_id, PLANS) == PLAYED
        return notes.plan_kept(update.match, drafts.base_of(update.planned), words, plays=plays)
    if update.passes_at is not None:
        return notes.passing(update.match, update.passes_at, words, waiting)
    names = await desk.people.names(update.seats, update.match.guild_id, words)
    mine = any(update.seats[seat].user_id == user_id and update.seats[seat].is_human for seat in update.asked)
    asked = [names[seat] for seat in update.asked]
    plans = update.plans_ahead and not mine and await desk.services.drafts.may_plan(update.match.id, user_id)
    done = notes.turn_done(asked, words, over=update.outcome is not None, mine=mine, others=waiting)
    return notes.with_plan(done, update.match, words) if plans else done
