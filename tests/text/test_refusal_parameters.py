"""A refusal carries what its sentence names, wherever it is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import text
from text.message_templates import WHOLE, _needed, spoken
from text.refusals import SPOKEN
from text.translator import translator_for

ROOT = Path(next(iter(text.__path__))).parent
LAYERS = ("ai", "clocks", "cogs", "games", "service", "storage", "tournament", "web")
EN = translator_for("en")


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Yield the place, the code and the parameters of every refusal that is raised with its code and parameters written out."""
    for path in (each for layer in LAYERS for each in (ROOT / layer).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or any(given.arg is None for given in node.keywords):
                continue
            name, code = getattr(node.func, "id", getattr(node.func, "attr", "")), node.args[0]
            if name in ("Refusal", "IllegalActionError", "RuleRefusedError") and isinstance(code, ast.Constant):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", str(code.value), {str(given.arg) for given in node.keywords}


def test_a_refusal_carries_what_its_sentence_names() -> None:
    known = [(place, code, given) for place, code, given in refusals() if code in SPOKEN]
    lacking = {
        place: (code, missing)
        for place, code, given in known
        if (missing := {name for name in _needed(SPOKEN[code]) if name not in (*WHOLE, "words")} - given)
    }
    assert len(known) > 100 and lacking == {}, "give the refusal what its sentence names, or the sentence a default"


def test_a_sentence_gets_the_parameters_that_it_names() -> None:
    def say(most: int, words: object, least: int = 1) -> tuple[int, bool, int]:
        return most, words is EN, least

    assert spoken(say, {"most": 3, "more": 4}, EN) == (3, True, 1)
    assert spoken(say, {"most": 3, "least": 2}, EN) == (3, True, 2)
    assert spoken(lambda params: len(params), {"most": 3, "more": 4}, EN) == 2  # noqa: PLW0108  # its name says that it gets all
    assert spoken(lambda view, most: view + most, {"most": 3}, EN, view=4) == 7
    with pytest.raises(KeyError, match="most"):
        spoken(say, {"least": 2}, EN)
