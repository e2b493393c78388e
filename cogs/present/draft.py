"""The private draft of a move: choose a spot on the picture, look at it, choose a figure, confirm. Works for whatever a game asks.

A draft is a list of actions. What is shown next follows from what may be chosen next: places as a numbered list, everything
else as a list of choices, and when nothing is left to choose, what it would do and the button that makes it final.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from cogs.present.parts import END, GO, OPTIONS, Line, Message, Picture, button, select
from cogs.scene import Scene
from service.records import Draft
from text import messages
from text.labels import label
from text.protocol import Spot

T = TypeVar("T")


class Choice(NamedTuple):
    """One choice of a list."""

    action: Any
    number: int
    """0: none."""


def screen(
    at: Scene, draft: Draft, listed: Sequence[Choice], picture: Picture | None, *, before: Sequence[Any], page: int = 0
) -> Message:
    """The next question of a draft, or its confirmation. `before`: among which actions the last one was chosen.

    `listed` are the scene's `choices`: found by the caller, off the event loop, for there may be hundreds.
    """
    message = Message()
    if draft.lapsed:
        message.say(messages.draft_lapsed(at.words))
    if draft.may_confirm:
        _confirmation(message, at, draft, picture, before)
    elif draft.legal:
        _question(message, at, draft, listed, picture, before, page)
    return message


def pages(listed: Sequence[Any]) -> int:
    """Over how many pages a list of spots or of choices goes."""
    return max(1, -(-len(listed) // OPTIONS))


def shown(listed: Sequence[T], page: int) -> Sequence[T]:
    """What stands on one page of it."""
    page = min(max(page, 0), pages(listed) - 1)
    return listed[page * OPTIONS : (page + 1) * OPTIONS]


def choices(at: Scene) -> list[Choice]:
    """The choices that are no spots, with the numbers by which they may be typed; nothing comes last and has no number.

    Beside spots, where a number means a spot, they have none.
    """
    spots = at.say.spots(at.view, at.legal)
    placed = {action for spot in spots for action in spot.actions}
    rest = [action for action in at.legal if action not in placed]
    real = [action for action in rest if not at.read.is_nothing(_short(at, action), at.words)]
    numbers = [0] * len(real) if spots else range(1, len(real) + 1)
    return [*map(Choice, real, numbers), *(Choice(action, 0) for action in rest if action not in real)]


def _short(at: Scene, action: Any) -> str:
    return at.say.choice(action, at.view, at.names, at.words).short


def _question(
    message: Message,
    at: Scene,
    draft: Draft,
    rest: Sequence[Choice],
    picture: Picture | None,
    before: Sequence[Any],
    page: int,
) -> None:
    words, match, kept, steps = at.words, draft.match, len(draft.texts), at.say.steps(at.words)
    spots = at.say.spots(at.view, at.legal)
    message.say(at.say.ask(at.view, at.names, words)).show(picture)
    if spots:
        message.say(steps.where)
        message.row(
            select(
                match,
                "pick",
                _places(at, shown(spots, page)),
                f"{kept} at",
                hint=steps.place,
                version=draft.version,
            )
        )
    if rest:
        lines = _choices(at, shown(rest, page))
        message.row(select(match, "pick", lines, f"{kept}", hint=steps.rest, version=draft.version))
    message.row(*_turn_pages(draft, page, max(pages(spots), pages(rest)), at))
    message.row(*_steps(at, draft, before), button(match, label("type", words), "type", version=draft.version))


def _confirmation(message: Message, at: Scene, draft: Draft, picture: Picture | None, before: Sequence[Any]) -> None:
    words, match = at.words, draft.match
    actions = [at.game.read(text) for text in draft.texts]
    message.show(picture).say(f"**{at.say.summary(actions, draft.events, at.view, at.names, words)}**", messages.draft_ready(words))
    confirm = button(match, label("confirm", words), "confirm", str(len(draft.texts)), style=GO, version=draft.version)
    message.row(confirm, *_steps(at, draft, before))
    message.row(*_other_ways(at, draft, before))


def _places(at: Scene, spots: Sequence[Spot]) -> list[Line]:
    """A place a line: its number in the picture, its name, how the tile may lie there."""
    lines = []
    for spot in spots:
        facings = [at.say.choice(action, at.view, at.names, at.words).label for action in spot.actions]
        lines.append(Line(f"{spot.number} · {spot.name}", at.game.write(spot.actions[0]), ", ".join(facings)))
    return lines


def _choices(at: Scene, listed: Sequence[Choice]) -> list[Line]:
    """A choice a line: its number in the picture, its place, what it is."""
    lines = []
    for action, number in listed:
        said = at.say.choice(action, at.view, at.names, at.words)
        parts = (str(number) if number else "", said.group, said.label)
        lines.append(Line(" · ".join(part for part in parts if part), at.game.write(action), said.detail))
    return lines


def _turn_pages(draft: Draft, page: int, count: int, at: Scene) -> list[Any]:
    kept = len(draft.texts)
    earlier = button(draft.match, label("fewer-spots", at.words), "page", f"{kept} {page - 1}", version=draft.version)
    later = button(draft.match, label("more-spots", at.words), "page", f"{kept} {page + 1}", version=draft.version)
    return [earlier if page > 0 else None, later if page + 1 < count else None]


def _steps(at: Scene, draft: Draft, before: Sequence[Any]) -> list[Any]:
    """Turn, back and discard, as far as there is anything to turn or take back."""
    if not draft.texts:
        return []
    words, kept = at.words, len(draft.texts)
    here = _same_place(at, draft.texts[-1], before)
    back = at.say.steps(words).other if here else label("back", words)
    turn = None
    if len(here) > 1 and at.say.steps(words).turns:
        following = here[(here.index(draft.texts[-1]) + 1) % len(here)]
        turn = button(draft.match, label("turn-tile", words), "push", f"{kept - 1} {following}", version=draft.version)
    return [
        turn,
        button(draft.match, back, "back", str(kept), version=draft.version),
        button(draft.match, label("discard", words), "discard", style=END, version=draft.version),
    ]


def _other_ways(at: Scene, draft: Draft, before: Sequence[Any]) -> list[Any]:
    """A button for every other action of the place that was chosen last, where they are not gone through by turning."""
    here = [] if at.say.steps(at.words).turns else _same_place(at, draft.texts[-1], before)
    kept, others = len(draft.texts), [text for text in here if text != draft.texts[-1]]
    said = [at.say.choice(at.game.read(text), at.view, at.names, at.words).label for text in others]
    return [
        button(draft.match, name, "push", f"{kept - 1} {text}", version=draft.version)
        for name, text in zip(said, others, strict=True)
    ]


def _same_place(at: Scene, last: str, before: Sequence[Any]) -> list[str]:
    """The actions of the place that was chosen last, as texts; empty if it was no place."""
    for spot in at.say.spots(at.view, before):
        texts = [at.game.write(action) for action in spot.actions]
        if last in texts:
            return texts
    return []
