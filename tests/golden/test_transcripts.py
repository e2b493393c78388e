"""The transcripts of whole evenings in every language: a change of words shows here, and is read before a commit."""

from __future__ import annotations

import re
from statistics import median
from textwrap import wrap

import pytest

from tests.e2e.requests import document, watched
from text.labels import LABELS, label
from text.translations import glossary
from text.translator import SOURCE, languages, translator_for
from tools.transcripts.__main__ import FOLDER
from tools.transcripts.deterministic_bot import opened
from tools.transcripts.scenario_runs import evening
from tools.transcripts.scenarios import KEPT, SCENES, everything

MOST_WORDS = {"en": 35, "nl": 40, "de": 40, "fr": 45, "es": 45, "pt-BR": 45}
"""Words of a turn message at the median, apart from buttons and the description of its picture."""

MOST_LETTERS = 24
"""Letters of a button on a phone."""

MOST_LINES, LETTERS = 7, 38
"""Lines of such a message at the median on a screen of 390 px, which holds so many letters in one, or a few more."""

SPOKEN = [language for language in languages() if language == SOURCE or glossary(language).complete]


def test_every_scene_is_kept_in_every_language() -> None:
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*")} == {
        f"{language}/{scene}.txt" for language in SPOKEN for scene in KEPT
    }


def test_every_place_of_every_sentence_is_filled() -> None:
    assert [path for path in FOLDER.glob("*/*.txt") if "{" in path.read_text(encoding="utf-8")] == []


def turns(language: str) -> list[list[str]]:
    """Return the lines of each turn message: one that begins with the asked player, and has a button to answer with."""
    read = [path.read_text(encoding="utf-8") for path in (FOLDER / language).glob("*.txt")]
    blocks = [block for text in read for block in text.split("\n\n") if re.match(r"in #.*:\n  > @\w+, .*\n  > ", block)]
    return [re.findall(r"^  > (?![\[(<]|  \|)(.*)$", block, re.M) for block in blocks]


@pytest.mark.parametrize("language", SPOKEN)
def test_turn_messages_are_short(language: str) -> None:
    lengths = [len(re.findall(r"\S*\w\S*", " ".join(lines))) for lines in turns(language)]
    heights = [sum(len(wrap(re.sub(r"[*`]|^-# ", "", line), LETTERS)) for line in lines) for lines in turns(language)]

    assert len(lengths) > 50
    assert median(lengths) <= MOST_WORDS[language]
    assert median(heights) <= MOST_LINES


@pytest.mark.parametrize("language", SPOKEN)
def test_no_button_is_cut(language: str) -> None:
    """A phone shows 24 letters, and a label that is longer ends with an ellipsis."""
    words = translator_for(language)
    own = {label(key, words) for key in LABELS}
    read = "".join(path.read_text(encoding="utf-8") for path in (FOLDER / language).glob("*.txt"))
    buttons = {name for line in re.findall(r"^  > (\[.*\])$", read, re.M) for name in re.findall(r"\[([^\[\]]+)\]", line)}
    assert {name for name in buttons - own if name.endswith("…")} == set()
    assert {name for name in buttons if len(name) > MOST_LETTERS} == set()


@pytest.mark.soak
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("language", SPOKEN)
def test_an_evening_reads_as_it_is_kept_and_discord_takes_all_of_it(language: str, scene: str) -> None:
    """`make words` renews it. Every request keeps the limits of Discord's document, where that is at hand."""
    with watched(document()) as (sent, wrong):
        transcript = evening(language, scene).transcript

    assert sent and not wrong, wrong[:5]
    if scene in KEPT:
        kept = (FOLDER / language / f"{scene}.txt").read_text(encoding="utf-8")
        assert transcript.splitlines() == kept.splitlines()


@pytest.mark.parametrize("language", [each_language for each_language in SPOKEN if each_language != SOURCE])
async def test_forms_and_panels_keep_discords_limits_in_this_language(language: str) -> None:
    """A lobby and its settings, the forms of a member, a server and a tournament. The soak presses everything."""
    with watched(document()) as (sent, wrong):
        async with opened(language, "limits") as server:
            anna, *_ = server.people
            await server.type(anna, "new", place="here")
            lobby = server.newest("join")
            await everything(server, anna, lambda: server.press(anna, lobby, "settings"))
            for command in ("settings", "server", "tournament"):
                await everything(server, anna, lambda command=command: server.type(anna, command))  # type: ignore[misc]

    assert len(sent) > 40 and not wrong, wrong[:5]
