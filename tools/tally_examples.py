"""Examples of what finished games add to the statistics, with the tally's version: `python -m tools.write tallies`.

If an earlier game adds different values than before, it must be counted again: then `TALLYING` of `service.ratings.stats_update`
gets the next version; a test compares both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from clocks.clock_history import ANSWERED, ASKED, OWN, ClockEvent
from clocks.terms import PACES, MatchTerms
from games.core.game import Seat
from service.match.eligibility import FEATS, IMPORTED, PLACES, POINTS, UNRATED
from service.ratings.stats_update import TALLYING
from storage.rows import FINISHED, ActionRow, LoadedMatch, MatchId, MatchRow, SeatRow, UserId
from tournament.results import ELSEWHERE, WALKOVER

PAGE = Path(__file__).resolve().parents[1] / "tests" / "golden" / "tallies.txt"
BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
TERMS = MatchTerms(pace=PACES["daily"], rated=True)

EXAMPLES: Mapping[str, tuple[Mapping[str, Any], MatchTerms]] = {
    "won": ({"scores": [80, 60], "winners": [0]}, TERMS),
    "shared": ({"scores": [70, 70], "winners": [0, 1]}, TERMS),
    "for three": ({"scores": [50, 90, 70], "winners": [1]}, TERMS),
    "not rated": ({"scores": [80, 60], "winners": [0]}, replace(TERMS, rated=False)),
    "unrated by its end": ({"scores": [80, 60], "winners": [0], UNRATED: True}, TERMS),
    "somebody gave up": ({"scores": [20, 30], "winners": [1], "below": [0], POINTS: [0]}, TERMS),
    "somebody's place counts for nothing": ({"scores": [20, 30, 40], "winners": [2], PLACES: [0]}, TERMS),
    "without a game": ({"scores": [0, 0], "winners": [1], "how": WALKOVER}, TERMS),
    "played elsewhere": ({"scores": [40, 50], "winners": [1], "how": ELSEWHERE}, TERMS),
    "imported": ({"scores": [80, 60], "winners": [0], IMPORTED: True}, TERMS),
    "with feats": ({"scores": [80, 60], "winners": [0], FEATS: {"city": [24, 0], "road": [9, 1]}}, TERMS),
    "without a clock": ({"scores": [80, 60], "winners": [0]}, MatchTerms(rated=True)),
}
"""Results of two or three people, and the terms of their games."""


def _loaded_match(result: Mapping[str, Any], terms: MatchTerms) -> LoadedMatch:
    seats = tuple(SeatRow(Seat(index), UserId(101 + index), joined=index) for index in range(len(result["scores"])))
    texts = [(index % len(seats), f"place E{index} 0") for index in range(3 * len(seats))]
    log = tuple(ActionRow(seq, Seat(index), text, BEGAN + timedelta(hours=seq)) for seq, (index, text) in enumerate(texts))
    row = MatchRow(
        *(MatchId(5), "tiny", {}, 1, 7, 70, UserId(101), FINISHED, len(seats), "random", "en", "c0ffee", len(log), BEGAN),
        started_at=BEGAN,
        ended_at=BEGAN + timedelta(days=2),
        result=result,
        terms=terms,
    )
    return LoadedMatch(row, seats, log, None)


def lines() -> Iterator[str]:
    """Yield the version, then for each example the values that it adds, field by field."""
    yield f"version {TALLYING.version}"
    asked = ((timedelta(hours=2), ASKED, OWN), (timedelta(hours=3), ANSWERED, ""))
    clock = tuple(ClockEvent(BEGAN + after, what, Seat(1), why) for after, what, why in asked)
    for name, (result, terms) in EXAMPLES.items():
        yield name
        tally = TALLYING.tally(_loaded_match(result, terms), clock if terms.pace.has_clock else ())
        if tally is None:
            yield "    counts for nobody"
            continue
        yield from (
            f"    {each_field.name} {getattr(tally, each_field.name)!r}"
            for each_field in fields(tally)
            if each_field.name != "seats"
        )
        for seat in tally.seats:
            yield "    seat " + " ".join(f"{each_field.name}={getattr(seat, each_field.name)!r}" for each_field in fields(seat))


def known() -> list[str]:
    """Return the lines that the golden file has now."""
    return PAGE.read_text(encoding="utf-8").splitlines()
