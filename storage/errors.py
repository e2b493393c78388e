"""What can go wrong with the store. None of it is survived silently."""

from __future__ import annotations


class StorageError(Exception):
    """The store could not do what it was asked; nothing of the transaction has happened, but for `Unsure`."""


class CannotOpen(StorageError):
    """The database cannot be opened, read or brought up to date: the program must stop."""


class TooNew(CannotOpen):
    """A newer program has written this database; this one must not touch it."""


class InUse(CannotOpen):
    """Another process works with this database; this one must not."""


class Unavailable(StorageError):
    """The database cannot be written or read just now: disk full, locked by somebody else, damaged."""


class Unreachable(CannotOpen):
    """The server of the database does not answer, or not yet: it may help to wait."""


class Unsure(Unavailable):
    """The server went away in the very moment of a commit: whether it was written shows when it is back."""


class NoTables(Unavailable):
    """There is a database, and nothing of ours in it yet."""


class Conflict(StorageError):
    """Somebody else has changed the match in between, or the channel holds another one: nothing was written."""


class Outdated(Conflict):
    """A match is not what it was when the change was decided: another process has changed it, and nothing was written."""
