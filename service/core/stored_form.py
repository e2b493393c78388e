"""Frozen dataclasses as plain JSON and back, with strict types: the form of log payloads, posts and timers.

Tuples are lists, moments ISO 8601, keys of mappings text, and a dataclass in a field is an object of its own fields.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

KEY, LEFT_OUT = "key", "left out"
"""Keys of a field's metadata: under which name it is stored, and whether it is left out where it has its default."""

Converter = Callable[[Any], Any]


class StoredFormError(ValueError):
    """Raised when stored fields don't fit their class, with a description of the mismatch."""


def omitted_if(default: Any, *, key: str | None = None) -> Any:
    """Return a dataclass field that is stored only if it differs from `default`; `key` is its stored name if that differs."""
    return field(default=default, metadata={LEFT_OUT: True} | ({} if key is None else {KEY: key}))


def stored_under(key: str) -> Any:
    """Return a dataclass field that is stored under the name `key`."""
    return field(metadata={KEY: key})


class _Slot(NamedTuple):
    """The stored name of one field, and its conversion to and from JSON."""

    name: str
    key: str
    default: Any
    """`MISSING` if the key must be there."""
    is_left_out: bool
    encode: Converter
    decode: Converter


_SLOTS: dict[type, tuple[_Slot, ...]] = {}


def to_stored_fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as a JSON object."""
    stored: dict[str, Any] = {}
    for slot in _slots(type(value)):
        content = getattr(value, slot.name)
        if not slot.is_left_out or content != slot.default:
            stored[slot.key] = slot.encode(content)
    return stored


def from_stored_fields(kind: type[T], stored: Mapping[str, Any]) -> T:
    """Return an instance of the dataclass `kind` built from a JSON object.

    Unknown keys are ignored. Raises `StoredFormError` if the fields don't fit.
    """
    values: dict[str, Any] = {}
    for slot in _slots(kind):
        if slot.key in stored:
            try:
                values[slot.name] = slot.decode(stored[slot.key])
            except (TypeError, ValueError, AttributeError) as error:
                raise StoredFormError(f"{slot.key} can't be {stored[slot.key]!r}") from error
        elif slot.default is MISSING:
            raise StoredFormError(f"{slot.key} is missing in {dict(stored)}")
    return kind(**values)


def _slots(kind: Any) -> tuple[_Slot, ...]:
    """Return the stored form of each field of a dataclass (cached)."""
    if (known := _SLOTS.get(kind)) is None:
        hints = get_type_hints(kind)
        known = _SLOTS[kind] = tuple(_slot(field, hints[field.name]) for field in fields(kind))
    return known


def _slot(field: Field[Any], hint: Any) -> _Slot:
    encode, decode = _converters(hint)
    return _Slot(field.name, field.metadata.get(KEY, field.name), field.default, LEFT_OUT in field.metadata, encode, decode)


def _converters(hint: Any) -> tuple[Converter, Converter]:
    """Return the functions that convert values of a type to JSON and back."""
    hint = getattr(hint, "__supertype__", hint)  # that of a NewType
    if hint is Any:  # plain data already
        return _as_stored, _as_stored
    if is_dataclass(hint):
        return to_stored_fields, lambda stored: from_stored_fields(hint, stored)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (hint,) = (inner_type for inner_type in inner if inner_type is not types.NoneType)
        encode, decode = _converters(hint)
        return _or_none(encode), _or_none(decode)
    if origin is tuple and inner[-1] is Ellipsis:
        encode, decode = _converters(inner[0])
        return (lambda values: [encode(value) for value in values]), (lambda values: tuple(decode(value) for value in values))
    if origin is tuple:
        parts = [_converters(inner_type) for inner_type in inner]
        encoders, decoders = [each_part for each_part, _ in parts], [other for _, other in parts]
        return (lambda values: list(_convert_each(encoders, values))), (lambda values: tuple(_convert_each(decoders, values)))
    if origin is not None and issubclass(origin, Mapping):
        (to_text, from_text), (encode, decode) = (str, inner[0]), _converters(inner[1])
        return (
            lambda values: {to_text(key): encode(value) for key, value in values.items()},
            lambda values: {from_text(key): decode(value) for key, value in values.items()},
        )
    if hint is datetime:
        return datetime.isoformat, datetime.fromisoformat
    return _exactly(hint), _exactly(hint)


def _as_stored(value: Any) -> Any:
    return value


def _convert_each(converters: Iterable[Converter], values: Iterable[Any]) -> Iterable[Any]:
    return (convert(value) for convert, value in zip(converters, values, strict=True))


def _or_none(convert: Converter) -> Converter:
    return lambda value: None if value is None else convert(value)


def _exactly(hint: type) -> Converter:
    """Return a function that passes only values of this type; an integer is accepted for a float."""
    kinds = (int, float) if hint is float else hint

    def checked(value: Any) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and hint is not bool):
            raise TypeError(f"{value!r} is no {hint.__name__}")
        return value

    return checked
