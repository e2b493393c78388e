"""The Tower: pieces, captures, prisoners, guards (TW-R1 to TW-R12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.expansion import Expansion, Slot, TurnStep, Verb
from games.carcassonne.expansions.base.turn import offer_skip
from games.carcassonne.expansions.tower import build, prison
from games.carcassonne.expansions.tower.prospects import PROSPECT
from games.core.options import Option, Options

_NEEDS = ("expansions", "tower")


def _stock(seats: int, options: Options) -> tuple[int, ...]:
    return (options.number("tower_pieces") or build.PIECES_BY_SEATS[seats],) * seats


def _adapt(options: Options) -> Mapping[str, Any]:
    changes: dict[str, Any] = {}
    if options["capture"] == "forced":
        changes["offers"] = tuple(pair for pair in EXPANSION.offers if pair != ("capture", offer_skip))
    if options["abandoned_tower"] == "stays_closed":
        changes["gone"] = (build.close_for_good,)
    return changes


EXPANSION = Expansion(
    id="tower",
    tiles="tower",
    kinds=(build.FOUNDATION,),
    options=(
        Option("ransom_needs_points", "flag", True, needs=_NEEDS, rule="BB-O7"),
        Option("capture", "choice", "optional", ("optional", "forced"), needs=_NEEDS, rule="BB-O10"),
        Option("abandoned_tower", "choice", "reopens", ("reopens", "stays_closed"), needs=_NEEDS, rule="BB-O11"),
        Option("ransom_price", "number", 3, low=0, high=20, needs=_NEEDS, rule="TW 9"),
        Option("tower_pieces", "number", 0, low=0, high=30, needs=_NEEDS, rule="TW 9"),
    ),
    steps=(
        TurnStep("new ransom", prison.new_turn, ("fairy income", "begin"), "TW-R8"),
        TurnStep("foundation", build.found, ("builder", "volcano", "place"), "TW-R1"),
    ),
    offers=(
        ("place", prison.offer_ransom),
        ("deploy", build.offer_pieces),
        ("deploy", build.offer_guards),
        ("deploy", prison.offer_ransom),
        ("capture", offer_skip),
        ("capture", build.offer_captures),
        ("exchange", build.offer_exchange),
    ),
    verbs=(
        Verb("raise", ("cell",), build.apply_raise),
        Verb("guard", ("what cell",), build.apply_guard),
        Verb("capture", ("cell part",), build.apply_capture),
        Verb("exchange", ("what",), build.apply_exchange),
        Verb("ransom", ("what seat",), prison.apply_ransom),
    ),
    memory=(
        Slot(build.FOUNDATIONS, lambda _seats, _options: ()),
        Slot(build.TOWERS, lambda _seats, _options: ()),
        Slot(build.STOCK, _stock),
        Slot(build.CLOSED, lambda _seats, _options: ()),
        Slot(build.RAISED, lambda _seats, _options: 0),
        Slot(build.TAKEN, lambda _seats, _options: None),
        Slot(prison.PRISON, lambda _seats, _options: ()),
        Slot(prison.RANSOMED, lambda _seats, _options: False),
    ),
    guesses=(prison.guess,),
    prospects=(PROSPECT,),
    extras=(build.stock_shown,),
    custody=(prison.shown,),
    decorate=(build.shown,),
    adapt=_adapt,
)
