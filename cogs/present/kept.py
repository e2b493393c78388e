"""Short messages as plain data, to be sent by the outbox as they were when they were written: text, buttons, files of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.present import ids
from cogs.present.buttons import Pressed
from cogs.present.parts import Message

Kept = Sequence[Any]
"""Its parts: a string is text, a list a row of buttons, a mapping a file of text by its name."""


def kept(message: Message) -> Kept:
    """A message without pictures and lists."""
    contents = {name: content.decode() for name, content, _ in message.files}
    return [_part(item, contents) for item in message.view.children]


def restored(parts: Kept) -> Message:
    """The message that was kept."""
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
    assert isinstance(item, Pressed) and isinstance(item.item, ui.Button) and item.press is not None, item
    return [item.item.label, item.item.style.value, ids.write(item.press)]


def _button(written: Sequence[Any]) -> Pressed:
    label, style, custom_id = written
    made: ui.Button[Any] = ui.Button(label=label, style=discord.ButtonStyle(style), custom_id=custom_id)
    return Pressed(made, ids.read(custom_id))
