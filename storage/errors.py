"""Errors of the store."""

from __future__ import annotations


class StorageError(Exception):
    """A transaction failed and nothing of it was written (with `Unsure` it may have been)."""


class CannotOpen(StorageError):
    """The database cannot be opened, read or brought up to date: the program must stop."""


class TooNew(CannotOpen):
    """The database was written by a newer version of the program, so this one must not touch it."""


class InUse(CannotOpen):
    """Another process is using the database."""


class Unavailable(StorageError):
    """The database can't be read or written now: disk full, locked, damaged."""


class Unreachable(CannotOpen):
    """The database server doesn't answer; waiting may help."""


class Unsure(Unavailable):
    """The connection broke during a commit: whether it was written can only be checked later."""


class NoTables(Unavailable):
    """The database exists but has no tables of the program yet."""


class Conflict(StorageError):
    """A concurrent change or a unique constraint prevents this one; nothing was written."""


class Outdated(Conflict):
    """A match or another subject has changed since it was read; nothing was written. Read it again and retry."""
