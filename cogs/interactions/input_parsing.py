"""Parsing of typed moves, squares and help topics.

The vocabulary of each game does the parsing; unreadable text is refused as `misread`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from clocks.assistance import AssistLevel
from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.interactions.autocomplete import AutocompleteRequest, Offers
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.message_parts import Message
from cogs.messages.play import figure_step, game_views
from cogs.refusals import InteractionRefused
from editions.edition import Edition
from editions.restricted_edition import restrict_to_aids
from service.errors import Refusal
from service.history import disclosure
from service.play.drafts import Drafts
from service.records import Draft
from storage.rows import RUNNING, MatchId, MatchRow, UserId
from text.input_vocabulary import folded
from text.protocol import DETAIL, AmbiguousMove, Misread, cut
from text.translator import Translator


def move_text(*parts: str) -> str:
    """Join the parts of a move into one text, without empty parts."""
    return " ".join(part.strip() for part in parts if part.strip())


async def move(
    app: AppContext,
    user: UserId,
    match_id: MatchId,
    text: str,
    words: Translator,
    *,
    lenient: bool = False,
    drafts: Drafts | None = None,
    step: str = "",
) -> Draft:
    """Add the typed moves of `text` to the user's draft, and return the draft.

    The draft starts over if `text` begins with a first step of the turn. `lenient`: if a board position is named without a
    rotation, take the first legal one. `drafts`: the service that keeps the drafts, by default that of matches. `step`: name of the
    step (`cogs.messages.play.figure_step`) that a leading number refers to.

    Refuses `misread`; the steps read before that remain in the draft.
    """
    drafts = drafts or app.services.drafts
    draft = await drafts.open(match_id, user, now=interaction_info.now())
    if draft.texts:
        start = await match_context.context_for_draft(app, await drafts.peek(match_id, user, (), now=interaction_info.now()), words)
        context = await match_context.context_for_draft(app, draft, words)
        if await asyncio.to_thread(_begins_again, start, context, text):
            draft = await drafts.discard(match_id, user, now=interaction_info.now())
    numbered = text.lstrip("# ")[:1].isdecimal()
    while text:
        context = await match_context.context_for_draft(app, draft, words)
        if not context.legal and context.read.is_nothing(text, words):
            break  # "N12 90 -" where no figure could be put anyway
        if step and numbered:
            context, step = (
                replace(context, legal=(await asyncio.to_thread(figure_step.step_of, context, step)).actions or context.legal),
                "",
            )
        action, text = await asyncio.to_thread(_step, context, text, lenient=lenient)
        draft = await drafts.push(
            match_id, user, [context.game.write(action)], expected_version=draft.version, now=interaction_info.now()
        )
    return draft


async def offers(app: AppContext, typing: AutocompleteRequest) -> Offers:
    """Return completions for an option of a move command: legal values only, given the options already filled in."""
    option, filled, words, user = typing.option, typing.filled, typing.words, interaction_info.user(typing.interaction)
    services = app.services
    match = await services.match_queries.in_channel(interaction_info.place(typing.interaction).channel_id)
    if option in ("where", "piece"):
        draft = await services.drafts.open(match.id, user, now=interaction_info.now())
    else:
        draft = await services.drafts.peek(match.id, user, [], now=interaction_info.now())
    context = await match_context.context_for_draft(app, draft, words)
    legal = context.legal
    if option == "rotation":
        legal = _actions_at_spot(context, filled.get("spot", ""))
    elif option == "row":
        legal = _actions_about(context, filled.get("card", ""))
    elif option == "meeple" and filled.get("spot"):
        action, _ = _step(context, move_text(filled["spot"], filled.get("rotation", "")), lenient=True)
        draft = await services.drafts.peek(match.id, user, [context.game.write(action)], now=interaction_info.now())
        context = await match_context.context_for_draft(app, draft, words)
        legal = context.legal
    if context.names_squares and not (option == "rotation" and legal is not context.legal):
        legal = context.listed(legal)  # the rotations of a square that was named may be told
    matches = await asyncio.to_thread(context.read.autocomplete, option, typing.text, context.view, legal, context.names, words)
    if AssistLevel.POINTS not in context.aids:
        return matches
    before = filled.get("spot", "") if option == "rotation" else ""
    meant = await asyncio.to_thread(_named_actions, context, [move_text(before, value) for _, value in matches])
    context = context.with_gains(await services.drafts.gains(draft, user, [action for action in meant if action is not None]))
    return [(_offer_with_gain(context, name, action), value) for (name, value), action in zip(matches, meant, strict=True)]


def _named_actions(context: MatchContext, texts: Sequence[str]) -> list[Any]:
    """Return the action that each text completely names.

    None for a text that names no legal action, or leaves a choice open.
    """
    meanings: list[Any] = []
    for text in texts:
        try:
            action, rest = context.read.typed(text, context.view, context.listed(context.legal), context.words)
        except Misread:
            action, rest = None, ""
        meanings.append(None if rest else action)
    return meanings


def _offer_with_gain(context: MatchContext, name: str, action: Any) -> str:
    """Return a completion's name with the points that its action brings, cut to `DETAIL` characters."""
    told = context.told_gain(action)
    return name if not told else f"{cut(name, DETAIL - len(told) - 3)} · {told}"


def square(context: MatchContext, text: str) -> tuple[int, int]:
    """Return the coordinates of the named square.

    Refuses `misread`, `no-holes` in a game without squares, and `aid-off` if the match doesn't allow this aid.
    """
    if (holes := context.edition.words.holes) is None:
        raise InteractionRefused("no-holes" if AssistLevel.ODDS in context.aids else "aid-off")
    try:
        return holes.square(context.view, text)
    except Misread as misread:
        raise InteractionRefused("misread", misread=misread, say=context.read, view=context.view) from misread


async def help_page(
    app: AppContext, interaction: discord.Interaction, game: str, topic: str, options: Mapping[str, str] | None
) -> Message:
    """Return a help page about a game, adapted to the match's `options` if these are given.

    The page on reading the board also has a picture of the symbols. Refuses `unknown-game` and `misread`.
    """
    known, words = app.editions.get(game), interaction_info.words(interaction)
    if known is None:
        raise Refusal("unknown-game", game=game, choices=tuple(app.editions))
    edition = match_context.with_painter(app, known, interaction.guild_id, interaction_info.user(interaction))
    try:
        page = notes.help_page(edition, topic.strip(), words, options)
        if topic_key(edition, topic, words) != game_views.LEGEND:
            return page
        return notes.help_page(edition, game_views.LEGEND, words, options, await match_images.legend(app, edition, words, options))
    except Misread as misread:
        raise InteractionRefused("misread", misread=misread, say=edition.words.read, view=None) from misread


def topic_key(edition: Edition, topic: str, words: Translator) -> str:
    """Return the key of a help topic, given its key or title; empty if the game has no such topic."""
    wanted = folded(topic)
    return next((key for key, title in edition.words.explain.topics(words) if wanted in (key, folded(title))), "")


async def match_of(app: AppContext, channel_id: int) -> MatchRow | None:
    """Return the running match of a channel; None if there is none."""
    try:
        match = await app.services.match_queries.in_channel(channel_id)
    except Refusal:
        return None
    return match if match.status == RUNNING else None


async def edition_here(app: AppContext, channel_id: int | None) -> Edition:
    """Return the edition of the channel's match, reduced to the aids that the match allows.

    In a channel without a match, return the first edition.
    """
    edition = app.editions[await game_of(app, channel_id)]
    try:
        match = await app.services.match_queries.in_channel(channel_id or 0)
    except Refusal:
        return edition
    return restrict_to_aids(edition, disclosure.allowed_aids(match))


async def game_of(app: AppContext, channel_id: int | None) -> str:
    """Return the game id of the channel's match.

    Return the id of the first edition if the channel has no match, or one of an unknown game.
    """
    try:
        game_id = (await app.services.match_queries.in_channel(channel_id or 0)).game
    except Refusal:
        game_id = ""
    return game_id if game_id in app.editions else next(iter(app.editions))


async def match_here(app: AppContext, channel_id: int | None) -> MatchRow | None:
    """Return the match of a channel, in whatever state; None if there is none."""
    try:
        return await app.services.match_queries.in_channel(channel_id or 0)
    except Refusal:
        return None


async def options_here(app: AppContext, channel_id: int | None, game: str) -> Mapping[str, str] | None:
    """Return the options of the channel's match; None if its game isn't `game`, or the channel has no match."""
    try:
        match = await app.services.match_queries.in_channel(channel_id or 0)
    except Refusal:
        return None
    return match.options if match.game == game else None


def _begins_again(start: MatchContext, context: MatchContext, text: str) -> bool:
    """Return whether a typed text begins the turn again, instead of continuing the draft.

    It doesn't if it completely answers the draft's present question, such as a square for the dragon. Otherwise it does if it can
    be read at the start of the turn, or names a square on which the tile does not fit.
    """
    answers, rest = False, ""
    try:
        _, rest = context.read.typed(text, context.view, context.legal, context.words)
        answers = True
    except Misread:
        pass
    if answers and not rest:
        return False
    try:
        start.read.typed(text, start.view, start.legal, start.words)
    except Misread as misread:
        return not answers and "square" in misread.params
    return True


def _step(context: MatchContext, text: str, *, lenient: bool) -> tuple[Any, str]:
    is_hidden = len(context.listed(context.legal)) < len(context.legal)
    if is_hidden and text.lstrip("# ")[:1].isdecimal():
        raise InteractionRefused("name-the-square")  # by the numbers of spots they could be found out one by one
    try:
        return context.read.typed(text, context.view, context.legal, context.words)
    except Misread as misread:
        named = [
            spot
            for spot in context.say.spots(context.view, context.legal, context.words)
            if spot.name == misread.params.get("square")
        ]
        if lenient and isinstance(misread, AmbiguousMove) and named:
            return named[0].actions[0], ""
        if is_hidden and {"squares", "facings"} & misread.params.keys():
            raise InteractionRefused("does-not-go-there") from misread
        raise InteractionRefused("misread", misread=misread, say=context.read, view=context.view) from misread


def _actions_about(context: MatchContext, text: str) -> tuple[Any, ...]:
    """Return the legal actions whose notation contains the typed word.

    If there are none, return the legal actions on the spot that the text names, or else all.
    """
    wanted = text.strip().lower()
    return tuple(action for action in context.legal if wanted in context.game.write(action).lower().split()) or _actions_at_spot(
        context, text
    )


def _actions_at_spot(context: MatchContext, text: str) -> tuple[Any, ...]:
    """Return the legal actions on the board spot that `text` names by name or number; all legal actions if it names none."""
    wanted = text.strip().lstrip("#").lower()
    for spot in context.say.spots(context.view, context.legal, context.words):
        if wanted in (spot.name.lower(), str(spot.number)):
            return spot.actions
    return context.legal
