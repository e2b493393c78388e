"""Sentences about games that are looked back at: replays and their steps, and records that were brought in."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import plain, safe
from text.sentences import Pattern, numbered, pattern, sentence


def title(turns: int, words: Words, *, over: bool) -> str:
    """Above the animation."""
    if over:
        return words.count("The whole game: {number} turn.", "The whole game: {number} turns.", turns)
    return words.count("The game so far: {number} turn.", "The game so far: {number} turns.", turns)


alt: Pattern[int, str] = numbered(
    "An animation of {number} turn: each with its tile or card, its figures and the points. At its end: {standings}.",
    "An animation of {number} turns: each with its tile or card, its figures and the points. At its end: {standings}.",
)
"""The alt text of the animation; `standings` is a line of the final points."""
step: Pattern[int, int] = pattern("Turn {number} of {total}")
"""Above one turn of it."""


def line(number: int, names: Sequence[str], words: Words) -> str:
    """A turn in a list: its number, and who acted."""
    return words.say("{number} · {name}", number=number, name=", ".join(plain(name) for name in names))


def gain(name: str, points: int, words: Words) -> str:
    """What a turn brought somebody."""
    return words.say("{name} {points}", name=plain(name), points=f"{points:+d}")


no_turn = sentence("Nobody has moved yet, so there's nothing to watch.")
"""Nobody has acted yet."""


def imported(title: str, players: Sequence[str], turns: int, words: Words) -> str:
    """A record has become a game of this server."""
    return words.count(
        "Added: {title} · {players} · {number} turn. It's now a game of this server, to look at and to replay.",
        "Added: {title} · {players} · {number} turns. It's now a game of this server, to look at and to replay.",
        turns,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


strangers = sentence("Players who aren't in this server are shown by seat number.")
"""Why some players of an imported game have no names."""
imported_by: Pattern[str] = pattern("Not played here: {name} added it from a record.", name=safe)
"""Who stands for a game that was not played here."""
