"""Private messages to one user: refusals, apologies, confirmations and help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from discord.utils import format_dt

from cogs import bot_permissions
from cogs.match_context import MatchContext
from cogs.messages.message_parts import MAIN, Component, Link, Message, Picture, SelectEntry, button, select
from cogs.messages.panels import HOUSE
from editions.edition import Edition
from games.core.errors import RuleRefusedError
from storage.rows import LOBBY, RUNNING, MatchRow
from text.help import about
from text.labels import label
from text.play import plans, turn_texts, view_texts, vote_texts
from text.refusals import refusal as sentence
from text.translator import Translator
from text.users.player_names import safe

STEPS = 3
"""Most next steps in /help."""


def refusal(refused: RuleRefusedError, words: Translator) -> Message:
    """Return the message for a refusal: why the request was refused, and what would be valid."""
    message = Message().say(sentence(refused.code, refused.params, words))
    if refused.code == "on-vacation":
        message.row(button(cast(MatchRow, refused.params.get("match")), label("back-here", words), "backhere"))
    return message


def apology(number: str, words: Translator, *, unchanged: bool) -> Message:
    """Return the apology for a program error with its log id; `unchanged` tells whether nothing was saved."""
    return Message().say((about.apology_unchanged if unchanged else about.apology)(number, words))


def busy(words: Translator) -> Message:
    """Return the message for a request that failed because the database is unavailable."""
    return Message().say(about.busy(words))


def unsure(words: Translator) -> Message:
    """Return the message for a request that may or may not have been saved, as the database failed while saving."""
    return Message().say(about.unsure(words))


def note(*lines: str) -> Message:
    """Return a message of these text lines."""
    return Message().say(*lines)


def draft_of(context: MatchContext, lines: Sequence[str]) -> Message:
    """Return the public answer to a typed move: `lines` about its draft, and the button that opens the draft's preview."""
    return (
        Message()
        .say(*lines)
        .row(button(context.match, label("open-draft", context.words), "draft", style=MAIN, version=context.version))
    )


def suggested_moves(here: MatchRow | None, waiting: Sequence[MatchRow], words: Translator, *, in_server: bool) -> list[Component]:
    """Return buttons for up to `STEPS` next things to do, the most relevant first.

    The candidates are a match that waits for the user, the match of this channel, a practice game, and a new game or, outside of
    servers that have the bot, the puzzle of the day.
    """
    items: list[Component] = []
    if waiting:
        items.append(button(waiting[0], label("your-turn", words), "place", style=MAIN))
    if here is not None and here.status == LOBBY:
        items.append(button(here, label("join", words), "join", version=0))
    if here is not None and here.status == RUNNING:
        items.append(button(here, label("this-game", words), "more"))
    items.append(button(None, label("try", words), "practice"))
    other = ("open-game", "new") if in_server else ("puzzle-of-the-day", "puzzle")
    items.append(button(None, label(other[0], words), other[1]))
    return items[:STEPS]


def help_topics(edition: Edition, words: Translator, options: Mapping[str, str] | None = None) -> Component | None:
    """Return a select of all help topics of a game; None if it has none."""
    lines = [SelectEntry(title, key) for key, title in edition.words.explain.topics(words, options)]
    return select(None, "help", lines, edition.game.id, hint=label("topic", words))


def help_page(
    edition: Edition, topic: str, words: Translator, options: Mapping[str, str] | None = None, legend: Picture | None = None
) -> Message:
    """Return a help topic of a game with the select of all topics.

    An empty `topic` means the first one. `legend`: picture for the topic about reading the board.
    """
    say = edition.words.explain
    lines = [SelectEntry(title, key, chosen=key == topic) for key, title in say.topics(words, options)]
    return (
        Message()
        .say(say.help(topic or lines[0].value, words, options))
        .show(legend)
        .say(legend.alt if legend else "")
        .row(select(None, "help", lines, edition.game.id, hint=label("topic", words)))
    )


def help_foot(page: Message, application_id: int, words: Translator) -> Message:
    """Add links below a help page, and return the page.

    The links add the bot to a server, with the permissions that it uses, or to the reader's own account.
    """
    to_server = Link(label("add-server", words), bot_permissions.invitation(application_id))
    to_person = Link(label("add-account", words), bot_permissions.personal_invitation(application_id))
    return page.line_below().row(to_server, to_person).framed(HOUSE)


def open_board(url: str, words: Translator) -> Message:
    """Return a message with the reader's personal link to the board in the browser."""
    return Message().say(view_texts.own_link(words)).row(board_link(url, words))


def board_link(url: str, words: Translator) -> Link:
    """Return the link button that opens the board in the browser."""
    return Link(label("open-board", words), url)


def passing(match: MatchRow, at: datetime, words: Translator, others: Sequence[MatchRow] = ()) -> Message:
    """Return the answer to a confirmed move that can still be taken back until `at`.

    `others`: further matches that wait for the user, of which the first gets a button.
    """
    return (
        Message()
        .say(turn_texts.passing(format_dt(at, "R"), words))
        .row(
            button(match, label("take-back", words), "takeback"),
            button(match, label("pass", words), "pass"),
            button(others[0], label("next-game", words), "place") if others else None,
        )
    )


def vote_answer(match: MatchRow, closes_at: datetime | None, words: Translator) -> Message:
    """Return the answer to a vote.

    `closes_at`: when the votes are counted; None if they have been counted already.
    """
    kept = vote_texts.kept(format_dt(closes_at, "R"), words) if closes_at is not None else vote_texts.closed(words)
    return Message().say(kept).row(button(match, label("change-vote", words), "place") if closes_at is not None else None)


def guess_answer(match: MatchRow, names: Sequence[str], words: Translator, *, grades: bool) -> Message:
    """Return the answer to a guess.

    `names`: players whose move was guessed; `grades`: whether guesses are graded during the match.
    """
    again = button(match, label("change-guess", words), "guess")
    own = button(match, label("my-guesses", words), "guesses") if grades else None
    kept = vote_texts.guess_kept_soon if grades else vote_texts.guess_kept
    return Message().say(kept(words.list([safe(name) for name in names]), words)).row(again, own)


def plan_kept(match: MatchRow, base: str, words: Translator, *, plays: bool) -> Message:
    """Return the answer to a confirmed plan for a future turn.

    `plays`: whether the plan will be played automatically; otherwise a button plays it.
    """
    message = Message().say((plans.played_then if plays else plans.kept)(words), plans.lasts(words))
    play = None if plays else button(match, label("play-plan", words), "playplan", base)
    return message.row(play, button(match, label("change-plan", words), "place"))


def with_plan(message: Message, match: MatchRow, words: Translator) -> Message:
    """Add the button that plans the user's next turn, and return the message."""
    return message.row(button(match, label("plan", words), "place"))


def turn_done(names: Sequence[str], words: Translator, *, over: bool, mine: bool, others: Sequence[MatchRow]) -> Message:
    """Return the answer to a confirmed move: who moves next, and a button to the user's next waiting match.

    `mine`: whether the user moves again; `over`: whether the match has ended; `others`: other matches that wait for the user.
    """
    sentence = turn_texts.your_turn_again(words) if mine else turn_texts.turn_over(None if over else words.list(names), words)
    message = Message().say(sentence)
    if others:
        message.row(button(others[0], label("next-game", words), "place"))
    return message
