"""Reading and writing the log: the rows of the service, and which rows an undo covers.

Most rows are actions as the game writes them. The others begin with a word of the service, which no game may use as a verb:

`undo <seq>` takes back every action from that row on. `vacate <why> <level>` gives a seat to a computer, `return` gives it back to
its player, and `takeover` gives it to another user.

`timeout <level>` says that a computer plays the turn of a seat whose time is over, `asked <level>` that it does so at the wish of
the other players.

`rebase <from> <to>` moves the match to another version of the rules, under which its whole log replays equal.

`request <kind> <outcome> <by>` is the outcome of this seat's request to the others; `by` is the seat whose answer settled it.

`hint` says that a suggested turn was shown to a seat.

`conclude` ends the game by consent in its present position, at the request of this seat; it is the last row that the game
processes.

`mix <message> [<words>]`, a row of the chance seat before its first draw, has the id of the public message that the game begins
and, if players have added words, the SHA-256 of all words. All draws follow from the secret and this row.
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
    """Return the kind of a row: `action`, or the service word with which it begins."""
    word = row.text.split(" ", 1)[0]
    return word if word in FORMS else ACTION


def write_undo(seq: int) -> str:
    """Return the text of a row that takes back every action from row `seq` on."""
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
    """Return the number of the first row that an undo row takes back."""
    return int(row.text.split(" ")[1])


def standing_rows(log: Iterable[ActionRow]) -> list[ActionRow]:
    """Return the rows that make up the position: actions that were not taken back, and the agreed end."""
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
    """Return the numbers of the actions that were taken back."""
    kept = {row.seq for row in standing_rows(log)}
    return frozenset(row.seq for row in log if kind_of(row) == ACTION and row.seq not in kept)


def turn_start(log: Sequence[ActionRow], seat: Seat) -> int | None:
    """Return the row with which the present turn of `seat` began; None if another seat has acted last.

    That is its first action since another seat acted.
    """
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
    """The facts about a log that every move needs, updated row by row so that no move reads the whole log again."""

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
        """Return the index of the next chance draw, as `draws_before` does."""
        return self.standing_draws if bag >= BY_STANDING else self.draws

    def mixed(self, bag: int) -> str | None:
        """Return the text of the row `mix`, as `mix` does."""
        return self.mix if bag >= MIXED else None

    def awaits_mix(self, bag: int) -> bool:
        """Return whether draws must wait for the id of the message that the game begins."""
        return bag >= MIXED and self.mix is None


def summarise_log(log: Sequence[ActionRow], before: LogSummary = LogSummary()) -> LogSummary:
    """Return the summary of a log.

    `before` is the summary of its beginning: then only new rows are read, unless one of them is an undo.
    """
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
    """Return the index of the next chance draw."""
    rows = standing_rows(log) if bag >= BY_STANDING else log
    return sum(1 for row in rows if row.seat == CHANCE and kind_of(row) == ACTION)


def write_mix(message_id: int, words: str) -> str:
    """Return the text of the row `mix` with a public message's id and the digest of the players' `words` (empty without any)."""
    return f"{MIX} {message_id} {words}".rstrip()


def mix(log: Iterable[ActionRow], bag: int) -> str | None:
    """Return the text of a match's row `mix`; None if its draws are not mixed, or the row is not written yet."""
    return next((row.text for row in log if kind_of(row) == MIX), None) if bag >= MIXED else None


def mix_message(mix: str) -> int:
    """Return the message id in the text of a row `mix`."""
    return int(mix.split(" ")[1])


def words_digest(mix: str) -> str:
    """Return the digest of the players' words in the text of a row `mix`; empty without words."""
    return mix.split(" ")[2] if mix.count(" ") == 2 else ""


def position_changes_since(log: Sequence[ActionRow], version: int) -> list[ActionRow]:
    """Return the rows since `version` that change the position: actions, and undo rows."""
    return [row for row in log[version:] if kind_of(row) in (*MOVES, UNDO)]


def was_taken_back(log: Sequence[ActionRow]) -> bool:
    """Return whether an undo has returned to the present position, so that a move from it has been seen before."""
    return next((kind_of(row) == UNDO for row in reversed(log) if kind_of(row) in (*MOVES, UNDO)), False)


def timeouts(log: Iterable[ActionRow], seat: Seat) -> int:
    """Return how many timeouts of a seat's present player count: those that did not cost the seat and are not forgiven.

    `FORGIVEN_AFTER` turns in time in a row reset the count. Source: docs/time.md, "When time runs out".
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
    """Yield the kinds of rows in each uninterrupted run of a seat's rows."""
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
    """Return whether a seat's present or last player has already taken it back from the computer once."""
    return RETURN in _kinds_since_arrival(log, seat)


def is_taken_over(log: Iterable[ActionRow]) -> bool:
    """Return whether a substitute has taken over any seat."""
    return any(kind_of(row) == TAKEOVER for row in log)


def _kinds_since_arrival(log: Iterable[ActionRow], seat: Seat) -> list[str]:
    """Return the kinds of a seat's rows since its present player took it."""
    kinds: list[str] = []
    for row in log:
        if row.seat == seat:
            kind = kind_of(row)
            kinds = [] if kind == TAKEOVER else [*kinds, kind]
    return kinds
