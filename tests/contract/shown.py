"""Laws of every edition's words and pictures, checked by describing and painting a random game.

They know no particular game: an edition is asked for its parts, and for optional ones only whether they exist.
"""

from __future__ import annotations

import random
from typing import Any

from editions.edition import Edition
from games.core.game import CHANCE, Event, Seat
from games.core.options import non_default_options
from text.help.topics import LONGEST
from text.protocol import ALT, CHOICES, DETAIL, LABEL, Misread, visible
from text.translator import translator_for
from tools.selfplay import house

EN = translator_for("en")
NAMES = ("Anna", "Ben", "Chi", "Dora", "Emil", "Fay")
LEARNT = ("place", "play", "choose")
"""What `act` may answer: the labels of the turn's button."""
PNG = b"\x89PNG\r\n\x1a\n"

OFTEN = 0.02
"""How often a step of a walk stops for the pictures."""


def showable(edition: Edition, given: dict[str, str], seats: int, seed: int) -> None:
    """Play a random game to its end, describing and painting each state."""
    game, chance = edition.game, random.Random(seed)
    options = game.options(given)
    state, events = game.start(options, seats), list[Event]()
    check_explained(edition)
    if edition.painter.lobby is not None:
        assert edition.painter.lobby(non_default_options(game.schema(), options), ["Anna"] * seats).startswith(PNG)
    while seats_to_act := game.to_act(state):
        seat = chance.choice(list(seats_to_act))
        if seat != CHANCE and chance.random() < OFTEN:
            check_said(edition, state, seat, events, seats)
            check_painted(edition, state, seat, events)
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        game.advance(state, seat, action, events.append)
    check_ended(edition, game.view(state, None), events, seats)


def check_explained(edition: Edition) -> None:
    """Check the edition's name and its explanations of every option value and help topic."""
    explain = edition.words.explain
    assert explain.name(EN)
    for option in edition.game.schema():
        label, about = explain.option(option.key, EN)
        assert 0 < len(label) <= DETAIL
        assert 0 < len(about) <= DETAIL
    for key, title in explain.topics(EN):
        assert title
        assert 0 < len(explain.help(key, EN)) <= LONGEST


def check_said(edition: Edition, state: Any, seat: Seat, events: list[Event], seats: int) -> None:
    """Check all texts that a turn message, a draft and the private pages need."""
    game, say, read, names = edition.game, edition.words.say, edition.words.read, NAMES[:seats]
    view, legal = game.view(state, seat), game.legal(state, seat)
    told = visible(events, seat)
    assert say.act(view) in LEARNT
    for line in (say.progress(view, EN), say.standings(view, names, EN), say.panel(view, names, EN), read.hint(view, legal, EN)):
        assert line
    assert say.ask(view, names, EN)
    assert say.board(view, names, EN)
    assert say.legal_sentences(view, legal, names, EN)
    assert all(say.story(told, view, names, EN, viewer=seat))
    assert all(say.log(told, view, names, EN, viewer=seat))
    for kind in ("turn", "spots", "preview", "figures", *edition.painter.views):
        assert 0 < len(say.alt(view, kind, names, EN)) <= ALT
    numbers = [spot.number for spot in say.spots(view, legal)]
    assert numbers == list(range(1, len(numbers) + 1))
    check_read(edition, view, legal, names)
    check_optional(edition, view, names)


def check_read(edition: Edition, view: Any, legal: Any, names: Any) -> None:
    """Check that every choice has a label and can be typed as offered, and that nonsense is refused with a sentence."""
    say, read = edition.words.say, edition.words.read
    for action in legal[:CHOICES]:
        texts = say.choice(action, view, names, EN)
        assert 0 < len(texts.label) <= LABEL
        assert len(texts.detail) <= DETAIL
        typed, rest = read.typed(f"{texts.group} {texts.short}".strip(), view, legal, EN)
        assert (typed, rest) == (action, "")
    for option in ("spot", "rotation", "meeple", "where", "piece", "card", "row"):
        assert len(read.autocomplete(option, "", view, legal, names, EN)) <= CHOICES
    try:
        read.typed("chess", view, legal, EN)
    except Misread as misread:
        assert read.refusal(misread.code, misread.params, view, EN)
    else:
        raise AssertionError("chess is no move")


def check_optional(edition: Edition, view: Any, names: Any) -> None:
    """Check the edition's optional parts."""
    texts = edition.words
    if texts.hands is not None:
        assert texts.hands.hand(view, EN) is not None
    if texts.stock is not None:
        assert texts.stock.left(view, EN)
    if texts.forecast is not None:
        assert texts.forecast.ahead(view, names, EN)
    if texts.holdings is not None:
        assert all(texts.holdings.held(view, names, EN))
    if texts.holes is not None:
        for _, name in texts.read.autocomplete("square", "", view, (), names, EN)[:3]:
            assert texts.holes.odds(view, texts.holes.square(view, name), EN)


def check_painted(edition: Edition, state: Any, seat: Seat, events: list[Event]) -> None:
    """Check every picture of a running game."""
    game, paint = edition.game, edition.painter
    view = game.view(state, seat)
    spots = edition.words.say.spots(view, game.legal(state, seat))
    pictures = [paint.turn(view, visible(events[-6:], seat), spots, 1), paint.draft(view, (), spots, 1)]
    pictures += [paint.whole(view, kind, 1) for kind in paint.views]
    if paint.hand is not None:
        pictures.append(paint.hand(view, spots))
    if paint.score is not None:
        pictures.append(paint.score(view))
    assert all(png.startswith(PNG) for png in pictures)


def check_ended(edition: Edition, view: Any, events: list[Event], seats: int) -> None:
    """Check the final state in words and pictures."""
    say, names = edition.words.say, NAMES[:seats]
    assert say.result(events, view, names, EN)
    assert say.length(view, EN)
    assert say.ask(view, names, EN) == ""
    assert edition.painter.whole(view, "end", 1).startswith(PNG)
    if edition.painter.end is not None:
        assert edition.painter.end(view, events).startswith(PNG)
