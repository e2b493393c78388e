"""The names of an expansion stand only in its own modules: not in the core, the words or the pictures."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from games.carcassonne.expansion import expansion_modules, expansions_in
from text.carcassonne.phrasebook import phrases

ROOT = Path(__file__).parents[2]

PLACES = ("games/core", "games/carcassonne", "text/carcassonne", "render")
"""The layers that must not know an expansion; everything below an `expansions` folder does."""

WITHOUT_FIGURES = ("base", "winter", "maps")
"""Not sought: the game itself, an edition that is a theme of the painter, and the printed boards, which every view knows."""

EVERYDAY = frozenset({"big"})
"""Names that are also everyday words: sought only where they are the whole string."""


def names(module: str) -> frozenset[str]:
    """Return what only the modules of an expansion may say: its id, marks, figures, kinds of segments and roles."""
    book = phrases().books[expansion_modules().index(module)]
    names = {*book.roles, *book.pieces, *book.marks, *book.kinds}
    for expansion in expansions_in(module):
        names |= {expansion.id, *expansion.symbols, *(piece.id for piece in expansion.pieces)}
        names |= {name for kind in expansion.kinds for name in (str(kind), kind.role)}
    return frozenset(names - {""})


@cache
def said(path: Path) -> tuple[tuple[int, str], ...]:
    """Line and text of every string in a module that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in loose)
    return tuple((node.lineno, node.value) for node in strings if isinstance(node.value, str))


@cache
def modules() -> list[Path]:
    """Return every module of those layers outside the expansions."""
    paths = [path for place in PLACES for path in (ROOT / place).rglob("*.py")]
    return [path for path in paths if not {"expansions", "cardcassonne"} & set(path.parts)]


@pytest.mark.parametrize("module", [module for module in expansion_modules() if module not in WITHOUT_FIGURES])
def test_nobody_else_names_an_expansion_or_what_it_brings(module: str) -> None:
    """Or the next one cannot come without changing them."""
    own = names(module)
    sought = re.compile(r"\b(" + "|".join(re.escape(name) for name in sorted(own - EVERYDAY)) + r")\b")
    assert len(modules()) > 40, "hardly anything was looked at"

    offenders = [
        f"{p.relative_to(ROOT)}:{line}: {text}" for p in modules() for line, text in said(p) if text in own or sought.search(text)
    ]
    assert offenders == []
