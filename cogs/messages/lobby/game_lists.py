"""Messages with lists of games: lobbies to choose from, a server's games, and the games that wait for the reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from discord.utils import format_dt

from cogs.messages.component_ids import Press
from cogs.messages.ephemeral_messages import refusal
from cogs.messages.message_parts import MAIN, Component, Message, SelectEntry, button, select
from cogs.messages.panels import HOUSE, PanelPage
from games.core.errors import RuleRefusedError
from service.match.eligibility import IMPORTED
from storage.rows import LOBBY, LOST, MatchId, MatchRow
from text.clocks import clock_texts
from text.labels import label
from text.lobby import game_list_texts, game_lookup
from text.play import game_panel_texts
from text.translator import Translator

ACROSS = 5
"""Most buttons in a row."""


ON_PAGE = 12
"""Games on one page of a list: what a phone shows without much scrolling."""


class OpenGame(NamedTuple):
    """A lobby in a list, with its title, the names of its players and its host's name."""

    match: MatchRow
    title: str
    players: Sequence[str]
    host: str


def lobby_question(rows: Sequence[OpenGame], verb: str, words: Translator, *, more: bool = False) -> Message:
    """Return a message that asks which lobby is meant, with a button for each that carries out `verb`.

    `more`: whether there are further lobbies that aren't listed.
    """
    listed = _add_lobby_lines(Message().say(f"**{game_lookup.which(words)}**"), rows, verb, words)
    return listed.say(f"-# {game_lookup.name_it(words)}" if more else "")


def _add_lobby_lines(message: Message, rows: Sequence[OpenGame], verb: str, words: Translator) -> Message:
    """Add a line and a button for each lobby, and return the message."""
    lines = [
        game_lookup.open_game(
            number, f"<#{row.match.channel_id}>", row.title, row.players, max(0, row.match.seats_wanted - len(row.players)), words
        )
        for number, row in enumerate(rows, 1)
    ]
    message.say(*lines)
    for start in range(0, len(rows), ACROSS):
        numbered = list(enumerate(rows, 1))[start : start + ACROSS]
        message.row(*(button(row.match, game_lookup.numbered(n, row.host, words), verb, version=0) for n, row in numbered))
    return message


class ListedGame(NamedTuple):
    """A match in a server's list, with its title, the names of its players, and whether it waits for the reader."""

    match: MatchRow
    title: str
    players: Sequence[str]
    is_asked: bool = False

    def state(self, words: Translator) -> str:
        """Return the match's state as text: the reader's turn, free seats, or its status."""
        if self.is_asked:
            return game_list_texts.your_turn(words)
        free = self.match.seats_wanted - len(self.players)
        if self.match.status == LOBBY and free > 0:
            return game_list_texts.seats_free(free, words)
        return game_list_texts.status(_state(self.match), words)


def games(rows: Sequence[ListedGame], shown: PanelPage[Any], words: Translator) -> Message:
    """Return a page of a server's games, with buttons to other pages and to begin a game.

    `rows`: the games on the page; `shown`: the page itself.
    """
    if not rows:
        return Message().say(game_list_texts.no_games(words)).row(*_beginnings(words)).framed(HOUSE)
    return (
        Message()
        .say(f"**{game_panel_texts.titles(words)}**", *(game_line(row, words) for row in rows), shown.told(words))
        .row(_openable(rows, words))
        .row(*shown.turns(lambda page: Press(MatchId(0), 0, "games", f"{page}"), words))
        .row(*_beginnings(words))
        .framed(HOUSE)
    )


def _beginnings(words: Translator) -> tuple[Component, ...]:
    """Return the buttons to begin a game in a server, search for players, open the overview page, and import a record."""
    return (
        button(None, label("open-game", words), "new", style=MAIN),
        button(None, label("find-players", words), "findform"),
        button(None, label("front-door", words), "doors"),
        button(None, label("import", words), "import"),
    )


def _openable(rows: Sequence[ListedGame], words: Translator) -> Component | None:
    """Return a select of the games on the page, which opens the chosen game's panel."""
    told = {row.match.id: " · ".join((row.state(words), *row.players)) for row in rows}
    lines = [SelectEntry(row.title, str(row.match.id), told[row.match.id]) for row in rows]
    return select(None, "open", lines, hint=game_panel_texts.open_hint(words))


def panel_button(match: MatchRow, words: Translator) -> Component:
    """Return the button that opens a match's panel, which also works in an archived thread, unlike commands."""
    return button(match, label("open", words), "open", version=0)


def _state(match: MatchRow) -> str:
    return IMPORTED if (match.result or {}).get(IMPORTED) else match.status


def game_line(row: ListedGame, words: Translator) -> str:
    """Return a match's line in a list.

    A match whose channel was lost is named by the number needed to continue it.
    """
    if row.match.status == LOST:
        return game_list_texts.lost_game_line(row.match.id, row.title, row.players, words)
    return game_list_texts.stated(f"<#{row.match.channel_id}>", row.title, row.players, row.state(words), words)


def turns(
    waiting: Sequence[tuple[MatchRow, str, Any]],
    words: Translator,
    lead: str = "",
    *,
    ends: Mapping[MatchId, datetime] | None = None,
) -> Message:
    """Return the list of matches that wait for the reader.

    `waiting`: (match, title, waiting since), longest wait first; `lead`: replaces the default title; `ends`: when running clocks
    run out, by match.
    """
    until = {match: clock_texts.until(format_dt(end, "f"), format_dt(end, "R"), words) for match, end in (ends or {}).items()}
    if not waiting:
        return Message().say(game_list_texts.no_turns(words))
    return Message().say(
        f"**{lead or game_list_texts.turns_title(len(waiting), words)}**",
        *(
            "\n".join(
                filter(None, (game_list_texts.turn_line(link(match), title, format_dt(since, "R"), words), until.get(match.id)))
            )
            for match, title, since in waiting
        ),
    )


def no_game_here(
    rows: Sequence[tuple[MatchRow, str]],
    asked: Collection[MatchId],
    joinable: Sequence[OpenGame],
    refused: RuleRefusedError,
    words: Translator,
    *,
    more: bool = False,
) -> Message:
    """Return the refusal in a channel without a match, with the reader's other matches and the lobbies to join.

    `rows`: the reader's matches and their titles; `asked`: those that wait for the reader; `more`: whether further lobbies aren't
    listed.
    """
    message = refusal(refused, words)
    if rows:
        message.say(
            f"**{game_list_texts.elsewhere(len(rows), words)}**",
            *(
                game_list_texts.elsewhere_line(f"<#{match.channel_id}>", title, match.status, words, asked=match.id in asked)
                for match, title in rows
            ),
        )
    if joinable:
        _add_lobby_lines(message.say(f"**{game_lookup.open_games(len(joinable), words)}**"), joinable, "join", words)
    return message.say(f"-# {game_list_texts.more(words)}" if more else "")


def link(match: MatchRow) -> str:
    """Return the URL of a match's channel, which also works in direct messages."""
    if match.guild_id is None:
        return f"https://discord.com/channels/@me/{match.channel_id}"
    return f"https://discord.com/channels/{match.guild_id}/{match.channel_id}"
