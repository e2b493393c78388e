"""Fixture that adds the game three in a row to the bot's editions: all that is necessary to register a game."""

from __future__ import annotations

import pytest

from editions.edition import Editions
from editions.registry import EDITIONS
from tests.e2e.row.edition import ROW


@pytest.fixture
def editions() -> Editions:
    return Editions(*EDITIONS.values(), ROW)
