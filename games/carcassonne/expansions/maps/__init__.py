"""Maps: a printed country as the board (maps.md), alone or with the expansions that permit it (`Expansion.on_maps`).

Tiles of all other expansions are played as plain ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.expansion import ActionVerb, Expansion, ExpansionSlot, FormerRuling, TurnStep, all_expansions
from games.carcassonne.expansions.maps import library, map_view_builder, opening, printed_segments, towns
from games.carcassonne.expansions.maps.reader import TILE_SETS
from games.carcassonne.scoring import count_of
from games.carcassonne.state import OwnerScore, State
from games.carcassonne.tile import SegmentKind
from games.core.errors import IllegalActionError
from games.core.options import ANY, Option, Options
from games.core.uploads import NONE, OPTION


def road_shields(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Add 2 points per shield on a completed road, or 1 per shield on an unfinished one."""
    tally.add("shields", count_of(state, root, "shield"), 2 if tally.complete else 1)


_NEEDS = ("map", ANY)

_APART: tuple[tuple[str, object], ...] = (("edition", "base"), ("small_city", "edition"), ("tiles", "all"))
"""Options that a map leaves no choice: there is one way to play on it (maps 1, 5)."""


def _adapt(options: Options) -> Mapping[str, Any]:
    chosen = options.names("towns")
    steps = [
        TurnStep("connect", opening.connect, ("place",), "maps 3.2"),
        TurnStep("full map", towns.stop_when_full, ("score",), "maps 6"),
    ]
    roads: tuple[Any, ...] = (road_shields,)
    if "a" in chosen:
        steps.append(TurnStep("extra tile", towns.extra_tile, ("full map",), "maps 7a"))
    if "b" in chosen:
        steps.append(TurnStep("toll", towns.toll, ("connect",), "maps 7b"))
    if "c" in chosen:
        roads = (road_shields, towns.road_bonus)
    return {"steps": tuple(steps), "score": {SegmentKind.ROAD: roads}}


def _forbid(options: Options) -> None:
    """Raise `IllegalActionError("option-clash")` for options that can't be played on the chosen map."""
    design = printed_segments.design_of(options)
    if design is None:
        return
    for key, only in _APART:
        if options[key] != only:
            raise _clash(key, str(options[key]), options)
    apart = [
        expansion.id for expansion in all_expansions() if expansion.id in options.names("expansions") and not expansion.on_maps
    ]
    if apart:
        raise _clash("expansions", ",".join(apart), options)
    if options.number("starts") > len(design.starts):
        raise _clash("starts", str(options["starts"]), options)


EXPANSION = Expansion(
    id="maps",
    played=lambda options: printed_segments.design_of(options) is not None,
    forbid=_forbid,
    options=(
        Option(OPTION, "choice", NONE, (NONE, *library.BUILT_IN), rule="maps 9", also=library.knows),
        Option("towns", "set", (), ("a", "b", "c"), needs=_NEEDS, rule="maps 7"),
        Option("starts", "number", 2, low=2, high=3, needs=_NEEDS, rule="maps 2.1"),
    ),
    verbs=(
        ActionVerb("start", ("cell",), opening.apply_start),
        ActionVerb("lay", ("what",), opening.apply_lay),
    ),
    memory=(
        ExpansionSlot(opening.STARTS, lambda _seats, _options: ()),
        ExpansionSlot(opening.CONNECTED, lambda _seats, _options: ()),
    ),
    begin=(opening.begin,),
    chances={"start": opening.start_squares, "lay": opening.first_tiles},
    printed=map_view_builder.map_view,
    positional=(towns.road_bonus,),
    sources={"toll": "toll"},
    adapt=_adapt,
)


SYMBOLS_TOLD_APART = FormerRuling("turns of plain tiles differ by their symbols", 2, lambda _part, _options: {"plain": False})
"""One tile is concerned: of tr23, two turns could be chosen that look the same but for a sign that nobody plays with."""


def _tiles_only(name: str) -> Expansion:
    """Return an expansion with only the tiles of `name`, without its rules and pieces (maps 1, 11)."""

    def is_played(options: Options) -> bool:
        design = printed_segments.design_of(options)
        return design is not None and name in design.sets

    return Expansion(id=f"plain {name}", played=is_played, tiles=name, plain=True, rulings=(SYMBOLS_TOLD_APART,))


EXPANSIONS = (EXPANSION, *(_tiles_only(name) for name in TILE_SETS if name != "base"))


def _clash(key: str, value: str, options: Options) -> IllegalActionError:
    return IllegalActionError("option-clash", key=key, value=value, other="map", other_value=options["map"])
