"""The Princess & the Dragon: volcano, dragon, fairy, princess, portal (PD-R1 to PD-R21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.expansion import ActionVerb, Expansion, ExpansionSlot, TurnStep
from games.carcassonne.expansions.dragon import fairy, princess_and_portal, walk
from games.carcassonne.expansions.dragon.evaluation import PROSPECT
from games.core.options import Option, Options

_NEEDS = ("expansions", "dragon")


def _adapt(options: Options) -> Mapping[str, Any]:
    changes: dict[str, Any] = {}
    walk_step = TurnStep("dragon", walk.start_walk, ("deploy",), "BB-R6")
    if options["dragon_timing"] == "after_scoring":
        walk_step = TurnStep("late dragon", walk.start_walk, ("score",), "BB-O4")
    on_tile = options["fairy_placement"] == "tile"
    changes["steps"] = (
        TurnStep("fairy income", fairy.tile_income if on_tile else fairy.income, ("begin",), "BB-R1"),
        TurnStep("volcano", walk.volcano, ("place",), "BB-R3.2, PD-R1"),
        walk_step,
    )
    if on_tile:
        changes["offers"] = (("deploy", fairy.offer_tiles), *EXPANSION.offers[1:])
        changes["scored"] = (fairy.tile_bonus,)
    limits = []
    if options["princess"] == "must":
        limits.append(("deploy", princess_and_portal.must_remove))
    if options["volcano_wood"] == "none":
        limits.append(("deploy", walk.forbid_wood))
    changes["limits"] = tuple(limits)
    if options["dragon_tiles_before_volcano"] == "placed_without_effect":
        changes["drawn"] = ()
    return changes


EXPANSION = Expansion(
    id="dragon",
    tiles="dragon",
    options=(
        Option("fairy_placement", "choice", "follower", ("follower", "tile"), needs=_NEEDS, rule="BB-O2"),
        Option("fairy_final_scoring", "flag", True, needs=_NEEDS, rule="BB-O3"),
        Option("dragon_timing", "choice", "before_scoring", ("before_scoring", "after_scoring"), needs=_NEEDS, rule="BB-O4"),
        Option("princess", "choice", "may", ("may", "must"), needs=_NEEDS, rule="BB-O5"),
        Option("volcano_wood", "choice", "not_on_tile", ("not_on_tile", "none"), needs=_NEEDS, rule="BB-O12"),
        Option(
            "dragon_tiles_before_volcano",
            "choice",
            "set_aside",
            ("set_aside", "placed_without_effect"),
            needs=_NEEDS,
            rule="BB-O13",
        ),
        Option("dragon_steps", "number", 6, low=1, high=12, needs=_NEEDS, rule="PD 9"),
    ),
    symbols=("volcano", "dragon", "portal", "princess"),
    offers=(
        ("deploy", fairy.offer_companions),
        ("deploy", princess_and_portal.offer_knights),
        ("deploy", princess_and_portal.offer_far_places),
        ("dragon", walk.offer_steps),
    ),
    verbs=(
        ActionVerb("fairy", ("cell part", "cell"), fairy.apply_fairy),
        ActionVerb("princess", ("cell part",), princess_and_portal.apply_princess),
        ActionVerb("dragon", ("cell",), walk.apply_step),
    ),
    drawn=(walk.wait_for_volcano,),
    bars=(walk.holds_dragon,),
    scored=(fairy.bonus,),
    sources={"fairy-income": "fairy", "fairy-bonus": "fairy"},
    gone=(fairy.leave_behind,),
    guesses=(fairy.guess,),
    prospects=(PROSPECT,),
    memory=(
        ExpansionSlot(walk.DRAGON, lambda _seats, _options: None),
        ExpansionSlot(walk.WALK, lambda _seats, _options: ()),
        ExpansionSlot(walk.ASIDE, lambda _seats, _options: ()),
        ExpansionSlot(fairy.FAIRY, lambda _seats, _options: None),
    ),
    aside=(walk.set_aside_tiles,),
    decorate=(walk.dragon_mark, fairy.fairy_mark),
    adapt=_adapt,
)
