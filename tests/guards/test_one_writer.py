"""Only the service writes, and it does so in one way: the Discord layer does not even reach for the store behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cogs
import service

MECHANISM = "process/changing.py"
TABLE = "process/following.py"
BY_HAND = {
    "a lock of its own": (r"async with [\w.]+\.lock\(", 0),
    "tried again by hand": (r"^@retried", 0),
    "a callback outside the table": (r"\.(?:after|before|may)_\w+(?:\.append\(| \+=)|\.holds\.append\(", 1),
}
"""What goes another way than the one mechanism and its one table, and how often that is left. These only go down."""


def test_nothing_of_the_discord_layer_takes_the_store() -> None:
    taken = re.compile(r"services\.store\b|kernel\.store\b")
    assert [path.name for path in _sources(cogs.__file__) if taken.search(path.read_text(encoding="utf-8"))] == []


def test_ever_less_goes_another_way_than_the_mechanism() -> None:
    root = Path(str(service.__file__)).parent
    others = [path for path in _sources(service.__file__) if path.relative_to(root).as_posix() not in (MECHANISM, TABLE)]
    texts = [path.read_text(encoding="utf-8") for path in others]
    left = {what: sum(len(re.findall(way, text, re.MULTILINE)) for text in texts) for what, (way, _) in BY_HAND.items()}
    assert left == {what: most for what, (_, most) in BY_HAND.items()}, "where it is less by now, lower the figure here"


def _sources(package: str | None) -> Iterator[Path]:
    return Path(str(package)).parent.rglob("*.py")
