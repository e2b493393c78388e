"""The filter of texts that others read: what it keeps and refuses."""

from __future__ import annotations

import pytest

from editions.registry import EDITIONS
from service.core.free_text import LETTER, MAP, NAME, REASON, RULES, FreeText, TextRules
from service.errors import Refusal

PLACE = "https://discord.com/channels/7/70/700"


def refusal(text: str, rules: TextRules = NAME, *unwanted: str) -> str:
    """Return the code with which a text is refused; empty where it is kept."""
    try:
        FreeText(unwanted).checked(text, rules)
    except Refusal as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Spring   Cup ", "Spring Cup"),
        ("Spring\nCup\t2", "Spring Cup 2"),
        ("Cup\u202egnp.exe\u202c", "Cupgnp.exe"),
        ("C\u200bu\u2060p\x07", "Cup"),
        ("Z" + "\u0334" * 20, "Z" + "\u0334" * 3),
        ("Tiếng Việt, ภาษาไทย", "Tiếng Việt, ภาษาไทย"),
        ("👩\u200d🚀 Space", "👩\u200d🚀 Space"),
        ("St. Pauli vs. Bremen @ Home 2.0", "St. Pauli vs. Bremen @ Home 2.0"),
        ("i <3 discord. Com on!", "i <3 discord. Com on!"),
    ],
)
def test_a_name_is_one_readable_line(text: str, kept: str) -> None:
    assert FreeText().checked(text, NAME) == kept


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "hxxps://example.org",
        "see www.example.de",
        "join discord.gg/abc",
        "discord . gg/abc",
        "DISCORD\u200b.GG/abc",
        "ｄｉｓｃｏｒｄ.ｇｇ/abc",
        "cheap-tiles.com",
        "t.me/tiles",
        "[free](free nitro)",
    ],
)
def test_links_are_refused_however_they_are_written(text: str) -> None:
    assert [refusal(text, rules) for rules in (NAME, REASON, RULES, LETTER, MAP)] == ["text-link"] * 5


def test_a_letter_may_lead_to_a_place_in_discord_and_nowhere_else() -> None:
    assert refusal(f"Rules: {PLACE}\nGood luck!", LETTER) == ""
    assert refusal(f"Rules: {PLACE} and https://example.org", LETTER) == "text-link"
    assert refusal("https://discord.com.evil.ru/channels/7/70", LETTER) == "text-link"
    assert refusal("discord.com/channels", NAME) == "text-link"


@pytest.mark.parametrize("text", ["@everyone", "@HERE now", "<@123>", "<@&123>", "<#123>", "</new:123>", "<id:guide>"])
def test_mentions_are_refused(text: str) -> None:
    assert refusal(text) == refusal(text, LETTER) == "text-mention"


def test_a_text_that_is_too_long_is_refused_and_not_cut() -> None:
    assert refusal("x" * 33) == "text-too-long" and refusal("x" * 32) == ""
    assert refusal("x" * 1501, LETTER) == "text-too-long"


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("Casino Royale", True),
        ("casinos!", True),
        ("BÜY now", True),
        ("buy tiles now", False),
        ("buy. Now", True),
        ("Sp\u200bam", True),
        ("ｓｐａｍ", True),
        ("Spamalot", False),
    ],
)
def test_the_host_says_which_words_nobody_reads(text: str, is_refused: bool) -> None:
    assert refusal(text, NAME, "casino*", "Buy now", "SPAM", " ") == ("text-word" if is_refused else "")


def test_lines_stay_where_several_are_read() -> None:
    assert FreeText().checked(" One \n\n\n\n two\t three\r\n", LETTER) == "One\n\ntwo three"


def test_every_built_in_map_passes() -> None:
    for edition in EDITIONS.values():
        for map_id in edition.uploads.built_in() if edition.uploads else ():
            FreeText(("spam",)).checked(edition.uploads.find(map_id).text, MAP)
