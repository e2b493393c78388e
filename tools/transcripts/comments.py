"""What translators read above a sentence: where it is shown, and one example as the program composed it."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from babel.messages.catalog import Catalog, Message

from text.commands import COMMANDS, OPTIONS
from text.labels import LABELS
from text.marking import apart
from text.template import ROOT
from text.translations import forms, sentences
from tools.transcripts.recorder import Sentence, Sighting

EXAMPLE = 115
"""Characters of an example at most."""


def met(found: Sequence[Mapping[Sentence, Sighting]]) -> dict[Sentence, Sighting]:
    """Where each sentence was met first, and its first example."""
    together: dict[Sentence, Sighting] = {}
    for sentence, seen in (pair for scene in found for pair in scene.items()):
        known = together.get(sentence, Sighting("", ""))
        together[sentence] = Sighting(known.place or seen.place, known.example or seen.example)
    return together


def declared() -> dict[Sentence, str]:
    """Where a sentence is read that stands in a table of commands or labels, whether it was met or not."""
    places = {said: f"description of the option {name.split()[-1]} of /{name.rpartition(' ')[0]}" for name, said in OPTIONS.items()}
    places |= {said: f"description of /{name}" for name, said in COMMANDS.items()}
    places |= dict.fromkeys(LABELS.values(), "button, heading of a list or of a form")
    return {apart(said): place for said, place in places.items()}


def commented(catalogue: Catalog, seen: Mapping[Sentence, Sighting], *, anew: bool) -> None:
    """Give each sentence of the template its comment: where it is read, and the example."""
    known = declared()
    for message in sentences(catalogue):
        sentence = (message.context or "", forms(message.id)[0])
        if anew or not message.auto_comments:
            message.auto_comments = list(_comment(message, known.get(sentence, ""), seen.get(sentence)))


def _comment(message: Message, declared: str, seen: Sighting | None) -> Iterator[str]:
    place = declared or (seen.place if seen else "")
    yield f"Where: {place or _topic(message)}"
    if seen is not None and seen.example and seen.example not in forms(message.id):
        yield f"Example: {textwrap.shorten(seen.example, EXAMPLE, placeholder=' …')}"


def _topic(message: Message) -> str:
    """What the file of a sentence is about that was not met: the first line of its docstring."""
    file = min(path for path, _ in message.locations)
    docstring = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or file
    return f"not met while recording; its file: {textwrap.shorten(docstring.splitlines()[0], EXAMPLE - 40, placeholder=' …')}"
