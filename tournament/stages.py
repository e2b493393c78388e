"""The stages of an event in order, and the text format in which an organiser writes them: `swiss:5 -> knock-out:8 final=3`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament import double_elimination, multiplayer_tables
from tournament.knockout import CHAMPIONSHIP, SEEDED, room_for
from tournament.results import InvalidTournamentError

SWISS, KNOCK_OUT, GROUPS, TABLES, LEAGUE, LADDER = "swiss", "knock-out", "groups", "tables", "league", "ladder"
DOUBLE, ARENA = "double-elimination", "arena"
BEST_OF = (1, 3, 5)
MOST_ROUNDS = 30
MOST_STAGES = 4
MOST_BOARDS = 15
_MOST_PARTS = 512
_LEAST_ROUNDS = 3
"""Of tables that nobody has numbered."""
_HOURS, _MOST_HOURS = 2, 14 * 24
"""Of an arena that says no number, and of any."""
_REACH = 3
"""Places above that can be challenged in a ladder that says no number."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of an event: its kind and settings."""

    kind: str
    size: int = 0
    """Swiss, tables: rounds; knock-out, double elimination: how many go on into it; groups, league: how many groups or
    divisions; ladder: how many places above one can challenge; arena: hours. 0: as suits the number of entrants.
    """
    best_of: int = 1
    """Games of a pairing: 1, 3 or 5."""
    final: int = 0
    """Games of the final of a knock-out or a double elimination; 0: as the others."""
    shape: str = SEEDED
    """Of a knock-out: `seeded` or `championship`, in which a draw sends on the higher placed instead of one more game."""
    twice: bool = False
    """Groups, league: everybody meets everybody twice, with changed starts."""
    third: bool = False
    """Knock-out: who loses a semi-final plays for the third place."""
    seats: int = 4
    """Tables: how many sit at one, as nearly as can be."""
    best: int = 0
    """Tables: how many go on into it; 0: everybody."""
    boards: int = 0
    """Boards of a match between teams; 0: people play for themselves. The same in all stages."""
    moving: int = 1
    """League: how many change places between two divisions after a season."""

    @property
    def knocks_out(self) -> bool:
        """Whether the loser of each pairing doesn't play on in the next round."""
        return self.kind in (KNOCK_OUT, DOUBLE)

    @property
    def must_decide(self) -> bool:
        """Whether an additional game is played if a pairing is level."""
        return self.knocks_out and self.shape != CHAMPIONSHIP and not self.boards


@dataclass(frozen=True, slots=True)
class _Kind:
    """Allowed settings of one kind of stage, and its number of rounds and entrants."""

    least: int
    """The least number behind the colon."""
    most: int
    settings: tuple[str, ...]
    fitted: Callable[[Stage, int], Stage]
    """With every number filled in for so many entrants."""
    rounds: Callable[[Stage, int], int]
    """How many rounds a fitted stage has with so many entrants."""


def read(text: str) -> tuple[Stage, ...]:
    """Return the stages that `text` describes.

    Raises `InvalidTournamentError`: `no-stage`, `too-many-stages`, `unknown-stage`, `stage-size`, `unknown-setting`,
    `stage-setting`, `not-eight`, `ladder-last`, `arena-alone`, `boards-everywhere`.
    """
    parts = [part.strip() for part in text.replace("→", "->").split("->")]
    if not text.strip():
        raise InvalidTournamentError("no-stage")
    if len(parts) > MOST_STAGES:
        raise InvalidTournamentError("too-many-stages", most=MOST_STAGES)
    all_stages = tuple(_stage(part) for part in parts)
    if any(stage.kind == LADDER for stage in all_stages[:-1]):
        raise InvalidTournamentError("ladder-last")
    if len(all_stages) > 1 and any(stage.kind == ARENA for stage in all_stages):
        raise InvalidTournamentError("arena-alone")
    if len({stage.boards for stage in all_stages}) > 1:
        raise InvalidTournamentError("boards-everywhere")
    return all_stages


def write(stages: Sequence[Stage]) -> str:
    """Return the stages as text that `read` understands."""
    return " -> ".join(_stage_text(stage) for stage in stages)


def _stage_text(stage: Stage) -> str:
    text = f"{stage.kind}:{stage.size}" if stage.size else stage.kind
    usual = Stage(stage.kind)
    for word, field in _FIELDS.items():
        value = getattr(stage, field)
        if value != getattr(usual, field):
            text += f" {word}" if value is True else f" {word}={value}"
    return text


def _stage(text: str) -> Stage:
    head, *settings = text.lower().split() or [""]
    name, colon, size = head.partition(":")
    if name not in _KINDS:
        raise InvalidTournamentError("unknown-stage", value=head, choices=KINDS)
    kind = _KINDS[name]
    if colon and not (size.isdecimal() and kind.least <= int(size) <= kind.most):
        raise InvalidTournamentError("stage-size", value=head, most=kind.most)
    stage = Stage(name, int(size) if colon else 0)
    for setting in settings:
        stage = _set(stage, setting)
    if stage.shape == CHAMPIONSHIP and stage.size not in (0, 8):
        raise InvalidTournamentError("not-eight", have=stage.size)
    return replace(stage, size=8) if stage.shape == CHAMPIONSHIP else stage


def _set(stage: Stage, setting: str) -> Stage:
    key, equals, value = setting.partition("=")
    if key not in _FIELDS:
        raise InvalidTournamentError("unknown-setting", value=key, choices=tuple(_FIELDS))
    possible = _POSSIBLE[key]
    if key not in _KINDS[stage.kind].settings or bool(equals) == (possible is None) or value not in (possible or ("",)):
        raise InvalidTournamentError("stage-setting", value=setting, stage=stage.kind)
    typed = True if possible is None else int(value) if value.isdecimal() else value
    return replace(stage, **{_FIELDS[key]: typed})  # type: ignore[arg-type]  # of the field's own type


_FIELDS: Mapping[str, str] = {
    "best-of": "best_of",
    "final": "final",
    "shape": "shape",
    "twice": "twice",
    "third": "third",
    "seats": "seats",
    "best": "best",
    "moving": "moving",
    "boards": "boards",
}
"""Each setting as it is typed, and the field that it sets."""
_POSSIBLE: Mapping[str, tuple[str, ...] | None] = {
    "best-of": tuple(map(str, BEST_OF)),
    "final": tuple(map(str, BEST_OF)),
    "shape": (SEEDED, CHAMPIONSHIP),
    "twice": None,
    "third": None,
    "seats": tuple(map(str, range(multiplayer_tables.SMALLEST, multiplayer_tables.LARGEST + 1))),
    "best": tuple(map(str, range(multiplayer_tables.SMALLEST, _MOST_PARTS + 1))),
    "moving": tuple(map(str, range(10))),
    "boards": tuple(map(str, range(2, MOST_BOARDS + 1))),
}
"""What each takes; None: it stands alone."""


# --- what a stage comes to with so many entrants -----------------------------------------------------------------------


def rounds_for(entrants: int) -> int:
    """Return the default number of rounds of a Swiss stage.

    It is enough to leave one entrant unbeaten, and at least three where three can be paired.
    """
    return max(1, min(max(3, (entrants - 1).bit_length()), entrants - 1))


def fit_stages(stages: Sequence[Stage], entrants: int) -> tuple[Stage, ...]:
    """Return the stages with every number filled in for `entrants`.

    Raises `InvalidTournamentError`: `too-few` (have, least), `too-many-rounds` (rounds, most), `too-many-move` (moving).
    """
    fitting: list[Stage] = []
    left = entrants
    for stage in stages:
        fitting.append(_KINDS[stage.kind].fitted(stage, left))
        left = entrants_into(fitting[-1], left)
    return tuple(fitting)


def entrants_into(stage: Stage, there: int) -> int:
    """Return how many of `there` entrants advance into a stage."""
    wanted = stage.size if stage.knocks_out else stage.best
    return min(wanted or there, there)


def rounds_of(stage: Stage, entrants: int) -> int:
    """Return the number of rounds of a fitted stage with this number of entrants."""
    return _KINDS[stage.kind].rounds(stage, entrants)


def most_rounds(stages: Sequence[Stage], most: int) -> int:
    """Return the greatest possible number of rounds with at most `most` entrants (0: any number); 0 if it is unknown."""
    try:
        known = fit_stages(stages, most) if most else tuple(stages)
    except InvalidTournamentError:
        return 0
    if not all(stage.size and (most or stage.kind not in (GROUPS, LEAGUE)) for stage in known):
        return 0
    rounds, there = 0, most or _MOST_PARTS
    for stage in known:
        there = entrants_into(stage, there)
        rounds += rounds_of(stage, there)
    return rounds


def parts_of(stage: Stage, there: int) -> int:
    """Return the number of groups or divisions of a fitted stage with this number of entrants.

    Fewer than planned if so many entrants have left that one would have a single member.
    """
    return max(1, min(stage.size, there // 2))


def at_a_table(stages: Sequence[Stage]) -> frozenset[int]:
    """Return all numbers of players that a game of these stages can have."""
    larger = range(multiplayer_tables.SMALLEST, multiplayer_tables.LARGEST + 1)
    return frozenset(number for stage in stages for number in (larger if stage.kind == TABLES else (2,)))


def _fit_swiss(stage: Stage, entrants: int) -> Stage:
    rounds = stage.size or rounds_for(entrants)
    _require_entrants(2, entrants)
    if rounds > max(entrants - 1, 1):
        raise InvalidTournamentError("too-many-rounds", rounds=rounds, most=max(entrants - 1, 1))
    return replace(stage, size=rounds)


def _fit_bracket(stage: Stage, entrants: int) -> Stage:
    size = stage.size or entrants
    _require_entrants(max(2, size), entrants)
    return replace(stage, size=size)


def _fit_groups(stage: Stage, entrants: int) -> Stage:
    size = stage.size or 1
    _require_entrants(2 * size, entrants)
    return replace(stage, size=size)


def _fit_tables(stage: Stage, entrants: int) -> Stage:
    _require_entrants(max(multiplayer_tables.SMALLEST, stage.best), entrants)
    return replace(stage, size=stage.size or _LEAST_ROUNDS)


def _fit_league(stage: Stage, entrants: int) -> Stage:
    size = stage.size or 1
    _require_entrants(2 * size, entrants)
    # A division in the middle gives as many upwards as downwards.
    if size > 1 and entrants // size < stage.moving * (2 if size > 2 else 1):
        raise InvalidTournamentError("too-many-move", moving=stage.moving)
    return replace(stage, size=size)


def _fit_ladder(stage: Stage, entrants: int) -> Stage:
    _require_entrants(2, entrants)
    return replace(stage, size=stage.size or _REACH)


def _fit_arena(stage: Stage, entrants: int) -> Stage:
    _require_entrants(2, entrants)
    return replace(stage, size=stage.size or _HOURS)


def _require_entrants(least: int, entrants: int) -> None:
    if entrants < least:
        raise InvalidTournamentError("too-few", have=entrants, least=least)


def _round_robin(stage: Stage, entrants: int) -> int:
    largest = -(-entrants // parts_of(stage, entrants))
    return (largest - 1 + largest % 2) * (2 if stage.twice else 1)


_KINDS: Mapping[str, _Kind] = {
    SWISS: _Kind(1, MOST_ROUNDS, ("best-of", "boards"), _fit_swiss, lambda stage, _: stage.size),
    KNOCK_OUT: _Kind(
        2,
        _MOST_PARTS,
        ("best-of", "final", "shape", "third", "boards"),
        _fit_bracket,
        lambda stage, entrants: (min(stage.size, entrants) - 1).bit_length(),
    ),
    DOUBLE: _Kind(
        2,
        _MOST_PARTS,
        ("best-of", "final"),
        _fit_bracket,
        lambda stage, entrants: double_elimination.rounds_for(room_for(min(stage.size, entrants))),
    ),
    GROUPS: _Kind(1, _MOST_PARTS, ("best-of", "twice", "boards"), _fit_groups, _round_robin),
    TABLES: _Kind(1, MOST_ROUNDS, ("seats", "best"), _fit_tables, lambda stage, _: stage.size),
    LEAGUE: _Kind(1, 20, ("best-of", "twice", "moving", "boards"), _fit_league, _round_robin),
    ARENA: _Kind(1, _MOST_HOURS, (), _fit_arena, lambda _stage, _entrants: 0),
    LADDER: _Kind(1, 20, ("best-of",), _fit_ladder, lambda _stage, _entrants: 0),
}
KINDS = tuple(_KINDS)
