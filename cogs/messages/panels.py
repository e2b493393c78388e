"""Private panels: a few lines of text with buttons and lists of the actions possible now; and paging of long lists.

Buttons carry out actions, while the lines of a panel's list show information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from cogs.declarations import ButtonGroup, Emphasis
from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import LABEL, OPTIONS, PLAIN, Button, Component, Message, SelectEntry, line_list
from storage.rows import MatchId
from text.labels import label
from text.lobby import game_list_texts
from text.translator import Translator

T = TypeVar("T")

HOUSE = 0x5F8F4E
"""Of the frame around what is about a person or a server, as 0xRRGGBB: the green of the meadows."""
GOLD = 0xE0B23C
"""Of the frame around what is about an event or a duel."""
ACROSS = 5
"""Most buttons in a row; Discord's limit."""


LISTS = {ButtonGroup.LOOK: "look-at", ButtonGroup.FILES: "files-and-fairness"}
"""The groups that are lists, and their hints."""
ABOVE, BELOW = (ButtonGroup.DO, ButtonGroup.SEE), (ButtonGroup.ASK, ButtonGroup.RUN)


@dataclass(frozen=True)
class PanelButton:
    """One action in a panel: its label in the user's language and its press."""

    key: str
    """What people type for it."""
    label: str
    press: Press
    group: ButtonGroup
    style: Emphasis = Emphasis.PLAIN


def panel(
    lines: Sequence[str], offers: Sequence[PanelButton], words: Translator, *, colour: int | None = None, looked: Sequence[str] = ()
) -> Message:
    """Return a panel: `lines` of text, then the offered actions as buttons and lists.

    Actions beyond the 25 entries of a list can only be typed. `colour`: edge of the frame (0xRRGGBB), None for no frame; `looked`:
    entries that the user has chosen recently, of which the first found comes first in its list.
    """
    message = Message().say(*lines)
    for group in ABOVE:
        _buttons(message, offers, group)
    for group, hint in LISTS.items():
        message.row(_look(offers, group, label(hint, words), looked))
    if any(offer.group in BELOW for offer in offers):
        message.line_below()
    for group in BELOW:
        _buttons(message, offers, group)
    return message if colour is None else message.framed(colour)


def press_button(press: Press, name: str, style: Emphasis = PLAIN) -> Button:
    """Return a button for the given press."""
    return Button(name[:LABEL], press, style)


def press_of_line(press: Press) -> Press | None:
    """Return the press that the chosen entry of a panel's list stands for; None if it can't be read."""
    return component_ids.read(f"b1:{press.match}:{press.version}:{press.choice}")


def _buttons(message: Message, offers: Iterable[PanelButton], group: ButtonGroup) -> None:
    made = [press_button(offer.press, offer.label, offer.style) for offer in offers if offer.group is group]
    for start in range(0, len(made), ACROSS):
        message.row(*made[start : start + ACROSS])


def _look(offers: Iterable[PanelButton], group: ButtonGroup, hint: str, looked: Sequence[str]) -> Component | None:
    """Return the select of a group, whose values are the verb and argument of each action's press."""
    listed = [offer for offer in offers if offer.group is group]
    if not listed:
        return None
    first = listed[0].press
    lines = [SelectEntry(offer.label, f"{offer.press.verb} {offer.press.argument}".strip()) for offer in listed]
    again = next((value for value in looked if value in {line.value for line in lines}), None)
    lines.sort(key=lambda line: line.value != again)
    argument = "" if group is ButtonGroup.LOOK else group.name.lower()
    return line_list(Press(MatchId(first.match), first.version, "lookat", argument), lines[:OPTIONS], hint=hint)


@dataclass(frozen=True)
class PanelPage(Generic[T]):
    """One page of a list that is too long for one message or one select."""

    rows: Sequence[T]
    number: int
    """From 0."""
    of: int
    """How many pages the list has; at least 1."""

    def told(self, words: Translator) -> str:
        """Return a line with the page number and the number of pages; empty if there is only one page."""
        return "-# " + game_list_texts.page(self.number + 1, self.of, words) if self.of > 1 else ""

    def turns(self, to: Callable[[int], Press], words: Translator) -> tuple[Component | None, Component | None]:
        """Return the buttons to the previous and the next page; None for a page that doesn't exist.

        `to` makes the press that shows a page.
        """
        before, after = self.number - 1, self.number + 1
        return (
            press_button(to(before), label("previous", words)) if before >= 0 else None,
            press_button(to(after), label("next", words)) if after < self.of else None,
        )


def page_of(whole: Sequence[T], number: int, most: int = OPTIONS) -> PanelPage[T]:
    """Return page `number`, from 0, of a list with at most `most` rows per page.

    A number out of range means the nearest page.
    """
    of = max(1, -(-len(whole) // most))
    number = min(max(number, 0), of - 1)
    return PanelPage(whole[number * most : (number + 1) * most], number, of)
