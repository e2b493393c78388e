"""All messages that the words of an edition produce about a random game, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from editions.registry import EDITIONS
from games.core.game import Seat
from tests.everything import ALL as ALL_INSTALLED
from tests.text.cardcassonne import card_positions
from tests.text.played import GAME, NAMES, after, played
from text.carcassonne import alt as tile_alt
from text.cardcassonne import narrator as card_alt
from text.protocol import GameTexts, Misread
from text.refusals import refusal
from text.translator import Translator

ALL_SETS = {"expansions": ALL_INSTALLED, "princess": "must"}

TYPED = (
    *("", "hello", "N12", "A1", "Z99", "ZZ1", "1", "99", "N12 45", "M12 0 knight knight", "-", "knight", "monk", "farmer"),
    *("yP1", "red", "1 red", "claim blue", "rP9", "yellow 3 blue", "keep", "99 red"),
)
"""What is typed to every question; most of it is refused."""


class Game(NamedTuple):
    """Parameters of a random game whose texts are collected."""

    id: str
    options: Mapping[str, str]
    seed: int

    @property
    def words(self) -> GameTexts:
        """Words of the game's edition."""
        return EDITIONS[self.id].words

    @property
    def whole(self) -> Any:
        """The played game: its positions, its final view and its events."""
        if self.id == "carcassonne":
            return played(self.seed, 3, **self.options)
        return card_positions.played(self.seed, 3)

    def tried(self, position: Any, action: Any) -> tuple[Any, Sequence[Any]]:
        """Return the view after an action as its player sees it, and the action's events."""
        if self.id == "carcassonne":
            state = GAME.clone(position.state)
            events = after(position.state, position.seat, action)
            GAME.advance(state, position.seat, action, lambda _event: None)
            return GAME.view(state, position.seat), events
        state, events = card_positions.after(position, action)
        return card_positions.GAME.view(state, position.seat), events


GAMES: Mapping[str, Game] = {
    "base": Game("carcassonne", {}, 1),
    "winter": Game("carcassonne", {"edition": "winter", "animal_tiles": "on"}, 1),
    "tower": Game("carcassonne", {"expansions": "tower"}, 1),
    "all expansions": Game("carcassonne", ALL_SETS, 0),
    "map": Game("carcassonne", {"map": "germany"}, 1),
    "cards": Game("cardcassonne", {}, 0),
}
"""One of each kind."""


def printed(game: Game) -> Sequence[str]:
    """Return the names printed on the game's map, which are the same in every language."""
    printed_map = getattr(game.whole.final, "printed", None)
    kinds = (printed_map.towns, printed_map.cities, printed_map.borders, printed_map.ferries) if printed_map else ()
    return [part.name for parts in kinds for part in parts]


def messages(game: Game, words: Translator) -> Iterator[str]:
    """Yield all texts that players of a game read, in the same order for every language."""
    whole, say, explain = game.whole, game.words, game.words.explain
    yield from _table(say, whole.final, whole.events, words)
    yield from say.say.result(whole.events, whole.final, NAMES, words)
    yield from say.say.log(whole.events, whole.final, NAMES, words)
    yield say.say.length(whole.final, words)
    yield from say.say.steps(words)[:4]
    if say.highlights:
        yield from (line.text for line in say.highlights.moments(whole.events, whole.final, NAMES, words))
        yield say.highlights.decided(whole.events, whole.final, NAMES, words)
    for position in _some_questions(whole.positions):
        yield from _question(game, position, words)
    yield from (explain.name(words), explain.title(game.options, words))
    for option in EDITIONS[game.id].game.schema():
        yield from explain.option(option.key, words)
        yield from (explain.value(option.key, value, words) for value in option.fits() if option.kind in ("choice", "set", "flag"))
    for key, title in explain.topics(words, game.options):
        yield title
        yield explain.help(key, words, game.options)
    yield from (words.say(phrase) for pair in say.views.values() for phrase in pair)


def _some_questions(positions: Sequence[Any]) -> Iterator[Any]:
    """Yield some positions of each kind of decision, early and late ones."""
    by_kind: dict[str, list[Any]] = {}
    for position in positions:
        by_kind.setdefault(position.view.decision, []).append(position)
    for value in by_kind.values():
        yield from value[:: max(1, len(value) // 2)]


def _table(say: GameTexts, view: Any, events: Sequence[Any], words: Translator) -> Iterator[str]:
    yield from say.say.story(events, view, NAMES, words)
    yield from (say.say.board(view, NAMES, words), say.say.standings(view, NAMES, words), say.say.panel(view, NAMES, words))
    yield say.say.progress(view, words)
    yield from (say.say.alt(view, kind, NAMES, words) for kind in _pictures(say))
    yield from _part_texts(say, view, events, words)


def _pictures(say: GameTexts) -> Sequence[str]:
    return tuple((card_alt if say.hands else tile_alt).KINDS)


def _part_texts(say: GameTexts, view: Any, events: Sequence[Any], words: Translator) -> Iterator[str]:
    """Yield the texts of parts that only some games have."""
    if say.hands:
        yield say.hands.hand(view, words)
    if say.stock:
        yield from (say.stock.label(words), say.stock.left(view, words), say.stock.count(view, words))
        yield say.stock.number(view, words)
    if say.forecast:
        yield say.forecast.ahead(view, NAMES, words)
        yield from (line for kind in say.views for line in say.forecast.beside(kind, view, NAMES, words))
    if say.holdings:
        yield from say.holdings.held(view, NAMES, words)
    if say.scores:
        for thing in (*say.scores.scored(events, view)[-12:], *say.scores.ahead(view)):
            yield from say.scores.line(thing, view, NAMES, words)
            yield from say.scores.why(thing, view, Seat(0), NAMES, words)


def _question(game: Game, position: Any, words: Translator) -> Iterator[str]:
    say, view, legal, seat = game.words.say, position.view, position.legal, position.seat
    yield from _table(game.words, view, position.events, words)
    yield from (say.ask(view, NAMES, words), say.ask(view, NAMES, words, viewer=seat), game.words.read.hint(view, legal, words))
    yield from say.legal_sentences(view, legal, NAMES, words)
    yield from (spot.name for spot in say.spots(view, legal, words))
    for action in legal[:: max(1, len(legal) // 5)]:
        yield from say.choice(action, view, NAMES, words)[:3]
        table, events = game.tried(position, action)
        yield say.summary([action], events, table, NAMES, words, viewer=seat)
    for option in ("spot", "rotation", "meeple", "where", "piece", "square", "card", "row", "choice"):
        yield from (sentence for sentence, _ in game.words.read.autocomplete(option, "", view, legal, NAMES, words))
    if game.words.holes:
        for _, name in game.words.read.autocomplete("square", "", view, (), NAMES, words)[:3]:
            yield game.words.holes.odds(view, game.words.holes.square(view, name), words)
    yield from (misread for text in TYPED if (misread := _misread(text, game.words, position, words)))


def _misread(text: str, say: GameTexts, position: Any, words: Translator) -> str:
    """Return the refusal of a typed text; empty if the text is a legal move."""
    try:
        say.read.typed(text, position.view, position.legal, words)
    except Misread as refused:
        return refusal("misread", {"misread": refused, "say": say.read, "view": position.view}, words)
    return ""
