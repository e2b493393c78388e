"""Tile edges as bits: the letters that a tile shows, and the letters that an empty square demands on its four sides.

A game's letters are those of its kinds of edge, beginning with the base game's C, R and F. Each is a small number, and 0 means that
no tile is there; a demand packs four of them. Three letters take two bits a side, and `fits` returns a table of 256 entries; with
more letters the table would be large, so its entries are computed on first use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

FIELD = "F"
"""The letter of a side through which nothing but meadow runs."""

BASE_LETTERS = "CRF"


class EdgeBits:
    """Numbering of the edge letters of one game, and the packing of four sides into one number."""

    def __init__(self, letters: str = BASE_LETTERS) -> None:
        self.letters = letters
        self.width = len(letters).bit_length()
        """Bits for one side."""
        self.bits: Mapping[str, int] = {letter: number for number, letter in enumerate(letters, 1)}

    def on(self, side: int, letter: str) -> int:
        """Return the packed demand for one letter on one side (0-3 for N E S W)."""
        return self.bits[letter] << self.width * side

    def packed(self, letters: Sequence[str]) -> int:
        """Return the packed demand for the letters of N E S W; an empty letter demands nothing."""
        return sum(self.on(side, letter) for side, letter in enumerate(letters) if letter)

    def fits(self, edges: str, distinct: Sequence[int], going_on: str = "") -> Mapping[int, int] | Sequence[int]:
        """Return the turns in which a tile with these edges fits, by packed demand, as four-bit masks.

        Only the turns in `distinct` are considered. With letters in `going_on`, a tile next to others fits only if one of these
        neighbours shows such a letter.
        """
        packed = tuple(self.packed(turned_edges(edges, turn)) for turn in range(4))
        return _table(self.width, packed, tuple(distinct), frozenset(self.bits[letter] for letter in going_on))


def turned_edges(edges: str, turn: int) -> str:
    """Return the letters of N E S W after `turn` quarter turns clockwise."""
    return edges[-turn:] + edges[:-turn] if turn else edges


class _Asked(dict[int, int]):
    """Masks of turns by demand, each computed on first use because a complete table would be too large."""

    def __init__(self, width: int, packed: Sequence[int], distinct: Sequence[int], going_on: AbstractSet[int]) -> None:
        super().__init__()
        self._of = (width, packed, distinct, going_on)

    def __missing__(self, demand: int) -> int:
        mask = self[demand] = _mask(demand, *self._of)
        return mask


@cache
def _table(
    width: int, packed: tuple[int, ...], distinct: tuple[int, ...], going_on: frozenset[int]
) -> Mapping[int, int] | Sequence[int]:
    # Four sides of two bits are 256 demands, made at once and indexed; of three bits already 4,096, of which a game meets few.
    if width > 2:
        return _Asked(width, packed, distinct, going_on)
    return tuple(_mask(demand, width, packed, distinct, going_on) for demand in range(1 << 4 * width))


def _mask(demand: int, width: int, packed: Sequence[int], distinct: Sequence[int], going_on: AbstractSet[int]) -> int:
    side = (1 << width) - 1
    if going_on and demand and not any(demand >> start & side in going_on for start in range(0, 4 * width, width)):
        return 0
    return sum(1 << turn for turn in distinct if _agrees(demand, packed[turn], width))


def _agrees(demand: int, edges: int, width: int) -> bool:
    side = (1 << width) - 1
    return all(not (want := demand >> start & side) or want == edges >> start & side for start in range(0, 4 * width, width))


PLAIN = EdgeBits()
"""The packing of a game without further kinds of edge."""
