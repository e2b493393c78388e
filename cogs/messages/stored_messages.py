"""Short messages as plain data, to be sent by the outbox as they were when they were written: text, buttons, files of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.messages import component_ids
from cogs.messages.message_parts import DynamicComponent, Message

Kept = Sequence[Any]
"""Its parts: a string is text, a list a row of buttons, a mapping a file of text by its name."""


def to_stored(message: Message) -> Kept:
    """Return a message without pictures and lists as plain data."""
    contents = {name: content.decode() for name, content, _ in message.files}
    return [_part(item, contents) for item in message.view.children]


def from_stored(parts: Kept) -> Message:
    """Return the message that was stored."""
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


def _part(item: ui.Item[Any], contents: Mapping[str, str]) -> str | list[Any] | dict[str, str]:
    if isinstance(item, ui.TextDisplay):
        return item.content
    if isinstance(item, ui.ActionRow):
        return [_written(each) for each in item.children]
    assert isinstance(item, ui.File), item
    name = item.url.removeprefix("attachment://")
    return {name: contents[name]}


def _written(item: ui.Item[Any]) -> list[Any]:
    assert isinstance(item, DynamicComponent) and isinstance(item.item, ui.Button) and item.press is not None, item
    return [item.item.label, item.item.style.value, component_ids.write(item.press)]


def _button(written: Sequence[Any]) -> DynamicComponent:
    label, style, custom_id = written
    made: ui.Button[Any] = ui.Button(label=label, style=discord.ButtonStyle(style), custom_id=custom_id)
    return DynamicComponent(made, component_ids.read(custom_id))
