"""The list of help topics, and the text of one of them, the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from text.clocks import time_controls
from text.help import about, table_help
from text.input_vocabulary import folded
from text.protocol import Misread
from text.translator import Translator

Topics = Mapping[str, tuple[str, str]]
"""Title and text of every topic, in the order of the list."""

LONGEST = 1900
"""Most characters of a topic in any language."""


COMMON: Mapping[str, tuple[str, Callable[[Translator], str]]] = {
    time_controls.KEY: (time_controls.TITLE, time_controls.text),
    **table_help.texts(),
    about.KEY: (about.TITLE, about.text),
}
"""Title and text of the topics that every game has, below its own."""


def titles(topics: Topics, words: Translator) -> Sequence[tuple[str, str]]:
    """Return (key, title) of all topics in the reader's language, first those of the game, then those of all games."""
    own = [(key, words.say(title)) for key, (title, _) in topics.items()]
    return [*own, *((key, words.say(title)) for key, (title, _) in COMMON.items())]


def _no_topics(_key: str) -> Sequence[str]:
    return ()


def text_on(
    topics: Topics,
    topic: str,
    words: Translator,
    more: Callable[[str], Sequence[str]] = _no_topics,
    params: Mapping[str, str] | None = None,
) -> str:
    """Return the text of a topic, named by its key or its title in English or the reader's language.

    `more` returns further sentences for the topic, and `params` are the values of the placeholders. Raises `Misread("no-topic")`
    for an unknown topic.
    """
    wanted = folded(topic)
    for key, (title, text) in topics.items():
        if wanted in (key, folded(title), folded(words.say(title))):
            return "\n".join([words.say(text, **(params or {})), *(words.say(sentence) for sentence in more(key))])
    for key, (title, written) in COMMON.items():
        if wanted in (key, folded(title), folded(words.say(title))):
            return written(words)
    raise Misread("no-topic", text=topic[:40], topics=tuple(title for _, title in titles(topics, words)))
