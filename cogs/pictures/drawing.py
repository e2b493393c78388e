"""Pictures for messages, drawn in threads: the event loop waits for them and does other things meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

from cogs.pictures import boards, cards
from cogs.present.draft import Choice, shown
from cogs.present.parts import Picture
from cogs.refused import Declined
from cogs.scene import Scene, told
from service.errors import Refusal
from service.records import Draft, Entry
from text.protocol import Spot

T = TypeVar("T")

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


class HandPainter(Painter, Protocol):
    """What draws a game whose players hold cards."""

    def hand(self, view: Any, spots: Sequence[Spot]) -> bytes:
        """The viewer's own hand."""


PAINTERS: dict[str, Painter] = {"carcassonne": boards, "cardcassonne": cards}
"""By game; a game without a painter is told in words alone."""


HAND_PAINTERS: dict[str, HandPainter] = {"cardcassonne": cards}
"""Of the games with hands."""


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
    """One view of the board; refuses `not-among` for a view that there is none of."""
    if view not in ("turn", *at.say.views(), "end"):
        raise Declined("not-among", value=view, choices=("turn", *at.say.views(), "text"))
    painter = PAINTERS.get(at.match.game)
    if painter is None:
        return None
    if view == "turn":
        return await turn(at, (), at.legal)
    return _with_alt(at, view, await off_loop(painter.whole, at.view, view, at.match.id))


async def hand(at: Scene) -> Picture | None:
    """The reader's own hand; refuses `no-hand` where there are none. For his eyes only."""
    if not at.say.has_hands():
        raise Declined("no-hand")
    if at.viewer is None:
        raise Refusal("not-seated")
    painter = HAND_PAINTERS.get(at.match.game)
    if painter is None:
        return None
    spots = at.say.spots(at.view, at.legal)
    return _with_alt(at, "hand", await off_loop(painter.hand, at.view, spots))


async def draft(at: Scene, tried: Draft, listed: Sequence[Choice], page: int) -> Picture | None:
    """The picture of a draft: the spots or choices (`listed`) of this page, or the tile as it would lie."""
    painter = PAINTERS.get(at.match.game)
    if painter is None:
        return None
    spots = at.say.spots(at.view, at.legal)
    kind = "preview" if tried.may_confirm else "spots" if spots else "figures"
    png = await off_loop(painter.draft, at.view, shown(listed, page), shown(spots, page), at.match.id)
    return _with_alt(at, kind, png)


def _with_alt(at: Scene, kind: str, png: bytes) -> Picture:
    return Picture(png, at.say.alt(at.view, kind, at.names, at.words))
