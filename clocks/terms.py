"""Terms of a match: what its players agree on in addition to the rules, fixed at its start.

The rules of the games don't depend on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any, NamedTuple

from clocks import durations
from clocks.durations import InvalidDurationError

MOVE, VACATE, FORFEIT = "move", "vacate", "forfeit"
ON_TIMEOUT = (MOVE, VACATE, FORFEIT)
"""What happens when time runs out: a computer plays the turn, a computer takes the seat, or the game is lost."""
ALL, CLUB, PURIST = "all", "club", "purist"
AIDS = (ALL, CLUB, PURIST)
"""How much the bot shows that players could work out for themselves, most first."""

LEAST_BANK, MOST_BANK = timedelta(minutes=5), timedelta(days=90)
MOST_INCREMENT = timedelta(days=14)
_LEAST_GRACE = timedelta(hours=12)
_MOST_LIVE = timedelta(minutes=30)


@dataclass(frozen=True)
class TimeControl:
    """Time control of a match. `bank` is the starting time of each clock, or None for no clock."""

    id: str
    bank: timedelta | None
    increment: timedelta = timedelta()
    cap: timedelta | None = None
    take_back_s: int = 30
    """The window for taking back before anything new is seen, unless the terms say otherwise."""
    rests: bool = True
    """Whether nights and vacations stop the clock: not where everybody is present."""

    @property
    def has_clock(self) -> bool:
        """Whether the players' time is limited."""
        return self.bank is not None

    @property
    def is_live(self) -> bool:
        """Whether a whole game takes only minutes."""
        return self.bank is not None and self.bank <= _MOST_LIVE

    @property
    def grace(self) -> timedelta:
        """Minimum time on a clock after a timeout or outage: half a day awake, or a twelfth of a live game's bank."""
        if self.bank is None:
            return timedelta()
        return max(self.increment, _LEAST_GRACE if self.rests else self.bank / 12)

    def longest(self, turns: int) -> timedelta | None:
        """Return the maximum time that one player can use for `turns` turns; None without a clock."""
        return None if self.bank is None else self.bank + self.increment * turns

    def average(self, turns: int) -> timedelta | None:
        """Return the average time per turn that a player can use over `turns` turns; None without a clock."""
        longest = self.longest(turns)
        return None if longest is None or turns <= 0 else longest / turns


def _days(days: float) -> timedelta:
    return timedelta(days=days)


def _hours(hours: float) -> timedelta:
    return timedelta(hours=hours)


PACES: Mapping[str, TimeControl] = {
    pace.id: pace
    for pace in (
        TimeControl("none", None),
        TimeControl("relaxed", _days(10), _days(2), _days(14)),
        TimeControl("daily", _days(5), _hours(24), _days(5)),
        TimeControl("event", _days(4), _hours(8), _days(4)),
        TimeControl("brisk", _days(2), _hours(8), _days(2)),
        TimeControl("evening", _hours(1), timedelta(minutes=1), _hours(1), take_back_s=10, rests=False),
        TimeControl("live", timedelta(minutes=15), timedelta(), timedelta(minutes=15), take_back_s=0, rests=False),
    )
}
"""The presets, slowest thinking first after the one without a clock."""
LIVE_EVENT = replace(PACES["live"], bank=timedelta(minutes=20), increment=timedelta(seconds=5), cap=timedelta(minutes=20))
"""As `live`, at events."""
_OVERTIME_BANK, _OVERTIME_INCREMENT = timedelta(hours=36), timedelta(hours=2)


def overtime(pace: TimeControl) -> TimeControl:
    """Return the pace of games that must end soon.

    Each clock has at most 36 hours and 2 more per turn, or less if `pace` has less.
    """
    assert pace.bank is not None
    bank = min(_OVERTIME_BANK, pace.cap or pace.bank)
    return TimeControl("custom", bank, min(_OVERTIME_INCREMENT, pace.increment), bank, rests=pace.rests)


DEFAULT_PACE = "daily"


def read_pace(text: str) -> TimeControl:
    """Return the pace with this name, or a custom one such as `bank=3d increment=12h cap=5d`. Raises `InvalidDurationError`.

    The cap defaults to the bank, the increment to none. Codes: `no-pace`, `unknown-term`, `missing-term`, `no-duration`,
    `bank-too-short`, `bank-too-long`, `increment-too-long`, `cap-below-bank`.
    """
    given = text.strip().lower()
    if given in PACES:
        return PACES[given]
    if "=" not in given:
        raise InvalidDurationError("no-pace", value=text)
    return _custom_control(_lengths_by_name(given))


def write_pace(pace: TimeControl) -> str:
    """Return the pace as text that `read_pace` understands."""
    if pace.id in PACES and PACES[pace.id] == pace:
        return pace.id
    assert pace.bank is not None
    assert pace.cap is not None
    lengths = {"bank": pace.bank, "increment": pace.increment, "cap": pace.cap}
    return " ".join(f"{key}={durations.write(length).replace(' ', '')}" for key, length in lengths.items())


def _lengths_by_name(text: str) -> dict[str, timedelta]:
    parts: dict[str, timedelta] = {}
    for piece in text.replace(",", " ").split():
        key, equals, value = piece.partition("=")
        if not equals or key not in ("bank", "increment", "cap"):
            raise InvalidDurationError("unknown-term", key=key)
        parts[key] = durations.read(value)
    if "bank" not in parts:
        raise InvalidDurationError("missing-term", key="bank")
    return parts


def _custom_control(lengths: Mapping[str, timedelta]) -> TimeControl:
    bank, increment = lengths["bank"], lengths.get("increment", timedelta())
    cap = lengths.get("cap", bank)
    if bank < LEAST_BANK:
        raise InvalidDurationError("bank-too-short", least=LEAST_BANK)
    if max(bank, cap) > MOST_BANK:
        raise InvalidDurationError("bank-too-long", most=MOST_BANK)
    if increment > MOST_INCREMENT:
        raise InvalidDurationError("increment-too-long", most=MOST_INCREMENT)
    if cap < bank:
        raise InvalidDurationError("cap-below-bank")
    # Who has less than half a day to spend sits at the table; nobody can sleep through such a game.
    is_present = bank < _hours(12)
    return TimeControl("custom", bank, increment, cap, take_back_s=10 if is_present else 30, rests=not is_present)


class DuelContext(NamedTuple):
    """Score of a duel when one of its games began, from the first seat's side."""

    best_of: int
    played: int
    """Games before this one."""
    lead: int
    """Games that the first seat had won more than the second; below 0: fewer."""
    difference: int
    """Points that the first seat was ahead in all of them together."""
    counts: bool
    """Whether people really played one of them, so that the duel counts for ratings."""


@dataclass(frozen=True)
class MatchTerms:
    """The terms of one match: time control, assistance, taking back, rating and the like."""

    pace: TimeControl = PACES[DEFAULT_PACE]
    on_timeout: str = MOVE
    take_back_s: int = PACES[DEFAULT_PACE].take_back_s
    """Seconds after Confirm in which a move can be taken back before anything new is seen; 0: none."""
    aids: str = ALL
    rated: bool = False
    returns: bool = True
    """Whether who lost a seat may take it again once."""
    substitutes: bool = True
    """Whether a vacated seat is offered to others."""
    vacations: bool = True
    """Whether a player's vacation stops their clock: in events only where the organiser allows it."""
    night_minutes: int = 0
    """How long everybody's night is, so that nobody has more of it, as in events; 0: as long as each has chosen."""
    series: DuelContext | None = None
    """The duel that this is a game of: only the duel counts for ratings, with the game that decides it."""
    chosen: frozenset[str] = frozenset()
    """Which of them (`clocks.term_parsing.KEYS`) somebody chose for this match; the others are what is usual."""

    def dump(self) -> dict[str, Any]:
        """Return the terms as plain data, for the database row, the record and the export."""
        kept = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name not in _LATER or getattr(self, field.name) != field.default
        }
        kept["pace"] = write_pace(self.pace)
        return {**kept, "chosen": sorted(self.chosen)} if self.chosen else kept


_LATER = ("vacations", "night_minutes", "series", "chosen")
"""What is not written where it is as usual: the rows of older programs lack it."""


NO_CLOCK = MatchTerms(pace=PACES["none"], take_back_s=0)
"""The terms of matches that began before there were any."""


def load(data: Mapping[str, Any]) -> MatchTerms:
    """Return the terms written by `MatchTerms.dump`; missing terms default to those of `NO_CLOCK`."""
    keys = {field.name for field in fields(MatchTerms)} - {"chosen"}
    known: dict[str, Any] = {key: value for key, value in data.items() if key in keys}
    if "pace" in known:
        known["pace"] = read_pace(known["pace"])
    if "series" in known:
        known["series"] = DuelContext(*known["series"])
    return replace(NO_CLOCK, **known, chosen=frozenset(data.get("chosen", ())))
