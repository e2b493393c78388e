"""The functions that declare sentences as callables, which take the values of their placeholders and a translator.

    since_start = sentence("Since the start")                              # since_start(words)
    turns = plural("{number} turn", "{number} turns")                      # turns(3, words)
    undone: MessageTemplate[str, str] = pattern("{name} undoes: {moves}", name=safe)  # undone(name, moves, words)
    given: MessageTemplate[timedelta] = pattern("You gave {time}.", time=length)  # `length` takes a time and a translator
    full = filled("There can be at most {most} deputies.")                  # full({"most": 3}, words)
    status = worded({"open": phrase("open"), "over": phrase("over")})       # status("open", words)

`text.template` finds the sentences by the names of these functions. mypy checks the types of the values that callers give; a test
compares the declared types with the placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from inspect import signature
from typing import Any, Generic, TypeVar, TypeVarTuple

from text.message_markers import placeholders
from text.protocol import ALT
from text.translator import Translator
from text.users.player_names import COLOURS, safe

Given = TypeVarTuple("Given")
K = TypeVar("K")
T = TypeVar("T")


class MessageTemplate(Generic[*Given]):
    """A sentence with placeholders, called with one value for each of them in order, and last the translator."""

    def __init__(self, message: str, shown: Mapping[str, Callable[..., object]]) -> None:
        self.message, self._names = message, placeholders(message)
        self._shown = {name: (show, _needs_words(show)) for name, show in shown.items()}

    def __call__(self, *given: *tuple[*Given, Translator]) -> str:
        """Return the sentence in the reader's language, filled with the values."""
        *values, words = given
        return words.say(self.message, **self._fill_values(values, words))

    def _fill_values(self, values: Sequence[Any], words: Translator) -> dict[str, Any]:
        return {name: self._fill_value(name, value, words) for name, value in zip(self._names, values, strict=True)}

    def _fill_value(self, name: str, value: Any, words: Translator) -> object:
        show, needs_words = self._shown.get(name, (None, False))
        return value if show is None else show(value, words) if needs_words else show(value)


class PluralMessageTemplate(MessageTemplate[*Given]):
    """A message template with a singular and a plural form, chosen by the value of `{number}`.

    The values are those of the placeholders in the plural form.
    """

    def __init__(self, one: str, many: str, shown: Mapping[str, Callable[..., object]]) -> None:
        super().__init__(many, shown)
        self._one = one

    def __call__(self, *given: *tuple[*Given, Translator]) -> str:
        *values, words = given
        filled_in = self._fill_values(values, words)
        return words.count(self._one, self.message, filled_in.pop("number"), **filled_in)


def _needs_words(show: Callable[..., object]) -> bool:
    return sum(parameter.default is parameter.empty for parameter in signature(show).parameters.values()) > 1


def pattern(message: str, **shown: Callable[..., object]) -> MessageTemplate[*Given]:
    """Return the template of a sentence with placeholders.

    `shown` gives for a placeholder the function that turns its value into text, such as `name=safe`; it takes the value, or the
    value and the translator.
    """
    return MessageTemplate(message, shown)


def numbered(one: str, many: str, **shown: Callable[..., object]) -> MessageTemplate[*Given]:
    """Return the template of a sentence that has a singular and a plural form for its `{number}`, and further placeholders."""
    return PluralMessageTemplate(one, many, shown)


def sentence(message: str) -> Callable[[Translator], str]:
    """Return a function from a translator to the translation of a sentence without placeholders."""
    return lambda words: words.say(message)


def plural(one: str, many: str) -> Callable[[int, Translator], str]:
    """Return a function from a number and a translator to the sentence in the form for this number."""
    return lambda number, words: words.count(one, many, number)


def listed(parts: Sequence[str], words: Translator) -> str:
    """Return a list in words: `a, b and c`."""
    return words.list(parts)


def people(names: Sequence[str], words: Translator) -> str:
    """Return escaped names as a list in words: `Anna, Ben and Chi`."""
    return words.list([safe(name) for name in names])


def worded(table: Mapping[K, str]) -> Callable[[K, Translator], str]:
    """Return a function from a key of `table` and a translator to the translation of the key's phrase."""
    return lambda key, words: words.say(table[key])


Params = Mapping[str, Any]
"""What a refusal or a message carries, by name."""
Spoken = Callable[..., str]
"""A sentence that is filled with the parameters that its function names, and with the language as `words`; see `spoken`."""
Fill = Callable[..., object]
"""What stands at a place of a sentence, made of the parameters that its function names."""
WHOLE = ("params", "p", "_")
"""The names under which a function gets all parameters."""


def spoken(function: Callable[..., T], params: Params, words: Translator, **beside: object) -> T:
    """Return the result of a function called with those of `params` that its parameters name.

    It also gets the translator as `words`, and the values in `beside`, if it names them. A parameter with a default may be missing.
    Raises `KeyError` for any other missing parameter.
    """
    known = {"words": words, **beside}
    return function(
        *[known[name] if name in known else params if name in WHOLE else params[name] for name in _required_parameters(function)],
        **{name: params[name] for name in _optional(function) if name in params},
    )


@cache
def _required_parameters(function: Callable[..., object]) -> tuple[str, ...]:
    return tuple(name for name, each in signature(function).parameters.items() if each.default is each.empty)


@cache
def _optional(function: Callable[..., object]) -> tuple[str, ...]:
    return tuple(name for name, each in signature(function).parameters.items() if each.default is not each.empty)


class FilledSentence:
    """A sentence whose placeholders are filled from named parameters.

    A placeholder in `fills` gets the result of its function, which takes the parameters that it names.
    """

    def __init__(self, places: Sequence[str], fills: Mapping[str, Fill], say: Callable[[Params, dict[str, Any], Translator], str]):
        self._plain, self._fills, self._say = [place for place in places if place not in fills], fills, say
        of_fills = (name for fill in fills.values() for name in _required_parameters(fill) if name not in (*WHOLE, "words"))
        self.needs = frozenset((*self._plain, *of_fills))
        """The parameters without which it can't be said."""

    def __call__(self, params: Params, words: Translator) -> str:
        """Return the sentence in the reader's language.

        Raises `KeyError` for a missing parameter.
        """
        values = {place: spoken(fill, params, words) for place, fill in self._fills.items()}
        return self._say(params, values | {place: params[place] for place in self._plain}, words)


def filled(message: str, **fills: Fill) -> FilledSentence:
    """Return a sentence whose placeholders are filled from parameters of the same name, or by the functions in `fills`."""
    return FilledSentence(placeholders(message), fills, lambda _, values, words: words.say(message, **values))


def counting(one: str, many: str, of: str, **fills: Fill) -> FilledSentence:
    """Return a filled sentence with a singular and a plural form, chosen by the parameter named `of`.

    The number itself stands at `{number}`.
    """
    places = [place for place in placeholders(one + many) if place != "number"]
    sentence_ = FilledSentence(places, fills, lambda params, values, words: words.count(one, many, int(params[of]), **values))
    sentence_.needs |= {of}
    return sentence_


def needs_of(function: Spoken) -> frozenset[str]:
    """Return the names of the parameters without which a sentence can't be filled."""
    return getattr(function, "needs", None) or frozenset(
        name for name in _required_parameters(function) if name not in (*WHOLE, "words")
    )


_WRITTEN = re.compile(r"<:\w{2,32}:\d{15,21}>\u00a0?")
_STANDING_IN = re.compile(f"[{''.join(COLOURS)}]\u00a0?")


def bare(text: str) -> str:
    """Return the text without custom emojis."""
    return _WRITTEN.sub("", text)


def alike(text: str) -> str:
    """Return the text without any emojis that stand for figures, so that texts written with and without them compare equal."""
    return _STANDING_IN.sub("", bare(text))


def opened(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def whole_words(text: str, longest: int = ALT) -> str:
    """Return the text, cut after a whole word to at most `longest` characters, with an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0].rstrip(",;:·") + "…"


def labelled(label: str, value: object, words: Translator) -> str:
    """Return a label and a value: `farmer: field on 2 tiles`.

    A sentence of its own, since French has a space before the colon.
    """
    return words.say("{label}: {value}", label=label, value=value)


def aside(text: str, more: object, words: Translator) -> str:
    """Return a text with a remark in brackets: `Longest road: 17 tiles (Chi)`."""
    return words.say("{text} ({more})", text=text, more=more)


def series(parts: Iterable[str], words: Translator) -> str:
    """Return parts that contain commas, joined by semicolons: `Anna 12, Ben 9; Chi 7`; empty without any."""
    told = list(parts)
    return reduce(lambda first, further: words.say("{first}; {further}", first=first, further=further), told) if told else ""
