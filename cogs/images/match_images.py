"""Pictures for messages: what is asked of painters (`cogs.render_executor`), for whom, and what is said to who does not see them.

The event loop waits for painters and does other things meanwhile; all that one picture needs is asked for at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any, TypeVar

from clocks.assistance import AssistLevel
from cogs.app_context import AppContext
from cogs.match_context import MatchContext, visible_events, whole_game
from cogs.messages import game_settings
from cogs.messages.message_parts import Picture
from cogs.messages.play.draft import choices, choices_on_page, place_page, regions
from cogs.messages.play.figure_step import Step, add_points, place_names
from cogs.messages.play.game_views import FEATURES, views
from cogs.refusals import InteractionRefused
from cogs.render_executor import RenderExecutor
from editions.edition import Edition, Editions, ListedChoice, NumberedSpot
from service.core.background_tasks import BackgroundTasks
from service.match.final_ranking import ranked_below
from service.records import Draft, Lobby, LogEntry
from telemetry import metric_hooks
from text.history import replays
from text.lobby import lobby_texts
from text.message_templates import bare, series, whole_words
from text.protocol import ALT, CountedLine, NamedSpot, Part
from text.translator import Translator
from text.users.player_names import plain
from workers.pool import Call, run_in_order
from workers.worker_process import WorkerClosedError

T = TypeVar("T")

log = logging.getLogger("cogs.pictures.drawing")

PATIENCE_S = 30.0
"""How long a picture may take, with those before it."""

_preparing = BackgroundTasks(lambda error: log.error("a painter could not be prepared", exc_info=error))


async def prepare(painting: RenderExecutor, editions: Editions) -> None:
    """Load the painters' code before the first picture is wanted."""
    for edition in editions.values():
        await _prepare_painter(painting, edition)


async def _prepare_painter(painting: RenderExecutor, edition: Edition) -> None:
    if (work := edition.painter.prepare) is not None:
        with contextlib.suppress(WorkerClosedError):
            await painting.prepare(edition.game.id, work)


async def paint_or_none(painting: RenderExecutor, kind: str, paint: Callable[..., T], *args: Any) -> T | None:
    """Return what a painter draws; None if drawing fails or takes too long, as messages then go without a picture."""
    return await _within_patience(kind, painting.run(kind, paint, *args))


async def _within_patience(kind: str, picture: Awaitable[T]) -> T | None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            with metric_hooks.time_block(metric_hooks.PAINTED, kind):
                return await picture
    except WorkerClosedError:
        return None  # and nobody will see it
    except TimeoutError:
        log.warning("a picture (%s) was not there after %g s", kind, PATIENCE_S)  # the machine is busy: nothing is wrong with it
        return None
    except Exception:
        log.exception("a picture could not be drawn")
        return None


async def _paint_all(context: MatchContext, kind: str, *calls: Call | None) -> list[Any]:
    """Return several pictures at once, None in place of missing calls; all None where the painter fails."""
    asked = [call for call in calls if call is not None]
    pictures = await paint_or_none(context.painting, kind, run_in_order, asked)
    answers = iter(pictures or [None] * len(asked))
    return [None if call is None else next(answers) for call in calls]


async def turn(context: MatchContext, entries: Sequence[LogEntry], legal: Sequence[Any]) -> Picture:
    """Return the picture of a turn message: the latest moves, and the spots for the tile."""
    return await _turn(context, visible_events(entries, context.viewer), legal)


async def board_after_turn(context: MatchContext, view: Any, events: Sequence[Any], name: str) -> Picture:
    """Return a table as it was, or could have been, right after a turn, around its events; `name` is that of the file."""
    picture = await _turn(replace(context, view=view, legal=(), asked=()), tuple(events), ())
    return replace(picture, name=name)


async def _turn(context: MatchContext, events: Sequence[Any], legal: Sequence[Any]) -> Picture:
    view, spots, key = _painted_view(context), context.spots(legal), context.match.id
    match_context = replace(context, legal=tuple(legal))
    listed = await asyncio.to_thread(choices, match_context) if legal and not spots else []  # there may be hundreds
    numbered = _number_spots(spots)
    png, part_shown = await _paint_all(
        context,
        "turn",
        Call(context.edition.painter.turn, (view, events, numbered, key, listed)),
        _part_call(context, "turn", view, events, numbered, listed),
    )
    return _add_alt(context, "turn", png, part_shown)


async def tile(context: MatchContext) -> Picture | None:
    """Return a small picture of the tile to place now; None if the game's painter can't draw one."""
    paint = context.edition.painter.tile
    png = await _paint_picture(context, "tile", paint, context.view) if paint is not None else b""
    return Picture(png, context.say.alt(context.view, "tile", context.names, context.words), "tile.png") if png else None


async def board(context: MatchContext, view: str) -> Picture:
    """Return one view of the board. Refuses `not-among` for an unknown view."""
    known = ("turn", *context.edition.painter.views)
    if AssistLevel.OVERLAYS not in context.aids and view in (*context.edition.words.overlays, FEATURES):
        raise InteractionRefused("aid-off")
    if view not in known:
        raise InteractionRefused("not-among", value=view, choices=[line for line, _ in views(context.edition, context.words)])
    if view == "turn":
        return await turn(context, (), context.legal)
    return _add_alt(
        context,
        view,
        await _paint_picture(context, "whole", context.edition.painter.whole, _painted_view(context), view, context.match.id),
    )


async def end(context: MatchContext, entries: Sequence[LogEntry]) -> Picture:
    """Return the result as its game's painter shows it, else the final table; `entries` are those of the whole game."""
    paint = context.edition.painter.end
    if paint is None:
        return _add_alt(
            context,
            "end",
            await _paint_picture(context, "end", context.edition.painter.whole, _painted_view(context), "whole", context.match.id),
        )
    return _add_alt(
        context,
        "end",
        await _paint_picture(context, "end", paint, _painted_view(context), whole_game(entries, None), ranked_below(context.match)),
    )


async def share_card(context: MatchContext, entries: Sequence[LogEntry]) -> Picture | None:
    """Return a finished game as one picture to share, if its game's painter has one."""
    paint, story = context.edition.painter.share_card, context.edition.words.highlights
    if paint is None or story is None:
        return None
    events, names = whole_game(entries, None), [plain(name) for name in context.names]
    sentence = story.decided(events, context.view, names, context.words)
    things = [line.thing for line in story.moments(events, context.view, names, context.words)]
    standings = context.say.standings(context.view, names, context.words.unillustrated)
    png = await _paint_picture(
        context,
        "keepsake",
        paint,
        _painted_view(context),
        things,
        story.totals(events, context.view),
        sentence,
        ranked_below(context.match),
    )
    return Picture(png, whole_words(f"{sentence} {standings}".strip()), "game.png")


async def best_moments(context: MatchContext, lines: Sequence[CountedLine]) -> Picture | None:
    """Return the greatest moments of a finished game in one picture, if its game's painter has one and there are any."""
    paint = context.edition.painter.moments
    if paint is None or not lines:
        return None
    png = await _paint_picture(context, "moments", paint, context.view, [line.thing for line in lines])
    return Picture(png, whole_words(". ".join(bare(line.text) for line in lines), ALT), "moments.png")


async def final_board(context: MatchContext) -> Picture:
    """Return the whole final board."""
    return _add_alt(
        context,
        "whole",
        await _paint_picture(context, "end", context.edition.painter.whole, _painted_view(context), "whole", context.match.id),
    )


async def legend(app: AppContext, edition: Edition, words: Translator, options: Mapping[str, str] | None) -> Picture | None:
    """Numbered samples of what may be seen with these options, if the game's painter has them; the alt text says what each is."""
    paint, names, say = edition.painter.legend, edition.painter.legend_names, edition.words.legend
    if paint is None or names is None or say is None:
        return None
    told = [f"{number} {say.named(kind, name, words)}" for number, (kind, name) in enumerate(names(options), 1)]
    return Picture(await paint_or_none(app.painting, "legend", paint, options) or b"", whole_words(" · ".join(told)), "legend.png")


async def lobby(app: AppContext, edition: Edition, table: Lobby, names: Sequence[str], words: Translator) -> Picture | None:
    """Return the seats of a lobby and its game, if the painter can show them."""
    paint = edition.painter.lobby
    if paint is None:
        return None
    wanted = max(table.match.seats_wanted, len(names))
    seats = [*names, *[""] * (wanted - len(names))]
    png = await paint_or_none(app.painting, "lobby", paint, dict(table.match.options), seats)
    _prepare_soon(app.painting, edition)  # while others join; the first turn's picture is soon asked for
    title = game_settings.title(table.match, edition, words)
    return Picture(png or b"", whole_words(lobby_texts.lobby_alt(title, names, wanted - len(names), words)), "lobby.png")


async def replay(context: MatchContext, course: Sequence[tuple[Any, Sequence[Any]]]) -> Picture | None:
    """Return the whole game as an animation, if its painter can; `course` as `TurnReplays.course`, each table `naming_view`."""
    paint = context.edition.painter.replay
    if paint is None:
        return None
    standings = context.say.standings(context.view, [plain(name) for name in context.names], context.words.unillustrated)
    gif = await _within_patience("replay", context.painting.film(paint, course, ranked_below(context.match)))
    return Picture(gif or b"", whole_words(replays.alt(len(course) - 1, standings, context.words)), "replay.gif")


async def hand(context: MatchContext) -> Picture | None:
    """Return the picture of the reader's hand, to be shown only to them; None if the game's painter has none."""
    paint = context.edition.painter.hand
    if paint is None:
        return None
    return _add_alt(
        context,
        "hand",
        await _paint_picture(
            context, "hand", paint, context.view, _number_spots(context.say.spots(context.view, context.legal, context.words))
        ),
    )


async def stock(context: MatchContext, hole: tuple[int, int] | None) -> Picture | None:
    """Return the picture of the remaining tiles, or of those that fit `hole`; None if there is none to draw."""
    painter, say = context.edition.painter, context.edition.words
    if hole is not None and painter.hole is not None and say.holes is not None:
        odds = say.holes.odds(context.view, hole, context.words.unillustrated)
        return Picture(
            await _paint_picture(context, "hole", painter.hole, context.view, hole), _shorten_alt(odds, context.words), "hole.png"
        )
    if hole is None and painter.stock is not None and say.stock is not None:
        png = await _paint_picture(context, "stock", painter.stock, context.view)
        left = say.stock.left(context.view, context.words.unillustrated)
        return Picture(png, _shorten_alt(left, context.words), "tiles.png") if png else None
    return None


async def score(context: MatchContext) -> Picture | None:
    """Return the points so far, if its game's painter has a track for them."""
    paint = context.edition.painter.score
    return (
        None if paint is None else _add_alt(context, "score", await _paint_picture(context, "score", paint, _painted_view(context)))
    )


async def explanation_picture(context: MatchContext, thing: Any) -> Picture | None:
    """Why one thing scores as it does, if its game's painter can show it; `at` is the table as it was then."""
    paint = context.edition.painter.explain
    if paint is None:
        return None
    return _add_alt(context, "explained", await _paint_picture(context, "explained", paint, _painted_view(context), thing))


async def example(context: MatchContext) -> Picture | None:
    """Return the example picture for this turn of a practice game; None if the painter has none."""
    paint, lessons = context.edition.painter.example, context.edition.words.lessons
    if paint is None or lessons is None or context.advice is None:
        return None
    number = context.advice.number
    return Picture(await _paint_picture(context, "example", paint, number), lessons.picture(number, context.words), "example.png")


async def scoring_pictures(context: MatchContext, lines: Sequence[CountedLine]) -> list[Picture]:
    """Return each scoring alone and small, where the painter of the game can show it."""
    paint = context.edition.painter.counted
    pngs = (
        await _paint_all(context, "counted", *(Call(paint, (context.view, line.thing)) for line in lines))
        if paint is not None
        else []
    )
    return [
        Picture(png or b"", line.text.replace("*", ""), f"counted{number}.png")
        for number, (png, line) in enumerate(zip(pngs, lines, strict=True))
    ]


async def draft(context: MatchContext, tried: Draft, step: Step, page: int) -> Picture:
    """Return the picture of a draft: the spots or choices of this page of its step, or the tile as it would lie."""
    spots = step.squares or context.spots(context.legal)
    kind = "preview" if tried.may_confirm else "spots" if spots else "figures" if context.listed(context.legal) else "turn"
    view, places, all_parts = _painted_view(context), _number_spots(place_page(context, step, page)), _regions(context, spots)
    listed = add_points(context, choices_on_page(step, page))
    picture = Call(context.edition.painter.draft, (view, listed, places, context.match.id, *all_parts))
    png, part_shown = await _paint_all(
        context, "draft", picture, _part_call(context, "draft", view, (), places, listed, *all_parts)
    )
    return _add_alt(context, kind, png, part_shown, place_names(context, listed))


async def _paint_picture(context: MatchContext, kind: str, paint: Callable[..., bytes | None], *args: Any) -> bytes:
    """Return one picture; empty where it fails."""
    return await paint_or_none(context.painting, kind, paint, *args) or b""


def _number_spots(spots: Sequence[NamedSpot]) -> tuple[NumberedSpot, ...]:
    """Return the spots as a painter needs them, without names."""
    return tuple(NumberedSpot(spot.number, spot.square, spot.actions) for spot in spots)


def _regions(context: MatchContext, spots: Sequence[NamedSpot]) -> tuple[Sequence[tuple[NumberedSpot, ...]], ...]:
    """Return all parts of a board's spots, alone, where they are several; else nothing."""
    parts = regions(context, spots)
    return ([_number_spots(each) for each in parts],) if len(parts) > 1 else ()


def _prepare_soon(painting: RenderExecutor, edition: Edition) -> None:
    """Start a painter's preparation in the background."""
    _preparing.begin(_prepare_painter(painting, edition), "painters")


def _shorten_alt(text: str, words: Translator) -> str:
    """Return as many whole lines of a text as an alt text takes, as one: those that are no sentences in a series."""
    lines = [line for line in text.splitlines() if line]
    while len(told := reduce(partial(_run_on, words), lines, "")) > ALT:
        lines.pop()
    return told


def _run_on(words: Translator, told: str, line: str) -> str:
    """Return what is told so far with one more line behind it."""
    return f"{told} {line}".lstrip() if not told or told.endswith((".", ":")) else series((told, line), words)


def _painted_view(context: MatchContext) -> Any:
    """Return the view of the scene, with dead squares, and with a practice game's advice."""
    painter, view = context.edition.painter, context.view
    if painter.with_holes is not None:
        view = painter.with_holes(view)
    if painter.with_advice is not None and context.steps is not None:
        view = painter.with_advice(view, context.steps.choices)
    return naming_view(context)(view)


def naming_view(context: MatchContext) -> Callable[[Any], Any]:
    """Return a function that puts the players' names into a view, where the painter of its game writes them."""
    painter = context.edition.painter

    def shown(view: Any) -> Any:
        view = view if painter.with_owners is None else painter.with_owners(view)
        return view if painter.named is None else painter.named(view, context.names)

    return shown


def _part_call(
    context: MatchContext,
    kind: str,
    view: Any,
    events: Sequence[Any],
    spots: Sequence[NumberedSpot],
    listed: Sequence[ListedChoice],
    *all_parts: Sequence[Sequence[NumberedSpot]],
) -> Call | None:
    """Asks for the part of the board on a picture, for who does not see it, where its game's painter shows parts."""
    find = context.edition.painter.part
    return None if find is None else Call(find, (kind, view, events, spots, listed, *all_parts))


def _add_alt(
    context: MatchContext, kind: str, png: bytes | None, part_shown: Part | None = None, numbered: Sequence[str] = ()
) -> Picture:
    """Return the picture with its alt text: the position, and what its numbers stand for."""
    alt_text = context.say.alt(context.view, kind, context.names, context.words, part=part_shown if png else None)
    return Picture(png or b"", whole_words(" ".join([alt_text, f"{', '.join(numbered)}." if numbered else ""]).strip(), ALT))
