"""Column types for SQLite and PostgreSQL: generated ids, times, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from clocks import terms
from clocks.terms import MatchTerms
from storage.errors import DatabaseUnavailableError

Key = BigInteger().with_variant(Integer, "sqlite")
"""A generated id. SQLite only generates ids for columns of exactly the type INTEGER."""


def stamp(at: datetime) -> str:
    """Return a time as UTC text such as `2026-01-31T09:05:00.000000Z`; these texts sort like the times.

    `at` must be an aware time.
    """
    assert at.tzinfo is not None, "times are aware"
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment(text: str) -> datetime:
    """Return the aware time written by `stamp`."""
    return datetime.fromisoformat(text)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time: fixed-width ISO text in SQLite, `timestamptz` in PostgreSQL."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(Text())
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        text = stamp(value)
        return text if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        try:
            return moment(value) if dialect.name == "sqlite" else cast(datetime, value).astimezone(UTC)
        except (ValueError, TypeError) as error:
            raise DatabaseUnavailableError("a time in the database is damaged") from error


class JsonText(TypeDecorator[Any]):
    """Any JSON value, stored as compact text in both databases to keep the order of keys."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the same everywhere
        return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002 - the same everywhere
        try:
            return None if value is None else json.loads(value)
        except (ValueError, TypeError):  # not chained: the error would quote the text, which may be secret
            raise DatabaseUnavailableError("a structure in the database is damaged") from None


class TermsJson(TypeDecorator[MatchTerms]):
    """The terms of a match as compact JSON text; `{}` in matches from before terms existed."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: MatchTerms | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the same everywhere
        return None if value is None else json.dumps(value.dump(), separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> MatchTerms | None:  # noqa: ARG002 - the same everywhere
        try:
            return None if value is None else terms.load(json.loads(value))
        except (ValueError, TypeError, AttributeError) as error:
            raise DatabaseUnavailableError("the terms of a match in the database are damaged") from error


class EstimateVersionsJson(TypeDecorator[tuple[tuple[int, int], ...]]):
    """`MatchRow.estimates`, pairs of (first log row, version), as compact JSON text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Iterable[tuple[int, int]] | None, dialect: Dialect) -> str:  # noqa: ARG002 - the same everywhere
        return json.dumps(list(value or ()), separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[tuple[int, int], ...]:  # noqa: ARG002 - the same everywhere
        try:
            return tuple((int(since), int(version)) for since, version in json.loads(value or "[]"))
        except (ValueError, TypeError) as error:
            raise DatabaseUnavailableError("the versions of estimates in the database are damaged") from error
