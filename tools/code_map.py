"""The map of the program: `python -m tools.code_map` prints the packages of each capability by layer, and size figures.

`docs/architecture.md` holds the table; a guard test compares them, and another keeps the figures from growing worse.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("service", "cogs/commands", "cogs/messages", "cogs/background", "text")
"""Where a folder is called after the capability that it belongs to."""
LAYERS = (
    *("ai", "clocks", "cogs", "editions", "games", "runtime", "telemetry", "render"),
    *("sandbox", "service", "storage", "text", "workers", "tools", "tournament"),
)
TESTS = "tests/service"
READING: Mapping[str, tuple[str, ...]] = {
    "play": (
        *("cogs/interactions/component_router.py", "cogs/commands/play/move_commands.py", "service/play/drafts.py"),
        *("service/play/turns.py", "service/match/match_transaction.py", "cogs/background/message_builders.py"),
        *("cogs/messages/play/turn_messages.py", "text/play/turn_texts.py"),
    ),
    "lobby": (
        *("cogs/commands/lobby/new_game.py", "cogs/commands/lobby/lobby_commands.py", "service/lobby/lobbies.py"),
        *("service/lobby/match_start.py", "cogs/background/lobby/lobby_messages.py", "cogs/messages/lobby/lobby_message.py"),
    ),
    "clocks": (
        *("service/clocks/clock_service.py", "service/clocks/timeouts.py", "service/clocks/reminders.py"),
        *("cogs/background/clocks/clock_messages.py", "text/clocks/clock_texts.py"),
    ),
    "tournaments": (
        *("cogs/commands/tournaments/registration.py", "service/tournaments/registration.py", "service/tournaments/repository.py"),
        *("service/tournaments/log/codec.py", "service/tournaments/event_sourcing.py", "service/tournaments/state.py"),
        *("service/tournaments/round_scheduler.py", "tournament/progression.py", "cogs/background/tournaments/tournament_posts.py"),
    ),
    "users": (
        *("cogs/commands/users/user_settings.py", "service/users/user_settings.py", "service/users/preferences.py"),
        *("cogs/messages/users/preferences.py", "text/users/preferences.py"),
    ),
    "guilds": (
        *("cogs/commands/guilds/server_settings.py", "service/guilds/server_settings.py"),
        *("cogs/messages/guilds/server_settings.py", "text/guilds/server_settings.py"),
    ),
    "ratings": (
        *("service/ratings/stats_update.py", "storage/stats.py", "storage/queries/stats.py", "storage/queries/stats_reading.py"),
        *("service/ratings/leaderboards.py", "cogs/commands/ratings/profiles.py", "text/ratings/profile_texts.py"),
    ),
    "history": (
        *("cogs/commands/history/analysis.py", "service/history/analyses.py", "ai/game_analysis.py"),
        *("cogs/messages/history/analysis.py", "text/history/analysis.py"),
    ),
    "puzzles": (
        *("cogs/commands/puzzles/daily_puzzle.py", "service/puzzles/daily_puzzle.py", "service/puzzles/puzzle_generator.py"),
        *("ai/puzzle_search.py", "storage/queries/puzzles.py", "text/puzzles/puzzle_texts.py"),
    ),
    "computers": (
        *(
            "service/computers/computer_players.py",
            "workers/pool.py",
            "workers/move_task.py",
            "ai/player_protocol.py",
            "ai/greedy.py",
        ),
    ),
    "watching": ("cogs/commands/play/guesses.py", "service/watching/guesses.py", "service/watching/server_seat.py"),
    "operators": (
        *("cogs/commands/operators/operator_panel.py", "service/operators/exclusion.py", "service/operators/reports.py"),
        *("service/operators/announcements.py", "storage/queries/operators.py", "text/operators/panel_texts.py"),
    ),
    "web": ("service/web/pages.py", "web/routes.py", "web/readers.py", "web/tables.py", "web/drafts.py"),
    "match": ("service/match/match_repository.py", "service/match/match_session.py", "service/match/match_transaction.py"),
    "core": (
        "service/core/change_scope.py",
        "service/core/unit_of_work.py",
        "storage/changes.py",
        "storage/queries/change_handlers.py",
    ),
    "wiring": ("service/wiring/services.py", "service/wiring/post_commit.py", "cogs/post_commit_handlers.py", "cogs/client.py"),
}
"""For each capability the modules that show how it works, in the order in which to read them."""
SMALL_MODULE_LINES = 40
"""A module with fewer lines is small; packages' own files and revisions of the database do not count."""


def modules() -> Iterator[Path]:
    """Yield the path of every module of the program, without tests."""
    for layer in LAYERS:
        yield from sorted((ROOT / layer).rglob("*.py"))


def table() -> str:
    """Return a Markdown table of the capabilities: their packages in each layer, and what else they use.

    The column `storage` names the parts of `Store` that a capability uses, `computing` the modules of `ai` and `workers` that it
    imports. Under the table is the reading path of each capability, in the order in which a button press passes through the
    program.
    """
    rooms = {floor: {path.parent.name for path in (ROOT / floor).glob("*/__init__.py")} for floor in (*FLOORS, TESTS)}
    rooms[TESTS] = {path.parent.name for path in (ROOT / TESTS).glob("*/test_*.py")}
    heads = [*(f"`{floor}`" for floor in FLOORS), "storage", "computing", "tests"]
    lines = [f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for name in sorted(rooms["service"]):
        folders = [f"`{name}/`" if name in rooms[floor] else "" for floor in FLOORS]
        used = [
            _list_names(_store_parts(name)),
            _list_names(_computing(name)),
            f"`{TESTS}/{name}/`" if name in rooms[TESTS] else "",
        ]
        lines.append(f"| {name} | {' | '.join((*folders, *used))} |")
    paths = [f"- **{name}**: {' → '.join(f'`{step}`' for step in steps)}" for name, steps in READING.items()]
    return "\n".join((*lines, "", "To see how a capability works, read these in order:", "", *paths))


def _list_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(set(names)))


def _sources(capability: str) -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in sorted((ROOT / "service" / capability).rglob("*.py")))


def _store_parts(capability: str) -> Iterator[str]:
    """Yield the names of the parts of `Store` that a capability's use-cases read or write, with repetitions."""
    for source in _sources(capability):
        yield from (name for name in re.findall(r"store\.([a-z]+)\.", source) if name != "outage")


def _computing(capability: str) -> Iterator[str]:
    """Yield the modules of `ai` and `workers` that a capability imports."""
    for source in _sources(capability):
        yield from re.findall(r"^from ((?:ai|workers)\.[a-z_]+) import", source, re.MULTILINE)
        for package, names in re.findall(r"^from (ai|workers) import (.+)$", source, re.MULTILINE):
            yield from (f"{package}.{name.split()[0]}" for name in names.split(", ") if name[0].islower())


def lines() -> int:
    """Return the number of source lines of the program, without tests."""
    return sum(_length(path) for path in (*modules(), ROOT / "bot.py"))


def small() -> list[str]:
    """Return the paths of modules with fewer than `SMALL` lines."""
    counted = (path for path in modules() if path.name != "__init__.py" and "versions" not in path.parts)
    return [str(path.relative_to(ROOT)) for path in counted if _length(path) < SMALL_MODULE_LINES]


def same_names() -> dict[str, list[str]]:
    """Return the names shared by several public classes, each with the paths of their modules."""
    places_by_name: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        where = path.relative_to(ROOT)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places_by_name[node.name].append(str(where))
    return {name: places for name, places in sorted(places_by_name.items()) if len(places) > 1}


def _length(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def main() -> int:
    """Print the table and the figures; return the exit code."""
    print(table())
    print(f"\n{lines()} lines, {len(list(modules()))} modules, {len(small())} of them under {SMALL_MODULE_LINES} lines")
    for name, places in same_names().items():
        print(f"{name}: {', '.join(places)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
