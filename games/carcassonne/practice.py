"""The practice game: fourteen tiles in a fixed order, ideas to learn in each of the learner's seven turns, and a teacher.

The learner sits first. The ideas of a turn are ordered by how much they are worth teaching; the advised turns are those that fulfil
the first possible idea best. The teacher plays a fixed move unless another one helps the learner to finish a feature, keeps some
squares free for the learner, and places no meeple unless the plan says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.carcassonne.actions import Action
from games.carcassonne.events import FeatureScored, FigurePlaced
from games.carcassonne.expansions.base.turn import PRACTICE
from games.carcassonne.state import State
from games.carcassonne.view import BoardView, FeatureView
from games.core.game import AnyGame, Event, Seat
from games.core.tutorial import SuggestedMoves, TeachingAdvice

OPTIONS: Mapping[str, str] = {"tiles": "practice", "first_player": "chosen"}
"""The options of the practice game, as text."""

LEARNER, TEACHER = Seat(0), Seat(1)

Turn = tuple[Action, ...]

PLAN: Sequence[tuple[str, ...]] = (
    ("city",),
    ("place -1,0 r2", "deploy small c1"),
    ("road",),
    ("place -2,0 r0", "deploy small r1"),
    ("place 0,1 r3 + deploy small c1", "begin"),
    ("place -1,-1 r0", "deploy small m"),
    ("merge", "city", "begin"),
    ("place 0,-2 r0", "deploy small f1"),
    ("monk",),
    (),
    ("farm", "road"),
    (),
    ("place 0,2 r0 + deploy small c1", "city", "begin"),
    (),
)
"""By turn: for the learner ideas, whole turns or keys of `ROLES`, the best first; for the teacher the actions planned."""

KEPT_FREE = tuple(f"place {square} " for square in ("0,1", "-1,1", "0,2", "1,1"))
"""How placements begin on squares that the teacher leaves to the learner."""

ROLES: Mapping[str, str] = {
    "city": "knight",
    "road": "highwayman",
    "begin": "knight",
    "merge": "",
    "monk": "monk",
    "farm": "farmer",
}
"""Ideas, and what the meeple becomes in each: finish a city or a road, begin a city, join two, and so on."""

FINISHED, PLANNED, INTRUDING, SHARED = 100, 7, 6, 8
"""What the teacher weighs: that the learner finishes something, the planned move, a square kept free, each open end."""


class _Tried(NamedTuple):
    """Whole turn of the learner played on a copy: its actions, events and resulting state."""

    turn: Turn
    events: list[Event]
    after: State


class Tutorial:
    """The practice game as an implementation of `games.core.tutorial.Teaching`."""

    def turn(self, game: AnyGame, state: State, seat: int, choose: Callable[[int], int]) -> Sequence[Action]:
        """Return one action of the teacher."""
        planned, legal = PLAN[_number(state)], game.legal(state, Seat(seat))
        if state.decision == "deploy":
            return [next((action for action in legal if game.write(action) in planned), legal[0])]
        return [max(legal, key=lambda action: _help(game, state, Seat(seat), action, planned))]

    def advice(self, game: AnyGame, state: State, seat: int) -> TeachingAdvice:
        tried = _try_turns(game, state, Seat(seat))
        best, idea = _best_turns(game, state, tried)
        example = (best or [each.turn for each in tried])[0]
        placed, _ = _state_after(game, state, Seat(seat), example[0])
        midway = game.view(placed, Seat(seat)), tuple(game.legal(placed, Seat(seat)))
        return TeachingAdvice(_number(state) // 2 + 1, idea == 0, tuple(best), example, midway)

    def suggested_moves(self, game: AnyGame, state: State, seat: int, done: Sequence[Action]) -> SuggestedMoves:
        begun, tried = tuple(done), _try_turns(game, state, Seat(seat))
        best, _ = _best_turns(game, state, tried)
        ahead = [turn for turn in best if turn[: len(begun)] == begun]
        if not ahead and any(turn[0].cell == begun[0].cell for turn in best):
            return SuggestedMoves(rotate=True)
        if not ahead:
            ahead, _ = _best_turns(game, state, [each for each in tried if each.turn[: len(begun)] == begun])
        return SuggestedMoves(tuple(dict.fromkeys(turn[len(begun)] for turn in ahead if len(turn) > len(begun))))


def _number(state: State) -> int:
    """Return the number of the current turn, from 0. It follows from the tiles left, as each turn draws one."""
    return len(PRACTICE) - state.left - 1


def _state_after(game: AnyGame, state: State, seat: Seat, action: Action) -> tuple[State, list[Event]]:
    events: list[Event] = []
    copy = game.clone(state)
    game.advance(copy, seat, action, events.append)
    return copy, events


def _try_turns(game: AnyGame, state: State, seat: Seat) -> list[_Tried]:
    """Return all whole turns of `seat`, each played on a copy: a placement and, if possible, an action with a meeple."""
    suggestions = []
    for place in game.legal(state, seat):
        placed, events = _state_after(game, state, seat, place)
        for more in game.legal(placed, seat):
            end, told = _state_after(game, placed, seat, more)
            suggestions.append(_Tried((place, more), events + told, end))
        if seat not in game.to_act(placed):
            suggestions.append(_Tried((place,), events, placed))
    return suggestions


def _best_turns(game: AnyGame, state: State, tried: Sequence[_Tried]) -> tuple[list[Turn], int]:
    """Return the turns that fulfil the first possible idea best, and the index of that idea.

    Returns no turns and -1 if no idea of this turn is possible.
    """
    for place, idea in enumerate(PLAN[_number(state)]):
        worth = [_fulfilment(game, idea, each) for each in tried]
        if (most := max(worth, default=0)) > 0:
            return [each.turn for each, value in zip(tried, worth, strict=True) if value == most], place
    return [], -1


def _fulfilment(game: AnyGame, idea: str, tried: _Tried) -> int:
    """Return how well a whole turn fulfils an idea: higher is better, 0 means not at all."""
    if idea not in ROLES:
        return int(" + ".join(map(game.write, tried.turn)) == idea)
    stands = next((event for event in tried.events if isinstance(event, FigurePlaced)), None)
    if (stands.role if stands else "") != ROLES[idea]:
        return 0
    if idea in ("city", "road"):
        return _points_scored(tried.events, LEARNER, idea)
    if idea == "merge":
        return _points_scored(tried.events, LEARNER, "city") if _points_scored(tried.events, TEACHER, "city") else 0
    assert stands is not None, "all other ideas have a role"
    return _standing_fulfilment(idea, game.view(tried.after, None), stands)


def _standing_fulfilment(idea: str, view: BoardView, stands: FigurePlaced) -> int:
    """Return how well a turn fulfils an idea that depends on the feature on which its meeple was placed; 0 means not at all."""
    if idea == "monk":
        return 1 + neighbours(view, stands.x, stands.y)
    on = _feature_of_meeple(view, stands)
    if idea == "begin":
        return int(on is not None and not on.complete)
    return 10 * on.cities[0] + on.cities[1] if on is not None and on.cities[0] else 0


def _feature_of_meeple(view: BoardView, stands: FigurePlaced) -> FeatureView | None:
    """Return the feature or field on which a meeple was placed; None if it was scored and the meeple returned."""
    at = (stands.x, stands.y, stands.part)
    return next((f for f in view.features if at in f.segments and stands.seat in f.owners), None)


def _points_scored(events: Sequence[Event], seat: Seat, kind: str) -> int:
    """Return the points that a seat gets from completed features of this kind."""
    finished = [event for event in events if isinstance(event, FeatureScored) and event.complete and event.kind == kind]
    return sum(gain.points for event in finished for gain in event.gains if gain.seat == seat)


def neighbours(view: BoardView, x: int, y: int) -> int:
    """Return how many of the eight squares around a square hold tiles."""
    return sum(max(abs(tile.x - x), abs(tile.y - y)) == 1 for tile in view.tiles)


def _help(game: AnyGame, state: State, seat: Seat, place: Action, planned: Sequence[str]) -> int:
    """Return how much a placement by the teacher, without a meeple, helps the learner; higher is better."""
    end, events = _state_after(game, state, seat, place)
    if seat in game.to_act(end) and (nothing := game.nothing(end, seat)) is not None:
        end, told = _state_after(game, end, seat, nothing)
        events += told
    text: str = game.write(place)
    view: BoardView = game.view(end, None)
    finished = [event for event in events if isinstance(event, FeatureScored) and event.complete]
    closed = {event.kind for event in finished if any(gain.seat == LEARNER for gain in event.gains)}
    open_ = [f for f in view.features if f.kind in ("road", "city") and not f.complete and LEARNER in f.owners]
    monks = [piece for piece in view.pieces if piece.seat == LEARNER and piece.role == "monk"]
    left_open = sum(SHARED * feature.ends - SHARED // 2 for feature in open_)
    around = sum(neighbours(view, piece.x, piece.y) for piece in monks)
    return FINISHED * len(closed) + PLANNED * (text in planned) - INTRUDING * text.startswith(KEPT_FREE) - left_open + around


TUTORIAL = Tutorial()
