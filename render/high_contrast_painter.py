"""Painters with high contrast: the usual pictures with another palette (`render.high_contrast_palette`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from render.lazy_module import LazyModule
from render.protocol import Charts, Painter

if TYPE_CHECKING:
    from render import high_contrast_palette
else:
    high_contrast_palette = LazyModule("render.high_contrast_palette")

PALE = 0.5
"""How much of its colour the land loses."""

PICTURES = (
    *("turn", "tile", "draft", "whole", "hand", "sheet", "end", "share_card", "score", "explain", "stock", "hole", "lobby"),
    *("replay", "legend", "example", "counted", "moments"),
)
"""The parts of a painter that answer a picture, or an animation."""


def painter(usual: Painter, pale: float = PALE) -> Painter:
    """Return the painter and its `dark` variant, each with a high-contrast variant in `strong`."""
    dark = usual.dark and replace(usual.dark, strong=_strong_painter(usual.dark, pale))
    return replace(usual, dark=dark, strong=_strong_painter(usual, pale))


def charts(usual: Charts) -> Charts:
    """Return the charts and their `dark` variant, each with a high-contrast variant in `strong`."""
    dark = usual.dark and replace(usual.dark, strong=_strong_charts(usual.dark))
    return replace(usual, dark=dark, strong=_strong_charts(usual))


def _strong_painter(usual: Painter, pale: float) -> Painter:
    pictures: dict[str, Any] = {name: _InContrast(paint, pale) for name in PICTURES if (paint := getattr(usual, name)) is not None}
    return replace(usual, **pictures)


def _strong_charts(usual: Charts) -> Charts:
    pictures = [each.name for each in fields(usual) if each.name not in ("dark", "strong")]
    strong_charts: dict[str, Any] = {name: _InContrast(getattr(usual, name), 0.0) for name in pictures}
    return replace(usual, **strong_charts)


@dataclass(frozen=True)
class _InContrast:
    """Painting function with high contrast, as a plain value that can be sent to another process."""

    paint: Callable[..., bytes | None]
    pale: float

    def __call__(self, *args: Any) -> bytes | None:
        made = self.paint(*args)
        return None if made is None else high_contrast_palette.strong(made, self.pale)
