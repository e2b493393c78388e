"""Recorded answers of the real Discord (`tools.live_check`), which the stand-in replays and is compared with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.wire.records import Fault
from tools.live_record import Answer


def read(file: Path) -> list[Answer]:
    """Return the recorded answers in a file."""
    document: list[Answer] = json.loads(file.read_text(encoding="utf-8"))
    return document


def refusals(answers: Iterable[Answer]) -> list[Fault]:
    """Return faults that replay each recorded refusal once, with Discord's own headers and texts."""
    return [
        Fault(
            pattern_of(answer["path"]),
            answer["status"],
            method=answer["method"],
            headers=answer["headers"],
            says=answer["error"],
        )
        for answer in answers
        if answer["status"] >= 400
    ]


def pattern_of(path: str) -> str:
    """Return a pattern that matches all request paths like the recorded one."""
    return "^" + re.escape(path).replace(re.escape("{id}"), r"\d+").replace(re.escape("{token}"), "[^/]+") + "$"


def infidelities(real: Iterable[Answer], ours: Iterable[Answer]) -> list[str]:
    """Return the differences of the stand-in's answers from Discord's: missing statuses, headers and keys."""
    mine = {(answer["method"], answer["path"]): answer for answer in ours if answer["status"] < 400}
    infidelities: list[str] = []
    for answer in real:
        key = answer["method"], answer["path"]
        if answer["status"] >= 400 or key not in mine:
            continue
        if mine[key]["status"] != answer["status"]:
            infidelities.append(f"{key[0]} {key[1]}: {mine[key]['status']} in place of {answer['status']}")
        lacks = [name for name in answer["headers"] if name not in mine[key]["headers"]]
        infidelities += [f"{key[0]} {key[1]}: no header {name}" for name in lacks]
        infidelities += [f"{key[0]} {key[1]}: no {where}" for where in _lacking(answer["shape"], mine[key]["shape"])]
    return list(dict.fromkeys(infidelities))


def _lacking(real: Any, ours: Any, where: str = "") -> Iterator[str]:
    if isinstance(real, Mapping) and isinstance(ours, Mapping):
        for name, key in real.items():
            if name not in ours:
                yield f"{where}.{name}".strip(".")
            else:
                yield from _lacking(key, ours[name], f"{where}.{name}".strip("."))
    elif isinstance(real, list) and isinstance(ours, list) and real and ours:
        yield from _lacking(real[0], ours[0], f"{where}[]")
