"""The texts of points and collections: standings, panel, forecast, result and unseen cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.ledger import ledger
from games.cardcassonne.view import CardView, Count, Herd, SeatView
from games.core.game import Event, ranking
from text.cardcassonne.choices import worth
from text.cardcassonne.terms import ROWS, card_colour, card_name, cards, row_name, species_name
from text.message_templates import sentence
from text.translator import Translator, phrase
from text.users.player_names import colour as dot
from text.users.player_names import safe

SOURCES: Mapping[str, str] = {
    "persons": phrase("people {points}"),
    "animals": phrase("animals {points}"),
    "series": phrase("buildings {points}"),
    "dragon": phrase("dragon {points}"),
    "fairy": phrase("fairy {points}"),
    "wrong": phrase("cards in the wrong row {points}"),
    "joker": phrase("animal jokers {points}"),
}
"""Where points come from, in the order of the result."""


def progress(view: CardView, words: Translator) -> str:
    """Return the progress of the game: `round 3 of 8`."""
    if not view.round:
        return words.say("before round 1 of {rounds}", rounds=view.rounds)
    return words.say("round {number} of {rounds}", number=view.round, rounds=view.rounds)


def length(view: CardView, words: Translator) -> str:
    """Return the number of rounds played: `8 rounds`."""
    return words.count("{number} round", "{number} rounds", view.round)


def standings(view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the standings in one line."""
    return " · ".join(_standing_line(seat, view, names, words) for seat in view.seats)


def _standing_line(seat: SeatView, view: CardView, names: Sequence[str], words: Translator) -> str:
    head = words.say("{name} {points}", name=dot(seat.seat, words) + safe(names[seat.seat]), points=seat.score)
    if view.over or not view.round:
        return head
    supply = cards(seat.hand, words)
    if seat.has_meeple:
        return words.say("{head} ({cards}, meeple)", head=head, cards=supply)
    return words.say("{head} ({cards})", head=head, cards=supply)


def panel(view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return a line for each seat: points, cards in hand, meeple and collections."""
    return "\n".join(_panel_line(seat, view, names, words) for seat in view.seats)


def _panel_line(seat: SeatView, view: CardView, names: Sequence[str], words: Translator) -> str:
    name = dot(seat.seat, words) + safe(names[seat.seat])
    parts = [words.count("{name}: {number} point", "{name}: {number} points", seat.score, name=name)]
    if view.round and not view.over:
        parts.append(words.count("{number} card in hand", "{number} cards in hand", seat.hand))
        if seat.has_meeple:
            parts.append(words.say("meeple to be placed"))
    if view.dealer == seat.seat and not view.over:
        parts.append(words.say("dealer"))
    parts += [_herd(herd, words) for herd in seat.herds]
    if seat.loose:
        parts.append(words.count("{number} animal joker waiting", "{number} animal jokers waiting", seat.loose))
    parts.append(words.count("chest {number} card", "chest {number} cards", seat.chest))
    return " · ".join(parts)


def _herd(herd: Herd, words: Translator) -> str:
    """Return a collection of one species: `sheep 3`, `chickens 2 + joker 1`."""
    species = species_name(herd.colour, words)
    if not herd.jokers:
        return words.say("{species} {number}", species=species, number=herd.animals)
    return words.say("{species} {number} + joker {jokers}", species=species, number=herd.animals, jokers=herd.jokers)


def ahead(view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the forecast: each player's collections, and their points with one more card; chests stay secret."""
    lines = [words.say("Open collections: what one more card of a species would score")]
    for seat in view.seats:
        told = [_growing(herd, view, words) for herd in seat.herds]
        if seat.loose:
            told.append(words.count("{number} animal joker waiting", "{number} animal jokers waiting", seat.loose))
        told.append(words.count("{number} card under the chest", "{number} cards under the chest", seat.chest))
        lines.append(words.say("{name}: {collections}", name=safe(names[seat.seat]), collections=" · ".join(told)))
    return "\n".join(lines)


def _growing(herd: Herd, view: CardView, words: Translator) -> str:
    number = herd.animals + herd.jokers
    return words.count(
        "{species} {number} card = {points}, with one more {next}",
        "{species} {number} cards = {points}, with one more {next}",
        number,
        species=species_name(herd.colour, words),
        points=herd.points,
        next=worth(view, number + 1),
    )


def result(
    events: Sequence[Event], view: CardView, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
) -> list[str]:
    """Return the lines of the result in order of rank, with the points by source; seats in `below` rank last."""
    sources = ledger(events).by_source(len(view.seats))
    lines = []
    for rank, number in ranking([(seat.score, seat.chest) for seat in view.seats], below):
        seat = view.seats[number]
        parts = [words.say(SOURCES[what], points=points) for what in SOURCES if (points := sources[seat.seat].get(what, 0))]
        if any(other.score == seat.score and other is not seat for other in view.seats):
            parts.append(words.count("{number} building card", "{number} building cards", seat.chest))
        name = dot(seat.seat, words) + safe(names[seat.seat])
        head = words.say("{rank} {name} {points}", rank=rank, name=name, points=seat.score)
        lines.append(words.say("{head} · {parts}", head=head, parts=" · ".join(parts)) if parts else head)
    return lines


def beside(_kind: str, _view: CardView, _names: Sequence[str], _words: Translator) -> list[str]:
    """Return an empty list, since no picture needs lines below it."""
    return []


label = sentence("Cards seen")
"""See `RemainingTileTexts.label`."""


def number(view: CardView, words: Translator) -> str:
    """Return the number of cards left to deal."""
    return words.say("{cards} left to deal.", cards=cards(view.left, words))


def left(view: CardView, words: Translator) -> str:
    """Return the number of cards that the viewer hasn't seen, and how many of each kind were seen, by colour.

    Cards in the viewer's own hand count as seen.
    """
    unseen = sum(count.copies - count.seen for count in view.deck)
    if view.viewer is None or view.over:
        lines = [words.count("{number} card hasn't been seen yet.", "{number} cards haven't been seen yet.", unseen)]
    else:
        lines = [words.count("You haven't seen {number} card.", "You haven't seen {number} cards.", unseen)]
    lines.append(words.say("{cards} left to deal. Seen so far, of each kind:", cards=cards(view.left, words)))
    for colour in ROWS:
        parts = [_face_text(count, words) for count in view.deck if card_colour(count.card) == colour]
        lines.append(words.say("{row} · {cards}", row=row_name(colour, words), cards=" · ".join(parts)))
    jokers = [_face_text(count, words) for count in view.deck if not card_colour(count.card)]
    lines.append(words.say("Jokers · {cards}", cards=" · ".join(jokers)))
    return "\n".join(lines)


count = left
"""See `RemainingTileTexts.count`: a picture of the table shows nothing of it."""


def _face_text(kind: Count, words: Translator) -> str:
    return words.say("{card}: {seen} of {copies}", card=card_name(kind.card, words), seen=kind.seen, copies=kind.copies)
