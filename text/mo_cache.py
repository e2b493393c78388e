"""Catalogues in the form in which gettext reads them: kept on disk, as making it takes a sixth of a second at every start.

Only time is saved: a form that is not there, or of another catalogue, is made, and where it cannot be kept it is made again.

`python -m text.mo_cache` writes the forms beside the catalogues. An image then needs neither the catalogues nor Babel; in a clone
these files change nothing, as a catalogue that is there is what counts.
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
    """Return the sentences of a `.po` file, for `gettext.GNUTranslations`; `kept` is the folder of compiled files."""
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
    """Return the path of the compiled form that a program without catalogues has in place of this one."""
    return po.with_suffix(".mo")


def deliver(locales: Path, kept: Path) -> None:
    """Write the compiled form of every catalogue in a folder beside it."""
    for po in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        delivered(po).write_bytes(compiled(po, po.parent.parent.name, kept).read())


def _compile_catalogue(written: bytes) -> bytes:
    """Return the compiled catalogue; a reworded sentence keeps its former translation where that fits."""
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
    """Write the file atomically: it is whole or absent, even with other writers."""
    with contextlib.suppress(OSError):
        mo.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=mo.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(mo)


if __name__ == "__main__":
    deliver(_ROOT / "locales", KEPT)
