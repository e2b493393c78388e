"""A sum with its lines: the same code explains a score to players and just adds it up for a search."""

from __future__ import annotations

from games.carcassonne.events import Line


class Tally:
    """What a feature is worth to one owner."""

    __slots__ = ("complete", "lines", "tags")

    def __init__(self, *, complete: bool) -> None:
        self.complete = complete
        """Whether the feature is complete: most values differ."""
        self.lines: list[Line] = []
        self.tags: list[str] = []

    def add(self, what: str, number: int, each: int) -> None:
        """`number` times `each` points for `what`; nothing for none."""
        if number:
            self.lines.append(Line(what, number, each))

    def revalue(self, each: int, *, because: str) -> None:
        """Every line counts `each` a piece from now on."""
        self.lines = [Line(what, number, each) for what, number, _ in self.lines]
        self.tags.append(because)

    def zero(self, because: str) -> None:
        """The feature is worth nothing, and why."""
        self.lines = []
        self.tags.append(because)

    @property
    def points(self) -> int:
        """The sum of the lines."""
        points = 0
        for _, number, each in self.lines:
            points += number * each
        return points
