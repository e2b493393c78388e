"""Private draft of a move: its questions, its preview and its confirmation, the same for every game.

A draft is a list of actions. The next question follows from the legal actions after them: board spots are offered by number, other
actions as choices, a few of either with a button each, more as a list. A complete draft is previewed, with a button to confirm the
move. If a choice completes the move, its green button plays it directly.

Every button contains a digest of the draft that it continues, so that two windows never mix parts of two moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any, TypeVar

from cogs.match_context import MatchContext
from cogs.messages.component_ids import Press
from cogs.messages.lobby import practice
from cogs.messages.message_parts import GO, OPTIONS, PLAIN, Button, Component, Message, Picture, SelectEntry, button, select
from cogs.messages.play.figure_step import PAGE, Step, place_explanations, step_for, step_of
from editions.edition import ListedChoice
from service.play.drafts import FEW, digest
from service.records import Draft
from text.labels import label
from text.message_templates import labelled
from text.play import choice_values, plans, turn_texts, vote_texts
from text.protocol import NamedSpot, cut


def ranges(spots: Sequence[NamedSpot]) -> str:
    """Return the numbers of the spots as text, consecutive numbers joined: `1–4, 7`."""
    ranges: list[list[int]] = []
    for spot in spots:
        if ranges and spot.number == ranges[-1][-1] + 1:
            ranges[-1].append(spot.number)
        else:
            ranges.append([spot.number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in ranges)


T = TypeVar("T")

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
    step: Step,
    picture: Picture | None,
    *,
    page: int = 0,
    lead: str = "",
    board: Component | None = None,
) -> Message:
    """Return the message of a draft: its next question, or its preview with the button to confirm.

    `step`: computed by the caller in a thread, since there may be hundreds of choices; `lead`: text above everything else; `board`:
    the button that opens the board in the browser.
    """
    message = Message()
    lapsed = (plans.lapsed(draft.why, context.words) or turn_texts.draft_lapsed(context.words)) if draft.lapsed else ""
    ahead = plans.lead(context.words) if draft.is_ahead else plans.stands(context.words) if draft.is_plan else ""
    guess = vote_texts.guess_of(context.names[draft.seat], context.words) if draft.is_guess and not draft.may_confirm else ""
    message.say(lead, lapsed, ahead, guess)
    if draft.may_confirm:
        _confirmation(message, context, draft, picture, board)
    elif draft.legal:
        _question(message, context, draft, step, picture, page, board)
    return message


def place_pages(context: MatchContext, step: Step = Step()) -> list[Sequence[NamedSpot]]:  # noqa: B008  # frozen
    """Return the spots that can be chosen, in pages.

    On a board, a page holds the spots of one picture; otherwise as many as a select holds.
    """
    spots = step.squares or context.spots(context.legal)
    if context.edition.painter.regions is not None:
        return regions(context, spots)
    return [list_page(spots, page) for page in range(pages(spots))]


def place_page(context: MatchContext, step: Step, page: int) -> Sequence[NamedSpot]:
    """Return the spots of page `page`, or of the nearest page that exists."""
    pages = place_pages(context, step)
    return pages[min(max(page, 0), len(pages) - 1)]


def spot_buttons(context: MatchContext, spots: Sequence[NamedSpot], base: str) -> list[Component]:
    """Return a button for each spot, or none if there are more than `MOST`.

    `base`: the draft that the press continues (`base_of`). More than `ROW` spots of a board get buttons with only their number, so
    that a phone shows five in a row.
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


def advised_buttons(context: MatchContext, spots: Sequence[NamedSpot], base: str) -> list[Component]:
    """Return a button for each spot that is highlighted as advice, up to `ROW`."""
    return spot_buttons(context, [spot for spot in spots if context.is_advised(*spot.actions)][:ROW], base)


def regions(context: MatchContext, spots: Sequence[NamedSpot]) -> list[Sequence[NamedSpot]]:
    """Return the spots divided into regions of the board, each with a picture of its own; one region if one picture shows all."""
    find = context.edition.painter.regions
    return [*find(spots)] if find is not None else [spots]


def shown_region(context: MatchContext, spots: Sequence[NamedSpot]) -> int:
    """Return the index of the region that the picture of a turn message shows."""
    fullest = context.edition.painter.fullest
    return fullest(regions(context, spots)) if fullest is not None else 0


def region_buttons(context: MatchContext, spots: Sequence[NamedSpot], shown: int, argument: str = "0 {page}") -> list[Component]:
    """Return a button for each region except the shown one, with its letter on the map and its number of spots."""
    return [
        button(context.match, f"{ascii_uppercase[page]} · {len(part)}", "page", argument.format(page=page), version=context.version)
        for page, part in enumerate(regions(context, spots)[: len(ascii_uppercase)])
        if page != shown
    ]


def spot_lists(context: MatchContext, spots: Sequence[NamedSpot], base: str, *, counted: bool = False) -> list[Component | None]:
    """Return a select for each page of these spots; none if there would be more than `LISTS`.

    `counted`: the spots aren't all that there are, so each select names the numbers that it holds.
    """
    count = pages(spots)
    if count > LISTS:
        return []
    counted = counted or count > 1
    return [
        _spot_list(context, list_page(spots, page), f"{base} at{page}", context.version, counted=counted) for page in range(count)
    ]


def _spot_list(context: MatchContext, spots: Sequence[NamedSpot], base: str, version: int, *, counted: bool) -> Component | None:
    hint = context.say.steps(context.words).place
    if counted:
        hint = f"{hint} {ranges(spots)}"
    return select(context.match, "pick", _places(context, spots), base, hint=hint, version=version)


def _sign(context: MatchContext, action: Any) -> str:
    return context.say.choice(action, context.view, context.names, context.words).sign


def base_of(texts: Sequence[str]) -> str:
    """Return the identification of a draft in a button: the number of its actions, and their digest."""
    return f"{len(texts)}~{digest(texts)}"


def read_base(text: str) -> tuple[int, str]:
    """Return the number of actions and the digest from a button's argument; the digest is empty in buttons of old versions."""
    kept, _, told = text.partition("~")
    return int(kept) if kept.isdecimal() and len(kept) < 4 else 0, told


def read_page(press: Press) -> tuple[int, str]:
    """Return the page number and the step name that a press asks for."""
    _, page, name = (*press.argument.split(" ", 2), "", "")[:3]
    return (0, press.choice) if press.values else (int(page) if page.isdecimal() and len(page) < 4 else 0, name)


def pages(listed: Sequence[Any], most: int = OPTIONS) -> int:
    """Return the number of pages of a list with at most `most` entries per page; at least 1."""
    return max(1, -(-len(listed) // most))


def list_page(listed: Sequence[T], page: int, most: int = OPTIONS) -> Sequence[T]:
    """Return one page of the list; the pages have about equal length."""
    count = pages(listed, most)
    page = min(max(page, 0), count - 1)
    return listed[page * len(listed) // count : (page + 1) * len(listed) // count]


def choices_on_page(step: Step, page: int) -> Sequence[ListedChoice]:
    """Return the choices of a step on one page.

    A page of a further step has up to `PAGE` places, and the choice to do nothing if there is one.
    """
    if not step.title:
        return list_page(step.listed, page)
    numbers = list_page(sorted({choice.number for choice in step.listed if choice.number}), page, PAGE)
    return [choice for choice in step.listed if choice.number in numbers or not choice.number]


def page_count(context: MatchContext, step: Step) -> int:
    """Return the number of pages of a step."""
    places = len({choice.number for choice in step.listed if choice.number})
    return max(len(place_pages(context, step)), pages(range(places), PAGE) if step.title else pages(step.listed))


def page_actions(context: MatchContext, step: Step, page: int) -> list[Any]:
    """Return all actions that one page of a draft offers."""
    spots = () if step.squares else place_page(context, step, page)
    kinds = [action for kind in step.kinds if len(kind.actions) == 1 for action in kind.actions]
    return [action for spot in spots for action in spot.actions] + [choice.action for choice in choices_on_page(step, page)] + kinds


def choices(context: MatchContext) -> list[ListedChoice]:
    """Return the choices of the first step with the numbers by which they can be typed; passing comes last, without a number."""
    return [*step_of(context).listed]


def _question(
    message: Message,
    context: MatchContext,
    draft: Draft,
    step: Step,
    picture: Picture | None,
    page: int,
    board: Component | None,
) -> None:
    words, match, base, steps = context.words, draft.match, base_of(draft.texts), context.say.steps(context.words)
    every, spots, rest = place_pages(context, step), place_page(context, step, page), choices_on_page(step, page)
    message.say(
        context.say.ask(context.view, context.names, words, viewer=context.viewer), f"**{step.title}**" if step.title else ""
    ).show(picture)
    if context.lessons:
        practice.with_choices(message, context)
    if len(context.listed(context.legal)) < len(context.legal):
        message.say(turn_texts.name_the_square(words))
    if step.squares:
        message.say(steps.where)
        _squares(message, context, draft, step, spots)
    elif spots:
        message.say(steps.where)
        buttons = spot_buttons(context, spots, base) if len(spots) + len(rest) <= MOST + ROW else []
        rows(message, buttons or advised_buttons(context, spots, base))
        for listed in () if buttons else spot_lists(context, spots, base, counted=len(every) > 1):
            message.row(listed)
    if len(rest) <= (FEW if spots else MOST):
        _few(message, context, draft, rest)
    else:
        if not spots:
            _choice_buttons(message, context, draft, likely(context, rest))
        message.row(_list(context, draft, rest))
    rows(message, _kinds(context, draft, step))
    rows(message, [each for each in _turn_pages(draft, step, page, page_count(context, step), context) if each is not None])
    back = button(match, label("back", words), "page", f"{len(draft.texts)} 0", version=draft.version) if step.name else None
    before = [back] if back else _steps(context, draft)
    message.row(*before, button(match, label("type", words), "type", step.name, version=draft.version), board)


def _kinds(context: MatchContext, draft: Draft, step: Step) -> list[Button]:
    """Return a button for each further step; if a step has a single choice, its button adds that choice to the draft."""
    bits = []
    for kind in step.kinds:
        only = kind.actions[0] if len(kind.actions) == 1 else None
        name = kind.name if only is None else f"{kind.name} {context.points(only)}".rstrip()
        verb, argument = "page", f"{len(draft.texts)} 0 {kind.key}"
        if only is not None:
            verb, argument = "push", f"{base_of(draft.texts)} {context.game.write(only)}"
        bits.append(button(draft.match, _fitting((name, kind.name)), verb, argument, version=draft.version))
    return bits


def _squares(message: Message, context: MatchContext, draft: Draft, step: Step, spots: Sequence[NamedSpot]) -> None:
    """Add a button for each square to choose first, or selects if there are many."""
    base = f"{len(draft.texts)} 0"
    if len(spots) <= MOST:
        names = [(str(spot.number), step_for(spot, step, context)) for spot in spots]
        rows(message, [button(draft.match, name, "page", f"{base} {to}", version=draft.version) for name, to in names])
        return
    for number in range(pages(spots)):
        few = list_page(spots, number)
        lines = [SelectEntry(f"{spot.number} · {spot.name}", step_for(spot, step, context)) for spot in few]
        hint = f"{context.say.steps(context.words).place} {ranges(few)}"
        message.row(select(draft.match, "pickpage", lines, f"{base} {number}", hint=hint, version=draft.version))


def rows(message: Message, buttons: Sequence[Component]) -> None:
    """Add buttons to a message, five in a row."""
    for first in range(0, len(buttons), ROW):
        message.row(*buttons[first : first + ROW])


def _few(message: Message, context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> None:
    """Add a short list of choices: an explanation and a button for each.

    The button of a choice that completes the move plays the move.
    """
    if context.steps is None:
        message.say(
            *place_explanations(context, rest)
            or (labelled(line.label, line.detail, context.words) for line in _choices(context, rest) if line.detail)
        )
    _choice_buttons(message, context, draft, rest)


def _choice_buttons(message: Message, context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> None:
    base, buttons = base_of(draft.texts), []
    for choice in rest:
        is_last = choice.action in draft.closing
        verb, style = ("play", GO) if is_last else ("push", PLAIN)
        sign = ADVISED if context.is_advised(choice.action) else _figure_emoji(context, choice)
        press = f"{base} {context.game.write(choice.action)}"
        buttons.append(button(draft.match, _name(context, choice), verb, press, style=style, version=draft.version, sign=sign))
    closes = any(choice.action in draft.closing for choice in rest)
    message.say(turn_texts.green_plays(context.words) if closes else "")
    rows(message, buttons)


def _figure_emoji(context: MatchContext, choice: ListedChoice) -> str:
    """Return the emoji of a choice; empty if the board's picture explains the choice by its number."""
    return "" if choice.number and context.edition.words.questions is not None else context.choice(choice.action).sign


def likely(context: MatchContext, rest: Sequence[ListedChoice]) -> list[ListedChoice]:
    """Return up to `LIKELY` choices: those worth the most points, and passing.

    If points aren't shown, choices about the new tile come first.
    """
    option = sorted((choice for choice in rest if choice.number), key=lambda choice: _unlikely(context, choice))
    return [*option[: LIKELY - 1], *(choice for choice in rest if not choice.number)][:LIKELY]


def _unlikely(context: MatchContext, choice: ListedChoice) -> tuple[int, bool]:
    gain, option = context.gains.get(choice.action), context.choice(choice.action)
    points = gain.now[context.asked[0]] + gain.later[context.asked[0]] if gain is not None and context.asked else 0
    return -points, bool(option.group)


def _name(context: MatchContext, choice: ListedChoice) -> str:
    """Return the label of a choice, short enough for a phone: number, figure or place and kind, and points, as far as they fit."""
    option, number = context.choice(choice.action), str(choice.number) if choice.number else ""
    words = context.edition.words.questions
    if number and words is not None and (short := words.short(choice.action, context.view, context.words)):
        return _fitting((f"{number} {short} {context.points(choice.action)}".rstrip(), f"{number} {short}"))
    bare = option.brief or option.label
    head = f"{bare} {context.points(choice.action)}".strip()
    label = context.pointed(choice.action)
    forms: list[tuple[str, ...]] = [(number, option.group, label)]
    if number:  # what is left out stands beside the number in the picture
        forms += [(number, label), (number, option.group, head), (number, head), (number, bare)]
    else:
        forms += [(option.group, option.label), (option.group, bare), (bare,)]
    return _fitting([" · ".join(part for part in form if part) for form in forms])


def _list(context: MatchContext, draft: Draft, rest: Sequence[ListedChoice]) -> Component | None:
    """Return a select of many choices.

    If the draft already has actions, choosing the last one plays the move.
    """
    hint, verb = context.say.steps(context.words).rest, "pick"
    if draft.texts and not draft.is_aside:
        hint, verb = turn_texts.plays_at_once(hint, context.words), "pickplay"
    return select(draft.match, verb, _choices(context, rest), base_of(draft.texts), hint=hint, version=draft.version)


def _fitting(names: Sequence[str]) -> str:
    """Return the first of these labels that fits on a button; if none fits, return the last one, cut."""
    return next((name for name in names if len(name) <= BUTTON), None) or cut(names[-1], BUTTON)


def _confirmation(message: Message, context: MatchContext, draft: Draft, picture: Picture | None, board: Component | None) -> None:
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
    others = _other_action_buttons(context, draft)
    message.say(turn_texts.green_plays(words) if others else "").row(*others)


def _places(context: MatchContext, spots: Sequence[NamedSpot]) -> list[SelectEntry]:
    """Return the spots as select entries: number, name, and the possible rotations of the tile."""
    lines = []
    for spot in spots:
        text = [context.say.choice(action, context.view, context.names, context.words) for action in spot.actions]
        ways = zip(text, spot.actions, strict=True)
        told, sign = ", ".join(f"{way.label} {context.points(action)}".rstrip() for way, action in ways), text[0].sign
        lines.append(SelectEntry(f"{spot.number} · {spot.name}", context.game.write(spot.actions[0]), told, sign=sign))
    return lines


def _choices(context: MatchContext, listed: Sequence[ListedChoice]) -> list[SelectEntry]:
    """Return the choices as select entries: number, place and kind."""
    lines = []
    for action, number, *_ in listed:
        option = context.choice(action)
        parts = (str(number) if number else "", option.group, option.label)
        lines.append(
            SelectEntry(" · ".join(part for part in parts if part), context.game.write(action), option.detail, sign=option.sign)
        )
    return lines


def _turn_pages(draft: Draft, step: Step, page: int, count: int, context: MatchContext) -> list[Any]:
    """Return the buttons to the other regions, or to the previous and the next page."""
    spots = step.squares or context.spots(context.legal)
    if spots and context.edition.painter.regions is not None:
        return region_buttons(context, spots, page, f"{len(draft.texts)} {{page}} {step.name}".rstrip())
    about = "spots" if spots else "choices"

    def turned(key: str, to: int) -> Component:
        argument = f"{len(draft.texts)} {to} {step.name}".rstrip()
        return button(draft.match, label(f"{key}-{about}", context.words), "page", argument, version=draft.version)

    return [turned("fewer", page - 1) if page > 0 else None, turned("more", page + 1) if page + 1 < count else None]


def _steps(context: MatchContext, draft: Draft) -> list[Any]:
    """Return the buttons to rotate, go back and start over; only those that have an effect, otherwise None or an empty list."""
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


def _other_action_buttons(context: MatchContext, draft: Draft) -> list[Any]:
    """Return a button that plays each other action of the chosen spot, in games whose spots have no rotations."""
    here = [] if context.say.steps(context.words).turns or draft.is_aside else same_place(context, draft)
    base, others = base_of(draft.texts[: draft.chosen - 1]), [text for text in here if text not in draft.texts]
    texts = [context.choice(context.game.read(text)) for text in others]
    names = [_fitting((way.label, way.brief or way.label)) for way in texts]
    return [
        button(draft.match, name, "play", f"{base} {text}", style=GO, version=draft.version)
        for name, text in zip(names, others, strict=True)
    ]


def same_place(context: MatchContext, draft: Draft) -> list[str]:
    """Return the actions, in notation, of the spot that was chosen last; empty if the last choice wasn't a spot."""
    if not draft.chosen:
        return []
    for spot in context.say.spots(context.view, draft.before[draft.chosen - 1], context.words):
        texts = [context.game.write(action) for action in spot.actions]
        if draft.texts[draft.chosen - 1] in texts:
            return texts
    return []
