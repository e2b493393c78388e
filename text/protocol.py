"""What every game's words can do, in three parts that every game has and others that it may lack.

`view` is what `Game.view` answers, `legal` what `Game.legal` answers, `events` what `play` returned; their types are the
game's own. `names` are the players' names by seat as they are on Discord: they are made harmless here, never by the
caller. `words` speaks the reader's language. Whatever is returned fits Discord's limits.
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
    """How the private draft of a move speaks of its steps."""

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
    """The text names a place, `square` as `NamedSpot.name` has it, and not which of its actions: who is lenient takes any of
    them."""


class GameNarrator(Protocol):
    """What happens and what is on the table, told."""

    def story(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """One line for each turn: "Ben N12 90° (bend), highwayman: road closed, 3 tiles, Ben +3 (41)".

        `view` is the table after the last event; totals are counted back from it. Events that `viewer`
        (None: the public) may not see are left out.
        """

    def brief(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """As `story`, beside a picture that shows the cards or tiles and where they lie, and with the numbers it shows at moves."""

    def log(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        """As `story`, each line beginning with the number of its tile: "T37 Anna N12 90° ..."."""

    def act(self, view: Any) -> str:
        """What the one who is asked does, as the key of a label: place, play, or choose in another player's turn."""

    def progress(self, view: Any, words: Translator) -> str:
        """How far the game is: "turn 37 of 71"."""

    def length(self, view: Any, words: Translator) -> str:
        """How long it was, after its end: "71 tiles"."""

    def steps(self, words: Translator) -> DraftPrompts:
        """The words of the private draft."""

    def ask(self, view: Any, names: Sequence[str], words: Translator, *, viewer: Seat | None = None) -> str:
        """What the player who is asked has to do now: "Anna places a tile: city edge."; empty when nobody is asked.

        To `viewer` themselves: "Place your tile: city edge."
        """

    def choice(self, action: Any, view: Any, names: Sequence[str], words: Translator) -> ChoiceTexts:
        """A legal action, said for a button or a list."""

    def written(self, view: Any, legal: Sequence[Any], words: Translator) -> Mapping[Any, str]:
        """Return for each legal action what to type for it: a text that `MoveParser.typed` reads as this action and no other."""

    def spots(self, view: Any, legal: Sequence[Any], words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
        """The legal actions that name a square, by place, numbered as pictures number them.

        `words` name them for anyone who reads their names; where only numbers and actions are wanted, any will do.
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
        """What a draft of `actions` does: "N12 90° with highwayman. Closes the road: 3 tiles, you +3, the figure comes back."

        `events` are those of playing the draft, `view` the table after it, `viewer` whose draft it is.
        """

    def board(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """The whole position in sentences, row by row: enough to play without the picture. May be longer than a message."""

    def legal_sentences(self, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator) -> list[str]:
        """Every legal choice in sentences, one line for each place: "1 · N12: 90° or 180°, beside M12 (west)"."""

    def alt(self, view: Any, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:
        """What a picture shows; at most ALT long. Of a picture of a part, `part` is that: the squares in its first and last corner.

        Kinds: turn, whole, spots, preview, figures, fields, owners, coordinates, score, explained, tile, lobby, legend, end.
        """

    def standings(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """One line: "Anna 34 (3 meeples) · Ben 41 (1)"."""

    def panel(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """One line for each player: points, supply, and all that expansions let them own."""

    def result(
        self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
    ) -> list[str]:
        """The table at the end, best first, with the points by source: "1 Anna 96 · roads 14 · cities 41 ...".

        `events` are those of the whole game; the seats `below` rank behind all others whatever they have, the last of all first.
        """


class MoveParser(Protocol):
    """What players type, read."""

    def hint(self, view: Any, legal: Sequence[Any], words: Translator) -> str:
        """Small print below a turn message: how to answer by text; one of the `legal` answers where a question has its own."""

    def typed(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> tuple[Any, str]:
        """The action that the beginning of `text` names, and the rest of the text for the next step.

        "N12 90 knight" gives the placement and "knight"; play it, then read the rest against the new view. `words` may
        name figures in the reader's language; English always works. Raises `Misread`.
        """

    def begins(self, text: str, view: Any, legal: Sequence[Any], words: Translator) -> bool:
        """Whether a text begins as a move does, right or wrong: with a square, a number, a figure, a row, a card.

        Anything else that people write to each other is none of our business. `legal` as for `typed`; empty for who is not asked.
        """

    def is_nothing(self, text: str, words: Translator) -> bool:
        """Whether a text asks for nothing: "N12 90 -" stays a whole move where no figure could be put anyway."""

    def autocomplete(
        self, option: str, text: str, view: Any, legal: Sequence[Any], names: Sequence[str], words: Translator
    ) -> list[tuple[str, str]]:
        """At most CHOICES pairs of label and value for a command's `option` (spot, rotation, meeple, where, piece, square ...).

        The values are texts that `typed` reads, except for `hole`: those are squares. Labels and values are at most
        DETAIL long. For `rotation` and `meeple`, `legal` are the actions of that step.
        """

    def refusal(self, code: str, params: Mapping[str, object], view: Any, words: Translator) -> str:
        """The sentence of a `Misread`, saying what would fit."""


class RulesTexts(Protocol):
    """The game itself, explained: its name, its settings, its rules in short."""

    def presets(self) -> Sequence[GamePreset]:
        """The game as people ask for it, the simplest first."""

    def name(self, words: Translator) -> str:
        """What the game is called."""

    def title(self, options: Mapping[str, str], words: Translator) -> str:
        """A game with these options (as text, defaults left out) in a few words: "Winter edition + Inns & Cathedrals"."""

    def option(self, key: str, words: Translator) -> tuple[str, str]:
        """Label and description of an option of the game; `KeyError` if it has no words."""

    def value(self, key: str, value: str, words: Translator) -> str:
        """An option's value in words, `value` as `Option.write` writes it (for a set: one of its choices)."""

    def topics(self, words: Translator, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
        """(key, title) of every help topic; of those about a game with these options, as text, where it is given."""

    def help(self, topic: str, words: Translator, options: Mapping[str, str] | None = None) -> str:
        """A help topic's text, at most 1900 characters; raises `Misread("no-topic")`.

        With `options` it speaks of such a game only.
        """


class QuestionWords(Protocol):
    """Of a game in which a question has several kinds of choices, and several choices for one place."""

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
    """Of a game whose players hold cards that the others must not see: nothing typed in public is read there."""

    def hand(self, view: Any, words: Translator) -> str:
        """The viewer's own cards, in words; empty when they hold none."""


class RemainingTileTexts(Protocol):
    """Of a game in which something is left to be drawn."""

    def label(self, words: Translator) -> str:
        """The button that shows it: "Tiles left"; at most LABEL long."""

    def left(self, view: Any, words: Translator) -> str:
        """What is still in the bag, by kind."""

    def count(self, view: Any, words: Translator) -> str:
        """How much that is, and what a picture of it does not show; above the picture."""

    def number(self, view: Any, words: Translator) -> str:
        """How much that is, and nothing else."""


class EmptySquareTexts(Protocol):
    """Of a game with empty squares that may be asked about."""

    def odds(self, view: Any, square: tuple[int, int], words: Translator) -> str:
        """The odds for an empty square: "2 of 31 tiles fit (6 %), next 3 turns 17 %"."""

    def square(self, view: Any, text: str) -> tuple[int, int]:
        """The square that a player named; raises `Misread("not-a-square")`."""


class ForecastTexts(Protocol):
    """Of a game in which open things will bring points."""

    def ahead(self, view: Any, names: Sequence[str], words: Translator) -> str:
        """What each open feature would bring if the game ended now, and the totals that would make."""

    def beside(self, kind: str, view: Any, names: Sequence[str], words: Translator) -> list[str]:
        """What stands below a view of the board that the game's painter has, and says what is to be seen there."""


class ScoreLine(NamedTuple):
    """A scoring as a line of a select."""

    head: str
    """`city closed at N12: Ben +8`; at most DETAIL characters, as the detail."""
    detail: str
    """`4 tiles ×2 = 8`."""
    sign: str = ""
    """The figure or colour of who alone got it, as an emoji."""


class ScoreTexts(Protocol):
    """Of a game that can say why something scores as it does. `thing` is one of those that `scored` or `ahead` answered."""

    def scored(self, events: Sequence[Event], view: Any) -> Sequence[Any]:
        """Everything among `events` that brought points; `view` is the table after them, or any later one."""

    def ahead(self, view: Any) -> Sequence[Any]:
        """Everything open that would bring points if the game ended now."""

    def line(self, thing: Any, view: Any, names: Sequence[str], words: Translator) -> ScoreLine:
        """It as a line of a select."""

    def why(self, thing: Any, view: Any, viewer: Seat | None, names: Sequence[str], words: Translator) -> list[str]:
        """What was counted, who has the majority, and why `viewer` gets nothing where that is so."""

    def has_place(self, thing: Any) -> bool:
        """Whether a picture can show it."""


class LegendTexts(Protocol):
    """Of a game whose painter has a legend."""

    def named(self, kind: str, name: str, words: Translator) -> str:
        """What one numbered sample is called; kind and name as the painter's `legend_names` has them."""


class CountedLine(NamedTuple):
    """One thing that brought points."""

    text: str
    thing: Any
    """For the painter of the game, which shows it beside the text."""
    seat: int = 0
    """Who got most from it, and how many points; of moments alone."""
    points: int = 0


class HighlightTexts(Protocol):
    """Of a game that can tell what it will be remembered for."""

    def moments(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> list[CountedLine]:
        """Its greatest moments and how their points came about: "Turn 37: Ben +18, city finished, (8 tiles + 1 shield) ×2 = 18".

        `events` are those of the whole game, as everybody may know them, `view` the table after it. Empty where nothing
        is worth telling.
        """

    def decided(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """What decided it: "Anna took the lead for good in turn 44, with 18 points."; empty where nothing did."""

    def foremost(self, events: Sequence[Event], view: Any, names: Sequence[str], words: Translator) -> str:
        """Who got most points from what: "Most points: cities 24 (Anna) · roads 12 (Ben)"; empty where nobody stands out."""

    def shares(self, sources: Mapping[str, int], words: Translator) -> str:
        """Where somebody's points come from, the most first: "cities 45% · roads 20%". `sources` as `Game.sources` names them."""

    def record(self, name: str, value: int, words: Translator) -> str:
        """A record of this game alone, by the name that `Game.feats` gives it: "Longest road: 14 tiles"; empty for another name."""

    def totals(self, events: Sequence[Event], view: Any) -> Sequence[tuple[int, ...]]:
        """The points by seat after each turn or round, and last the result."""


class ComparisonTexts(Protocol):
    """Of a game that can say why one turn is better than another."""

    def reasons(
        self, played: Any, better: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """What is better for `seat`, whose turn it was, after the one than after the other, in words, a line each, what matters
        most first; empty where nothing can be said. Both are views of the table right after the turn; `terms` is what their
        difference is made of: the largest are named in points, and of all else only what belongs to them.
        """

    def changes(
        self, before: Any, after: Any, seat: int, names: Sequence[str], words: Translator, terms: Sequence[EvaluationTerm] = ()
    ) -> list[str]:
        """In the same way what its turn changes for `seat`: the views of the table before and after it."""


class HoldingTexts(Protocol):
    """Of a game in which figures hold things that go over several places."""

    def held(self, view: Any, names: Sequence[str], words: Translator, *, worth: bool = True) -> Sequence[str]:
        """A line for everything that somebody stands on: where it is, who, what it still lacks.

        With `worth` its value now, zero included.
        """


class LessonTurn(NamedTuple):
    """What a turn of a first game says, in the order in which it is read."""

    answers: list[str]
    """What came of the learner's last turn; empty in the first one."""
    lesson: str
    """The idea of this turn, and what is highlighted."""
    example: str
    """How this very turn could be typed, as small print; empty where that is known by now."""


class LessonTexts(Protocol):
    """Of a game that explains itself to somebody who plays it for the first time, alone with a computer (`Game.teaching`)."""

    options: Mapping[str, str]
    """What such a game is played with."""

    def is_first_game(self, options: Mapping[str, str]) -> bool:
        """Whether a game with these options, as text, is one."""

    def welcome(self, words: Translator) -> str:
        """Before its first turn: what it is, how long it takes."""

    def turn(
        self, view: Any, legal: Sequence[Any], events: Sequence[Event], advice: TeachingAdvice, words: Translator
    ) -> LessonTurn:
        """What the learner reads with this turn; `events` are those from their last one on, that one included."""

    def picture(self, number: int, words: Translator) -> str:
        """What the example picture of the learner's turn `number` shows."""

    def draft(self, view: Any, steps: SuggestedMoves, words: Translator) -> list[str]:
        """Beside the next question of their draft, which goes on as advised by `steps`."""

    def count(self, events: Sequence[Event], view: Any, words: Translator) -> list[tuple[str, list[CountedLine]]]:
        """After the last tile: all that brought the learner points, by when it did, under a heading each.

        `events` are those of the whole game.
        """

    def total(self, view: Any, words: Translator) -> str:
        """The sum of both, and who has won."""


class UploadTexts(Protocol):
    """Of a game that is played on what servers may add: a map as it is shown, and what is wrong with a file."""

    def title(self, upload: Upload, words: Translator) -> str:
        """What it is called: our own in the reader's language, one that a server added as its file says."""

    def figures(self, upload: Upload, words: Translator) -> str:
        """What a host wants to know before they choose it: "33 squares for tiles · 40 tiles · 2 start squares"."""

    def short(self, upload: Upload, words: Translator) -> str:
        """The figures that tell how long a game takes: "33 squares, 40 tiles"."""

    def alt(self, upload: Upload, words: Translator) -> str:
        """What its picture shows; at most ALT long."""

    def wrong(self, found: InvalidUploadError, words: Translator) -> str:
        """What is wrong with a file, and where: "Line 12, column 5: ..."."""


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
    """The events that `viewer` may read about; None is the public."""
    return [e for e in events if (seats := audience(e)) is None or viewer in seats]


def cut(text: str, longest: int) -> str:
    """The text, shortened with an ellipsis where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def completions(offers: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The labels and values that fit what was typed, as `MoveParser.autocomplete` answers: first those whose value begins so."""
    wanted = typed.casefold().strip()
    first = [offer for offer in offers if offer[1].casefold().startswith(wanted)]
    later = [offer for offer in offers if offer not in first and wanted in offer[0].casefold()]
    return [(cut(label, DETAIL), value[:DETAIL]) for label, value in (first + later)[:CHOICES]]
