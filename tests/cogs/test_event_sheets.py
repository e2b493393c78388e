"""The tables and brackets of events, in pages and in lines, from whole simulated events."""

from __future__ import annotations

from dataclasses import replace

from cogs.messages.tournaments import standings_tables as shown
from cogs.tournament_context import TournamentContext
from tests.tournament.test_progression import advanced, lower_wins, started
from text.protocol import ALT
from text.tournaments import standings_text
from text.translator import ENGLISH, translator_for
from tools.tournament_pages import seen
from tournament import stages
from tournament.chart_data import DRAWN, LOST, OPEN, WON, CrossTableCell, TableGrid, TableLine
from tournament.duels import DuelGame
from tournament.history import TournamentHistory
from tournament.results import DOUBLE_WALKOVER, DUEL, RULING, WALKOVER, EntrantId, Pairing, Result

EN = translator_for("en")


def fair(course: TournamentHistory, **changes: object) -> TournamentContext:
    """Return the event as people see it; entrant 7 is called Name 7."""
    return seen(course, {who.id: f"Name {who.id}" for who in course.entrants}, **changes)


def after(text: str, number: int, steps: int) -> TournamentHistory:
    course = started(text, number)
    for _ in range(steps):
        course, _ = advanced(course, lower_wins)
    return course


def test_the_standings_of_four_hundred_come_in_pages_and_the_readers_line_is_lit() -> None:
    own = EntrantId("137")

    pages = shown.pages(shown.standings(fair(after("swiss:1", 400, 1)), own))

    assert len(pages) == 20 and all(len(grid.lines) == 20 for page in pages for grid in page)
    lines = [line for page in pages for grid in page for line in grid.lines]
    assert len({line.name for line in lines}) == 400
    assert [line.name for line in lines if line.own] == ["Name 137"]
    assert pages[0][0].heads[0] == "Points" and len(lines[0].values) == len(pages[0][0].heads)


def test_small_groups_share_a_page_and_a_long_one_is_parted() -> None:
    table_grids = shown.standings(fair(after("groups:3", 12, 2)))

    assert [grid.title for grid in table_grids] == ["Group 1", "Group 2", "Group 3"]
    assert [len(grid.lines) for page in shown.pages(table_grids) for grid in page] == [4, 4, 4] and len(
        shown.pages(table_grids)
    ) == 1
    assert [len(page) for page in shown.pages(table_grids, 8)] == [2, 1]
    assert [len(page[0].lines) for page in shown.pages([table_grids[0]._replace(lines=table_grids[0].lines * 6)])] == [20, 4]


def test_a_cross_table_of_a_swiss_says_how_and_against_which_place() -> None:
    course = after("swiss:3", 5, 3)
    open_ = replace(course, results={place: r for place, r in course.results.items() if place[0] == 1})

    (grid,) = shown.cross(fair(open_))

    assert grid.numbers == ("1", "2") and grid.heads == ("Points",) and not grid.labelled
    ranks = {line.name: line.rank for line in grid.lines}
    first, second = course.rounds[0].couples[0]
    result = course.results[1, 1]
    assert result.score is not None and second is not None
    table_line, other = (line for who in (first, second) for line in grid.lines if line.name == f"Name {who}")
    won, lost = (table_line, other) if result.score[0] > result.score[1] else (other, table_line)
    assert won.marks[0] == CrossTableCell(WON, f"+{ranks[lost.name]}") and lost.marks[0] == CrossTableCell(
        LOST, f"−{ranks[won.name]}"
    )
    assert CrossTableCell(WON, "(+)") in {line.marks[0] for line in grid.lines}, "somebody had a bye"
    assert sum(line.marks[1].kind == OPEN for line in grid.lines) == 4
    assert f"{won.rank}. {won.name} **1** · +{ranks[lost.name]} · " in "\n".join(standings_text.lines(grid, ENGLISH))


def test_a_cross_table_of_many_rounds_or_groups_is_parted_by_columns() -> None:
    assert [grid.numbers[0] for grid in shown.cross(fair(after("swiss:12", 14, 13)))] == ["1", "11"]
    (grid,) = shown.cross(fair(after("groups:1", 4, 4)))
    assert grid.labelled and standings_text.lines(grid, ENGLISH)[0] == "\u200b1. Name 1 **3** · 2: 1 · 3: 1 · 4: 1"
    assert len(shown.cross(fair(after("groups:1", 40, 1)))) == 2


def test_every_kind_of_stage_has_a_table_of_who_met_whom_or_a_bracket() -> None:
    assert set(stages.KINDS) == {*shown.CROSS, stages.KNOCK_OUT, stages.DOUBLE}


def test_who_has_left_is_marked() -> None:
    course = after("swiss:2", 4, 2)
    gone = replace(
        course, entrants=tuple(replace(entrant, withdrawn_after=1 if entrant.id == "2" else None) for entrant in course.entrants)
    )

    (grid,) = shown.standings(fair(gone))

    assert [line.name for line in grid.lines if line.gone] == ["Name 2"]
    assert ["Name 2 " in line for line in standings_text.lines(grid, ENGLISH)] == [
        "✗" in line for line in standings_text.lines(grid, ENGLISH)
    ]


def test_a_bracket_of_sixty_four_comes_in_quarters_and_their_winners() -> None:
    """So that a phone can show its names."""
    *quarters, last = shown.bracket(fair(after("knock-out", 64, 3)))

    assert [[len(round_) for round_ in part.rounds] for part in quarters] == [[8, 4, 2, 1]] * 4
    assert [len(round_) for round_ in last.rounds] == [4, 2, 1] and last.heads[-2:] == ("Semi-finals", "Final")
    names = {side.name for part in quarters for match in part.rounds[0] for side in (match.upper, match.lower) if side}
    assert names == {f"Name {number}" for number in range(1, 65)}


def test_a_bracket_tells_points_byes_and_whom_it_does_not_know() -> None:
    course = after("knock-out", 3, 2)

    (part,) = shown.bracket(fair(course), EntrantId("1"))

    assert part.heads == ("Semi-finals", "Final")
    told = standings_text.bracket_lines(part, EN)
    assert told == ["**Semi-finals**", "Name 1 has a bye", "**Name 2** – Name 3 · 40–30", "**Final**", "Name 1 – Name 2"]
    assert part.rounds[1][0].upper.own and not part.rounds[1][0].upper.score
    open_ = fair(course, open_ended=frozenset({(1, 2)}))
    assert shown.bracket(open_)[0].rounds[0][1].upper.score == "", "a result that may still change is no score"


def test_a_duel_under_way_shows_the_games_so_far() -> None:
    course = after("knock-out best-of=3", 2, 2)
    open_ = replace(course, results={})
    games = {(1, 1): (DuelGame((40, 60)), DuelGame((50, 50)))}

    (part,) = shown.bracket(fair(open_, games=games))

    (final,) = part.rounds[-1]
    assert final.lower is not None
    assert (final.upper.score, final.lower.score) == ("½", "1½") and final.upper.won is None
    assert shown.bracket(fair(open_))[0].rounds[-1][0].upper.score == ""


def test_the_game_for_the_third_place_is_told_below_the_final() -> None:
    (part,) = shown.bracket(fair(after("knock-out third", 4, 3)))

    assert standings_text.bracket_lines(part, EN)[-2:] == ["**Third place**", "**Name 3** – Name 4 · 40–30"]


def test_a_cross_table_of_larger_tables_has_their_points() -> None:
    course = after("tables:2", 4, 1)
    drawn, _ = advanced(course, lambda round_, p: Result(round_, p.first, p.second, score=(4, 3, 2, 2), others=p.others))

    (grid,) = shown.cross(fair(drawn))

    assert [line.marks[0] for line in grid.lines] == [
        CrossTableCell(WON, "5"),
        CrossTableCell(DRAWN, "3"),
        CrossTableCell(DRAWN, "1½"),
        CrossTableCell(DRAWN, "1½"),
    ]
    assert shown.standings(fair(drawn))[0].heads == ("Points", "Share %", "Scored")
    assert "table points" in shown.key(fair(drawn))


def test_rounds_are_called_by_who_is_left_not_by_who_was_expected() -> None:
    course = after("swiss:2 -> knock-out:8", 8, 3)
    left = replace(
        course, entrants=tuple(replace(entrant, withdrawn_after=None if int(entrant.id) < 5 else 2) for entrant in course.entrants)
    )
    begun, _ = advanced(left, lower_wins)

    (part,) = shown.bracket(fair(begun))

    assert part.heads == ("Semi-finals", "Final")


def test_a_score_in_a_bracket_is_points_games_or_a_sign() -> None:
    pairing = Pairing(EntrantId("1"), EntrantId("2"))

    def told(how: str, winner: EntrantId | None = None, **more: object) -> tuple[str, str]:
        result = Result(1, pairing.first, pairing.second, how, winner, **more)  # type: ignore[arg-type]  # fields of a result
        return standings_text.score(result, pairing.first, translator_for("en")), standings_text.score(
            result, pairing.second, translator_for("en")
        )

    assert told("played", score=(71, 64)) == ("71", "64")
    assert told("resigned", pairing.first, score=(71, 64)) == ("71", "64")
    assert told("resigned", pairing.second, score=(71, 64)) == ("−", "+"), "the points name the other one"
    assert told("flag", pairing.second, score=(0, 0)) == ("−", "+")
    assert told(DUEL, games=((71, 64), (50, 50), (80, 77))) == ("2½", "½")
    assert told(WALKOVER, pairing.second) == ("−", "+")
    assert told(DOUBLE_WALKOVER) == ("−", "−")
    assert told(RULING) == ("=", "=")


def test_a_picture_without_lines_says_in_its_alt_text_who_stands_where() -> None:
    course = after("swiss:2 -> knock-out:4", 40, 5)
    state = fair(course)

    told = standings_text.table_alt("Standings", shown.pages(shown.standings(state))[0], ENGLISH)
    bracket = standings_text.bracket_alt(shown.bracket(state)[0], EN)

    best = shown.standings(state)[0].lines[0]
    assert told.startswith(f"Standings: 1. {best.name} {best.values[0]}; ") and told.count(";") == 19
    assert bracket.startswith("Bracket. Final: ") and " – " in bracket
    assert (
        len(standings_text.table_alt("Standings", [TableGrid("", ("P",), (TableLine("1", "x" * 32, ("1",)),) * 60)], ENGLISH))
        <= ALT
    )


def test_names_in_lines_format_nothing() -> None:
    grid = TableGrid("", ("Points",), (TableLine("1", "**x** @everyone", ("1",)),))

    assert standings_text.lines(grid, ENGLISH) == ["\u200b1. \\*\\*x\\*\\* @\u200beveryone **1**"]
