"""Draws the pictures of `docs/listing.md`, and says what on that page is not true or too long: `python -m tools.listing [FOLDER]`.

Without a folder it draws nothing. The exit code is 1 where something has to be mended.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cogs.permissions import intents
from text.commands import COMMANDS
from text.language import languages
from tools.gallery import PAGES

PAGE = Path(__file__).parent.parent / "docs" / "listing.md"

SHORT, LONG, TAGS, TAG, PICTURES = 200, (300, 4000), 5, 20, 5
"""Most characters of a short description, fewest and most of a long one, most tags and characters of one, how many pictures."""

PRIVILEGED = ("members", "presences", "message_content")


def sections(page: str) -> dict[str, str]:
    """The text below each heading of second rank."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (text.strip() for text in parts[2::2]), strict=True))


def pictures(page: str) -> list[str]:
    """The names of the pictures."""
    return re.findall(r"^\| `([\w-]+)` \|", sections(page).get("Pictures", ""), flags=re.MULTILINE)


def faults(page: str) -> Iterator[str]:
    """What is not as it should be, a sentence each."""
    found = sections(page)
    for language in sorted(languages()):
        short, long = (found.get(f"{kind} description ({language})", "") for kind in ("Short", "Long"))
        if not 0 < len(short) <= SHORT:
            yield f"The short description in {language} has {len(short)} characters; from 1 to {SHORT} are taken."
        if not LONG[0] <= len(long) <= LONG[1]:
            yield f"The long description in {language} has {len(long)} characters; from {LONG[0]} to {LONG[1]} are taken."
    tags = re.findall(r"`([^`]+)`", next((line for line in page.splitlines() if line.startswith("Tags:")), ""))
    if not 0 < len(tags) <= TAGS or any(len(tag) > TAG for tag in tags):
        yield f"There may be {TAGS} tags of {TAG} characters each."
    known = {name.split()[0] for name in COMMANDS}
    yield from (f"There is no command /{name}." for name in sorted(set(re.findall(r"`/([\w-]+)", page)) - known))
    names = pictures(page)
    if len(names) != PICTURES or set(names) - set(PAGES):
        yield f"There should be {PICTURES} pictures, each a page of tools.gallery: {', '.join(names)}."
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    yield from (f"There is no page {link}." for link in links if not (PAGE.parent / link).exists())
    if {"privacy.md", "terms.md"} - set(links):
        yield "The privacy policy and the terms must be linked."
    on = {name for name, wanted in intents() if wanted}
    said = set(re.findall(r"`(\w+)`", found.get("Why no privileged intent is needed", "")))
    if said != on or on & set(PRIVILEGED):
        yield f"The intents in use are {', '.join(sorted(on))}; the page names {', '.join(sorted(said))}."


def main(arguments: Sequence[str]) -> int:
    """See the module."""
    page = PAGE.read_text(encoding="utf-8")
    found = list(faults(page))
    sys.stderr.writelines(f"{fault}\n" for fault in found)
    if arguments and not found:
        folder = Path(arguments[0])
        folder.mkdir(parents=True, exist_ok=True)
        for name in pictures(page):
            PAGES[name]().save(folder / f"{name}.png")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
