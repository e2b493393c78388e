"""What somebody chooses or types for a game: should it be refused, then in words that say what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from clocks import durations
from clocks.errors import InvalidTerms
from cogs.desk import Desk
from cogs.refused import Declined
from games.core.errors import IllegalAction
from service.errors import Refusal
from text.lobby.chosen import REFUSALS
from text.people import preferences


@contextmanager
def named(desk: Desk, game_id: str) -> Iterator[None]:
    """Give the words of a game to whatever refuses its options within."""
    try:
        yield
    except IllegalAction as refused:
        if refused.code not in REFUSALS:
            raise
        raise IllegalAction(refused.code, **refused.params, say=desk.editions.explain[game_id]) from refused


def language(named: str) -> str:
    """The language that was named by itself or by its letters. Refuses `not-among`."""
    found = preferences.language_of(named)
    if found is None:
        raise Declined("not-among", value=named, choices=tuple(name for name, _ in preferences.offered("")))
    return found


def length(text: str) -> timedelta:
    """A length of time as people type it. Refuses `bad-terms`."""
    try:
        return durations.read(text)
    except InvalidTerms as found:
        raise Refusal("bad-terms", found=found) from found
