"""Languages: the source when nothing else is there, plurals, the reader's own locale."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from text import mo_cache as compiling
from text import translator
from text.lobby.lobby_texts import seats_follow
from text.locale_formats import formats_of
from text.template import customs, customs_file
from text.translator import Translator, languages, translator_for


def write_customs(locales: Path, *names: str) -> None:
    """Write how these languages format numbers, lists and dates."""
    for name in names:
        formats_of(name, locales).parent.mkdir(parents=True, exist_ok=True)
        formats_of(name, locales).write_bytes(customs_file(name))


@pytest.fixture
def dutch(tmp_path: Path) -> Translator:
    """Return a language that knows two sentences."""
    catalogue = Catalog(locale="nl")
    catalogue.add("{name} joins.", "{name} doet mee.")
    catalogue.add(("{number} tile", "{number} tiles"), ("{number} tegel", "{number} tegels"))
    path = tmp_path / "bastide.po"
    with path.open("wb") as po:
        write_po(po, catalogue)
    return Translator("nl", gettext.GNUTranslations(compiling.compiled(path, "nl", tmp_path)), customs("nl"))


def test_a_sentence_is_said_in_the_language_of_the_reader(dutch: Translator) -> None:
    assert dutch.say("{name} joins.", name="Anna") == "Anna doet mee."
    assert [dutch.count("{number} tile", "{number} tiles", n) for n in (1, 2)] == ["1 tegel", "2 tegels"]


def test_what_a_language_lacks_is_said_in_english(dutch: Translator) -> None:
    assert dutch.say("{name} leaves.", name="Anna") == "Anna leaves."
    assert seats_follow(2, dutch) == "This choice changes the lobby to 2 seats."


@pytest.mark.parametrize("locale", ["en", "en-GB", "en_US", "xx", "zh-CN", "", None])
def test_whatever_a_client_names_somebody_speaks(locale: str | None) -> None:
    assert translator_for(locale).locale == "en"


def test_equal_languages_are_the_same_object() -> None:
    assert translator_for("en-GB") is translator_for("en")
    assert languages()[0] == "en"


@pytest.mark.parametrize(("parts", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_a_list_ends_with_and(parts: list[str], said: str) -> None:
    assert translator_for("en").list(parts) == said


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", ["a, {b} and c", "1,234.5", "−0.25", "7", "52%", "4 Mar 2026", "Wednesday, 4 March 2026"]),
        ("nl", ["a, {b} en c", "1.234,5", "−0,25", "7", "52%", "4 mrt 2026", "woensdag 4 maart 2026"]),
        ("de", ["a, {b} und c", "1.234,5", "−0,25", "7", "52\N{NO-BREAK SPACE}%", "04.03.2026", "Mittwoch, 4. März 2026"]),
    ],
)
def test_numbers_dates_and_lists_are_written_as_a_language_writes_them(locale: str, said: list[str]) -> None:
    spoken, day = translator_for(locale), date(2026, 3, 4)
    numbers = [spoken.number(value) for value in (1234.5, -0.25, 7.0)]
    dates = [spoken.date(day), spoken.weekday(day)]

    assert [spoken.list(["a", "{b}", "c"]), *numbers, spoken.share(0.521), *dates] == said


def test_many_things_are_counted_in_groups_of_thousands() -> None:
    assert translator_for("de").count("{number} tile", "{number} tiles", 1234) == "1.234 Plättchen"
    assert translator_for("en").count("{number} tile", "{number} tiles", 999) == "999 tiles"


def test_braces_in_a_name_are_only_braces() -> None:
    assert translator_for("en").say("{name} joins.", name="{0} {name}") == "{0} {name} joins."


def test_every_language_is_read_when_the_bot_starts(
    tmp_path: Path, emptied: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the first reader of a language would wait while its catalogue is read, and everyone else with them."""
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "fr" / "LC_MESSAGES" / "bastide.po").open("wb") as po:
        write_po(po, Catalog(locale="fr"))
    write_customs(tmp_path, "en", "fr")
    monkeypatch.setattr(translator, "LOCALES", tmp_path)
    monkeypatch.setattr(translator, "KEPT", tmp_path / "kept")
    emptied(translator._words)

    translator.load_translator()
    read = translator._words.cache_info().misses

    assert translator_for("fr").locale == "fr"
    assert translator._words.cache_info().misses == read
    assert (tmp_path / "kept" / "fr.mo").exists()


def test_a_compiled_catalogue_speaks_where_its_source_is_not_there(
    tmp_path: Path, emptied: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in an image; where both are there the source is what counts, however old the other is."""
    po = tmp_path / "nl" / "LC_MESSAGES" / "bastide.po"
    po.parent.mkdir(parents=True)
    write_customs(tmp_path, "en", "nl")
    monkeypatch.setattr(translator, "LOCALES", tmp_path)
    monkeypatch.setattr(translator, "KEPT", tmp_path / "kept")

    def said(sentence: str | None) -> str:
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        if sentence is None:
            po.unlink()
        else:
            po.write_text(f'{head}msgid "yes"\nmsgstr "{sentence}"\n', "utf-8")
        emptied(translator._words, translator._catalogue_tags)
        assert translator.languages() == ("en", "nl")
        return translator_for("nl").say("yes")

    assert said("ja") == "ja"
    compiling.deliver(tmp_path, tmp_path / "kept")
    assert [said("jawel"), said(None)] == ["jawel", "ja"]


def test_a_catalogue_is_compiled_once_and_again_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a form that cannot be kept is made each time."""
    po, kept, made = tmp_path / "bastide.po", tmp_path / "kept", list[int]()
    usual = compiling._compile_catalogue
    monkeypatch.setattr(compiling, "_compile_catalogue", lambda written: (made.append(1), usual(written))[1])

    def said(sentence: str, folder: Path = kept) -> str:
        po.write_text(
            f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "yes"\nmsgstr "{sentence}"\n', "utf-8"
        )
        return gettext.GNUTranslations(compiling.compiled(po, "nl", folder)).gettext("yes")

    assert [said("ja"), said("ja"), said("jawohl"), said("jawohl")] == ["ja", "ja", "jawohl", "jawohl"]
    assert len(made) == 2
    assert [file.name for file in kept.iterdir()] == ["nl.mo"]

    no_folder = po / "no folder"
    assert [said("nee", no_folder), said("nee", no_folder)] == ["nee", "nee"]
    assert len(made) == 4


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pt-BR", "pt-BR"),
        ("pt_BR", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("pt", "pt-BR"),
        ("es-ES", "es"),
        ("es-419", "es-419"),
        ("es-MX", "es"),
        ("fr-CA,fr;q=0.9", "fr"),
        ("es,en;q=0.8", "es"),
        ("sv-SE", "en"),
    ],
)
def test_a_locale_is_answered_in_its_own_catalogue_or_the_nearest(locale: str, language: str) -> None:
    """Discord has one Portuguese, Brazil's; a Swede reads English."""
    assert translator_for(locale).locale == language


def test_a_region_says_only_what_differs_and_the_rest_as_its_language() -> None:
    spain, america = translator_for("es-ES"), translator_for("es-419")

    assert [words.say("The computer has played the turn.") for words in (spain, america)] == [
        "El ordenador ha jugado el turno.",
        "La computadora ha jugado el turno.",
    ]
    assert spain.say("This tile has no road.") == america.say("This tile has no road.") == "Esta loseta no tiene camino."
    assert [words.number(1234.5) for words in (spain, america)] == ["1.234,5", "1,234.5"]


@pytest.mark.parametrize(
    ("locale", "nothing", "one", "many"),
    [
        ("fr", "0 tuile", "1 tuile", "2 tuiles"),
        ("pt-BR", "0 peça", "1 peça", "2 peças"),
        ("es", "0 losetas", "1 loseta", "2 losetas"),
    ],
)
def test_nothing_counts_as_one_in_french_and_portuguese(locale: str, nothing: str, one: str, many: str) -> None:
    told = [translator_for(locale).count("{number} tile", "{number} tiles", number) for number in (0, 1, 2)]
    assert told == [nothing, one, many]


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("Inés", "Ana e Inés"),
        ("hijo", "Ana e hijo"),
        ("hierba", "Ana y hierba"),
        ("**Íñigo**", "Ana e **Íñigo**"),
        ("Yago", "Ana y Yago"),
    ],
)
def test_spanish_writes_e_for_y_before_the_sound_of_i(last: str, said: str) -> None:
    assert translator_for("es").list(["Ana", last]) == said
    assert translator_for("es").list(["Bea", "Ana", last]) == f"Bea, {said}"
    assert translator_for("es-419").list(["Ana", last]) == said
