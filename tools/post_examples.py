"""Examples of every kind of outbox post in the stored form of their payloads: `python -m tools.write posts` adds new ones.

Lines of `tests/golden/posts.txt` are never dropped: the program must always be able to build what an earlier version queued. Each
kind has a full form, and a minimal one with nothing but the required keys.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

import service.wiring.assembly as _all_kinds  # noqa: F401  # importing it registers every kind
from service.core.post_content import CODE, KINDS, CodedContent, PostContent, encode
from service.core.stored_form import KEY
from tools.log_examples import PAGE as LOG
from tools.log_examples import sample

PAGE = LOG.with_name("posts.txt")


def known() -> list[str]:
    """Return the lines that the golden file has now."""
    return PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []


def lines() -> Iterator[str]:
    """Yield, sorted, every line that the golden file must have: its own lines and those of `current`."""
    yield from sorted({*known(), *current()})


def current() -> Iterator[str]:
    """Yield the lines of this version of the program: each kind and code in its full and its minimal form."""
    for (topic, kind, code), content in KINDS.items():
        whole = encode(whole_of(content, code))
        must = {field.metadata.get(KEY, field.name) for field in fields(content) if field.default is MISSING} | {CODE}
        for payload in (whole, {key: value for key, value in whole.items() if key in must}):
            yield line(topic, kind, payload)


def line(topic: str, kind: str, payload: Mapping[str, Any]) -> str:
    """Return the golden file's line for a payload of this topic and kind."""
    return f"{topic} {kind} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}"


def read(text: str) -> tuple[str, str, dict[str, Any]]:
    """Return the kind of topic, the kind and the payload of a golden file's line."""
    topic, kind, payload = text.split(" ", 2)
    return topic, kind, json.loads(payload)


def whole_of(content: type[PostContent], code: str) -> PostContent:
    """Return a content of this kind and code in which no field has its default value."""
    hints = get_type_hints(content)
    values = {field.name: _example_value(hints[field.name], field.default) for field in fields(content)}
    return content(**(values | ({CODE: code} if issubclass(content, CodedContent) else {})))


def _example_value(hint: Any, default: Any) -> Any:
    nested = next((argument for argument in getattr(hint, "__args__", ()) if is_dataclass(argument)), None)
    if isinstance(nested, type) and issubclass(nested, CodedContent):
        return whole_of(nested, nested.codes[0])
    return ["text"] if hint is Any else sample(hint, default)
