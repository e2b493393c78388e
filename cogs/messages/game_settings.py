"""Texts about a match's settings, generated from the game's option schema, the same for every game."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.app_context import AppContext
from cogs.messages.message_parts import Message
from editions.edition import Edition
from games.core.errors import RuleRefusedError
from games.core.options import Option, holds, non_default_options
from storage.rows import MatchRow
from text.clocks import time_controls
from text.lobby import lobby_texts
from text.protocol import RulesTexts
from text.translator import Translator


def title(match: MatchRow, edition: Edition, words: Translator) -> str:
    """Return the match's title: the game with its expansions, such as "Winter edition + Inns & Cathedrals"."""
    return edition.words.explain.title(non_default_options(edition.game.schema(), edition.game.options(match.options)), words)


def title_or_id(app: AppContext, match: MatchRow, words: Translator) -> str:
    """Return the match's title; the game's id if this program doesn't know the game or one of its settings."""
    return title_and_settings(app, match, words)[0]


def title_and_settings(app: AppContext, match: MatchRow, words: Translator) -> tuple[str, list[str]]:
    """Return the match's title and a line for each setting.

    For an unknown game: its id, and the stored settings.
    """
    try:
        edition = app.edition(match)
        return title(match, edition, words), all_settings(match, edition, words)
    except RuleRefusedError:
        return match.game, [lobby_texts.setting(key, value, words) for key, value in match.options.items()]


def unusual_options(match: MatchRow, edition: Edition, words: Translator, without: Sequence[str] = ()) -> list[str]:
    """Return a line for each option that differs from its default, except for the option keys in `without`."""
    game, say = edition.game, edition.words.explain
    changed = non_default_options(game.schema(), game.options(match.options))
    return [
        lobby_texts.setting(say.option(option.key, words)[0], value(say, option, changed[option.key], words), words)
        for option in game.schema()
        if option.key in changed and option.key not in without
    ]


def value(say: RulesTexts, option: Option, text: str, words: Translator) -> str:
    """Return an option's value as text in the user's language; several values as a list."""
    if option.kind == "set":
        return words.list([say.value(option.key, part, words) for part in text.split(",") if part]) or lobby_texts.none(words)
    return say.value(option.key, text, words)


def all_settings(match: MatchRow, edition: Edition, words: Translator) -> list[str]:
    """Return a line for each option that applies to this match, including those with default values."""
    say, given = edition.words.explain, edition.game.options(match.options)
    texts = match.options
    return [
        lobby_texts.setting(say.option(option.key, words)[0], value(say, option, texts[option.key], words), words)
        for option in edition.game.schema()
        if holds(option.needs, given) and option.key in texts
    ]


def terms(match: MatchRow, words: Translator) -> list[str]:
    """Return a line for each of the match's terms, such as pace and visibility."""
    return [
        lobby_texts.setting(time_controls.name(key, words)[0], time_controls.value(key, text, words), words)
        for key, text in time_controls.listed(match.terms).items()
    ]


def settings_page(match: MatchRow, edition: Edition, words: Translator, lead: str) -> Message:
    """Return a read-only message with all settings of a match, below `lead`."""
    return Message().say(lead, f"**{title(match, edition, words)}**", *all_settings(match, edition, words), *terms(match, words))
