"""The narrator that turns the tile game's events into lines of text, and one such line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.carcassonne.events import FeatureScored
from games.carcassonne.view import BoardView
from games.core.emoji_names import seat_emoji
from text.translator import Translator
from text.users.player_names import safe


@dataclass
class NarratedLine:
    """One line of the story while it is being written: a head, figures and notes."""

    number: int | None = None
    is_move: bool = False
    """Whether a player has placed a tile."""
    head: str = ""
    figures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self, words: Translator) -> str:
        """Return the line as text: `head, figures · notes`."""
        told = ", ".join(part for part in (self.head, *self.figures) if part)
        if not self.notes:
            return told
        notes = " · ".join(self.notes)
        return words.say("{move} · {notes}", move=told, notes=notes) if told else notes


class EventNarrator:
    """The state of narrating events in order: the lines so far, the current one, and each seat's points.

    `totals` are the points of each seat after the last narrated event.
    """

    def __init__(
        self,
        view: BoardView,
        names: Sequence[str],
        words: Translator,
        totals: dict[int, int],
        *,
        thorough: bool,
        brief: bool = False,
    ) -> None:
        self.view = view
        self.names = names
        self.words = words
        self.totals = totals
        self.seat: int | None = None
        self.number: int | None = None
        self.first = 0
        """The number of the first tile that was drawn, for what begins in the middle of a turn."""
        self.part = 1
        self.here: tuple[int, int] | None = None
        """The square of the tile placed last."""
        self.thorough = thorough
        """Whether figures that come back after scoring are told as well."""
        self.brief = brief
        """Whether what is printed on tiles, and how they lie, is left out."""
        self.running = ""
        """The last note of something that goes on step by step; further steps are added to it."""
        self.is_final = False
        """Whether final scoring has begun."""
        self.final: list[FeatureScored] = []
        """What final scoring has paid so far."""
        self.lines: list[NarratedLine] = []
        self.fresh()

    def fresh(self) -> None:
        """Begin a new line."""
        self.line = NarratedLine(self.number)
        self.lines.append(self.line)

    def name(self, seat: int) -> str:
        """Return a player's name, escaped."""
        return safe(self.names[seat])

    def shown(self, seat: int) -> str:
        """Return a player's escaped name for the beginning of a line, after their figure's emoji if emojis can be shown."""
        return self.words.sign(seat_emoji(seat)) + self.name(seat)

    def square(self, x: int, y: int) -> str:
        """Return the name of a square: `N12`."""
        return self.view.squares.name(x, y)

    def note(self, text: str) -> None:
        """Add a note to the current line."""
        self.line.notes.append(text)

    def gain(self, seat: int, points: int) -> int:
        """Add points to a seat's total, and return the new total."""
        self.totals[seat] += points
        return self.totals[seat]
