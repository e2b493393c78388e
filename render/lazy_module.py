"""Lazily loaded modules, so that a bot that has drawn nothing yet holds no drawing libraries in memory."""

from __future__ import annotations

import importlib
from typing import Any


class LazyModule:
    """Stand-in for a module, which is imported when one of its names is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, wanted: str) -> Any:
        return getattr(importlib.import_module(self._name), wanted)
