"""Points and belongings: the one-line standings, the panel, what open features would bring, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.view import BoardView, FeatureView, SeatView, by_source
from games.carcassonne.view_builder import figure_emoji, mark_emoji, tile_emoji
from games.core.game import Event, ranked
from text.carcassonne import fields
from text.carcassonne.phrasebook import phrases
from text.carcassonne.score_lines import added, title
from text.carcassonne.terms import counted, pieces
from text.carcassonne.tiles import tile_name
from text.translator import Translator, phrase
from text.users.player_names import colour, safe

SOURCES: Mapping[str, str] = {
    "road": phrase("roads {points}"),
    "city": phrase("cities {points}"),
    "cloister": phrase("monasteries {points}"),
    "meadow": phrase("fields {points}"),
}
"""Where points come from, in the order of the result; then come the sources of the expansions, and all the rest."""

_OTHER = "other"


def sources() -> Mapping[str, str]:
    """The phrase of every source of points, in the order of the result."""
    return {**SOURCES, **phrases().sources, _OTHER: phrase("other {points}")}


def standings(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """See `Saying.standings`."""
    return " · ".join(_standing(seat, names, words) for seat in view.seats)


def _standing(seat: SeatView, names: Sequence[str], words: Translator) -> str:
    return words.count(
        "{colour}{name} {points} ({number} meeple)",
        "{colour}{name} {points} ({number} meeples)",
        seat.meeples,
        colour=colour(seat.seat, words),
        name=safe(names[seat.seat]),
        points=seat.score,
    )


def panel(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """See `Saying.panel`."""
    return "\n".join(_panel_line(seat, names, words) for seat in view.seats)


def _panel_line(seat: SeatView, names: Sequence[str], words: Translator) -> str:
    points = words.count(
        "{colour}{name}: {number} point",
        "{colour}{name}: {number} points",
        seat.score,
        colour=colour(seat.seat, words),
        name=safe(names[seat.seat]),
    )
    supply = ", ".join(_at_hand(seat.seat, kind, number, words) for kind, number in seat.supply)
    parts = [points, supply, *(words.sign(mark_emoji(what)) + counted(what, number, words) for what, number in seat.extras)]
    parts += [_held(owner, kind, number, names, words) for owner, kind, number in seat.prisoners]
    if seat.held:
        parts.append(words.say("next tile: {tile}", tile=words.sign(tile_emoji(seat.held, 0)) + tile_name(seat.held, words)))
    return " · ".join(part for part in parts if part)


def _at_hand(seat: int, kind: str, number: int, words: Translator) -> str:
    return words.sign(figure_emoji(kind, "", seat)) + pieces(kind, number, words)


def _held(owner: int, kind: str, number: int, names: Sequence[str], words: Translator) -> str:
    return words.say("prisoners: {figures} ({name})", figures=_at_hand(owner, kind, number, words), name=safe(names[owner]))


def ahead(view: BoardView, names: Sequence[str], words: Translator) -> str:
    """See `ForecastTexts.ahead`."""
    worth = [(sum(p for _, p, _ in f.gains), f) for f in view.features if any(p for _, p, _ in f.gains)]
    if not worth:
        return words.say("Nothing unfinished would score now.")
    lines = [_feature(feature, view, names, words) for _, feature in sorted(worth, key=lambda pair: -pair[0])]
    totals = {seat.seat: seat.score for seat in view.seats}
    for _, feature in worth:
        for seat, points, _ in feature.gains:
            totals[seat] += points
    sums = " · ".join(words.say("{name} {total}", name=safe(names[seat]), total=total) for seat, total in totals.items())
    return "\n".join([words.say("If the game ended now: {totals}", totals=sums), *lines])


def beside(kind: str, view: BoardView, names: Sequence[str], words: Translator) -> list[str]:
    """See `ForecastTexts.beside`."""
    return fields.told(view, names, words) if kind == "fields" else []


def _feature(feature: FeatureView, view: BoardView, names: Sequence[str], words: Translator) -> str:
    what = words.say("{what} at {square}", what=title(feature.kind, words, complete=False), square=fields.name_of(feature, view))
    gains = [(seat, points, lines) for seat, points, lines in feature.gains if points]
    if len({lines for _, _, lines in gains}) == 1:
        who = ", ".join(words.say("{name} +{points}", name=safe(names[s]), points=p) for s, p, _ in gains)
        return words.say("{what}: {sum}, {gains}", what=what, sum=added(gains[0][2], words), gains=who)
    told = "; ".join(
        words.say("{name} {sum}, +{points}", name=safe(names[s]), sum=added(lines, words), points=p) for s, p, lines in gains
    )
    return words.say("{what}: {gains}", what=what, gains=told)


def result(
    events: Sequence[Event], view: BoardView, names: Sequence[str], words: Translator, *, below: Sequence[int] = ()
) -> list[str]:
    """See `Saying.result`."""
    gained = [by_known_source(sums) for sums in by_source(events, len(view.seats))]
    lines = []
    for rank, number in ranked([seat.score for seat in view.seats], below):
        seat = view.seats[number]
        parts = " · ".join(
            words.say(said, points=f"−{-p}" if p < 0 else p) for s, said in sources().items() if (p := gained[seat.seat].get(s, 0))
        )
        name = colour(seat.seat, words) + safe(names[seat.seat])
        head = words.say("{rank} {name} {points}", rank=rank, name=name, points=seat.score)
        lines.append(words.say("{head} · {parts}", head=head, parts=parts) if parts else head)
    return lines


def by_known_source(gained: Mapping[str, int]) -> dict[str, int]:
    """By the keys of `sources`: what has no words of its own counts as other."""
    told: dict[str, int] = {}
    for source, points in gained.items():
        key = source if source in sources() else _OTHER
        told[key] = told.get(key, 0) + points
    return told
