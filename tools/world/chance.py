"""One source of chance for everything: what the program asks of `secrets` comes from the seed too, as long as a world lasts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import Any

source: ContextVar[Random] = ContextVar("source")
"""Whose chance counts here: that of the happening, or of the life of the program, in whose tasks we are."""


def _token_bytes(nbytes: int | None = None) -> bytes:
    return source.get().randbytes(nbytes or 32)


def _randbits(k: int) -> int:
    return source.get().getrandbits(k)


@contextmanager
def seeded() -> Iterator[None]:
    """While this lasts nothing is left to the machine's own randomness. One world at a time in a process."""
    ours: dict[str, Any] = {"token_bytes": _token_bytes, "randbits": _randbits}
    theirs = {name: getattr(secrets, name) for name in ours}
    try:
        for name, function in ours.items():
            setattr(secrets, name, function)
        yield
    finally:
        for name, function in theirs.items():
            setattr(secrets, name, function)
