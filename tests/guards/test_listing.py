"""`docs/listing.md` is true and fits, and what would make it untrue is found."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cogs.bot_permissions import intents
from text.commands import COMMANDS
from text.translator import base_of, languages
from tools.gallery import LISTING, PAGES, listed

SHORT, LONG, TAGS, TAG, PICTURES = 200, (300, 4000), 5, 20, 5
"""Most characters of a short description, fewest and most of a long one, most tags and characters of one, how many pictures."""

PRIVILEGED = ("members", "presences", "message_content")


def _sections(page: str) -> dict[str, str]:
    """Return the text below each heading of second rank."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (text.strip() for text in parts[2::2]), strict=True))


def faults(page: str) -> Iterator[str]:
    """Yield the page's faults, a sentence each."""
    sections = _sections(page)
    for language in sorted(language for language in languages() if base_of(language) is None):
        short, long = (sections.get(f"{kind} description ({language})", "") for kind in ("Short", "Long"))
        if not 0 < len(short) <= SHORT:
            yield f"The short description in {language} has {len(short)} characters; from 1 to {SHORT} are taken."
        if not LONG[0] <= len(long) <= LONG[1]:
            yield f"The long description in {language} has {len(long)} characters; from {LONG[0]} to {LONG[1]} are taken."
    tags = re.findall(r"`([^`]+)`", next((line for line in page.splitlines() if line.startswith("Tags:")), ""))
    if not 0 < len(tags) <= TAGS or any(len(tag) > TAG for tag in tags):
        yield f"There may be {TAGS} tags of {TAG} characters each."
    known = {name.split()[0] for name in COMMANDS}
    yield from (f"There is no command /{name}." for name in sorted(set(re.findall(r"`/([\w-]+)", page)) - known))
    names = listed(page)
    if len(names) != PICTURES or set(names) - set(PAGES):
        yield f"There should be {PICTURES} pictures, each a page of tools.gallery: {', '.join(names)}."
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    yield from (f"There is no page {link}." for link in links if not (LISTING.parent / link).exists())
    if {"privacy.md", "terms.md"} - set(links):
        yield "The privacy policy and the terms must be linked."
    on = {name for name, wanted in intents() if wanted}
    explained = set(re.findall(r"`(\w+)`", sections.get("Why no privileged intent is needed", "")))
    if explained != on or on & set(PRIVILEGED):
        yield f"The intents in use are {', '.join(sorted(on))}; the page names {', '.join(sorted(explained))}."


TEXT = LISTING.read_text(encoding="utf-8")


def test_the_page_is_true_and_fits() -> None:
    """Lengths, commands, pictures, links and intents."""
    assert list(faults(TEXT)) == []
    assert len(listed(TEXT)) == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("`/practice`", "`/practise`", "no command /practise"),
        ("Carcassonne in chat,", "Carcassonne in chat," * 20, "short description in en"),
        ("## Long description (nl)", "## Long", "long description in nl"),
        ("`board game`", "`a game with a board in it`", "5 tags of 20"),
        ("`card-table`", "`card-chair`", "5 pictures"),
        ("(terms.md)", "(conditions.md)", "no page conditions.md"),
        ("`dm_messages`", "`message_content`", "intents in use"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    """One sentence each that names it."""
    assert old in TEXT
    assert any(said in fault for fault in faults(TEXT.replace(old, new, 1)))
