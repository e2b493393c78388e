"""Messages of matchmaking: the public list of search entries and open lobbies in a server, and the search form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from discord.utils import format_dt

from cogs.messages.form_fields import ChoiceField, Field, TextField
from cogs.messages.message_parts import GO, MAIN, Message, SelectEntry, button
from cogs.messages.play import substitutes
from cogs.messages.play.substitutes import FreeSeat
from service.lobby.matchmaking import SEATS
from storage.rows import MatchRow, SeekRow
from text.clocks import time_controls
from text.commands import OPTIONS
from text.labels import label
from text.lobby import game_form_texts, game_list_texts, game_lookup, matchmaking_texts
from text.translator import Translator

SHOWN = 15
"""Most wishes that are listed, each with a button."""
ANY = "-"
"""The value of a field where everything will do."""
ACROSS = 5
"""Most buttons in a row, and most open games that are listed."""


class NamedSeek(NamedTuple):
    """A search entry, with the names of its user and its game."""

    wish: SeekRow
    name: str
    game: str


class OpenLobby(NamedTuple):
    """A lobby with a free seat, as the list shows it."""

    match: MatchRow
    title: str
    players: Sequence[str]


def solo_choices(words: Translator) -> Message:
    """Return what can be played alone, for a user outside of servers that have the bot."""
    return (
        Message()
        .say(matchmaking_texts.only_in_servers(words))
        .row(
            button(None, label("try", words), "practice", style=MAIN),
            button(None, label("puzzle-of-the-day", words), "puzzle"),
        )
    )


def wish_list(
    wanted: Sequence[NamedSeek], lobbies: Sequence[OpenLobby], seats: Sequence[FreeSeat], lasts: timedelta, words: Translator
) -> Message:
    """Return the public list of search entries, open lobbies and free seats of running games.

    `lasts`: how long a search entry stays.
    """
    numbered = list(enumerate(wanted[:SHOWN], 1))
    lines = [
        matchmaking_texts.wish(n, row.name, row.game, row.wish, format_dt(row.wish.at + lasts, "R"), words) for n, row in numbered
    ]
    message = Message().say(f"**{matchmaking_texts.heading(words)}**", *(lines or [matchmaking_texts.nobody(words)]))
    for start in range(0, len(numbered), ACROSS):
        some = numbered[start : start + ACROSS]
        message.row(
            *(button(None, game_lookup.numbered(n, row.name, words), "seek", str(row.wish.user_id), style=GO) for n, row in some)
        )
    message.say(f"-# {matchmaking_texts.more(len(wanted) - SHOWN, words)}" if len(wanted) > SHOWN else "")
    if lobbies:
        games = list(enumerate(lobbies[:ACROSS], 1))
        told = [
            game_lookup.open_game(
                n, f"<#{row.match.channel_id}>", row.title, row.players, row.match.seats_wanted - len(row.players), words
            )
            for n, row in games
        ]
        message.say(f"**{matchmaking_texts.open_games(words)}**", *told)
        message.row(*(button(row.match, game_lookup.numbered(n, row.title, words), "join", version=0) for n, row in games))
    substitutes.add_free_seats(message, seats, words)
    message.say(f"-# {game_list_texts.more(words)}" if len(lobbies) > ACROSS or len(seats) > ACROSS else "")
    return message.say(f"-# {matchmaking_texts.how(words)}")


def form(games: Sequence[tuple[str, str]], words: Translator) -> list[Field]:
    """Return the fields of the search form: game (chosen from `games`, as name and value), pace, seats, languages and speed."""
    paces = [(matchmaking_texts.any_pace(words), ANY), *(offer for offer in time_controls.paces("", words) if "=" not in offer[1])]
    numbers = [
        (matchmaking_texts.any_number(words), ANY),
        *((game_form_texts.seats(number, words), str(number)) for number in SEATS),
    ]
    return [
        _choice_field("game", game_form_texts.which(words), game_form_texts.which_about(words), games),
        _choice_field("pace", game_form_texts.how_fast(words), matchmaking_texts.left_to_others(words), paces),
        _choice_field("players", matchmaking_texts.how_many(words), matchmaking_texts.left_to_others(words), numbers),
        TextField(matchmaking_texts.which_languages(words), "", False, 100, "languages", _setting_description("languages", words)),
        TextField(matchmaking_texts.how_slow(words), "", False, 20, "slowest", _setting_description("slowest", words), "12h"),
    ]


def _choice_field(key: str, name: str, about: str, offers: Sequence[tuple[str, str]]) -> ChoiceField:
    lines = [SelectEntry(offer, value, chosen=not number) for number, (offer, value) in enumerate(offers)]
    return ChoiceField(key, name, lines, about, open=0)


def _setting_description(key: str, words: Translator) -> str:
    return words.say(OPTIONS[f"find {key}"])
