"""Our own emojis: the signs that the text may show at present, and how messages come by them.

Discord lets an application own emojis that only it can use. Which of them there are is learnt, and what is missing is added, in
the background (`cogs.background.signs`); until a sign is there, its place is taken by what the words have for it.
"""

from __future__ import annotations

from text.language import Words


class Emojis:
    """What each sign is written as, by name: one for as long as the program runs."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._words: dict[str, Words] = {}

    def put(self, sign: str, emoji: str) -> None:
        """From now on the sign is shown so: `<:name:id>`."""
        self._shown[sign] = emoji

    def words(self, plain: Words) -> Words:
        """The words of a language with all signs that there are, those that are still to come included."""
        if plain.locale not in self._words:
            self._words[plain.locale] = plain.illustrated(self._shown)
        return self._words[plain.locale]

    def __len__(self) -> int:
        return len(self._shown)
