"""Data of a tournament's standings, cross-tables, brackets and champion's card, for pictures and text, by page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cogs.tournament_context import TournamentContext
from service.tournaments import queries
from text.tournaments import board, stage_names, standings_text, tables
from tournament import crosstable, duels
from tournament.bracket_tree import BracketMatch, double_tree, tree
from tournament.chart_data import SELF, Bracket, BracketMatchView, BracketSide, Champion, CrossTableCell, TableGrid, TableLine
from tournament.double_elimination import LOWER, UPPER
from tournament.results import EntrantId, Result
from tournament.stages import ARENA, DOUBLE, GROUPS, LADDER, LEAGUE, SWISS, TABLES
from tournament.standings import Standing

PAGE = 20
"""Lines of tables on one page."""
ROUNDS, OPPONENTS = 10, 32
"""Columns of a cross-table on one page."""
LEAVES = 8
"""Pairings in the first round of a bracket on one page."""
COLUMNS = 4
"""Rounds of a lower bracket on one page."""
PLACES = 4
"""Names on the champion's card."""

Marked = Callable[[EntrantId], tuple[CrossTableCell, ...]]


def table_stage(context: TournamentContext) -> int | None:
    """Return the index of the newest stage that has standings; None if all stages are knock-outs."""
    stages = context.state.course.stages
    return next((start for start in range(len(context.state.places) - 1, -1, -1) if not stages[start].knocks_out), None)


def knock_out_stage(context: TournamentContext) -> int | None:
    """Return the index of the newest knock-out stage that has begun; None without one."""
    stages = context.state.course.stages
    return next((start for start in range(len(context.state.places) - 1, -1, -1) if stages[start].knocks_out), None)


# --- tables ------------------------------------------------------------------------------------------------------------


def standings(context: TournamentContext, own: EntrantId | None = None) -> list[TableGrid]:
    """Return the newest standings, one table for each group.

    `own`: the reader's entrant, whose line is highlighted.
    """
    stage = table_stage(context)
    if stage is None:
        return []
    stage_tables = [table for table in queries.tables(context.state) if table.stage == stage]
    return _add_titles(context, [_grid(context, table, own) for table in stage_tables])


def _add_titles(context: TournamentContext, grids: list[TableGrid]) -> list[TableGrid]:
    """Return the tables with titles if there is more than one."""
    is_alone = len(context.state.course.stages) == 1 and len({grid.title for grid in grids}) == 1
    return [grid._replace(title="") for grid in grids] if is_alone else grids


def _grid(context: TournamentContext, table: queries.StageTable, own: EntrantId | None) -> TableGrid:
    return TableGrid(table_title(context, table), _heads(context, table), tuple(_line(context, line, own) for line in table.lines))


def _heads(context: TournamentContext, table: queries.StageTable) -> tuple[str, ...]:
    """Return the column heads of a table's values, which differ for games of more than two players."""
    return standings_text.heads(tuple(table.lines[0].values), context.words)


def table_title(context: TournamentContext, table: queries.StageTable) -> str:
    """Return the title of a standings table."""
    its = context.state.course.stages[table.stage]
    stage = stage_names.stages([its], context.words)
    return tables.title(stage[:1].upper() + stage[1:], table.group, context.words, is_division=its.kind == LEAGUE)


def _line(context: TournamentContext, line: Standing, own: EntrantId | None, marks: tuple[CrossTableCell, ...] = ()) -> TableLine:
    gone = context.state.is_out(line.id)
    return TableLine(str(line.rank), context.name(line.id), standings_text.values(line, context.words), marks, gone, line.id == own)


def cross(context: TournamentContext, own: EntrantId | None = None) -> list[TableGrid]:
    """Return the cross-tables of the newest stage that has standings.

    Columns are opponents in a round robin, otherwise rounds. `own`: the reader's entrant, whose line is highlighted.
    """
    stage = table_stage(context)
    if stage is None:
        return []
    stage_tables = [table for table in queries.tables(context.state) if table.stage == stage]
    make = CROSS[context.state.course.stages[stage].kind]
    return _add_titles(context, [part for table in stage_tables for part in make(context, table, own)])


def key(context: TournamentContext) -> str:
    """Return a legend of the marks in the cross-tables."""
    stage = table_stage(context)
    keys = {SWISS: standings_text.rounds_key, TABLES: standings_text.tables_key}
    return "" if stage is None else keys.get(context.state.course.stages[stage].kind, standings_text.opponents_key)(context.words)


def _rows_by_round(context: TournamentContext, table: queries.StageTable, own: EntrantId | None) -> list[TableGrid]:
    course = context.state.course
    cells = crosstable.by_rounds(course, table.stage)
    ranks = {line.id: str(line.rank) for line in table.lines}
    numbers = tuple(str(drawn.number) for drawn in course.drawn_in(table.stage))

    def marks(who: EntrantId) -> tuple[CrossTableCell, ...]:
        return tuple(standings_text.round_mark(cell, _rank(ranks, cell)) for cell in cells[who])

    return _mark_table(context, table, own, numbers, marks, ROUNDS)


def _rows_by_table(context: TournamentContext, table: queries.StageTable, own: EntrantId | None) -> list[TableGrid]:
    course = context.state.course
    seats = crosstable.at_tables(course, table.stage)
    numbers = tuple(str(drawn.number) for drawn in course.drawn_in(table.stage))
    return _mark_table(
        context,
        table,
        own,
        numbers,
        lambda who: tuple(standings_text.table_mark(seat, context.words) for seat in seats[who]),
        ROUNDS,
    )


def _rank(ranks: Mapping[EntrantId, str], cell: crosstable.Cell | None) -> str:
    return "" if cell is None or cell.opponent is None else ranks.get(cell.opponent, "")


def _cross_table(context: TournamentContext, table: queries.StageTable, own: EntrantId | None) -> list[TableGrid]:
    """Return the cross-table of a round robin, whose columns are in the order of its rows."""
    order = [line.id for line in table.lines]
    met = crosstable.by_opponents(context.state.course, table.stage, order)

    def marks(who: EntrantId) -> tuple[CrossTableCell, ...]:
        return tuple(
            CrossTableCell(SELF) if who == other else standings_text.opponent_mark(met.get((who, other), ())) for other in order
        )

    numbers = tuple(str(index) for index in range(1, len(order) + 1))
    return [grid._replace(labelled=True) for grid in _mark_table(context, table, own, numbers, marks, OPPONENTS)]


CROSS = {
    SWISS: _rows_by_round,
    GROUPS: _cross_table,
    LEAGUE: _cross_table,
    LADDER: _cross_table,
    ARENA: _cross_table,
    TABLES: _rows_by_table,
}
"""How each kind of stage shows who met whom; a knock-out has its bracket."""


def _mark_table(
    context: TournamentContext, table: queries.StageTable, own: EntrantId | None, numbers: tuple[str, ...], marks: Marked, most: int
) -> list[TableGrid]:
    """Return a cross-table in parts of up to `most` columns; of the values only the points are shown."""
    lines = [_line(context, line, own, marks(line.id)) for line in table.lines]
    heads = _heads(context, table)[:1]
    parts = [slice(start, start + most) for start in range(0, len(numbers) or 1, most)]
    title = table_title(context, table)
    return [
        TableGrid(
            title, heads, tuple(line._replace(values=line.values[:1], marks=line.marks[part]) for line in lines), numbers[part]
        )
        for part in parts
    ]


def pages(grids: Iterable[TableGrid], most: int = PAGE) -> list[list[TableGrid]]:
    """Return the tables in pages of up to `most` lines; small tables share a page, long ones are split."""
    sheets: list[list[TableGrid]] = []
    for grid in grids:
        for start in range(0, len(grid.lines), most):
            part = grid._replace(lines=grid.lines[start : start + most])
            if sheets and sum(len(table_grid.lines) for table_grid in sheets[-1]) + len(part.lines) <= most:
                sheets[-1].append(part)
            else:
                sheets.append([part])
    return sheets


# --- brackets ----------------------------------------------------------------------------------------------------------


def bracket(context: TournamentContext, own: EntrantId | None = None) -> list[Bracket]:
    """Return the newest knock-out in pages: parts of the tree from the first round on, then the later rounds.

    `own`: the reader's entrant, who is highlighted.
    """
    stage = knock_out_stage(context)
    if stage is None:
        return []
    if context.state.course.stages[stage].kind == DOUBLE:
        return _double(context, stage, own)
    whole = tree(context.state.course, stage)
    shown = [tuple(_match(context, meeting, own) for meeting in round_) for round_ in whole.rounds]
    *before, last = _bracket_parts([round_head(context, stage, index) for index in range(1, len(shown) + 1)], shown)
    if whole.third is not None:
        last = last._replace(third=_match(context, whole.third, own), third_head=standings_text.third_place(context.words))
    return [*before, last]


def round_head(context: TournamentContext, stage: int, of_stage: int) -> str:
    """Return the column head of a round in a bracket; `of_stage` is the round's number in its stage, from 1."""
    first = next((drawn.number for drawn in context.state.rounds if drawn.stage == stage), len(context.state.rounds) + 1)
    head = context.named_round(first + of_stage - 1, stage, of_stage)
    return head[:1].upper() + head[1:]


def _double(context: TournamentContext, stage: int, own: EntrantId | None) -> list[Bracket]:
    """Return the pages of a double elimination: the upper bracket, then the lower bracket, with the finals at its end."""
    whole = double_tree(context.state.course, stage)
    upper, lower = (
        [(round_head(context, stage, at), tuple(_match(context, meeting, own) for meeting in round_)) for at, round_ in part]
        for part in (whole.upper, whole.lower)
    )
    above = _bracket_parts([head for head, _ in upper], [matches for _, matches in upper])
    lower = [
        (head, matches) for head, matches in lower if any(match.lower is not None for match in matches)
    ]  # all byes say nothing
    below = [zip(*lower[start : start + COLUMNS], strict=True) for start in range(0, len(lower), COLUMNS)]
    return [
        *(each._replace(title=board.bracket(UPPER, context.words)) for each in above),
        *(Bracket(tuple(heads), tuple(rounds), title=board.bracket(LOWER, context.words)) for heads, rounds in below),
    ]


def _bracket_parts(heads: Sequence[str], rounds: Sequence[tuple[BracketMatchView, ...]]) -> list[Bracket]:
    if len(rounds[0]) <= LEAVES:
        return [Bracket(tuple(heads), tuple(rounds))]
    deep = LEAVES.bit_length()
    brackets = [
        Bracket(
            tuple(heads[:deep]),
            tuple(rounds[index][(part * LEAVES) >> index : ((part + 1) * LEAVES) >> index] for index in range(deep)),
        )
        for part in range(len(rounds[0]) // LEAVES)
    ]
    return [*brackets, *_bracket_parts(heads[deep - 1 :], rounds[deep - 1 :])]


def _match(context: TournamentContext, meeting: BracketMatch, own: EntrantId | None) -> BracketMatchView:
    upper, lower = meeting.sides
    return BracketMatchView(_side(context, meeting, upper, own), None if meeting.is_bye else _side(context, meeting, lower, own))


def _side(context: TournamentContext, meeting: BracketMatch, who: EntrantId | None, own: EntrantId | None) -> BracketSide:
    if who is None:
        return BracketSide("")
    won = None if meeting.winner is None or meeting.is_bye else meeting.winner == who
    result = _counting_result(context, meeting)
    return BracketSide(
        context.name(who), "" if result is None else standings_text.score(result, who, context.words), won, who == own
    )


def _counting_result(context: TournamentContext, meeting: BracketMatch) -> Result | None:
    """Return the result of a bracket match, or the score so far of a running duel; None for a provisional result."""
    if meeting.place is None or meeting.place in context.state.open_ended:
        return None
    drawn, games = context.state.rounds[meeting.place[0] - 1], context.state.games.get(meeting.place, ())
    if meeting.result is None and games and drawn.best_of > 1:
        return duels.duel_result(drawn.pairing(meeting.place[1]), games, drawn.number, drawn.best_of)
    return meeting.result


# --- the end -----------------------------------------------------------------------------------------------------------


def champion(context: TournamentContext) -> Champion:
    """Return the data of the champion's card of a finished tournament."""
    state = context.state
    places = tuple((str(index), context.name(who)) for index, who in enumerate(state.final[:PLACES], 1))
    entrants = len(state.course.entrants)
    return Champion(state.row.name, places, standings_text.detail(entrants, len(state.rounds), context.words))
