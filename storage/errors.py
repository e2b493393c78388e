"""Errors of the store."""

from __future__ import annotations


class StorageError(Exception):
    """A transaction failed and nothing of it was written (with `CommitUnknownError` it may have been)."""


class OpenError(StorageError):
    """The database cannot be opened, read or brought up to date: the program must stop."""


class SchemaTooNewError(OpenError):
    """The database was written by a newer version of the program, so this one must not touch it."""


class DatabaseInUseError(OpenError):
    """Another process is using the database."""


class DatabaseUnavailableError(StorageError):
    """The database can't be read or written now: disk full, locked, damaged."""


class DatabaseUnreachableError(OpenError):
    """The database server doesn't answer; waiting may help."""


class CommitUnknownError(DatabaseUnavailableError):
    """The connection broke during a commit: whether it was written can only be checked later."""


class MissingTablesError(DatabaseUnavailableError):
    """The database exists but has no tables of the program yet."""


class ConflictError(StorageError):
    """A concurrent change or a unique constraint prevents this one; nothing was written."""


class StaleRevisionError(ConflictError):
    """A match or another subject has changed since it was read; nothing was written. Read it again and retry."""
