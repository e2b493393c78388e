"""Analysis of a finished game: expected results after every decision, better alternatives, and the luck of each seat.

All values are estimates in points, from searching what a player could have done instead. A decision is the sequence of actions that
one seat takes in a row: its tile, its figure and what follows. First every decision is compared with its alternatives at the end of
the seat's own turn; then those that seem worst and best are compared again, including the next player's best replies over the same
draws for all alternatives. The budget is a number of positions, so the same game always gets the same analysis.

Only information available to the seat is used: in a game with secrets, decisions are judged in states that the seat could imagine.
Plain data in and out, so that it can run in another process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

from ai.turn_search import SearchWidth, TurnPlan, margin, search_plans, search_plans_unseen
from games.core.game import CHANCE, AnyGame, Event, Seat, audience, ignore_event

LEAVES = 80_000
"""Positions that are judged for one game, or so."""

FIRST, LUCK = 0.2, 0.3
"""Of the positions, what may go into the first look at all decisions, and into the luck; the rest is for the replies."""

ALONE = SearchWidth(answered=0)
"""How all decisions are looked at first: by what the own turn leads to."""

ANSWERED = SearchWidth(answered=6, draws=8)
"""How those are compared that stand out: by the best answers, over so many draws."""

GUESSES, MORE_GUESSES = 3, 16
"""Where a game hides something, both times by the own turn alone, in so many states at most that the seat could imagine."""

DRAWN = SearchWidth(beam=4, depth=3, answered=0)
"""How a draw is looked at: by the best that can be made of it."""

DEALS = 24
"""Where hands are dealt, so many other deals at most are compared with each, and so many that the others may have got."""

KINDS, FEW, FEWEST = 12, 4, 3
"""With so many other draws each draw is compared; where there are many ways to make something of each, with fewer. Where there are
not positions enough for `FEW` in full, each with the fewest, at a glance.
"""

GLANCED = 2
"""At a glance, of so many ways to begin the turn one is looked at, and nothing that follows it."""

RICH = 0.25
"""Where draws are looked at at a glance, only this part of the positions goes into the replies: each costs more there."""

CLOSE = 0.3
"""Points: decisions that look worse than the best one by less are taken for equals of it."""

ADDS_UP = 12.0
"""Points by which luck and what was lost may miss the margin: where they miss it by more, draws were valued by what the best play
could have made of them, which nobody here did, and the sum would mislead.
"""

BEST_REJUDGED = 8
"""Of those that look best, so many are looked at closely: one of them is the best of the game."""


class AnalysedRow(NamedTuple):
    """One action of the game's log."""

    seq: int
    seat: Seat
    text: str


class FinishedGame(NamedTuple):
    """Finished game with its log and final scores, the input of the analysis."""

    game: AnyGame
    options: Mapping[str, str]
    seats: int
    rows: tuple[AnalysedRow, ...]
    scores: tuple[int, ...]
    """How it ended."""


class AnalysedDecision(NamedTuple):
    """One seat's consecutive actions of a turn with a choice, and the better plans that it had."""

    seat: Seat
    since: int
    """The number of its first row in the log: the position that it was made in is that of this version."""
    upto: int
    """The version after its last row."""
    played: tuple[str, ...]
    best: tuple[str, ...]
    """The best that was found, as actions in a row; what was played where nothing is better."""
    loss: float
    """By how many points of margin what was played is worse; 0: nothing better was found."""
    edge: float
    """By how many points what was played is better than the best of all that begins otherwise; 0 for what is not best."""


class GameAnalysis(NamedTuple):
    """Result of analysing a whole game."""

    course: tuple[tuple[int, tuple[float, ...]], ...]
    """The version after each decision, with the points by seat that the game was expected to end with."""
    decisions: tuple[AnalysedDecision, ...]
    """Those that were choices, in their order."""
    luck: tuple[float, ...] | None
    """Points by seat that its draws have brought more than an average draw; None where there are not positions enough, or where
    tiles are drawn a turn ahead.
    """
    give_or_take: float = 0.0
    """Points by which that may be wrong, as each draw was compared with a few others only: in two of three games it is less. 0
    where nobody can tell.
    """


def luck_and_loss_match_result(analysis: GameAnalysis, within: float = ADDS_UP) -> bool:
    """Return whether luck minus losses matches each seat's final margin, to `within` points.

    Margins are against the average of the other seats. False if luck was not measured.
    """
    if analysis.luck is None or not analysis.course:
        return False
    lost = [sum(decision.loss for decision in analysis.decisions if decision.seat == seat) for seat in range(len(analysis.luck))]
    explained = [_lead([luck - loss for luck, loss in zip(analysis.luck, lost, strict=True)], seat) for seat in range(len(lost))]
    margins = [_lead(analysis.course[-1][1], seat) for seat in range(len(lost))]
    return max(abs(explained_move - other) for explained_move, other in zip(explained, margins, strict=True)) <= max(
        within, 2 * analysis.give_or_take
    )


def _lead(points: Sequence[float], seat: int) -> float:
    others = [point for number, point in enumerate(points) if number != seat]
    return points[seat] - fmean(others) if others else points[seat]


def analyse_game(past: FinishedGame, leaves: int = LEAVES) -> GameAnalysis:
    """Return the analysis of a finished game: expected course, judged decisions and luck.

    Costs about 10 s of processor time for a game of 72 tiles, 12 s with four expansions.
    """
    looks = list(_own_looks(past))
    course = [(look.upto, tuple(float(points) for points in past.game.estimate(look.after))) for look in looks]
    course = [*course[:-1], (looks[-1].upto, tuple(map(float, past.scores)))] if looks else []
    first = _first_look(past, looks, int(leaves * FIRST))
    ways = _count_first_actions_after_draws(past)
    luck, unsure = _luck(past, int(leaves * LUCK), ways)
    replies = RICH if _is_rich(ways, int(leaves * LUCK)) else 1 - FIRST - LUCK
    return GameAnalysis(tuple(course), _closer(past, first, int(leaves * replies)), luck, unsure)


class _Look(NamedTuple):
    """Decision with the positions before and after it, before it is judged."""

    seat: Seat
    since: int
    upto: int
    played: tuple[Any, ...]
    before: Any
    """The position as the seat could imagine it."""
    after: Any
    """As it really was."""


class _Judged(NamedTuple):
    """A decision with its alternatives, best first; the plan that was played is one of them."""

    look: _Look
    found: Sequence[TurnPlan]

    @property
    def worth(self) -> float:
        """Expected margin in points of the plan that was played."""
        return next(plan.worth for plan in self.found if plan.actions == self.look.played)

    @property
    def loss(self) -> float:
        """Points by which the best plan is better than the played one; 0 if the difference is too small to be certain."""
        loss = self.found[0].worth - self.worth
        return loss if loss > CLOSE else 0.0

    @property
    def edge(self) -> float:
        """Points by which the played plan is better than all plans with another first action; 0 if it is not."""
        others = [plan.worth for plan in self.found if plan.actions[0] != self.look.played[0]]
        return max(0.0, self.worth - max(others)) if others else 0.0


def _own_looks(past: FinishedGame) -> Iterator[_Look]:
    """Yield each run of actions of one seat, with the positions before and after."""
    game, state = past.game, past.game.start(past.game.options(past.options), past.seats)
    for seat, run in groupby(past.rows, lambda row: row.seat):
        rows = list(run)
        before = None if seat == CHANCE else game.imagine(state, seat, _seeded_chooser(rows[0].seq))
        for row in rows:
            game.advance(state, seat, game.read(row.text), ignore_event)
        if seat != CHANCE:
            played = tuple(game.read(row.text) for row in rows)
            yield _Look(seat, rows[0].seq, rows[-1].seq + 1, played, before, game.clone(state))


def _first_look(past: FinishedGame, looks: Sequence[_Look], leaves: int) -> list[_Judged]:
    """Return the alternatives at each decision, judged right after the seat's own turn.

    Decisions without a choice are left out.
    """
    each = leaves // max(1, len(looks))
    looked_at = [_Judged(look, _search_alternatives(past, look, each, ALONE, GUESSES)) for look in looks]
    return [judged for judged in looked_at if len(judged.found) > 1]


def _search_alternatives(past: FinishedGame, look: _Look, leaves: int, breadth: SearchWidth, guesses: int) -> Sequence[TurnPlan]:
    chance, besides = _seeded_chooser(look.since), (look.played,)
    if not past.game.has_secrets:
        return search_plans(past.game, look.before, look.seat, leaves=leaves, choose=chance, breadth=breadth, besides=besides)
    number = max(1, min(guesses, leaves // len(past.game.legal(look.before, look.seat))))
    search = partial(search_plans_unseen, imagined=number, leaves=leaves // number, breadth=ALONE)
    return search(past.game, look.before, look.seat, choose=chance, besides=besides)


def _closer(past: FinishedGame, first: Sequence[_Judged], leaves: int) -> tuple[AnalysedDecision, ...]:
    """Return all decisions, after judging those that seem wrong, and some that seem best, again with the opponents' replies."""
    wrong = [judged for judged in first if judged.loss]
    best = sorted((judged for judged in first if not judged.loss), key=lambda each: -each.edge)[:BEST_REJUDGED]
    each = leaves // max(1, len(wrong) + len(best))
    closely = {judged.look.since for judged in (*wrong, *best)}
    return tuple(
        _analysed_decision(past.game, _judge_again(past, judged, each) if judged.look.since in closely else judged, closely)
        for judged in first
    )


def _judge_again(past: FinishedGame, one: _Judged, leaves: int) -> _Judged:
    """Return the decision with its alternatives judged more closely, opponents' answers included."""
    return one._replace(found=_search_alternatives(past, one.look, leaves, ANSWERED, MORE_GUESSES))


def _analysed_decision(game: AnyGame, judged: _Judged, closely: Collection[int]) -> AnalysedDecision:
    look, best = judged.look, judged.found[0].actions if judged.loss else judged.look.played
    played, better = (tuple(game.write(action) for action in actions) for actions in (look.played, best))
    edge = judged.edge if look.since in closely and not judged.loss else 0.0
    return AnalysedDecision(look.seat, look.since, look.upto, played, better, round(judged.loss, 1), round(edge, 1))


def _luck(past: FinishedGame, leaves: int, ways: int) -> tuple[tuple[float, ...] | None, float]:
    """Return the luck of each seat in points (None if not measured), and its uncertainty for one seat.

    Each draw is compared with others that were possible, by the best turn that the drawing player could make of it.
    """
    if past.game.has_secrets:
        return _luck_of_hands(past, leaves), 0.0
    game, state = past.game, past.game.start(past.game.options(past.options), past.seats)
    if ways * (FEWEST + 1) > GLANCED * leaves:
        return None, 0.0
    draws = sum(row.seat == CHANCE for row in past.rows)
    each = 0 if _is_rich(ways, leaves) else leaves // max(1, draws)
    luck, unsure, ahead = [0.0] * past.seats, [0.0] * past.seats, 0
    for row in past.rows:
        before = game.clone(state) if row.seat == CHANCE else None
        game.advance(state, row.seat, game.read(row.text), ignore_event)
        seat = game.turn_of(state)
        if before is not None and game.turn_of(before) != seat:
            ahead += 1  # drawn for another turn: nobody can make anything of it yet
        elif row.seat == CHANCE and seat is not None and seat in game.to_act(state):
            drawn = _luck_of_draw(game, before, state, seat, each, random.Random(row.seq))  # noqa: S311  # no secret
            luck[seat] += drawn.points
            unsure[seat] += drawn.variance
    if 2 * ahead > draws:
        return None, 0.0
    return tuple(round(points, 1) for points in luck), round(sqrt(max(unsure)), 1)


def _luck_of_hands(past: FinishedGame, leaves: int) -> tuple[float, ...]:
    """Return the luck of each seat in points, in a game with hidden hands.

    Each deal is compared with other possible deals, by the points that each seat can expect when it knows only its own cards.
    """
    game, state = past.game, past.game.start(past.game.options(past.options), past.seats)
    runs = [(is_dealt, list(rows)) for is_dealt, rows in groupby(past.rows, lambda row: row.seat == CHANCE)]
    deals = max(1, min(DEALS, leaves // sum(is_dealt for is_dealt, _ in runs) // (past.seats + 1)))
    luck = [0.0] * past.seats
    for is_dealt, rows in runs:
        before, events = game.clone(state), list[Event]()
        for row in rows:
            game.advance(state, row.seat, game.read(row.text), events.append)
        if is_dealt and game.turn_of(state) is not None and any(audience(event) is not None for event in events):
            gained = _luck_of_deal(game, before, state, deals, random.Random(rows[0].seq))  # noqa: S311  # no secret
            luck = [sum(pair) for pair in zip(luck, gained, strict=True)]
    return tuple(round(points, 1) for points in luck)


def _luck_of_deal(game: AnyGame, before: Any, after: Any, deals: int, chance: random.Random) -> list[float]:
    """Return by how many points each seat's expectation exceeds its average over other possible deals."""
    others = [other for other in (_deal_again(game, before, chance) for _ in range(deals)) if game.turn_of(other) is not None]
    expected = [game.estimate(other) for other in others]
    gained = []
    for seat in map(Seat, range(len(game.estimate(after)))):
        known = [game.estimate(game.imagine(after, seat, chance.randrange)) for _ in range(deals)]
        average = fmean(margin(points, seat) for points in expected) if expected else 0.0
        gained.append(fmean(margin(points, seat) for points in known) - average)
    return gained


def _deal_again(game: AnyGame, before: Any, chance: random.Random) -> Any:
    other = game.clone(before)
    while CHANCE in game.to_act(other):
        game.advance(other, CHANCE, game.deal(other, chance.randrange), ignore_event)
    return other


def _is_rich(ways: int, leaves: int) -> bool:
    """Return whether there are too many possible plans to search each draw, so that draws are only judged at a glance."""
    return ways * (FEW + 1) > leaves


def _count_first_actions_after_draws(past: FinishedGame) -> int:
    """Return the total number of legal first actions after all draws; 0 for a game with secrets.

    There luck is estimated from deals instead.
    """
    if past.game.has_secrets:
        return 0
    game, state, count = past.game, past.game.start(past.game.options(past.options), past.seats), 0
    for row in past.rows:
        game.advance(state, row.seat, game.read(row.text), ignore_event)
        seat = game.turn_of(state)
        if row.seat == CHANCE and seat is not None:
            count += len(game.legal(state, seat))
    return count


class _DrawLuck(NamedTuple):
    """Points that a draw brought above the average of the possible draws, with their variance."""

    points: float = 0.0
    variance: float = 0.0
    """Of that, for those it was compared with are a few of many."""


def _luck_of_draw(game: AnyGame, before: Any, after: Any, seat: Seat, leaves: int, chance: random.Random) -> _DrawLuck:
    """Return the value of the actual draw for `seat` compared with a sample of the possible draws.

    `chance` takes one draw from each of several equal parts of the possible ones, so that a few represent all.
    """
    if len(game.odds(before)) < 2:
        return _DrawLuck()
    parts = min(KINDS, max(FEWEST, leaves // len(game.legal(after, seat))))
    worths = []
    for part in range(parts):
        other = game.clone(before)
        game.advance(other, CHANCE, game.deal(other, _stratified_chooser(part, parts, chance.random())), ignore_event)
        if seat in game.to_act(other):
            worths.append(_best_value(game, other, seat, leaves // parts))
    if not worths:
        return _DrawLuck()
    unsure = variance(worths) / len(worths) if len(worths) > 1 else 0.0
    return _DrawLuck(_best_value(game, after, seat, leaves // parts) - fmean(worths), unsure)


def _best_value(game: AnyGame, state: Any, seat: Seat, leaves: int) -> float:
    """Return the value of the best turn in points; without `leaves`, judge by first actions only."""
    if not leaves:
        return max(_first_action_margins(game, state, seat))
    return search_plans(game, state, seat, leaves=leaves, choose=_seeded_chooser(0), breadth=DRAWN)[0].worth


def _first_action_margins(game: AnyGame, state: Any, seat: Seat) -> Iterator[float]:
    """Yield the expected margin after some of the legal first actions."""
    game.estimate(state)  # a game that finds what has changed wants to have seen what there was
    for action in game.legal(state, seat)[::GLANCED]:
        after = game.clone(state)
        game.advance(after, seat, action, ignore_event)
        yield margin(game.estimate(after), seat)


def _stratified_chooser(part: int, parts: int, share: float) -> Callable[[int], int]:
    """Return a chooser that picks a number in part `part` of `parts` equal parts of the possible range."""
    return lambda below: int((part + share) * below / parts)


def _seeded_chooser(seed: int) -> Callable[[int], int]:
    """Return a chooser that always gives the same numbers for the same seed, so that analyses are reproducible."""
    return random.Random(seed).randrange  # noqa: S311  # nothing secret comes from it
