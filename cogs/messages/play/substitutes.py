"""Messages about free seats: the public offer, the list in a server, and the private briefing of a substitute."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from discord.utils import format_dt

from cogs.match_context import MatchContext
from cogs.messages.message_parts import GO, MAIN, Component, Message, Picture, button
from cogs.messages.play.turn_messages import overview
from games.core.game import Seat
from service.clocks.clock_service import ClockView
from storage.rows import MatchRow
from text.labels import label
from text.lobby import game_lookup
from text.play import substitutes as said
from text.translator import Translator

ACROSS = 5
"""Most games that are listed, each with a button."""


class FreeSeat(NamedTuple):
    """A match with seats that can be taken over; its button offers the first of them."""

    match: MatchRow
    title: str
    names: Sequence[str]
    """Who lost them."""
    seat: Seat


def offer(message: Message, context: MatchContext, seat: Seat, picture: Picture | None) -> Message:
    """Add the state of the match to the message about a lost seat, for possible substitutes.

    The button to take over the seat is added elsewhere, with the others.
    """
    lines = said.offer(
        context.names[seat],
        context.say.progress(context.view, context.words),
        context.say.standings(context.view, context.names, context.words),
        context.words,
    )
    return message.say(*lines).show(picture)


def add_free_seats(message: Message, rows: Sequence[FreeSeat], words: Translator) -> None:
    """Add the running matches with free seats to a list of open games, a line and a button each."""
    if not rows:
        return
    some = list(enumerate(rows[:ACROSS], 1))
    lines = [said.line(n, f"<#{row.match.channel_id}>", row.title, row.names, words) for n, row in some]
    message.say(f"**{said.heading(words)}**", *lines)
    named = [(row, game_lookup.numbered(n, label("take-over", words), words)) for n, row in some]
    message.row(*(button(row.match, name, "takeover", str(row.seat)) for row, name in named))


def briefing(context: MatchContext, picture: Picture | None, clock: ClockView | None) -> Message:
    """Return a substitute's briefing: board, points, figures, tiles left, the clock and, if the aids allow, open features."""
    words, forecast, stock = context.words, context.edition.words.forecast, context.edition.words.stock
    message = Message().say(said.welcome(words)).show(picture)
    message.say(
        context.say.panel(context.view, context.names, words),
        context.say.progress(context.view, words),
        stock.count(context.view, words) if stock else "",
        forecast.ahead(context.view, context.names, words) if forecast else "",
    )
    message.say(*_whose_turn(context, clock))
    main = (
        button(context.match, label(context.say.act(context.view), words), "place", style=MAIN, version=context.version)
        if context.is_asked
        else None
    )
    return message.row(
        main,
        overview(context),
        button(context.match, label("score", words), "score", version=context.version),
        button(context.match, stock.label(words), "tiles", version=context.version) if stock else None,
        button(context.match, label("more", words), "more", version=context.version),
    )


def _whose_turn(context: MatchContext, clock: ClockView | None) -> list[str]:
    if not context.is_asked:
        return [said.next_to_move(context.waited_for, context.words)] if context.asked else []
    question = context.say.ask(context.view, context.names, context.words, viewer=context.viewer)
    if clock is None or clock.deadline is None:
        return [question]
    return [question, said.your_clock(format_dt(clock.deadline, "f"), format_dt(clock.deadline, "R"), context.words)]


def take_over_button(match: MatchRow, seat: Seat, words: Translator) -> Component:
    """Return the button that takes over this seat."""
    return button(match, label("take-over", words), "takeover", str(seat), style=GO)
