"""The sealed bag: every chance of a match follows from one secret, published as a hash before and in full after the game.

Each number is `HMAC-SHA256(secret, label)` read as a big-endian integer, modulo the range; with 256 bits the modulo favours
nothing that could be noticed. Labels are ASCII: `draw <index>` for the house, `order <k>` for the seats, `vote <version> <step>`
for ties in votes, `imagine <seq> <k>` for what a computer player cannot see. `computer <seq>` gives the seed of a computer's
choices between equals, from which nothing about the secret follows: it may leave this process, the secret never does.

The bot's owner could try secrets until they like one. So draws use `HMAC-SHA256(secret, row)` in place of the secret, where
`row` is a row of the log, `mix <message> [<words>]`: the number that Discord gave to the public message that the game begins, when
the hash had long been published, and SHA-256 of the words that players have added, one a line in the order of joining. The lot
for the seats, which that message tells, uses `HMAC-SHA256(secret, words <digest>)` where there are words.
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
    """Return a fresh secret of 32 bytes."""
    return Secret(secrets.token_bytes(32))


def commitment(secret: Secret) -> str:
    """Return the published commitment: SHA-256 of the secret in hex."""
    return hashlib.sha256(secret.key).hexdigest()


def words_digest(words: Sequence[str]) -> str:
    """SHA-256 of the words that players have added, one a line, in hex; empty without any."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest() if words else ""


def mixed_secret(secret: Secret, row: str | None) -> Secret:
    """Return the secret mixed with a row of the log; the secret itself without one."""
    return secret if row is None else Secret(hmac.digest(secret.key, row.encode("ascii"), "sha256"))


def with_words(secret: Secret, words: str) -> Secret:
    """Return the secret from which the seats' order is drawn; `words` is the digest of the players' words."""
    return mixed_secret(secret, f"words {words}" if words else None)


def number(secret: Secret, label: str, below: int) -> int:
    """Return the number from 0 to `below` - 1 that belongs to `label`."""
    assert below > 0, below
    return int.from_bytes(hmac.digest(secret.key, label.encode("ascii"), "sha256"), "big") % below


def draw(secret: Secret, index: int, odds: Sequence[tuple[str, int]]) -> str:
    """Return the outcome of the house's draw number `index`: outcomes in the order of their text, each as wide as its weight."""
    ordered = sorted(odds)
    ticket = number(secret, f"draw {index}", sum(weight for _, weight in ordered))
    for text, weight in ordered:
        if ticket < weight:
            return text
        ticket -= weight
    raise AssertionError("tickets are below the sum of the weights")


def derived_seed(secret: Secret, label: str) -> bytes:
    """Return 32 bytes for a receiver that must not have the secret itself."""
    return hmac.digest(secret.key, label.encode("ascii"), "sha256")


def shuffle(secret: Secret, items: Sequence[T]) -> tuple[T, ...]:
    """Return the items in the order that the secret gives (Fisher and Yates, from the last place down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = number(secret, f"order {last}", last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def derived_chance(secret: Secret, label: str) -> Callable[[int], int]:
    """Return a source of numbers: the same secret and label always give the same sequence."""
    drawn = 0

    def choose(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return number(secret, f"{label} {drawn}", below)

    return choose
