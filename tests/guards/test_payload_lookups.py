"""The keys of payloads and parameters, which one place looks up: all others have them typed."""

from __future__ import annotations

import re
from pathlib import Path

import service

ROOT = Path(str(service.__file__)).parents[1]
CODECS = {
    "text/message_templates.py": 4,  # what sentences are filled with, by the names of their parameters
}
"""The modules that look keys up, and how often."""
LAYERS = ("ai", "cogs", "editions", "runtime", "sandbox", "service", "storage", "text", "tools", "web", "workers")
LOOKUP = re.compile(r"\b(?:payload|params)\[")
COPIES = "storage/backends/migrations/"
"""Migrations keep what they did."""


def test_keys_of_payloads_and_parameters_are_looked_up_by_codecs_alone() -> None:
    counted = {
        name: number
        for layer in LAYERS
        for path in sorted((ROOT / layer).rglob("*.py"))
        if not (name := str(path.relative_to(ROOT))).startswith(COPIES)
        and (number := len(LOOKUP.findall(path.read_text(encoding="utf-8"))))
    }
    assert counted == CODECS, (
        "Declare the content of the post (`service.core.post_content.posted`) or of the timer, and read it by its class; "
        "name the parameters of a sentence in its function. A codec with fewer look-ups lowers its number here."
    )
