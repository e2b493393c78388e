"""The words of three in a row: the three required parts of a game's words, and none of the optional ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.game import Event, Seat
from tests.e2e.row.game import ROW, STONE, Full, Laid, Put, Square, View, Won
from text.help import topics
from text.protocol import ALT, CHOICES, ChoiceTexts, DraftPrompts, GamePreset, GameTexts, Misread, NamedSpot, Part, visible
from text.translator import ENGLISH, Translator, phrase
from text.users.player_names import colour, plain, safe

OPTIONS: Mapping[str, tuple[str, str]] = {
    "size": (phrase("Size"), phrase("How many squares each side of the board has.")),
    "stone": (phrase("Stone"), phrase("A stone lies on the board before the first tile.")),
}
TOPICS: topics.Topics = {
    "rules": (phrase("The rules"), phrase("Put tiles of your colour on empty squares in turn. Three in a row win, diagonals too.")),
    "typing": (phrase("Typing"), phrase("Type a square such as b2, or its number in the picture.")),
}
MISREADS: Mapping[str, str] = {
    "nothing-typed": phrase("Type a square. Empty: {squares}."),
    "not-a-square": phrase("“{text}” is no empty square. Empty: {squares}."),
    "too-much": phrase("“{text}” is too much: a square says it all."),
    "no-topic": phrase("There is no topic “{text}”. Topics: {topics}."),
}


def name(square: Square) -> str:
    """Return the name of a square, such as `b2`: columns by letter, rows by number from the north."""
    return f"{'abcde'[square[0]]}{square[1] + 1}"


class RowSaying:
    """The texts about positions and events of the game."""

    def story(
        self, events: Sequence[Event], view: View, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        return [_line_of_event(event, names, words) for event in visible(events, viewer)]

    brief = story

    def milestone(self, _events: Sequence[Event], _view: View, _names: Sequence[str], _words: Translator) -> str:
        return ""

    def log(
        self, events: Sequence[Event], view: View, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
    ) -> list[str]:
        story = self.story(events, view, names, words, viewer=viewer)
        return [f"{number}. {line}" for number, line in enumerate(story, 1)]

    def act(self, view: View) -> str:
        return "place"

    def progress(self, view: View, words: Translator) -> str:
        return words.say("{number} of {all} squares taken", number=len(view.tiles), all=view.size**2)

    def length(self, view: View, words: Translator) -> str:
        return words.count("{number} tile", "{number} tiles", sum(owner != STONE for _, owner in view.tiles))

    def steps(self, words: Translator) -> DraftPrompts:
        return DraftPrompts(words.say("Where?"), words.say("Which square?"), "", words.say("Other square"), turns=False)

    def ask(self, view: View, names: Sequence[str], words: Translator, *, viewer: Seat | None = None) -> str:
        if view.asked is None:
            return ""
        return words.say("{name} puts a tile on an empty square.", name=safe(names[view.asked]))

    def choice(self, action: Put, view: View, names: Sequence[str], words: Translator) -> ChoiceTexts:
        return ChoiceTexts(name(action.square), words.say("tile"), "", "")

    def spots(self, view: View, legal: Sequence[Put], words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
        return tuple(NamedSpot(n, action.square, name(action.square), (action,)) for n, action in enumerate(legal, 1))

    def summary(
        self,
        actions: Sequence[Put],
        events: Sequence[Event],
        view: View,
        names: Sequence[str],
        words: Translator,
        *,
        viewer: Seat | None = None,
    ) -> str:
        return " ".join(_line_of_event(event, names, words) for event in events)

    def board(self, view: View, names: Sequence[str], words: Translator) -> str:
        lying = dict(view.tiles)
        rows = []
        for y in range(view.size):
            texts = [
                words.say("{square} {who}", square=name((x, y)), who=_owner(lying.get((x, y)), names, words))
                for x in range(view.size)
            ]
            rows.append(", ".join(texts))
        return "\n".join(rows)

    def written(self, view: View, legal: Sequence[Put], words: Translator) -> dict[Put, str]:
        return {action: self.choice(action, view, (), words).short for action in legal}

    def legal_sentences(self, view: View, legal: Sequence[Put], names: Sequence[str], words: Translator) -> list[str]:
        return [f"{spot.number} · {spot.name}" for spot in self.spots(view, legal, words)]

    def alt(self, view: View, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:
        lying = words.list([f"{name(square)} {_owner(owner, [*map(plain, names)], words)}" for square, owner in view.tiles])
        return words.say("A board of {size} by {size} squares: {lying}.", size=view.size, lying=lying or words.say("empty"))[:ALT]

    def standings(self, view: View, names: Sequence[str], words: Translator) -> str:
        return " · ".join(colour(seat, words) + safe(player) for seat, player in enumerate(names))

    def panel(self, view: View, names: Sequence[str], words: Translator) -> str:
        owners = [owner for _, owner in view.tiles]
        lines = [
            words.count("{name}: {number} tile", "{name}: {number} tiles", owners.count(s), name=safe(n))
            for s, n in enumerate(names)
        ]
        return "\n".join(lines)

    def result(
        self, events: Sequence[Event], view: View, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
    ) -> list[str]:
        return [_line_of_event(event, names, words) for event in events if isinstance(event, Won | Full)]


class RowReading:
    """The parser of typed moves."""

    def hint(self, view: View, legal: Sequence[Any], words: Translator) -> str:
        return words.say("-# Or reply to this message: “b2”, or a number of the picture.")

    def typed(self, text: str, view: View, legal: Sequence[Put], words: Translator) -> tuple[Put, str]:
        first, _, rest = text.strip().partition(" ")
        squares = tuple(name(action.square) for action in legal)
        if not first:
            raise Misread("nothing-typed", squares=squares)
        if not legal:
            raise Misread("too-much", text=text)
        for number, action in enumerate(legal, 1):
            if first.lower().lstrip("#") in (squares[number - 1], str(number)):
                return action, rest
        raise Misread("not-a-square", text=first, squares=squares)

    def begins(self, text: str, view: View, legal: Sequence[Put], words: Translator) -> bool:
        first, _, rest = text.strip().lower().lstrip("#").partition(" ")
        return re.fullmatch(r"[a-z]\d", first) is not None or (first.isdecimal() and not rest)

    def is_nothing(self, text: str, words: Translator) -> bool:
        return text.strip() == "-"

    def autocomplete(
        self, option: str, text: str, view: View, legal: Sequence[Put], names: Sequence[str], words: Translator
    ) -> list[tuple[str, str]]:
        if option != "spot":
            return []
        known = [(f"{number} · {name(action.square)}", name(action.square)) for number, action in enumerate(legal, 1)]
        return [offer for offer in known if text.lower() in offer[0]][:CHOICES]

    def refusal(self, code: str, params: Mapping[str, Any], view: View, words: Translator) -> str:
        text = {key: safe(value) if isinstance(value, str) else ", ".join(value) for key, value in params.items()}
        return words.say(MISREADS[code], **text)


class RowExplaining:
    """The texts that explain the game's rules and options."""

    def presets(self) -> Sequence[GamePreset]:
        return (GamePreset("row", phrase("Three in a row"), phrase("On a small board")),)

    def name(self, words: Translator) -> str:
        return words.say("Three in a row")

    def title(self, options: Mapping[str, str], words: Translator) -> str:
        changed = [self.option(key, words)[0] for key in options]
        return " + ".join([self.name(words), *changed])

    def option(self, key: str, words: Translator) -> tuple[str, str]:
        label, about = OPTIONS[key]
        return words.say(label), words.say(about)

    def value(self, key: str, value: str, words: Translator) -> str:
        return (
            words.say("{size} by {size}", size=value) if key == "size" else {"on": words.say("on"), "off": words.say("off")}[value]
        )

    def topics(self, words: Translator, options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
        return topics.titles(TOPICS, words)

    def help(self, topic: str, words: Translator, options: Mapping[str, str] | None = None) -> str:
        return topics.text_on(TOPICS, topic, words)


def _line_of_event(event: Event, names: Sequence[str], words: Translator) -> str:
    if isinstance(event, Full):
        return words.say("Nobody has {number} in a row.", number=ROW)
    if isinstance(event, Won):
        return words.say("{name} has {number} in a row and wins.", name=safe(names[event.seat]), number=ROW)
    assert isinstance(event, Laid)
    if event.seat is None:
        return words.say("A stone lies on {square}.", square=name(event.square))
    return words.say("{name}: {square}.", name=safe(names[event.seat]), square=name(event.square))


def _owner(owner: int | None, names: Sequence[str], words: Translator) -> str:
    if owner is None:
        return words.say("empty")
    return words.say("stone") if owner == STONE else safe(names[owner])


WORDS = GameTexts(say=RowSaying(), read=RowReading(), explain=RowExplaining())
"""Nobody holds cards, nothing is drawn, nothing can be asked about a square, nothing is open."""
