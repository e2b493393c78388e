"""The story of a game, one line a turn: "Ben N12 90° (bend), highwayman: road closed, 3 tiles, Ben +3 (41)".

Every type of event has a function in `TELL` or in a phrasebook, which adds to the line of its turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from games.carcassonne import events as ev
from games.carcassonne.catalog import tile
from games.carcassonne.ledger import is_final, ledger
from games.carcassonne.score_explanations import feature_of
from games.carcassonne.view import BoardView
from games.carcassonne.view_builder import figure_emoji, tile_emoji
from games.core.game import Event, Seat
from text.carcassonne.choices import told_apart
from text.carcassonne.event_narrator import EventNarrator, NarratedLine
from text.carcassonne.fields import meadow_at, name_of
from text.carcassonne.phrasebook import Tell, phrases
from text.carcassonne.score_lines import scored
from text.carcassonne.segment_names import is_alone
from text.carcassonne.terms import piece_name, role_name
from text.carcassonne.tiles import tile_name
from text.play.ending_texts import over
from text.protocol import visible
from text.translator import Translator, phrase


def story(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the story as lines: one for each turn and each tile that fits nowhere, and the end of the game."""
    return [line.text(words) for line in _narrate_all(visible(events, viewer), view, names, words, thorough=False)]


def brief(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the story without the description and rotation of tiles, for a message beside a picture.

    If there are several lines, those of moves begin with their number in the picture.
    """
    narrated_lines = _narrate_all(visible(events, viewer), view, names, words, thorough=False, brief=True)
    lines, number = list[str](), 0
    for line in narrated_lines:
        number += line.is_move
        lines.append(f"`{number}` {line.text(words)}" if line.is_move and len(narrated_lines) > 1 else line.text(words))
    return lines


def milestone(_events: Sequence[Event], _view: BoardView, _names: Sequence[str], _words: Translator) -> str:
    """Return an empty text, since this game has no rounds."""
    return ""


def log(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, viewer: Seat | None = None
) -> list[str]:
    """Return the detailed story, each line with its tile number: `T37 Anna N12 ...`."""
    narrated_lines = _narrate_all(visible(events, viewer), view, names, words, thorough=True)
    return [
        line.text(words) if line.number is None else words.say("T{number} {line}", number=line.number, line=line.text(words))
        for line in narrated_lines
    ]


def notes(
    events: Sequence[Event], first: int, told_kinds: tuple[type, ...], view: BoardView, names: Sequence[str], words: Translator
) -> list[str]:
    """Return the notes about some of the `first` events, in order.

    These are the events of the types `told_kinds`, and the scorings of unfinished features.
    """
    teller = EventNarrator(view, names, words, totals_before(events, view), thorough=False)
    move_notes: list[str] = []
    for event in events[:first]:
        teller.fresh()
        _narrate(teller, event)
        if isinstance(event, told_kinds) or (isinstance(event, ev.FeatureScored) and not event.complete):
            move_notes += teller.line.notes
    return move_notes


def _narrate_all(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, thorough: bool, brief: bool = False
) -> list[NarratedLine]:
    teller = EventNarrator(view, names, words, totals_before(events, view), thorough=thorough, brief=brief)
    teller.first = view.turn - sum(isinstance(event, ev.TileDrawn) for event in events) + 1
    for event in events:
        teller.is_final = teller.is_final or is_final(event)
        _narrate(teller, event)
    return [line for line in teller.lines if line.head or line.notes or line.figures]


def totals_before(events: Sequence[Event], view: BoardView) -> dict[int, int]:
    """Return the points of each seat before the first event, computed backwards from the view."""
    totals = {seat.seat: seat.score for seat in view.seats}
    for row in ledger(events).rows:
        totals[row.seat] -= row.points
    return totals


@cache
def facing(tile_id: str, turn: int) -> str:
    """Return the rotation of a placed tile: `90°`; empty for a tile that looks the same in every rotation."""
    return f"{turn * 90}°" if len(set(tile(tile_id).alike)) > 1 else ""


def _turn_began(told: EventNarrator, event: ev.TurnBegan) -> None:
    told.seat, told.number, told.part = event.seat, event.number, event.part
    told.fresh()


def _narrate_draw(told: EventNarrator, _event: ev.TileDrawn) -> None:
    """Begin the first line if the events begin in the middle of a turn; the tile itself is named by its placement."""
    if told.number is None:
        told.number = told.first
        told.fresh()


def _narrate_hold(_told: EventNarrator, _event: ev.TileHeld) -> None:
    """Add nothing, since the picture and the panel show the tiles in players' hands."""


def _narrate_discard(told: EventNarrator, event: ev.TileDiscarded) -> None:
    name = tile_name(event.tile, told.words)
    if told.seat is None:
        text = told.words.say("fits nowhere, out of the game: {tile}", tile=name)
    else:
        text = told.words.say("fits nowhere, out of the game: {tile}; {name} draws again", tile=name, name=told.name(told.seat))
    told.line.notes.append(text)
    told.fresh()


def _narrate_placement(told: EventNarrator, event: ev.TilePlaced) -> None:
    told.here, told.line.is_move = (event.x, event.y), event.seat is not None
    square = told.square(event.x, event.y)
    if not told.brief:
        square = " ".join(part for part in (square, facing(event.tile, event.turn)) if part)
        picture = told.words.sign(tile_emoji(event.tile, event.turn))
        square = told.words.say("{square} ({tile})", square=square, tile=picture + tile_name(event.tile, told.words))
    if event.seat is None:
        told.line.head = told.words.say("start tile {square}", square=square)
        told.fresh()
    elif told.part > 1:
        told.line.head = told.words.say("{name}, second tile {square}", name=told.shown(event.seat), square=square)
    else:
        told.line.head = told.words.say("{name} {square}", name=told.shown(event.seat), square=square)


def figure_at(view: BoardView, event: ev.FigurePlaced, words: Translator) -> str:
    """Return the name of a placed figure: `knight`, or `highwayman (east)` if the tile has several such segments."""
    x, y, part, piece = event.x, event.y, event.part, event.piece
    figure = role_name(piece, event.role, words)
    if is_alone(view, x, y, part):
        return figure
    return words.say("{figure} ({place})", figure=figure, place=told_apart(piece, view, x, y, part, words))


def _narrate_deployment(told: EventNarrator, event: ev.FigurePlaced) -> None:
    figure = figure_at(told.view, event, told.words)
    if told.here != (event.x, event.y):
        figure = told.words.say("{figure} at {square}", figure=figure, square=told.square(event.x, event.y))
    # before the end it would tell which meadows have grown together, also where the terms keep the view of meadows back
    if told.thorough and told.view.over and (meadow := meadow_at(told.view, event.x, event.y, event.part)):
        figure = told.words.say("{figure} (field {field})", figure=figure, field=meadow)
    told.line.figures.append(told.words.sign(figure_emoji(event.piece, event.role, event.seat)) + figure)


def _narrate_pass(_told: EventNarrator, _event: ev.ActionPassed) -> None:
    """Add nothing, since the line names no figure."""


def _narrate_scoring(told: EventNarrator, event: ev.FeatureScored) -> None:
    for gain in event.gains:
        told.gain(gain.seat, gain.points)
    if not told.is_final:
        told.note(scored(event, told.totals, told.names, told.words))
        return
    told.final.append(event)
    if told.thorough:
        _final_line(told, event)


def _final_line(told: EventNarrator, event: ev.FeatureScored) -> None:
    """Add a line about one feature's final scoring, with the feature's name from the pictures and `/score`."""
    told.number = None
    told.fresh()
    line = scored(event, told.totals, told.names, told.words)
    if event.squares:
        feature = feature_of(told.view, event)
        square = name_of(feature, told.view) if feature else told.square(*event.squares[0])
        line = told.words.say("{square}: {line}", square=square, line=line)
    told.note(line)


def _final_sums(told: EventNarrator) -> None:
    """Add one line with each seat's points from final scoring."""
    sums = dict.fromkeys(sorted(told.totals), 0)
    for event in told.final:
        for gain in event.gains:
            sums[gain.seat] += gain.points
    told.fresh()
    gains = [
        told.words.say("{name} +{points} ({total})", name=told.name(seat), points=points, total=told.totals[seat])
        for seat, points in sums.items()
    ]
    told.note(told.words.say("Final scoring: {gains}", gains=" · ".join(gains)))


def _narrate_payment(told: EventNarrator, event: ev.PointsPaid) -> None:
    words = told.words
    if event.to is None:
        total = told.gain(event.seat, event.points)
        reason = words.say(phrases().paid[event.reason])
        if event.points < 0:
            gain = words.say("{name} -{points} ({total})", name=told.name(event.seat), points=-event.points, total=total)
        else:
            gain = words.say("{name} +{points} ({total})", name=told.name(event.seat), points=event.points, total=total)
        told.note(words.say("{reason}: {gain}", reason=reason, gain=gain))
        return
    total = told.gain(event.seat, event.points)
    other = told.gain(event.to, -event.points)
    text = words.say(
        "{name} pays {other} {points} ({total}, {other_total})",
        name=told.name(event.seat),
        other=told.name(event.to),
        points=-event.points,
        total=total,
        other_total=other,
    )
    told.note(text)


def _narrate_return(told: EventNarrator, event: ev.FigureReturned) -> None:
    words = told.words
    if event.reason == "scored" and not told.thorough:
        return
    figure = piece_name(event.piece, words)
    params = {"name": told.name(event.seat), "figure": figure, "square": told.square(event.x, event.y)}
    told.note(words.say(RETURNED.get(event.reason) or phrases().returned[event.reason], **params))


RETURNED: Mapping[str, str] = {"scored": phrase("back to {name}: {figure}")}
"""How a figure came back, by the reason."""


def _narrate_end(told: EventNarrator, event: ev.GameEnded) -> None:
    told.number = None
    if told.final and not told.thorough:
        _final_sums(told)
    told.fresh()
    told.note(over(event.scores, told.name, told.words))


TELL: Mapping[type, Tell] = {
    ev.TurnBegan: _turn_began,
    ev.TileDrawn: _narrate_draw,
    ev.TileHeld: _narrate_hold,
    ev.TileDiscarded: _narrate_discard,
    ev.TilePlaced: _narrate_placement,
    ev.FigurePlaced: _narrate_deployment,
    ev.ActionPassed: _narrate_pass,
    ev.FeatureScored: _narrate_scoring,
    ev.PointsPaid: _narrate_payment,
    ev.FigureReturned: _narrate_return,
    ev.GameEnded: _narrate_end,
}
"""How the events of every game are told."""


def _narrate(teller: EventNarrator, event: Event) -> None:
    (TELL.get(type(event)) or phrases().tell[type(event)])(teller, event)
