"""Sampled draft steps at which a figure is chosen, photographed and measured like turn messages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cogs.images import match_images
from cogs.match_context import MatchContext
from cogs.messages.message_parts import Message
from cogs.messages.play import draft as drafts
from cogs.messages.play.figure_step import Step, step_of
from editions.registry import GAMES
from games.core.choice_values import value_choices
from games.core.game import Seat
from service.records import Draft
from text.translator import Translator, translator_for
from tools.browser_checks.messages import HIGH, MessageSize, photographed, scene
from tools.browser_checks.phone import browsing
from tools.samples import KINDS, SampledQuestion, asked

FIGURE = "deploy"
"""The decision at which a figure may be put."""
EACH = 3
"""Questions of one game."""
LARGEST = 60_000
"""Bytes of a picture at most, but for one in 20."""


class MeasuredDraft(NamedTuple):
    """The measures of one draft step in the page."""

    message: MessageSize
    picture: int
    """Bytes."""


def sampled(questions: int, seed: int, words: Translator) -> Iterator[tuple[str, MatchContext, SampledQuestion, Step]]:
    """Yield name, context, decision and step of sampled draft steps, over all kinds of games, early and late.

    Each of the `questions` sampled decisions yields all its steps.
    """
    chance, kinds = random.Random(seed), [kind for kind in KINDS if kind[1] == "carcassonne"]
    for number in range(0, questions, EACH):
        name, game_id, given, seats = kinds[number // EACH % len(kinds)]
        chosen = [question for question in asked(GAMES[game_id], given, seats, chance) if question.view.decision == FIGURE]
        for place in range(number, min(number + EACH, questions)):
            sampled = chance.choice(chosen)
            shown = _context_of(scene(game_id, given, seats, sampled, words), sampled)
            first = step_of(shown)
            for step in (first, *(step_of(shown, kind.key) for kind in first.kinds if len(kind.actions) > 1)):
                yield f"{place:03}-{name}-{step.name or 'here'}", shown, sampled, step


def _context_of(context: MatchContext, question: SampledQuestion) -> MatchContext:
    """Return the match context as the asked player sees it, with the values of their choices."""
    seat, legal = Seat(question.view.to_act[0]), tuple(question.legal)
    values = value_choices(context.game, question.state, seat, [(action,) for action in legal], random.Random(0).randrange)
    return replace(context, viewer=seat, legal=legal, asked=(seat,)).with_gains(dict(zip(legal, values, strict=True)))


async def message(context: MatchContext, question: SampledQuestion, step: Step, page: int = 0) -> Message:
    """Return the private message that shows the step to its player."""
    seat, legal = Seat(question.view.to_act[0]), tuple(question.legal)
    closing = legal if len(legal) <= drafts.MOST else ()
    tried = ("place",), ((legal[0], legal[0]),)
    draft = Draft(
        context.game,
        context.match,
        context.seats,
        seat,
        context.version,
        tried[0],
        question.view,
        legal,
        False,
        (),
        before=tried[1],
        closing=closing,
    )
    picture = await match_images.draft(context, draft, step, page)
    return drafts.screen(context, draft, step, picture, page=page)


async def measured(folder: Path, questions: int, seed: int, language: str) -> list[MeasuredDraft]:
    """Post every step in the sandbox, photograph it into `folder`, and return the measures."""
    async with browsing(HIGH * 2, scale=2) as (sandbox, bot, page):
        measures = []
        for name, context, question, step in sampled(questions, seed, translator_for(language)):
            built = await message(context, question, step)
            size = max((len(content) for _, content, _ in built.files), default=0)
            measures.append(MeasuredDraft(await photographed(sandbox, bot, page, folder, name, built), size))
        return measures


def report(drafts: Sequence[MeasuredDraft], *, check: bool) -> int:
    """Print the heights of the messages and the sizes of their pictures; return 1 if `check` is set and some do not fit."""
    for each in sorted(drafts, key=lambda each: -each.message.pixels)[:12]:
        print(f"{each.message.pixels:6.0f} px  {each.message.words:3} words  {each.picture / 1000:4.0f} kB  {each.message.name}")
    heights, sizes = sorted(each.message.pixels for each in drafts), sorted(each.picture for each in drafts)
    middle, most = len(drafts) // 2, len(drafts) * 19 // 20
    kilobytes = [sizes[place] / 1000 for place in (middle, most, -1)]
    print(f"{len(drafts)} steps: {heights[middle]:.0f} px at the median, {heights[-1]:.0f} at most, to the first buttons")
    print("pictures: {:.0f} kB at the median, {:.0f} for 19 of 20, {:.0f} at most".format(*kilobytes))
    return int(check and (heights[-1] > HIGH or sizes[most] > LARGEST))
