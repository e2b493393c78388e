"""Every command and action that a sentence or a document names exists, and the page of commands is what the program declares."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from discord import app_commands

from bot import Settings, build_bot
from cogs.client import Bastide
from cogs.interactions.panel_actions import ACTIONS_OF, ActionRegistry
from text.translator import catalogue_of, languages
from tools import commands_page
from tools.code_map import LAYERS

ROOT = Path(__file__).resolve().parents[2]
MOST_BEFORE = 300
"""Words of the page of commands before the first command."""
MOST_OF_ONE = 22
"""Words of a line about an option or an action. The page grows with what there is to do, and with nothing else."""
SANDBOX = "wait"
_NAMED = re.compile(r"(?<![\w/.:<\]])/([a-z]+)\b(?![/.\w])(?: action:([a-z-]+)| ([a-z][a-z-]*))?")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return every command by its name, with its subcommands or actions; None for one that has neither."""
    return asyncio.run(_declared_commands(tmp_path_factory.mktemp("named") / "bastide.db"))


async def _declared_commands(database: Path) -> tuple[dict[str, set[str] | None], str]:
    built = build_bot(Settings(token="", database=database))
    assert isinstance(built, Bastide)
    await built.load(sync=False)
    options_by_command: dict[str, set[str] | None] = {SANDBOX: None}
    for command in built.tree.get_commands():
        if isinstance(command, app_commands.Group):
            options_by_command[command.name] = {part.name for part in command.commands}
        elif isinstance(command, app_commands.Command):
            actions: ActionRegistry[Any] | None = command.extras.get(ACTIONS_OF)
            options_by_command[command.name] = {f"action:{action.key}" for action in actions.all} if actions is not None else None
    page = commands_page.page(built)
    await built.close()
    return options_by_command, page


def test_every_command_that_a_sentence_names_exists(known: Any) -> None:
    """In every language, its actions and subcommands included."""
    commands, _ = known
    wrong = {name for sentence in _sentences() for name in _missing_commands(sentence, commands)}
    assert not wrong, wrong


def test_every_command_that_a_document_names_exists(known: Any) -> None:
    """As far as it stands in code marks."""
    commands, _ = known
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    quoted = (text for path in pages for text in re.findall(r"`(/[^`\n]+)`", path.read_text(encoding="utf-8")))
    wrong = {name for text in quoted if not re.match(r"/[\w.-]*[/.]", text) for name in _missing_commands(text, commands)}
    assert not wrong, wrong


def test_every_command_that_a_docstring_or_comment_names_exists(known: Any) -> None:
    """As far as it stands in code marks: comments for translators, too."""
    commands, _ = known
    sources = {path: path.read_text(encoding="utf-8") for layer in LAYERS for path in (ROOT / layer).rglob("*.py")}
    quoted = [(path, quotation) for path, text in sources.items() for quotation in re.findall(r"`(/[a-z][^`\n]*)`", text)]
    wrong = {(str(path.relative_to(ROOT)), name) for path, quotation in quoted for name in _missing_commands(quotation, commands)}
    assert len(quoted) > 50
    assert not wrong, wrong


def test_the_page_of_commands_is_what_is_declared(known: Any) -> None:
    """Run `python -m tools.write commands`; never mend the page by hand."""
    _, page = known
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == page
    before, _, commands = page.partition("\n## ")
    assert len(before.split()) <= MOST_BEFORE
    listed = [line for line in commands.splitlines() if line.startswith(("- ", "| "))]
    assert len(listed) > 100
    assert [line for line in listed if len(re.findall(r"[^\s|`-]+", line)) > MOST_OF_ONE] == []


def test_a_name_that_is_none_is_found() -> None:
    """The pattern sees commands, actions and subcommands, and no paths."""
    commands = {"game": {"action:resign"}, "map": {"list"}, "new": None}
    assert _missing_commands("Use /new, /game action:resign, `/map list` or /game.", commands) == []
    assert _missing_commands("/games, /game action:dance, /map dance, docs/new.md", commands) == [
        "/games",
        "/game action:dance",
        "/map dance",
    ]


def _missing_commands(text: str, commands: dict[str, set[str] | None]) -> list[str]:
    offenders = []
    for named in _NAMED.finditer(text):
        root, action, part = named.groups()
        parts = commands.get(root)
        is_group = parts is not None and not any(piece.startswith("action:") for piece in parts)
        if (
            root not in commands
            or (action is not None and f"action:{action}" not in (parts or ()))
            or (is_group and part is not None and part not in (parts or ()))
        ):
            offenders.append(named[0].strip() if root in commands else f"/{root}")
    return offenders


def _sentences() -> Iterator[str]:
    for language in languages()[1:]:
        with catalogue_of(language).open("rb") as file:
            for message in read_po(file):
                for text in (message.id, message.string):
                    yield from text if isinstance(text, tuple | list) else (text,)
