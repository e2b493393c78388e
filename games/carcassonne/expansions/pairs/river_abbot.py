"""The River with The Abbot: one of its bends has a garden (abbot.md, section 1)."""

from __future__ import annotations

from games.carcassonne.expansion import Expansion, Overprint
from games.carcassonne.expansions.abbot import GARDEN

EXPANSION = Expansion(id="river abbot", needs=("river", "abbot"), overprints=(Overprint("river/rv10", GARDEN),))
