"""Whole games that take minutes: a part of them is played always, all of them where somebody asks for it."""

from __future__ import annotations

import os

import pytest

WHOLE = bool(os.environ.get("BASTIDE_WHOLE_GAMES"))
"""Whether all of them are played, as `make soak` does."""

LONG = pytest.mark.skipif(not WHOLE, reason="a long game: BASTIDE_WHOLE_GAMES=1 plays it from its first move")
