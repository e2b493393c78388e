"""A made-up expansion with a fourth kind of edge, a stack of its own, a figure of its own kind and a limit on placing.

Not one line outside its three folders knows it. What is played here goes through the same laws, words and pictures as all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from editions.registry import EDITIONS
from games.carcassonne.actions import act
from games.carcassonne.catalog import tile
from games.carcassonne.events import FeatureScored, FigureReturned, TilePlaced
from games.core.game import CHANCE, Event
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from tests.contract.laws import walk
from tests.stream.installed import install
from text.carcassonne.remaining_tiles import count, percent
from text.translator import translator_for

CARCASSONNE = EDITIONS["carcassonne"]
GAME: Any = CARCASSONNE.game
PAINTER = CARCASSONNE.painter
SAY = CARCASSONNE.words
NAMES = ("Anna", "Ben")
ENGLISH = translator_for("en")


@pytest.fixture(autouse=True)
def stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make The Stream available."""
    install(monkeypatch)


class Table:
    """A random game of two; those who are asked like boats, and like taking them back."""

    def __init__(self, seed: int, **options: str) -> None:
        self.chance = random.Random(seed)
        self.state, self.events = GAME.opening(GAME.options({"expansions": "stream", **options}), 2)

    def asked(self) -> Iterator[tuple[int, list[Any]]]:
        """Seat and choices at every decision; whatever is liked best is done afterwards."""
        while self.state.asked:
            seat = self.state.asked[0]
            legal = list(GAME.legal(self.state, seat))
            if seat != CHANCE:
                yield seat, legal
            action = GAME.deal(self.state, self.chance.randrange) if seat == CHANCE else self._preferred(legal)
            GAME.advance(self.state, seat, action, self.events.append)

    def _preferred(self, legal: list[Any]) -> Any:
        boats = [action for action in legal if action.what == "boat"]
        recalls = [action for action in legal if action.verb == "recall" and self.chance.random() < 0.2]
        return self.chance.choice(recalls or boats or [action for action in legal if action.verb != "recall"])


def played(seed: int, **options: str) -> Table:
    """Return a whole game."""
    table = Table(seed, **options)
    for _ in table.asked():
        pass
    return table


def of(events: list[Event], kind: type) -> list[Any]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("seats", "others"),
    [
        (2, ""),
        (6, "inns,traders"),
        *(pytest.param(seats, "inns,traders,dragon,tower", marks=pytest.mark.soak) for seats in (2, 6)),
    ],
)
def test_it_keeps_every_law(seats: int, others: str) -> None:
    """Alone and with all others: texts, copies, snapshots, replay, views, points."""
    walk(GAME, {"expansions": f"{others},stream".strip(",")}, seats, seed=seats)


def test_its_stack_is_drawn_first_and_the_lake_last_of_it() -> None:
    tiles = [placed.tile for placed in of(played(1).events, TilePlaced)]

    assert tiles[0] == "stream/spring"
    assert tiles[9] == "stream/lake"
    assert {tile.partition("/")[0] for tile in tiles[:10]} == {"stream"}
    assert {tile.partition("/")[0] for tile in tiles[10:]} == {"base"}
    assert "base/D" in tiles, "the start tile of the base game is a tile like any other"


def test_the_odds_know_which_stack_is_drawn_from() -> None:
    """The lake cannot come before the rest of its stack, and then nothing else can."""
    table, seen = Table(1), list[tuple[int, int, int]]()
    for _ in table.asked():
        view = GAME.view(table.state, None)
        before = sum(number for stack in view.stacks[:-1] for _, number in stack)
        if view.stacks and view.decision == "place":
            seen.append((before, percent(view, {"stream/lake"}, 1), percent(view, {"stream/lake"}, 3)))
            assert (percent(view, {"base/U", "base/V"}, 1) == 0) == bool(view.stacks)
    assert seen == [(n, 100 if n == 0 else 0, 100 if n < 3 else 0) for n in range(7, -1, -1)]
    assert percent(GAME.view(table.state, None), (), 0) == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_stream_goes_on_and_never_turns_back_at_once(seed: int) -> None:
    laid = of(played(seed).events, TilePlaced)[:10]
    steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(laid)]
    ways = [ax * by - ay * bx for (ax, ay), (bx, by) in pairwise(steps)]

    assert all(abs(x) + abs(y) == 1 for x, y in steps)
    assert all(not a or a != b for a, b in pairwise(ways)), "two bends in a row turn the same way"


def test_a_boat_stands_on_streams_only_and_others_do_not() -> None:
    for _, legal in Table(3).asked():
        deployed = [action for action in legal if action.verb == "deploy"]
        assert all((action.what == "boat") == action.part.startswith("s") for action in deployed)


def test_a_boat_can_be_taken_back_instead_of_placing_a_figure() -> None:
    """It is in the supply again, and the turn is over."""
    table = Table(4)
    for seat, legal in table.asked():
        if act("recall") in legal:
            state, events = GAME.clone(table.state), list[Event]()
            GAME.advance(state, seat, act("recall"), events.append)
            assert [(event.piece, event.reason) for event in of(events, FigureReturned)] == [("boat", "recalled")]
            assert dict(GAME.view(state, None).seat(seat).supply)["boat"] == 1
            assert state.asked == (CHANCE,)
            break
    else:
        pytest.fail("nobody could take a boat back")


def test_the_stock_tells_how_many_come_first() -> None:
    """Of the tiles left, those of the stacks that are drawn before all others."""
    table = Table(5)

    next(table.asked())

    assert count(GAME.view(table.state, None), ENGLISH) == "80 tiles are left. The next 8 tiles come from a separate stack."


def test_a_finished_stream_pays_its_ferryman() -> None:
    scored = next(event for seed in range(9) for event in of(played(seed).events, FeatureScored) if event.kind == "stream")

    assert scored.complete
    assert len(scored.squares) == 10
    assert [gain.points for gain in scored.gains] == [10]


def test_everything_of_it_is_said() -> None:
    """Choices, the board, the story, the odds and the help, in whole games."""
    table = Table(5)
    text: set[str] = set()
    for number, (_, legal) in enumerate(table.asked()):
        view = GAME.view(table.state, None)
        for action in legal:
            choice = SAY.say.choice(action, view, NAMES, ENGLISH)
            text |= {choice.label, choice.detail, choice.short}
            if number < 30:
                typed, _ = SAY.read.typed(f"{choice.group} {choice.short}".strip(), view, legal, ENGLISH)
                assert typed == action
    told_story = "\n".join(SAY.say.log(table.events, GAME.view(table.state, None), NAMES, ENGLISH))

    assert {"take the boat back", "it scores nothing", "recall"} <= text
    assert any(label.startswith("ferryman, ") for label in text)
    assert ": boat from " in told_story
    assert any("stream reaches the lake, 10 tiles" in line for seed in range(9) for line in _log(played(seed)))


def _log(table: Table) -> list[str]:
    return SAY.say.log(table.events, GAME.view(table.state, None), NAMES, ENGLISH)


def test_every_picture_shows_it() -> None:
    """The whole board and a draft with a boat; a tile of the stream is blue where it flows."""
    table = Table(4)
    pictures: list[bytes] = []
    for _, legal in table.asked():
        if any(action.what == "boat" for action in legal) or act("recall") in legal:
            pictures.append(PAINTER.draft(GAME.view(table.state, None), [], (), 1))
        if len(pictures) == 2:
            break
    pictures.append(PAINTER.whole(GAME.view(table.state, None), "owners", 1))

    assert len(set(pictures)) == 3
    for turn in range(4):
        sprite = tile_sprite(tile("stream/straight"), turn, 0, THEMES["summer"], 48)
        red, _, blue = sprite.getpixel((24, 4) if turn % 2 == 0 else (4, 24))
        assert blue > red, "the stream comes in from the rim"
