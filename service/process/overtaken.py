"""Somebody else was faster: what was decided on rows that are not so any more is decided again, on what they are now.

In one process the locks of matches see to it that this does not happen. Where several share a database, another one may
write between the reading and the writing of a use-case. Nothing of it has happened then, so it is simply carried out once more.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from service.errors import Refusal
from storage import written

TRIES = 4
"""How often a use-case is carried out before it is refused; each time somebody else must have been faster by milliseconds."""

C = TypeVar("C", bound=type)
P = ParamSpec("P")
R = TypeVar("R")


class Overtaken(Refusal):
    """What was read has changed before anything was written. Reaches a person only where that happens again and again."""


def retried(use_cases: C) -> C:
    """Every use-case of this class is carried out anew where it is overtaken before it has written anything."""
    for name, method in list(vars(use_cases).items()):
        if not name.startswith("_") and inspect.iscoroutinefunction(method):
            setattr(use_cases, name, _tried_again(method))
    return use_cases


def _tried_again(method: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    @functools.wraps(method)
    async def carried_out(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            with written.apart() as anything:
                try:
                    return await method(*args, **kwargs)
                except Overtaken:
                    if anything():
                        raise
        return await method(*args, **kwargs)

    return carried_out
