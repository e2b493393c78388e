"""What people read in whole evenings, in every language: a change of words shows here, and is read before it is committed."""

from __future__ import annotations

import pytest

from text.language import SOURCE, languages
from text.template import gathered
from text.translations import glossary, sentences
from tools.transcripts.__main__ import FOLDER
from tools.transcripts.evenings import evening
from tools.transcripts.scenes import KEPT

SPOKEN = [language for language in languages() if language == SOURCE or glossary(language).complete]


def test_every_scene_is_kept_in_every_language() -> None:
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*")} == {
        f"{language}/{scene}.txt" for language in SPOKEN for scene in KEPT
    }


def test_every_place_of_every_sentence_is_filled() -> None:
    assert [path for path in FOLDER.glob("*/*.txt") if "{" in path.read_text(encoding="utf-8")] == []


@pytest.mark.soak
@pytest.mark.parametrize("scene", KEPT)
@pytest.mark.parametrize("language", SPOKEN)
def test_an_evening_reads_as_it_is_kept(language: str, scene: str) -> None:
    """`make words` renews it."""
    kept = (FOLDER / language / f"{scene}.txt").read_text(encoding="utf-8")

    assert evening(language, scene).transcript.splitlines() == kept.splitlines()


@pytest.mark.soak
def test_every_sentence_says_where_it_is_read() -> None:
    """New ones get their comments by `make words`."""
    assert [message.id for message in sentences(gathered()) if not message.auto_comments] == []
