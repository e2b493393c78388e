"""A draft as JSON: what was chosen, what can be chosen next and where that is tapped, and what it all would do."""

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


async def draft_json(desk: AppContext, draft: Draft, user: UserId, words: Translator, tapping: Tapping) -> Json:
    """Return a prepared draft of this user as JSON."""
    at = match_context.speaking(await match_context.for_draft(desk, draft, words), words)
    listed = at.listed(at.legal)
    at = at.with_gains(await _gains(desk, at, draft, user, listed))
    return {
        "version": draft.version,
        "kept": len(draft.texts),
        "base": digest(draft.texts),
        "seat": draft.seat,
        "ready": draft.may_confirm,
        "aside": _aside(draft),
        "passes": draft.passes_at and round(draft.passes_at.timestamp()),
        "lead": plain_lines(_lead(at, draft)),
        "ask": "" if draft.may_confirm else plain(at.say.ask(at.view, at.names, words, viewer=draft.seat)),
        "free": at.names_squares and len(listed) < len(at.legal),
        "summary": _summary(at, draft),
        "choices": await asyncio.to_thread(_choices, at, draft, listed, tapping),
        "steps": await _steps(desk, draft, user, words, tapping),
    }


async def _gains(
    desk: AppContext, at: MatchContext, draft: Draft, user: UserId, listed: Sequence[Any]
) -> Mapping[Any, ChoiceValue]:
    """Return the value of each choice; of a whole draft its own value, under its last action."""
    if AssistLevel.POINTS not in at.aids or len(listed) > COUNTED:
        return {}
    if not draft.may_confirm:
        return await desk.services.drafts.gains(draft, user, listed)
    total = await desk.services.drafts.total(draft, user)
    return {} if total is None else {at.game.read(draft.texts[-1]): total}


def _aside(draft: Draft) -> str:
    """Return what kind of draft this is: `vote`, `guess` or `plan`; empty for a move."""
    named = {"vote": draft.is_vote, "guess": draft.is_guess, "plan": draft.is_ahead}
    return next((name for name, is_so in named.items() if is_so), "")


def _lead(at: MatchContext, draft: Draft) -> list[str]:
    """Return the lines before the question, as in the chat."""
    lapsed = (plans.lapsed(draft.why, at.words) or turn_texts.draft_lapsed(at.words)) if draft.lapsed else ""
    ahead = plans.lead(at.words) if draft.is_ahead else plans.stands(at.words) if draft.is_plan else ""
    guess = vote_texts.guess_of(at.names[draft.seat], at.words) if draft.is_guess and not draft.may_confirm else ""
    return [lapsed, ahead, guess]


def _summary(at: MatchContext, draft: Draft) -> str:
    if not draft.may_confirm:
        return ""
    actions = [at.game.read(text) for text in draft.texts]
    told = at.say.summary(actions, draft.events, at.view, at.names, at.words, viewer=draft.seat)
    total = at.gains.get(actions[-1])
    return plain(" ".join(part for part in (told, choice_values.later(total, draft.seat, at.words) if total else "") if part))


def _choices(at: MatchContext, draft: Draft, listed: Sequence[Any], tapping: Tapping) -> list[Json]:
    return [
        {**_choice(at, action, tapping), **({"last": True} if action in draft.closing and not draft.is_aside else {})}
        for action in listed
    ]


def _choice(at: MatchContext, action: Any, tapping: Tapping) -> Json:
    said = at.choice(action)
    found: dict[str, Any] = {
        "a": at.game.write(action),
        "label": plain(said.label),
        "group": plain(said.group),
        "detail": plain(said.detail),
        "points": at.points(action),
        "at": tapping.at(action, at.view),
    }
    if found["at"] is None and at.read.is_nothing(said.short, at.words):
        found["nothing"] = True
    return {key: value for key, value in found.items() if value}


async def _steps(desk: AppContext, draft: Draft, user: UserId, words: Translator, tapping: Tapping) -> list[Json]:
    """Return the real choices that led here, each with its alternatives, so that a tile is turned or moved without a step back."""
    found: list[Json] = []
    for number, (text, offered) in enumerate(zip(draft.texts, draft.before, strict=True)):
        if len(offered) < 2:
            continue
        before = await desk.services.drafts.peek(draft.match.id, user, draft.texts[:number], now=interaction_info.now())
        at = match_context.speaking(await match_context.for_draft(desk, before, words), words)
        listed = at.listed(offered)
        shown = listed if len(listed) == len(offered) else _at_place(at, draft.game.read(text), offered)
        choices = await asyncio.to_thread(lambda at=at, shown=shown: [_choice(at, action, tapping) for action in shown])  # type: ignore[misc]  # bound at once
        found.append(
            {
                "a": text,
                "kept": number,
                "base": digest(draft.texts[:number]),
                "chosen": _choice(at, draft.game.read(text), tapping),
                "choices": [choice for choice in choices if "at" in choice],
            }
        )
    return found


def _at_place(at: MatchContext, action: Any, offered: Sequence[Any]) -> Sequence[Any]:
    """Return the choices of the place that an action names: they may be told once the player has named it."""
    for spot in at.say.spots(at.view, offered, at.words):
        if action in spot.actions:
            return spot.actions
    return (action,)
