"""What a thinking process is asked about a finished match: how it went, by the estimates of `ai.judging`."""

from __future__ import annotations

from dataclasses import dataclass

from ai import judging
from ai.judging import Judgement, Past
from thinking.moves import Added, remember


@dataclass(frozen=True)
class Question:
    """How did this game go?"""

    past: Past
    leaves: int
    """How many positions may be judged."""
    added: Added | None = None


def judged(question: Question) -> Judgement:
    """The answer, always the same to the same question."""
    remember(question.added)
    return judging.judged(question.past, question.leaves)
