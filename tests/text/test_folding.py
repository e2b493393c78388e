"""Names are found and sorted whatever accents and capitals are typed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from editions.registry import EDITIONS
from text.clocks import time_controls
from text.input_vocabulary import folded
from text.lobby import setup
from text.play import consent_texts
from text.protocol import completions
from text.ratings import profile_texts
from text.tournaments import stage_names
from text.translator import Translator, languages, translator_for
from text.users import preferences

ROOT = Path(__file__).resolve().parents[2]
TILES = EDITIONS["carcassonne"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("  Árbitro ", "arbitro"), ("FÊTE", "fete"), ("Straße", "strasse"), ("seleção", "selecao"), ("", "")]
)
def test_accents_capitals_and_spaces_do_not_count(typed: str, meant: str) -> None:
    assert folded(typed) == meant == folded(folded(typed))


def offered(words: Translator) -> dict[str, Any]:
    """Return by name the completions that are named in the reader's language, each as a function of what was typed."""
    explain = {game_id: edition.words.explain for game_id, edition in EDITIONS.items()}
    schema = TILES.game.schema()
    return {
        "paces": lambda typed: time_controls.paces(typed, words),
        "terms": lambda typed: time_controls.offers(typed, words),
        "presets": lambda typed: setup.presets(typed, explain, words),
        "games": lambda typed: setup.games(typed, explain, words),
        "edition": lambda typed: setup.offers("edition", typed, schema, TILES.words.explain, words),
        "stages": lambda typed: stage_names.offers(typed, words),
        "rulings": lambda typed: stage_names.rulings(typed, words),
        "ways": lambda typed: consent_texts.ways(typed, words),
        "orders": lambda typed: profile_texts.orders(typed, words),
        "languages": preferences.offered,
        "topics": lambda typed: completions(list(TILES.words.explain.topics(words)), typed),
    }


@pytest.mark.parametrize("language", languages())
def test_completions_ignore_accents_and_capitals(language: str) -> None:
    asked = 0
    for name, complete in offered(translator_for(language)).items():
        for label, _ in complete("")[:25]:
            for word in re.findall(r"[^\W\d_]{3,}", label):
                plain = folded(word)
                asked += plain != word
                assert complete(plain) == complete(plain.upper()) == complete(word), (name, word)
                assert complete(plain), (name, word)
    assert asked or language == "en"


NOT_NAMES = frozenset(
    (
        "text/input_vocabulary.py",
        "text/input_vocabulary.py",
        "text/carcassonne/action_names.py",
        "text/carcassonne/terms.py",
        "text/carcassonne/vocabulary.py",
        "text/cardcassonne/vocabulary.py",
        "text/clocks/day_names.py",
        "text/lobby/option_errors.py",
        "cogs/commands/tournaments/form_values.py",
        "cogs/commands/tournaments/organiser_commands.py",
        "cogs/commands/tournaments/registration.py",
    )
)
"""Modules that compare keys, or spell words with accents and without themselves (`spellings`)."""


def test_what_is_typed_is_compared_with_names_by_one_function() -> None:
    """Use `text.input_vocabulary.folded` where a name in words is compared with what somebody typed."""
    comparing = {
        path.relative_to(ROOT).as_posix()
        for folder in ("text", "cogs")
        for path in (ROOT / folder).rglob("*.py")
        if ".casefold()" in path.read_text(encoding="utf-8")
    }
    assert comparing <= NOT_NAMES, f"compare with folded() in {comparing - NOT_NAMES}"
    assert comparing >= NOT_NAMES, f"no longer needed here: {NOT_NAMES - comparing}"
