"""The parser and the completions of what a host types to set up a game: its id, preset, expansions and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.core.options import Option
from text.input_vocabulary import folded
from text.message_templates import labelled
from text.protocol import CHOICES, DETAIL, GamePreset, RulesTexts, cut
from text.translator import Translator

Offer = tuple[str, str]


def given(*, expansions: str | None = None, rules: str | None = None) -> dict[str, str]:
    """Return the options that a host typed, as text for `Game.options`, which refuses invalid ones.

    `rules` are further options: `farmers=off, small_city=2`. A single word such as `farmers` switches an option on. A word after a
    comma without a space, or a number, belongs to the value before: `towns=a,c`, `animal_table=3, 6, 9`.
    """
    options: dict[str, str] = {}
    key = ""
    for word, glued in _settings(rules or ""):
        if key and "=" not in word and ":" not in word and (glued or word.isdecimal()):
            options[key] += f",{word}"
            continue
        name, _, value = word.partition("=") if "=" in word else word.partition(":")
        key = name.strip().lower()
        options[key] = value.strip() or "on"
    if expansions:
        options["expansions"] = expansions.strip().lower()
    return options


def _settings(rules: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a list of settings, each with whether it follows the word before after a comma without a space."""
    for text in rules.split():
        parts = [part for part in text.split(",") if part]
        yield from ((part, number > 0) for number, part in enumerate(parts))


def game(text: str | None, games: Mapping[str, RulesTexts], words: Translator | None = None) -> str:
    """Return the id of the game that a text names, or of the first game for no text.

    An unknown name is returned as it is, so that the caller refuses it.
    """
    if not text:
        return next(iter(games))
    wanted = folded(text)
    for game_id, explain in games.items():
        if wanted in (game_id, folded(explain.name(words)) if words else game_id):
            return game_id
    return wanted


def preset(text: str, known: Mapping[str, RulesTexts], words: Translator) -> tuple[str, GamePreset] | None:
    """Return the game's id and the preset that a text names by key or name; None if it names neither preset nor game.

    The name of a game gives a preset without options.
    """
    wanted = folded(" ".join(text.split()))
    for game_id, game_preset in _presets(known):
        if wanted in (game_preset.key, folded(game_preset.name), folded(words.say(game_preset.name))):
            return game_id, game_preset
    game_id = game(wanted, known, words)
    return (game_id, GamePreset(game_id, "", "")) if game_id in known else None


def presets(current: str, known: Mapping[str, RulesTexts], words: Translator) -> list[Offer]:
    """Return (name, key) of the presets whose name or key contains the typed text."""
    presets = [(words.say(preset.name), preset.key) for _, preset in _presets(known)]
    return [offer for offer in presets if folded(current) in folded(f"{offer[0]} {offer[1]}")][:CHOICES]


def _presets(known: Mapping[str, RulesTexts]) -> list[tuple[str, GamePreset]]:
    return [(game_id, preset) for game_id, explain in known.items() for preset in explain.presets()]


def games(current: str, known: Mapping[str, RulesTexts], words: Translator) -> list[Offer]:
    """Return (name, id) of the games whose name or id contains the typed text."""
    wanted = folded(current)
    named = [(explain.name(words), game_id) for game_id, explain in known.items()]
    return [offer for offer in named if wanted in folded(offer[0]) or wanted in offer[1]]


def offers(option: str, current: str, schema: Sequence[Option], say: RulesTexts, words: Translator) -> list[Offer]:
    """Return the (label, value) completions of an option of a game, or of `rules`, the list of all options."""
    by_key = {o.key: o for o in schema}
    if option == "rules":
        lines = _rules(current, [o for o in schema if o.key != "expansions"], say, words)
    elif option not in by_key:
        lines = []
    elif by_key[option].kind == "set":
        lines = _one_more_offers(current, by_key[option], say, words)
    else:
        lines = [(say.value(option, choice, words), choice) for choice in by_key[option].choices]
        lines = [offer for offer in lines if folded(current) in folded(f"{offer[0]} {offer[1]}")]
    return [(cut(label, DETAIL), value[:DETAIL]) for label, value in lines[:CHOICES]]


def _one_more_offers(current: str, option: Option, say: RulesTexts, words: Translator) -> list[Offer]:
    """Return completions of a list of values: the valid ones typed so far, with one more each."""
    texts = [word.strip().lower() for word in current.split(",")]
    kept = [word for word in texts if word in option.choices]
    start = folded(texts[-1]) if texts[-1] not in kept else ""
    offers: list[Offer] = []
    for box, inside in option.bundles:
        name = say.value(option.key, box, words)
        if not kept and start in folded(f"{name} {box}"):
            parts = " + ".join(say.value(option.key, choice, words) for choice in inside)
            offers.append((labelled(name, parts, words), ",".join(inside)))
    for choice in option.choices:
        name = say.value(option.key, choice, words)
        if choice not in kept and start in folded(f"{name} {choice}"):
            names = [say.value(option.key, k, words) for k in (*kept, choice)]
            offers.append((" + ".join(names), ",".join((*kept, choice))))
    return offers


def _rules(current: str, schema: Sequence[Option], say: RulesTexts, words: Translator) -> list[Offer]:
    """Return completions of a list of settings: those typed so far, with one more that is not the default."""
    *before, last = current.replace(",", " ").split(" ")
    done = " ".join(word for word in before if word)
    rules: list[Offer] = []
    for option in schema:
        for value in _values(option):
            setting = f"{option.key}={value}"
            label = words.say(
                "{option}: {value}", option=say.option(option.key, words)[0], value=say.value(option.key, value, words)
            )
            if option.key not in done and folded(last) in folded(f"{setting} {label}"):
                rules.append((label, f"{done} {setting}".strip()))
    return rules


def _values(option: Option) -> tuple[str, ...]:
    """Return the values of an option other than the default."""
    if option.kind == "number":
        return tuple(str(n) for n in range(option.low, option.high + 1) if n != option.default)
    if option.kind in ("choice", "flag"):
        return tuple(value for value in option.fits() if value != option.write(option.default))
    return ()
