"""The Tower: tower pieces, captures, prisoners and guards (TW-R1 to TW-R12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.expansion import ActionVerb, Expansion, ExpansionSlot, TurnStep
from games.carcassonne.expansions.base.turn import offer_skip
from games.carcassonne.expansions.tower import prison, towers
from games.carcassonne.expansions.tower.evaluation import PROSPECT
from games.core.options import Option, Options

_NEEDS = ("expansions", "tower")


def _stock(seats: int, options: Options) -> tuple[int, ...]:
    return (options.number("tower_pieces") or towers.PIECES_BY_SEATS[seats],) * seats


def _adapt(options: Options) -> Mapping[str, Any]:
    changes: dict[str, Any] = {}
    if options["capture"] == "forced":
        changes["offers"] = tuple(pair for pair in EXPANSION.offers if pair != ("capture", offer_skip))
    if options["abandoned_tower"] == "stays_closed":
        changes["gone"] = (towers.close_for_good,)
    return changes


EXPANSION = Expansion(
    id="tower",
    tiles="tower",
    kinds=(towers.FOUNDATION,),
    options=(
        Option("ransom_needs_points", "flag", True, needs=_NEEDS, rule="BB-O7"),
        Option("capture", "choice", "optional", ("optional", "forced"), needs=_NEEDS, rule="BB-O10"),
        Option("abandoned_tower", "choice", "reopens", ("reopens", "stays_closed"), needs=_NEEDS, rule="BB-O11"),
        Option("ransom_price", "number", 3, low=0, high=20, needs=_NEEDS, rule="TW 9"),
        Option("tower_pieces", "number", 0, low=0, high=30, needs=_NEEDS, rule="TW 9"),
    ),
    steps=(
        TurnStep("new ransom", prison.new_turn, ("fairy income", "begin"), "TW-R8"),
        TurnStep("foundation", towers.add_foundation, ("builder", "volcano", "place"), "TW-R1"),
    ),
    offers=(
        ("place", prison.offer_ransom),
        ("deploy", towers.offer_pieces),
        ("deploy", towers.offer_guards),
        ("deploy", prison.offer_ransom),
        ("capture", offer_skip),
        ("capture", towers.offer_captures),
        ("exchange", towers.offer_exchange),
    ),
    verbs=(
        ActionVerb("raise", ("cell",), towers.apply_raise),
        ActionVerb("guard", ("what cell",), towers.apply_guard),
        ActionVerb("capture", ("cell part",), towers.apply_capture),
        ActionVerb("exchange", ("what",), towers.apply_exchange),
        ActionVerb("ransom", ("what seat",), prison.apply_ransom),
    ),
    memory=(
        ExpansionSlot(towers.FOUNDATIONS, lambda _seats, _options: ()),
        ExpansionSlot(towers.TOWERS, lambda _seats, _options: ()),
        ExpansionSlot(towers.STOCK, _stock),
        ExpansionSlot(towers.CLOSED, lambda _seats, _options: ()),
        ExpansionSlot(towers.RAISED, lambda _seats, _options: 0),
        ExpansionSlot(towers.TAKEN, lambda _seats, _options: None),
        ExpansionSlot(prison.PRISON, lambda _seats, _options: ()),
        ExpansionSlot(prison.RANSOMED, lambda _seats, _options: False),
    ),
    sources={"ransom": "ransom"},
    guesses=(prison.guess,),
    prospects=(PROSPECT,),
    extras=(towers.stock_shown,),
    custody=(prison.prisoner_counts,),
    decorate=(towers.tower_marks,),
    adapt=_adapt,
)
