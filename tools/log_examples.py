"""Examples of every kind of tournament log row in their stored form: `python -m tools.write log` adds new ones.

Lines of `tests/golden/log_events.txt` are never dropped: the program must always be able to read what an earlier version stored.
Each kind has a full form, and a minimal one with nothing but the required keys.
"""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from service.core.stored_form import KEY
from service.tournaments.log import codec
from service.tournaments.log.log_event import LogEvent

PAGE = Path(__file__).resolve().parents[1] / "tests" / "golden" / "log_events.txt"
MOMENT = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)


def known() -> list[str]:
    """Return the lines that the golden file has now."""
    return PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []


def lines() -> Iterator[str]:
    """Yield, sorted, every line that the golden file must have: its own lines and those of `current`."""
    yield from sorted({*known(), *current()})


def current() -> Iterator[str]:
    """Yield the lines of this version of the program: each kind in its full and its minimal form."""
    for name, kind in codec.KINDS.items():
        whole = codec.encode(whole_of(kind))[1]
        must = {field.metadata.get(KEY, field.name) for field in fields(kind) if field.default is MISSING}
        least = {key: value for key, value in whole.items() if key in must or key == codec.VERSION}
        for payload in (whole, least):
            yield line(name, payload)


def line(kind: str, payload: Mapping[str, Any]) -> str:
    """Return the golden file's line for a stored row of this kind and payload."""
    return f"{kind} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}"


def read(text: str) -> tuple[str, dict[str, Any]]:
    """Return the kind and the payload of a golden file's line."""
    kind, _, payload = text.partition(" ")
    return kind, json.loads(payload)


def whole_of(kind: type[LogEvent]) -> LogEvent:
    """Return an event of a kind in which no field has its default value."""
    hints = get_type_hints(kind)
    return kind(**{field.name: sample(hints[field.name], field.default) for field in fields(kind)})


def sample(hint: Any, default: Any) -> Any:
    """Return a value of the type `hint` that differs from `default`."""
    hint = getattr(hint, "__supertype__", hint)  # that of a NewType
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return sample(next(inner_type for inner_type in inner if inner_type is not types.NoneType), default)
    if origin is tuple:
        return tuple(sample(each_type, MISSING) for each_type in (inner[:1] * 2 if inner[-1] is Ellipsis else inner))
    if origin is not None:
        return {sample(inner[0], MISSING): sample(inner[1], MISSING)}
    if hint is bool:
        return default is not True
    return MOMENT if hint is datetime else {int: 2, float: 1523.5, str: "text"}[hint]
