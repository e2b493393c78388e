"""Checks of translation catalogues and of sentences in any language; each yields a text for every fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from babel.messages.catalog import Catalog, Message

from text.commands import COMMANDS
from text.message_markers import buttons, fields
from text.translations import Glossary, forms, sentences


def misfilled(catalogue: Catalog) -> Iterator[str]:
    """Yield translations whose placeholders differ from the source's."""
    for message in said(catalogue):
        wanted = [filled(text) for text in forms(message.id)]
        most, least = frozenset[str]().union(*wanted), frozenset.intersection(*wanted)
        spare = {"number"} if len(wanted) > 1 else set()  # "one tile" may say so in words
        for text in forms(message.string):
            try:
                has = filled(text)
            except ValueError as error:
                yield f"{error}: {text}"
                continue
            if not least - spare <= has <= most:
                yield f"fills in {', '.join(sorted(has)) or 'nothing'}, not {', '.join(sorted(most)) or 'nothing'}: {text}"


def misshapen(catalogue: Catalog) -> Iterator[str]:
    """Yield translations that lose formatting that Discord reads: commands, code, small print, line breaks, outer spaces."""
    for message in said(catalogue):
        source, own = forms(message.id), forms(message.string)
        for text in own:
            if (
                _shape(text) not in [_shape(letter) for letter in source]
                or not _commands(source[0]) <= _commands(text) <= _known_words()
            ):
                yield f"not the shape of its source {_shorten(message)}: {text}"


def straying(catalogue: Catalog, terms: Glossary) -> Iterator[str]:
    """Yield translations that deviate from the glossary's terms."""
    for message in said(catalogue):
        english, own = _plain_text(" ".join(forms(message.id))), " ".join(forms(message.string))
        yield from (f"says “{word.strip()}”: {own}" for word in terms.avoid if has_word(own, word))
        freed = {comment.removeprefix("term:").strip() for comment in message.user_comments if comment.startswith("term:")}
        for words, wanted in terms.terms.items():
            named = [word for word in words.split(", ") if has_word(english, word)]
            if named and not freed & set(words.split(", ")) and not any(part.casefold() in own.casefold() for part in wanted):
                yield f"“{named[0]}” is {' or '.join(wanted)}: {own}"


def said(catalogue: Catalog) -> Iterator[Message]:
    """Return the messages of a catalogue that have a translation."""
    return (message for message in sentences(catalogue) if any(forms(message.string)))


def filled(text: str) -> frozenset[str]:
    """Return the placeholders of a sentence, buttons included; raise ValueError for unmatched braces."""
    return frozenset(fields(text))


def has_word(text: str, word: str) -> bool:
    """Return whether `text` contains `word` as a whole word or phrase, ignoring case."""
    bare = word.strip()
    return bare.casefold() in text.casefold() and re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", text, re.IGNORECASE) is not None


def _plain_text(text: str) -> str:
    """Return the text without placeholders, code and commands."""
    return re.sub(r"\{[^}]*\}|`[^`]*`|(?<!\w)/[a-z][\w-]*( [a-z][\w-]*)?", " ", text)


def _shape(text: str) -> tuple[object, ...]:
    """Return the parts of a text that must be the same in every language: code, bold and small print marks, line breaks."""
    code = sorted(re.sub(r"\b(\d+)j\b", r"\1d", code) for code in re.findall(r"`([^`]*)`", text))  # a day in French
    marks = (text.count("**"), text.startswith("-# "), text.count("\n"))
    return (code, marks, text[:1].isspace(), text[-1:].isspace())


def _commands(text: str) -> frozenset[str]:
    """Return the first words of the commands that a text names."""
    return frozenset(re.findall(r"(?<![\w/<.])/([a-z]+)", re.sub(r"`[^`]*`", "", text)))


def _known_words() -> frozenset[str]:
    return frozenset(name.split()[0] for name in COMMANDS)


def _shorten(message: Message) -> str:
    return repr(forms(message.id)[0][:70])


# --- what is wrong with a sentence, in any language ------------------------------------------------------------------------

_BOLD = re.compile(r"(?<=.)\*\*([A-Z][^*{}]*)\*\*")
"""Buttons are bold within a line; headings begin one, and terms of the game are in lower case."""

_COUNTED = "ahead|cards|figures|meeples|points|tiles|turns"
"""Places that are filled with a number and its noun."""
_GLUED = re.compile(rf"\b(?:after|at|by|for|from|in|of|on|than|to|with|within|without) \{{(?:{_COUNTED})\}}(?! \w)|\}}s\b|[a-z]\{{")


def mislabelled(catalogue: Catalog, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield sentences that spell out a button's label instead of a placeholder, or name a button that does not exist.

    `labels` holds the labels of all buttons by key, in the language of the catalogue.
    """
    for message in sentences(catalogue):
        own = [text for text in forms(message.string) if text] or forms(message.id)
        for text in own:
            yield from (f"no button has the key “{key}”: {text}" for key in buttons(text) if key not in labels)
            spelled = [name for name in dict.fromkeys(labels.values()) if name in text and _names(text, name)]
            yield from (f"spells out the button “{name}”: {text}" for name in (*spelled, *_unknown(message, labels)))


def _unknown(message: Message, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield bold texts of an English sentence that look like a button although no button has that label."""
    return (name for text in forms(message.id) for name in _BOLD.findall(text) if name not in labels.values())


def _names(text: str, button: str) -> bool:
    """Return whether a sentence spells out a button: in bold within a line, in quotes, or after a verb such as press."""
    name = re.escape(button)
    pressed = r"[Pp]ress|[Uu]nder|with|the button|[Dd]ruk op|de knop|[Dd]rück auf|de[mnr] Knopf"
    return re.search(rf"(?<=.)\*\*{name}\*\*|[“„]{name}[”“]|\b(?:{pressed}) {name}(?!\w| [A-Z])", text) is not None


def glued(catalogue: Catalog) -> Iterator[str]:
    """Yield English sentences that can't be translated well.

    They have a counted noun after a preposition, which other languages inflect, or an ending or a verb that is glued to a
    placeholder.
    """
    for message in sentences(catalogue):
        yield from (text for text in forms(message.id) if _GLUED.search(text.replace("'s", "")))


def begun_after_colons(catalogue: Catalog, unfit: str) -> Iterator[str]:
    """Yield sentences with the wrong case after a colon for their language.

    English and Dutch go on with a small letter, German with a capital before a whole sentence. What explains typed text (`win: …`)
    may go either way.
    """
    pattern = re.compile(rf"^(?![`/]?[a-z-]+`?:)[^\n]*?: (?:\*\*)?({unfit})", re.MULTILINE)
    for message in sentences(catalogue):
        own = [text for text in forms(message.string) if text] or forms(message.id)
        yield from (
            f"“{beginnings[0]}”: {text}" for text in map(_plain_text, own) if unfit and (beginnings := pattern.findall(text))
        )


def avoided(catalogue: Catalog, words: Sequence[str]) -> Iterator[str]:
    """Yield English sentences that contain one of the forbidden `words` outside code."""
    for message in sentences(catalogue):
        for text in map(_plain_text, forms(message.id)):
            yield from (f"says “{word}”: {text}" for word in words if has_word(text, word))
