"""The kinds of stages: how each draws its rounds and ranks its entrants."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.kinds import arena, bracket, divisions, double_bracket, group_stage, ladder, swiss_stage, table_stage
from tournament.kinds.base import StageKind
from tournament.stages import ARENA, DOUBLE, GROUPS, KNOCK_OUT, LADDER, LEAGUE, SWISS, TABLES

KINDS: Mapping[str, StageKind] = {
    SWISS: swiss_stage.KIND,
    KNOCK_OUT: bracket.KIND,
    DOUBLE: double_bracket.KIND,
    GROUPS: group_stage.KIND,
    TABLES: table_stage.KIND,
    LEAGUE: divisions.KIND,
    LADDER: ladder.KIND,
    ARENA: arena.KIND,
}
"""Each by the name of its stage."""
