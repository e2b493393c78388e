"""What a host chooses for a game: should it be refused, then in the words of that game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cogs.desk import Desk
from games.core.errors import IllegalAction
from text.chosen import REFUSALS


@contextmanager
def named(desk: Desk, game_id: str) -> Iterator[None]:
    """Give the words of a game to whatever refuses its options within."""
    try:
        yield
    except IllegalAction as refused:
        if refused.code not in REFUSALS:
            raise
        raise IllegalAction(refused.code, **refused.params, say=desk.editions.explain[game_id]) from refused
