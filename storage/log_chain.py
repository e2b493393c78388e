"""The hash chain over a match's log: each row is stored with the hash of the row before, the match with that of the last row.

A hash is HMAC-SHA256 in hex, keyed with the match's sealed secret, of the lines listed in docs/fair-draws.md. Without the key it
reveals nothing about a hidden row during the game; once the secret is published, it can be verified. The format `chain 1` never
changes for a match.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.column_types import stamp
from storage.rows import ActionRow, SeatRow, Secret

LENGTH = 32
"""Hex characters of a hash that are kept: 128 bits."""

SHOWN = 6
"""Characters that are shown of the hash of a game that still runs."""

_HEADER = "chain 1"
_REBASE = "rebase "


@dataclass(frozen=True, slots=True)
class LogChain:
    """The stored hashes of a match's log."""

    previous: tuple[str | None, ...]
    """With each row the hash of the row before; None where only the first is kept, because the others follow from it."""
    last: str
    """The hash of the last row."""


class Begun(Protocol):
    """Interface of the facts about a match that never change, from the database or an exported record."""

    @property
    def commitment(self) -> str: ...  # as `MatchRow`

    @property
    def game(self) -> str: ...  # as `MatchRow`

    @property
    def rules_version(self) -> int: ...  # as `MatchRow`

    @property
    def options(self) -> Mapping[str, str]: ...  # as `MatchRow`


def beginning(match: Begun, seats: Sequence[SeatRow], log: Sequence[ActionRow], secret: Secret) -> str:
    """Return the hash of the match's initial facts, with which the chain of its log begins.

    It doesn't depend on who the players are, because they can ask to be forgotten.
    """
    rebased = next((row.text for row in log if row.text.startswith(_REBASE)), None)
    rules = match.rules_version if rebased is None else int(rebased.split(" ")[1])
    options = [f"{key}={value}" for key, value in sorted(match.options.items())]
    joined = " ".join(str(seat.joined) for seat in sorted(seats, key=lambda seat: seat.seat))
    return _digest(secret, [_HEADER, match.commitment, f"{match.game} {rules}", *options, f"seats {joined}"])


def hash_of(row: ActionRow, previous: str, secret: Secret) -> str:
    """Return the hash of a log row; `previous` is the hash before it."""
    return _digest(secret, [previous, f"{row.seq} {row.seat} {stamp(row.at)}", row.text])


def hashes(log: Sequence[ActionRow], first: str, secret: Secret) -> list[str]:
    """Return the hash before each row of a log, followed by the hash of its last row."""
    chain = [first]
    for row in log:
        chain.append(hash_of(row, chain[-1], secret))
    return chain


def first_change(log: Sequence[ActionRow], chain: LogChain, secret: Secret) -> int | None:
    """Return the number of the first row whose hash differs from the stored one; None if all match.

    If only the first and the last hash are stored, that is the last row.
    """
    computed = hashes(log, chain.previous[0] or "", secret)
    kept = [*chain.previous[1:], chain.last]
    for seq, (has, had) in enumerate(zip(computed[1:], kept, strict=True)):
        if had is not None and has != had:
            return seq
    return None


def text_of(chain: Sequence[str]) -> str:
    """Return the hashes of a packed log as the text that is stored with it."""
    return " ".join(chain)


def read(text: str, rows: int) -> tuple[str | None, ...]:
    """Return the hash before each row of a packed log from the text of `text_of`; None for hashes that weren't stored."""
    kept = text.split(" ")
    return tuple(kept) if len(kept) == rows else (kept[0], *[None] * (rows - 1))[:rows]


def _digest(secret: Secret, lines: Sequence[str]) -> str:
    return hmac.digest(secret.key, "\n".join(lines).encode(), "sha256").hex()[:LENGTH]


def hashes_to_export(chain: LogChain | None, log: Sequence[ActionRow], secret: Secret | None) -> Mapping[int, str]:
    """Return the hash before each row, by row number; missing ones are computed if the secret is given.

    Empty if the match has no hashes.
    """
    if chain is None or not log:
        return {}
    if secret is not None and None in chain.previous:
        return dict(enumerate(hashes(log, chain.previous[0] or "", secret)[:-1]))
    return {seq: previous for seq, previous in enumerate(chain.previous) if previous is not None}
