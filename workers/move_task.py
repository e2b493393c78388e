"""Move task for a worker process: the turn of one seat. The worker never learns the secret of the match.

The task holds the game (its rules, by class and version), the player, a state as the seat could imagine it, and a seed. Everything
is plain data or found by import, so the same task has the same result in every process and after every restart.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.player_protocol import Player
from games.core.game import AnyGame, Seat
from games.core.uploads import Uploads


class UploadedContent(NamedTuple):
    """Content that a server has uploaded and that the match uses: the worker must be given it."""

    uploads: Uploads
    id: str
    text: str


@dataclass(frozen=True)
class MoveTask:
    """A request for the turn of `seat`."""

    game: AnyGame
    player: Player
    """The level, its budget included."""
    state: Any
    """What `game.dump` made of a state that was imagined for the seat."""
    seat: Seat
    seed: bytes
    """What the player's choices between equals follow from."""
    added: UploadedContent | None = None


class MoveResult(NamedTuple):
    """Chosen actions, and the processor time spent on them."""

    texts: tuple[str, ...]
    """Its actions, until somebody else is asked at the latest."""
    cpu_s: float
    """Seconds of processor time."""


def turn(question: MoveTask) -> MoveResult:
    """Return the answer: the same question has the same actions."""
    game, begun = question.game, time.process_time()
    remember(question.added)
    actions = question.player.turn(game, game.load(question.state), question.seat, numbers(question.seed))
    return MoveResult(tuple(map(game.write, actions)), time.process_time() - begun)


def remember(added: UploadedContent | None) -> None:
    """Know here too what a server has added."""
    if added is not None and not added.uploads.knows(added.id):
        added.uploads.remember(added.id, added.text)


def numbers(seed: bytes) -> Callable[[int], int]:
    """Return a source of numbers below n: number k is HMAC-SHA256(seed, k), modulo n."""
    drawn = 0

    def choose(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(hmac.digest(seed, str(drawn).encode("ascii"), "sha256"), "big") % below

    return choose
