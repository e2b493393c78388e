"""The sealed bag: all randomness of a match follows from one secret, published as a hash before and in full after the game.

Each number is `HMAC-SHA256(secret, label)` read as a big-endian integer, modulo the range; with 256 bits the bias of the modulo is
negligible. Labels are ASCII: `draw <index>` for chance draws, `order <k>` for the order of seats, `vote <version> <step>` for ties
in votes, `imagine <seq> <k>` for what a computer player cannot see. `computer <seq>` gives the seed of a computer's choices between
equals; nothing about the secret follows from it, so it may leave this process, while the secret never does.

The owner of the bot could try secrets until they like one. Therefore draws use `HMAC-SHA256(secret, row)` in place of the secret.
`row` is the log row `mix <message> [<words>]`, with the id that Discord gave to the public message that the game begins, long after
the hash was published, and the SHA-256 of the words that players have added, one a line in the order of joining. The order of
seats, which that message shows, uses `HMAC-SHA256(secret, words <digest>)` if there are words.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from storage.rows import Secret

T = TypeVar("T")


def seal() -> Secret:
    """Return a new random secret of 32 bytes."""
    return Secret(secrets.token_bytes(32))


def commitment(secret: Secret) -> str:
    """Return the hash of a secret that is published before the game: its SHA-256 in hex."""
    return hashlib.sha256(secret.key).hexdigest()


def words_digest(words: Sequence[str]) -> str:
    """Return the SHA-256, in hex, of the words that players have added, one a line; empty without words."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest() if words else ""


def mixed_secret(secret: Secret, row: str | None) -> Secret:
    """Return the secret mixed with the text of a row `mix`; the secret itself if `row` is None."""
    return secret if row is None else Secret(hmac.digest(secret.key, row.encode("ascii"), "sha256"))


def with_words(secret: Secret, words: str) -> Secret:
    """Return the secret for drawing the order of seats; `words` is the digest of the players' words."""
    return mixed_secret(secret, f"words {words}" if words else None)


def number(secret: Secret, label: str, below: int) -> int:
    """Return the number from 0 to `below` - 1 that the secret gives for `label`."""
    assert below > 0, below
    return int.from_bytes(hmac.digest(secret.key, label.encode("ascii"), "sha256"), "big") % below


def draw(secret: Secret, index: int, odds: Sequence[tuple[str, int]]) -> str:
    """Return the outcome of chance draw number `index`.

    `odds` are outcomes and their weights; they are sorted by text, and each takes a range as wide as its weight.
    """
    ordered = sorted(odds)
    ticket = number(secret, f"draw {index}", sum(weight for _, weight in ordered))
    for text, weight in ordered:
        if ticket < weight:
            return text
        ticket -= weight
    raise AssertionError("tickets are below the sum of the weights")


def derived_seed(secret: Secret, label: str) -> bytes:
    """Return 32 bytes derived from the secret, for code that must not have the secret itself."""
    return hmac.digest(secret.key, label.encode("ascii"), "sha256")


def shuffle(secret: Secret, items: Sequence[T]) -> tuple[T, ...]:
    """Return the items in the random order that the secret gives (Fisher and Yates, from the last position down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = number(secret, f"order {last}", last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def derived_chance(secret: Secret, label: str) -> Callable[[int], int]:
    """Return a random source that takes an upper bound and returns a number below it.

    The same secret and label always give the same sequence.
    """
    drawn = 0

    def choose(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return number(secret, f"{label} {drawn}", below)

    return choose
