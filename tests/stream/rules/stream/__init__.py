"""The Stream, a fictitious expansion that tests the plug-in interface.

It has a fourth kind of edge, a stack of its own, and a boat that can be taken back. The spring is placed first, then its stack is
drawn, the lake last; the other tiles come after it. A stream tile must continue the stream, and two bends in a row never turn the
same way. A boat stands on a stream only; a finished stream scores 1 point for each tile.
"""

from __future__ import annotations

from games.carcassonne.actions import Action, act
from games.carcassonne.events import TilePlaced
from games.carcassonne.expansion import ActionVerb, Expansion, ExpansionSlot, TurnStep
from games.carcassonne.features import lay
from games.carcassonne.geometry import STEP, opposite
from games.carcassonne.scoring import send_home
from games.carcassonne.state import OwnerScore, State
from games.carcassonne.tile import PieceKind, SegmentKind, Shape
from games.carcassonne.tile_layout import TileLayout
from games.core.game import Emit

STREAM = SegmentKind("stream", shape=Shape.SIDES, part="s", role="ferryman", letter="S", settled=False)
BOAT = "boat"

BEND = "bend"
"""Slot: which way the stream turned on its last tile: 1 or 3 quarter turns, 2 for straight on."""

RECALL = act("recall")


def ports(layout: TileLayout) -> tuple[int, ...]:
    """Return the sides of a tile through which the stream runs."""
    return next((segment.ports for segment in layout.segments if segment.kind is STREAM), ())


def spring(state: State, emit: Emit) -> None:
    """Lay the spring before the first turn."""
    kind = state.rules.kind_of["stream/spring"]
    state.bag[kind] -= 1
    state.left -= 1
    lay(state, 0, state.rules.layouts[kind][0], -1)
    emit(TilePlaced(None, "stream/spring", 0, 0, 0))


def mouth(state: State) -> tuple[int, int]:
    """Return the empty cell into which the stream flows, and its side of entry."""
    for cell, (layout, _, _) in reversed(state.board.items()):
        for side in ports(layout):
            if cell + STEP[side] not in state.board:
                return cell + STEP[side], opposite(side)
    raise AssertionError("the stream has ended")


def bend(layout: TileLayout, entry: int) -> int:
    """Return the number of quarter turns by which a tile turns the stream; 0 where the stream ends."""
    return next(((side - entry) % 4 for side in ports(layout) if side != entry), 0)


def go_on(state: State, _seat: int, out: list[Action]) -> None:
    """Limit placements of a stream tile to the mouth, without an immediate U-turn."""
    turned = state.rules.layouts[state.hand]
    if not ports(turned[0]):
        return
    cell, entry = mouth(state)
    before = state.memory[BEND]
    there = [action for action in out if action.verb != "place" or action.cell == cell]
    out[:] = [a for a in there if a.verb != "place" or (way := bend(turned[a.turn], entry)) == 2 or way != before]


def flow(state: State, _emit: Emit) -> None:
    """Remember in which direction the tile just placed turned the stream."""
    layout = state.board[state.here][0]
    for side in ports(layout):
        beyond = state.board.get(state.here + STEP[side])
        if beyond is not None:
            state.memory[BEND] = bend(layout, side)


def boats(state: State, seat: int) -> list[int]:
    """Return the segments on which the seat's boats stand."""
    own = seat * len(state.rules.pieces) + state.rules.piece_of[BOAT]
    return [segment for segment, figure in state.figures.items() if figure & 255 == own]


def offer_recall(state: State, seat: int, out: list[Action]) -> None:
    """Add the action to take the player's own boat back, as an alternative to putting a figure."""
    if boats(state, seat):
        out.append(RECALL)


def apply_recall(state: State, seat: int, _action: Action, emit: Emit) -> None:
    """Return the boat to its player without scoring."""
    send_home(state, boats(state, seat), "recalled", emit)


def worth(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Return 1 point for each tile of a stream, complete or not."""
    tally.add("tiles", state.tiles[root].bit_count(), 1)


EXPANSION = Expansion(
    id="stream",
    tiles="stream",
    kinds=(STREAM,),
    symbols=("source", "mere"),
    stacks=(("stream/straight", "stream/bend", "stream/bridge", "stream/town"), ("stream/lake",)),
    pieces=(PieceKind(BOAT, 1, lambda _options: 1, stands_on=(STREAM,)),),
    steps=(TurnStep("flow", flow, ("foundation", "builder", "volcano", "connect", "place")),),
    offers=(("deploy", offer_recall),),
    limits=(("place", go_on),),
    verbs=(ActionVerb("recall", ("",), apply_recall),),
    score={STREAM: (worth,)},
    sources={STREAM.value: "stream"},
    memory=(ExpansionSlot(BEND, lambda _seats, _options: 2),),
    begin=(spring,),
)
