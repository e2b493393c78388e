"""Game positions drawn in the notation of the rule files: `(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1`.

`Table.laid` sets a position up directly, so positions that cannot arise in play are possible too; nothing is scored while it is set
up. From there the game goes on by the `Game` protocol: `play` plays a whole part of a turn in the same notation, `draw` and `do`
its single steps.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from editions.registry import GAMES
from games.carcassonne.catalog import tiles
from games.carcassonne.events import FeatureScored, ScoringLine
from games.carcassonne.expansions.base.turn import end, put
from games.carcassonne.features import lay, segment_at
from games.carcassonne.geometry import cell_at
from games.carcassonne.rulebook import proceed
from games.carcassonne.state import State
from games.core.action_gateway import check
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Event, Seat

GAME = GAMES["carcassonne"]

COLOURS = ("red", "blue", "green", "yellow", "black", "grey")


class Entry(NamedTuple):
    """One tile of a drawn board, with its square, turn and figures."""

    x: int
    y: int
    tile: str
    turn: int
    figures: tuple[tuple[str, str, str], ...]
    """(colour, piece, part)."""


def entries(board: str) -> list[Entry]:
    """Return the tiles of a drawn board in their order."""
    return [_entry(words.strip()) for words in board.split(";") if words.strip()]


def _entry(words: str) -> Entry:
    match = re.fullmatch(r"\((-?\d+),(-?\d+)\) (\w+) r([0-3])((?: \w+(?: \w+)?:\w+)*)", words)
    assert match, f"cannot read {words!r}"
    figures = re.findall(r" (\w+)(?: (\w+))?:(\w+)", match[5])
    return Entry(
        int(match[1]), int(match[2]), full_id(match[3]), int(match[4]), tuple((c, p or "small", at) for c, p, at in figures)
    )


def full_id(letters: str) -> str:
    """Return the full id of a tile from its letters: `base/D` for `D`."""
    (tile_name,) = (tile for tile in tiles() if tile.split("/")[1] == letters)
    return tile_name


class Table:
    """A drawn position with the game's events since then, and shorthands to play on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @classmethod
    def laid(cls, board: str = "(0,0) D r0", *, seats: int = 0, turn: str = "red", **given: str) -> Table:
        """Return the position that `board` draws, with the colour `turn` about to draw.

        Without `seats` there are as many players as the board and `turn` name, at least two; `given` are options of the game.
        """
        named = [COLOURS.index(colour) + 1 for entry in entries(board) for colour, _, _ in entry.figures]
        state = GAME.start(GAME.options(given), seats or max(2, *named, COLOURS.index(turn) + 1, 2))
        table = cls(state)
        table._clear()
        for entry in entries(board):
            table._lay_tile(entry)
        state.left = sum(state.bag)
        state.seat = COLOURS.index(turn)
        return table

    def _clear(self) -> None:
        """Remove all tiles, the start tile too, as drawn boards contain their own."""
        state = self.state
        for cell, _ in state.placed:
            state.bag[state.board[cell][0].kind] += 1
        for grown in (state.parent, state.open, state.load, state.tiles, state.board, state.placed, state.waiting):
            grown.clear()
        state.frontier.clear()

    def _lay_tile(self, entry: Entry) -> None:
        state, cell = self.state, cell_at(entry.x, entry.y)
        kind = state.rules.kind_of[entry.tile]
        layout = state.rules.layouts[kind][entry.turn]
        demand = state.frontier.get(cell, 0)
        turn = tiles()[entry.tile].alike[entry.turn]
        assert cell not in state.board, f"{entry} lies on another tile"
        assert state.rules.fits[kind][demand] >> turn & 1, f"{entry} does not fit"
        state.bag[kind] = max(0, state.bag[kind] - 1)
        lay(state, cell, layout, -1)
        if "foundations" in state.memory:
            state.here = cell
            state.rules.turn[state.rules.step_of["foundation"]].run(state, self.events.append)
        for colour, piece, part in entry.figures:
            put(state, COLOURS.index(colour), state.rules.piece_of[piece], cell, segment_at(state, cell, part), self.events.append)

    # What else lies on the table or in front of a colour; each returns the table.

    def points(self, **of: int) -> Table:
        """Set the points of colours; return the table."""
        for colour, points in of.items():
            self.state.scores[COLOURS.index(colour)] = points
        return self

    def pile(self, letters: str = "") -> Table:
        """Make these tiles the only ones left to draw; return the table."""
        self.state.bag = [0] * len(self.state.bag)
        for tile in letters.split():
            self.state.bag[self.state.rules.kind_of[full_id(tile)]] += 1
        self.state.left = sum(self.state.bag)
        return self

    def dragon(self, x: int, y: int) -> Table:
        """Put the dragon on a square; return the table."""
        self.state.memory["dragon"] = cell_at(x, y)
        return self

    def fairy(self, x: int, y: int, part: str = "") -> Table:
        """Put the fairy on a square, next to the figure on `part` if that is named; return the table."""
        cell = cell_at(x, y)
        self.state.memory["fairy"] = (cell, segment_at(self.state, cell, part) if part else -1)
        return self

    def tower(self, x: int, y: int, height: int) -> Table:
        """Put a tower of this height on a square; return the table."""
        self.state.memory["towers"] = (*self.state.memory["towers"], (cell_at(x, y), height))
        return self

    def prisoner(self, holder: str, owner: str, kind: str = "small") -> Table:
        """Give `holder` one more follower of `owner` as a prisoner; return the table."""
        seats, pieces = (COLOURS.index(holder), COLOURS.index(owner)), self.state.rules.pieces
        kinds = Counter({(h, o, p): n for h, o, p, n in self.state.memory["prison"]})
        kinds[(*seats, self.state.rules.piece_of[kind])] += 1
        self.state.memory["prison"] = tuple((*key, n) for key, n in sorted(kinds.items()))
        self.state.supply[seats[1] * len(pieces) + self.state.rules.piece_of[kind]] -= 1
        return self

    def stock(self, *pieces: int) -> Table:
        """Set the tower pieces of colours; return the table."""
        self.state.memory["stock"] = pieces
        return self

    def goods(self, **of: tuple[int, int, int]) -> Table:
        """Set the wine, grain and cloth of colours; return the table."""
        store = list(self.state.memory["goods"])
        for colour, goods in of.items():
            store[COLOURS.index(colour)] = goods
        self.state.memory["goods"] = tuple(store)
        return self

    def begin(self) -> Table:
        """Begin the turn again, including the decisions before the draw; return the table."""
        self.state.asked, self.state.step = (), 0
        proceed(self.state, self.events.append)
        return self

    # Going on.

    def draw(self, letters: str) -> Table:
        """Let chance draw this tile, adding one to the bag if none is left; return the table."""
        kind = self.state.rules.kind_of[full_id(letters)]
        if not self.state.bag[kind]:
            self.state.bag[kind] += 1
            self.state.left += 1
        return self._act(CHANCE, f"draw {full_id(letters)}")

    def do(self, *texts: str) -> Table:
        """Perform these actions as the active player, each checked to be legal; return the table."""
        for text in texts:
            (seat,) = GAME.to_act(self.state)
            self._act(seat, text)
        return self

    def play(self, board: str) -> Table:
        """Play whole parts of turns as drawn: draw, place the tile, put the drawn figure or none; return the table."""
        for entry in entries(board):
            self.draw(entry.tile.split("/")[1])
            turn = tiles()[entry.tile].alike[entry.turn]
            assert self.asked == "place", f"{entry.tile} cannot be placed"
            seat = self.state.seat
            self.do(f"place {entry.x},{entry.y} r{turn}")
            for colour, piece, part in entry.figures:
                assert COLOURS[seat] == colour, f"it is {COLOURS[seat]}'s turn"
                self.do(f"deploy {piece} {self._segment_name(entry, turn, part)}")
            if not entry.figures and self.asked == "deploy":
                self.do("skip")
        return self

    def _segment_name(self, entry: Entry, turn: int, part: str) -> str:
        """Return the segment's name after a turn that shows the same picture."""
        tile = tiles()[entry.tile]
        there = next(s for s in tile.turned(entry.turn) if s.name == part)
        return next(s.name for s in tile.turned(turn) if (s.kind, s.ports) == (there.kind, there.ports))

    def _act(self, seat: Seat, text: str) -> Table:
        action = GAME.read(text)
        check(GAME, self.state, seat, action)
        GAME.advance(self.state, seat, action, self.events.append)
        return self

    def finish(self) -> Table:
        """End the game now with final scoring; return the table."""
        end(self.state, self.events.append)
        return self

    def refuses(self, text: str) -> str:
        """Return the code with which an action of the active seat is refused; empty if it is legal."""
        try:
            (seat,) = GAME.to_act(self.state)
            check(GAME, self.state, seat, GAME.read(text))
        except IllegalActionError as refused:
            return refused.code
        return ""

    # Looking.

    @property
    def asked(self) -> str:
        """Name of the decision that a player must make; empty if chance or no seat acts."""
        return self.view.decision

    @property
    def turn(self) -> str:
        """Colour of the active player, or of the turn's owner while chance acts."""
        seats_to_act = [seat for seat in GAME.to_act(self.state) if seat != CHANCE]
        return COLOURS[seats_to_act[0] if seats_to_act else self.state.seat]

    @property
    def view(self) -> Any:
        """Public view of the board."""
        return GAME.view(self.state, None)

    @property
    def scores(self) -> dict[str, int]:
        """Points by colour, without colours that have none."""
        return {COLOURS[seat]: points for seat, points in enumerate(GAME.scores(self.state)) if points}

    @property
    def legal(self) -> list[str]:
        """Legal actions of the active seat, as texts."""
        return [GAME.write(action) for seat in GAME.to_act(self.state) for action in GAME.legal(self.state, seat)]

    def parts(self, piece: str = "small") -> set[str]:
        """Return the segments of the new tile on which this piece may be put."""
        deployments = (text.split(" ") for text in self.legal if text.startswith(f"deploy {piece} "))
        return {words[2] for words in deployments if len(words) == 3}

    @property
    def figures(self) -> set[str]:
        """Figures on the board in the notation of the drawing: `(1,0) red:r1`, `(2,0) red builder:r1`."""
        return {
            f"({p.x},{p.y}) {COLOURS[p.seat]}{'' if p.kind == 'small' else ' ' + p.kind}:{p.part}"
            for p in self.view.pieces
            if p.seat is not None
        }

    def supply(self, colour: str, piece: str = "small") -> int:
        """Return how many figures of a kind a colour has left to put."""
        return dict(self.view.seat(COLOURS.index(colour)).supply)[piece]

    def extras(self, colour: str) -> dict[str, int]:
        """Return a colour's goods and tower pieces."""
        return dict(self.view.seat(COLOURS.index(colour)).extras)

    @property
    def prisoners(self) -> set[tuple[str, str, str, int]]:
        """Prisoners as (holder, owner, kind, number)."""
        return {(COLOURS[s.seat], COLOURS[owner], kind, n) for s in self.view.seats for owner, kind, n in s.prisoners}

    @property
    def neutral(self) -> dict[str, tuple[int, int, str]]:
        """Places of dragon and fairy as (x, y, part), by name."""
        return {p.kind: (p.x, p.y, p.part) for p in self.view.pieces if p.seat is None}

    @property
    def heights(self) -> dict[tuple[int, int], int]:
        """Height of each tower, by square."""
        return {(m.x, m.y): m.value for m in self.view.marks if m.kind == "tower"}

    def verbs(self, verb: str) -> set[str]:
        """Return the legal actions with this verb, as texts without the verb."""
        return {text.split(" ", 1)[1] for text in self.legal if text.startswith(verb + " ")}

    @property
    def scored(self) -> list[tuple[str, dict[str, int]]]:
        """Return every scoring so far, as its kind and the points by colour."""
        return [(e.kind, {COLOURS[g.seat]: g.points for g in e.gains}) for e in self.events if isinstance(e, FeatureScored)]

    @property
    def lines(self) -> list[ScoringLine]:
        """Return the lines that explain all points scored so far."""
        return [line for e in self.events if isinstance(e, FeatureScored) for gain in e.gains for line in gain.lines]

    def told(self, kind: type) -> list[Any]:
        """Return the events of one class so far."""
        return [event for event in self.events if isinstance(event, kind)]
