"""Examples of every kind of timer with a content, as payloads are stored: `python -m tools.write timers` adds what is new.

Lines of `tests/golden/timers.txt` are never dropped: a timer that an earlier program set must be read for good. Each kind has its
whole form, and its least one, with nothing but the keys that must be there.
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
    """Return the lines of the golden file."""
    return PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []


def lines() -> Iterator[str]:
    """Yield every line that the golden file must have, in order: those it has, and those of this program."""
    yield from sorted({*known(), *current()})


def current() -> Iterator[str]:
    """Yield the lines of this program: each kind in its whole and in its least form."""
    for kind, content in CONTENTS.items():
        whole = to_stored_fields(whole_of(content))
        must = {field.metadata.get(KEY, field.name) for field in fields(content) if field.default is MISSING}
        for payload in (whole, {key: value for key, value in whole.items() if key in must}):
            yield line(kind, payload)


def line(kind: str, payload: Mapping[str, Any]) -> str:
    """Return the line of a stored payload."""
    return f"{kind} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}"


def read(text: str) -> tuple[str, dict[str, Any]]:
    """Return the kind and the payload of a line."""
    kind, payload = text.split(" ", 1)
    return kind, json.loads(payload)


def whole_of(content: type[TimerContent]) -> TimerContent:
    """Return a content in which no field has its default."""
    hints = get_type_hints(content)
    return content(**{field.name: sample(hints[field.name], field.default) for field in fields(content)})
