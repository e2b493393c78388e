"""Parsing of typed option values, such as keys, languages, members and hours; a refusal names the valid values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import discord

from cogs.app_context import AppContext
from cogs.refusals import InteractionRefused
from games.core.errors import IllegalActionError
from storage.rows import UserId
from text.input_vocabulary import folded
from text.lobby.option_errors import REFUSALS
from text.translator import Translator, languages
from text.users import preferences


@contextmanager
def game_words(app: AppContext, game_id: str) -> Iterator[None]:
    """Add the game's vocabulary to refusals of its options that are raised in the block."""
    try:
        yield
    except IllegalActionError as refused:
        if refused.code not in REFUSALS:
            raise
        raise IllegalActionError(refused.code, **refused.params, say=app.editions.explain[game_id]) from refused


def language(named: str) -> str:
    """Return the locale of the typed language: its name in that language, or its letters.

    Refuses `not-among`.
    """
    language_of = preferences.language_of(named)
    if language_of is None:
        raise InteractionRefused("not-among", value=named, choices=tuple(name for name, _ in preferences.offered("")))
    return language_of


def key_among(typed: str, named: Callable[[str], Mapping[str, str]], words: Translator) -> str:
    """Return the key that was typed: as the key itself, as its name in any language, or as the beginning of exactly one name.

    `named` returns the name of each key in a language. Refuses `not-among`.
    """
    wanted = folded(" ".join(typed.split()))
    every = [(key, folded(name)) for locale in languages() for key, name in named(locale).items()]
    for fits in (str.__eq__, str.startswith):
        keys = {key for key, name in every if fits(key, wanted) or fits(name, wanted)}
        if len(keys) == 1 and wanted:
            return keys.pop()
    raise InteractionRefused("not-among", value=typed, choices=tuple(named(words.locale).values()))


def member(typed: str, guild: discord.Guild | None) -> UserId:
    """Return the user id of the typed member: a mention, an id, or a member's name in the server.

    Refuses `no-such-person`.
    """
    plain = typed.strip().strip("<@!>")
    if plain.isdecimal() and len(plain) <= 20:
        return UserId(int(plain))
    discord_member = guild.get_member_named(plain) if guild is not None else None
    if discord_member is None:
        raise InteractionRefused("no-such-person", value=typed)
    return UserId(discord_member.id)


def hours(typed: str) -> tuple[str, str, str]:
    """Return (time zone, begin, end) of sleep hours typed as `Europe/Paris 23:00-7:00`, or as a time zone alone."""
    matched = re.fullmatch(r"(?P<zone>.*?)(?:[ ,]+(?P<begin>\d[\d:.]*(?: ?[ap]m)?) *[-–] *(?P<end>\d.*))?", typed.strip())
    return (matched["zone"], matched["begin"] or "", matched["end"] or "") if matched else (typed, "", "")
