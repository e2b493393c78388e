"""Arena stages: for some hours or days, free entrants are paired again and again; a series of wins counts more.

A win is worth 2 points, a draw 1. After two wins in a row each further win is worth 4, until a game isn't won. Only the first win
against each opponent, in a game played to its end, counts towards a series: another win against the same one is worth 1, and after
the third nothing, so that friends gain little by losing to each other. A win by the opponent's resignation or timeout, or without a
game (no-show, early resignation, ruling), is worth 2, once per opponent, and doesn't belong to a series. A round is the pairings
made at one moment. Entrants don't meet their last opponent again while another entrant is free, or may soon be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from tournament import first_player, result_points
from tournament.history import DrawnRound, TournamentHistory
from tournament.kinds.base import Ids, StageKind, results_between, table_order
from tournament.result_points import ResultSide
from tournament.results import DRAW, FLAG, RESIGNED, RULING, UNPLAYED, WIN, EntrantId
from tournament.standings import Standing

WON, DRAWN, DOUBLED, AGAIN = 2, 1, 4, 1
"""Points of a win, of a draw, of a win after a row of wins, and of another win against the same opponent."""
MOST = 3
"""Wins against the same opponent that are worth anything."""
CUT_SHORT = (*UNPLAYED, RULING, RESIGNED, FLAG)
"""How a win comes about that was not played to its end."""
ROW = 2
"""Wins in a row after which each further one is doubled."""
NEAR = 24
"""Nobody is paired with somebody so many places further down among those who are free."""


def points(lines: Sequence[ResultSide]) -> tuple[int, int]:
    """Return an entrant's points and current series of wins; `lines` are the entrant's results in the order of rounds."""
    scored, streak = 0, 0
    beaten: Counter[EntrantId | None] = Counter()
    for line in lines:
        if line.halves != WIN:
            scored, streak = scored + (DRAWN if line.halves == DRAW else 0), 0
        elif line.how in CUT_SHORT:
            scored += 0 if beaten[line.opponent] else WON
        elif beaten[line.opponent]:
            scored += AGAIN if beaten[line.opponent] < MOST else 0
        else:
            scored, streak = scored + (DOUBLED if streak >= ROW else WON), streak + 1
        beaten[line.opponent] += line.halves == WIN
    return scored, streak


def standings(course: TournamentHistory, stage: int, among: Sequence[EntrantId]) -> tuple[Standing, ...]:
    """Return the standings by points, then games won, then the difference of points."""
    lines = result_points.result_sides(course.entrants, results_between(course, stage, among))
    values = {who: _values(lines[who]) for who in among}
    order = sorted(among, key=lambda who: tuple(-value for value in values[who].values()))
    ranks: dict[EntrantId, int] = {}
    for index, who in enumerate(order):
        level = index > 0 and values[order[index - 1]] == values[who]
        ranks[who] = ranks[order[index - 1]] if level else index + 1
    return tuple(Standing(who, ranks[who], values[who]) for who in order)


def _values(lines: Sequence[ResultSide]) -> dict[str, float]:
    won = sum(line.halves == WIN and line.met for line in lines)
    return {"points": points(lines)[0], "wins": won, "difference": sum(line.difference for line in lines)}


def places(course: TournamentHistory, stage: int) -> Ids:
    """Return the entrants in the order of the standings. Withdrawn entrants keep their points."""
    return table_order(course, stage, standings(course, stage, course.places[stage]))


def free_entrants(course: TournamentHistory) -> Ids:
    """Return the present entrants who are in no game."""
    playing = {who for drawn, table in course.unfinished() if drawn.stage == course.stage for who in drawn.seats(table)}
    return tuple(who for who in course.present() if who not in playing)


def pair_waiting(course: TournamentHistory, waiting: Sequence[EntrantId], patient: Collection[EntrantId]) -> DrawnRound | None:
    """Return a round that pairs as many of the free entrants as possible, or None if no pair can be made.

    `waiting`: free entrants, the longest waiting first; they are left out last. `patient`: entrants who have waited so long that
    they may meet their last opponent again if no other is free.
    """
    import rustworkx  # a library of matchings, which a bot without events has no use for

    rank = {who: index for index, who in enumerate(who for who in places(course, course.stage) if who in set(waiting))}
    last, number = _last_opponents(course), len(waiting)
    worth = {who: number - index for index, who in enumerate(waiting)}
    graph: rustworkx.PyGraph[EntrantId, int] = rustworkx.PyGraph(multigraph=False)
    nodes = {who: graph.add_node(who) for who in rank}
    order = list(rank)
    step = NEAR**2 * number
    for position, entrant in enumerate(order):
        for other in order[position + 1 : position + 1 + NEAR]:
            again = last.get(entrant) == other or last.get(other) == entrant
            if not again or {entrant, other} <= set(patient):
                weight = (
                    step * (worth[entrant] + worth[other]) - (step * 4 * number if again else 0) - (rank[other] - position) ** 2
                )
                graph.add_edge(nodes[entrant], nodes[other], weight)
    couples = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return _make_round(course, sorted(sorted((graph[earlier], graph[other]), key=order.index) for earlier, other in couples), order)


def _last_opponents(course: TournamentHistory) -> Mapping[EntrantId, EntrantId]:
    """Return the last opponent of each entrant who has had one."""
    last_opponents: dict[EntrantId, EntrantId] = {}
    for drawn in course.drawn_in(course.stage):
        for _, pairing in drawn.tables():
            last_opponents |= {pairing.first: pairing.second, pairing.second: pairing.first}
    return last_opponents


def _make_round(course: TournamentHistory, couples: Sequence[Sequence[EntrantId]], order: Sequence[EntrantId]) -> DrawnRound | None:
    """Return the round of these pairs, the best first; None without pairs.

    In each pair the entrant with fewer starts begins.
    """
    if not couples:
        return None
    lines = result_points.result_sides(course.entrants, course.results_in(course.stage))
    drawn_pairs = []
    for first, second in sorted(couples, key=lambda couple: order.index(couple[0])):
        history = {who: first_player.history(lines[who]) for who in (first, second)}
        pairing = first_player.beginner(first, second, history, course.seed, course.coming)
        drawn_pairs.append((pairing.first, pairing.second))
    return DrawnRound(course.coming, course.stage, tuple(drawn_pairs), course.stages[course.stage].best_of)


KIND = StageKind(None, places, standings)
