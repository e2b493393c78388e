"""The interfaces of each game's texts: three parts that every game has, and optional ones.

Parameters mean the same everywhere: `view` is the result of `Game.view`, `legal` that of `Game.legal`, `events` that of `play`, in
the game's own types; `names` are the players' Discord names by seat, escaped by the functions that insert them; `words` is the
reader's `Translator`. All results fit Discord's limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.core.errors import RuleRefusedError
from games.core.evaluation_terms import EvaluationTerm
from games.core.game import Event, Seat, audience
from games.core.tutorial import SuggestedMoves, TeachingAdvice
from games.core.uploads import InvalidUploadError, Upload
from text.input_vocabulary import folded
from text.translator import ENGLISH, Translator

LABEL = 34
"""Longest label of a button or choice."""
DETAIL = 100
"""Longest line below a label."""
ALT = 1024
"""Longest alt text."""
CHOICES = 25
"""Most lines of an autocomplete answer or a select."""


Part = tuple[tuple[int, int], tuple[int, int]]
"""The part of a board that a picture shows: its north-western and its south-eastern square."""


@dataclass(frozen=True)
class GamePreset:
    """A named set of options with which a game can be started."""

    key: str
    """What is typed for it."""
    name: str
    """At most LABEL characters, as it stands in the catalogues."""
    about: str
    """At most DETAIL characters, as it stands in the catalogues."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game, as text."""
    seats: int = 0
    """How many seats it has; 0: as many as the game allows."""
    asks: str = ""
    """The option that is chosen next, from its first value on."""
    first: bool = True
    """Whether it is among the few that are shown first; the others are only completed."""


class ChoiceTexts(NamedTuple):
    """The texts of one legal action on buttons, in lists and for typing."""

    group: str
    """Where: a square's name for choices that are first asked by place, else empty. Ask the group first, then the label."""
    label: str
    """What a button says: `90°`, `knight, north city`; at most LABEL characters; tells choices of one group apart."""
    detail: str
    """One more line: what it would mean; at most DETAIL characters; may be empty."""
    short: str
    """What a player would type for it after the group: `90`, `knight`, `farmer south`."""
    sign: str = ""
    """A small picture of it that can stand on a button or in a list; empty where there is none."""
    brief: str = ""
    """The label without what the picture and the lines above say too, for a button without room; empty: the label."""


class NamedSpot(NamedTuple):
    """One square on which a tile can be placed, or one playable card, with its number in the picture."""

    number: int
    """From 1, north to south and west to east: the number in the picture and in typed replies."""
    square: tuple[int, int]
    """Of a card: its number and 0."""
    name: str
    """`N12`, `red person 2`."""
    actions: tuple[Any, ...]
    """The legal actions there, in their order."""


class NamedKind(NamedTuple):
    """The choices of one kind in a position: those on the tile just placed, on towers, on figures and so on."""

    key: str
    """Empty for the choices that the question is about first."""
    name: str
    """On the button that leads to them: `Tower 6`; empty without a key."""
    actions: tuple[Any, ...]


class DraftPrompts(NamedTuple):
    """The labels of the steps in which a player composes a move in private."""

    where: str
    """Above the first question."""
    place: str
    """On the list of the first question."""
    rest: str
    """On the list of all other choices."""
    other: str
    """On the button that goes back to the first question."""
    turns: bool
    """Whether the ways of a place are gone through one after the other, by one button; else each has its own."""


class Misread(RuleRefusedError):
    """Raised when a typed text matches no legal action; `code` selects the sentence of `MoveParser.refusal`.

    Its parameter `square`, if there is one, is the square that the text names: a text that names one begins a move.
    """


class AmbiguousMove(Misread):
    """Raised when a text names a square or card but not which of its several actions.

    `square` is written as in `NamedSpot.name`; a lenient caller takes any of these actions.
    """


class GameNarrator(Protocol):
    """Interface of a game's texts about events, positions and choices."""

    def story(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """Return one line for each turn: "Ben N12 90° (bend), highwayman: road closed, 3 tiles, Ben +3 (41)".

        `view` is the table after the last event; totals are counted back from it. Events that `viewer` (None: the public) may not
        see are left out.
        """

    def brief(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """Return the story in brief, for a message beside a picture: with its numbers, and without the line of `milestone`."""

    def milestone(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the line about the round that was scored last, which is shown even beside a picture; empty without any."""

    def log(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """Return the story with each line's tile number: "T37 Anna N12 90° ..."."""

    def act(self, view: Any) -> str:
        """Return the key of the button label for the next action: placing a tile, playing, or choosing in another's turn."""

    def progress(self, view: Any, words: Translator) -> str:
        """Return the progress of the game: "turn 37 of 71"."""

    def length(self, view: Any, words: Translator) -> str:
        """Return the length of an ended game: "71 tiles"."""

    def steps(self, words: Translator) -> DraftPrompts:
        """Return the labels of the steps of a private draft."""

    def ask(self, view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None) -> str:
        """Return who has to do what next: "Anna places a tile: city edge."; empty if the game waits for no player.

        The player `viewer` is addressed directly, as in "Place your tile".
        """

    def choice(self, action: Any, view: Any, names: Sequence[str], words: Translator) -> ChoiceTexts:
        """Return the texts of a legal action for a button or a list."""

    def written(self, view: Any, legal: Sequence[Any], words: Translator) -> Mapping[Any, str]:
        """Return the text to type for each legal action, which `MoveParser.typed` reads as this action and no other."""

    def spots(self, view: Any, legal: Sequence[Any], words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
        """Return the legal placements by square, or the playable cards, numbered as in the picture.

        `words` matters only to callers that read the names.
        """

    def summary(
        self,
        actions: Sequence[Any],
        events: Sequence[Event],
        view: Any,
        names: Sequence[str],
        words: Translator,
        *,
        viewer: Seat | None = None,
    ) -> str:
        """Return what a draft move does: "N12 90° with highwayman. Closes the road: 3 tiles, you +3, ...".

        `actions` are the actions of the draft, `events` those of playing it, `view` the position after it, `viewer` the player
        whose draft it is.
        """

    def board(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the whole position in sentences, row by row, enough to play without the picture; it may exceed a message."""

    def legal_sentences(self, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator) -> list[str]:
        """Return every legal choice in sentences, one line for each place: "1 · N12: 90° or 180°, beside M12 (west)"."""

    def alt(self, view: Any, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:
        """Return the alt text of a picture, at most ALT characters.

        Values of `kind`: turn, whole, spots, preview, figures, fields, owners, coordinates, score, explained, tile, lobby, legend,
        end. `part` gives the first and the last corner's square if the picture shows only a part of the board.
        """

    def standings(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the standings in one line: "Anna 34 (3 meeples) · Ben 41 (1)"."""

    def panel(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return one line for each player: points, remaining figures, and possessions from expansions."""

    def result(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
    ) -> list[str]:
        """Return the final standings, best first, with the points by source: "1 Anna 96 · roads 14 · cities 41 ...".

        `events` are those of the whole game. The seats in `below` rank behind all others whatever their points, the last of all
        first.
        """


class MoveParser(Protocol):
    """Interface of a game's parser of typed moves."""

    def hint(self, view: Any, legal: Sequence[Any], words: Translator) -> str:
        """Return the small print below a turn message that explains how to answer by text.

        It shows one of the `legal` answers as an example if the current question has answers of its own.
        """

    def typed(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> tuple[Any, str]:
        """Return the action that the beginning of `text` names, and the rest of the text for the next step.

        "N12 90 knight" gives the placement and "knight"; play it, then read the rest against the new view. `words` may name figures
        in the reader's language; English always works. Raises `Misread`.
        """

    def begins(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> bool:
        """Return whether a chat message looks like the beginning of a move, legal or not.

        A move begins with a square, a number, a figure, a row or a card; all other messages are ignored. `legal` is the same as for
        `typed`, and empty for players who are not to move.
        """

    def is_nothing(self, text: str, words: Translator) -> bool:
        """Return whether a text declines a choice, such as the `-` left over from `N12 90 -` if no figure can be placed."""

    def autocomplete(
        self, option: str, text: str, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator
    ) -> list[tuple[str, str]]:
        """Return at most CHOICES (label, value) completions of a command's `option`, such as `spot` or `meeple`.

        Each value is a text that `typed` reads, except for the option `hole`, whose values are squares. Labels and values have at
        most DETAIL characters. For `rotation` and `meeple`, `legal` are the actions of that step.
        """

    def refusal(self, code: str, params: Mapping[str, object], view: Any, words: Translator) -> str:
        """Return the sentence that explains a `Misread` and names what could be typed instead."""


class RulesTexts(Protocol):
    """Interface of a game's name, options, presets and rules in words."""

    def presets(self) -> Sequence[GamePreset]:
        """Return the presets that a host can choose, the simplest first."""

    def name(self, words: Translator) -> str:
        """Return the name of the game."""

    def title(self, options: Mapping[str, str], words: Translator) -> str:
        """Return a game's title from its options: "Winter edition + Inns & Cathedrals".

        The options are text, without those that have the default value.
        """

    def option(self, key: str, words: Translator) -> tuple[str, str]:
        """Return the label and the description of an option.

        Raises `KeyError` if the option has no words.
        """

    def value(self, key: str, value: str, words: Translator) -> str:
        """Return an option's value in words; `value` is written as by `Option.write` (for a set: one of its choices)."""

    def topics(self, words: Translator, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
        """Return (key, title) of every help topic.

        With `options`, as text, only the topics about a game with these options.
        """

    def help(self, topic: str, words: Translator, options: Mapping[str, str] | None = None) -> str:
        """Return a help topic's text, at most 1900 characters; with `options` it is about such a game only.

        Raises `Misread("no-topic")` for an unknown topic.
        """


class QuestionWords(Protocol):
    """Interface of the texts of a game whose positions offer several kinds of choices, and several choices at one place."""

    def kinds(self, view: Any, legal: Sequence[Any], words: Translator) -> tuple[NamedKind, ...]:
        """Return the choices grouped by kind, the main kind first; the choice to do nothing is left out."""

    def numbers(self, view: Any, legal: Sequence[Any]) -> tuple[int, ...]:
        """Return the number of each choice's place, from 1, in the order of `legal`.

        It is 0 for choices of other kinds than the main one, and for the choice to do nothing. Given the choices of one kind only,
        they are numbered. Pictures, lists, typed answers and alt texts all use these numbers.
        """

    def short(self, action: Any, view: Any, words: Translator) -> str:
        """Return the text after the number on a choice's button: the figure, or the square if the picture shows the rest."""

    def place(self, action: Any, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the place of a choice for players who don't see the picture: `north city`."""

    def squares(self, view: Any, legal: Sequence[Any], words: Translator) -> tuple[NamedSpot, ...]:
        """Return the squares of choices for which a player first picks a square; empty if no choice needs that."""


class HandTexts(Protocol):
    """Interface of the texts of a game with hidden hands, where moves are not typed in public."""

    def hand(self, view: Any, words: Translator) -> str:
        """Return the viewer's own cards in words; empty if the viewer has none."""


class RemainingTileTexts(Protocol):
    """Interface of the texts about the tiles or cards left to draw."""

    def label(self, words: Translator) -> str:
        """Return the label of the button that shows the remaining tiles: "Tiles left"; at most LABEL characters."""

    def left(self, view: Any, words: Translator) -> str:
        """Return the tiles or cards left to draw, by kind."""

    def count(self, view: Any, words: Translator) -> str:
        """Return the line above a picture of the remaining tiles: their number, and what the picture doesn't show."""

    def number(self, view: Any, words: Translator) -> str:
        """Return only the number of tiles or cards left to draw."""


class EmptySquareTexts(Protocol):
    """Interface of the texts about the chance that an empty square can be filled."""

    def odds(self, view: Any, square: tuple[int, int], words: Translator) -> str:
        """Return the chance that a tile fits an empty square: "2 of 31 tiles fit (6 %), next 3 turns 17 %"."""

    def square(self, view: Any, text: str) -> tuple[int, int]:
        """Return the empty square that a player typed.

        Raises `Misread("not-a-square")` if the text names none.
        """


class ForecastTexts(Protocol):
    """Interface of the texts about points that open features would bring."""

    def ahead(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the lines about what each open feature would bring if the game ended now, and the resulting totals."""

    def beside(self, kind: str, view: Any, names: Sequence[str], words: Translator) -> list[str]:
        """Return the lines below a picture of the board that shows `kind`, such as `fields`; empty if there is nothing to add."""


class ScoreLine(NamedTuple):
    """The texts of one scoring in a select."""

    head: str
    """`city closed at N12: Ben +8`; at most DETAIL characters, as the detail."""
    detail: str
    """`4 tiles ×2 = 8`."""
    sign: str = ""
    """The figure or colour of who alone got it, as an emoji."""


class ScoreTexts(Protocol):
    """Interface of the explanations of scores; `thing` is an element of `scored` or `ahead`."""

    def scored(self, events: Sequence[Event], view: Any) -> Sequence[Any]:
        """Return the scorings among `events`; `view` is the position after them, or any later one."""

    def ahead(self, view: Any) -> Sequence[Any]:
        """Return the scorings that open features would bring if the game ended now."""

    def line(self, thing: Any, view: Any, names: Sequence[str], words: Translator) -> ScoreLine:
        """Return the texts of a scoring for a select."""

    def why(self, thing: Any, view: Any, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
        """Return the explanation of a scoring: what was counted, who has the majority, and why `viewer` gets nothing if so."""

    def has_place(self, thing: Any) -> bool:
        """Return whether the scoring belongs to squares of the board, so that a picture can show it."""


class LegendTexts(Protocol):
    """Interface of the names in the legend of a game's pictures."""

    def named(self, kind: str, name: str, words: Translator) -> str:
        """Return the name of one numbered sample in the legend; `kind` and `name` are those of the painter's `legend_names`."""


class CountedLine(NamedTuple):
    """One line about a scoring, with the scoring."""

    text: str
    thing: Any
    """For the painter of the game, which shows it beside the text."""
    seat: int = 0
    """Who got most from it, and how many points; of moments alone."""
    points: int = 0


class HighlightTexts(Protocol):
    """Interface of the texts about the highlights of a finished game."""

    def moments(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> list[CountedLine]:
        """Return the greatest moments with their points: "Turn 37: Ben +18, city finished, (8 tiles + 1 shield) ×2 = 18".

        `events` are the public ones of the whole game, `view` the position after it. Empty if no moment stands out.
        """

    def decided(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the sentence on what decided the game: "Anna took the lead for good in turn 44, with 18 points."; may be empty."""

    def foremost(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the best player by source of points: "Most points: cities 24 (Anna) · roads 12 (Ben)".

        Empty if no player stands out.
        """

    def shares(self, sources: Mapping[str, int], words: Translator) -> str:
        """Return the share of each source in a player's points, the largest first: "cities 45% · roads 20%".

        `sources` are the points by source, named as in `Game.sources`.
        """

    def record(self, name: str, value: int, words: Translator) -> str:
        """Return the line about a record of one game: "Longest road: 14 tiles"; empty for an unknown one.

        `name` is the name of the record in `Game.feats`.
        """

    def totals(self, events: Sequence[Event], view: Any) -> Sequence[tuple[int, ...]]:
        """Return the points by seat after each turn or round, and last the result."""


class ComparisonTexts(Protocol):
    """Interface of the explanations why one turn is better than another."""

    def reasons(
        self, played: Any, better: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """Return the reasons why the turn `better` is better for `seat` than `played`, one per line, most important first.

        Both are views right after the turn of `seat`. `terms` are the parts of their difference in points: the largest are named,
        and reasons about other topics are left out. Empty if no reason was found.
        """

    def changes(
        self, before: Any, after: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """Return the effects of a turn for `seat`, one per line, from the views before and after it; `terms` as in `reasons`."""


class HoldingTexts(Protocol):
    """Interface of the list of features that figures occupy."""

    def held(self, view: Any, names: Sequence[str], words: Translator, *, worth: bool = True) -> Sequence[str]:
        """Return a line for every occupied feature: its squares, its owners, and what is missing to finish it.

        With `worth`, also its points now, zero included.
        """


class LessonTurn(NamedTuple):
    """The texts of one turn of the practice game, in reading order."""

    answers: list[str]
    """What came of the learner's last turn; empty in the first one."""
    lesson: str
    """The idea of this turn, and what is highlighted."""
    example: str
    """How this very turn could be typed, as small print; empty where that is known by now."""


class LessonTexts(Protocol):
    """Interface of the texts of the practice game, which a beginner plays against a computer (`Game.teaching`)."""

    options: Mapping[str, str]
    """What such a game is played with."""
    teacher: str
    """Name of the computer at such a table, which is the one that speaks."""

    def is_first_game(self, options: Mapping[str, str]) -> bool:
        """Return whether a game with these options, as text, is the practice game."""

    def welcome(self, words: Translator) -> str:
        """Return the message before the first turn of the practice game: what it is, and how long it takes."""

    def turn(
        self, view: Any, legal: Sequence[Any], events: Sequence[Event], advice: TeachingAdvice, words: Translator
    ) -> LessonTurn:
        """Return the texts of the learner's turn; `events` begin with the learner's previous turn."""

    def picture(self, number: int, words: Translator) -> str:
        """Return the alt text of the example picture of the learner's turn `number`."""

    def draft(self, view: Any, steps: SuggestedMoves, words: Translator) -> list[str]:
        """Return the lines beside the next step of the learner's draft, as long as it follows the advised `steps`."""

    def count(self, events: Sequence[Event], view: Any, words: Translator) -> list[tuple[str, list[CountedLine]]]:
        """Return the lines of the learner's scorings in the finished game as (heading, lines), grouped by when they came.

        `events` are those of the whole game.
        """

    def total(self, view: Any, words: Translator) -> str:
        """Return the sentence with both players' final points, and who has won."""


class UploadTexts(Protocol):
    """Interface of the texts about uploaded maps: their descriptions, and the errors of a file."""

    def title(self, upload: Upload, words: Translator) -> str:
        """Return an upload's title: a built-in one in the reader's language, a server's own as its file has it."""

    def figures(self, upload: Upload, words: Translator) -> str:
        """Return the numbers that help a host choose a map: "33 squares for tiles · 40 tiles · 2 start squares"."""

    def short(self, upload: Upload, words: Translator) -> str:
        """Return the numbers that tell how long a game on a map takes: "33 squares, 40 tiles"."""

    def alt(self, upload: Upload, words: Translator) -> str:
        """Return the alt text of a map's picture, at most ALT characters."""

    def wrong(self, error: InvalidUploadError, words: Translator) -> str:
        """Return the errors of a file with their positions: "Line 12, column 5: ..."."""


@dataclass(frozen=True)
class GameTexts:
    """The texts of one game, each part a module of plain functions: three that every game has, and optional ones.

    A part that the game doesn't have is None, so callers check for that first.
    """

    say: GameNarrator
    read: MoveParser
    explain: RulesTexts
    questions: QuestionWords | None = None
    hands: HandTexts | None = None
    stock: RemainingTileTexts | None = None
    holes: EmptySquareTexts | None = None
    forecast: ForecastTexts | None = None
    scores: ScoreTexts | None = None
    highlights: HighlightTexts | None = None
    compare: ComparisonTexts | None = None
    holdings: HoldingTexts | None = None
    legend: LegendTexts | None = None
    lessons: LessonTexts | None = None
    uploads: UploadTexts | None = None
    views: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of every view that the game's painter has besides the whole: its button and its line in a list, as phrases to be said."""
    overlays: frozenset[str] = frozenset()
    """Those of them that show who owns what."""
    former_views: Mapping[str, str] = field(default_factory=dict)
    """By what a view was once called, as typed or on an old button: what it is called now."""


def visible(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    """Return the events that `viewer` may see; with None, those that are public."""
    return [e for e in events if (seats := audience(e)) is None or viewer in seats]


def cut(text: str, longest: int) -> str:
    """Return the text, shortened with an ellipsis to at most `longest` characters.

    It ends after a whole word, unless that would leave too little.
    """
    if len(text) <= longest:
        return text
    whole = text[: longest - 1].rpartition(" ")[0].rstrip(",;:·([")
    return (whole if len(whole) > longest // 2 else text[: longest - 1]) + "…"


def completions(offers: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Return the (label, value) pairs that match the typed text, at most `CHOICES`.

    Those whose value begins with it come first, then those whose label contains it.
    """
    wanted = folded(typed)
    first = [offer for offer in offers if folded(offer[1]).startswith(wanted)]
    later = [offer for offer in offers if offer not in first and wanted in folded(offer[0])]
    return [(cut(label, DETAIL), value[:DETAIL]) for label, value in (first + later)[:CHOICES]]
