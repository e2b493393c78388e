"""The counting of votes on a seat's move, as pure functions: which regular voters are missing, and which move wins.

A vote is a whole turn: tile, figure and every further choice, as one player would confirm it. Votes are counted step by step, so
that voters who agree on the square don't lose because they disagree on the figure: the first step with most votes wins, then among
its voters the second step, and so on. A tie is drawn from the match's secret with the label `vote <version> <step>`, over the tied
actions sorted by text (`service.match.sealed_bag`). Anyone can check it once the secret is opened after the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import NamedTuple

from storage.rows import UserId, VoteRow

OPEN_FOR = timedelta(hours=20)
"""From the turn message on; until then everybody can vote, and change their vote."""
CLOSES_AFTER = timedelta(minutes=5)
"""After the vote of the last regular who was missing: time to think again, and for others."""
ENOUGH = 2
"""With fewer votes a computer plays the turn."""
GOOD = 20
"""Tenths of a point: a vote or a guess that is worse than the best by no more is as good."""
REGULAR = 3
"""A regular is anybody who voted in one of the last so many turns in which anybody voted."""

Lot = Callable[[str, int], int]
"""A number below the given one, for a label."""


class VoteTally(NamedTuple):
    """The outcome of a vote."""

    texts: tuple[str, ...]
    """What is played."""
    votes: int
    """How many votes were for exactly that."""
    tied: int
    """Between how many actions lots decided, in all steps together; 0: there was no tie."""


def regulars(recent: Sequence[VoteRow], version: int) -> frozenset[UserId]:
    """Return the users who voted in one of the last turns before this one."""
    before = sorted({row.version for row in recent if row.version < version})[-REGULAR:]
    return frozenset(row.user_id for row in recent if row.version in before)


def missing_regulars(recent: Sequence[VoteRow], version: int, voter: UserId) -> frozenset[UserId]:
    """Return the regular voters who have not voted in this turn, counting `voter` as having voted."""
    voted = {row.user_id for row in recent if row.version == version}
    return regulars(recent, version) - voted - {voter}


def closes_early(recent: Sequence[VoteRow], version: int, voter: UserId) -> bool:
    """Return whether the vote can close: all regular voters, with `voter`, have voted, and there are enough votes."""
    voted = {row.user_id for row in recent if row.version == version}
    is_new = voter not in voted
    return is_new and bool(regulars(recent, version)) and not missing_regulars(recent, version, voter) and len(voted) + 1 >= ENOUGH


def streak_of(tenths: Sequence[int]) -> int:
    """Return how many votes or guesses in a row are good, counted from the newest, which comes first in `tenths`."""
    return sum(1 for _ in takewhile(lambda lost: lost <= GOOD, tenths))


def winning_move(votes: Sequence[VoteRow], lot: Lot) -> VoteTally:
    """Return the winning move; `votes` must not be empty, and `lot` decides ties."""
    version, left, texts, tied = votes[0].version, [row.texts for row in votes], tuple[str, ...](), 0
    while following := Counter(each[len(texts)] for each in left if len(each) > len(texts)):
        most = max(following.values())
        best = sorted(text for text, count in following.items() if count == most)
        if len(best) > 1:
            tied += len(best)
        chosen = best[lot(f"vote {version} {len(texts)}", len(best))] if len(best) > 1 else best[0]
        texts = (*texts, chosen)
        left = [each for each in left if each[: len(texts)] == texts]
    return VoteTally(texts, len(left), tied)
