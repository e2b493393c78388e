"""The parts of messages: each is a Components V2 layout; what does not fit goes along as a file."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import ui

from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from storage.rows import Cause, MatchId, MatchRow, UserId
from text import protocol
from text.message_templates import bare
from text.users.player_names import unformatted

TEXT = 3800
"""Most characters of text in a message; Discord's limit is 4000 over the whole message."""
LABEL = 34
"""Longest label of a button: longer ones are cut on phones."""
DETAIL = 100
"""Longest label, value or description of a line in a select."""
COMPONENTS = 40
"""Most parts of a message, those inside others included."""
OPTIONS = 25
"""Most lines in a select."""
IN_A_ROW = 5
"""Most buttons beside each other."""

_Style = discord.ButtonStyle
PLAIN, MAIN, GO, END = _Style.secondary, _Style.primary, _Style.success, _Style.danger
"""Green only for what is final, red only for what ends something."""


Component = ui.Button[Any] | ui.Select[Any] | ui.UserSelect[Any] | ui.ChannelSelect[Any] | ui.RoleSelect[Any]
"""Whatever can be pressed."""


class DynamicComponent(ui.DynamicItem[Any], template=re.compile(r".*", re.DOTALL)):
    """Any button or select of ours, and the press that it means.

    discord.py is not told of them (`cogs.interactions.component_router`): else it would parse the message of every press once more.
    """

    def __init__(self, item: Component, press: Press | None = None) -> None:
        super().__init__(item)
        self.press = press


def new_view() -> ui.LayoutView:
    """Return the empty view of a message, which discord.py neither keeps nor answers for."""
    view = ui.LayoutView(timeout=None)
    view.stop()
    return view


@dataclass(frozen=True)
class Picture:
    """A drawn picture and what it shows, in words."""

    png: bytes
    """Empty where it could not be drawn."""
    alt: str
    """Without signs and escapes, whatever it was made of: they would be read out."""
    name: str = "board.png"

    def __post_init__(self) -> None:
        object.__setattr__(self, "alt", bare(unformatted(self.alt)))


@dataclass
class Message:
    """A message to be sent or put in place of another."""

    view: ui.LayoutView = field(default_factory=new_view)
    files: list[tuple[str, bytes, str]] = field(default_factory=list)
    """Name, content, alt text."""
    pings: tuple[UserId, ...] = ()
    """Who is pinged."""
    cause: Cause | None = None
    """Why it reaches them, once the account of pings has let it (`cogs.reaching`): nothing is posted that pings without."""
    roles: tuple[int, ...] = ()
    """Which roles are pinged."""
    silent: bool = False
    """Whether nobody's device makes a sound, also of those who are pinged."""
    answers: int | None = None
    """The message of the same channel that it is a reply to, if that is there yet."""
    board: Callable[[], str] | None = None
    """The board that the pictures show, in words: asked for where no picture is taken."""

    def say(self, *lines: str) -> Message:
        """Add text: one block, a line each. What would be too long goes without its signs, and if need be along as a file."""
        text = "\n".join(line for line in lines if line)
        room = TEXT - self.view.content_length()
        if len(text) > room:
            text = bare(text)
        if len(text) > room:
            self.attach("whole.txt", text.encode())
            text = text[: max(room - 1, 0)].rsplit("\n", 1)[0] + "…"
        if text:
            self.view.add_item(ui.TextDisplay(text))
        return self

    def show(self, *pictures: Picture | None) -> Message:
        """Add pictures with their alt texts, one below the other, since a chat cuts those that are side by side.

        Of a picture that could not be drawn only what it would have shown, in words.
        """
        drawn = [picture for picture in pictures if picture is not None and picture.png]
        for picture in drawn:
            self.files.append((picture.name, picture.png, picture.alt))
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
            self.view.add_item(ui.MediaGallery(item))
        return self.say(*(f"-# {picture.alt}" for picture in pictures if picture is not None and not picture.png))

    def beside(self, picture: Picture | None, *lines: str) -> Message:
        """Add text with a small picture at its right; without one just the text."""
        if picture is None or not picture.png:
            return self.say(*lines)
        self.files.append((picture.name, picture.png, picture.alt))
        thumbnail = ui.Thumbnail[ui.LayoutView](f"attachment://{picture.name}", description=picture.alt)
        self.view.add_item(ui.Section("\n".join(line for line in lines if line), accessory=thumbnail))
        return self

    def line_below(self) -> Message:
        """Add a line that separates what comes from what was."""
        self.view.add_item(ui.Separator())
        return self

    def framed(self, colour: int | None) -> Message:
        """Everything so far in a frame, with a stripe of this colour (0xRRGGBB) at its edge."""
        inside = self.view.children
        self.view = new_view()
        self.view.add_item(ui.Container(*inside, accent_colour=colour))
        return self

    def attach(self, name: str, content: bytes) -> Message:
        """Add a file."""
        self.files.append((name, content, ""))
        self.view.add_item(ui.File(f"attachment://{name}"))
        return self

    def row(self, *items: ui.Item[Any] | None) -> Message:
        """Add a row of buttons, or of one select; missing ones are left out, and what is too much for a row goes below it."""
        present = [item for item in items if item is not None]
        for first in range(0, len(present), IN_A_ROW):
            self.view.add_item(ui.ActionRow(*present[first : first + IN_A_ROW]))
        return self

    def texts(self) -> list[str]:
        """Return all text of the message."""
        return [item.content for item in self.view.walk_children() if isinstance(item, ui.TextDisplay)]

    def line(self) -> str:
        """Return its first line, which says what it is about."""
        return self.texts()[0].splitlines()[0]

    def without_pictures(self) -> Message:
        """Return the message with its pictures described in words, as far as they fit, and without any file."""
        bare = replace(self, view=new_view(), files=[])
        for item in self._unframed():
            if isinstance(item, ui.MediaGallery):
                bare.say(*(f"-# {shown.description}" for shown in item.items if shown.description))
            elif isinstance(item, ui.Section):
                bare.say(*_section(item))
            elif not isinstance(item, ui.File):
                bare.view.add_item(item)
        return bare.say(cut(self.board(), TEXT - bare.view.content_length())) if self.board is not None else bare

    def with_texts(self) -> Message:
        """Return the message with its pictures described below them, as far as they fit, and without emojis in the text.

        For people who have their screen read aloud: the name of a sign would be read before the name of the thing.
        """
        told = replace(self, view=new_view())
        room = TEXT - sum(len(bare(text)) for text in self.texts())
        parts = self.view.total_children_count
        for item in self._unframed():
            told.view.add_item(ui.TextDisplay(bare(item.content)) if isinstance(item, ui.TextDisplay) else item)
            shown = [picture.description for picture in item.items] if isinstance(item, ui.MediaGallery) else []
            for text in filter(None, shown):
                if len(text) + 3 <= room and parts < COMPONENTS:
                    room, parts = room - len(text) - 3, parts + 1
                    told.view.add_item(ui.TextDisplay(f"-# {text}"))
        return told

    def _unframed(self) -> list[ui.Item[Any]]:
        """Return the message's items, those in a frame included."""
        flat: list[ui.Item[Any]] = []
        for item in self.view.children:
            flat += item.children if isinstance(item, ui.Container) else [item]
        return flat

    def size(self) -> int:
        """Bytes of all files."""
        return sum(len(content) for _, content, _ in self.files)

    def attachments(self) -> list[discord.File]:
        """Return the files, made again for every attempt to send."""
        return [discord.File(io.BytesIO(content), name, description=alt or None) for name, content, alt in self.files]

    def mentions(self) -> discord.AllowedMentions:
        """Return the allowed mentions: only those who are pinged."""
        users: Sequence[discord.abc.Snowflake] = [discord.Object(user) for user in self.pings]
        roles: Sequence[discord.abc.Snowflake] = [discord.Object(role) for role in self.roles]
        return discord.AllowedMentions(everyone=False, roles=roles or False, users=users, replied_user=False)


def _section(section: ui.Section[Any]) -> list[str]:
    """Return the text of a section, and of its small picture."""
    texts = [item.content for item in section.children if isinstance(item, ui.TextDisplay)]
    small = section.accessory
    return [*texts, *([f"-# {small.description}"] if isinstance(small, ui.Thumbnail) and small.description else [])]


def cut(text: str, room: int) -> str:
    """As many whole lines of it as there is room for."""
    return text if len(text) <= room else text[: max(room - 2, 0)].rsplit("\n", 1)[0] + "\n…"


def button(
    match: MatchRow | None,
    label: str,
    verb: str,
    argument: str = "",
    *,
    style: discord.ButtonStyle = PLAIN,
    version: int | None = None,
    sign: str = "",
    dim: bool = False,
) -> DynamicComponent:
    """Return a button that means `verb` at the message's version of the match; `sign` is an emoji before its label.

    A `dim` one cannot be pressed now.
    """
    press = _press(match, verb, argument, version)
    made: ui.Button[Any] = ui.Button(
        label=protocol.cut(label, LABEL), style=style, custom_id=component_ids.write(press), emoji=sign or None, disabled=dim
    )
    return DynamicComponent(made, press)


@dataclass(frozen=True)
class SelectEntry:
    """One line of a select."""

    label: str
    value: str
    detail: str = ""
    chosen: bool = False
    sign: str = ""
    """An emoji before it."""


def select(
    match: MatchRow | None,
    verb: str,
    lines: Iterable[SelectEntry],
    argument: str = "",
    *,
    hint: str = "",
    several: bool = False,
    version: int | None = None,
) -> DynamicComponent | None:
    """Return a select as `line_list` does; the press is about the match at this version."""
    return line_list(_press(match, verb, argument, version), lines, hint=hint, several=several)


def line_list(press: Press, lines: Iterable[SelectEntry], *, hint: str = "", several: bool = False) -> DynamicComponent | None:
    """Return a select whose choice comes back as the values of this press; None without any line.

    `several`: any number of lines may be chosen, none included. Longer lists than OPTIONS are shown a page at a time
    (`cogs.messages.panels.page_of`).
    """
    shown = list(lines)
    if not shown:
        return None
    assert len(shown) <= OPTIONS, f"{press.verb}: {len(shown)} lines"
    options = [
        discord.SelectOption(
            label=protocol.cut(bare(s.label), DETAIL),
            value=s.value[:DETAIL],
            description=protocol.cut(bare(s.detail), DETAIL) or None,
            default=s.chosen,
            emoji=s.sign or None,
        )
        for s in shown
    ]
    menu: ui.Select[Any] = ui.Select(
        custom_id=component_ids.write(press),
        options=options,
        placeholder=hint[:150] or None,
        min_values=0 if several else 1,
        max_values=len(options) if several else 1,
    )
    return DynamicComponent(menu, press)


def texts_of(message: discord.Message) -> list[str]:
    """Return all text of a sent message."""
    return [item.content for item in ui.LayoutView.from_message(message).walk_children() if isinstance(item, ui.TextDisplay)]


def member_select(match: MatchRow, verb: str, *, hint: str, most: int = 10) -> DynamicComponent:
    """Return a select of members of the server; their ids come back as values."""
    press = _press(match, verb, "", 0)
    menu: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=component_ids.write(press), placeholder=hint[:150], min_values=1, max_values=most
    )
    return DynamicComponent(menu, press)


def channels(verb: str, argument: str, kinds: Sequence[discord.ChannelType], chosen: int | None, *, hint: str) -> DynamicComponent:
    """Return a select of a channel of these kinds, or of none."""
    known = [discord.SelectDefaultValue(id=chosen, type=discord.SelectDefaultValueType.channel)] if chosen else []
    press = _press(None, verb, argument, None)
    menu: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=component_ids.write(press), channel_types=list(kinds), placeholder=hint[:150], min_values=0, default_values=known
    )
    return DynamicComponent(menu, press)


def roles(verb: str, argument: str, chosen: Iterable[int], *, hint: str, most: int = 1) -> DynamicComponent:
    """Return a select of roles, or of none."""
    known = [discord.SelectDefaultValue(id=role, type=discord.SelectDefaultValueType.role) for role in chosen]
    press = _press(None, verb, argument, None)
    menu: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=component_ids.write(press), placeholder=hint[:150], min_values=0, max_values=most, default_values=known
    )
    return DynamicComponent(menu, press)


def _press(match: MatchRow | None, verb: str, argument: str, version: int | None) -> Press:
    if match is None:
        return Press(MatchId(0), 0, verb, argument)
    return Press(match.id, match.version if version is None else version, verb, argument)
