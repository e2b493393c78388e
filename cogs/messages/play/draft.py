"""The private draft of a move: choose a spot on the picture, look at it, choose a figure, confirm. Works for whatever a game asks.

A draft is a list of actions. What is shown next follows from what may be chosen next: places by their numbers, everything else as
choices, a few of either with a button each, more as a list; and when nothing is left to choose, what it would do and the button
that makes it final. A choice that is the last one is played by its own button, and by its line in a list once something of the move
has been seen, since the picture has shown all but it.
Every button says by a digest which draft it goes on with, so that two windows never exchange halves of a move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any, TypeVar

from discord import ui

from cogs.match_context import MatchContext
from cogs.messages.dynamic_components import DynamicComponent
from cogs.messages.lobby import practice
from cogs.messages.message_parts import GO, OPTIONS, PLAIN, Message, Picture, SelectEntry, button, select
from editions.edition import ListedChoice
from service.play.drafts import FEW, digest
from service.records import Draft
from text.labels import label
from text.play import choice_values, plans, turn_texts, vote_texts
from text.protocol import NamedSpot


def ranges(spots: Sequence[NamedSpot]) -> str:
    """Their numbers, neighbours together: `1–4, 7`."""
    found: list[list[int]] = []
    for spot in spots:
        if found and spot.number == found[-1][-1] + 1:
            found[-1].append(spot.number)
        else:
            found.append([spot.number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


T = TypeVar("T")

_HEAD = re.compile(r"[:,(→]")
"""Where a label goes into detail."""

ROW = 5
"""Most buttons in a row."""
MOST = 3 * ROW
"""As many places get a button each: one press where a list takes two."""
SEVERAL = " / "
"""Between the actions of a button that goes on with more than one."""
LIKELY = ROW
"""Of many choices so many get a button each, above the list of all."""
BUTTON = 24
"""Characters of a button that a phone shows."""
ADVISED = "🟩"
"""Before what is highlighted, on its button: its number is green in the picture."""
LISTS = 4
"""Most lists of spots in one message: where there are more, the draft has them in pages."""


def screen(
    context: MatchContext,
    draft: Draft,
    listed: Sequence[ListedChoice],
    picture: Picture | None,
    *,
    page: int = 0,
    lead: str = "",
    board: ui.Item[Any] | None = None,
) -> Message:
    """The next question of a draft, or its confirmation.

    `listed` are the scene's `choices`: found by the caller, off the event loop, for there may be hundreds. `lead` comes first.
    `board` is the button that leads to the board in the browser.
    """
    message = Message()
    lapsed = (plans.lapsed(draft.why, context.words) or turn_texts.draft_lapsed(context.words)) if draft.lapsed else ""
    ahead = plans.lead(context.words) if draft.is_ahead else plans.stands(context.words) if draft.is_plan else ""
    guess = vote_texts.guess_of(context.names[draft.seat], context.words) if draft.is_guess and not draft.may_confirm else ""
    message.say(lead, lapsed, ahead, guess)
    if draft.may_confirm:
        _confirmation(message, context, draft, picture, board)
    elif draft.legal:
        _question(message, context, draft, listed, picture, page, board)
    return message


def parts(context: MatchContext) -> list[Sequence[NamedSpot]]:
    """The places that can be chosen, by pages: on a board those that one picture shows, else as many as a list takes."""
    spots, find = context.spots(context.legal), context.edition.painter.regions
    if find is not None:
        return [*find(spots)]
    return [shown(spots, page) for page in range(pages(spots))]


def part(context: MatchContext, page: int) -> Sequence[NamedSpot]:
    """Those of one page; of the last one where there are fewer."""
    found = parts(context)
    return found[min(max(page, 0), len(found) - 1)]


def spot_buttons(context: MatchContext, spots: Sequence[NamedSpot], base: str) -> list[DynamicComponent]:
    """A button for each place, unless there are too many; `base` says on what the press goes on.

    Many places of a board are named by the numbers in the picture alone, so that a phone shows five in a row.
    """
    if len(spots) > MOST:
        return []
    is_short = len(spots) > ROW and context.edition.words.hands is None
    return [
        button(
            context.match,
            f"{spot.number}{'' if is_short else f' · {spot.name}'} {context.points(spot.actions[0])}".rstrip(),
            "push",
            f"{base} {context.game.write(spot.actions[0])}",
            version=context.version,
            sign=ADVISED if context.is_advised(*spot.actions) else "" if is_short else _sign(context, spot.actions[0]),
        )
        for spot in spots
    ]


def advised_buttons(context: MatchContext, spots: Sequence[NamedSpot], base: str) -> list[DynamicComponent]:
    """A button for each highlighted place, above lists of all."""
    return spot_buttons(context, [spot for spot in spots if context.is_advised(*spot.actions)][:ROW], base)


def region_buttons(context: MatchContext, spots: Sequence[NamedSpot]) -> list[DynamicComponent]:
    """A button for each region of a board that is too large for numbers on one picture, by the letter that the picture shows."""
    find = context.edition.painter.regions
    found = find(spots) if find is not None else [spots]
    if len(found) == 1:
        return []
    return [
        button(
            context.match,
            turn_texts.region(ascii_uppercase[page], len(part), context.words),
            "page",
            f"0 {page}",
            version=context.version,
        )
        for page, part in enumerate(found[: len(ascii_uppercase)])
    ]


def spot_lists(
    context: MatchContext, spots: Sequence[NamedSpot], base: str, *, counted: bool = False
) -> list[DynamicComponent | None]:
    """All these places as lists, a list for each page of them; none where a message would be nothing but lists.

    `counted`: there are others besides, so each list says which it holds.
    """
    count = pages(spots)
    if count > LISTS:
        return []
    counted = counted or count > 1
    return [_spot_list(context, shown(spots, page), f"{base} at{page}", context.version, counted=counted) for page in range(count)]


def _spot_list(
    context: MatchContext, spots: Sequence[NamedSpot], base: str, version: int, *, counted: bool
) -> DynamicComponent | None:
    hint = context.say.steps(context.words).place
    if counted:
        hint = f"{hint} {ranges(spots)}"
    return select(context.match, "pick", _places(context, spots), base, hint=hint, version=version)


def _sign(context: MatchContext, action: Any) -> str:
    return context.say.choice(action, context.view, context.names, context.words).sign


def base_of(texts: Sequence[str]) -> str:
    """What a button goes on with: how many actions, and the digest of which."""
    return f"{len(texts)}~{digest(texts)}"


def read_base(text: str) -> tuple[int, str]:
    """How many actions are kept, and their digest; buttons of earlier programs have none."""
    kept, _, told = text.partition("~")
    return int(kept) if kept.isdecimal() and len(kept) < 4 else 0, told


def pages(listed: Sequence[Any]) -> int:
    """Over how many pages a list of spots or of choices goes."""
    return max(1, -(-len(listed) // OPTIONS))


def shown(listed: Sequence[T], page: int) -> Sequence[T]:
    """What stands on one page of it."""
    page = min(max(page, 0), pages(listed) - 1)
    return listed[page * OPTIONS : (page + 1) * OPTIONS]


def offered(context: MatchContext, listed: Sequence[ListedChoice], page: int) -> list[Any]:
    """The actions among which the message of a draft lets its reader choose, on this page of it."""
    return [action for spot in part(context, page) for action in spot.actions] + [choice.action for choice in shown(listed, page)]


def choices(context: MatchContext) -> list[ListedChoice]:
    """The choices that are no spots, with the numbers by which they may be typed; nothing comes last and has no number.

    Beside spots, where a number means a spot, they have none.
    """
    spots = context.spots(context.legal)
    placed = {action for spot in spots for action in spot.actions}
    rest = [action for action in context.listed(context.legal) if action not in placed]
    real = [action for action in rest if not context.read.is_nothing(_short(context, action), context.words)]
    numbers = [0] * len(real) if spots else range(1, len(real) + 1)
    return [*map(ListedChoice, real, numbers), *(ListedChoice(action, 0) for action in rest if action not in real)]


def _short(context: MatchContext, action: Any) -> str:
    return context.say.choice(action, context.view, context.names, context.words).short


def _question(
    message: Message,
    context: MatchContext,
    draft: Draft,
    rest: Sequence[ListedChoice],
    picture: Picture | None,
    page: int,
    board: ui.Item[Any] | None,
) -> None:
    words, match, base, steps = context.words, draft.match, base_of(draft.texts), context.say.steps(context.words)
    every, spots = parts(context), part(context, page)
    message.say(context.say.ask(context.view, context.names, words, viewer=context.viewer)).show(picture)
    if context.lessons:
        practice.with_choices(message, context)
    if len(context.listed(context.legal)) < len(context.legal):
        message.say(turn_texts.name_the_square(words))
    if spots:
        message.say(steps.where)
        buttons = spot_buttons(context, spots, base) if len(spots) + len(rest) <= MOST + ROW else []
        rows(message, buttons or advised_buttons(context, spots, base))
        for listed in () if buttons else spot_lists(context, spots, base, counted=len(every) > 1):
            message.row(listed)
    if len(rest) <= FEW:
        _few(message, context, draft, rest)
    else:
        if not spots:
            _choice_buttons(message, context, draft, likely(context, rest))
        message.row(_list(context, draft, shown(rest, page)))
    message.row(*_turn_pages(draft, page, max(len(every), pages(rest)), context))
    message.row(*_steps(context, draft), button(match, label("type", words), "type", version=draft.version), board)


def rows(message: Message, buttons: Sequence[DynamicComponent]) -> None:
    """Add buttons, five in a row."""
    for first in range(0, len(buttons), ROW):
        message.row(*buttons[first : first + ROW])


def _few(message: Message, context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> None:
    """Few choices: told in lines, and a button each; one that is the last to be made is played by it."""
    if context.steps is None:
        message.say(*(f"{line.label}: {line.detail}" for line in _choices(context, rest) if line.detail))
    _choice_buttons(message, context, draft, rest)


def _choice_buttons(message: Message, context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> None:
    base, buttons = base_of(draft.texts), []
    for choice in rest:
        is_last = choice.action in draft.closing
        is_green = is_last and (context.steps is None or context.is_advised(choice.action))
        verb, style = "play" if is_last else "push", GO if is_green else PLAIN
        name, text = _name(context, choice, is_last=is_last), context.game.write(choice.action)
        sign = ADVISED if context.is_advised(choice.action) else context.choice(choice.action).sign
        buttons.append(button(draft.match, name, verb, f"{base} {text}", style=style, version=draft.version, sign=sign))
    closes = context.steps is None and any(choice.action in draft.closing for choice in rest)
    message.say(turn_texts.green_plays(context.words) if closes else "")
    rows(message, buttons)


def likely(context: MatchContext, rest: Sequence[ListedChoice]) -> list[ListedChoice]:
    """Of many choices those that bring most points, as far as points are shown, before those about the new tile; and nothing."""
    found = sorted((choice for choice in rest if choice.number), key=lambda choice: _unlikely(context, choice))
    return [*found[: LIKELY - 1], *(choice for choice in rest if not choice.number)][:LIKELY]


def _unlikely(context: MatchContext, choice: ListedChoice) -> tuple[int, bool]:
    gain, said = context.gains.get(choice.action), context.choice(choice.action)
    points = gain.now[context.asked[0]] + gain.later[context.asked[0]] if gain is not None and context.asked else 0
    return -points, bool(said.group)


def _name(context: MatchContext, choice: ListedChoice, *, is_last: bool) -> str:
    """A choice on a button, as much of it as a phone shows: its number, its place, what it is, its points, that it plays."""
    said, number = context.choice(choice.action), str(choice.number) if choice.number else ""
    head = f"{_HEAD.split(said.label)[0].rstrip()} {context.points(choice.action)}".strip()
    label = context.pointed(choice.action)
    forms: list[tuple[str, ...]] = [(number, said.group, label)]
    if number:  # what is left out stands beside the number in the picture
        forms += [(number, label), (number, said.group, head), (number, head)]
    names = [" · ".join(part for part in form if part) for form in forms]
    name = next((name for name in names if len(name) <= BUTTON), names[-1])
    return _playing(name, context) if is_last else _cut(name)


def _list(context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> DynamicComponent | None:
    """Many choices as a list. Where something of the move has been seen before, the last choice plays it."""
    hint, verb = context.say.steps(context.words).rest, "pick"
    if draft.texts and not draft.is_aside:
        hint, verb = turn_texts.plays_at_once(hint, context.words), "pickplay"
    return select(draft.match, verb, _choices(context, rest), base_of(draft.texts), hint=hint, version=draft.version)


def _playing(name: str, context: MatchContext) -> str:
    """A label that says that the press is final, where a phone has room for that; its colour says so too."""
    whole = turn_texts.playing(name, context.words)
    return whole if len(whole) <= BUTTON else _cut(name)


def _cut(name: str) -> str:
    return name if len(name) <= BUTTON else f"{name[: BUTTON - 1]}…"


def _confirmation(
    message: Message, context: MatchContext, draft: Draft, picture: Picture | None, board: ui.Item[Any] | None
) -> None:
    words, match = context.words, draft.match
    actions = [context.game.read(text) for text in draft.texts]
    told = context.say.summary(actions, draft.events, context.view, context.names, words, viewer=context.viewer)
    total = context.gains.get(actions[-1])
    ahead = choice_values.later(total, draft.seat, words) if total else ""
    key, ready = "confirm", turn_texts.draft_ready
    if draft.is_vote:
        key, ready = "vote", vote_texts.ready
    elif draft.is_guess:
        key, ready = "guess", vote_texts.guess_ready
    elif draft.is_ahead:
        key, ready = "keep-plan", plans.ready
    message.show(picture).say(f"**{told}**", ahead, ready(words))
    confirm = button(match, label(key, words), "confirm", base_of(draft.texts), style=GO, version=draft.version)
    message.row(confirm, *_steps(context, draft), board)
    message.row(*_other_ways(context, draft))


def _places(context: MatchContext, spots: Sequence[NamedSpot]) -> list[SelectEntry]:
    """A place a line: its number in the picture, its name, how the tile may lie there."""
    lines = []
    for spot in spots:
        told = ", ".join(map(context.pointed, spot.actions))
        sign = context.choice(spot.actions[0]).sign
        lines.append(SelectEntry(f"{spot.number} · {spot.name}", context.game.write(spot.actions[0]), told, sign=sign))
    return lines


def _choices(context: MatchContext, listed: Sequence[ListedChoice]) -> list[SelectEntry]:
    """A choice a line: its number in the picture, its place, what it is."""
    lines = []
    for action, number in listed:
        said = context.choice(action)
        parts = (str(number) if number else "", said.group, said.label)
        lines.append(
            SelectEntry(" · ".join(part for part in parts if part), context.game.write(action), said.detail, sign=said.sign)
        )
    return lines


def _turn_pages(draft: Draft, page: int, count: int, context: MatchContext) -> list[Any]:
    kept = len(draft.texts)
    earlier = button(draft.match, label("fewer-spots", context.words), "page", f"{kept} {page - 1}", version=draft.version)
    later = button(draft.match, label("more-spots", context.words), "page", f"{kept} {page + 1}", version=draft.version)
    return [earlier if page > 0 else None, later if page + 1 < count else None]


def _steps(context: MatchContext, draft: Draft) -> list[Any]:
    """Turn, back and start over, as far as there is anything to turn or take back: what was no choice is not."""
    if not draft.chosen:
        return []
    words, kept = context.words, draft.texts[: draft.chosen - 1]
    here = same_place(context, draft)
    back = context.say.steps(words).other if here else label("back", words)
    turn = None
    if len(here) > 1 and context.say.steps(words).turns:
        following = here[(here.index(draft.texts[draft.chosen - 1]) + 1) % len(here)]
        sign = ADVISED if context.steps is not None and context.steps.rotate else ""
        press = f"{base_of(kept)} {following}"
        turn = button(draft.match, label("turn-tile", words), "push", press, version=draft.version, sign=sign)
    over = button(draft.match, label("start-over", words), "discard", version=draft.version) if draft.choices > 1 else None
    return [turn, button(draft.match, back, "push", base_of(kept), version=draft.version), over]


def _other_ways(context: MatchContext, draft: Draft) -> list[Any]:
    """A button that plays for every other action of the place that was chosen last, where they are not gone through by turning."""
    here = [] if context.say.steps(context.words).turns or draft.is_aside else same_place(context, draft)
    base, others = base_of(draft.texts[: draft.chosen - 1]), [text for text in here if text not in draft.texts]
    return [
        button(
            draft.match,
            _playing(context.say.choice(context.game.read(text), context.view, context.names, context.words).label, context),
            "play",
            f"{base} {text}",
            style=GO,
            version=draft.version,
        )
        for text in others
    ]


def same_place(context: MatchContext, draft: Draft) -> list[str]:
    """The actions of the place that was chosen last, as texts; empty if it was no place."""
    if not draft.chosen:
        return []
    for spot in context.say.spots(context.view, draft.before[draft.chosen - 1], context.words):
        texts = [context.game.write(action) for action in spot.actions]
        if draft.texts[draft.chosen - 1] in texts:
            return texts
    return []
