"""The Abbot: a follower for cloisters and gardens that may be taken back for the present points of its feature (AB-R1 to AB-R5).

Rulings: it can be placed again from the next part of a turn on, like a figure that returned by scoring; taking it back is this
part's one action with wood, so neither a tower piece nor the fairy can be moved in that part (AB-E4).
"""

from __future__ import annotations

from games.carcassonne.actions import Action, act
from games.carcassonne.expansion import ActionVerb, Expansion, Overprint
from games.carcassonne.expansions.abbot.evaluation import ABBOT, PROSPECT, abbots
from games.carcassonne.expansions.base import feature_values
from games.carcassonne.features import find, home
from games.carcassonne.scoring import score_feature, send_home, standing_on
from games.carcassonne.state import State
from games.carcassonne.tile import PieceKind, SegmentKind, Shape
from games.core.game import Emit

GARDEN = SegmentKind("garden", shape=Shape.AROUND, part="g", role="gardener", settled=False)

RETRIEVE = act("retrieve")

RETRIEVED = "retrieved"
"""Why a place is scored, and why its abbot goes home: the player took the abbot back."""


def offer_retrieve(state: State, seat: int, out: list[Action]) -> None:
    """Offer to take back the seat's abbot from its feature, instead of placing a figure (AB-R3)."""
    if abbots(state, seat):
        out.append(RETRIEVE)


def apply_retrieve(state: State, seat: int, _action: Action, emit: Emit) -> None:
    """Score the feature of the abbot as at the end of the game, the fairy's bonus included, and return the abbot (AB-E2)."""
    for segment in abbots(state, seat):
        cell, place = home(state, segment)
        root = find(state.parent, segment)
        standing = standing_on(state, root)
        kind = state.board[cell][0].segments[place].kind
        score_feature(state, root, kind, standing, emit, complete=not state.open[root], occasion=RETRIEVED)
        send_home(state, [segment], RETRIEVED, emit)


EXPANSION = Expansion(
    id="abbot",
    on_maps=True,
    kinds=(GARDEN,),
    overprints=tuple(Overprint(f"base/{letter}", GARDEN) for letter in "EHIMNRUV"),
    pieces=(PieceKind(ABBOT, 1, lambda _options: 1, stands_on=(SegmentKind.CLOISTER, GARDEN)),),
    offers=(("deploy", offer_retrieve),),
    verbs=(ActionVerb("retrieve", ("",), apply_retrieve),),
    score={GARDEN: (feature_values.cloister,)},
    sources={GARDEN.value: GARDEN.value},
    prospects=(PROSPECT,),
)
