"""Private messages that show a match to one reader: board, hand, scores and tiles, as pictures and as text."""

from __future__ import annotations

from cogs.match_context import MatchContext
from cogs.messages.message_parts import MAIN, Message, Picture, button
from cogs.messages.play import turn_messages
from cogs.refusals import InteractionRefused
from editions.edition import Edition
from text.commands import VIEWS
from text.input_vocabulary import folded
from text.labels import label
from text.lobby import lobby_texts
from text.play import game_panel_texts, turn_texts, view_texts
from text.protocol import HandTexts
from text.translator import Translator

FEATURES = "features"
"""The view that tells who stands where, in sentences."""


LEGEND = "board"
"""The topic of help about reading the board, in every game."""


def waited_for_line(context: MatchContext, words: Translator) -> str:
    """Return a line on whose turn it is, addressed to the reader; empty if the match waits for no player."""
    if context.is_asked:
        return game_panel_texts.your_turn(words)
    return turn_texts.waiting_for(context.waited_for, words) if context.asked else ""


def present(context: MatchContext, picture: Picture | None, lead: str = "") -> Message:
    """Return the present state of the match, with buttons for what the reader can do."""
    words, match = context.words, context.match
    return (
        Message()
        .say(lead, waited_for_line(context, words))
        .show(picture)
        .say(
            context.say.ask(context.view, context.names, words, viewer=context.viewer),
            context.say.standings(context.view, context.names, words),
        )
        .row(
            button(match, label(context.say.act(context.view), words), "place", style=MAIN, version=context.version)
            if context.is_asked
            else None,
            turn_messages.overview(context),
            button(match, label("score", words), "score", version=context.version),
            button(match, label("more", words), "more", version=context.version),
        )
    )


def hand(context: MatchContext, texts: HandTexts, picture: Picture | None) -> Message:
    """Return the reader's hand of cards and, on their turn, their legal actions."""
    words = context.words
    mine = context.say.legal_sentences(context.view, context.legal, context.names, words) if context.is_asked else []
    main = (
        button(context.match, label(context.say.act(context.view), words), "place", style=MAIN, version=context.version)
        if context.is_asked
        else None
    )
    return Message().say(texts.hand(context.view, words) or lobby_texts.none(words)).show(picture).say(*mine).row(main)


def board(context: MatchContext, view: str, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """Return one view of the board.

    `shared_by`: name of the user who shared it; None for a private view, which has a button to share it.
    """
    message = Message().say(view_texts.shared_by(shared_by, context.words) if shared_by else "").show(picture)
    if (forecast := context.edition.words.forecast) is not None:
        message.say(*forecast.beside(view, context.view, context.names, context.words))
    message.say(context.say.standings(context.view, context.names, context.words))
    return (
        message
        if shared_by
        else message.row(button(context.match, label("share", context.words), "share", view, version=context.version))
    )


def text_views(edition: Edition) -> tuple[str, ...]:
    """Return the keys of a game's views that consist of text."""
    return ("text", FEATURES) if edition.words.holdings else ("text",)


def text_view(context: MatchContext, view: str, *, shared_by: str | None = None) -> Message:
    """Return the position and the reader's legal actions as text, or all features with their owners.

    `shared_by`: name of the user who shared it; None for a private view, which has a button to share it.
    """
    message = Message().say(view_texts.shared_by(shared_by, context.words) if shared_by else "")
    if view == FEATURES and context.edition.words.holdings:
        message.say(*context.edition.words.holdings.held(context.view, context.names, context.words))
    else:
        legal = (
            context.say.legal_sentences(context.view, context.listed(context.legal), context.names, context.words)
            if context.is_asked
            else []
        )
        message.say(context.say.board(context.view, context.names, context.words), *legal)
    return (
        message
        if shared_by
        else message.row(button(context.match, label("share", context.words), "share", view, version=context.version))
    )


def score(context: MatchContext, picture: Picture | None) -> Message:
    """Return the scores: score track picture, points, supplies, tiles left, and the value of open features."""
    words = context.words
    message = Message().show(picture)
    return message.say(
        context.say.panel(context.view, context.names, words),
        context.say.progress(context.view, words),
        forecast.ahead(context.view, context.names, words) if (forecast := context.edition.words.forecast) else "",
    )


def tiles(context: MatchContext, hole: tuple[int, int] | None, picture: Picture | None) -> Message:
    """Return the remaining tiles.

    With `hole`, a board square, return which tiles fit there and how likely they are drawn. Without a picture the tiles are listed
    as text. Refuses `no-stock` in a game without a stock.
    """
    say, words = context.edition.words, context.words
    if hole is not None and say.holes is not None:
        return Message().show(picture).say(say.holes.odds(context.view, hole, words))
    if say.stock is None:
        raise InteractionRefused("no-stock")
    if picture is None:
        return Message().say(say.stock.left(context.view, words))
    in_words = button(context.match, label("in-words", words), "tiles", "text", version=context.version)
    return Message().say(say.stock.count(context.view, words)).show(picture).row(in_words)


def legend_of(context: MatchContext) -> str:
    """Return the help argument of the button "How to read the board": the game's id, and the topic if the game has it."""
    has_topic = any(key == LEGEND for key, _ in context.edition.words.explain.topics(context.words))
    return f"{context.match.game} {LEGEND if has_topic else ''}".strip()


def find_view(context: MatchContext, typed: str, words: Translator) -> str:
    """Return the key of the typed view: by its key, a former key, or its name in the reader's language; else the text itself."""
    text = {folded(line): key for line, key in views(context.edition, words)}
    return context.edition.words.former_views.get(typed, text.get(folded(typed), typed))


def views(edition: Edition, words: Translator) -> list[tuple[str, str]]:
    """Return (name, key) of every view that the game has."""
    lines = {**VIEWS, **{key: line for key, (_, line) in edition.words.views.items()}}
    return [(words.say(lines[key]), key) for key in ("turn", *edition.painter.views, *text_views(edition))]
