"""Kinds of tournaments are offered by name and by the number of people."""

from __future__ import annotations

from text.tournaments import stage_names
from text.translator import translator_for
from tournament.presets import PRESETS


def test_every_preset_has_a_name_and_a_number_of_people() -> None:
    assert stage_names.PRESETS.keys() == stage_names.PEOPLE.keys() == PRESETS.keys()


def test_kinds_are_found_by_what_is_typed_and_by_how_many_come() -> None:
    words = translator_for("en")

    assert [key for _, key in stage_names.offers("best of three", words)] == ["league-best-of-three"]
    assert {key for _, key in stage_names.offers("3", words)} == {"league-best-of-three", "ladder"}
    assert {"groups-knock-out", "team-match"} <= {key for _, key in stage_names.offers("20", words)}
    assert ("Cup (4–64): Knock-out: lose and you're out", "cup") in stage_names.offers("", words)


def test_rare_kinds_stand_last_and_say_so() -> None:
    offered = stage_names.offers("", translator_for("en"))

    assert [key for _, key in offered[-3:]] == list(stage_names.RARE) == ["tables", "arena", "duplicate"]
    assert [name.startswith("More kinds · ") for name, _ in offered] == [False] * (len(offered) - 3) + [True] * 3
