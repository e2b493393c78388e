"""The settings of a game, from its schema: as a line, as a list. Knows options, not games."""

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
    """Return the game's title: "Winter edition + Inns & Cathedrals"."""
    return edition.words.explain.title(non_default_options(edition.game.schema(), edition.game.options(match.options)), words)


def title_or_id(app: AppContext, match: MatchRow, words: Translator) -> str:
    """Return the game's title; where the game or a setting is unknown here, the game's id."""
    return title_and_settings(app, match, words)[0]


def title_and_settings(app: AppContext, match: MatchRow, words: Translator) -> tuple[str, list[str]]:
    """Return the title and every setting; of an unknown game the id and what was stored."""
    try:
        edition = app.edition(match)
        return title(match, edition, words), all_settings(match, edition, words)
    except RuleRefusedError:
        return match.game, [lobby_texts.setting(key, value, words) for key, value in match.options.items()]


def unusual_options(match: MatchRow, edition: Edition, words: Translator, without: Sequence[str] = ()) -> list[str]:
    """Return the unusual options, a line each, `without` those of these keys."""
    game, say = edition.game, edition.words.explain
    changed = non_default_options(game.schema(), game.options(match.options))
    return [
        lobby_texts.setting(say.option(option.key, words)[0], value(say, option, changed[option.key], words), words)
        for option in game.schema()
        if option.key in changed and option.key not in without
    ]


def value(say: RulesTexts, option: Option, text: str, words: Translator) -> str:
    """Return a value in words; sets as a list."""
    if option.kind == "set":
        return words.list([say.value(option.key, part, words) for part in text.split(",") if part]) or lobby_texts.none(words)
    return say.value(option.key, text, words)


def all_settings(match: MatchRow, edition: Edition, words: Translator) -> list[str]:
    """Return every setting that has a meaning in this game, usual ones included."""
    say, given = edition.words.explain, edition.game.options(match.options)
    texts = match.options
    return [
        lobby_texts.setting(say.option(option.key, words)[0], value(say, option, texts[option.key], words), words)
        for option in edition.game.schema()
        if holds(option.needs, given) and option.key in texts
    ]


def terms(match: MatchRow, words: Translator) -> list[str]:
    """Return every term of a match, a line each."""
    return [
        lobby_texts.setting(time_controls.name(key, words)[0], time_controls.value(key, text, words), words)
        for key, text in time_controls.listed(match.terms).items()
    ]


def settings_page(match: MatchRow, edition: Edition, words: Translator, lead: str) -> Message:
    """Return the settings as they are, for reading."""
    return Message().say(lead, f"**{title(match, edition, words)}**", *all_settings(match, edition, words), *terms(match, words))
