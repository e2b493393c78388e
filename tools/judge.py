"""Whether a match is what its rules and its seal say: for whoever looks at a database from outside."""

from __future__ import annotations

from collections.abc import Iterable

from editions.offered import EDITIONS
from games.core.registry import Registry
from service.play import sealed_bag
from service.process import live as lives
from service.review.archive import verified
from storage.records import Loaded, Secret
from storage.upkeep.salvage import Judge


def judge(map_texts: Iterable[tuple[str, str]]) -> Judge:
    """Replays each log under the rules that it began with, and compares every draw with its seal; `map_texts` by their ids."""
    for map_id, text in map_texts:
        for uploads in EDITIONS.uploads.values():
            if uploads.takes(map_id):
                uploads.remember(map_id, text)
    games = Registry(EDITIONS.games)

    def judged(loaded: Loaded, secret: Secret) -> str:
        row = loaded.match
        if sealed_bag.commitment(secret) != row.commitment:
            return "its seal is damaged"
        game = games.at(row.game, row.rules_version)
        if row.started_at is None or game is None:  # nothing was played, or a program that knows the game may still play it
            return ""
        try:
            draws = verified(lives.revive(game, loaded, secret)).draws
        except Exception as error:  # whatever the rules stumble over
            return f"its moves contradict its rules ({type(error).__name__})"
        return "" if all(draw.text == draw.expected for draw in draws) else "its draws do not fit its seal"

    return judged
