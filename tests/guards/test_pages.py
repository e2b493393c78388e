"""Inclusive words: no person in documents or code has a gender, and no word is bookish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "games" / "carcassonne" / "expansions" / "ADDING.md"]

GENDERED = re.compile(r"(?<![a-z])(?:he|she|his|him|hers?|himself|herself)(?![a-z])", re.IGNORECASE)


def gendered(page: str) -> list[str]:
    """Return the lines of a page that say a person's gender."""
    return [line for line in page.splitlines() if GENDERED.search(line)]


EXEMPT = ("nl.md", "de.md", "fr.md", "es.md", "pt-BR.md")
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
    text = re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8"))
    assert [line for line in text.splitlines() if BOOKISH.search(line)] == []


MODULES = [path for path in ROOT.rglob("*.py") if not path.relative_to(ROOT).parts[0].startswith(".") and path != Path(__file__)]


@pytest.mark.parametrize("words", [GENDERED, BOOKISH], ids=["gender", "bookish"])
def test_no_module_says_what_no_document_says(words: re.Pattern[str]) -> None:
    """In its docstrings, comments and names."""
    assert len(MODULES) > 500
    texts = ((path, number, line) for path in MODULES for number, line in enumerate(path.read_text("utf-8").splitlines(), 1))
    assert [(str(path.relative_to(ROOT)), number) for path, number, line in texts if words.search(line)] == []


def test_a_line_that_does_is_found() -> None:
    assert gendered("Tell the host.\nWho plays sees his own hand.\nThe heroes.") == ["Who plays sees his own hand."]
    assert [word for word in ("dealt_anew", "Whoever", "renewed", "couponed") if BOOKISH.search(word)] == ["dealt_anew", "Whoever"]


FOR_PLAYERS_AND_HOSTS = ("README.md", *(f"docs/{name}.md" for name in ("commands", "maps", "release", "run-a-tournament", "time",
                                                                        "tournaments", "tournament-rules")))  # fmt: skip
ELSEWHERE = {"Bot", "New Application", "Reset Token", "Installation", "User Install", "Channel"}
"""Buttons and pages of Discord's developer portal and of the sandbox, which the program does not name itself."""

LEAD = re.compile(r"^\s*(?:[*-] |\d+\. )?\*\*[^*\n]+\*\*", re.MULTILINE)
"""A bold beginning of a paragraph or of an item, which is its title."""


@pytest.mark.parametrize("name", FOR_PLAYERS_AND_HOSTS)
def test_every_button_that_a_page_names_exists(name: str) -> None:
    """Within a sentence or a table, what is bold is a label. Write it as `text/` does, or not in bold."""
    page = LEAD.sub("", (ROOT / name).read_text(encoding="utf-8"))
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "text").rglob("*.py"))
    assert {label for label in re.findall(r"\*\*([^*\n]+)\*\*", page) if f'"{label}"' not in texts} - ELSEWHERE == set()
