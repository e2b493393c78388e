"""Examples of every kind of timer with a payload, in stored form: `python -m tools.write timers` adds new ones.

Lines of `tests/golden/timers.txt` are never dropped: the program must always be able to read a timer that an earlier version set.
Each kind has a full form, and a minimal one with nothing but the required keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import cogs.client  # noqa: F401  # with it all parts are imported, and their kinds declared
from service.core.stored_form import KEY, to_stored_fields
from service.core.timer_content import CONTENTS, TimerContent
from tools.log_examples import PAGE as LOG
from tools.log_examples import sample

PAGE = LOG.with_name("timers.txt")


def known() -> list[str]:
    """Return the lines that the golden file has now."""
    return PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []


def lines() -> Iterator[str]:
    """Yield, sorted, every line that the golden file must have: its own lines and those of `current`."""
    yield from sorted({*known(), *current()})


def current() -> Iterator[str]:
    """Yield the lines of this version of the program: each kind in its full and its minimal form."""
    for kind, content in CONTENTS.items():
        whole = to_stored_fields(whole_of(content))
        must = {field.metadata.get(KEY, field.name) for field in fields(content) if field.default is MISSING}
        for payload in (whole, {key: value for key, value in whole.items() if key in must}):
            yield line(kind, payload)


def line(kind: str, payload: Mapping[str, Any]) -> str:
    """Return the golden file's line for a payload of this kind."""
    return f"{kind} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}"


def read(text: str) -> tuple[str, dict[str, Any]]:
    """Return the kind and the payload of a golden file's line."""
    kind, payload = text.split(" ", 1)
    return kind, json.loads(payload)


def whole_of(content: type[TimerContent]) -> TimerContent:
    """Return a timer content in which no field has its default value."""
    hints = get_type_hints(content)
    return content(**{field.name: sample(hints[field.name], field.default) for field in fields(content)})
