"""Forms: fields of every kind that Discord has, each with a label and a line about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import DETAIL, OPTIONS, SelectEntry
from text.message_templates import bare
from text.protocol import cut

TITLE = 45
"""Longest title of a form, and longest label of a field."""
FIELDS = 5
"""Most fields in a form."""
RADIO = 5
"""Most lines that stand open in a form; where there are more, they are a list to be opened. Discord's own limit is 10."""


@dataclass(frozen=True)
class TextField:
    """A line of text."""

    about: str
    """What stands above it."""
    given: str = ""
    """What stands in it at first."""
    must: bool = True
    """Whether it may not be left empty."""
    long: int = 200
    """Most characters."""
    key: str = ""
    """Its name among the fields of the answer."""
    detail: str = ""
    """A line about it."""
    hint: str = ""
    """An example, shown while it is empty."""
    wide: bool = False
    """Whether it is several lines high."""

    def item(self, key: str) -> ui.Item[Any]:
        """Return the field as Discord's item."""
        return ui.TextInput(
            custom_id=key,
            max_length=self.long,
            default=self.given[: self.long] or None,
            required=self.must,
            placeholder=cut(self.hint, DETAIL) or None,
            style=discord.TextStyle.paragraph if self.wide else discord.TextStyle.short,
        )


@dataclass(frozen=True)
class ChoiceField:
    """One of some lines, or several of them."""

    key: str
    about: str
    lines: Sequence[SelectEntry]
    detail: str = ""
    most: int = 1
    """How many may be chosen; with more than one, none may be chosen as well."""
    must: bool = True
    """Whether one must be chosen, where `most` is 1."""
    open: int = RADIO
    """Most lines that stand open."""

    def item(self, key: str) -> ui.Item[Any]:
        """Radio buttons or check marks where there are few lines, else a list."""
        if self.most == 1 and 2 <= len(self.lines) <= self.open:
            radio = [discord.RadioGroupOption(**_option(line)) for line in self.lines]
            return ui.RadioGroup(custom_id=key, options=radio, required=self.must)
        if self.most > 1 and len(self.lines) <= self.open:
            marks = [discord.CheckboxGroupOption(**_option(line)) for line in self.lines]
            most = min(self.most, len(marks))
            return ui.CheckboxGroup(custom_id=key, options=marks, required=False, min_values=0, max_values=most)
        options = [discord.SelectOption(**_option(line)) for line in self.lines[:OPTIONS]]
        must = self.must and self.most == 1
        least, most = int(must), min(self.most, len(options))
        return ui.Select(custom_id=key, options=options, min_values=least, max_values=most, required=must)


@dataclass(frozen=True)
class EntityField:
    """Channels, roles or members of the server, picked from Discord's own list."""

    key: str
    about: str
    kind: type[ui.ChannelSelect[Any]] | type[ui.RoleSelect[Any]] | type[ui.UserSelect[Any]]
    given: Sequence[int] = ()
    detail: str = ""
    most: int = 1
    must: bool = False
    channels: Sequence[discord.ChannelType] = field(default=())
    """Which kinds of channels."""

    def item(self, key: str) -> ui.Item[Any]:
        """Return the field as Discord's item."""
        known = [discord.SelectDefaultValue(id=given_item, type=_DEFAULTS[self.kind]) for given_item in self.given]
        extra: dict[str, Any] = {"channel_types": list(self.channels)} if self.channels else {}
        return self.kind(
            custom_id=key,
            min_values=int(self.must),
            max_values=self.most,
            required=self.must,
            default_values=known[: self.most],
            **extra,
        )


@dataclass(frozen=True)
class FileField:
    """A file to upload."""

    key: str
    about: str
    detail: str = ""

    def item(self, key: str) -> ui.Item[Any]:
        """Return the field as Discord's item."""
        return ui.FileUpload(custom_id=key, max_values=1)


Field = TextField | ChoiceField | EntityField | FileField

_DEFAULTS: dict[Any, discord.SelectDefaultValueType] = {
    ui.ChannelSelect: discord.SelectDefaultValueType.channel,
    ui.RoleSelect: discord.SelectDefaultValueType.role,
    ui.UserSelect: discord.SelectDefaultValueType.user,
}


def form(title: str, press: Press, *fields: Field) -> ui.Modal:
    """Return a form whose answer comes back as this press, with the input as its `fields` and `values`."""
    assert 1 <= len(fields) <= FIELDS, title
    assert all(each_field.about and each_field.detail for each_field in fields), f"{title}: a field without a line about it"
    made = ui.Modal(title=cut(title, TITLE), timeout=None, custom_id=component_ids.write(press))
    for number, each_field in enumerate(fields):
        item = each_field.item(each_field.key or f"line{number or ''}")
        made.add_item(ui.Label(text=cut(each_field.about, TITLE), description=cut(each_field.detail, DETAIL), component=item))
    return made


def _option(line: SelectEntry) -> dict[str, Any]:
    return {
        "label": cut(bare(line.label), DETAIL),
        "value": line.value[:DETAIL],
        "description": cut(bare(line.detail), DETAIL) or None,
        "default": line.chosen,
    }
