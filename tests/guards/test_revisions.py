"""The migrations are one chain, no matter who added the last of them."""

from __future__ import annotations

import re
from pathlib import Path

from storage.schema import REVISION

VERSIONS = Path(__file__).parents[2] / "storage" / "backends" / "migrations" / "versions"


def test_every_revision_follows_the_one_before_it_up_to_the_present() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(VERSIONS.glob("*.py"))}

    lines = [re.findall(r'^(?:down_)?revision(?:: [^=]+)? = (?:"(\d+)"|None)', text, re.MULTILINE) for text in texts.values()]

    assert lines == [[f"{number:04d}", f"{number - 1:04d}" if number > 1 else ""] for number in range(1, int(REVISION) + 1)]
    assert [name[:4] for name in texts] == [revision for revision, _ in lines]
