"""Messages as plain values: text, pictures, files, buttons and selects, independent of Discord.

`cogs.messages.layout` converts them to Discord's components. Text that doesn't fit into a message is attached as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from cogs.declarations import Emphasis
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

PLAIN, MAIN, GO, END = Emphasis.PLAIN, Emphasis.MAIN, Emphasis.GO, Emphasis.END
"""Green only for what is final, red only for what ends something."""


class Entity(Enum):
    """Kinds of Discord objects that a select or form field can list."""

    CHANNEL = auto()
    ROLE = auto()
    MEMBER = auto()


class ChannelType(Enum):
    """Kinds of channels that a select or form field can be restricted to."""

    TEXT = "text"
    NEWS = "news"
    FORUM = "forum"


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends a press."""

    label: str
    press: Press
    style: Emphasis = PLAIN
    sign: str = ""
    """An emoji before its label."""
    dim: bool = False
    """Whether it can't be pressed now."""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a URL."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class SelectEntry:
    """One entry of a select."""

    label: str
    value: str
    detail: str = ""
    chosen: bool = False
    sign: str = ""
    """An emoji before it."""


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu, whose chosen values arrive with its press."""

    press: Press
    entries: tuple[SelectEntry, ...]
    hint: str = ""
    several: bool = False
    """Whether any number of lines may be chosen, none included."""


@dataclass(frozen=True, slots=True)
class EntitySelect:
    """A select menu of channels, roles or members, whose chosen ids arrive as the values of its press."""

    press: Press
    kind: Entity
    hint: str
    least: int = 0
    most: int = 1
    given: tuple[int, ...] = ()
    channels: tuple[ChannelType, ...] = ()
    """Which kinds of channels."""


Component = Button | Link | Select | EntitySelect
"""An action of a message: the verb that it declares, with what it carries."""


@dataclass(frozen=True, slots=True)
class Text:
    """A block of text."""

    content: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture shown in the message, by the name of its file."""

    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Beside:
    """Text with a small picture to its right."""

    content: str
    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Separator:
    """A horizontal line between two parts of a message."""


@dataclass(frozen=True, slots=True)
class Attached:
    """An attached file shown in the message, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side, or one select."""

    components: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class FramedParts:
    """Parts in a frame with a coloured edge (0xRRGGBB)."""

    parts: tuple[Part, ...]
    colour: int | None


Part = Text | Shown | Beside | Separator | Attached | Row | FramedParts


@dataclass(frozen=True)
class Picture:
    """A picture as PNG bytes, with its alt text and file name."""

    png: bytes
    """Empty where it could not be drawn."""
    alt: str
    """Without signs and escapes, whatever it was made of: they would be read out."""
    name: str = "board.png"

    def __post_init__(self) -> None:
        object.__setattr__(self, "alt", bare(unformatted(self.alt)))


@dataclass
class Message:
    """A message to send, or to replace another message with."""

    parts: list[Part] = field(default_factory=list)
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
        """Add a block of text, one line per argument, and return the message.

        Text that is too long loses its emojis, and if it is still too long, it is cut and attached as a file.
        """
        text = "\n".join(line for line in lines if line)
        room = TEXT - self.length()
        if len(text) > room:
            text = bare(text)
        if len(text) > room:
            self.attach("whole.txt", text.encode())
            text = text[: max(room - 1, 0)].rsplit("\n", 1)[0] + "…"
        if text:
            self.parts.append(Text(text))
        return self

    def show(self, *pictures: Picture | None) -> Message:
        """Add pictures with their alt texts, one below the other, and return the message.

        A picture that could not be drawn is replaced by its alt text. Pictures side by side would be cropped by Discord.
        """
        drawn = [picture for picture in pictures if picture is not None and picture.png]
        for picture in drawn:
            self.files.append((picture.name, picture.png, picture.alt))
            self.parts.append(Shown(picture.name, picture.alt))
        return self.say(*(f"-# {picture.alt}" for picture in pictures if picture is not None and not picture.png))

    def beside(self, picture: Picture | None, *lines: str) -> Message:
        """Add text with a small picture to its right, and return the message; without a picture, add only the text."""
        if picture is None or not picture.png:
            return self.say(*lines)
        self.files.append((picture.name, picture.png, picture.alt))
        self.parts.append(Beside("\n".join(line for line in lines if line), picture.name, picture.alt))
        return self

    def line_below(self) -> Message:
        """Add a horizontal line, and return the message."""
        self.parts.append(Separator())
        return self

    def framed(self, colour: int | None) -> Message:
        """Put all parts added so far into a frame with an edge of this colour (0xRRGGBB), and return the message."""
        self.parts = [FramedParts(tuple(self.parts), colour)]
        return self

    def attach(self, name: str, content: bytes) -> Message:
        """Attach a file, and return the message."""
        self.files.append((name, content, ""))
        self.parts.append(Attached(name))
        return self

    def row(self, *items: Component | None) -> Message:
        """Add buttons or a select, five to a row, and return the message; arguments that are None are left out."""
        present = [item for item in items if item is not None]
        for first in range(0, len(present), IN_A_ROW):
            self.parts.append(Row(tuple(present[first : first + IN_A_ROW])))
        return self

    def walk(self) -> Iterator[Part]:
        """Yield all parts; each frame is followed by the parts inside."""
        for part in self.parts:
            yield part
            yield from part.parts if isinstance(part, FramedParts) else ()

    def components(self) -> list[Component]:
        """Return all buttons, links and selects of the message, in order."""
        return [component for part in self.walk() if isinstance(part, Row) for component in part.components]

    def texts(self) -> list[str]:
        """Return all texts of the message, in order."""
        return [part.content for part in self.walk() if isinstance(part, Text | Beside)]

    def length(self) -> int:
        """Return the number of characters of all texts."""
        return sum(map(len, self.texts()))

    def count(self) -> int:
        """Return the number of components as Discord counts them, including nested ones."""
        buttons, beside = len(self.components()), sum(isinstance(part, Beside) for part in self.walk())
        return sum(1 for _ in self.walk()) + buttons + 2 * beside

    def line(self) -> str:
        """Return the first line of text, which serves as the message's title."""
        return self.texts()[0].splitlines()[0]

    def with_presses(self, change: Callable[[Press], Press]) -> Message:
        """Return a copy in which the press of each button and select is replaced by `change` of it."""

        def changed(part: Part) -> Part:
            if isinstance(part, FramedParts):
                return replace(part, parts=tuple(map(changed, part.parts)))
            if not isinstance(part, Row):
                return part
            pressed = (each if isinstance(each, Link) else replace(each, press=change(each.press)) for each in part.components)
            return Row(tuple(pressed))

        return replace(self, parts=list(map(changed, self.parts)))

    def without_pictures(self) -> Message:
        """Return a copy without files, in which alt texts replace the pictures, as far as they fit."""
        message = replace(self, parts=[], files=[])
        for part in self._unframed_items():
            if isinstance(part, Shown):
                message.say(f"-# {part.alt}" if part.alt else "")
            elif isinstance(part, Beside):
                message.say(part.content, f"-# {part.alt}" if part.alt else "")
            elif not isinstance(part, Attached):
                message.parts.append(part)
        return message.say(cut(self.board(), TEXT - message.length())) if self.board is not None else message

    def with_texts(self) -> Message:
        """Return a copy for users of screen readers.

        Alt texts follow the pictures as far as they fit, and texts have no emojis, whose names would be read aloud.
        """
        message = replace(self, parts=[])
        room, count = TEXT - sum(len(bare(text)) for text in self.texts()), self.count()
        for part in self._unframed_items():
            message.parts.append(Text(bare(part.content)) if isinstance(part, Text) else part)
            alt = part.alt if isinstance(part, Shown) else ""
            if alt and len(alt) + 3 <= room and count < COMPONENTS:
                room, count = room - len(alt) - 3, count + 1
                message.parts.append(Text(f"-# {alt}"))
        return message

    def _unframed_items(self) -> list[Part]:
        """Return all parts, with each frame replaced by the parts inside."""
        return [part for part in self.walk() if not isinstance(part, FramedParts)]

    def size(self) -> int:
        """Return the total size of all files in bytes."""
        return sum(len(content) for _, content, _ in self.files)


def cut(text: str, room: int) -> str:
    """Return `text` cut after the last whole line that fits into `room` characters."""
    return text if len(text) <= room else text[: max(room - 2, 0)].rsplit("\n", 1)[0] + "\n…"


def button(
    match: MatchRow | None,
    label: str,
    verb: str,
    argument: str = "",
    *,
    style: Emphasis = PLAIN,
    version: int | None = None,
    sign: str = "",
    dim: bool = False,
) -> Button:
    """Return a button that sends `verb` for a match.

    `version`: version of the match in the press, by default the present one; `sign`: emoji before the label; `dim`: whether the
    button is disabled.
    """
    return Button(protocol.cut(label, LABEL), _press(match, verb, argument, version), style, sign, dim)


def select(
    match: MatchRow | None,
    verb: str,
    lines: Iterable[SelectEntry],
    argument: str = "",
    *,
    hint: str = "",
    several: bool = False,
    version: int | None = None,
) -> Select | None:
    """Return a select that sends `verb` for a match at the given version; None without any entry.

    Otherwise like `line_list`.
    """
    return line_list(_press(match, verb, argument, version), lines, hint=hint, several=several)


def line_list(press: Press, lines: Iterable[SelectEntry], *, hint: str = "", several: bool = False) -> Select | None:
    """Return a select with these entries, whose chosen values arrive with `press`; None without any entry.

    `several`: any number of entries may be chosen, including none. At most OPTIONS entries; longer lists are shown a page at a time
    (`cogs.messages.panels.page_of`).
    """
    shown = tuple(lines)
    assert len(shown) <= OPTIONS, f"{press.verb}: {len(shown)} lines"
    return Select(press, shown, hint, several) if shown else None


def member_select(match: MatchRow, verb: str, *, hint: str, most: int = 10) -> EntitySelect:
    """Return a select of the server's members, of which 1 to `most` can be chosen; their ids arrive as values."""
    return EntitySelect(_press(match, verb, "", 0), Entity.MEMBER, hint, 1, most)


def _press(match: MatchRow | None, verb: str, argument: str, version: int | None) -> Press:
    if match is None:
        return Press(MatchId(0), 0, verb, argument)
    return Press(match.id, match.version if version is None else version, verb, argument)
