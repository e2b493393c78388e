"""What every catalogue must keep: what is filled in, what Discord reads, the terms, and once declared complete every sentence."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from text import translations
from text.labels import LABELS
from text.language import SOURCE, catalogue_of, languages
from text.template import faults, gathered
from text.translations import Glossary, glossary

TRANSLATED = [language for language in languages() if language != SOURCE]

BUTTONS = [(context, text) for context, _, text in (said.rpartition("\x04") for said in LABELS.values())]


def catalogue(language: str) -> Catalog:
    """The sentences of a language as they are kept."""
    with catalogue_of(language).open("rb") as po:
        return read_po(po, locale=language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_what_its_source_says(language: str) -> None:
    found = catalogue(language)

    assert list(translations.misfilled(found)) == []
    assert list(translations.misshapen(found)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_the_terms(language: str) -> None:
    assert list(translations.straying(catalogue(language), glossary(language))) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_calls_a_button_as_the_button_does(language: str) -> None:
    assert list(translations.misnaming(catalogue(language), BUTTONS)) == []


def test_no_english_sentence_is_out_of_bounds() -> None:
    """Words that are jargon of the code or say somebody's gender; buttons that there are not; what cannot be inflected."""
    template = gathered()

    assert list(translations.avoided(template, glossary(SOURCE).avoid)) == []
    assert list(translations.labelled(template, [text for _, text in BUTTONS])) == []
    assert list(translations.glued(template)) == []


def test_files_are_as_new_as_the_sentences_and_complete_languages_lack_none() -> None:
    """Run `python -m text.template` after changing a sentence, and translate what it adds."""
    assert list(faults()) == []


def one(source: str | tuple[str, str], said: str | tuple[str, str], **more: object) -> Catalog:
    """A catalogue of one sentence."""
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
    assert bool(list(translations.misfilled(one(source, said)))) is wrong


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
    assert bool(list(translations.misshapen(one(source, said)))) is wrong


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
    assert bool(list(translations.straying(one(source, said, user_comments=comments), TERMS))) is wrong


def test_what_a_complete_language_lacks_is_found() -> None:
    template, done = one("Leave", ""), one("Leave", "Weggaan")
    assert list(translations.lacking(template, done)) == []
    assert len(list(translations.lacking(template, template))) == 1
    assert len(list(translations.lacking(template, one("Leave", "Weggaan", flags=("fuzzy",))))) == 1
    assert len(list(translations.lacking(template, Catalog(locale="nl")))) == 1


@pytest.mark.parametrize(
    ("source", "said", "wrong"),
    [
        ("Press **Start** now.", "Druk nu op **Starten**.", False),
        ("Press **Start** now.", "Druk nu op **Start**.", True),
        ("Press Start.", "Druk op Starten.", False),
        ("Press Start.", "Druk op Begin.", True),
        ("The start is near.", "Het begin nadert.", False),
        ("Use the button “Start”.", "Gebruik de knop “Begin”.", True),
    ],
)
def test_a_button_that_is_called_otherwise_is_found(source: str, said: str, wrong: bool) -> None:
    found = one(source, said)
    found.add("Start", "Starten", context="button")

    assert bool(list(translations.misnaming(found, [("button", "Start")]))) is wrong


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
    assert bool(list(translations.glued(one(source, "")))) is wrong


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("Press **Start**.", False),
        ("Press **Begin**.", True),
        ("Name it with **Begin**.", True),
        ("**Done.** It starts.", False),
        ("A **knight** waits.", False),
    ],
)
def test_a_button_that_there_is_not_is_found(source: str, wrong: bool) -> None:
    assert bool(list(translations.labelled(one(source, ""), ["Start"]))) is wrong


def test_a_word_that_no_sentence_may_have_is_found() -> None:
    assert list(translations.avoided(one("Show his hole", ""), ["his", "hole"])) != []
    assert list(translations.avoided(one("Type `hole=1`", ""), ["hole"])) == []
