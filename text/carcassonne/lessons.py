"""A first game, explained as it goes on: a lesson with each turn, a line for all that a figure may be put on, news as they come.

Whoever has never played knows the rules of the base game after it. Every text is short enough for a phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.actions import Action
from games.carcassonne.events import Scored
from games.carcassonne.tile import Kind
from games.carcassonne.view import BoardView
from games.core.game import Event, Seat
from text.carcassonne.choices import square_of
from text.carcassonne.places import segment_at
from text.carcassonne.terms import is_follower
from text.language import Words, phrase

OPTIONS: Mapping[str, str] = {"tiles": "twelve", "first_player": "chosen"}
"""What a first game is played with."""

LESSONS: Sequence[tuple[str, str]] = (
    (
        phrase("A tile"),
        phrase(
            "Every turn you draw a tile and place it beside one that is there already. Sides that touch must match: city to "
            "city, road to "
            "road, field to field. The numbers in the picture are the squares where your tile fits.\n"
            "Press **Place tile**, choose a number, and **Rotate** it if it fits in several ways."
        ),
    ),
    (
        phrase("Figures"),
        phrase(
            "After placing your tile you may put one meeple on it, and only on that tile: a **knight** in a city, a **highwayman** "
            "on a road, a **monk** in a monastery. It claims the whole road or city.\n"
            "When that is finished you score at once, and your meeple is back. You have 7."
        ),
    ),
    (
        phrase("What it is worth"),
        phrase(
            "A finished **road** pays 1 point a tile: both its ends stop at a city, a monastery or a junction. A finished "
            "**city**, its wall "
            "closed all around, pays 2 a tile and 2 a shield. A **monastery** pays 9 once tiles lie on all eight squares "
            "around it.\n"
            "What is still open at the end pays 1 for each tile and shield; a monastery 1 for itself and each tile around it."
        ),
    ),
    (
        phrase("Farmers"),
        phrase(
            "A meeple can lie in a field as a **farmer**, and never comes back. Roads and cities bound fields; monasteries don't. "
            "At the end, a field pays 3 points for each finished city it touches.\n"
            "So put a farmer down where cities grow, but not too often."
        ),
    ),
    (
        phrase("Sharing"),
        phrase(
            "While a meeple stands on a road, in a city or in a field, nobody else may put one there. But one tile can join two "
            "cities that each have a knight. The player with more knights gets all the points; on a tie, both do.\n"
            "That is how you get into somebody else's big city."
        ),
    ),
    (
        phrase("The end"),
        phrase(
            "This is your last tile. After the last one of all, everything that is still open pays, then the fields. Most "
            "points win; "
            "meeples at hand are worth nothing, so use one if you can.\n"
            "A tile that fits nowhere leaves the game, and its player draws another."
        ),
    ),
)
"""Title and text, one for each turn of a game of twelve tiles for two."""

ROLES: Mapping[Kind, str] = {
    Kind.CITY: phrase("**knight**: 2 points a tile and 2 a shield once the city is finished, half of that if it stays open"),
    Kind.ROAD: phrase("**highwayman**: 1 point a tile, when both ends stop or at the end of the game"),
    Kind.CLOISTER: phrase("**monk**: 9 points once the eight squares around are full, at the end 1 and 1 for each tile there"),
    Kind.MEADOW: phrase("**farmer**: lies there to the end, then 3 points for each finished city at this field"),
}
"""What a figure would bring, by what it is put on."""

CLOSED: Mapping[str, str] = {
    "road": phrase("A road is finished: 1 point a tile."),
    "city": phrase(
        "A city is finished: 2 points a tile and 2 a shield. From now on it is worth something to the farmers beside it."
    ),
    "cloister": phrase("A monastery is finished: 9 points."),
}
"""What was just seen for the first time, or again."""


def is_first_game(options: Mapping[str, str]) -> bool:
    """See `LessonWords.is_first_game`."""
    return options.get("tiles") == OPTIONS["tiles"]


def welcome(words: Words) -> str:
    """See `LessonWords.welcome`."""
    return words.say(
        "A practice game of twelve tiles against a computer: six turns for you, each with a lesson. Nobody waits for "
        "you, nothing "
        "counts, and you can leave at any time. In half an hour you know the rules of the base game."
    )


def turn(view: BoardView, events: Sequence[Event], seat: Seat, words: Words) -> list[str]:
    """See `LessonWords.turn`."""
    mine = sum(tile.seat == seat for tile in view.tiles)
    finished = [event for event in events if isinstance(event, Scored) and event.complete and event.gains]
    news = [_finished(kind, [event for event in finished if event.kind == kind], seat, words) for kind in CLOSED]
    if mine >= len(LESSONS):
        return [line for line in news if line]
    title, text = LESSONS[mine]
    number = words.say("Lesson {number} of {all}: {title}", number=mine + 1, all=len(LESSONS), title=words.say(title))
    return [*(line for line in news if line), f"**{number}**", words.say(text)]


def _finished(kind: str, closed: Sequence[Scored], seat: Seat, words: Words) -> str:
    if not closed:
        return ""
    said = words.say(CLOSED[kind])
    if any(gain.seat == seat for event in closed for gain in event.gains):
        return words.say("{finished} Your meeple is back.", finished=said)
    return said


def draft(view: BoardView, legal: Sequence[Action], words: Words) -> list[str]:
    """See `LessonWords.draft`."""
    if view.decision != "deploy":
        return []
    offered = [action for action in legal if action.verb == "deploy" and is_follower(action.what)]
    kinds = dict.fromkeys(segment_at(view, *square_of(action, view), action.part).kind for action in offered)
    lines = [words.say(ROLES[kind]) for kind in kinds if kind in ROLES]
    if view.current is not None and len({action.part for action in offered}) < _places(view, *view.current):
        lines.append(words.say("What is not offered here has an owner already, on another tile."))
    return [*lines, words.say("**no meeple**: you keep it for later")]


def _places(view: BoardView, x: int, y: int) -> int:
    """How many roads, cities, cloisters and meadows there are on a tile."""
    return len({part for feature in view.features for fx, fy, part in feature.segments if (fx, fy) == (x, y)})


def end(words: Words) -> list[str]:
    """See `LessonWords.end`."""
    return [
        words.say(
            "**That was Carcassonne.** A whole game has 71 tiles and two to six players, and nothing that you have not seen."
        ),
        words.say(
            "Read next: *Reading the board* and *Typing moves* in the list below. Then open a game with /new, or find "
            "one that is "
            "open with /game action:list; several expansions are in its settings once you feel at home."
        ),
    ]
