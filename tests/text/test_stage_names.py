"""The names of kinds, rounds and rulings of tournaments."""

from __future__ import annotations

from text.tournaments.stage_names import RULINGS, rulings
from text.translator import translator_for

EN = translator_for("en")


def test_rulings_are_completed_by_what_is_typed() -> None:
    everything = rulings("", EN)

    assert [key for _, key in everything] == list(RULINGS)
    name, key = everything[0]
    assert (name, key) in rulings(name.upper(), EN) and len(rulings(name, EN)) < len(everything)
    assert rulings("no such ruling", EN) == []
