"""Conversion of messages and forms to Discord's components: layouts, files, mentions and modals."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.declarations import Emphasis
from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import ChoiceField, EntityField, Field, FileField, Form, TextField
from cogs.messages.message_parts import (
    DETAIL,
    OPTIONS,
    Attached,
    Beside,
    Button,
    ChannelType,
    Component,
    Entity,
    EntitySelect,
    FramedParts,
    Link,
    Message,
    Part,
    Row,
    Select,
    SelectEntry,
    Separator,
    Shown,
    Text,
)
from text.message_templates import bare
from text.protocol import cut

STYLES: Mapping[Emphasis, discord.ButtonStyle] = {
    Emphasis.PLAIN: discord.ButtonStyle.secondary,
    Emphasis.MAIN: discord.ButtonStyle.primary,
    Emphasis.GO: discord.ButtonStyle.success,
    Emphasis.END: discord.ButtonStyle.danger,
}
_ENTITIES: Mapping[Entity, tuple[Any, discord.SelectDefaultValueType]] = {
    Entity.CHANNEL: (ui.ChannelSelect, discord.SelectDefaultValueType.channel),
    Entity.ROLE: (ui.RoleSelect, discord.SelectDefaultValueType.role),
    Entity.MEMBER: (ui.UserSelect, discord.SelectDefaultValueType.user),
}


class _PressedById(ui.DynamicItem[Any], template=re.compile(r".*", re.DOTALL)):
    """Base of the bot's buttons and selects, which are handled by custom id.

    They aren't registered with discord.py (`cogs.interactions.component_router`), which would parse the message of every press once
    more.
    """


def view(message: Message) -> ui.LayoutView:
    """Return a message's components as a discord.py layout, not registered for callbacks."""
    made = ui.LayoutView(timeout=None)
    made.stop()
    for part in message.parts:
        made.add_item(_part(part))
    return made


def files(message: Message) -> list[discord.File]:
    """Return the files of a message as new objects, since each attempt to send needs its own."""
    return [discord.File(io.BytesIO(content), name, description=alt or None) for name, content, alt in message.files]


def mentions(message: Message) -> discord.AllowedMentions:
    """Return the allowed mentions of a message: only the users and roles that it pings."""
    users: Sequence[discord.abc.Snowflake] = [discord.Object(user) for user in message.pings]
    roles: Sequence[discord.abc.Snowflake] = [discord.Object(role) for role in message.roles]
    return discord.AllowedMentions(everyone=False, roles=roles or False, users=users, replied_user=False)


def modal(form: Form) -> ui.Modal:
    """Return a form as a discord.py modal."""
    made = ui.Modal(title=form.title, timeout=None, custom_id=component_ids.write(form.press))
    for number, field in enumerate(form.fields):
        item = _field(field, field.key or f"line{number or ''}")
        made.add_item(ui.Label(text=cut(field.about, form.LABEL), description=cut(field.detail, DETAIL), component=item))
    return made


def texts_of(message: discord.Message) -> list[str]:
    """Return all texts of a sent message."""
    return [item.content for item in ui.LayoutView.from_message(message).walk_children() if isinstance(item, ui.TextDisplay)]


def presses_of(message: discord.Message) -> Iterator[Press]:
    """Yield the press of each button and select of a sent message."""
    for item in ui.LayoutView.from_message(message).walk_children():
        press = component_ids.read(str(getattr(item, "custom_id", "")))
        if press is not None:
            yield press


def _part(part: Part) -> ui.Item[Any]:
    match part:
        case Text():
            return ui.TextDisplay(part.content)
        case Shown():
            return ui.MediaGallery(discord.MediaGalleryItem(_file(part.name), description=part.alt))
        case Beside():
            return ui.Section(part.content, accessory=ui.Thumbnail(_file(part.name), description=part.alt))
        case Separator():
            return ui.Separator()
        case Attached():
            return ui.File(_file(part.name))
        case Row():
            return ui.ActionRow(*map(_component, part.components))
        case FramedParts():
            return ui.Container(*map(_part, part.parts), accent_colour=part.colour)


def _file(name: str) -> str:
    return f"attachment://{name}"


def _component(component: Component) -> ui.Item[Any]:
    match component:
        case Link():
            return ui.Button(label=component.label, url=component.url)
        case Button():
            return _PressedById(
                ui.Button(
                    label=component.label,
                    style=STYLES[component.style],
                    custom_id=component_ids.write(component.press),
                    emoji=component.sign or None,
                    disabled=component.dim,
                )
            )
        case Select():
            options = [discord.SelectOption(**_option(entry), emoji=entry.sign or None) for entry in component.entries]
            return _PressedById(
                ui.Select(
                    custom_id=component_ids.write(component.press),
                    options=options,
                    placeholder=component.hint[:150] or None,
                    min_values=0 if component.several else 1,
                    max_values=len(options) if component.several else 1,
                )
            )
        case EntitySelect():
            return _PressedById(
                _entities(
                    component.kind,
                    component.given,
                    component.channels,
                    custom_id=component_ids.write(component.press),
                    placeholder=component.hint[:150],
                    min_values=component.least,
                    max_values=component.most,
                )
            )


def _entities(kind: Entity, given: Sequence[int], channels: Sequence[ChannelType], **rest: Any) -> ui.Item[Any]:
    """Return a select of channels, roles or members, with the `given` ones chosen."""
    make, of = _ENTITIES[kind]
    known = [discord.SelectDefaultValue(id=number, type=of) for number in given]
    kinds: dict[str, Any] = {"channel_types": [discord.ChannelType[each.value] for each in channels]} if channels else {}
    item: ui.Item[Any] = make(default_values=known, **kinds, **rest)
    return item


def _field(field: Field, key: str) -> ui.Item[Any]:
    match field:
        case TextField():
            return ui.TextInput(
                custom_id=key,
                max_length=field.long,
                default=field.given[: field.long] or None,
                required=field.must,
                placeholder=cut(field.hint, DETAIL) or None,
                style=discord.TextStyle.paragraph if field.wide else discord.TextStyle.short,
            )
        case ChoiceField():
            return _choice(field, key)
        case EntityField():
            return _entities(
                field.kind,
                field.given[: field.most],
                field.channels,
                custom_id=key,
                min_values=int(field.must),
                max_values=field.most,
                required=field.must,
            )
        case FileField():
            return ui.FileUpload(custom_id=key, required=field.must, min_values=int(field.must), max_values=1)


def _choice(field: ChoiceField, key: str) -> ui.Item[Any]:
    """Return a choice field as radio buttons or check boxes if it has few entries, otherwise as a select."""
    if field.most == 1 and 2 <= len(field.lines) <= field.open:
        radio = [discord.RadioGroupOption(**_option(line)) for line in field.lines]
        return ui.RadioGroup(custom_id=key, options=radio, required=field.must)
    if field.most > 1 and len(field.lines) <= field.open:
        marks = [discord.CheckboxGroupOption(**_option(line)) for line in field.lines]
        most = min(field.most, len(marks))
        return ui.CheckboxGroup(custom_id=key, options=marks, required=False, min_values=0, max_values=most)
    options = [discord.SelectOption(**_option(line)) for line in field.lines[:OPTIONS]]
    must = field.must and field.most == 1
    return ui.Select(custom_id=key, options=options, min_values=int(must), max_values=min(field.most, len(options)), required=must)


def _option(line: SelectEntry) -> dict[str, Any]:
    return {
        "label": cut(bare(line.label), DETAIL),
        "value": line.value[:DETAIL],
        "description": cut(bare(line.detail), DETAIL) or None,
        "default": line.chosen,
    }
