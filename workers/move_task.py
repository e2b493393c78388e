"""Move task for a worker process: the turn of one computer seat. The worker never gets the match's secret.

The task contains the game (its rules, by class and version), the player, a state that the seat could imagine, and a seed. It's
plain data or importable, so it has the same result in every process and after every restart.
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
    """Content uploaded by a server, such as a map, that the match uses and the worker process needs."""

    uploads: Uploads
    id: str
    text: str


@dataclass(frozen=True)
class MoveTask:
    """A request for the computer's turn on `seat`."""

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
    """The chosen actions, and the processor time that choosing took."""

    texts: tuple[str, ...]
    """Its actions, until somebody else is asked at the latest."""
    cpu_s: float
    """Seconds of processor time."""


def turn(question: MoveTask) -> MoveResult:
    """Return the actions that the computer player chooses for its turn.

    Deterministic: the same task always has the same actions.
    """
    game, begun = question.game, time.process_time()
    remember(question.added)
    actions = question.player.turn(game, game.load(question.state), question.seat, numbers(question.seed))
    return MoveResult(tuple(map(game.write, actions)), time.process_time() - begun)


def remember(added: UploadedContent | None) -> None:
    """Register uploaded content in this process, unless it's already known; None does nothing."""
    if added is not None and not added.uploads.knows(added.id):
        added.uploads.remember(added.id, added.text)


def numbers(seed: bytes) -> Callable[[int], int]:
    """Return a deterministic random function: each call gives a number below its argument.

    Call k returns HMAC-SHA256(seed, k) modulo the argument.
    """
    drawn = 0

    def choose(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(hmac.digest(seed, str(drawn).encode("ascii"), "sha256"), "big") % below

    return choose
