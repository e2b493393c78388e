"""The collector of all sentences in `text/`, which writes `locales/bastide.pot` and updates the languages' catalogues.

`python -m text.template` also writes for each language the formats of numbers, lists and dates (`text.locale_formats`).

Run it after changing a sentence (`make words`); a test fails until the template is up to date. A new sentence is shown in English
until it is translated. A reworded one keeps its former translation, marked fuzzy (`text.rewording`), until a translator has checked
it; only a release demands that none is left.

`python -m text.template nl` also updates the Dutch catalogue, or creates it. A language declared complete is updated every time,
the others only when named, so that a file does not change while its translator works on it. `--check` writes nothing, and fails if
a file is out of date or a complete language lacks a sentence; with `--release` also if a reworded sentence waits for a translator.
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
    """Return the catalogue of all sentences in the code, each with comments for translators.

    Comments are kept from the template file, where `tools.transcripts` records them, or made by `text.translator_comments`.
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
    """Return the content of a catalogue's file, with its sentences in alphabetical order.

    The file names no modules of `text/`, so that moving a sentence doesn't change it.
    """
    out = BytesIO()
    write_po(out, catalogue, width=132, sort_output=True, no_location=True, ignore_obsolete=True, include_previous=True)
    return _MOVING.sub(b"", out.getvalue())


def updated(path: Path, template: Catalog) -> Catalog:
    """Return a language's catalogue with exactly the sentences of the template.

    A region's catalogue holds only what differs from its base language (`text.translator.base_of`).
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
    """Return the content of the file with a language's formats."""
    return f"{json.dumps(customs(language)._asdict(), ensure_ascii=False, indent=1)}\n".encode()


def customs(language: str) -> LocaleFormats:
    """Return the formats of a language, from Babel."""
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
    """Yield path and content of each file: the template, formats, and catalogues of complete or named languages."""
    yield TEMPLATE, written(template)
    for language in sorted({*languages(), *named}):
        yield formats_of(language, LOCALES), customs_file(language)
    for language in languages():
        if language != SOURCE and (language in named or glossary(base_of(language) or language).complete):
            yield catalogue_of(language), written(updated(catalogue_of(language), template))
    for language in sorted(set(named) - set(languages())):
        yield catalogue_of(language), written(updated(catalogue_of(language), template))


def write(template: Catalog, named: Sequence[str] = ()) -> None:
    """Write the files that `files` yields."""
    for path, content in files(template, named):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def faults() -> Iterator[str]:
    """Yield a message for each file that is out of date, and each sentence that a complete language lacks."""
    template = gathered()
    for path, content in files(template):
        if not path.exists() or path.read_bytes() != content:
            yield f"{path.relative_to(ROOT)} is older than the sentences: run python -m text.template"
    for language in languages():
        if language != SOURCE and glossary(language).complete:
            yield from (f"{language}: {fault}" for fault in lacking(template, updated(catalogue_of(language), template)))


def waiting_for_translators() -> Iterator[str]:
    """Yield a message for each reworded sentence of a complete language that still has its former translation."""
    template = gathered()
    for language in languages():
        if language != SOURCE and glossary(language).complete:
            yield from (f"{language}: reworded: {sentence!r}" for sentence in waiting(updated(catalogue_of(language), template)))


def main(arguments: Sequence[str]) -> int:
    """Write the files, or only check them with `--check`; return the exit code, which is 1 if a check failed."""
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
