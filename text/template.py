"""Gathers every sentence of `text/` into `locales/bastide.pot` and brings languages up to date: `python -m text.template`.

It also writes down for each language how it writes numbers, lists and dates (`text.locale_formats`).

Run it after changing a sentence (`make words`); a test fails until the template is what this module would write. A new sentence
stays untranslated, and so is English, until somebody translates it. A reworded one keeps its former translation, marked fuzzy
(`text.rewording`), until a translator has read it again: only a release demands that none waits.

`python -m text.template nl` brings the Dutch up to date too, or begins it. A language that is declared complete is brought up to
date every time; the others only when they are named, so that a file does not change while somebody translates it.
`--check` writes nothing, and fails where something would be written, or where a complete language lacks a sentence; with
`--release` also where a reworded sentence waits for a translator.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.dates import parse_pattern
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from text.locale_formats import LocaleFormats, formats_of
from text.rewording import carried_over, forms, key, locale_of, read, reworded
from text.translations import glossary, lacking, sentences, waiting
from text.translator import LOCALES, SOURCE, base_of, catalogue_of, languages
from text.translator_comments import comment

KEYWORDS = dict.fromkeys(("say", "phrase", "sentence", "pattern", "filled"), None) | {
    **dict.fromkeys(("count", "plural", "counting", "numbered"), (1, 2)),
    **dict.fromkeys(("sense", "meant"), ((1, "c"), 2)),
}
"""The functions that take sentences, and which of their arguments these are."""

ROOT = LOCALES.parent
TEMPLATE = LOCALES / "bastide.pot"

_MOVING = re.compile(
    rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid-Bugs-To|Last-Translator)[^\n]*\n', re.MULTILINE
)
"""Header lines that would change without any sentence changing."""


DECLARED = "cogs/commands"
"""Where actions are declared with their names and descriptions: the only sentences outside `text/`."""


def gathered() -> Catalog:
    """Return all sentences, each with the files that say it, and a comment: where it is read, with an example.

    The template has it already (`tools.transcripts` records it), or it is made (`text.translator_comments`).
    """
    with (ROOT / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]  # Babel has no types for it
    catalogue = Catalog(project="Bastide", version="1", charset="utf-8", fuzzy=False)
    catalogue.header_comment = "# Sentences of Bastide."
    messages = extract_from_dir(ROOT / "text", [(m.removeprefix("text/"), kind) for m, kind in methods], options, KEYWORDS)
    for file, line, message, comments, context in messages:
        catalogue.add(message, None, [(f"text/{file}", line)], auto_comments=comments, context=context)
    for file, line, message, comments, context in extract_from_dir(ROOT / DECLARED, [("**.py", "python")], {}, {"phrase": None}):
        catalogue.add(message, None, [(f"{DECLARED}/{file}", line)], auto_comments=comments, context=context)
    _keep_comments(catalogue)
    return catalogue


def _keep_comments(catalogue: Catalog) -> None:
    with TEMPLATE.open("rb") as pot:
        template = read_po(pot)
    former = {key(message): message.auto_comments for message in template}
    moved = {place: old.auto_comments for place, old in reworded(template, catalogue).items()}
    for message in sentences(catalogue):
        message.auto_comments = former.get(key(message)) or moved.get(key(message)) or comment(message)


def written(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue, its sentences in alphabetical order.

    Files name no module of `text/`, so that a sentence that moves from one to another changes nothing.
    """
    out = BytesIO()
    write_po(out, catalogue, width=132, sort_output=True, no_location=True, ignore_obsolete=True, include_previous=True)
    return _MOVING.sub(b"", out.getvalue())


def updated(path: Path, template: Catalog) -> Catalog:
    """Return the catalogue of a language with the sentences of the template; what no module says any more is dropped.

    A region's catalogue has only what it says otherwise than the rest of its language (`text.translator.base_of`).
    """
    language = path.parent.parent.name
    catalogue = Catalog(locale=locale_of(language), project="Bastide", version="1", charset="utf-8", fuzzy=False)
    if path.exists():
        catalogue = read(path, language)
    moved = reworded(catalogue, template)
    former = {key(message): message.previous_id for message in catalogue}
    # A copy: Babel takes over the template's own messages, and a translation put into one would show in the next language.
    catalogue.update(deepcopy(template), no_fuzzy_matching=True)
    for message in catalogue:
        message.previous_id = list(former.get(key(message), ()))
    carried_over(catalogue, moved)
    if base_of(language) is not None:
        for message in [message for message in sentences(catalogue) if not all(forms(message.string))]:
            catalogue.delete(message.id, message.context)
    catalogue.header_comment = f"# Sentences of Bastide in {locale_of(language).english_name}."
    return catalogue


_CUSTOMS = {SOURCE: "en-GB"}
"""Whose customs a language follows where they differ from country to country: `a, b and c`, `4 March 2026`."""


def customs_file(language: str) -> bytes:
    """Return the content of the file of a language's formats."""
    return f"{json.dumps(customs(language)._asdict(), ensure_ascii=False, indent=1)}\n".encode()


def customs(language: str) -> LocaleFormats:
    """Return the needed part of Babel's knowledge of a language."""
    known = locale_of(_CUSTOMS.get(language, language))
    symbols, share = known.number_symbols["latn"], known.percent_formats[None]
    months = known.months["format"]
    return LocaleFormats(
        dict(known.list_patterns["standard"]),
        symbols["decimal"],
        symbols["group"],
        "{}".join((share.prefix[0], share.suffix[0])),
        [known.days["format"]["wide"][day] for day in range(7)],
        [months["wide"][month] for month in range(1, 13)],
        [months["abbreviated"][month] for month in range(1, 13)],
        str(parse_pattern(known.date_formats["medium"]).format),
        str(parse_pattern(known.date_formats["full"]).format),
    )


def files(template: Catalog, named: Sequence[str] = ()) -> Iterator[tuple[Path, bytes]]:
    """Yield the content of each file: the template, the complete languages, and those that are named."""
    yield TEMPLATE, written(template)
    for language in sorted({*languages(), *named}):
        yield formats_of(language, LOCALES), customs_file(language)
    for language in languages():
        if language != SOURCE and (language in named or glossary(base_of(language) or language).complete):
            yield catalogue_of(language), written(updated(catalogue_of(language), template))
    for language in sorted(set(named) - set(languages())):
        yield catalogue_of(language), written(updated(catalogue_of(language), template))


def write(template: Catalog, named: Sequence[str] = ()) -> None:
    """Write the files."""
    for path, content in files(template, named):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def faults() -> Iterator[str]:
    """Yield the faults of the files: one that is older than the sentences, a complete language that lacks some."""
    template = gathered()
    for path, content in files(template):
        if not path.exists() or path.read_bytes() != content:
            yield f"{path.relative_to(ROOT)} is older than the sentences: run python -m text.template"
    for language in languages():
        if language != SOURCE and glossary(language).complete:
            yield from (f"{language}: {fault}" for fault in lacking(template, updated(catalogue_of(language), template)))


def waiting_for_translators() -> Iterator[str]:
    """Yield a line for each reworded sentence of a complete language that still has its former translation."""
    template = gathered()
    for language in languages():
        if language != SOURCE and glossary(language).complete:
            yield from (f"{language}: reworded: {sentence!r}" for sentence in waiting(updated(catalogue_of(language), template)))


def main(arguments: Sequence[str]) -> int:
    """Write the files, or check them (`--check`), and return the exit code."""
    if "--check" in arguments:
        all_faults, rest = list(faults()), list(waiting_for_translators())
        sys.stderr.write("".join(f"{fault}\n" for fault in (*all_faults, *(rest if "--release" in arguments else ()))))
        if rest:
            sys.stderr.write(f"{len(rest)} reworded sentences wait for a translator.\n")
        return 1 if all_faults or (rest and "--release" in arguments) else 0
    write(gathered(), arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
