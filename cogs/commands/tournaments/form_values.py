"""Parsing of values for tournament actions: from a form, or typed after an action as `most=16 preview=2h`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from cogs import interaction_info
from cogs.interactions import option_parsing
from cogs.interactions.requests import Request
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from service.lobby.match_terms import duration
from service.tournaments.tournament_settings import CHOICES, SettingInput, without
from storage.rows import UserId

WHO = "who"
"""The field, and the option, that names people."""
_KEY = re.compile(r"(?:^|\s)[a-z][a-z_-]*=", re.IGNORECASE)
FREE = ("stages", "pace", "rules", "own-rules", "reason", "because", "text")
"""Keys whose values may hold a `=` of their own."""
YES, NO = ("yes", "on", "true", "1", "ja"), ("no", "off", "false", "0", "nee", "nein")


def filled_fields(request: Request, keys: Sequence[str], lead: str = "") -> dict[str, str]:
    """Return the values of a submitted form by key, including empty ones, or those of a typed text.

    Text before the first key of a typed text belongs to the key `lead`. Refuses `not-among` for an unknown key.
    """
    if request.is_form:
        return {key: ",".join(values) for key, values in request.fields.items()}
    return {**typed_pairs(request.choice, keys, lead), **{key: ",".join(values) for key, values in request.fields.items()}}


def typed_pairs(text: str, keys: Sequence[str], lead: str = "") -> dict[str, str]:
    """Return the values of a typed text by key, such as `16 preview=2h name=Spring Cup`.

    Text before the first key belongs to the key `lead`. Refuses `not-among` for an unknown key, except within values that may
    contain such pairs themselves.
    """
    first, *parts = re.split(rf"(?:^|\s)({'|'.join(map(_pattern, keys)) or '(?!)'})\s*=", text, flags=re.IGNORECASE)
    values = {lead: first.strip()} if first.strip() and lead else {}
    if first.strip() and not lead:
        raise InteractionRefused("not-among", value=first.strip(), choices=_offered_values(keys))
    values |= {name.casefold().replace("_", "-"): value.strip() for name, value in zip(parts[::2], parts[1::2], strict=True)}
    for key, value in values.items():
        if key not in FREE and (strange := _KEY.search(value)):
            raise InteractionRefused("not-among", value=strange[0].strip(), choices=_offered_values(keys))
    return values


def _pattern(key: str) -> str:
    return re.escape(key).replace(r"\-", "[-_]")


def _offered_values(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{key}=" for key in keys)


def named_people(request: Request, filled: Mapping[str, str], key: str = WHO) -> list[UserId]:
    """Return the ids of the users named under `key`. Refuses `no-such-person`."""
    return [option_parsing.member(word, request.guild) for word in re.split(r"[,\s]+", filled.get(key, "")) if word]


def number(text: str, most: int = 1_000_000) -> int:
    """Return a number of 0 or more; an empty text is 0. Refuses `bad-value`."""
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or int(text) > most:
        raise InteractionRefused("bad-value", value=text)
    return int(text)


def switch(text: str) -> bool:
    """Return the typed yes or no as a bool. Refuses `not-among`."""
    if text.strip().casefold() in (*YES, *NO):
        return text.strip().casefold() in YES
    raise InteractionRefused("not-among", value=text, choices=("yes", "no"))


def role(text: str, guild: discord.Guild | None) -> int | None:
    """Return the id of the typed role, given by mention, id or name; None for an empty text. Refuses `not-among`."""
    plain = text.strip().strip("<@&>")
    if not plain or plain.casefold() == "none":
        return None
    roles = [] if guild is None else [each_role for each_role in guild.roles if not each_role.is_default()]
    role_id = next(
        (each_role.id for each_role in roles if plain.casefold() in (str(each_role.id), each_role.name.casefold())), None
    )
    if role_id is None:
        raise InteractionRefused("not-among", value=text, choices=tuple(each_role.name for each_role in roles[:25]))
    return role_id


def rating(text: str) -> tuple[int, int]:
    """Return the least and the greatest rating of a typed range: `1200-1800`, `1200-` or `-1800`.

    An empty text means no limit. Refuses `bad-value`.
    """
    matched = re.fullmatch(r"\s*(\d{0,5})\s*[-–]?\s*(\d{0,5})\s*", text)
    if matched is None:
        raise InteractionRefused("bad-value", value=text)
    return int(matched[1] or 0), int(matched[2] or 0)


def score_of(text: str) -> tuple[int, int] | None:
    """Return the points of a typed score such as `71-64`; None for an empty text. Refuses `bad-score`."""
    if not text.strip():
        return None
    matched = re.fullmatch(r"\s*(\d{1,4})\s*[-–:]\s*(\d{1,4})\s*", text)
    if matched is None:
        raise Refusal("bad-score")
    return int(matched[1]), int(matched[2])


def settings(given: Mapping[str, str], guild: discord.Guild | None) -> dict[str, Any]:
    """Return the given tournament settings, by field name of `TournamentSettings`; `name` is the tournament's name."""
    chosen_settings: dict[str, Any] = {}
    for choice, text in ((CHOICES[key], text) for key, text in given.items() if key in CHOICES):
        if choice.given is SettingInput.NOT:
            chosen_settings |= without(choice.fields) if switch(text) else {}
        elif choice.given is SettingInput.RANGE:
            chosen_settings |= zip(choice.fields, rating(text), strict=True)
        elif choice.given is SettingInput.NUMBER:
            chosen_settings[choice.fields[0]] = number(text, choice.high)
        elif text.strip() or choice.given is SettingInput.ROLE:
            chosen_settings[choice.fields[0]] = _READ[choice.given](text, guild)
    return chosen_settings


_READ: Mapping[SettingInput, Callable[[str, discord.Guild | None], Any]] = {
    SettingInput.TEXT: lambda text, _guild: text.strip(),
    SettingInput.SWITCH: lambda text, _guild: switch(text),
    SettingInput.LENGTH: lambda text, _guild: duration(text),
    SettingInput.DELAY: lambda text, _guild: interaction_info.now() + duration(text),
    SettingInput.ROLE: role,
}
