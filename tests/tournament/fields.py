"""Shorthands for entrants and results in tests of tournaments."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.results import BYE, Entrant, EntrantId, Result


def entrants(*names: str, **changed: dict[str, object]) -> tuple[Entrant, ...]:
    """Return entrants with these names, the first seeded highest."""
    return tuple(
        Entrant(EntrantId(name), rating=2000 - number, **changed.get(name, {}))  # type: ignore[arg-type]  # fields by name
        for number, name in enumerate(names)
    )


def won(round_: int, winner: str, loser: str, by: int = 10) -> Result:
    """Return the result of a game that `winner` began and won."""
    return Result(round_, EntrantId(winner), EntrantId(loser), score=(50 + by, 50))


def drawn(round_: int, first: str, second: str) -> Result:
    return Result(round_, EntrantId(first), EntrantId(second), score=(50, 50))


def bye(round_: int, who: str, how: str = BYE) -> Result:
    return Result(round_, EntrantId(who), None, how)


def of(round_: int, first: str, second: str, how: str, winner: str | None = None, score: Sequence[int] | None = None) -> Result:
    return Result(
        round_,
        EntrantId(first),
        EntrantId(second),
        how,
        None if winner is None else EntrantId(winner),
        None if score is None else (score[0], score[1]),
    )
