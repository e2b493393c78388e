"""Pictures for messages, drawn in threads: the event loop waits for them and does other things meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from clocks.aids import Aid
from cogs.present import settings
from cogs.present.draft import Choice, choices, part, shown
from cogs.present.parts import Picture
from cogs.present.private import FEATURES, text_views
from cogs.refused import Declined
from cogs.scene import Scene, told
from editions.edition import Edition, Editions
from journal import measures
from service.ranking import below
from service.records import Draft, Entry, Lobby
from text import gathering, looking, replays
from text.language import Words
from text.lengths import whole_words
from text.names import plain
from text.protocol import ALT, Part

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE_S = 30.0
"""How long a picture may take, with those before it."""

WORKERS = 2
"""Encoders release the interpreter, so two help; a queue is kinder to the loop than ten pictures at once."""

_painters = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="painter")


async def off_loop(work: Callable[..., T], *args: Any) -> T:
    """The result of slow `work`, done by a painter's thread."""
    return await asyncio.get_running_loop().run_in_executor(_painters, partial(work, *args))


_prepared: set[str] = set()
"""The games whose painters are, or will soon be, prepared."""


async def prepare(editions: Editions) -> None:
    """Let painters load what draws before somebody waits for the first picture."""
    for edition in editions.values():
        await asyncio.wrap_future(_prepared_soon(edition))


def _prepared_soon(edition: Edition) -> Future[None]:
    """Let a game's painter load what draws, once; who needs not wait for it goes on."""
    work, game_id = edition.painter.prepare, edition.game.id
    if work is None or game_id in _prepared:
        done: Future[None] = Future()
        done.set_result(None)
        return done
    _prepared.add(game_id)
    return _painters.submit(work)


async def painted(paint: Callable[..., bytes | None], *args: Any) -> bytes:
    """What a painter paints; nothing where it fails, or takes for ever: no turn waits for a picture, words go without."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            with measures.timed(measures.PAINTED, getattr(paint, "__name__", "other")):
                return await off_loop(paint, *args) or b""
    except Exception:
        log.exception("a picture could not be drawn")
        return b""


async def news(at: Scene, entries: Sequence[Entry], legal: Sequence[Any]) -> tuple[Picture | None, Picture]:
    """Both pictures of a turn message, drawn at the same time: `_changes`, where they need one, and `turn`."""
    shown = _named(at)
    return await asyncio.gather(_changes(at, shown, entries, legal), _turn(at, shown, entries, legal))


async def turn(at: Scene, entries: Sequence[Entry], legal: Sequence[Any]) -> Picture:
    """What has happened since, and where the tile may go."""
    return await _turn(at, _named(at), entries, legal)


async def _turn(at: Scene, view: Any, entries: Sequence[Entry], legal: Sequence[Any]) -> Picture:
    spots = at.spots(legal)
    asked = replace(at, legal=tuple(legal))
    listed = await off_loop(choices, asked) if legal and not spots else ()
    png = await painted(at.edition.painter.turn, view, told(entries, at.viewer), spots, at.match.id, listed)
    return _with_alt(at, "turn", png, await _part(at, "turn", told(entries, at.viewer), spots, listed) if png else None)


async def _changes(at: Scene, view: Any, entries: Sequence[Entry], legal: Sequence[Any]) -> Picture | None:
    """What has happened since, closer than the picture of the turn can show it, where its game's painter finds that needed."""
    paint = at.edition.painter.changes
    if paint is None:
        return None
    spots = at.spots(legal)
    png = await painted(paint, view, told(entries, at.viewer), spots, at.match.id)
    return Picture(png, looking.changes_alt(at.words), "since.png") if png else None


async def after(at: Scene, view: Any, events: Sequence[Any], name: str) -> Picture:
    """A table as it was, or could have been, right after a turn: around what happened in it. `name` is that of the file."""
    then = replace(at, view=view, legal=(), asked=())
    png = await painted(at.edition.painter.turn, _named(then), tuple(events), (), at.match.id, ())
    found = _with_alt(then, "turn", png, await _part(then, "turn", events, (), ()) if png else None)
    return replace(found, name=name)


async def board(at: Scene, view: str) -> Picture:
    """One view of the board; refuses `not-among` for a view that there is none of."""
    known = ("turn", *at.edition.painter.views)
    if Aid.OVERLAYS not in at.aids and view in (*at.edition.words.overlays, FEATURES):
        raise Declined("aid-off")
    if view not in known:
        raise Declined("not-among", value=view, choices=(*known, *text_views(at.edition)))
    if view == "turn":
        return await turn(at, (), at.legal)
    return _with_alt(at, view, await painted(at.edition.painter.whole, _named(at), view, at.match.id))


async def end(at: Scene, entries: Sequence[Entry]) -> Picture:
    """The result as its game's painter shows it, else the table as it was left; `entries` are those of the whole game."""
    paint = at.edition.painter.end
    if paint is None:
        return _with_alt(at, "end", await painted(at.edition.painter.whole, _named(at), "whole", at.match.id))
    return _with_alt(at, "end", await painted(paint, _named(at), told(entries, None), below(at.match)))


async def legend(edition: Edition, words: Words, options: Mapping[str, str] | None) -> Picture | None:
    """Numbered samples of what may be seen with these options, if the game's painter has them; the alt text says what each is."""
    paint, names, say = edition.painter.legend, edition.painter.legend_names, edition.words.legend
    if paint is None or names is None or say is None:
        return None
    told = [f"{number} {say.named(kind, name, words)}" for number, (kind, name) in enumerate(names(options), 1)]
    return Picture(await painted(paint, options), whole_words(" · ".join(told)), "legend.png")


async def lobby(edition: Edition, table: Lobby, names: Sequence[str], words: Words) -> Picture | None:
    """The seats of a lobby and what is going to be played, if the painter of its game can show them."""
    paint = edition.painter.lobby
    if paint is None:
        return None
    wanted = max(table.match.seats_wanted, len(names))
    png = await painted(paint, table.match.options, [*names, *[""] * (wanted - len(names))])
    _prepared_soon(edition).add_done_callback(_told)  # while others join; the first turn's picture is soon asked for
    title = settings.title(table.match, edition, words)
    return Picture(png, whole_words(gathering.lobby_alt(title, names, wanted - len(names), words)), "lobby.png")


async def replay(at: Scene, course: Sequence[tuple[Any, Sequence[Any]]]) -> Picture | None:
    """The whole game, if its game's painter can show it; `course` as `Retracing.course` has it."""
    paint = at.edition.painter.replay
    if paint is None:
        return None
    standings = at.say.standings(at.view, [plain(name) for name in at.names], at.words)
    gif = await painted(paint, [(_named(at, view), events) for view, events in course], below(at.match))
    return Picture(gif, whole_words(replays.alt(len(course) - 1, standings, at.words)), "replay.gif")


async def hand(at: Scene) -> Picture | None:
    """The reader's own hand, if its game's painter can show one. For his eyes only."""
    paint = at.edition.painter.hand
    if paint is None:
        return None
    return _with_alt(at, "hand", await painted(paint, at.view, at.say.spots(at.view, at.legal, at.words)))


async def stock(at: Scene, hole: tuple[int, int] | None) -> Picture | None:
    """What is left to be drawn, or what of it fits into a hole, if its game's painter can show it and there is anything."""
    painter, say = at.edition.painter, at.edition.words
    if hole is not None and painter.hole is not None and say.holes is not None:
        odds = say.holes.odds(at.view, hole, at.words.unillustrated)
        return Picture(await painted(painter.hole, at.view, hole), _short(odds), "hole.png")
    if hole is None and painter.stock is not None and say.stock is not None:
        png = await painted(painter.stock, at.view)
        return Picture(png, _short(say.stock.left(at.view, at.words.unillustrated)), "tiles.png") if png else None
    return None


async def score(at: Scene) -> Picture | None:
    """The points so far, if its game's painter has a track for them."""
    paint = at.edition.painter.score
    return None if paint is None else _with_alt(at, "score", await painted(paint, _named(at)))


async def explained(at: Scene, thing: Any) -> Picture | None:
    """Why one thing scores as it does, if its game's painter can show it; `at` is the table as it was then."""
    paint = at.edition.painter.explain
    if paint is None:
        return None
    return _with_alt(at, "explained", await painted(paint, _named(at), thing))


async def draft(at: Scene, tried: Draft, listed: Sequence[Choice], page: int) -> Picture:
    """The picture of a draft: the spots or choices (`listed`) of this page, or the tile as it would lie."""
    spots = at.spots(at.legal)
    kind = "preview" if tried.may_confirm else "spots" if spots else "figures" if at.listed(at.legal) else "turn"
    asked = part(at, page), shown(listed, page)
    png = await painted(at.edition.painter.draft, _named(at), asked[1], asked[0], at.match.id)
    return _with_alt(at, kind, png, await _part(at, "draft", (), *asked) if png else None)


def _told(done: Future[None]) -> None:
    if not done.cancelled() and (trouble := done.exception()) is not None:
        log.error("a painter could not be prepared", exc_info=trouble)


def _short(text: str) -> str:
    """As many whole lines of a text as an alt text takes; what is no sentence ends with a semicolon."""
    lines = [line if line.endswith((".", ":")) else f"{line};" for line in text.splitlines() if line]
    while len(" ".join(lines)) > ALT:
        lines.pop()
    return " ".join(lines).removesuffix(";")


def _named(at: Scene, view: Any = None) -> Any:
    """The view of the scene, with the squares that nothing fills any more, or another; with the names of the players, where the
    painter of its game writes them.
    """
    painter, shown = at.edition.painter, at.view if view is None else view
    if view is None and painter.with_holes is not None:
        shown = painter.with_holes(shown)
    return shown if painter.named is None else painter.named(shown, at.names)


async def _part(at: Scene, kind: str, events: Sequence[Any], spots: Sequence[Any], listed: Sequence[Any]) -> Part | None:
    """The part of the board on a picture, for who does not see it, where its game's painter shows parts."""
    find = at.edition.painter.part
    return None if find is None else await off_loop(find, kind, at.view, events, spots, listed)


def _with_alt(at: Scene, kind: str, png: bytes, part: Part | None = None) -> Picture:
    return Picture(png, at.say.alt(at.view, kind, at.names, at.words, part=part))
