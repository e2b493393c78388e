"""The texts of the options of the card game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.message_templates import sentence
from text.protocol import GamePreset
from text.translator import Translator, phrase

OPTIONS: Mapping[str, tuple[str, str]] = {
    "animal_table": (phrase("Animal table"), phrase("Points for 1 to 13 animals of a species, separated by commas.")),
    "initial_jokers": (phrase("Jokers at the start"), phrase("Who chooses the row for a joker among the first ten cards.")),
}
"""Label and description of every option, by its key."""

VALUES: Mapping[tuple[str, str], str] = {
    ("initial_jokers", "ask"): phrase("the dealer chooses"),
    ("initial_jokers", "shortest_row"): phrase("the shortest row"),
}
"""Every named value of an option."""


def presets() -> Sequence[GamePreset]:
    """Return the presets of the card game."""
    return (GamePreset("cardcassonne", phrase("Cardcassonne"), phrase("The card game, two to five")),)


name = sentence("Cardcassonne")
"""See `RulesTexts.name`."""


def option(key: str, words: Translator) -> tuple[str, str]:
    """Return the label and the description of an option."""
    label, description = OPTIONS[key]
    return words.say(label), words.say(description)


def value(key: str, written: str, words: Translator) -> str:
    """Return an option's value in words."""
    if key == "animal_table":
        return written.replace(",", ", ")
    return words.say(VALUES[key, written])


def title(options: Mapping[str, str], words: Translator) -> str:
    """Return the game's name with its changed options."""
    changed = [option(key, words)[0] for key in options if key in OPTIONS]
    return words.say("{game} ({changed})", game=name(words), changed=", ".join(changed)) if changed else name(words)
