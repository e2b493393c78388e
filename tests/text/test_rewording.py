"""An edit of an English sentence keeps its translations until a translator has read them again."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from text import template as catalogues
from text.mo_cache import compiled
from text.translations import lacking, waiting


def of(*messages: tuple[str | tuple[str, ...], str | tuple[str, ...]], context: str | None = None) -> Catalog:
    """Return a catalogue with these sentences and translations."""
    catalogue = Catalog(locale="nl", fuzzy=False)
    for sentence, translation in messages:
        catalogue.add(sentence, translation, context=context)
    return catalogue


def edited(tmp_path: Path, before: Catalog, *sentences: str | tuple[str, ...], context: str | None = None) -> tuple[Path, Catalog]:
    """Return the Dutch file after the English sentences have become these, and the template."""
    po = tmp_path / "nl" / "LC_MESSAGES" / "bastide.po"
    po.parent.mkdir(parents=True)
    po.write_bytes(catalogues.written(before))
    template = of(*((sentence, ("", "") if isinstance(sentence, tuple) else "") for sentence in sentences), context=context)
    po.write_bytes(catalogues.written(catalogues.updated(po, template)))
    return po, template


def read(po: Path, tmp_path: Path) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(compiled(po, "nl", tmp_path / "kept"))


def test_a_reworded_sentence_keeps_its_translation_and_waits(tmp_path: Path) -> None:
    before = of(("Press Join to play.", "Druk op Meedoen om te spelen."), ("It's your turn.", "Jij bent aan de beurt."))
    po, template = edited(tmp_path, before, "Press Join to play along.", "It's your turn.")
    after = catalogues.updated(po, template)

    assert read(po, tmp_path).gettext("Press Join to play along.") == "Druk op Meedoen om te spelen."
    assert waiting(after) == ["Press Join to play along."] and list(lacking(template, after)) == []
    assert '#| msgid "Press Join to play."' in po.read_text(encoding="utf-8")


def test_a_reworded_sentence_keeps_the_translation_of_its_own_language(tmp_path: Path) -> None:
    before = of(("Press Join to play.", "Druk op Meedoen om te spelen."))
    po, template = edited(tmp_path, before, "Press Join to play along.")
    catalogues.updated(po, template)

    assert [message.string for message in template if message.id] == [""]


def test_a_second_edit_keeps_the_first_wording_that_was_translated(tmp_path: Path) -> None:
    po, _ = edited(tmp_path, of(("Press Join to play.", "Druk op Meedoen.")), "Press Join to play along.")
    again = catalogues.updated(po, of(("Press Join to play along now.", "")))

    assert again["Press Join to play along now."].previous_id == ["Press Join to play."]
    assert waiting(again) == ["Press Join to play along now."]


def test_a_new_sentence_takes_no_translation_of_one_that_is_still_there(tmp_path: Path) -> None:
    po, template = edited(
        tmp_path, of(("Press Join to play.", "Druk op Meedoen.")), "Press Join to play.", "Press Join to play on."
    )

    assert read(po, tmp_path).gettext("Press Join to play on.") == "Press Join to play on."
    assert len(list(lacking(template, catalogues.updated(po, template)))) == 1


@pytest.mark.parametrize(
    ("former", "new", "shown"),
    [
        ("{name} has joined the game.", "{name} has joined this game.", True),
        ("{name} has joined the game.", "{player} has joined the game.", False),
        ("{name} has joined the game.", "Somebody has joined the game.", False),
    ],
)
def test_a_former_translation_is_shown_only_where_its_placeholders_exist(
    tmp_path: Path, former: str, new: str, shown: bool
) -> None:
    po, _ = edited(tmp_path, of((former, "{name} doet mee.")), new)
    assert read(po, tmp_path).gettext(new) == ("{name} doet mee." if shown else new)


def test_plurals_keep_all_their_forms(tmp_path: Path) -> None:
    before = of((("one tile is left", "{number} tiles are left"), ("nog één tegel", "nog {number} tegels")))
    po, _ = edited(tmp_path, before, ("one tile left", "{number} tiles left"))
    assert read(po, tmp_path).ngettext("one tile left", "{number} tiles left", 3) == "nog {number} tegels"


def test_a_sentence_of_another_context_keeps_its_own(tmp_path: Path) -> None:
    before = of(("Leave the game", "Verlaat de partij"), context="button")
    po, template = edited(tmp_path, before, "Leave this game")
    assert waiting(catalogues.updated(po, template)) == []


LONG = 'Your clock stops while you sleep, on vacation, in a pause, and while nobody can play.\nIt shows "how long" there is.\n'


@pytest.mark.parametrize(
    ("former", "new", "translation"),
    [
        ("Press Join to play.", "Press Join to play along.", "Druk op Meedoen."),
        (2 * LONG, f"{2 * LONG}Look at it.", "Je klok staat stil."),
        ((f"One. {LONG}", f"Many. {LONG}"), (f"Only one. {LONG}", f"Very many. {LONG}"), ("Eén.", "Veel.")),
    ],
)
def test_what_waits_stays_the_same_however_often_the_file_is_written(
    tmp_path: Path, former: str | tuple[str, ...], new: str | tuple[str, ...], translation: str | tuple[str, ...]
) -> None:
    po, template = edited(tmp_path, of((former, translation)), new)
    assert catalogues.updated(po, template)[new].previous_id == ([former] if isinstance(former, str) else list(former))
    assert catalogues.written(catalogues.updated(po, template)) == po.read_bytes()
