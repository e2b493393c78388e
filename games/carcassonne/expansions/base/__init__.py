"""The base game, declared as an expansion like the others; the first edition is two of its options (base.md, first-edition.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.carcassonne.actions import BASE_SHAPES
from games.carcassonne.expansion import ActionVerb, Expansion, FormerRuling, TurnStep
from games.carcassonne.expansions.base import feature_values, tile_in_hand, turn
from games.carcassonne.expansions.base.feature_values import FARM_RULES, score_fields_by_city_and_owner, score_fields_by_first_field
from games.carcassonne.tile import BASE_KINDS, PieceKind, SegmentKind
from games.core.errors import IllegalActionError
from games.core.options import Option, Options


class Printing(NamedTuple):
    """Rules that are fixed by a printing of the game (first edition 1 and 8, winter 1)."""

    farm_rule: str
    small_city: str
    colours: int
    """How many can play."""


EDITIONS: Mapping[str, Printing] = {
    "base": Printing("3", "4", 6),
    "first": Printing("1", "2", 5),
    "winter": Printing("3", "4", 5),
}


def edition(options: Options) -> Printing:
    """Return the printing chosen by the options."""
    return EDITIONS[str(options["edition"])]


USUAL_MEEPLES = 7
"""Option `meeples` 0 stands for these, or on a map for as many as the map says (base 1, maps 1)."""


def _adapt(options: Options) -> Mapping[str, Any]:
    farm_rule, small_city, _ = edition(options)
    if options["farm_rule"] != "edition":
        farm_rule = str(options["farm_rule"])
    if options["small_city"] != "edition":
        small_city = str(options["small_city"])
    city = (feature_values.city, feature_values.small_city) if small_city == "2" else (feature_values.city,)
    return {
        "score": {**EXPANSION.score, SegmentKind.CITY: city},
        "finale": (feature_values.score_unfinished, FARM_RULES[farm_rule]),
        "order": turn.PRACTICE if options["tiles"] == "practice" else (),
        **(_IN_HAND if options["in_hand"] else {}),
    }


def _replace_farm_scoring(base: Expansion, _options: Options) -> Mapping[str, Any]:
    """Return the slots that replace the farmers' rule by the former one, which pays a city in the field begun first.

    The difference only shows with pigs, and only at the end: running matches must keep this rule.
    """
    return {
        "finale": tuple(score_fields_by_first_field if rule is score_fields_by_city_and_owner else rule for rule in base.finale)
    }


def _forbid(options: Options) -> None:
    """Raise `IllegalActionError("option-clash")` if options exclude each other.

    A first or practice game has no expansions, and the practice game has no tile in hand (`tile_in_hand.forbid`).
    """
    tile_in_hand.forbid(options)
    if options["tiles"] != "all" and options.names("expansions"):
        raise IllegalActionError(
            "option-clash",
            key="tiles",
            value=str(options["tiles"]),
            other="expansions",
            other_value=",".join(options.names("expansions")),
        )


EXPANSION = Expansion(
    id="base",
    forbid=_forbid,
    played=lambda _options: True,
    tiles="base",
    symbols=("shield",),
    marks=("shield",),
    pieces=(PieceKind("small", 1, lambda options: options.number("meeples") or USUAL_MEEPLES),),
    options=(
        Option("farmers", "flag", True, rule="base 7"),
        Option("farm_rule", "choice", "edition", ("edition", "1", "2", "3"), rule="first edition 8"),
        Option("small_city", "choice", "edition", ("edition", "2", "4"), rule="BB-O8"),
        Option("meeples", "number", 0, low=0, high=9, rule="base 7"),
        Option("first_player", "choice", "random", ("random", "chosen"), rule="BB-O14"),
        Option("tiles", "choice", "all", ("all", "twelve", "practice"), rule="base 2", unrated=("practice",)),
        Option("in_hand", "flag", False, rule="TH-R1"),
    ),
    steps=(
        TurnStep("begin", turn.begin_turn, rule="base 3"),
        TurnStep("draw", turn.draw, ("begin",), "base 3.1"),
        TurnStep("place", turn.place, ("draw",), "base 3.1"),
        TurnStep("deploy", turn.deploy, ("place",), "base 3.2"),
        TurnStep("score", turn.score, ("deploy",), "base 3.3"),
        TurnStep("next", turn.next_turn, ("score",), "base 6"),
    ),
    offers=(
        ("place", turn.offer_placements),
        ("deploy", turn.offer_skip),
        ("deploy", turn.offer_followers),
    ),
    verbs=(
        ActionVerb("draw", BASE_SHAPES["draw"], turn.apply_draw),
        ActionVerb("place", BASE_SHAPES["place"], turn.apply_place),
        ActionVerb("deploy", BASE_SHAPES["deploy"], turn.apply_deploy),
        ActionVerb("skip", BASE_SHAPES["skip"], turn.apply_skip),
    ),
    score={
        SegmentKind.ROAD: (feature_values.road,),
        SegmentKind.CITY: (feature_values.city,),
        SegmentKind.CLOISTER: (feature_values.cloister,),
    },
    sources={kind.value: kind.value for kind in BASE_KINDS},
    begin=(turn.begin,),
    adapt=_adapt,
    rulings=(FormerRuling("the first meadow uses a city up", until=1, adapt=_replace_farm_scoring),),
)

_IN_HAND: Mapping[str, Any] = {
    "steps": (
        TurnStep("deal", tile_in_hand.deal, rule="TH-R1"),
        EXPANSION.steps[0],
        TurnStep("draw", tile_in_hand.take, ("begin",), "TH-R2"),
        *EXPANSION.steps[2:5],
        TurnStep("refill", tile_in_hand.refill, ("score",), "TH-R1"),
        TurnStep("next", tile_in_hand.next_turn, ("refill",), "TH-R4"),
    ),
    "verbs": (ActionVerb("draw", BASE_SHAPES["draw"], tile_in_hand.apply_draw), *EXPANSION.verbs[1:]),
    "begin": (tile_in_hand.begin, turn.begin),
}
"""What the option `tile_in_hand` changes."""
