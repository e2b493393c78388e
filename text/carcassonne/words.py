"""The words of the tile-laying game behind `GameWords`: glue, each answer lives in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.maps.bad_map import BadMap
from games.carcassonne.game import schema
from games.carcassonne.practice import OPTIONS
from games.carcassonne.scorings import Scoring, ahead, scored
from games.carcassonne.view import BoardView
from games.carcassonne.why import holes
from games.core.game import Event, Seat
from games.core.teaching import NextSteps, TeachingAdvice
from games.core.terms import Term
from games.core.uploads import BadUpload, Upload
from text.carcassonne import (
    alt,
    board,
    chances,
    choices,
    comparing,
    guide,
    highlights,
    holdings,
    lesson_answers,
    lessons,
    map_errors,
    maps,
    meadows,
    misreads,
    offers,
    reading,
    scorings,
    settings,
    standing,
    story,
    summary,
    terms,
)
from text.labels import label
from text.language import ENGLISH, Words, meant, phrase
from text.play import moving
from text.protocol import (
    ChoiceWords,
    CountedLine,
    GamePreset,
    GameWords,
    Misread,
    NamedSpot,
    Part,
    ScoreLine,
    Steps,
    TaughtTurn,
    visible,
)


def presets() -> tuple[GamePreset, ...]:
    """See `Explaining.presets`. The Big Box has every expansion that is not sold in a box of its own."""
    expansions = next(option for option in schema() if option.key == "expansions")
    boxed = {choice for _, inside in expansions.bundles for choice in inside}
    big = ",".join(choice for choice in expansions.choices if choice not in boxed)
    return (
        GamePreset("classic", phrase("Classic for two"), phrase("The base game: quick to learn, an hour around a table"), seats=2),
        GamePreset(
            "new-box",
            meant("a game to choose", "The new box"),
            phrase("With The River and The Abbot"),
            {"expansions": "new-box"},
        ),
        GamePreset(
            "big-box",
            phrase("Big Box night"),
            phrase("With Inns, Traders, Dragon and Tower: long and rich"),
            {"expansions": big},
        ),
        GamePreset("map", phrase("On a map"), phrase("On a printed country that you choose next"), asks="map"),
        GamePreset("winter", phrase("Winter edition"), phrase("In the snow, for two to five"), {"edition": "winter"}, first=False),
        GamePreset(
            "first", phrase("First edition"), phrase("By the rules of 2000, for two to five"), {"edition": "first"}, first=False
        ),
    )


class TileSaying:
    """See `Saying`."""

    def story(
        self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.story(visible(events, viewer), view, names, words)

    def brief(
        self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.brief(visible(events, viewer), view, names, words)

    def log(
        self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.log(visible(events, viewer), view, names, words)

    def act(self, view: BoardView) -> str:
        return "place" if view.hand else "choose"

    def progress(self, view: BoardView, words: Words) -> str:
        return moving.turn_number(view.turn, view.turns, words)

    def length(self, view: BoardView, words: Words) -> str:
        return words.count("{number} tile", "{number} tiles", view.turn)

    def steps(self, words: Words) -> Steps:
        where, figure, other = (label(key, words) for key in ("where", "figure", "other-spot"))
        return Steps(moving.draft_where(words), where, figure, other, turns=True)

    def ask(self, view: BoardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None) -> str:
        return board.ask(view, names, words, viewer=viewer)

    def choice(self, action: Action, view: BoardView, names: Sequence[str], words: Words) -> ChoiceWords:
        return choices.choice(action, view, names, words)

    def spots(
        self,
        view: BoardView,
        legal: Sequence[Action],
        words: Words = ENGLISH,  # noqa: ARG002  # squares are called the same in every language
    ) -> tuple[NamedSpot, ...]:
        return choices.spots(view, legal)

    def summary(
        self,
        actions: Sequence[Action],
        events: Sequence[Event],
        view: BoardView,
        names: Sequence[str],
        words: Words,
        *,
        viewer: Seat | None = None,
    ) -> str:
        return summary.summary(actions, events, view, names, words, viewer=viewer)

    def board(self, view: BoardView, names: Sequence[str], words: Words) -> str:
        return board.board(view, names, words.unillustrated)

    def legal_sentences(self, view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Words) -> list[str]:
        return board.legal_sentences(view, legal, names, words.unillustrated)

    def alt(self, view: BoardView, kind: str, names: Sequence[str], words: Words, *, part: Part | None = None) -> str:
        return alt.alt(view, kind, names, words.unillustrated, part)

    def standings(self, view: BoardView, names: Sequence[str], words: Words) -> str:
        return standing.standings(view, names, words)

    def panel(self, view: BoardView, names: Sequence[str], words: Words) -> str:
        return standing.panel(view, names, words)

    def result(
        self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words, *, below: Sequence[int] = ()
    ) -> list[str]:
        return standing.result(visible(events, None), view, names, words, below)


class TileReading:
    """See `Reading`."""

    def hint(self, view: BoardView, legal: Sequence[Action], words: Words) -> str:
        return board.hint(view, legal, words)

    def typed(self, text: str, view: BoardView, legal: Sequence[Action], words: Words) -> tuple[Action, str]:
        return reading.typed(text, view, legal, words)

    def begins(self, text: str, view: BoardView, legal: Sequence[Action], words: Words) -> bool:
        return reading.begins(text, view, legal, words)

    def is_nothing(self, text: str, words: Words) -> bool:
        return reading.is_nothing(text, words)

    def autocomplete(
        self, option: str, text: str, view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Words
    ) -> list[tuple[str, str]]:
        return offers.autocomplete(option, text, view, legal, names, words.unillustrated)

    def refusal(self, code: str, params: Mapping[str, object], view: BoardView, words: Words) -> str:
        return misreads.sentence(code, params, view, words)


class TileExplaining:
    """See `Explaining`."""

    @property
    def presets(self) -> Sequence[GamePreset]:
        return presets()

    def name(self, words: Words) -> str:
        return settings.name(words)

    def title(self, options: Mapping[str, str], words: Words) -> str:
        return settings.title(options, words)

    def option(self, key: str, words: Words) -> tuple[str, str]:
        return settings.option(key, words)

    def value(self, key: str, value: str, words: Words) -> str:
        return settings.value(key, value, words)

    def topics(self, words: Words, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
        return guide.topics(words, options)

    def help(self, topic: str, words: Words, options: Mapping[str, str] | None = None) -> str:
        return guide.help_on(topic, words, options)


class TileStockWords:
    """See `StockWords`."""

    def label(self, words: Words) -> str:
        return label("tiles", words)

    def left(self, view: BoardView, words: Words) -> str:
        return chances.tiles_left(view, words)

    def count(self, view: BoardView, words: Words) -> str:
        return chances.tiles_counted(view, words)

    def number(self, view: BoardView, words: Words) -> str:
        return chances.tiles_numbered(view, words)


class TileHoleWords:
    """See `HoleWords`."""

    def odds(self, view: BoardView, square: tuple[int, int], words: Words) -> str:
        return chances.hole(view, square, words)

    def square(self, view: BoardView, text: str) -> tuple[int, int]:
        found = view.squares.read(text)
        if found is None:
            raise Misread("not-a-square", text=text[:30], squares=tuple(view.squares.name(*hole) for hole in holes(view)))
        return found


class TileForecastWords:
    """See `ForecastWords`."""

    def ahead(self, view: BoardView, names: Sequence[str], words: Words) -> str:
        return standing.projection(view, names, words)

    def beside(self, kind: str, view: BoardView, names: Sequence[str], words: Words) -> list[str]:
        return meadows.told(view, names, words) if kind == "fields" else []


class TileScoreWords:
    """See `ScoreWords`."""

    def scored(self, events: Sequence[Event], view: BoardView) -> Sequence[Scoring]:
        return scored(events, view)

    def ahead(self, view: BoardView) -> Sequence[Scoring]:
        return ahead(view)

    def line(self, thing: Scoring, view: BoardView, names: Sequence[str], words: Words) -> ScoreLine:
        return scorings.line(thing, view, names, words)

    def why(self, thing: Scoring, view: BoardView, viewer: Seat | None, names: Sequence[str], words: Words) -> list[str]:
        return scorings.why(thing, view, viewer, names, words)

    def has_place(self, thing: Scoring) -> bool:
        return bool(thing.squares)


class TileLegendWords:
    """See `LegendWords`."""

    def named(self, kind: str, name: str, words: Words) -> str:
        return terms.sample_name(kind, name, words)


class TileHighlightWords:
    """See `HighlightWords`."""

    def moments(self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words) -> list[CountedLine]:
        return highlights.moments(visible(events, None), view, names, words)

    def decided(self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words) -> str:
        return highlights.decided(visible(events, None), view, names, words)

    def foremost(self, events: Sequence[Event], view: BoardView, names: Sequence[str], words: Words) -> str:
        return highlights.foremost(visible(events, None), view, names, words)

    def shares(self, sources: Mapping[str, int], words: Words) -> str:
        return standing.shares(sources, words)

    def totals(self, events: Sequence[Event], view: BoardView) -> Sequence[tuple[int, ...]]:
        return highlights.totals(visible(events, None), view)


class TileCompareWords:
    """See `CompareWords`."""

    def reasons(
        self, played: BoardView, better: BoardView, seat: int, names: Sequence[str], words: Words, terms: Sequence[Term] = ()
    ) -> list[str]:
        return comparing.reasons(played, better, seat, names, words, terms)

    def changes(
        self, before: BoardView, after: BoardView, seat: int, names: Sequence[str], words: Words, terms: Sequence[Term] = ()
    ) -> list[str]:
        return comparing.changes(before, after, seat, names, words, terms)


class TileHoldingWords:
    """See `HoldingWords`."""

    def held(self, view: BoardView, names: Sequence[str], words: Words, *, worth: bool = True) -> Sequence[str]:
        return holdings.holdings(view, names, words, worth=worth)


class TileLessonWords:
    """See `LessonWords`."""

    options = OPTIONS

    def is_first_game(self, options: Mapping[str, str]) -> bool:
        return lessons.is_first_game(options)

    def welcome(self, words: Words) -> str:
        return lessons.welcome(words)

    def turn(
        self, view: BoardView, legal: Sequence[Action], events: Sequence[Event], advice: TeachingAdvice, words: Words
    ) -> TaughtTurn:
        return lessons.turn(view, legal, events, advice, words)

    def picture(self, number: int, words: Words) -> str:
        return lessons.picture(number, words)

    def draft(self, view: BoardView, steps: NextSteps, words: Words) -> list[str]:
        return lessons.draft(view, steps, words)

    def count(self, events: Sequence[Event], view: BoardView, words: Words) -> list[tuple[str, list[CountedLine]]]:
        return lesson_answers.count(visible(events, None), view, words)

    def total(self, view: BoardView, words: Words) -> str:
        return lesson_answers.total(view, words)


class MapWords:
    """See `UploadWords`."""

    def title(self, upload: Upload, words: Words) -> str:
        return maps.named(upload.title, words)

    def figures(self, upload: Upload, words: Words) -> str:
        return maps.figures(upload.sheet, words)

    def short(self, upload: Upload, words: Words) -> str:
        return maps.short(upload.sheet, words)

    def alt(self, upload: Upload, words: Words) -> str:
        return maps.alt(upload.sheet, words)

    def wrong(self, found: BadUpload, words: Words) -> str:
        assert isinstance(found, BadMap)  # the library of maps raises nothing else
        return map_errors.map_error(found, words)


WORDS = GameWords(
    say=TileSaying(),
    read=TileReading(),
    explain=TileExplaining(),
    stock=TileStockWords(),
    holes=TileHoleWords(),
    forecast=TileForecastWords(),
    scores=TileScoreWords(),
    highlights=TileHighlightWords(),
    compare=TileCompareWords(),
    holdings=TileHoldingWords(),
    legend=TileLegendWords(),
    lessons=TileLessonWords(),
    uploads=MapWords(),
    views=settings.VIEWS,
    overlays=settings.OVERLAYS,
    former_views=settings.FORMER_VIEWS,
)
"""All of them."""
