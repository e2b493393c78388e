"""Sentences as declarations: a sentence with its placeholders is a value, and is called with what they stand for and a language.

    since_start = sentence("Since the start")                              # since_start(words)
    turns = plural("{number} turn", "{number} turns")                      # turns(3, words)
    undone: Pattern[str, str] = pattern("{name} undoes: {moves}", name=safe)  # undone(name, moves, words)
    full = filled("There can be at most {most} deputies.")                  # full({"most": 3}, words)

`text.template` finds them by these names. mypy checks what a caller gives; a test compares it with the placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVarTuple

from text.language import Words
from text.marking import placeholders
from text.people.names import COLOURS
from text.protocol import ALT

Given = TypeVarTuple("Given")


class Pattern(Generic[*Given]):
    """A sentence that takes one value for each placeholder of its English text, in that order, and last the language."""

    def __init__(self, message: str, shown: dict[str, Callable[[Any], object]]) -> None:
        self.message, self._names, self._shown = message, placeholders(message), shown

    def __call__(self, *given: *tuple[*Given, Words]) -> str:
        """The sentence in the reader's language."""
        *values, words = given
        named = zip(self._names, values, strict=True)
        return words.say(
            self.message, **{name: self._shown[name](value) if name in self._shown else value for name, value in named}
        )


def pattern(message: str, **shown: Callable[[Any], object]) -> Pattern[*Given]:
    """A sentence with placeholders; `shown` says how a value is written where it does not stand as it is, such as `name=safe`."""
    return Pattern(message, shown)


def sentence(message: str) -> Callable[[Words], str]:
    """A sentence that always reads the same."""
    return lambda words: words.say(message)


def plural(one: str, many: str) -> Callable[[int, Words], str]:
    """A sentence about a `{number}` of things."""
    return lambda number, words: words.count(one, many, number)


Params = Mapping[str, Any]
"""What a refusal or a message carries, by name."""
Spoken = Callable[[Params, Words], str]
"""A sentence that is filled with parameters."""
Fill = Callable[[Params], object]
"""What stands at a place of a sentence."""


def filled(message: str, **fills: Fill) -> Spoken:
    """A sentence whose places are filled with the parameters of their names, or with what `fills` make of all parameters."""
    return lambda params, words: words.say(message, **_values(placeholders(message), params, fills))


def counting(one: str, many: str, of: str, **fills: Fill) -> Spoken:
    """As `filled`, in the form that the parameter called `of` asks for; `{number}` stands for it."""
    places = [place for place in placeholders(one + many) if place != "number"]
    return lambda params, words: words.count(one, many, int(params[of]), **_values(places, params, fills))


def _values(places: Sequence[str], params: Params, fills: Mapping[str, Fill]) -> dict[str, Any]:
    return {place: fills[place](params) if place in fills else params[place] for place in places}


_WRITTEN = re.compile(r"<:\w{2,32}:\d{15,21}>\u00a0?")
_STANDING_IN = re.compile(f"[{''.join(COLOURS)}]\u00a0?")


def bare(text: str) -> str:
    """The text without any sign."""
    return _WRITTEN.sub("", text)


def alike(text: str) -> str:
    """What two texts have in common that differ only in whether there were signs when they were written."""
    return _STANDING_IN.sub("", bare(text))


def opened(text: str) -> str:
    """The text with a capital letter first, as a sentence begins."""
    return text[:1].upper() + text[1:]


def whole_words(text: str, longest: int = ALT) -> str:
    """The text, or as many whole words of it as there is room for."""
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0].rstrip(",;:·") + "…"
