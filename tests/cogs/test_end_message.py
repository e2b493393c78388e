"""The end of a game on a phone: its story, with pictures of the board and of the moments, and which points a computer made."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pytest
from PIL import Image

from cogs.images import match_images
from cogs.match_context import MatchContext
from cogs.messages.message_parts import FramedParts, Message, Shown
from cogs.messages.play import turn_messages
from games.carcassonne.events import FeatureScored, SeatPoints
from games.core.emoji_names import seat_colour
from games.core.game import CHANCE, Outcome, Seat
from service.records import LogEntry, MatchView
from tests.text.played import Played, played
from text.translator import translator_for
from tools.browser_checks.messages import scene
from tools.samples import SampledQuestion

EN = translator_for("en")
NOW = datetime(2026, 11, 22, 18, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _waits_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is."""
    monkeypatch.setattr(match_images, "PATIENCE_S", 300.0)


def game() -> Played:
    """Return a whole game."""
    return played(7, 3)


def row(seat: int, kind: str, events: tuple[object, ...] = ()) -> LogEntry:
    return LogEntry(0, Seat(seat), kind, "", NOW, events)


def finished() -> MatchContext:
    return scene("carcassonne", {}, 3, SampledQuestion(game().final, game().events, (), None), EN)


async def told(entries: tuple[LogEntry, ...]) -> Message:
    context = finished()
    scores = tuple(seat.score for seat in game().final.seats)
    winners = tuple(Seat(seat) for seat, points in enumerate(scores) if points == max(scores))
    table = MatchView(
        context.game, context.match, context.seats, None, context.version, context.view, (), (), scores, Outcome(scores, winners)
    )
    recalled = turn_messages.best_moments(context, entries)
    pictures = await match_images.final_board(context), await match_images.best_moments(context, recalled), None
    return turn_messages.end(context, table, entries, None, pictures, recalled=recalled)


async def test_each_moment_is_numbered_and_its_land_is_shown_below_with_who_got_the_points() -> None:
    built = await told((row(CHANCE, "action", tuple(game().events)),))

    kinds = [type(part) for part in built.parts]
    assert kinds.count(Shown) == 2, "one of the board, and one of the moments"
    scores = [seat.score for seat in game().final.seats]
    assert isinstance(frame := built.parts[0], FramedParts) and scores.count(max(scores)) == 1
    assert frame.colour == seat_colour(scores.index(max(scores)))
    moments = [line for text in built.texts() for line in text.split("\n") if line.startswith("`")]
    assert [line[:4] for line in moments] == [f"`{number}` " for number in range(1, len(moments) + 1)] and len(moments) == 3
    assert [name for name, _, _ in built.files][1] == "moments.png"
    picture = Image.open(io.BytesIO(built.files[1][1]))
    assert (picture.width, picture.height < 1.3 * picture.width) == (1000, True), "half of a phone's window at most"
    assert all(line[4:] in str(built.files[1][2]) for line in moments)


async def test_points_that_a_computer_made_for_somebody_are_told() -> None:
    scored = FeatureScored("road", True, (SeatPoints(1, 4, (), (), None),), (), ())
    whole = row(CHANCE, "action", tuple(game().events))

    alone = await told((whole, row(1, "action", (scored,))))
    helped = await told((whole, row(1, "vacate"), row(1, "action", (scored,)), row(1, "return"), row(1, "action", (scored,))))

    line = f"A computer made 4 points for {finished().names[1]}."
    assert line not in "\n".join(alone.texts())
    assert line in "\n".join(helped.texts())
