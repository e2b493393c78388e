"""The messages about options of a game that a host chose and can't have.

`say` are the texts of the game; if it is None, as for an uploaded file, keys and values are shown as they are typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from games.core.options import ANY
from text.input_vocabulary import folded
from text.protocol import RulesTexts
from text.translator import Translator
from text.users.player_names import safe

_CLOSE = 4
"""Most settings that are offered in place of one that there is not."""


def unknown(key: str, choices: Sequence[str], words: Translator, say: RulesTexts | None = None) -> str:
    """Return the message about an unknown option, with options of similar names, or else all options."""
    key = key[:40]
    close = _close(key, choices, say, words)
    if close:
        return words.say("There's no setting “{key}”. Did you mean: {choices}?", key=safe(key), choices=_options(close, say, words))
    return words.say("There's no setting “{key}”. Settings: {choices}.", key=safe(key), choices=_options(choices, say, words))


def bad(key: str, value: object, choices: Sequence[str], words: Translator, say: RulesTexts | None = None) -> str:
    """Return the message about a value that an option can't have, with the possible values."""
    return words.say(
        "“{value}” isn't possible here. {setting} can be: {choices}.",
        value=safe(str(value)[:40]),
        setting=_option(key, say, words),
        choices=", ".join(_name_to_type(_value(key, choice, say, words), choice) for choice in choices),
    )


def lonely(needs: tuple[str, str], key: str, words: Translator, say: RulesTexts | None = None) -> str:
    """Return the message about an option that has no effect without another one; `needs` is that option and its value."""
    needed, value = needs
    named = _option(needed, say, words) if value == ANY else _name_to_type(_value(needed, value, say, words), f"{needed}={value}")
    return words.say(
        "Choose {needed} first: without it, this has no effect: {setting}.",
        needed=named,
        setting=_option(key, say, words),
    )


def clash(key: str, value: str, other: str, other_value: str, words: Translator, say: RulesTexts | None = None) -> str:
    """Return the message about two values that exclude each other."""
    pairs = ((key, value), (other, other_value))
    first, second = (_name_to_type(_value(name, choice, say, words), f"{name}={choice}") for name, choice in pairs)
    return words.say("These settings rule each other out: {one} and {other}.", one=first, other=second)


REFUSALS: Mapping[str, Callable[..., str]] = {
    "unknown-option": unknown,
    "bad-option": bad,
    "option-needs": lonely,
    "option-clash": clash,
}
"""The sentence of each code that refuses an option."""


def _close(key: str, choices: Sequence[str], say: RulesTexts | None, words: Translator) -> list[str]:
    """Return the options whose key or name begins with the typed text or resembles it."""
    named = {folded(text): choice for choice in choices for text in (_name(choice, say, words), choice)}
    wanted = folded(key)
    begun = [choice for text, choice in named.items() if len(wanted) > 2 and text.startswith(wanted)]
    like = [named[text] for text in get_close_matches(wanted, named, _CLOSE, 0.7)]
    return list(dict.fromkeys((*begun, *like)))[:_CLOSE]


def _options(keys: Sequence[str], say: RulesTexts | None, words: Translator) -> str:
    return ", ".join(_option(key, say, words) for key in keys)


def _option(key: str, say: RulesTexts | None, words: Translator) -> str:
    return _name_to_type(_name(key, say, words), key)


def _name(key: str, say: RulesTexts | None, words: Translator) -> str:
    return say.option(key, words)[0] if say is not None else key


def _value(key: str, value: str, say: RulesTexts | None, words: Translator) -> str:
    try:
        return say.value(key, value, words) if say is not None else value
    except KeyError:  # a range of numbers, which is no value
        return value


def _name_to_type(name: str, written: str) -> str:
    """Return a name, followed in brackets by the text to type if that differs."""
    return name if name.casefold() == written else f"{name} (`{written}`)"
