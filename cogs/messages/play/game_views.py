"""A game shown to one person: the board, a hand, scores, tiles, in pictures and in sentences."""

from __future__ import annotations

from cogs.match_context import MatchContext
from cogs.messages.message_parts import MAIN, Message, Picture, button
from cogs.messages.play import turn_messages
from cogs.refusals import InteractionRefused
from editions.edition import Edition
from text.commands import VIEWS
from text.labels import label
from text.lobby import lobby_texts
from text.play import turn_texts, view_texts
from text.protocol import HandTexts
from text.translator import Translator

FEATURES = "features"
"""The view that tells who stands where, in sentences."""


LEGEND = "board"
"""The topic of help about reading the board, in every game."""


def present(at: MatchContext, picture: Picture | None, lead: str = "") -> Message:
    """How it stands now, with what this person can do."""
    words, match = at.words, at.match
    return (
        Message()
        .say(lead, turn_texts.waiting_for(at.waited_for, words) if at.asked else "")
        .show(picture)
        .say(at.say.ask(at.view, at.names, words, viewer=at.viewer), at.say.standings(at.view, at.names, words))
        .row(
            button(match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version) if at.is_asked else None,
            turn_messages.overview(at),
            button(match, label("score", words), "score", version=at.version),
            button(match, label("more", words), "more", version=at.version),
        )
    )


def hand(at: MatchContext, held: HandTexts, picture: Picture | None) -> Message:
    """The reader's own hand, and what they may do with it if they are asked; for nobody else's eyes."""
    words = at.words
    mine = at.say.legal_sentences(at.view, at.legal, at.names, words) if at.is_asked else []
    main = button(at.match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version) if at.is_asked else None
    return Message().say(held.hand(at.view, words) or lobby_texts.none(words)).show(picture).say(*mine).row(main)


def board(at: MatchContext, view: str, picture: Picture | None, *, shared_by: str | None = None) -> Message:
    """One view of the board; private ones can be shown to everybody."""
    message = Message().say(view_texts.shared_by(shared_by, at.words) if shared_by else "").show(picture)
    if (forecast := at.edition.words.forecast) is not None:
        message.say(*forecast.beside(view, at.view, at.names, at.words))
    message.say(at.say.standings(at.view, at.names, at.words))
    return message if shared_by else message.row(button(at.match, label("share", at.words), "share", view, version=at.version))


def text_views(edition: Edition) -> tuple[str, ...]:
    """The views of a game that are sentences."""
    return ("text", FEATURES) if edition.words.holdings else ("text",)


def as_text(at: MatchContext, view: str, *, shared_by: str | None = None) -> Message:
    """The position in sentences, and what the reader may do; or what everybody holds. Private ones can be shown to everybody."""
    message = Message().say(view_texts.shared_by(shared_by, at.words) if shared_by else "")
    if view == FEATURES and at.edition.words.holdings:
        message.say(*at.edition.words.holdings.held(at.view, at.names, at.words))
    else:
        legal = at.say.legal_sentences(at.view, at.listed(at.legal), at.names, at.words) if at.is_asked else []
        message.say(at.say.board(at.view, at.names, at.words), *legal)
    return message if shared_by else message.row(button(at.match, label("share", at.words), "share", view, version=at.version))


def score(at: MatchContext, picture: Picture | None) -> Message:
    """The score track; points, supply, tiles left, and what open features would bring."""
    words = at.words
    message = Message().show(picture)
    return message.say(
        at.say.panel(at.view, at.names, words),
        at.say.progress(at.view, words),
        forecast.ahead(at.view, at.names, words) if (forecast := at.edition.words.forecast) else "",
    )


def tiles(at: MatchContext, hole: tuple[int, int] | None, picture: Picture | None) -> Message:
    """What is left, in words where no picture shows it; of a hole, what of it fits there and how likely it comes.

    Refuses `no-stock` where nothing is drawn.
    """
    say, words = at.edition.words, at.words
    if hole is not None and say.holes is not None:
        return Message().show(picture).say(say.holes.odds(at.view, hole, words))
    if say.stock is None:
        raise InteractionRefused("no-stock")
    if picture is None:
        return Message().say(say.stock.left(at.view, words))
    in_words = button(at.match, label("in-words", words), "tiles", "text", version=at.version)
    return Message().say(say.stock.count(at.view, words)).show(picture).row(in_words)


def legend_of(at: MatchContext) -> str:
    """What the button "How to read the board" asks help for: the game, and the topic in a game that has it."""
    has_topic = any(key == LEGEND for key, _ in at.edition.words.explain.topics(at.words))
    return f"{at.match.game} {LEGEND if has_topic else ''}".strip()


def views(edition: Edition, words: Translator) -> list[tuple[str, str]]:
    """(label, value) of every view that a game has."""
    lines = {**VIEWS, **{key: line for key, (_, line) in edition.words.views.items()}}
    return [(words.say(lines[key]), key) for key in ("turn", *edition.painter.views, *text_views(edition))]
