"""The turn message on a phone: few words, one picture, the first buttons within reach; nothing is lost for readers of text."""

from __future__ import annotations

import io
import random
from datetime import UTC, datetime
from typing import Any

from PIL import Image

from cogs.messages import layout
from cogs.messages.message_parts import Beside, Button, FramedParts, Link, Message, Picture, Row, Select, Shown
from cogs.messages.play.turn_messages import WHAT_HAPPENED_SINCE, entries_since_own_move
from editions.registry import EDITIONS, GAMES
from games.carcassonne.events import TurnBegan
from games.carcassonne.game import big_box
from games.cardcassonne.events import PointsScored
from games.core.emoji_names import seat_colour
from games.core.game import Seat
from render.carcassonne import painter
from render.frame import TALLEST
from service.records import LogEntry
from tests.everything import ALL as ALL_INSTALLED
from tests.text.played import played
from text.message_templates import bare
from text.translator import translator_for
from tools.browser_checks.messages import message, scene
from tools.positions import reached
from tools.samples import SampledQuestion
from tools.samples import asked as sampled_questions

EN = translator_for("en")
WORDS, WORDS_AT_MOST = 35, 45


def asked(given: dict[str, str], seats: int, tiles: int) -> SampledQuestion:
    """Return a table at which a tile is to be placed."""
    position = reached(given, seats, tiles)
    return SampledQuestion(
        position.view, (), list(position.game.legal(position.state, position.game.to_act(position.state)[0])), position.state
    )


async def told(given: dict[str, str], seats: int, tiles: int, *, version: int | None = None) -> tuple[Message, Any]:
    """Return its turn message, and the scene."""
    question = asked(given, seats, tiles)
    context = scene("carcassonne", given, seats, question, EN, version=version)
    return await message(context, question), context


def kinds(message: Message) -> list[type]:
    """Return the classes of a message's parts, outside first."""
    return [type(part) for part in message.parts]


async def test_a_turn_has_a_frame_in_the_colour_of_the_player_and_one_picture() -> None:
    built, at = await told({}, 3, 40)

    frame = next(part for part in built.parts if isinstance(part, FramedParts))
    assert frame.colour == seat_colour(at.asked[0])
    assert not any(isinstance(part, Beside) for part in frame.parts), "the picture shows the tile in hand already"
    assert [kind for kind in kinds(built) if kind is Shown] == [Shown]
    assert [name for name, _, _ in built.files] == ["board.png"]
    picture = Image.open(io.BytesIO(built.files[0][1]))
    assert picture.height <= TALLEST * picture.width
    assert len(" ".join(built.texts()).split()) <= WORDS


async def test_what_the_message_leaves_to_its_picture_stands_in_the_description() -> None:
    """For readers of text the standings follow below, and nothing is left out where no picture can go along."""
    built, at = await told({}, 2, 20)
    standings = at.say.standings(at.view, at.names, at.words.unillustrated)
    progress = at.say.progress(at.view, at.words.unillustrated)

    assert progress not in "\n".join(built.texts())
    assert progress in "\n".join(built.with_texts().texts())
    assert progress in "\n".join(built.without_pictures().texts())
    assert standings not in "\n".join(built.texts())
    assert standings in "\n".join(built.with_texts().texts())
    assert standings in "\n".join(built.without_pictures().texts())
    assert "Place your tile: " in "\n".join(built.without_pictures().texts())
    assert not any(isinstance(item, FramedParts | Shown) for item in built.without_pictures().parts)


def test_no_description_of_any_picture_has_the_code_of_a_sign() -> None:
    """Every picture that a message shows is one of these, and a screen reader would spell the code out."""
    picture = Picture(
        b"", "<:red_meeple_0a1b2c:123456789012345678>\u00a0anna 4 · <:blue_meeple_0a1b2c:123456789012345679>\u00a0ben 2"
    )

    assert picture.alt == "anna 4 · ben 2"
    shown = Message().show(picture).beside(picture, "text")
    assert "<:" not in "".join(alt for _, _, alt in shown.files) + str(layout.view(shown).to_components())


async def test_the_first_turns_say_how_to_answer_by_text_with_a_legal_move() -> None:
    first, at = await told({}, 2, 3, version=4)
    later, _ = await told({}, 2, 20)
    hint = next(text for text in first.texts() if "or reply" in text).rpartition(": ")[2]

    action, rest = at.read.typed(hint, at.view, asked({}, 2, 3).legal, at.words)

    assert action in asked({}, 2, 3).legal and not rest
    assert not any("or reply" in text for text in later.texts())


async def test_a_large_board_offers_the_numbers_of_the_region_in_the_picture_and_a_button_for_each_other() -> None:
    given = {"expansions": ALL_INSTALLED}
    question = asked(given, 6, 110)
    context = scene("carcassonne", given, 6, question, EN)
    built = await message(context, question)
    regions = context.edition.painter.regions(context.spots(question.legal))
    shown = context.edition.painter.fullest(regions)

    labels = [each.label for each in built.components() if isinstance(each, Button)]
    listed = [entry.label for each in built.components() if isinstance(each, Select) for entry in each.entries]

    assert len(regions) > 1
    assert [label for label in labels if " · " in label and label[0].isalpha()] == [
        f"{letter} · {len(part)}" for letter, part in zip("ABCDE", regions, strict=False) if part is not regions[shown]
    ]
    numbers = [label for label in labels if label.isdigit()] or [label.split(" · ")[0] for label in listed]
    assert numbers == [str(spot.number) for spot in regions[shown]]


def test_the_numbers_in_the_story_are_those_at_the_moves_in_the_picture() -> None:
    """Also where tiles were set aside, or the dragon moved, in between: that has a line of its own and no number."""
    say, unnumbered = EDITIONS["carcassonne"].words.say, 0
    for seed in (2, 5):
        for position in played(seed, 3, expansions="dragon").positions[::4]:
            began = [each_event for each_event, event in enumerate(position.events) if isinstance(event, TurnBegan)][-3:]
            events, view = position.events[began[0] :], position.view
            moves = painter.since(events)

            lines = say.brief(events, view, ("Anna", "Ben", "Chi"), EN)

            told = [line for line in lines if line.startswith("`")]
            assert len(told) == (len(moves) if len(lines) > 1 else 0), lines
            for line, each in zip(told, moves, strict=False):
                assert line.startswith(f"`{each.move.label}` ") and view.squares.name(each.move.x, each.move.y) in line
            unnumbered += len(told) and len(lines) - len(told)
    assert unnumbered, "there were such lines"


async def test_a_long_story_folds_behind_a_button_and_its_newest_moves_stay() -> None:
    """In the largest game each player's turn may take a line of twenty words; the buttons must be seen on a phone."""
    given, folded = {"expansions": ",".join(big_box())}, 0
    for number, question in enumerate(sampled_questions(GAMES["carcassonne"], given, 4, random.Random(3))):
        if question.view.decision != "place" or number % 12:
            continue
        context = scene("carcassonne", given, 4, question, EN)
        built = await message(context, question)
        story = context.say.brief(question.events, question.view, context.names, EN)
        told = [line for line in story if bare(line) in bare("\n".join(built.texts()))]

        presses = [each.press for each in built.components() if not isinstance(each, Link)]
        is_folded = any((press.verb, press.argument) == ("log", WHAT_HAPPENED_SINCE) for press in presses)
        assert len(bare(" ".join(built.texts())).split()) <= WORDS_AT_MOST
        assert told == story[len(story) - len(told) :], "the newest ones"
        assert is_folded == (len(told) < len(story)), story
        folded += is_folded
    assert folded


async def test_the_end_of_a_round_of_cards_is_told_in_a_line_that_never_folds() -> None:
    """With what it brought each player; how it came about is behind the button."""
    ended = 0
    for seats in (2, 3, 5):
        for number, question in enumerate(sampled_questions(GAMES["cardcassonne"], {}, seats, random.Random(3))):
            scored = [event for event in question.events if isinstance(event, PointsScored) and event.kind == "round"]
            if not scored and number % 8:
                continue
            context = scene("cardcassonne", {}, seats, question, EN)
            built = await message(context, question)
            text = bare("\n".join(built.texts()))
            presses = [each.press for each in built.components() if not isinstance(each, Link)]
            is_folded = any((press.verb, press.argument) == ("log", WHAT_HAPPENED_SINCE) for press in presses)
            if not scored:
                assert "is over:" not in text
                continue
            ended += 1
            assert is_folded and f"Round {scored[-1].number} is over:" in text
            for gain in scored[-1].gains:
                assert f"{context.names[gain.seat]} +{gain.points} ({gain.total})" in text
            assert len(text.split()) <= WORDS_AT_MOST, text
    assert ended > 6


def test_what_happened_since_their_own_last_move_is_told_to_each_reader() -> None:
    at = datetime(2026, 11, 22, tzinfo=UTC)
    rows = [LogEntry(number, Seat(seat), "action", "", at, ()) for number, seat in enumerate((0, 1, 2, 0, 1, 2))]

    assert [row.seq for row in entries_since_own_move(rows, Seat(1))] == [5]
    assert [row.seq for row in entries_since_own_move(rows, Seat(2))] == []
    assert entries_since_own_move(rows, None) == tuple(rows), "who plays no seat sees all of it"


def test_more_buttons_than_a_row_takes_go_on_below_it() -> None:
    """A long story at a table with a board in the browser has six."""
    built = Message().row(*(Link(str(number), "https://example.org") for number in range(6)))

    assert [len(row.components) for row in built.parts if isinstance(row, Row)] == [5, 1]
