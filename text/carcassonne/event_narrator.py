"""A story in the making: lines, points as they run on, and what the tellers of events write into them."""

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
    """One line in the making."""

    number: int | None = None
    is_move: bool = False
    """Whether a player has placed a tile."""
    head: str = ""
    figures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self, words: Translator) -> str:
        """`head, figures · notes`."""
        told = ", ".join(part for part in (self.head, *self.figures) if part)
        if not self.notes:
            return told
        notes = " · ".join(self.notes)
        return words.say("{move} · {notes}", move=told, notes=notes) if told else notes


class EventNarrator:
    """Tells events in order; `totals` are the points of each seat at the event being told."""

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
        """Return a player's name behind their figure's emoji where it can be shown, for the beginning of a line."""
        return self.words.sign(seat_emoji(seat)) + self.name(seat)

    def square(self, x: int, y: int) -> str:
        """`N12`."""
        return self.view.squares.name(x, y)

    def note(self, text: str) -> None:
        """Add to what the turn brought about."""
        self.line.notes.append(text)

    def gain(self, seat: int, points: int) -> int:
        """Count points; the total after them."""
        self.totals[seat] += points
        return self.totals[seat]
