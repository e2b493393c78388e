"""Examples of every kind of post, as payloads are stored: `python -m tools.write posts` adds what is new.

Lines of `tests/golden/posts.txt` are never dropped: what an earlier program queued must be built for good. Each kind has its whole
form, and its least one, with nothing but the keys that must be there.
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
    """Return the lines of the golden file."""
    return PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []


def lines() -> Iterator[str]:
    """Yield every line that the golden file must have, in order: those it has, and those of this program."""
    yield from sorted({*known(), *current()})


def current() -> Iterator[str]:
    """Yield the lines of this program: each kind and code in its whole and in its least form."""
    for (topic, kind, code), content in KINDS.items():
        whole = encode(whole_of(content, code))
        must = {field.metadata.get(KEY, field.name) for field in fields(content) if field.default is MISSING} | {CODE}
        for payload in (whole, {key: value for key, value in whole.items() if key in must}):
            yield line(topic, kind, payload)


def line(topic: str, kind: str, payload: Mapping[str, Any]) -> str:
    """Return the line of a stored payload."""
    return f"{topic} {kind} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}"


def read(text: str) -> tuple[str, str, dict[str, Any]]:
    """Return the kind of topic, the kind and the payload of a line."""
    topic, kind, payload = text.split(" ", 2)
    return topic, kind, json.loads(payload)


def whole_of(content: type[PostContent], code: str) -> PostContent:
    """Return a content of a kind and code in which no field has its default."""
    hints = get_type_hints(content)
    values = {field.name: _example_value(hints[field.name], field.default) for field in fields(content)}
    return content(**(values | ({CODE: code} if issubclass(content, CodedContent) else {})))


def _example_value(hint: Any, default: Any) -> Any:
    nested = next((argument for argument in getattr(hint, "__args__", ()) if is_dataclass(argument)), None)
    if isinstance(nested, type) and issubclass(nested, CodedContent):
        return whole_of(nested, nested.codes[0])
    return ["text"] if hint is Any else sample(hint, default)
