"""The texts of the game's options: a label and a description for every option, a name for every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.expansions.maps.library import design_of
from games.carcassonne.game import big_box
from text.carcassonne.phrasebook import phrases
from text.message_templates import sentence
from text.protocol import GamePreset
from text.translator import Translator, meant, phrase

ON_OFF: Mapping[str, str] = {"on": phrase("on"), "off": phrase("off")}


VIEWS: Mapping[str, tuple[str, str]] = {
    "fields": (phrase("Show fields"), phrase("fields and their owners")),
    "owners": (phrase("Show owners"), phrase("who owns what")),
    "coordinates": (phrase("Show coordinates"), phrase("with all coordinates")),
}
"""See `GameTexts.views`."""

OVERLAYS = frozenset({"fields", "owners"})
"""See `GameTexts.overlays`."""

FORMER_VIEWS: Mapping[str, str] = {"meadows": "fields"}
"""See `GameTexts.former_views`."""


def presets() -> tuple[GamePreset, ...]:
    """Return the presets of the game, the simplest first."""
    return (
        GamePreset("classic", phrase("Classic for two"), phrase("The base game: quick to learn, an hour around a table"), seats=2),
        GamePreset(
            "new-box",
            meant("a game to choose", "The new box"),
            phrase("With The River and The Abbot"),
            {"expansions": "new-box"},
        ),
        GamePreset(
            "big-box",
            phrase("Big Box night"),
            phrase("With Inns, Traders, Dragon and Tower: long and rich"),
            {"expansions": ",".join(big_box())},
        ),
        GamePreset("map", phrase("On a map"), phrase("On a printed country that you choose next"), asks="map"),
        GamePreset("winter", phrase("Winter edition"), phrase("In the snow, for two to five"), {"edition": "winter"}, first=False),
        GamePreset(
            "first", phrase("First edition"), phrase("By the rules of 2000, for two to five"), {"edition": "first"}, first=False
        ),
    )


name = sentence("Carcassonne")
"""See `RulesTexts.name`."""


def option(key: str, words: Translator) -> tuple[str, str]:
    """Return the label and the description of an option."""
    label, description = phrases().options[key]
    return words.say(label), words.say(description)


def value(key: str, written: str, words: Translator) -> str:
    """Return an option's value in words."""
    if (key, written) in phrases().values:
        return words.say(phrases().values[key, written])
    if key == "map":
        return design_of(written).title
    if written in ON_OFF:
        return words.say(ON_OFF[written])
    if written.replace(",", "").isdecimal():
        return written
    if not written:
        return words.sense("nothing is chosen", "none")
    parts = written.split(",")
    if len(parts) == 1:
        raise KeyError((key, written))
    return words.list([value(key, part, words) for part in parts])


def title(options: Mapping[str, str], words: Translator) -> str:
    """Return a game's title from its options."""
    edition = options.get("edition", "base")
    chosen: Sequence[str] = [added for added in options.get("expansions", "").split(",") if added]
    big = big_box()
    boxes = [words.say("Big Box")] if set(big) <= set(chosen) else []
    others = [added for added in chosen if added not in big] if boxes else chosen
    named = [value("edition", edition, words)] if edition != "base" or not chosen else []
    if "map" in options:
        named = [words.say("Map: {country}", country=value("map", options["map"], words))]
    return " + ".join([*named, *boxes, *(value("expansions", added, words) for added in others)])
