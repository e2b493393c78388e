"""Only the service writes: the Discord layer does not even reach for the store behind it."""

from __future__ import annotations

import re
from pathlib import Path

import cogs


def test_nothing_of_the_discord_layer_takes_the_store() -> None:
    taken = re.compile(r"services\.store\b|kernel\.store\b")
    sources = Path(cogs.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if taken.search(path.read_text(encoding="utf-8"))] == []
