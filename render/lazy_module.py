"""Modules that are loaded when they are first used: a bot that draws nothing yet holds no painter's libraries in memory."""

from __future__ import annotations

import importlib
from typing import Any


class LazyModule:
    """Stands for a module; its names are looked up in the module itself, which is imported by the first of them."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, wanted: str) -> Any:
        return getattr(importlib.import_module(self._name), wanted)
