"""What was recorded, in the comments that translators read above each sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babel.messages.catalog import Catalog

from text.examples import comment
from text.translations import forms, sentences
from tools.transcripts.recorder import Sentence, Sighting


def met(found: Sequence[Mapping[Sentence, Sighting]]) -> dict[Sentence, Sighting]:
    """Where each sentence was met first, and its first example."""
    together: dict[Sentence, Sighting] = {}
    for sentence, seen in (pair for scene in found for pair in scene.items()):
        known = together.get(sentence, Sighting("", ""))
        together[sentence] = Sighting(known.place or seen.place, known.example or seen.example)
    return together


def commented(catalogue: Catalog, seen: Mapping[Sentence, Sighting], *, every: bool) -> None:
    """Give sentences of the template what was recorded of them: those whose comment was made, or of all of them with `every`."""
    for message in sentences(catalogue):
        found = seen.get((message.context or "", forms(message.id)[0]), Sighting("", ""))
        if every or message.auto_comments == comment(message):
            message.auto_comments = comment(message, found.place, found.example)
