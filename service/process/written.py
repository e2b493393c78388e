"""Whether what is being done has written anything yet: after a failure, what can be said for certain depends on it."""

from __future__ import annotations

from contextvars import ContextVar


class _Noted:
    """Shared by a task and all that it begins."""

    anything = False


_here: ContextVar[_Noted] = ContextVar("written")


def watch() -> None:
    """From here on, in this task and in those that it begins, it is noted whether anything is written."""
    _here.set(_Noted())


def note() -> None:
    """A transaction that writes was carried out."""
    if (noted := _here.get(None)) is not None:
        noted.anything = True


def anything() -> bool:
    """Whether anything may have been written since `watch`; nobody knows where that was never called."""
    noted = _here.get(None)
    return noted is None or noted.anything
