"""The game as people ask for it."""

from __future__ import annotations

from games.carcassonne.game import schema
from text.language import meant, phrase
from text.protocol import Preset


def presets() -> tuple[Preset, ...]:
    """See `Explaining.presets`. The Big Box has every expansion that is not sold in a box of its own."""
    expansions = next(option for option in schema() if option.key == "expansions")
    boxed = {choice for _, inside in expansions.bundles for choice in inside}
    big = ",".join(choice for choice in expansions.choices if choice not in boxed)
    return (
        Preset("classic", phrase("Classic for two"), phrase("The base game: quick to learn, an hour around a table"), seats=2),
        Preset(
            "new-box",
            meant("a game to choose", "The new box"),
            phrase("With The River and The Abbot"),
            {"expansions": "new-box"},
        ),
        Preset(
            "big-box",
            phrase("Big Box night"),
            phrase("With Inns, Traders, Dragon and Tower: long and rich"),
            {"expansions": big},
        ),
        Preset("map", phrase("On a map"), phrase("On a printed country that you choose next"), asks="map"),
        Preset("winter", phrase("Winter edition"), phrase("In the snow, for two to five"), {"edition": "winter"}, first=False),
        Preset(
            "first", phrase("First edition"), phrase("By the rules of 2000, for two to five"), {"edition": "first"}, first=False
        ),
    )
