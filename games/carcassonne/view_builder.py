"""The conversion of a state to a `BoardView`, from which pictures and texts are made.

Not used by searches, so plain and slow.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.carcassonne.catalog import tile, tiles
from games.carcassonne.events import FeatureScored, PointsPaid, ScoringLine
from games.carcassonne.expansions.base.turn import final_scoring
from games.carcassonne.features import find
from games.carcassonne.geometry import CHAT, MAP_SQUARES, cell_at, xy
from games.carcassonne.scoring import majority, place_of, votes
from games.carcassonne.state import PRINTED, State
from games.carcassonne.tile import SegmentKind, Shape
from games.carcassonne.view import BoardView, FeatureView, MarkView, PieceView, SeatView, TileView
from games.core.emoji_names import owned_emoji
from games.core.game import CHANCE, Event, Seat

_THEME = {"winter": "winter"}


def build_view(state: State) -> BoardView:
    """Return the view of the whole table, the same for all viewers: nothing is secret."""
    rules = state.rules
    decorations = [mark for decorate in rules.decorate for mark in decorate(state)]
    asked = tuple(int(seat) for seat in state.asked if seat != CHANCE)
    printed = rules.printed(state) if rules.printed else None
    forecast = () if state.over else forecast_of(state)
    views, closed = feature_views(state, forecast)
    return BoardView(
        tiles=_tiles(state),
        pieces=(*_pieces(state), *(d for d in decorations if isinstance(d, PieceView))),
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        features=views,
        to_act=asked,
        decision=state.decision if asked else "",
        hand=rules.tiles[state.hand].id if state.hand >= 0 else None,
        current=xy(state.here) if asked and state.decision != "place" else None,
        turn=state.number,
        turns=_turns(state),
        left=state.left,
        bag=_count_kinds(state, range(len(state.bag))),
        stacks=tuple(counted for stack in rules.stacks if (counted := _count_kinds(state, sorted(stack)))),
        over=state.over,
        theme="map" if printed else _THEME.get(str(rules.options["edition"]), "summer"),
        squares=MAP_SQUARES if printed else CHAT,
        printed=printed,
        marks=tuple(d for d in decorations if isinstance(d, MarkView)),
        aside=tuple(rules.tiles[kind].id for aside in rules.aside for kind in aside(state)),
        discarded=tuple(rules.tiles[kind].id for kind in state.discarded),
        forecast=forecast,
        closed=closed,
    )


def _count_kinds(state: State, kinds: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """Return (tile id, number in the bag) for these kinds, without those of which none is left."""
    return tuple((state.rules.tiles[kind].id, state.bag[kind]) for kind in kinds if state.bag[kind])


def _turns(state: State) -> int:
    """Return how many turns the game has at most, past ones included.

    A tile that left the game or was set aside counts as one turn as well.
    """
    aside = sum(len(waiting(state)) for waiting in state.rules.aside)
    drawable = state.number + state.turns_to_come() + len(state.discarded) + aside
    if state.playable is None:
        return drawable
    return min(drawable, state.number - (state.hand >= 0) + sum(cell not in state.board for cell in state.playable))


def _count_printed(state: State) -> int:
    """Return how many of the placed tiles are printed on the board; these come first."""
    return sum(seat == PRINTED for _, seat in state.placed)


def _tiles(state: State) -> tuple[TileView, ...]:
    seen: dict[str, int] = {}
    tiles = []
    for number, (cell, seat) in enumerate(state.placed[_count_printed(state) :]):
        layout = state.board[cell][0]
        copy = seen.get(layout.id, 0)
        seen[layout.id] = copy + 1
        tiles.append(TileView(*xy(cell), layout.id, layout.turn, number, copy, seat if seat >= 0 else None))
    return tuple(tiles)


def _pieces(state: State) -> tuple[PieceView, ...]:
    kinds = state.rules.pieces
    pieces = []
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, len(kinds))
        x, y, part = place_of(state, segment)
        kind = kinds[piece]
        role = _kind(state, x, y, part).role if kind.follower else kind.id
        pieces.append(PieceView(x, y, part, kind.id, role, seat))
    return tuple(pieces)


def _kind(state: State, x: int, y: int, part: str) -> SegmentKind:
    layout = state.board[cell_at(x, y)][0]
    return layout.segments[layout.place_of[part]].kind


def _seat(state: State, seat: int) -> SeatView:
    kinds = state.rules.pieces
    at_hand = state.supply[seat * len(kinds) : (seat + 1) * len(kinds)]
    return SeatView(
        seat,
        state.scores[seat],
        tuple((kind.id, number) for kind, number in zip(kinds, at_hand, strict=True)),
        tuple(pair for extras in state.rules.extras for pair in extras(state, seat)),
        tuple(prisoners for custody in state.rules.custody for prisoners in custody(state, seat)),
        held=state.rules.tiles[state.held[seat]].id if state.held and state.held[seat] >= 0 else None,
        meeples=sum(number for kind, number in zip(kinds, at_hand, strict=True) if kind.follower),
    )


def forecast_of(state: State) -> tuple[FeatureScored | PointsPaid, ...]:
    """Return everything that would be scored if the game ended now, by ending a copy of it."""
    events: list[Event] = []
    final_scoring(state.clone(), events.append)
    return tuple(event for event in events if isinstance(event, FeatureScored | PointsPaid))


def feature_views(
    state: State, forecast: Iterable[FeatureScored | PointsPaid]
) -> tuple[tuple[FeatureView, ...], tuple[FeatureView, ...]]:
    """Return the open or occupied features with their worth by `forecast`, and the complete features without figures."""
    # Off the search path, but made for every message of a turn: what is called for each segment stands here in full.
    bring = _forecast_by_feature(state, forecast)
    printed, touched = _count_printed(state), _cities_by_field(state)
    load, voters = state.load, state.voters
    parent, feature_views, kinds = state.parent, dict[int, list[tuple[int, int, str]]](), dict[int, SegmentKind]()
    for cell, (layout, base, number) in state.board.items():
        if number < printed:
            continue
        x, y = xy(cell)
        for place, segment in enumerate(layout.segments):
            if segment.kind.shape is not Shape.SPOT:
                root = base + place
                while parent[root] >= 0:
                    root = parent[root]
                if root in feature_views:
                    feature_views[root].append((x, y, segment.name))
                else:
                    feature_views[root], kinds[root] = [(x, y, segment.name)], segment.kind
    live, left = list[FeatureView](), list[FeatureView]()
    for root, parts in feature_views.items():
        weights, cities = votes(state, root) if load[root] & voters else (), touched.get(root, (0, 0))
        feature_view = _feature(state, root, kinds[root], parts, weights, bring.get(root, []), printed, cities)
        (live if weights or state.open[root] else left).append(feature_view)
    return tuple(live), tuple(left)


def _feature(
    state: State,
    root: int,
    kind: SegmentKind,
    segments: list[tuple[int, int, str]],
    weights: tuple[tuple[int, int], ...],
    gains: list[tuple[int, int, tuple[ScoringLine, ...]]],
    printed: int,
    cities: tuple[int, int],
) -> FeatureView:
    complete = kind.shape is not Shape.HALVES and not state.open[root]
    through = tuple(n for n in range(printed) if state.tiles[root] >> n & 1) if printed and kind.shape is Shape.SIDES else ()
    ends = 0 if kind.shape is Shape.HALVES else state.open[root]
    owners = majority(weights) if weights else ()
    return FeatureView(kind.value, tuple(segments), complete, weights, owners, tuple(gains), through, ends, cities)


def _cities_by_field(state: State) -> dict[int, tuple[int, int]]:
    """Return how many complete and how many open cities each field touches, by the field's root."""
    touched: dict[int, set[int]] = {}
    for layout, base, _ in state.board.values():
        for place, touches in layout.pastures:
            near = touched.setdefault(find(state.parent, base + place), set())
            near.update(find(state.parent, base + city) for city in touches)
    unfinished = {root: sum(state.open[city] > 0 for city in cities) for root, cities in touched.items()}
    return {root: (len(cities) - unfinished[root], unfinished[root]) for root, cities in touched.items()}


def _forecast_by_feature(
    state: State, forecast: Iterable[FeatureScored | PointsPaid]
) -> dict[int, list[tuple[int, int, tuple[ScoringLine, ...]]]]:
    """Return the forecast payments of each feature by its root, as (seat, points, lines)."""
    bring: dict[int, list[tuple[int, int, tuple[ScoringLine, ...]]]] = {}
    for event in forecast:
        if isinstance(event, FeatureScored):
            for gain in event.gains:
                if gain.at:
                    x, y, part = gain.at
                    layout, base, _ = state.board[cell_at(x, y)]
                    root = find(state.parent, base + layout.place_of[part])
                    bring.setdefault(root, []).append((gain.seat, gain.points, gain.lines))
    return bring


_MEEPLE = {"small": "meeple", "small lying": "farmer"}


def figure_emoji(piece: str, role: str, seat: Seat | int | None) -> str:
    """Return the emoji name of a figure on the board; farmers lie down. `seat` is None for a neutral figure."""
    return figure_with_emoji(f"{piece} lying" if role == SegmentKind.FIELD.role and piece != role else piece, seat)


def figure_with_emoji(name: str, seat: Seat | int | None) -> str:
    """Return the emoji name of a figure from the name of its drawing, such as `red_big_lying` or `dragon`."""
    thing = _MEEPLE.get(name, name).replace(" ", "_")
    return thing if seat is None else owned_emoji(thing, seat)


def mark_emoji(mark: str) -> str:
    """Return the emoji name of a tile symbol, or of an expansion's item that players own, such as `sign_shield`."""
    return f"sign_{mark.replace('-', '_')}"


@cache
def tile_emoji(tile_id: str, turn: int) -> str:
    """Return the emoji name of a tile after `turn` quarter turns, such as `tile_base_E_90`.

    Turns that look the same have one name.
    """
    return f"tile_{tile_id.replace('/', '_')}_{tile(tile_id).alike[turn] * 90}"


def tile_emojis() -> dict[str, tuple[str, int]]:
    """Return the tile id and quarter turns of every tile picture, by its emoji name."""
    return {tile_emoji(each.id, turn): (each.id, turn) for each in tiles().values() for turn in sorted(set(each.alike))}
