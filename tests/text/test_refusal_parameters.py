"""A refusal carries what its sentence names, wherever it is raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import text
from text.message_templates import counting, filled, needs_of, spoken
from text.refusals import SPOKEN, refusal
from text.tournaments.refusals import bad_event
from text.translator import translator_for
from tournament.results import InvalidTournamentError

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
    lacking = {place: (code, missing) for place, code, given in known if (missing := needs_of(SPOKEN[code]) - given)}
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


def test_a_filled_sentence_needs_its_places_and_what_its_fills_name() -> None:
    at_most = filled("There can be at most {most} of {name}.", name=lambda first, words, last="": f"{first}{last}")
    many = counting("{number} day of {most}", "{number} days of {most}", "least")

    assert needs_of(at_most) == {"most", "first"} and needs_of(many) == {"least", "most"}
    assert needs_of(lambda params, most, words, least=1: "") == {"most"}
    assert at_most({"most": 3, "first": "a", "last": "b"}, EN) == "There can be at most 3 of ab."
    assert [many({"least": number, "most": 9}, EN) for number in (1, 2)] == ["1 day of 9", "2 days of 9"]
    with pytest.raises(KeyError, match="first"):
        at_most({"most": 3}, EN)


@pytest.mark.parametrize(
    ("params", "text"),
    [
        (
            {"why": "reliable", "least": 90, "have": 0.5},
            "To enter, you must have made 90% of your last turns here in time. Yours: 50%.",
        ),
        ({"why": "days", "least": 1, "have": 0}, "To enter, you must have been in this server for 1 day."),
        ({"why": "role", "role": 5}, "To enter, you need this role: <@&5>."),
    ],
)
def test_a_limit_of_entry_is_said_with_its_figures(params: dict[str, object], text: str) -> None:
    assert refusal("entry-limit", params, EN) == text


def test_a_stage_that_is_not_known_is_named_with_those_that_are() -> None:
    error = InvalidTournamentError("unknown-stage", value="pyramid", choices=("swiss", "ladder"))

    assert bad_event(error, EN).startswith("There's no stage “pyramid”. Stages: swiss, ladder. An example")
