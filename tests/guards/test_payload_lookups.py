"""The keys of payloads and parameters, which one place looks up: all others have them typed.

A look-up is seen under whatever name its mapping has: `payload["at"]`, `p["at"]` or `told["at"]`. Tables of the program itself have
names in capitals, and forms are asked with `get`, as people may leave a field empty.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import service

ROOT = Path(str(service.__file__)).parents[1]
RESULT, RECORD, PUZZLE, FORM = "the stored result of a match", "the file of a record", "the stored form of a puzzle", "a form"
DISCORD, REFUSED, LANGUAGE = "what Discord sends", "what a refusal carries", "the tables of a language"
CODECS = {
    "cogs/background/command_sync.py": (3, "what Discord has registered"),
    "cogs/background/users/user_notifications.py": (1, RESULT),
    "cogs/commands/tournaments/creation.py": (2, FORM),
    "cogs/commands/tournaments/organiser_commands.py": (1, FORM),
    "cogs/interactions/access_rules.py": (1, REFUSED),
    "cogs/interactions/autocomplete.py": (2, DISCORD),
    "cogs/interactions/command_tree.py": (1, DISCORD),
    "cogs/interactions/component_router.py": (8, DISCORD),
    "cogs/interactions/input_parsing.py": (2, FORM),
    "cogs/interactions/match_lookup.py": (2, REFUSED),
    "cogs/messages/ephemeral_messages.py": (1, REFUSED),
    "cogs/messages/history/game_records.py": (1, RECORD),
    "cogs/messages/lobby/lobby_settings.py": (1, "the terms of a game, by their keys"),
    "cogs/messages/play/consent_requests.py": (3, "the row of a request in the log of a match"),
    "cogs/messages/tournaments/tournament_panel.py": (1, "the criteria of a table of standings"),
    "service/core/outbox.py": (2, "the code of any post"),
    "service/history/analyses.py": (4, "the stored form of an analysis"),
    "service/history/match_queries.py": (1, "the row of an undo in the log of a match"),
    "service/history/record_parser.py": (8, RECORD),
    "service/match/final_ranking.py": (2, RESULT),
    "service/play/take_back.py": (1, "the row of a request in the log of a match"),
    "service/puzzles/daily_puzzle.py": (7, PUZZLE),
    "service/puzzles/mistake_puzzles.py": (2, PUZZLE),
    "service/puzzles/puzzle_generator.py": (2, PUZZLE),
    "service/tournaments/csv_export.py": (12, "the stored export of a tournament"),
    "service/tournaments/pairing_outcomes.py": (1, RESULT),
    "service/tournaments/state.py": (1, "what a frozen state has worked out"),
    "service/tournaments/tables.py": (1, RESULT),
    "text/locale_formats.py": (4, LANGUAGE),
    "text/refusals/uploads.py": (1, REFUSED),
    "text/template.py": (11, LANGUAGE),
    "text/tournaments/refusals.py": (1, REFUSED),
    "text/translations.py": (2, "the head of a catalogue"),
}
"""The modules that look keys up by name, how often, and of what."""
LAYERS = ("cogs", "service", "text")
ASKED = frozenset({"p", "params", "payload", "told"})
"""Names under which `get` is a look-up of the same kind."""


def lookups(source: str) -> Iterator[str]:
    """Yield the look-ups of a constant key in a mapping that is no table of the program, as they are written."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Subscript(value=mapping, slice=ast.Constant(value=str()), ctx=ast.Load()) if not _is_table(mapping):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=mapping, attr="get"), args=[ast.Constant(value=str()), *_]) if (
                _name(mapping) in ASKED
            ):
                yield ast.unparse(node)


def _is_table(mapping: ast.expr) -> bool:
    """Return whether it's a table of the program, or the groups of a regular expression."""
    return _name(mapping).isupper() or _name(mapping) in ("matched", "options")


def _name(mapping: ast.expr) -> str:
    return mapping.id if isinstance(mapping, ast.Name) else mapping.attr if isinstance(mapping, ast.Attribute) else ""


def test_keys_of_payloads_and_parameters_are_looked_up_by_codecs_alone() -> None:
    seen = {
        str(path.relative_to(ROOT)): written
        for layer in LAYERS
        for path in sorted((ROOT / layer).rglob("*.py"))
        if (written := sorted(lookups(path.read_text(encoding="utf-8"))))
    }
    changed = {name: written for name, written in seen.items() if CODECS.get(name, (0, ""))[0] != len(written)}
    assert not changed and seen.keys() == CODECS.keys(), (
        "Declare the content of the post (`service.core.post_content.posted`) or of the timer (`service.core.timer_content.timed`) "
        "and read it by its class; let the function of a sentence name its parameters. A codec with fewer look-ups lowers its "
        f"number here. Otherwise than in CODECS: {changed or seen.keys() ^ CODECS.keys()}"
    )


@pytest.mark.parametrize("written", ["p['at']", "told['at']", "row.payload['at']", "f(x)['at']", "payload.get('at')"])
def test_a_lookup_under_any_name_is_found(written: str) -> None:
    assert list(lookups(f"x = {written}")) == [written]
