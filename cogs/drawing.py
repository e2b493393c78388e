"""Pictures for messages, drawn in threads: the event loop waits for them and does other things meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

from cogs import boards
from cogs.present.draft import Choice, choices, shown
from cogs.present.parts import Picture
from cogs.refused import Unfit
from cogs.scene import Scene, told
from service.records import Draft, Entry
from text.protocol import Spot

T = TypeVar("T")

VIEWS = ("turn", "whole", "meadows", "owners", "coordinates")
"""The pictures that can be asked for."""

WORKERS = 2
"""Encoders release the interpreter, so two help; a queue is kinder to the loop than ten pictures at once."""

_painters = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="painter")


class Painter(Protocol):
    """What draws one kind of game."""

    def turn(self, view: Any, events: Sequence[Any], spots: Sequence[Spot], key: int) -> bytes:
        """Where the game is."""

    def whole(self, view: Any, kind: str, key: int) -> bytes:
        """Everything."""

    def draft(self, view: Any, listed: Sequence[Choice], spots: Sequence[Spot], key: int) -> bytes:
        """What a draft asks: the choices and the spots that are listed beside it, by their numbers."""


PAINTERS: dict[str, Painter] = {"carcassonne": boards}
"""By game; a game without a painter is told in words alone."""


async def off_loop(work: Callable[..., T], *args: Any) -> T:
    """The result of slow `work`, done by a painter's thread."""
    return await asyncio.get_running_loop().run_in_executor(_painters, partial(work, *args))


async def turn(at: Scene, entries: Sequence[Entry], legal: Sequence[Any]) -> Picture | None:
    """The picture of a turn message: what has happened since, and where the tile may go."""
    painter = PAINTERS.get(at.match.game)
    if painter is None:
        return None
    spots = at.say.spots(at.view, legal)
    return _with_alt(at, "turn", await off_loop(painter.turn, at.view, told(entries, at.viewer), spots, at.match.id))


async def board(at: Scene, view: str) -> Picture | None:
    """One view of the board; raises `Unfit` for a view that there is none of."""
    if view not in (*VIEWS, "end"):
        raise Unfit(view, (*VIEWS, "text"))
    painter = PAINTERS.get(at.match.game)
    if painter is None:
        return None
    if view == "turn":
        return await turn(at, (), at.legal)
    return _with_alt(at, view, await off_loop(painter.whole, at.view, view, at.match.id))


async def draft(at: Scene, tried: Draft, page: int) -> Picture | None:
    """The picture of a draft: the spots or choices of this page, or the tile as it would lie."""
    painter = PAINTERS.get(at.match.game)
    if painter is None:
        return None
    spots = at.say.spots(at.view, at.legal)
    kind = "preview" if tried.may_confirm else "spots" if spots else "figures"
    png = await off_loop(painter.draft, at.view, shown(choices(at), page), shown(spots, page), at.match.id)
    return _with_alt(at, kind, png)


def _with_alt(at: Scene, kind: str, png: bytes) -> Picture:
    return Picture(png, at.say.alt(at.view, kind, at.names, at.words))
