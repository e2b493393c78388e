"""Installation of the fictitious expansion The Stream among the real ones: its three folders under one name."""

from __future__ import annotations

from pathlib import Path

import pytest

import render.carcassonne.expansions
import text.carcassonne.expansions
from games.carcassonne import expansions

HERE = Path(__file__).parent


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install The Stream until the end of the test, as if its folders lay where all expansions lie."""
    homes = ((expansions, "rules"), (text.carcassonne.expansions, "words"), (render.carcassonne.expansions, "pictures"))
    for home, folder in homes:
        monkeypatch.setattr(home, "__path__", [*home.__path__, str(HERE / folder)])
    monkeypatch.setattr(expansions, "INSTALLED", (*expansions.INSTALLED, "stream"))
