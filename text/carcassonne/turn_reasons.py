"""The types for explaining why one turn is better than another: the two positions, and the reasons in their difference.

The game's own reasons are in `turn_comparison`; those of an expansion are functions in its phrasebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from games.carcassonne.view import BoardView, FeatureView, PieceView
from text.translator import Translator, phrase
from text.users.player_names import safe

PLAYED, BEFORE = phrase("{line}; as played: {chance}"), phrase("{line}; before: {chance}")
"""How the other position is told beside the better one."""


class TurnReason(NamedTuple):
    """One reason why a turn is better than another, with its worth in points."""

    worth: float
    """About so many points it speaks for the better turn: the dearest are told, and none that speaks against it."""
    line: str
    about: str = ""
    """The topic of `worths` that it explains; empty for what is worth telling whatever the points come from."""


class FeaturePair(NamedTuple):
    """One feature as it is in the better position, and in the other one; None if it doesn't exist there."""

    better: FeatureView
    other: FeatureView | None

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that own the feature, in the better position or else in the other one."""
        return self.better.owners or (self.other.owners if self.other is not None else ())


class ComparedPositions(NamedTuple):
    """Two positions that differ by a turn, with the player, names and language for explaining the difference."""

    other: BoardView
    better: BoardView
    beside: str
    """`PLAYED` or `BEFORE`."""
    seat: int
    """Whose turn it was."""
    names: Sequence[str]
    words: Translator

    def line(self, what: str, better: str, other: str = "") -> str:
        """Return the line that compares both positions: `Anna's city: this; as played: that`.

        With an empty `other`, only what holds in the better position.
        """
        named = what.startswith(tuple(safe(name) for name in self.names))  # a name stays as its owner writes it
        line = self.words.say("{what}: {chance}", what=what if named else what[:1].upper() + what[1:], chance=better)
        return self.words.say(self.beside, line=line, chance=other) if other else line

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of seats as a list: `Anna and Ben`."""
        return self.words.list([safe(self.names[seat]) for seat in seats])

    def of(self, thing: str, seats: Sequence[int]) -> str:
        """Return a thing with the names of its owners: `Anna and Ben's city`."""
        return self.words.say("{names}'s {kind}", kind=thing, names=self.named(seats))

    def figure(self, piece: PieceView, role: str) -> str:
        """Return a figure with its owner and square: `knight (Anna), M9`; `role` is the name of the figure."""
        assert piece.seat is not None  # neutral figures are nobody's
        square = self.better.squares.name(piece.x, piece.y)
        return self.words.say("{figure} ({name}), {square}", figure=role, name=safe(self.names[piece.seat]), square=square)

    def held(self) -> Iterator[FeaturePair]:
        """Yield each feature that has owners, or was just scored, in the better position, with its counterpart in the other."""
        known = {segment: feature for feature in (*self.other.features, *self.other.closed) for segment in feature.segments}
        for feature in (*self.better.features, *self.better.closed):
            same = FeaturePair(feature, next((known[segment] for segment in feature.segments if segment in known), None))
            if feature.owners or (feature.complete and same.holders):
                yield same

    def side(self, *seats: int) -> int:
        """Return 1 if `seats` include the player whose turns are compared, else -1."""
        return 1 if self.seat in seats else -1

    def spared(self, piece: PieceView, better: str) -> str:
        """Return what becomes of a figure that is in danger in the other position only.

        The text is `better` if the figure is on the board in the better position, that it was not placed there if it is new in the
        other, and empty if it came home.
        """
        if piece in self.better.pieces:
            return better
        last = self.other.tiles[-1]
        is_new = (last.x, last.y, last.seat) == (piece.x, piece.y, piece.seat)
        return self.words.say("not placed there") if is_new else ""


ReasonFinder: TypeAlias = Callable[[ComparedPositions], list[TurnReason]]
