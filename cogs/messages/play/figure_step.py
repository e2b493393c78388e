"""Steps of a draft in which a figure is chosen: the choices of one message, their numbers, and further steps.

Choices about the tile just laid come first. All other choices are in further steps, opened by a button for each kind; portals ask
for a square first. A step is named by a text that buttons contain: the key of its kind, and after `@` the square.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cogs.match_context import MatchContext
from editions.edition import ListedChoice
from text.message_templates import labelled
from text.protocol import NamedKind, NamedSpot

AT = "@"
"""Between the key of a kind and a square."""
PAGE = 9
"""Choices of a further step in one message: as many as a picture has views."""


@dataclass(frozen=True)
class Step:
    """The question of one message of a draft, with its choices."""

    name: str = ""
    """As buttons carry it; empty for the first step of a question."""
    title: str = ""
    """What its kind of choices is called; empty for the first step."""
    listed: tuple[ListedChoice, ...] = ()
    """Its choices in the order of their numbers, then the one that does nothing."""
    kinds: tuple[NamedKind, ...] = ()
    """The further steps that may be opened from here."""
    squares: tuple[NamedSpot, ...] = ()
    """The squares of which one is chosen next, in place of choices."""

    @property
    def actions(self) -> tuple[Any, ...]:
        """All actions that can be chosen in this step, in the order of their numbers."""
        chosen = [action for spot in self.squares for action in spot.actions]
        return (*chosen, *(choice.action for choice in self.listed))


def step_of(context: MatchContext, name: str = "") -> Step:
    """Return the step with this name; the first step if there is no such step (any more).

    Can be slow, as there may be hundreds of choices.
    """
    spots, words = context.spots(context.legal), context.edition.words.questions
    placed = {action for spot in spots for action in spot.actions}
    rest = [action for action in context.listed(context.legal) if action not in placed]
    nothing = [action for action in rest if context.read.is_nothing(_short_label(context, action), context.words)]
    real = [action for action in rest if action not in nothing]
    passes = tuple(ListedChoice(action, 0) for action in nothing)
    if spots or words is None:  # beside spots, where a number means a spot, choices have none
        return Step(listed=(*(ListedChoice(action, 0 if spots else number) for number, action in enumerate(real, 1)), *passes))
    kinds = words.kinds(context.view, real, context.words)
    key, _, square = name.partition(AT)
    chosen = next((kind for kind in kinds if kind.key == key), None)
    if chosen is None and len(kinds) == 1:
        chosen = kinds[0]
    if chosen is None:
        return Step(listed=passes, kinds=kinds)
    further = () if chosen.key else tuple(kind for kind in kinds if kind.key)
    is_first = not chosen.key or len(kinds) == 1
    squares, actions = words.squares(context.view, chosen.actions, context.words), chosen.actions
    if inside := next((spot.actions for spot in squares if spot.name == square), None):
        squares, actions, is_first = (), inside, False
    numbers = words.numbers(context.view, actions)
    listed = sorted(map(ListedChoice, actions, numbers), key=lambda choice: choice.number)
    title = "" if not chosen.key else f"{chosen.name.rsplit(' ', 1)[0]} {square}".rstrip() if inside else chosen.name
    step_key = "" if is_first else f"{chosen.key}{AT}{square}" if inside else chosen.key
    return Step(step_key, title, (*(() if squares else listed), *passes), further, squares)


def _short_label(context: MatchContext, action: Any) -> str:
    return context.say.choice(action, context.view, context.names, context.words).short


def step_for(square: NamedSpot, here: Step, context: MatchContext) -> str:
    """Return the name of the step that follows when `square` is chosen in the step `here`."""
    key = here.name or context.edition.words.questions.kinds(context.view, square.actions, context.words)[0].key  # type: ignore[union-attr]
    return f"{key}{AT}{square.name}"


def place_explanations(context: MatchContext, listed: Sequence[ListedChoice]) -> list[str]:
    """Return a line for each numbered place that explains the effect of a figure there.

    If all places have the same explanation, return it once, without a number.
    """
    words = context.edition.words.questions
    if words is None:
        return []
    explanations: list[tuple[str, str]] = []
    for number, choices in groupby(listed, key=lambda choice: choice.number):
        told: dict[str, list[str]] = {}
        for choice in choices if number else ():
            told.setdefault(context.choice(choice.action).detail, []).append(
                words.short(choice.action, context.view, context.words)
            )
        explanations += [
            (" ".join((f"**{number}**", *filter(None, [" / ".join(shorts)]))), detail) for detail, shorts in told.items() if detail
        ]
    if len(explanations) > 1 and len({detail for _, detail in explanations}) == 1:
        return [f"-# {explanations[0][1]}"]
    return [labelled(head, detail, context.words) for head, detail in explanations]


def add_points(context: MatchContext, listed: Sequence[ListedChoice]) -> tuple[ListedChoice, ...]:
    """Return the choices with the points that they score for the active player, as far as points are known."""
    return tuple(_choice_with_sign(context, choice) for choice in listed)


def _choice_with_sign(context: MatchContext, choice: ListedChoice) -> ListedChoice:
    gain = context.gains.get(choice.action)
    if gain is None or len(context.asked) != 1:
        return choice
    return choice._replace(now=gain.now[context.asked[0]], later=gain.later[context.asked[0]])


def place_names(context: MatchContext, listed: Sequence[ListedChoice]) -> list[str]:
    """Return the place behind each number as text, such as `1 north city`, for users who can't see the picture."""
    words = context.edition.words.questions
    if words is None:
        return []
    firsts = {choice.number: choice.action for choice in reversed(listed) if choice.number}
    return [
        f"{number} {words.place(firsts[number], context.view, context.names, context.words.unillustrated)}"
        for number in sorted(firsts)
    ]
