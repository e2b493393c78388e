"""The comments above sentences: place and example, recorded where possible, else made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from text.message_markers import fields
from text.template import ROOT, gathered
from text.translations import forms, sentences
from text.translator import ENGLISH, translator_for
from text.translator_comments import comment, made, table
from tools.transcripts.pytest_recorder import PLACES, read
from tools.transcripts.recorder import PLACE, Recorder, Sighting, commented


def test_every_sentence_says_where_it_is_read_and_what_it_looks_like_filled_in() -> None:
    """New ones by samples of `locales/examples.toml`, which names a module or a place that it lacks."""
    comments = {message.id: message.auto_comments for message in sentences(gathered())}

    assert [sentence for sentence, lines in comments.items() if not lines or not lines[0].startswith("Where: ")] == []
    filled = [sentence for sentence in comments if fields(forms(sentence)[-1])]
    assert [sentence for sentence in filled if not any(line.startswith("Example: ") for line in comments[sentence])] == []
    assert len(filled) > 1000


def test_every_screen_is_that_of_a_module() -> None:
    assert [path for path in table("screens") if not (ROOT / "text" / path).exists()] == []


def sentence(text: str | tuple[str, str], file: str = "text/tournaments/board.py", context: str | None = None) -> Message:
    """Return a sentence of the template."""
    return Message(text, locations=[(file, 1)], context=context)


def test_a_sentence_that_was_never_recorded_has_a_made_comment() -> None:
    told = ["Where: message of a tournament in its channel", "Example: anna joins 3 games: press Start"]

    assert comment(sentence(("{name} joins one", "{name} joins {number} games: press {button[event-start]}"))) == told
    assert comment(sentence("Nobody joins."), "message: end", "Nobody joins.") == ["Where: message: end"]
    assert comment(sentence("Join", context="button"), "elsewhere") == ["Where: button, heading of a list or of a form"]


def test_what_the_samples_lack_is_named() -> None:
    with pytest.raises(ValueError, match="no value for nothing_like_it"):
        made("{nothing_like_it}")
    with pytest.raises(ValueError, match="sentences of text/nowhere"):
        comment(sentence("Nobody joins.", "text/nowhere.py"))


def test_a_recorded_comment_replaces_a_made_one_and_stays() -> None:
    catalogue = Catalog()
    catalogue.add("{name} joins.", locations=[("text/tournaments/board.py", 1)])
    (message,) = sentences(catalogue)
    message.auto_comments = comment(message)
    key = ("", "{name} joins.")

    commented(catalogue, {key: Sighting("answer to /find", "ben joins.")}, every=False)
    assert message.auto_comments == ["Where: answer to /find", "Example: ben joins."]
    commented(catalogue, {key: Sighting("message: end", "chi joins.")}, every=False)
    assert message.auto_comments == ["Where: answer to /find", "Example: ben joins."]
    commented(catalogue, {key: Sighting("message: end", "chi joins.")}, every=True)
    assert message.auto_comments == ["Where: message: end", "Example: chi joins."]


def test_the_recorder_hears_english_where_it_is_read() -> None:
    recorder, token = Recorder(), PLACE.set("answer to /find")
    with recorder.listening():
        ENGLISH.say("turn {number} of {total}", number=3, total=71)
        translator_for("nl").say("The whole board.")
    PLACE.reset(token)

    assert recorder.seen == {("", "turn {number} of {total}"): Sighting("answer to /find", "turn 3 of 71")}


def test_what_tests_said_is_the_same_whichever_worker_ran_them(tmp_path: Path) -> None:
    """The first test by name counts, and later ones complete it; ids of people are no part of an example."""
    (tmp_path / "gw0.json").write_text(json.dumps({"b": [["", "one", "answer to a form", "one <@5>"]]}), encoding="utf-8")
    (tmp_path / "gw1.json").write_text(json.dumps({"a": [["", "one", "", "first <@7>"]]}), encoding="utf-8")

    assert read(tmp_path) == {("", "one"): Sighting("answer to a form", "first @anna")}
    assert PLACES["slash"]("score") == PLACES["slash"](object(), "score") == "answer to /score"
    assert PLACES["autocomplete"](object(), "new", "map", "g") == "suggestions for /new map"
    assert PLACES["click"](object(), label="1 · L13") == "answer to a choice in a turn"
