"""The words of the card game behind `GameWords`: glue, each answer lives in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView
from games.core.game import Event, Seat
from text.cardcassonne import (
    alt,
    choices,
    guide,
    highlights,
    misreads,
    offers,
    reading,
    settings,
    standing,
    story,
    summary,
    table,
    why,
)
from text.cardcassonne.terms import cards
from text.cardcassonne.why import Thing
from text.language import ENGLISH, Words
from text.protocol import ChoiceWords, CountedLine, GameWords, NamedSpot, Part, ScoreLine, Steps, visible


class CardSaying:
    """See `Saying`."""

    def story(
        self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.story(visible(events, viewer), view, names, words)

    def brief(
        self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.story(visible(events, viewer), view, names, words)

    def log(
        self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None
    ) -> list[str]:
        return story.log(visible(events, viewer), view, names, words)

    def act(self, view: CardView) -> str:
        return "play" if view.decision == "turn" else "choose"

    def progress(self, view: CardView, words: Words) -> str:
        return standing.progress(view, words)

    def length(self, view: CardView, words: Words) -> str:
        return standing.length(view, words)

    def steps(self, words: Words) -> Steps:
        return Steps(
            words.say("Choose a card; the numbers are in the picture."),
            words.say("Which card?"),
            words.say("Or your meeple, or an answer"),
            words.say("Other card"),
            turns=False,
        )

    def ask(self, view: CardView, names: Sequence[str], words: Words, *, viewer: Seat | None = None) -> str:
        return table.ask(view, names, words, viewer=viewer)

    def choice(self, action: Action, view: CardView, names: Sequence[str], words: Words) -> ChoiceWords:
        return choices.choice(action, view, names, words)

    def spots(
        self,
        view: CardView,  # noqa: ARG002  # the hand alone numbers them
        legal: Sequence[Action],
        words: Words = ENGLISH,
    ) -> tuple[NamedSpot, ...]:
        return choices.spots(legal, words.unillustrated)

    def summary(
        self,
        actions: Sequence[Action],
        events: Sequence[Event],
        view: CardView,
        names: Sequence[str],
        words: Words,
        *,
        viewer: Seat | None = None,
    ) -> str:
        return summary.summary(actions, events, view, names, words, viewer=viewer)

    def board(self, view: CardView, names: Sequence[str], words: Words) -> str:
        return table.board(view, names, words.unillustrated)

    def legal_sentences(self, view: CardView, legal: Sequence[Action], names: Sequence[str], words: Words) -> list[str]:
        return table.legal_sentences(view, legal, names, words.unillustrated)

    def alt(
        self,
        view: CardView,
        kind: str,
        names: Sequence[str],
        words: Words,
        *,
        part: Part | None = None,  # noqa: ARG002  # a table is always shown whole
    ) -> str:
        return alt.alt(view, kind, names, words.unillustrated)

    def standings(self, view: CardView, names: Sequence[str], words: Words) -> str:
        return standing.standings(view, names, words)

    def panel(self, view: CardView, names: Sequence[str], words: Words) -> str:
        return standing.panel(view, names, words)

    def result(
        self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words, *, below: Sequence[int] = ()
    ) -> list[str]:
        return standing.result(visible(events, None), view, names, words, below)


class CardReading:
    """See `Reading`."""

    def hint(self, view: CardView, legal: Sequence[Action], words: Words) -> str:  # noqa: ARG002  # the same at every table
        return words.say("-# Your cards are secret: use the buttons or /play, and don't write them here.")

    def typed(self, text: str, view: CardView, legal: Sequence[Action], words: Words) -> tuple[Action, str]:
        return reading.typed(text, view, legal, words)

    def begins(self, text: str, view: CardView, legal: Sequence[Action], words: Words) -> bool:  # noqa: ARG002
        return reading.begins(text, legal, words)

    def is_nothing(self, text: str, words: Words) -> bool:  # noqa: ARG002  # something is always played
        return False

    def autocomplete(
        self, option: str, text: str, view: CardView, legal: Sequence[Action], names: Sequence[str], words: Words
    ) -> list[tuple[str, str]]:
        return offers.autocomplete(option, text, view, legal, names, words.unillustrated)

    def refusal(self, code: str, params: Mapping[str, object], view: CardView, words: Words) -> str:  # noqa: ARG002
        return misreads.sentence(code, params, words)


class CardExplaining:
    """See `Explaining`."""

    presets = settings.PRESETS

    def name(self, words: Words) -> str:
        return settings.name(words)

    def title(self, options: Mapping[str, str], words: Words) -> str:
        return settings.title(options, words)

    def option(self, key: str, words: Words) -> tuple[str, str]:
        return settings.option(key, words)

    def value(self, key: str, value: str, words: Words) -> str:
        return settings.value(key, value, words)

    def topics(self, words: Words, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        return guide.topics(words)

    def help(self, topic: str, words: Words, options: Mapping[str, str] | None = None) -> str:  # noqa: ARG002
        return guide.help_on(topic, words)


class CardHandWords:
    """See `HandWords`."""

    def hand(self, view: CardView, words: Words) -> str:
        return table.hand(view, words)


class CardStockWords:
    """See `StockWords`."""

    def label(self, words: Words) -> str:
        return words.say("Cards seen")

    def left(self, view: CardView, words: Words) -> str:
        return standing.deck(view, words)

    def count(self, view: CardView, words: Words) -> str:
        return standing.deck(view, words)

    def number(self, view: CardView, words: Words) -> str:
        return words.say("{cards} left to deal.", cards=cards(view.left, words))


class CardForecastWords:
    """See `ForecastWords`."""

    def ahead(self, view: CardView, names: Sequence[str], words: Words) -> str:
        return standing.projection(view, names, words)

    def beside(self, kind: str, view: CardView, names: Sequence[str], words: Words) -> list[str]:  # noqa: ARG002  # one view
        return []


class CardScoreWords:
    """See `ScoreWords`."""

    def scored(self, events: Sequence[Event], view: CardView) -> Sequence[Thing]:  # noqa: ARG002  # events say all
        return why.scored(visible(events, None))

    def ahead(self, view: CardView) -> Sequence[Thing]:  # noqa: ARG002  # nothing is owned before its round ends
        return ()

    def line(self, thing: Thing, view: CardView, names: Sequence[str], words: Words) -> ScoreLine:  # noqa: ARG002
        return why.line(thing, names, words)

    def why(
        self,
        thing: Thing,
        view: CardView,  # noqa: ARG002  # the event says all
        viewer: Seat | None,
        names: Sequence[str],
        words: Words,
    ) -> list[str]:
        return why.why(thing, viewer, names, words)

    def has_place(self, thing: Thing) -> bool:  # noqa: ARG002  # cards that were won lie nowhere any more
        return False


class CardHighlightWords:
    """See `HighlightWords`."""

    def moments(self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words) -> list[CountedLine]:
        return highlights.moments(visible(events, None), view, names, words)

    def decided(self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words) -> str:
        return highlights.decided(visible(events, None), view, names, words)

    def foremost(self, events: Sequence[Event], view: CardView, names: Sequence[str], words: Words) -> str:
        return highlights.foremost(visible(events, None), view, names, words)

    def shares(self, sources: Mapping[str, int], words: Words) -> str:
        return standing.shares(sources, words)

    def totals(self, events: Sequence[Event], view: CardView) -> Sequence[tuple[int, ...]]:
        return highlights.totals(visible(events, None), view)


WORDS = GameWords(
    say=CardSaying(),
    read=CardReading(),
    explain=CardExplaining(),
    hands=CardHandWords(),
    stock=CardStockWords(),
    forecast=CardForecastWords(),
    highlights=CardHighlightWords(),
    scores=CardScoreWords(),
)
"""All of them."""
