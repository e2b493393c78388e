"""The Abbot: a follower for cloisters and gardens who may be taken back for what its place is worth now (AB-R1 to AB-R5).

Rulings: it serves again from the next part of a turn on, as a figure does that came home by scoring; taking it back is
this part's one action with wood, so neither a tower piece nor the fairy goes with it (AB-E4).
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
    """AB-R3: in place of putting a figure, the own abbot may be taken back from wherever it stands."""
    if abbots(state, seat):
        out.append(RETRIEVE)


def apply_retrieve(state: State, seat: int, _action: Action, emit: Emit) -> None:
    """Score the abbot's place as at the end of the game, the fairy's bonus included (AB-E2), and return the abbot."""
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
