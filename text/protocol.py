"""The interface of every game's words: three parts that each game has, and optional ones.

`view` is the result of `Game.view`, `legal` that of `Game.legal`, `events` that of `play`; their types are the game's own. `names`
are the players' names by seat as they are on Discord: they are escaped here, never by the caller. `words` is the reader's
translator. All results fit Discord's limits.
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
    """A game as people ask for it: a name, and what it stands for."""

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
    """One legal action, said."""

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
    """One place, or one card of the hand, among the legal actions, as the picture numbers them."""

    number: int
    """From 1, north to south and west to east: the number in the picture and in typed replies."""
    square: tuple[int, int]
    """Of a card: its number and 0."""
    name: str
    """`N12`, `red person 2`."""
    actions: tuple[Any, ...]
    """The legal actions there, in their order."""


class NamedKind(NamedTuple):
    """Choices of one kind of a question: about the tile just laid, or about towers, about figures ..."""

    key: str
    """Empty for the choices that the question is about first."""
    name: str
    """On the button that leads to them: `Tower 6`; empty without a key."""
    actions: tuple[Any, ...]


class DraftPrompts(NamedTuple):
    """The prompts of a move's private draft, step by step."""

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
    """A typed text names nothing that fits: `code` is one of the game's own, which `MoveParser.refusal` says.

    Its parameter `square`, where there is one, is the place that the text names: a text that names one begins a move.
    """


class AmbiguousMove(Misread):
    """The error of a text that names a place but not which of its actions.

    `square` is as `NamedSpot.name` has it; a lenient reader takes any of them.
    """


class GameNarrator(Protocol):
    """The narrator of a game: events and the table in words."""

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
        """Return the story for beside a picture that shows the cards or tiles, with the picture's numbers at moves.

        What `milestone` tells is left out.
        """

    def milestone(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the one line among the events that is always shown: what a round brought each; empty without any."""

    def log(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """Return the story with each line's tile number: "T37 Anna N12 90° ..."."""

    def act(self, view: Any) -> str:
        """Return the key of the label for what the asked player does: place, play, or choose in another player's turn."""

    def progress(self, view: Any, words: Translator) -> str:
        """Return the progress of the game: "turn 37 of 71"."""

    def length(self, view: Any, words: Translator) -> str:
        """Return the length of an ended game: "71 tiles"."""

    def steps(self, words: Translator) -> DraftPrompts:
        """Return the words of the private draft."""

    def ask(self, view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None) -> str:
        """Return what the asked player has to do: "Anna places a tile: city edge."; empty if none is asked.

        To `viewer` themselves: "Place your tile: city edge."
        """

    def choice(self, action: Any, view: Any, names: Sequence[str], words: Translator) -> ChoiceTexts:
        """Return a legal action, worded for a button or a list."""

    def written(self, view: Any, legal: Sequence[Any], words: Translator) -> Mapping[Any, str]:
        """Return for each legal action what to type for it: a text that `MoveParser.typed` reads as this action and no other."""

    def spots(self, view: Any, legal: Sequence[Any], words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
        """Return the legal actions that name a square, by place, numbered as pictures number them.

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
        """Return what a draft of `actions` does: "N12 90° with highwayman. Closes the road: 3 tiles, you +3, ...".

        `events` are those of playing the draft, `view` the table after it, `viewer` whose draft it is.
        """

    def board(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the whole position in sentences, row by row, enough to play without the picture; it may exceed a message."""

    def legal_sentences(self, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator) -> list[str]:
        """Return every legal choice in sentences, one line for each place: "1 · N12: 90° or 180°, beside M12 (west)"."""

    def alt(self, view: Any, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:
        """Return the alt text of a picture, at most ALT long; `part` is the first and last corner's squares of a partial one.

        Kinds: turn, whole, spots, preview, figures, fields, owners, coordinates, score, explained, tile, lobby, legend, end.
        """

    def standings(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return the standings in one line: "Anna 34 (3 meeples) · Ben 41 (1)"."""

    def panel(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return one line for each player: points, supply, and all that expansions let them own."""

    def result(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
    ) -> list[str]:
        """Return the table at the end, best first, with the points by source: "1 Anna 96 · roads 14 · cities 41 ...".

        `events` are those of the whole game; the seats `below` rank behind all others whatever they have, the last of all first.
        """


class MoveParser(Protocol):
    """The reader of what players type."""

    def hint(self, view: Any, legal: Sequence[Any], words: Translator) -> str:
        """Small print below a turn message: how to answer by text; one of the `legal` answers where a question has its own."""

    def typed(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> tuple[Any, str]:
        """Return the action that the beginning of `text` names, and the rest of the text for the next step.

        "N12 90 knight" gives the placement and "knight"; play it, then read the rest against the new view. `words` may name figures
        in the reader's language; English always works. Raises `Misread`.
        """

    def begins(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> bool:
        """Return whether a text begins as a move does, right or wrong: with a square, a number, a figure, a row, a card.

        Other messages that people write to each other are ignored. `legal` as for `typed`; empty for a person who is not asked.
        """

    def is_nothing(self, text: str, words: Translator) -> bool:
        """Return whether a text asks for nothing: "N12 90 -" stays a whole move where no figure could be put anyway."""

    def autocomplete(
        self, option: str, text: str, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator
    ) -> list[tuple[str, str]]:
        """Return at most CHOICES pairs of label and value for a command's `option` (spot, rotation, meeple, piece ...).

        The values are texts that `typed` reads, except for `hole`: those are squares. Labels and values are at most DETAIL long.
        For `rotation` and `meeple`, `legal` are the actions of that step.
        """

    def refusal(self, code: str, params: Mapping[str, object], view: Any, words: Translator) -> str:
        """Return the sentence of a `Misread`, with what would fit."""


class RulesTexts(Protocol):
    """The game itself, explained: its name, its settings, its rules in short."""

    def presets(self) -> Sequence[GamePreset]:
        """Return the presets that people ask for, the simplest first."""

    def name(self, words: Translator) -> str:
        """Return the name of the game."""

    def title(self, options: Mapping[str, str], words: Translator) -> str:
        """Return a game's title from its options (as text, defaults left out): "Winter edition + Inns & Cathedrals"."""

    def option(self, key: str, words: Translator) -> tuple[str, str]:
        """Label and description of an option of the game; `KeyError` if it has no words."""

    def value(self, key: str, value: str, words: Translator) -> str:
        """Return an option's value in words, `value` as `Option.write` writes it (for a set: one of its choices)."""

    def topics(self, words: Translator, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
        """(key, title) of every help topic; of those about a game with these options, as text, where it is given."""

    def help(self, topic: str, words: Translator, options: Mapping[str, str] | None = None) -> str:
        """Return a help topic's text, at most 1900 characters; raise `Misread("no-topic")`.

        With `options` it speaks of such a game only.
        """


class QuestionWords(Protocol):
    """The words of a game in which a question has several kinds of choices, and several choices for one place."""

    def kinds(self, view: Any, legal: Sequence[Any], words: Translator) -> tuple[NamedKind, ...]:
        """Return the choices by kind, those that the question is about first; without the one that does nothing."""

    def numbers(self, view: Any, legal: Sequence[Any]) -> tuple[int, ...]:
        """Return for each choice the number of its place, from 1; 0 for those of other kinds than the first, and for nothing.

        Pictures, lists, typed answers and alt texts all use them. Given the choices of one kind, that kind has numbers.
        """

    def short(self, action: Any, view: Any, words: Translator) -> str:
        """Return what stands behind the number on a button: the figure, or the square where the number's picture shows all else."""

    def place(self, action: Any, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return what the number stands for, for people who don't see the picture: `north city`."""

    def squares(self, view: Any, legal: Sequence[Any], words: Translator) -> tuple[NamedSpot, ...]:
        """Return the squares of choices that are first asked by square; empty for all others."""


class HandTexts(Protocol):
    """The words of a game with hidden hands: no typed text is read in public there."""

    def hand(self, view: Any, words: Translator) -> str:
        """Return the viewer's own cards, in words; empty without any."""


class RemainingTileTexts(Protocol):
    """The words of a game with tiles or cards left to be drawn."""

    def label(self, words: Translator) -> str:
        """Return the label of the button that shows what is left: "Tiles left"; at most LABEL long."""

    def left(self, view: Any, words: Translator) -> str:
        """Return the content of the bag, by kind."""

    def count(self, view: Any, words: Translator) -> str:
        """Return the number left, and what a picture of it does not show, for above the picture."""

    def number(self, view: Any, words: Translator) -> str:
        """Return the number left alone."""


class EmptySquareTexts(Protocol):
    """The words of a game with empty squares that may be asked about."""

    def odds(self, view: Any, square: tuple[int, int], words: Translator) -> str:
        """Return the odds of an empty square: "2 of 31 tiles fit (6 %), next 3 turns 17 %"."""

    def square(self, view: Any, text: str) -> tuple[int, int]:
        """Return the square that a player named; raise `Misread("not-a-square")`."""


class ForecastTexts(Protocol):
    """The words of a game in which open features will bring points."""

    def ahead(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """Return what each open feature would bring if the game ended now, and the resulting totals."""

    def beside(self, kind: str, view: Any, names: Sequence[str], words: Translator) -> list[str]:
        """Return the lines below a view of the board, about what it shows."""


class ScoreLine(NamedTuple):
    """A scoring as a line of a select."""

    head: str
    """`city closed at N12: Ben +8`; at most DETAIL characters, as the detail."""
    detail: str
    """`4 tiles ×2 = 8`."""
    sign: str = ""
    """The figure or colour of who alone got it, as an emoji."""


class ScoreTexts(Protocol):
    """The words of a game that can explain its scores; `thing` is an element of `scored` or `ahead`."""

    def scored(self, events: Sequence[Event], view: Any) -> Sequence[Any]:
        """Everything among `events` that brought points; `view` is the table after them, or any later one."""

    def ahead(self, view: Any) -> Sequence[Any]:
        """Everything open that would bring points if the game ended now."""

    def line(self, thing: Any, view: Any, names: Sequence[str], words: Translator) -> ScoreLine:
        """Return the scoring as a line of a select."""

    def why(self, thing: Any, view: Any, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
        """Return what was counted, who has the majority, and why `viewer` gets nothing if so."""

    def has_place(self, thing: Any) -> bool:
        """Return whether a picture can show the scoring."""


class LegendTexts(Protocol):
    """The words of a game whose painter has a legend."""

    def named(self, kind: str, name: str, words: Translator) -> str:
        """Return the name of one numbered sample; kind and name as the painter's `legend_names` has them."""


class CountedLine(NamedTuple):
    """One thing that brought points."""

    text: str
    thing: Any
    """For the painter of the game, which shows it beside the text."""
    seat: int = 0
    """Who got most from it, and how many points; of moments alone."""
    points: int = 0


class HighlightTexts(Protocol):
    """The words of a game that can tell its highlights."""

    def moments(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> list[CountedLine]:
        """Return the greatest moments with their points: "Turn 37: Ben +18, city finished, (8 tiles + 1 shield) ×2 = 18".

        `events` are the public ones of the whole game, `view` the table after it. Empty where nothing is worth telling.
        """

    def decided(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return what decided the game: "Anna took the lead for good in turn 44, with 18 points."; may be empty."""

    def foremost(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Return who got most by source: "Most points: cities 24 (Anna) · roads 12 (Ben)"; empty where no player stands out."""

    def shares(self, sources: Mapping[str, int], words: Translator) -> str:
        """Return the sources of a player's points, the most first: "cities 45% · roads 20%", named as in `Game.sources`."""

    def record(self, name: str, value: int, words: Translator) -> str:
        """Return a record of one game, by its name in `Game.feats`: "Longest road: 14 tiles"; empty for another name."""

    def totals(self, events: Sequence[Event], view: Any) -> Sequence[tuple[int, ...]]:
        """Return the points by seat after each turn or round, and last the result."""


class ComparisonTexts(Protocol):
    """The words of a game that can explain why one turn is better than another."""

    def reasons(
        self, played: Any, better: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """Return what is better for `seat` after the one turn than after the other, a line each, most important first.

        Both are views of the table right after the turn of `seat`; `terms` is what their difference is made of: the largest are
        named in points, and of all else only what belongs to them. Empty where nothing can be said.
        """

    def changes(
        self, before: Any, after: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """Return what its turn changes for `seat`, likewise, from the views of the table before and after it."""


class HoldingTexts(Protocol):
    """The words of a game in which figures hold features over several places."""

    def held(self, view: Any, names: Sequence[str], words: Translator, *, worth: bool = True) -> Sequence[str]:
        """Return a line for every occupied feature: its place, its owners, its missing parts.

        With `worth` its value now, zero included.
        """


class LessonTurn(NamedTuple):
    """The texts of a turn of the practice game, in the order in which they are read."""

    answers: list[str]
    """What came of the learner's last turn; empty in the first one."""
    lesson: str
    """The idea of this turn, and what is highlighted."""
    example: str
    """How this very turn could be typed, as small print; empty where that is known by now."""


class LessonTexts(Protocol):
    """The words of a game with a practice game, for a beginner alone with a computer (`Game.teaching`)."""

    options: Mapping[str, str]
    """What such a game is played with."""
    teacher: str
    """Name of the computer at such a table, which is the one that speaks."""

    def is_first_game(self, options: Mapping[str, str]) -> bool:
        """Return whether a game with these options, as text, is a practice game."""

    def welcome(self, words: Translator) -> str:
        """Return the welcome before its first turn: what it is, how long it takes."""

    def turn(
        self, view: Any, legal: Sequence[Any], events: Sequence[Event], advice: TeachingAdvice, words: Translator
    ) -> LessonTurn:
        """Return the texts of the learner's turn; `events` are those from their last turn on, that one included."""

    def picture(self, number: int, words: Translator) -> str:
        """Return the alt text of the example picture of the learner's turn `number`."""

    def draft(self, view: Any, steps: SuggestedMoves, words: Translator) -> list[str]:
        """Return the lines beside the next question of the learner's draft, which goes on as advised by `steps`."""

    def count(self, events: Sequence[Event], view: Any, words: Translator) -> list[tuple[str, list[CountedLine]]]:
        """Return after the last tile all scorings of the learner, by when they came, under a heading each.

        `events` are those of the whole game.
        """

    def total(self, view: Any, words: Translator) -> str:
        """Return the final sum of both, and who has won."""


class UploadTexts(Protocol):
    """The words of a game that is played on uploads of servers: a map as it is shown, and the faults of a file."""

    def title(self, upload: Upload, words: Translator) -> str:
        """Return an upload's title: a built-in one in the reader's language, a server's own as its file has it."""

    def figures(self, upload: Upload, words: Translator) -> str:
        """Return the figures that help a host choose: "33 squares for tiles · 40 tiles · 2 start squares"."""

    def short(self, upload: Upload, words: Translator) -> str:
        """Return the figures that tell how long a game takes: "33 squares, 40 tiles"."""

    def alt(self, upload: Upload, words: Translator) -> str:
        """Return the alt text of its picture, at most ALT long."""

    def wrong(self, error: InvalidUploadError, words: Translator) -> str:
        """Return the faults of a file and their positions: "Line 12, column 5: ..."."""


@dataclass(frozen=True)
class GameTexts:
    """The words of one game: three parts that every game has, and those that only some have; each a module of plain functions.

    Anyone who needs a part that may be missing asks first whether it is there (`is None`); no part refuses what it cannot do.
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
    """Return the events that `viewer` may read about; None is the public."""
    return [e for e in events if (seats := audience(e)) is None or viewer in seats]


def cut(text: str, longest: int) -> str:
    """Return the text, shortened with an ellipsis where it is too long: after a whole word, unless little would be left."""
    if len(text) <= longest:
        return text
    whole = text[: longest - 1].rpartition(" ")[0].rstrip(",;:·([")
    return (whole if len(whole) > longest // 2 else text[: longest - 1]) + "…"


def completions(offers: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Return the labels and values that fit the typed text, those whose value begins with it first."""
    wanted = folded(typed)
    first = [offer for offer in offers if folded(offer[1]).startswith(wanted)]
    later = [offer for offer in offers if offer not in first and wanted in folded(offer[0])]
    return [(cut(label, DETAIL), value[:DETAIL]) for label, value in (first + later)[:CHOICES]]
