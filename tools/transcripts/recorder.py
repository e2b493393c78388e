"""Recording of each catalogue sentence: the place where users read it, and one example as the program composed it.

Both go into the comments that translators read above the sentence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog

from text.labels import LABELS, label
from text.rewording import forms
from text.translations import sentences
from text.translator import SOURCE, Translator
from text.translator_comments import comment

Sentence = tuple[str, str]
"""The context of a sentence, often empty, and its English text; of a plural the form for one."""

PLACE: ContextVar[str] = ContextVar("place", default="")
"""What is being answered or posted: `/score`, `the button Join`, `turn message`."""


def pressed(name: str, words: Translator) -> str:
    """Return the name of the place where the answer to a button is read.

    Buttons without a fixed label share one name, because a game's choices differ from turn to turn.
    """
    return f"answer to the button {name}" if name in {label(key, words) for key in LABELS} else "answer to a choice in a turn"


_NEAR = 40
"""A word is looked for in so many sentences that were composed after it."""


class Sighting(NamedTuple):
    """The first occurrence of a sentence: place and example."""

    place: str
    example: str
    """Composed, in the language of the run. A sentence with nothing to fill in is shown inside the one that was built around it."""


class Recorder:
    """Recorder of composed sentences; the first occurrence of each counts, and later ones fill in what it lacks."""

    def __init__(self) -> None:
        self.seen: dict[Sentence, Sighting] = {}
        self._bare: deque[tuple[Sentence, str]] = deque(maxlen=_NEAR)
        """Words that were composed lately, and still have no sentence around them."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Record while the block runs, whichever of `Translator`'s three methods composes."""
        say, count, sense = Translator.say, Translator.count, Translator.sense

        def heard_say(self_: Translator, message: str, **params: object) -> str:
            text = say(self_, message, **params)
            if "\x04" not in message:
                self._hear(self_, ("", message), text)
            return text

        def heard_count(self_: Translator, one: str, many: str, number: int, **params: object) -> str:
            text = count(self_, one, many, number, **params)
            self._hear(self_, ("", one), text)
            return text

        def heard_sense(self_: Translator, context: str, message: str, **params: object) -> str:
            text = sense(self_, context, message, **params)
            self._hear(self_, (context, message), text)
            return text

        replaced: dict[str, Any] = {"say": heard_say, "count": heard_count, "sense": heard_sense}
        try:
            for name, heard in replaced.items():
                setattr(Translator, name, heard)
            yield
        finally:
            for name, former in {"say": say, "count": count, "sense": sense}.items():
                setattr(Translator, name, former)

    def _hear(self, words: Translator, sentence: Sentence, text: str) -> None:
        if words.locale != SOURCE:
            return
        place, is_filled = PLACE.get(), "{" in sentence[1]
        for bare, word in tuple(self._bare):
            if word in text and len(word) < len(text):
                self.seen[bare] = self.seen[bare]._replace(example=text)
                self._bare.remove((bare, word))
        known = self.seen.get(sentence)
        if known is None or (not known.place and place):
            self.seen[sentence] = Sighting(place, text if is_filled else "")
        if text and not is_filled and not self.seen[sentence].example:
            self._bare.append((sentence, text))


def met(found: Sequence[Mapping[Sentence, Sighting]]) -> dict[Sentence, Sighting]:
    """Return the joint occurrences of several recordings: for each sentence its first place and its first example."""
    together: dict[Sentence, Sighting] = {}
    for sentence, seen in (pair for scene in found for pair in scene.items()):
        known = together.get(sentence, Sighting("", ""))
        together[sentence] = Sighting(known.place or seen.place, known.example or seen.example)
    return together


def commented(catalogue: Catalog, seen: Mapping[Sentence, Sighting], *, every: bool) -> None:
    """Write the recorded places and examples into the comments of a catalogue's sentences.

    Without `every`, only sentences whose comment holds nothing recorded yet are changed.
    """
    for message in sentences(catalogue):
        sighting = seen.get((message.context or "", forms(message.id)[0]), Sighting("", ""))
        if every or message.auto_comments == comment(message):
            message.auto_comments = comment(message, sighting.place, sighting.example)
