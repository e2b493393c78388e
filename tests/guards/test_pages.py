"""Documents and code are written for everyone: nobody in them is a man or a woman, and no word is one that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "games" / "carcassonne" / "expansions" / "ADDING.md"]

GENDERED = re.compile(r"(?<![a-z])(?:he|she|his|him|hers?|himself|herself)(?![a-z])", re.IGNORECASE)


def gendered(page: str) -> list[str]:
    """The lines of a page that say somebody's gender."""
    return [line for line in page.splitlines() if GENDERED.search(line)]


EXEMPT = ("nl.md", "de.md")
"""Other languages, in which these are other words."""


@pytest.mark.parametrize("path", [path for path in PAGES if path.name not in EXEMPT], ids=lambda path: path.name)
def test_no_document_says_somebodys_gender(path: Path) -> None:
    assert gendered(path.read_text(encoding="utf-8")) == []


BOOKISH = re.compile(
    r"(?<![a-z])(?:anew|hence|thereof|tidings|upon|whatsoever|wherein|whither|whoever|whomever)(?![a-z])", re.IGNORECASE
)


@pytest.mark.parametrize("path", [path for path in PAGES if path.name not in EXEMPT], ids=lambda path: path.name)
def test_no_document_is_bookish(path: Path) -> None:
    """Words that nobody would say across the table; what is code may have them."""
    said = re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8"))
    assert [line for line in said.splitlines() if BOOKISH.search(line)] == []


MODULES = [path for path in ROOT.rglob("*.py") if not path.relative_to(ROOT).parts[0].startswith(".") and path != Path(__file__)]


@pytest.mark.parametrize("words", [GENDERED, BOOKISH], ids=["gender", "bookish"])
def test_no_module_says_what_no_document_says(words: re.Pattern[str]) -> None:
    """In its docstrings, comments and names."""
    assert len(MODULES) > 500
    said = ((path, number, line) for path in MODULES for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))
    assert [(str(path.relative_to(ROOT)), number) for path, number, line in said if words.search(line)] == []


def test_a_line_that_does_is_found() -> None:
    assert gendered("Tell the host.\nWho plays sees his own hand.\nThe heroes.") == ["Who plays sees his own hand."]
    assert [word for word in ("dealt_anew", "Whoever", "renewed", "couponed") if BOOKISH.search(word)] == ["dealt_anew", "Whoever"]


def test_every_button_that_the_page_about_tournaments_names_is_there() -> None:
    """In bold within a sentence or a table; what begins a paragraph is its subject."""
    page = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<=[ (|])\*\*([^*\n]+)\*\*", page))
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "text").rglob("*.py"))

    assert len(named) > 20 and {name for name in named if f'"{name}"' not in texts} == set()
