"""Sentences as declarations: what they take is what their text has places for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from clocks.terms import LIVE_EVENT, PACES, read_pace
from text.clocks import time_controls
from text.message_markers import placeholders
from text.message_templates import MessageTemplate, numbered, pattern, plural, sentence
from text.translator import translator_for

EN, NL = translator_for("en"), translator_for("nl")
ROOT = Path(__file__).parents[2]


def declared() -> Iterator[tuple[str, list[str], str, list[str]]]:
    """Yield every pattern of `text`: its place, the types of its values, its text, and its formatted values."""
    for path in sorted((ROOT / "text").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("pattern", "numbered"):
                assert isinstance(node.args[-1], ast.Constant), "a sentence stands as it is"
                yield f"{path.name}:{node.lineno}", _types(path, node), node.args[-1].value, [str(k.arg) for k in node.keywords]


def _types(path: Path, call: ast.Call) -> list[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AnnAssign) and node.value is not None and ast.unparse(node.value) == ast.unparse(call):
            assert isinstance(node.annotation, ast.Subscript), "a pattern is declared with the types of its values"
            types = node.annotation.slice
            return [ast.unparse(expression) for expression in (types.elts if isinstance(types, ast.Tuple) else [types])]
    raise AssertionError(f"{path.name}:{call.lineno} says no types")


def test_every_pattern_takes_as_many_values_as_it_has_places() -> None:
    """mypy holds callers to the types; here the types are held to the text."""
    declarations = list(declared())
    assert len(declarations) > 50
    wrong = [where for where, types, text, _ in declarations if len(types) != len(placeholders(text))]
    assert wrong == []
    assert [where for where, _, text, shown in declarations if set(shown) - set(placeholders(text))] == []


def test_a_pattern_fills_its_places_in_order_and_as_it_says() -> None:
    """Also in a language whose sentence has another order, and where a place stands twice."""
    message_template: MessageTemplate[str, int] = pattern("{name}: {number}, {name}", name=str.upper)
    assert message_template("anna", 3, EN) == "ANNA: 3, ANNA"
    turn: MessageTemplate[int, int] = pattern("turn {number} of {total}")
    assert turn(3, 71, NL) == "beurt 3 van 71"


def test_a_counted_pattern_takes_the_form_of_its_number() -> None:
    """Its other places are filled as those of a pattern."""
    message_template: MessageTemplate[int, str] = numbered("{number} tile of {name}", "{number} tiles of {name}", name=str.upper)
    assert [message_template(number, "anna", EN) for number in (1, 1234)] == ["1 tile of ANNA", "1,234 tiles of ANNA"]


def test_a_pattern_refuses_what_it_has_no_place_for() -> None:
    """Neither more nor fewer values."""
    turn = pattern("turn {number} of {total}")
    with pytest.raises(ValueError, match="shorter"):
        turn(3, EN)
    with pytest.raises(ValueError, match="longer"):
        turn(3, 4, 5, EN)


def test_sentences_and_plurals_speak_the_language() -> None:
    """A sentence without places, and one that counts."""
    assert sentence("The whole board.")(NL) == "Het hele bord."
    turns = plural("{number} turn", "{number} turns")
    assert (turns(1, EN), turns(2000, EN)) == ("1 turn", "2,000 turns")


def test_an_increment_of_seconds_is_told_in_seconds() -> None:
    """Live paces give less than a minute for each turn."""
    shown = [
        time_controls.pace(pace, translator_for("en"))
        for pace in (*PACES.values(), LIVE_EVENT, read_pace("bank=10min increment=5s"))
    ]
    assert not [text for text in shown if " 0 minutes" in text]
    assert "+ 5 seconds per turn" in shown[-1]
    assert "+ 1 minute and 30 seconds per turn" in time_controls.pace(read_pace("bank=1h increment=90s"), translator_for("en"))
