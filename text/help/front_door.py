"""The texts of the bot's overview menu: what a person can do here now, one line each, by group."""

from __future__ import annotations

from collections.abc import Mapping

from text.input_vocabulary import folded
from text.message_templates import sentence
from text.translator import Translator, phrase

title = sentence("What can we do here?")
"""Above everything that is possible for this person in this place."""

PLAY, LEARN, COMPETE = "play", "learn", "compete"

GROUPS: Mapping[str, str] = {
    PLAY: phrase("More ways to play…"),
    LEARN: phrase("Puzzles and learning…"),
    COMPETE: phrase("Tournaments and more…"),
}
"""In the list of each group, in the order of the page."""

ABOUT: Mapping[str, str] = {
    "try": phrase("Learn the game in ten minutes, against an easy computer"),
    "play-computer": phrase("A whole game against the computer, right now"),
    "games-here": phrase("Every open and running game of this server; join one or watch"),
    "puzzle-of-the-day": phrase("Find the best move; your own mistakes come back here too"),
    "event-list": phrase("Tournaments, ladders and arenas: enter one, or open your own"),
    "guess-table": phrase("Who guesses best what the players will do"),
    "own-preferences": phrase("Your language, colours, and what I send you"),
    "set-up": phrase("The server's settings: channel for games, roles, server against server"),
}
"""What each line does, by the key of its label."""

OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "challenge": ("duel", "duell", "duelo", "uitdagen", "herausforderung", "défi", "desafío", "desafio"),
    "event-list": ("tournament", "tournaments", "toernooi", "turnier", "tournoi", "torneo", "torneio", "ladder", "arena"),
    "puzzle-of-the-day": (
        *("puzzle", "puzzles", "puzzel", "rätsel", "énigme", "puzle", "quebra-cabeça"),
        *("mistakes", "fouten", "fehler", "erreurs", "errores", "erros"),
    ),
    "try": ("practice", "practise", "oefenen", "üben", "lesson", "entraînement", "práctica", "practicar", "prática", "praticar"),
    "find-players": ("matchmaking", "opponent", "tegenstander", "gegner", "adversaire", "adversario", "adversário", "rival"),
    "guess-table": ("guess", "guesses", "raden", "tippen", "deviner", "pronostic", "pronóstico", "palpite"),
}
"""What people type after /help for what has no topic of its own."""


def about(key: str, words: Translator) -> str:
    """Return the description of an entry of the menu; empty if its label is enough."""
    return words.say(ABOUT[key]) if key in ABOUT else ""


def meant(typed: str) -> str | None:
    """Return the key of the menu entry that a typed word means; None if it means none."""
    wanted = folded(typed)
    return next((key for key, names in OTHER_NAMES.items() if wanted in names), None)
