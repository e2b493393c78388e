"""Drafts as JSON for the page: the chosen actions, the next choices with the squares to tap, and their effect."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from clocks.assistance import AssistLevel
from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.match_context import MatchContext
from editions.edition import Json, Tapping
from games.core.choice_values import ChoiceValue
from service.play.drafts import digest
from service.records import Draft
from storage.rows import UserId
from text.play import choice_values, plans, turn_texts, vote_texts
from text.translator import Translator
from web.plain import plain, plain_lines

COUNTED = 80
"""Of more choices nobody is told what each brings: after a portal there may be hundreds."""


async def draft_json(app: AppContext, draft: Draft, user: UserId, words: Translator, tapping: Tapping) -> Json:
    """Return a draft of this user as JSON for the page."""
    context = match_context.speaking(await match_context.context_for_draft(app, draft, words), words)
    listed = context.listed(context.legal)
    context = context.with_gains(await _gains_of_choices(app, context, draft, user, listed))
    return {
        "version": draft.version,
        "kept": len(draft.texts),
        "base": digest(draft.texts),
        "seat": draft.seat,
        "ready": draft.may_confirm,
        "aside": _aside(draft),
        "passes": draft.passes_at and round(draft.passes_at.timestamp()),
        "lead": plain_lines(_lead(context, draft)),
        "ask": "" if draft.may_confirm else plain(context.say.ask(context.view, context.names, words, viewer=draft.seat)),
        "free": context.names_squares and len(listed) < len(context.legal),
        "summary": _summary(context, draft),
        "choices": await asyncio.to_thread(_choices, context, draft, listed, tapping),
        "steps": await _steps(app, draft, user, words, tapping),
    }


async def _gains_of_choices(
    app: AppContext, context: MatchContext, draft: Draft, user: UserId, listed: Sequence[Any]
) -> Mapping[Any, ChoiceValue]:
    """Return the value in points of each choice, by action; empty without that assistance or with too many choices.

    For a complete draft: the value of the whole move, keyed by its last action.
    """
    if AssistLevel.POINTS not in context.aids or len(listed) > COUNTED:
        return {}
    if not draft.may_confirm:
        return await app.services.drafts.gains(draft, user, listed)
    total = await app.services.drafts.total(draft, user)
    return {} if total is None else {context.game.read(draft.texts[-1]): total}


def _aside(draft: Draft) -> str:
    """Return the kind of draft: `vote`, `guess` or `plan`; empty for a move."""
    named = {"vote": draft.is_vote, "guess": draft.is_guess, "plan": draft.is_ahead}
    return next((name for name, is_so in named.items() if is_so), "")


def _lead(context: MatchContext, draft: Draft) -> list[str]:
    """Return the lines shown above the question, as in the chat: whether the draft lapsed, is a plan, or is a guess."""
    lapsed = (plans.lapsed(draft.why, context.words) or turn_texts.draft_lapsed(context.words)) if draft.lapsed else ""
    ahead = plans.lead(context.words) if draft.is_ahead else plans.stands(context.words) if draft.is_plan else ""
    guess = vote_texts.guess_of(context.names[draft.seat], context.words) if draft.is_guess and not draft.may_confirm else ""
    return [lapsed, ahead, guess]


def _summary(context: MatchContext, draft: Draft) -> str:
    if not draft.may_confirm:
        return ""
    actions = [context.game.read(text) for text in draft.texts]
    told = context.say.summary(actions, draft.events, context.view, context.names, context.words, viewer=draft.seat)
    total = context.gains.get(actions[-1])
    return plain(" ".join(part for part in (told, choice_values.later(total, draft.seat, context.words) if total else "") if part))


def _choices(context: MatchContext, draft: Draft, listed: Sequence[Any], tapping: Tapping) -> list[Json]:
    return [
        {**_choice(context, action, tapping), **({"last": True} if action in draft.closing and not draft.is_aside else {})}
        for action in listed
    ]


def _choice(context: MatchContext, action: Any, tapping: Tapping) -> Json:
    texts = context.choice(action)
    choice_fields: dict[str, Any] = {
        "a": context.game.write(action),
        "label": plain(texts.label),
        "group": plain(texts.group),
        "detail": plain(texts.detail),
        "points": context.points(action),
        "at": tapping.at(action, context.view),
    }
    if choice_fields["at"] is None and context.read.is_nothing(texts.short, context.words):
        choice_fields["nothing"] = True
    return {key: value for key, value in choice_fields.items() if value}


def _alternatives(context: MatchContext, actions: Sequence[Any], tapping: Tapping) -> list[Json]:
    return [_choice(context, action, tapping) for action in actions]


async def _steps(app: AppContext, draft: Draft, user: UserId, words: Translator, tapping: Tapping) -> list[Json]:
    """Return each earlier decision of the draft with its alternatives, so that the page can change one without undoing.

    Decisions with a single option are left out.
    """
    steps: list[Json] = []
    for number, (text, offered) in enumerate(zip(draft.texts, draft.before, strict=True)):
        if len(offered) < 2:
            continue
        before = await app.services.drafts.peek(draft.match.id, user, draft.texts[:number], now=interaction_info.now())
        context = match_context.speaking(await match_context.context_for_draft(app, before, words), words)
        listed = context.listed(offered)
        shown = listed if len(listed) == len(offered) else _choices_at_place(context, draft.game.read(text), offered)
        choices = await asyncio.to_thread(_alternatives, context, shown, tapping)
        steps.append(
            {
                "a": text,
                "kept": number,
                "base": digest(draft.texts[:number]),
                "chosen": _choice(context, draft.game.read(text), tapping),
                "choices": [choice for choice in choices if "at" in choice],
            }
        )
    return steps


def _choices_at_place(context: MatchContext, action: Any, offered: Sequence[Any]) -> Sequence[Any]:
    """Return the offered actions on the same spot of the board as `action`, itself included.

    These may be shown although not all actions are listed, since the player has named the spot. Returns only `action` if it belongs
    to no spot.
    """
    for spot in context.say.spots(context.view, offered, context.words):
        if action in spot.actions:
            return spot.actions
    return (action,)
