"""Why one turn is better than another: two positions, and the reasons that the game and each expansion find in their difference.

The game's own reasons stand in `comparing`; those of an expansion in its phrasebook, each a function of the two positions.
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
    """One reason."""

    worth: float
    """About so many points it speaks for the better turn: the dearest are told, and none that speaks against it."""
    line: str
    about: str = ""
    """The topic of `worths` that it explains; empty for what is worth telling whatever the points come from."""


class FeaturePair(NamedTuple):
    """One feature in the better position, and in the other one; None where it is not there."""

    better: FeatureView
    other: FeatureView | None

    @property
    def holders(self) -> tuple[int, ...]:
        """Seats that the feature brings points, or has just brought."""
        return self.better.owners or (self.other.owners if self.other is not None else ())


class ComparedPositions(NamedTuple):
    """Two positions after the same tile was drawn, and for whom their difference is told."""

    other: BoardView
    better: BoardView
    beside: str
    """`PLAYED` or `BEFORE`."""
    seat: int
    """Whose turn it was."""
    names: Sequence[str]
    words: Translator

    def line(self, what: str, better: str, other: str = "") -> str:
        """`Anna's city: this; as played: that`; both are given, the second may be empty."""
        named = what.startswith(tuple(safe(name) for name in self.names))  # a name stays as its owner writes it
        line = self.words.say("{what}: {chance}", what=what if named else what[:1].upper() + what[1:], chance=better)
        return self.words.say(self.beside, line=line, chance=other) if other else line

    def named(self, seats: Sequence[int]) -> str:
        """`Anna and Ben`."""
        return self.words.list([safe(self.names[seat]) for seat in seats])

    def of(self, thing: str, seats: Sequence[int]) -> str:
        """`Anna and Ben's city`."""
        return self.words.say("{names}'s {kind}", kind=thing, names=self.named(seats))

    def figure(self, piece: PieceView, role: str) -> str:
        """`knight (Anna), M9`; `role` is what the figure is called."""
        assert piece.seat is not None  # neutral figures are nobody's
        square = self.better.squares.name(piece.x, piece.y)
        return self.words.say("{figure} ({name}), {square}", figure=role, name=safe(self.names[piece.seat]), square=square)

    def held(self) -> Iterator[FeaturePair]:
        """Yield every feature held or just paid for in the better position, beside its counterpart in the other."""
        known = {segment: feature for feature in (*self.other.features, *self.other.closed) for segment in feature.segments}
        for feature in (*self.better.features, *self.better.closed):
            same = FeaturePair(feature, next((known[segment] for segment in feature.segments if segment in known), None))
            if feature.owners or (feature.complete and same.holders):
                yield same

    def side(self, *seats: int) -> int:
        """1 if what is good for these seats is good for whose turn it was, -1 if it is good for others alone."""
        return 1 if self.seat in seats else -1

    def spared(self, piece: PieceView, better: str) -> str:
        """Return the fate of a seat's figure that is in danger in the other position.

        `better` if it stands in the better one; that it was not placed there if that was the alternative; empty if it went home.
        """
        if piece in self.better.pieces:
            return better
        last = self.other.tiles[-1]
        is_new = (last.x, last.y, last.seat) == (piece.x, piece.y, piece.seat)
        return self.words.say("not placed there") if is_new else ""


ReasonFinder: TypeAlias = Callable[[ComparedPositions], list[TurnReason]]
