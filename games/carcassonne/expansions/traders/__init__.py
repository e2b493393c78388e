"""Traders & Builders: builder, pig and goods (TB-R1 to TB-R11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.expansion import ActionVerb, Expansion, ExpansionSlot, TurnStep
from games.carcassonne.expansions.base.turn import offer_skip
from games.carcassonne.expansions.traders import builder, goods
from games.carcassonne.expansions.traders.evaluation import PROSPECT
from games.carcassonne.tile import PieceKind, SegmentKind
from games.core.options import Option, Options

_NEEDS = ("expansions", "traders")
_AFTER_SCORE = ("late dragon", "score")


def _adapt(options: Options) -> Mapping[str, Any]:
    """Return the slots changed by the option of BB-O6: under `ask` the second part is offered before its draw."""
    if options["builder_second_part"] == "automatic":
        return {}
    asking = TurnStep("second part", builder.ask_second_part, _AFTER_SCORE, "BB-R8, BB-O6")
    return {"steps": (EXPANSION.steps[0], asking)}


EXPANSION = Expansion(
    id="traders",
    tiles="traders",
    symbols=goods.GOODS,
    marks=goods.GOODS,
    pieces=(
        PieceKind(
            builder.BUILDER, 0, lambda options: options.number("builders_per_player"), False, (SegmentKind.CITY, SegmentKind.ROAD)
        ),
        PieceKind(builder.PIG, 0, lambda options: options.number("pigs_per_player"), False, (SegmentKind.FIELD,)),
    ),
    options=(
        Option("builder_second_part", "choice", "automatic", ("automatic", "ask"), needs=_NEEDS, rule="BB-O6"),
        Option("goods_points", "number", 10, low=0, high=100, needs=_NEEDS, rule="BB-O15"),
        Option("builders_per_player", "number", 1, low=0, high=1, needs=_NEEDS, rule="TB 9"),
        Option("pigs_per_player", "number", 1, low=0, high=1, needs=_NEEDS, rule="TB 9"),
    ),
    steps=(
        TurnStep("builder", builder.notice, ("volcano", "place"), "BB-R3.3, TB-R3"),
        TurnStep("second part", builder.second_part, _AFTER_SCORE, "BB-R8"),
    ),
    offers=(
        ("deploy", builder.offer_builder),
        ("deploy", builder.offer_pig),
        ("again", builder.offer_again),
        ("again", offer_skip),
    ),
    verbs=(ActionVerb("again", ("",), builder.apply_again),),
    score={SegmentKind.FIELD: (builder.pig_field,)},
    positional=(builder.pig_field,),
    spoils=(goods.take,),
    orphaned=(builder.send_orphans,),
    finale=(goods.majorities,),
    sources={f"goods-{mark}": "goods" for mark in goods.GOODS},
    guesses=(goods.guess,),
    prospects=(PROSPECT,),
    memory=(
        ExpansionSlot(goods.STORE, lambda seats, _options: goods.empty_store(seats)),
        ExpansionSlot(builder.EXTRA, lambda _seats, _options: False),
    ),
    extras=(goods.goods_counts,),
    adapt=_adapt,
)
