"""The texts of points and possessions: standings, panel, forecast and result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.ledger import ledger
from games.carcassonne.score_explanations import Scoring
from games.carcassonne.score_explanations import ahead as forecast
from games.carcassonne.view import BoardView, SeatView
from games.carcassonne.view_builder import figure_emoji, mark_emoji, tile_emoji
from games.core.game import Event, ranking
from text.carcassonne import fields
from text.carcassonne.phrasebook import phrases
from text.carcassonne.score_explanations import headline
from text.carcassonne.score_lines import explained
from text.carcassonne.terms import counted, pieces
from text.carcassonne.tiles import tile_name
from text.message_templates import series
from text.translator import Translator, phrase
from text.users.player_names import colour, safe

SOURCES: Mapping[str, str] = {
    "road": phrase("roads {points}"),
    "city": phrase("cities {points}"),
    "cloister": phrase("monasteries {points}"),
    "meadow": phrase("fields {points}"),
}
"""Where points come from, in the order of the result; then come the sources of the expansions."""

_OTHER = "other"
"""For sources that are kept with a result and unknown here: a newer program named them."""


def sources() -> Mapping[str, str]:
    """Return the phrase for each source of points, in the order of the result."""
    return {**SOURCES, **phrases().sources}


def standings(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the standings in one line."""
    return " · ".join(_standing_line(seat, names, words) for seat in view.seats)


def _standing_line(seat: SeatView, names: Sequence[str], words: Translator) -> str:
    return words.count(
        "{colour}{name} {points} ({number} meeple)",
        "{colour}{name} {points} ({number} meeples)",
        seat.meeples,
        colour=colour(seat.seat, words),
        name=safe(names[seat.seat]),
        points=seat.score,
    )


def panel(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return a line for each seat: points, figures, possessions, prisoners, and the next tile in hand."""
    return "\n".join(_panel_line(seat, names, words) for seat in view.seats)


def _panel_line(seat: SeatView, names: Sequence[str], words: Translator) -> str:
    points = words.count(
        "{colour}{name}: {number} point",
        "{colour}{name}: {number} points",
        seat.score,
        colour=colour(seat.seat, words),
        name=safe(names[seat.seat]),
    )
    supply = ", ".join(_supply_text(seat.seat, kind, number, words) for kind, number in seat.supply)
    parts = [points, supply, *(words.sign(mark_emoji(what)) + counted(what, number, words) for what, number in seat.extras)]
    parts += [_prisoner_text(owner, kind, number, names, words) for owner, kind, number in seat.prisoners]
    if seat.held:
        parts.append(words.say("next tile: {tile}", tile=words.sign(tile_emoji(seat.held, 0)) + tile_name(seat.held, words)))
    return " · ".join(part for part in parts if part)


def _supply_text(seat: int, kind: str, number: int, words: Translator) -> str:
    return words.sign(figure_emoji(kind, "", seat)) + pieces(kind, number, words)


def _prisoner_text(owner: int, kind: str, number: int, names: Sequence[str], words: Translator) -> str:
    return words.say("prisoners: {figures} ({name})", figures=_supply_text(owner, kind, number, words), name=safe(names[owner]))


def ahead(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the forecast: what each open feature would bring if the game ended now, and the resulting totals."""
    things = [thing for thing in forecast(view) if any(gain.points for gain in thing.gains)]
    if not things:
        return words.say("Nothing unfinished would score now.")
    totals = {seat.seat: seat.score for seat in view.seats}
    for thing in things:
        for gain in thing.gains:
            totals[gain.seat] += gain.points
    sums = " · ".join(words.say("{name} {total}", name=safe(names[seat]), total=total) for seat, total in totals.items())
    lines = [_leading_line(thing, view, names, words) for thing in things]
    return "\n".join([words.say("If the game ended now: {totals}", totals=sums), *lines])


def beside(kind: str, view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    """Return the lines below a picture that shows `kind`: those about fields for `fields`, else none."""
    return fields.told(view, names, words) if kind == "fields" else []


def _leading_line(thing: Scoring, view: BoardView, names: Sequence[str], words: Translator) -> str:
    """Return the forecast's line for a scoring: `unfinished city at N12: 3 tiles, Anna +3`, `most wine: Ben +10`."""
    what = headline(thing, view, words)
    gains = [(gain, ", ".join(explained(gain, thing.kind, words))) for gain in thing.gains if gain.points]
    parts = {part for _, part in gains}
    if len(parts) == 1 and (part := next(iter(parts))):
        who = ", ".join(words.say("{name} +{points}", name=safe(names[gain.seat]), points=gain.points) for gain, _ in gains)
        return words.say("{what}: {sum}, {gains}", what=what, sum=part, gains=who)
    told = [
        words.say("{name} {sum}, +{points}", name=safe(names[gain.seat]), sum=part, points=gain.points)
        if part
        else words.say("{name} +{points}", name=safe(names[gain.seat]), points=gain.points)
        for gain, part in gains
    ]
    return words.say("{what}: {gains}", what=what, gains=series(told, words))


def result(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
) -> list[str]:
    """Return the lines of the result in order of rank, with the points by source; seats in `below` rank last."""
    gained = ledger(events).by_source(len(view.seats))
    lines = []
    for rank, number in ranking([seat.score for seat in view.seats], below):
        seat = view.seats[number]
        parts = " · ".join(
            words.say(source_text, points=f"−{-p}" if p < 0 else p)
            for s, source_text in sources().items()
            if (p := gained[seat.seat].get(s, 0))
        )
        name = colour(seat.seat, words) + safe(names[seat.seat])
        head = words.say("{rank} {name} {points}", rank=rank, name=name, points=seat.score)
        lines.append(words.say("{head} · {parts}", head=head, parts=parts) if parts else head)
    return lines


def kept(gained: Mapping[str, int]) -> tuple[dict[str, int], Mapping[str, str]]:
    """Return points by source with the phrase of each source; sources unknown to this program are summed up as `other`."""
    told: dict[str, int] = {}
    for source, points in gained.items():
        key = source if source in sources() else _OTHER
        told[key] = told.get(key, 0) + points
    return told, {**sources(), _OTHER: phrase("other {points}")}
