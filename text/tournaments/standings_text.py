"""The texts of events' standings and brackets: the short marks in pictures, and the same as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, labelled, pattern, sentence, series, whole_words
from text.tournaments.stage_names import TIE_BREAKS
from text.tournaments.tables import number
from text.translator import Translator
from text.users.player_names import plain, safe
from tournament import chart_data, result_points
from tournament.chart_data import Bracket, BracketMatchView, BracketSide, CrossTableCell, TableGrid, TableLine
from tournament.crosstable import Cell, TableResult
from tournament.results import DOUBLE_WALKOVER, DRAW, DUEL, FLAG, RESIGNED, UNPLAYED, WALKOVER, WIN, EntrantId, Result
from tournament.standings import Standing

_KINDS = {WIN: chart_data.WON, DRAW: chart_data.DRAWN, 0: chart_data.LOST}
_SIGNS = {chart_data.WON: "+", chart_data.DRAWN: "=", chart_data.LOST: "−"}
_POINTS = {chart_data.WON: "1", chart_data.DRAWN: "½", chart_data.LOST: "0"}
NOTHING, UNKNOWN = CrossTableCell(chart_data.NONE), "?"
NO_LIST = "\N{ZERO WIDTH SPACE}"
"""Before a rank that begins a line: Discord would take the lines for a list and count on, so that equal ranks differ."""


# --- what tables write -------------------------------------------------------------------------------------------------


def heads(breaks: Sequence[str], words: Translator) -> tuple[str, ...]:
    """Return the headings of the tie-break columns, except that of the drawn lot."""
    return tuple(words.say(TIE_BREAKS[name]) for name in breaks if name != "lot")


def values(standing: Standing, words: Translator) -> tuple[str, ...]:
    """Return an entrant's tie-break values, except the drawn lot, as text."""
    return tuple(_signed_value(name, value, words) for name, value in standing.values.items() if name != "lot")


def _signed_value(name: str, value: float, words: Translator) -> str:
    each_number = number(value, words)
    return f"+{each_number}" if name in ("difference", "comparison") and value > 0 else each_number


def round_mark(cell: Cell | None, rank: str) -> CrossTableCell:
    """Return the mark of an entrant's Swiss round in the cross-table: the result and the opponent's rank.

    It is in brackets if the game was not played, and a question mark if it is open.
    """
    if cell is None:
        return NOTHING
    if cell.line is None:
        return CrossTableCell(chart_data.OPEN, UNKNOWN + rank)
    kind = _KINDS[cell.line.halves]
    signs = _SIGNS[kind] + rank
    return CrossTableCell(kind, f"({signs})" if cell.line.how in UNPLAYED else signs)


def table_mark(seated: TableResult | None, words: Translator) -> CrossTableCell:
    """Return the mark of a round at a table of three to five: the table points.

    It is shown as a win for the first at the table, and as a loss for the last; None gives an empty mark.
    """
    if seated is None:
        return NOTHING
    kind = chart_data.WON if seated.rank == 1 else chart_data.LOST if seated.rank == seated.of else chart_data.DRAWN
    return CrossTableCell(kind, number(seated.points, words))


def opponent_mark(lines: Sequence[result_points.ResultSide]) -> CrossTableCell:
    """Return the mark of an entrant's results against one opponent: `1`, `½0`; a walkover has a sign instead."""
    if not lines:
        return NOTHING
    halves = sum(line.halves for line in lines)
    kind = chart_data.WON if halves > len(lines) else chart_data.DRAWN if halves == len(lines) else chart_data.LOST
    return CrossTableCell(kind, "".join(_point(line) for line in lines))


def _point(line: result_points.ResultSide) -> str:
    kind = _KINDS[line.halves]
    return (_SIGNS if line.how in UNPLAYED else _POINTS)[kind]


# --- what brackets write -----------------------------------------------------------------------------------------------


def score(result: Result, who: EntrantId, words: Translator) -> str:
    """Return an entrant's score in a bracket: points, games won in a duel, or a sign if points don't tell the winner."""
    own = result_points.result_side(result, who)
    if result.how == DUEL:
        return number(own.games_won / 2, words)
    if result.how in (WALKOVER, DOUBLE_WALKOVER) or result.score is None or _misleads(result):
        return _SIGNS[_KINDS[own.halves]]
    return str(own.points_for)


def _misleads(result: Result) -> bool:
    """Return whether the winner of a resigned or timed-out game has no more points than the loser."""
    assert result.score is not None
    ahead, behind = (0, 1) if result.winner == result.first else (1, 0)
    return result.how in (RESIGNED, FLAG) and result.score[ahead] <= result.score[behind]


# --- the same in lines -------------------------------------------------------------------------------------------------


def lines(grid: TableGrid, words: Translator, *, in_short: bool = False) -> list[str]:
    """Return a table as text, one line for each entrant: `2. Ben **2½** · Buchholz 4`, or `2. Ben **2½** · +4 · =1`.

    With `in_short`, the tie-breaks are left out.
    """
    head = [f"**{grid.title}**"] if grid.title else []
    return head + [_line(grid, line, words, in_short=in_short) for line in grid.lines]


def _line(grid: TableGrid, line: TableLine, words: Translator, *, in_short: bool) -> str:
    points, *rest = line.values
    out = " ✗" if line.gone else ""
    pairs = zip(grid.numbers, line.marks, strict=True)
    marks = [labelled(head, mark.text, words) if grid.labelled else mark.text for head, mark in pairs if mark.text]
    texts = (
        marks if grid.numbers else [] if in_short else [f"{head} {value}" for head, value in zip(grid.heads[1:], rest, strict=True)]
    )
    return " · ".join([f"{NO_LIST}{line.rank}. {safe(line.name)} **{points}**{out}", *texts])


tables_key = sentence("-# The table points of each round.")
"""How to read a table of table points."""
rounds_key = sentence("-# + won, = drawn, − lost, with the opponent's place; in brackets: not played; ?: still open.")
"""How to read a table by rounds."""
opponents_key = sentence("-# Each number: the points against the entrant in that place; + and − without a game.")
"""How to read a table by opponents."""


def bracket_lines(bracket: Bracket, words: Translator) -> list[str]:
    """Return a bracket as text, one line for each pairing with a known entrant."""
    bracket_lines = [f"**{bracket.title}**"] if bracket.title else []
    for head, matches in zip(bracket.heads, bracket.rounds, strict=True):
        known = [match for match in matches if match.upper.name or (match.lower is not None and match.lower.name)]
        bracket_lines += [f"**{head}**", *(_match(match, words) for match in known)] if known else []
    if bracket.third is not None and bracket.third.upper.name:
        bracket_lines += [f"**{bracket.third_head}**", _match(bracket.third, words)]
    return bracket_lines


def _match(match: BracketMatchView, words: Translator) -> str:
    if match.lower is None:
        return words.say("{name} has a bye", name=_side(match.upper))
    text = f"{_side(match.upper)} – {_side(match.lower)}"
    points = f"{match.upper.score}–{match.lower.score}" if match.upper.score or match.lower.score else ""
    return f"{text} · {points}" if points else text


def _side(side: BracketSide) -> str:
    name = safe(side.name) if side.name else UNKNOWN
    return f"**{name}**" if side.won else name


# --- what pictures are -------------------------------------------------------------------------------------------------


alt: MessageTemplate[str] = pattern("{title}, as listed below")
"""What the picture of a table is; the lines beside it say the same."""


def table_alt(title: str, grids: Sequence[TableGrid], words: Translator) -> str:
    """Return the alt text of tables shown without lines: ranks, names and points, as far as they fit."""
    told = [f"{line.rank}. {plain(line.name)} {line.values[0]}" for grid in grids for line in grid.lines]
    return whole_words(labelled(title, series(told, words), words))


def bracket_alt(bracket: Bracket, words: Translator) -> str:
    """Return the alt text of a bracket shown without lines: the pairings of the newest round that has entrants."""
    rounds = [*zip(bracket.heads, bracket.rounds, strict=True)]
    head, matches = next((each for each in reversed(rounds) if any(match.upper.name for match in each[1])), rounds[0])
    told = [" – ".join(_escape_side(side) for side in (match.upper, match.lower) if side is not None) for match in matches]
    return whole_words(f"{bracket.title or bracket_title(words)}. {labelled(head, series(told, words), words)}")


def _escape_side(side: BracketSide) -> str:
    return f"{plain(side.name) if side.name else UNKNOWN} {side.score}".strip()


bracket_title = sentence("Bracket")
"""A knock-out as a whole."""
third_place = sentence("Third place")
"""The game of those who lost the semi-finals."""
cross_title = sentence("Cross-table")
"""A table of who met whom."""
standings_title = sentence("Standings")
"""A table of places."""
no_bracket = sentence("No knock-out has begun in this tournament yet.")
"""An event without a knock-out, or before it."""
no_cross = sentence("This tournament is a knock-out: its bracket shows all games.")
"""An event that only knocks out."""


def detail(entrants: int, rounds: int, words: Translator) -> str:
    """Return the size of an event: its numbers of entrants and rounds."""
    people = words.count("{number} entrant", "{number} entrants", entrants)
    return people + " · " + words.count("{number} round", "{number} rounds", rounds)


champion_alt: MessageTemplate[str, str] = pattern("Champion of {event}: {name}", event=plain, name=plain)
"""The champion's card."""
