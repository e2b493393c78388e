"""The one list of games. Only `bot.py`, tools and tests import it; other modules are passed its entries."""

from __future__ import annotations

from collections.abc import Mapping

import render.carcassonne.painter
import render.cardcassonne.painter
import render.tournament.painter
import text.carcassonne.texts
import text.cardcassonne.texts
from editions.edition import Edition, Editions
from games.carcassonne.expansions.maps.map_upload import MapUploads
from games.carcassonne.game import Carcassonne
from games.cardcassonne.game import Cardcassonne
from games.core.game import AnyGame

CARCASSONNE = Edition(Carcassonne(), text.carcassonne.texts.WORDS, render.carcassonne.painter.PAINTER, MapUploads())
CARDCASSONNE = Edition(Cardcassonne(), text.cardcassonne.texts.WORDS, render.cardcassonne.painter.PAINTER)

EDITIONS = Editions(CARCASSONNE, CARDCASSONNE, charts=render.tournament.painter.CHARTS)
"""Everything that can be played here."""

GAMES: Mapping[str, AnyGame] = EDITIONS.games
"""The rules of all of it."""
