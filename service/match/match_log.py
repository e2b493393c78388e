"""Reading the log: the service's own words, and what an undo covers.

Rows are the game's actions as the game writes them, and some words of the service, which no game may use as a verb:
`undo <seq>` takes back every action from that row on, `vacate <why> <level>` gives a seat to a computer, `return` gives it back,
`takeover` gives it to somebody else,
`timeout <level>` says that a computer plays the turn of a seat whose time is over, `asked <level>` that it does so because the
others asked for it, `rebase <from> <to>` that the match goes by another version of the rules from here on, as its whole log
replays equal, and `request <kind> <outcome> <by>` how the others answered what this seat asked of them; `by` is the seat whose
answer settled it.

`hint` says that a seat has been told a good turn for the position at hand.

`conclude` ends the game where it stands, as all have agreed with this seat: the last row that the game itself hears of.

`mix <message> [<words>]` is a row of the house, before its first draw: the number of the public message that says that the game
begins and, where anybody has added a word, SHA-256 of all words. With it draws follow from the secret and from this row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.core.game import CHANCE, Seat
from storage.rows import ActionRow

ACTION = "action"
UNDO = "undo"
VACATE = "vacate"
REBASE = "rebase"
REQUEST = "request"
RETURN = "return"
TAKEOVER = "takeover"
TIMEOUT = "timeout"
ASKED = "asked"
MIX = "mix"
CONCLUDE = "conclude"
HINT = "hint"

FORMS: Mapping[str, re.Pattern[str]] = {
    UNDO: re.compile(r"undo \d{1,6}"),
    VACATE: re.compile(r"vacate [a-z-]{1,40} [a-z0-9-]{1,40}"),
    REBASE: re.compile(r"rebase \d{1,6} \d{1,6}"),
    REQUEST: re.compile(r"request [a-z-]{1,40} [a-z-]{1,40} -?\d{1,3}"),
    RETURN: re.compile(r"return"),
    TAKEOVER: re.compile(r"takeover"),
    TIMEOUT: re.compile(r"timeout [a-z0-9-]{1,40}"),
    ASKED: re.compile(r"asked [a-z0-9-]{1,40}"),
    CONCLUDE: re.compile(r"conclude"),
    HINT: re.compile(r"hint"),
    MIX: re.compile(r"mix \d{1,20}( [0-9a-f]{64})?"),
}
"""How each of them is written whole: a record from elsewhere may hold anything."""


FORGIVEN_AFTER = 3
"""Turns in time, one after the other, after which earlier timeouts no longer count."""
MOVES = (ACTION, CONCLUDE)
"""The kinds of rows that change the position of the game."""


def kind_of(row: ActionRow) -> str:
    """Return the kind of a row: `action`, or its service word."""
    word = row.text.split(" ", 1)[0]
    return word if word in FORMS else ACTION


def write_undo(seq: int) -> str:
    """Return the text of a row that takes back all from `seq` on."""
    return f"{UNDO} {seq}"


def write_vacate(why: str, level: str) -> str:
    """Return the text of a row that gives a seat to a computer."""
    return f"{VACATE} {why} {level}"


def write_stand_in(why: str, level: str) -> str:
    """Return the text of a row that says why a computer plays a person's turn: `timeout` or `asked`."""
    assert why in (TIMEOUT, ASKED)
    return f"{why} {level}"


def write_rebase(had: int, has: int) -> str:
    """Return the text of a row that moves a match to another version of its rules."""
    return f"{REBASE} {had} {has}"


def write_request(kind: str, outcome: str, by: Seat) -> str:
    """Return the text of a row with the outcome of a request."""
    return f"{REQUEST} {kind} {outcome} {by}"


PAUSED = f"{REQUEST} pause granted "
"""With what the row of a granted pause begins."""

REQUESTED = re.compile(rf"{REQUEST} (undo|pause|finish|stop) (granted|refused) (\d{{1,2}})")
"""What `write_request` writes: of what kind, how it was settled, by whose answer."""


def undo_target(row: ActionRow) -> int:
    """Return the row from which on an undo takes back."""
    return int(row.text.split(" ")[1])


def standing_rows(log: Iterable[ActionRow]) -> list[ActionRow]:
    """Return the rows that make the position: actions not taken back, and the agreed end."""
    kept: list[ActionRow] = []
    for row in log:
        kind = kind_of(row)
        if kind in MOVES:
            kept.append(row)
        elif kind == UNDO:
            while kept and kept[-1].seq >= undo_target(row):
                kept.pop()
    return kept


def undone_numbers(log: Sequence[ActionRow]) -> frozenset[int]:
    """Return the numbers of the actions that an undo covers."""
    kept = {row.seq for row in standing_rows(log)}
    return frozenset(row.seq for row in log if kind_of(row) == ACTION and row.seq not in kept)


def turn_start(log: Sequence[ActionRow], seat: Seat) -> int | None:
    """Return the row with which the present turn of `seat` began: its first action since another acted; None without."""
    start = None
    for row in reversed(standing_rows(log)):
        if row.seat != seat:
            break
        start = row.seq
    return start


BY_ALL, BY_STANDING, MIXED = 1, 2, 3
"""Ways to draw (`MatchRow.bag`): numbered by all draws that were ever made, or by those that stand, so that one that was taken
back comes again as it was; or this, and mixed with what stands in the row `mix`. A match keeps the way in which it began.
"""


@dataclass(frozen=True, slots=True)
class LogSummary:
    """The summary of a log for what every move asks, so that no move reads the whole log again."""

    rows: int = 0
    """The rows that this tells of: from the first one on."""
    last: ActionRow | None = None
    """The last of them."""
    draws: int = 0
    """Draws of the house that were made."""
    standing_draws: int = 0
    """Draws that were not taken back."""
    mix: str | None = None
    """The first row `mix`, as it is written."""
    was_paused: bool = False
    """Whether a pause was ever granted."""

    def next_draw(self, bag: int) -> int:
        """Return the index of the house's next draw, as `draws_before`."""
        return self.standing_draws if bag >= BY_STANDING else self.draws

    def mixed(self, bag: int) -> str | None:
        """Return the mixed-in words, as `mix`."""
        return self.mix if bag >= MIXED else None

    def awaits_mix(self, bag: int) -> bool:
        """Return whether no draw is possible yet because the message that says the game begins has no id."""
        return bag >= MIXED and self.mix is None


def summarise_log(log: Sequence[ActionRow], before: LogSummary = LogSummary()) -> LogSummary:
    """Return the summary of a log; with `before`, that of its beginning, only new rows are read, unless some undo others."""
    if before.rows and (len(log) < before.rows or log[before.rows - 1] != before.last):
        before = LogSummary()
    new = log[before.rows :]
    if not new:
        return before
    kinds = [(row, kind_of(row)) for row in new]
    drawn = sum(1 for row, kind in kinds if row.seat == CHANCE and kind == ACTION)
    if any(kind == UNDO for _, kind in kinds):
        standing_draws = draws_before(log, BY_STANDING)
    else:
        standing_draws = before.standing_draws + drawn
    return LogSummary(
        len(log),
        log[-1],
        before.draws + drawn,
        standing_draws,
        before.mix or next((row.text for row, kind in kinds if kind == MIX), None),
        before.was_paused or any(row.text.startswith(PAUSED) for row, kind in kinds if kind == REQUEST),
    )


def draws_before(log: Sequence[ActionRow], bag: int) -> int:
    """Return the index of the house's next draw."""
    rows = standing_rows(log) if bag >= BY_STANDING else log
    return sum(1 for row in rows if row.seat == CHANCE and kind_of(row) == ACTION)


def write_mix(message_id: int, words: str) -> str:
    """Return the text of the row by which draws follow from a public message and the digest of `words` (empty without any)."""
    return f"{MIX} {message_id} {words}".rstrip()


def mix(log: Iterable[ActionRow], bag: int) -> str | None:
    """Return the row `mix` of a match, as it is written; None where its draws are not mixed, or not yet."""
    return next((row.text for row in log if kind_of(row) == MIX), None) if bag >= MIXED else None


def mix_message(mix: str) -> int:
    """Return the id of the message in a row `mix`."""
    return int(mix.split(" ")[1])


def words_digest(mix: str) -> str:
    """Return the digest of the words in a row `mix`; empty without."""
    return mix.split(" ")[2] if mix.count(" ") == 2 else ""


def position_changes_since(log: Sequence[ActionRow], version: int) -> list[ActionRow]:
    """Rows since `version` that change the position; of the words of the service only an undo does."""
    return [row for row in log[version:] if kind_of(row) in (*MOVES, UNDO)]


def was_taken_back(log: Sequence[ActionRow]) -> bool:
    """Return whether the position was gone back to by an undo, so that a move from it was seen already."""
    return next((kind_of(row) == UNDO for row in reversed(log) if kind_of(row) in (*MOVES, UNDO)), False)


def timeouts(log: Iterable[ActionRow], seat: Seat) -> int:
    """Return how often the time of a seat's present player ran out without costing the seat, since they were forgiven.

    `FORGIVEN_AFTER` turns in time, one after the other, begin the count again. Source: docs/time.md, "When time runs out".
    """
    count = in_time = 0
    by_computer = False
    for kinds in _turns(log, seat):
        by_computer = VACATE in kinds or (by_computer and not kinds & {RETURN, TAKEOVER})
        if TAKEOVER in kinds:
            count = in_time = 0
        if TIMEOUT in kinds:
            count, in_time = count + 1, 0
        elif ACTION in kinds and ASKED not in kinds and not by_computer:
            in_time += 1
            count = 0 if in_time >= FORGIVEN_AFTER else count
    return count


def _turns(log: Iterable[ActionRow], seat: Seat) -> Iterator[set[str]]:
    """Yield the kinds of rows of each stretch in which a seat alone acts."""
    kinds: set[str] = set()
    for row in log:
        if row.seat == seat:
            kinds.add(kind_of(row))
        elif kinds:
            yield kinds
            kinds = set()
    if kinds:
        yield kinds


def has_returned(log: Iterable[ActionRow], seat: Seat) -> bool:
    """Return whether a seat's present or last player has taken it again once."""
    return RETURN in _kinds_since_arrival(log, seat)


def is_taken_over(log: Iterable[ActionRow]) -> bool:
    """Return whether a substitute has taken a seat over."""
    return any(kind_of(row) == TAKEOVER for row in log)


def _kinds_since_arrival(log: Iterable[ActionRow], seat: Seat) -> list[str]:
    """Return the kinds of a seat's rows since its present player came."""
    kinds: list[str] = []
    for row in log:
        if row.seat == seat:
            kind = kind_of(row)
            kinds = [] if kind == TAKEOVER else [*kinds, kind]
    return kinds
