"""An independent scorer: it follows a game's log and scores it by flood fill, from the rule files alone.

It shares nothing with the engine but the text of the actions and the printed tile tables. It is slow and plain on purpose: every
feature is walked again each time, and only the table is remembered. It trusts that moves are legal; its result is who gets how many
points, which figures stand where, and whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.games.carcassonne.printed import EDGES, HALF_EDGES, PrintedSegment, PrintedTile, printed_tiles, turned

Square = tuple[int, int]
Place = tuple[int, int, str]
"""(x, y, segment's name)."""

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"} | {
    "n1": "s2", "n2": "s1", "e1": "w2", "e2": "w1", "s1": "n2", "s2": "n1", "w1": "e2", "w2": "e1",
}  # fmt: skip
STRENGTH = {"small": 1, "big": 2, "abbot": 1}
AROUND = ("cloister", "garden")
GOODS = ("wine", "grain", "cloth")
EDITIONS = {"base": ("3", "4"), "winter": ("3", "4"), "first": ("1", "2")}


@dataclass(eq=False)
class Figure:
    """A figure on the board."""

    seat: int
    kind: str
    at: Place

    @property
    def strength(self) -> int:
        """Weight of the figure in a majority."""
        return STRENGTH.get(self.kind, 0)


@dataclass
class SlowGame:
    """A game that is rebuilt from its log and scored slowly."""

    seats: int
    given: dict[str, str] = field(default_factory=dict)
    """Options that are not the default."""

    def __post_init__(self) -> None:
        self.lying: dict[Square, tuple[PrintedTile, int]] = {}
        self.owner_of: dict[Place, Place] = {}
        """(x, y, port) of every turned port to the segment that owns it; edges and half-edges."""
        self.figures: list[Figure] = []
        self.scores = [0] * self.seats
        self.goods = [Counter[str]() for _ in range(self.seats)]
        self.prisoners: list[tuple[int, int, str]] = []
        """(holder, owner, kind)."""
        self.raised: Counter[Square] = Counter()
        self.dragon: Square | None = None
        self.fairy: Square | None = None
        self.companion: Figure | None = None
        self.aside: list[str] = []
        self.hand = ""
        self.here: Square | None = None
        """Where a tile was placed in a part that is not over yet."""
        self.scored = False
        self.seat, self.part = 0, 1
        self.extra = self.again = False
        self.exchanging: tuple[int, int, str] | None = None
        sets = {"base", *filter(None, self.given.get("expansions", "").split(","))}
        if self.given.get("edition") == "winter" and self.given.get("animal_tiles", "on") == "on":
            sets.add("winter")
        plain = (tile for tile in printed_tiles().values() if not tile.id.endswith("_G"))
        self.pile = sum(tile.count for tile in plain if tile.id.split("/")[0] in sets) - 1
        if "river" in sets:
            self.pile -= 1
        self._lay_tile((0, 0), "river/rv01" if "river" in sets else "base/D", 0)

    # The log.

    def follow(self, seat: int, text: str) -> None:
        """Apply one row of the log."""
        verb, *words = text.split(" ")
        getattr(self, "_" + verb)(seat, words)

    def _draw(self, _seat: int, words: list[str]) -> None:
        self.close_part()
        self._put_aside()
        self.hand = words[0]
        self.pile -= 1

    def _put_aside(self) -> None:
        """Remove the drawn tile that was not placed: it waits for the volcano, or has left the game."""
        if not self.hand:
            return
        waits = self.given.get("dragon_tiles_before_volcano", "set_aside") == "set_aside"
        if waits and self.dragon is None and printed_tiles()[self.hand].symbol == "dragon":
            self.aside.append(self.hand)

    def _place(self, seat: int, words: list[str]) -> None:
        assert seat == self.seat, f"it is the turn of seat {self.seat}, not {seat}"
        square = self.here = _square(words[0])
        workers = [self.feature(f.at) for f in self.figures if (f.seat, f.kind) == (seat, "builder")]
        self._lay_tile(square, self.hand, int(words[1][1:]))
        symbol = printed_tiles()[self.hand].symbol
        self.hand = ""
        self.scored = False
        if symbol == "volcano":
            self.dragon = square
            self.pile += len(self.aside)
            self.aside = []
        fresh = [self.feature((*square, part)) for part in self.lying[square][0].segments]
        self.extra = self.part == 1 and any(old & new for old in workers for new in fresh)
        self.again = self.given.get("builder_second_part", "automatic") == "automatic"

    def _deploy(self, seat: int, words: list[str]) -> None:
        assert self.here is not None
        square = _square(words[1]) if len(words) == 3 else self.here
        self.figures.append(Figure(seat, words[0], (*square, words[-1])))

    def _guard(self, seat: int, words: list[str]) -> None:
        self.figures.append(Figure(seat, words[0], (*_square(words[1]), "t")))

    def _raise(self, _seat: int, words: list[str]) -> None:
        self.raised[_square(words[0])] += 1

    def _capture(self, seat: int, words: list[str]) -> None:
        taken = self._standing_figure(words)
        self._remove([taken])
        if taken.seat == seat:
            return
        mine = {kind for holder, owner, kind in self.prisoners if (holder, owner) == (taken.seat, seat)}
        self.prisoners.append((seat, taken.seat, taken.kind))
        if mine:
            self.exchanging = (seat, taken.seat, taken.kind)
            if len(mine) == 1:
                self._exchange(seat, [mine.pop()])

    def _exchange(self, seat: int, words: list[str]) -> None:
        assert self.exchanging is not None
        self.prisoners.remove(self.exchanging)
        self.prisoners.remove((self.exchanging[1], seat, words[0]))
        self.exchanging = None

    def _ransom(self, seat: int, words: list[str]) -> None:
        holder = int(words[1][1:])
        price = int(self.given.get("ransom_price", "3"))
        self.prisoners.remove((holder, seat, words[0]))
        self.scores[seat] -= price
        self.scores[holder] += price

    def _fairy(self, _seat: int, words: list[str]) -> None:
        self.fairy = _square(words[0])
        self.companion = self._standing_figure(words) if len(words) == 2 else None

    def _princess(self, _seat: int, words: list[str]) -> None:
        self._remove([self._standing_figure(words)])

    def _dragon(self, _seat: int, words: list[str]) -> None:
        if self.given.get("dragon_timing") == "after_scoring":
            self._score_part()
        self.dragon = _square(words[0])
        self._remove([figure for figure in self.figures if figure.at[:2] == self.dragon])

    def _retrieve(self, seat: int, _words: list[str]) -> None:
        """Score the feature of the retrieved abbot as incomplete, with the fairy's 3 points as for a complete one."""
        (abbot,) = (figure for figure in self.figures if (figure.seat, figure.kind) == (seat, "abbot"))
        feature = self.feature(abbot.at)
        self.scores[seat] += self.worth(feature, complete=False)
        self._bonus(feature, complete=True)
        self._take_off([abbot])

    def _skip(self, _seat: int, _words: list[str]) -> None:
        """Do nothing, because a skipped decision changes nothing."""

    def _again(self, _seat: int, _words: list[str]) -> None:
        self.again = True

    def _standing_figure(self, words: list[str]) -> Figure:
        place = (*_square(words[0]), words[1])
        (figure,) = (f for f in self.figures if f.at == place)
        return figure

    # The table.

    def _lay_tile(self, square: Square, tile_id: str, turn: int) -> None:
        tile = printed_tiles()[tile_id]
        assert square not in self.lying
        self.lying[square] = (tile, turn)
        for name, segment in tile.segments.items():
            for port in segment.ports:
                self.owner_of[(*square, turned(port, turn))] = (*square, name)

    def segment(self, place: Place) -> PrintedSegment:
        """Return the printed segment at a place of the board."""
        return self.lying[place[:2]][0].segments[place[2]]

    def feature(self, place: Place) -> frozenset[Place]:
        """Return all places of the feature to which a place belongs."""
        reached, queue = {place}, [place]
        while queue:
            for beyond in self._places_across(queue.pop()):
                owner = self.owner_of.get(beyond)
                if owner is not None and owner not in reached:
                    reached.add(owner)
                    queue.append(owner)
        return frozenset(reached)

    def _places_across(self, place: Place) -> Iterator[Place]:
        """Yield (x, y, port) on the neighbouring squares to which the ports of a segment lead."""
        for port in self.segment(place).ports:
            out = turned(port, self.lying[place[:2]][1])
            dx, dy = STEPS[out if out in EDGES else EDGES[HALF_EDGES.index(out) // 2]]
            yield (place[0] + dx, place[1] + dy, FACING[out])

    def kind(self, feature: frozenset[Place]) -> str:
        """Return the kind of a feature: road, city, meadow, cloister or tower."""
        return self.segment(min(feature)).kind

    def tiles(self, feature: frozenset[Place]) -> set[Square]:
        """Return the squares that count for a feature; for a cloister its square and the occupied ones around it."""
        squares = {place[:2] for place in feature}
        if self.kind(feature) in AROUND:
            ((x, y),) = squares
            squares |= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & set(self.lying)
        return squares

    def complete(self, feature: frozenset[Place]) -> bool:
        """Return whether a feature has no open end."""
        if self.kind(feature) in AROUND:
            return len(self.tiles(feature)) == 9
        return all(beyond[:2] in self.lying for place in feature for beyond in self._places_across(place))

    def marks(self, feature: frozenset[Place], mark: str) -> int:
        """Return how often a symbol is printed in a feature."""
        return sum(self.segment(place).marks.count(mark) for place in feature)

    def on(self, feature: frozenset[Place]) -> list[Figure]:
        """Return the figures on a feature, in the order in which they were put."""
        return [figure for figure in self.figures if figure.at in feature]

    def owners(self, *features: frozenset[Place]) -> list[int]:
        """Return all seats with the greatest strength on these features together."""
        strength = Counter[int]()
        for feature in features:
            for figure in self.on(feature):
                strength[figure.seat] += figure.strength
        most = max(strength.values(), default=0)
        return [seat for seat in range(self.seats) if most and strength[seat] == most]

    def _remove(self, gone: list[Figure]) -> None:
        """Remove these figures, then those that have lost their last follower (BB-R10)."""
        self._take_off(gone)
        orphans = []
        for figure in self.figures:
            if not figure.strength:
                company = self.on(self.feature(figure.at))
                if not any(other.seat == figure.seat and other.strength for other in company):
                    orphans.append(figure)
        self._take_off(orphans)

    def _take_off(self, gone: list[Figure]) -> None:
        self.figures = [figure for figure in self.figures if figure not in gone]
        if self.companion in gone:
            self.companion = None

    # Points.

    def worth(self, feature: frozenset[Place], *, complete: bool) -> int:
        """Return the points that a road, city or cloister pays to each of its owners."""
        tiles, kind = len(self.tiles(feature)), self.kind(feature)
        plain = self.given.get("unfinished_inn_cathedral") == "plain"
        if kind == "road":
            inn = bool(self.marks(feature, "inn"))
            return tiles * (2 if inn else 1) if complete else 0 if inn and not plain else tiles
        if kind in AROUND:
            return tiles
        both = tiles + self.marks(feature, "shield")
        cathedral = bool(self.marks(feature, "cathedral"))
        if not complete:
            return 0 if cathedral and not plain else both
        small = self._edition("small_city", 1) == "2" and tiles == 2
        return both * (1 if small else 3 if cathedral else 2)

    def _edition(self, option: str, place: int) -> str:
        chosen = self.given.get(option, "edition")
        return EDITIONS[self.given.get("edition", "base")][place] if chosen == "edition" else chosen

    def _score(self, feature: frozenset[Place], *, complete: bool) -> None:
        for seat in self.owners(feature):
            self.scores[seat] += self.worth(feature, complete=complete)
        self._bonus(feature, complete=complete)

    def _bonus(self, feature: frozenset[Place], *, complete: bool) -> None:
        """Pay the fairy's 3 points (PD-R13, BB-O3); without companion (BB-O2) to the first follower on its tile."""
        if not complete and self.given.get("fairy_final_scoring") == "off":
            return
        if self.given.get("fairy_placement") == "tile":
            near = [f for f in self.on(feature) if f.strength and f.at[:2] == self.fairy]
        else:
            near = [f for f in self.on(feature) if f is self.companion]
        for figure in near[:1]:
            self.scores[figure.seat] += 3

    def _score_part(self) -> None:
        """Score all features that this part's tile has completed (T5, BB-R7)."""
        if self.here is None or self.scored:
            return
        self.scored = True
        complete = {feature for feature in self._features_touched(self.here) if self.complete(feature)}
        for feature in complete:
            self._score(feature, complete=True)
            if self.kind(feature) == "city":
                self.goods[self.seat].update({good: self.marks(feature, good) for good in GOODS})
        self._take_off([figure for feature in complete for figure in self.on(feature)])

    def _features_touched(self, here: Square) -> Iterator[frozenset[Place]]:
        for name, segment in self.lying[here][0].segments.items():
            if segment.kind in ("road", "city"):
                yield self.feature((*here, name))
        for square, (tile, _) in self.lying.items():
            if abs(square[0] - here[0]) <= 1 and abs(square[1] - here[1]) <= 1:
                yield from (frozenset({(*square, name)}) for name in ("m", "g") if name in tile.segments)

    # Turns.

    def close_part(self) -> None:
        """End the part of the turn if a tile was placed in it: score the part and begin the next one."""
        if self.here is None:
            return
        self._score_part()
        self.here = None
        if self.extra and self.again and self.pile:
            self.part = 2
            return
        self.seat, self.part = (self.seat + 1) % self.seats, 1
        if self.pile:
            self._income()

    def _income(self) -> None:
        if self.given.get("fairy_placement") == "tile":
            self.scores[self.seat] += sum(f.seat == self.seat and f.at[:2] == self.fairy for f in self.figures)
        elif self.companion is not None and self.companion.seat == self.seat:
            self.scores[self.seat] += 1

    def finish(self) -> None:
        """End the game with final scoring."""
        self.close_part()
        for feature in {self.feature(f.at) for f in self.figures if self.segment(f.at).kind in ("road", "city", *AROUND)}:
            self._score(feature, complete=False)
        farmed = {self.feature(f.at) for f in self.figures if self.segment(f.at).kind == "meadow"}
        cities = {farm_field: self._cities(farm_field) for farm_field in farmed}
        {"1": self._farm_by_city, "2": self._farm_once, "3": self._farm_by_field}[self._edition("farm_rule", 0)](cities)
        for farm_field in farmed:
            self._bonus(farm_field, complete=False)
        self._pay_goods()

    def _cities(self, farm_field: frozenset[Place]) -> set[frozenset[Place]]:
        """Return the complete cities that a field borders."""
        beside = {self.feature((x, y, touch)) for x, y, name in farm_field for touch in self.segment((x, y, name)).touches}
        return {city for city in beside if self.complete(city)}

    def _pig(self, farm_field: frozenset[Place], seat: int) -> int:
        return int(any((figure.seat, figure.kind) == (seat, "pig") for figure in self.on(farm_field)))

    def _farm_by_field(self, cities: dict[frozenset[Place], set[frozenset[Place]]]) -> None:
        for farm_field, near in cities.items():
            for seat in self.owners(farm_field):
                self.scores[seat] += len(near) * (3 + self._pig(farm_field, seat))

    def _farm_once(self, cities: dict[frozenset[Place], set[frozenset[Place]]]) -> None:
        for city in set().union(*cities.values()):
            around = [farm_field for farm_field, near in cities.items() if city in near]
            for seat in range(self.seats):
                owned = [farm_field for farm_field in around if seat in self.owners(farm_field)]
                if owned:
                    self.scores[seat] += 3 + max(self._pig(farm_field, seat) for farm_field in owned)

    def _farm_by_city(self, cities: dict[frozenset[Place], set[frozenset[Place]]]) -> None:
        for city in set().union(*cities.values()):
            around = [farm_field for farm_field, near in cities.items() if city in near]
            for seat in self.owners(*around):
                self.scores[seat] += 4 + max(self._pig(farm_field, seat) for farm_field in around)

    def _pay_goods(self) -> None:
        points = int(self.given.get("goods_points", "10"))
        for good in GOODS:
            most = max(store[good] for store in self.goods)
            for seat, store in enumerate(self.goods):
                if most and store[good] == most:
                    self.scores[seat] += points


def _square(word: str) -> Square:
    x, y = word.split(",")
    return int(x), int(y)


class SlowHands(SlowGame):
    """The slow game with tiles in hand (docs/tile-in-hand.md), where the time of a draw determines its owner."""

    def __post_init__(self) -> None:
        super().__post_init__()
        tiles = printed_tiles().values()
        has_river = "river" in self.given.get("expansions", "")
        self.river = sum(tile.count for tile in tiles if tile.id.startswith("river/") and not tile.id.endswith("_G")) - 1
        self.river *= has_river
        self.hands = [""] * self.seats
        self.dealt = self.seats if has_river else 0
        self.owed = False
        """Whether the seat has ended its turn, and draws for the next one."""

    def _draw(self, seat: int, words: list[str]) -> None:
        self.close_part()
        if self.dealt == self.seats and not self.owed:
            self.river -= words[0].startswith("river/")
            super()._draw(seat, words)
            return
        self.pile -= 1
        holder = self.seat if self.owed else self.dealt
        if printed_tiles()[words[0]].symbol == "dragon" and self.dragon is None:
            self.aside.append(words[0])
        else:
            self.hands[holder] = words[0]
            self.dealt += not self.owed
        if self.owed and (self.hands[holder] or not self.pile):
            self._next()
        elif not self.owed and (self.dealt == self.seats or not self.pile):
            self.dealt = self.seats
            self._begin()

    def _place(self, seat: int, words: list[str]) -> None:
        self.close_part()
        while seat != self.seat and not self.pile:  # what fits nowhere has left the game, and there is nothing in its place
            self._next()
        super()._place(seat, words)

    def close_part(self) -> None:
        """Score the part if a tile was placed in it; the turn ends only with the next draw."""
        if self.here is None:
            return
        self._score_part()
        self.here = None
        if self.extra and self.again and self.pile:
            self.part = 2
        elif self.pile and not self.river:
            self.owed = True
        else:
            self._next()

    def _next(self) -> None:
        self.owed = False
        if not self.pile and not any(self.hands):
            return
        self.seat, self.part = (self.seat + 1) % self.seats, 1
        while not self.pile and not self.hands[self.seat]:
            self.seat = (self.seat + 1) % self.seats
        self._begin()

    def _begin(self) -> None:
        self._income()
        self.hand, self.hands[self.seat] = self.hands[self.seat], ""
