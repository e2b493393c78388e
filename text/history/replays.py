"""The texts of replays and their steps, and of imported records."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, numbered, pattern, sentence
from text.translator import Translator
from text.users.player_names import plain, safe


def title(turns: int, words: Translator, *, over: bool) -> str:
    """Return the line above the animation of a game, with its number of turns."""
    if over:
        return words.count("The whole game: {number} turn.", "The whole game: {number} turns.", turns)
    return words.count("The game so far: {number} turn.", "The game so far: {number} turns.", turns)


alt: MessageTemplate[int, str] = numbered(
    "An animation of {number} turn: each with its tile or card, its figures and the points. At its end: {standings}.",
    "An animation of {number} turns: each with its tile or card, its figures and the points. At its end: {standings}.",
)
"""The alt text of the animation; `standings` is a line of the final points."""
step: MessageTemplate[int, int] = pattern("Turn {number} of {total}")
"""Above one turn of it."""


def line(number: int, names: Sequence[str], words: Translator) -> str:
    """Return the label of a turn in a list: its number, and the players who acted."""
    return words.say("{number} · {name}", number=number, name=", ".join(plain(name) for name in names))


def gain(name: str, points: int, words: Translator) -> str:
    """Return the points that a player gained in a turn: `Anna +3`."""
    return words.say("{name} {points}", name=plain(name), points=f"{points:+d}")


no_turn = sentence("Nobody has moved yet, so there's nothing to watch.")
"""Nobody has acted yet."""


def imported(title: str, players: Sequence[str], turns: int, words: Translator) -> str:
    """Return the confirmation that an imported record has become a game of this server."""
    return words.count(
        "Added: {title} · {players} · {number} turn. It's now a game of this server, to look at and to replay.",
        "Added: {title} · {players} · {number} turns. It's now a game of this server, to look at and to replay.",
        turns,
        title=title,
        players=", ".join(safe(name) for name in players),
    )


strangers = sentence("Players who aren't in this server are shown by seat number.")
"""Why some players of an imported game have no names."""
imported_by: MessageTemplate[str] = pattern("Not played here: {name} added it from a record.", name=safe)
"""Who stands for a game that was not played here."""
