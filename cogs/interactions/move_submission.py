"""Display of drafts, confirmation of moves, and the answers after a move; shared by commands, buttons and typed replies."""

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
from cogs.messages.message_parts import Component, Message
from cogs.messages.play import draft as drafts
from cogs.messages.play import figure_step
from cogs.messages.play import guesses as guess_messages
from games.core.choice_values import ChoiceValue
from service.play.drafts import FEW
from service.records import Draft, MatchUpdate
from service.users.preferences import AT_ONCE, PLANS, PLAYED, TYPED
from storage.rows import UserId
from text.translator import Translator


async def play_or_show(app: AppContext, interaction: discord.Interaction, draft: Draft, *, whole: bool) -> None:
    """Play a complete draft at once if the user's preference says so; otherwise show the draft's next question or confirmation.

    `whole`: whether the user has typed the complete move.
    """
    user = interaction_info.user(interaction)
    if draft.may_confirm and whole and await counts_at_once(app, user):
        done = await app.services.turns.confirm(draft.match.id, user, expected_version=draft.version, now=interaction_info.now())
        await confirm_to_player(app, interaction, done)
    else:
        await show(app, interaction, draft)


async def counts_at_once(app: AppContext, user: UserId) -> bool:
    """Return whether the user prefers typed moves to be played without a preview."""
    return await app.services.user_settings.prefers(user, TYPED) == AT_ONCE


async def show(
    app: AppContext, interaction: discord.Interaction, draft: Draft, page: int = 0, lead: str = "", *, step_name: str = ""
) -> None:
    """Show the next question of a draft, or its confirmation.

    For a confirmed move that can still be taken back, show how. `step_name`: which step to show of a question with several steps
    (`cogs.messages.play.figure_step`).
    """
    if draft.passes_at is not None:
        await delivery.respond(interaction, notes.passing(draft.match, draft.passes_at, interaction_info.words(interaction)))
        return
    if not draft.prepared:
        lapsed, why = draft.lapsed, draft.why
        draft = await app.services.drafts.prepare(draft.match.id, interaction_info.user(interaction), now=interaction_info.now())
        draft = replace(draft, lapsed=lapsed or draft.lapsed, why=why or draft.why)
    context = await match_context.context_for_draft(app, draft, interaction_info.words(interaction))
    step = await _step(context, step_name)
    context = replace(context, steps=await app.services.drafts.suggested_moves(draft, interaction_info.user(interaction)))
    if context.steps is None or draft.texts:
        context = context.with_gains(
            await _gains_of_choices(
                app, interaction_info.user(interaction), context, draft, drafts.page_actions(context, step, page)
            )
        )
    picture = await match_images.draft(context, draft, step, page)
    board = _board(app, draft, context, interaction)
    await delivery.respond(interaction, drafts.screen(context, draft, step, picture, page=page, lead=lead, board=board))


async def _step(context: MatchContext, name: str) -> figure_step.Step:
    """Return the draft step with this name.

    Computed in a thread if there are more than `FEW` legal actions.
    """
    if len(context.legal) <= FEW:
        return figure_step.step_of(context, name)
    return await asyncio.to_thread(figure_step.step_of, context, name)


def _board(app: AppContext, draft: Draft, context: MatchContext, interaction: discord.Interaction) -> Component | None:
    """Return the link button that opens the draft on the board in the browser; None without a web board for this game."""
    if app.board is None or context.edition.painter.tapping is None:
        return None
    words = interaction_info.words(interaction)
    return notes.board_link(app.board.link(draft.match.id, interaction_info.user(interaction), words), words)


async def _gains_of_choices(
    app: AppContext, user: UserId, context: MatchContext, draft: Draft, offered: Sequence[Any]
) -> Mapping[Any, ChoiceValue]:
    """Return the values of the offered actions.

    For a complete draft: the value of the whole move, under its last action. Empty if the match doesn't allow this aid.
    """
    if AssistLevel.POINTS not in context.aids:
        return {}
    if not draft.may_confirm:
        return await app.services.drafts.gains(draft, user, offered)
    total = await app.services.drafts.total(draft, user)
    return {} if total is None else {context.game.read(draft.texts[-1]): total}


async def confirm_to_player(app: AppContext, interaction: discord.Interaction, update: MatchUpdate) -> None:
    """Answer the interaction with the result of the user's confirmed move."""
    await delivery.respond(
        interaction, await outcome(app, update, interaction_info.user(interaction), interaction_info.words(interaction))
    )


async def _guess_answer(app: AppContext, update: MatchUpdate, user_id: UserId, words: Translator) -> Message:
    """Return the answer to a guess; if guesses are graded at once, with the grade of the user's previous one."""
    match, guesses = update.match, app.services.guesses
    names = await app.people.names(update.seats, match.guild_id, words)
    grades = await guesses.grades_at_once(match)
    message = notes.guess_answer(match, [names[seat] for seat in update.asked], words, grades=grades)
    if not grades:
        return message
    await guesses.grade(match.id, user_id, now=interaction_info.now())
    own_guesses = await guesses.of(match.id, user_id)
    return (
        guess_messages.with_last(message, await match_context.load(app, match.id, user_id, words), own_guesses)
        if own_guesses.guesses
        else message
    )


async def outcome(app: AppContext, update: MatchUpdate, user_id: UserId, words: Translator) -> Message:
    """Return the answer for the user whose move, vote, guess or plan was confirmed."""
    if update.voted:
        return notes.vote_answer(update.match, await app.services.server_seat.closes_at(update.match.id), words)
    if update.guessed:
        return await _guess_answer(app, update, user_id, words)
    waiting = [w.match for w in await app.services.match_queries.waiting_for(user_id) if w.match.id != update.match.id]
    if update.planned:
        plays = await app.services.user_settings.prefers(user_id, PLANS) == PLAYED
        return notes.plan_kept(update.match, drafts.base_of(update.planned), words, plays=plays)
    if update.passes_at is not None:
        return notes.passing(update.match, update.passes_at, words, waiting)
    names = await match_context.names_of(app, update.match, update.seats, words)
    mine = any(update.seats[seat].user_id == user_id and update.seats[seat].is_human for seat in update.asked)
    asked = [names[seat] for seat in update.asked]
    plans = update.plans_ahead and not mine and await app.services.drafts.may_plan(update.match.id, user_id)
    done = notes.turn_done(asked, words, over=update.outcome is not None, mine=mine, others=waiting)
    return notes.with_plan(done, update.match, words) if plans else done
