"""The catalogues: placeholders, what Discord reads, the terms, and in complete ones every sentence."""

from __future__ import annotations

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.text import checking
from text import translations
from text.labels import LABELS, label
from text.rewording import forms, locale_of
from text.template import faults, gathered
from text.translations import Glossary, glossary
from text.translator import SOURCE, catalogue_of, languages, translator_for

TRANSLATED = [language for language in languages() if language != SOURCE]


def buttons(language: str) -> dict[str, str]:
    """Return the label of each button in a language."""
    return {key: label(key, translator_for(language)) for key in LABELS}


@cache
def catalogue(language: str) -> Catalog:
    """Return the sentences of a language as they are stored."""
    with catalogue_of(language).open("rb") as po:
        return read_po(po, locale=locale_of(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_what_its_source_says(language: str) -> None:
    catalog = catalogue(language)

    assert list(checking.misfilled(catalog)) == []
    assert list(checking.misshapen(catalog)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_the_terms(language: str) -> None:
    assert list(checking.straying(catalogue(language), glossary(language))) == []


def test_latin_america_reads_nothing_that_only_spain_says() -> None:
    """`es-419` changes a sentence of `es` wherever that says *ordenador*, *pulsa*, or speaks to several as *vosotros*."""
    own = {(message.id, message.context): message.string for message in checking.said(catalogue("es-419"))}
    common = checking.said(catalogue("es"))
    read = [text for message in common for text in forms(own.get((message.id, message.context), message.string))]
    assert [text for text in read for word in glossary("es-419").avoid if checking.has_word(text, word)] == []
    assert [text for text in read if re.search(r"\w(?:áis|éis)\b", text)] == []


@pytest.mark.parametrize("language", languages())
def test_every_sentence_goes_on_after_a_colon_as_its_language_does(language: str) -> None:
    catalog = gathered() if language == SOURCE else catalogue(language)
    assert list(checking.begun_after_colons(catalog, glossary(language).after_colon)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_has_the_labels_of_buttons_filled_in(language: str) -> None:
    """Then a sentence and its button can't differ."""
    assert list(checking.mislabelled(catalogue(language), buttons(language))) == []


def test_no_english_sentence_is_out_of_bounds() -> None:
    """Words that are jargon of the code or say somebody's gender; buttons that there are not; what cannot be inflected."""
    template = gathered()

    assert list(checking.avoided(template, glossary(SOURCE).avoid)) == []
    assert list(checking.mislabelled(template, buttons(SOURCE))) == []
    assert list(checking.glued(template)) == []


@pytest.mark.soak
def test_files_are_as_new_as_the_sentences_and_complete_languages_lack_none() -> None:
    """Run `python -m text.template` after changing a sentence, and translate what it adds; `make check` looks at it every time."""
    assert list(faults()) == []


def one(source: str | tuple[str, str], said: str | tuple[str, str], **more: object) -> Catalog:
    """Return a catalogue of one sentence."""
    made = Catalog(locale="nl")
    made.add(source, said, **more)  # type: ignore[arg-type]
    return made


@pytest.mark.parametrize(
    ("source", "said", "wrong"),
    [
        ("{name} joins.", "{name} doet mee.", False),
        ("{name} joins.", "Iemand doet mee.", True),
        ("{name} joins.", "{naam} doet mee.", True),
        ("{name} joins.", "{name doet mee.", True),
        (("{number} tile", "{number} tiles"), ("een tegel", "{number} tegels"), False),
        (("{number} x {tile}", "{number} x {tile}"), ("{number}", "{number}"), True),
    ],
)
def test_what_is_not_filled_in_as_in_the_source_is_found(
    source: str | tuple[str, str], said: str | tuple[str, str], wrong: bool
) -> None:
    assert bool(list(checking.misfilled(one(source, said)))) is wrong


@pytest.mark.parametrize(
    ("source", "said", "wrong"),
    [
        ("Use `/help` now.", "Gebruik nu `/help`.", False),
        ("Use /help now.", "Gebruik nu /hulp.", True),
        ("Use `farm=on` now.", "Gebruik nu `boerderij=aan`.", True),
        ("-# **Small**", "-# **Klein**", False),
        ("-# **Small**", "**Klein**", True),
        ("Two\nlines", "Twee regels", True),
        ("Glued ", "Geplakt", True),
    ],
)
def test_what_discord_would_read_otherwise_is_found(source: str, said: str, wrong: bool) -> None:
    assert bool(list(checking.misshapen(one(source, said)))) is wrong


TERMS = Glossary(avoid=("rover",), terms={"thief, thieves": ("struikrover",)})


@pytest.mark.parametrize(
    ("source", "said", "comments", "wrong"),
    [
        ("The thief sleeps.", "De struikrover slaapt.", (), False),
        ("Two thieves", "Twee Struikrovers", (), False),
        ("The thief sleeps.", "De dief slaapt.", (), True),
        ("The thief sleeps.", "Die slaapt.", ("term: thief",), False),
        ("The monk sleeps.", "De monnik slaapt.", (), False),
        ("The monk sleeps.", "De rover slaapt.", (), True),
        ("Type `thief`.", "Typ `thief`.", (), False),
    ],
)
def test_what_strays_from_the_terms_is_found(source: str, said: str, comments: tuple[str, ...], wrong: bool) -> None:
    assert bool(list(checking.straying(one(source, said, user_comments=comments), TERMS))) is wrong


def test_what_a_complete_language_lacks_is_found() -> None:
    template, done = one("Leave", ""), one("Leave", "Weggaan")
    assert list(translations.lacking(template, done)) == []
    assert len(list(translations.lacking(template, template))) == 1
    assert list(translations.lacking(template, one("Leave", "Weggaan", flags=("fuzzy",)))) == []
    assert len(list(translations.lacking(template, Catalog(locale="nl")))) == 1


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Druk nu op **{button[start]}**.", False),
        ("Druk nu op **Starten**.", True),
        ("Druk op Starten.", True),
        ("Gebruik de knop “Starten”.", True),
        ("Druk op **{button[begin]}**.", True),
        ("Het starten lukt.", False),
    ],
)
def test_a_translation_that_spells_out_a_button_is_found(said: str, wrong: bool) -> None:
    assert bool(list(checking.mislabelled(one("Go.", said), {"start": "Starten"}))) is wrong


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("{name} wins with {points}.", True),
        ("{name} wins with {number} points.", False),
        ("the dragon of {name}", False),
        ("{figure}s stand there.", True),
        ("{name}'s road", False),
    ],
)
def test_what_no_translator_could_inflect_is_found(source: str, wrong: bool) -> None:
    assert bool(list(checking.glued(one(source, "")))) is wrong


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("Press **{button[start]}**.", False),
        ("Press **Start**.", True),
        ("Press **Begin**.", True),
        ("Name it with **Begin**.", True),
        ("Press Start.", True),
        ("Press Started.", False),
        ("**Done.** It starts.", False),
        ("A **knight** waits.", False),
    ],
)
def test_an_english_sentence_that_spells_out_a_button_is_found(source: str, wrong: bool) -> None:
    assert bool(list(checking.mislabelled(one(source, ""), {"start": "Start"}))) is wrong


def test_a_sentence_has_the_labels_of_buttons_filled_in() -> None:
    assert (
        translator_for("nl").say("Press **{button[turn-tile]}**: lying like this, it does less.").startswith("Druk op **Draaien**")
    )


def test_a_word_that_no_sentence_may_have_is_found() -> None:
    assert list(checking.avoided(one("Show the hole", ""), ["hole"])) != []
    assert list(checking.avoided(one("Type `hole=1`", ""), ["hole"])) == []


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("en", "Too late: The game is over.", True),
        ("en", "Too late: the game is over.", False),
        ("en", "Paused: I can't write there.", False),
        ("en", "Sides: N, E, S or W.", False),
        ("nl", "Te laat: De partij is voorbij.", True),
        ("nl", "Te laat: de partij is voorbij.", False),
        ("de", "Zu spät: die Partie ist vorbei.", True),
        ("de", "Zu spät: Die Partie ist vorbei.", False),
        ("de", "Nicht so: wähl zuerst ein Feld.", True),
        ("de", "Noch offen: die Karten unter der Truhe.", False),
        ("de", "win: dieses Mitglied gewinnt und ist weiter.", False),
    ],
)
def test_what_a_language_does_not_write_after_a_colon_is_found(language: str, text: str, *, wrong: bool) -> None:
    assert bool(list(checking.begun_after_colons(one(text, text), glossary(language).after_colon))) is wrong
