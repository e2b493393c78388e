"""Sentences about games that are looked back at: replays and their steps, and records that were brought in."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.names import plain


def title(turns: int, words: Words, *, over: bool) -> str:
    """Above the animation."""
    if over:
        return words.count("The whole game: {number} turn.", "The whole game: {number} turns.", turns)
    return words.count("The game so far: {number} turn.", "The game so far: {number} turns.", turns)


def alt(turns: int, standings: str, words: Words) -> str:
    """The alt text of the animation; `standings` is a line of the final points."""
    return words.count(
        "An animation of {number} turn: each with its tile or card, its figures and the points. At its end: {standings}.",
        "An animation of {number} turns: each with its tile or card, its figures and the points. At its end: {standings}.",
        turns,
        standings=standings,
    )


def step(number: int, turns: int, words: Words) -> str:
    """Above one turn of it."""
    return words.say("Turn {number} of {total}", number=number, total=turns)


def line(number: int, names: Sequence[str], words: Words) -> str:
    """A turn in a list: its number, and who acted."""
    return words.say("{number} · {name}", number=number, name=", ".join(plain(name) for name in names))


def gain(name: str, points: int, words: Words) -> str:
    """What a turn brought somebody."""
    return words.say("{name} {points}", name=plain(name), points=f"{points:+d}")


def no_turn(words: Words) -> str:
    """Nobody has acted yet."""
    return words.say("Nobody has moved yet, so there is nothing to look back at.")
