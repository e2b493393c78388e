"""Forms as plain values: every kind of field that Discord supports, each with a label and an explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from cogs.messages.component_ids import Press
from cogs.messages.message_parts import ChannelType, Entity, SelectEntry
from text.protocol import cut

TITLE = 45
"""Longest title of a form, and longest label of a field."""
FIELDS = 5
"""Most fields in a form."""
RADIO = 5
"""Most lines that stand open in a form; where there are more, they are a list to be opened. Discord's own limit is 10."""


@dataclass(frozen=True)
class TextField:
    """A text input of a form."""

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


@dataclass(frozen=True)
class ChoiceField:
    """A field in which the user chooses one or several of the given entries."""

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


@dataclass(frozen=True)
class EntityField:
    """A field in which the user chooses channels, roles or members of the server."""

    key: str
    about: str
    kind: Entity
    given: Sequence[int] = ()
    detail: str = ""
    most: int = 1
    must: bool = False
    channels: Sequence[ChannelType] = field(default=())
    """Which kinds of channels."""


@dataclass(frozen=True)
class FileField:
    """A field for uploading a file."""

    key: str
    about: str
    detail: str = ""
    must: bool = True
    """Whether there must be a file."""


Field = TextField | ChoiceField | EntityField | FileField


@dataclass(frozen=True)
class Form:
    """A form, whose submission arrives as its press with the input as `fields` and `values`."""

    LABEL: ClassVar[int] = TITLE
    title: str
    press: Press
    fields: tuple[Field, ...]


def form(title: str, press: Press, *fields: Field) -> Form:
    """Return a form of at most `FIELDS` fields, each with an explanation."""
    assert 1 <= len(fields) <= FIELDS, title
    assert all(each_field.about and each_field.detail for each_field in fields), f"{title}: a field without a line about it"
    return Form(cut(title, TITLE), press, fields)
