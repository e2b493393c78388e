"""The bot of these tests offers three in a row beside everything else: all that it takes to register a game."""

from __future__ import annotations

import pytest

from editions.edition import Editions
from editions.registry import EDITIONS
from tests.e2e.row.edition import ROW


@pytest.fixture
def editions() -> Editions:
    return Editions(*EDITIONS.values(), ROW)
