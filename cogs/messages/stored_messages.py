"""Conversion of short messages to plain data and back, for the outbox, which sends such messages unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.declarations import Emphasis
from cogs.messages import component_ids
from cogs.messages.message_parts import Attached, Button, Component, Message, Part, Row, Text

Kept = Sequence[Any]
"""Its parts: a string is text, a list a row of buttons, a mapping a file of text by its name."""


def to_plain_data(message: Message) -> Kept:
    """Return a message as plain data; it must have no pictures and no selects."""
    contents = {name: content.decode() for name, content, _ in message.files}
    return [_part_contents(part, contents) for part in message.parts]


def from_plain_data(parts: Kept) -> Message:
    """Return the message that was stored by `to_plain_data`."""
    message = Message()
    for part in parts:
        if isinstance(part, str):
            message.say(part)
        elif isinstance(part, Mapping):
            ((name, text),) = part.items()
            message.attach(name, text.encode())
        else:
            message.row(*map(_button, part))
    return message


def _part_contents(part: Part, contents: Mapping[str, str]) -> str | list[Any] | dict[str, str]:
    if isinstance(part, Text):
        return part.content
    if isinstance(part, Row):
        return [_written_items(each) for each in part.components]
    assert isinstance(part, Attached), part
    return {part.name: contents[part.name]}


STYLES: Mapping[Emphasis, int] = {Emphasis.MAIN: 1, Emphasis.PLAIN: 2, Emphasis.GO: 3, Emphasis.END: 4}
"""How the style of a button is stored: by Discord's number."""
_EMPHASIS = {number: style for style, number in STYLES.items()}


def _written_items(component: Component) -> list[Any]:
    assert isinstance(component, Button), component
    return [component.label, STYLES[component.style], component_ids.write(component.press)]


def _button(written: Sequence[Any]) -> Button:
    label, style, custom_id = written
    press = component_ids.read(custom_id)
    assert press is not None, custom_id
    return Button(label, press, _EMPHASIS[style])
