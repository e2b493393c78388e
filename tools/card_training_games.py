"""Card games of computer players against themselves as training data: holdings when a round begins, and their later points."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from ai.player_protocol import Player
from games.cardcassonne.cards import COLOURS, COPIES, HANDS
from games.cardcassonne.evaluation import ANIMALS, evaluator_for, series_points
from games.cardcassonne.events import PointsScored
from games.cardcassonne.game import Cardcassonne
from games.cardcassonne.weights import read
from games.core.game import CHANCE, Event

STRAY = 0.05
"""How often a game strays to any turn at all, so that there is something to learn from."""

Rows = list[tuple[tuple[float, ...], float]]
"""(inputs, what became of it)."""


@dataclass(frozen=True)
class LearningCards:
    """Parameters of card games to be played for training: seats, player, weights and seeds."""

    seats: int
    player: Player
    """Who plays all seats."""
    weights: dict[str, Any]
    """As the file holds them."""
    seeds: range


@dataclass
class CardNotes:
    """Training data collected from card games: inputs and outcomes for species and for chests, and the points."""

    herd: Rows = field(default_factory=list)
    """Of each species of each seat: its points in this and all later rounds."""
    chest: Rows = field(default_factory=list)
    """Of each chest: its points at the end beyond those that stood."""
    points: list[int] = field(default_factory=list)


def played(lesson: LearningCards) -> CardNotes:
    """Play the games of a lesson to their end and return their training data."""
    noted = CardNotes()
    for seed in lesson.seeds:
        _Notes(lesson).play(random.Random(seed), noted)  # nothing secret comes from it
    return noted


class _Notes:
    """Collector of the training data of one game."""

    def __init__(self, lesson: LearningCards) -> None:
        self._game = Cardcassonne((read(lesson.weights),))
        self._player = lesson.player
        self._state = self._game.start(self._game.options({}), lesson.seats)
        self._appraiser = evaluator_for(lesson.seats, self._state.table, self._game.weights)
        self._herds: list[tuple[tuple[float, ...], int, int, int]] = []
        """(inputs, seat, species, the round that is about to begin)."""
        self._chests: list[tuple[tuple[float, ...], int, int]] = []
        """(inputs, seat, points that stood)."""
        self._paid: list[tuple[int, int, int, int]] = []
        """(seat, species, round, points) for animals."""

    def play(self, chance: random.Random, into: CardNotes) -> None:
        """Play the whole game and add its training data to `into`."""
        game, state = self._game, self._state
        while seats_to_act := game.to_act(state):
            seat = seats_to_act[0]
            if seat == CHANCE:
                if state.phase == "deal" and not state.step:
                    self._begin()
                action = game.deal(state, chance.randrange)
            elif chance.random() < STRAY:
                action = chance.choice(game.legal(state, seat))
            else:
                action = self._player.turn(game, game.imagine(state, seat, chance.randrange), seat, chance.randrange)[0]
            game.advance(state, seat, action, self._note_event)
        self._look_back(into)

    def _note_event(self, event: Event) -> None:
        if isinstance(event, PointsScored) and event.kind == "round":
            for gain in event.gains:
                lines = (line for line in gain.lines if line.what == "animals")
                self._paid += [(gain.seat, COLOURS.index(line.colour), event.number, line.number * line.each) for line in lines]

    def _begin(self) -> None:
        """Record the inputs of every seat before a round begins."""
        state, left = self._state, HANDS[self._state.seats][1] - self._state.round + 1
        for seat in range(state.seats):
            self._chests.append((self._appraiser.chest_inputs(state.chests[seat], left), seat, series_points(state.chests[seat])))
            for colour, card in enumerate(ANIMALS):
                size = state.animals[seat][colour] + state.joined[seat][colour]
                inputs = self._appraiser.herd_inputs(left, size, COPIES[card] - state.seen[card])
                self._herds.append((inputs, seat, colour, state.round))

    def _look_back(self, into: CardNotes) -> None:
        for inputs, seat, colour, since in self._herds:
            brought = sum(points for s, c, number, points in self._paid if s == seat and c == colour and number >= since)
            into.herd.append((inputs, float(brought)))
        for inputs, seat, stood in self._chests:
            into.chest.append((inputs, float(series_points(self._state.chests[seat]) - stood)))
        into.points += self._state.scores
