"""Pictures for messages: what is asked of painters (`cogs.render_executor`), for whom, and what is said to who does not see them.

The event loop waits for painters and does other things meanwhile; all that one picture needs is asked for at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from clocks.assistance import AssistLevel
from cogs.app_context import AppContext
from cogs.match_context import MatchContext, visible_events
from cogs.messages import game_settings
from cogs.messages.message_parts import Picture
from cogs.messages.play.draft import choices, part, shown
from cogs.messages.play.game_views import FEATURES, text_views
from cogs.refusals import InteractionRefused
from cogs.render_executor import RenderExecutor
from editions.edition import Edition, Editions, ListedChoice, NumberedSpot
from service.play.ranking import below
from service.process.background_tasks import BackgroundTasks
from service.records import Draft, Lobby, LogEntry
from telemetry import metric_hooks
from text.lobby import lobby_texts
from text.message_templates import bare, whole_words
from text.people.player_names import plain
from text.protocol import ALT, CountedLine, NamedSpot, Part
from text.review import replays
from text.translator import Translator
from workers.pool import Call, together
from workers.worker_process import WorkerClosedError

T = TypeVar("T")

log = logging.getLogger("cogs.pictures.drawing")

PATIENCE_S = 30.0
"""How long a picture may take, with those before it."""

_preparing = BackgroundTasks(lambda error: log.error("a painter could not be prepared", exc_info=error))


async def prepare(painting: RenderExecutor, editions: Editions) -> None:
    """Let painters load what draws before somebody waits for the first picture."""
    for edition in editions.values():
        await _prepared(painting, edition)


async def _prepared(painting: RenderExecutor, edition: Edition) -> None:
    if (work := edition.painter.prepare) is not None:
        with contextlib.suppress(WorkerClosedError):
            await painting.prepare(edition.game.id, work)


async def painted(painting: RenderExecutor, kind: str, paint: Callable[..., T], *args: Any) -> T | None:
    """What a painter paints; None where it fails, or takes for ever: no turn waits for a picture, words go without."""
    return await _within_patience(kind, painting.run(kind, paint, *args))


async def _within_patience(kind: str, picture: Awaitable[T]) -> T | None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            with metric_hooks.timed(metric_hooks.PAINTED, kind):
                return await picture
    except WorkerClosedError:
        return None  # and nobody will see it
    except TimeoutError:
        log.warning("a picture (%s) was not there after %g s", kind, PATIENCE_S)  # the machine is busy: nothing is wrong with it
        return None
    except Exception:
        log.exception("a picture could not be drawn")
        return None


async def _all(at: MatchContext, kind: str, *calls: Call | None) -> list[Any]:
    """What is asked of a painter at once, with None for what there is nobody to ask; nothing but that where it fails."""
    asked = [call for call in calls if call is not None]
    found = await painted(at.painting, kind, together, asked)
    answers = iter(found or [None] * len(asked))
    return [None if call is None else next(answers) for call in calls]


async def turn(at: MatchContext, entries: Sequence[LogEntry], legal: Sequence[Any]) -> Picture:
    """What has happened since, and where the tile may go."""
    return await _turn(at, visible_events(entries, at.viewer), legal)


async def after(at: MatchContext, view: Any, events: Sequence[Any], name: str) -> Picture:
    """A table as it was, or could have been, right after a turn: around what happened in it. `name` is that of the file."""
    found = await _turn(replace(at, view=view, legal=(), asked=()), tuple(events), ())
    return replace(found, name=name)


async def _turn(at: MatchContext, events: Sequence[Any], legal: Sequence[Any]) -> Picture:
    view, spots, key = _named(at), at.spots(legal), at.match.id
    asked = replace(at, legal=tuple(legal))
    listed = await asyncio.to_thread(choices, asked) if legal and not spots else []  # there may be hundreds
    numbered = _numbered(spots)
    png, part_shown = await _all(
        at,
        "turn",
        Call(at.edition.painter.turn, (view, events, numbered, key, listed)),
        _part(at, "turn", view, events, numbered, listed),
    )
    return _with_alt(at, "turn", png, part_shown)


async def tile(at: MatchContext) -> Picture | None:
    """What is to be placed now, small and alone, where its game's painter can show it."""
    paint = at.edition.painter.tile
    png = await _one(at, "tile", paint, at.view) if paint is not None else b""
    return Picture(png, at.say.alt(at.view, "tile", at.names, at.words), "tile.png") if png else None


async def board(at: MatchContext, view: str) -> Picture:
    """One view of the board; refuses `not-among` for a view that there is none of."""
    known = ("turn", *at.edition.painter.views)
    if AssistLevel.OVERLAYS not in at.aids and view in (*at.edition.words.overlays, FEATURES):
        raise InteractionRefused("aid-off")
    if view not in known:
        raise InteractionRefused("not-among", value=view, choices=(*known, *text_views(at.edition)))
    if view == "turn":
        return await turn(at, (), at.legal)
    return _with_alt(at, view, await _one(at, "whole", at.edition.painter.whole, _named(at), view, at.match.id))


async def end(at: MatchContext, entries: Sequence[LogEntry]) -> Picture:
    """The result as its game's painter shows it, else the table as it was left; `entries` are those of the whole game."""
    paint = at.edition.painter.end
    if paint is None:
        return _with_alt(at, "end", await _one(at, "end", at.edition.painter.whole, _named(at), "whole", at.match.id))
    return _with_alt(at, "end", await _one(at, "end", paint, _named(at), visible_events(entries, None), below(at.match)))


async def share_card(at: MatchContext, entries: Sequence[LogEntry]) -> Picture | None:
    """A finished game as one picture to share, if its game's painter has one; `entries` are those of the whole game."""
    paint, story = at.edition.painter.share_card, at.edition.words.highlights
    if paint is None or story is None:
        return None
    events, names = visible_events(entries, None), [plain(name) for name in at.names]
    sentence = story.decided(events, at.view, names, at.words)
    things = [line.thing for line in story.moments(events, at.view, names, at.words)]
    standings = at.say.standings(at.view, names, at.words.unillustrated)
    png = await _one(at, "keepsake", paint, _named(at), things, story.totals(events, at.view), sentence, below(at.match))
    return Picture(png, whole_words(f"{sentence} {standings}".strip()), "game.png")


async def moments(at: MatchContext, lines: Sequence[CountedLine]) -> Picture | None:
    """The greatest moments of a finished game in one picture, if its game's painter has one and there are any."""
    paint = at.edition.painter.moments
    if paint is None or not lines:
        return None
    png = await _one(at, "moments", paint, at.view, [line.thing for line in lines])
    return Picture(png, whole_words(". ".join(bare(line.text) for line in lines), ALT), "moments.png")


async def finished(at: MatchContext) -> Picture:
    """The whole board as a game has left it."""
    return _with_alt(at, "whole", await _one(at, "end", at.edition.painter.whole, _named(at), "whole", at.match.id))


async def legend(desk: AppContext, edition: Edition, words: Translator, options: Mapping[str, str] | None) -> Picture | None:
    """Numbered samples of what may be seen with these options, if the game's painter has them; the alt text says what each is."""
    paint, names, say = edition.painter.legend, edition.painter.legend_names, edition.words.legend
    if paint is None or names is None or say is None:
        return None
    told = [f"{number} {say.named(kind, name, words)}" for number, (kind, name) in enumerate(names(options), 1)]
    return Picture(await painted(desk.painting, "legend", paint, options) or b"", whole_words(" · ".join(told)), "legend.png")


async def lobby(desk: AppContext, edition: Edition, table: Lobby, names: Sequence[str], words: Translator) -> Picture | None:
    """The seats of a lobby and what is going to be played, if the painter of its game can show them."""
    paint = edition.painter.lobby
    if paint is None:
        return None
    wanted = max(table.match.seats_wanted, len(names))
    seats = [*names, *[""] * (wanted - len(names))]
    png = await painted(desk.painting, "lobby", paint, dict(table.match.options), seats)
    _prepare_soon(desk.painting, edition)  # while others join; the first turn's picture is soon asked for
    title = game_settings.title(table.match, edition, words)
    return Picture(png or b"", whole_words(lobby_texts.lobby_alt(title, names, wanted - len(names), words)), "lobby.png")


async def replay(at: MatchContext, course: Sequence[tuple[Any, Sequence[Any]]]) -> Picture | None:
    """The whole game, if its game's painter can show it; `course` as `TurnReplays.course` has it, each table `named`."""
    paint = at.edition.painter.replay
    if paint is None:
        return None
    standings = at.say.standings(at.view, [plain(name) for name in at.names], at.words.unillustrated)
    gif = await _within_patience("replay", at.painting.film(paint, course, below(at.match)))
    return Picture(gif or b"", whole_words(replays.alt(len(course) - 1, standings, at.words)), "replay.gif")


async def hand(at: MatchContext) -> Picture | None:
    """The reader's own hand, if its game's painter can show one. For their eyes only."""
    paint = at.edition.painter.hand
    if paint is None:
        return None
    return _with_alt(at, "hand", await _one(at, "hand", paint, at.view, _numbered(at.say.spots(at.view, at.legal, at.words))))


async def stock(at: MatchContext, hole: tuple[int, int] | None) -> Picture | None:
    """What is left to be drawn, or what of it fits into a hole, if its game's painter can show it and there is anything."""
    painter, say = at.edition.painter, at.edition.words
    if hole is not None and painter.hole is not None and say.holes is not None:
        odds = say.holes.odds(at.view, hole, at.words.unillustrated)
        return Picture(await _one(at, "hole", painter.hole, at.view, hole), _short(odds), "hole.png")
    if hole is None and painter.stock is not None and say.stock is not None:
        png = await _one(at, "stock", painter.stock, at.view)
        return Picture(png, _short(say.stock.left(at.view, at.words.unillustrated)), "tiles.png") if png else None
    return None


async def score(at: MatchContext) -> Picture | None:
    """The points so far, if its game's painter has a track for them."""
    paint = at.edition.painter.score
    return None if paint is None else _with_alt(at, "score", await _one(at, "score", paint, _named(at)))


async def explained(at: MatchContext, thing: Any) -> Picture | None:
    """Why one thing scores as it does, if its game's painter can show it; `at` is the table as it was then."""
    paint = at.edition.painter.explain
    if paint is None:
        return None
    return _with_alt(at, "explained", await _one(at, "explained", paint, _named(at), thing))


async def example(at: MatchContext) -> Picture | None:
    """What this turn of a first game teaches, small, where its painter can show it."""
    paint, said = at.edition.painter.example, at.edition.words.lessons
    if paint is None or said is None or at.advice is None:
        return None
    number = at.advice.number
    return Picture(await _one(at, "example", paint, number), said.picture(number, at.words), "example.png")


async def counted(at: MatchContext, lines: Sequence[CountedLine]) -> list[Picture]:
    """Each thing that brought points alone and small, where the painter of the game can show that."""
    paint = at.edition.painter.counted
    pngs = await _all(at, "counted", *(Call(paint, (at.view, line.thing)) for line in lines)) if paint is not None else []
    return [
        Picture(png or b"", line.text.replace("*", ""), f"counted{number}.png")
        for number, (png, line) in enumerate(zip(pngs, lines, strict=True))
    ]


async def draft(at: MatchContext, tried: Draft, listed: Sequence[ListedChoice], page: int) -> Picture:
    """The picture of a draft: the spots or choices (`listed`) of this page, or the tile as it would lie."""
    spots = at.spots(at.legal)
    kind = "preview" if tried.may_confirm else "spots" if spots else "figures" if at.listed(at.legal) else "turn"
    view, on_page, places = _named(at), shown(listed, page), _numbered(part(at, page))
    picture = Call(at.edition.painter.draft, (view, on_page, places, at.match.id))
    png, part_shown = await _all(at, "draft", picture, _part(at, "draft", view, (), places, on_page))
    return _with_alt(at, kind, png, part_shown)


async def _one(at: MatchContext, kind: str, paint: Callable[..., bytes | None], *args: Any) -> bytes:
    """One picture; nothing where it fails."""
    return await painted(at.painting, kind, paint, *args) or b""


def _numbered(spots: Sequence[NamedSpot]) -> tuple[NumberedSpot, ...]:
    """What a painter needs of them: names are words."""
    return tuple(NumberedSpot(spot.number, spot.square, spot.actions) for spot in spots)


def _prepare_soon(painting: RenderExecutor, edition: Edition) -> None:
    """Without waiting for it."""
    _preparing.begin(_prepared(painting, edition), "painters")


def _short(text: str) -> str:
    """As many whole lines of a text as an alt text takes; what is no sentence ends with a semicolon."""
    lines = [line if line.endswith((".", ":")) else f"{line};" for line in text.splitlines() if line]
    while len(" ".join(lines)) > ALT:
        lines.pop()
    return " ".join(lines).removesuffix(";")


def _named(at: MatchContext) -> Any:
    """The view of the scene, with the squares that nothing fills any more, and with what a first game advises."""
    painter, view = at.edition.painter, at.view
    if painter.with_holes is not None:
        view = painter.with_holes(view)
    if painter.with_advice is not None and at.steps is not None:
        view = painter.with_advice(view, at.steps.choices)
    return named(at)(view)


def named(at: MatchContext) -> Callable[[Any], Any]:
    """Puts the names of the players into a view, where the painter of its game writes them."""
    painter = at.edition.painter

    def shown(view: Any) -> Any:
        view = view if painter.with_owners is None else painter.with_owners(view)
        return view if painter.named is None else painter.named(view, at.names)

    return shown


def _part(
    at: MatchContext, kind: str, view: Any, events: Sequence[Any], spots: Sequence[NumberedSpot], listed: Sequence[ListedChoice]
) -> Call | None:
    """Asks for the part of the board on a picture, for who does not see it, where its game's painter shows parts."""
    find = at.edition.painter.part
    return None if find is None else Call(find, (kind, view, events, spots, listed))


def _with_alt(at: MatchContext, kind: str, png: bytes | None, part_shown: Part | None = None) -> Picture:
    return Picture(png or b"", at.say.alt(at.view, kind, at.names, at.words, part=part_shown if png else None))
