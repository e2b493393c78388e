"""What a thinking process is asked about a match: the turn of one seat. It never learns the secret of the match.

It gets the game (its rules, by class and version), the player, a state as the seat could imagine it, and a seed. Everything is
plain data or found by import, so the same question has the same answer in every process and after every restart.
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
    """Something that a server has added and that the match is played on: a thinking process must be told of it."""

    uploads: Uploads
    id: str
    text: str


@dataclass(frozen=True)
class MoveTask:
    """What does `seat` do?"""

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
    """What it does, and what it took to find that."""

    texts: tuple[str, ...]
    """Its actions, until somebody else is asked at the latest."""
    cpu_s: float
    """Seconds of processor time."""


def turn(question: MoveTask) -> MoveResult:
    """The answer: the same question has the same actions."""
    game, begun = question.game, time.process_time()
    remember(question.added)
    actions = question.player.turn(game, game.load(question.state), question.seat, numbers(question.seed))
    return MoveResult(tuple(map(game.write, actions)), time.process_time() - begun)


def remember(added: UploadedContent | None) -> None:
    """Know here too what a server has added."""
    if added is not None and not added.uploads.knows(added.id):
        added.uploads.remember(added.id, added.text)


def numbers(seed: bytes) -> Callable[[int], int]:
    """A source of numbers below n: number k is HMAC-SHA256(seed, k), modulo n."""
    drawn = 0

    def choose(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(hmac.digest(seed, str(drawn).encode("ascii"), "sha256"), "big") % below

    return choose
