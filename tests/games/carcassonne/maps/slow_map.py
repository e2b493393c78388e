"""An independent scorer for maps: it reads the map file itself and scores printed features by flood fill, as maps.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.games.carcassonne.printed import PrintedSegment, printed_tiles, turned
from tests.games.carcassonne.slow_scorer import FACING, STEPS, Place, SlowGame, Square

FAR = 1000
"""Printed things are segments on squares far away, one square each, so that each counts as one tile."""


def _square_named(name: str) -> Square:
    return ord(name[0]) - 65, int(name[1:]) - 1


class SlowMap(SlowGame):
    """A game on a map that is rebuilt from its log and scored slowly."""

    def __init__(self, seats: int, given: dict[str, str], text: str) -> None:
        self.text = text
        super().__init__(seats, given)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lying.clear()
        self.owner_of.clear()
        self.given = {key: value for key, value in self.given.items() if key != "expansions"}
        self.grid = self.text[self.text.index("grid:\n") + 6 : self.text.index("\nend\n")].split("\n")
        self.playable = {(x, y) for y, row in enumerate(self.grid) for x, glyph in enumerate(row) if glyph in ".oS"}
        self.towns = {(x, y) for y, row in enumerate(self.grid) for x, glyph in enumerate(row) if glyph in "oS"}
        self.printed: dict[Place, PrintedSegment] = {}
        self.ends: dict[Place, list[Place]] = {}
        self.bigs: set[Square] = set()
        for line in self.text.split("\n"):
            self._read(line)
        sets = re.search(r"^tiles: (.*)$", self.text, re.MULTILINE)[1].split()  # type: ignore[index]  # our maps have one
        self.pile = sum(
            tile.count for tile in printed_tiles().values() if tile.id.split("/")[0] in sets and not tile.id.endswith("_G")
        )
        self.picked: list[Square] = []

    def _read(self, line: str) -> None:
        shields = int(matched[1]) if (matched := re.search(r"shields=(\d)", line)) else 0
        if matched := re.match(r"place (\w+) big ", line):
            self.bigs.add(_square_named(matched[1]))
            sides = opened[1] if (opened := re.search(r"open=(\w+)", line)) else "NESW"
            self._print("city", shields, [(self._square_beyond(_square_named(matched[1]), side), FACING[side]) for side in sides])
        elif matched := re.match(r"border (\w+) (\w) (\w+) ", line):
            self._print(matched[3], shields, [(_square_named(matched[1]), matched[2])])
        elif matched := re.match(r"ferry (\w+) (\w) (\w+) (\w) ", line):
            self._print("road", shields, [(_square_named(matched[1]), matched[2]), (_square_named(matched[3]), matched[4])])

    def _square_beyond(self, square: Square, side: str) -> Square:
        return square[0] + STEPS[side][0], square[1] + STEPS[side][1]

    def _print(self, kind: str, shields: int, ends: list[tuple[Square, str]]) -> None:
        """Add a printed segment whose ends meet these sides of squares."""
        place = (FAR + len(self.printed), 0, "#")
        self.printed[place] = PrintedSegment(kind=kind, ports=(), marks=("shield",) * shields, touches=())
        self.ends[place] = [(*square, side) for square, side in ends]
        for square, side in ends:
            self.owner_of[(*self._square_beyond(square, side), FACING[side])] = place

    # The log.

    def follow(self, seat: int, text: str) -> None:
        """Apply a log row like `SlowGame.follow`; a tile of the setup has a verb of its own."""
        verb, *words = text.split(" ")
        getattr(self, "_first" if verb == "lay" else "_" + verb)(seat, words)

    def _start(self, _seat: int, words: list[str]) -> None:
        x, y = words[0].split(",")
        self.picked.append((int(x), int(y)))
        if len(self.picked) == 1 and self._turn("base/D") is not None:
            self._first(-1, ["base/D"])

    def _first(self, _seat: int, words: list[str]) -> None:
        turn = self._turn(words[0])
        assert turn is not None
        self._lay_tile(self.picked[-1], words[0], turn)
        self.pile -= 1
        limit = re.search(r"^limit: (\d+)$", self.text, re.MULTILINE)
        if limit and len(self.picked) == int(self.given.get("starts", "2")):
            self.pile = min(self.pile, int(limit[1]))

    def _turn(self, tile_id: str) -> int | None:
        """Return the first turn in which a tile matches the print around the last start square; None if there is none."""
        x, y = self.picked[-1]
        wanted = {
            side: self.printed[place].kind for place, ends in self.ends.items() for ex, ey, side in ends if (ex, ey) == (x, y)
        }
        for turn in range(4):
            kinds = {turned(p, turn): s.kind for s in printed_tiles()[tile_id].segments.values() for p in s.ports}
            if all(kinds.get(side) == kind for side, kind in wanted.items()):
                return turn
        return None

    def _place(self, seat: int, words: list[str]) -> None:
        super()._place(seat, words)
        towns = self.given.get("towns", "")
        if self.here in self.towns:
            self.extra = self.again = "a" in towns and self.part == 1
            if "b" in towns:
                self.scores[seat] -= min(2, self.scores[seat])

    # The table.

    def segment(self, place: Place) -> PrintedSegment:
        """Return the segment at a place, printed ones included."""
        return self.printed[place] if place in self.printed else super().segment(place)

    def _places_across(self, place: Place) -> Iterator[Place]:
        if place in self.printed:
            yield from self.ends[place]
        else:
            yield from super()._places_across(place)

    def tiles(self, feature: frozenset[Place]) -> set[Square]:
        """Return the feature's squares; for a cloister, big cities around it count like tiles."""
        squares = super().tiles(feature)
        if self.kind(feature) == "cloister":
            squares |= self._squares_around(feature) & self.bigs
        return squares

    def _squares_around(self, cloister: frozenset[Place]) -> set[Square]:
        ((x, y, _),) = cloister
        return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}

    def complete(self, feature: frozenset[Place]) -> bool:
        """Return whether the feature is complete; sides where no tile can be placed are not open."""
        if self.kind(feature) == "cloister":
            return not self._squares_around(feature) & self.playable - set(self.lying)
        return not any(beyond[:2] in self.playable - set(self.lying) for place in feature for beyond in self._places_across(place))

    def worth(self, feature: frozenset[Place], *, complete: bool) -> int:
        """Return the feature's points by the map's rules.

        Tiles of expansions count as plain, shields count on roads too, and small cities next to finished features.
        """
        kind, tiles = self.kind(feature), len(self.tiles(feature))
        shields = self.marks(feature, "shield")
        if kind == "cloister":
            return tiles
        if kind == "city":
            return (tiles + shields) * (2 if complete else 1)
        if not complete:
            return tiles + shields
        near = {self._square_beyond((x, y), side) for x, y, name in feature if name != "#" for side in STEPS}
        bonus = 2 * len(near & self.towns - set(self.lying)) if "c" in self.given.get("towns", "") else 0
        return tiles + 2 * shields + bonus

    def _pay_goods(self) -> None:
        """Do nothing, because maps ignore goods."""
