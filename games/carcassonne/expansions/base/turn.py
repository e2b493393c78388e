"""The steps of the base game's turn: draw, place, deploy, score, next (base rules 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.actions import NOWHERE, Action, act
from games.carcassonne.events import ActionPassed, FigurePlaced, GameEnded, TileDiscarded, TileDrawn, TilePlaced, TurnBegan, made
from games.carcassonne.features import find, kind_within, lay, segment_at
from games.carcassonne.geometry import xy
from games.carcassonne.rulebook import SEAT_ASKED, ask_house, ask_unless_idle, is_barred
from games.carcassonne.scoring import score_feature, send_home, standing_on
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.tile_layout import PLACEMENTS, VOTE_BITS, meet_cells
from games.core.game import Emit, Seat, ignore_event

SKIP = act("skip")

FIRST_GAME: Mapping[str, int] = {
    "base/U": 1,
    "base/V": 2,
    "base/W": 1,
    "base/E": 3,
    "base/N": 1,
    "base/M": 1,
    "base/A": 1,
    "base/B": 1,
    "base/J": 1,
}
"""Twelve tiles beside the start tile, of every kind a few: in half an hour a road and a city are closed and a cloister stands."""

PRACTICE: Sequence[str] = tuple(f"base/{letter}" for letter in "ELWWIAMEAWWLEL")
"""The tiles of the practice game, in the order in which they are drawn: `games.carcassonne.practice` says what for."""


def begin(state: State, emit: Emit) -> None:
    """Place the start tile before the first turn (base 2.1), unless a printed board or an expansion has placed its own."""
    if state.playable is not None or state.board:
        return
    printed = next(kind for kind, tile in enumerate(state.rules.tiles) if tile.start)
    kind = printed if state.rules.start < 0 else state.rules.start
    for gone in {printed, kind}:  # in the bag is neither what lies nor what it replaces
        state.bag[gone] -= 1
    if state.rules.options["tiles"] == "twelve":
        state.bag = [FIRST_GAME.get(tile.id, 0) for tile in state.rules.tiles]
    elif state.rules.order:
        state.bag = [state.rules.order.count(kind) for kind in range(len(state.rules.tiles))]
    state.left = sum(state.bag)
    lay(state, 0, state.rules.layouts[kind][0], -1)
    emit(TilePlaced(None, state.rules.tiles[kind].id, 0, 0, 0))


def begin_turn(state: State, emit: Emit) -> None:
    """Announce the turn of a seat."""
    if emit is not ignore_event:
        emit(made(TurnBegan, (state.seat, state.number + 1, 1)))


def draw(state: State, emit: Emit) -> None:
    """Wait for chance to draw a tile, or end the game if none is left."""
    if state.left:
        ask_house(state)
    else:
        end(state, emit)


def apply_draw(state: State, _seat: int, action: Action, emit: Emit) -> None:
    """Take a tile out of the bag; one that fits nowhere leaves the game and another is drawn (base 4.1)."""
    kind = take_out(state, action)
    for handled in state.rules.drawn:
        if handled(state, kind, emit):
            draw_again(state, emit)
            return
    if not offer_tile(state, kind, emit):
        draw_again(state, emit)


def take_out(state: State, action: Action) -> int:
    """Remove the drawn tile from the bag, and return its kind."""
    kind = state.rules.kind_of[action.what]
    state.bag[kind] -= 1
    state.left -= 1
    return kind


def draw_again(state: State, emit: Emit) -> None:
    """Draw another tile in place of one that cannot be played."""
    state.rules.steps[state.rules.step_of["draw"]](state, emit)


def offer_tile(state: State, kind: int, emit: Emit) -> bool:
    """Put a drawn tile in the active hand with its legal placements, and return whether there are any.

    A tile that fits nowhere leaves the game, and False is returned (base 4.1).
    """
    state.hand = kind
    choices = placements(state, kind)
    for limit in state.rules.limits.get("place", ()):
        limit(state, state.seat, choices)
    if not choices:
        state.hand = -1
        state.discarded += (kind,)
        emit(TileDiscarded(state.rules.tiles[kind].id))
        return False
    state.choices = choices
    state.number += 1
    if emit is not ignore_event:
        emit(made(TileDrawn, (state.rules.tiles[kind].id,)))
    return True


def placements(state: State, kind: int) -> list[Action]:
    """Return every legal placement of a kind of tile; of turns that look the same, only one (base 4.1)."""
    fit = state.rules.fits[kind]
    rows = PLACEMENTS
    actions: list[Action] = []
    try:
        for cell, demand in state.frontier.items():
            if fit[demand]:
                actions += rows[cell][fit[demand]]
    except KeyError:
        meet_cells(state.frontier)
        return placements(state, kind)
    return actions


def offer_placements(state: State, _seat: int, out: list[Action]) -> None:
    """Offer every legal placement of the tile in hand."""
    out += placements(state, state.hand)


def place(state: State, _emit: Emit) -> None:
    """Wait for the active seat to place its tile.

    The placements are already known from the draw; only the offers and limits after `offer_placements` run here.
    """
    others = state.rules.asking["place"][1:]
    if others:
        choices = list(state.choices)
        for offer_or_limit in others:
            offer_or_limit(state, state.seat, choices)
        state.choices = choices
    state.decision = "place"
    state.asked = SEAT_ASKED[state.seat]


def apply_place(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Place the tile and merge the features that it joins."""
    cell = action.cell
    layout = state.rules.layouts[state.hand][action.turn]
    lay(state, cell, layout, seat)
    state.hand = -1
    if emit is not ignore_event:
        x, y = xy(cell)
        emit(made(TilePlaced, (seat, layout.id, x, y, action.turn)))


def deploy(state: State, _emit: Emit) -> None:
    """Wait for the active seat to place a figure, unless it can only skip (base 3)."""
    ask_unless_idle(state, "deploy", state.seat)


def offer_skip(_state: State, _seat: int, out: list[Action]) -> None:
    """Offer to skip the decision."""
    out.append(SKIP)


def apply_skip(_state: State, seat: int, _action: Action, emit: Emit) -> None:
    """Skip the decision, which is announced as `ActionPassed`."""
    if emit is not ignore_event:
        emit(ActionPassed(Seat(seat)))


def offer_followers(state: State, seat: int, out: list[Action]) -> None:
    """Offer each follower at hand for each segment of the new tile whose feature is unoccupied (base 4.2)."""
    rules = state.rules
    supply = state.supply
    first = seat * len(rules.pieces)
    ready = [piece for piece in rules.usual if supply[first + piece]]
    bound = [piece for piece in rules.bound if supply[first + piece]] if rules.bound else ()
    if not ready and not bound:
        return
    if is_barred(state, state.here):
        return
    layout, base, _ = state.board[state.here]
    parent, load, voters = state.parent, state.load, state.voters
    for place in layout.layout_rules:
        root = base + place
        while parent[root] >= 0:
            root = parent[root]
        if not load[root] & voters:
            for piece in ready:
                out.append(layout.stands[piece][place])
    for piece in bound:
        out += [layout.stands[piece][place] for place in layout.posts[piece] if not load[find(parent, base + place)] & voters]


def apply_deploy(state: State, seat: int, action: Action, emit: Emit) -> None:
    """Move a figure from the supply to a segment of the new tile, or of the tile that the action names."""
    cell = state.here if action.cell == NOWHERE else action.cell
    segment = segment_at(state, cell, action.part)
    put(state, seat, state.rules.piece_of[action.what], cell, segment, emit)


def put(state: State, seat: int, piece: int, cell: int, segment: int, emit: Emit) -> None:
    """Place a figure with its votes on a segment."""
    rules = state.rules
    layout, base, number = state.board[cell]
    place = segment - base
    figure = seat * len(rules.pieces) + piece
    state.supply[figure] -= 1
    state.figures[segment] = number << 8 | figure
    kind = rules.pieces[piece]
    state.load[find(state.parent, segment)] += kind.votes << VOTE_BITS * seat
    if emit is not ignore_event:
        role = layout.segments[place].kind.role if kind.follower else kind.id
        x, y = xy(cell)
        emit(FigurePlaced(seat, kind.id, x, y, layout.names[place], role))


def score(state: State, emit: Emit) -> None:
    """Score all features that the new tile completed, then return their figures (base 3.3, BB-R7)."""
    if not state.finished:
        return
    leaving: list[int] = []
    for root in state.finished:
        standing = standing_on(state, root) if state.load[root] & state.voters else []
        score_feature(state, root, _kind_of(state, root), standing, emit, complete=True)
        leaving += standing
    if leaving:
        send_home(state, leaving, "scored", emit)


def _kind_of(state: State, root: int) -> SegmentKind:
    """Return the kind of a completed feature with this root.

    A road or city has a segment on the new tile; a cloister may be on a neighbour.
    """
    layout, base, _ = state.board[state.here]
    for place in layout.routes:
        if find(state.parent, base + place) == root:
            return layout.segments[place].kind
    return kind_within(state, root)


def next_turn(state: State, emit: Emit) -> None:
    """Give the turn to the next seat, or end the game when no tile is left (base 6)."""
    if not state.left:
        end(state, emit)
        return
    state.seat = (state.seat + 1) % state.seats
    state.part = 1
    state.step = 0


def end(state: State, emit: Emit) -> None:
    """Run final scoring and announce the winners: the most points win, and equals share the victory (base 6)."""
    final_scoring(state, emit)
    best = max(state.scores)
    emit(GameEnded(tuple(state.scores), tuple(seat for seat, points in enumerate(state.scores) if points == best)))


def final_scoring(state: State, emit: Emit) -> None:
    """Run all rules of final scoring; the state already counts as over, so that rules can tell this from play."""
    state.over = True
    for rule in state.rules.finale:
        rule(state, emit)
