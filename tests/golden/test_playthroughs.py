"""The transcripts of whole games are what the rules still give; `python -m tools.write playthroughs` renews them."""

from __future__ import annotations

import pytest

from editions.registry import GAMES
from tools import playthrough

LEFT_TO_SOAK = (
    "four-expansions",
    "base-without-farmers",
    "traders-builder-asked",
    "dragon-after-scoring",
    "tower-forced",
    "cards-five",
)
"""Other transcripts show the same expansions or game with their usual options; a record of the Big Box has all of them."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak if name in LEFT_TO_SOAK else ()) for name in playthrough.SETS]
)
def test_a_game_goes_as_its_transcript_says(name: str) -> None:
    """Compared line by line, so that a failure shows the first action that goes another way."""
    kept = (playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    assert playthrough.transcript(playthrough.SETS[name]).splitlines() == kept.splitlines()


def test_every_transcript_is_of_a_game_that_is_still_told() -> None:
    assert {path.stem for path in playthrough.FOLDER.iterdir()} == set(playthrough.SETS)


def test_every_game_and_every_edition_and_expansion_has_a_transcript() -> None:
    """Anyone who adds one adds its transcript."""
    told = [(about.game, about.options) for about in playthrough.SETS.values()]

    for name, game in GAMES.items():
        assert name in [told_name for told_name, _ in told]
        for option in game.schema():
            if option.key in ("edition", "expansions"):
                chosen = {word for told_name, given in told if told_name == name for word in given.get(option.key, "").split(",")}
                missing = {choice for choice in option.choices if choice != option.default} - chosen
                assert not missing, (name, option.key, missing)
