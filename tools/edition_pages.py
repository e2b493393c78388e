"""Pages of the gallery for every available edition: each picture of its painter, as the Discord layer requests it."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from PIL import Image

from editions.edition import Edition
from editions.registry import EDITIONS
from games.core.game import CHANCE, Event, Seat
from tools.selfplay import house

SEED = 11
NEWS = 6
"""Events that a turn's picture points out."""


class PageMoment(NamedTuple):
    """A position of a game to draw: in its middle, with the active seat, or at its end, where `seat` is None."""

    state: Any
    seat: Seat | None
    events: tuple[Event, ...]


@cache
def _game(game_id: str) -> tuple[PageMoment, PageMoment]:
    """Return the middle and the end of a random game with the default number of players."""
    game, chance = EDITIONS[game_id].game, random.Random(SEED)
    options = game.options({})
    state, events, moments = game.start(options, game.seats(options)[-1]), list[Event](), list[PageMoment]()
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat != CHANCE and EDITIONS[game_id].words.say.spots(game.view(state, seat), game.legal(state, seat)):
            moments.append(PageMoment(game.clone(state), seat, tuple(events)))
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        game.advance(state, seat, action, events.append)
    return moments[len(moments) // 2], PageMoment(state, None, tuple(events))


def _pages(game_id: str, edition: Edition) -> Iterator[tuple[str, Callable[[], bytes]]]:
    game, paint, say = edition.game, edition.painter, edition.words.say

    def middle(draw: Callable[..., bytes], *, news: bool) -> bytes:
        moment, _ = _game(game_id)
        assert moment.seat is not None
        view = game.view(moment.state, moment.seat)
        spots = say.spots(view, game.legal(moment.state, moment.seat))
        return draw(view, moment.events[-NEWS:] if news else (), spots, 1)

    def at_end(draw: Callable[..., bytes], *more: object) -> bytes:
        return draw(game.view(_game(game_id)[1].state, None), *more)

    def hand(draw: Callable[..., bytes]) -> bytes:
        return middle(lambda view, _, spots, __: draw(view, spots), news=False)

    yield "turn", partial(middle, paint.turn, news=True)
    yield "draft", partial(middle, paint.draft, news=False)
    for kind in paint.views or ("whole",):
        yield kind, partial(at_end, paint.whole, kind, 1)
    if paint.hand is not None:
        yield "hand", partial(hand, paint.hand)
    if paint.score is not None:
        yield "score", partial(at_end, paint.score)
    if (end := paint.end) is not None:
        yield "end", lambda: at_end(end, _game(game_id)[1].events)
    if paint.lobby is not None:
        yield "lobby", partial(paint.lobby, {}, ["Anna", "Ben", ""])
    if paint.legend is not None:
        yield "legend", partial(paint.legend, None)
        yield "legend-alone", partial(paint.legend, {})


def _open_image(draw: Callable[[], bytes]) -> Image.Image:
    return Image.open(io.BytesIO(draw())).convert("RGB")


PAGES: Mapping[str, Callable[[], Image.Image]] = {
    f"offered-{game_id}-{name}": partial(_open_image, draw)
    for game_id, edition in EDITIONS.items()
    for name, draw in _pages(game_id, edition)
}
"""Every page by its name: a new game's pictures are here as soon as it is in the list."""
