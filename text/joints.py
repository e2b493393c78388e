"""The joints between parts that are composed apart: sentences of the catalogue, as French puts a space before a colon."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from text.translator import Translator


def labelled(label: str, value: object, words: Translator) -> str:
    """Return what a value is, and the value: `farmer: field on 2 tiles`."""
    return words.say("{label}: {value}", label=label, value=value)


def aside(text: str, more: object, words: Translator) -> str:
    """Return a text and its remark in brackets: `Longest road: 17 tiles (Chi)`."""
    return words.say("{text} ({more})", text=text, more=more)


def series(parts: Iterable[str], words: Translator) -> str:
    """Return parts that have commas of their own: `Anna 12, Ben 9; Chi 7`; empty without any."""
    told = list(parts)
    return reduce(lambda first, further: words.say("{first}; {further}", first=first, further=further), told) if told else ""
