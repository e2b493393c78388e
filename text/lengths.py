"""Texts cut to what Discord takes."""

from __future__ import annotations

from text.protocol import ALT


def whole_words(text: str, longest: int = ALT) -> str:
    """The text, or as many whole words of it as there is room for."""
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0].rstrip(",;:·") + "…"
