"""Gathers every sentence of `text/` into `locales/bastide.pot` and brings the languages up to date: `python -m text.template`.

Run it after changing a sentence (`make words`); a test fails until the template is what this module would write. New and
changed sentences stay untranslated in the languages, and so are English, until somebody translates them.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from text.language import LOCALES

KEYWORDS = {"say": None, "phrase": None, "meant": ((1, "c"), 2), "count": (1, 2), "sense": ((1, "c"), 2)}
"""The functions that take sentences, and which of their arguments these are."""

ROOT = LOCALES.parent
TEMPLATE = LOCALES / "bastide.pot"

_MOVING = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid-Bugs-To|Last-Translator)[^\n]*\n', re.MULTILINE
)
"""Header lines that would change without any sentence changing."""


def gathered() -> Catalog:
    """All sentences, each with the files that say it."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]  # Babel has no types for it
    catalogue = Catalog(project="Bastide", version="1", charset="utf-8", fuzzy=False)
    catalogue.header_comment = "# Sentences of Bastide."
    found = extract_from_dir(ROOT / "text", [(m.removeprefix("text/"), kind) for m, kind in methods], options, KEYWORDS)
    for file, line, message, comments, context in found:
        catalogue.add(message, None, [(f"text/{file}", line)], auto_comments=comments, context=context)
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The file for a catalogue: the same sentences always give the same bytes."""
    out = BytesIO()
    write_po(out, catalogue, width=132, sort_by_file=True, include_lineno=False, ignore_obsolete=False)
    return _MOVING.sub(b"", out.getvalue())


def updated(path: Path, template: Catalog) -> Catalog:
    """A language's catalogue with the sentences of the template; what is no longer said is kept as obsolete."""
    with path.open("rb") as po:
        catalogue = read_po(po, locale=path.parent.parent.name)
    catalogue.update(template, no_fuzzy_matching=True)
    return catalogue


def write_all() -> None:
    """Write the template and every language."""
    template = gathered()
    TEMPLATE.write_bytes(written(template))
    for path in LOCALES.glob("*/LC_MESSAGES/bastide.po"):
        path.write_bytes(written(updated(path, template)))


if __name__ == "__main__":
    write_all()
