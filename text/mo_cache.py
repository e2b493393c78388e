"""The cache of compiled catalogues on disk, since compiling them takes a sixth of a second at every start.

A compiled catalogue that is missing or outdated is made again, also if it can't be written to disk.

`python -m text.mo_cache` writes the compiled catalogues beside their sources. An image of the program then needs neither the
sources nor Babel; if the sources exist, they take precedence.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from io import BytesIO
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
KEPT = _ROOT / ".cache" / "words"
"""Where the program keeps them: a file for each language, the digest of what it was made from before the form itself."""

_FORM = b"2"
"""Changes whenever the same `.po` file is to be read otherwise."""


def compiled(po: Path, language: str, kept: Path) -> BytesIO:
    """Return the compiled form of a `.po` file, for `gettext.GNUTranslations`.

    `kept` is the cache folder, which is updated if need be.
    """
    written = po.read_bytes()
    digest, mo = hashlib.sha256(_FORM + written).digest(), kept / f"{language}.mo"
    with contextlib.suppress(OSError):
        content = mo.read_bytes()
        if content.startswith(digest):
            return BytesIO(content[len(digest) :])
    made = _compile_catalogue(written)
    _keep(digest + made, mo)
    return BytesIO(made)


def delivered(po: Path) -> Path:
    """Return the path of the compiled file beside a catalogue's source."""
    return po.with_suffix(".mo")


def deliver(locales: Path, kept: Path) -> None:
    """Write the compiled form of every catalogue in `locales` beside its source."""
    for po in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        delivered(po).write_bytes(compiled(po, po.parent.parent.name, kept).read())


def _compile_catalogue(written: bytes) -> bytes:
    """Return a compiled catalogue; a reworded sentence keeps its former translation if the placeholders still fit."""
    from babel.messages.mofile import write_mo  # most starts of the program need none of these
    from babel.messages.pofile import read_po

    from text.rewording import is_shown

    made, catalogue = BytesIO(), read_po(BytesIO(written))
    for message in catalogue:
        if message.id and not is_shown(message):
            message.string = ""
    write_mo(made, catalogue, use_fuzzy=True)
    return made.getvalue()


def _keep(content: bytes, mo: Path) -> None:
    """Write a file atomically, so that it is never incomplete, even with several writers; errors are ignored."""
    with contextlib.suppress(OSError):
        mo.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=mo.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(mo)


if __name__ == "__main__":
    deliver(_ROOT / "locales", KEPT)
