"""The one list of games, by id."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.game import Carcassonne
from games.cardcassonne.game import Cardcassonne
from games.core.game import AnyGame

GAMES: Mapping[str, AnyGame] = {game.id: game for game in (Carcassonne(), Cardcassonne())}
