"""The map of the program: `python -m tools.code_map` prints each capability's packages by floor, and figures.

`docs/architecture.md` holds the table; a guard test compares them, and another keeps the figures from growing worse.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("service", "cogs/commands", "cogs/messages", "cogs/background", "text")
"""Where a folder is called after the capability that it belongs to."""
LAYERS = (
    *("ai", "clocks", "cogs", "editions", "games", "runtime", "telemetry", "render"),
    *("sandbox", "service", "storage", "text", "workers", "tools", "tournament"),
)
SMALL = 40
"""A module with fewer lines is small; packages' own files and revisions of the database do not count."""


def modules() -> Iterator[Path]:
    """Yield every module of the program, tests left out."""
    for layer in LAYERS:
        yield from sorted((ROOT / layer).rglob("*.py"))


def table() -> str:
    """Capabilities by floor: how the folder is called wherever there is one."""
    rooms = {floor: {path.parent.name for path in (ROOT / floor).glob("*/__init__.py")} for floor in FLOORS}
    lines = [f"| | {' | '.join(f'`{floor}`' for floor in FLOORS)} |", "|---" * (len(FLOORS) + 1) + "|"]
    for name in sorted(set.union(*rooms.values()) & rooms["service"]):
        lines.append(f"| {name} | {' | '.join(f'`{name}/`' if name in rooms[floor] else '' for floor in FLOORS)} |")
    return "\n".join(lines)


def lines() -> int:
    """Lines of the program, tests left out."""
    return sum(_length(path) for path in (*modules(), ROOT / "bot.py"))


def small() -> list[str]:
    """Modules of fewer than `SMALL` lines."""
    counted = (path for path in modules() if path.name != "__init__.py" and "versions" not in path.parts)
    return [str(path.relative_to(ROOT)) for path in counted if _length(path) < SMALL]


def same_names() -> dict[str, list[str]]:
    """Public classes that share a name, with the modules that have them."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        where = path.relative_to(ROOT)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(where))
    return {name: places for name, places in sorted(found.items()) if len(places) > 1}


def _length(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def main() -> int:
    """Print all of it."""
    print(table())
    print(f"\n{lines()} lines, {len(list(modules()))} modules, {len(small())} of them under {SMALL} lines")
    for name, places in same_names().items():
        print(f"{name}: {', '.join(places)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
