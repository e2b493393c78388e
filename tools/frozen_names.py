"""The names that are data and must survive renames in the code: in databases, messages on Discord, logs, metrics and files.

`tests/golden/frozen_names.txt` lists them, `python -m tools.write names` adds new ones, and `tests/guards/test_frozen_names.py`
fails if one has disappeared: that needs a migration or a former name, and the commit that removes it must say so.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path

import cogs.client  # noqa: F401  # with it all parts are imported, and their verbs declared
from clocks.terms import MatchTerms
from cogs.declarations import rules
from editions.registry import GAMES
from games.carcassonne.catalog import tiles
from service.core import post_content
from service.core.stored_form import KEY
from service.tournaments.log.codec import KINDS
from service.tournaments.tournament_settings import TournamentSettings
from storage.schema import metadata
from storage.stats import OpponentStats
from telemetry.heartbeat import Heartbeat

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "tests" / "golden" / "frozen_names.txt"

PROGRAM = (
    "ai",
    "bot.py",
    "clocks",
    "cogs",
    "editions",
    "games",
    "runtime",
    "telemetry",
    "render",
    "sandbox",
    "service",
    "storage",
    "text",
    "workers",
    "tournament",
)
"""Where names are read from the source; tools and tests keep no data of their own."""

WRITTEN_WHOLE = (MatchTerms, TournamentSettings, Heartbeat, OpponentStats)
"""Dataclasses whose fields are written under their own names: into JSON, or as the columns of a row."""

_CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
"""Kebab-case: events of the log, reasons of refusals, kinds of posts and timers."""
_KEY = re.compile(r"[a-z][a-z0-9_ -]{0,30}")
_ENVIRONMENT = re.compile(r"BASTIDE_[A-Z_]+|DISCORD_[A-Z_]+")
_METRIC = re.compile(r"bastide_[a-z_]+")
_ENUMS = ("StrEnum", "Enum", "IntEnum")


@cache
def lines() -> tuple[str, ...]:
    """Return every frozen name, prefixed with its kind (such as `column: `), sorted."""
    lines = {f"column: {table.name}.{column.name}" for table in metadata.tables.values() for column in table.columns}
    lines |= {f"field: {kind}.{field.name}" for kind, owner in _labelled_classes() for field in fields(owner)}
    lines |= set(_names_of_games()) | set(_names_of_files()) | {f"tournament log: {kind}" for kind in KINDS}
    lines |= {f"press: {verb}" for verb, _ in rules()} | set(_names_of_posts())
    for tree in _sources():
        lines |= set(of_source(tree))
    return tuple(sorted(lines))


def _labelled_classes() -> Iterator[tuple[str, type]]:
    """Yield each class under a label that no rename of the class changes."""
    yield from zip(("terms", "tournament settings", "sign of life", "opponent statistics"), WRITTEN_WHOLE, strict=True)


def _names_of_games() -> Iterator[str]:
    """Yield the options of each game, their choices, and the rule behind each choice."""
    for name, game in GAMES.items():
        for option in game.schema():
            yield f"option: {name} {option.key}"
            yield from (f"choice: {name} {option.key}={choice}" for choice in option.choices)
            if option.rule:
                yield f"rule: {option.rule}"


def _names_of_files() -> Iterator[str]:
    """Yield the keys of learned weights, and the ids of tiles and of their marks."""
    for path in sorted((ROOT / "games").glob("*/weights.json")):
        yield from (f"weight: {path.parent.name} {key}" for key in _keys(json.loads(path.read_text(encoding="utf-8"))))
    for tile in tiles().values():
        yield f"tile: {tile.id}"
        yield from (f"segment: {segment.kind}" for segment in tile.segments)


def _keys(value: object) -> Iterator[str]:
    """Yield every key of nested objects."""
    if isinstance(value, Mapping):
        yield from value
    if isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _keys(inner)


def moving_loggers() -> list[str]:
    """Return the source of `getLogger` calls whose name is not a string literal, such as `getLogger(__name__)`."""
    calls = (
        node for tree in _sources() for node in ast.walk(tree) if isinstance(node, ast.Call) and _last(node.func) == "getLogger"
    )
    return [ast.unparse(call) for call in calls if not list(_texts(call.args[:1]))]


@cache
def _sources() -> tuple[ast.Module, ...]:
    paths = (ROOT / part for part in PROGRAM)
    files = (path for part in paths for path in ([part] if part.suffix else sorted(part.rglob("*.py"))))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in files)


_TIMER = "Timer"
"""How the classes of timers' payloads end."""


def _names_of_posts() -> Iterator[str]:
    """Yield the keys and codes of the payloads of posts."""
    for (_, _, code), content in post_content.KINDS.items():
        yield from (f"key: {field.metadata.get(KEY, field.name)}" for field in fields(content))
        yield from [f"key: {code}"] if code else []


def of_source(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module writes as data, as far as its syntax tree shows them."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(bases=bases) if any(_last(base) in _ENUMS for base in bases):
                yield from (
                    f"value: {text}"
                    for text in _texts(statement.value for statement in node.body if isinstance(statement, ast.Assign))
                )
            case ast.ClassDef(name=name, body=body) if name.endswith(_TIMER):
                yield from (f"key: {ast.unparse(statement.target)}" for statement in body if isinstance(statement, ast.AnnAssign))
            case ast.Assign(targets=targets, value=ast.Constant(str(text))) if all(_is_constant(target) for target in targets):
                if _KEY.fullmatch(text):
                    yield f"value: {text}"
            case ast.Call():
                yield from _names_of_call(node)
            case ast.Dict(keys=keys):
                yield from (f"key: {text}" for text in _texts(key for key in keys if key is not None) if _KEY.fullmatch(text))
            case ast.Subscript(slice=ast.Constant(str(text))):
                yield f"key: {text}"
            case ast.Constant(str(text)):
                yield from _names_of_text(text)


def _names_of_call(call: ast.Call) -> Iterator[str]:
    name, first = _last(call.func), list(_texts(call.args[:1]))
    if name == "log_line" and first:
        yield from (f"log field: {keyword.arg}" for keyword in call.keywords if keyword.arg)
    if name == "getLogger" and first:
        yield f"logger: {first[0]}"
    if name == "handed_on":
        yield from (f"press: {verb}" for verb in first)


def _names_of_text(text: str) -> Iterator[str]:
    for kind, pattern in (("code", _CODE), ("environment", _ENVIRONMENT), ("metric", _METRIC)):
        if pattern.fullmatch(text):
            yield f"{kind}: {text}"


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    return (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.isupper()


def _last(node: ast.expr) -> str:
    """Return the last name of an attribute expression: `c` of `a.b.c`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
