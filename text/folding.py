"""Comparison of what people type with names: capitals and accents don't matter, as phones and keyboards abroad leave them out."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """Return the text as it is compared and sorted: small letters without accents, and without spaces around it."""
    apart = unicodedata.normalize("NFKD", text.strip()).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFKD", apart) if not unicodedata.combining(letter))
