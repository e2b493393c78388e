"""The River: the spring is placed first, ten tiles of water come before all others, and the lake ends them (RV-R1 to RV-R7).

Rulings: "no remaining tile could go on" (RV-E1) is read for every order in which the rest may be drawn, so that each drawn tile can
be placed; see `flow`. A second part of a builder's turn draws the next river tile (RV-E2), as stacks do.
"""

from __future__ import annotations

from games.carcassonne.expansion import Expansion
from games.carcassonne.expansions.river.flow import LAKE, MIDDLE, SPRING, WATER, go_on, river_mark

EXPANSION = Expansion(
    id="river",
    tiles="river",
    start=SPRING,
    kinds=(WATER,),
    symbols=("spring", "lake"),
    stacks=(MIDDLE, (LAKE,)),
    limits=(("place", go_on),),
    decorate=(river_mark,),
)
